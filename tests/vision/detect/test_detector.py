"""The detector on scenes of looks that it was never trained on, and what happens around it."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.detect.finds import found, on_a_table, square, upper_and_lower
from vision.detect import passes, views
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector, DetectorSettings
from vision.detect.turn import set_upright, shared_turn
from vision.detect.verifier import SIDE, CardVerifier, cutouts
from vision.detect.views import VIEW
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
    """Distance of each true card's corners from the nearest seen card's, in card widths, [n, 4]."""
    true = np.stack([o.corners for o in scene.objects])
    nearest = np.linalg.norm(true.mean(1)[:, None] - seen.corners.mean(1)[None], axis=2).argmin(1)
    return np.linalg.norm(true - seen.corners[nearest], axis=2) / quads.widths(true)[:, None]


SHELVES = [3, 5, 8, 12, 21]


@pytest.mark.parametrize("seed", SHELVES)
def test_shelves_of_unknown_looks(detector: Detector, seed: int) -> None:
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
            # the same corner first, not only the same outline
            assert np.linalg.norm(turned - quad, axis=2).max(axis=1).min() < 0.1 * size


def test_refining_brings_corners_nearer(detector: Detector) -> None:
    plain = Detector(model_path("card_detector.onnx"))
    before, after = [], []
    for photo in map(scene, SHELVES):  # of several: nothing is nearer on one of cards as bent as they come
        coarse, fine = plain.detect(photo.image), detector.detect(photo.image)
        assert np.isnan(coarse.spread).all()
        assert (fine.spread > 0).all()
        before.append(np.median(errors(photo, coarse)))
        after.append(np.median(errors(photo, fine)))
    assert np.mean(after) < 0.6 * np.mean(before)


@pytest.mark.parametrize("size", [(64, 64), (480, 640), (97, 1203)])
def test_a_bare_table_has_no_cards(detector: Detector, size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    grain = rng.normal(140, 6, (*size, 3)).clip(0, 255).astype(np.uint8)
    for photo in (np.full((*size, 3), 90, np.uint8), grain):
        seen = detector.detect(photo)
        assert len(seen) == 0
        assert seen.corners.shape == (0, 4, 2)


def test_backs_stand_as_the_cards_around_them_do() -> None:
    row = np.concatenate([square(0, 0), square(60, 0, turn=2), square(120, 0), square(60, 80, turn=1)])
    upright = set_upright(found(row, [FACE_UP, FACE_DOWN, FACE_UP, CATEGORY]))
    assert np.allclose(upright, np.concatenate([square(0, 0), square(60, 0), square(120, 0), square(60, 80)]))
    # alone, they stand as the photo does
    assert np.allclose(set_upright(found(square(5, 5, turn=3), [CATEGORY])), square(5, 5))


def test_the_second_pass_goes_before_the_first() -> None:
    first = found(np.concatenate([square(3, 3), square(200, 0), square(400, 0)]), [0, 0, 0], [0.95, 0.9, 0.5])
    second = found(np.concatenate([square(0, 0), square(60, 0)]), [1, 0], [0.6, 0.2])
    seen = passes.merged(first, second)
    # the card that both see is the second's; the first alone must be surer
    assert seen.kind.tolist() == [1, 0]
    assert np.allclose(seen.corners, np.concatenate([square(0, 0), square(200, 0)]))


def test_a_part_of_a_card_gives_way_to_the_whole_that_another_pass_saw() -> None:
    cards = np.concatenate([square(60 * i, 0) for i in range(4)])
    part = square(10, 20, 30)
    first = found(cards, [FACE_UP] + [FACE_DOWN] * 3, [0.8] * 4)
    second = found(np.concatenate([part, cards[1:]]), [FACE_UP] + [FACE_DOWN] * 3, [0.6] + [0.9] * 3)
    seen = passes.merged(first, second)
    assert sorted(seen.corners[:, 0, 0].tolist()) == [0, 60, 120, 180]
    assert (seen.kind == FACE_UP).sum() == 1


def test_a_card_that_is_small_for_being_far_does_not_give_way_to_a_crooked_one() -> None:
    rows = [square(55 * x, 80 * y, size=50 * 0.91**y) for y in range(5) for x in range(2)]
    crooked = square(2, 318, size=50)  # the first pass's of the card last but one: as wide as the nearest
    first = found(crooked, [FACE_UP], [0.7])
    seen = passes.merged(first, found(np.concatenate(rows), [FACE_UP] * 10, [0.9] * 8 + [0.84] * 2))
    assert len(seen) == 10
    assert np.abs(seen.corners - crooked).max(axis=(1, 2)).min() > 2


def test_a_thing_of_another_size_is_no_card() -> None:
    cards = np.concatenate([square(0, 0), square(60, 0), square(120, 0), square(300, 0, size=9)])
    seen = passes.merged(found(cards[:0], []), found(cards, [0, 0, 0, 0]))
    assert len(seen) == 3


def test_many_squares_of_a_sheet_of_paper_do_not_make_cards_too_large() -> None:
    cards = np.concatenate([square(60 * i, 0) for i in range(8)])
    paper = np.concatenate([square(20 * i, 200 + 25 * j, size=15) for i in range(8) for j in range(6)])
    score = [0.9] * len(cards) + [0.5] * len(paper)
    seen = passes.merged(found(cards[:0], []), found(np.concatenate([cards, paper]), [0] * len(score), score))
    assert len(seen) == len(cards)


def test_many_likely_squares_of_paper_do_not_outvote_a_few_cards() -> None:
    cards = np.concatenate([square(0, 0, size=100), square(120, 0, size=100), square(240, 0, size=100)])
    paper = np.concatenate([square(40 * i, 200 + 40 * j, size=30) for i in range(8) for j in range(2)])
    score = [0.85, 0.85, 0.5] + [0.65] * len(paper)
    seen = passes.merged(found(cards[:0], []), found(np.concatenate([cards, paper]), [0] * len(score), score))
    assert np.allclose(np.sort(seen.score)[::-1], [0.85, 0.85, 0.5])


def test_two_passes_that_agree_settle_it() -> None:
    row = np.concatenate([square(60 * i, 0) for i in range(6)])
    clear, dim = found(row, [0] * 6), found(row, [0] * 6, [0.5] * 6)
    assert passes.is_settled(dim, clear)
    assert not passes.is_settled(clear, dim)
    # a few may be pictures on larger cards; where most were not seen before, there may be more
    assert not passes.is_settled(clear[np.arange(3)], clear[np.arange(3)])
    assert not passes.is_settled(clear[np.arange(3)], clear)


def test_a_survey_that_sees_more_than_any_look_at_the_cards_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pile of 152 in one photo: 137 strips in the survey, 112 afterwards, every other one missed."""
    row = np.concatenate([square(60 * i, 0) for i in range(80)])
    all_of_them, some = found(row, [STRIP] * 80, [0.7] * 80), found(row[::2], [STRIP] * 40, [0.8] * 40)
    monkeypatch.setattr(Detector, "survey", lambda *_: all_of_them)
    monkeypatch.setattr(Detector, "upright_look", lambda *_: some)
    pyramid = Pyramid(np.zeros((100, 600, 3), np.uint8))
    first, second = Detector.default().look_again(pyramid, some, some)
    assert (len(first), len(second)) == (40, 80)
    more = found(row, [STRIP] * 80, [0.9] * 80)
    monkeypatch.setattr(Detector, "upright_look", lambda *_: more)
    assert Detector.default().look_again(pyramid, some, some)[1] is more


