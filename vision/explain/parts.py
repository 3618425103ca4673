"""What there is to see of each of the six steps: one picture, one table, one sentence.

Pictures show the photo washed out with outlines on it, or a sheet of strips.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scorer.cards import CATEGORIES
from vision.cards.judge import CLOSER_EVIDENCE, closer_look, doubtful
from vision.common.arrays import Bools, Floats, Picture
from vision.common.fields import FIELDS, LETTERS, ORDERS
from vision.cutting import CutCards
from vision.detect.detections import FACE_DOWN, NOTHING, OUTCOMES, STRIP, Detections
from vision.detect.score import EVIDENCE, believed, by_itself
from vision.geometry.grid import Grid
from vision.overlay import Colour, draw_overlay, draw_sides, paste, text_picture
from vision.photo.pyramid import Pyramid
from vision.pile.judging import PILE_EVIDENCE, pile_rows
from vision.pipeline import Looked
from vision.reading import CardReading, PhotoReading
from vision.strips.visibility import STEP

# Pictures


@dataclass(frozen=True)
class ExplainStyle:
    """Colours and sizes of an explanation. Colours are Okabe and Ito's (2008)."""

    #: The longest side of a picture of the photo, in pixels, at least half of it.
    side: int = 1800
    #: How much of the photo's contrast stays behind the outlines.
    wash: float = 0.6
    #: By kind: a face, a back, a strip, a category card, nothing.
    kinds: tuple[Colour, ...] = ((0, 114, 178), (120, 72, 30), (0, 130, 95), (170, 78, 132), (140, 140, 140))
    #: By mark: a letter, a number, an icon.
    marks: tuple[Colour, ...] = ((0, 114, 178), (213, 94, 0), (0, 130, 95))
    ink: Colour = (32, 25, 19)
    paper: Colour = (250, 247, 240)
    #: The colour of what cannot be seen.
    hidden: Colour = (204, 60, 120)
    #: The height of text, in pixels.
    text: int = 17
    #: Tiles of a sheet stand this many pixels apart.
    gap: int = 14
    #: A mark of less than this probability has a thin outline.
    clear: float = 0.5
    #: The colour of grids.
    grid: Colour = (213, 94, 0)
    #: Likely values that are shown of each mark.
    values: int = 3


STYLE = ExplainStyle()


class Canvas:
    """A photo washed out, to draw on in the photo's own pixels."""

    def __init__(self, photo: Pyramid) -> None:
        image, halvings = photo.level(STYLE.side / max(photo.size))
        self._scale = 2.0**halvings
        self.picture = np.asarray(255 - STYLE.wash * (255 - image.astype(np.float32)), np.uint8)
        self._thick = max(2, round(max(image.shape[:2]) / 700))

    def outline(
        self, quad: NDArray[np.floating], colour: Colour, dashed: bool = False, thin: bool = False
    ) -> None:
        """The outline of a quad [4, 2]."""
        thick = 1 if thin else self._thick
        draw_sides(self.picture, self._here(quad), colour, thick, dash=4.0 * self._thick if dashed else None)

    def label(self, quad: NDArray[np.floating], lines: Sequence[str], colour: Colour) -> None:
        """Text in the middle of a quad [4, 2]."""
        here = self._here(quad)
        across = float(np.linalg.norm(here[1] - here[0]))
        size = int(np.clip(0.15 * across, 10, 1.6 * STYLE.text))
        text = text_picture(tuple(lines), size, colour, STYLE.paper)
        paste(self.picture, text, here.mean(axis=0))

    def _here(self, quad: NDArray[np.floating]) -> Floats:
        return np.asarray((np.asarray(quad, np.float64) + 0.5) / self._scale - 0.5)


def strip_tile(
    strip: Picture, lines: Sequence[str], boxes: Sequence[tuple[NDArray[np.float32], Colour]]
) -> Picture:
    """A strip under ``lines`` of text, with a box for each mark: probability, x, y, width, height; and its
    colour.
    """
    height, width = strip.shape[:2]
    line = round(1.5 * STYLE.text)
    head = line * len(lines)
    tile = np.full((head + height, width, 3), STYLE.paper[::-1], np.uint8)
    tile[head:] = strip
    for (probability, x, y, across, down), colour in boxes:
        half = np.array([across, down]) / 2
        low, high = (np.round((x, head + y) + way * half).astype(int).tolist() for way in (-1, 1))
        cv2.rectangle(tile, low, high, colour[::-1], 2 if probability >= STYLE.clear else 1, cv2.LINE_AA)
    page = Image.fromarray(np.ascontiguousarray(tile[:, :, ::-1]))
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(STYLE.text)
    for number, text in enumerate(lines):
        draw.text((2, (number + 0.5) * line), text, STYLE.ink, font, "lm")
    return np.asarray(page, np.uint8)[:, :, ::-1].copy()


