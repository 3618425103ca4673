"""Compares what is seen on cards: with the books of known cards, and the cards' numbers with one another.

A reader may take the 6 of a new typeface for an 8. But another 6 of the typeface looks like this 6, and an 8
does not. So any two cards are compared by the number network's features before its last layer: two cards that
look alike have one number, two cards that differ have two. Loopy belief propagation over a Potts model gives
the number of each card (Pearl, Probabilistic Reasoning in Intelligent Systems, 1988; Murphy, Weiss and
Jordan, Loopy Belief Propagation for Approximate Inference, UAI 1999). Orders and counts are compared each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from scorer.cards import BOOKS_ON_A_CARD, CATEGORIES, BookCard, Category, Deck
from scorer.confirmed.confirmation import OBJECTIONS
from vision.common.arrays import Bools, Floats, Ints
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import MISREADING, log_softmax, softmax, unit

# How far a card's icons are trusted: no network knows what is white on white or lies under a glare.
#: How much less likely icons stand in another order than the deck prints, in nats.
OTHER_ORDER = 3.0
#: The least probability that an icon is taken for another.
ICON_MISTAKEN = 0.0005
#: The probability that one icon is overlooked, or seen where there is none; and that two are.
ICONS_MISCOUNTED = (0.003, 1e-5)
#: The evidence, in nats, that it takes to exchange two icons of the legend all over a table.
EXCHANGE = 10.0


# When known cards are thought to be of another copy than the table's.
#: A letter or an order this probable is clear.
CLEAR_FIELD = 0.95
#: The cards of a deck that is the table's with less than this probability are not looked up.
LIKELY_DECK = 0.5


@dataclass(frozen=True)
class KnownBooks:
    """The cards whose books are known, by letter and order."""

    #: How well each seen card's icons fit each known card, [n, 26, 14]: log-likelihood ratios, 0 if unknown.
    books: Floats
    #: The same for the books that the icons themselves show, [n].
    clearest: Floats
    #: How many cards each letter has, [26]; 0 if unknown.
    counts: Ints
    #: Whether each card is known, [26, 14].
    has: Bools
    #: The probability that each card is of the table's deck, [26, 14].
    sure: Floats
    #: A number of each card's books in any order, [26, 14]; -1 if unknown.
    multiset: Ints
    #: The books, by numbers of letter and order from 0.
    cards: dict[tuple[int, int], tuple[Category, ...]]


def printed_on(deck: Deck) -> tuple[Ints, Ints, Ints, Ints]:
    """Letter, order, count and number of books of each card of a whole deck, [cards] each.

    They are numbers in the arrays of `vision.common.evidence.Evidence`, all from 0.
    """
    letters = [LETTERS.index(card.letter) for card in deck.cards]
    orders = [min(card.order, ORDERS) - 1 for card in deck.cards]
    ofs = [min(card.of or deck.letters[card.letter], ORDERS) - 1 for card in deck.cards]
    books = [len(card.categories) - BOOKS_ON_A_CARD[0] for card in deck.cards]
    return np.array(letters), np.array(orders), np.array(ofs), np.array(books)


def known_books(
    count: Floats,
    icons: Floats | None,
    known: Deck | None,
    besides: Sequence[BookCard] = (),
    besides_sure: float = 0.0,
) -> KnownBooks:
    """Compares a table's icons with the ``known`` cards.

    ``count`` [n, 3] and ``icons`` [n, 4, 6] or None: log-probabilities as in
    `vision.common.evidence.Evidence`. ``besides``: cards of a deck that is the table's with the probability
    ``besides_sure``; where both have a card, the known card counts.
    """
    n = len(count)
    books = np.zeros((n, len(LETTERS), ORDERS))
    counts = np.zeros(len(LETTERS), np.int64)
    multiset = np.full((len(LETTERS), ORDERS), -1, np.int64)
    cards = [card for card in known.cards if card.order <= ORDERS] if known else []
    own = {(LETTERS.index(card.letter), card.order - 1): card.categories for card in cards}
    others = {(LETTERS.index(card.letter), card.order - 1): card.categories for card in besides}
    places = others | own if besides_sure > LIKELY_DECK else own
    sure = np.zeros(multiset.shape)
    clearest = count.max(axis=1) + np.log(len(BOOKS_ON_A_CARD))
    if icons is not None:
        best = np.sort(icons.max(axis=2), axis=1)[:, ::-1] + np.log(len(CATEGORIES))
        shown = np.arange(icons.shape[1])[None] < count.argmax(axis=1)[:, None] + BOOKS_ON_A_CARD[0]
        clearest = clearest + (best * shown).sum(axis=1)
    if places:
        rows, columns = (np.array(axis) for axis in zip(*places, strict=True))
        contents = tuple(places.values())
        seen = count[:, [len(content) - BOOKS_ON_A_CARD[0] for content in contents]] + np.log(
            len(BOOKS_ON_A_CARD)
        )
        if icons is not None:
            seen = seen + icon_scores(icons, contents)
        sure[rows, columns] = [1.0 if place in own else besides_sure for place in places]
        fits = np.exp(np.maximum(seen, -MISREADING.most))
        books[:, rows, columns] = np.log(1 + sure[rows, columns] * (fits - 1))
        sets = [tuple(sorted(content)) for content in contents]
        multiset[rows, columns] = [sets.index(each) for each in sets]
    for card in cards:
        if card.of is not None and card.of <= ORDERS:
            counts[LETTERS.index(card.letter)] = card.of
    if np.where(counts, counts, ORDERS).sum() < n:  # more cards than the counts allow: they are wrong
        counts[:] = 0
    return KnownBooks(books, clearest, counts, multiset >= 0, sure, multiset, places)


def of_another_copy(known: KnownBooks, letter: Floats, order: Floats, of: Floats) -> bool:
    """Whether a table is of another copy of the game than the known cards.

    ``letter`` [n, 26], ``order`` [n, 14] and ``of`` [n, 14] are log-probabilities. Each clear card's count
    and books are weighed against chance, as a Bayes factor. A known card that was noted wrongly weighs no
    more than a known card that was noted rightly.
    """
    weights, clear = [], float(np.log(CLEAR_FIELD))
    for i in np.flatnonzero((letter.max(axis=1) > clear) & (order.max(axis=1) > clear)):
        own = int(letter[i].argmax()), int(order[i].argmax())
        if known.has[own]:
            weights.append(known.books[(i, *own)])
        if known.counts[own[0]]:
            weights.append(max(of[i, known.counts[own[0]] - 1] + np.log(ORDERS), -MISREADING.most))
    against = sum(weight < 0 for weight in weights)
    return against >= OBJECTIONS and sum(weights) < 0


def softened(count: Floats, icons: Floats | None) -> tuple[Floats, Floats | None]:
    """The log-probabilities of how many icons there are, [n, 3], and which, [n, 4, 6], less extreme."""
    one, two = ICONS_MISCOUNTED
    # rows: how often 2, 3 or 4 icons are seen, of as many as there are
    seen = np.array([[1 - one, one, two], [one, 1 - 2 * one, one], [two, one, 1 - one]])
    count = np.asarray(np.log(np.exp(count) @ seen.T), np.float64)
    if icons is not None:
        chance = np.log(ICON_MISTAKEN / icons.shape[2])
        icons = np.asarray(np.logaddexp(icons + np.log1p(-ICON_MISTAKEN), chance), np.float64)
    return count, icons


def icon_scores(icons: Floats, books: tuple[tuple[Category, ...], ...]) -> Floats:
    """The log-likelihood ratio [n, cards] of the icons seen for each card's books against icons at random."""
    sequences, printed, orders = _sequences(books)
    ratio = icons + np.log(len(CATEGORIES))
    padded = np.concatenate(
        [ratio, np.zeros((*ratio.shape[:2], 1))], axis=2
    )  # the last column stands for no book
    seen = sum(
        (padded[:, slot, sequences[:, slot]] for slot in range(4)), np.zeros((len(icons), len(sequences)))
    )
    return np.maximum(seen[:, printed], seen[:, orders].max(axis=2) - OTHER_ORDER)


