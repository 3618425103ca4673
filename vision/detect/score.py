"""How probable it is that a find is a card, by all the evidence for and against it.

Logistic regression weighs the evidence (`vision.detect.weights`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, Detections
from vision.detect.neighbours import neighbour_evidence
from vision.detect.weights import BACK_TERMS, TERMS, CardWeights
from vision.geometry.quads import Quads, common_turn, degrees_apart, turns, widths
from vision.geometry.sizes import by_area, usual_width

#: A find is reported as a card from this probability on: it is more probably a card than not.
CARD_THRESHOLD = 0.5


@dataclass(frozen=True)
class ScoreSettings:
    """The scales of the evidence, and which backs are doubted however probable they are."""

    #: A doubtful back is less probable than this …
    doubtful: float = 0.94
    #: … its sides have a larger expected error than this, in card widths …
    unsure: float = 0.013
    #: … and, where another back is clear, the verifier gives it lower log odds than these.
    unseen: float = -3.0
    #: A back less probable than this is improbable.
    improbable: float = 0.05
    #: Where improbable backs outnumber the faces, a card is at most this many times larger or smaller.
    as_large: float = 1.3
    #: At least this many backs that outnumber the faces …
    many: int = 3
    #: … are tiles of a floor when the detector gives none of them this score.
    clear_back: float = 0.8
    #: A find this many times larger or smaller than most hardly counts as a neighbour.
    strange: float = 1.5
    #: The least score, and its distance from 1, of which a logarithm is taken.
    least_score: float = 1e-3
    #: The largest difference of a size that still counts, as a logarithm.
    oddest: float = 0.7
    #: The least expected error of the sides that still counts, in card widths.
    least_spread: float = 1e-4
    #: The least sum of the neighbours' scores that still counts.
    least_neighbours: float = 0.05
    #: A contrast over a side that hardly counts.
    least_step: float = 0.3
    #: Cards whose middles lie within this many card widths are neighbours.
    together: float = 2.2


SCORE = ScoreSettings()


def card_probability(cards: Detections, settings: ScoreSettings = SCORE) -> NDArray[np.float32]:
    """The probability that each find is a card, float32 [n].

    Backs that outnumber the faces may be tiles of a floor: they go when none is clear. They may be squares of
    a sheet of paper: when most are improbable, finds that are not as large as the faces go.
    """
    out = _probability_among_all(cards, settings)
    faces = (cards.kind == FACE_UP) & (out >= CARD_THRESHOLD)
    down = cards.kind == FACE_DOWN
    if _are_tiles(cards.score[down & (out >= CARD_THRESHOLD)], int(faces.sum()), settings):
        out[~down], out[down] = _probability_among_all(cards[~down], settings), 0
        return out
    improbable = down & (out < settings.improbable)
    if faces.sum() < 2 or improbable.sum() <= faces.sum():  # a single face may be a mistake
        return out
    width = widths(cards.corners)
    alike = np.abs(np.log(width / np.median(width[faces]))) < np.log(settings.as_large)
    out[alike], out[~alike] = _probability_among_all(cards[np.flatnonzero(alike)], settings), 0
    return out


def _are_tiles(backs: NDArray[np.float32], faces: int, settings: ScoreSettings) -> bool:
    """Whether ``backs``, the scores of finds face down, are tiles, where there are so many ``faces``."""
    return len(backs) >= settings.many and len(backs) > faces > 0 and bool(backs.max() < settings.clear_back)


def _probability_among_all(cards: Detections, settings: ScoreSettings) -> NDArray[np.float32]:
    """The probability of each find, float32 [n], where every find may be a neighbour of the others."""
    odds = log_odds(cards, settings)
    down = cards.kind == FACE_DOWN
    odds[down] = (back_evidence(cards, odds) @ np.array(CardWeights.default().backs))[down]
    out = 1 / (1 + np.exp(-odds))
    # without a clear back the verifier says nothing for one: frames and other cards look like backs to it
    unseen = settings.unseen if (down & (out >= settings.doubtful)).any() else np.inf
    doubted = down & (out < settings.doubtful) & (cards.corner_error > settings.unsure)
    doubted &= cards.verifier_odds < unseen
    out[doubted] *= CARD_THRESHOLD
    return np.asarray(out, np.float32)


def back_evidence(cards: Detections, odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The evidence for a card face down, [n, 6]: its own log odds [n], `neighbour_evidence`, and 1."""
    n = len(cards)
    others = neighbour_evidence(cards, 1 / (1 + np.exp(-odds)))
    return np.column_stack([odds, others, np.ones(n)]).reshape(n, BACK_TERMS)


