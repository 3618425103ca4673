"""Looks of the printed game's anatomy: measures, colours, both sides of a card."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from scorer.cards import BookCard, Category
from scorer.deck.printed import printed_deck
from vision.synth.card.cards import draw_back, draw_card, draw_category_card, draw_marked, icon_boxes
from vision.synth.look import fonts
from vision.synth.look.anatomy import drawn_look, make_printed_look, with_any_back
from vision.synth.look.motifs import picture
from vision.synth.scene.decks import deck_as_printed
from vision.synth.scene.layout import one_shelf
from vision.synth.scene.scenes import make_scene

SEEDS = range(12)
FOUR = BookCard("I", 3, 8, tuple(Category.from_code(code) for code in "HMHS"))


@pytest.mark.parametrize("seed", SEEDS)
def test_letter_and_number_stand_in_the_pennant(seed: int) -> None:
    look = make_printed_look(seed)
    assert look.anatomy is not None
    _, (letter, number) = draw_marked(look, BookCard("W", 10, 10, FOUR.categories), 400)
    left, right = look.banner.x, look.banner.x + look.banner.width
    for box in (letter, number):
        assert left - 0.02 < box[0] < box[2] < right + 0.02
    assert look.banner.y < letter[1] < letter[3] < number[1] < number[3] < look.anatomy.point


@pytest.mark.parametrize("seed", SEEDS)
def test_discs_stand_close_and_begin_under_the_pennant(seed: int) -> None:
    look = make_printed_look(seed)
    boxes = icon_boxes(look, 4)
    assert abs(boxes[0][0] - 0.33) < 0.06
    assert abs(boxes[3][0] - 0.83) < 0.08
    pitch, size = boxes[1][0] - boxes[0][0], boxes[0][2]
    assert 0.7 * size < pitch < 1.12 * size


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spine_has_its_icons_colour(seed: int) -> None:
    """Of two cards that differ in one category, disc and spine differ."""
    look = make_printed_look(seed)
    gold, red = (
        draw_card(look, BookCard("A", 1, 7, (Category.REFERENCE_TEXTS, category)), 240)[..., :3].astype(int)
        for category in (Category.HISTORIC_VOLUMES, Category.MONSTER_MANUALS)
    )
    differs = np.abs(gold - red).sum(axis=2) > 60
    strip = round(0.33 * 240)
    assert differs[:strip].sum() > 300
    assert differs[strip:].sum() > 300


def test_a_category_has_a_hue_of_its_own() -> None:
    hues = np.array([[np.argmax(colour) for colour in make_printed_look(s).icons.colours] for s in range(40)])
    assert (hues[:, 1] == 1).mean() > 0.95  # fantastical fictions are green
    assert (hues[:, 3] == 0).mean() > 0.95  # monster manuals are red


def test_motifs_cross_the_rim_and_differ_from_look_to_look() -> None:
    quills = [picture(look.anatomy.motifs[1], 96) for s in SEEDS if (look := make_printed_look(s)).anatomy]
    y, x = np.mgrid[:96, :96] - 47.5
    beyond = np.hypot(x, y) > 48 / 1.4
    assert any((quill[..., 3][beyond] > 128).any() for quill in quills)
    assert len({quill.tobytes() for quill in quills}) == len(quills)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_sides_have_boards_above_and_below(seed: int) -> None:
    look = make_printed_look(seed)
    for side in (draw_card(look, FOUR, 200), draw_back(look, 200)):
        assert side.shape == (round(200 * look.aspect), 200, 4)
        for row in (3, -6):
            blue, green, red = np.median(side[row, 40:160, :3], axis=0)
            assert red > green > blue
    assert draw_category_card(look, Category.MONSTER_MANUALS, 200).shape[1] == 200


def test_training_looks_are_mostly_printed_looks() -> None:
    kinds = Counter(drawn_look(seed).anatomy is not None for seed in range(200))
    assert 110 < kinds[True] < 170


def test_held_out_looks_have_fonts_that_no_training_look_has() -> None:
    known = {name for group in fonts.text_fonts(held_out=False) for name in group}
    looks = [make_printed_look(seed, held_out=True) for seed in range(10)]
    assert all(look.banner.letter_font not in known for look in looks)


def test_a_printed_look_with_another_back_keeps_its_faces() -> None:
    look = make_printed_look(5)
    other = with_any_back(np.random.default_rng(1), look)
    assert np.array_equal(draw_card(look, FOUR, 120), draw_card(other, FOUR, 120))
    assert not np.array_equal(draw_back(look, 120), draw_back(other, 120))


def test_a_deck_as_printed_has_the_printed_letters() -> None:
    deck = deck_as_printed(np.random.default_rng(2))
    assert Counter(card.letter for card in deck) == printed_deck().letters
    assert Counter(each for card in deck for each in card.categories) == dict.fromkeys(Category, 85)


def test_close_shelves_touch_and_at_times_overlap() -> None:
    rng = np.random.default_rng(4)
    deck = deck_as_printed(rng)
    nearest = []
    for _ in range(60):
        table = one_shelf(rng, deck, 1.49, close=True)
        row = sorted((p.column, p.x) for p in table.placements if p.row == 0)
        nearest += [b[1] - a[1] for a, b in itertools.pairwise(row) if b[0] == a[0] + 1]
    pitch = np.array(nearest)
    assert ((pitch > 0.97) & (pitch < 1.03)).mean() > 0.3
    assert (pitch < 0.95).mean() > 0.02


def test_a_table_of_another_game_has_no_cards_of_ours() -> None:
    scene = make_scene(7, look=make_printed_look(7), size=(400, 300), kind="foreign")
    assert scene.objects == []
    assert scene.truth["shelves"] == []
    assert scene.image.std() > 5
