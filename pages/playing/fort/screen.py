"""How Fort is shown: its table, and the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.playing.aids.branching import PlayOn
from pages.playing.aids.hints import SHOWN, reviewed, rows_apart, shown
from pages.playing.aids.replaying import history
from pages.playing.common import conceding
from pages.playing.common.sitting import Sitting
from pages.playing.fort import ending
from pages.playing.fort.scene import curtain, scene, watched
from pages.playing.fort.table import DRAWING, names
from pages.playing.fort.telling import label, line
from pages.words import Words, chosen, words
from scorer.engine.search import HINT_TRIES
from scorer.fort.play import Event
from scorer.fort.play.bots.advice import hints, review
from scorer.fort.words import Words as FortWords
from scorer.fort.words import load_words


class Fort:
    """Fort on screen (`pages.playing.screens.Screen`)."""

    hinting = True

    def kit(self, sitting: Sitting) -> None:
        DRAWING.kit(names(sitting.game.setup.card_set, chosen()))

    def scene(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        return scene(sitting, viewer, _log(), _words())

    def watched(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        return watched(sitting, viewer, _log(), _words())

    def curtain(self, sitting: Sitting, name: str, at_this_device: bool) -> dict[str, Any]:
        return curtain(sitting, name, at_this_device, _log(), _words())

    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        DRAWING.table(scene, key, on_tap)

    def history(self, sitting: Sitting, viewer: str | None) -> list[dict[str, Any]]:
        def sentence(event: Event) -> str:
            return line(event, viewer, _log(), _words())

        w = words("table_aids")
        return history(sitting, sentence, w["begun"], gave_up=conceding.concessions(sitting, w))

    def hints(self, sitting: Sitting, viewer: str) -> list[dict[str, Any]]:
        choice = sitting.game.choice
        assert choice is not None
        screen = _words()
        found = hints(sitting.game.view(viewer), choice, SHOWN, screen, HINT_TRIES)
        return shown(found, words("hints", screen.key), lambda option: label(option, screen))

    def over(self, sitting: Sitting) -> None:
        ending.show(sitting)

    def named(self, sitting: Sitting, option: Any) -> str:
        return label(option, _words())

    def afterwards(self, sitting: Sitting, play_on: PlayOn) -> None:
        screen, w = _words(), words("hints")
        reviewed(
            sitting,
            w,
            lambda name: review(sitting.game.record, name, screen, HINT_TRIES),
            lambda option: label(option, screen),
            lambda apart: rows_apart(apart, w, "sheet", words("fort")),
            play_on,
        )


def _log() -> Words:
    return words("fort_log")


def _words() -> FortWords:
    return load_words(chosen())
