"""The cards of one photo before anything is decided, and whether two photos show the same card.

Two photos of one card are two readings of the same print by the same networks. What misleads the networks in
one photo mostly misleads them in the other. So their evidence is added at less than its full weight
(`fused`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scorer.cards import BOOKS_ON_A_CARD, Deck
from vision.common.arrays import Bools, Floats, Ints
from vision.common.evidence import GLYPHS, Evidence
from vision.common.probability import MISREADING, TINY, log_softmax, softmax
from vision.decode.deck_prior import DECK_PRIOR
from vision.decode.known_cards import icon_scores, printed_on
from vision.photo.errors import SlipError
from vision.shelf.placing import Hole

#: The parts of the evidence that the icons give; the banner gives the others.
BY_ICONS = ("count", "icons")
#: So many icons stand on every card; these are compared.
ON_EVERY_CARD = BOOKS_ON_A_CARD[0]


#: The most that one photo says for or against a card's side, in log odds.
MOST_SIDE_ODDS = 3.5


@dataclass(frozen=True)
class Seen:
    """The n cards of one photo, as parallel arrays.

    ``corners`` [n, 4, 2]: as printed, in pixels of the photo. ``size``: the photo's width and height.
    ``shelf``, ``row``, ``column`` [n]: the place in this photo; a pile is shelf 0. ``sure`` [n]: the
    confidence in this place. ``face_up`` [n]: the side on which the card was found. ``up`` [n]: the log odds
    that it lies face up. ``score`` [n]: how clearly it was detected. ``banner``, ``icons`` [n]: whether its
    letter and number, and its icons, lie in the photo. ``cut`` [n]: the share of the card that lies outside.
    ``evidence``: of all n cards; the rows of a card that lies face down or is cut say nothing. ``doubts``: of
    each shelf, as in `vision.geometry.grid.Placement`. ``slip``: what is amiss with the photo
    (`vision.slips`).
    ``holes``: where a card may lie that was not read.
    """

    corners: Floats
    size: tuple[int, int]
    shelf: Ints
    row: Ints
    column: Ints
    sure: Floats
    face_up: Bools
    up: Floats
    score: Floats
    banner: Bools
    icons: Bools
    cut: Floats
    evidence: Evidence
    doubts: tuple[tuple[str, ...], ...] = ()
    slip: SlipError | None = None
    holes: tuple[Hole, ...] = ()

    def __len__(self) -> int:
        return len(self.corners)


@dataclass(frozen=True)
class Card:
    """A card of the table. ``sightings``: where it was seen, as pairs of a photo and the card's number there,
    the best first. ``sure``: the confidence in its place. ``doubts`` and ``holes``: of its shelf; each hole
    with the number of the photo that shows it.
    """

    sightings: tuple[tuple[int, int], ...]
    shelf: int
    row: int
    column: int
    sure: float
    doubts: tuple[str, ...] = ()
    holes: tuple[tuple[int, Hole], ...] = ()


def spaced(evidence: Evidence, up: Bools) -> Evidence:
    """The evidence of the face-up cards as evidence of all n cards; the rows of the others say nothing.

    ``up`` [n]: which cards lie face up.
    """

    def rows(name: str, values: Floats) -> Floats:
        nothing = 0.0 if name in GLYPHS else float(-np.log(values.shape[-1]))
        out = np.full((len(up), *values.shape[1:]), nothing)
        out[up] = values
        return out

    return evidence.with_rows(rows)


def agreement(a: Seen, b: Seen) -> Floats:
    """The log-likelihood ratio of "the same card" against "unrelated cards", for each card of one photo and
    each of the other, [len(a), len(b)].

    It is at most the log of the number of cards that can be told apart. Both photos' evidence must be
    tempered (`Evidence.tempered`).
    """
    first, second = a.evidence, b.evidence
    if first.deck is not None:
        return _ratio(_of_deck(first, first.deck), _of_deck(second, first.deck))
    orders = DECK_PRIOR.decks.orders.sum(axis=0)
    total = _ratio(first.order, second.order, orders / orders.sum())
    fields = [(first.letter, second.letter), (first.count, second.count)]
    if first.icons is not None and second.icons is not None:
        fields += [(first.icons[:, k], second.icons[:, k]) for k in range(ON_EVERY_CARD)]
    return np.asarray(total + np.sum([_ratio(p, q) for p, q in fields], axis=0), np.float64)


def sides(a: Seen, b: Seen) -> Floats:
    """The log-likelihood ratio, as in `agreement`, by the sides on which the cards lie."""
    p, q = (1 / (1 + np.exp(-np.clip(one.up, -MOST_SIDE_ODDS, MOST_SIDE_ODDS))) for one in (a, b))
    # The share of face-down cards says how telling two face-down cards are.
    prior = (p.sum() + q.sum() + 4) / (len(p) + len(q) + 5)
    both = p[:, None] * q[None] / prior + (1 - p)[:, None] * (1 - q)[None] / (1 - prior)
    return np.asarray(np.log(both), np.float64)


def fused(seen: Sequence[Seen], cards: Sequence[Card]) -> Evidence:
    """The evidence of each card, from all photos that show it."""

    def one(name: str, values: Floats) -> Floats:
        shown = "icons" if name in BY_ICONS else "banner"
        rows = []
        for card in cards:
            looks = [(seen[p], i) for p, i in card.sightings if getattr(seen[p], shown)[i]]
            looks = looks or [(seen[p], i) for p, i in card.sightings[:1]]
            each = [getattr(photo.evidence, name)[i] for photo, i in looks]
            total = MISREADING.weight(len(each)) * np.sum(each, axis=0)
            rows.append(each[0] if len(each) == 1 or name in GLYPHS else log_softmax(total))
        return np.array(rows).reshape(len(cards), *values.shape[1:])

    return seen[0].evidence.with_rows(one)


def fused_sides(seen: Sequence[Seen], cards: Sequence[Card]) -> Floats:
    """The log odds [n] that each card lies face up, from all photos that show it."""
    odds = []
    for card in cards:
        whole = [seen[p].up[i] for p, i in card.sightings if seen[p].banner[i]]
        looks = whole or [seen[p].up[i] for p, i in card.sightings]
        odds.append(MISREADING.weight(len(looks)) * sum(looks))
    return np.array(odds, np.float64)


def _ratio(p: Floats, q: Floats, prior: Floats | None = None) -> Floats:
    """log of the sum of p q / prior over the values, for all pairs, [n, m].

    ``p`` [n, values], ``q`` [m, values]: the evidence, as logs. ``prior`` [values]: how probable each value
    is before reading, all equal if left out.
    """
    chance = np.full(p.shape[1], 1 / p.shape[1]) if prior is None else prior
    wrong = MISREADING.rate
    p, q = ((1 - wrong) * softmax(each + np.log(chance)) + wrong * chance for each in (p, q))
    return np.asarray(np.log(np.maximum(p / chance @ q.T, TINY)), np.float64)


def _of_deck(evidence: Evidence, deck: Deck) -> Floats:
    """The evidence for each of the deck's cards, [n, cards]."""
    letter, order, _, books = printed_on(deck)
    likely = evidence.letter[:, letter] + evidence.order[:, order] + evidence.count[:, books]
    if evidence.icons is not None:
        likely = likely + icon_scores(evidence.icons, tuple(card.categories for card in deck.cards))
    return np.asarray(likely, np.float64)
