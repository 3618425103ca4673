"""A game of Fort as plain data: numbers of cards in lists, resources as pairs, a seed with a counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Self

from scorer.engine import state

Phase = Literal["draft", "play", "follow", "rough", "again", "recruit", "end", "over"]

#: Places of the two resources in a pair.
PIZZA, TOYS = 0, 1
#: Quicker in a map than a comprehension: a state is copied before every step.
_copy = list.copy


class State(state.State):
    """Everything about a game but its setup. Lists of lists go by seat.

    ``played`` are the leader's cards of this turn and ``added`` those added from hand; the card that is
    followed is ``played[-1]``. ``declared`` is the suit of its coins and ``taken`` the resource that the
    leader collected with its public action. ``seen`` has a bit for each card that lay open once.
    """

    __slots__ = (
        "added", "box", "decks", "declared", "discards", "drafts", "followers", "level", "lookouts",
        "macaroni", "packs", "park", "park_deck", "perk_row", "perks", "perks_gone", "played", "removing",
        "rough", "rule_pile", "rules", "rules_known", "rules_out", "seen", "stuff", "taken", "track", "yards",
    )  # fmt: skip
    phase: Phase

    def __init__(self, players: int, seed: str) -> None:
        super().__init__(players, seed)
        seats = range(players)
        self.round = 1
        self.park_deck: list[int] = []
        self.park: list[int] = []
        self.box: list[int] = []
        self.played: list[int] = []
        self.added: list[int] = []
        self.drafts: list[list[int]] = [[] for _ in seats]
        self.decks: list[list[int]] = [[] for _ in seats]
        self.discards: list[list[int]] = [[] for _ in seats]
        self.yards: list[list[int]] = [[] for _ in seats]
        self.lookouts: list[list[int]] = [[] for _ in seats]
        self.stuff: list[list[int]] = [[0, 0] for _ in seats]
        self.packs: list[list[int]] = [[0, 0] for _ in seats]
        self.track = [0] * players
        self.level = [0] * players
        self.macaroni: int | None = None
        #: Made-up rules and perks by number; a perk that was used is gone.
        self.rules: list[int | None] = [None] * players
        self.rule_pile: list[int] = []
        self.rules_out: list[int] = []
        #: The made-up rules that a player saw when they chose theirs, a bit for each.
        self.rules_known = [0] * players
        self.perks: list[int | None] = [None] * players
        self.perk_row: list[int] = []
        self.perks_gone: list[int] = []
        self.followers: list[int] = []
        self.rough: list[int] = []
        self.declared: str | None = None
        self.taken: int | None = None
        self.removing = False
        self.seen = 0

    def copy(self) -> Self:
        return self._with(_copy)

    def renamed(self, names: Sequence[int]) -> Self:
        """As in `scorer.engine.state`. Which cards lay open once stays as it is."""
        name = names.__getitem__
        return self._with(lambda cards: [*map(name, cards)])

    def _with(self, cards: Callable[[list[int]], list[int]]) -> Self:
        new = super()._with(cards)
        new.park_deck = cards(self.park_deck)
        new.park = cards(self.park)
        new.box = cards(self.box)
        new.played = cards(self.played)
        new.added = cards(self.added)
        new.drafts = [*map(cards, self.drafts)] if self.phase == "draft" else self.drafts
        new.decks = [*map(cards, self.decks)]
        new.discards = [*map(cards, self.discards)]
        new.yards = [*map(cards, self.yards)]
        new.lookouts = [*map(cards, self.lookouts)]
        new.stuff = [*map(_copy, self.stuff)]
        new.packs = [*map(_copy, self.packs)]
        new.track = self.track.copy()
        new.level = self.level.copy()
        new.macaroni = self.macaroni
        new.rules = self.rules.copy()
        new.rule_pile = self.rule_pile.copy()
        new.rules_out = self.rules_out.copy()
        new.rules_known = self.rules_known.copy()
        new.perks = self.perks.copy()
        new.perk_row = self.perk_row.copy()
        new.perks_gone = self.perks_gone.copy()
        new.followers = self.followers.copy()
        new.rough = self.rough.copy()
        new.declared = self.declared
        new.taken = self.taken
        new.removing = self.removing
        new.seen = self.seen
        return new

    def owned(self, seat: int) -> list[int]:
        """RULES 10, "cards you own": deck, discard, hand, yard and lookout."""
        piles = (self.decks, self.discards, self.hands, self.yards, self.lookouts)
        return [card for pile in piles for card in pile[seat]]

    def open(self, cards: Sequence[int]) -> None:
        """Cards lie open: from now on everybody knows whose they are."""
        for card in cards:
            self.seen |= 1 << card

    def zones(self, names: Sequence[str]) -> dict[str, list[int]]:
        """Where every card is; the top of a pile is its last card."""
        zones = {
            "park_deck": self.park_deck,
            "park": self.park,
            "box": self.box,
            "played": self.played,
            "added": self.added,
        }
        for seat, name in enumerate(names):
            for zone, piles in self._piles().items():
                zones[f"{zone}:{name}"] = piles[seat]
        return zones

    def _piles(self) -> dict[str, list[list[int]]]:
        return {
            "deck": self.decks,
            "hand": self.hands,
            "discard": self.discards,
            "yard": self.yards,
            "lookout": self.lookouts,
            "draft": self.drafts,
        }
