"""What there is to see of each of the six steps: one picture, one table, one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from vision.common.arrays import Floats, Picture
from vision.common.fields import FIELDS, LETTERS, ORDERS
from vision.cutting import CutCards
from vision.detect.detections import FACE_DOWN, NOTHING, OUTCOMES, STRIP, Detections
from vision.detect.score import EVIDENCE, believed, by_itself
from vision.explain.draw import STYLE, Canvas, hatched, sheet, strip_tile
from vision.geometry.grid import Grid
from vision.judge.closer import CLOSER_EVIDENCE
from vision.judge.judge import closer_look, doubtful
from vision.overlay import draw_overlay
from vision.photo.pyramid import Pyramid
from vision.pile.judging import PILE_EVIDENCE, pile_rows
from vision.pipeline import Looked
from vision.reading import CardReading, PhotoReading
from vision.strips.raster import STEP

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
