"""Which of the peaks that the finder saw are a card's icons: two, three or four in an even row (RULES 1).

One printing sets its icons the same way on every card. So all cards of a table are looked at together: where
most have their first icon, or their last, or the middle of the row, how far apart icons stand, and how
clearly they show: a faint peak is an icon of a pale printing, and nothing beside bold ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.icons.hidden import one_gap, with_hidden

FEWEST, MOST = 2, 4  #: icons of a card
#: From a peak's log odds to those that an icon stands there, where a table's icons show as clearly as `USUAL`
#: (log odds); the share of how much more clearly they do that is asked of each. Chosen with `WORST` and
#: `SPREAD` on 19,371 cards of 16 sets: 46 are counted wrongly, and 757 rightly but with less than 98.5 %, in
#: place of 60 and 952 with one place and gap for all tables.
SLOPE, OFFSET, USUAL, AS_CLEAR = 2.2, 1.7, 2.5, 1.0
#: Deviations: of a gap from the card's mean gap, of an icon's height on the strip (in icon sizes), of the
#: log of its size; of a row's place (in strip pixels) and gap (as a share) from the table's, where nothing of
#: the table is known.
GAP, HEIGHT, SIZE, PLACE, STEP = 0.1, 0.12, 0.4, 12.0, 0.12
#: For how many cards the latter two stand beside the table's own, and what counts as variance of these.
BEFORE, SPREAD = 3, 2.0
WORST = 4.0  #: the most that any one of these counts against a row: printings may differ from what is usual
FEWEST_CARDS = 3  #: that tell how a table sets its icons
CLEAR = 2.0  #: the score above which a card's likeliest row does
#: Log odds: below the first a place shows nothing; so much fainter than icons is a mark of the printing. The
#: share of a table's cards that show it at least, and of those that show nothing there at most.
NOTHING, FAINTER, MARKED, UNMARKED = -2.5, 1.5, 0.4, 0.125


@dataclass(frozen=True)
class Rows:
    """The icon rows of ``n`` cards.

    ``count`` is float64 ``[n, 3]``: natural logs of the probabilities of 2, 3 and 4 icons. ``icons`` is
    ``[n, 4, 4]``: the likeliest row from left to right, each probability, x, y and width; 0 for none.
    """

    count: Floats
    icons: Floats


@dataclass(frozen=True)
class Setting:
    """How a table sets its rows: which of their points (left, middle, right, or left and right) stand still.

    ``share``: where on a row the still point is, 0 its first icon to 1 its last. ``place`` is its x.
    ``steps`` [3]: the gap of rows of 2, 3 and 4 icons, the others' where none was seen. ``off``: how far a
    row's place is usually off, and ``uneven`` its gap, as a share.
    """

    share: float
    place: float
    steps: Floats
    off: float
    uneven: float


@cache
def _choices(peaks: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """All sets of 2, 3 or 4 out of ``peaks``, [k, 4] with -1 for none, and how many each has, [k]."""
    sets = [c for n in range(FEWEST, MOST + 1) for c in combinations(range(peaks), n)]
    books = np.array([len(chosen) for chosen in sets])
    return np.array([(*chosen, -1, -1)[:MOST] for chosen in sets], np.intp), books


def icon_rows(peaks: NDArray[np.floating], up: NDArray[np.bool_] | None = None) -> Rows:
    """Chooses each card's icons among its peaks, ``[n, 8, 4]`` of probability, x, y, width.

    ``up`` [n]: the cards that show their face, and so how the table's icons are set; all if left out.
    """
    n = len(peaks)
    rows = Rows(np.full((n, 3), -np.log(3)), np.zeros((n, MOST, 4)))
    if n == 0:
        return rows
    seen = np.asarray(peaks, np.float64)
    cards = _candidates(seen)
    faces = np.arange(n) if up is None else np.flatnonzero(up)
    setting = _setting(cards, faces)
    first = cards.likeliest()
    if setting is not None and (gap := one_gap(first[cards.clear(faces)])) is not None:
        whole = with_hidden(seen, first, gap)
        if not np.array_equal(whole, seen):
            seen, cards = whole, _candidates(whole)
            setting = _setting(cards, faces, gap)
    score = cards.score
    if setting is not None:
        score = score + _fit(cards, setting)
        clear = _clearness(cards, score, faces)
        asked = SLOPE * AS_CLEAR * (clear - USUAL)
        fourth = _asked_of_a_fourth(seen[faces], setting, clear, asked)
        score = score - asked * cards.books - fourth * (cards.books == MOST)
    logs = np.stack([_log_sum(score[:, cards.books == books]) for books in range(FEWEST, MOST + 1)], axis=1)
    rows.count[:] = logs - _log_sum(logs)[:, None]
    likeliest = cards.books == FEWEST + logs.argmax(axis=1, keepdims=True)
    best = np.where(likeliest, score, -np.inf).argmax(axis=1)
    rows.icons[:] = np.nan_to_num(cards.icons[np.arange(n), best])
    return rows


@dataclass(frozen=True)
class _Candidates:
    """The rows that the peaks of n cards allow: icons [n, k, 4, 4] (nan for none), their number [k], and
    scores [n, k].
    """

    icons: Floats
    books: NDArray[np.int64]
    score: Floats

    def ends(self) -> tuple[Floats, Floats]:
        """Where the first and the last icon of each row are, [n, k] each."""
        x = self.icons[..., 1]
        return x[..., 0], x[:, np.arange(len(self.books)), self.books - 1]

    def likeliest(self) -> Floats:
        """The icons of each card's likeliest row, [n, 4, 4]."""
        return np.asarray(self.icons[np.arange(len(self.score)), self.score.argmax(axis=1)], np.float64)

    def clear(self, faces: NDArray[np.intp]) -> NDArray[np.intp]:
        """Those of the ``faces`` whose likeliest row is clear."""
        return faces[self.score[faces].max(axis=1) > CLEAR]


