"""The eighteen locations and twelve special assistants, each with what it does and the cases that its tile
leaves out (RULES 7 and 8): for the box that every page opens, for the table, and for the sheet to print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pages.words import words
from scorer.editions import EDITION_KEYS, Edition, load_edition
from scorer.forms.leaflet import Entry, Section
from scorer.play.tiles import INSTANT, MYSTERY_SHACK

#: The special assistants by their keys, in the order of RULES 8; the ordinary one has no tile.
POWERS = tuple(load_edition("en").libraries)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in one language: ``number`` is a location's, ``calls`` are its names in all languages.

    ``facts`` are short, ``cases`` a sentence or two each; ``unprinted`` says what no rulebook prints.
    """

    kind: Literal["location", "assistant"]
    number: int | None
    name: str
    calls: tuple[str, ...]
    facts: tuple[str, ...]
    does: str
    cases: tuple[str, ...]
    unprinted: str


def unprinted(screen: Edition, paths: Mapping[str, str]) -> str:
    """A sentence that says what of a tile no rulebook prints; ``paths``: key of the word to dotted path."""
    w = words("play", screen.key)
    assumed = [w[name] for name, path in paths.items() if path in screen.assumed]
    known = [w[name] for name, path in paths.items() if screen.known_of.get(path, screen.key) != screen.key]
    marks = [w("assumed", what=", ".join(assumed))] if assumed else []
    marks += [w("known_of_english", what=", ".join(known))] if known else []
    return " ".join(marks)


def location_paths(number: int) -> dict[str, str]:
    """What may be unprinted of a location."""
    return {f"assumed_{part}": f"locations.{number}.{part}" for part in ("name", "cards", "spaces")}


def assistant_paths(key: str) -> dict[str, str]:
    """What may be unprinted of a special assistant and its library."""
    return {"assumed_name": f"assistants.{key}", "assumed_library": f"libraries.{key}"}


def tiles(screen: Edition) -> list[Tile]:
    """All thirty, locations first.

    >>> first = tiles(load_edition("en"))[0]
    >>> first.number, first.name, first.facts[0]
    (1, 'Diviner’s Hut', 'Happens at once')
    """
    effects, cases = words("tiles", screen.key), words("tile_cases", screen.key)
    editions = [screen, *map(load_edition, EDITION_KEYS)]
    found = [
        Tile(
            "location",
            number,
            location.name,
            tuple(dict.fromkeys(each.locations[number].name for each in editions)),
            _facts(screen, number),
            effects[f"location_{number}"],
            tuple(cases[f"location_{number}"].splitlines()),
            unprinted(screen, location_paths(number)),
        )
        for number, location in screen.locations.items()
    ]
    w = words("lookup", screen.key)
    for key in POWERS:
        alone = (w["alone"],) if key in screen.solo.libraries else ()
        names = (each for one in editions for each in (one.assistants[key], one.libraries[key]))
        found.append(
            Tile(
                "assistant",
                None,
                screen.assistants[key],
                tuple(dict.fromkeys(names)),
                (screen.libraries[key], *alone),
                effects[f"power_{key}"],
                tuple(cases[f"power_{key}"].splitlines()),
                unprinted(screen, assistant_paths(key)),
            )
        )
    return found


def _facts(screen: Edition, number: int) -> tuple[str, ...]:
    """When a location's effect happens, its cards and spaces, and whether one plays it alone."""
    w, location = words("lookup", screen.key), screen.locations[number]
    facts = [w["at_once"] if number in INSTANT else w["later"]]
    if location.cards:
        facts.append(w("cards_down" if number == MYSTERY_SHACK else "cards", n=location.cards))
    spaces = w("spaces", n=len(location.spaces))
    larger = sorted({least for least in location.spaces if least > 1})
    limits = [w("spaces_from", n=location.spaces.count(least), players=least) for least in larger]
    facts.append(f"{spaces} ({', '.join(limits)})" if limits else spaces)
    return (*facts, *([w["alone"]] if number in screen.solo.locations else []))


def sections(screen: Edition) -> list[Section]:
    """The sheet to print: a side for the locations, and one for the assistants."""
    w, every = words("lookup", screen.key), tiles(screen)
    return [
        Section(
            w[f"{kind}s"],
            tuple(
                Entry(str(one.number or ""), one.name, " · ".join(one.facts), one.does, one.cases)
                for one in every
                if one.kind == kind
            ),
            w["order"],
        )
        for kind in ("location", "assistant")
    ]
