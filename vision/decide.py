"""From what the photos show to readings: all cards of a table decided together, doubts marked.

What no photo shows is not guessed: a card of which the photo's edge hides the banner has no letter, order or
count, confidence 0 in them, and all its fields are to be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorer.cards import Deck
from vision.arrays import Bools, Floats
from vision.banner.read import BANNERS
from vision.decode.calibration import Calibration, review_fields
from vision.decode.joint import Decoded, decode, most_cards, of_this_copy
from vision.evidence import Evidence
from vision.join.seen import Card, Seen, fused, fused_sides
from vision.reading import FIELDS, LETTERS, CardReading
from vision.shelf.lattice import DOUBTFUL

#: A back made out less clearly than this may be none: of 43 finds so faint in fourteen sets of 72 photos of
#: shelves eight were none, of 60 up to 0.97 none. And a face so faint may be a back where its likeliest
#: letter is not legible: of 37 in thirteen sets one had, and it was a back.
FAINT = 0.89
#: The fields that a card's strip says.
PRINTED = FIELDS[1:]


def decide(
    seen: Sequence[Seen],
    cards: Sequence[Card],
    calibration: Calibration,
    deck: Deck | None,
    on_shelves: bool = True,
) -> list[tuple[int, CardReading]]:
    """Shelf and reading of each card; of more cards than can all differ, the clearest.

    ``on_shelves``: players laid them there, in alphabetical order if they could; else they lie anyhow.

    Photos that share no card may be of one game or of two: cards that are clearly the same in both tell that
    they are of two, and each is then read by itself.
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
        _hide(readings[i], seen, cards[i], evidence, decoded.categories[k] != () and deck is None)
    for i in np.setdiff1d(np.flatnonzero(up), read):
        readings[i].confidence |= dict.fromkeys(PRINTED, 0.0)
    thresholds = calibration.thresholds_for(deck)
    legible = np.zeros(len(cards), np.bool_)
    legible[read] = evidence.letter.max(axis=1) > float(np.log(BANNERS.legible))
    for card, reading, told in zip(cards, readings, legible, strict=True):
        reading.review = review_fields(reading.confidence, thresholds)
        photo, number = card.sightings[0]
        faint = not told and seen[photo].score[number] < FAINT
        doubtful = card.sure < DOUBTFUL or seen[photo].cut[number] > 0 or faint
        if doubtful and "face_up" not in reading.review:
            reading.review.insert(0, "face_up")  # somebody should look at the card
        if "face_up" in reading.review and not reading.face_up:
            reading.review = list(FIELDS)  # if it is a face, nothing of it was read
    for twin in (read[k] for k in twice):
        fields = {*readings[twin].review, "letter", "order"}
        readings[twin].review = [name for name in FIELDS if name in fields]
    for k, i in enumerate(read):
        readings[i].second = _second(readings[i], evidence, k)
    return [(card.shelf, reading) for card, reading in zip(cards, readings, strict=True)]


def faces_up(seen: Sequence[Seen], cards: Sequence[Card]) -> tuple[Bools, Floats]:
    """Which cards lie face up, [n], and the log odds of it, [n]."""
    odds = fused_sides(seen, cards)
    up = [_lies_up(seen, card, float(u)) for card, u in zip(cards, odds, strict=True)]
    return np.array(up, np.bool_), odds


def print_of(
    seen: Sequence[Seen], cards: Sequence[Card], up: Bools, on_shelves: bool = True
) -> tuple[list[int], Evidence]:
    """The numbers of the cards whose print is read, and what was seen of it.

    ``up``: which lie face up, [n]; of these some photo must show letter and number.
    """
    shown = np.array([any(seen[p].banner[i] for p, i in card.sightings) for card in cards], np.bool_)
    read = np.flatnonzero(up & shown).tolist()
    those = [cards[i] for i in read]
    evidence = of_this_copy(fused(seen, those))
    return read, replace(evidence, shelves=_shelves(those)) if on_shelves else evidence


def _possible(seen: Sequence[Seen], cards: Sequence[Card], deck: Deck | None) -> list[Card]:
    """The cards without the least clear face-up ones where there are more of these than can all differ."""
    score = np.array([max(seen[p].score[i] for p, i in card.sightings) for card in cards])
    up = [i for i, card in enumerate(cards) if any(seen[p].face_up[k] for p, k in card.sightings)]
    surplus = {up[k] for k in np.argsort(-score[up], kind="stable")[most_cards(deck) :]}
    return [card for i, card in enumerate(cards) if i not in surplus]


def _lies_up(seen: Sequence[Seen], card: Card, odds: float) -> bool:
    """What most photos say; a card that none shows face up was not read."""
    said = [bool(seen[p].face_up[i]) for p, i in card.sightings]
    return all(said) or (any(said) and odds > 0)


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
    """The decoded cards, and which of them lie on two tables that cannot be of one game."""
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
    merged = Decoded([""] * n, [0] * n, [0] * n, [()] * n, {name: np.zeros(n) for name in PRINTED})
    for table, decoded in apart:
        for at, i in enumerate(table):
            merged.letter[i], merged.order[i], merged.of[i] = (
                decoded.letter[at],
                decoded.order[at],
                decoded.of[at],
            )
            merged.categories[i] = decoded.categories[at]
            for name in PRINTED:
                merged.confidence[name][i] = decoded.confidence[name][at]
    return merged, twice


def _rows(evidence: Evidence, rows: Sequence[int]) -> Evidence:
    """The evidence of these cards alone: of all on any shelf that one of them lies on."""
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


def _hide(reading: CardReading, seen: Sequence[Seen], card: Card, evidence: Evidence, by_icons: bool) -> None:
    """Takes the categories away where they were told by icons that no photo shows."""
    if any(seen[p].icons[i] for p, i in card.sightings) or not by_icons:
        return
    known = {c.key for c in evidence.known.cards} if evidence.known else set()
    if (reading.letter, reading.order) not in known:
        reading.categories = []
        reading.confidence["categories"] = 0.0


def _second(card: CardReading, evidence: Evidence, k: int) -> dict[str, str | int]:
    """What row ``k`` of the evidence may also say, of letter and order where they are doubtful."""
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
