"""One discard pile from several photos: cards that two photos show are counted once.

A pile is flat and nobody touches it between two photos. So a homography takes the cards of one photo to the
other's (Hartley and Zisserman, 2004, 2.3). Pairs of cards that look the same give a first guess. The guess is
refined with all cards that then lie on each other (iterated closest points, Besl and McKay, 1992, with the
evidence of banners and icons added to the distance). Cards that look the same and lie elsewhere are different
cards. Where no homography is found, only cards that are certainly the same are counted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.common.arrays import Floats, Ints
from vision.common.probability import MISREADING
from vision.decode.assign import cheapest
from vision.geometry.quads import moved
from vision.join.seen import Card, Seen, agreement, same_name
from vision.join.shelves import best_first
from vision.pile.columns import numbered

# How general a map the matched points bear: a few cards in a row say nothing of perspective.
#
# The width of the points is their spread across their longest line, as a share of the spread along it.
#: A homography needs this many points.
HOMOGRAPHY_POINTS = 12
#: A homography needs points wider than this.
HOMOGRAPHY_WIDTH = 0.3
#: An affine map needs this many points.
AFFINE_POINTS = 6
#: An affine map needs points wider than this.
AFFINE_WIDTH = 0.15


# When two photos of a pile show the same cards. Distances are in card widths, evidence is in nats.
#: So many pairs of cards that look most alike are tried as first guesses.
STARTS = 40
#: Rounds of matching and fitting.
MATCHING_ROUNDS = 6
#: The upper edges of one card may lie this far apart after the first guess.
FIRST_REACH = 1.2
#: They may lie this far apart in the last round.
LAST_REACH = 0.4
#: The standard deviation of that distance in the last round.
PAIR_SPREAD = 0.12
#: The evidence of the same place for two cards being one.
SAME_PLACE = 3.0
#: Unlike readings count at most this much against cards in the same place, in the last round.
MISREAD_PAIR = -2.0
#: A homography needs this many matched cards.
LEAST_PAIRS = 4
#: A homography needs this much agreement of its cards in all.
LEAST_AGREEMENT = 10.0
#: Without a homography two cards are one if they agree this much ...
CERTAIN = 6.5
#: ... and by this much more than either agrees with any other card.
CERTAIN_MARGIN = 3.25
#: Columns of photos that share no card are placed this far apart.
COLUMN_GAP = 3.0


@dataclass(frozen=True)
class Overlap:
    """What two photos share. ``pairs`` [k, 2]: the same cards. ``matrix`` [3, 3]: the homography from the
    second photo to the first, None where there is too little evidence. ``agreed``: how much the cards agree
    in all, in nats.
    """

    pairs: Ints
    matrix: Floats | None
    agreed: float


def join_pile(seen: Sequence[Seen]) -> list[Card]:
    """The cards of the pile that all the photos show together, in columns.

    Two cards of one photo stay two.
    """
    photos = range(len(seen))
    overlaps = {(a, b): overlap(seen[a], seen[b]) for a in photos for b in photos[a + 1 :]}
    groups = _grouped(seen, overlaps)
    columns = numbered(_columns(seen, groups), _laid_out(seen, overlaps, groups))
    return [
        Card(group, 0, int(columns.place[i]), int(columns.column[i]), 1.0) for i, group in enumerate(groups)
    ]


def overlap(a: Seen, b: Seen) -> Overlap:
    """What two photos of a pile share."""
    likeness = _likeness(a, b)
    tops = _tops(a), _tops(b)
    best = Overlap(np.zeros((0, 2), np.int64), None, 0.0)
    width = float(np.median(np.linalg.norm(a.corners[:, 1] - a.corners[:, 0], axis=1)))
    order = np.argsort(-likeness, axis=None)[:STARTS]
    for i, j in zip(*np.unravel_index(order, likeness.shape), strict=True):
        if likeness[i, j] <= 0:
            break
        if len(best.pairs) and (best.pairs == (i, j)).all(axis=1).any():
            continue  # this pair would lead to the same overlap again
        found = _refined(tops, likeness, _similarity(tops[1][j], tops[0][i]), width)
        if found.agreed > best.agreed:
            best = found
    if len(best.pairs) >= LEAST_PAIRS and best.agreed >= LEAST_AGREEMENT:
        return best
    rows, columns = _matched(likeness)
    certain = [(i, j) for i, j in zip(rows, columns, strict=True) if _certain(likeness, i, j)]
    return Overlap(np.array(certain, np.int64).reshape(-1, 2), None, 0.0)


def _likeness(a: Seen, b: Seen) -> Floats:
    """The log-likelihood ratio of "the same card" against "two different cards", [len(a), len(b)].

    In a pile no two cards are the same, so two cards that clearly look the same are one.
    """
    most = 1 - MISREADING.rate
    return np.asarray(agreement(a, b) - np.log1p(-np.minimum(same_name(a, b), most)), np.float64)


def _matched(gain: Floats) -> tuple[Ints, Ints]:
    """Rows and columns of the pairs with the largest sum, no row and no column twice."""
    if gain.shape[0] > gain.shape[1]:
        columns, rows = _matched(np.ascontiguousarray(gain.T))
        return rows, columns
    return np.arange(len(gain)), cheapest(-gain)[0]


def _certain(likeness: Floats, i: int, j: int) -> bool:
    rivals = np.concatenate([np.delete(likeness[i], j), np.delete(likeness[:, j], i), [0.0]])
    margin = likeness[i, j] - rivals.max()
    return bool(likeness[i, j] >= CERTAIN and margin >= CERTAIN_MARGIN)


def _tops(seen: Seen) -> Floats:
    """The two ends of each card's upper edge, [n, 2, 2]: only these surely show."""
    return np.asarray(seen.corners[:, :2], np.float64)


