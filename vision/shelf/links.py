"""Which cards of a photo lie one step apart: what `vision.shelf.lattice` joins to shelves.

Steps are judged on the flattened table (`vision.geometry.plane`), in the frame that the two cards and their
surroundings share; they hold where a shelf drifts or bends, which one grid over all of it would not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Ints
from vision.geometry.grid import USUAL_STEP
from vision.geometry.plane import flattened

#: How far, in cards, a neighbour may lie from where the step leads.
REACH = 0.42
#: How unlike two frames of one shelf may be: the Frobenius norm of their difference, in frames.
TWIST = 0.65
#: Frames are averaged over the cards around, with this standard deviation in cards.
SURROUNDINGS = 1.6


@dataclass(frozen=True)
class Link:
    """Card ``b``, turned by ``turn`` quarters, lies one ``step`` (column, row) from card ``a``, in a's frame.

    ``along``: how far that is, in cards; ``off``: how far from where the usual step leads.
    """

    a: int
    b: int
    turn: int
    step: tuple[int, int]
    off: float
    along: float


@dataclass
class Table:
    """The cards on the flattened table: centres [n, 2], frames [n, 2, 2] (columns: right, down), smoothed
    frames."""

    corners: Floats
    face_up: NDArray[np.bool_]
    centres: Floats = field(init=False)
    frames: Floats = field(init=False)
    smooth: Floats = field(init=False)

    def __post_init__(self) -> None:
        flat = flattened(self.corners)
        self.centres = flat.mean(axis=1)
        right = (flat[:, 1] + flat[:, 2] - flat[:, 0] - flat[:, 3]) / 2
        down = (flat[:, 3] + flat[:, 2] - flat[:, 0] - flat[:, 1]) / 2
        self.frames = np.stack([right, down], axis=2)
        near = np.linalg.norm(self.centres[:, None] - self.centres[None], axis=2)
        weights = np.exp(-((near / SURROUNDINGS) ** 2) / 2)
        turn, twist = self.twists(self.frames)
        weights = np.where(twist < TWIST, weights, 0.0)
        own = np.arange(len(self.centres))
        weights[own, own] = 1.0
        turned = _turned_frames(self.frames)[turn, own[None, :]]
        self.smooth = (weights[:, :, None, None] * turned).sum(axis=1) / weights.sum(axis=1)[:, None, None]

    def twists(self, frames: Floats) -> tuple[Ints, Floats]:
        """For each pair (i, j) the quarter turns of j that suit i best, [n, n], and how far apart they
        stay."""
        every = _turned_frames(frames)
        relative = np.linalg.inv(_usable(frames))[None, :, None] @ every[:, None]
        apart = np.linalg.norm(relative - np.eye(2), axis=(3, 4))
        # Cards that both show their face know which way up they are.
        for turn in (1, 2, 3):
            apart[turn][self.face_up[:, None] & self.face_up[None]] += 0.5
        best = apart.argmin(axis=0)
        return best, np.take_along_axis(apart, best[None], axis=0)[0]


def links_of(table: Table) -> list[Link]:
    """All pairs of cards one step apart, the surest first."""
    turn, twist = table.twists(table.smooth)
    offsets = table.centres[None] - table.centres[:, None]
    own = np.arange(len(offsets))
    shared = (table.smooth[:, None] + _turned_frames(table.smooth)[turn, own[None, :]]) / 2
    steps = np.linalg.solve(_usable(shared), offsets[..., None])[..., 0]
    pitch = np.array([USUAL_STEP, USUAL_STEP])
    for _ in range(2):  # the second time with the steps that this table's cards take
        found = []
        for axis in (0, 1):
            for sign in (1, -1):
                along, across = sign * steps[..., axis], steps[..., 1 - axis]
                off = np.hypot(along - pitch[axis], across)
                for a, b in np.argwhere((off < REACH) & (twist < TWIST)):
                    if a < b:
                        step = (sign, 0) if axis == 0 else (0, sign)
                        found.append(
                            Link(int(a), int(b), int(turn[a, b]), step, float(off[a, b]), float(along[a, b]))
                        )
        for axis in (0, 1):
            along_axis = [link.along for link in found if link.step[axis]]
            if len(along_axis) >= 4:
                pitch[axis] = np.clip(np.median(along_axis), 0.9, 1.2)
    return sorted(found, key=lambda link: link.off)


def _turned_frames(frames: Floats) -> Floats:
    """The frames [n, 2, 2] of the same cards given from each of their corners, [4, n, 2, 2]."""
    right, down = frames[..., 0], frames[..., 1]
    turns = ((right, down), (down, -right), (-right, -down), (-down, right))
    return np.stack([np.stack(turn, axis=-1) for turn in turns])


def _usable(frames: Floats) -> Floats:
    """Frames that can be inverted: a card without area gets a little."""
    flat = np.abs(np.linalg.det(frames)) < 1e-6
    return np.where(flat[..., None, None], frames + 1e-3 * np.eye(2), frames)
