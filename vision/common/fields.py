"""The fields of a reading, and the values that they may have."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Literal

from scorer.cards import MOST_OF_A_LETTER

#: Every field that a reading can be unsure of, in the order in which a person checks them.
FIELDS = ("face_up", "letter", "order", "of", "categories")
#: The fields that a card's print says.
PRINTED = FIELDS[1:]
LETTERS = ascii_uppercase
#: The highest order number and count that the reader knows.
ORDERS = MOST_OF_A_LETTER
#: The deck that a photo's cards are taken for: the printed game, the house deck, the given deck ("file"), or
#: a deck that is not known.
DeckName = Literal["printed", "house", "file", "other"]