def _similarity(source: Floats, target: Floats) -> Floats:
    """The similarity [3, 3] that takes one upper edge [2, 2] to another."""
    a, b = source[1] - source[0], target[1] - target[0]
    factor = complex(*b) / complex(*a) if np.abs(a).max() > 0 else 1.0
    linear = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
    return np.vstack([np.column_stack([linear, target[0] - linear @ source[0]]), (0, 0, 1)])


def _refined(tops: tuple[Floats, Floats], likeness: Floats, matrix: Floats, width: float) -> Overlap:
    """The overlap that a first guess leads to, after rounds of matching and fitting."""
    pairs, agreed = np.zeros((0, 2), np.int64), 0.0
    for reach in np.geomspace(FIRST_REACH, LAST_REACH, MATCHING_ROUNDS):
        mapped = cv2.perspectiveTransform(tops[1].reshape(1, -1, 2), matrix).reshape(-1, 2, 2)
        apart = np.linalg.norm(tops[0][:, None].mean(axis=2) - mapped[None].mean(axis=2), axis=2) / width
        spread = PAIR_SPREAD * reach / LAST_REACH
        near = np.where(apart < reach, -0.5 * (apart / spread) ** 2, -np.inf)
        # In the last round a card in the same place is the same card, however differently it was read.
        least = MISREAD_PAIR if reach <= 1.01 * LAST_REACH else -np.inf
        gain = np.maximum(np.maximum(likeness, least) + SAME_PLACE + near, 0.0)
        rows, columns = _matched(gain)
        kept = gain[rows, columns] > 0
        pairs = np.column_stack([rows[kept], columns[kept]])
        # Cards that come to lie on each other and look different speak against it.
        closest = (apart == apart.min(axis=0)) & (apart == apart.min(axis=1)[:, None]) & (apart < reach / 2)
        agreed = float(likeness[closest].sum())
        if len(pairs) < 2:
            return Overlap(pairs, None, 0.0)
        matrix = _fitted(tops[1][pairs[:, 1]].reshape(-1, 2), tops[0][pairs[:, 0]].reshape(-1, 2))
    return Overlap(pairs, matrix, agreed)


def _fitted(source: Floats, target: Floats) -> Floats:
    """The most general map [3, 3] that the points bear."""
    spread = np.linalg.svd(source - source.mean(axis=0), compute_uv=False)
    if len(source) >= HOMOGRAPHY_POINTS and spread[1] > HOMOGRAPHY_WIDTH * spread[0]:
        matrix, _ = cv2.findHomography(source, target, 0)
    elif len(source) >= AFFINE_POINTS and spread[1] > AFFINE_WIDTH * spread[0]:
        affine, _ = cv2.estimateAffine2D(source, target, method=cv2.LMEDS)
        matrix = None if affine is None else np.vstack([affine, (0, 0, 1)])
    else:
        affine, _ = cv2.estimateAffinePartial2D(source, target, method=cv2.LMEDS)
        matrix = None if affine is None else np.vstack([affine, (0, 0, 1)])
    return np.asarray(np.eye(3) if matrix is None else matrix, np.float64)


def _grouped(
    seen: Sequence[Seen], overlaps: dict[tuple[int, int], Overlap]
) -> list[tuple[tuple[int, int], ...]]:
    """The sightings of each card, never two of one photo. Photos that agree most are grouped first."""
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
    """The same number for all cards of a column, [n].

    Cards that lie in one column of any photo do so in the pile. A photo may show a part of a column; cards
    that two photos share join their parts.
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
    """The corners of each card in one plane for all photos, [n, 4, 2]."""
    chains = _chains(seen, overlaps)
    corners = []
    for group in groups:
        photo, i = min(group, key=lambda sighting: chains[sighting[0]][0])
        corners.append(moved(seen[photo].corners[i][None].astype(np.float32), chains[photo][1])[0])
    return np.array(corners, np.float64)


def _chains(seen: Sequence[Seen], overlaps: dict[tuple[int, int], Overlap]) -> dict[int, tuple[int, Floats]]:
    """For each photo its number of steps from the photo in the middle, and the homography [3, 3] to the
    common plane.

    Photos that no homography joins are placed beside the others, with a ``COLUMN_GAP`` in card widths.
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
                if other not in own:  # from the other photo to this photo, then on to the plane
                    own[other] = (own[at][0] + 1, own[at][1] @ links[other][at])
                    queue.append(other)
        outline = np.concatenate(
            [moved(seen[p].corners.astype(np.float32), m).reshape(-1, 2) for p, (_, m) in own.items()]
        )
        width = float(np.median(np.linalg.norm(seen[root].corners[:, 1] - seen[root].corners[:, 0], axis=1)))
        turn = seen[root].corners[:, 1] - seen[root].corners[:, 0]
        across = turn.mean(axis=0) / max(float(np.linalg.norm(turn.mean(axis=0))), 1e-6)
        # upright and in card widths, so that groups of photos lie beside each other
        upright = np.array([[across[0], across[1], 0], [-across[1], across[0], 0], [0, 0, width]]) / width
        flat = outline @ upright[:2, :2].T
        shift = np.array([[1, 0, right - flat[:, 0].min()], [0, 1, -flat[:, 1].min()], [0, 0, 1]])
        placed |= {p: (steps, shift @ upright @ m) for p, (steps, m) in own.items()}
        right += float(np.ptp(flat[:, 0])) + COLUMN_GAP
    return placed
