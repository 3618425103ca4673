"""A photo that takes too long, or shows more than a game has, is refused in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from scorer.cli.main import app
from vision import PhotoReader, slips
from vision.common.deadline import Deadline, Overdue, in_time
from vision.decode.counts import best_counts
from vision.detect.contrast import with_contrast
from vision.detect.detections import FACE_DOWN, Detections
from vision.detect.detector import Detector, DetectorSettings
from vision.detect.verifier import cutouts
from vision.geometry.quads import surest
from vision.networks import sessions as networks
from vision.photo.errors import PhotoError
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid

ANA = Path(__file__).parents[1] / "invented" / "photos" / "ana.jpg"


class Clock:
    """A clock that moves on by a second at each look."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return float(self.asked)


@pytest.fixture
def passed() -> Iterator[None]:
    """A deadline that is over from the start."""
    with Deadline(0, Clock()).begun("the photo"):
        yield


def asked_of_a_photo() -> int:
    """How often a look at a sample checks the deadline."""
    clock = Clock()
    PhotoReader().look(ANA, deadline=Deadline(1e9, clock))
    return clock.asked


def test_a_reading_within_its_deadline_is_the_same_as_without() -> None:
    limited, free = (PhotoReader().read(ANA, deadline=each) for each in (Deadline(1e9, Clock()), None))
    assert [str(shelf.notation) for shelf in limited.shelves] == [
        str(shelf.notation) for shelf in free.shelves
    ]


def test_an_overdue_reading_stops_at_any_point_with_one_sentence() -> None:
    asked = asked_of_a_photo()
    assert asked > 20, "asked in every step and inside of some"
    for seconds in (1, asked // 3, asked // 2, asked - 3):
        clock = Clock()
        with pytest.raises(Overdue) as refusal:
            PhotoReader().read(ANA, deadline=Deadline(seconds, clock))
        assert clock.asked <= seconds + 3, "it went on after time was up"
        assert str(refusal.value) == (
            f"Reading the photo took more than {seconds} seconds and was stopped: photograph fewer cards at "
            "once."
        )
    in_time()  # what has passed does not count afterwards


def test_each_photo_has_its_own_time_and_is_named() -> None:
    enough = Deadline(asked_of_a_photo(), Clock())
    reading = PhotoReader().read_table([ANA, ANA], deadline=enough)
    assert len(reading.shelves) == 1
    with pytest.raises(Overdue, match=r"Reading photo 1 of 2 \(ana.jpg\) took"):
        PhotoReader().read_table([ANA, ANA], deadline=Deadline(2, Clock()))


def test_long_loops_watch_the_deadline(passed: None) -> None:
    photo = np.zeros((200, 200, 3), np.uint8)
    card = np.array([[[50, 50], [100, 50], [100, 120], [50, 120]]], np.float32)
    found = Detections.of(card, np.array([FACE_DOWN], np.int8), np.ones(1))
    log = np.zeros((1, 26, 14))
    for loop in (
        lambda: Detector.default().find(photo),
        lambda: with_contrast(cutouts(Pyramid(photo), card), found, (200, 200)),
        lambda: best_counts(log[:, :, 0], log[:, 0], log),
        lambda: networks.side_by_side(id, 3),
        lambda: networks.ahead(lambda part: part, id, 3),
    ):
        with pytest.raises(Overdue):
            loop()


def test_parallel_work_keeps_its_order_and_few_run_at_a_time() -> None:
    parts: list[slice] = []
    n = 5 * networks.BATCH + 7

    def work(part: slice) -> list[int]:
        parts.append(part)
        return list(range(n))[part]

    assert [i for part in networks.side_by_side(work, n) for i in part] == list(range(n))
    assert max(part.stop - part.start for part in parts) <= networks.BATCH
    assert [i for part in networks.ahead(lambda part: part, work, n) for i in part] == list(range(n))
    assert max(part.stop - part.start for part in parts) <= networks.BATCH


def test_more_cards_than_a_game_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slips, "MOST_CARDS", 12)
    with pytest.raises(PhotoError) as refusal:
        PhotoReader().read(ANA)
    assert str(refusal.value) == (
        "More than 12 cards were found in the photo, more than a game has: photograph one table, or a part "
        "of it."
    )


def test_the_surest_keep_their_order() -> None:
    scores = np.array([0.3, 0.9, 0.5, 0.9], np.float32)
    assert surest(scores, 2).tolist() == [1, 3]
    assert surest(scores, 3).tolist() == [1, 2, 3]
    assert surest(scores, 9).tolist() == [0, 1, 2, 3]


def test_the_surest_of_many_detections_are_looked_at() -> None:
    photo = load_photo(ANA)
    every = Detector.default().find(photo)
    few = Detector.default().with_settings(DetectorSettings(most_detections=5)).find(photo)
    assert len(every) > len(few) == 5
    middles = every.corners.mean(axis=1)
    for corners in few.corners:
        assert np.abs(middles - corners.mean(axis=0)).max(axis=1).min() < 20, "each is one of all"
    of_few_rows = Detector.default().with_settings(DetectorSettings(most_rows=3))
    assert len(of_few_rows.find(photo)) <= 3


def test_the_command_has_a_deadline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setattr(Deadline.__init__, "__defaults__", (1.0, Clock()))
    done = CliRunner().invoke(app, ["read", str(ANA)])
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert done.stderr.startswith("Reading the photo took more than 1 seconds")
