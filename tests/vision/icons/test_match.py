"""Icons of strips: found, counted and matched with a legend."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from vision.icons.legend import Legend
from vision.icons.match import read_icons
from vision.strips.rectify import HEIGHT, WIDTH
from vision.train.reader.strips import StripSample

LEAST_COUNTED, LEAST_MATCHED = 0.9, 0.9
#: How far a found icon's middle may lie from the true one, and how much its size may differ, in sizes.
MIDDLE, SIZE = 0.3, 0.35


def test_icons_are_counted_and_found_where_they_are(
    samples: list[StripSample], strips: NDArray[np.uint8]
) -> None:
    seen = read_icons(strips, None)
    assert seen.category is None
    counted = [
        int(row.argmax()) + 2 == len(s.card.categories) for row, s in zip(seen.count, samples, strict=True)
    ]
    assert np.mean(counted) >= LEAST_COUNTED
    assert np.allclose(np.exp(seen.count).sum(axis=1), 1, atol=1e-4)
    off = []
    for boxes, sample, right in zip(seen.boxes, samples, counted, strict=True):
        if right:
            found, true = boxes[boxes[:, 2] > 0], sample.icons[np.argsort(sample.icons[:, 0])]
            off.append(np.abs(found - true) / true[:, 2:])
    assert np.quantile(np.concatenate(off)[:, :2], 0.9) < MIDDLE
    assert np.quantile(np.concatenate(off)[:, 2], 0.9) < SIZE


def test_icons_are_matched_to_a_photographed_legend(
    samples: list[StripSample], strips: NDArray[np.uint8], legend: Legend
) -> None:
    seen = read_icons(strips, legend)
    assert seen.category is not None
    hits = []
    for logs, boxes, sample in zip(seen.category, seen.boxes, samples, strict=True):
        if (boxes[:, 2] > 0).sum() == len(sample.card.categories):
            best = [CATEGORIES[c] for c in logs.argmax(axis=1)[: len(sample.card.categories)]]
            hits += [a == b for a, b in zip(best, sample.card.categories, strict=True)]
    assert len(hits) > 2 * len(samples) * LEAST_COUNTED
    assert np.mean(hits) >= LEAST_MATCHED
    assert np.allclose(np.exp(seen.category).sum(axis=2), 1, atol=1e-4)


def test_only_faces_are_matched(strips: NDArray[np.uint8], legend: Legend) -> None:
    up = np.arange(6) != 2
    seen = read_icons(strips[:6], legend, up)
    assert seen.category is not None
    assert np.allclose(seen.category[2], -np.log(6))
    assert (seen.category[up, 0].max(axis=1) > -np.log(6) + 0.1).all()
    assert np.array_equal(seen.boxes, read_icons(strips[:6], None).boxes)


def test_a_strip_without_icons_shows_none(strips: NDArray[np.uint8], legend: Legend) -> None:
    bare = np.full((2, HEIGHT, WIDTH, 3), 150, np.uint8)
    assert read_icons(bare, legend).shown.max() < 0.3
    assert np.median(read_icons(strips, None).shown) > 0.5


def test_no_strips_give_no_evidence(legend: Legend) -> None:
    none = read_icons(np.zeros((0, HEIGHT, WIDTH, 3), np.uint8), legend)
    assert none.count.shape == (0, 3)
    assert none.boxes.shape == (0, 4, 3)
    assert none.category is not None
    assert none.category.shape == (0, 4, 6)
