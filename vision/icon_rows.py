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

Floats = NDArray[np.float64]

FEWEST, MOST = 2, 4  #: icons of a card
#: From a peak's log odds to those that an icon stands there, where a table's icons show as clearly as `USUAL`
#: (log odds); the share of how much more clearly they do that is asked of each.
SLOPE, OFFSET, USUAL, AS_CLEAR = 2.2, 1.3, 2.5, 0.6
#: Deviations: of a gap from the card's mean gap, of an icon's height on the strip (in icon sizes), of the
#: log of its size; of a row's place (in strip pixels) and gap (as a share) from the table's.
GAP, HEIGHT, SIZE, PLACE, STEP = 0.1, 0.12, 0.4, 12.0, 0.12
WORST = 6.0  #: the most that any one of these counts against a row: printings may differ from what is usual
FEWEST_CARDS = 3  #: that tell how a table sets its icons
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
    ``step``: the gap of rows of 2, 3 and 4 icons, nan where none was seen.
    """

    share: float
    place: float
    step: tuple[float, float, float]


@cache
def _choices(peaks: int) -> tuple[tuple[int, ...], ...]:
    """All sets of 2, 3 or 4 out of ``peaks``."""
    return tuple(c for n in range(FEWEST, MOST + 1) for c in combinations(range(peaks), n))


def icon_rows(peaks: NDArray[np.floating]) -> Rows:
    """Chooses each card's icons among its peaks, ``[n, 8, 4]`` of probability, x, y, width."""
    cards = [_candidates(np.asarray(each, np.float64)) for each in peaks]
    scores = [card.score for card in cards]
    setting = _setting(cards, scores)
    if setting is not None:
        scores = [card.score + _fit(card, setting) for card in cards]
        clear = _clearness(cards, scores)
        asked = SLOPE * AS_CLEAR * (clear - USUAL)
        fourth = _asked_of_a_fourth(peaks, setting, clear, asked)
        scores = [
            score - asked * card.books - fourth * (card.books == MOST)
            for card, score in zip(cards, scores, strict=True)
        ]
    n = len(cards)
    rows = Rows(np.full((n, 3), -np.log(3)), np.zeros((n, MOST, 4)))
    for i, (card, score) in enumerate(zip(cards, scores, strict=True)):
        logs = np.array([_log_sum(score[card.books == books]) for books in range(FEWEST, MOST + 1)])
        rows.count[i] = logs - _log_sum(logs)
        best = np.where(card.books == FEWEST + logs.argmax(), score, -np.inf).argmax()
        chosen = card.icons[best][: card.books[best]]
        rows.icons[i, : len(chosen)] = chosen
    return rows


@dataclass(frozen=True)
class _Candidates:
    """The rows that a card's peaks allow: icons [k, 4, 4] (nan for none), their number, and scores [k]."""

    icons: Floats
    books: NDArray[np.int64]
    score: Floats


def _candidates(peaks: Floats) -> _Candidates:
    order = np.argsort(peaks[:, 1])
    peaks = peaks[order]
    sets = _choices(len(peaks))
    icons = np.full((len(sets), MOST, 4), np.nan)
    books = np.array([len(chosen) for chosen in sets])
    for k in range(MOST):
        has = books > k
        icons[has, k] = peaks[[chosen[k] for chosen in sets if len(chosen) > k]]
    score = np.nansum(SLOPE * _log_odds(icons[..., 0]) + OFFSET, axis=1)
    size = np.exp(np.nanmean(np.log(np.maximum(icons[..., 3], 1.0)), axis=1))
    gaps = np.diff(icons[..., 1], axis=1)
    step = np.nanmean(gaps, axis=1)
    uneven = _penalty((gaps - step[:, None]) / np.maximum(GAP * step[:, None], 1.0))
    aslant = _penalty((icons[..., 2] - np.nanmean(icons[..., 2], axis=1)[:, None]) / (HEIGHT * size[:, None]))
    unlike = _penalty(np.log(np.maximum(icons[..., 3], 1.0) / size[:, None]) / SIZE)
    crowded = np.where(step < 0.75 * size, WORST, 0.0)
    return _Candidates(icons, books, score - uneven - aslant - unlike - crowded)


