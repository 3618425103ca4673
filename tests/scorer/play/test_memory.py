"""A fork, which serves undo, deals no card anew that its player saw go where it is."""

from __future__ import annotations

from random import Random

import pytest

from scorer.cards import BookCard
from scorer.engine.choices import IllegalChoice
from scorer.play import Game, Setup, Story
from scorer.play.story import cards_in_sight
from scorer.play.view import hidden_cards, unknown_cards
from tests.scorer.play.scene import NAMES, Scene


def known(scene: Scene, seat: int) -> str:
    """The hidden cards of which a player knows where they are."""
    deck = scene.game.setup.full_deck.cards
    state = scene.game._state
    cards = sorted(set(hidden_cards(state, seat)) - set(unknown_cards(state, seat)))
    return " ".join(f"{deck[card].letter}{deck[card].order}" for card in cards)


class TestWhatIsKnown:
    def test_a_card_that_lay_open_and_went_into_a_hand(self) -> None:
        scene = Scene(at=(10,)).hand(0, "B1").stock(10, "A1 A2").start().visit(10).say("A2", "done")
        assert (scene.hand_of(0), known(scene, 1)) == ("B1 A2", "A2")
        assert {fork.zones()["hand:Ana"][1].key for fork in map(scene.game.fork, range(9))} == {("A", 2)}

    def test_a_card_of_the_draw_pile_is_not(self) -> None:
        scene = Scene().hand(0, "B1").top("A1").start().at_home().say("draw")
        assert (scene.hand_of(0), known(scene, 1)) == ("B1 A1", "")

    def test_a_card_that_was_taken_up_from_the_shelf(self) -> None:
        scene = Scene(at=(8,)).hand(0, "B1").shelf(0, "A1").start().visit(8).say("lodge_shelf", "swap_hand")
        scene.say("A1", "B1")
        assert (scene.hand_of(0), known(scene, 1)) == ("A1", "")
        scene.game._state.show([scene.numbers("A1")[0]])
        assert known(scene, 1) == "A1"

    def test_a_card_that_was_shelved_before_their_eyes_and_taken_up_again(self) -> None:
        scene = Scene(at=(8,)).hand(0, "A1 B1").start().at_home().say("shelve", "A1", "at:0:0")
        scene.at_home().say("draw").visit(8).say("lodge_shelf", "swap_hand", "A1", "B1")
        assert "A1" in scene.hand_of(0)
        assert known(scene, 1) == "A1"

    def test_the_goblin_and_its_victim_know_what_it_took(self) -> None:
        libraries = ("sneaky_goblin", None, None)
        scene = Scene(at=(10,), libraries=libraries, players=3).hand(1, "A1 A2").stand(1, "ordinary", 10)
        scene.s.show(scene.numbers("A2"))
        scene.start().visit(10, 2, "sneaky_goblin").say("player:Bo", "category:monster_manuals", "A1", "done")
        assert scene.hand_of(0) == "A1"
        assert (known(scene, 0), known(scene, 1), known(scene, 2)) == ("A2", "A1", ""), "it may have been A2"

    def test_a_hand_that_was_shown_to_the_goblin(self) -> None:
        libraries = ("sneaky_goblin", None)
        scene = Scene(at=(10,), libraries=libraries).hand(1, "A1 A2").stand(1, "ordinary", 10)
        scene.start().visit(10, 2, "sneaky_goblin").say("player:Bo", "category:fantastical_fictions")
        assert scene.asked == ("Ana", "look")
        scene.say("done")
        assert known(scene, 0) == "A1 A2"

    def test_what_was_looked_at_in_the_mystery_shack(self) -> None:
        scene = Scene(at=(13,)).stock(13, "A1 A2").start().visit(13).say("category:monster_manuals", "done")
        assert (known(scene, 0), known(scene, 1)) == ("A1 A2", "")

    def test_a_card_from_beneath_the_discard_pile_is_its_takers_secret(self) -> None:
        scene = Scene(at=(11,)).discard("A1 A2").stand(0, "ordinary", 11).resolve()
        scene.say("category:monster_manuals", "A1", "done")
        assert (scene.hand_of(0), known(scene, 1)) == ("A1", "")

    def test_what_the_mummy_buries_from_hand_may_be_any_card_of_it(self) -> None:
        scene = Scene(libraries=("mummy", None)).hand(0, "A1 A2").shelf(0, "B1")
        scene.s.show(scene.numbers("A1 A2"))
        scene.start().say("assistant:mummy", "place:home", "shelve", "A1", "under:0:0")
        assert known(scene, 1) == ""

    def test_a_new_draw_pile_is_unknown(self) -> None:
        scene = Scene().discard("A1 A2").draw_pile("")
        scene.s.show(scene.numbers("A1 A2"))
        scene.start().at_home().say("draw")
        assert (scene.game._state.discard, known(scene, 1)) == ([], "")


def card(name: str) -> BookCard:
    found = Setup(players=NAMES[:2]).full_deck.get(name[0], int(name[1:]))
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(6))
def test_nobody_knows_a_card_that_they_never_saw(seed: int) -> None:
    """A second, slow account: what lay in sight, or was told, since it last came out of the draw pile."""
    names = NAMES[: 2 + seed % 3]
    game, story, random = Game(Setup(players=names, seed=seed)), Story(), Random(seed)
    deck = game.setup.full_deck.cards
    seen: dict[str, set[BookCard]] = {name: set() for name in names}
    kept = 0
    for _ in range(250):
        if game.choice is None:
            break
        told = len(story.events)
        try:
            story.answer(game, random.choice(game.choice.options))
        except IllegalChoice:
            break
        for seat, name in enumerate(names):
            for event in story.events[told:]:
                if event.known(name):
                    seen[name].update(event.cards)
            seen[name] -= set(game.zones()["draw"])
            seen[name].update(cards_in_sight(game.view(name)))
            unknown = set(unknown_cards(game._state, seat))
            claimed = {deck[number] for number in hidden_cards(game._state, seat) if number not in unknown}
            assert claimed <= seen[name]
            kept += len(claimed)
    assert kept
