"""What is refused, said in the language of the page.

The scorer and the reader say it in English, with every detail. Elsewhere the commonest reasons are found
again here and said in the page's words; what is left is said in English.
"""

from __future__ import annotations

from collections import Counter

from pages.state import Table, TableCard
from pages.words import Words
from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.game import MOST_PLAYERS
from vision.icons import LegendError
from vision.photo import PhotoError


def photo_sentence(refused: RefusedInput, name: str, kind: str, w: Words) -> str:
    """Why a photo was refused."""
    said = str(refused)
    if w.language == "en" or not isinstance(refused, PhotoError):
        return said
    if "found in the photo" in said:
        return w(f"no_cards_{kind}", name=name)
    if "too small" in said:
        return w("photo_small", name=name)
    if "too large" in said or "larger than" in said:
        return w("photo_large", name=name)
    return w("photo_unreadable", name=name)


def legend_sentence(refused: RefusedInput, name: str, w: Words) -> str:
    """Why a photo of the legend was refused."""
    if w.language != "en" and isinstance(refused, LegendError):
        return w("legend_not_six", name=name)
    return photo_sentence(refused, name, "shelf", w)


def game_sentence(refused: RefusedInput, table: Table, edition: Edition, w: Words) -> str:
    """Why the form cannot be filled in."""
    return str(refused) if w.language == "en" else _game(table, w) or str(refused)


def _game(table: Table, w: Words) -> str | None:
    if len(table.seats) > MOST_PLAYERS:
        return w("too_many", n=len(table.seats), most=MOST_PLAYERS)
    names = Counter(seat.name for seat in table.everyone)
    if twice := [name for name, times in names.items() if times > 1]:
        return w("same_name", name=twice[0])
    for seat in table.shelves:
        if seat.bookless:
            card = seat.bookless[0]
            return w("no_books", card=f"{card.letter}{card.order}", name=seat.name, place=_place(w, card))
    seen: dict[tuple[str, int], str] = {}
    for seat in table.shelves:
        for card in seat.cards:
            known = card.shelved.card
            if known is None:
                continue
            if known.key in seen:
                return w(
                    "card_twice", card=f"{card.letter}{card.order}", one=seen[known.key], other=seat.name
                )
            seen[known.key] = seat.name
    return None


def _place(w: Words, card: TableCard) -> str:
    return w("place", row=card.row + 1, column=card.column + 1)
