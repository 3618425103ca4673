"""Random positions of Fort, in which a leader's and a follower's questions are held against the slow model.

`python -m tests.scorer.fort.play.positions NUMBER WORKERS [FIRST]` tries many; the suite tries some.
"""

from __future__ import annotations

import sys
from functools import cache
from multiprocessing import Pool
from random import Random
from typing import Any
from unittest.mock import patch

from scorer.fort.actions import ACTS, FACTORS, factors, parse
from scorer.fort.cards import KIDS, CardSet
from scorer.fort.play import Choice, Game, Option, Setup, phases
from scorer.fort.play.acts import perform
from scorer.fort.play.setup import PERKS
from scorer.fort.play.state import State
from scorer.fort.play.table import PERK
from tests.scorer.fort.play.slow import (
    COIN,
    ORDERS,
    OTHER,
    SUITS,
    Board,
    Extra,
    Play,
    Position,
    all_outcomes,
    ends,
    legal,
    wanted_by,
)
from tests.scorer.fort.play.slow_following import Chase

NAMES = ["Ana", "Bo", "Cy"]
#: Sets of cards besides the house set, whose actions are made at random.
ODD_SETS = 12
#: The suits of a card: one, two alike, or one and a coin.
SHOWN = [
    *([suit] for suit in SUITS),
    *([suit, suit] for suit in SUITS),
    *([suit, COIN] for suit in SUITS),
    [COIN],
]


@cache
def cards_of(number: int) -> CardSet:
    """The house set, or one whose cards an owner could have: any actions, any suits."""
    if not number:
        return CardSet.house()
    random = Random(f"set {number}")
    told = CardSet.house().to_dict()
    for entry in told["kids"]:
        entry |= {"suits": random.choice(SHOWN), "public": odd(random), "private": odd(random)}
    return CardSet.from_dict(told)


def odd(random: Random) -> str:
    """Some action."""
    words = [word for word in ACTS if word != "remove this"]
    single = [random.choice(words) for _ in range(3)]
    factor = random.choice([*FACTORS, "2", "3"])
    text = random.choice(
        ["{0}", "{0} × {f}", "{0} × {f}", "{0} then {1}", "{0} then {1} × {f}", "({0} then {1}) × {f}",
         "{0} × {f} then {1}", "{0} then {1} then {2}", "({0} × 2 then {1}) × {f}"]
    ).format(*single, f=factor)  # fmt: skip
    return str(parse(text))


def begin(number: int) -> Game:
    """A game in which the first player is about to play a card."""
    random = Random(number)
    cards = cards_of(number % (ODD_SETS + 1) if number % 2 else 0)
    names = NAMES[: random.choice((2, 2, 3))]
    game = Game(Setup(players=names, cards=cards, seed=number), watched=True)
    s = game._state
    s.first = s.turn = 0
    pile = [*s.park, *s.park_deck]
    for seat in range(len(names)):
        pile += s.hands[seat] + [card for card in s.decks[seat] if card < KIDS]
        s.hands[seat], s.decks[seat] = [], [card for card in s.decks[seat] if card >= KIDS]
    pile = [card for card in pile if card < KIDS]
    random.shuffle(pile)
    for seat in range(len(names)):
        level = random.randrange(6)
        perk = random.choice([*PERKS, None, None, None]) if level > 1 else None
        if perk is not None and PERK[perk] not in s.perks:
            s.perks[seat] = PERK[perk]
        holds = level + 1 + 2 * (s.perks[seat] == PERK["big_pack"])
        packed = random.randint(0, holds)
        pizza = random.randint(0, packed)
        s.level[seat], s.packs[seat] = level, [pizza, packed - pizza]
        s.stuff[seat] = [random.randint(0, 4), random.randint(0, 4)]
        s.hands[seat] = [pile.pop() for _ in range(random.randint(1, 4))]
        s.lookouts[seat] = [pile.pop() for _ in range(random.randint(0, min(level + 1, 2)))]
        s.discards[seat] = [pile.pop() for _ in range(random.choice((0, 1, 4)))]
        s.yards[seat] = [pile.pop() for _ in range(random.choice((0, 0, 2)))] if seat else []
    left = [perk for perk in range(len(PERKS)) if perk not in s.perks]
    s.perk_row, s.perks_gone = left[:4], left[4:]
    few = random.random() < 0.1
    s.park = [] if few else [pile.pop() for _ in range(3)]
    s.box, s.park_deck = (s.box + pile[1:], pile[:1]) if few else (s.box, pile)
    game._start_next()
    return game


