"""A table's icons beside the legend: by prototypes, and on which scale."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import Category
from vision.icons.legend import icon_scale, refined, table_scale

CATEGORIES, FEATURES = len(Category), 48


def unit(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def table(seed: int, each: list[int], noise: float = 0.02) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The six icons of a legend, [6, f]; a table with ``each`` pictures of each, [m, f]; their categories."""
    random = np.random.default_rng(seed)
    legend = unit(random.normal(size=(CATEGORIES, FEATURES)))
    category = np.repeat(np.arange(CATEGORIES), each)
    return legend, unit(legend[category] + noise * random.normal(size=(len(category), FEATURES))), category


@given(st.integers(0, 99), st.lists(st.integers(0, 6), min_size=6, max_size=6))
@settings(max_examples=30, deadline=None)
def test_clear_icons_match_the_legend(seed: int, each: list[int]) -> None:
    legend, seen, category = table(seed, each)
    assert refined(seen, seen @ legend.T).argmax(axis=1).tolist() == category.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_category_does_not_take_the_icons_of_another_in_strange_light(seed: int) -> None:
    """All icons of a category are a little nearer to another's icon in the legend, but like each other."""
    legend, seen, category = table(seed, [6, 5, 4, 4, 4, 4])
    scores = seen @ legend.T
    own = np.flatnonzero(category == 1)
    scores[own, 1], scores[own, 0] = 0.70, 0.76
    scores[category == 0, 0], scores[category == 0, 1] = 0.85, 0.60
    assert scores[own].argmax(axis=1).tolist() == [0] * len(own)
    assert refined(seen, scores).argmax(axis=1).tolist() == category.tolist()


def test_marks_that_are_no_icons_take_no_category() -> None:
    """Vectors of a drawn table. Its marks that are no icons (category -1) look like each other."""
    with np.load(Path(__file__).parent / "pale_icons.npz") as file:
        seen, scores, category = unit(file["seen"].astype(np.float32)), file["scores"], file["category"]
    known = category >= 0
    assert scores[known].argmax(axis=1).tolist() == category[known].tolist()
    assert refined(seen, scores).argmax(axis=1)[known].tolist() == category[known].tolist()


def test_of_two_similar_categories_neither_takes_all() -> None:
    """In the table's light one category's icons lie half way between both icons of the legend."""
    alone = together = 0
    true = np.repeat(np.arange(6), 12)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        legend = np.linalg.qr(rng.standard_normal((48, 6)))[0].T
        legend[1] = unit(legend[0] + 0.35 * legend[1])
        icons = legend.copy()
        icons[1] = unit(legend[0] + legend[1])
        seen = unit(icons[true] + 0.03 * rng.standard_normal((len(true), 48)))
        scores = seen @ legend.T.astype(np.float32)
        alone += int((scores.argmax(axis=1) != true).sum())
        together += int((refined(seen, scores).argmax(axis=1) != true).sum())
    assert alone > 40  # of 120: as good as guessed
    assert together < 15


def test_a_table_of_like_icons_has_a_higher_scale() -> None:
    rng = np.random.default_rng(4)
    middles = rng.normal(0, 1, (6, 48))
    category = np.arange(60) % 6

    def sharp(spread: float, many: int = 60) -> float:
        icons = middles[category[:many]] + rng.normal(0, spread, (many, 48))
        return table_scale(
            (icons / np.linalg.norm(icons, axis=1, keepdims=True)).astype(np.float32), category[:many]
        )

    assert sharp(0.05) > 1.5 * sharp(0.3) > 2 * sharp(0.6)
    assert sharp(0.6, 6) == pytest.approx(sharp(0.05, 6)), "one of each tells nothing"


def test_an_icon_unlike_the_legend_has_a_low_scale() -> None:
    clear, washed_out = icon_scale(
        np.array([[0.95, 0.5, 0.4, 0.4, 0.3, 0.2], [0.6, 0.5, 0.4, 0.4, 0.3, 0.2]])
    )
    assert clear > 2 > 0.4 > washed_out
    assert (icon_scale(np.full((2, 6), -0.3)) == 0).all()
