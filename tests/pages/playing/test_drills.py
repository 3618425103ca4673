"""Drills on the page: an answer is scored, the best one is named, the record is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
import streamlit as st

from pages.playing import drills
from pages.words import Words
from scorer.editions import load_edition
from scorer.folders import user_folder
from scorer.play.bots.drills import KINDS, PLAYER, Kind


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.play.bots.drills.TRIES", 12)
    monkeypatch.setattr(drills, "state", st.session_state)
    for key in ("drill", "drill-told", "drill-answers"):
        st.session_state.pop(key, None)


def tap(option: str, step: int) -> dict[str, Any]:
    return {"kind": "answer", "game": st.session_state.drill[2].key, "step": step, "option": option}


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_scored_once_and_kept(kind: Kind) -> None:
    w, screen = Words("hints", "en"), load_edition("en")
    drills._begin(kind)
    sitting = st.session_state.drill[2]
    assert sitting.game.choice is not None
    assert sitting.game.choice.player == PLAYER
    drills._take(kind, sitting, tap("nonsense", sitting.step), w, screen)
    assert "drill-told" not in st.session_state
    last = sitting.game.choice.options[-1].key
    drills._take(kind, sitting, tap(last, sitting.step), w, screen)
    best, told = st.session_state["drill-told"]
    assert "of 100." in told
    assert best
    drills._take(kind, sitting, tap(last, sitting.step), w, screen)
    number, best, total = json.loads((user_folder() / drills.FILE).read_text())[kind]
    assert best <= total <= number * 100
    assert drills._kept()[kind] == (number, best, total)


def test_a_broken_record_of_drills_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(drills, "refuse", said.append)
    user_folder().mkdir(parents=True, exist_ok=True)
    for text in ("mice", '{"flips": [1]}', '{"flips": 3}'):
        (user_folder() / drills.FILE).write_text(text)
        assert drills._kept() == {}
    assert len(said) == 3
