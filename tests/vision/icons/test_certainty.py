"""How certain an icon's category is."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.cards import Category
from vision.icons.certainty import icon_scale, second_categories, table_scale

CATEGORIES = len(Category)


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


def shown_as(*each: tuple[int, int, float]) -> tuple[np.ndarray, np.ndarray]:
    """Cosines with the legend, [m, 6], and categories, of icons given as (category, second, margin)."""
    shown = np.full((len(each), CATEGORIES), 0.4, np.float32)
    for row, (own, other, less) in zip(shown, each, strict=True):
        row[own], row[other] = 0.9, 0.9 - less
    return shown, np.array([own for own, *_ in each])


def test_an_icon_may_be_of_a_similar_category_that_the_table_does_not_show() -> None:
    clear, alike = (3, 0, 0.3), (3, 5, 0.04)
    assert not second_categories(*shown_as(clear, clear)).any()
    told = second_categories(*shown_as(clear, alike))
    assert told[0].any() == 0
    assert told[1].tolist() == [0, 0, 0, 0, 0, 1]
    assert not second_categories(*shown_as(clear, (3, 5, 0.07))).any()


@pytest.mark.parametrize(("less", "doubted"), [(0.1, False), (0.05, True)])
def test_clear_icons_of_the_second_category_tell_the_two_apart(less: float, doubted: bool) -> None:
    told = second_categories(*shown_as((3, 5, 0.04), (5, 3, less)))
    assert told.any(axis=1).tolist() == [doubted, doubted and less < 0.06]


def test_an_icon_nearer_to_another_category_may_be_of_it() -> None:
    shown, _ = shown_as((3, 5, 0.02))
    assert second_categories(shown, np.array([5])).tolist() == [[0, 0, 0, 1, 0, 0]]
    assert second_categories(shown[:0], np.zeros(0, np.intp)).shape == (0, CATEGORIES)
