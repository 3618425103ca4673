"""What the icons seen on a card say for the books of known cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Category, Deck
from vision.arrays import Floats, Ints
from vision.probability import log_softmax
from vision.reading import LETTERS, ORDERS

BOOKS = (2, 3, 4)
CATEGORIES = tuple(Category)
#: How much less likely the icons stand in another order than the deck prints them, in nats.
OTHER_ORDER = 3.0
#: The most that icons speak against a known card, in nats: two of a hundred are thought to be noted wrongly.
OBJECTION = 3.9
#: How often, at the least, an icon is taken for another, and how often of 2, 3 or 4 icons (the rows) so many
#: are seen: one is overlooked, or seen where there is none, in a hundred cards, two in ten thousand. However
#: sure the network is, it cannot know what is white on white or lies under a glare. (Icons that were trusted
#: further had outweighed numbers read rightly on six of 1,248 photos, and mended one letter.)
MISTAKEN = 0.01
SLIPS = np.array([[0.99, 0.01, 1e-4], [0.01, 0.98, 0.01], [1e-4, 0.01, 0.99]])
#: A letter, order or count this probable is clear, and this many clear objections make known cards those of
#: another copy, unless more speaks for them.
CLEAR, OBJECTIONS = float(np.log(0.95)), 3
#: How much likelier no two icons of the legend are taken for one another all over a table, in nats.
TOLD_APART = 10.0


@dataclass(frozen=True)
class KnownBooks:
    """The cards whose books are known, by letter and order; arrays [26, 14] but where said otherwise.

    ``books`` [n, 26, 14]: the log-likelihood ratio of what was seen of each card's icons, for a known card's
    books against any; 0 where the books are not known. ``clearest`` [n]: the same for the books that the
    icons themselves show. ``counts`` [26]: how many cards a letter has, 0 where that is not known.
    ``has``: whether the card is known. ``multiset``: equal numbers mean equal books, -1 unknown ones.
    """

    books: Floats
    clearest: Floats
    counts: Ints
    has: NDArray[np.bool_]
    multiset: Ints
    cards: dict[tuple[int, int], tuple[Category, ...]]


def known_books(count: Floats, icons: Floats | None, known: Deck | None) -> KnownBooks:
    """What a table's icons say for the ``known`` cards (none, if it is None).

    ``count`` [n, 3] and ``icons`` [n, 4, 6] or None: log-probabilities as in `vision.evidence.Evidence`.
    """
    n = len(count)
    books = np.zeros((n, len(LETTERS), ORDERS))
    counts = np.zeros(len(LETTERS), np.int64)
    multiset = np.full((len(LETTERS), ORDERS), -1, np.int64)
    cards = [card for card in known.cards if card.order <= ORDERS] if known else []
    places = {(LETTERS.index(card.letter), card.order - 1): card.categories for card in cards}
    clearest = count.max(axis=1) + np.log(len(BOOKS))
    if icons is not None:
        best = np.sort(icons.max(axis=2), axis=1)[:, ::-1] + np.log(len(CATEGORIES))
        shown = np.arange(icons.shape[1])[None] < count.argmax(axis=1)[:, None] + BOOKS[0]
        clearest = clearest + (best * shown).sum(axis=1)
    if places:
        rows, columns = (np.array(axis) for axis in zip(*places, strict=True))
        contents = tuple(places.values())
        seen = count[:, [len(content) - BOOKS[0] for content in contents]] + np.log(len(BOOKS))
        if icons is not None:
            seen = seen + icon_scores(icons, contents)
        books[:, rows, columns] = np.maximum(seen, -OBJECTION)
        sets = [tuple(sorted(content)) for content in contents]
        multiset[rows, columns] = [sets.index(each) for each in sets]
    for card in cards:
        if card.of is not None and card.of <= ORDERS:
            counts[LETTERS.index(card.letter)] = card.of
    if np.where(counts, counts, ORDERS).sum() < n:  # more cards than there can be: the counts are wrong
        counts[:] = 0
    return KnownBooks(books, clearest, counts, multiset >= 0, multiset, places)


def of_another_copy(known: KnownBooks, letter: Floats, order: Floats, of: Floats) -> bool:
    """Whether the clear cards of a table [n, 26], [n, 14], [n, 14] are of another copy than the known ones.

    What each of them says of its letter's count and of its books is weighed against chance, as a Bayes
    factor; a known card that was noted wrongly weighs no more than one that was noted right.
    """
    weights = []
    for i in np.flatnonzero((letter.max(axis=1) > CLEAR) & (order.max(axis=1) > CLEAR)):
        own = int(letter[i].argmax()), int(order[i].argmax())
        if known.has[own]:
            weights.append(known.books[(i, *own)])
        if known.counts[own[0]]:
            weights.append(max(of[i, known.counts[own[0]] - 1] + np.log(ORDERS), -OBJECTION))
    against = sum(weight < 0 for weight in weights)
    return against >= OBJECTIONS and sum(weights) < 0


def doubted(count: Floats, icons: Floats | None) -> tuple[Floats, Floats | None]:
    """How many icons there are [n, 3] and which [n, 4, 6], as log-probabilities no surer than they can be."""
    count = np.asarray(np.log(np.exp(count) @ SLIPS.T), np.float64)
    if icons is not None:
        chance = np.log(MISTAKEN / icons.shape[2])
        icons = np.asarray(np.logaddexp(icons + np.log1p(-MISTAKEN), chance), np.float64)
    return count, icons


def icon_scores(icons: Floats, books: tuple[tuple[Category, ...], ...]) -> Floats:
    """The log-likelihood ratio [n, cards] of the icons seen for each card's books against icons at random."""
    sequences, printed, orders = _sequences(books)
    ratio = icons + np.log(len(CATEGORIES))
    padded = np.concatenate([ratio, np.zeros((*ratio.shape[:2], 1))], axis=2)  # the last value: no book there
    seen = sum(
        (padded[:, slot, sequences[:, slot]] for slot in range(4)), np.zeros((len(icons), len(sequences)))
    )
    return np.maximum(seen[:, printed], seen[:, orders].max(axis=2) - OTHER_ORDER)


