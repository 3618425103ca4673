"""What happened since a turn: patches lead from table to table, and the last one is the table that is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.playing.aids.replaying import history, patch, patched, replay
from pages.playing.scene import _table, scene
from pages.playing.sitting import Sitting
from pages.words import Words
from scorer.editions import load_edition
from scorer.play import Event, Game, Setup
from scorer.play.bots import make_bot

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
