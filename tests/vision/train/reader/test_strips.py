"""Training samples of the reader, and the known tables made of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from scorer.cards import BookCard
from tests.vision.looks import invented_look
from vision.common.fields import ORDERS
from vision.strips import rectify
from vision.synth.card.cards import draw_marked
from vision.synth.look.anatomy import drawn_look
from vision.synth.look.banners import readable, with_any_number
from vision.synth.look.fonts import PILLOW_FONT
from vision.synth.look.looks import make_look
from vision.synth.look.style import Effect
from vision.train.reader import camera, strips
from vision.train.reader.camera import photograph
from vision.train.reader.strips import (
    DISPLAY,
    DRAWN,
    MARGIN,
    PrintedLook,
    category_sample,
    print_banners,
    print_look,
    printed,
    random_card,
    strip_sample,
)

pytestmark = pytest.mark.any_fonts

CARD = BookCard("R", 3, 7, ())


@pytest.fixture(scope="module")
def look() -> PrintedLook:
    return print_look(3, held_out=False, cards=5)


def test_a_seed_gives_the_same_samples(look: PrintedLook) -> None:
    again = print_look(3, held_out=False, cards=5)
    assert [each.card for each in again.cards] == [each.card for each in look.cards]
    a, b = (strip_sample(each, np.random.default_rng(8)) for each in (look, again))
    assert np.array_equal(a.picture, b.picture)
    assert a.card == b.card
    other = strip_sample(look, np.random.default_rng(9))
    assert not np.array_equal(a.picture, other.picture)


def test_a_lamp_hides_the_print_under_it(look: PrintedLook) -> None:
    hidden, whole = 0, 0
    for seed in range(40):
        sample = strip_sample(look, np.random.default_rng(seed), glared=1.0)
        for (x, y, width, height), shown in zip(sample.marks, sample.marks_shown, strict=True):
            rows, columns = (
                slice(int(np.floor(max(at - side / 2, 0))), int(np.ceil(at + side / 2)))
                for at, side in ((y, height), (x, width))
            )
            hidden, whole = hidden + (shown == 0), whole + (shown == 1)
            if shown == 0:
                assert sample.picture[rows, columns].min() >= int(255 * camera.BLINDING)
        again = strip_sample(look, np.random.default_rng(seed))
        assert (again.marks_shown == 1).all()
        assert (sample.shown <= again.shown).all()
    assert hidden > 3
    assert whole > 3


def test_another_column_hides_the_icons_beyond_its_edge(look: PrintedLook) -> None:
    shares: list[float] = []
    for seed in range(40):
        sample = strip_sample(look, np.random.default_rng(seed), covered=1.0)
        assert sample.shown.shape == (len(sample.card.categories),)
        assert (np.diff(sample.shown) <= 0).all()  # from the right
        assert sample.shown[0] > 0
        shares += sample.shown.tolist()
    assert min(shares) == 0
    assert max(shares) == 1
    assert any(0 < share < 1 for share in shares)
    assert (strip_sample(look, np.random.default_rng(1)).shown == 1).all()


def test_what_another_column_covers_is_drawn_over(look: PrintedLook) -> None:
    card = look.cards[0].picture
    bare, covered = (strips._table(look, card, np.random.default_rng(3), end) for end in (None, 0.7))
    edge = round((MARGIN + 0.7) * DRAWN)
    assert np.array_equal(bare[:, : edge - 5], covered[:, : edge - 5])
    rows = slice(round(MARGIN * DRAWN), round(0.5 * DRAWN))
    differs = (bare[rows, edge + 5 : edge + 80] != covered[rows, edge + 5 : edge + 80]).any(axis=2)
    assert differs.mean() > 0.3


@pytest.mark.parametrize("seed", range(6))
def test_a_sample_has_its_truth_within_the_strip(seed: int, look: PrintedLook) -> None:
    sample = strip_sample(look, np.random.default_rng(seed))
    assert sample.picture.shape == (rectify.HEIGHT, rectify.WIDTH, 3)
    assert sample.picture.dtype == np.uint8
    assert sample.icons.shape == (len(sample.card.categories), 3)
    assert (sample.icons[:, 0] > 0).all()
    assert (sample.icons[:, 0] < rectify.WIDTH * 1.05).all()
    assert (np.diff(sample.icons[:, 0]) > 0).all()
    assert (sample.icons[:, 2] > 8).all()
    assert (sample.icons[:, 2] < rectify.HEIGHT).all()
    assert sample.marks.shape == (2, 4)
    left, right = sample.marks[:, 0] - sample.marks[:, 2] / 2, sample.marks[:, 0] + sample.marks[:, 2] / 2
    assert (left > 0).all()
    assert (right < rectify.WIDTH).all()
    assert (sample.marks[:, 3] > 4).all()


def test_a_card_is_drawn_where_its_truth_says(look: PrintedLook) -> None:
    """Two cards that differ in one icon's category differ in the strip at that icon, and not left of it."""
    card = BookCard("E", 2, 7, (look.cards[0].card.categories * 2)[:2])
    changed = replace(card, categories=(card.categories[0], _other(card)))
    plain = [printed(look.look, [each]) for each in (card, changed)]
    a, b = (strip_sample(each, np.random.default_rng(12), 0, 1.0) for each in plain)
    x, y, size = a.icons[1]
    apart = np.abs(a.picture.astype(int) - b.picture).mean(axis=2)
    ys, xs = np.mgrid[: rectify.HEIGHT, : rectify.WIDTH]
    beside = (abs(ys - y) < 0.5 * size) & (xs > 16)
    there, left = (apart[beside & where].mean() for where in (abs(xs - x) < 0.6 * size, xs < x - size))
    assert there > 4 * max(left, 1)


