"""Hints: the options of a choice ranked, each with one reason; and the choices of a game that cost points."""

from __future__ import annotations

from typing import NamedTuple

from scorer.editions import Edition
from scorer.engine.bots import advised
from scorer.engine.choices import Advice
from scorer.engine.search import HINT_TRIES, SECONDS, Cost, Hint, Ranked, Review, compared
from scorer.engine.state import UNKNOWN
from scorer.play.bots.greedy import Greedy
from scorer.play.bots.hard import ExLibrisSearch, best_turn
from scorer.play.bots.shelving import ShelfWorth
from scorer.play.choices import Choice, Option
from scorer.play.game import Game
from scorer.play.tiles import MYSTERY_SHACK
from scorer.play.view import View

#: Points that a card must add before it is worth naming.
NOTABLE = 2.0
#: Kinds of choices in which a card comes to hand or shelf, and in which one goes.
COMES = ("shelve", "may_shelve", "take", "offer", "golem", "witch", "swap_with")
GOES = ("discard", "put", "give", "show")


def advise(
    view: View,
    choice: Choice,
    seconds: float | None = SECONDS,
    tries: int | None = None,
    words: Edition | None = None,
    evenly: bool = False,
) -> list[Advice[Option]]:
    """The options, best first, as `Game.advise` says. ``words``: the edition that reasons are told in.

    ``evenly``: all options are tried alike, as `Search.rank` does.
    """
    best, *others = advised(
        judged(view, choice, seconds, tries, evenly), _Reasons(view, choice, words or view.edition).of
    )
    if choice.kind == "turn":
        best = best._replace(margin=max(one.margin for one in (best, *others)))
    return [best, *others]


def judged(
    view: View, choice: Choice, seconds: float | None, tries: int | None, evenly: bool = False
) -> list[Ranked[Option]]:
    """The options, best first, as hints and the review see them."""
    ranked = ExLibrisSearch(view, choice, seed=0).rank(seconds, tries, evenly)
    if choice.kind == "turn":  # exact
        best = best_turn(view, choice)
        ranked.sort(key=lambda one: one.option.key != best.key)
    return ranked


def hints(
    view: View, choice: Choice, most: int, words: Edition, tries: int = HINT_TRIES
) -> list[Hint[Option]]:
    """The best options, compared with each other; the choice has two at least. It is the same every time."""
    return compared(judged(view, choice, None, tries)[:most], _Reasons(view, choice, words).of)


class _Reasons:
    """The one thing that tells most about each option."""

    def __init__(self, view: View, choice: Choice, words: Edition) -> None:
        self._view, self._choice, self._words = view, choice, words
        self._shelf: ShelfWorth = Greedy(view.setup.full_deck).shelf(view.state, choice.seat)
        self._deck = view.setup.full_deck.cards

    def of(self, option: Option) -> str:
        key, values = self._key_and_values(option)
        return self._words.fill(self._words.reasons[key], **values)

    def _key_and_values(self, option: Option) -> tuple[str, dict[str, object]]:
        kind, card = self._choice.kind, self._choice.card
        if kind == "space" and option.key.startswith("at:") and card is not None:
            return self._gained(self._deck.index(card), self._shelf.origin + option.number)
        if kind in COMES and option.card is not None:
            place = max(self._spaces(), key=lambda place: self._shelf.gain(option.number, place))
            return self._gained(option.number, place)
        if kind in GOES:
            return ("keeps" if option.card is None else "rids"), {}
        if kind == "turn" and option.card is not None:
            return "turn", {}
        if option.key in ("draw", "burn_one", "burn_all"):
            return "more", {}
        if kind == "place" and option.location is not None:
            return self._placed(option.location)
        if option.key == "shelve":
            return self._best_of("hand", self._view.state.hands[self._choice.seat])
        return "tries", {}

    def _placed(self, location: int) -> tuple[str, dict[str, object]]:
        state = self._view.state
        if not location:
            return self._best_of("hand", state.hands[self._choice.seat])
        stock = [] if location == MYSTERY_SHACK else state.stock.get(location, [])
        return self._best_of("stock", [card for card in stock if card != UNKNOWN])

    def _best_of(self, key: str, cards: list[int]) -> tuple[str, dict[str, object]]:
        if not cards:
            return "tries", {}
        best = max(cards, key=self._shelf.best)
        if self._shelf.best(best) < NOTABLE:
            return "tries", {}
        card = self._deck[best]
        return key, {"card": f"{card.letter} {card.order}"}

    def _spaces(self) -> list[int]:
        return self._view.state.shelves[self._choice.seat].spaces()

    def _gained(self, card: int, place: int) -> tuple[str, dict[str, object]]:
        """What a card at a place changes most, in points."""
        shelf = self._shelf
        before = _Parts.of(shelf, shelf.cards, shelf.down)
        after = _Parts.of(shelf, shelf.cards | {place: card}, shelf.down - {place})
        if after.cards <= before.cards:
            return "breaks", {}
        gains = [
            (2 * (after.focus - before.focus), "focus", after.focus - before.focus),
            (1.5 * (after.prominent - before.prominent), "prominent", after.prominent - before.prominent),
            (3 * (after.least - before.least), "variety", after.least),
            (after.rectangle - before.rectangle, "rectangle", after.rectangle),
            (0.9 * (after.banned - before.banned), "banned", after.banned - before.banned),
        ]
        points, key, number = max(gains)
        return (key, {"n": number}) if points > 0 else ("order", {})


class _Parts(NamedTuple):
    """What a shelf would score with."""

    focus: int
    prominent: int
    banned: int
    least: int
    rectangle: int
    cards: int

    @classmethod
    def of(cls, shelf: ShelfWorth, cards: dict[int, int], down: set[int]) -> _Parts:
        counts, kept = shelf.left_up(cards, down)
        focus, prominent, banned = shelf.wanted
        least = min(n for category, n in enumerate(counts) if category != banned)
        return cls(counts[focus], counts[prominent], counts[banned], least, shelf.rectangle_of(cards), kept)


def review(
    record: object, player: str, tries: int = HINT_TRIES, most: int = 3, words: Edition | None = None
) -> list[Cost[Option]]:
    """The choices of one player that cost most in a recorded game, as `search.Review` finds them.

    It asks the very search of the hint, and never faults what a hint named first.

    Raises:
        RecordError: it cannot be replayed.
    """

    def looked(view: View, choice: Choice, tries: int, evenly: bool) -> list[Ranked[Option]]:
        return judged(view, choice, None, tries, evenly)

    def reason(view: View, choice: Choice, option: Option) -> str:
        return _Reasons(view, choice, words or view.edition).of(option)

    return Review(Game, ExLibrisSearch, looked, reason).of(record, player, tries, most)
