"""Photos of an invented look, with its legend and deck, and what is true of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Deck
from vision import Legend
from vision.reading import CardReading, PhotoReading

SAMPLES = Path(__file__).parent / "invented"
Card = dict[str, Any]


def photo(name: str) -> Path:
    return SAMPLES / "photos" / f"{name}.jpg"


def truth(name: str) -> list[list[Card]]:
    return list(json.loads(photo(name).with_suffix(".json").read_text())["shelves"])


@cache
def legend() -> Legend:
    return Legend.from_photo(SAMPLES / "legend.jpg")


@cache
def deck() -> Deck:
    """The deck that the sample photos show."""
    return Deck.load(SAMPLES / "house_deck.json")


def shelves_of(reading: PhotoReading) -> list[list[CardReading]]:
    return [shelf.cards for shelf in reading.shelves] or [reading.pile]


def width(corners: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(corners[1] - corners[0]))