def _other(card: BookCard) -> Any:
    return next(c for c in type(card.categories[0]) if c not in card.categories)


def test_a_chosen_card_is_shown(look: PrintedLook) -> None:
    for which in range(5):
        assert strip_sample(look, np.random.default_rng(1), which).card == look.cards[which].card


def test_random_cards_are_possible_cards() -> None:
    rng = np.random.default_rng(5)
    cards = [random_card(rng) for _ in range(400)]
    assert all(1 <= card.order <= (card.of or 0) <= ORDERS for card in cards)
    assert {len(card.categories) for card in cards} == {2, 3, 4}
    assert {card.letter for card in cards} == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_category_cards_fill_their_picture(look: PrintedLook) -> None:
    picture = category_sample(look, 2, np.random.default_rng(0))
    assert picture.shape == (round(112 * look.look.aspect), 112, 3)
    assert picture.dtype == np.uint8


@pytest.mark.parametrize("seed", range(8))
def test_a_phone_keeps_size_and_type(seed: int) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (50, 90, 3), dtype=np.uint8)
    seen = photograph(picture, np.random.default_rng(seed))
    assert seen.shape == picture.shape
    assert seen.dtype == np.uint8


def test_training_looks_have_letters_as_display_fonts_draw_them_and_held_out_ones_do_not() -> None:
    training = [print_banners(seed, False, cards=1).look.banner for seed in range(200)]
    assert {each for banner in training for each in (banner.letter_effect, banner.number_effect)} >= set(
        DISPLAY
    )
    for seed in range(20):
        assert print_banners(seed, True, cards=1).look.banner == drawn_look(seed, True).banner


def test_a_number_on_keys_has_a_key_behind_each_character() -> None:
    look = make_look(4, held_out=False)
    banner = replace(
        look.banner,
        number_font=PILLOW_FONT,
        number_style="line",
        number_format="{order}/{of}",
        number_effect="keys",
        number_ink=(255, 255, 255),
        count_ink=None,
    )
    picture, (_, (left, top, right, bottom)) = draw_marked(replace(look, banner=banner), CARD, 800)
    ink = picture[round(top * 800) : round(bottom * 800), round(left * 800) : round(right * 800), :3]
    key = (np.abs(ink.astype(int) - (12, 14, 16)).max(axis=2) < 8).astype(np.uint8)
    keys = [box for box in cv2.connectedComponentsWithStats(key)[2][1:] if box[3] > 0.6 * len(ink)]
    assert len(keys) == len("3/7")
    lit = [ink[:, box[0] : box[0] + box[2]].min(axis=2).max() for box in keys]
    assert min(lit) > 200, "a key without its character"


def test_a_letter_in_dots_has_spots_apart_that_make_its_shape() -> None:
    look = invented_look()
    banner = replace(look.banner, letter_font=PILLOW_FONT, letter_effect="dots", ink=(255, 0, 255))
    picture, ((left, top, right, bottom), _) = draw_marked(replace(look, banner=banner), CARD, 1200)
    ink = picture[round(top * 1200) : round(bottom * 1200), round(left * 1200) : round(right * 1200), :3]
    lit = (np.abs(ink.astype(int) - (255, 0, 255)).max(axis=2) < 8).astype(np.uint8)
    dots = cv2.connectedComponentsWithStats(lit)[2][1:]
    assert len(dots) > 12
    assert np.ptp(dots[:, 2]) <= 2, "dots of several widths"


@pytest.mark.parametrize("seed", range(6))
def test_a_number_is_set_anew_only_where_it_can_be_read_so(seed: int) -> None:
    rng, banner = np.random.default_rng(seed), make_look(seed, False).banner
    others = [with_any_number(banner, rng) for _ in range(60)]
    assert all(other == banner or readable(other) for other in others)
    number = {"number_style": "line", "number_format": "", "number_scale": 0.3}
    assert len({replace(other, **number) for other in others}) == 1, "more than the number was changed"


@pytest.mark.parametrize("effect", DISPLAY)
def test_every_effect_changes_how_a_letter_is_drawn_and_little_else(effect: Effect) -> None:
    look = make_look(4, held_out=False)
    banner = replace(look.banner, letter_font=PILLOW_FONT, letter_effect="none", heavy_letter=False)
    plain, ((left, top, right, bottom), _) = draw_marked(replace(look, banner=banner), CARD, 400)
    shown, _ = draw_marked(replace(look, banner=replace(banner, letter_effect=effect)), CARD, 400)
    changed = np.argwhere((plain != shown).any(axis=2)) / 400
    assert len(changed) > 50
    assert (changed.min(axis=0) > np.array([top, left]) - 0.03).all()
    assert (changed.max(axis=0) < np.array([bottom, right]) + 0.06).all()
