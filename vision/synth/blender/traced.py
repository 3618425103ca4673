"""Photos of drawn tables rendered by another program: Blender's path tracer, Cycles.

`vision.synth` gives only the print on the cards and their places; table tops, lamps, gloss, shadows, tokens,
lens and depth of field are Blender's. So these photos show how far a reader depends on the drawn scenes that
it was trained on. It needs an interpreter with ``bpy``, Blender as a Python package, in another environment:
``python -m venv BLENDER; BLENDER/bin/pip install bpy``.
"""

from __future__ import annotations

import colorsys
import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard
from vision.synth.card import cards
from vision.synth.look.looks import Look
from vision.synth.scene.camera import Camera
from vision.synth.scene.laying import card_corners
from vision.synth.scene.layout import Layout, Placement
from vision.synth.scene.scenes import Kind, Scene, planned, scene_of

Rng = np.random.Generator
Job = dict[str, Any]

SCRIPT = Path(__file__).with_name("cycles.py")
WIDTH = 480  #: of a card's picture, in pixels
SAMPLES = 8  #: light paths a pixel, before Blender takes the noise out
#: Table tops that Blender makes up, and how often each comes.
TABLES = {"noise": 0.4, "wood": 0.3, "tiles": 0.1, "checks": 0.08, "cells": 0.12}


def make_traced_scene(
    seed: int,
    *,
    look: Look,
    deck: Sequence[BookCard],
    size: tuple[int, int],
    kind: Kind,
    whole: bool,
    careful: bool,
    blender: Path,
) -> Scene:
    """The table of `vision.synth.scene.scenes.make_scene` with the same arguments, rendered by the
    interpreter ``blender``.

    Raises subprocess.CalledProcessError where it does not render.
    """
    table, camera, look, _ = planned(seed, look, deck, size, kind, whole, careful)
    camera = replace(camera, bend=0.0)  # Cycles' lens does not bend lines
    drawn = scene_of(table, camera, look, seed, whole=whole)
    rng = np.random.default_rng((seed, 1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        job, picture = folder / "job.json", folder / "picture.png"
        described = job_of(rng, table, camera, partial(_printed, folder, look)) | {"picture": str(picture)}
        job.write_text(json.dumps(described), "utf-8")
        subprocess.run([blender, "-P", SCRIPT, job], check=True, stdout=subprocess.DEVNULL)
        rendered = cv2.imread(str(picture))
    assert rendered is not None, "Blender ended well, so there is a picture"
    return replace(drawn, image=_grainy(rng, np.asarray(rendered, np.uint8)))


def job_of(rng: Rng, table: Layout, camera: Camera, printed: Callable[[Placement], object]) -> Job:
    """The job that `vision.synth.blender.cycles` renders, without the picture's name.

    ``printed`` gives the file with a placement's print.

    Lengths are in card widths, in a room whose x runs to the reader's right, y away from them and z upwards.
    """
    light, ambient = rng.uniform(0.55, 1.05), rng.uniform(0.3, 0.8)
    shares = rng.dirichlet(np.ones(int(rng.integers(1, 4)))) * light * (1 - ambient)
    sleeved = rng.random() < 0.15
    rough, shine = (0.12, 0.5) if sleeved else rng.uniform((0.25, 0.2), (0.7, 0.6))
    return {
        "size": camera.size,
        "samples": SAMPLES,
        "seed": int(rng.integers(1 << 30)),
        "world": {"colour": _tint(rng), "strength": light * ambient},
        "camera": camera_of(camera) | {"stop": rng.uniform(170, 830)},  # f-numbers, of long focal lengths
        "table": _table(rng),
        "cards": [
            {
                "texture": str(printed(placement)),
                "corners": [_in_room(p) for p in card_corners(replace(placement, bend=0.0), table.aspect)],
                "bend": placement.bend,
                "across": placement.bend_across,
                "rough": float(rough),
                "shine": float(shine),
            }
            for placement in table.placements
        ],
        "lamps": [_lamp(rng, camera, float(share)) for share in shares],
        "things": [_thing(rng, place) for place in _room_beside(rng, table)],
    }


def camera_of(camera: Camera) -> Job:
    """A camera as Blender has it: its right, upward and backward axis, its lens's place, the focal length in
    pixels, the distance that is sharp, and how far the picture is shifted, in its widths.
    """
    spin, tilt, roll = np.radians([camera.spin, camera.tilt, camera.roll])
    along, toward = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0]])
    up = np.array([0.0, 0.0, 1.0])
    down, back = toward * np.cos(tilt) - up * np.sin(tilt), toward * np.sin(tilt) + up * np.cos(tilt)
    right = along * np.cos(roll) - down * np.sin(roll)
    down = along * np.sin(roll) + down * np.cos(roll)
    width, height = camera.size
    x, y = camera.centre  # counted from the first pixel's middle
    return {
        "axes": [_in_room(axis) for axis in (right, -down, back)],
        "place": _in_room(np.array([*camera.target, 0.0]) + back * camera.distance),
        "focal": camera.focal,
        "distance": camera.distance,
        "shift": ((width / 2 - x - 0.5) / width, (y + 0.5 - height / 2) / width),
    }


