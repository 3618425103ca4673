"""Drills on the page Solo: one choice, its score, and a record of all that were tried."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.playing.frame import new_seed
from pages.playing.scene import scene
from pages.playing.sitting import Sitting
from pages.playing.table import DRAWING, kit
from pages.playing.telling import label
from pages.session.rights import Right, may
from pages.widgets.saying import refuse
from pages.words import Words, chosen, words
from scorer.editions import Edition, load_edition
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.folders import user_folder
from scorer.limits import SHEET
from scorer.play import IllegalChoice, Option
from scorer.play.bots.drills import (
    KINDS,
    OPPONENT,
    PLAYER,
    Kind,
    best_turns,
    drill,
    flips_score,
    ranked,
    score,
)
from scorer.whole import write_whole

state = st.session_state
#: Seeds are below this.
SEEDS = 100_000
#: The record of drills in the user's data folder: for each kind how many, the best score, and the sum.
FILE = "drills.json"


def under_way() -> bool:
    return "drill" in state


def offer(w: Words) -> None:
    """A button a kind, with the record so far."""
    st.subheader(w["drills"], anchor=False)
    kept = _kept() if may(Right.EXPORT_ALL) else {}
    for kind in KINDS:
        told = kept.get(kind)
        line = w("drill_record", n=told[0], best=told[1], mean=round(told[2] / told[0])) if told else None
        if st.button(w[f"drill_{kind}"], key=f"drill-{kind}", help=line):
            _begin(kind)
            st.rerun()
        if line:
            st.caption(line)


def _begin(kind: Kind) -> None:
    seed = new_seed(below=SEEDS)
    record = drill(kind, seed).record
    state.drill = (
        kind,
        seed,
        Sitting("solo", f"drill{seed}", {"record": record, "bots": {OPPONENT: "normal"}}),
    )
    state["drill-answers"] = []
    state.pop("drill-told", None)


def play() -> None:
    """The table with the one question, and what an answer was worth."""
    kind, _, sitting = state.drill
    w, screen = words("hints"), load_edition(chosen())
    st.title(w[f"drill_{kind}"], anchor=False)
    st.markdown(w[f"drill_{kind}_how"])
    kit(screen, sitting.game.setup.full_deck)
    key = f"table-{sitting.widget}"
    shown = scene(sitting, PLAYER, words("play_log", screen.key), screen, aids=False) | {"undo": None}
    if told := state.get("drill-told"):
        best, said = told
        shown |= {"told": said, "hints": [{"option": option} for option in best]}
    DRAWING.table(shown, key, lambda: _take(kind, sitting, state[key]["tap"], w, screen))
    with st.container(horizontal=True):
        if st.button(w["drill_next"], type="primary", key="drill-next"):
            _begin(kind)
            st.rerun()
        if st.button(w["drill_leave"], key="drill-leave"):
            del state.drill
            st.rerun()


def _take(kind: Kind, sitting: Sitting, tap: dict[str, Any] | None, w: Words, screen: Edition) -> None:
    if not tap or tap.get("kind") != "answer" or tap.get("game") != sitting.key or "drill-told" in state:
        return
    game, answers, key = sitting.game, state["drill-answers"], str(tap["option"])
    if game.choice is None or tap.get("step") != sitting.step:
        return
    try:
        game.choice.option(key)
    except IllegalChoice:
        return
    if kind == "flips":
        if key != "done":
            answers.append(key)
            sitting.story.answer(game, key)
        if key == "done" or game.choice is None or game.choice.player != PLAYER:
            asked = drill(kind, state.drill[1])
            points = flips_score(asked, answers)
            best = best_turns(asked)
            cards = ", ".join(label(option, screen) for option in best)
            _tell(kind, points, best, w("drill_turn", cards=cards), w)
        return
    options = ranked(game, screen)
    points, top = score(options, key), max(options, key=lambda advice: advice.margin)
    better = w("drill_better", better=label(top.option, screen), reason=top.reason)
    _tell(kind, points, [top.option], better, w)


def _tell(kind: Kind, points: int, best: Sequence[Option], better: str, w: Words) -> None:
    """Says the score, with what was ``better`` where something was, and adds it to the record.

    The table stays, with a mark on the ``best`` options.
    """
    told = w("drill_score", points=points)
    told = f"{told} {better}" if points < 100 else told
    keys = [option.key for option in best]
    state["drill-told"] = keys, told
    if not may(Right.EXPORT_ALL):
        return  # the record is the owner's
    kept = _kept()
    number, highest, total = kept.get(kind, (0, 0, 0))
    kept[kind] = (number + 1, max(highest, points), total + points)
    path = user_folder() / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(kept).encode())
    except OSError:
        state["drill-told"] = keys, f"{told} {w['drill_unkept']}"


def _kept() -> dict[str, tuple[int, int, int]]:
    """The record; empty where its file is none."""
    path = user_folder() / FILE
    if not path.exists():
        return {}
    try:
        data = parse_json(path.read_bytes(), str(path), SHEET, RefusedInput)
        return {
            kind: (int(data[kind][0]), int(data[kind][1]), int(data[kind][2]))
            for kind in KINDS
            if kind in data
        }
    except (OSError, RefusedInput) as error:
        refuse(str(error))
    except (TypeError, ValueError, IndexError, KeyError):
        refuse(words("hints")("drill_broken", path=path))
    return {}
