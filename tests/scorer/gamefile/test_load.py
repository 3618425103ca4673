"""The game file: what it may hold, and one clear sentence for everything that it may not."""

import json
import os
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from scorer.cards import Category, Deck, DeckError
from scorer.errors import RefusedInput
from scorer.gamefile import GameError, GameFile
from scorer.gamefile.checks import CardsTwice
from scorer.result import score
from tests.scorer.games import RITA, eric, game, rita


def refusal(data: Any) -> str:
    with pytest.raises(RefusedInput) as caught:
        GameFile.from_dict(data)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 400
    return sentence


class TestResult:
    def test_the_example_of_the_contract(self) -> None:
        result = score(GameFile.from_dict(game())).to_json()
        assert result["winners"] == ["Eric"]
        assert result["decided_by"] == "total"
        first, second = result["players"]
        assert (first["b1"], first["b2"], first["b3"], first["b4"], first["b5"]) == (4, 9, -1, 3, 2)
        assert (second["b1"], second["b2"], second["b3"], second["b4"], second["b5"]) == (12, 15, -4, 0, 20)
        assert first["total"] == 17
        assert set(first["explain"]) == {"a1", "b1", "b2", "b3", "b4", "b5", "total"}
        assert "library" not in result
        assert "won" not in result

    def test_the_result_is_json(self) -> None:
        result = score(GameFile.from_dict(game())).to_json()
        assert json.loads(json.dumps(result)) == result

    def test_turned_places_count_from_0(self) -> None:
        result = score(GameFile.from_dict(rita(shelf="A3:CF B1:HMR / A1:S C1:S")))
        assert result.players[0].turned == [(1, 0)]
        assert "A1 (should come before B1)" in result.players[0].explain["a1"]

    def test_what_is_taken_on_trust_is_said(self) -> None:
        explain = score(GameFile.from_dict(game())).players[1].explain
        assert "trust" in explain["a1"]
        assert "trust" in explain["b1"]

    def test_a_tally_counts_what_it_leaves_out_as_0(self) -> None:
        assert GameFile.from_dict(game()).entrant(1).books[Category.MONSTER_MANUALS] == 0

    def test_buried_cards_of_a_tally_are_added_to_b1(self) -> None:
        result = score(GameFile.from_dict(eric(buried=3)))
        assert result.players[1].b1 == 18
        assert "3 × 2 = 6" in result.players[1].explain["b1"]

    def test_an_empty_shelf_scores_0(self) -> None:
        result = score(GameFile.from_dict(rita(shelf="")))
        assert (result.players[0].b1, result.players[0].total) == (0, 9)

    def test_a_shelf_in_two_groups_is_scored(self) -> None:
        assert score(GameFile.from_dict(rita(shelf="A1:S . C1:S"))).players[0].b5 == 4

    @pytest.mark.parametrize("edition", ["en", "pt", "fr", "cs"])
    def test_sentences_are_in_the_edition_s_words(self, edition: str) -> None:
        checked = GameFile.from_dict(game(edition=edition))
        result = score(checked)
        assert checked.words.categories[Category.CORRUPTED_CODICES] in result.players[0].explain["b3"]
        assert "−1" in result.players[0].explain["b3"]
        for player in result.players:
            assert not [text for text in player.explain.values() if "{" in text or "}" in text]

    @pytest.mark.parametrize(
        ("edition", "decided_by"), [("en", "reading"), ("pt", "reading"), ("fr", "reading"), ("cs", "shared")]
    )
    def test_t_the_end_of_ties_by_edition_and_by_option(self, edition: str, decided_by: str) -> None:
        same = {"stability": 4, "tally": dict.fromkeys(Category, 1)}
        players = [
            {"name": "Ana", "focus": "historic_volumes", **same},
            {"name": "Bo", "focus": "monster_manuals", **same},
        ]
        result = score(GameFile.from_dict(game(edition=edition, players=players)))
        assert (result.winners, result.decided_by) == (["Ana", "Bo"], decided_by)
        assert "Ana, Bo" in result.explain
        other = {"reading": "shared", "shared": "reading"}[decided_by]
        option = game(edition=edition, players=players, rules={"tie_break_end": other})
        assert score(GameFile.from_dict(option)).decided_by == other

    def test_t_the_order_is_the_editions_or_the_games_own(self) -> None:
        books = dict.fromkeys(Category, 1)
        more = books | {Category.CORRUPTED_CODICES: 2}
        players = [
            {"name": "Ana", "focus": "historic_volumes", "stability": 4, "tally": books},
            {"name": "Bo", "focus": "monster_manuals", "stability": 5, "tally": more, "hand": 1},
            {"name": "Cy", "focus": "spells_potions", "stability": 4, "tally": books},
        ]
        result = score(GameFile.from_dict(game(players=players)))
        assert (result.winners, result.decided_by) == (["Bo"], "books")
        assert result.explain == "Bo wins the tie: most books, 7."
        own = game(players=players, rules={"tie_breaks": ["hand", "banned", "shared"]})
        result = score(GameFile.from_dict(own))
        assert (result.winners, result.decided_by) == (["Ana", "Cy"], "shared")

    TIED: ClassVar[list[dict[str, Any]]] = [
        {"name": name, "focus": focus, "stability": 4, "tally": dict.fromkeys(Category, 1)}
        for name, focus in (("Ana", "historic_volumes"), ("Bo", "monster_manuals"), ("Cy", "spells_potions"))
    ]

    @pytest.mark.parametrize("edition", ["en", "pt", "fr"])
    def test_t_who_finished_reading_a_book_wins_the_tie(self, edition: str) -> None:
        written = game(edition=edition, players=self.TIED)
        waiting = score(GameFile.from_dict(written))
        assert (waiting.open_tie, waiting.victors) == (["Ana", "Bo", "Cy"], [])
        settled = score(GameFile.from_dict(written | {"reading_winner": "Bo"}))
        assert (settled.winners, settled.decided_by) == (["Bo"], "reading")
        assert (settled.open_tie, settled.victors) == ([], ["Bo"])
        assert settled.explain != waiting.explain
        assert settled.explain.startswith("Bo ")

    def test_t_who_read_a_book_wins_no_game_that_points_decide(self) -> None:
        ahead = [self.TIED[0] | {"stability": 9}, *self.TIED[1:]]
        result = score(GameFile.from_dict(game(players=ahead, reading_winner="Bo")))
        assert (result.winners, result.decided_by) == (["Ana"], "total")
        still = score(
            GameFile.from_dict(
                game(players=[*self.TIED[:2], self.TIED[2] | {"hand": 1}], reading_winner="Cy")
            )
        )
        assert still.open_tie == ["Ana", "Bo"]

    def test_t_who_read_a_book_must_have_played(self) -> None:
        with pytest.raises(GameError, match=r'"reading_winner".* names "Dan", who does not play'):
            GameFile.from_dict(game(players=self.TIED, reading_winner="Dan"))


