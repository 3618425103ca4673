"""Banners: log-probabilities of letter, order and count from strips."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.cards import BookCard, Deck
from tests.vision.looks import invented_look
from vision.banner import read
from vision.banner.read import BannerEvidence, read_banners
from vision.common.fields import ORDERS
from vision.common.probability import log_softmax
from vision.networks import sessions as networks
from vision.strips.marks import find_marks
from vision.strips.rectify import HEIGHT, WIDTH
from vision.train.reader.strips import printed, strip_sample

#: Shares of fields right on single strips of the house look, nothing decided jointly.
LEAST_RIGHT = {"letter": 0.9, "order": 0.6, "of": 0.6}
STRIPS = 38
CLEAR_NUMBER = 0.9  #: the least probability of a number that is read clearly

Strips = tuple[NDArray[np.uint8], list[BookCard]]


@pytest.fixture(scope="module")
def shown() -> Strips:
    """Strips of the house deck as a phone near the table takes them."""
    look = printed(invented_look(), Deck.house().cards[::4])
    rng = np.random.default_rng(4)
    samples = [strip_sample(look, rng, which, 0.8) for which in range(STRIPS)]
    return np.stack([sample.picture for sample in samples]), [sample.card for sample in samples]


def arrays(evidence: BannerEvidence) -> dict[str, NDArray[np.float32]]:
    return {name: getattr(evidence, name) for name in ("letter", "order", "of")}


def test_banners_of_the_house_deck_are_read(shown: Strips) -> None:
    strips, cards = shown
    best = {name: values.argmax(axis=1) for name, values in arrays(read_banners(strips)).items()}
    true = {
        "letter": [ord(card.letter) - ord("A") for card in cards],
        "order": [card.order - 1 for card in cards],
        "of": [(card.of or 0) - 1 for card in cards],
    }
    for name, least in LEAST_RIGHT.items():
        assert (best[name] == true[name]).mean() >= least, name


def test_evidence_is_log_probabilities(shown: Strips) -> None:
    evidence = read_banners(shown[0][:5])
    for name, size in (("letter", 26), ("order", ORDERS), ("of", ORDERS)):
        values = arrays(evidence)[name]
        assert values.shape == (5, size)
        assert (values <= 0).all()
        assert np.allclose(np.exp(values).sum(axis=1), 1, atol=1e-4)


def test_a_strip_reads_the_same_whatever_lies_beside_it(shown: Strips) -> None:
    together = arrays(read_banners(shown[0][:6]))
    for i in range(6):
        for name, values in arrays(read_banners(shown[0][i : i + 1])).items():
            assert np.allclose(values[0], together[name][i], atol=2e-2)


def test_no_strips_give_no_evidence() -> None:
    none = arrays(read_banners(np.zeros((0, HEIGHT, WIDTH, 3), np.uint8)))
    assert {name: values.shape for name, values in none.items()} == {
        "letter": (0, 26),
        "order": (0, ORDERS),
        "of": (0, ORDERS),
    }


def test_a_bare_strip_says_less_than_a_printed_one(shown: Strips) -> None:
    bare = read_banners(np.full((1, HEIGHT, WIDTH, 3), 180, np.uint8))
    sure = read_banners(shown[0]).letter.max(axis=1)
    assert bare.letter.max() < np.median(sure)


def test_a_higher_temperature_leaves_the_order_and_lowers_the_peaks(
    shown: Strips, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read.networks, "scales", lambda: networks.Scales(letter=1.0))
    sharp = read_banners(shown[0][:8])
    monkeypatch.setattr(read.networks, "scales", lambda: networks.Scales(letter=3.0))
    flat = read_banners(shown[0][:8])
    assert np.array_equal(np.argmax(sharp.letter, axis=1), np.argmax(flat.letter, axis=1))
    assert (flat.letter.max(axis=1) <= sharp.letter.max(axis=1) + 1e-6).all()
    assert np.allclose(flat.letter, log_softmax(sharp.letter / 3), atol=1e-3)
    assert np.array_equal(sharp.order, flat.order)


def test_log_softmax_does_not_overflow() -> None:
    values = log_softmax(np.array([[1000.0, 0.0], [-1000.0, -1000.0]], np.float32))
    assert np.allclose(values, [[0, -1000], [-np.log(2), -np.log(2)]])


def test_evidence_of_no_strips_can_be_joined_with_others() -> None:
    """A photo may show backs alone."""
    some = read_banners(np.full((2, HEIGHT, WIDTH, 3), 128, np.uint8))
    none = read_banners(np.zeros((0, HEIGHT, WIDTH, 3), np.uint8))
    assert some.features is not None
    assert none.features is not None
    assert [part.shape[1:] for part in none.features] == [part.shape[1:] for part in some.features]
    assert [len(part) for part in (none.letter, none.order, none.of, *none.features)] == [0] * 6


def test_letters_share_the_line_and_height_of_the_high_letters() -> None:
    boxes = np.array(
        [[1, 50, 60, 30, 40], [1, 50, 61, 10, 40], [1, 50, 55, 15, 10], [1, 52, 60, 36, 39]], np.float32
    )
    on_line = read.on_one_line(boxes)
    assert np.allclose(on_line[:, 2], 60, atol=1)
    assert np.allclose(on_line[:, 4], 40, atol=1)
    assert np.allclose(on_line[:, [0, 1]], boxes[:, [0, 1]]), "x is their own"
    assert np.allclose(on_line[[0, 1, 3], 3], boxes[[0, 1, 3], 3], rtol=0.05)
    assert on_line[2, 3] == pytest.approx(15 * 4, rel=0.05), "a part is widened as much as it is raised"


def test_boxes_are_moved_by_a_share_of_their_sizes() -> None:
    boxes = np.array([[1, 50, 60, 30, 40], [0.5, 10, 20, 10, 20]], np.float32)
    assert np.allclose(read.moved(boxes, 0.1), [[1, 53, 64, 30, 40], [0.5, 11, 22, 10, 20]])


def test_an_icon_is_less_legible_than_a_number(shown: Strips) -> None:
    strips = shown[0][:12]
    marks = find_marks(strips)
    icons = marks.number.copy()
    icons[:, 1:] = marks.icons[:, 0, 1:]
    numbers, instead = (read_banners(strips, replace(marks, number=boxes)) for boxes in (marks.number, icons))
    assert not numbers.without_number().any()
    assert instead.without_number().any()
    surest = [np.maximum(seen.order.max(axis=1), seen.of.max(axis=1)) for seen in (instead, numbers)]
    clear = surest[1] > np.log(CLEAR_NUMBER)
    assert clear.sum() > len(clear) / 2
    assert (surest[0] < surest[1])[clear].all()


def test_only_doubtful_numbers_are_read_again(shown: Strips, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, list[int]] = {}
    run = networks.run

    def noted(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        asked.setdefault(name, []).append(len(pictures))
        return run(name, pictures)

    seen = read_banners(shown[0])
    clear = shown[0][int(np.argmax(seen.order.max(axis=1) + seen.of.max(axis=1)))]
    monkeypatch.setattr(read.networks, "run", noted)
    read_banners(clear[None])
    assert asked["number_reader"] == [1]
    asked.clear()
    soft = cv2.GaussianBlur(clear, (0, 0), 5)
    read_banners(np.stack([soft, clear]))
    assert asked["number_reader"] == [2, 1, 1], "the soft number in two more crops"
