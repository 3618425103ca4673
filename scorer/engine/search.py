"""The search of hard bots: over deals of what they cannot see, with a fast policy and a learned value.

Each sweep deals one game that this may be (`scorer.engine.view.Deals`) and tries every option that is left
in it, so that luck is the same for all. Half of the options go after each part of the time (sequential
halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). Below an
option the player's own next choices grow a tree whose nodes are shared by all deals (information sets:
Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012). The policy answers for
everybody else. Where a try ends, the value of the position says what it is worth; when the game is over, the
form does. Hints and reviews of games tell what it found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from math import ceil, inf, log2, sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, Generic, NamedTuple, Protocol

from scorer.engine.choices import Choice, Option, OptionT
from scorer.engine.game import AnyGame, Game

#: Seconds for a decision, unless a number of tries is given; tries of a hint, and of an answer of a drill.
SECONDS, HINT_TRIES = 0.5, 240
#: Options that are tried at all: those that the policy likes best.
MOST_OPTIONS = 16
#: The policy's word counts as much as so many tries.
LIKED = 2.0
#: The player's own choices below an option that grow the tree.
DEPTH = 4
#: Points by which a node's options must differ before tries no longer spread over them.
SPREAD = 6.0
#: A difference counts from so many standard errors, so many points and so many deals on.
SURE, LEAST, ENOUGH = 2.5, 0.5, 5
#: A review looks this often at each option, then again at so many choices that seem to have cost most.
LOOKS, AGAIN = 4, 8
#: What a choice cost is measured over this share of a hint's tries, on deals of their own.
MEASURED = 4


class Lead(NamedTuple):
    """Points that one option ends better than another, on the mean over the same deals, and how sure that is.

    >>> Lead(3.0, 1.0).sure, Lead(3.0, 2.0).sure, Lead(0.3, 0.0).sure
    (True, False, False)
    """

    points: float
    #: The standard error of ``points``; infinite where too few deals tell.
    error: float

    @property
    def sure(self) -> bool:
        """Whether this is more than the noise of so few tries, and half a point at least."""
        return self.points >= LEAST and self.points > SURE * self.error

    def __neg__(self) -> Lead:
        """How far the other option leads."""
        return Lead(-self.points, self.error)

    @classmethod
    def of(cls, better: Mapping[int, float], other: Mapping[int, float]) -> Lead:
        """How far one option leads another: the margins of both, by the number of the deal."""
        apart = [margin - other[number] for number, margin in better.items() if number in other]
        if len(apart) < ENOUGH:
            return cls(fmean(apart) if apart else 0.0, inf)
        return cls(fmean(apart), stdev(apart) / sqrt(len(apart)))


class Apart(NamedTuple):
    """How far one option leads another, and in which rows of the player's own form: where that is sure, as
    it lies when tries end, which is in round ``until``.
    """

    lead: Lead
    rows: Mapping[str, int]
    until: int


@dataclass(frozen=True)
class Ranked(Generic[OptionT]):
    """An option, and the margin that the player ended with in each try, by the number of its deal."""

    option: OptionT
    margins: Mapping[int, float]

    @cached_property
    def margin(self) -> float:
        """The margin that the player is expected to end with; 0 where nothing was tried."""
        return fmean(self.margins.values()) if self.margins else 0.0

    @property
    def tries(self) -> int:
        return len(self.margins)


@dataclass(frozen=True, slots=True)
class Hint(Generic[OptionT]):
    """An option, how far it leads ``other``, and why: the best leads the next one, the others the best."""

    option: OptionT
    other: OptionT
    lead: Lead
    reason: str


def compared(ranked: Sequence[Ranked[OptionT]], reason: Callable[[OptionT], str]) -> list[Hint[OptionT]]:
    """Ranked options, two at least, as hints: each compared with another of them."""
    best, *others = ranked
    pairs = [(best, others[0]), *((one, best) for one in others)]
    return [
        Hint(one.option, other.option, Lead.of(one.margins, other.margins), reason(one.option))
        for one, other in pairs
    ]


class Judged(Protocol):
    """An option, and the margin that is expected with it."""

    @property
    def option(self) -> Option: ...

    @property
    def margin(self) -> float: ...


def share(judged: Sequence[Judged], key: str) -> int:
    """How good the answer ``key`` is, 0 to 100: its share of what lies between the worst and the best.

    >>> options = [Ranked(Option(str(n), ""), {0: n}) for n in (9.0, 3.0, 1.0)]
    >>> [share(options, one.option.key) for one in options]
    [100, 25, 0]
    """
    margins = {one.option.key: one.margin for one in judged}
    best, worst = max(margins.values()), min(margins.values())
    return 100 if best == worst else round(100 * (margins[key] - worst) / (best - worst))


@dataclass(slots=True)
class _Node:
    """A choice of the player below an option: what each answer has brought, by its key."""

    tries: dict[str, int] = field(default_factory=dict)
    sums: dict[str, float] = field(default_factory=dict)

    def pick(self, options: Sequence[OptionT], likes: Sequence[float]) -> OptionT:
        """UCB1 with the policy's order: an option not tried yet comes when those it likes better were."""
        tries, total = self.tries, sum(self.tries.get(option.key, 0) for option in options) + 1
        best, chosen = -inf, options[0]
        ranks = sorted(range(len(options)), key=lambda place: -likes[place])
        for rank, place in enumerate(ranks):
            option = options[place]
            tried = tries.get(option.key, 0)
            if tried:
                bound = self.sums[option.key] / tried + SPREAD * sqrt(log2(total + 1) / tried) / (
                    1 + rank / 2
                )
            elif rank * rank <= total:
                bound = inf if rank == 0 else 1e6 / rank
            else:
                continue
            if bound > best:
                best, chosen = bound, option
        return chosen

    def add(self, key: str, margin: float) -> None:
        self.tries[key] = self.tries.get(key, 0) + 1
        self.sums[key] = self.sums.get(key, 0.0) + margin


