"""The deck register: the cards of the owner's copy that a person confirmed.

A card in the register fixes its books and its letter's count; the joint reading looks it up by letter and
order. Where two confirmations disagree, the last counts, and both stay in the history. It is kept in the
archive's database, a row a confirmation: programs that confirm at once lose nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError
from sqlalchemy import Connection, delete, func, select

from scorer.cards import CARDS_IN_DECK, BookCard, Category, Deck
from scorer.confirmed.confirmation import (
    OBJECTIONS,
    Confirmation,
    Conflict,
    conflicts_of,
    impossible,
    is_same,
)
from scorer.confirmed.tables import register, transaction_at
from scorer.errors import RefusedInput, phrase
from scorer.files import limited, read_json
from scorer.folders import user_folder
from scorer.limits import REGISTER

#: The file in the data folder that held the register before; it is taken over once.
FILE = "register.json"
#: How many confirmations are remembered; a copy has 152 cards.
MOST_HISTORY = 5000


class RegisterError(RefusedInput):
    """A register that cannot be read or written."""


class _File(BaseModel):
    history: list[Confirmation] = Field(default_factory=list)


@dataclass
class Register:
    """The known cards of the owner's copy; ``history`` has every confirmation, oldest first.

    >>> register = Register()
    >>> register.confirm(BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)))
    []
    >>> register.get("E", 2), register.counts
    (BookCard('E2:HS'), {'E': 7})
    """

    history: list[Confirmation] = field(default_factory=list)
    #: The confirmations that the database had when this was loaded or saved.
    _kept: Sequence[Confirmation] = field(default=(), repr=False, compare=False)

    def confirm(self, card: BookCard, when: datetime | None = None) -> list[Conflict]:
        """Notes a card that a person confirmed; gives the conflicts with earlier confirmations.

        ``when``: now, if left out; never before what was noted last, as a clock may be set back. A card
        without books, or without a count, confirms only the rest. An equal confirmation replaces the earlier.

        Raises:
            RegisterError: the card cannot exist (RULES 1): its order is above its count or above 14, or it
                has one book.
        """
        problem = impossible(card)
        if problem:
            raise RegisterError(problem)
        new = Confirmation.of_card(card, when or datetime.now(UTC))
        new.when = max([new.when, *(old.when for old in self.history[-1:])])
        conflicts = conflicts_of(new, self._books, self._counts)
        self.history = [*(old for old in self.history if not is_same(old, new)), new][-MOST_HISTORY:]
        return conflicts

    @property
    def _books(self) -> dict[tuple[str, int], Confirmation]:
        return {one.key: one for one in self.history if one.categories}

    @property
    def _counts(self) -> dict[str, Confirmation]:
        return {one.letter: one for one in self.history if one.of}

    @property
    def counts(self) -> dict[str, int]:
        """How many cards each letter has, where a card of it was confirmed with its count."""
        return {letter: one.of for letter, one in sorted(self._counts.items()) if one.of}

    @property
    def cards(self) -> tuple[BookCard, ...]:
        """The cards with known books, in order, without cards above their letter's count."""
        counts = self.counts
        known = (BookCard(*key, counts.get(key[0]), one.categories) for key, one in self._books.items())
        return tuple(sorted(card for card in known if card.of is None or card.order <= card.of))

    def get(self, letter: str, order: int) -> BookCard | None:
        """The card of that letter and order; None if it is not known."""
        return next((card for card in self.cards if card.key == (letter, order)), None)

    @property
    def conflicts(self) -> list[Conflict]:
        """The confirmations that contradict an earlier confirmation, newest first."""
        found: dict[tuple[str, str, int], Conflict] = {}
        books: dict[tuple[str, int], Confirmation] = {}
        counts: dict[str, Confirmation] = {}
        for one in self.history:
            for conflict in conflicts_of(one, books, counts):
                found[conflict.field, one.letter, one.order if conflict.field != "of" else 0] = conflict
            if one.categories:
                books[one.key] = one
            if one.of:
                counts[one.letter] = one
        return sorted(found.values(), key=lambda conflict: conflict.now.when, reverse=True)

    def is_another(self, cards: Iterable[BookCard]) -> bool:
        """Whether these cards are of another copy: they differ from the register in most of what both know.

        A few cards noted wrongly, here or there, are not another copy.
        """
        agreeing = different = 0
        books, counts = self._books, self._counts
        for card in cards:
            conflicts = conflicts_of(Confirmation.of_card(card, datetime.now(UTC)), books, counts)
            known = (card.key in books and bool(card.categories)) + (card.letter in counts and bool(card.of))
            different += len(conflicts)
            agreeing += known - len(conflicts)
        return different >= OBJECTIONS and different > agreeing

    def partial(self) -> Deck:
        """The known cards as a deck with holes, for `vision.common.evidence.Evidence.known`."""
        return Deck(self.cards)

    def deck(self) -> Deck | None:
        """The whole deck, once all of its 152 cards are known and together keep RULES 1; else None."""
        cards = self.cards
        if len(cards) != CARDS_IN_DECK:
            return None
        whole = Deck(cards)
        return None if Deck.problems(whole.to_dict()) else whole

    def take(self, deck: Deck, when: datetime | None = None) -> int:
        """Confirms every card of a deck (an imported file); gives how many were new or different."""
        known = {card.key: card.categories for card in self.cards}
        moment = when or datetime.now(UTC)
        for card in deck.cards:
            of = card.of or deck.letters[card.letter]
            self.confirm(BookCard(card.letter, card.order, of, card.categories), moment)
        return sum(known.get(card.key) != card.categories for card in deck.cards)

    def take_dict(self, data: Any, where: str = phrase("the deck file"), when: datetime | None = None) -> int:
        """Confirms the cards of a deck file, or of a file with holes that `to_dict` made.

        Gives how many were new or different.

        Raises:
            DeckError: the file holds a whole deck and does not keep RULES 1.
            RegisterError: a card of a file with holes cannot exist; nothing was taken.
        """
        if not (
            isinstance(data, dict) and data.get("partial") is True and isinstance(data.get("cards"), list)
        ):
            return self.take(Deck.from_dict(data, where), when)
        limited(data, where, RegisterError)
        moment = when or datetime.now(UTC)
        trial = Register(list(self.history))
        before = {card.key: card.categories for card in self.cards}
        for number, entry in enumerate(data["cards"], 1):
            try:
                one = Confirmation.model_validate({**entry, "when": moment})
            except (ValidationError, TypeError) as error:
                raise RegisterError(
                    phrase(
                        "Card {number} of {where} is no card: correct or delete it there.",
                        number=number,
                        where=where,
                    )
                ) from error
            trial.confirm(BookCard(one.letter, one.order, one.of, one.categories), moment)
        self.history = trial.history
        return sum(before.get(card.key) != card.categories for card in self.cards)

    def forget(self, letter: str, order: int) -> None:
        """Forgets all confirmations of one card, its letter's count included."""
        self.history = [one for one in self.history if one.key != (letter, order)]

    def to_dict(self) -> dict[str, Any]:
        """The known cards as a deck file; ``partial`` says that cards are missing."""
        counts = self.counts
        cards = [
            {
                "letter": card.letter,
                "order": card.order,
                **({"of": card.of} if card.of else {}),
                "categories": [category.value for category in card.categories],
            }
            for card in self.cards
        ]
        return {"letters": counts, "cards": cards, **({} if self.deck() else {"partial": True})}

    @classmethod
    def load(cls, path: str | Path | None = None) -> Register:
        """The register in the archive's database, or in a SQLite file of its own at ``path``.

        Raises:
            RegisterError: the database cannot be used, or the file of before is no register.
        """
        place = _place(path)
        with transaction_at(place, RegisterError) as base:
            history = _history(base)
        return cls(history, tuple(history))

    def save(self, path: str | Path | None = None) -> None:
        """Writes what was confirmed and forgotten since this was loaded or saved, all of it or nothing.

        What other programs confirmed meanwhile stays.

        Raises:
            RegisterError: the database cannot be written.
        """
        before, now = set(map(_row, self._kept)), set(map(_row, self.history))
        with transaction_at(_place(path), RegisterError) as base:
            _forget(base, before - now)
            _add(base, [one for one in self.history if _row(one) not in before])
            newest = select(register.c.row).order_by(register.c.moment.desc(), register.c.row.desc())
            for (row,) in base.execute(newest.offset(MOST_HISTORY)).all():
                base.execute(delete(register).where(register.c.row == row))
        self._kept = tuple(self.history)


