"""Tables too large for one photo, or with several players, drawn for `bench.several`.

A table's seed gives its cards, look and deck. Each photo has another camera, table top and light, so that two
photos of a card are two chances to read it. Looks are held out.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scorer.cards import BookCard, Deck
from vision.synth.look.looks import Look, make_look
from vision.synth.scene.camera import Camera, aim
from vision.synth.scene.decks import random_deck
from vision.synth.scene.layout import THICKNESS, Layout, Placement, lay_shelf, moved, shelf_cells
from vision.synth.scene.scenes import legend_photo, scene_of

Rng = np.random.Generator
Cards = list[BookCard]
Draw = Callable[[Rng, Look, Cards], tuple[Layout, list[Camera]]]
SIZE = (2016, 1512)
#: Of a photo of everything at once.
LARGE = (4032, 3024)
#: Looks and decks from this seed on.
FIRST = 930_000
FOLDER = Path(tempfile.gettempdir()) / "shelfmark-bench" / "several"


@dataclass(frozen=True)
class Taken:
    """The photos of one table: files, and the truth of each photo.

    A truth is a list of cards as in the truth files, each with ``table``: its (shelf, row, column) on the
    whole table.
    """

    photos: list[Path]
    truths: list[list[dict[str, Any]]]
    legend: Path
    deck: Deck


def a_long_shelf(rng: Rng, look: Look, cards: Cards) -> tuple[Layout, list[Camera]]:
    """Three rows of 7 to 9 cards in several photos, now and then from across the table."""
    columns = int(rng.integers(7, 10))
    cells = shelf_cells(rng, 3, columns, 3 * columns - int(rng.integers(0, 5)))
    table = Layout("shelf", look.aspect, lay_shelf(rng, cards[: len(cells)], cells, look.aspect))
    count = int(rng.integers(2, 4))
    width = 5.2 if count == 2 else 4.2
    starts = np.linspace(0, columns - width, count)
    views = [(start - 0.5, start + width - 0.5) for start in starts]
    return table, [
        _camera(rng, table, [p for p in table.placements if low <= p.column <= high], 0.98)
        for low, high in views
    ]


def the_same_shelf_twice(rng: Rng, look: Look, cards: Cards) -> tuple[Layout, list[Camera]]:
    """A shelf of 12 to 18 cards, wholly in each of two photos."""
    cells = shelf_cells(rng, 3, 6, int(rng.integers(12, 19)))
    table = Layout("shelf", look.aspect, lay_shelf(rng, cards[: len(cells)], cells, look.aspect))
    return table, [_camera(rng, table, table.placements, 0.8) for _ in range(2)]


def players(rng: Rng, look: Look, cards: Cards, count: int) -> Layout:
    """Shelves of 6 to 12 cards around the middle of a table, turned towards their owners, or at random."""
    dealt = iter(cards)
    placements: list[Placement] = []
    radius = 2.2 + look.aspect * 1.2 + 0.6 * count
    for shelf in range(count):
        cells = shelf_cells(rng, 3, 4, int(rng.integers(6, 13)))
        own = [next(dealt) for _ in cells]
        angle = 360 * shelf / count + float(rng.uniform(-20, 20))
        turn = angle if rng.random() < 0.7 else float(rng.uniform(0, 360))
        x, y = radius * np.sin(np.radians(-angle)), radius * np.cos(np.radians(angle))
        laid = lay_shelf(rng, own, cells, look.aspect, shelf)
        placements += moved(laid, float(x), float(y), turn)
    return Layout("shelves", look.aspect, placements)


def one_photo_of_players(count: int) -> Draw:
    def draw(rng: Rng, look: Look, cards: Cards) -> tuple[Layout, list[Camera]]:
        table = players(rng, look, cards, count)
        return table, [_camera(rng, table, table.placements, 0.95, LARGE)]

    return draw


def a_photo_a_player(rng: Rng, look: Look, cards: Cards) -> tuple[Layout, list[Camera]]:
    """Two shelves far apart, a photo of each."""
    cells = [shelf_cells(rng, 3, 5, int(rng.integers(8, 15))) for _ in range(2)]
    dealt = iter(cards)
    placements: list[Placement] = []
    for shelf, own in enumerate(cells):
        laid = lay_shelf(rng, [next(dealt) for _ in own], own, look.aspect, shelf)
        placements += moved(laid, 40.0 * shelf, 0.0)
    table = Layout("shelves", look.aspect, placements)
    return table, [
        _camera(rng, table, [p for p in placements if p.shelf == shelf], 0.85) for shelf in range(2)
    ]


def a_whole_pile(photos: int) -> Draw:
    """All 152 cards in columns of 13, in one photo or in four that overlap."""

    def draw(rng: Rng, look: Look, cards: Cards) -> tuple[Layout, list[Camera]]:
        longest = 13
        step = float(np.clip(look.strip_height * rng.uniform(1.1, 1.5), 0.2, 0.36))
        placements: list[Placement] = []
        for number, card in enumerate(cards):
            column, row = divmod(number, longest)
            last = row == longest - 1 or number == len(cards) - 1
            placements.append(
                Placement(
                    x=column * 1.12 + float(rng.normal(0, 0.02)),
                    y=row * step + float(rng.normal(0, 0.01)),
                    turn=float(rng.normal(0, 0.8)),
                    z=THICKNESS * (1 + row),
                    card=card,
                    row=row,
                    column=column,
                    covered_by=None if last else number + 1,
                )
            )
        table = Layout("spread", look.aspect, placements)
        if photos == 1:
            camera = replace(_camera(rng, table, placements, 0.97, LARGE), spin=float(rng.normal(0, 5)) % 360)
            return table, [aim(camera, table.outline(), 0.97, (0.0, 0.0))]
        parts = [
            [p for p in placements if across[0] <= p.column <= across[1] and down[0] <= p.row <= down[1]]
            for down in ((0, 8), (5, 12))
            for across in ((0, 6.5), (5, 12))
        ]
        return table, [_camera(rng, table, part, 0.95) for part in parts]

    return draw


KINDS: dict[str, Draw] = {
    "a long shelf": a_long_shelf,
    "the same shelf twice": the_same_shelf_twice,
    "a photo a player": a_photo_a_player,
    "two players": one_photo_of_players(2),
    "three players": one_photo_of_players(3),
    "four players": one_photo_of_players(4),
    "a pile in four photos": a_whole_pile(4),
    "a pile in one photo": a_whole_pile(1),
}


def taken(kind: str, number: int, folder: Path = FOLDER) -> Taken:
    """The photos of table ``number`` of a kind, drawn when they are not in ``folder`` yet."""
    seed = FIRST + 100 * list(KINDS).index(kind) + number
    look = make_look(seed, held_out=True)
    rng = np.random.default_rng(seed)
    deck = random_deck(rng)
    table, cameras = KINDS[kind](rng, look, [deck[i] for i in rng.permutation(len(deck))])
    home = folder / kind.replace(" ", "-") / str(number)
    legend = home / "legend.jpg"
    home.mkdir(parents=True, exist_ok=True)
    if not legend.is_file():
        cv2.imwrite(str(legend), legend_photo(look).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    photos, truths = [], []
    for photo, camera in enumerate(cameras):
        path = home / f"{photo}.jpg"
        if not path.with_suffix(".json").is_file():
            scene = scene_of(table, camera, look, seed * 10 + photo, whole=True)
            cv2.imwrite(str(path), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            seen = [
                {
                    "table": (o.placement.shelf, o.placement.row, o.placement.column),
                    "face_up": o.placement.face_up,
                    "visible": round(o.visible_fraction, 3),
                    "corners": o.card_corners.round(1).tolist(),
                    "letter": o.placement.card.letter,
                    "order": o.placement.card.order,
                    "of": o.placement.card.of,
                    "categories": [str(c) for c in o.placement.card.categories],
                }
                for o in scene.objects
                if o.placement.card is not None and o.visible_fraction > 0
            ]
            path.with_suffix(".json").write_text(json.dumps(seen))
        photos.append(path)
        truths.append(json.loads(path.with_suffix(".json").read_text()))
    return Taken(photos, truths, legend, Deck(deck))


def _camera(
    rng: Rng, table: Layout, what: Sequence[Placement], fill: float, size: tuple[int, int] = SIZE
) -> Camera:
    """A phone over a part of the table, held nearly straight, mostly from the owner's side."""
    camera = Camera(
        size,
        focal=max(size) / 2 / float(np.tan(np.radians(rng.uniform(45, 70) / 2))),
        spin=float(rng.choice([0, 180, 90], p=[0.75, 0.15, 0.1]) + rng.normal(0, 5)) % 360,
        tilt=float(min(abs(rng.normal(0, 12)), 28)),
        roll=float(np.clip(rng.normal(0, 2), -6, 6)),
        bend=float(rng.uniform(-0.02, 0.02)),
    )
    return aim(camera, replace(table, placements=list(what)).outline(), fill, (0.0, 0.0))
