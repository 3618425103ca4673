"""What the owner's copy prints otherwise than its edition is known to.

Of its tiles: names, cards, spaces, solo (RULES 7, 8), which stand in ``editions/<key>.toml`` as assumed until
the owner puts them right. Of its form: the order of the tie-breaks (T).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from scorer.editions import EDITION_KEYS, Edition, EditionKey, RuleOptions, TieBreaks, load_edition
from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, read_json, shown, validate, writing
from scorer.folders import user_folder
from scorer.limits import SHEET
from scorer.names import Name
from scorer.whole import write_whole

#: The file of the owner's tiles in the user's data folder.
FILE = "tiles.json"

#: RULES 9: so many locations and libraries bear the icon for one player.
SOLO_LOCATIONS, SOLO_LIBRARIES = 10, 7
#: The most cards and spaces that a location can have; the largest known have four of each.
MOST_CARDS, MOST_SPACES = 8, 6

LocationNumber = Annotated[int, Field(ge=1, le=18)]


class TilesError(RefusedInput):
    """Tiles that no copy of the game has."""


class OwnLocation(Strict):
    """What a location tile says, where it differs from what is assumed.

    ``spaces`` gives for each space the number of players that it needs.
    """

    names: dict[EditionKey, Name] = Field(default_factory=dict)
    cards: Annotated[int, Field(strict=True, ge=0, le=MOST_CARDS)] | None = None
    spaces: (
        Annotated[
            tuple[Annotated[int, Field(strict=True, ge=1, le=4)], ...],
            Field(min_length=1, max_length=MOST_SPACES),
        ]
        | None
    ) = None


class OwnLibrary(Strict):
    """What a library tile says, where it differs from what is assumed: its name, and its assistant's."""

    names: dict[EditionKey, Name] = Field(default_factory=dict)
    assistants: dict[EditionKey, Name] = Field(default_factory=dict)


class OwnTiles(Strict):
    """The owner's tiles; what is not in here stays as the editions assume it.

    >>> own = OwnTiles.from_dict({"locations": {"10": {"spaces": [1, 1, 1, 1]}}})
    >>> owned_edition("en", own).locations[10].spaces
    (1, 1, 1, 1)
    """

    version: Literal[1] = 1
    locations: dict[LocationNumber, OwnLocation] = Field(default_factory=dict)
    libraries: dict[str, OwnLibrary] = Field(default_factory=dict)
    solo_locations: tuple[LocationNumber, ...] | None = None
    solo_libraries: tuple[str, ...] | None = None
    tie_breaks: dict[EditionKey, TieBreaks] = Field(
        default_factory=dict, description="T, for each edition that prints them in another order"
    )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Reads and checks a file.

        Raises:
            TilesError: it cannot be read, or no copy of the game has such tiles.
        """
        return cls.from_dict(read_json(path, SHEET, TilesError))

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Checks parsed tiles.

        Raises:
            TilesError: as `load`.
        """
        own = validate(cls, data, phrase("the file of tiles"), TilesError)
        own.check()
        return own

    def rules(self, edition: EditionKey, options: RuleOptions = RuleOptions()) -> RuleOptions:  # noqa: B008
        """The rule options of a game with this copy; what ``options`` set counts first."""
        own = RuleOptions(tie_breaks=self.tie_breaks.get(edition))
        return own.model_copy(update=options.model_dump(exclude_none=True))

    @property
    def text(self) -> str:
        """The tiles as JSON, what stays as assumed left out."""
        return self.model_dump_json(exclude_defaults=True)

    def check(self) -> None:
        """What no schema can say.

        Raises:
            TilesError: a value that the rulebooks print, a library that does not exist, or a wrong number of
                solo tiles.
        """
        if self == OwnTiles():
            return
        known = load_edition("en").libraries
        named = [*self.libraries, *(self.solo_libraries or ())]
        for library in named:
            if library not in known:
                raise TilesError(
                    phrase(
                        "There is no library of {library}: write one of {known}.",
                        library=shown(library),
                        known=", ".join(known),
                    )
                )
        for own, most in ((self.solo_locations, SOLO_LOCATIONS), (self.solo_libraries, SOLO_LIBRARIES)):
            if own is not None and len(set(own)) != most:
                raise TilesError(
                    phrase(
                        "{given} different tiles are chosen for one player, the game has {most}: "
                        "choose {most}.",
                        given=len(set(own)),
                        most=most,
                    )
                )
        for key in EDITION_KEYS:
            edition = load_edition(key)
            for path in _changes(self, key):
                if path not in edition.unprinted:
                    raise TilesError(
                        phrase(
                            "The rulebook prints {path}: take it out, only what is assumed can be put right.",
                            path=path,
                        )
                    )
            changed = owned_edition(key, self)
            kinds = [own.name for own in changed.locations.values()], changed.libraries, changed.assistants
            for names in (list(kind.values()) if isinstance(kind, dict) else kind for kind in kinds):
                for name in names:
                    if names.count(name) > 1:
                        raise TilesError(
                            phrase("Two tiles are called {name}: give each their own name.", name=name)
                        )