def forget_register(path: Path | None = None) -> None:
    """Forgets every confirmation, whoever noted it. Raises RegisterError: the database cannot be written."""
    with transaction_at(path, RegisterError) as base:
        base.execute(delete(register))
    if path is None:
        (user_folder() / FILE).unlink(missing_ok=True)


def register_state(path: Path | None = None) -> str:
    """A name for what the register holds, which changes with it; empty if it holds nothing.

    Raises:
        RegisterError: as `Register.load`.
    """
    with transaction_at(_place(path), RegisterError) as base:
        rows, last, moment = base.execute(
            select(func.count(), func.max(register.c.row), func.max(register.c.moment))
        ).one()
    return f"{rows} {last} {moment}" if rows else ""


def take_over(old: Path, path: Path | None = None) -> None:
    """Takes over a file of before, once, and deletes it. Raises RegisterError: it is no register."""
    if not old.is_file():
        return
    try:
        earlier = _File.model_validate(read_json(old, REGISTER, RegisterError)).history
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise RegisterError(
            phrase(
                "{path} is no deck register that Shelfmark saved (at {where}): delete it, and confirm "
                "cards anew.",
                path=old,
                where=where or phrase("its top"),
            )
        ) from error
    with transaction_at(path, RegisterError) as base:
        here = set(map(_row, _history(base)))
        _add(base, [one for one in earlier if _row(one) not in here])
    old.unlink(missing_ok=True)


