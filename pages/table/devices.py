"""A table that two devices change at once: how their states are put together. Knows no widget.

A state is what a draft holds of a table (`scorer.archive.drafts.TableDraft`). Each device stays on its own
step and in its own language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from itertools import count
from typing import Any

from pages.table.merging import GONE, Clash, Merge, Path, by_id
from pages.table.seat import Seat, TableCard
from pages.table.state import LIBRARY, Table
from pages.table.together import apart, carried_over
from scorer.gamefile import MOST_PLAYERS
from vision.common.fields import FIELDS

#: What a device has for itself.
OF_ITS_OWN = ("step", "edition", "sample")
_SHELF = ("read", "cards", "holes")
#: A shelf that was read here, and in whose place another was read there, until it has a place.
_DISPLACED = "displaced"

Data = dict[str, Any]


def own(merge: Merge, path: Path, before: Any, here: Any, there: Any) -> Any:
    """What is put together otherwise than field by field (`pages.table.merging.Own`)."""
    match path:
        case ("seated",):
            return max(here, there)
        case ("seats" | "away", _) | ("library",) if isinstance(here, dict) and isinstance(there, dict):
            return _seat(merge, path, before if isinstance(before, dict) else {}, here, there)
        case (*_, "cards"):
            return _cards(merge, path, before, here, there)
        case (*_, "cards", _, "review") if isinstance(before, list):
            # a doubt that was settled here or there is one no more
            settled = {name for name in before if name not in here or name not in there}
            return [name for name in FIELDS if name in (*here, *there) and name not in settled]
    return NotImplemented


def _seat(merge: Merge, path: Path, before: Data, here: Data, there: Data) -> Data:
    """A seat. Where both read photos of it, one shelf stays; the shelf of other photos gets another place."""
    read = before.get("read", []), here.get("read", []), there.get("read", [])
    if read[0] in read[1:] or read[1] == read[2]:
        return merge.fields(before, here, there, path)
    shelf = {name: here.get(name, []) for name in _SHELF}
    bare = [{name: seat[name] for name in seat if name not in _SHELF} for seat in (before, here, there)]
    seat = merge.fields(bare[0], bare[1], bare[2], path)
    if not read[0] and _photos(read[1]).isdisjoint(_photos(read[2])) and path[0] != LIBRARY:
        return seat | {name: there.get(name, []) for name in _SHELF} | {_DISPLACED: shelf}
    merge.clashes += [Clash((*path, name), here.get(name, []), there.get(name, [])) for name in _SHELF]
    return seat | shelf


def _photos(cards: Sequence[Data]) -> set[str]:
    return {photo for card in cards for photo, _ in card.get("looks", ())}


def _cards(merge: Merge, path: Path, before: Any, here: Any, there: Any) -> Any:
    """The cards of a shelf. Of two put down at once under one number, the card from here gets another."""
    was, mine, theirs = (by_id([] if cards is GONE else cards) for cards in (before, here, there))
    if was is None or mine is None or theirs is None:
        return NotImplemented
    free = count(max([*was, *mine, *theirs], default=-1) + 1)
    twice = {number for number in mine.keys() & theirs.keys() - was.keys() if mine[number] != theirs[number]}
    renumbered = {}
    for number, card in mine.items():
        number = next(free) if number in twice else number
        renumbered[number] = card | {"id": number}
    return list(merge.fields(was, renumbered, theirs, path).values())


def settle(merge: Merge, table: Data, here: Data) -> None:
    """Makes a table that was put together whole: each category card once, each shelf with somebody, none
    more than can sit there.
    """
    seats, away = table.get("seats", []), table.get("away", [])
    sitting = {seat["id"] for seat in seats}
    table["away"] = away = [seat for seat in away if seat["id"] not in sitting]
    for seat in [*seats, *away]:
        if shelf := seat.pop(_DISPLACED, None):
            _take_in(merge, table, seat, shelf)
    away += seats[MOST_PLAYERS:]
    del seats[MOST_PLAYERS:]
    if len(seats) > 1:
        table["form"] = "B-7c"
    _each_card_once(merge, table, here)
    for seat in [*seats, *away, table.get("library", {})]:
        cards = [
            TableCard(**card | {"categories": tuple(card.get("categories", ()))})
            for card in seat.get("cards", [])
        ]
        if len({card.place for card in cards}) < len(cards):
            seat["cards"] = [_plain(card) for card in apart(cards, bool(seat.get("pile")))]


def _take_in(merge: Merge, table: Data, seat: Data, shelf: Data) -> None:
    """A shelf that was read here goes to the first who has none, else to a player who comes with it."""
    bare = (one for one in table["seats"] if not one.get("cards") and one.get("tally") is None)
    waiting = next(bare, None)
    if waiting is None and len(table["seats"]) < MOST_PLAYERS and table.get("form") != "S-42a":
        table["seated"] = table.get("seated", 0) + 1
        waiting = {"id": f"s{table['seated']}", "name": ""}
        table["seats"].append(waiting)
    if waiting is None:
        merge.clashes += [
            Clash(("seats", seat["id"], name), shelf[name], seat.get(name, [])) for name in _SHELF
        ]
        waiting = seat
    waiting |= shelf


def _each_card_once(merge: Merge, table: Data, here: Data) -> None:
    """Of two places that have one category card the place from here keeps it (RULES 3)."""
    mine = by_id([*here.get("seats", []), *here.get("away", [])]) or {}
    places: list[tuple[Path, Data, str, Any]] = [
        ((name,), table, name, here.get(name)) for name in ("prominent", "banned")
    ]
    everybody = [*table.get("seats", []), *([table["library"]] if table.get("form") == "S-42a" else [])]
    for seat in everybody:
        was = here.get("library", {}) if seat["id"] == LIBRARY else mine.get(seat["id"], {})
        way: Path = (LIBRARY,) if seat["id"] == LIBRARY else ("seats", seat["id"])
        places.append(((*way, "focus"), seat, "focus", was.get("focus")))
    taken: set[str] = set()
    # where it lies as here, before where it was laid there
    for path, holder, name, _ in sorted(places, key=lambda place: place[1].get(place[2]) != place[3]):
        category = holder.get(name)
        if category is not None and category in taken:
            merge.clashes.append(Clash(path, None, category))
            holder[name] = None
        elif category is not None:
            taken.add(category)


def _plain(card: TableCard) -> Data:
    return asdict(card) | {"categories": list(card.categories)}


# A table takes over a state


def take_over(table: Table, new: Table) -> None:
    """Makes a table what ``new`` is: its seats stay the same objects, with what only this window knows of
    them, and so do its photos. Step, language and key stay.
    """
    known = {seat.id: seat for seat in table.all_seats}

    def same(seat: Seat) -> Seat:
        old = known.get(seat.id)
        if old is None:
            return seat
        if old.cards != seat.cards:
            old.history = carried_over(old.history, old.cards, seat.cards)
            old.undone = carried_over(old.undone, old.cards, seat.cards)
        for name in ("name", "focus", "hand", *_SHELF, "tally", "doubts"):
            setattr(old, name, getattr(seat, name))
        return old

    table.seats, table.away = [same(seat) for seat in new.seats], [same(seat) for seat in new.away]
    table.library = same(new.library)
    shown = table.photos
    table.photos = {key: shown.get(key, photo) for key, photo in new.photos.items()}
    for key, photo in new.photos.items():
        table.photos[key].shelves, table.photos[key].answered = photo.shelves, photo.answered
    for each in fields(Table):
        if each.name not in (
            "seats",
            "away",
            "library",
            "photos",
            "step",
            "edition",
            "rules",
            "key",
            "client",
            "done",
        ):
            setattr(table, each.name, getattr(new, each.name))
