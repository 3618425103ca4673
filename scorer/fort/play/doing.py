"""Somebody who does an action: what they are asked on the way, and what they must see to.

A choice on the way may not break what the player is bound to: of a card's actions one is done wholly, every
added card serves, a follower does the action wholly. So each option is followed to every end of the actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scorer.fort.actions import Action
from scorer.fort.foresight import Order, Outcome, Way, outcomes
from scorer.fort.means import Means, Run, Terms, continued, repeated
from scorer.fort.play.choices import Asks, Effect, Option
from scorer.fort.play.planner import Promise
from scorer.fort.play.table import Table
from scorer.fort.rulings import NOTHING, WHOLE, sequence_far, times_far


@dataclass(slots=True)
class Repeating:
    """Something under way that is done several times; ``done``: how often before this time."""

    body: Action
    wanted: int
    by_suit: bool
    done: int = 0

    def ends(self, run: Run, terms: Terms) -> list[Run]:
        """Every end of the whole where this time comes to ``run``."""
        if run.far != WHOLE:
            return [run._replace(far=times_far(self.done, self.wanted, run.far))]
        tally = run.tally + self.by_suit
        more = repeated(self.body, run.means, terms, self.wanted, self.by_suit, self.done + 1)
        return [one._replace(tally=tally + one.tally) for one in more]


@dataclass(slots=True)
class Following:
    """A sequence under way: the parts after this one. ``first``: this one is the first."""

    rest: Sequence[Action]
    first: bool

    def ends(self, run: Run, terms: Terms) -> list[Run]:
        """Every end of the sequence where this part comes to ``run``."""
        if self.first or run.far == WHOLE:
            return continued(self.rest, run, terms)
        return [run._replace(far=sequence_far(WHOLE))]


#: What has been done before, and what comes after: the actions of a card are done one after the other.
NOBODY_DID = Outcome((), (), ())


@dataclass(slots=True)
class Doer:
    """Somebody who does an action: with which terms, and what asks them, such as the card's name.

    ``leads``: the leader does their public action, so followers must take the same resource. ``promise`` is
    what the player must see to; ``before`` the actions of the card that were done, ``later`` the one to come.
    ``within`` is what the act under way is part of, the innermost last; ``tally`` counts as `Run` does.
    """

    seat: int
    source: str
    terms: Terms
    leads: bool = False
    promise: Promise | None = None
    before: Outcome = NOBODY_DID
    later: Order | None = None
    within: list[Repeating | Following] = field(default_factory=list)
    tally: int = 0

    @property
    def way(self) -> Way:
        return self.terms.kind, self.terms.flow

    def keeps(self, run: Run) -> bool:
        """Whether the promise can still be kept where the act under way comes to ``run``."""
        assert self.promise is not None
        terms = replace(self.terms)
        ends = [run._replace(tally=self.tally)]
        for part in reversed(self.within):
            ends = list(dict.fromkeys(after for one in ends for after in part.ends(one, terms)))
        return any(self.promise.holds(outcome) for one in ends for outcome in self.outcomes(one))

    def outcomes(self, end: Run) -> list[Outcome]:
        """What the card may come to where the action under way comes to ``end``."""
        now = self.before.then(Outcome((end.far,), (self.way,), (end.tally,)))
        if self.later is None:
            return [now]
        after = outcomes(self.later.sides, end.means, replace(self.terms))
        return [now.then(one) for one in after]


#: What comes of an option: the means then, and how far the act went.
After: TypeAlias = Callable[[Option, Means], Run]


def choose(
    t: Table, w: Doer, kind: str, options: Callable[[], list[Option]], after: After, cards: bool = False
) -> Asks[Option | None]:
    """One of the options that keep what the player must see to; None where there is none.

    ``cards``: it is about cards in hand or discarded, so the leader may use Recycling first.
    """
    seat = w.seat
    while True:
        known = options()
        more = t.recycling(seat) if cards and seat == t.s.turn and not t.first else []
        if not known and not more:
            return None
        if w.promise is not None and not w.promise.sure:
            known = _kept(t, w, known, after)
        if not known and (w.promise is None or w.keeps(Run(t.means(seat), NOTHING))):
            more.append(t.book.word("no"))
        option = yield t.ask(seat, kind, w.source, [*known, *more])
        if option.perk is None:
            return None if option.key == "no" else option
        yield from recycle(t, seat)


def _kept(t: Table, w: Doer, options: list[Option], after: After) -> list[Option]:
    """The options that keep the promise; all where none does."""
    means = t.means(w.seat)
    known: dict[Run, bool] = {}
    good = []
    for option in options:
        run = after(option, means)
        if run not in known:
            known[run] = w.keeps(run)
        if known[run]:
            good.append(option)
    return good or options


def recycle(t: Table, seat: int) -> Effect:
    """Recycling leaves the game: a card of the discard pile goes to hand."""
    s = t.s
    t.use(seat)
    options = [t.book.card(card, "discard") for card in s.discards[seat]]
    option = yield t.ask(seat, "recycle", t.words.perks["recycling"], options)
    s.discards[seat].remove(option.number)
    s.hands[seat].append(option.number)