def _in_room(point: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(point[0]), -float(point[1]), float(point[2])


def _printed(folder: Path, look: Look, placement: Placement) -> Path:
    """The file with the print of the visible side of a card."""
    card = placement.card if placement.face_up else None
    path = folder / f"{f'{card.letter}{card.order}' if card else 'back'}.png"
    if not path.exists():
        cv2.imwrite(str(path), cards.draw_card(look, card, WIDTH) if card else cards.draw_back(look, WIDTH))
    return path


def _table(rng: Rng) -> Job:
    colour = _colour(rng, (0.0, 0.5), (0.08, 0.75))
    return {
        "kind": str(rng.choice(list(TABLES), p=list(TABLES.values()))),
        "colours": (colour, [min(c * rng.uniform(0.55, 1.25), 1.0) for c in colour]),
        "scale": rng.choice([0.6, 2.0, 6.0, 20.0]) * rng.uniform(0.6, 1.6),
        "detail": rng.uniform(2, 12),
        "turn": rng.uniform(0, 2 * np.pi),
        "rough": rng.uniform(0.3, 0.9),
        "shine": rng.uniform(0.1, 0.6),
    }


def _lamp(rng: Rng, camera: Camera, light: float) -> Job:
    """A lamp that gives a white sheet in the middle of the table the radiance ``light``."""
    x, y, _ = _in_room(np.array([*camera.target, 0.0]))
    angle, off = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.2) * camera.distance
    high = rng.uniform(0.8, 1.8) * camera.distance
    far = np.hypot(off, high)
    return {
        "place": (x + off * np.cos(angle), y + off * np.sin(angle), high),
        "target": (x, y, 0.0),
        "size": (rng.uniform(0.05, 0.5, 2) * camera.distance).tolist(),
        "energy": light * np.pi**2 * far**3 / high,  # that of a lamp after Lambert's cosine law
        "colour": _tint(rng),
    }


def _thing(rng: Rng, place: NDArray[np.float64]) -> Job:
    """A token, a cone or a die."""
    return {
        "kind": str(rng.choice(["cone", "die", "token"], p=[0.2, 0.2, 0.6])),
        "place": _in_room(np.append(place, 0.0)),
        "size": rng.uniform(0.12, 0.35),
        "height": rng.uniform(0.05, 0.5),
        "turn": rng.uniform(0, np.pi),
        "rough": rng.uniform(0.2, 0.8),
        "colour": _colour(rng, (0.2, 0.9), (0.2, 0.9)),
    }


def _room_beside(rng: Rng, table: Layout) -> list[NDArray[np.float64]]:
    """Places at which a thing lies on no card."""
    outline = table.outline()[:, :2]
    tries = rng.uniform(outline.min(0) - 1.5, outline.max(0) + 1.5, (int(rng.integers(0, 12)), 2))
    middles = np.array([(p.x, p.y) for p in table.placements])
    clear = 0.5 * np.hypot(1, table.aspect) + 0.45
    return [place for place in tries if np.hypot(*(middles - place).T).min() > clear]


def _colour(rng: Rng, saturation: tuple[float, float], value: tuple[float, float]) -> tuple[float, ...]:
    return colorsys.hsv_to_rgb(rng.random(), rng.uniform(*saturation), rng.uniform(*value))


def _tint(rng: Rng) -> tuple[float, float, float]:
    """The colour of a lamp, warm or cool."""
    warm = rng.normal(0, 0.08)
    return 1 + warm, 1.0, 1 - warm


def _grainy(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A rendered picture with the grain of a phone's."""
    grain = rng.normal(0, rng.uniform(0.5, 3.0), picture.shape[:2])[..., None]
    return np.asarray(np.clip(np.rint(picture + grain), 0, 255), np.uint8)
