"""What a rival may discard to follow, told a second time like `tests.scorer.fort.play.slow`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from scorer.fort.actions import Action, factors
from scorer.fort.cards import Kid
from tests.scorer.fort.play.slow import COIN, SUITS, Board, Extra, Terms, ends, more, settings


@dataclass(frozen=True)
class Chase:
    """A rival who may follow: the cards in hand, the suits that match, and the public action."""

    cards: tuple[Kid, ...]
    hand: tuple[int, ...]
    board: Board
    packs: tuple[tuple[int, int], ...]
    suits: tuple[str, ...]
    action: Action
    taken: str | None
    most: int

    def discards(self) -> set[frozenset[Extra]]:
        """Every set of cards that may be discarded to follow."""
        return {
            frozenset(picks)
            for size in range(1, self.most + 1)
            for numbers in combinations(self.hand, size)
            for picks in product(*map(self._shown, numbers))
            if self._goes(picks)
        }

    def _shown(self, number: int) -> list[Extra]:
        """A card with all that its coins may stand for; a symbol must match."""
        suits = self.cards[number].suits
        coins = [*SUITS] if COIN in suits else [None]
        return [
            Extra(number, "hand", coin)
            for coin in coins
            if any((coin if suit == COIN else suit) in self.suits for suit in suits)
        ]

    def _goes(self, picks: tuple[Extra, ...]) -> bool:
        counts = self.counts(picks)
        asked = {*factors(self.action)}
        board = more(self.board, hand=-len(picks), discarded=len(picks))
        return any(
            end.whole
            for chosen in ((*SUITS, COIN) if "any suit" in asked else ("none",))
            for taken, converted in settings(self.action)
            if taken is None or self.taken is None or taken == self.taken
            for end in ends(
                self.action,
                board,
                Terms(
                    tuple(sorted(counts.items())),
                    counts.get(chosen, 0),
                    self.packs,
                    taken,
                    converted,
                ),
            )
        )

    def counts(self, picks: tuple[Extra, ...]) -> dict[str, int]:
        counts: dict[str, int] = {}
        for one in picks:
            for suit in self.cards[one.number].suits:
                for shown in (suit, one.coin) if suit == COIN else (suit,):
                    counts[str(shown)] = counts.get(str(shown), 0) + 1
        return counts