def log_odds(cards: Detections, settings: ScoreSettings = SCORE) -> NDArray[np.float64]:
    """The log odds that each find is a card, [n], by itself."""
    by_kind = CardWeights.default().by_kind
    weights = np.array([by_kind[int(kind)] for kind in cards.kind]).reshape(len(cards), TERMS)
    return np.asarray((evidence(cards, settings) * weights).sum(axis=1), np.float64)


def evidence(cards: Detections, settings: ScoreSettings = SCORE) -> NDArray[np.float64]:
    """The evidence for and against each card by itself, [n, 12].

    1. the log odds of the detector's score;
    2. the log odds of the verifier, 0 where it was not asked;
    3. the log of the expected error of the sides, in hundredths of a card;
    4. the difference of its size from the other cards', as a logarithm;
    5. the degrees off the common turn or a quarter turn from it, divided by 20;
    6. of a category card the share of the scores of book cards, of a book card that of category cards;
    7. the log of the share of the scores of its neighbours;
    8. 1;
    9. to 11. the logs of the median, the greatest and the least contrast over the sides of a back;
    12. 1 where no side of a back is free.
    """
    n = len(cards)
    if n == 0:
        return np.zeros((0, TERMS))
    score = np.clip(cards.score.astype(np.float64), settings.least_score, 1 - settings.least_score)
    size = widths(cards.corners)
    odd = np.minimum(np.abs(log_sizes(cards.corners, score)), settings.oddest)
    unsure = np.log(np.maximum(cards.corner_error, settings.least_spread) / 0.01)
    off = degrees_apart(turns(cards.corners), common_turn(cards.corners, score * size)) % 90
    aslant = np.minimum(off, 90 - off) / 20
    fits = np.where(
        odd > np.log(settings.strange), settings.least_score, score
    )  # the tiles of a floor are many
    share = fits / fits.sum()
    category = cards.kind == CATEGORY
    alien = np.where(category, share[~category].sum(), share[category].sum())
    middles = cards.corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = (apart < settings.together * np.sqrt(size[:, None] * size[None])) & ~np.eye(n, dtype=bool)
    neighbours = np.log(np.maximum((near * share[None]).sum(axis=1), settings.least_neighbours / fits.sum()))
    verifier_odds = np.nan_to_num(cards.verifier_odds.astype(np.float64))
    seen = np.log(score / (1 - score))
    return np.column_stack(
        [
            seen,
            verifier_odds,
            unsure,
            odd,
            aslant,
            alien,
            neighbours,
            np.ones(n),
            *_contrast_evidence(cards.contrasts, settings.least_step).T,
        ]
    )


def _contrast_evidence(contrasts: NDArray[np.float32], least: float) -> NDArray[np.float64]:
    """The logs of the median, greatest and least of four contrasts, and 1 where none is known, [n, 4]."""
    out = np.tile(np.array((0.0, 0.0, 0.0, 1.0)), (len(contrasts), 1))
    for row, sides in zip(out, contrasts.astype(np.float64), strict=True):
        known = sides[np.isfinite(sides)]
        if len(known):
            row[:] = *np.log(least + np.array([np.median(known), known.max(), known.min()])), 0.0
    return out


def log_sizes(corners: Quads, score: NDArray[np.floating]) -> NDArray[np.float64]:
    """The logarithm of each width over the usual width `by_area`, [n]; ``score`` [n], n is at least 1."""
    usual = usual_width(corners, by_area(corners, score))
    return np.asarray(np.log(widths(corners) / usual), np.float64)
