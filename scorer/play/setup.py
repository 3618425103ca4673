"""Setting up a game (RULES 5 and 9): who plays which edition and variant, and the first deal."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scorer.cards import Category, Deck
from scorer.editions import Edition, RuleOptions, Rules
from scorer.engine import setup
from scorer.engine.setup import SetupError
from scorer.errors import phrase
from scorer.files import shown, validate
from scorer.gamefile import MOST_DISCARDS
from scorer.names import Name, tidy
from scorer.own_tiles import OwnTiles, owned_edition
from scorer.play.state import SEATS, State
from scorer.play.tiles import DIVINERS_HUT, LOCATIONS

HAND = 6
#: Library tiles dealt for each player.
TILES = 2
#: Assistants of a player, the special one included.
ASSISTANTS, SOLO_ASSISTANTS = 3, 4
#: RULES 9: locations face up in the first round.
SOLO_BOARD = 6

LIBRARIES = (
    "sasquatch", "automaton", "fire_imp", "gelatinous_cube", "ghost", "sneaky_goblin", "mummy", "trash_golem",
    "snowman", "bookworm", "wizard", "witch",
)  # fmt: skip

VARIANTS = ("standard", "beginner", "friendly", "long")
#: RULES 5: what the variants take out.
BEGINNER_WITHOUT = {3, 7, 8, 9, 15, 17}
FRIENDLY_WITHOUT = {3, 7, 15, 16}
FRIENDLY_WITHOUT_LIBRARIES = {"sneaky_goblin", "gelatinous_cube", "snowman", "fire_imp"}
#: P4: shelved cards that make the next round the last, by number of players.
LAST_ROUND_AT = {2: 16, 3: 14, 4: 12}
LONG_LAST_ROUND_AT = {2: 19, 3: 17, 4: 15}


class SetupFields(setup.Setup):
    """A setup as a record holds it, but for the deck."""

    difficulty: int | None = Field(default=None, strict=True, ge=1, le=MOST_DISCARDS)
    rules: RuleOptions = Field(default=RuleOptions(), description="rule options other than the edition's")
    all_locations: bool = Field(
        default=False, strict=True, description="RULES 5, beginner: no location is taken out"
    )
    tiles: OwnTiles = Field(default=OwnTiles(), description="what the owner's tiles say otherwise")
    remembers: bool = Field(
        default=True,
        strict=True,
        description="a fork leaves what its player saw; False in games begun before version 3 of the records",
    )
    first: Name | None = Field(
        default=None, description="RULES 5: who last acquired a book has the first-player token; None: by lot"
    )


class Setup(SetupFields):
    """What a game begins with; with the choices made in it, it is the whole game.

    One player is a solo game, which takes a ``difficulty`` of 1 to 7 and no variant. ``variant`` joins
    standard, beginner, friendly and long by "+". ``deck`` is another deck than the house one.

    Raises:
        SetupError: names that repeat, variants that do not exist or do not fit, and the like.
    """

    deck: Deck | None = None

    def __init__(self, **fields: Any) -> None:
        deck = fields.get("deck")
        if deck is not None and not isinstance(deck, Deck):
            raise SetupError(phrase("The deck of the setup is not a deck: load one with Deck.load."))
        plain = {key: value for key, value in fields.items() if key != "deck"}
        validate(SetupFields, plain, phrase("the setup"), SetupError)
        super().__init__(**fields)
        self._check()

    def _check(self) -> None:
        """What no schema can say."""
        self._check_names()
        self.tiles.check()
        if self.first is not None and self.first not in map(tidy, self.players):
            raise SetupError(
                phrase("{name} begins and does not play: name one of the players.", name=shown(self.first))
            )
        for variant in self.variants:
            if variant not in VARIANTS:
                raise SetupError(
                    phrase(
                        "There is no variant {variant}: join {known} by +.",
                        variant=shown(variant),
                        known=", ".join(VARIANTS),
                    )
                )
        if self.solo:
            if self.variants - {"standard"}:
                raise SetupError(
                    phrase("A solo game knows no variants: leave the variant out, or add a player.")
                )
            if self.players[0] == self.words.words["library"]:
                raise SetupError(phrase("The player has the public library’s name: give another one."))
        elif self.difficulty is not None:
            raise SetupError(
                phrase("Only a solo game has a difficulty: leave it out, or name one player only.")
            )
        if self.all_locations and "beginner" not in self.variants:
            raise SetupError(
                phrase("Only the beginner variant takes locations out or leaves them in: add beginner.")
            )
        if self.all_locations and self.rule_set.beginner_locations == "removed":
            raise SetupError(
                phrase("This edition takes six locations out for beginners: leave all_locations out.")
            )

    @property
    def solo(self) -> bool:
        return len(self.players) == 1

    @property
    def variants(self) -> set[str]:
        return set(self.variant.split("+"))

    @property
    def words(self) -> Edition:
        """The edition with the owner's tiles."""
        return owned_edition(self.edition, self.tiles)

    @property
    def options(self) -> RuleOptions:
        """Where the rules of this game differ from the printed edition's."""
        return self.tiles.rules(self.words.key, self.rules)

    @property
    def rule_set(self) -> Rules:
        """The edition's rules, with the options that are set here."""
        return self.words.rules.with_options(self.rules)

    @property
    def discards(self) -> int:
        """RULES 9: cards discarded at the start of each solo round; 1 without a difficulty."""
        return self.difficulty or 1

    @property
    def full_deck(self) -> Deck:
        return self.deck or Deck.house()

    @property
    def last_round_at(self) -> int:
        """P4: so many shelved cards make the next round the last."""
        table = LONG_LAST_ROUND_AT if "long" in self.variants else LAST_ROUND_AT
        return table[len(self.players)]

    def locations(self) -> list[int]:
        """The location tiles in the game."""
        if self.solo:
            return list(self.words.solo.locations)
        beginner = "beginner" in self.variants and not self.all_locations
        without = BEGINNER_WITHOUT if beginner else set[int]()
        without = without | (FRIENDLY_WITHOUT if "friendly" in self.variants else set())
        return [number for number in LOCATIONS if number not in without]

    def libraries(self) -> list[str]:
        """The library tiles in the game."""
        if self.solo:
            return list(self.words.solo.libraries)
        without = FRIENDLY_WITHOUT_LIBRARIES if "friendly" in self.variants else set[str]()
        return [library for library in LIBRARIES if library not in without]

    def deal(self) -> State:
        """The table before the first choice."""
        players = len(self.players)
        s = State(players, str(self.seed))
        s.draw = s.shuffled(range(len(self.full_deck.cards)))
        for hand in s.hands:
            hand += [s.draw.pop() for _ in range(HAND)]
        lot = s.shuffled(range(players))[0]  # drawn in every game, so that a seed deals the same cards
        s.first = lot if self.first is None else self.players.index(self.first)
        _deal_categories(s)
        assistants = SOLO_ASSISTANTS if self.solo else ASSISTANTS
        s.free = [[seat * SEATS + n for n in range(assistants)] for seat in range(players)]
        tiles = s.shuffled(self.locations())
        if self.solo:
            s.permanent, s.pile = tiles[:SOLO_BOARD], tiles[SOLO_BOARD:]
        else:
            tiles.remove(DIVINERS_HUT)
            s.board, s.pile = [DIVINERS_HUT], tiles
        if "beginner" in self.variants:
            s.phase = "prepare"
        else:
            self._deal_libraries(s)
        return s

    def _deal_libraries(self, s: State) -> None:
        """Two library tiles for each player, and the order in which they choose."""
        players = s.players
        tiles = s.shuffled(self.libraries())[: TILES * players]
        # Every edition goes counter-clockwise; from the first player, or from the one to their right (who is
        # the last player), so that the first player chooses last.
        ends_with_first = self.rule_set.setup_draft != "choose_counter_clockwise"
        s.draft = [(s.first - step - ends_with_first) % players for step in range(players)]
        if self.open_draft:
            s.tiles = [tiles]
        else:
            s.tiles = [tiles[TILES * seat : TILES * (seat + 1)] for seat in range(players)]

    @property
    def open_draft(self) -> bool:
        """fr: all library tiles lie face up in the middle."""
        return self.rule_set.setup_draft == "open_from_last" and not self.solo


def _deal_categories(s: State) -> None:
    """One category is prominent, one banned, one secret to each player; the rest stays unseen."""
    cards = s.shuffled(list(Category))
    s.prominent, s.banned, *rest = cards
    s.focus = [rest.pop(0) for _ in range(s.players)]
    if s.solo:
        s.public = rest.pop(0)
    s.form = list(rest)
