"""Looks: how decks are printed for training, and what is held out of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.cards import BookCard, Category
from tests.vision.synth.look.colour_font import colour_font
from vision.synth.card.cards import (
    banner_boxes,
    draw_back,
    draw_card,
    draw_category_card,
    draw_marked,
    icon_boxes,
)
from vision.synth.look import banners, fonts, lettering
from vision.synth.look.banners import banner_right
from vision.synth.look.grounds import Ground
from vision.synth.look.icons import LEAST_SIZE, colour_picture, is_same_glyph
from vision.synth.look.lettering import coverage, least_difference, set_number
from vision.synth.look.looks import make_look, with_other_back
from vision.synth.look.style import contrast, luminance
from vision.synth.samples import house_look

pytestmark = pytest.mark.any_fonts

SEEDS = range(1, 13)
#: What the house look draws, as a hash: drawn otherwise, the samples no longer fit it.
#: The mean colours of its face, its back and a category card, in 4 x 6 parts each.
HOUSE_LOOK = (
    "607592fd374e5cff3b6279ff243258fd3c4c52ff233531ff192838ff141a30ff344642ff2d5c4cff1f5790ff192373ff"
    "384a4dff356354ff1e5592ff1b2781ff354746ff315f4fff1f5694ff1d2b83ff263f5ffd224663ff1e4681ff1c327afd"
    "33244dfd2e2248ff382753ff392853fd361d41ff31193aff3e2049ff3e214aff301d47ff2e3c5aff364166ff372151ff"
    "2a1e4dff2a385aff313e68ff302258ff241e53ff201a4aff29225dff29225fff1f2e6cfd1d2d68ff213072ff223273fd"
    "3a6c88fd316682ff316783ff3a6b88fd326884ff235d78ff235d78ff316783ff346985ff4e92aaff4f93aaff346a85ff"
    "336884ff4e93aaff4f93abff336984ff316884ff245f7aff245e79ff306682ff3a6c88fd306481ff2f6480ff3b6d89fd"
)
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
        assert min(lefts) > banner_right(look.banner)
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


def test_letters_that_fill_their_boxes_are_not_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    banner = replace(make_look(4).banner, letter_effect="none", heavy_letter=True)
    plain, bold = (coverage(banner.letter_font, heavy) for heavy in (False, True))
    assert 0.1 < plain < bold < banners.MOST_INK
    assert banners.readable(banner)
    monkeypatch.setattr(banners, "MOST_INK", (plain + bold) / 2)
    assert not banners.readable(banner)
    assert banners.readable(replace(banner, heavy_letter=False))


@pytest.mark.usefixtures("drawn_anew")
@pytest.mark.parametrize("alike", ["DO", "68"])
def test_a_font_with_two_letters_or_figures_alike_is_not_readable(
    alike: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    banner = replace(make_look(4).banner, letter_effect="none", heavy_letter=False)
    mask = lettering.text_mask

    def one_for_both(font: str, text: str, box: tuple[int, int], stroke: int = 0) -> NDArray[np.uint8]:
        return mask(font, alike[0] if text == alike[1] else text, box, stroke)

    assert banners.readable(banner)
    least_difference.cache_clear()
    monkeypatch.setattr(lettering, "text_mask", one_for_both)
    assert not banners.readable(banner)


@pytest.mark.usefixtures("drawn_anew")
def test_a_font_whose_letters_cannot_be_drawn_bolder_is_not_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    banner = replace(make_look(4).banner, letter_effect="none", heavy_letter=True)
    mask = lettering.text_mask

    def stroker_at_fault(font: str, text: str, box: tuple[int, int], stroke: int = 0) -> NDArray[np.uint8]:
        if stroke:
            raise OSError("array allocation size too large")
        return mask(font, text, box)

    coverage.cache_clear()
    monkeypatch.setattr(lettering, "text_mask", stroker_at_fault)
    assert not banners.readable(banner)
    assert banners.readable(replace(banner, heavy_letter=False))


def test_the_house_look_is_the_same_everywhere() -> None:
    look = house_look()
    sides = (
        draw_card(look, CARD, 240),
        draw_back(look, 240),
        draw_category_card(look, Category.HISTORIC_VOLUMES, 240),
    )
    told = np.concatenate([cv2.resize(side, (4, 6), interpolation=cv2.INTER_AREA).ravel() for side in sides])
    # a processor may round a step otherwise
    assert np.abs(told.astype(int) - list(bytes.fromhex(HOUSE_LOOK))).max() <= 3


def test_every_font_of_the_repository_is_drawn_with() -> None:
    table = json.loads((fonts.DATA / "machine_fonts.json").read_text(encoding="utf-8"))
    files = {path.name for path in fonts.OWN_FONTS.iterdir() if path.suffix in fonts.SUFFIXES}
    icons = {name for held_out in (False, True) for group in fonts.icon_glyphs(held_out) for name, _ in group}
    texts = {file for group in table.values() for file in group}
    assert files - icons - texts == {"house-letters.otf", "house-icons.ttf"}
    for held_out in (False, True):
        for group in fonts.icon_glyphs(held_out):
            assert all(fonts.has(*glyph) for glyph in group if glyph[0] != fonts.COLOURED)


@pytest.mark.usefixtures("drawn_anew")
def test_the_machines_fonts_are_hidden_on_demand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Elsewhere.ttf").touch()
    monkeypatch.setattr(fonts, "MACHINE_FONTS", (tmp_path,))
    monkeypatch.setenv(fonts.VARIABLE, "own")
    assert {path.parent for path in fonts.installed().values()} == {fonts.OWN_FONTS}
    fonts.installed.cache_clear()
    monkeypatch.setenv(fonts.VARIABLE, "machine")
    assert fonts.installed()["Elsewhere.ttf"].parent == tmp_path
    fonts.installed.cache_clear()
    monkeypatch.setenv(fonts.VARIABLE, "some")
    with pytest.raises(ValueError, match="set it to own or machine"):
        fonts.installed()


@pytest.mark.usefixtures("drawn_anew")
def test_drawing_works_without_any_installed_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "installed", dict)
    look = make_look(5)
    assert look.banner.letter_font == fonts.PILLOW_FONT
    assert len(set(look.icons.glyphs)) == 6
    assert draw_card(look, CARD, 100).shape[1] == 100


@pytest.mark.parametrize("seed", range(1, 13))
def test_the_boxes_of_letter_and_number_hold_their_ink(seed: int) -> None:
    look, width = make_look(seed), 300
    picture, boxes = draw_marked(look, BookCard("M", 3, 8, (Category.HISTORIC_VOLUMES,)), width)
    other, _ = draw_marked(look, BookCard("W", 5, 6, (Category.HISTORIC_VOLUMES,)), width)
    for x0, y0, x1, y1 in boxes:
        inside = np.s_[int(y0 * width) : int(y1 * width) + 1, int(x0 * width) : int(x1 * width) + 1]
        assert (picture[inside] != other[inside]).any()  # another card's ink stands there
        assert picture[inside].reshape(-1, 4).std(axis=0)[:3].max() > 5


@pytest.mark.parametrize("seed", range(1, 40))
def test_letter_and_number_of_every_card_can_be_read(seed: int) -> None:
    """On a card 220 pixels wide: tall enough, of another colour than the ground, in the part that is read."""
    look = make_look(seed)
    style = look.banner
    for card in (BookCard("W", 10, 12), BookCard("I", 1, 1), BookCard("Q", 3, 14)):
        _, boxes = draw_marked(look, card, 220)
        for (x0, y0, x1, y1), least in zip(boxes, (0.06, 0.045), strict=True):
            assert y1 - y0 > least
            assert 0 <= x0 < x1 < 0.52
            assert 0 <= y0 < y1 < 0.42
    assert abs(luminance(style.ink) - luminance(style.colour)) > 0.25
    assert look.icons.size >= LEAST_SIZE - 1e-9


@pytest.mark.parametrize("seed", range(1, 40))
def test_the_ink_boxes_are_tight_around_what_another_card_prints_otherwise(seed: int) -> None:
    """Cards of one category that differ in letter, order and count differ within these boxes only.

    Several others are drawn: of any two letters or numbers, stems may coincide.
    """
    look, width = make_look(seed), 300
    (a, boxes), *drawn = (
        draw_marked(look, BookCard(letter, order, of), width)
        for letter, order, of in (("M", 3, 5), ("K", 8, 9), ("O", 4, 6), ("I", 1, 1))
    )
    apart = (
        np.max([np.abs(a[: width // 2].astype(int) - b[: width // 2]).max(axis=2) for b, _ in drawn], axis=0)
        > 30
    )
    if look.wear >= 0.2:  # scratches differ from card to card
        apart[: round(0.03 * width)] = apart[:, : round(0.03 * width)] = False
    changed = apart[:, : width // 2].copy()
    for many in zip(boxes, *(others for _, others in drawn), strict=True):
        left, top = (min(box[i] for box in many) * width for i in (0, 1))
        right, bottom = (max(box[i] for box in many) * width for i in (2, 3))
        inside = np.s_[max(0, int(top) - 6) : int(bottom) + 7, max(0, int(left) - 6) : int(right) + 7]
        assert apart[inside].any()
        for edge, along in ((left, 1), (right, 1), (top, 0), (bottom, 0)):
            rows = np.flatnonzero(apart[inside].any(axis=1 - along))
            low = (max(0, int(left) - 6), max(0, int(top) - 6))[1 - along] + rows.min()
            high = low - rows.min() + rows.max()
            assert min(abs(edge - low), abs(edge - high)) < 16
        changed[inside] = False
    if look.wear < 0.2:
        strip = round((look.border + look.strip_height) * width)
        assert not changed[:strip].any()


def test_a_fraction_stands_above_its_count_and_a_line_beside_it() -> None:
    fraction = set_number("fraction", fonts.PILLOW_FONT, "{order}/{of}", 3, 12)
    order, of = fraction.pieces
    assert (order.text, of.text) == ("3", "12")
    assert order.y < of.y
    raised = set_number("raised", fonts.PILLOW_FONT, "{order}/{of}", 3, 12)
    assert [p.text for p in raised.pieces] == ["3", "/", "12"]
    assert raised.pieces[0].y < raised.pieces[2].y
    whole = set_number("line", fonts.PILLOW_FONT, "{order} of {of}", 3, 12)
    assert [p.text for p in whole.pieces] == ["3 of 12"]


def test_order_and_count_can_be_told_apart_whatever_stands_around_them() -> None:
    for banner in (make_look(seed, False).banner for seed in range(300)):
        text = banner.number_format.format(order=3, of=12)
        assert re.fullmatch(r"\D*3\D+12\D*", text), text
        assert all(fonts.has(banner.number_font, character) for character in text)


@pytest.mark.parametrize("held_out", [False, True])
def test_a_person_can_tell_the_icons_of_a_look_apart(held_out: bool) -> None:
    for seed in range(1, 25):
        icons = make_look(seed, held_out).icons
        for i in range(6):
            for j in range(i):
                a, b = icons.glyphs[i], icons.glyphs[j]
                assert isinstance(a, int) or not is_same_glyph(a, b)


def test_looks_differ_in_the_way_numbers_and_banners_are_printed() -> None:
    looks = [make_look(seed, False) for seed in range(300)]
    assert {look.banner.number_style for look in looks} >= {"line", "fraction", "raised", "small_count"}
    assert len({look.banner.shape for look in looks}) > 18
    assert len({look.banner.arrangement for look in looks}) == 12
    assert len({look.icons.backing for look in looks}) == 12
    assert sum(look.strip_ground is not None for look in looks) > 60
    assert sum(contrast(look.strip_colour, look.body_colour) < 0.05 for look in looks) > 20


def test_other_backs_are_plain_patterned_or_framed() -> None:
    look = make_look(5, held_out=False)
    rng = np.random.default_rng(1)
    others = [with_other_back(rng, look) for _ in range(40)]
    backs = [draw_back(other, 150) for other in others]
    assert len({back.tobytes() for back in backs}) == 40
    plain = replace(others[0], back_colour=(220, 220, 220), back_ground=None)
    patterned = replace(plain, back_ground=Ground("checks", (0, 0, 0), 0.5, 0.1, 1))
    middle = np.s_[50:90, 50:90, :3]
    assert draw_back(plain, 150)[middle].std() < 1
    assert draw_back(patterned, 150)[middle].std() > 10
    framed = draw_back(replace(plain, back_frame=0.1, board_colour=(255, 0, 0), back_colour=(0, 0, 255)), 150)
    across = framed[len(framed) // 3, :40, :3].astype(int)
    assert (across[:, 2] > across[:, 0] + 100).any(), "no line runs about the back"


def test_icons_of_many_colours_keep_them_on_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = make_look(4, False)
    path = tmp_path / "Squares.ttf"
    path.write_bytes(colour_font({"D": (20, 180, 40), "A": (200, 30, 40)}, fonts.COLOURED_SIZE))
    installed = fonts.installed() | {path.name: path}
    monkeypatch.setattr(fonts, "installed", lambda: installed)
    monkeypatch.setattr(fonts, "COLOURED", path.name)
    dragon, apple = (path.name, "D"), (path.name, "A")
    picture = colour_picture(dragon, 40)
    assert picture.shape == (40, 40, 4)
    assert (picture == (20, 180, 40, 255)).all()
    assert not is_same_glyph(dragon, apple)
    look = replace(
        look, icons=replace(look.icons, glyphs=(dragon, apple) * 3, backing="none", under=None, halo=None)
    )
    for category, channel in ((Category.CORRUPTED_CODICES, 1), (Category.FANTASTICAL_FICTIONS, 2)):
        x, y, size, _ = icon_boxes(look, 1)[0]
        card = draw_card(look, BookCard("A", 1, 2, (category,)), 300)  # blue, green, red
        left, top, half = int(x * 300), int(y * 300), int(size * 80)
        part = card[top - half : top + half, left - half : left + half, :3].reshape(-1, 3).astype(int)
        assert (part.argmax(axis=1) == channel).mean() > 0.4
