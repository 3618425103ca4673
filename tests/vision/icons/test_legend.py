"""Legends: made of photos and pictures, saved, matched with icons."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.cards import CATEGORIES, Category, Deck
from tests.vision.looks import invented_look
from vision.icons.encode import CROP_SCALE, ICON_SIDE, cut_icon, embed
from vision.icons.legend import Legend
from vision.icons.legend_photo import LEGEND_ZOOMS, LegendError
from vision.icons.match import read_icons
from vision.synth.card.cards import category_icon_box
from vision.train.reader.strips import category_sample, printed

SAMPLES = Path(__file__).parents[1] / "invented"


def test_a_saved_legend_matches_as_before(tmp_path: Path, strips: NDArray[np.uint8], legend: Legend) -> None:
    legend.save(tmp_path / "legend.json")
    kept = Legend.load(tmp_path / "legend.json")
    assert all(np.array_equal(a, b) for a, b in zip(kept.pictures, legend.pictures, strict=True))
    before, after = read_icons(strips, legend).category, read_icons(strips, kept).category
    assert before is not None
    assert after is not None
    assert np.allclose(before, after, atol=0.02)


def test_a_legend_saved_with_another_encoder_is_encoded_anew(tmp_path: Path, legend: Legend) -> None:
    path = tmp_path / "legend.json"
    legend.save(path)
    assert all(
        np.allclose(a, b, atol=1e-4) for a, b in zip(Legend.load(path).vectors, legend.vectors, strict=True)
    )
    table = json.loads(path.read_text(encoding="utf-8"))
    for change in ({"encoder": "another"}, {}):  # the first legends name no encoder
        other = {name: entry for name, entry in table.items() if name != "encoder"} | change
        for category in Category:
            other[category.value] = table[category.value] | {"vectors": [[1.0] + [0.0] * 47]}
        path.write_text(json.dumps(other), encoding="utf-8")
        for vectors, picture in zip(Legend.load(path).vectors, legend.pictures, strict=True):
            assert np.allclose(vectors, embed(picture[None]), atol=1e-4)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"corrupted_codices": 3}'])
def test_a_file_that_is_no_legend_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "legend.json"
    path.write_text(text)
    with pytest.raises(LegendError, match="does not hold icons"):
        Legend.load(path)
    with pytest.raises(LegendError, match="does not hold icons"):
        Legend.load(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("vectors", []),
        ("vectors", [[0.1] * 47]),
        ("vectors", [[1.0] * 48]),
        ("vectors", [[1e39] + [0.0] * 47]),
        ("picture", [[[282, 0, 0]] * 32] * 32),
        ("picture", [[[0, 0, 0]] * 32] * 31),
        ("picture", 3),
    ],
)
def test_icons_that_cannot_be_compared_are_refused(part: str, value: object, tmp_path: Path) -> None:
    """They would be found out only when a photo is read."""
    icon = np.full((ICON_SIDE, ICON_SIDE, 3), 90, np.uint8)
    path = tmp_path / "legend.json"
    Legend.from_icons([[icon]] * 6).save(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    told["spells_potions"][part] = value
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(LegendError, match="does not hold icons"):
        Legend.load(path)


def test_a_legend_has_six_categories() -> None:
    icon = np.full((ICON_SIDE, ICON_SIDE, 3), 90, np.uint8)
    with pytest.raises(LegendError, match="six"):
        Legend.from_icons([[icon]] * 5)
    with pytest.raises(LegendError, match="six"):
        Legend.from_icons([[icon]] * 5 + [[]])


def test_a_photo_without_category_cards_is_no_legend() -> None:
    with pytest.raises(LegendError, match="six"):
        Legend.from_photo(SAMPLES / "photos" / "dmitri.jpg")


def test_every_picture_of_an_icon_counts() -> None:
    rng = np.random.default_rng(2)
    look = printed(invented_look(), Deck.house().cards[:2])
    cards = [category_sample(look, category, rng) for category in range(len(CATEGORIES))]
    x, y, size = (value * cards[0].shape[1] for value in category_icon_box(look.look))
    sizes = [size * zoom for zoom in LEGEND_ZOOMS]
    legend = Legend.from_icons([[cut_icon(card, x, y, each) for each in sizes] for card in cards])
    assert [vectors.shape[1] for vectors in legend.vectors] == [48] * 6
    assert all(len(vectors) > 1 for vectors in legend.vectors)
    assert all(np.allclose(np.linalg.norm(v, axis=1), 1, atol=1e-3) for v in legend.vectors)


@pytest.mark.parametrize("category", [1, 2, 4])
def test_a_covered_icon_is_not_surely_of_another_category(legend: Legend, category: int) -> None:
    def sure(left: float) -> float:
        strip = np.full((1, 152, 344, 3), 255, np.uint8)
        shown = int(ICON_SIDE * left)
        strip[0, 60:92, 180 : 180 + shown] = legend.pictures[category][:, :shown]
        box = np.array([[[195.5, 75.5, ICON_SIDE / CROP_SCALE], *[[0.0] * 3] * 3]], np.float32)
        return float(np.exp(legend.match(strip, box)[0, 0].max()))

    assert sure(1.0) > 0.999
    assert sure(0.2) < 0.995
