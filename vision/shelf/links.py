"""Which cards of a photo lie one step apart; `vision.shelf.lattice` joins them to shelves.

Steps are judged on the flattened table (`vision.geometry.plane`), in the frame that two cards and the cards
around them share. So they hold on a shelf that drifts or bends, where one grid over all of it does not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Ints
from vision.geometry.plane import Plane
from vision.geometry.quads import sides

# When two cards are neighbours. Distances are in cards.
#: The least and the greatest distance of neighbours.
NEIGHBOUR_REACH = (0.6, 3.7)
#: Between neighbours further apart than this a card is missing.
NEAR_NEIGHBOUR = 1.95
#: A neighbour may lie this far beside where the step leads.
NEIGHBOUR_ASIDE = 0.45
#: The frames of two neighbours may differ by this much: the Frobenius norm of their difference.
TWIST = 0.65
#: A turn between two faces adds this to that norm, because faces know which way up they are.
TURNED_FACE = 0.5
#: Frames are averaged over the cards around, with this standard deviation …
FRAME_SURROUNDINGS = 1.6
#: … and this one of how much the frames differ: single cards lie askew.
ASKEW = 0.5


@dataclass(frozen=True)
class Link:
    """Card ``b``, turned by ``turn`` quarters, lies ``offset`` (columns, rows) in cards from card ``a``, and
    ``step`` on the grid, both in a's frame.
    """

    a: int
    b: int
    turn: int
    step: tuple[int, int]
    offset: tuple[float, float]

    @property
    def off(self) -> float:
        """How far ``b`` lies from where it would touch ``a``, edge to edge."""
        along, aside = sorted(map(abs, self.offset), reverse=True)
        return float(np.hypot(along - 1, aside))


@dataclass
class Table:
    """The cards on the flattened table.

    ``centres`` [n, 2]; ``frames`` [n, 2, 2], the columns of each are its card's steps right and down;
    ``smooth``: the frames averaged over the cards around.
    """

    corners: Floats
    face_up: NDArray[np.bool_]
    plane: Plane
    centres: Floats = field(init=False)
    frames: Floats = field(init=False)
    smooth: Floats = field(init=False)

    def __post_init__(self) -> None:
        flat = self.plane.flat(self.corners)
        self.centres = flat.mean(axis=1)
        self.frames = np.stack(sides(flat), axis=2)
        near = np.linalg.norm(self.centres[:, None] - self.centres[None], axis=2)
        turn, twist = self.twists(self.frames)
        weights = np.exp(-((near / FRAME_SURROUNDINGS) ** 2 + (twist / ASKEW) ** 2) / 2)
        own = np.arange(len(self.centres))
        weights[own, own] = 1.0
        turned = _turned_frames(self.frames)[turn, own[None, :]]
        self.smooth = (weights[:, :, None, None] * turned).sum(axis=1) / weights.sum(axis=1)[:, None, None]

    def twists(self, frames: Floats) -> tuple[Ints, Floats]:
        """For each pair (i, j) the quarter turns of j that suit i best, [n, n], and how much the two frames
        differ then, [n, n].
        """
        every = _turned_frames(frames)
        relative = np.linalg.inv(_usable(frames))[None, :, None] @ every[:, None]
        apart = np.linalg.norm(relative - np.eye(2), axis=(3, 4))
        for turn in (1, 2, 3):
            apart[turn][self.face_up[:, None] & self.face_up[None]] += TURNED_FACE
        best = apart.argmin(axis=0)
        return best, np.take_along_axis(apart, best[None], axis=0)[0]


def links_of(table: Table) -> list[Link]:
    """All pairs of neighbours, the nearest first: nothing lies between them, as one of the two sees it."""
    turn, twist = table.twists(table.smooth)
    offsets = table.centres[None] - table.centres[:, None]
    own = np.arange(len(offsets))
    shared = (table.smooth[:, None] + _turned_frames(table.smooth)[turn, own[None, :]]) / 2
    steps = np.linalg.solve(_usable(shared), offsets[..., None])[..., 0]
    seen = []
    for axis in (0, 1):
        beside = (np.abs(steps[..., 1 - axis]) < NEIGHBOUR_ASIDE) & (twist < TWIST)
        for sign in (1, -1):
            along = sign * steps[..., axis]
            reached = beside & (along > NEIGHBOUR_REACH[0]) & (along < NEIGHBOUR_REACH[1])
            nearest = np.where(reached, along, np.inf).min(axis=1, initial=np.inf)[:, None]
            seen += [(axis, sign, a, b) for a, b in np.argwhere(reached & (along <= nearest)).tolist()]
    found = []
    for axis in (0, 1):
        far = {(sign, a, b): abs(float(steps[a, b, axis])) for way, sign, a, b in seen if way == axis}
        near = [apart for apart in far.values() if apart < NEAR_NEIGHBOUR]
        median = float(np.median(near)) if near else 1.0
        for (sign, a, b), apart in far.items():
            count = sign if apart < NEAR_NEIGHBOUR else sign * max(2, round(apart / median))
            step = (count, 0) if axis == 0 else (0, count)
            found.append(Link(a, b, int(turn[a, b]), step, (float(steps[a, b, 0]), float(steps[a, b, 1]))))
    return sorted(found, key=lambda link: link.off)


def _turned_frames(frames: Floats) -> Floats:
    """The frames [n, 2, 2] as seen from each corner of their cards, [4, n, 2, 2]."""
    right, down = frames[..., 0], frames[..., 1]
    turns = ((right, down), (down, -right), (-right, -down), (-down, right))
    return np.stack([np.stack(turn, axis=-1) for turn in turns])


def _usable(frames: Floats) -> Floats:
    """Frames that can be inverted: a card without area gets a little."""
    flat = np.abs(np.linalg.det(frames)) < 1e-6
    return np.where(flat[..., None, None], frames + 1e-3 * np.eye(2), frames)