def test_the_whole_photo_is_in_the_first_view() -> None:
    pyramid = Pyramid(np.zeros((300, 400, 3), np.uint8))
    frame = np.array([[[0, 0], [399, 0], [399, 299], [0, 299]]], np.float32)
    for turn in (0.0, 45.0, 90.0):
        matrix, (width, height) = views.whole_view(pyramid, turn)
        corners = quads.moved(frame, matrix)[0]
        assert corners.min() > -1
        assert (corners < (width + 1, height + 1)).all()
        assert width % 32 == height % 32 == 0
        assert quads.turns(quads.moved(frame, matrix))[0] == pytest.approx(turn, abs=0.01)


def test_arrays_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\[n, 4, 2\]"):
        Detections(
            square(0, 0),
            np.zeros(2, np.int8),
            *np.zeros((3, 1), np.float32),
            np.zeros((1, 4), np.float32),
            np.zeros((1, 3), np.float32),
        )


def test_a_second_look_tells_cards_from_the_table(detector: Detector) -> None:
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


def test_the_panels_of_backs_say_no_more_than_the_cards() -> None:
    cards = np.concatenate([square(20 + 52 * i, 30) for i in range(4)])
    halves = np.concatenate([upper_and_lower(card) for card in cards])
    whole, panels = (found(each, [FACE_DOWN] * len(each)) for each in (cards, halves))
    assert passes.agreement(panels) == pytest.approx(2 * passes.agreement(whole))
    assert passes.worth(panels) == pytest.approx(passes.worth(whole))
    assert passes.agreement(panels[:0]) == passes.worth(panels[:0]) == 0