def _candidates(peaks: Floats) -> _Candidates:
    peaks = np.take_along_axis(peaks, peaks[..., 1].argsort(axis=1)[..., None], axis=1)
    chosen, books = _choices(peaks.shape[1])
    there = chosen >= 0
    icons = np.where(there[..., None], peaks[:, chosen], np.nan)
    score = _total(SLOPE * _log_odds(icons[..., 0]) + OFFSET)
    widths = np.log(np.maximum(icons[..., 3], 1.0))
    size = np.exp(_total(widths) / books)
    gaps = np.diff(icons[..., 1], axis=2)
    step = _total(gaps) / (books - 1)
    uneven = _penalty((gaps - step[..., None]) / np.maximum(GAP * step[..., None], 1.0))
    middle = _total(icons[..., 2]) / books
    aslant = _penalty((icons[..., 2] - middle[..., None]) / (HEIGHT * size[..., None]))
    unlike = _penalty((widths - np.log(size)[..., None]) / SIZE)
    crowded = np.where(step < 0.75 * size, WORST, 0.0)
    return _Candidates(icons, books, score - uneven - aslant - unlike - crowded)


def _total(values: Floats) -> Floats:
    """The sums over the last axis of what there is."""
    return np.asarray(np.where(np.isnan(values), 0.0, values).sum(axis=-1), np.float64)


def _penalty(deviations: Floats) -> Floats:
    return np.minimum(_total(deviations**2) / 2, WORST)


