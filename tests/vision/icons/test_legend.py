"""Category icons: found on strips, counted, matched against a legend; and what they say of a card's side."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.cards import Category, Deck
from vision.cards.sides import face_confidence, face_evidence, side_confidence
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.geometry import quads
from vision.icons.encode import AROUND, CATEGORIES, ICON_SIDE, cut_icon, embed
from vision.icons.kinds import clearness, settled, sharpness
from vision.icons.legend import Legend
from vision.icons.legend_photo import ZOOMS, LegendError, category_cards, in_reading_order
from vision.icons.match import read_icons
from vision.strips.rectify import HEIGHT, WIDTH
from vision.synth.card.cards import category_icon_box
from vision.synth.samples import house_look
from vision.train.reader.strips import StripSample, category_sample, printed

SAMPLES = Path(__file__).parents[3] / "samples"
LEAST_COUNTED, LEAST_MATCHED = 0.9, 0.9
#: How far a found icon's middle may lie from the true one, and how much its size may differ, in sizes.
MIDDLE, SIZE = 0.3, 0.35


@pytest.fixture(scope="module")
def strips(samples: list[StripSample]) -> NDArray[np.uint8]:
    return np.stack([sample.picture for sample in samples])


@pytest.fixture(scope="module")
def legend() -> Legend:
    return Legend.from_photo(SAMPLES / "legend.jpg")


# --- finding and matching ---


def test_icons_are_counted_and_found_where_they_are(
    samples: list[StripSample], strips: NDArray[np.uint8]
) -> None:
    seen = read_icons(strips, None)
    assert seen.category is None
    counted = [
        int(row.argmax()) + 2 == len(s.card.categories) for row, s in zip(seen.count, samples, strict=True)
    ]
    assert np.mean(counted) >= LEAST_COUNTED
    assert np.allclose(np.exp(seen.count).sum(axis=1), 1, atol=1e-4)
    off = []
    for boxes, sample, right in zip(seen.boxes, samples, counted, strict=True):
        if right:
            found, true = boxes[boxes[:, 2] > 0], sample.icons[np.argsort(sample.icons[:, 0])]
            off.append(np.abs(found - true) / true[:, 2:])
    assert np.quantile(np.concatenate(off)[:, :2], 0.9) < MIDDLE
    assert np.quantile(np.concatenate(off)[:, 2], 0.9) < SIZE


def test_icons_are_matched_to_a_photographed_legend(
    samples: list[StripSample], strips: NDArray[np.uint8], legend: Legend
) -> None:
    seen = read_icons(strips, legend)
    assert seen.category is not None
    hits = []
    for logs, boxes, sample in zip(seen.category, seen.boxes, samples, strict=True):
        if (boxes[:, 2] > 0).sum() == len(sample.card.categories):
            best = [CATEGORIES[c] for c in logs.argmax(axis=1)[: len(sample.card.categories)]]
            hits += [a == b for a, b in zip(best, sample.card.categories, strict=True)]
    assert len(hits) > 2 * len(samples) * LEAST_COUNTED
    assert np.mean(hits) >= LEAST_MATCHED
    assert np.allclose(np.exp(seen.category).sum(axis=2), 1, atol=1e-4)


def test_only_faces_are_matched(strips: NDArray[np.uint8], legend: Legend) -> None:
    up = np.arange(6) != 2
    seen = read_icons(strips[:6], legend, up)
    assert seen.category is not None
    assert np.allclose(seen.category[2], -np.log(6))
    assert (seen.category[up, 0].max(axis=1) > -np.log(6) + 0.1).all()
    assert np.array_equal(seen.boxes, read_icons(strips[:6], None).boxes)


def test_a_strip_without_icons_shows_none(strips: NDArray[np.uint8], legend: Legend) -> None:
    bare = np.full((2, HEIGHT, WIDTH, 3), 150, np.uint8)
    assert read_icons(bare, legend).shown.max() < 0.3
    assert np.median(read_icons(strips, None).shown) > 0.5


def test_no_strips_give_no_evidence(legend: Legend) -> None:
    none = read_icons(np.zeros((0, HEIGHT, WIDTH, 3), np.uint8), legend)
    assert none.count.shape == (0, 3)
    assert none.boxes.shape == (0, 4, 3)
    assert none.category is not None
    assert none.category.shape == (0, 4, 6)


@pytest.mark.parametrize("size", [14, 40, 150])
def test_an_icon_is_cut_out_whole_and_in_the_middle(size: int) -> None:
    picture = np.zeros((400, 500, 3), np.uint8)
    cv2.circle(picture, (260, 170), size // 2, (255, 255, 255), -1)
    cut = cut_icon(picture, 260, 170, size)
    assert cut.shape == (ICON_SIDE, ICON_SIDE, 3)
    ys, xs = np.nonzero(cut[..., 0] > 127)
    assert abs(xs.mean() - (ICON_SIDE - 1) / 2) < 1.2
    assert abs(ys.mean() - (ICON_SIDE - 1) / 2) < 1.2
    assert np.ptp(xs) + 1 == pytest.approx(ICON_SIDE / 1.2, abs=3)


# --- legends ---


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
    for change in ({"encoder": "another"}, {}):  # the first legends did not name theirs
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
    with pytest.raises(LegendError, match="no legend"):
        Legend.load(path)
    with pytest.raises(LegendError, match="no legend"):
        Legend.load(tmp_path / "nowhere.json")


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
    look = printed(house_look(), Deck.house().cards[:2])
    cards = [category_sample(look, category, rng) for category in range(len(CATEGORIES))]
    x, y, size = (value * cards[0].shape[1] for value in category_icon_box(look.look))
    legend = Legend.from_icons([[cut_icon(card, x, y, size * zoom) for zoom in ZOOMS] for card in cards])
    assert [vectors.shape[1] for vectors in legend.vectors] == [48] * 6
    assert all(len(vectors) > 1 for vectors in legend.vectors)
    assert all(np.allclose(np.linalg.norm(v, axis=1), 1, atol=1e-3) for v in legend.vectors)


def alike(cosine: float) -> Legend:
    """A legend whose third and fifth icon are so alike, each shown in three pictures."""
    vectors = np.eye(6, 48, dtype=np.float32)
    vectors[4] = cosine * vectors[2] + np.sqrt(1 - cosine**2) * vectors[4]
    blank = tuple(np.zeros((ICON_SIDE, ICON_SIDE, 3), np.uint8) for _ in range(6))
    return Legend(tuple(np.repeat(each[None], 3, axis=0) for each in vectors), blank)


@pytest.mark.parametrize(("cosine", "sure"), [(0.99, False), (0.968, False), (0.9, True), (0.0, True)])
def test_of_two_icons_of_a_legend_that_are_nearly_the_same_neither_is_sure(cosine: float, sure: bool) -> None:
    """`Be` and `in` in one frame, small, were taken for each other and were sure: 25700/055."""
    mistaken = alike(cosine).mistaken
    assert np.allclose(mistaken.sum(axis=1), 1)
    others = [0, 1, 3, 5]
    assert np.array_equal(mistaken[others], np.eye(6)[others])
    assert (mistaken[2, 2] == mistaken[4, 4] == 1) == sure
    assert (mistaken[2, 4] == mistaken[4, 2] == 0) == sure


def test_what_may_be_mistaken_is_said_of_each_icon(
    monkeypatch: pytest.MonkeyPatch, strips: NDArray[np.uint8], legend: Legend
) -> None:
    evidence = read_icons(strips, legend)
    assert evidence.category is not None
    swapped = np.eye(6)[[1, 0, 2, 3, 4, 5]].astype(np.float32)
    monkeypatch.setattr(Legend, "mistaken", property(lambda self: swapped))
    other = read_icons(strips, legend).category
    assert other is not None
    assert np.allclose(other, evidence.category[..., [1, 0, 2, 3, 4, 5]], atol=1e-3)


@pytest.mark.parametrize("turn", [0, 10, 90, 180, 265])
def test_category_cards_are_taken_row_by_row(turn: float) -> None:
    grid = [(120 * (n % 3) + 5 * (n // 3), 160 * (n // 3) + 12 * (n % 2)) for n in range(6)]
    cards = np.array([[(x, y), (x + 100, y), (x + 100, y + 140), (x, y + 140)] for x, y in grid], np.float32)
    matrix = cv2.getRotationMatrix2D((200, 200), -turn, 1)
    shuffled = np.random.default_rng(1).permutation(6)
    ordered = in_reading_order(quads.moved(cards[shuffled], matrix))
    assert np.allclose(ordered, quads.moved(cards, matrix), atol=1e-3)


# --- which side is up ---


def faces(kinds: list[int], score: float = 0.9) -> Detections:
    return Detections.of(
        np.zeros((len(kinds), 4, 2), np.float32), np.array(kinds), np.full(len(kinds), score)
    )


def test_icons_speak_for_a_face_and_against_a_back() -> None:
    weights = (0.5, 0.7, 1.0)
    kinds = [FACE_UP, FACE_UP, FACE_DOWN, FACE_DOWN, STRIP]
    sure = face_confidence(face_evidence(faces(kinds), np.array([0.9, 0.1, 0.9, 0.1, 0.9])), weights)
    assert sure[0] > sure[1]
    assert sure[3] > sure[2]
    assert sure[0] == pytest.approx(sure[3])
    assert sure[0] == sure[4]
    assert ((sure > 0) & (sure < 1)).all()


def test_a_doubtful_card_has_a_doubtful_side() -> None:
    weights = (0.5, 0.7, 1.0)
    clear, dim = (
        face_confidence(face_evidence(faces([0], s), np.array([0.5])), weights) for s in (0.99, 0.4)
    )
    assert clear > dim
    certain = face_confidence(face_evidence(faces([0], 1.0), np.array([1.0])), weights)
    assert 0.99 < certain < 1


def test_a_side_that_the_detector_is_sure_it_is_not_is_doubtful() -> None:
    weights = (0.4, 0.8, 2.4)
    found, shown = faces([0, 0, 1], 1.0), np.array([0.6, 0.6, 0.02])
    with_it, against_it, also_against = side_confidence(found, np.array([True, False, True]), shown, weights)
    assert with_it > 0.95
    assert max(against_it, also_against) < 0.05


def test_print_that_shows_outweighs_a_detector_that_saw_a_back() -> None:
    sure = side_confidence(faces([1], 0.6), np.array([True]), np.array([0.999]), (0.4, 0.8, 2.4))
    assert sure > 0.9


def test_category_cards_stand_as_the_photo_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A detector that takes them for book cards lying upside down does not turn the legend round."""
    places = np.array([(x, y) for y in (0, 200) for x in (0, 120, 240)], np.float32)
    upright = places[:, None] + np.array([[0, 0], [100, 0], [100, 150], [0, 150]], np.float32)
    found = Detections.of(np.roll(upright, 2, axis=1), np.zeros(6, np.int8), np.ones(6))
    monkeypatch.setattr(
        "vision.icons.legend_photo.Detector.default", lambda: SimpleNamespace(weighed=lambda photo: found)
    )
    seen = category_cards(np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8))
    assert np.array_equal(in_reading_order(seen), upright)


