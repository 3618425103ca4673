"""The detector finds cards of looks that it was never trained on."""

from __future__ import annotations

from copy import copy

import cv2
import numpy as np
import pytest

from tests.vision.detect.detected import found, on_a_table, square
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector, DetectorSettings
from vision.detect.passes import ViewSettings, whole_view
from vision.detect.verifier import SIDE, CardVerifier, cutouts
from vision.geometry import quads
from vision.networks.files import model_path
from vision.photo.pyramid import Pyramid
from vision.synth.look.looks import make_look
from vision.synth.scene.scenes import Scene, make_scene


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.default()


def scene(seed: int, kind: str = "shelf", size: tuple[int, int] = (1280, 960)) -> Scene:
    return make_scene(seed, look=make_look(10 * seed, held_out=True), size=size, kind=kind, whole=True)


def errors(scene: Scene, seen: Detections) -> np.ndarray:
    """The distance of each true corner from that of the nearest find, in card widths, [n, 4]."""
    true = np.stack([o.corners for o in scene.objects])
    nearest = np.linalg.norm(true.mean(1)[:, None] - seen.corners.mean(1)[None], axis=2).argmin(1)
    return np.linalg.norm(true - seen.corners[nearest], axis=2) / quads.widths(true)[:, None]


SHELVES = [3, 5, 8, 12, 21]


@pytest.mark.parametrize("seed", SHELVES)
def test_all_cards_of_unknown_looks_are_found(detector: Detector, seed: int) -> None:
    photo = scene(seed)
    seen = detector.detect(photo.image)
    off = errors(photo, seen)
    assert len(seen) == len(photo.objects)
    assert (off.mean(axis=1) < 0.2).all()
    assert np.median(off) < 0.025
    assert seen.corners.dtype == np.float32
    assert ((seen.score > 0) & (seen.score <= 1)).all()
    assert (np.diff(seen.score) <= 0).all() or len(seen) > 0
    assert quads.is_card_like(seen.corners).all()


def test_a_turned_photo_shows_the_same_cards(detector: Detector) -> None:
    photo = scene(SHELVES[0]).image
    height, width = photo.shape[:2]
    straight = detector.detect(photo).corners
    for code, back in (
        (cv2.ROTATE_90_CLOCKWISE, lambda p: np.stack([p[..., 1], height - 1 - p[..., 0]], -1)),
        (cv2.ROTATE_180, lambda p: np.array([width - 1, height - 1]) - p),
        (cv2.ROTATE_90_COUNTERCLOCKWISE, lambda p: np.stack([width - 1 - p[..., 1], p[..., 0]], -1)),
    ):
        turned = back(detector.detect(np.ascontiguousarray(cv2.rotate(photo, code))).corners)
        assert len(turned) == len(straight)
        for quad, size in zip(straight, quads.widths(straight), strict=True):
            # the first corner is the same, not only the outline
            assert np.linalg.norm(turned - quad, axis=2).max(axis=1).min() < 0.1 * size


def test_the_edge_network_refines_corners(detector: Detector) -> None:
    plain = Detector(model_path("card_detector.onnx"))
    before, after = [], []
    for photo in map(scene, SHELVES):  # several, for bent cards have no exact corners
        coarse, fine = plain.detect(photo.image), detector.detect(photo.image)
        assert np.isnan(coarse.corner_error).all()
        assert (fine.corner_error > 0).all()
        before.append(np.median(errors(photo, coarse)))
        after.append(np.median(errors(photo, fine)))
    assert np.mean(after) < 0.6 * np.mean(before)


