"""Drills on the pages of both games: an answer is scored, the best one is named, the record is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
import streamlit as st

from pages.playing.aids import drills
from pages.playing.aids.drills import Drills
from pages.playing.ex_libris.drills import DRILLS as OF_EX_LIBRIS
from pages.playing.fort.drills import DRILLS as OF_FORT
from pages.words import Words
from scorer.engine.search import Apart, Lead
from scorer.folders import user_folder
from scorer.fort.play.bots.drills import KINDS as FORT_KINDS
from scorer.play.bots.drills import KINDS

OF_BOTH = [*((OF_EX_LIBRIS, kind) for kind in KINDS), *((OF_FORT, kind) for kind in FORT_KINDS)]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.play.bots.drills.HINT_TRIES", 12)
    monkeypatch.setattr(drills, "state", st.session_state)
    monkeypatch.setenv("SHELFMARK_SEED", "3")
    for game in (OF_EX_LIBRIS, OF_FORT):
        for key in (game.name, f"{game.name}-verdict"):
            st.session_state.pop(key, None)


def tap(game: Drills, option: str) -> dict[str, Any]:
    sitting = st.session_state[game.name][2]
    return {"kind": "answer", "game": sitting.key, "step": sitting.step, "option": option}


@pytest.mark.parametrize(("game", "kind"), OF_BOTH)
def test_an_answer_is_scored_once_and_kept(game: Drills, kind: str) -> None:
    w = Words("hints", "en")
    game.begin(kind)
    sitting = st.session_state[game.name][2]
    choice = sitting.game.choice
    assert choice.player == sitting.game.setup.players[0] == "Player 1"
    game.take(tap(game, "nonsense"), w)
    assert f"{game.name}-verdict" not in st.session_state
    last = choice.options[-1].key
    game.take(tap(game, last), w)
    marked, told = st.session_state[f"{game.name}-verdict"]
    assert "of 100." in told
    assert set(marked) <= {option.key for option in choice.options}
    assert marked
    game.take(tap(game, last), w)
    number, best, total = json.loads((user_folder() / game.file).read_text())[kind]
    assert best <= total <= number * 100
    assert game.kept()[kind] == (number, best, total)


def test_the_best_answer_is_praised_with_its_reason() -> None:
    w = Words("hints", "en")
    OF_FORT.begin("fort_card")
    seed, sitting = st.session_state[OF_FORT.name][1:]
    first = sitting.game.choice.options[0].key
    other = OF_FORT.judge("fort_card", seed, sitting, first, w)
    assert other is not None
    OF_FORT.take(tap(OF_FORT, other.best[0]), w)
    marked, told = st.session_state[f"{OF_FORT.name}-verdict"]
    assert (marked, told) == (list(other.best), f"100 of 100. {other.why}")
    assert other.why in other.better


def test_after_the_last_round_nothing_pays_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.playing.ex_libris.drills.apart", lambda *_: Apart(Lead(0.1, 0.5), {}, 5))
    w = Words("hints", "en")
    for kind, later in (("shelving", False), ("location", True)):
        OF_EX_LIBRIS.begin(kind)
        seed, sitting = st.session_state[OF_EX_LIBRIS.name][1:]
        keys = [option.key for option in sitting.game.choice.options]
        judged = [OF_EX_LIBRIS.judge(kind, seed, sitting, key, w) for key in keys[:3]]
        assert any(one is not None and "it pays later" in one.better for one in judged) == later


@pytest.mark.parametrize("game", [OF_EX_LIBRIS, OF_FORT])
def test_a_broken_record_of_drills_begins_anew(monkeypatch: pytest.MonkeyPatch, game: Drills) -> None:
    said: list[str] = []
    monkeypatch.setattr(drills, "refuse", said.append)
    user_folder().mkdir(parents=True, exist_ok=True)
    for text in ("mice", '{"flips": [1], "fort_add": [1]}', '{"flips": 3, "fort_add": 3}'):
        (user_folder() / game.file).write_text(text)
        assert game.kept() == {}
    assert len(said) == 3