def _penalty(deviations: Floats) -> Floats:
    return np.asarray(np.minimum(np.nansum(deviations**2, axis=1) / 2, WORST), np.float64)


def _ends(card: _Candidates) -> tuple[Floats, Floats]:
    last = card.icons[np.arange(len(card.books)), card.books - 1, 1]
    return card.icons[:, 0, 1], last


def _setting(cards: list[_Candidates], scores: list[Floats]) -> Setting | None:
    """What the likeliest rows of all cards have in common; None for too few cards."""
    best = [int(score.argmax()) for score in scores]
    sure = [i for i, score in enumerate(scores) if score[best[i]] > 2.0]
    if len(sure) < FEWEST_CARDS:
        return None
    first, last = (np.array([_ends(cards[i])[side][best[i]] for i in sure]) for side in (0, 1))
    books = np.array([cards[i].books[best[i]] for i in sure])
    shares = (0.0, 0.5, 1.0)
    points = [first + share * (last - first) for share in shares]
    # some rows may be misread: none counts for more than two deviations
    spreads = [np.minimum(np.abs(point - np.median(point)), 2 * PLACE).mean() for point in points]
    which = int(np.argmin(spreads))
    steps = (last - first) / (books - 1)
    by_count = [
        float(np.median(steps[books == n])) if (books == n).any() else float("nan") for n in (2, 3, 4)
    ]
    return Setting(shares[which], float(np.median(points[which])), (by_count[0], by_count[1], by_count[2]))


def _fit(card: _Candidates, setting: Setting) -> Floats:
    """How well the card's possible rows suit the table's setting: 0 or less, [k]."""
    first, last = _ends(card)
    away = (first + setting.share * (last - first) - setting.place) / PLACE
    steps = np.array(setting.step)
    usual = np.where(np.isnan(steps), np.nanmedian(steps), steps)[card.books - FEWEST]
    apart = ((last - first) / (card.books - 1) / usual - 1) / STEP
    return np.asarray(-np.minimum(away**2 / 2, WORST) - np.minimum(apart**2 / 2, WORST), np.float64)


def _asked_of_a_fourth(peaks: NDArray[np.floating], setting: Setting, clear: float, asked: float) -> float:
    """What more is asked of a fourth icon where the printing itself has a mark at its place, on every card.

    Such a mark, the end of a plate or a bookmark, is fainter than icons and shows on nearly all cards; on
    other tables the cards of two and three icons show nothing there. A fourth icon must then look more like
    the icons than like the mark.
    """
    if setting.share == 0.5:  # a row that keeps its middle has no place for a fourth alone
        return 0.0
    step = setting.step[-1] if np.isfinite(setting.step[-1]) else float(np.nanmedian(setting.step))
    place = setting.place + (MOST - 1) * step * (1 if setting.share == 0 else -1)
    there = np.abs(peaks[..., 1] - place) < STEP * (MOST - 1) * step
    shown = _log_odds(np.where(there, peaks[..., 0], 0).max(axis=1))
    marks = shown[(shown > NOTHING) & (shown < clear - FAINTER)]
    often = len(marks) >= max(FEWEST_CARDS, MARKED * len(shown))
    if not often or (shown <= NOTHING).mean() > UNMARKED:
        return 0.0
    between = (float(marks.mean()) + clear) / 2
    return max(SLOPE * between + OFFSET - asked, 0.0)


def _clearness(cards: list[_Candidates], scores: list[Floats]) -> float:
    """How clearly most of the table's icons show: the median of their log odds in the likeliest rows."""
    chosen = [card.icons[score.argmax(), :, 0] for card, score in zip(cards, scores, strict=True)]
    return float(np.nanmedian(_log_odds(np.concatenate(chosen))))


def _log_odds(p: Floats) -> Floats:
    p = np.clip(p, 1e-3, 1 - 1e-3)
    return np.asarray(np.log(p / (1 - p)), np.float64)


def _log_sum(values: Floats) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))
