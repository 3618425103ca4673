"""A game of Ex Libris.

>>> game = Game(Setup(players=["Ana", "Bo"], seed=7))
>>> while (choice := game.choice) is not None:
...     game.answer(choice.options[0])
>>> game.result.form
'B-7c'
>>> Game.replay(game.record).record == game.record
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scorer.cards import BookCard
from scorer.engine import game
from scorer.gamefile import GameFile
from scorer.play.choices import Choice, Option
from scorer.play.phases import STEPS, Course
from scorer.play.record import Record
from scorer.play.setup import Setup
from scorer.play.state import State
from scorer.play.table import Table
from scorer.play.view import Deals, View, hidden_cards, redeal, unknown_cards
from scorer.result import Result
from scorer.result import score as fill_in


class Game(game.Game[Setup, State, Option, Choice, Result]):
    """A game under way. ``choice`` is the open question, None when the game is over."""

    records = Record
    advisor = "ex-libris"
    _course: Course

    def _deal(self) -> State:
        return self.setup.deal()

    def _course_of(self, state: State) -> Course:
        setup = self.setup
        table = Table(setup.players, setup.words, setup.rule_set, setup.full_deck, state)
        return Course(table, setup, STEPS)

    @property
    def _table(self) -> Table:
        return self._course.t

    # Looking

    def view(self, player: str) -> View:
        """What this player may know, and nothing else."""
        seat = self._seat(player)
        view = View(self.setup, self._table.edition, self._state, seat)
        if self.choice is not None and self.choice.seat == seat:
            view.deals = Deals(
                view, self._blank(view), self._before, self._given, self.choice, self._unseen(seat)
            )
        return view

    def _unseen(self, seat: int) -> list[int]:
        """The cards that the player at ``seat`` cannot see, in order.

        Discards below the top one are among them, but no card that this effect moved before their eyes.
        """
        s, seen = self._state, set[int]()
        if self._given:
            out_of_sight = set(hidden_cards(self._before, seat)) - set(s.discard)
            named = {option.number for option in self._given if option.card is not None}
            seen = named - out_of_sight
        if s.looking is not None and s.looking[0] == seat:
            seen.update(s.looking[1])
        return sorted(card for card in hidden_cards(s, seat) + s.discard[:-1] if card not in seen)

    def zones(self) -> dict[str, list[BookCard]]:
        """Where each of the deck's cards is, hidden or not; the top of a pile is its last card.

        Zones: draw, discard, table (open in the middle), hand:NAME, shelf:NAME (buried cards last) and
        location:NUMBER.
        """
        deck = self.setup.full_deck.cards
        zones = self._state.zones(self.setup.players)
        return {name: [deck[card] for card in cards] for name, cards in zones.items()}

    def game_file(self) -> dict[str, Any]:
        """The table as it lies now as a game file, input of `shelfmark score`."""
        s, deck = self._state, self.setup.full_deck.cards
        players = [
            {"name": name, "focus": focus, "hand": len(hand), "shelf": str(rack.shelf(deck))}
            | ({"conceded": True} if name in self.conceded else {})
            for name, focus, hand, rack in zip(self.setup.players, s.focus, s.hands, s.shelves, strict=True)
        ]
        game: dict[str, Any] = {
            "edition": self.setup.edition,
            "prominent": s.prominent,
            "banned": s.banned,
            "players": players,
        }
        if rules := self.setup.options.model_dump(mode="json", exclude_none=True):
            game["rules"] = rules
        if not s.solo:
            return {"form": "B-7c", **game}
        library = {"focus": s.public, "cards": [str(deck[card]) for card in s.discard]}
        return {"form": "S-42a", "difficulty": self.setup.discards, "library": library, **game}

    def _score(self) -> Result:
        return fill_in(GameFile.from_dict(self.game_file(), deck=self.setup.full_deck))

    # Forks

    def _hidden(self, seat: int) -> list[int]:
        return (unknown_cards if self.setup.remembers else hidden_cards)(self._state, seat)

    def _pile(self) -> list[int]:
        return self._state.draw

    def _redealt(self, seat: int, seed: str, cards: Sequence[int]) -> tuple[State, list[int]]:
        return redeal(self._before, seat, seed, cards, len(self._table.cards))

    def _renamed(self, options: Iterable[Option], names: Sequence[int]) -> list[Option]:
        cards = self._table.book.cards
        return [option if option.card is None else cards[names[option.number]] for option in options]
