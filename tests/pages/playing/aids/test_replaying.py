"""What happened since a turn: patches lead from table to table, and the last one is the table that is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.playing.aids.replaying import history, patch, patched, replay
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.scene import _table, scene, watched
from pages.playing.fort.scene import watched as fort_watched
from pages.words import Words
from scorer.editions import load_edition
from scorer.fort import play as fort
from scorer.fort.words import load_words
from scorer.play import Event, Game, Setup
from scorer.play.bots import make_bot

#: What a whole game shows besides the table.
BESIDE = ("away", "buried", "looking", "own")
ENGLISH, LOG = load_edition("en"), Words("play_log", "en")
PARTS = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "A1", "E2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)


@given(PARTS, PARTS)
def test_a_patch_makes_one_part_of_another(before: Any, after: Any) -> None:
    found = patch(before, after)
    assert (found is None) == (before == after)
    assert patched(before, found or {}) == after if found else before == after


@pytest.fixture
def sitting() -> Sitting:
    record = Game(Setup(players=["Ana", "Bo", "Cy"], seed=3)).record
    return Sitting("play", "k", {"record": record, "bots": {"Bo": "normal", "Cy": "normal"}})


def shown(sitting: Sitting) -> dict[str, Any] | None:
    return replay(
        sitting,
        "Ana",
        lambda game: _table(sitting, game.view("Ana"), None),
        lambda event: event.kind,
        lambda event: [str(event.player)],
    )


def test_the_steps_lead_to_the_table_as_it_is(sitting: Sitting) -> None:
    bot, replays = make_bot("normal", 1), 0
    while (choice := sitting.game.choice) is not None:
        found = shown(sitting)
        last = sitting.story.steps[-1] if sitting.story.steps else None
        if last is None or (last.player == "Ana" and not last.forced):
            assert found is None
        elif found is not None:
            table = found["first"]
            for step in found["steps"]:
                assert step["say"]
                table = patched(table, step["patch"])
            if found["steps"][-1]["step"] == sitting.step - 1:  # else more came that nobody is told of
                assert table == _table(sitting, sitting.game.view("Ana"), None)
                replays += 1
        key = bot.decide(sitting.game.view("Ana"), choice).key
        sitting.story.answer(sitting.game, key)
        sitting.advance()
    assert replays > 5


def test_a_scene_brings_what_the_others_did_in_words(sitting: Sitting) -> None:
    bot = make_bot("normal", 1)
    told: dict[str, Any] = {}
    while (choice := sitting.game.choice) is not None and sitting.game.round < 2:
        told = scene(sitting, "Ana", LOG, ENGLISH)
        sitting.story.answer(sitting.game, bot.decide(sitting.game.view("Ana"), choice).key)
        sitting.advance()
        if told["replay"]:
            break
    (step, *_) = told["replay"]["steps"]
    assert all(sentence in told["log"] for sentence in step["say"])
    assert set(step["at"]) <= {"seat:0", "seat:1", "seat:2", *(f"tile:{n}" for n in range(1, 19))}
    assert "top" not in told["replay"]["first"]


def test_the_history_has_a_chapter_a_round(sitting: Sitting) -> None:
    bot = make_bot("normal", 1)
    while (choice := sitting.game.choice) is not None and sitting.game.round < 3:
        sitting.story.answer(sitting.game, bot.decide(sitting.game.view("Ana"), choice).key)
        sitting.advance()

    def said(event: Event) -> str:
        return f"{event.kind} {event.number}"

    chapters = history(sitting, said, "begun")
    assert [chapter["title"] for chapter in chapters] == ["begun", "round 1", "round 2", "round 3"]
    many = sum(len(chapter["lines"]) for chapter in chapters)
    assert many + 3 == len(sitting.story.events)


def test_a_whole_game_leads_from_the_first_table_to_the_last(sitting: Sitting) -> None:
    bot = make_bot("normal", 1)
    while (choice := sitting.game.choice) is not None:
        sitting.story.answer(sitting.game, bot.decide(sitting.game.view(choice.player), choice).key)
    seen = watched(sitting, "Ana", LOG, ENGLISH)
    table, steps = seen["watch"]["first"], seen["watch"]["steps"]
    assert (table["round"], [seat["shelf"] for seat in table["seats"]]) == (0, [[], [], []])
    told = [sentence for step in steps for sentence in step["say"]]
    assert len(told) == len(sitting.story.events)
    assert told[-1] == seen["log"][-1]
    assert all(step["say"] for step in steps)
    hands = set()
    for step in steps:
        table = patched(table, step["patch"])
        hands.add(tuple(table["hand"]))
    assert table == _table(sitting, sitting.game.view("Ana"), None) | {name: seen[name] for name in BESIDE}
    assert len(hands) > 10
    first = seen["watch"]["first"]
    assert first["own"]["total"] != seen["own"]["total"], "the points are as they were then"
    others = watched(sitting, "Bo", LOG, ENGLISH)["watch"]["first"]["hand"]
    assert others != seen["watch"]["first"]["hand"]
    assert (seen["top"], seen["replay"], seen["choice"]) == (None, None, None)


def test_a_whole_game_with_hidden_cards_dealt_anew_leads_to_its_last_table(sitting: Sitting) -> None:
    bot = make_bot("normal", 1)
    game = sitting.game
    while (choice := game.choice) is not None:
        if len(game.record["choices"]) in (20, 60):
            game = game.fork(4)
        game.answer(bot.decide(game.view(choice.player), choice).key)
    assert len(game.record["forks"]) == 2
    again = Sitting("play", "k", {"record": game.record, "bots": sitting.bots})
    seen = watched(again, "Ana", LOG, ENGLISH)
    table = seen["watch"]["first"]
    for step in seen["watch"]["steps"]:
        table = patched(table, step["patch"])
    assert table == _table(again, again.game.view("Ana"), None) | {name: seen[name] for name in BESIDE}


def test_a_whole_game_of_fort_leads_to_its_last_table() -> None:
    names = ["Ana", "Bo"]
    record = fort.Game(fort.Setup(players=names, seed=3, variant="advanced")).record
    sitting = Sitting("fort_play", "k", {"record": record, "bots": dict.fromkeys(names, "normal")})
    seen = fort_watched(sitting, "Bo", Words("fort_log", "en"), load_words("en"))
    table = seen["watch"]["first"]
    assert table["phase"] == "draft"
    for step in seen["watch"]["steps"]:
        table = patched(table, step["patch"])
    assert {name: seen[name] for name in table} == table
