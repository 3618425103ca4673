"""Decides all cards of a table together, from what the photos show, and marks doubtful fields.

What no photo shows is not guessed. Where the edge of every photo hides a card's banner, the card has no
letter, order or count, these fields have confidence 0, and all its fields are in `review`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from scorer.cards import Deck
from vision.banner.read import LEGIBLE
from vision.common.arrays import Bools, Floats
from vision.common.evidence import Evidence
from vision.common.fields import FIELDS, LETTERS, PRINTED, DeckName
from vision.decode.calibration import Calibration, review_fields
from vision.decode.joint import Decoded, decode, most_cards, of_this_copy
from vision.join.seen import Card, Seen, fused, fused_sides
from vision.reading import CardReading
from vision.shelf.lattice import LatticeSettings


class Decided(NamedTuple):
    """The shelf and the reading of each card, and the deck that the cards were taken for."""

    cards: list[tuple[int, CardReading]]
    deck: DeckName


@dataclass(frozen=True)
class PlaceReviewSettings:
    """Which cards somebody should look at, whatever was read of them."""

    #: Flag backs below this score, and faces below it without a legible letter.
    faint: float = 0.89
    #: Flag cards whose place is less sure than this.
    place: float = LatticeSettings.alone


def decide(
    seen: Sequence[Seen],
    cards: Sequence[Card],
    calibration: Calibration,
    deck: Deck | None,
    on_shelves: bool = True,
    settings: PlaceReviewSettings = PlaceReviewSettings(),
) -> Decided:
    """What each card is; of more cards than can all differ, the clearest.

    ``on_shelves``: players laid the cards in alphabetical order where they could; in a pile they lie anyhow.

    Photos that share no card may show one game or two. If both clearly show the same card, they show two
    games, and each is read by itself.
    """
    cards = _possible(seen, cards, deck)
    up, odds = faces_up(seen, cards)
    read, evidence = print_of(seen, cards, up, on_shelves)
    shown_up = [cards[i] for i in read]
    tables = _tables(shown_up)
    decoded, twice = _decoded(evidence, tables, calibration, deck)
    readings = [
        _plain(seen, card, bool(face), float(u)) for card, face, u in zip(cards, up, odds, strict=True)
    ]
    for k, i in enumerate(read):
        _fill(readings[i], decoded, k)
        if not decoded.known[k]:
            _hide(readings[i], seen, cards[i])
    for i in np.setdiff1d(np.flatnonzero(up), read):
        readings[i].confidence |= dict.fromkeys(PRINTED, 0.0)
    thresholds = calibration.thresholds_for(deck)
    legible = np.zeros(len(cards), np.bool_)
    legible[read] = evidence.letter.max(axis=1) > float(np.log(LEGIBLE))
    for card, reading, is_legible in zip(cards, readings, legible, strict=True):
        reading.review = review_fields(reading.confidence, thresholds)
        photo, number = card.sightings[0]
        faint = not is_legible and seen[photo].score[number] < settings.faint
        doubtful = card.sure < settings.place or seen[photo].cut[number] > 0 or faint
        if doubtful and "face_up" not in reading.review:
            reading.review.insert(0, "face_up")
        if "face_up" in reading.review and not reading.face_up:
            reading.review = list(FIELDS)  # if the card is a face, nothing of it was read
    for duplicate in (read[k] for k in twice):
        fields = {*readings[duplicate].review, "letter", "order"}
        readings[duplicate].review = [name for name in FIELDS if name in fields]
    for k, i in enumerate(read):
        readings[i].second = _second(readings[i], evidence, k)
    each = [(card.shelf, reading) for card, reading in zip(cards, readings, strict=True)]
    return Decided(each, decoded.deck)


def faces_up(seen: Sequence[Seen], cards: Sequence[Card]) -> tuple[Bools, Floats]:
    """Which cards lie face up, [n], and the log odds of it, [n]."""
    odds = fused_sides(seen, cards)
    up = [_lies_up(seen, card, float(u)) for card, u in zip(cards, odds, strict=True)]
    return np.array(up, np.bool_), odds


def print_of(
    seen: Sequence[Seen], cards: Sequence[Card], up: Bools, on_shelves: bool = True
) -> tuple[list[int], Evidence]:
    """The numbers of the cards whose print is read, and the evidence of it.

    ``up`` [n]: which cards lie face up. Print is read where some photo shows a face's letter and number.
    """
    shown = np.array([any(seen[p].banner[i] for p, i in card.sightings) for card in cards], np.bool_)
    read = np.flatnonzero(up & shown).tolist()
    faces = [cards[i] for i in read]
    evidence = of_this_copy(fused(seen, faces))
    return read, replace(evidence, shelves=_shelves(faces)) if on_shelves else evidence


def _possible(seen: Sequence[Seen], cards: Sequence[Card], deck: Deck | None) -> list[Card]:
    """The cards, with no more faces than can all differ: the clearest."""
    score = np.array([max(seen[p].score[i] for p, i in card.sightings) for card in cards])
    up = [i for i, card in enumerate(cards) if any(seen[p].face_up[k] for p, k in card.sightings)]
    surplus = {up[k] for k in np.argsort(-score[up], kind="stable")[most_cards(deck) :]}
    return [card for i, card in enumerate(cards) if i not in surplus]


def _lies_up(seen: Sequence[Seen], card: Card, odds: float) -> bool:
    """What the photos say together; a card that no photo shows face up was not read."""
    votes = [bool(seen[p].face_up[i]) for p, i in card.sightings]
    return all(votes) or (any(votes) and odds > 0)


def _shelves(cards: Sequence[Card]) -> tuple[tuple[int, ...], ...]:
    """The numbers of the cards on each shelf, in reading order."""
    shelves: dict[int, list[int]] = {}
    for i in sorted(range(len(cards)), key=lambda i: (cards[i].row, cards[i].column)):
        shelves.setdefault(cards[i].shelf, []).append(i)
    return tuple(map(tuple, shelves.values()))


def _tables(cards: Sequence[Card]) -> list[list[int]]:
    """The numbers of the cards by the photos that shared cards connect."""
    table: dict[int, set[int]] = {}
    for shelf in {card.shelf for card in cards}:
        photos = {p for card in cards if card.shelf == shelf for p, _ in card.sightings}
        for known in [table[p] for p in photos if p in table]:
            photos |= known
        for photo in photos:
            table[photo] = photos
    groups: dict[frozenset[int], list[int]] = {}
    for i, card in enumerate(cards):
        groups.setdefault(frozenset(table[card.sightings[0][0]]), []).append(i)
    return list(groups.values())


def _decoded(
    evidence: Evidence, tables: list[list[int]], calibration: Calibration, deck: Deck | None
) -> tuple[Decoded, list[int]]:
    """The decoded cards, and the cards that show that the tables are of two games."""
    together = decode(evidence, calibration)
    if len(tables) < 2:
        return together, []
    apart = [(table, decode(of_this_copy(_rows(evidence, table)), calibration)) for table in tables]
    least = calibration.thresholds_for(deck)
    where: dict[tuple[str, int], list[int]] = {}
    for table, decoded in apart:
        sure = (decoded.confidence["letter"] >= least["letter"]) & (
            decoded.confidence["order"] >= least["order"]
        )
        for k in np.flatnonzero(sure):
            where.setdefault((decoded.letter[k], decoded.order[k]), []).append(table[k])
    twice = sorted(i for cards in where.values() if len(cards) > 1 for i in cards)
    if not twice:
        return together, []
    n = len(evidence.letter)
    unread = {name: np.zeros(n) for name in PRINTED}
    merged = Decoded([""] * n, [0] * n, [0] * n, [()] * n, unread, np.zeros(n, np.bool_), together.deck)
    for table, decoded in apart:
        for at, i in enumerate(table):
            for name in PRINTED:
                getattr(merged, name)[i] = getattr(decoded, name)[at]
                merged.confidence[name][i] = decoded.confidence[name][at]
            merged.known[i] = decoded.known[at]
    return merged, twice


def _rows(evidence: Evidence, rows: Sequence[int]) -> Evidence:
    """The evidence of these cards alone; a shelf is wholly among them or not at all."""
    at = {row: n for n, row in enumerate(rows)}
    shelves = tuple(tuple(at[i] for i in shelf) for shelf in evidence.shelves if shelf[0] in at)
    return replace(evidence.with_rows(lambda _, values: values[rows]), shelves=shelves)


def _plain(seen: Sequence[Seen], card: Card, face_up: bool, odds: float) -> CardReading:
    """Where the card lies and on which side."""
    photo, i = card.sightings[0]
    sure = 1 / (1 + np.exp(-odds if face_up else odds))
    if not seen[photo].banner[i]:
        sure = min(sure, 0.5)  # what tells a face from a back lies outside the photo
    return CardReading(
        row=card.row,
        column=card.column,
        face_up=face_up,
        confidence={"face_up": round(float(sure), 4)},
        corners=_corners(seen[photo].corners[i]),
        photo=photo,
        elsewhere={p: _corners(seen[p].corners[k]) for p, k in card.sightings[1:]},
    )


def _corners(quad: Floats) -> list[tuple[float, float]]:
    return [(round(float(x), 2), round(float(y), 2)) for x, y in quad]


def _fill(card: CardReading, decoded: Decoded, k: int) -> None:
    card.letter, card.order, card.of = decoded.letter[k], decoded.order[k], decoded.of[k]
    card.categories = list(decoded.categories[k])
    known = [name for name in PRINTED if name != "categories" or card.categories]
    card.confidence |= {name: round(float(decoded.confidence[name][k]), 4) for name in known}


def _hide(reading: CardReading, seen: Sequence[Seen], card: Card) -> None:
    """Empties categories that were read from icons where no photo shows the icons."""
    if reading.categories and not any(seen[p].icons[i] for p, i in card.sightings):
        reading.categories = []
        reading.confidence["categories"] = 0.0


def _second(card: CardReading, evidence: Evidence, k: int) -> dict[str, str | int]:
    """The second likeliest letter and order of row ``k`` of the evidence, for fields under review."""
    values: dict[str, list[str | int]] = {
        "letter": [*LETTERS],
        "order": [*range(1, evidence.order.shape[1] + 1)],
    }
    likely = {"letter": evidence.letter[k], "order": evidence.order[k]}
    return {
        name: next(
            values[name][v] for v in np.argsort(-likely[name]) if values[name][v] != getattr(card, name)
        )
        for name in ("letter", "order")
        if name in card.review
    }
