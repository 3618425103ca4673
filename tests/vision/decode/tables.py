"""Evidence of the cards of a table, as a good reader or a poor reader gives it."""

from __future__ import annotations

import numpy as np

from scorer.cards import CATEGORIES, BookCard, Deck
from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS
from vision.common.probability import log_softmax
from vision.decode.deck_prior import DeckPrior

#: What is believed where no deck is known.
NO_DECK = DeckPrior(printed=0.0, house=0.0)


def peaked(values: list[int], size: int, strength: float = 8.0) -> Floats:
    logits = np.zeros((len(values), size))
    logits[np.arange(len(values)), values] = strength
    return log_softmax(logits)


def seen(
    cards: list[BookCard], deck: Deck | None = None, strength: float = 8.0, icons: bool = True
) -> Evidence:
    """The evidence of a good reader."""
    slots = np.zeros((len(cards), 4, 6))
    for i, card in enumerate(cards):
        for slot, category in enumerate(card.categories):
            slots[i, slot, CATEGORIES.index(category)] = strength
    return Evidence(
        peaked([LETTERS.index(card.letter) for card in cards], 26, strength),
        peaked([card.order - 1 for card in cards], 14, strength),
        peaked([(card.of or 1) - 1 for card in cards], 14, strength),
        peaked([max(0, len(card.categories) - 2) for card in cards], 3, strength),
        log_softmax(slots) if icons else None,
        deck,
    )


def noisy(rng: np.random.Generator, truth: list[int], size: int, clear: float = 5.0) -> Floats:
    """Exact log-posteriors of noisy evidence: a right decoder is calibrated on them."""
    strength = np.where(rng.random(len(truth)) < 0.15, rng.uniform(0, 3, len(truth)), clear)
    sight = rng.normal(0, 1, (len(truth), size))
    sight[np.arange(len(truth)), truth] += strength
    return log_softmax(strength[:, None] * sight)


def dimly(rng: np.random.Generator, cards: list[BookCard], deck: Deck | None) -> Evidence:
    """The evidence of a poor reader."""
    icons = np.zeros((len(cards), 4, 6))
    for slot in range(4):
        books = [CATEGORIES.index(card.categories[min(slot, len(card.categories) - 1)]) for card in cards]
        icons[:, slot] = noisy(rng, books, 6)
    return Evidence(
        noisy(rng, [LETTERS.index(card.letter) for card in cards], 26),
        noisy(rng, [card.order - 1 for card in cards], 14),
        noisy(rng, [(card.of or 1) - 1 for card in cards], 14),
        noisy(rng, [len(card.categories) - 2 for card in cards], 3),
        icons,
        deck,
    )


def dealt(seed: int, count: int) -> list[BookCard]:
    deck = Deck.house()
    return [deck.cards[i] for i in np.random.default_rng(seed).permutation(len(deck.cards))[:count]]


def letters(*cards: dict[str, float]) -> Floats:
    """Log-probabilities [n, 26] of cards; the other letters share the rest."""
    out = np.zeros((len(cards), 26))
    for row, card in zip(out, cards, strict=True):
        row[:] = (1 - sum(card.values())) / (26 - len(card))
        for letter, share in card.items():
            row["ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter)] = share
    return np.asarray(np.log(out))


def best(letter: Floats) -> str:
    return "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i] for i in letter.argmax(axis=1))
