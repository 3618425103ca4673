"""How well each look is read: `python -m bench.looks FOLDER`, photos as `python -m vision.synth` draws them.

A look's photos are read with its legend. Fields are compared on the cards that lie face up and were found.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from vision.icons.legend import Legend
from vision.photo.errors import PhotoError
from vision.pipeline import PhotoReader
from vision.reading import CardReading, PhotoReading

FIELDS = ("letter", "order", "of", "categories")
#: A card is found where its middle (in a pile, that of its upper edge) is this near, in card widths.
REACH, REACH_IN_PILE = 0.4, 0.15


def matched(true: list[dict[str, Any]], seen: list[CardReading], pile: bool) -> list[CardReading | None]:
    """For each true card the nearest reading; None if no reading is near."""
    if not seen:
        return [None] * len(true)
    corners = [np.array([card["corners"] for card in true], float), np.array([card.corners for card in seen])]
    places = [quads[:, :2].mean(axis=1) if pile else quads.mean(axis=1) for quads in corners]
    width = np.linalg.norm(corners[0][:, 1] - corners[0][:, 0], axis=1)
    apart = np.linalg.norm(places[0][:, None] - places[1], axis=2) / width[:, None]
    reach = REACH_IN_PILE if pile else REACH
    return [seen[int(row.argmin())] if row.min() < reach else None for row in apart]


def field_of(card: dict[str, Any] | CardReading, name: str) -> object:
    """A field's value; categories in any order."""
    value = card[name] if isinstance(card, dict) else getattr(card, name)
    return sorted(map(str, value)) if name == "categories" else value


def outcomes(folder: Path, photo: Path) -> Iterator[tuple[str, bool]]:
    """The right values of one photo: "found" for each card, and each field of the face-up cards."""
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    pile = truth["kind"] == "spread"
    reader = PhotoReader(legend=Legend.from_photo(folder / f"legend_{truth['look']}.jpg"))
    try:
        reading = reader.read(photo, "pile" if pile else "shelf")
    except PhotoError:  # no card was found
        reading = PhotoReading()
    seen = [*reading.pile, *(card for shelf in reading.shelves for card in shelf.cards)]
    true = [card for shelf in truth["shelves"] for card in shelf]
    for card, read in zip(true, matched(true, seen, pile), strict=True):
        yield "found", read is not None
        if read is not None and card["face_up"] and read.face_up:
            yield from ((name, field_of(card, name) == field_of(read, name)) for name in FIELDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    looks: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for photo in sorted(folder.glob("[0-9]*.jpg")):
        look = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["look"]
        for name, right in outcomes(folder, photo):
            looks[look][name].append(right)
            looks["all"][name].append(right)
    names = ("found", *FIELDS)
    table = Table("look", "cards", *names, title="right, %")
    for look, shares in sorted(looks.items(), key=lambda each: each[0] == "all"):
        figures = (f"{100 * np.mean(shares[name]):.1f}" if shares[name] else "–" for name in names)
        table.add_row(look, str(len(shares["found"])), *figures)
    Console().print(table)


if __name__ == "__main__":
    main()
