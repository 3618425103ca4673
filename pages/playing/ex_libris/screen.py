"""How Ex Libris is shown, with others or alone: its table, and the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.playing.aids.branching import PlayOn
from pages.playing.aids.replaying import history
from pages.playing.common import conceding
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris import ending
from pages.playing.ex_libris.hints import beside_bots, hinted, looking_back
from pages.playing.ex_libris.scene import curtain, scene, watched
from pages.playing.ex_libris.table import DRAWING, kit
from pages.playing.ex_libris.telling import label, sentence
from pages.words import Words, chosen, words
from scorer.editions import Edition
from scorer.own_tiles import owned_edition
from scorer.play import Event


class ExLibris:
    """Ex Libris on screen (`pages.playing.screens.Screen`)."""

    hinting = True

    def kit(self, sitting: Sitting) -> None:
        kit(_edition(sitting), sitting.game.setup.full_deck)

    def scene(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        return scene(sitting, viewer, _log(), _edition(sitting))

    def watched(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        return watched(sitting, viewer, _log(), _edition(sitting))

    def curtain(self, sitting: Sitting, name: str, at_this_device: bool) -> dict[str, Any]:
        return curtain(sitting, name, at_this_device, _log(), _edition(sitting))

    def history(self, sitting: Sitting, viewer: str | None) -> list[dict[str, Any]]:
        def line(event: Event) -> str:
            return sentence(event, sitting.story.names(event, viewer), _log(), _edition(sitting))

        w = words("table_aids")
        return history(sitting, line, w["begun"], gave_up=conceding.concessions(sitting, w))

    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        DRAWING.table(scene, key, on_tap)

    def hints(self, sitting: Sitting, viewer: str) -> list[dict[str, Any]]:
        return hinted(sitting, viewer, _edition(sitting))

    def over(self, sitting: Sitting) -> None:
        ending.show(sitting)

    def named(self, sitting: Sitting, option: Any) -> str:
        return label(option, _edition(sitting))

    def afterwards(self, sitting: Sitting, play_on: PlayOn) -> None:
        looking_back(sitting, _edition(sitting), play_on)
        if sitting.kind == "solo":
            beside_bots(sitting, _edition(sitting))


def _edition(sitting: Sitting) -> Edition:
    """The names that are read on screen, those of the owner's tiles among them."""
    return owned_edition(chosen(), sitting.game.setup.tiles)


def _log() -> Words:
    return words("play_log")
