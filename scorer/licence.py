"""The solo form S-42a, the application for a librarian's licence (RULES 4)."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.cards import Category
from scorer.inspection import PROMINENT_PRIZES, Column, Entrant, column

#: S-42a knows no second prize in B2.
PROMINENT_PRIZE = PROMINENT_PRIZES[0]


@dataclass(frozen=True, slots=True)
class Application:
    """A filled-in form S-42a: the player's column, the public library's, and whether the player won."""

    player: Column
    library: Column
    conceded: bool = False

    @property
    def won(self) -> bool:
        """Only with strictly more points, and not after conceding; otherwise the public library wins."""
        if self.conceded:
            return False
        return self.player.total > self.library.total


def licence_awards(player: int, library: int) -> tuple[int, int]:
    """B2 alone: the prize goes to whoever has more prominent books; the library wins ties.

    >>> licence_awards(9, 8), licence_awards(8, 8)
    ((15, 0), (0, 15))
    """
    return (PROMINENT_PRIZE, 0) if player > library else (0, PROMINENT_PRIZE)


def apply(
    player: Entrant, library: Entrant, prominent: Category, banned: Category, conceded: bool = False
) -> Application:
    """Form S-42a. The public library skips A1 and B1: it is the whole discard pile."""
    first, second = licence_awards(player.books[prominent], library.books[prominent])
    return Application(column(player, first, banned), column(library, second, banned), conceded)
