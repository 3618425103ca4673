"""How probable it is that a find is a card, by all that speaks for and against it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.neighbours import company
from vision.geometry.quads import Quads, common_turn, degrees_apart, turns, widths
from vision.geometry.sizes import by_area, usual_width

#: How the evidence is weighed for each kind (``python -m vision.train detector weigh``; logistic regression),
#: how what it says of a back, and what other cards say, are weighed then; and the probability from which a
#: card is reported: to miss one is worse than to show one too many.
OTHERS = (2.15, 0.5, -0.2, -1.0, -0.15, -0.18, 0.94, 0.3, 0.0, 0.0, 0.0, 0.0)
WEIGHTS: dict[int, tuple[float, ...]] = {
    FACE_UP: (1.43, 0.42, -0.11, -1.84, -0.11, -0.61, 0.94, 1.52, 0.0, 0.0, 0.0, 0.0),
    FACE_DOWN: (1.24, 0.34, 0.0, -1.98, 0.32, -2.36, 1.04, 0.3, 0.94, 0.14, 0.02, 0.0),
    STRIP: OTHERS,
    CATEGORY: OTHERS,
}
BACKS = (0.83, -0.16, 2.87, -1.6, -2.31, 1.16)
BELIEVED = 0.5
#: What lies where a card would, and has the size of one, is a back only if its own edges or the second look
#: say so too: a find less likely than this, with edges as unsure (in card widths) and log odds of that look
#: as low as these, is none. Of 103 finds less sure than 0.97 in fourteen sets of 96 photos they were six of
#: the eight that were none (0.0179 and more), and of the 95 cards two (0.0239 and 0.0255) whose places are
#: looked at once more (`vision.shelf.overlooked`); the next had 0.0089.
#: Where no back is clear the second look says nothing for one (frames and other cards look like one to it):
#: of 16 such finds in eleven other sets the four with edges as unsure (0.0155 and more) were none, the twelve
#: others (0.0112 and less) were cards. (Counted with a former second look, which made
#: finds less sure, and 0.9.)
DOUBTFUL, UNSURE, UNSEEN = 0.94, 0.013, -3.0
#: A find this many times larger or smaller than most is no company for the others; and the least a score is.
STRANGE, LEAST_SCORE = 1.5, 1e-3
#: A back less probable than this is improbable; and how many times larger or smaller than the faces a card
#: may look where these backs outnumber them. It is asked on 17 of 1,344 photos, and one is mended, where 28
#: squares were backs.
IMPROBABLE, AS_LARGE = 0.05, 1.3
#: Where so many backs outnumber the faces the network sees one of them so clearly at least, or none is any:
#: of 52 such photos of 16 sets 51 have one of 0.917 or more; in the last, 0.68 at most, 18 tiles were backs.
MANY, CLEAR_BACK = 3, 0.8
#: The logarithm of a size from which on it is all the same how much more unlike the others' it is.
ODDEST = 0.7
#: The least expected error of a card's sides in card widths, and the least sum of the scores beside it: below
#: these their logarithms would drown everything else.
LEAST_SPREAD, LEAST_COMPANY = 1e-4, 0.05
#: A step in colour over a side that is smaller than this is none.
LEAST_STEP, NO_STEPS = 0.3, (0.0, 0.0, 0.0, 1.0)
#: Cards whose middles are within this many card widths lie together.
TOGETHER = 2.2


def belief(cards: Detections) -> NDArray[np.float32]:
    """The probability that each find is a card, float32 [n]: logistic function of the weighed evidence.

    Where improbable backs outnumber the faces, what is not as large as these is none: the squares of a sheet
    of paper are no company for cards. And where backs that do are all unclear, they are the tiles of a floor.
    """
    out = _belief_of_all(cards)
    faces = (cards.kind == FACE_UP) & (out >= BELIEVED)
    down = cards.kind == FACE_DOWN
    if _are_tiles(cards.score[down & (out >= BELIEVED)], int(faces.sum())):
        out[~down], out[down] = _belief_of_all(cards[~down]), 0
        return out
    improbable = down & (out < IMPROBABLE)
    if faces.sum() < 2 or improbable.sum() <= faces.sum():  # a face alone may be mistaken itself
        return out
    width = widths(cards.corners)
    alike = np.abs(np.log(width / np.median(width[faces]))) < np.log(AS_LARGE)
    out[alike], out[~alike] = _belief_of_all(cards[np.flatnonzero(alike)]), 0
    return out


def _are_tiles(backs: NDArray[np.float32], faces: int) -> bool:
    """Whether finds that lie face down, of these scores, are the tiles of a floor under so many ``faces``."""
    return len(backs) >= MANY and len(backs) > faces > 0 and bool(backs.max() < CLEAR_BACK)


def _belief_of_all(cards: Detections) -> NDArray[np.float32]:
    """The same, where every find is company for the others."""
    odds = log_odds(cards)
    down = cards.kind == FACE_DOWN
    odds[down] = (beside_others(cards, odds) @ np.array(BACKS))[down]
    out = 1 / (1 + np.exp(-odds))
    unseen = UNSEEN if (down & (out >= DOUBTFUL)).any() else np.inf
    out[down & (out < DOUBTFUL) & (cards.spread > UNSURE) & (cards.checked < unseen)] *= BELIEVED
    return np.asarray(out, np.float32)


def beside_others(cards: Detections, odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """What speaks for a card that lies face down, [n, 6], to be weighed by BACKS: its own log odds [n], what
    the other cards say (`vision.detect.neighbours`), and one.
    """
    n = len(cards)
    return np.column_stack([odds, company(cards, 1 / (1 + np.exp(-odds))), np.ones(n)]).reshape(n, len(BACKS))


def log_odds(cards: Detections) -> NDArray[np.float64]:
    """The log odds that each find is a card, [n], by itself."""
    weights = np.array([WEIGHTS[int(kind)] for kind in cards.kind]).reshape(len(cards), len(OTHERS))
    return np.asarray((evidence(cards) * weights).sum(axis=1), np.float64)


def evidence(cards: Detections) -> NDArray[np.float64]:
    """What speaks for and against each card, [n, 12], to be weighed by WEIGHTS.

    The log odds of the network's score; those of the second look (0 where there was none); the log of how
    unsure the edge network is of its sides (in hundredths of a card); how unlike the other cards' its size
    is; how many times 20 degrees it lies off their turn or a quarter turn from it; the share of the scores of
    book cards where it is a category card, and the other way round; the log of the share of the scores of
    the cards beside it; one; the logs of the usual, the greatest and the least step in colour over the
    sides of a card face down; and one where none of its sides is free.
    """
    n = len(cards)
    if n == 0:
        return np.zeros((0, len(OTHERS)))
    score = np.clip(cards.score.astype(np.float64), LEAST_SCORE, 1 - LEAST_SCORE)
    size = widths(cards.corners)
    odd = np.minimum(np.abs(log_sizes(cards.corners, score)), ODDEST)
    unsure = np.log(np.maximum(cards.spread, LEAST_SPREAD) / 0.01)
    off = degrees_apart(turns(cards.corners), common_turn(cards.corners, score * size)) % 90
    aslant = np.minimum(off, 90 - off) / 20
    fits = np.where(odd > np.log(STRANGE), LEAST_SCORE, score)  # the tiles of a floor are many
    share = fits / fits.sum()
    category = cards.kind == CATEGORY
    alien = np.where(category, share[~category].sum(), share[category].sum())
    middles = cards.corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = (apart < TOGETHER * np.sqrt(size[:, None] * size[None])) & ~np.eye(n, dtype=bool)
    company = np.log(np.maximum((near * share[None]).sum(axis=1), LEAST_COMPANY / fits.sum()))
    checked = np.nan_to_num(cards.checked.astype(np.float64))
    seen = np.log(score / (1 - score))
    return np.column_stack(
        [seen, checked, unsure, odd, aslant, alien, company, np.ones(n), *_steps(cards.steps).T]
    )


def _steps(steps: NDArray[np.float32]) -> NDArray[np.float64]:
    """Median, greatest and least of what is known of four sides, as logs, and whether nothing is, [n, 4]."""
    out = np.tile(np.array(NO_STEPS), (len(steps), 1))
    for row, sides in zip(out, steps.astype(np.float64), strict=True):
        known = sides[np.isfinite(sides)]
        if len(known):
            row[:] = *np.log(LEAST_STEP + np.array([np.median(known), known.max(), known.min()])), 0.0
    return out


def log_sizes(corners: Quads, score: NDArray[np.floating]) -> NDArray[np.float64]:
    """The logarithm of how much wider than most, `by_area`, each is, [n]; ``score`` [n], n at least 1."""
    usual = usual_width(corners, by_area(corners, score))
    return np.asarray(np.log(widths(corners) / usual), np.float64)
