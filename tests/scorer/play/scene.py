"""Games put into a position, so that a test begins where its rule does."""

from __future__ import annotations

from scorer.cards import Category, Deck
from scorer.play import Game, Setup
from scorer.play.rack import ROW, START, Rack
from scorer.play.state import SEATS
from tests.scorer.engine import playing

NAMES = ["Ana", "Bo", "Cy", "Di"]


class Scene(playing.Scene):
    """A table at the start of P2, first player Ana. Nobody has cards until they are dealt here.

    Prominent are the reference texts, banned the corrupted codices. ``libraries`` go by seat; ``at`` are the
    permanent locations. The deck is the first house deck: tests know its books, and it never changes.
    """

    game: Game

    def __init__(
        self,
        at: tuple[int, ...] = (1, 10),
        libraries: tuple[str | None, ...] = (),
        players: int = 2,
        edition: str = "en",
        board: tuple[int, ...] = (),
    ) -> None:
        setup = Setup(players=NAMES[:players], edition=edition, seed=1, deck=Deck.first_house())
        self.game = Game(setup, watched=True)
        self.s = s = self.game._state
        s.phase, s.round, s.first, s.turn = "place", 1, 0, 0
        s.draft, s.tiles = [], [[] for _ in range(players)]
        s.libraries = [*libraries, *[None] * players][:players]
        s.prominent, s.banned = Category.REFERENCE_TEXTS, Category.CORRUPTED_CODICES
        others = [c for c in Category if c not in (s.prominent, s.banned)]
        s.focus, s.form = list(others[:players]), list(others[players:])
        if players == 1:
            s.public, s.form = others[1], list(others[2:])
        s.board, s.permanent = list(board), list(at)
        s.pile = [n for n in range(1, 19) if n not in (*at, *board)]
        s.at = {location: [] for location in s.locations()}
        s.stock = {location: [] for location in s.locations()}
        s.draw = list(range(len(self.game.setup.full_deck.cards)))
        for hand in s.hands:
            hand.clear()

    # Dealing

    def numbers(self, cards: str) -> list[int]:
        deck = self.game.setup.full_deck
        found = [deck.get(card[0], int(card[1:])) for card in cards.split()]
        return [deck.cards.index(card) for card in found if card is not None]

    def _taken(self, cards: str) -> list[int]:
        numbers = self.numbers(cards)
        for number in numbers:
            self.s.draw.remove(number)
        return numbers

    def hand(self, seat: int, cards: str) -> Scene:
        self.s.hands[seat] += self._taken(cards)
        return self

    def stock(self, location: int, cards: str) -> Scene:
        self.s.stock[location] += self._taken(cards)
        return self

    def discard(self, cards: str) -> Scene:
        self.s.discard += self._taken(cards)
        return self

    def top(self, cards: str) -> Scene:
        """These cards are drawn next, the first one first."""
        self.s.draw += reversed(self._taken(cards))
        return self

    def draw_pile(self, cards: str) -> Scene:
        """These cards alone are left to draw, the first one first; the rest leaves the game."""
        self.s.draw = list(reversed(self.numbers(cards)))
        return self

    def shelf(self, seat: int, rows: str) -> Scene:
        """Rows split by /, cells by spaces, "." a gap, # before a face-down card, +X for X buried beneath."""
        rack = Rack()
        for row, line in enumerate(rows.split("/")):
            for column, cell in enumerate(line.split()):
                if cell == ".":
                    continue
                place = START + row * ROW + column
                card, _, buried = cell.partition("+")
                rack.cards[place] = self._taken(card.lstrip("#"))[0]
                if card.startswith("#"):
                    rack.down.add(place)
                if buried:
                    rack.under[place] = self._taken(buried)[0]
        self.s.shelves[seat] = rack
        return self

    def stand(self, seat: int, kind: str, location: int, space: int = 1) -> Scene:
        self.s.at[location].append((space, self._assistant(seat, kind)))
        return self

    def home(self, seat: int, kind: str = "ordinary") -> Scene:
        self.s.home[seat].append(self._assistant(seat, kind))
        return self

    def _assistant(self, seat: int, kind: str) -> int:
        wanted = None if kind == "ordinary" else kind
        number = next(a for a in reversed(self.s.free[seat]) if self.s.power(a) == wanted)
        self.s.free[seat].remove(number)
        return number

    def resolve(self) -> Scene:
        """P2 is over."""
        self.s.phase = "resolve"
        return self.start()

    # Playing

    def say(self, *keys: str) -> Scene:
        """Answers with these keys; "@10" stands for the first option at location 10 (0: home)."""
        for key in keys:
            if key.startswith("@"):
                location = int(key[1:])
                options = self.game.choice.options if self.game.choice is not None else ()
                key = next(option.key for option in options if option.location == location)
            self.game.answer(key)
        return self

    def visit(self, location: int, space: int = 1, kind: str = "ordinary", share: bool = False) -> Scene:
        """The player to move places an assistant at a location."""
        return self.say(f"assistant:{kind}", f"place:{location}:{space}" + ":share" * share)

    def at_home(self, kind: str = "ordinary") -> Scene:
        return self.say(f"assistant:{kind}", "place:home")

    # Looking

    def zone(self, name: str) -> str:
        return " ".join(f"{card.letter}{card.order}" for card in self.game.zones()[name])

    def hand_of(self, seat: int) -> str:
        return self.zone(f"hand:{NAMES[seat]}")

    def shelf_of(self, seat: int) -> str:
        """The shelf in notation, without books."""
        text = str(self.game._state.shelves[seat].shelf(self.game.setup.full_deck.cards))
        return " ".join(
            token.split(":")[0] + "+" * token.endswith("+") * (":" in token) for token in text.split()
        )

    def placed(self, seat: int) -> dict[int, int]:
        """How many assistants of a player stand at each location (0: home)."""
        at = {
            location: sum(a // SEATS == seat for _, a in here)
            for location, here in self.game._state.at.items()
        }
        at[0] = len(self.game._state.home[seat])
        return {location: number for location, number in at.items() if number}


def offered(scene: Scene, kind: str) -> list[str]:
    """The locations' spaces where the player to move could place an assistant."""
    return [key for key in scene.say(f"assistant:{kind}").keys if key != "place:home"]
