"""The camera of a scene."""

from __future__ import annotations

import numpy as np
import pytest

from vision.synth.scene.camera import Camera, aim, homography


def test_the_camera_shows_what_it_is_aimed_at() -> None:
    points = np.array([(x, y, 0.0) for x in (-2, 3) for y in (-1, 1)])
    camera = aim(Camera((400, 300), focal=400, tilt=30, spin=70), points, 0.8, (0, 0))
    shown = camera.project(points)
    assert float((np.ptp(shown, axis=0) / (400, 300)).max()) == pytest.approx(0.8, abs=0.01)
    assert np.allclose(camera.ground(camera.project(points, lens=False)), points[:, :2])
    # a thing that stands up moves away from the viewer's edge of a tilted photo
    assert camera.project([(0.0, 0.0, 0.5)])[0, 1] < camera.project([(0.0, 0.0, 0.0)])[0, 1]


def test_homography_takes_four_points_to_four_others() -> None:
    a = np.array([[0, 0], [4, 0], [4, 3], [0, 3]], np.float64)
    b = np.array([[10, 12], [52, 9], [60, 44], [5, 40]], np.float64)
    mapped = np.column_stack([a, np.ones(4)]) @ homography(a, b).T
    assert np.allclose(mapped[:, :2] / mapped[:, 2:], b)
