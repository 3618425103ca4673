"""One table from several photos: a card that two photos show is one card.

A table is flat and nobody touches it between two photos. So a homography takes the cards of one photo to the
other's (Hartley and Zisserman, 2004, 2.3). Each pair of cards that look the same gives a first guess
(`vision.join.seen`). It grows: cards that come to lie on each other are matched, and the map is fitted anew
to all of them, robustly (MAGSAC++, Barath and others, 2020). Cards that look different there, and cards that
a photo should show and does not, speak against it. Nothing depends on a single card being read rightly.
Shelves are matched one by one, for players move theirs; their rows and columns then say the rest. A pile is
one shelf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from scorer.shelf import MOST_ROWS
from vision.common.arrays import Bools, Floats, Ints
from vision.geometry.quads import Quads, heights, moved, widths
from vision.join.seen import Card, Seen, agreement, sides
from vision.pile.cards import numbered
from vision.shelf.placing import Hole

#: The numbers of a photo and of a card there.
Sighting = tuple[int, int]

# When two photos show the same cards. Distances are in card widths, evidence is in nats.
#: So many pairs of cards that look most alike are tried as first guesses.
STARTS = 40
#: The standard deviation of the distance between the same card in two photos, in each round of matching, in
#: the shorter side of what shows of a card.
SPREADS = (1.0, 0.5, 0.25, 0.25)
#: Fewer matched cards give a similarity: they say too little of perspective.
LEAST_CARDS = 3
#: The corners of the same card lie this near to each other, in that side.
CORNER_REACH = 0.3
#: The evidence of the same place for two cards being one.
SAME_PLACE = 3.0
#: Unlike readings count at most this much against cards in the same place.
MISREAD_PAIR = -2.0
#: A card that lies further than this from all cards of the other photo is missing there, ...
MISSING = 0.4
#: ... if it lies this near to a card that both show: further off, a few cards tell little of perspective.
MISSING_REACH = 2.5
#: A photo should show a card that lies this far inside it.
MARGIN = 0.1
#: A card that a photo should show and does not counts this much against a map.
MISSING_CARD = 3.5
#: A map of a shelf needs so many matched cards and this much agreement in all.
LEAST_ON_SHELF = (1, 3.5)
#: A map of a pile needs so many matched cards and this much agreement in all.
LEAST_IN_PILE = (4, 10.0)
#: Without a map two cards of a pile are one if they agree this much ...
CERTAIN = 5.0
#: ... and by this much more than either agrees with any other card.
CERTAIN_MARGIN = 3.25
#: Parts of a pile that share no card are placed this far apart: further than all cards of the game reach.
APART = 1000.0


@dataclass(frozen=True, eq=False)
class Window:
    """One shelf as one photo shows it. ``cards`` [n]: their numbers in the photo. All lengths in pixels."""

    photo: int
    shelf: int
    seen: Seen
    cards: Ints

    @cached_property
    def corners(self) -> Quads:
        return self.seen.corners[self.cards].astype(np.float32)

    @cached_property
    def width(self) -> float:
        return float(np.median(widths(self.corners)))

    @cached_property
    def side(self) -> float:
        """The shorter side of what shows of a card."""
        return min(self.width, float(np.median(heights(self.corners))))


class Overlap(NamedTuple):
    """What two windows share. ``pairs`` [k, 2]: the same cards, by their places in the windows' ``cards``.
    ``agreed``: how much they agree in all, in nats.
    """

    a: Window
    b: Window
    pairs: Ints
    agreed: float


#: The windows of one shelf, each with the matrix [3, 3] to the first: of a pile from photo to photo, of a
#: shelf from cell to cell.
Part = dict[Window, Floats]


def join_shelves(seen: Sequence[Seen]) -> list[Card]:
    """The cards of the shelves that all the photos show together.

    Shelves are numbered in the order of the photos. Two cards of one photo stay two. Shelves of photos that
    share no card stay apart.
    """
    windows = _windows(seen)
    links = []
    for a, b, pairs, _ in _overlaps(windows, LEAST_ON_SHELF):
        step = np.eye(3)
        step[:2, 2] = np.rint(np.median(_cells(a)[pairs[:, 0]] - _cells(b)[pairs[:, 1]], axis=0))
        links.append((a, b, step))
    parts = _parts(windows, links, _is_shelf)
    return [card for number, part in enumerate(parts) for card in _on_shelf(number, part, seen)]


def join_pile(seen: Sequence[Seen]) -> list[Card]:
    """The cards of the pile that all the photos show together, in columns.

    Two cards of one photo stay two.
    """
    windows = _windows(seen)
    overlaps = _overlaps(windows, LEAST_IN_PILE)
    parts = _parts(windows, [(a, b, _fitted(a, b, pairs)) for a, b, pairs, _ in overlaps])
    maps: dict[int, Floats] = {}
    for number, part in enumerate(parts):
        root = next(iter(part))
        x, y = (root.corners[:, 1] - root.corners[:, 0]).mean(axis=0)
        upright = np.array([[x, y, 0], [-y, x, 0], [0, 0, x * x + y * y]])
        upright[0] += number * APART * upright[2]
        maps |= {window.photo: upright @ matrix for window, matrix in part.items()}
    for one, other in combinations(parts, 2):
        overlaps += [_certain(a, b) for a in one for b in other]
    groups = {(p, i): [(p, i)] for p, one in enumerate(seen) for i in range(len(one))}
    for a, b, pairs, _ in overlaps:
        for i, j in pairs.tolist():
            both = groups[a.photo, i] + groups[b.photo, j]
            if len({photo for photo, _ in both}) == len(both):
                groups |= dict.fromkeys(both, both)
    unique = {id(group): group for group in groups.values()}.values()
    looks = [_best_first(group, seen) for group in unique]
    column = np.arange(len(looks))
    first: dict[Sighting, int] = {}
    for card, group in enumerate(looks):  # cards of one column of a photo are of one column of the pile
        for p, i in group:
            column[column == column[card]] = column[first.setdefault((p, int(seen[p].column[i])), card)]
    quads = [moved(seen[p].corners[[i]].astype(np.float32), maps[p])[0] for (p, i), *_ in looks]
    laid = numbered(column, np.array(quads, np.float64))
    return [Card(group, 0, int(laid.place[n]), int(laid.column[n]), 1.0) for n, group in enumerate(looks)]


def _windows(seen: Sequence[Seen]) -> list[Window]:
    shelves = ((p, one, n) for p, one in enumerate(seen) for n in np.unique(one.shelf).tolist())
    return [Window(p, n, one, np.flatnonzero(one.shelf == n)) for p, one, n in shelves]


def _overlaps(windows: Sequence[Window], least: tuple[int, float]) -> list[Overlap]:
    """What any two photos share, the surest first; ``least``: so many cards, and so much agreement."""
    found = [overlap(a, b) for a, b in combinations(windows, 2) if a.photo != b.photo]
    sure = [each for each in found if len(each.pairs) >= least[0] and each.agreed >= least[1]]
    return sorted(sure, key=lambda each: -each.agreed)


def overlap(a: Window, b: Window) -> Overlap:
    """What two windows share by the map that their cards agree on most."""
    likely = _likely(a, b)
    best = Overlap(a, b, np.zeros((0, 2), np.int64), 0.0)
    for start in np.argsort(-likely, axis=None)[:STARTS]:
        # a pair that was matched already leads to the same again
        pair = np.array(np.unravel_index(start, likely.shape))
        if likely.flat[start] > 0 and not (best.pairs == pair).all(axis=1).any():
            best = max(best, _grown(a, b, likely, pair[None]), key=lambda each: each.agreed)
    return best


def _likely(a: Window, b: Window) -> Floats:
    """How much the cards of two windows agree, in nats, [n, m]."""
    return (agreement(a.seen, b.seen) + sides(a.seen, b.seen))[np.ix_(a.cards, b.cards)]


def _certain(a: Window, b: Window) -> Overlap:
    """The cards of two windows that are certainly the same, wherever they lie."""
    likely = _likely(a, b)
    rivals = np.pad(likely, (0, 1))  # nothing else is a rival too
    rival = np.maximum(np.sort(rivals, axis=1)[:-1, -2:-1], np.sort(rivals, axis=0)[-2, :-1])
    return Overlap(a, b, np.argwhere(likely >= np.maximum(rival + CERTAIN_MARGIN, CERTAIN)), 0.0)


def _grown(a: Window, b: Window, likely: Floats, pairs: Ints) -> Overlap:
    """What the windows share if the cards of some ``pairs`` [k, 2] are the same.

    ``likely`` [len(a), len(b)]: how much the cards agree.
    """
    for spread in SPREADS:
        apart = _laid(a, b, pairs)[1][:, a.cards].T
        gain = np.maximum(likely, MISREAD_PAIR) + SAME_PLACE - (apart / (spread * a.side)) ** 2 / 2
        pairs = np.argwhere(_best(gain) & (gain > 0))
        if len(pairs) == 0:
            return Overlap(a, b, pairs, 0.0)
    apart = _laid(a, b, pairs)[1][:, a.cards].T
    missing = _missing(a, b, pairs) + _missing(b, a, pairs[:, ::-1])
    agreed = likely[_best(-apart) & (apart < MISSING * a.width)].sum() - MISSING_CARD * missing
    return Overlap(a, b, pairs, float(agreed))


def _best(gain: Floats) -> Bools:
    """Which pairs of ``gain`` [n, m] are the best of both their row and their column."""
    return np.asarray((gain == gain.max(axis=0)) & (gain == gain.max(axis=1)[:, None]))


def _laid(a: Window, b: Window, pairs: Ints) -> tuple[Quads, Floats]:
    """The corners of b's cards in a's photo, [n, 4, 2], and how far they lie from all cards there, [n, m]."""
    there, middles = moved(b.corners, _fitted(a, b, pairs)), a.seen.corners.mean(axis=1)
    return there, np.asarray(np.linalg.norm(there.mean(axis=1)[:, None] - middles, axis=2))


def _fitted(a: Window, b: Window, pairs: Ints) -> Floats:
    """The map [3, 3] from b's photo to a's that fits most of the ``pairs`` [k, 2]."""
    after, before = a.corners[pairs[:, 0]].reshape(-1, 2), b.corners[pairs[:, 1]].reshape(-1, 2)
    if len(pairs) >= LEAST_CARDS:
        matrix, _ = cv2.findHomography(before, after, cv2.USAC_MAGSAC, CORNER_REACH * a.side)
    else:
        similar, _ = cv2.estimateAffinePartial2D(before, after, ransacReprojThreshold=CORNER_REACH * a.side)
        matrix = None if similar is None else np.vstack([similar, (0, 0, 1)])
    return np.asarray(np.eye(3) if matrix is None else matrix, np.float64)


def _missing(a: Window, b: Window, pairs: Ints) -> int:
    """How many of b's cards, beside those of ``pairs``, a's photo should show and does not."""
    there, apart = _laid(a, b, pairs)
    low, high = MARGIN * a.width, np.array(a.seen.size) - MARGIN * a.width
    inside = ((there > low) & (there < high)).all(axis=(1, 2))
    beside = apart[:, a.cards[pairs[:, 0]]].min(axis=1) < MISSING_REACH * a.width
    return int((inside & beside & (apart.min(axis=1) > MISSING * a.width)).sum())


def _parts(
    windows: Sequence[Window],
    links: Iterable[tuple[Window, Window, Floats]],
    allowed: Callable[[Part], bool] = lambda part: True,
) -> list[Part]:
    """The parts that ``links``, the surest first, make of the windows, as far as they are ``allowed``.

    A link: two windows and the matrix [3, 3] from the second to the first.
    """
    parts: dict[Window, Part] = {window: {window: np.eye(3)} for window in windows}
    for a, b, matrix in links:
        by = parts[a][a] @ matrix @ np.linalg.inv(parts[b][b])
        both = parts[a] | {window: by @ own for window, own in parts[b].items()}
        if a not in parts[b] and allowed(both):
            parts |= dict.fromkeys(both, both)
    return list({id(part): part for part in parts.values()}.values())


def _cells(window: Window) -> Ints:
    """Column and row of each card in its photo, [n, 2]."""
    return np.stack([window.seen.column[window.cards], window.seen.row[window.cards]], axis=1)


def _step(matrix: Floats) -> Ints:
    """The columns and rows [2] by which a matrix [3, 3] moves a shelf."""
    return np.rint(matrix[:2, 2]).astype(np.int64)


def _in_cells(part: Part) -> dict[tuple[int, int], list[Sighting]]:
    """The sightings in each cell, column and row, of a shelf."""
    laid: dict[tuple[int, int], list[Sighting]] = {}
    for window, matrix in part.items():
        for i, cell in zip(window.cards.tolist(), _cells(window) + _step(matrix), strict=True):
            laid.setdefault(tuple(cell.tolist()), []).append((window.photo, i))
    return laid


def _is_shelf(part: Part) -> bool:
    """Whether no two cards of one photo lie in one cell, and the rows are those of a shelf."""
    laid = _in_cells(part)
    one_each = all(len({p for p, _ in looks}) == len(looks) for looks in laid.values())
    return one_each and np.ptp([row for _, row in laid]) < MOST_ROWS


def _on_shelf(number: int, part: Part, seen: Sequence[Seen]) -> list[Card]:
    """The cards of the shelf with this ``number``."""
    laid = _in_cells(part)
    left, top = np.min(list(laid), axis=0).tolist()
    doubted = [own for window in part for own in window.seen.doubts[window.shelf : window.shelf + 1]]
    doubts = tuple(sorted(set().union(*doubted)))
    holes: dict[tuple[int, int], tuple[int, Hole]] = {}
    for window, matrix in sorted(part.items(), key=lambda each: each[0].photo):
        right, down = _step(matrix).tolist()
        for hole in window.seen.holes:
            column, row = hole.column + right, hole.row + down
            if hole.shelf == window.shelf and (column, row) not in laid:  # no other photo shows a card there
                here = Hole(number, row - top, column - left, hole.corners)
                holes.setdefault((row, column), (window.photo, here))
    read = tuple(holes[cell] for cell in sorted(holes))
    out = []
    for (column, row), looks in laid.items():
        sure = float(max(seen[p].sure[i] for p, i in looks))
        first = _best_first(looks, seen)
        out.append(Card(first, number, row - top, column - left, sure, doubts, read))
    return out


def _best_first(looks: Sequence[Sighting], seen: Sequence[Seen]) -> tuple[Sighting, ...]:
    """The sightings of one card: first the sightings that show all of it, then by size."""

    def worth(look: Sighting) -> tuple[bool, bool, float]:
        one, i = seen[look[0]], look[1]
        size = float(np.linalg.norm(one.corners[i, 1] - one.corners[i, 0]))
        return bool(one.banner[i]), bool(one.icons[i]), size * (1 - float(one.cut[i]))

    return tuple(sorted(looks, key=worth, reverse=True))
