"""Setting up a game of Fort: the cards of each player, the park, made-up rules and perks."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from scorer.engine import setup
from scorer.engine.setup import SetupError
from scorer.errors import phrase
from scorer.files import validate
from scorer.fort.cards import KIDS, CardSet
from scorer.fort.play.state import State
from scorer.fort.sheet import FEWEST_PLAYERS, MOST_PLAYERS, MadeUpRule
from scorer.names import Name

HAND = 5
#: Kids dealt to each player, and those open in the park.
DEALT, PARK = 8, 3
PERKS = (
    "birthday_party", "bribery", "copy_and_paste", "do_it_yourself", "again", "recycling", "rough_housing",
    "light_fingers", "big_pack",
)  # fmt: skip
RULES = tuple(rule.value for rule in MadeUpRule)
VARIANTS = ("basic", "advanced")


class SetupFields(setup.Setup):
    """A setup as a record holds it, but for the cards."""

    players: list[Name] = Field(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)
    variant: Literal["basic", "advanced"] = "basic"
    #: By the rules of which version of records the game is played.
    rules_version: Literal[1, 2] = 2


class Setup(SetupFields):
    """What a game begins with; with the choices made in it, it is the whole game.

    In an advanced game each player picks their eight kids from packs that go round. ``cards`` is another set
    than the house set.

    Raises:
        SetupError: names that repeat, a variant that does not exist, and the like.
    """

    cards: CardSet | None = None

    def __init__(self, **fields: Any) -> None:
        cards = fields.get("cards")
        if cards is not None and not isinstance(cards, CardSet):
            raise SetupError(phrase("The cards of the setup are no set: load one with CardSet.load."))
        plain = {key: value for key, value in fields.items() if key != "cards"}
        validate(SetupFields, plain, phrase("the setup"), SetupError)
        super().__init__(**fields)
        self._check_names()

    @property
    def card_set(self) -> CardSet:
        return self.cards or CardSet.house()

    def deal(self) -> State:
        """The table before the first choice."""
        players = len(self.players)
        s = State(players, str(self.seed))
        s.first = s.turn = s.shuffled(range(players))[0]
        s.park_deck = s.shuffled(range(KIDS))
        s.park = [s.park_deck.pop() for _ in range(PARK)]
        rules, perks = s.shuffled(range(len(RULES))), s.shuffled(range(len(PERKS)))
        s.rule_pile, s.rules_out = sorted(rules[: players + 1]), rules[players + 1 :]
        s.perk_row, s.perks_gone = perks[: players + 1], perks[players + 1 :]
        s.box = [card for seat in range(players, MOST_PLAYERS) for card in self.card_set.friends(seat)]
        s.open(s.park)
        s.open(range(KIDS, len(self.card_set.cards)))
        s.decks = [list(self.card_set.friends(seat)) for seat in range(players)]
        for pack in s.drafts if self.variant == "advanced" else s.decks:
            pack += [s.park_deck.pop() for _ in range(DEALT)]
        if self.variant == "basic":
            self.begin(s)
        return s

    def begin(self, s: State) -> None:
        """Each player shuffles their kids and best friends, and draws the first hand."""
        for seat in range(s.players):
            s.decks[seat] = s.shuffled(s.decks[seat])
            s.hands[seat] = [s.decks[seat].pop() for _ in range(HAND)]
        s.phase, s.turn = "play", s.first
