"""Which games of an archive figures are counted from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from scorer.archive.figures.standing import Form
from scorer.archive.rows import ArchivedGame


def on_screen(game: ArchivedGame) -> bool:
    """Whether the game was played here, and not with the printed game."""
    return game.source in ("play", "solo") or game.has_record


@dataclass(frozen=True, slots=True)
class Choosing:
    """The games that fit all that is given; what is None fits every game.

    ``since`` is the first moment that counts and ``until`` the first that counts no more, both with their
    zone. ``players`` is how many sat at the table. Fort has no edition.

    >>> Choosing(players=2).of([])
    []
    """

    form: Form | None = None
    since: datetime | None = None
    until: datetime | None = None
    edition: str | None = None
    players: int | None = None
    screen: bool | None = None

    def of(self, games: Iterable[ArchivedGame]) -> list[ArchivedGame]:
        """These games, in the order in which they are given."""
        return [game for game in games if self._fits(game)]

    def _fits(self, game: ArchivedGame) -> bool:
        return (
            self.form in (None, game.form)
            and (self.since is None or game.played >= self.since)
            and (self.until is None or game.played < self.until)
            and self.edition in (None, game.result.get("edition"))
            and self.players in (None, len(game.players))
            and self.screen in (None, on_screen(game))
        )


def years(games: Iterable[ArchivedGame], zone: tzinfo) -> list[int]:
    """The years in which games were played, by the clock of a time zone, the latest first."""
    return sorted({game.played.astimezone(zone).year for game in games}, reverse=True)
