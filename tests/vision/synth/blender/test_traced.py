"""What Blender is told of a table: the same cards through the same camera."""

from __future__ import annotations

import json

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.synth.blender.traced import camera_of, job_of
from vision.synth.look.looks import make_look
from vision.synth.scene.camera import Camera
from vision.synth.scene.scenes import planned

SIZE = (800, 600)


def through_blender(job: dict, points: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Where a pinhole of Blender's shows points of the room, [n, 3], in pixels as `Camera` counts them."""
    right, up, back = np.array(job["axes"])
    off = points - np.array(job["place"])
    depth = -off @ back
    shift_x, shift_y = job["shift"]
    x = SIZE[0] * (0.5 - shift_x) + job["focal"] * (off @ right) / depth
    y = SIZE[1] * 0.5 + SIZE[0] * shift_y - job["focal"] * (off @ up) / depth
    return np.stack([x - 0.5, y - 0.5], axis=1)


@given(
    st.floats(0, 360),
    st.floats(0, 35),
    st.floats(-10, 10),
    st.floats(-5, 5),
    st.floats(-60, 60),
    st.integers(0),
)
@settings(max_examples=60, deadline=None)
def test_blender_sees_the_table_as_the_truth_says(
    spin: float, tilt: float, roll: float, target: float, off: float, seed: int
) -> None:
    camera = Camera(
        SIZE,
        900.0,
        12.0,
        spin,
        tilt,
        roll,
        target=(target, -target / 2),
        centre=(399.5 + off, 299.5 - off / 2),
    )
    points = np.random.default_rng(seed).uniform(-3, 3, (8, 3)) * [1, 1, 0.1]
    seen = through_blender(camera_of(camera), points * [1, -1, 1])
    assert np.allclose(seen, camera.project(points), atol=1e-6)


def test_a_job_is_plain_data_with_every_card_and_nothing_on_them() -> None:
    look = make_look(3, held_out=True)
    table, camera, _, _ = planned(5, look, None, SIZE, "shelf", True, True)
    job = job_of(np.random.default_rng(5), table, camera, lambda placement: f"{placement.card.key}.png")
    assert json.loads(json.dumps(job)).keys() == job.keys()
    assert len(job["cards"]) == len(table.placements)
    middles = np.array([np.mean(card["corners"], axis=0)[:2] for card in job["cards"]])
    for thing in job["things"]:
        assert (
            np.hypot(*(middles - thing["place"][:2]).T).min() > 0.5 * np.hypot(1, look.aspect) + thing["size"]
        )