def test_of_two_categories_with_like_icons_none_takes_all() -> None:
    """In the table's light the icons of one lie half way between both pictures of the legend."""
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
        together += int((settled(seen, scores).argmax(axis=1) != true).sum())
    assert alone > 40  # of 120: as good as guessed
    assert together < 15


def unit(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Of length one."""
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def test_what_hardly_looks_like_any_icon_of_the_legend_says_little() -> None:
    clear, washed_out = clearness(np.array([[0.95, 0.5, 0.4, 0.4, 0.3, 0.2], [0.6, 0.5, 0.4, 0.4, 0.3, 0.2]]))
    assert clear > 2 > 0.4 > washed_out
    assert (clearness(np.full((2, 6), -0.3)) == 0).all()


@pytest.mark.parametrize("category", [1, 2, 4])
def test_what_is_left_of_a_covered_icon_is_not_surely_another(legend: Legend, category: int) -> None:
    def sure(left: float) -> float:
        strip = np.full((1, 152, 344, 3), 255, np.uint8)
        shown = int(ICON_SIDE * left)
        strip[0, 60:92, 180 : 180 + shown] = legend.pictures[category][:, :shown]
        box = np.array([[[195.5, 75.5, ICON_SIDE / AROUND], *[[0.0] * 3] * 3]], np.float32)
        return float(np.exp(legend.match(strip, box)[0, 0].max()))

    assert sure(1.0) > 0.999
    assert sure(0.2) < 0.995  # by difference alone each would be surer than 0.9995


def test_the_more_alike_a_tables_icons_are_the_more_a_likeness_means() -> None:
    rng = np.random.default_rng(4)
    middles = rng.normal(0, 1, (6, 48))
    category = np.arange(60) % 6

    def sharp(spread: float, many: int = 60) -> float:
        icons = middles[category[:many]] + rng.normal(0, spread, (many, 48))
        return sharpness(
            (icons / np.linalg.norm(icons, axis=1, keepdims=True)).astype(np.float32), category[:many]
        )

    assert sharp(0.05) > 1.5 * sharp(0.3) > 2 * sharp(0.6)
    assert sharp(0.6, 6) == pytest.approx(sharp(0.05, 6)), "one of each tells nothing"