def board(s: State, seat: int) -> Board:
    (pizza, toys), (packed_pizza, packed_toys) = s.stuff[seat], s.packs[seat]
    perk = s.perks[seat]
    name = None if perk is None else PERKS[perk]
    if seat != s.turn and name not in ("big_pack", "copy_and_paste"):
        name = None
    return Board(
        pizza, toys, packed_pizza, packed_toys, s.level[seat], len(s.lookouts[seat]), len(s.hands[seat]),
        len(s.discards[seat]), sum(len(yard) for other, yard in enumerate(s.yards) if other != seat),
        len(s.park) + len(s.park_deck), name,
    )  # fmt: skip


def position(game: Game) -> Position:
    """The leader's."""
    s, cards = game._state, game.setup.card_set
    return Position(cards.cards, tuple(s.hands[0]), tuple(s.lookouts[0]), board(s, 0), rival_packs(s, 0))


def rival_packs(s: State, seat: int) -> tuple[tuple[int, int], ...]:
    return tuple((s.packs[other][0], s.packs[other][1]) for other in s.others(seat))


def asked(game: Game, kind: str) -> list[Option]:
    """The options of a question of that kind, but for Recycling; none where something else is asked."""
    choice: Choice | None = game.choice
    if choice is None or choice.kind != kind:
        return []
    return [option for option in choice.options if option.perk is None]


def lead(game: Game, random: Random) -> int:
    """The leader's questions, held against the slow model, and answered at random. How many there were."""
    now = position(game)
    plays, questions = now.plays(), 0

    def same(kind: str, found: set[Any], told: set[Any]) -> None:
        nonlocal questions
        questions += 1
        assert found == told, (kind, "engine only", found - told, "slow only", told - found)

    options = {option.number: option for option in asked(game, "play") if option.card is not None}
    same("play", set(options), {play.card for play in plays})
    if not options:
        return questions
    card = random.choice(sorted(options))
    game.answer(options[card])
    plays = frozenset(play for play in plays if play.card == card)
    keys = {option.key for option in asked(game, "actions")} or {next(iter(plays)).order}
    same("actions", keys, {play.order for play in plays})
    order = random.choice(sorted(keys))
    if asked(game, "actions"):
        game.answer(order)
    plays = frozenset(play for play in plays if play.order == order)
    for kind, name in (("declare", "declared"), ("any_suit", "chosen")):
        told = {getattr(play, name) for play in plays}
        same(kind, {option.suit for option in asked(game, kind)} or {None}, told)
        suit = random.choice(sorted(told, key=str))
        if suit is not None:
            game.answer(f"suit:{suit}")
        plays = frozenset(play for play in plays if getattr(play, name) == suit)
    adding(game, random, now, plays, same)
    return questions


def adding(game: Game, random: Random, now: Position, plays: frozenset[Play], same: Any) -> None:
    """The cards that are added, one after the other."""
    taken: list[object] = []
    some = next(iter(plays))
    card = now.cards[some.card]
    actions = tuple(
        a for place in ORDERS[some.order] if (a := (card.public, card.private)[place]) is not None
    )
    wanted = wanted_by(actions, some.chosen)

    def gain(one: Extra) -> tuple[object, ...]:
        return one.number, *now.gain(one, wanted)

    sets = {tuple(sorted(map(gain, play.added), key=str)) for play in plays}
    while True:
        told: set[object] = {gain for gains in sets if _holds(gains, taken) for gain in _less(gains, taken)}
        ready = tuple(sorted(taken, key=str)) in sets
        options: dict[object, Option | None] = {}
        for option in asked(game, "add"):
            extra = Extra(
                option.number,
                (option.zone or "").removeprefix("add_"),
                OTHER if option.suit == COIN else option.suit,  # a coin is counted as such by itself
            )
            options[gain(extra) if option.card else "done"] = option
        if not options and not (game.choice and game.choice.kind == "add"):
            options = {"done": None} if ready else {}  # nothing is asked where nothing can be added
        same("add", set(options), told | ({"done"} if ready else set()))
        if not told:
            if options.get("done") is not None:
                game.answer("done")
            return
        key = random.choice(sorted(options, key=str))
        answer = options[key]
        assert answer is not None
        game.answer(answer)
        if key == "done":
            return
        taken.append(key)


