"""Several photos of one table, piles and tables with several players: `python -m bench.several [--deck]`.

It reads the tables of `bench.tables` (drawing a missing table takes a minute) and prints how much of each
whole table is right: cards found once, put in their place in one shelf, and read.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from bench.tables import KINDS, Taken, taken
from vision import Legend, PhotoReader
from vision.common.fields import FIELDS
from vision.reading import CardReading, PhotoReading

#: How many tables of a kind there are.
TABLES = {
    "a long shelf": 5,
    "the same shelf twice": 4,
    "a photo a player": 2,
    "two players": 4,
    "three players": 5,
    "four players": 6,
    "a pile in four photos": 2,
    "a pile in one photo": 1,
}
#: A card that shows less than this in every photo is cut: it need not be found, nor read.
WHOLE = 0.97
#: How near a found card must lie to the true card, in card widths: by middles, in a pile of the top edges.
NEAR, NEAR_IN_PILE = 0.4, 0.12


@dataclass
class Score:
    """Counts over one or more tables."""

    n: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def share(self, part: str, whole: str) -> str:
        return f"{100 * self.n[part] / self.n[whole]:.1f} %" if self.n[whole] else "–"


def score(table: Taken, reading: PhotoReading, pile: bool) -> Score:
    """How a table's reading compares with its truth."""
    out = Score()
    homes = _matched(table, reading, pile)
    shelves = [s.cards for s in reading.shelves] or [reading.pile]
    shelf_of = {id(card): number for number, cards in enumerate(shelves) for card in cards}
    true: dict[tuple[int, int, int], dict[str, Any]] = {}
    visible: Counter[tuple[int, int, int]] = Counter()
    for truth in table.truths:
        for lying in truth:
            place = tuple(lying["table"])
            true[place] = lying
            visible[place] = max(visible[place], lying["visible"])
    whole = {place for place in true if visible[place] >= WHOLE}
    found: dict[tuple[int, int, int], list[CardReading]] = {}
    for card in (card for cards in shelves for card in cards):
        if id(card) not in homes:
            out.n["extra"] += 1
            out.faults.append(f"extra {card.card()} in photo {card.photo}")
        else:
            found.setdefault(homes[id(card)], []).append(card)
    out.n["tables"] = 1
    out.n["cards"] = len(whole)
    for place in sorted(whole):
        out.n["found"] += place in found
        if place not in found:
            out.faults.append(f"missed {_name(true[place])} at {place}")
    out.n["twice"] = sum(len(cards) - 1 for cards in found.values())
    out.n["placed"] = _placed(found, whole, shelf_of, pile, out.faults)
    out.n["shelves right"] = len(shelves) == len({place[0] for place in true})
    for place, cards in found.items():
        _fields(out, cards[0], true[place], place in whole)
    return out


def _fields(out: Score, card: CardReading, truth: dict[str, Any], whole: bool) -> None:
    """Counts the fields that are right, wrong, and flagged."""
    if not whole:
        out.n["cut"] += 1
        out.n["cut, marked"] += bool(card.review)
    for name in FIELDS:
        if name != "face_up" and not (truth["face_up"] and card.face_up):
            continue
        value = getattr(card, name)
        right = sorted(value) == sorted(truth[name]) if name == "categories" else value == truth[name]
        flagged = name in card.review
        if whole:
            out.n[name], out.n[name + " right"] = out.n[name] + 1, out.n[name + " right"] + right
            out.n["right"], out.n["in vain"] = out.n["right"] + right, out.n["in vain"] + (right and flagged)
        if not right:
            out.n["wrong"], out.n["caught"] = out.n["wrong"] + 1, out.n["caught"] + flagged
            if not flagged:
                out.faults.append(
                    f"{_name(truth)}: {name} read {value}, not flagged ({'whole' if whole else 'cut'})"
                )


