"""One discard pile from several photos: cards that two photos show counted once.

A pile is flat and nobody touches it between two photos, so a homography takes one photo's cards to the
other's (Hartley and Zisserman, 2004, 2.3). It is found from cards that look the same, a guess a card, and
made better with all that then lie on each other (Besl and McKay's iterated closest points, 1992, with the
evidence of banners and icons added to the distance). Cards that look the same and lie elsewhere are not the
same; where no homography is found, only cards that cannot be but the same are counted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Ints
from vision.decode.assign import cheapest
from vision.geometry.quads import moved
from vision.join.seen import WRONG, Card, Seen, agreement, same_name
from vision.join.shelves import best_first
from vision.pile.columns import numbered

#: So many pairs of cards that look most alike are tried as the start of a homography.
STARTS = 40
#: How far apart the middles of one card's upper edges may lie after the guess and in the end, in card widths,
#: and the standard deviation of that distance.
REACH_FIRST, REACH, SPREAD = 1.2, 0.4, 0.12
#: Cards that must agree before a homography is believed, and by how much in all, in nats.
ENOUGH, CONVINCING = 4, 10.0
#: How much two cards must agree to be one where no homography tells; half of it more than with any other.
ALONE = 6.5
#: What lying in the same place says for two cards being one, and the most that unlike readings say against
#: it, in nats.
SAME_PLACE, MISREAD = 3.0, -2.0
#: Rounds of matching and fitting.
ROUNDS = 6
#: Columns of photos that share no card are this far apart, in card widths.
APART = 3.0


@dataclass(frozen=True)
class Overlap:
    """What two photos share: pairs of cards [k, 2], the homography [3, 3] from the second photo to the first
    (None where too few say so), and how much they agree in all."""

    pairs: Ints
    matrix: Floats | None
    agreed: float


def join_pile(seen: Sequence[Seen]) -> list[Card]:
    """The cards of the pile that all the photos show together, in columns; no photo's cards are one."""
    overlaps = {(a, b): overlap(seen[a], seen[b]) for a in range(len(seen)) for b in range(a + 1, len(seen))}
    groups = _grouped(seen, overlaps)
    columns = numbered(_columns(seen, groups), _laid_out(seen, overlaps, groups))
    return [
        Card(group, 0, int(columns.place[i]), int(columns.column[i]), 1.0) for i, group in enumerate(groups)
    ]


def overlap(a: Seen, b: Seen) -> Overlap:
    """What two photos of a pile share."""
    alike = _alike(a, b)
    tops = _tops(a), _tops(b)
    best = Overlap(np.zeros((0, 2), np.int64), None, 0.0)
    width = float(np.median(np.linalg.norm(a.corners[:, 1] - a.corners[:, 0], axis=1)))
    order = np.argsort(-alike, axis=None)[:STARTS]
    for i, j in zip(*np.unravel_index(order, alike.shape), strict=True):
        if alike[i, j] <= 0:
            break
        if len(best.pairs) and (best.pairs == (i, j)).all(axis=1).any():
            continue  # this pair would lead to the same again
        found = _refined(tops, alike, _similarity(tops[1][j], tops[0][i]), width)
        if found.agreed > best.agreed:
            best = found
    if len(best.pairs) >= ENOUGH and best.agreed >= CONVINCING:
        return best
    rows, columns = _matched(alike)
    certain = [(i, j) for i, j in zip(rows, columns, strict=True) if _certain(alike, i, j)]
    return Overlap(np.array(certain, np.int64).reshape(-1, 2), None, 0.0)


def _alike(a: Seen, b: Seen) -> Floats:
    """Log-likelihood ratios of "the same card" against "two different cards", [len(a), len(b)].

    In a pile no two cards are the same, so two that clearly look the same are one.
    """
    return np.asarray(agreement(a, b) - np.log1p(-np.minimum(same_name(a, b), 1 - WRONG)), np.float64)


