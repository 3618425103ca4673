"""The icons of a table among each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.icons.kinds import CATEGORIES, parted, rivals, settled

FEATURES = 48


def unit(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def table(seed: int, each: list[int], noise: float = 0.02) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The six icons of a legend, [6, f], and of so many pictures of each on a table, [m, f], with what they
    are of.
    """
    random = np.random.default_rng(seed)
    legend = unit(random.normal(size=(CATEGORIES, FEATURES)))
    category = np.repeat(np.arange(CATEGORIES), each)
    return legend, unit(legend[category] + noise * random.normal(size=(len(category), FEATURES))), category


@given(st.integers(0, 99), st.lists(st.integers(0, 6), min_size=6, max_size=6))
@settings(max_examples=30, deadline=None)
def test_clear_icons_are_those_of_the_legend(seed: int, each: list[int]) -> None:
    legend, seen, category = table(seed, each)
    assert settled(seen, seen @ legend.T).argmax(axis=1).tolist() == category.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_one_category_does_not_take_the_icons_of_another_in_strange_light(seed: int) -> None:
    """Of one category all pictures are a little nearer to another one's icon in the legend, but like each
    other and unlike those.
    """
    legend, seen, category = table(seed, [6, 5, 4, 4, 4, 4])
    scores = seen @ legend.T
    own = np.flatnonzero(category == 1)
    scores[own, 1], scores[own, 0] = 0.70, 0.76
    scores[category == 0, 0], scores[category == 0, 1] = 0.85, 0.60
    assert scores[own].argmax(axis=1).tolist() == [0] * len(own)
    assert settled(seen, scores).argmax(axis=1).tolist() == category.tolist()


def test_an_arrow_is_parted_from_an_arrow_to_a_bar() -> None:
    """Icons of a drawn table and a legend, seen by the icon encoder: every arrow (category 1) is nearer to
    the legend's arrow to a bar (category 4), and the widest gap is not between them.
    """
    with np.load(Path(__file__).parent / "two_arrows.npz") as file:
        seen, scores, category = unit(file["seen"].astype(np.float32)), file["scores"], file["category"]
    assert set(scores[category == 1].argmax(axis=1)) == {4}
    known = category >= 0
    assert settled(seen, scores).argmax(axis=1)[known].tolist() == category[known].tolist()


def test_what_shows_hardly_an_icon_takes_no_category_from_clear_ones() -> None:
    """Four marks of a drawn table that are no icons (category -1) were like each other, and took the legend's
    cat: the three icons that are nearest to it by far were then another's, and surely (17100/010).
    """
    with np.load(Path(__file__).parent / "pale_icons.npz") as file:
        seen, scores, category = unit(file["seen"].astype(np.float32)), file["scores"], file["category"]
    known = category >= 0
    assert scores[known].argmax(axis=1).tolist() == category[known].tolist()
    assert settled(seen, scores).argmax(axis=1)[known].tolist() == category[known].tolist()


@pytest.mark.parametrize("seed", range(5))
def test_icons_that_look_alike_are_not_parted(seed: int) -> None:
    legend, seen, category = table(seed, [12, 0, 4, 4, 4, 4], noise=0.04)
    scores = seen @ legend.T
    nearer = np.random.default_rng(seed).uniform(0.03, 0.1, 12)
    scores[category == 0, 1] = scores[category == 0, 0] - nearer
    assert settled(seen, scores).argmax(axis=1).tolist() == category.tolist()


@given(st.integers(0, 999), st.integers(1, 20))
@settings(max_examples=40, deadline=None)
def test_icons_are_parted_only_where_all_fit_better(seed: int, icons: int) -> None:
    """Reckoned icon by icon: likeness to the legend, and to the other icons of the same category."""
    random = np.random.default_rng(seed)
    seen = unit(random.normal(size=(icons, FEATURES)) + 0.5)
    scores = np.asarray(random.uniform(0.2, 1, (icons, CATEGORIES)), np.float32)

    def fit(category: np.ndarray) -> float:
        total = 0.0
        for i, one in enumerate(category):
            others = [float(seen[i] @ seen[k]) for k in range(icons) if category[k] == one and k != i]
            own = float(scores[i, one])
            total += 0.2 * own + 0.8 * sum(others) / len(others) if others else own
        return total

    before = scores.argmax(axis=1)
    after = parted(seen, scores, before)
    assert np.array_equal(after, before) or fit(after) > fit(before) + 0.049


def shown_as(*each: tuple[int, int, float]) -> tuple[np.ndarray, np.ndarray]:
    """Cosines with the legend, [m, 6], of icons that seem to be of one category, are so much less like
    another, and not like the rest; and their categories.
    """
    shown = np.full((len(each), CATEGORIES), 0.4, np.float32)
    for row, (own, other, less) in zip(shown, each, strict=True):
        row[own], row[other] = 0.9, 0.9 - less
    return shown, np.array([own for own, *_ in each])


def test_where_one_of_two_like_categories_is_not_there_an_icon_may_be_of_it() -> None:
    """Nine suns of twelve points were stars of eight: 34700/045."""
    clear, alike = (3, 0, 0.3), (3, 5, 0.04)
    assert not rivals(*shown_as(clear, clear)).any()
    told = rivals(*shown_as(clear, alike))
    assert told[0].any() == 0
    assert told[1].tolist() == [0, 0, 0, 0, 0, 1]
    assert not rivals(*shown_as(clear, (3, 5, 0.07))).any()


@pytest.mark.parametrize(("less", "doubted"), [(0.1, False), (0.05, True)])
def test_clear_icons_of_the_other_category_tell_the_two_apart(less: float, doubted: bool) -> None:
    told = rivals(*shown_as((3, 5, 0.04), (5, 3, less)))
    assert told.any(axis=1).tolist() == [doubted, doubted and less < 0.06]


def test_what_is_nearer_to_another_category_than_to_its_own_may_be_of_that_one() -> None:
    shown, _ = shown_as((3, 5, 0.02))
    assert rivals(shown, np.array([5])).tolist() == [[0, 0, 0, 1, 0, 0]]
    assert rivals(shown[:0], np.zeros(0, np.intp)).shape == (0, CATEGORIES)