def _setting(cards: _Candidates, faces: NDArray[np.intp], gap: float | None = None) -> Setting | None:
    """What the likeliest rows of the cards that are ``faces`` have in common; None for too few cards.

    ``gap``: that of all rows, where their number of icons makes no difference.
    """
    best = cards.score.argmax(axis=1)
    sure = cards.clear(faces)
    if len(sure) < FEWEST_CARDS:
        return None
    first, last = (end[sure, best[sure]] for end in cards.ends())
    books = cards.books[best[sure]]
    shares = (0.0, 0.5, 1.0)
    points = [first + share * (last - first) for share in shares]
    # some rows may be misread: none counts for more than two deviations
    spreads = [np.minimum(np.abs(point - np.median(point)), 2 * PLACE).mean() for point in points]
    which = int(np.argmin(spreads))
    place = float(np.median(points[which]))
    gaps = (last - first) / (books - 1)
    seen = [np.median(gaps[books == n]) if (books == n).any() else np.nan for n in range(FEWEST, MOST + 1)]
    steps = np.where(np.isnan(seen), np.nanmedian(seen), seen) if gap is None else np.full(len(seen), gap)
    off = _deviation(points[which] - place, PLACE)
    uneven = _deviation(gaps / steps[books - FEWEST] - 1, STEP)
    return Setting(shares[which], place, steps, off, uneven)


def _deviation(seen: Floats, usual: float) -> float:
    """How far rows are off on a table whose n rows are ``seen`` to be so far off: at most what is ``usual``,
    which counts as some rows more (a scaled inverse chi-squared prior). Some may be misread: none counts for
    more than two deviations.
    """
    squares = SPREAD * np.minimum(np.abs(seen), 2 * usual) ** 2
    return min(usual, float(np.sqrt((squares.sum() + BEFORE * usual**2) / (len(seen) + BEFORE))))


def _fit(cards: _Candidates, setting: Setting) -> Floats:
    """How well the cards' possible rows suit the table's setting: 0 or less, [n, k]."""
    first, last = cards.ends()
    away = (first + setting.share * (last - first) - setting.place) / setting.off
    apart = ((last - first) / (cards.books - 1) / setting.steps[cards.books - FEWEST] - 1) / setting.uneven
    return np.asarray(-np.minimum(away**2 / 2, WORST) - np.minimum(apart**2 / 2, WORST), np.float64)


def _asked_of_a_fourth(peaks: NDArray[np.floating], setting: Setting, clear: float, asked: float) -> float:
    """What more is asked of a fourth icon where the printing itself has a mark at its place, on every card.

    Such a mark, the end of a plate or a bookmark, is fainter than icons and shows on nearly all cards; on
    other tables the cards of two and three icons show nothing there. A fourth icon must then look more like
    the icons than like the mark.
    """
    if setting.share == 0.5:  # a row that keeps its middle has no place for a fourth alone
        return 0.0
    step = float(setting.steps[-1])
    place = setting.place + (MOST - 1) * step * (1 if setting.share == 0 else -1)
    there = np.abs(peaks[..., 1] - place) < STEP * (MOST - 1) * step
    shown = _log_odds(np.where(there, peaks[..., 0], 0).max(axis=1))
    marks = shown[(shown > NOTHING) & (shown < clear - FAINTER)]
    often = len(marks) >= max(FEWEST_CARDS, MARKED * len(shown))
    if not often or (shown <= NOTHING).mean() > UNMARKED:
        return 0.0
    between = (float(marks.mean()) + clear) / 2
    return max(SLOPE * between + OFFSET - asked, 0.0)


def _clearness(cards: _Candidates, score: Floats, faces: NDArray[np.intp]) -> float:
    """How clearly most icons of the ``faces`` show: the median of their log odds in the likeliest rows."""
    chosen = cards.icons[faces, score[faces].argmax(axis=1), :, 0]
    return float(np.nanmedian(_log_odds(chosen)))


def _log_odds(p: Floats) -> Floats:
    p = np.clip(p, 1e-3, 1 - 1e-3)
    return np.asarray(np.log(p / (1 - p)), np.float64)


def _log_sum(values: Floats) -> Floats:
    """The logarithms of the sums of the exponentials over the last axis."""
    return np.asarray(np.logaddexp.reduce(values, axis=-1), np.float64)
