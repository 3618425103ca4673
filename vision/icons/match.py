"""Category icons of strips: found, counted and matched with a legend.

The finder gives a place and a size for each icon, the encoder a unit vector. A legend holds vectors of the
six categories; an icon is of the category with the nearest vectors.

A card has two, three or four icons in an even row (RULES 1), and a printing sets them the same way on every
card. So all cards of a table are read together: where rows begin, end or have their middle, how far apart
icons stand, and how clearly they show. A faint peak is an icon of a pale printing; beside bold icons it is no
icon.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.cards import BOOKS_ON_A_CARD
from vision.common.arrays import Floats, Floats32, Picture
from vision.common.probability import SUREST, log_odds, log_softmax
from vision.icons.legend import Legend
from vision.strips.marks import Marks, find_marks

FEWEST_BOOKS, MOST_BOOKS = BOOKS_ON_A_CARD[0], BOOKS_ON_A_CARD[-1]


# Rows of icons: which of the finder's peaks are a card's icons

# How well a row of peaks fits a card's icons. Tolerances are standard deviations.
#: The score of an icon grows by this with each unit of its peak's log odds.
ODDS_SLOPE = 2.2
#: The score of an icon whose peak has even odds.
ODDS_OFFSET = 1.7
#: The median log odds of a table's icons for which slope and offset hold.
TYPICAL_LOG_ODDS = 2.5
#: Tolerance of a gap, as a share of the card's mean gap.
GAP_TOLERANCE = 0.1
#: Tolerance of an icon's height on the strip, in icon sizes.
HEIGHT_TOLERANCE = 0.12
#: Tolerance of an icon's size, in natural logs.
ICON_SIZE_TOLERANCE = 0.4
#: Icons closer to each other than this overlap, in icon sizes.
LEAST_GAP = 0.75
#: Tolerance of a row's place before a table is seen, in strip pixels.
ROW_TOLERANCE = 12.0
#: Tolerance of a card's mean gap before a table is seen, as a share of the table's.
STEP_TOLERANCE = 0.12
#: The last two tolerances count as so many cards.
PRIOR_CARDS = 3
#: A table's own tolerances are widened: its squared deviations count this many times.
WIDENING = 2.0
#: No feature counts more than this against a row: printings differ.
WORST_FEATURE = 4.0
#: So many clear cards show how a table sets its icons.
LEAST_CLEAR_CARDS = 3
#: A card is clear if its likeliest row scores more than this.
CLEAR_ROW = 2.0


@dataclass(frozen=True)
class Rows:
    """The icon rows of ``n`` cards.

    ``count`` is float64 ``[n, 3]``: natural logs of the probabilities of 2, 3 and 4 icons. ``icons`` is
    ``[n, 4, 4]``: the likeliest row from left to right, each probability, x, y and width; 0 for none.
    """

    count: Floats
    icons: Floats


@dataclass(frozen=True)
class RowLayout:
    """How a table sets its rows: the point of a row that has the same place on all cards.

    ``anchor``: where on a row the point is, from 0 at its first icon to 1 at its last. ``place`` is its x.
    ``steps`` ``[3]``: the gaps of rows of 2, 3 and 4 icons. Deviations: ``place_deviation`` in strip pixels,
    ``step_deviation`` as a share.
    """

    anchor: float
    place: float
    steps: Floats
    place_deviation: float
    step_deviation: float


@cache
def _subsets(peaks: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """All sets of 2, 3 or 4 out of ``peaks``, ``[k, 4]`` with -1 for none, and their sizes ``[k]``."""
    sets = [c for n in range(FEWEST_BOOKS, MOST_BOOKS + 1) for c in combinations(range(peaks), n)]
    books = np.array([len(chosen) for chosen in sets])
    return np.array([(*chosen, -1, -1)[:MOST_BOOKS] for chosen in sets], np.intp), books


def icon_rows(peaks: NDArray[np.floating], up: NDArray[np.bool_] | None = None) -> Rows:
    """Chooses each card's icons among its peaks, ``[n, 8, 4]`` of probability, x, y, width.

    ``up`` ``[n]``: the cards that lie face up, and so show how the table sets its icons; all if left out.
    """
    n = len(peaks)
    rows = Rows(np.full((n, 3), -np.log(3)), np.zeros((n, MOST_BOOKS, 4)))
    if n == 0:
        return rows
    cards = _candidates(np.asarray(peaks, np.float64))
    faces = np.arange(n) if up is None else np.flatnonzero(up)
    layout = _row_layout(cards, faces)
    score = cards.score
    if layout is not None:
        score = score + _layout_fit(cards, layout)
        typical = _typical_log_odds(cards, score, faces)
        threshold = ODDS_SLOPE * (typical - TYPICAL_LOG_ODDS)
        score = score - threshold * cards.books
    numbers = range(FEWEST_BOOKS, MOST_BOOKS + 1)
    logs = np.stack(
        [np.logaddexp.reduce(score[:, cards.books == books], axis=1) for books in numbers], axis=1
    )
    rows.count[:] = log_softmax(logs)
    likeliest = cards.books == FEWEST_BOOKS + logs.argmax(axis=1, keepdims=True)
    best = np.where(likeliest, score, -np.inf).argmax(axis=1)
    rows.icons[:] = np.nan_to_num(cards.icons[np.arange(n), best])
    return rows


@dataclass(frozen=True)
class _Candidates:
    """The rows that the peaks of n cards allow.

    ``icons`` ``[n, k, 4, 4]``, nan for none; ``books`` ``[k]``, their numbers; ``score`` ``[n, k]``.
    """

    icons: Floats
    books: NDArray[np.int64]
    score: Floats

    def ends(self) -> tuple[Floats, Floats]:
        """The x of the first and of the last icon of each row, ``[n, k]`` each."""
        x = self.icons[..., 1]
        return x[..., 0], x[:, np.arange(len(self.books)), self.books - 1]

    def clear(self, faces: NDArray[np.intp]) -> NDArray[np.intp]:
        """The ``faces`` whose likeliest row is clear."""
        return faces[self.score[faces].max(axis=1) > CLEAR_ROW]


def _candidates(peaks: Floats) -> _Candidates:
    peaks = np.take_along_axis(peaks, peaks[..., 1].argsort(axis=1)[..., None], axis=1)
    chosen, books = _subsets(peaks.shape[1])
    there = chosen >= 0
    icons = np.where(there[..., None], peaks[:, chosen], np.nan)
    score = np.nansum(ODDS_SLOPE * log_odds(icons[..., 0], SUREST) + ODDS_OFFSET, axis=-1)
    widths = np.log(np.maximum(icons[..., 3], 1.0))
    size = np.exp(np.nansum(widths, axis=-1) / books)
    gaps = np.diff(icons[..., 1], axis=2)
    step = np.nansum(gaps, axis=-1) / (books - 1)
    middle = np.nansum(icons[..., 2], axis=-1) / books
    deviations = (
        (gaps - step[..., None]) / np.maximum(GAP_TOLERANCE * step[..., None], 1.0),
        (icons[..., 2] - middle[..., None]) / (HEIGHT_TOLERANCE * size[..., None]),
        (widths - np.log(size)[..., None]) / ICON_SIZE_TOLERANCE,
    )
    for each in deviations:
        score = score - np.minimum(np.nansum(each**2, axis=-1) / 2, WORST_FEATURE)
    overlap = np.where(step < LEAST_GAP * size, WORST_FEATURE, 0.0)
    return _Candidates(icons, books, score - overlap)


def _row_layout(cards: _Candidates, faces: NDArray[np.intp]) -> RowLayout | None:
    """The layout that the likeliest rows of the ``faces`` share; None for too few clear cards."""
    best = cards.score.argmax(axis=1)
    clear = cards.clear(faces)
    if len(clear) < LEAST_CLEAR_CARDS:
        return None
    first, last = (end[clear, best[clear]] for end in cards.ends())
    books = cards.books[best[clear]]
    anchors = (0.0, 0.5, 1.0)
    points = [first + anchor * (last - first) for anchor in anchors]
    # rows may be misread: no row counts for more than two deviations
    most = 2 * ROW_TOLERANCE
    spreads = [np.minimum(np.abs(point - np.median(point)), most).mean() for point in points]
    which = int(np.argmin(spreads))
    place = float(np.median(points[which]))
    gaps = (last - first) / (books - 1)
    numbers = range(FEWEST_BOOKS, MOST_BOOKS + 1)
    seen = [np.median(gaps[books == n]) if (books == n).any() else np.nan for n in numbers]
    steps = np.where(np.isnan(seen), np.nanmedian(seen), seen)
    return RowLayout(
        anchors[which],
        place,
        steps,
        _deviation(points[which] - place, ROW_TOLERANCE),
        _deviation(gaps / steps[books - FEWEST_BOOKS] - 1, STEP_TOLERANCE),
    )


def _deviation(seen: Floats, prior: float) -> float:
    """The standard deviation of a table's rows, ``prior`` at most.

    ``seen`` are the deviations of the rows. ``prior`` counts as some rows more (a scaled inverse
    chi-squared prior). Rows may be misread: no row counts for more than two deviations.
    """
    squares = WIDENING * np.minimum(np.abs(seen), 2 * prior) ** 2
    mean = (squares.sum() + PRIOR_CARDS * prior**2) / (len(seen) + PRIOR_CARDS)
    return min(prior, float(np.sqrt(mean)))


def _layout_fit(cards: _Candidates, layout: RowLayout) -> Floats:
    """How well the candidate rows fit the table's layout: 0 or less, ``[n, k]``."""
    first, last = cards.ends()
    place = first + layout.anchor * (last - first)
    step = (last - first) / (cards.books - 1)
    away = (place - layout.place) / layout.place_deviation
    uneven = (step / layout.steps[cards.books - FEWEST_BOOKS] - 1) / layout.step_deviation
    return np.asarray(
        -np.minimum(away**2 / 2, WORST_FEATURE) - np.minimum(uneven**2 / 2, WORST_FEATURE), np.float64
    )