class TestDeck:
    def test_a_deck_gives_the_books(self) -> None:
        checked = GameFile.from_dict(rita(shelf="E2 A1 / #Z1 #"), deck=Deck.house())
        assert str(checked.shelf_of(0)).startswith("E2:HFS A1:")

    def test_the_path_counts_from_the_game_file(self, tmp_path: Path) -> None:
        (tmp_path / "deck.json").write_text(json.dumps(Deck.house().to_dict()))
        (tmp_path / "game.json").write_text(json.dumps(rita(shelf="E2") | {"deck": "deck.json"}))
        assert GameFile.load(tmp_path / "game.json").entrant(0).books[Category.HISTORIC_VOLUMES] == 1

    def test_the_house_deck_by_name(self) -> None:
        assert (
            GameFile.from_dict(rita(shelf="E2") | {"deck": "house"}).entrant(0).books[Category.SPELLS_POTIONS]
            == 1
        )

    @pytest.mark.parametrize(
        ("shelf", "sentence"),
        [
            ("E9:HFS", "The deck has no E9, which lies on the shelf of Rita (row 1, column 1)"),
            (
                "A1 . / # #E2:HH",
                "E2:HH on the shelf of Rita (row 2, column 2) is E2:HFS in the deck",
            ),
        ],
    )
    def test_cards_that_the_deck_does_not_have(self, shelf: str, sentence: str) -> None:
        assert sentence in refusal(rita(shelf=shelf) | {"deck": "house"})

    def test_without_a_deck_every_face_up_card_needs_its_books(self) -> None:
        assert "The books of E2 on the shelf of Rita (row 1, column 2)" in refusal(rita(shelf="A1:C E2"))
        GameFile.from_dict(rita(shelf="A1:C #E2"))

    def test_a_deck_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(DeckError, match=r"nowhere\.json cannot be read"):
            GameFile.from_dict(game(deck="nowhere.json"), tmp_path)

    @pytest.mark.parametrize(
        "deck", ["deck.json", "/etc/passwd", "/etc/nowhere", "/dev/zero", "\\\\127.0.0.1\\share\\d.json"]
    )
    def test_a_game_from_elsewhere_reads_no_file(self, deck: str) -> None:
        said = refusal(game(deck=deck))
        assert said.startswith(f'In the game file, "deck" is {json.dumps(deck)}: only "house" is read here.')
        assert len(said) <= 300

    def test_a_deck_that_never_ends_is_refused(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for deck in ("pipe", "/dev/zero", "."):
            with pytest.raises(GameError, match="that is no file, give a deck file"):
                GameFile.from_dict(game(deck=deck), tmp_path)
        with pytest.raises(DeckError, match="is not a path"):
            GameFile.from_dict(game(deck="a\0b"), tmp_path)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        # the cases of the first release
        (rita(shelf="A3:CF b1:HMR"), "On the shelf of Rita, 'b1:HMR' in row 1, column 2"),
        (
            eric(focus="spells_potions"),
            "spells_potions is both the focus of player 1 (Rita) and the focus of player 2",
        ),
        (eric(tally=None, stability=None), "player 2 (Eric) has neither a shelf nor a tally"),
        (rita(hand=-1), 'In player 1 (Rita), "hand" is -1: it must be at least 0'),
        (
            rita(focus="corrupted_codices"),
            "corrupted_codices is both the banned category and the focus of player 1",
        ),
        (
            rita(focus="reference_texts"),
            "reference_texts is both the prominent category and the focus of player 1",
        ),
        (game(banned="reference_texts"), "is both the prominent category and the banned category"),
        (game(edition="de"), """"edition" is "de": it must be one of 'en', 'pt', 'fr' or 'cs'"""),
        (
            rita(shelf="A3:CF A3:CF"),
            "A3 lies on the shelf of Rita (row 1, column 1) and on the shelf of Rita",
        ),
        (
            eric(tally=None, stability=None, shelf="B1:HMR"),
            "B1 lies on the shelf of Rita (row 1, column 2) and on the shelf of Eric (row 1, column 1)",
        ),
        (eric(tally=None, stability=None, shelf="#C2"), "C2 lies on the shelf of Rita"),
        # shapes
        ([], "The game file must be one JSON object, not []"),
        ("B-7c", 'The game file must be one JSON object, not "B-7c"'),
        (None, "The game file must be one JSON object, not null"),
        ({}, '"form" is missing'),
        (game(form="B-7d"), """"form" is "B-7d": it must be one of 'B-7c' or 'S-42a'"""),
        (game(colour="red"), 'In the game file, there is no field "colour"'),
        (rita(shelf=None, colour="red"), 'In player 1 (Rita), there is no field "colour"'),
        (game(players=[]), '"players" is []'),
        (game(players={}), '"players" is {}: it must be a list'),
        (game(players=[RITA] * 5), "at most 4 entries"),
        (game(players=[RITA, 3]), "entry 2 is 3"),
        (
            game(players=[RITA, RITA | {"focus": "historic_volumes", "shelf": ""}]),
            "2 players are called Rita",
        ),
        (game(deck=3), '"deck" is 3: it must be a text'),
        (game(rules={"tie_breaks": ["shared", "books"]}), 'In rules, "tie_breaks" is'),
        (game(rules={"tie_break_end": "coin"}), 'In rules, "tie_break_end" is "coin"'),
        (game(rules={"coin": True}), 'In rules, there is no field "coin"'),
        (game(prominent="novels"), '"prominent" is "novels": it must be one of'),
        (game(prominent=None), '"prominent" is null'),
        # players
        (rita(name=""), '"name" is "": it must not be empty'),
        (rita(name="  "), '"name" is "": it must not be empty'),
        (rita(name="x" * 61), "at most 60 characters"),
        (rita(name=7), '"name" is 7: it must be a text'),
        (rita(hand="2"), '"hand" is "2": it must be a whole number'),
        (rita(hand=2.0), '"hand" is 2.0: it must be a whole number'),
        (rita(hand=True), '"hand" is true: it must be a whole number'),
        (rita(hand=10**400), '"hand" is'),
        (rita(hand=153), "at most 152"),
        (rita(focus=None), 'In player 1 (Rita), "focus" is missing'),
        (rita(focus=["x"]), '"focus" is ["x"]'),
        (rita(shelf=["A1"]), '"shelf" is ["A1"]: it must be a text'),
        (rita(shelf="# " * 3000), "at most 5000 characters"),
        (rita(shelf="# / # / # / #"), "The shelf of Rita has 4 rows: a shelf has at most 3 (K2)"),
        (rita(shelf=" / ".join(["# " * 60] * 3)), "a deck has 152"),
        (rita(tally={}), 'player 1 (Rita) has both a shelf and "tally"'),
        (rita(stability=4), 'player 1 (Rita) has both a shelf and "stability"'),
        (rita(buried=1), '0 cards marked + on the shelf, but "buried" is 1'),
        (eric(stability=None), 'player 2 (Eric) has a tally without "stability"'),
        (eric(stability=-4), '"stability" is -4: it must be at least 0'),
        (eric(buried=-1), '"buried" is -1'),
        (eric(tally={"novels": 3}), 'In player 2 (Eric), tally, "novels" is no key'),
        (eric(tally={"historic_volumes": -1}), '"historic_volumes" is -1: it must be at least 0'),
        (eric(tally={"historic_volumes": 1.5}), '"historic_volumes" is 1.5: it must be a whole number'),
        (eric(tally={"historic_volumes": 86}), "at most 85"),
        (
            eric(tally={"historic_volumes": 85}),
            "All together have 86 books of historic_volumes, a deck has 85",
        ),
        (eric(tally=[]), '"tally" is []: it must be an object'),
    ],
)
def test_bad_games_are_refused_in_a_sentence(data: Any, sentence: str) -> None:
    assert sentence in refusal(data)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not JSON (Expecting value, line 1, column 1)"),
        (b'{"form": "B-7c",', "is not JSON"),
        (b"\xff\xd8\xff\xe0", "is not UTF-8 text (byte 1)"),
        (b"[" * 10_000, "is nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "is not usable JSON"),
        (b'{"form": "B-7c", "form": "B-7c"}', '"form" is there twice'),
        (b'{"form": NaN}', "NaN is not a number"),
        (b" " * 1_000_001, "is larger than 1 MB"),
    ],
)
def test_unreadable_files_are_refused_in_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(GameError, match=re.escape(sentence)) as caught:
        GameFile.load(path)
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"nothing\.json cannot be read"):
        GameFile.load(tmp_path / "nothing.json")
    with pytest.raises(GameError, match="cannot be read"):
        GameFile.load(tmp_path)


def test_all_cards_that_lie_twice_are_named_at_once() -> None:
    data = game()
    data["players"][0]["shelf"], data["players"][1]["shelf"] = "A1:RR B1:MS C1:FHM", "A1:RR B1:MS D1:S"
    for player in data["players"]:
        player.pop("tally", None)
        player.pop("stability", None)
    with pytest.raises(CardsTwice) as refusal:
        GameFile.from_dict(data)
    assert [card.key for card, _, _ in refusal.value.cards] == [("A", 1), ("B", 1)]
    assert all(one != other for _, one, other in refusal.value.cards)
    said = str(refusal.value)
    assert said.startswith("A1 lies ")
    assert "; B1 lies " in said
    assert said.endswith("each card exists only once; correct one of each.")