def _matched(table: Taken, reading: PhotoReading, pile: bool) -> dict[int, tuple[int, int, int]]:
    """The true place of each read card (by identity), if a card lies there."""
    homes = {}
    shown = slice(0, 2) if pile else slice(0, 4)
    for card in [*reading.pile, *(card for shelf in reading.shelves for card in shelf.cards)]:
        middle = np.array(card.corners)[shown].mean(axis=0)
        best = None
        for true in table.truths[card.photo]:
            corners = np.array(true["corners"])
            reach = (NEAR_IN_PILE if pile else NEAR) * np.linalg.norm(corners[1] - corners[0])
            apart = np.linalg.norm(corners[shown].mean(axis=0) - middle)
            # the middle of a cut card may be reckoned from the part that shows
            if apart < reach * (1 if true["visible"] > WHOLE else 2) and (best is None or apart < best[0]):
                best = apart, tuple(true["table"])
        if best is not None:
            homes[id(card)] = best[1]
    return homes


def _placed(
    found: dict[tuple[int, int, int], list[CardReading]],
    whole: set[tuple[int, int, int]],
    shelf_of: dict[int, int],
    pile: bool,
    faults: list[str],
) -> int:
    """How many whole cards are in their place: at their shelf's offset; in a pile, under the card above."""
    if pile:
        order = {place: cards[0] for place, cards in found.items()}
        good = 0
        for above, below in pairwise(sorted(order, key=lambda place: (place[2], place[1]))):
            if above[2] == below[2]:
                a, b = order[above], order[below]
                good += a.column == b.column and b.row == a.row + below[1] - above[1]
            else:
                good += order[above].column < order[below].column
        return good + 1
    offsets = {
        place: (shelf_of[id(cards[0])], cards[0].row - place[1], cards[0].column - place[2])
        for place, cards in found.items()
        if place in whole
    }
    good = 0
    for shelf in {place[0] for place in offsets}:
        own = [by for place, by in offsets.items() if place[0] == shelf]
        commonest, many = Counter(own).most_common(1)[0]
        good += many
        faults += [
            f"{place} lies at {by}, not {commonest}"
            for place, by in offsets.items()
            if place[0] == shelf and by != commonest
        ]
    return good


def _name(card: dict[str, Any]) -> str:
    return f"{card['letter']}{card['order']}"


def main(
    deck: Annotated[bool, typer.Option(help="Read with the deck known.")] = False,
    faults: Annotated[bool, typer.Option(help="Print what is wrong.")] = False,
    only: Annotated[str, typer.Option(help="Only this kind.")] = "",
    apart: Annotated[bool, typer.Option(help="Each photo by itself, for comparison.")] = False,
) -> None:
    """Print how well whole tables are read; the last column is processor seconds a photo."""
    columns = "tables|cards|found|twice|extra|placed|shelves|letter|order|books|wrong|caught|in vain|cut|s"
    out = Table(*["", *columns.split("|")], title="deck known" if deck else "legend")
    for kind in [kind for kind in KINDS if only in kind]:
        total, seconds, photos = Score(), 0.0, 0
        for number in range(TABLES[kind]):
            table = taken(kind, number)
            pile = "pile" in kind
            reader = PhotoReader(Legend.from_photo(table.legend), table.deck if deck else None)
            began = time.process_time()
            if apart:
                for photo, truth in zip(table.photos, table.truths, strict=True):
                    one = Taken([photo], [truth], table.legend, table.deck)
                    part = score(one, reader.read(photo, kind="pile" if pile else "shelf"), pile)
                    total.n.update(part.n)
                    total.faults += part.faults
            else:
                part = score(table, reader.read_table(table.photos, kind="pile" if pile else "shelf"), pile)
                total.n.update(part.n)
                total.faults += [f"{kind} {number}: {fault}" for fault in part.faults]
            seconds, photos = seconds + time.process_time() - began, photos + len(table.photos)
        n, share = total.n, total.share
        out.add_row(
            kind,
            *(str(n[name]) for name in ("tables", "cards")),
            share("found", "cards"),
            *(str(n[name]) for name in ("twice", "extra")),
            share("placed", "found"),
            f"{n['shelves right']}/{n['tables']}",
            *(share(f"{name} right", name) for name in ("letter", "order", "categories")),
            str(n["wrong"]),
            share("caught", "wrong"),
            share("in vain", "right"),
            f"{n['cut, marked']}/{n['cut']}",
            f"{seconds / photos:.2f}",
        )
        if faults:
            Console().print("\n".join(total.faults))
    Console(width=160).print(out)


if __name__ == "__main__":
    typer.run(main)
