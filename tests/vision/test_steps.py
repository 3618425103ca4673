"""The six steps, each run by itself, give what the reader gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.photos import legend, photo
from vision import PhotoReader
from vision.cutting import Kind
from vision.detect.detections import FACE_DOWN, STRIP
from vision.detect.detector import Detector
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid
from vision.steps import Cut, Decide, Judge, Place, Priors, Propose, Read
from vision.strips import rectify


@pytest.mark.parametrize(("name", "kind"), [("ana", "shelf"), ("solo-pile", "pile")])
def test_each_step_can_be_run_alone(name: str, kind: Kind) -> None:
    reader = PhotoReader(legend())
    picture = Pyramid(load_photo(photo(name)))
    detector = Detector.default().without(FACE_DOWN if kind == "pile" else STRIP)
    detections = Propose(detector)(picture)
    judged = Judge(detector, kind)(picture, detections)
    placed = Place(kind)(picture, judged)
    first, cut = Cut(kind)(picture, placed)
    read = Read(kind, priors=Priors(legend()))
    seen = read(picture, cut, read.print_on(picture, cut), judged, detections)
    _, (readings, _) = Decide(reader.calibration, kind)([seen])
    assert len(detections) >= len(judged.cards) > 0
    assert len(placed.cards) == len(first.up) == len(cut.up) == len(seen) == len(readings)
    whole = reader.read(photo(name), kind)
    expected = whole.pile if kind == "pile" else whole.shelves[0].cards
    place = [(card.column, card.row) for _, card in readings]
    in_order = [readings[i][1] for i in sorted(range(len(place)), key=place.__getitem__)]
    expected = sorted(expected, key=lambda card: (card.column, card.row))
    assert [card.model_dump() for card in in_order] == [card.model_dump() for card in expected]


def test_only_cards_that_moved_are_cut_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cut, strips = list[int](), rectify.strips

    def counted(picture: Any, corners: Any) -> Any:
        cut.append(len(corners))
        return strips(picture, corners)

    reader = PhotoReader()
    looked = reader.look(photo("ana"))
    picture = Pyramid(load_photo(photo("ana")))
    monkeypatch.setattr("vision.strips.marks.rectify.strips", counted)
    first, last = Cut()(picture, looked.placed)
    assert sum(cut) == len(looked.placed.cards)
    assert last is first  # no print lies off its place
    cut.clear()
    corners = looked.placed.cards.corners.copy()
    face = int(np.flatnonzero(looked.cut.up)[0])
    corners[face, :2] += 0.08 * (corners[face, :2] - corners[face, [3, 2]])  # its print now stands too low
    high = replace(looked.placed, cards=replace(looked.placed.cards, corners=corners))
    first, last = Cut()(picture, high)
    assert sum(cut) == 2  # where it was thought to lie, and where its print shows
    moved = np.abs(first.strips.corners - last.strips.corners).max(axis=(1, 2)) > 0
    assert np.flatnonzero(moved).tolist() == [face]
    true = looked.cut.strips.corners[face]
    width = np.linalg.norm(true[1] - true[0])
    assert np.abs(last.strips.corners[face] - true).max() < 0.02 * width