def icons_exchanged(icons: Floats, banners: Floats, books: tuple[tuple[Category, ...], ...]) -> Floats:
    """The icons, with two categories exchanged where a deck shows that they were confused.

    Where two icons of a legend look alike, all icons of one category may be read as the other
    (`vision.icons.legend`). The banners of a table and the books of the deck's cards tell which is which.

    Args:
        icons: ``[n, 4, 6]``, log-probabilities as in `vision.common.evidence.Evidence`.
        banners: ``[n, cards]``, log-likelihoods of the deck's cards by all evidence but the icons.
        books: the books of each card of the deck.
    """
    best, scores = icons, icon_scores(icons, books)
    clear = np.flatnonzero(log_softmax(banners).max(axis=1) > float(np.log(CLEAR_FIELD)))
    if (scores[clear, banners[clear].argmax(axis=1)] < 0).sum() < OBJECTIONS:
        return best
    most = _log_likelihood(banners + scores) + EXCHANGE
    for pair in combinations(range(len(CATEGORIES)), 2):
        exchanged = icons.copy()
        exchanged[..., pair] = icons[..., pair[::-1]]
        likelihood = _log_likelihood(banners + icon_scores(exchanged, books))
        if likelihood > most:
            best, most = exchanged, likelihood
    return best


def _log_likelihood(likely: Floats) -> float:
    """The log-likelihood of a table whose cards, [n, cards], are independent."""
    return float(np.logaddexp.reduce(likely, axis=1).sum())


