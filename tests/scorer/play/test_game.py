"""The Game interface: answers, records, undo, forks, views, zones, results."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorer.cards import Category, Deck
from scorer.editions import RuleOptions
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.own_tiles import OwnTiles
from scorer.play import Game, IllegalChoice, Record, RecordError, Setup, SetupError, save
from scorer.play.view import hidden_cards, masked, redeal
from scorer.result import score
from tests.scorer.engine.playing import check_first_look, check_forks, check_undo, play_on, snapshot
from tests.scorer.play.scene import Scene

NAMES = ["Ana", "Bo", "Cy", "Di"]


def played(setup: Setup, choices: int = 10_000, seed: int = 0, auto: bool = False) -> Game:
    """A game after some random answers."""
    return play_on(Game(setup, auto=auto), choices, seed)


class TestAnswers:
    def test_an_illegal_choice_changes_nothing(self) -> None:
        game = played(Setup(players=NAMES[:3], seed=3), 40)
        before = snapshot(game)
        with pytest.raises(IllegalChoice, match="choose one of"):
            game.answer("fly away")
        with pytest.raises(IllegalChoice):
            game.answer(Game(Setup(players=NAMES[:1])).choice.options[0])  # type: ignore[union-attr]
        assert snapshot(game) == before

    def test_a_finished_game_takes_no_answer(self) -> None:
        game = played(Setup(players=NAMES[:2], seed=1))
        with pytest.raises(IllegalChoice, match="over"):
            game.answer("done")

    def test_every_option_has_a_label_in_the_language(self) -> None:
        game = played(Setup(players=NAMES[:2], edition="fr", seed=5), 5)
        assert game.choice is not None
        assert game.choice.prompt.endswith(".")
        assert all(option.label and option.key for option in game.choice.options)

    def test_prompts_name_the_location_and_the_assistant(self) -> None:
        scene = Scene(at=(2,), edition="cs").hand(0, "A1").stock(2, "B1").start()
        choice = scene.visit(2).game.choice
        assert choice is not None
        assert choice.prompt == "Knižní směnárna: vyberte kartu, kterou dáte."

    def test_options_say_what_to_highlight(self) -> None:
        scene = Scene().shelf(0, "A1").hand(0, "B1").start().at_home().say("shelve", "B1")
        assert scene.game.choice is not None
        assert str(scene.game.choice.card) == "B1:FMFH"
        spaces = [option.space for option in scene.game.choice.options]
        assert spaces == [(-1, 0), (0, -1), (0, 1), (1, 0)]

    def test_auto_answers_the_only_option_and_records_it(self) -> None:
        game = played(Setup(players=NAMES[:2], seed=2), 60, auto=True)
        assert game.choice is None or len(game.choice.options) > 1
        assert Game.replay(game.record).zones() == game.zones()


class TestRecords:
    @pytest.mark.parametrize("edition", ["en", "pt", "fr", "cs"])
    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    def test_a_replayed_game_is_the_same_to_the_byte(self, players: int, edition: str) -> None:
        game = played(Setup(players=NAMES[:players], edition=edition, seed=players))
        record = json.dumps(game.record)
        again = Game.replay(json.loads(record))
        assert json.dumps(again.record) == record
        assert (again.zones(), again.result) == (game.zones(), game.result)

    def test_another_deck_travels_in_the_record(self) -> None:
        deck = Deck(list(Deck.house().cards))
        game = played(Setup(players=NAMES[:2], deck=deck), 20)
        assert snapshot(Game.replay(json.loads(json.dumps(game.record))))[:3] == snapshot(game)[:3]

    def test_an_illegal_choice_is_refused_with_its_line(self, tmp_path: Path) -> None:
        record = played(Setup(players=NAMES[:2], seed=4), 12).record
        record["choices"][7] = "fly away"
        path = tmp_path / "game.json"
        path.write_text(json.dumps(record, indent=1), encoding="utf-8")
        line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "fly away" in text)
        with pytest.raises(RecordError, match=f"line {line} of .*'fly away'"):
            Game.replay(Record.load(path))
        with pytest.raises(RecordError, match="choice 8 of the game record"):
            Game.replay(record)

    def test_choices_after_the_end_are_refused(self) -> None:
        record = played(Setup(players=NAMES[:2], seed=1)).record
        record["choices"].append("done")
        with pytest.raises(RecordError, match="over"):
            Game.replay(record)

    @pytest.mark.parametrize(
        "change",
        [{"version": 5}, {"players": []}, {"seed": "x"}, {"edition": "de"}, {"extra": 1}, {"choices": [1]}],
    )
    def test_a_broken_record_is_refused_in_one_sentence(self, change: dict[str, object]) -> None:
        record = Game(Setup(players=NAMES[:2])).record | change
        with pytest.raises(RefusedInput) as refusal:
            Game.replay(record)
        assert "\n" not in str(refusal.value)

    @pytest.mark.parametrize("auto", [False, True])
    def test_undo_takes_back_the_last_choice(self, auto: bool) -> None:
        check_undo(Game(Setup(players=NAMES[:3], seed=9), auto=auto))

    def test_a_saved_game_goes_on(self, tmp_path: Path) -> None:
        game = played(Setup(players=NAMES[:2], seed=6), 50)
        save(game.record, tmp_path / "game.json")
        assert snapshot(Game.replay(Record.load(tmp_path / "game.json"))) == snapshot(game)
        assert [path.name for path in tmp_path.iterdir()] == ["game.json"]

    def test_saving_survives_a_kill_at_any_moment(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        game = played(Setup(players=NAMES[:2], seed=6), 100)
        save(game.record, path)
        for attempt in range(4):
            writer = multiprocessing.get_context("fork").Process(
                target=_save_for_ever, args=(game.record, path)
            )
            writer.start()
            time.sleep(0.02 * (attempt + 1))
            assert writer.pid is not None
            os.kill(writer.pid, signal.SIGKILL)
            writer.join()
            assert Game.replay(Record.load(path)).zones() == game.zones()

    def test_an_unwritable_place_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(RecordError, match="cannot be written"):
            save(Game(Setup(players=NAMES[:2])).record, tmp_path / "nowhere" / "game.json")


def _save_for_ever(record: dict[str, object], path: Path) -> None:
    while True:
        save(record, path)


class TestHiddenInformation:
    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    def test_games_that_differ_only_in_hidden_cards_give_equal_views(self, players: int) -> None:
        random = Random(players)
        differing = 0
        for seed in range(6):
            game = played(Setup(players=NAMES[:players], seed=seed), random.randrange(20, 300), seed)
            for seat in range(players):
                hidden = hidden_cards(game._state, seat)
                other, _ = redeal(game._state, seat, f"other {seed}", hidden, 152)
                differing += other != game._state
                assert masked(other, seat) == masked(game._state, seat)
        assert differing

    def test_a_view_holds_no_hidden_card(self) -> None:
        game = played(Setup(players=NAMES, seed=8), 200)
        for seat, name in enumerate(NAMES):
            hidden = set(hidden_cards(game._state, seat))
            s = game.view(name)._s
            zones = s.zones(NAMES)
            assert not hidden & {card for cards in zones.values() for card in cards}
            assert [focus is None for focus in s.focus] == [other != seat for other in range(4)]
            assert (s.seed, s.public) == ("", None)
            assert set(s.pile) <= {-1}
            assert set(s.discard[:-1]) <= {-1}

    def test_what_a_view_shows(self) -> None:
        scene = Scene(at=(10, 13)).hand(0, "A1").hand(1, "B1 B2").stock(10, "C1").stock(13, "D1")
        scene.shelf(1, "E1 #E2").discard("F1 F2").start()
        view = scene.game.view("Ana")
        assert [str(card) for card in view.hand] == ["A1:MM"]
        assert (view.hand_size("Bo"), str(view.shelf("Bo"))) == (2, "E1:RMH #")
        assert str(scene.game.view("Bo").shelf()) == "E1:RMH #E2:HFS"
        assert ([str(card) for card in view.cards_at(10)], view.cards_at(13)) == (["C1:SRH"], [None])
        assert (str(view.top_discard), view.discards) == ("F2:RFHM", 2)

    def test_the_public_librarys_focus_is_hidden(self) -> None:
        game = played(Setup(players=NAMES[:1], seed=3), 60)
        view = game.view("Ana")
        assert not any(value == game._state.public for value in vars(view._s.__class__))
        assert view._s.public is None
        assert view._s.form == [None] * len(game._state.form)

    def test_unknown_players_are_refused(self) -> None:
        with pytest.raises(RefusedInput, match="Ana, Bo"):
            Game(Setup(players=NAMES[:2])).view("Zoe")


class TestForks:
    @pytest.mark.parametrize("players", [1, 2, 4])
    def test_a_fork_keeps_what_the_player_knows_and_deals_the_rest_anew(self, players: int) -> None:
        check_forks(Game(Setup(players=NAMES[:players], seed=11)), 0.2)

    @pytest.mark.parametrize("players", [1, 3])
    def test_the_first_look_at_a_game_sees_what_a_watcher_does(self, players: int) -> None:
        check_first_look(lambda watched: Game(Setup(players=NAMES[:players], seed=12), watched=watched))

    def test_a_fork_deals_the_other_focus_cards_anew(self) -> None:
        game = played(Setup(players=NAMES[:3], seed=1), 30)
        assert game.choice is not None
        seat = game.choice.seat
        focuses = {tuple(game.fork(seed)._state.focus) for seed in range(12)}
        assert len(focuses) > 4
        assert {focus[seat] for focus in focuses} == {game._state.focus[seat]}

    def test_a_fork_deals_every_other_hand_and_the_draw_pile_anew(self) -> None:
        game = played(Setup(players=NAMES[:3], seed=2), 30)
        assert game.choice is not None
        now, forks = game.zones(), [game.fork(seed).zones() for seed in range(4)]
        own = f"hand:{game.choice.player}"
        for zone in ["draw", *(f"hand:{name}" for name in NAMES[:3])]:
            assert now[zone]
            assert all(fork[zone] == now[zone] for fork in forks) is (zone == own), zone

    def test_a_forks_record_replays(self) -> None:
        game = played(Setup(players=NAMES[:2], seed=1), 33).fork(7)
        random = Random(4)
        for _ in range(60):
            if game.choice is not None:
                game.answer(random.choice(game.choice.options))
        again = Game.replay(json.loads(json.dumps(game.record)))
        assert snapshot(again) == snapshot(game)

    def test_the_same_seed_gives_the_same_fork(self) -> None:
        game = played(Setup(players=NAMES[:2], seed=1), 33)
        assert game.fork(7).zones() == game.fork(7).zones() != game.fork(8).zones()

    def test_a_finished_game_has_no_fork(self) -> None:
        with pytest.raises(IllegalChoice, match="over"):
            played(Setup(players=NAMES[:2], seed=1)).fork(1)


class TestResult:
    def test_no_result_before_the_end(self) -> None:
        assert Game(Setup(players=NAMES[:2])).result is None

    @pytest.mark.parametrize("players", [1, 4])
    def test_the_form_is_that_of_the_shelves(self, players: int) -> None:
        game = played(Setup(players=NAMES[:players], seed=12))
        assert game.result == score(GameFile.from_dict(game.game_file(), deck=Deck.house()))
        assert game.result is not None
        assert game.result.form == ("S-42a" if players == 1 else "B-7c")

    def test_a0_turned_cards_lie_face_down_on_the_form(self) -> None:
        # M8:RR, M3:CH, N5:RSH: with M8 turned, M3 and N5 stay
        scene = Scene().shelf(0, "M8 M3 N5")
        scene.s.phase, scene.s.turn = "turn_cards", 0
        scene.start().say("M8", "done")
        result = scene.game.result
        assert result is not None
        assert result.players[0].turned == []
        assert result.players[0].a2[Category.HISTORIC_VOLUMES] == 2


class TestSetups:
    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"players": []}, "at least 1"),
            ({"players": [*NAMES, "Ed"]}, "at most 4"),
            ({"players": ["Ana", "Ana"]}, "same name"),
            ({"players": ["Ana", " "]}, "it must not be empty"),
            ({"players": NAMES[:2], "edition": "de"}, "one of"),
            ({"players": NAMES[:2], "variant": "tiny"}, "no variant"),
            ({"players": NAMES[:2], "difficulty": 2}, "Only a solo game"),
            ({"players": NAMES[:1], "variant": "long"}, "no variants"),
            ({"players": NAMES[:1], "difficulty": 8}, "at most 7"),
            ({"players": ["Public library"]}, "public library’s name"),
            ({"players": NAMES[:2], "seed": "7"}, "whole number"),
            ({"players": NAMES[:2], "deck": "house"}, "Deck.load"),
        ],
    )
    def test_what_no_game_begins_with_is_refused(self, fields: dict[str, object], sentence: str) -> None:
        with pytest.raises(SetupError, match=sentence) as refusal:
            Setup(**fields)
        assert "\n" not in str(refusal.value)


OLD_RECORDS = json.loads(Path(__file__).with_name("records_version_1.json").read_text())

SECOND_RECORDS = json.loads(Path(__file__).with_name("records_version_2.json").read_text())


class TestOldRecords:
    @pytest.mark.parametrize("old", OLD_RECORDS, ids=lambda old: old["record"]["edition"])
    def test_a_record_of_version_1_is_replayed_by_the_rules_of_then(self, old: dict[str, Any]) -> None:
        with pytest.raises(RecordError):
            Game.replay(old["record"] | {"version": 3})
        game = Game.replay(old["record"])
        assert game.result is not None
        assert [player.total for player in game.result.players] == old["totals"]
        again = Game.replay(json.loads(json.dumps(game.record)))
        assert (again.record, again.record["version"]) == (game.record, 3)
        assert again.zones() == game.zones()

    @pytest.mark.parametrize(
        "old", SECOND_RECORDS, ids=lambda old: f"{old['record']['edition']}-{old['record']['seed']}"
    )
    def test_a_record_of_version_2_is_replayed_by_the_rules_of_then(self, old: dict[str, Any]) -> None:
        game = Game.replay(old["record"])
        assert game.result is not None
        assert [player.total for player in game.result.players] == old["totals"]
        again = Game.replay(json.loads(json.dumps(game.record)))
        assert (again.record, again.record["version"]) == (game.record, 3)
        assert (again.zones(), again.game_file()) == (game.zones(), game.game_file())

    def test_a_fork_of_then_is_dealt_as_then(self) -> None:
        old = next(old for old in SECOND_RECORDS if old["record"]["forks"])
        game = Game.replay(old["record"])
        assert (game.setup.remembers, game.record["remembers"]) == (False, False)
        assert Game(Setup(players=NAMES[:2])).record["remembers"]

    @pytest.mark.parametrize("old", [OLD_RECORDS[0], SECOND_RECORDS[0]], ids=["version 1", "version 2"])
    def test_a_record_without_a_deck_is_replayed_with_the_house_deck_of_then(
        self, old: dict[str, Any]
    ) -> None:
        game = Game.replay(old["record"])
        assert game.setup.full_deck.cards == Deck.first_house().cards
        assert Deck.from_dict(game.record["deck"]).cards == Deck.first_house().cards
        with_titles = [game.setup.full_deck.titles(card) for card in game.setup.full_deck]
        assert all(with_titles)
        assert Game(game.setup).record["version"] == 3
        assert Game(Setup(players=["Ana", "Bo"])).setup.full_deck.cards == Deck.house().cards

    def test_a_game_of_then_ends_by_the_tie_breaks_of_then(self) -> None:
        then, now = (Game.replay(SECOND_RECORDS[0]["record"] | {"choices": [], "version": v}) for v in (2, 3))
        assert then.setup.rule_set.tie_breaks == ("books", "hand", "banned", "reading")
        assert then.game_file()["rules"]["tie_breaks"] == ["books", "hand", "banned", "reading"]
        assert now.setup.rule_set.tie_breaks == ("books", "hand", "reading")
        assert "rules" not in now.game_file()

    def test_what_cannot_be_replayed_is_refused_with_the_reason(self) -> None:
        old = OLD_RECORDS[0]["record"]
        with pytest.raises(RecordError, match="until the rules were put right") as refused:
            Game.replay(old | {"choices": [*old["choices"][:9], "nonsense"]})
        assert "choice 10" in str(refused.value)
        assert len(str(refused.value)) <= 300

    @pytest.mark.parametrize("version", [0, 5, "2"])
    def test_an_unknown_version_is_refused(self, version: object) -> None:
        with pytest.raises(RecordError, match="version"):
            Game.replay(Game(Setup(players=["Ana", "Bo"])).record | {"version": version})


class TestOwnTiles:
    TILES = OwnTiles.from_dict(
        {"locations": {"10": {"spaces": [1, 2]}, "2": {"cards": 1, "names": {"en": "Swap Shop"}}}}
    )

    def test_a_game_is_played_with_the_owners_tiles(self) -> None:
        setup = Setup(players=NAMES[:2], seed=1, tiles=self.TILES)
        game = played(setup)
        again = Game.replay(json.loads(json.dumps(game.record)))
        assert (again.zones(), again.setup) == (game.zones(), setup)
        assert game.view("Ana").edition.locations[2].name == "Swap Shop"
        assert Game(Setup(players=NAMES[:2])).view("Ana").edition.locations[2].name == "Ye Olde Book Swap"

    def test_the_rules_of_a_game_may_be_set(self) -> None:
        rules = RuleOptions(tax_collector_trade="put_here")
        game = played(Setup(players=NAMES[:2], seed=1, rules=rules))
        again = Game.replay(json.loads(json.dumps(game.record)))
        assert again._table.rules.tax_collector_trade == "put_here"
        assert Game(Setup(players=NAMES[:2]))._table.rules.tax_collector_trade == "discard"

    def test_beginners_may_keep_all_locations(self) -> None:
        setup = Setup(players=NAMES[:2], variant="beginner", all_locations=True)
        assert len(setup.locations()) == 18
        assert Game.replay(played(setup, 30).record).setup == setup
        with pytest.raises(SetupError, match="takes six locations out"):
            Setup(players=NAMES[:2], variant="beginner", all_locations=True, edition="fr")
        with pytest.raises(SetupError, match="Only the beginner variant"):
            Setup(players=NAMES[:2], all_locations=True)
