"""Drills of any game on its page: one choice, its score, and a record of all that were tried."""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.playing.common.seeds import new_seed
from pages.playing.common.sitting import Kind, Sitting
from pages.session.rights import Right, may
from pages.widgets.saying import refuse
from pages.words import Words, chosen, words
from scorer.editions import called
from scorer.engine.choices import IllegalChoice
from scorer.engine.game import AnyGame
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.folders import user_folder
from scorer.limits import SHEET
from scorer.whole import write_whole

state = st.session_state
#: Seeds are below this.
SEEDS = 100_000


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer of so many ``points`` of 100: the keys of the ``best`` options, the sentence on something
    ``better``, and why the best is good, where that is told.
    """

    points: int
    best: Sequence[str]
    better: str
    why: str = ""


class Drills(ABC):
    """The drills of one game.

    ``sitting`` is the kind of its games. ``name`` keeps what is under way apart from other games' drills;
    ``file`` in the user's data folder holds for each of the ``kinds`` how many, the best score, and the sum.
    ``back`` is the word of the button that leaves.
    """

    def __init__(self, sitting: Kind, name: str, file: str, kinds: Sequence[str], back: str) -> None:
        self._sitting, self.name, self.file, self._kinds, self._back = sitting, name, file, kinds, back

    # What a game must say

    @abstractmethod
    def deal(self, kind: str, seed: int) -> tuple[AnyGame, Mapping[str, str]]:
        """A game that waits for the drill's choice, of the player in the first seat; and the bots in it."""

    @abstractmethod
    def kit(self, sitting: Sitting) -> None:
        """Sends what the table is drawn with."""

    @abstractmethod
    def scene(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        """The table as the player sees it, without what happened before."""

    @abstractmethod
    def judge(self, kind: str, seed: int, sitting: Sitting, key: str, w: Words) -> Judged | None:
        """What an answer is worth; None where more answers come first."""

    @abstractmethod
    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        """Draws a scene."""

    # The page

    def under_way(self) -> bool:
        return self.name in state

    def offer(self, w: Words) -> None:
        """A button a kind, with the record so far."""
        st.subheader(w["drills"], anchor=False)
        kept = self.kept() if may(Right.EXPORT_ALL) else {}
        for kind in self._kinds:
            line = None
            if kind in kept:
                number, best, total = kept[kind]
                line = w("drill_record", n=number, best=best, mean=round(total / number))
            if st.button(w[f"drill_{kind}"], key=f"drill-{kind}", help=line):
                self.begin(kind)
                st.rerun()
            if line:
                st.caption(line)

    def begin(self, kind: str) -> None:
        seed = new_seed(below=SEEDS)
        with st.spinner(words("table_aids")["thinking"]):
            game, bots = self.deal(kind, seed)
        record = game.record
        record["players"] = [called(name, chosen()) for name in record["players"]]
        # The key goes to the browser, so it tells no seed, which tells all hidden cards.
        sitting = Sitting(self._sitting, secrets.token_urlsafe(9), {"record": record, "bots": bots})
        state[self.name] = kind, seed, sitting
        state.pop(f"{self.name}-verdict", None)

    def play(self) -> None:
        """The table with the one question, and what an answer was worth."""
        kind, _, sitting = state[self.name]
        w = words("hints")
        st.title(w[f"drill_{kind}"], anchor=False)
        st.markdown(w[f"drill_{kind}_how"])
        self.kit(sitting)
        key = f"table-{sitting.widget}"
        shown = self.scene(sitting, sitting.game.setup.players[0]) | {"undo": None}
        if verdict := state.get(f"{self.name}-verdict"):
            best, sentence = verdict
            shown |= {"verdict": sentence, "hints": [{"option": option} for option in best]}
        self.table(shown, key, lambda: self.take(state[key]["tap"], w))
        with st.container(horizontal=True):
            if st.button(w["drill_next"], type="primary", key="drill-next"):
                self.begin(kind)
                st.rerun()
            if st.button(w[self._back], key="drill-leave"):
                del state[self.name]
                st.rerun()

    def take(self, tap: dict[str, Any] | None, w: Words) -> None:
        """Judges the answer that was tapped, if it is one to the open question."""
        kind, seed, sitting = state[self.name]
        if not tap or tap.get("kind") != "answer" or tap.get("game") != sitting.key:
            return
        choice, key = sitting.game.choice, str(tap["option"])
        if choice is None or tap.get("step") != sitting.step or f"{self.name}-verdict" in state:
            return
        try:
            choice.option(key)
        except IllegalChoice:
            return
        if judged := self.judge(kind, seed, sitting, key, w):
            self._tell(kind, judged, w)

    def _tell(self, kind: str, judged: Judged, w: Words) -> None:
        """Says the score, with what was better where something was, and adds it to the record.

        The table stays, with a mark on the best options.
        """
        points, best = judged.points, list(judged.best)
        more = judged.better if points < 100 else judged.why
        sentence = f"{w('drill_score', points=points)} {more}".strip()
        state[f"{self.name}-verdict"] = best, sentence
        if not may(Right.EXPORT_ALL):
            return  # the record is the owner's
        kept = self.kept()
        number, highest, total = kept.get(kind, (0, 0, 0))
        kept[kind] = (number + 1, max(highest, points), total + points)
        path = user_folder() / self.file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(kept).encode())
        except OSError:
            state[f"{self.name}-verdict"] = best, f"{sentence} {w['drill_unkept']}"

    def kept(self) -> dict[str, tuple[int, int, int]]:
        """The record; empty where its file is none."""
        path = user_folder() / self.file
        if not path.exists():
            return {}
        try:
            data = parse_json(path.read_bytes(), str(path), SHEET, RefusedInput)
            return {
                kind: (int(data[kind][0]), int(data[kind][1]), int(data[kind][2]))
                for kind in self._kinds
                if kind in data
            }
        except (OSError, RefusedInput) as error:
            refuse(str(error))
        except (TypeError, ValueError, IndexError, KeyError):
            refuse(words("hints")("drill_broken", path=path))
        return {}
