"""The table of one session: who sits where, the shelves as read and as mended. Knows no widget."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pages.table.seat import UNKNOWN, Photo, Seat, TableCard, TableHole, Tally
from scorer.cards import Category
from scorer.editions import EditionKey, RuleOptions, called_after, given_name, load_edition
from scorer.names import tidy
from scorer.own_tiles import kept_rules

__all__ = ["LIBRARY", "UNKNOWN", "CategoryCard", "Photo", "Seat", "Table", "TableCard", "TableHole", "Tally"]

#: The seat of the public library in a solo game.
LIBRARY = "library"
#: So far outside a photo, in card widths, a corner may be taken to lie and the card be whole.
SPARE = 0.03


@dataclass(frozen=True, slots=True)
class CategoryCard:
    """A place for one of the six category cards (RULES 3): prominent or banned of the table, the focus of
    those who sit there. ``key`` tells it from the others.
    """

    of: Table | Seat
    name: Literal["prominent", "banned", "focus"]

    @property
    def key(self) -> str:
        return f"focus-{self.of.id}" if isinstance(self.of, Seat) else self.name

    @property
    def category(self) -> Category | None:
        """Which one lies here, None while nobody has said."""
        lies: Category | None = getattr(self.of, self.name)
        return lies

    def lay(self, category: Category | None) -> None:
        setattr(self.of, self.name, category)


@dataclass(slots=True, weakref_slot=True)
class Table:
    """Everything a session has been told; `game` is the game file that says the same.

    ``rules``: where the owner's copy differs from the edition.
    ``key`` names the table in the address and among the drafts; ``step`` is where its scoring stands.
    ``library`` counts in a solo game only, which is one whose ``form`` is S-42a. ``away`` are players who
    left and may come back. ``reading_winner``: the id of the seat of who first finished reading a book, where
    a tie is left to that (T); ``tie_stays``: it is kept in the archive before anybody knows. ``finished``:
    the game's id in the archive. ``client`` and ``done`` are the browser window that spoke last and its last
    edit that was done.
    """

    edition: EditionKey = "en"
    rules: RuleOptions = field(default_factory=RuleOptions)
    key: str = ""
    step: str = "players"
    form: Literal["B-7c", "S-42a"] = "B-7c"
    prominent: Category | None = None
    banned: Category | None = None
    difficulty: int | None = None
    reading_winner: str | None = None
    tie_stays: bool = False
    seats: list[Seat] = field(default_factory=list)
    library: Seat = field(default_factory=lambda: Seat(LIBRARY, "", pile=True))
    away: list[Seat] = field(default_factory=list)
    photos: dict[str, Photo] = field(default_factory=dict)
    finished: str | None = None
    sample: bool = False
    client: str = ""
    done: int = 0
    seated: int = 0

    def another(self, sample: bool = False) -> Table:
        """An empty table in place of this one: what the browser still says of this one means nothing."""
        return Table(self.edition, sample=sample, client=self.client, done=self.done, seated=self.seated)

    @property
    def solo(self) -> bool:
        return self.form == "S-42a"

    @property
    def everyone(self) -> list[Seat]:
        """The players, and in a solo game the public library after them."""
        return [*self.seats, self.library] if self.solo else self.seats

    @property
    def shelves(self) -> list[Seat]:
        """The seats whose cards count, not a tally: what there is to lay out and to mend."""
        return [seat for seat in self.everyone if seat.tally is None]

    @property
    def icons_unknown(self) -> bool:
        """Whether photos show icons that the reader does not know: it told the books of half of the faces or
        fewer. A legend helps then; single icons that it could not read are asked about.
        """
        bookless = [card for seat in self.shelves for card in seat.bookless if card.looks]
        faces = [card for seat in self.shelves for card in seat.cards if card.looks and card.face_up]
        return bool(bookless) and 2 * len(bookless) >= len(faces)

    @property
    def all_seats(self) -> list[Seat]:
        """Everybody who has or had a place, the library too."""
        return [*self.seats, *self.away, self.library]

    @property
    def bare(self) -> list[Seat]:
        """The seats with neither cards nor counts: nothing is known of them."""
        return [seat for seat in self.everyone if not seat.cards and seat.tally is None]

    @property
    def doubled(self) -> list[list[tuple[Seat, TableCard]]]:
        """Cards that lie in several places, though each exists once (RULES 1): all places of each."""
        places: dict[tuple[str, int], list[tuple[Seat, TableCard]]] = {}
        for seat in self.shelves:
            for card in seat.cards:
                known = card.shelved.card
                if known is not None and (card.face_up or not seat.pile):
                    places.setdefault(known.key, []).append((seat, card))
        return [lies for lies in places.values() if len(lies) > 1]

    @property
    def blank(self) -> list[Seat]:
        """Players of whom nobody has told anything, where two at least are left without them."""
        blank = [seat for seat in self.waiting if self.is_blank(seat)]
        return blank if len(self.seats) - len(blank) > 1 else []

    @property
    def waiting(self) -> list[Seat]:
        """Players who wait for a shelf."""
        return [seat for seat in self.bare if not seat.pile]

    @property
    def shelves_in_a_photo(self) -> tuple[int, int]:
        """How many shelves the next photo shows, at least and at most.

        While some wait for a shelf and others have theirs, it is given for those who wait. Else it may show
        all who play.
        """
        waiting = len(self.waiting)
        return 1, waiting if 0 < waiting < len(self.seats) else max(len(self.seats), 1)

    def seat(self, seat_id: str) -> Seat | None:
        return next((seat for seat in (*self.seats, self.library) if seat.id == seat_id), None)

    def speak(self, language: EditionKey) -> None:
        """Changes the edition; players who were given no name are named in its words."""
        for place, seat in enumerate(self.seats):
            if seat.name in ("", self._named(place)):
                seat.name = called_after(place + 1, language)
        self.edition, self.rules = language, kept_rules(language)
        self.library.name = load_edition(language).words["library"]

    def _named(self, place: int) -> str:
        return called_after(place + 1, self.edition)

    def is_blank(self, seat: Seat) -> bool:
        """Whether nobody has told anything of a player: neither a name nor a category, hand or counts."""
        unnamed = seat.name in ("", self._named(self.seats.index(seat)))
        return unnamed and seat.focus is None and not seat.hand and seat.tally is None

    def sit_down(self, name: str = "") -> Seat:
        """A new player at the end of the table, named after the place when no name is given."""
        self.seated += 1
        seat = Seat(f"s{self.seated}", name or self._named(len(self.seats)))
        self.seats.append(seat)
        return seat

    def rename(self, seat_id: str, name: str) -> None:
        """Names a player; without a name they are called after their place."""
        for place, seat in enumerate(self.seats):
            if seat.id == seat_id:
                seat.name = tidy(name) or self._named(place)
                seat.bot, seat.conceded = None, False

    def leave(self, seat_id: str) -> None:
        """The player leaves the table, and takes their shelf along until somebody comes in their place."""
        names = [seat.name == self._named(place) for place, seat in enumerate(self.seats)]
        staying: list[Seat] = []
        for seat, unnamed in zip(self.seats, names, strict=True):
            if seat.id == seat_id:
                seat.name = "" if unnamed else seat.name
                self.away.append(seat)
                continue
            seat.name = self._named(len(staying)) if unnamed else seat.name
            staying.append(seat)
        self.seats = staying

    def seat_number(self, players: int) -> None:
        """Makes it so many players: the last leave, or those come back who left, before new ones come."""
        while len(self.seats) > players:
            self.leave(self.seats[-1].id)
        while len(self.seats) < players:
            if self.away:
                seat = self.away.pop()
                seat.name = seat.name or self._named(len(self.seats))
                self.seats.append(seat)
            else:
                self.sit_down()

    @property
    def category_cards(self) -> list[CategoryCard]:
        """Where category cards lie: prominent, banned, then a focus each."""
        focuses = [CategoryCard(seat, "focus") for seat in self.everyone]
        return [CategoryCard(self, "prominent"), CategoryCard(self, "banned"), *focuses]

    def assign(self, laid: Mapping[str, Category | None]) -> None:
        """Lays these category cards, or none, in the places of these keys; one that another place still shows
        leaves it: each exists once (RULES 3).
        """
        for place in self.category_cards:
            if place.key in laid:
                place.lay(laid[place.key])
            elif place.category is not None and place.category in laid.values():
                place.lay(None)

    def clear(self, seat_id: str) -> None:
        """Takes the cards off a shelf, for another photo."""
        seat = self.seat(seat_id)
        if seat is not None:
            seat.clear()
            self.drop_photos()

    def swap(self, one: str, other: str) -> None:
        """Two players change shelves: the photo had them in another order."""
        first, second = self.seat(one), self.seat(other)
        if first is not None and second is not None:
            for name in ("read", "cards", "doubts", "holes", "history", "undone", "tally"):
                mine, theirs = getattr(first, name), getattr(second, name)
                setattr(first, name, theirs)
                setattr(second, name, mine)

    def photo_of(self, card: TableCard) -> Photo | None:
        """The photo that shows a card best."""
        return self.photos.get(card.looks[0][0]) if card.looks else None

    def crop(self, card: TableCard) -> str:
        """A card cut out of the photo that shows it best, as a data URI; empty where none does."""
        photo = self.photo_of(card)
        number = card.looks[0][1] if card.looks else 0
        return photo.crops[number] if photo and number < len(photo.crops) else ""

    def is_cut(self, card: TableCard) -> bool:
        """Whether the photo's edge cuts a card even where it is seen best."""
        photo = self.photo_of(card)
        if photo is None or card.looks[0][1] >= len(photo.outlines):
            return False
        corners = photo.outlines[card.looks[0][1]]
        spare = SPARE * math.dist(*corners[:2])
        return any(
            not (-spare <= x <= photo.width + spare and -spare <= y <= photo.height + spare)
            for x, y in corners
        )

    def drop_photos(self) -> None:
        """Forgets photos that show no card of anybody."""
        cards = (card for seat in self.all_seats for card in (*seat.read, *seat.cards))
        used = {key for card in cards for key, _ in card.looks}
        self.photos = {key: photo for key, photo in self.photos.items() if key in used}

    def seat_game(self, game: dict[str, Any]) -> None:
        """Takes everything but the edition from a game file; a shelf only where no card was read.

        Raises KeyError, ValueError or NotationError where it is no game file.
        """
        self.form = game.get("form", "B-7c")
        self.prominent, self.banned = Category(game["prominent"]), Category(game["banned"])
        self.difficulty = game.get("difficulty")
        for number, player in enumerate(game["players"]):
            seat = self.seats[number] if number < len(self.seats) else self.sit_down()
            seat.name = given_name(player["name"], number + 1)
            seat.hand = player.get("hand", 0 if "reading_winner" in game else None)
            seat.bot, seat.conceded = player.get("bot"), player.get("conceded", False)
            _take(seat, player)
            if player["name"] == game.get("reading_winner"):
                self.reading_winner = seat.id
        if self.solo:
            _take(self.library, game["library"])

    def game(self) -> dict[str, Any]:
        """The table as a game file (`scorer.gamefile`), to be scored; what was not chosen is left out."""
        players = []
        for seat in self.seats:
            player: dict[str, Any] = {"name": seat.name}
            if not self.solo:
                player["hand"] = seat.hand
            if seat.tally is None:
                player["shelf"] = str(seat.shelf)
            else:
                player |= _tallied(seat.tally)
                player |= {"stability": seat.tally.stability, "buried": seat.tally.buried}
            if seat.focus is not None:
                player["focus"] = seat.focus.value
            if seat.bot is not None:
                player["bot"] = seat.bot
            if seat.conceded:
                player["conceded"] = True
            players.append(player)
        game: dict[str, Any] = {"form": self.form, "edition": self.edition, "players": players}
        for name, category in (("prominent", self.prominent), ("banned", self.banned)):
            if category is not None:
                game[name] = category.value
        if rules := self.rules.model_dump(mode="json", exclude_none=True):
            game["rules"] = rules
        if reader := next((seat for seat in self.seats if seat.id == self.reading_winner), None):
            game |= {} if self.solo else {"reading_winner": reader.name}
        if self.solo:
            game["library"] = self._library()
            if self.difficulty is not None:
                game["difficulty"] = self.difficulty
        return game

    def _library(self) -> dict[str, Any]:
        """The public library: a card face down or not read is left out, it has no books."""
        pile = self.library
        fields: dict[str, Any] = {} if pile.focus is None else {"focus": pile.focus.value}
        if pile.tally is not None:
            return fields | _tallied(pile.tally)
        cards = [card.shelved for card in pile.cards]
        return fields | {"cards": [str(one.card) for one in cards if one.face_up and one.card is not None]}


def _take(seat: Seat, fields: dict[str, Any]) -> None:
    """Takes a seat's focus and counts, or cards, from its entry in a game file."""
    seat.focus = Category(fields["focus"])
    if fields.get("tally") is not None:
        books = {category: int(fields["tally"].get(category.value, 0)) for category in Category}
        seat.tally = Tally(books, fields.get("stability") or 0, fields.get("buried") or 0)
    elif not seat.cards:
        seat.lay_notation(fields.get("shelf") or " ".join(fields.get("cards") or ()))
        seat.history = []  # it begins so: there is nothing to take back


def _tallied(tally: Tally) -> dict[str, Any]:
    return {"tally": {category.value: number for category, number in tally.books.items()}}
