"""What one photo shows of its cards before anything is decided, and whether two photos show the same card.

Two photos of one card are two readings of the same print, by the same networks: what misleads one mostly
misleads the other. Their evidence is therefore added at less than its full weight (`fused`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scorer.cards import BOOKS_ON_A_CARD, Deck
from vision.arrays import Bools, Floats, Ints
from vision.decode.deck_prior import DECK_PRIOR
from vision.decode.known_cards import icon_scores
from vision.evidence import GLYPHS, Evidence
from vision.probability import each_of, log_softmax
from vision.reading import LETTERS, ORDERS

#: The correlation of the errors of two photos of one card. Evidence of n photos counts as that of
#: n / (1 + (n - 1) * ALIKE) independent ones: Kish's design effect (Survey Sampling, 1965, 5.4).
ALIKE = 0.5
#: How often a reading is thought to be wrong however sure it is, when cards of two photos are compared.
WRONG = 0.03
#: The probability that an icon, or a digit, is hidden where a card beside may cover it: it says little then.
HIDDEN = 0.5
#: What of the evidence the icons say; the banner says the rest.
BY_ICONS = ("count", "icons")
#: Icons compared: so many stand on every card.
ON_EVERY_CARD = BOOKS_ON_A_CARD[0]


@dataclass(frozen=True)
class Seen:
    """The n cards of one photo, as parallel arrays.

    ``corners`` [n, 4, 2]: as printed, in pixels of the photo; ``size``: its width and height. ``strip`` [n]:
    whether only the card's top shows, in a pile. ``shelf``, ``row``, ``column`` [n]: its place in this photo
    (in a pile the shelf is 0), and how ``sure`` [n] that is. ``face_up`` [n]: the side
    on which it was found, and ``up`` [n] the log odds that it lies face up.
    ``score`` [n]: how clearly it was detected. ``banner`` [n] and ``icons`` [n]: whether its letter and
    number, and its icons, lie in the photo; ``cut`` [n]: the share of the card that does not. ``evidence``:
    of all n cards; rows that say nothing where the card lies face down or is cut.
    """

    corners: Floats
    size: tuple[int, int]
    strip: Bools
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

    def __len__(self) -> int:
        return len(self.corners)


@dataclass(frozen=True)
class Card:
    """A card of the table: where it was seen, as (photo, number in it) pairs, the best look first."""

    sightings: tuple[tuple[int, int], ...]
    shelf: int
    row: int
    column: int
    sure: float


def spaced(evidence: Evidence, up: Bools) -> Evidence:
    """The evidence of the cards that lie ``up`` [n], with rows that say nothing for the others: of all n."""

    def rows(name: str, values: Floats) -> Floats:
        out = np.full((len(up), *values.shape[1:]), _nothing(name, values))
        out[up] = values
        return out

    return evidence.with_rows(rows)


def muted(
    evidence: Evidence, letter: Bools, number: Bools, icons: Bools, covered: Mapping[str, Bools]
) -> Evidence:
    """The evidence with rows that say nothing where the ``letter`` [n], the ``number`` [n] or the ``icons``
    [n] do not show.

    ``covered``: of what some may lie under something ([n] for "count", "icons", "order" or "of"); of that
    little is said.
    """
    by = {"letter": letter, "order": number, "of": number, "count": icons, "icons": icons}

    def each(rows: Bools, values: Floats) -> Bools:
        """One for each row of ``values``, of however many dimensions these are."""
        return rows.reshape(-1, *[1] * (values.ndim - 1))

    def flat(name: str, values: Floats) -> Floats:
        mark = name.partition("_")[0]  # of each its values, its glyph and its look
        shown = by[mark]
        if mark in covered:
            if name in GLYPHS:
                shown = shown & ~covered[mark]
            else:
                doubtful = np.log((1 - HIDDEN) * np.exp(values) + HIDDEN / values.shape[-1])
                values = np.where(each(covered[mark], values), doubtful, values)
        return np.where(each(shown, values), values, _nothing(name, values))

    return evidence.with_rows(flat)


def _nothing(name: str, values: Floats) -> float:
    """What stands in a row of `Evidence` that says nothing."""
    return 0.0 if name in GLYPHS else float(-np.log(values.shape[-1]))


def agreement(a: Seen, b: Seen) -> Floats:
    """How much more likely any card of one photo and any of the other look as they do if they are the same
    card than if they have nothing to do with each other: log-likelihood ratios, [len(a), len(b)].

    At most about 5 where a deck is known or the icons are not: one of 152 cards. Both evidences must be
    tempered (`Evidence.tempered`).
    """
    first, second = a.evidence, b.evidence
    if first.deck is not None:
        return np.asarray(_ratio(_of_deck(first, first.deck), _of_deck(second, first.deck)))
    usual = DECK_PRIOR.orders.sum(axis=0) / DECK_PRIOR.orders.sum()
    total = _ratio(np.exp(first.letter), np.exp(second.letter))
    total = total + _ratio(_weighed(first.order, usual), _weighed(second.order, usual), usual)
    total = total + _ratio(np.exp(first.count), np.exp(second.count))
    if first.icons is not None and second.icons is not None:
        for k in range(ON_EVERY_CARD):
            total = total + _ratio(np.exp(first.icons[:, k]), np.exp(second.icons[:, k]))
    return np.asarray(total, np.float64)


def same_name(a: Seen, b: Seen) -> Floats:
    """The probability that two cards have the same letter and order number by their own evidence, were they
    unrelated: [len(a), len(b)]."""
    first, second = a.evidence, b.evidence
    if first.deck is not None:
        return np.asarray(_of_deck(first, first.deck) @ _of_deck(second, first.deck).T, np.float64)
    letter = np.exp(first.letter) @ np.exp(second.letter).T
    return np.asarray(letter * (np.exp(first.order) @ np.exp(second.order).T), np.float64)


def sides(a: Seen, b: Seen) -> Floats:
    """The same as `agreement` for what the photos say on which side the cards lie."""
    p, q = _probability(a.up), _probability(b.up)
    # A shelf's own share of face-down cards says how telling two of them are.
    usual = (p.sum() + q.sum() + 4) / (len(p) + len(q) + 5)
    both = p[:, None] * q[None] / usual + (1 - p)[:, None] * (1 - q)[None] / (1 - usual)
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
            total = weight(len(each)) * np.sum(each, axis=0)
            rows.append(each[0] if len(each) == 1 or name in GLYPHS else log_softmax(total))
        return np.array(rows).reshape(len(cards), *values.shape[1:])

    return seen[0].evidence.with_rows(one)


def fused_sides(seen: Sequence[Seen], cards: Sequence[Card]) -> Floats:
    """The log odds [n] that each card lies face up, from all photos that show it."""
    odds = []
    for card in cards:
        whole = [seen[p].up[i] for p, i in card.sightings if seen[p].banner[i]]
        looks = whole or [seen[p].up[i] for p, i in card.sightings]
        odds.append(weight(len(looks)) * sum(looks))
    return np.array(odds, np.float64)


def weight(looks: int) -> float:
    """What the log-probabilities of each of so many photos of one card are multiplied by before they are
    added."""
    return float(each_of(looks, ALIKE))


def _ratio(p: Floats, q: Floats, usual: Floats | float | None = None) -> Floats:
    """log of the sum of p q / usual over the values, for all pairs, [n, m]; p [n, values], q [m, values]."""
    chance = np.full(p.shape[1], 1 / p.shape[1]) if usual is None else np.asarray(usual)
    p, q = ((1 - WRONG) * each + WRONG * chance for each in (p, q))
    return np.asarray(np.log(np.maximum(p / chance @ q.T, 1e-12)), np.float64)


def _weighed(logs: Floats, usual: Floats) -> Floats:
    return np.asarray(np.exp(log_softmax(logs + np.log(usual))), np.float64)


def _of_deck(evidence: Evidence, deck: Deck) -> Floats:
    """The probability of each of the deck's cards, [n, cards]."""
    cards = deck.cards
    letter = [LETTERS.index(card.letter) for card in cards]
    order = [min(card.order, ORDERS) - 1 for card in cards]
    books = [len(card.categories) - BOOKS_ON_A_CARD[0] for card in cards]
    likely = evidence.letter[:, letter] + evidence.order[:, order] + evidence.count[:, books]
    if evidence.icons is not None:
        likely = likely + icon_scores(evidence.icons, tuple(card.categories for card in cards))
    return np.asarray(np.exp(log_softmax(likely)), np.float64)


def _probability(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -3.5, 3.5))), np.float64)