@pytest.mark.parametrize("size", [(64, 64), (480, 640), (97, 1203)])
def test_no_cards_are_found_on_a_bare_table(detector: Detector, size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    grain = rng.normal(140, 6, (*size, 3)).clip(0, 255).astype(np.uint8)
    for photo in (np.full((*size, 3), 90, np.uint8), grain):
        seen = detector.detect(photo)
        assert len(seen) == 0
        assert seen.corners.shape == (0, 4, 2)


def test_the_verifier_tells_cards_from_the_table(detector: Detector) -> None:
    photo = scene(5)
    cards = np.stack([thing.corners for thing in photo.objects]).astype(np.float32)
    across = cards[:, 1] - cards[:, 0]
    beside = cards + 0.5 * across[:, None]  # half a card, half the next one or the table
    looked = CardVerifier(model_path("card_verifier.onnx"))
    pyramid = Pyramid(photo.image)
    pictures = cutouts(pyramid, cards)
    assert pictures.shape == (len(cards), SIDE, SIDE, 3)
    there = looked.log_odds(pictures)
    assert (there > 0).mean() > 0.8
    assert there.mean() > looked.log_odds(cutouts(pyramid, beside)).mean() + 2
    assert len(looked.log_odds(pictures[:0])) == 0


@pytest.mark.parametrize(("width", "passes"), [(70, 1), (50, 2)], ids=["large", "small"])
def test_large_cards_need_one_pass(width: int, passes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = np.concatenate([square(10 + 80 * i, 30, width) for i in range(6)])
    looks = []

    def at(self: Detector, pyramid: Pyramid, matrix: np.ndarray, size: tuple[int, int]) -> Detections:
        looks.append(size)
        return found(columns, [FACE_UP] * 6)

    monkeypatch.setattr(Detector, "look", at)
    seen = Detector(model_path("card_detector.onnx")).find(np.zeros((408, ViewSettings.longest, 3), np.uint8))
    assert len(seen) == 6
    assert len(looks) == passes


def test_cards_are_found_at_the_size_that_shows_them_best(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = np.concatenate([square(20 + 52 * i, 30) for i in range(5)])

    def at(self: Detector, pyramid: Pyramid, cards: Detections, wide: float = 76) -> Detections:
        seen = columns if wide == DetectorSettings.other_width else columns[:2]
        return found(seen, [FACE_UP] * len(seen))

    detector, first = Detector(model_path("card_detector.onnx")), found(columns[:1], [FACE_UP])
    monkeypatch.setattr(Detector, "upright_look", at)
    monkeypatch.setattr(Detector, "survey", lambda self, pyramid, first: first)
    _, second = detector.look_again(on_a_table(columns), first, first)
    assert len(second) == 5


def test_a_detector_without_backs_takes_them_for_other_kinds() -> None:
    detector = Detector(model_path("card_detector.onnx"))
    rows = np.zeros((12, 2), np.float32)
    for column, (x, kind) in enumerate([(100, FACE_DOWN), (200, STRIP)]):
        rows[kind, column] = 0.9
        rows[FACE_UP, column] = 0.3
        rows[4:, column] = square(x, 100)[0].ravel()
    detector.run = lambda picture: rows  # type: ignore[method-assign]
    pyramid = Pyramid(np.zeros((300, 400, 3), np.uint8))
    whole = whole_view(pyramid)
    on_shelf, in_pile = detector.look(pyramid, *whole), detector.without(FACE_DOWN).look(pyramid, *whole)
    assert sorted(on_shelf.kind) == [FACE_DOWN, STRIP]
    assert sorted(in_pile.kind) == [FACE_UP, STRIP]


def test_tiles_are_not_in_a_pass() -> None:
    tiled = np.full((600, 800, 3), (190, 180, 175), np.uint8)
    tiled[::150] = tiled[:, ::100] = (90, 85, 80)
    tiles = np.concatenate([square(100 * x, 150 * y, 100) for x in range(1, 6) for y in range(1, 3)])
    card = square(650, 250, 70)
    detector = Detector.default()

    def seen(others: quads.Quads, faces: quads.Quads) -> list[int]:
        pyramid = Pyramid(tiled)
        view = whole_view(pyramid)
        corners = quads.moved(np.concatenate([others, faces]), view[0]) + 0.5
        rows = np.zeros((12, len(corners)), np.float32)
        rows[FACE_DOWN, : len(others)] = rows[FACE_UP, len(others) :] = 0.8
        rows[4:] = corners.reshape(-1, 8).T
        looking = copy(detector)
        looking.run = lambda picture: rows  # type: ignore[method-assign]
        return sorted(looking.look(pyramid, *view).kind.tolist())

    assert seen(tiles, card) == [FACE_UP]
    assert seen(tiles[:1], np.concatenate([card, square(650, 400, 70)])) == [FACE_UP, FACE_UP, FACE_DOWN]
