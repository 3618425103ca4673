"""Fort, the Game interface: answers, records, undo, forks, views, stories."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorer.errors import RefusedInput
from scorer.fort.play import Game, IllegalChoice, Record, RecordError, Setup, SetupError, Story, save
from scorer.fort.play.story import cards_in_sight
from scorer.play import Game as OtherGame
from scorer.play import Setup as OtherSetup
from tests.scorer.engine.playing import check_first_look, check_forks, check_undo, play_on, snapshot
from tests.scorer.fort.play.scene import NAMES, Scene


def played(setup: Setup, choices: int = 10_000, seed: int = 0, auto: bool = False) -> Game:
    """A game after some random answers."""
    return play_on(Game(setup, auto=auto), choices, seed)


def test_an_illegal_choice_changes_nothing() -> None:
    game = played(Setup(players=NAMES[:3], seed=3), 40)
    before = snapshot(game)
    with pytest.raises(IllegalChoice, match="choose one of"):
        game.answer("fly away")
    assert snapshot(game) == before


@pytest.mark.parametrize("variant", ["basic", "advanced"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_replayed_game_is_the_same_to_the_byte(players: int, variant: str) -> None:
    game = played(Setup(players=NAMES[:players], variant=variant, edition="pt", seed=players))
    record = json.dumps(game.record)
    again = Game.replay(json.loads(record))
    assert json.dumps(again.record) == record
    assert (again.zones(), again.result) == (game.zones(), game.result)


def test_undo_takes_back_the_last_choice() -> None:
    check_undo(Game(Setup(players=NAMES[:3], variant="advanced", seed=9)))


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    game = played(Setup(players=NAMES[:2], seed=6), 50)
    save(game.record, tmp_path / "game.json")
    assert snapshot(Game.replay(Record.load(tmp_path / "game.json"))) == snapshot(game)


def test_records_of_the_two_games_are_told_apart() -> None:
    with pytest.raises(RecordError, match="game"):
        Game.replay(OtherGame(OtherSetup(players=NAMES[:2])).record)
    with pytest.raises(RecordError, match="game"):
        OtherGame.replay(Game(Setup(players=NAMES[:2])).record)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"players": ["Ana"]}, "at least 2"),
        ({"players": ["Ana", "Ana"]}, "same name"),
        ({"variant": "long"}, "basic"),
        ({"cards": {}}, "CardSet.load"),
        ({"players": ["Ana", "\t"]}, "must not be empty"),
    ],
)
def test_a_setup_that_no_game_can_begin_with(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        Setup(**({"players": ["Ana", "Bo"]} | fields))


@pytest.mark.parametrize("change", [{"cards": {"kids": []}}, {"variant": "solo"}, {"players": ["Ana"]}])
def test_a_broken_record_is_refused_in_one_sentence(change: dict[str, object]) -> None:
    with pytest.raises(RefusedInput) as refusal:
        Game.replay(Game(Setup(players=NAMES[:2])).record | change)
    assert "\n" not in str(refusal.value)


def test_everybody_may_look_at_the_whole_cards_of_a_lookout() -> None:
    """Ruling on page 12: they lay open when they came there."""
    scene = Scene(players=3).lookout(0, "Glue, Crown").start()
    for name in NAMES[:3]:
        assert [card.name for card in scene.game.view(name).lookout("Nani")] == ["Glue", "Crown"]


class TestForks:
    @pytest.mark.parametrize("variant", ["basic", "advanced"])
    def test_a_fork_keeps_what_the_player_knows_and_deals_the_rest_anew(self, variant: str) -> None:
        check_forks(Game(Setup(players=NAMES[:3], variant=variant, seed=11)), 0.15)

    def test_the_first_look_at_a_game_sees_what_a_watcher_does(self) -> None:
        setup = Setup(players=NAMES[:3], variant="advanced", seed=12)
        check_first_look(lambda watched: Game(setup, watched=watched))

    def test_cards_that_lay_open_stay_their_owners(self) -> None:
        game = played(Setup(players=NAMES[:2], seed=4), 60)
        assert game.choice is not None
        rival = 1 - game.choice.seat
        s = game._state
        known = {card for card in (*s.hands[rival], *s.decks[rival]) if s.seen >> card & 1}
        assert known
        for seed in range(6):
            dealt = game.fork(seed)._state
            assert known <= {*dealt.hands[rival], *dealt.decks[rival]}

    def test_made_up_rules_are_dealt_anew_but_for_the_own(self) -> None:
        scene = Scene(players=3).level(0, 1).level(1, 1).level(2, 1).start()
        rules = {tuple(scene.game.fork(seed)._state.rules) for seed in range(12)}
        assert len(rules) > 4
        assert {rule[0] for rule in rules} == {scene.game._state.rules[0]}

    def test_a_forks_record_replays(self) -> None:
        fork = played(Setup(players=NAMES[:2], seed=1), 33).fork(7)
        random = Random(4)
        while fork.choice is not None:
            fork.answer(random.choice(fork.choice.options))
        assert Game.replay(fork.record).zones() == fork.zones()


class TestStory:
    def test_it_is_told_as_it_goes(self) -> None:
        scene = Scene("glue", "toy × glue").hand(1, "Glue").deck(0, "Book, Crown").start()
        story = Story()
        for key in ("hand:played", "follow:glue", "deck"):
            story.answer(scene.game, key)
        told = [(event.step, event.kind, event.player) for event in story.events]
        assert told[:3] == [(0, "play", "Nani"), (0, "stuff_toys", "Nani"), (1, "discard", "Lui")]
        assert (2, "recruit", "Nani") in told

    def test_nobody_is_told_which_cards_a_rival_drew(self) -> None:
        story, game = Story.replay(played(Setup(players=NAMES[:3], seed=2)).record)
        assert game.over
        drawn = [event for event in story.events if event.kind == "draw"]
        assert drawn
        assert all(event.known_to == frozenset({str(event.player)}) for event in drawn)

    def test_steps_say_who_saw_something_new(self) -> None:
        """What nobody has seen by a step may be taken back, and cards come into sight in such steps only."""
        record = played(Setup(players=NAMES[:2], seed=5)).record
        story, game = Story(), Game(Setup(players=NAMES[:2], seed=5))
        seen: dict[str, set[object]] = {name: set(cards_in_sight(game.view(name))) for name in NAMES[:2]}
        lay_open: set[object] = set(game.zones()["park"])
        for key in record["choices"]:
            story.answer(game, key)
            for name in NAMES[:2]:
                now = set(cards_in_sight(game.view(name)))
                if now - seen[name] - lay_open:
                    assert name in story.steps[-1].revealed
                seen[name] |= now
                lay_open |= set(game.view(name).discards(name))


@pytest.mark.parametrize("edition", ["en", "pt", "fr", "cs"])
def test_every_kind_of_question_is_a_sentence_in_every_language(edition: str) -> None:
    kinds: set[str] = set()
    for seed in range(12):
        game, random = Game(Setup(players=NAMES, edition=edition, seed=seed)), Random(seed)
        while (choice := game.choice) is not None:
            kinds.add(choice.kind)
            assert choice.prompt.endswith((".", "?"))
            game.answer(random.choice(choice.options))
    assert len(kinds) > 18


OLD_RECORDS = json.loads(Path(__file__).with_name("records_version_1.json").read_text())


class TestOldRecords:
    @pytest.mark.parametrize("old", OLD_RECORDS, ids=lambda old: old["record"]["edition"])
    def test_a_record_of_version_1_is_replayed_by_the_rules_of_then(self, old: dict[str, Any]) -> None:
        with pytest.raises(RecordError):
            Game.replay(old["record"] | {"version": 2})
        game = Game.replay(old["record"])
        assert game.result is not None
        assert [player.total for player in game.result.players] == old["totals"]
        assert game.record == old["record"]

    def test_it_is_played_on_by_those_rules(self) -> None:
        old = OLD_RECORDS[0]["record"]
        begun = Game.replay(old | {"choices": old["choices"][:60]})
        game = Game.replay(play_on(begun).record)
        assert (game.over, game.record["version"]) == (True, 1)

    def test_a_new_game_has_the_rules_of_now(self) -> None:
        assert Game(Setup(players=NAMES[:2])).record["version"] == 2