def test_tiles_laid_aslant_do_not_lead_the_next_pass() -> None:
    cards = np.concatenate([square(20 + 52 * i, 30) for i in range(3)])
    aslant = cv2.getRotationMatrix2D((0, 0), 45, 1)
    tiles = quads.moved(np.concatenate([square(40 * i, 200, 36) for i in range(20)]), aslant)
    alone = found(cards, [FACE_UP] * 3)
    both = found(np.concatenate([cards, tiles]), [FACE_UP] * 3 + [FACE_DOWN] * 20)
    assert passes.agreement(both) == pytest.approx(passes.agreement(alone))
    assert shared_turn(both, np.ones(23)) == pytest.approx(0)
    assert abs(shared_turn(both[np.arange(3, 23)], np.ones(20))) == pytest.approx(45)


def test_backs_whose_sides_are_parallel_to_the_faces_count() -> None:
    cards = np.concatenate([square(20 + 52 * i, 30) for i in range(3)])
    sideways = np.roll(cards + np.float32(200), 1, axis=1)  # which way up a back lies nothing tells
    both = found(np.concatenate([cards, sideways]), [FACE_UP] * 3 + [FACE_DOWN] * 3)
    assert passes.agreement(both) == pytest.approx(2 * passes.agreement(both[np.arange(3)]))