def hatched(tile: Picture, strip: Bools) -> None:
    """Hatches the strip at the foot of a tile where ``strip`` [h, w] is true: nothing can be seen there."""
    height, width = strip.shape
    rows, columns = np.mgrid[:height, :width]
    lines = strip & ((rows + columns) % 9 < 3)
    tile[-height:][lines] = STYLE.hidden[::-1]


def sheet(tiles: Sequence[Picture], across: int) -> Picture:
    """Tiles in rows of ``across``; each row is as high as its highest tile."""
    if not tiles:
        return np.full((STYLE.gap, STYLE.gap, 3), STYLE.paper[::-1], np.uint8)
    wide, gap = max(tile.shape[1] for tile in tiles), STYLE.gap
    rows = [tiles[k : k + across] for k in range(0, len(tiles), across)]
    high = [max(tile.shape[0] for tile in row) for row in rows]
    size = (sum(high) + gap * (len(rows) + 1), min(across, len(tiles)) * (wide + gap) + gap, 3)
    page, top = np.full(size, STYLE.paper[::-1], np.uint8), gap
    for row, down in zip(rows, high, strict=True):
        for k, tile in enumerate(row):
            left = gap + k * (wide + gap)
            page[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
        top += down + gap
    return page


# The steps

KINDS = ("face", "back", "strip", "category card", "nothing")
Cell = str | float | int
Row = dict[str, Cell]  #: from columns to what stands there


@dataclass(frozen=True)
class Part:
    """One step of an explanation: its ``name``, what it does, its ``picture``, and its table, all of whose
    rows have the same columns.
    """

    name: str
    caption: str
    picture: Picture
    rows: Sequence[Row]


def parts(looked: Looked, reading: PhotoReading) -> Iterator[Part]:
    """The six steps of a photo, whose ``reading`` is what the table's photos gave of it."""
    yield propose(looked.photo, looked.detections)
    yield judge(looked)
    yield place(looked)
    yield cut(looked)
    yield read(looked)
    yield decide(looked, reading)


def propose(photo: Pyramid, detections: Detections) -> Part:
    """All detections, numbered as in the tables of this step and the next."""
    canvas, rows = Canvas(photo), list[Row]()
    for i in np.argsort(detections.score):
        colour = STYLE.kinds[detections.kind[i]]
        canvas.outline(detections.corners[i], colour, dashed=bool(detections.score[i] < 0.5))
        canvas.label(detections.corners[i], (f"{i}", f"{detections.score[i]:.0%}"), colour)
    for i in range(len(detections)):
        names = ("score", "second look, log odds", "error of its sides, card widths")
        measured = _numbers(
            names, (detections.score[i], detections.verifier_odds[i], detections.corner_error[i])
        )
        row: Row = {"detection": i, "kind": KINDS[detections.kind[i]]}
        rows.append(row | measured | _corners(detections.corners[i]))
    caption = "Everything that may be a card, with the detector's own score. Dashed: below 50 %."
    return Part("propose", caption, canvas.picture, rows)


def judge(looked: Looked) -> Part:
    """What the judge believes of each detection, and the evidence for it."""
    first = by_itself(looked.detections)
    canvas, rows = Canvas(looked.photo), list[Row]()
    if looked.kind == "pile":
        found, evidence = first, pile_rows(looked.photo, first, believed(first), doubtful(first))
    else:
        found, _, evidence = closer_look(looked.photo, first)
    columns = (*(KINDS[k] for k in OUTCOMES), *EVIDENCE, *CLOSER_EVIDENCE, *PILE_EVIDENCE)[
        : len(OUTCOMES) + evidence.shape[1]
    ]
    kept = {_nearest(looked.detections.corners, quad): i for i, quad in enumerate(looked.cards.corners)}
    for i in range(len(found)):
        stays = i in kept
        belief = looked.cards.belief[kept[i]] if stays else first.belief[i]
        best = int(belief.argmax())
        canvas.outline(
            found.corners[i], STYLE.kinds[best if stays else NOTHING], dashed=not stays, thin=not stays
        )
        if stays or belief[NOTHING] < 0.98:
            colour = STYLE.kinds[best] if stays else STYLE.kinds[NOTHING]
            canvas.label(found.corners[i], (f"{i} {KINDS[best]}", f"{belief[best]:.0%}"), colour)
        numbers = _numbers(columns, [*belief, *evidence[i]])
        row: Row = {"detection": i, "taken for": "card" if stays else "no card"}
        rows.append(row | numbers)
    caption = "What each detection is believed to be, and all numbers that speak for it. Dashed: not a card."
    return Part("judge", caption, canvas.picture, rows)


def place(looked: Looked) -> Part:
    """The grid of each shelf, or the columns of a pile, as the cards lie in the end."""
    seen, canvas, rows = looked.seen, Canvas(looked.photo), list[Row]()
    first = {_key(quad) for quad in looked.cards.corners}
    strips = looked.cut.placed.cards.kind == STRIP
    for shelf in [] if strips.any() else np.unique(seen.shelf):
        own = seen.shelf == shelf
        cells = np.stack([seen.column, seen.row], axis=1)[own]
        grid = Grid.fit(cells.astype(np.float64), seen.corners[own])
        every = np.argwhere(np.ones(cells.max(axis=0) + 1)).astype(np.float64)
        for quad in grid.corners(every):
            canvas.outline(quad, STYLE.grid, dashed=True)
    for i, quad in enumerate(seen.corners):
        colour = STYLE.kinds[FACE_DOWN if not seen.face_up[i] else int(looked.cut.placed.cards.kind[i])]
        canvas.outline(quad, colour)
        where = f"row {seen.row[i]}, column {seen.column[i]}"
        canvas.label(quad, (f"{i}",) if strips[i] else (f"card {i}", where), colour)
        new = "beside the others" if _key(looked.cut.placed.cards.corners[i]) not in first else ""
        row: Row = {"card": i}
        row |= {name: int(getattr(seen, name)[i]) for name in ("shelf", "row", "column")}
        names = ("sure", "outside the photo", "hidden left", "hidden right")
        measured = _numbers(names, (seen.sure[i], seen.cut[i], *looked.cut.placed.hidden[i]))
        rows.append(row | measured | {"moved or found": new} | _corners(quad))
    doubts = "; ".join(f"shelf {n}: {', '.join(each)}" for n, each in enumerate(seen.doubts) if each)
    caption = f"Rows and columns, and the grid fitted to each shelf. {doubts and 'In doubt: ' + doubts + '.'}"
    return Part("place", caption.strip(), canvas.picture, rows)


def cut(looked: Looked) -> Part:
    """The strips with the marks on them; of moved cards the first strip too."""
    first, last = looked.first, looked.cut
    before = {_key(quad) for quad in first.strips.corners}
    tiles, rows = [], list[Row]()
    for i in range(len(last.up)):
        moved = _key(last.strips.corners[i]) not in before
        if moved and len(before):
            old = _nearest(first.strips.corners, last.strips.corners[i])
            tiles.append(_tile(first, old, f"card {i}, first cut"))
        tiles.append(_tile(last, i, f"card {i}{', cut again' if moved else ''}"))
        row: Row = {"card": i, "cut": "again" if moved else "once"}
        row |= _numbers(("print, 0 to 3",), last.marks.shown[i, None])
        row |= {f"{name} hidden": round(float(each[i]), 4) for name, each in last.visibility.hidden.items()}
        marks = {"letter": last.marks.letter[i], "number": last.marks.number[i]}
        marks |= {f"icon {k + 1}": icon for k, icon in enumerate(last.marks.icons[i, :4])}
        for name, mark in marks.items():
            row |= _numbers([f"{name} {what}" for what in ("probability", "x", "y", "width", "height")], mark)
        rows.append(row)
    caption = "The strip of each card, and the letter, the number and the icons on it. Hatched: hidden."
    return Part("cut", caption, sheet(tiles, 4), rows)


def read(looked: Looked) -> Part:
    """What each card's print says by itself."""
    tiles, rows = [], list[Row]()
    for i in np.flatnonzero(looked.cut.up).tolist():
        ranked = _ranked(looked, i)
        lines = [f"{name}: {', '.join(f'{v} {p:.1%}' for v, p in values)}" for name, values in ranked.items()]
        tiles.append(_tile(looked.cut, i, f"card {i}", lines))
        row: Row = {"card": i}
        for name, values in ranked.items():
            for k, (value, probability) in enumerate(values, 1):
                row |= {f"{name} {k}": value, f"{name} {k}, probability": round(probability, 4)}
        rows.append(row)
    caption = "What the print of each card says by itself, before the cards are decided together."
    return Part("read", caption, sheet(tiles, 4), rows)


def decide(looked: Looked, reading: PhotoReading) -> Part:
    """The reading of each card beside what its print said."""
    cards = {
        _key(card.corners): card for s in (reading.pile, *(s.cards for s in reading.shelves)) for card in s
    }
    rows = list[Row]()
    for i, quad in enumerate(looked.seen.corners):
        card = cards.get(_key(quad))
        if card is None:
            continue
        own = {name: values[0][0] for name, values in _ranked(looked, i).items()} if looked.cut.up[i] else {}
        row: Row = {"card": i, "row": card.row, "column": card.column}
        for name in FIELDS:
            row |= {f"{name} by print": own.get(name, ""), name: _value(card, name)}
            row[f"{name}, confidence"] = card.confidence.get(name, "")
        rows.append(row | {"to look at": " ".join(card.review)})
    canvas, halvings = looked.photo.level(STYLE.side / max(looked.photo.size))
    small = reading.model_copy(deep=True)
    for card in (c for s in (small.pile, *(s.cards for s in small.shelves)) for c in s):
        card.corners = [
            ((x + 0.5) / 2**halvings - 0.5, (y + 0.5) / 2**halvings - 0.5) for x, y in card.corners
        ]
    caption = "The cards decided together. Dashed, with a question mark: for a person to look at."
    return Part("decide", caption, draw_overlay(np.ascontiguousarray(canvas), small), rows)


def _tile(cut: CutCards, i: int, title: str, lines: Sequence[str] = ()) -> Picture:
    """The strip of card ``i`` with its marks, under a ``title`` and ``lines``."""
    marks, colours = cut.marks, STYLE.marks
    title = f"{title}: letter {marks.letter[i, 0]:.0%}, number {marks.number[i, 0]:.0%}"
    boxes = [(marks.letter[i], colours[0]), (marks.number[i], colours[1])]
    boxes += [(icon, colours[2]) for icon in marks.icons[i] if icon[0] > 0.2]
    tile = strip_tile(cut.strips.pictures[i], [title, *lines], [box for box in boxes if box[0][0] > 0.05])
    hatched(tile, np.kron(cut.visibility.map[i], np.ones((STEP, STEP), np.bool_)))
    return tile


def _ranked(looked: Looked, i: int) -> dict[str, list[tuple[str, float]]]:
    """The values of each mark of card ``i`` and their probabilities, likeliest first."""
    seen = looked.seen.evidence
    numbers = [str(n) for n in range(1, ORDERS + 1)]
    each = {"letter": (LETTERS, seen.letter), "order": (numbers, seen.order), "of": (numbers, seen.of)}
    each["books"] = (["2", "3", "4"], seen.count)
    out = {name: _best(values, np.exp(logs[i])) for name, (values, logs) in each.items()}
    if seen.icons is not None:
        books = int(seen.count[i].argmax()) + 2
        likeliest = np.exp(seen.icons[i, :books]).argmax(axis=1)
        codes = "".join(CATEGORIES[k].code for k in likeliest)
        out["categories"] = [(codes, float(np.exp(seen.icons[i, :books]).max(axis=1).prod()))]
    return out


def _best(values: Sequence[str], probability: Floats) -> list[tuple[str, float]]:
    order = np.argsort(-probability)[: STYLE.values]
    return [(values[k], float(probability[k])) for k in order]


def _value(card: CardReading, name: str) -> Cell:
    value = getattr(card, name)
    if name == "categories":
        return "".join(category.code for category in value)
    return "" if value is None else value


def _nearest(quads: NDArray[np.floating], quad: NDArray[np.floating]) -> int:
    return int(np.linalg.norm(quads.mean(axis=1) - np.asarray(quad).mean(axis=0), axis=1).argmin())


def _key(quad: Sequence[Sequence[float]] | Floats) -> tuple[float, ...]:
    """Corners that can be looked up, as a reading gives them."""
    return tuple(round(float(value), 2) for value in np.asarray(quad).ravel())


def _numbers(names: Sequence[str], values: Sequence[float] | NDArray[np.floating]) -> Row:
    rounded = (round(float(value), 4) if np.isfinite(value) else "" for value in values)
    return dict(zip(names, rounded, strict=True))


def _corners(quad: NDArray[np.floating]) -> Row:
    corners = ("top left", "top right", "bottom right", "bottom left")
    return _numbers([f"{corner} {axis}" for corner in corners for axis in "xy"], quad.ravel())
