"""The end of a game of Fort: the score sheet filled in, every sum explained, the game in the archive."""

from __future__ import annotations

from typing import Any, cast

import streamlit as st

from pages.evening.box import evening
from pages.playing.common.ending import to_take_along, verdict, with_bots
from pages.playing.common.sitting import Sitting
from pages.session.archive import archive
from pages.session.reopened import kept_game
from pages.widgets.fort_sums import files, reasons, sums, won
from pages.widgets.saying import HERE
from pages.words import words
from scorer.fort import FortResult
from scorer.fort.play import Game


def keep(sitting: Sitting) -> None:
    """Puts the finished game into the archive, once; a branch of another game stays out.

    Raises:
        ArchiveError: it cannot be kept.
    """
    result: FortResult | None = sitting.game.result
    if result is not None and not sitting.finished and not sitting.branch:
        sitting.finish(sheet(sitting), result.model_dump(mode="json"))


def sheet(sitting: Sitting) -> dict[str, Any]:
    """The score sheet of a game that is over, with its bots."""
    filled = cast(Game, sitting.game).sheet()
    return {"players": with_bots(sitting, filled["players"])}


def show(sitting: Sitting) -> None:
    """Who won and why, the sums, and files to take along."""
    w = words("fort")
    result = cast(FortResult, sitting.game.result)
    st.html(HERE / "archive.css")
    filled = sheet(sitting)
    verdict(sitting, keep, won(result, sitting.game.conceded, w))
    sums(result, w)
    reasons(result, filled["players"], w)
    with st.container(horizontal=True):
        files(filled, result)
    evening(kept_game(archive, sitting.kind, sitting.key), "play")
    to_take_along(sitting)
