"""Errors that three corrected photos save later: `python -m bench.learning.corrections [--looks N]`.

Photos of one deck are drawn in looks that no network was trained on; the looks with the most errors are
taken. Three photos are read, and every card is corrected as a person would. Then a fourth and a fifth photo
are read as delivered, with the deck register, with the adaptation of `shelfmark learn`, and with both.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from scorer.cards import BookCard, Deck
from scorer.confirmed.corrections import Correction
from scorer.confirmed.register import Register
from vision.adapt import Adaptation
from vision.common.fields import PRINTED
from vision.icons.legend import Legend
from vision.icons.legend_photo import LegendError
from vision.learn.fit import LearnError, learn
from vision.photo.errors import PhotoError
from vision.pipeline import PhotoReader
from vision.reading import CardReading
from vision.strips import rectify
from vision.synth.look.looks import Look, make_look
from vision.synth.scene.scenes import make_scene

#: The first look to try; how many photos are corrected, and how many are read afterwards.
FIRST_SEED, TAUGHT, ASKED = 7_000_010, 3, 2
SIZE = (1600, 1200)
#: A look counts as hard where at least this share of the fields of the first photos is read wrongly.
HARD = 0.06


@dataclass
class Drawn:
    """A photo with its cards and where they lie, [4, 2] each."""

    image: NDArray[np.uint8]
    cards: list[tuple[BookCard, NDArray[np.float32]]]


def photos(look: Look, seed: int) -> Iterator[Drawn]:
    """Photos of shelves with at least 6 cards, all of one deck."""
    number = 0
    while True:
        scene = make_scene(
            seed * 1000 + number, look=look, deck=Deck.house().cards, size=SIZE, kind="shelf", whole=True
        )
        number += 1
        cards = [(o.card, o.card_corners) for o in scene.objects if o.kind == 0 and o.card is not None]
        if len(cards) >= 6:
            yield Drawn(scene.image, cards)


def read(reader: PhotoReader, photo: Drawn) -> list[tuple[BookCard, CardReading]]:
    """The true cards with their readings; cards that were not found are left out."""
    try:
        reading = reader.read(photo.image)
    except PhotoError:
        return []
    seen = [card for shelf in reading.shelves for card in shelf.cards if card.face_up]
    out = []
    for card, corners in photo.cards:
        reach = 0.4 * float(np.linalg.norm(corners[1] - corners[0]))
        for one in seen:
            if np.linalg.norm(np.mean(one.corners, axis=0) - corners.mean(axis=0)) < reach:
                out.append((card, one))
                break
    return out


def wrong(pairs: list[tuple[BookCard, CardReading]]) -> dict[str, int]:
    """How many of each field are wrong."""
    return {
        name: sum(
            sorted(seen.categories) != sorted(card.categories)
            if name == "categories"
            else getattr(seen, name) != getattr(card, name)
            for card, seen in pairs
        )
        for name in PRINTED
    }


def corrected(photo: Drawn, pairs: list[tuple[BookCard, CardReading]], name: str) -> list[Correction]:
    """The corrections of a person who checks every card."""
    strips = rectify.strips(photo.image, np.array([seen.corners for _, seen in pairs], np.float32))
    return [
        Correction(name, number, card, rectify.to_jpeg(strip), _fields(seen), datetime.now(UTC))
        for number, ((card, seen), strip) in enumerate(zip(pairs, strips, strict=True))
    ]


def _fields(seen: CardReading) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in PRINTED}


def tried(seed: int, with_legend: bool, least: float = HARD) -> dict[str, dict[str, int]] | None:
    """Wrong fields on photos that were not corrected, by the reader's knowledge; None for an easy look."""
    look = make_look(seed, held_out=True)
    legend = None
    if with_legend:
        scene = make_scene(seed, look=look, size=(1200, 900), kind="legend", whole=True)
        try:
            legend = Legend.from_photo(scene.image)
        except (LegendError, PhotoError):
            return None
    drawn = photos(look, seed)
    reader = PhotoReader(legend=legend)
    register, corrections = Register(), list[Correction]()
    errors = fields = 0
    for number in range(TAUGHT):
        photo = next(drawn)
        pairs = read(reader, photo)
        if not pairs:
            return None
        errors += sum(wrong(pairs)[name] for name in PRINTED[:3])
        fields += 3 * len(pairs)
        corrections += corrected(photo, pairs, str(number))
        for card, _ in pairs:
            register.confirm(card)
        if number == 0 and errors < least * fields:
            return None
    try:
        adaptation, report = learn(corrections, legend)
    except LearnError:
        return None
    readers: dict[str, tuple[Register | None, Adaptation | None]] = {
        "as delivered": (None, None),
        "register": (register, None),
        "learned": (None, adaptation),
        "register and learned": (register, adaptation),
    }
    asked = [next(drawn) for _ in range(ASKED)]
    out: dict[str, dict[str, int]] = {
        "learn": {"before": report.own.before, "after": report.own.after, "of": report.own.count}
        | {"general before": report.general.before, "general after": report.general.after}
        | {"general of": report.general.count, "kept": int(report.kept_text)}
    }
    for name, (known, adapted) in readers.items():
        one = PhotoReader(legend=legend, register=known, adaptation=adapted)
        found = [pair for photo in asked for pair in read(one, photo)]
        out[name] = wrong(found) | {"cards": len(found)}
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=6, help="hard looks to find")
    parser.add_argument("--legend", action="store_true", help="a legend photo of each look is given")
    arguments = parser.parse_args()
    console = Console()
    total: dict[str, dict[str, int]] = {}
    found, seed = 0, FIRST_SEED
    while found < arguments.looks and seed < FIRST_SEED + 2000:
        result = tried(seed, arguments.legend)
        if result is not None:
            found += 1
            console.print(seed, result)
            for name, figures in result.items():
                for key, value in figures.items():
                    total.setdefault(name, {}).setdefault(key, 0)
                    total[name][key] += value
        seed += 10
    table = Table(
        "wrong fields on photos after the third", *PRINTED, "all", "left", title=f"{found} hard looks"
    )
    start = 0
    for name, figures in total.items():
        if name == "learn":
            continue
        every = sum(figures[field] for field in PRINTED)
        start = start or every
        table.add_row(
            f"{name} ({figures['cards']} cards)",
            *(str(figures[field]) for field in PRINTED),
            str(every),
            f"{100 * every / max(start, 1):.0f} %",
        )
    console.print(table)
    console.print("What learn said, all looks together:", total.get("learn"))


if __name__ == "__main__":
    main()
