"""Photos with known cards, of looks that no network was trained on, to fit the calibration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard, Deck
from vision import Legend, PhotoReader
from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.cutting import Kind as Read
from vision.decide import faces_up, print_of
from vision.decode.calibration import Calibration, face_evidence
from vision.detect.detections import CATEGORY, FACE_DOWN, STRIP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import widths
from vision.icons.legend_photo import LegendError
from vision.icons.match import read_icons
from vision.photo.errors import PhotoError
from vision.steps import join_photos
from vision.strips import rectify
from vision.synth.look.anatomy import drawn_look
from vision.synth.look.looks import Look
from vision.synth.scene.decks import deck_as_printed, random_deck
from vision.synth.scene.scenes import QUALITY, READ, Kind, Scene, framed, legend_photo, make_scene
from vision.synth.scene.truth import REACH, REACH_OF_STRIP
from vision.train.calibration.fit import Known

#: Careful photos of each look: their pixels, the least and the greatest median width of their cards, and the
#: camera's greatest tilt in degrees.
PHOTOS, SIZE, CARD_WIDTH, MOST_TILT = 3, (2016, 1512), (185.0, 335.0), 21.0
#: Of the photos on which sides are judged, in turn, and their pixels: these are meant to hurt.
KINDS: tuple[Kind, ...] = ("shelf", "two_shelves", "shelf", "spread", "few")
SIZE_FOR_SIDES = (1344, 1008)


def photo_tables(seed: int) -> list[Known]:
    """The tables of one look, each without and with its deck. The same seed gives the same tables.

    Every second look is in families of fonts that are held out. Printed looks are read without a legend. A
    photo is left out if a detection on it is not a
    card of the table, and a look if its legend cannot be read.
    """
    look = drawn_look(seed, held_out=seed % 2 == 0)
    printed = look.anatomy is not None
    rng = np.random.default_rng((seed, 12))
    deck = Deck(deck_as_printed(rng) if printed else random_deck(rng))
    try:
        legend = None if printed else Legend.from_photo(_file(legend_photo(look)))
    except LegendError:
        return []
    reader, tables = PhotoReader(legend, calibration=Calibration()), list[Known]()
    for scene in _scenes(look, deck.cards, seed):
        kind: Read = "pile" if scene.truth["kind"] == "spread" else "shelf"
        try:
            corners, evidence = _read(reader, _file(scene), kind)
        except PhotoError:
            continue
        cards = _true_cards(scene, corners)
        if cards:
            tables += [Known(evidence, cards), Known(replace(evidence, deck=deck), cards)]
    return tables


def _scenes(look: Look, deck: Sequence[BookCard], seed: int) -> Iterator[Scene]:
    """The photos of a look, of the kinds that a reader is scored on, in turn."""
    seeds = count(seed * 10_000)
    for number in range(PHOTOS):
        kind = READ[(PHOTOS * seed + number) % len(READ)]
        chosen = framed(
            seeds, CARD_WIDTH, MOST_TILT, look=look, deck=deck, size=SIZE, kind=kind, careful=True
        )
        if chosen is not None:
            yield make_scene(chosen, look=look, deck=deck, size=SIZE, kind=kind, whole=True, careful=True)


def _read(reader: PhotoReader, file: bytes, kind: Read) -> tuple[Floats, Evidence]:
    """The corners of the cards whose print was read, [n, 4, 2], and the evidence of it."""
    seen = [reader.look(file, kind).seen]
    cards = join_photos(seen, kind, reader.calibration)
    up, _ = faces_up(seen, cards)
    read, evidence = print_of(seen, cards, up, on_shelves=kind == "shelf")
    return seen[0].corners[[cards[i].sightings[0][1] for i in read]], evidence


def _true_cards(scene: Scene, corners: Floats) -> list[BookCard]:
    """The true cards at these corners, [n, 4, 2]; no cards if there is no card at some, or one card at
    several.
    """
    which = true_objects(scene, corners)
    found = [scene.objects[i].card for i in which if i >= 0]
    cards = [card for card in found if card is not None]
    return cards if len(cards) == len(corners) == len(set(which.tolist())) else []


def _file(scene: Scene) -> bytes:
    """The photo as a camera keeps it."""
    written, data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert written
    return data.tobytes()


def draw_scene(seed: int) -> Scene:
    """A photo of a held-out look; the same seed gives the same photo."""
    look = drawn_look(seed, held_out=True)
    return make_scene(seed, look=look, size=SIZE_FOR_SIDES, kind=KINDS[seed % len(KINDS)])


def face_cases(seeds: Iterable[int]) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """For each photo the evidence [n, 3] on which sides its cards lie, and whether the detector was right."""
    for seed in seeds:
        scene = draw_scene(seed)
        found = Detector.default().detect(scene.image)
        found = found[found.kind != CATEGORY]
        true = true_kinds(scene, found)
        found, true = found[np.flatnonzero(true >= 0)], true[true >= 0]
        icons = read_icons(rectify.strips(scene.image, found.corners), None)
        right = (found.kind == FACE_DOWN) == (true == FACE_DOWN)
        yield face_evidence(found, icons.shown), right


def true_kinds(scene: Scene, found: Detections) -> NDArray[np.int64]:
    """The true kind of each card ``found``, [n]; -1 where no card lies."""
    kinds = np.array([*(thing.kind for thing in scene.objects), -1])
    return np.asarray(kinds[true_objects(scene, found.corners)], np.int64)


def true_objects(scene: Scene, corners: NDArray[np.floating]) -> NDArray[np.int64]:
    """The number of the scene's object at each detection, [n], by its ``corners`` [n, 4, 2]; -1 where no
    object lies.
    """
    out = np.full(len(corners), -1, np.int64)
    if not scene.objects or len(corners) == 0:
        return out
    true = np.stack([thing.corners for thing in scene.objects])
    strip = np.array([thing.kind == STRIP for thing in scene.objects])
    middles = np.where(strip[:, None], true[:, :2].mean(axis=1), true.mean(axis=1))
    seen = np.where(strip[:, None, None], corners[:, :2].mean(axis=1), corners.mean(axis=1))
    apart = np.linalg.norm(middles[:, None] - seen, axis=2) / widths(true)[:, None]
    reach = np.where(strip, REACH_OF_STRIP, REACH)
    apart = np.where(apart < reach[:, None], apart, np.inf)
    near = np.isfinite(apart).any(axis=0)
    out[near] = apart.argmin(axis=0)[near]
    return out