def _typical_log_odds(cards: _Candidates, score: Floats, faces: NDArray[np.intp]) -> float:
    """The median log odds of the icons in the likeliest rows of the ``faces``: how clearly they show."""
    chosen = cards.icons[faces, score[faces].argmax(axis=1), :, 0]
    return float(np.nanmedian(log_odds(chosen, SUREST)))


# Categories


@dataclass(frozen=True)
class IconEvidence:
    """The evidence of the icons of ``n`` cards.

    Attributes:
        count: ``[n, 3]`` natural logs of the probabilities of 2, 3 and 4 books.
        boxes: ``[n, 4, 3]`` x, y and size of the likeliest icons in strip pixels, from left to right;
            size 0 for none.
        shown: ``[n]`` the probability that a strip shows two icons, as every face does.
        category: ``[n, 4, 6]`` natural logs of each icon's category probabilities in RULES 1 order, even
            where there is no icon; None without a legend.
    """

    count: Floats32
    boxes: Floats32
    shown: Floats32
    category: Floats32 | None


def read_icons(
    strips: Picture,
    legend: Legend | None,
    up: NDArray[np.bool_] | None = None,
    marks: Marks | None = None,
) -> IconEvidence:
    """Finds and matches the icons of strips, uint8 ``[n, 152, 344, 3]``.

    Args:
        strips: the strips.
        legend: without a legend icons are counted and not matched.
        up: ``[n]`` which cards lie face up: only their icons are matched; all if left out.
        marks: the marks of the strips (``vision.strips.marks.find_marks``); looked for if left out.
    """
    peaks = (marks or find_marks(strips)).icons[..., :4]
    rows = icon_rows(peaks, up)
    boxes = rows.icons[..., 1:].astype(np.float32)
    shown = np.sort(rows.icons[..., 0], axis=1)[:, -FEWEST_BOOKS].astype(np.float32)
    count = rows.count.astype(np.float32)
    faces = boxes if up is None else boxes * up[:, None, None]
    return IconEvidence(count, boxes, shown, None if legend is None else legend.match(strips, faces))
