"""A game of Fort.

>>> game = Game(Setup(players=["Ana", "Bo"], seed=7))
>>> while (choice := game.choice) is not None:
...     game.answer(choice.options[0])
>>> len(game.result.players)
2
>>> Game.replay(game.record).record == game.record
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from scorer.engine import game
from scorer.fort.cards import Kid
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.phases import STEPS, Course
from scorer.fort.play.record import Record
from scorer.fort.play.setup import RULES, Setup
from scorer.fort.play.state import PIZZA, TOYS, State
from scorer.fort.play.table import PERK, Table
from scorer.fort.play.view import Deals, View, hidden_cards, redeal
from scorer.fort.scoring import FortResult, score_fort
from scorer.fort.sheet import HIGHEST_LEVEL, Sheet, Suit

#: The suits of a sheet, by the words of cards.
SHEET_SUITS = {suit.value: suit for suit in Suit} | {"water": Suit.SQUIRT_GUN}


def sheet_suits(cards: Iterable[Kid]) -> dict[Suit, int]:
    """How often each suit shows on cards; coins are none."""
    suits = Counter(chain.from_iterable(card.suits for card in cards))
    return {suit: suits[word] for word, suit in SHEET_SUITS.items() if word in suits}


class Game(game.Game[Setup, State, Option, Choice, FortResult]):
    """A game under way. ``choice`` is the open question, None when the game is over."""

    records = Record
    advisor = "fort"
    _course: Course

    def _deal(self) -> State:
        return self.setup.deal()

    def _course_of(self, state: State) -> Course:
        setup = self.setup
        table = Table(setup.players, setup.edition, setup.card_set, state, first=setup.rules_version == 1)
        return Course(table, setup, STEPS)

    @property
    def _table(self) -> Table:
        return self._course.t

    # Looking

    def view(self, player: str) -> View:
        """What this player may know, and nothing else."""
        seat = self._seat(player)
        view = View(self.setup, self._table.words, self._state, seat)
        if self.choice is not None and self.choice.seat == seat:
            view.deals = Deals(view, self._blank(view), self._before, self._state, self._given, self.choice)
        return view

    def zones(self) -> dict[str, list[Kid]]:
        """Where each card is, hidden or not; the top of a pile is its last card.

        Zones: park_deck, park, box (out of the game), played, added; and for each player deck:NAME,
        hand:NAME, discard:NAME, yard:NAME, lookout:NAME and draft:NAME.
        """
        cards = self.setup.card_set.cards
        zones = self._state.zones(self.setup.players)
        return {name: [cards[number] for number in numbers] for name, numbers in zones.items()}

    def sheet(self) -> dict[str, Any]:
        """The table as it lies now as a score sheet, input of `shelfmark fort`."""
        return {"players": [self._sheet_of(seat) for seat in range(self._state.players)]}

    def _sheet_of(self, seat: int) -> dict[str, Any]:
        s, cards = self._state, self.setup.card_set
        owned = [cards.cards[number] for number in s.owned(seat)]
        name, level, rule = self.setup.players[seat], s.level[seat], s.rules[seat]
        return {
            "name": name,
            **({"conceded": True} if name in self.conceded else {}),
            "track": s.track[seat],
            "fort_level": level,
            "fort_points": cards.levels[level].points,
            "macaroni": s.macaroni == seat and level == HIGHEST_LEVEL,
            "rule": None if rule is None else RULES[rule],
            "stuff": {"pizza": s.stuff[seat][PIZZA], "toys": s.stuff[seat][TOYS]},
            "pack": {"pizza": s.packs[seat][PIZZA], "toys": s.packs[seat][TOYS]},
            "big_pack": s.perks[seat] == PERK["big_pack"],
            "lookout": len(s.lookouts[seat]),
            "cards": len(owned),
            "suits": {suit.value: number for suit, number in sheet_suits(owned).items()},
            "advance_fort": sum(card.advances for card in owned),
            "best_friends": sum(card.best for card in owned),
        }

    def _score(self) -> FortResult:
        return score_fort(Sheet.from_dict(self.sheet()))

    # Forks

    def _hidden(self, seat: int) -> list[int]:
        return hidden_cards(self._state, seat)

    def _pile(self) -> list[int]:
        return self._state.park_deck

    def _redealt(self, seat: int, seed: str, cards: Sequence[int]) -> tuple[State, list[int]]:
        return redeal(self._state, self._before, seat, seed, cards, len(self._table.cards))

    def _renamed(self, options: Iterable[Option], names: Sequence[int]) -> list[Option]:
        card = self._table.book.card
        return [
            option
            if option.card is None or option.zone is None
            else card(names[option.number], option.zone, option.suit)
            for option in options
        ]