def _matched(gain: Floats) -> tuple[Ints, Ints]:
    """Rows and columns of the pairs that gain most in all, no row and no column twice."""
    if gain.shape[0] > gain.shape[1]:
        columns, rows = _matched(np.ascontiguousarray(gain.T))
        return rows, columns
    return np.arange(len(gain)), cheapest(-gain)[0]


def _certain(alike: Floats, i: int, j: int) -> bool:
    rivals = np.concatenate([np.delete(alike[i], j), np.delete(alike[:, j], i), [0.0]])
    return bool(alike[i, j] >= ALONE and alike[i, j] - rivals.max() >= ALONE / 2)


def _tops(seen: Seen) -> Floats:
    """The two ends of each card's upper edge, [n, 2, 2]: all that surely shows of it."""
    return np.asarray(seen.corners[:, :2], np.float64)


def _similarity(source: Floats, target: Floats) -> Floats:
    """The turn, scale and shift that take one upper edge [2, 2] to another."""
    a, b = source[1] - source[0], target[1] - target[0]
    factor = complex(*b) / complex(*a) if np.abs(a).max() > 0 else 1.0
    linear = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
    return np.vstack([np.column_stack([linear, target[0] - linear @ source[0]]), (0, 0, 1)])


def _refined(tops: tuple[Floats, Floats], alike: Floats, matrix: Floats, width: float) -> Overlap:
    """The overlap that matching and fitting in turn lead to from a first guess."""
    pairs, agreed = np.zeros((0, 2), np.int64), 0.0
    for reach in np.geomspace(REACH_FIRST, REACH, ROUNDS):
        mapped = cv2.perspectiveTransform(tops[1].reshape(1, -1, 2), matrix).reshape(-1, 2, 2)
        apart = np.linalg.norm(tops[0][:, None].mean(axis=2) - mapped[None].mean(axis=2), axis=2) / width
        spread = SPREAD * reach / REACH
        near = np.where(apart < reach, -0.5 * (apart / spread) ** 2, -np.inf)
        # In the end a card in the same place is the same one, however differently it was read.
        least = MISREAD if reach <= 1.01 * REACH else -np.inf
        gain = np.maximum(np.maximum(alike, least) + SAME_PLACE + near, 0.0)
        rows, columns = _matched(gain)
        kept = gain[rows, columns] > 0
        pairs = np.column_stack([rows[kept], columns[kept]])
        # Cards that come to lie on each other and look different speak against it.
        closest = (apart == apart.min(axis=0)) & (apart == apart.min(axis=1)[:, None]) & (apart < reach / 2)
        agreed = float(alike[closest].sum())
        if len(pairs) < 2:
            return Overlap(pairs, None, 0.0)
        matrix = _fitted(tops[1][pairs[:, 1]].reshape(-1, 2), tops[0][pairs[:, 0]].reshape(-1, 2))
    return Overlap(pairs, matrix, agreed)


def _fitted(source: Floats, target: Floats) -> Floats:
    """As general a map as the points bear: a few cards in a row say nothing of perspective."""
    spread = np.linalg.svd(source - source.mean(axis=0), compute_uv=False)
    if len(source) >= 12 and spread[1] > 0.3 * spread[0]:
        matrix, _ = cv2.findHomography(source, target, 0)
    elif len(source) >= 6 and spread[1] > 0.15 * spread[0]:
        affine, _ = cv2.estimateAffine2D(source, target, method=cv2.LMEDS)
        matrix = None if affine is None else np.vstack([affine, (0, 0, 1)])
    else:
        affine, _ = cv2.estimateAffinePartial2D(source, target, method=cv2.LMEDS)
        matrix = None if affine is None else np.vstack([affine, (0, 0, 1)])
    return np.asarray(np.eye(3) if matrix is None else matrix, np.float64)


