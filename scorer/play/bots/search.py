"""The hard bot: a search over deals of what it cannot see, with a fast policy and a learned value.

Each sweep deals one game that this may be (`Deals` in `scorer.play.view`) and tries every option that is left
in it, so that luck is the same for all. Half of the options go after each part of the time (sequential
halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). Below an
option the player's own next choices grow a tree whose nodes are shared by all deals (information sets:
Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012). The greedy policy answers
for everybody else. A try ends with the round, and the value of the position says what it is worth; in the
last round the form does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from math import ceil, inf, log2, sqrt
from random import Random
from time import perf_counter

from scorer.flips import Stakes, best_flips
from scorer.inspection import PROMINENT_PRIZES, category_record, prominent_awards
from scorer.play.bots.position import Value
from scorer.play.choices import Choice, Option
from scorer.play.view import View

#: Seconds for a decision, unless a number of tries is given.
SECONDS = 0.5
#: Options that are tried at all: those that the policy likes best.
MOST_OPTIONS = 16
#: The policy's word counts as much as so many tries.
LIKED = 2.0
#: The player's own choices below an option that grow the tree.
DEPTH = 4
#: Points by which a node's options must differ before tries no longer spread over them.
SPREAD = 6.0
#: Rounds that the draft of a library looks ahead.
DRAFT_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Ranked:
    """An option, the margin that the player is expected to end with, and in how many tries it was seen."""

    option: Option
    margin: float
    tries: int


@dataclass(slots=True)
class _Node:
    """A choice of the player below an option: what each answer has brought, by its key."""

    tries: dict[str, int] = field(default_factory=dict)
    sums: dict[str, float] = field(default_factory=dict)

    def pick(self, options: Sequence[Option], likes: Sequence[float]) -> Option:
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


class Search:
    """Ranks the options of one choice; it changes nothing and sees only the view."""

    def __init__(self, view: View, choice: Choice, seed: int) -> None:
        self._view, self._choice, self._seed = view, choice, seed
        self._value = Value(view.setup)
        self._policy = self._value.positions.greedy
        self._nodes: dict[tuple[str, ...], _Node] = {}
        self._ends_after = max(view.round, DRAFT_ROUNDS if view.phase == "draft" else 1)
        if choice.kind == "remove_location":
            self._ends_after += 1  # what is gone is missed in the next round

    def rank(
        self, seconds: float | None = SECONDS, tries: int | None = None, evenly: bool = False
    ) -> list[Ranked]:
        """The options, best first, after so many seconds or so many ``tries`` of an option.

        ``evenly``: no option goes before the end, so that all margins are as well known.
        """
        began = perf_counter()
        options = self._choice.options
        likes = self._policy.weights(self._view.state, self._choice)
        order = sorted(range(len(options)), key=lambda place: -likes[place])
        left, sums, seen = order[:MOST_OPTIONS], [0.0] * len(options), [0] * len(options)
        parts = 1 if evenly else max(1, ceil(log2(len(left))))
        numbers = count()
        for part in range(parts):
            until = None if tries is None else tries * (part + 1) // parts
            limit = began + (seconds or 0) * (part + 1) / parts
            while sum(seen) < until if until is not None else perf_counter() < limit:
                number = next(numbers)
                for place in left:
                    margin = self._try(options[place], number)
                    if margin is None:
                        return _ranked(options, order, sums, seen)
                    sums[place] += margin
                    seen[place] += 1
                    if until is None and perf_counter() >= limit and all(seen[place] for place in left):
                        break
            mean = sum(sums) / max(1, sum(seen))
            usual = sum(likes[place] for place in left) / len(left)

            def worth(place: int, mean: float = mean, usual: float = usual) -> float:
                liked = LIKED * (mean + likes[place] - usual)
                return (sums[place] + liked) / (seen[place] + LIKED)

            left.sort(key=worth, reverse=True)
            if len(left) > 1 and not evenly:
                left = left[: ceil(len(left) / 2)]
        order = left + [place for place in order if place not in left]
        return _ranked(options, order, sums, seen)

    def _try(self, option: Option, number: int) -> float | None:
        """The margin that one deal leads to; None when no deal goes with what the player saw."""
        deals = self._view.deals
        game = None if deals is None else deals.deal(f"{self._seed}/{number}", forkable=False)
        if game is None:
            return None
        seat, grown = self._view.seat, list[tuple[_Node, str]]()
        path: tuple[str, ...] = (option.key,)
        game.answer(option)
        while (choice := game.choice) is not None:
            state = game._state
            if choice.kind == "assistant" and state.round > self._ends_after:
                margin = self._value.margins(state)[seat]
                break
            options = choice.options
            if len(options) == 1:
                game.answer(options[0])
                continue
            likes = self._policy.weights(state, choice)
            if choice.seat == seat and len(path) <= DEPTH:
                node = self._nodes.setdefault(path, _Node())
                chosen = node.pick(options, likes)
                path = (*path, chosen.key)
                grown.append((node, chosen.key))
                game.answer(chosen)
            else:
                game.answer(options[max(range(len(options)), key=likes.__getitem__)])
        else:
            margin = self._value.final_margins(game._state)[seat]
        for node, key in grown:
            node.add(key, margin)
        return margin


def _ranked(
    options: Sequence[Option], order: Sequence[int], sums: Sequence[float], seen: Sequence[int]
) -> list[Ranked]:
    """The options in that order; those that were tried come before those that were not."""
    first = [place for place in order if seen[place]] + [place for place in order if not seen[place]]
    return [
        Ranked(options[place], sums[place] / seen[place] if seen[place] else 0.0, seen[place])
        for place in first
    ]


class HardBot:
    """Searches for ``seconds``, or for a number of ``tries`` whatever time they take."""

    def __init__(self, seed: int, seconds: float | None = SECONDS, tries: int | None = None) -> None:
        self._random = Random(seed)
        self._seconds, self._tries = seconds, tries

    def decide(self, view: View, choice: Choice) -> Option:
        if len(choice.options) == 1:
            return choice.options[0]
        if choice.kind == "turn":
            return best_turn(view, choice)
        seed = self._random.getrandbits(32)
        return Search(view, choice, seed).rank(self._seconds, self._tries)[0].option


def best_turn(view: View, choice: Choice) -> Option:
    """A0: the next card to turn, by the exact search for the best flips; done when none is left."""
    shelf, cards = view.shelf(), len(view.setup.full_deck.cards)
    own = max(category_record(shelf)[view.prominent], 1) * 4
    if view.setup.solo:  # the public library's books are not known, but how many cards it has is
        books = sum(card.categories.count(view.prominent) for card in view.setup.full_deck.cards)
        rival = books * (view.discards + len(view.hand)) // cards
        awards = tuple(PROMINENT_PRIZES[0] * (n > rival) for n in range(own + 1))
    else:
        rivals = [
            category_record(view.shelf(name))[view.prominent] for name in view.players if name != view.player
        ]
        awards = tuple(prominent_awards([n, *rivals])[0] for n in range(own + 1))
    turns = best_flips(shelf, Stakes(view.focus, view.prominent, view.banned, awards))
    wanted = {turn.card for turn in turns}
    return next((option for option in choice.options if option.card in wanted), choice.option("done"))