def kept_tiles() -> OwnTiles:
    """The owner's tiles as they are kept in the user's data folder; nothing of their own without a file.

    Raises:
        TilesError: the file is none.
    """
    path = user_folder() / FILE
    return OwnTiles.load(path) if path.exists() else OwnTiles()


def kept_rules(edition: EditionKey) -> RuleOptions:
    """Where the rules of the owner's copy differ from the edition's; nowhere without a file that can be read.

    The page on which the copy is described says what is wrong with a file.
    """
    try:
        return kept_tiles().rules(edition)
    except TilesError:
        return RuleOptions()


def keep_tiles(own: OwnTiles) -> None:
    """Keeps the owner's tiles for every new game.

    Raises:
        TilesError: no copy of the game has such tiles, or the folder cannot be written.
    """
    own.check()
    path = user_folder() / FILE
    with writing(path, TilesError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, own.text.encode("utf-8"))


def owned_edition(key: str, own: OwnTiles | None = None) -> Edition:
    """The edition of that key, with what the owner's copy prints.

    Raises:
        RefusedInput: there is no such edition.
    """
    return load_edition(key) if own is None or own == OwnTiles() else _owned(key, own.text)


@lru_cache(maxsize=32)
def _owned(key: EditionKey, text: str) -> Edition:
    own, edition = OwnTiles.model_validate_json(text), load_edition(key)
    locations = dict(edition.locations)
    for number, tile in own.locations.items():
        owned = {"name": tile.names.get(key), "cards": tile.cards, "spaces": tile.spaces}
        given = {field: value for field, value in owned.items() if value is not None}
        locations[number] = locations[number].model_copy(update=given)
    libraries = edition.libraries | {
        library: tile.names[key] for library, tile in own.libraries.items() if key in tile.names
    }
    assistants = edition.assistants | {
        library: tile.assistants[key] for library, tile in own.libraries.items() if key in tile.assistants
    }
    solo = edition.solo.model_copy(
        update={
            field: tuple(sorted(tiles))
            for field, tiles in (("locations", own.solo_locations), ("libraries", own.solo_libraries))
            if tiles is not None
        }
    )
    right = set(_changes(own, key))
    return edition.model_copy(
        update={
            "locations": locations,
            "libraries": libraries,
            "assistants": assistants,
            "solo": solo,
            "rules": edition.rules.with_options(own.rules(key)),
            "assumed": edition.assumed - right,
            "known_of": {path: of for path, of in edition.known_of.items() if path not in right},
        }
    )


def _changes(own: OwnTiles, key: EditionKey) -> list[str]:
    """The dotted paths of what the owner says about an edition's tiles."""
    changed = {}
    for number, tile in own.locations.items():
        changed[f"locations.{number}.name"] = key in tile.names
        changed[f"locations.{number}.cards"] = tile.cards is not None
        changed[f"locations.{number}.spaces"] = tile.spaces is not None
    for library, named in own.libraries.items():
        changed[f"libraries.{library}"] = key in named.names
        changed[f"assistants.{library}"] = key in named.assistants
    changed["solo.locations"] = own.solo_locations is not None
    changed["solo.libraries"] = own.solo_libraries is not None
    return [path for path, by_owner in changed.items() if by_owner]
