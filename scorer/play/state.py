"""The whole game as plain data: card numbers in lists, assistants as whole numbers, a seed with a counter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, Self

from scorer.cards import Category
from scorer.engine import state
from scorer.engine.state import UNKNOWN
from scorer.play.rack import Rack

Phase = Literal["draft", "prepare", "place", "resolve", "clean_up", "turn_cards", "over"]

#: Assistant ``seat * SEATS + n`` is number n of a player; number 0 is the special one.
SEATS = 4
#: The location number that stands for a player's own library.
HOME = 0
#: Home spaces of a library (P2).
HOME_SPACES = 3


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards if card != UNKNOWN)


class State(state.State):
    """Everything about a game but its setup. ``at`` and ``stock`` go by location number.

    ``at`` lists (space, assistant) in order of arrival, which is the order of the abilities (RULES 8).
    ``board`` are the locations below the city board, ``permanent`` those on it. ``table`` holds cards that
    lie open in the middle while an effect runs; ``looking`` the cards that one seat alone looks at.
    ``known`` has for each seat a bit for each card that it saw go where it is now.
    """

    __slots__ = (
        "at", "banned", "board", "discard", "draft", "draw", "focus", "form", "free", "home", "known",
        "libraries", "looking", "permanent", "pile", "prominent", "public", "put_away", "removed", "shelves",
        "stock", "table", "tile_discard", "tiles",
    )  # fmt: skip
    phase: Phase

    def __init__(self, players: int, seed: str) -> None:
        super().__init__(players, seed)
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.table: list[int] = []
        self.looking: tuple[int, tuple[int, ...]] | None = None
        self.known = [0] * players
        self.shelves = [Rack() for _ in range(players)]
        self.free: list[list[int]] = [[] for _ in range(players)]
        self.home: list[list[int]] = [[] for _ in range(players)]
        self.libraries: list[str | None] = [None] * players
        self.prominent = self.banned = Category.CORRUPTED_CODICES
        self.focus: list[Category | None] = [None] * players
        #: The public library's focus, and the category cards that lie face down besides (RULES 9).
        self.public: Category | None = None
        self.form: list[Category | None] = []
        self.put_away: list[Category] = []
        self.draft: list[int] = []
        self.tiles: list[list[str]] = [[] for _ in range(players)]
        self.pile: list[int] = []
        self.board: list[int] = []
        self.permanent: list[int] = []
        self.tile_discard: list[int] = []
        self.removed: list[int] = []
        self.stock: dict[int, list[int]] = {}
        self.at: dict[int, list[tuple[int, int]]] = {}

    def copy(self) -> Self:
        new = self._with(list.copy)
        new.shelves = [*map(Rack.copy, self.shelves)]
        return new

    def renamed(self, names: Sequence[int]) -> Self:
        """A copy in which ``names[card]`` lies wherever ``card`` lies here."""
        name = names.__getitem__
        new = self._with(lambda cards: [*map(name, cards)])
        new.shelves = [rack.renamed(names) for rack in self.shelves]
        return new

    def _with(self, cards: Callable[[list[int]], list[int]]) -> Self:
        """A copy without racks; each list of cards in it is what ``cards`` makes of it."""
        new = super()._with(cards)
        new.draw = cards(self.draw)
        new.discard = cards(self.discard)
        new.table = cards(self.table)
        new.looking = self.looking
        new.known = self.known.copy()
        new.free = [*map(list.copy, self.free)]
        new.home = [*map(list.copy, self.home)]
        new.libraries = self.libraries.copy()
        new.prominent = self.prominent
        new.banned = self.banned
        new.focus = self.focus.copy()
        new.public = self.public
        new.form = self.form.copy()
        new.put_away = self.put_away.copy()
        new.draft = self.draft.copy()
        new.tiles = [*map(list.copy, self.tiles)]
        new.pile = self.pile.copy()
        new.board = self.board.copy()
        new.permanent = self.permanent.copy()
        new.tile_discard = self.tile_discard.copy()
        new.removed = self.removed.copy()
        new.stock = dict(zip(self.stock, map(cards, self.stock.values()), strict=True))
        new.at = dict(zip(self.at, map(list.copy, self.at.values()), strict=True))
        return new

    @property
    def solo(self) -> bool:
        return len(self.hands) == 1

    def show(self, cards: Iterable[int], seats: Iterable[int] | None = None) -> None:
        """Those who sit at ``seats``, or everybody, see where these cards go."""
        bits = _bits(cards)
        for seat in range(self.players) if seats is None else seats:
            self.known[seat] |= bits

    def lose(self, cards: Iterable[int], keep: Collection[int] = ()) -> None:
        """Only those who sit at ``keep`` can tell from now on where these cards are."""
        bits = _bits(cards)
        for seat in range(self.players):
            if seat not in keep:
                self.known[seat] &= ~bits

    def locations(self) -> list[int]:
        """The locations that are open, in number order."""
        return sorted(self.board + self.permanent)

    def power(self, assistant: int) -> str | None:
        """The key of a special assistant (RULES 8); None for an ordinary one."""
        return None if assistant % SEATS else self.libraries[assistant // SEATS]

    def zones(self, names: Sequence[str]) -> dict[str, list[int]]:
        """Where every card is."""
        zones = {"draw": self.draw, "discard": self.discard, "table": self.table}
        for name, hand, rack in zip(names, self.hands, self.shelves, strict=True):
            zones[f"hand:{name}"] = hand
            zones[f"shelf:{name}"] = rack.all_cards()
        for location in self.locations():
            zones[f"location:{location}"] = self.stock.get(location, [])
        return zones
