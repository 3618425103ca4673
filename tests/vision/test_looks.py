"""Looks: how decks are printed for training, and what is held out of it."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.cards import BookCard, Category
from vision.synth import fonts
from vision.synth.cards import banner_boxes, draw_back, draw_card, draw_category_card, icon_boxes
from vision.synth.looks import make_look, number_right

SEEDS = range(1, 60)
CARD = BookCard("W", 10, 12, tuple(Category)[:4])


@pytest.mark.parametrize("seed", [3, 10, 41])
def test_a_seed_always_gives_the_same_look_and_pictures(seed: int) -> None:
    assert make_look(seed) == make_look(seed)
    assert np.array_equal(draw_card(make_look(seed), CARD, 120), draw_card(make_look(seed), CARD, 120))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_icons_stand_right_of_the_banner_and_on_the_card(seed: int) -> None:
    look = make_look(seed)
    for books in (2, 3, 4):
        boxes = icon_boxes(look, books)
        assert len(boxes) == books
        lefts = [x - size / 2 for x, _, size, _ in boxes]
        rights = [x + size / 2 for x, _, size, _ in boxes]
        assert min(lefts) > number_right(look.banner)
        assert max(rights) < 1.02
        assert all(right <= left + 1e-9 for right, left in zip(rights, lefts[1:], strict=False))


@pytest.mark.parametrize("seed", SEEDS)
def test_letter_and_number_do_not_cover_each_other(seed: int) -> None:
    (x0, y0, x1, y1), (u0, v0, u1, v1) = banner_boxes(make_look(seed).banner)
    overlap = max(0, min(x1, u1) - max(x0, u0)) * max(0, min(y1, v1) - max(y0, v0))
    assert overlap <= 0.12 * (x1 - x0) * (y1 - y0)


@pytest.mark.parametrize("seed", [1, 2, 7, 10])
def test_every_side_of_a_card_has_the_looks_proportions(seed: int) -> None:
    look = make_look(seed)
    for picture in (
        draw_card(look, CARD, 150),
        draw_back(look, 150),
        draw_category_card(look, Category.MONSTER_MANUALS, 150),
    ):
        assert picture.shape == (round(150 * look.aspect), 150, 4)
        assert picture.dtype == np.uint8
        assert picture[picture.shape[0] // 2, 75, 3] == 255


@pytest.mark.parametrize("seed", SEEDS)
def test_the_six_icons_of_a_look_are_different(seed: int) -> None:
    glyphs = make_look(seed).icons.glyphs
    assert len(set(glyphs)) == 6


def test_held_out_looks_share_no_font_and_no_icon_with_training_looks() -> None:
    own = {name for group in fonts.text_fonts(True) for name in group} - {fonts.PILLOW_FONT}
    others = {name for group in fonts.text_fonts(False) for name in group}
    assert not own & others
    icons = {glyph for group in fonts.icon_glyphs(True) for glyph in group}
    assert not icons & {glyph for group in fonts.icon_glyphs(False) for glyph in group}


def test_drawing_works_without_any_installed_font(monkeypatch: pytest.MonkeyPatch) -> None:
    caches = (fonts.text_fonts, fonts.icon_glyphs)
    for cached in caches:
        cached.cache_clear()
    monkeypatch.setattr(fonts, "installed", dict)
    try:
        look = make_look(5)
        assert look.banner.letter_font == fonts.PILLOW_FONT
        assert len(set(look.icons.glyphs)) == 6
        assert draw_card(look, CARD, 100).shape[1] == 100
    finally:
        for cached in caches:
            cached.cache_clear()