def _grouped(
    seen: Sequence[Seen], overlaps: dict[tuple[int, int], Overlap]
) -> list[tuple[tuple[int, int], ...]]:
    """The sightings of each card; the pairs that agree most first, and never two of one photo."""
    groups = {(p, i): {(p, i)} for p, one in enumerate(seen) for i in range(len(one))}
    for (a, b), shared in sorted(overlaps.items(), key=lambda item: -item[1].agreed):
        for i, j in shared.pairs.tolist():
            first, second = groups[a, i], groups[b, j]
            if first is not second and not {p for p, _ in first} & {p for p, _ in second}:
                first |= second
                for sighting in second:
                    groups[sighting] = first
    unique = {id(group): group for group in groups.values()}.values()
    return [best_first(sorted(group), seen) for group in unique]


def _columns(seen: Sequence[Seen], groups: Sequence[tuple[tuple[int, int], ...]]) -> Ints:
    """Equal numbers for cards of one column, [n]: of one in any photo.

    No photo's columns need be whole; where two overlap, the cards that both show hold them together.
    """
    column = np.arange(len(groups))
    first: dict[tuple[int, int], int] = {}
    for card, group in enumerate(groups):
        for photo, i in group:
            other = first.setdefault((photo, int(seen[photo].column[i])), card)
            column[column == column[card]] = column[other]
    return column


def _laid_out(
    seen: Sequence[Seen],
    overlaps: dict[tuple[int, int], Overlap],
    groups: Sequence[tuple[tuple[int, int], ...]],
) -> Floats:
    """Where each card lies in one plane for all photos, [n, 4, 2]."""
    chains = _chains(seen, overlaps)
    corners = []
    for group in groups:
        photo, i = min(group, key=lambda sighting: chains[sighting[0]][0])
        corners.append(moved(seen[photo].corners[i][None].astype(np.float32), chains[photo][1])[0])
    return np.array(corners, np.float64)


def _chains(seen: Sequence[Seen], overlaps: dict[tuple[int, int], Overlap]) -> dict[int, tuple[int, Floats]]:
    """For each photo how many steps it is from the one in the middle, and the homography to the common plane.

    Photos that no homography joins lie beside the others.
    """
    links: dict[int, dict[int, Floats]] = {p: {} for p in range(len(seen))}
    worth = dict.fromkeys(range(len(seen)), 0.0)
    for (a, b), shared in overlaps.items():
        if shared.matrix is not None:
            links[b][a] = shared.matrix
            links[a][b] = np.asarray(np.linalg.inv(shared.matrix), np.float64)
            worth[a] += shared.agreed
            worth[b] += shared.agreed
    placed: dict[int, tuple[int, Floats]] = {}
    right = 0.0
    for root in sorted(worth, key=lambda p: -worth[p]):
        if root in placed:
            continue
        own = {root: (0, np.eye(3))}
        queue = [root]
        while queue:
            at = queue.pop(0)
            for other in sorted(links[at], key=lambda p: -len(seen[p])):
                if other not in own:  # from the other photo to this one, then as this one goes
                    own[other] = (own[at][0] + 1, own[at][1] @ links[other][at])
                    queue.append(other)
        outline = np.concatenate(
            [moved(seen[p].corners.astype(np.float32), m).reshape(-1, 2) for p, (_, m) in own.items()]
        )
        width = float(np.median(np.linalg.norm(seen[root].corners[:, 1] - seen[root].corners[:, 0], axis=1)))
        turn = seen[root].corners[:, 1] - seen[root].corners[:, 0]
        across = turn.mean(axis=0) / max(float(np.linalg.norm(turn.mean(axis=0))), 1e-6)
        # upright and of one scale, so that groups of photos lie beside each other in one frame
        upright = np.array([[across[0], across[1], 0], [-across[1], across[0], 0], [0, 0, width]]) / width
        flat = outline @ upright[:2, :2].T
        shift = np.array([[1, 0, right - flat[:, 0].min()], [0, 1, -flat[:, 1].min()], [0, 0, 1]])
        placed |= {p: (steps, shift @ upright @ m) for p, (steps, m) in own.items()}
        right += float(np.ptp(flat[:, 0])) + APART
    return placed
