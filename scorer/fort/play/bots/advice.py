"""Hints for Fort: the best options of a choice compared, each with one reason; and the review of a game.

A reason tells of one try: what the option leads to before somebody else is asked.
"""

from __future__ import annotations

from scorer.engine.bots import advised
from scorer.engine.choices import Advice
from scorer.engine.search import HINT_TRIES, SECONDS, Cost, Hint, Ranked, Review, compared
from scorer.fort.actions import COIN
from scorer.fort.play.bots.greedy import Greedy
from scorer.fort.play.bots.hard import FortSearch
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.game import Game
from scorer.fort.play.state import State
from scorer.fort.play.view import View
from scorer.fort.words import Words

#: Questions with which something new begins.
BEGIN = ("play", "follow", "rough", "again", "draft")
#: Kinds of choices in which a card comes to the own deck.
COMES = ("draft", "recruit", "birthday", "recycle")


def advise(
    view: View, choice: Choice, seconds: float | None = SECONDS, tries: int | None = None
) -> list[Advice[Option]]:
    """The options, best first, as `Game.advise` says."""
    ranked = FortSearch(view, choice, seed=0).rank(seconds, tries)
    return advised(ranked, _Reasons(view, choice, view.words).of)


def hints(view: View, choice: Choice, most: int, words: Words, tries: int = HINT_TRIES) -> list[Hint[Option]]:
    """The best options, compared with each other; the choice has two at least. It is the same every time.

    ``words``: in which reasons are told.
    """
    return compared(judged(view, choice, tries)[:most], _Reasons(view, choice, words).of)


def review(
    record: object, player: str, words: Words, tries: int = HINT_TRIES, most: int = 3
) -> list[Cost[Option]]:
    """The choices of one player that cost most in a recorded game, as `search.Review` finds them.

    Raises:
        RecordError: it cannot be replayed.
    """

    def why(view: View, choice: Choice, option: Option) -> str:
        return reason(view, choice, option, words)

    return Review(Game, FortSearch, judged, why).of(record, player, tries, most)


def reason(view: View, choice: Choice, option: Option, words: Words) -> str:
    """Why an option is good."""
    return _Reasons(view, choice, words).of(option)


def judged(view: View, choice: Choice, tries: int, evenly: bool = False) -> list[Ranked[Option]]:
    """The options, best first, as hints and the review see them."""
    return FortSearch(view, choice, seed=0).rank(None, tries, evenly)


class _Reasons:
    """The one thing that tells most about each option."""

    def __init__(self, view: View, choice: Choice, words: Words) -> None:
        self._view, self._choice, self._words = view, choice, words
        self._greedy = Greedy(view.setup.card_set)

    def of(self, option: Option) -> str:
        key, number = self._key_and_number(option)
        return self._words.fill(self._words.reasons[key], n=number)

    def _key_and_number(self, option: Option) -> tuple[str, int]:
        if option.key == "pass":
            return "keeps", 0
        if self._choice.kind in COMES and option.card is not None:
            return self._card(option)
        return self._brings(option)

    def _card(self, option: Option) -> tuple[str, int]:
        """What a card is good for in the deck."""
        assert option.card is not None
        if option.card.advances:
            return "advances", 0
        if COIN in option.card.suits:
            return "coin", 0
        seat, state = self._choice.seat, self._view.state
        own = (*state.hands[seat], *state.discards[seat], *state.yards[seat], *state.lookouts[seat])
        cards = self._view.setup.card_set.cards
        matching = sum(option.card.suits[0] in cards[number].suits for number in own)
        return ("suits", matching) if matching else ("tries", 0)

    def _brings(self, option: Option) -> tuple[str, int]:
        """What changes most before somebody else is asked."""
        seat, deals = self._choice.seat, self._view.deals
        game = None if deals is None else deals.deal("reason", watched=False)
        if game is None:
            return "tries", 0
        before = game._state.copy()
        game.answer(option)
        while (choice := game.choice) is not None and choice.seat == seat and choice.kind not in BEGIN:
            if game._state.phase != before.phase:
                break
            weights = self._greedy.weights(game._state, choice)
            game.answer(choice.options[max(range(len(weights)), key=weights.__getitem__)])
        return _most(before, game._state, seat)


def _most(before: State, after: State, seat: int) -> tuple[str, int]:
    """The change that counts most of all between two states, for one player."""

    def resources(state: State) -> int:
        return sum(state.stuff[seat]) + sum(state.packs[seat])

    def deck(state: State) -> int:
        return sum(card not in state.box for card in (*state.owned(seat), *state.played, *state.added))

    if after.level[seat] > before.level[seat]:
        return "level", after.level[seat]
    for key, number in (
        ("points", after.track[seat] - before.track[seat]),
        ("lookout", len(after.lookouts[seat]) - len(before.lookouts[seat])),
        ("resources", resources(after) - resources(before)),
        ("pack", sum(after.packs[seat]) - sum(before.packs[seat])),
        ("recruits", deck(after) - deck(before)),
        ("cleans", len(after.box) - len(before.box)),
    ):
        if number > 0:
            return key, number
    return "tries", 0