def told_apart(icons: Floats, banners: Floats, books: tuple[tuple[Category, ...], ...]) -> Floats:
    """The icons with two categories exchanged where a deck says that they were taken for one another.

    Where a legend shows two icons alike, all of one may get the other's category (`vision.icons.prototypes`).
    What the banners say of a table, and the books of the deck's cards, tell which they are.

    Args:
        icons: ``[n, 4, 6]``, log-probabilities as in `vision.evidence.Evidence`.
        banners: ``[n, cards]``, how likely each card of the deck is but for its icons, in nats.
        books: of each card of the deck.
    """
    best, scores = icons, icon_scores(icons, books)
    clear = np.flatnonzero(log_softmax(banners).max(axis=1) > CLEAR)
    if (scores[clear, banners[clear].argmax(axis=1)] < 0).sum() < OBJECTIONS:
        return best
    most = _all_told(banners + scores) + TOLD_APART
    for pair in combinations(range(len(CATEGORIES)), 2):
        exchanged = icons.copy()
        exchanged[..., pair] = icons[..., pair[::-1]]
        told = _all_told(banners + icon_scores(exchanged, books))
        if told > most:
            best, most = exchanged, told
    return best


def _all_told(likely: Floats) -> float:
    """How likely a table is whose cards are these, [n, cards], each for itself."""
    return float(np.logaddexp.reduce(likely, axis=1).sum())


@lru_cache(maxsize=8)
def _sequences(books: tuple[tuple[Category, ...], ...]) -> tuple[Ints, Ints, Ints]:
    """All orders of all cards' books once [s, 4]; of each card the printed one [cards] and all of them
    [cards, 24]."""
    numbers: dict[tuple[int, ...], int] = {}
    printed, orders = [], []
    for card in books:
        own = tuple(CATEGORIES.index(category) for category in card)
        every = [numbers.setdefault(order, len(numbers)) for order in dict.fromkeys(permutations(own))]
        printed.append(every[0])
        orders.append(every + [every[0]] * (24 - len(every)))
    padded = [[*order, *[len(CATEGORIES)] * (4 - len(order))] for order in numbers]
    return np.array(padded, np.int64), np.array(printed, np.int64), np.array(orders, np.int64)
