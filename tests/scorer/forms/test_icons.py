"""The categories' icons: colours as on the table, legible letters on them, motifs that differ in grey."""

import colorsys
import io
import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from scorer.cards import Category
from scorer.forms import drawing as d
from scorer.forms import png
from scorer.forms.icons import COLOURS, icon, motif
from tests.contrast import contrast

#: Hues of the printed discs in degrees, from and to; None for black.
HUES = {
    Category.CORRUPTED_CODICES: None,
    Category.FANTASTICAL_FICTIONS: (80, 140),
    Category.HISTORIC_VOLUMES: (35, 52),
    Category.MONSTER_MANUALS: (-10, 12),
    Category.REFERENCE_TEXTS: (205, 235),
    Category.SPELLS_POTIONS: (270, 325),
}


def rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def drawn(category: Category) -> NDArray[np.float64]:
    """The icon in grey, as a pixel's brightness from 0 to 1, in the size of a token."""
    page = d.Drawing(8, 8, "", paper="#ffffff")
    page.add(*icon(category, 4, 4, 4))
    picture = Image.open(io.BytesIO(png.render(page, 76))).convert("L")
    return np.asarray(picture, np.float64) / 255


@pytest.mark.parametrize("category", Category)
class TestEachIcon:
    def test_its_colour_is_that_of_the_table(self, category: Category) -> None:
        hue, saturation, value = colorsys.rgb_to_hsv(*rgb(COLOURS[category]))
        if (place := HUES[category]) is None:
            assert saturation * value < 0.08
            assert value < 0.25
            return
        degrees = (hue * 360 + 180) % 360 - 180 if place[0] < 0 else hue * 360
        assert place[0] <= degrees <= place[1]

    @pytest.mark.parametrize("letters", ["#ffffff", "#fbf6ea"])
    def test_letters_on_its_colour_can_be_read(self, category: Category, letters: str) -> None:
        """4.5 to 1 is what WCAG 2.2 asks of text."""
        assert contrast(COLOURS[category], letters) >= 4.5

    def test_its_motif_stands_out(self, category: Category) -> None:
        """3 to 1 is what WCAG 2.2 asks of pictures: the brightest part against the disc."""
        fills = [part.fill for part in motif(category) if part.fill]
        assert max(contrast(COLOURS[category], fill) for fill in fills) >= 3

    def test_its_motif_stays_in_the_square_about_the_disc(self, category: Category) -> None:
        for part in motif(category):
            half = part.width / 2 if part.stroke else 0.0
            assert max(abs(x) for _, at in part.commands for x in at) + half <= 1

    def test_all_of_its_parts_are_drawn(self, category: Category) -> None:
        assert all((part.fill or part.stroke) and len(part.commands) > 1 for part in motif(category))


def test_icons_differ_without_colour() -> None:
    """As much as two icons of a kind never do: of each pair, a tenth of the pixels by a quarter at least."""
    for one, other in itertools.combinations(Category, 2):
        apart = np.abs(drawn(one) - drawn(other)) > 0.25
        assert apart.mean() > 0.1, (one, other)


def test_a_path_is_read_as_it_is_written() -> None:
    commands = (*d.ellipse(1, 2, 3, 4), *d.rect(-1.5, 0, 2, 2, 0.25))
    written = "".join(letter + " ".join(map(str, at)) for letter, at in commands)
    assert d.path_data(written) == commands