def _place(path: str | Path | None) -> Path | None:
    """Where the register is kept; that of the archive first takes over the file of before."""
    if path is not None:
        return Path(path)
    take_over(user_folder() / FILE)
    return None


_Row = tuple[datetime, str, int, int | None, str]


def _row(one: Confirmation) -> _Row:
    """The columns of a confirmation."""
    books = "".join(category.code for category in one.categories)
    return one.when, one.letter, one.order, one.of, books


def _history(base: Connection) -> list[Confirmation]:
    """Every confirmation, oldest first, without damaged rows; of equal confirmations the last."""
    found: dict[tuple[object, ...], Confirmation] = {}
    for row in base.execute(select(register).order_by(register.c.moment, register.c.row)).mappings():
        with suppress(ValueError, TypeError):
            one = Confirmation(
                letter=row["letter"],
                order=row["number"],
                of=row["of"],
                categories=tuple(map(Category.from_code, row["books"])),
                when=row["moment"],
            )
            found.pop(_row(one)[1:], None)
            found[_row(one)[1:]] = one
    return list(found.values())


def _add(base: Connection, confirmations: Iterable[Confirmation]) -> None:
    names = ("moment", "letter", "number", "of", "books")
    rows = [dict(zip(names, _row(each), strict=True)) for each in confirmations]
    if rows:
        base.execute(register.insert(), rows)


def _forget(base: Connection, rows: Iterable[_Row]) -> None:
    c = register.c
    for moment, letter, number, of, books in rows:
        same = (c.letter == letter, c.number == number, c.of.is_not_distinct_from(of), c.books == books)
        base.execute(delete(register).where(*same, c.moment <= moment))