def _holds(gains: tuple[object, ...], taken: list[object]) -> bool:
    return all(gains.count(one) >= taken.count(one) for one in taken)


def _less(gains: tuple[object, ...], taken: list[object]) -> list[object]:
    left = list(gains)
    for one in taken:
        left.remove(one)
    return left


def follow(game: Game, random: Random) -> int:
    """The next rival's questions, held against the slow model. How many there were."""
    choice = game.choice
    assert choice is not None
    s, cards, seat = game._state, game.setup.card_set, choice.seat
    played = cards.cards[s.played[-1]]
    suits = {suit for suit in (*played.suits, s.declared) if suit not in (COIN, None)}
    assert played.public is not None
    chase = Chase(
        cards.cards, tuple(s.hands[seat]), board(s, seat), rival_packs(s, seat),
        tuple(map(str, suits if COIN in played.suits else set(played.suits))), played.public,
        None if s.taken is None else ("pizza", "toy")[s.taken],
        2 if board(s, seat).perk == "copy_and_paste" else 1,
    )  # fmt: skip
    wanted = {*factors(played.public)}

    def gain(number: int, coin: str | None) -> tuple[object, ...]:
        coin = coin or (next(iter(follow_suits), None) if COIN in cards.cards[number].suits else None)
        counts = chase.counts((Extra(number, "hand", coin),))
        by_suit = [counts.get(suit, 0) for suit in SUITS if suit in wanted]
        if "any suit" not in wanted:
            return number, *by_suit
        numbers = sorted({counts.get(suit, 0) for suit in (*SUITS, COIN)})
        return number, *by_suit, *(counts.get(suit, 0) for suit in follow_suits), str(numbers)

    follow_suits = game.view(choice.player).follow_with
    sets = {tuple(sorted(gain(one.number, one.coin) for one in picks)) for picks in chase.discards()}
    taken: list[object] = []
    for question in range(chase.most):
        told: set[object] = {one for gains in sets if _holds(gains, taken) for one in _less(gains, taken)}
        if not taken or tuple(sorted(taken, key=str)) in {tuple(sorted(gains, key=str)) for gains in sets}:
            told.add("end")
        found = {gain(one.number, one.suit) if one.card else "end": one for one in asked(game, "follow")}
        if question and told == {"end"}:
            return question
        assert set(found) == told, ("follow", set(found) - told, told - set(found))
        key = random.choice(sorted(found, key=str))
        game.answer(found[key])
        if key == "end":
            return question + 1
        taken.append(key)
    return chase.most


def try_one(number: int) -> int:
    """One position: the leader's questions and the first rival's. Returns how many there were.

    Raises:
        AssertionError: the engine offers something else than the slow model.
    """
    for known in (ends, legal, all_outcomes):
        known.cache_clear()
    game, random = begin(number), Random(number)
    far: list[int] = []

    def spy(*given: Any) -> Any:
        reached = yield from perform(*given)
        far.append(reached)
        return reached

    try:
        with patch.object(phases, "perform", spy):
            questions = lead(game, random)
            while (choice := game.choice) is not None and game._state.phase == "play":
                game.answer(random.choice(choice.options))
        if far:
            assert max(far) == 2, "no action was done wholly"
        choice = game.choice
        if choice is not None and choice.kind == "follow":
            questions += follow(game, random)
    except AssertionError as error:
        raise AssertionError(f"position {number}", *error.args) from error
    return questions


if __name__ == "__main__":
    number, workers, first = (*map(int, sys.argv[1:4]), 0)[:3]
    with Pool(workers) as pool:
        total = sum(pool.imap_unordered(try_one, range(first, first + number), chunksize=50))
    print(f"{number} positions, {total} questions: the engine offers what the slow model does.")
