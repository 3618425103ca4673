"""Records of games: what one of Ex Libris holds besides the shared fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from scorer.cards import Deck
from scorer.editions import RuleOptions
from scorer.engine import record
from scorer.engine.choices import IllegalChoice
from scorer.engine.record import RecordError
from scorer.errors import phrase
from scorer.names import DraftName
from scorer.own_tiles import OwnLocation, OwnTiles
from scorer.play.setup import Setup
from scorer.play.tiles import DRAFTHOUSE

VERSION = 3
#: The version of a game that somebody conceded, by the rules that it is played by.
CONCEDED = {VERSION: 4}
#: What games were played by before the editions' differences were options.
FIRST_RULES = RuleOptions(
    donation_drop_shelving="up_to_two",
    gambling_den_repeats="different",
    garbage_dump_take="must",
    mystery_shack_take="any",
    tax_collector_trade="put_here",
    garage_sale_unsold="back_last",
    ghost_shares="opponents",
)
#: What games of an edition were played by, until more was known of its printed form and rules.
SECOND_RULES: Mapping[str, RuleOptions] = {
    "en": RuleOptions(
        tie_breaks=("books", "hand", "banned", "reading"), setup_draft="choose_counter_clockwise"
    )
}
#: The spaces that tiles had until a printed copy was seen.
SECOND_SPACES: Mapping[int, tuple[int, ...]] = {DRAFTHOUSE: (1, 1, 1, 1)}


class Record(record.Record):
    """A game as a file: its setup, its seed and its choices."""

    conceding = CONCEDED

    version: Literal[1, 2, 3, 4]
    difficulty: int | None = None
    rules: RuleOptions = Field(default=RuleOptions(), description="rule options other than the edition's")
    all_locations: bool = Field(default=False, description="RULES 5, beginner: no location is taken out")
    tiles: OwnTiles = Field(default=OwnTiles(), description="what the owner's tiles say otherwise")
    remembers: bool = Field(default=True, description="a fork leaves what its player saw")
    first: DraftName | None = Field(default=None, description="who begins; None: drawn by lot")
    deck: dict[str, Any] | None = Field(default=None, description="a deck other than the house deck")

    def setup(self) -> Setup:
        """The setup that the record begins with.

        Raises:
            RecordError, SetupError, DeckError: no game can begin so.
        """
        self._check_conceded()
        return Setup(
            **self.shared_fields(),
            difficulty=self.difficulty,
            rules=self._rules(),
            all_locations=self.all_locations,
            tiles=self._tiles(),
            remembers=self.remembers and self.version >= VERSION,
            first=self.first,
            deck=self._deck(),
        )

    def _deck(self) -> Deck | None:
        """The deck of the record; without one, the house deck of the time in which it was played."""
        if self.deck is not None:
            return Deck.from_dict(self.deck, phrase("the deck of the game record"))
        return None if self.version >= VERSION else Deck.first_house()

    def _rules(self) -> RuleOptions:
        """The rule options of the record, and those of the time in which it was played."""
        if self.version >= VERSION:
            return self.rules
        then = SECOND_RULES.get(self.edition, RuleOptions())
        own = FIRST_RULES if self.version == 1 else self.rules
        return then.model_copy(update=own.model_dump(exclude_none=True))

    def _tiles(self) -> OwnTiles:
        """The tiles of the record; what its owner did not say is as it was in the time it was played."""
        if self.version >= VERSION:
            return self.tiles
        locations = dict(self.tiles.locations)
        for number, spaces in SECOND_SPACES.items():
            tile = locations.get(number, OwnLocation())
            locations[number] = tile if tile.spaces else tile.model_copy(update={"spaces": spaces})
        return self.tiles.model_copy(update={"locations": locations})

    def illegal(self, number: int, error: IllegalChoice) -> RecordError:
        """The refusal of choice ``number`` (from 0), with the line of the file where it stands."""
        if self.version >= VERSION:
            return super().illegal(number, error)
        return RecordError(
            phrase(
                "In {where}: this answer was legal until the rules were put right. The game was saved before "
                "and cannot be replayed further: play a new one.",
                where=self.place_of(number),
            )
        )

    @classmethod
    def setup_fields(cls, setup: Setup) -> dict[str, Any]:
        """A setup as a record holds it."""
        return {
            "version": VERSION,
            **super().setup_fields(setup),
            "difficulty": setup.difficulty,
            "rules": setup.rules.model_dump(mode="json", exclude_none=True),
            "all_locations": setup.all_locations,
            "tiles": setup.tiles.model_dump(mode="json", exclude_defaults=True),
            "remembers": setup.remembers,
            "first": setup.first,
            "deck": None if setup.deck is None else setup.deck.to_dict(),
        }