@lru_cache(maxsize=8)
def _sequences(books: tuple[tuple[Category, ...], ...]) -> tuple[Ints, Ints, Ints]:
    """Every order of every card's books.

    The sequences, [s, 4], each once; the number of each card's printed sequence, [cards]; the numbers of all
    its sequences, [cards, 24].
    """
    numbers: dict[tuple[int, ...], int] = {}
    printed, orders = [], []
    for card in books:
        own = tuple(CATEGORIES.index(category) for category in card)
        every = [numbers.setdefault(order, len(numbers)) for order in dict.fromkeys(permutations(own))]
        printed.append(every[0])
        orders.append(every + [every[0]] * (24 - len(every)))
    padded = [[*order, *[len(CATEGORIES)] * (4 - len(order))] for order in numbers]
    return np.array(padded, np.int64), np.array(printed, np.int64), np.array(orders, np.int64)


# Likeness of numbers

# How far cards that look alike are thought to have one number.
#: A card of which one number is likelier than this keeps it, and tells the others.
SURE_NUMBER = 0.999
#: Rounds of messages, each half new and half old; tables settle in fewer.
LIKENESS_ROUNDS = 12


def likeness_ratios(glyph: Floats, likeness: Sequence[float]) -> Floats:
    """Log-likelihood ratios of one number against two, for any two cards, [n, n]; diagonal 0.

    ``glyph`` [n, f]: the network's features of each card; zeros where no glyph was seen, which says nothing.
    ``likeness``: the nats for a cosine higher by 1, and the cosine that says nothing.
    """
    slope, middle = likeness
    seen, unseen = unit(glyph), ~glyph.any(axis=1)
    out = np.clip(slope * (seen @ seen.T - middle), -MISREADING.most, MISREADING.most)
    out[unseen] = out[:, unseen] = 0.0
    np.fill_diagonal(out, 0.0)
    return np.asarray(out, np.float64)


def by_likeness(number: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of the numbers, [n, values], by each card and the cards that look alike.

    ``number`` [n, values]: log-probabilities by each card alone; ``ratio`` [n, n]: see `likeness_ratios`.
    """
    doubtful = np.flatnonzero((number.max(axis=1) < np.log(SURE_NUMBER)) & ratio.any(axis=1))
    out = number.copy()
    if len(doubtful) == 0:
        return out
    own = number[doubtful]
    # the messages from each card to each doubtful card, [n, doubtful, values], rest on two things: the
    # likelihood ratio of one number against two, and the source's own probability of each number
    message = np.zeros((len(number), len(doubtful), number.shape[1]))
    more = np.expm1(ratio[:, doubtful])[:, :, None]
    source = np.repeat(softmax(number)[:, None], len(doubtful), axis=1)
    for _ in range(LIKENESS_ROUNDS):
        # a message from a doubtful card leaves out the message from its receiver
        source[doubtful] = softmax(
            (own + message.sum(axis=0))[:, None] - message[doubtful].transpose(1, 0, 2)
        )
        excess = more * source
        total = number.shape[1] + excess.sum(axis=2, keepdims=True)
        message = (message + np.log1p(excess) - np.log(total)) / 2
    out[doubtful] = log_softmax(own + message.sum(axis=0))
    return out


def with_likeness(own: Floats, believed: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of each card, ``own`` [n, values], with messages from cards that look alike.

    ``believed`` [n, values]: the log-probabilities, by print and by the table, that the cards tell others.
    """
    return log_softmax(own + by_likeness(believed, ratio) - believed)
