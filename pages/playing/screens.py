"""How each game is shown: what its table is told and drawn by, and what comes with it and after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pages.playing.aids.branching import PlayOn
from pages.playing.common.sitting import Kind, Sitting
from pages.playing.ex_libris.screen import ExLibris
from pages.playing.fort.screen import Fort


class Screen(Protocol):
    """How a game is shown."""

    #: Whether a player may ask for `hints`.
    hinting: bool

    def kit(self, sitting: Sitting) -> None:
        """Sends what does not change while the game is on."""

    def scene(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        """The table as ``viewer`` sees it, with the question if it is theirs."""

    def watched(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        """A game that is over, from its first choice to its last, as ``viewer`` saw it."""

    def curtain(self, sitting: Sitting, name: str, at_this_device: bool) -> dict[str, Any]:
        """The table while the device is passed to ``name``, or while they answer at another."""

    def history(self, sitting: Sitting, viewer: str | None) -> list[dict[str, Any]]:
        """All that happened, a chapter a round, as ``viewer`` (None: everybody) may know it."""

    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        """Draws a scene or a curtain."""

    def hints(self, sitting: Sitting, viewer: str) -> list[dict[str, Any]]:
        """The best options of the open question, which is the viewer's and has several."""

    def over(self, sitting: Sitting) -> None:
        """Who won and why, and files to take along."""

    def named(self, sitting: Sitting, option: Any) -> str:
        """An option in a few words."""

    def afterwards(self, sitting: Sitting, play_on: PlayOn) -> None:
        """What can be looked at when the game is over; ``play_on`` goes on from a choice that cost points."""


_EX_LIBRIS = ExLibris()
SCREENS: dict[Kind, Screen] = {"play": _EX_LIBRIS, "solo": _EX_LIBRIS, "fort_play": Fort()}
