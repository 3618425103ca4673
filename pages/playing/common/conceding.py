"""A player gives up: a bot plays on in the seat, or all are played to the end."""

from __future__ import annotations

from contextlib import suppress

from pages.playing.common.sitting import Overtaken, Sitting
from pages.words import Words


def may_concede(sitting: Sitting, viewer: str) -> bool:
    """Whether ``viewer`` may give up now; a branch is practice, which nobody needs to give up."""
    return not sitting.game.over and not sitting.branch and viewer in sitting.staying


def conceding(sitting: Sitting, viewer: str, w: Words) -> str | None:
    """What it means if ``viewer`` gives up now; None where that may not be."""
    if not may_concede(sitting, viewer):
        return None
    left = len(sitting.game.setup.players) - len(sitting.game.conceded) - 1
    ends = left <= 1 or sitting.staying == [viewer]
    return w["concede_ends" if ends else "concede_goes_on"]


def concessions(sitting: Sitting, w: Words) -> list[tuple[int, str]]:
    """Who gave up: of each the number of the choice that came next, and a sentence."""
    return [(after, w("conceded", names=name)) for after, name in sitting.game.record.get("conceded", [])]


def concede(sitting: Sitting, viewer: str, step: object) -> bool:
    """``viewer`` gives up; False when that may not be, or the game has gone on since ``step``.

    Their seat goes on being asked, and the normal bot answers. Where nobody is left to win against, or no
    person, bots finish the game at once, so that its form is full. It is kept before they play, for that
    takes a while. A tap of before the game went on means nothing any more.

    Raises:
        ArchiveError: the game cannot be kept; it is conceded all the same.
        Overtaken: another device did something at the same instant, and that stands.
    """
    if step != sitting.step or not may_concede(sitting, viewer):
        return False
    sitting.game.concede(viewer)
    try:
        sitting.save()
    finally:
        sitting.advance()
    with suppress(Overtaken):  # who saw it meanwhile played on, and that stands
        sitting.save()
    return True
