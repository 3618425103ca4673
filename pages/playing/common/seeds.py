"""The seed that a new game is dealt by: it tells all hidden cards, so few may know it."""

from __future__ import annotations

import os
import secrets

import streamlit as st

from pages.playing.common.sitting import Kind
from pages.session.rights import Right, may
from pages.widgets.numbers import chosen_number
from pages.widgets.people import forget_people
from pages.words import Words

state = st.session_state
#: Seeds are below this where people may know them, so that they can read them to each other.
SEEDS = 1_000_000
#: Bits of a seed that nobody may know: too many to try until the cards in a hand come out.
SECRET = 128


def new_seed(devices: bool = False, below: int = SEEDS) -> int:
    """What a new game is dealt by: by chance, or by `SHELFMARK_SEED` where all games are to be alike.

    Whoever sees a hand could find a short seed by trying all, and with it every hidden card. So it is long
    where people play on ``devices`` of their own, and for guests.
    """
    given = os.environ.get("SHELFMARK_SEED", "")
    if given.isdecimal():
        return int(given) % below
    return secrets.randbits(SECRET) if devices or not may(Right.SEED) else secrets.randbelow(below)


def seed(kind: Kind, w: Words, devices: bool = False) -> int:
    """What the cards of the next game are dealt by. The owner sees and may choose it where all sit at one
    device; nobody else does, as it tells all hidden cards.
    """
    if devices or not may(Right.SEED):
        return new_seed(devices)
    dealt: int = state.setdefault(f"{kind}-dealt", new_seed())
    return chosen_number(w["seed"], f"{kind}-seed", dealt, SEEDS)


def forget_seed(kind: Kind) -> None:
    """The game after the next is dealt by another, and its people are those of this one."""
    forget_people()
    state.pop(f"{kind}-dealt", None)
