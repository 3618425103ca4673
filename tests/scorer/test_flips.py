"""A0: the best cards to turn, against a brute force over all subsets."""

import random

import pytest

from scorer.cards import BookCard, Category, Deck
from scorer.flips import Stakes, best_flips
from scorer.gamefile import GameFile
from scorer.inspection import Entrant, column, prominent_awards
from scorer.result import score
from scorer.result.flip_advice import advise_flips
from scorer.shelf import Shelf, ShelvedCard
from tests.scorer.oracle.brute_flips import brute_force
from tests.scorer.random_games import random_game, random_shelf

RANDOM_SHELVES = 3_000


def worth(shelf: Shelf, stakes: Stakes) -> int:
    """B2 to B5 of a shelf as it lies."""
    entrant = Entrant.with_shelf("Ana", stakes.focus, shelf)
    award = stakes.awards[min(entrant.books[stakes.prominent], len(stakes.awards) - 1)]
    filled = column(entrant, award, stakes.banned)
    return filled.total - filled.b1


def random_stakes(rng: random.Random) -> Stakes:
    focus, prominent, banned = rng.sample(list(Category), 3)
    others = [rng.randint(0, 8) for _ in range(rng.randint(0, 3))]
    return Stakes(focus, prominent, banned, tuple(prominent_awards([n, *others])[0] for n in range(40)))


def random_cards(rng: random.Random, most: int) -> list[BookCard]:
    """Cards of the house deck, or of one with few letters and categories, where more is at stake."""
    count = rng.randint(0, most)
    if rng.random() < 0.5:
        return rng.sample(list(Deck.house()), count)
    keys = rng.sample([(letter, order) for letter in "ABC" for order in range(1, 7)], count)
    return [BookCard(*key, None, tuple(rng.choices(list(Category)[:4], k=rng.randint(1, 4)))) for key in keys]


def check(shelf: Shelf, stakes: Stakes) -> None:
    turns = best_flips(shelf, stakes)
    found = worth(shelf.turned([(turn.row, turn.column) for turn in turns]), stakes), len(turns)
    assert found == brute_force(shelf, stakes), f"{shelf} {stakes}"


def test_a0_agrees_with_brute_force_on_random_shelves() -> None:
    rng = random.Random(1)
    for _ in range(RANDOM_SHELVES):
        most = 12 if rng.random() < 0.2 else 9
        check(Shelf.parse(random_shelf(rng, random_cards(rng, most))), random_stakes(rng))


@pytest.mark.parametrize("sort", [True, False])
def test_a0_agrees_with_brute_force_on_sixteen_cards(sort: bool) -> None:
    rng = random.Random(2)
    for _ in range(4):
        cards = rng.sample(list(Deck.house()), 16)
        row = sorted(cards) if sort else cards
        check(Shelf((tuple(ShelvedCard(card) for card in row),)), random_stakes(rng))


STAKES = Stakes(Category.HISTORIC_VOLUMES, Category.MONSTER_MANUALS, Category.CORRUPTED_CODICES, (0,))


def flips(text: str, stakes: Stakes = STAKES) -> list[str]:
    return [str(turn.card) for turn in best_flips(Shelf.parse(text), stakes)]


class TestKnownShelves:
    def test_a0_the_printed_example(self) -> None:
        assert flips("M8:F M3:HF N1:HH") == ["M8:F"]

    def test_a0_nothing_to_gain(self) -> None:
        assert flips("A1:H B1:HH C1:S") == []
        assert flips("") == []
        assert flips("# #A1:CC") == []

    def test_a0_banned_books_are_better_face_down(self) -> None:
        assert flips("A1:CC B1:H C1:CS") == ["A1:CC", "C1:CS"]

    def test_a0_fewest_turns_a1_does_the_rest(self) -> None:
        assert flips("Z1:S A1:H B1:C Y1:H") == ["Z1:S", "B1:C"]
        assert flips("B1:HH A1:C C1:H") == []  # A1 turns the banned book by itself

    def test_a0_the_smallest_category_is_worth_keeping(self) -> None:
        assert flips("A1:CF B1:HR C1:MS D1:CC") == ["D1:CC"]
        assert flips("A1:CCF B1:HR C1:MS D1:CC") == ["D1:CC"]  # 2 banned books, but 3 points of variety

    def test_a0_a_prominent_book_may_be_worth_its_banned_ones(self) -> None:
        stakes = Stakes(STAKES.focus, STAKES.prominent, STAKES.banned, (9, 15))
        assert flips("A1:MCCC", stakes) == []
        assert flips("A1:MCCC") == ["A1:MCCC"]

    def test_s7_the_mummy_s_cards_can_be_turned_and_stay_buried(self) -> None:
        shelf = Shelf.parse("A1:CC+ B1:H+ #+")
        turned = shelf.turned([(t.row, t.column) for t in best_flips(shelf, STAKES)])
        assert str(turned) == "#A1:CC+ B1:H+ #+"
        assert column(Entrant.with_shelf("Ana", STAKES.focus, turned), 0, STAKES.banned).b1 == 6


GAME = {
    "form": "B-7c",
    "edition": "en",
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "players": [
        {"name": "Rita", "focus": "spells_potions", "shelf": "M8:CF B1:HMR N1:SS / P2:SFMH"},
        {"name": "Eric", "focus": "historic_volumes", "tally": {}, "stability": 12},
    ],
}


class TestAdvice:
    def test_a0_gain_and_a_sentence_for_each_card(self) -> None:
        (rita,) = advise_flips(GameFile.from_dict(GAME)).players
        assert (rita.turn, rita.cards, rita.base, rita.best, rita.gain) == ([(0, 0)], ["M8:CF"], 17, 24, 7)
        assert "7" in rita.explain[0]
        assert rita.explain[1].startswith("Turn M8 (row 1, column 1): then B1 ")
        assert len(rita.explain) == 2

    def test_a0_the_others_as_they_lie(self) -> None:
        rng = random.Random(3)
        for _ in range(100):
            data = random_game(rng, most_cards=10)
            game = GameFile.from_dict(data)
            totals = {player.name: player.total for player in score(game).players}
            for advice in advise_flips(game).players:
                assert advice.base == totals[advice.name]
                assert advice.gain == advice.best - advice.base >= 0
                assert len(advice.explain) == 1 + len(advice.turn)
                player = next(p for p in data["players"] if p["name"] == advice.name)
                lying, player["shelf"] = (
                    player["shelf"],
                    str(Shelf.parse(player["shelf"]).turned(advice.turn)),
                )
                after = next(p for p in score(GameFile.from_dict(data)).players if p.name == advice.name)
                assert after.total == advice.best
                player["shelf"] = lying
