"""Tables whose cards are known, drawn with looks held out of training: what calibration is fitted on.

Letters, numbers and icons come from strips alone (``vision.train.strips``), which are far cheaper to draw
than photos; on which side cards lie comes from whole photos.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard, Deck
from vision import rectify
from vision.detect import Detector
from vision.detections import CATEGORY, FACE_DOWN, STRIP, Detections
from vision.faces import face_evidence
from vision.finder import find_marks
from vision.icons import Legend, cut_icon, read_icons
from vision.legend import ZOOMS
from vision.pipeline import evidence_of
from vision.quads import widths
from vision.read import read_banners
from vision.synth.cards import category_icon_box
from vision.synth.layout import random_deck
from vision.synth.looks import make_look
from vision.synth.scenes import Kind, Scene, make_scene
from vision.train.calibrate import Known
from vision.train.strips import CATEGORIES, PrintedLook, category_sample, printed, strip_sample

#: Cards on a table.
FEWEST, MOST = 8, 16
#: Of its cards lie astray: on most tables a few, on some all.
ASTRAY, ALL_ASTRAY = 0.25, 0.2
#: Photo pixels a strip pixel, at least: a card is then 130 pixels wide, as in a photo of 3 megapixels.
COARSEST = 0.55
#: Of the photos on which sides are judged, in turn.
KINDS: tuple[Kind, ...] = ("shelf", "two_shelves", "shelf", "spread", "few")
SIZE = (1344, 1008)
#: A card is found where its middle (a strip's upper edge) is this near, in card widths.
REACH, REACH_OF_STRIP = 0.4, 0.15


@dataclass(frozen=True)
class DrawnTable:
    """Strips of a table, uint8 [n, 152, 344, 3], its cards, the deck they are from, and its legend."""

    strips: NDArray[np.uint8]
    cards: list[BookCard]
    deck: Deck
    legend: Legend


def draw_table(seed: int) -> DrawnTable:
    """A table of a held-out look; the same seed gives the same one."""
    rng = np.random.default_rng((seed, 11))
    deck = Deck(random_deck(rng))
    some = rng.permutation(len(deck.cards))[: int(rng.integers(FEWEST, MOST + 1))]
    cards = [deck.cards[i] for i in laid(some, rng)]
    look = printed(make_look(seed, held_out=True), cards)
    strips = [strip_sample(look, rng, which, COARSEST).picture for which in range(len(cards))]
    return DrawnTable(np.stack(strips), cards, deck, drawn_legend(look, rng))


def laid(cards: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """The same numbers as players lay them: ascending, but for those that lie astray."""
    share = 1.0 if rng.random() < ALL_ASTRAY else rng.uniform(0, ASTRAY)
    astray = rng.random(len(cards)) < share
    out = np.sort(cards)
    out[astray] = rng.permutation(out[astray])
    return out


def drawn_legend(look: PrintedLook, rng: np.random.Generator) -> Legend:
    """The legend of a look from its category cards as a photo would show them."""
    cards = [category_sample(look, category, rng) for category in range(len(CATEGORIES))]
    x, y, size = (value * cards[0].shape[1] for value in category_icon_box(look.look))
    return Legend.from_icons([[cut_icon(card, x, y, size * zoom) for zoom in ZOOMS] for card in cards])


def known(table: DrawnTable) -> list[Known]:
    """What the networks make of a table: with its legend, and with its deck besides."""
    up = np.ones(len(table.cards), np.bool_)
    marks = find_marks(table.strips)
    icons = read_icons(table.strips, table.legend, marks=marks)
    evidence = evidence_of(read_banners(table.strips, marks), icons, up, None)
    evidence = replace(evidence, shelves=(tuple(range(len(table.cards))),))
    return [Known(evidence, table.cards), Known(replace(evidence, deck=table.deck), table.cards)]


def tempered(tables: Iterable[Known], heats: dict[str, float]) -> list[Known]:
    """The tables as they look after their networks' temperatures were changed."""
    return [Known(table.evidence.tempered(heats), table.cards) for table in tables]


def draw_scene(seed: int) -> Scene:
    """A photo of a held-out look; the same seed gives the same one."""
    look = make_look(seed, held_out=True)
    return make_scene(seed, look=look, size=SIZE, kind=KINDS[seed % len(KINDS)])


def face_cases(seeds: Iterable[int]) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """For each photo the evidence [n, 3] on which sides its cards lie, and whether the detector was right."""
    for seed in seeds:
        scene = draw_scene(seed)
        found = Detector.default().detect(scene.image)
        found = found[found.kind != CATEGORY]
        true = true_kinds(scene, found)
        found, true = found[np.flatnonzero(true >= 0)], true[true >= 0]
        icons = read_icons(rectify.strips(scene.image, found.corners), None)
        right = (found.kind == FACE_DOWN) == (true == FACE_DOWN)
        yield face_evidence(found, icons.shown), right


def true_kinds(scene: Scene, found: Detections) -> NDArray[np.int64]:
    """The kind of the true card that each of ``found`` shows, [n]; -1 for none."""
    out = np.full(len(found), -1, np.int64)
    if not scene.objects or len(found) == 0:
        return out
    corners = np.stack([thing.corners for thing in scene.objects])
    kinds = np.array([thing.kind for thing in scene.objects])
    strip = kinds == STRIP
    middles = np.where(strip[:, None], corners[:, :2].mean(axis=1), corners.mean(axis=1))
    seen = np.where(strip[:, None, None], found.corners[:, :2].mean(axis=1), found.corners.mean(axis=1))
    apart = np.linalg.norm(middles[:, None] - seen, axis=2) / widths(corners)[:, None]
    reach = np.where(strip, REACH_OF_STRIP, REACH)
    apart = np.where(apart < reach[:, None], apart, np.inf)
    near = np.isfinite(apart).any(axis=0)
    out[near] = kinds[apart.argmin(axis=0)][near]
    return out