class Search(ABC, Generic[OptionT]):
    """Ranks the options of one choice; it changes nothing and sees only the view."""

    def __init__(self, view: Any, choice: Choice[OptionT, Any], seed: int) -> None:
        self._view, self._choice, self._seed = view, choice, seed
        self._nodes: dict[tuple[str, ...], _Node] = {}

    @abstractmethod
    def _weights(self, state: Any, choice: Choice[OptionT, Any]) -> Sequence[float]:
        """The policy: what each option seems worth to the player who is asked."""

    @abstractmethod
    def _ends(self, state: Any, choice: Choice[OptionT, Any]) -> bool:
        """Whether a try ends before this choice."""

    @abstractmethod
    def _margin(self, state: Any, seat: int) -> float:
        """The margin that a player is expected to end with."""

    @abstractmethod
    def _final_margin(self, game: Any, seat: int) -> float:
        """The margin that a player has ended a game with."""

    @abstractmethod
    def _rows(self, state: Any, seat: int) -> Mapping[str, int]:
        """The rows of a player's form as the table lies."""

    @property
    @abstractmethod
    def until(self) -> int:
        """The round in which a try ends."""

    def rank(
        self, seconds: float | None = SECONDS, tries: int | None = None, evenly: bool = False
    ) -> list[Ranked[OptionT]]:
        """The options, best first, after so many seconds or so many ``tries`` of an option.

        ``evenly``: no option goes before the end, so that all margins are as well known.
        """
        began = perf_counter()
        options = self._choice.options
        likes = self._weights(self._view.state, self._choice)
        order = sorted(range(len(options)), key=lambda place: -likes[place])
        left = order[:MOST_OPTIONS]
        found: list[dict[int, float]] = [{} for _ in options]
        parts = 1 if evenly else max(1, ceil(log2(len(left))))
        numbers = count()
        for part in range(parts):
            until = None if tries is None else tries * (part + 1) // parts
            limit = began + (seconds or 0) * (part + 1) / parts
            while sum(map(len, found)) < until if until is not None else perf_counter() < limit:
                number = next(numbers)
                for place in left:
                    ended = self._try(options[place], number)
                    if ended is None:
                        return _ranked(options, order, found)
                    found[place][number] = ended[0]
                    if until is None and perf_counter() >= limit and all(found[place] for place in left):
                        break
            mean = sum(sum(margins.values()) for margins in found) / max(1, sum(map(len, found)))
            typical = sum(likes[place] for place in left) / len(left)

            def worth(place: int, mean: float = mean, typical: float = typical) -> float:
                liked = LIKED * (mean + likes[place] - typical)
                return (sum(found[place].values()) + liked) / (len(found[place]) + LIKED)

            left.sort(key=worth, reverse=True)
            if len(left) > 1 and not evenly:
                left = left[: ceil(len(left) / 2)]
        order = left + [place for place in order if place not in left]
        return _ranked(options, order, found)

    @classmethod
    def between(cls, tries: int, game: AnyGame, better: str, other: str) -> Apart:
        """How far one answer to a game's choice leads another; ``tries``: as many as a hint has."""
        choice = game.choice
        assert choice is not None
        search = cls(game.view(choice.player), choice, 1)
        return search.apart(choice.option(better), choice.option(other), tries // MEASURED)

    def apart(self, better: OptionT, other: OptionT, deals: int) -> Apart:
        """How far one option leads another over so many deals."""
        found: list[dict[str, dict[int, float]]] = [{}, {}]
        for number in range(deals):
            for option, of in zip((better, other), found, strict=True):
                if (ended := self._try(option, number)) is not None:
                    margin, state = ended
                    for row, points in {"": margin, **self._rows(state, self._view.seat)}.items():
                        of.setdefault(row, {})[number] = points
        leads = {row: Lead.of(points, found[1].get(row, {})) for row, points in found[0].items()}
        lead = leads.pop("", Lead(0.0, inf))
        sure = {row: round(one.points) for row, one in leads.items() if one.sure or (-one).sure}
        return Apart(lead, {row: points for row, points in sure.items() if points}, self.until)

    def _try(self, option: OptionT, number: int) -> tuple[float, Any] | None:
        """The margin that one deal leads to, and the state; None where no deal goes with what they saw."""
        deals = self._view.deals
        dealt = None if deals is None else deals.deal(f"{self._seed}/{number}", watched=False)
        game: Game[Any, Any, OptionT, Choice[OptionT, Any], Any] | None = dealt
        if game is None:
            return None
        seat, grown = self._view.seat, list[tuple[_Node, str]]()
        path: tuple[str, ...] = (option.key,)
        game.answer(option)
        while (choice := game.choice) is not None:
            state = game._state
            if self._ends(state, choice):
                margin = self._margin(state, seat)
                break
            options = choice.options
            if len(options) == 1:
                game.answer(options[0])
                continue
            likes = self._weights(state, choice)
            if choice.seat == seat and len(path) <= DEPTH:
                node = self._nodes.setdefault(path, _Node())
                chosen = node.pick(options, likes)
                path = (*path, chosen.key)
                grown.append((node, chosen.key))
                game.answer(chosen)
            else:
                game.answer(options[max(range(len(options)), key=likes.__getitem__)])
        else:
            margin = self._final_margin(game, seat)
        for node, key in grown:
            node.add(key, margin)
        return margin, game._state


def _ranked(
    options: Sequence[OptionT], order: Sequence[int], found: Sequence[Mapping[int, float]]
) -> list[Ranked[OptionT]]:
    """The options in that order; those that were tried come before those that were not."""
    first = [place for place in order if found[place]] + [place for place in order if not found[place]]
    return [Ranked(options[place], found[place]) for place in first]


# Reviews of games


@dataclass(frozen=True, slots=True)
class Cost(Generic[OptionT]):
    """A choice that cost points: which one, what was answered, what was better, why, and how far apart."""

    step: int
    round: int
    choice: Choice[OptionT, Any]
    chosen: OptionT
    better: OptionT
    reason: str
    apart: Apart

    @property
    def points(self) -> float:
        return self.apart.lead.points


@dataclass(frozen=True, slots=True)
class Review(Generic[OptionT]):
    """The review of recorded games of one kind.

    Of a view and its choice, ``search`` takes a seed too. ``judged`` ranks the options as hints do, with so
    many tries, evenly or not. ``reason`` says why an option is good.
    """

    game: type[AnyGame]
    search: Callable[[Any, Any, int], Search[OptionT]]
    judged: Callable[[Any, Any, int, bool], list[Ranked[OptionT]]]
    reason: Callable[[Any, Any, OptionT], str]

    def of(self, record: object, player: str, tries: int, most: int) -> list[Cost[OptionT]]:
        """The choices of one player that cost most, none where nothing clearly cost a point.

        Every choice is looked at in passing. Those that seem worst are judged as a hint with so many
        ``tries`` judges them, and their cost is measured on deals that decided nothing.

        Raises:
            RecordError: the game cannot be replayed.
        """
        seemed: dict[int, float] = {}
        costs: list[Cost[OptionT]] = []

        def look(step: int, view: Any, choice: Choice[OptionT, Any], key: str) -> None:
            looks = LOOKS * min(len(choice.options), MOST_OPTIONS)
            ranked = [one for one in self.judged(view, choice, looks, True) if one.tries]
            chosen = next((one.margin for one in ranked if one.option.key == key), -inf)
            seemed[step] = max((one.margin for one in ranked), default=0.0) - chosen

        def judge(step: int, view: Any, choice: Choice[OptionT, Any], key: str) -> None:
            if step in again:
                cost = self._cost(step, view, choice, key, tries)
                costs.extend([cost] if cost else [])

        game = self._each_choice(record, player, look)
        worse = [step for step in seemed if seemed[step] > 0 and game.chose(player, step)]
        again = sorted(worse, key=lambda step: -seemed[step])[:AGAIN]
        self._each_choice(record, player, judge)
        return sorted(costs, key=lambda cost: -cost.points)[:most]

    def _each_choice(
        self, record: object, player: str, look: Callable[[int, Any, Choice[OptionT, Any], str], None]
    ) -> Game[Any, Any, Any, Any, Any]:
        """Looks at each choice of one player: its step, the view then, the choice, and the answer's key."""
        number = count()

        def answer(game: AnyGame, key: str) -> None:
            step, choice = next(number), game.choice
            if choice is not None and choice.player == player and len(choice.options) > 1:
                look(step, game.view(player), choice, key)
            game.answer(key)

        return self.game.replay(record, answer=answer)

    def _cost(
        self, step: int, view: Any, choice: Choice[OptionT, Any], key: str, tries: int
    ) -> Cost[OptionT] | None:
        """What an answer cost; None when it was the best one, or too little to be sure."""
        best = self.judged(view, choice, tries, False)[0].option
        chosen = choice.option(key)
        if chosen.key == best.key:
            return None
        apart = self.search(view, choice, 1).apart(best, chosen, tries // MEASURED)
        if not apart.lead.sure:
            return None
        return Cost(step, view.round, choice, chosen, best, self.reason(view, choice, best), apart)
