"""Fonts between two fonts, as training draws them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.synth.look import fonts
from vision.synth.look.fonts import PILLOW_FONT, Font, Mixture
from vision.synth.look.mixtures import LARGE, ROOM, distances, write
from vision.train.reader.strips import print_banners

pytestmark = pytest.mark.any_fonts

BOLD, ITALIC = "OldStandard-Bold.ttf", "OldStandard-Italic.ttf"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def written(font: Font, text: str, stroke: int = 0) -> NDArray[np.bool_]:
    image = Image.new("L", (240, 120))
    write(image, (20.0, 90.0), text, 255, font, 80, stroke)
    return np.asarray(image) > 127


def likeness(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """What both have of what either has."""
    return float((one & other).sum() / (one | other).sum())


@pytest.mark.parametrize("letter", LETTERS)
def test_a_mixture_goes_from_the_first_font_to_the_second(letter: str) -> None:
    first = distances(Mixture(BOLD, ITALIC, 0.0), letter) < 0
    second = distances(Mixture(BOLD, ITALIC, 1.0), letter) < 0
    between = distances(Mixture(BOLD, ITALIC, 0.5), letter) < 0
    assert likeness(first, written_large(BOLD, letter, first.shape)) > 0.8
    assert likeness(second, written_large(ITALIC, letter, second.shape)) > 0.8
    assert min(likeness(between, first), likeness(between, second)) > likeness(first, second)


def written_large(font: str, letter: str, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """A letter of ``font`` drawn as large as fits, then brought into a mixture's box."""
    face = fonts.load(font, 400)
    left, top, right, bottom = face.getbbox(letter, anchor="ls")
    image = Image.new("L", (round(right - left), round(bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), letter, 255, face, "ls")
    inside = image.resize((shape[1] - 2 * ROOM, shape[0] - 2 * ROOM), Image.Resampling.BOX)
    return np.pad(np.asarray(inside) > 127, ROOM)


@settings(max_examples=60)
@given(st.sampled_from(LETTERS + "0123456789"), st.floats(-0.45, 0.55))
def test_a_mixtures_ink_is_as_large_as_the_first_fonts(character: str, share: float) -> None:
    field = distances(Mixture(BOLD, ITALIC, share), character)
    assert max(field.shape) == LARGE + 2 * ROOM
    places = np.argwhere(field < 0)
    low, high = places.min(axis=0), places.max(axis=0)
    assert (low > ROOM - 10).all()
    assert (high < np.array(field.shape) - ROOM + 10).all()
    assert max(high - low) > 0.8 * LARGE


@pytest.mark.parametrize("letter", "AOW")
def test_a_mixtures_weight_moves_its_outline_out(letter: str) -> None:
    light, usual, heavy = (
        distances(Mixture(BOLD, ITALIC, 0.3, weight), letter) for weight in (-0.01, 0, 0.04)
    )
    assert ((light < 0).sum() < (usual < 0).sum()) & ((usual < 0) <= (heavy < 0)).all()
    assert np.allclose(usual - heavy, 0.04 * LARGE, atol=1e-3)


def test_a_mixture_without_a_share_of_the_second_writes_as_the_first() -> None:
    for text in ("Q", "10/12", "No. 3"):
        assert likeness(written(Mixture(ITALIC, BOLD, 0.0), text), written(ITALIC, text)) > 0.8


def test_a_stroke_makes_a_mixture_bolder() -> None:
    thin, bold = (written(Mixture(BOLD, ITALIC, 0.4), "R", stroke) for stroke in (0, 3))
    assert not (thin & ~bold).any()
    assert bold.sum() > 1.3 * thin.sum()


def test_signs_are_the_first_fonts() -> None:
    assert (written(Mixture(BOLD, ITALIC, 0.5), "/") == written(BOLD, "/")).all()


def test_training_looks_have_mixtures_and_held_out_ones_have_none() -> None:
    def shares(held_out: bool) -> list[float]:
        looks = [print_banners(seed, held_out, cards=1).look.banner for seed in range(90)]
        both = [font for banner in looks for font in (banner.letter_font, banner.number_font)]
        return [font.share for font in both if isinstance(font, Mixture)]

    assert shares(held_out=True) == []
    training = shares(held_out=False)
    assert len(training) > 20
    assert min(training) < -0.1
    assert max(training) > 0.2


def test_pillows_own_font_can_be_mixed_too() -> None:
    assert written(Mixture(PILLOW_FONT, BOLD, 0.3), "B").any()