def test_cards_that_come_into_view_show_where_to_look_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass sees one column beside those it was shown: four passes find a fourth and fifth beside two."""
    columns = np.concatenate([square(20 + 52 * i, 30) for i in range(5)])

    def next_to(self: Detector, pyramid: Pyramid, cards: Detections, wide: float = 76) -> Detections:
        seen = columns[: len(cards) + 1]
        return found(seen, [FACE_UP] * len(seen))

    detector, first = Detector(model_path("card_detector.onnx")), found(columns[:1], [FACE_UP])
    monkeypatch.setattr(Detector, "upright_look", next_to)
    monkeypatch.setattr(Detector, "survey", lambda self, pyramid, first: first)
    _, second = detector.look_again(on_a_table(columns), first, found(columns[:2], [FACE_UP] * 2))
    assert len(second) == 5


@pytest.mark.parametrize(("score", "seen"), [(0.7, 5), (0.4, 2)], ids=["sure", "faint"])
def test_cards_further_off_that_only_the_survey_saw_are_looked_at_too(
    score: float, seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = np.concatenate([square(20 + 52 * i, 30) for i in range(5)])

    def between(self: Detector, pyramid: Pyramid, cards: Detections, wide: float = 76) -> Detections:
        reach = columns[columns[:, 1, 0] <= cards.corners[:, 1, 0].max() + 1]
        return found(reach, [FACE_UP] * len(reach))

    both = found(columns[:2], [FACE_UP] * 2)
    last = replace(found(columns[4:], [FACE_UP]), score=np.array([score], np.float32))
    monkeypatch.setattr(Detector, "upright_look", between)
    monkeypatch.setattr(Detector, "survey", lambda self, pyramid, first: last)
    detector = Detector(model_path("card_detector.onnx"))
    _, second = detector.look_again(on_a_table(columns), last, both)
    assert len(second) == seen


@pytest.mark.parametrize("best", DetectorSettings.card_widths)
def test_cards_that_show_better_smaller_or_larger_are_seen(
    best: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = np.concatenate([square(20 + 52 * i, 30) for i in range(5)])

    def at(self: Detector, pyramid: Pyramid, cards: Detections, wide: float = 76) -> Detections:
        seen = columns if wide == best else columns[:2]
        return found(seen, [FACE_UP] * len(seen))

    detector, first = Detector(model_path("card_detector.onnx")), found(columns[:1], [FACE_UP])
    monkeypatch.setattr(Detector, "upright_look", at)
    monkeypatch.setattr(Detector, "survey", lambda self, pyramid, first: first)
    _, second = detector.look_again(on_a_table(columns), first, first)
    assert len(second) == 5


def test_specks_do_not_say_how_large_cards_are() -> None:
    cards = np.concatenate([square(200, 200, 150), square(500, 200, 12), square(560, 240, 14)])
    pyramid = on_a_table(cards)
    view, _ = views.upright_view(pyramid, found(cards, [FACE_UP] * 3, [0.64, 0.27, 0.21]), 0.0)
    assert quads.widths(quads.moved(cards, view))[0] == pytest.approx(VIEW.card_width)
    view, _ = views.upright_view(pyramid, found(cards[:1], [FACE_UP]), 0.0, replace(VIEW, card_width=60.0))
    assert quads.widths(quads.moved(cards, view))[0] == pytest.approx(60)


def test_in_a_pile_nothing_lies_face_down() -> None:
    detector = Detector(model_path("card_detector.onnx"))
    rows = np.zeros((12, 2), np.float32)
    for column, (x, kind) in enumerate([(100, FACE_DOWN), (200, STRIP)]):
        rows[kind, column] = 0.9
        rows[FACE_UP, column] = 0.3
        rows[4:, column] = square(x, 100)[0].ravel()
    detector.run = lambda picture: rows  # type: ignore[method-assign]
    pyramid = Pyramid(np.zeros((300, 400, 3), np.uint8))
    whole = views.whole_view(pyramid)
    on_shelf, in_pile = detector.look(pyramid, *whole), detector.without(FACE_DOWN).look(pyramid, *whole)
    assert sorted(on_shelf.kind) == [FACE_DOWN, STRIP]
    assert sorted(in_pile.kind) == [FACE_UP, STRIP]


def test_tiles_lead_no_pass_astray() -> None:
    tiled = np.full((600, 800, 3), (190, 180, 175), np.uint8)
    tiled[::150] = tiled[:, ::100] = (90, 85, 80)
    tiles = np.concatenate([square(100 * x, 150 * y, 100) for x in range(1, 6) for y in range(1, 3)])
    card = square(650, 250, 70)
    detector = Detector.default()

    def seen(others: quads.Quads, faces: quads.Quads, kind: int = FACE_DOWN) -> list[int]:
        pyramid = Pyramid(tiled)
        view = views.whole_view(pyramid)
        corners = quads.moved(np.concatenate([others, faces]), view[0]) + 0.5
        rows = np.zeros((12, len(corners)), np.float32)
        rows[kind, : len(others)] = rows[FACE_UP, len(others) :] = 0.8
        rows[4:] = corners.reshape(-1, 8).T
        looking = copy(detector)
        looking.run = lambda picture: rows  # type: ignore[method-assign]
        return sorted(looking.look(pyramid, *view).kind.tolist())

    assert seen(tiles, card) == [FACE_UP]
    assert seen(tiles[:1], np.concatenate([card, square(650, 400, 70)])) == [FACE_UP, FACE_UP, FACE_DOWN]
    # a game has six category cards
    assert seen(tiles, card, CATEGORY) == [FACE_UP]
    assert seen(tiles[:7], card, CATEGORY) == [FACE_UP] + [CATEGORY] * 7


def test_what_is_only_suspected_is_looked_at_where_nothing_better_lies() -> None:
    seen = found(np.concatenate([square(0, 0), square(60, 0)]), [FACE_UP, FACE_UP], [0.9, 0.4])
    faint = found(np.concatenate([square(4, 4), square(120, 0), square(180, 0)]), [0, 1, 1], [0.2, 0.2, 0.1])
    strip = found(square(240, 0), [STRIP], [0.25])
    together = passes.with_suspected(seen, [faint, strip])
    assert np.allclose(together.corners, np.concatenate([seen.corners, square(120, 0)]))
