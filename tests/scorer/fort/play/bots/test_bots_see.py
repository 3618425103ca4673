"""Fort's bots decide by their view alone, and search games that theirs may be."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from scorer.fort.play import Choice, Game, Setup
from scorer.fort.play.bots import Bot, HardBot, make_bot
from scorer.fort.play.state import State
from scorer.fort.play.view import hidden_cards
from tests.scorer.engine.leaks import check_deals, check_decisions, states_in
from tests.scorer.engine.playing import play_on

NAMES = ["Ana", "Bo", "Cy", "Di"]
VARIANTS = ("basic", "advanced")
BOTS: dict[str, Callable[[int], Bot]] = {
    "normal": lambda seed: make_bot("normal", seed),
    "hard": lambda seed: HardBot(seed, tries=6),
}


def game_of(players: int, seed: int, variant: str = "") -> Game:
    setup = Setup(players=NAMES[:players], seed=seed, variant=variant or VARIANTS[seed % 2])
    return Game(setup, watched=True)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_decides_the_same_whatever_it_cannot_see(bot: str, players: int) -> None:
    """The leak test: games that look the same to a player, with all else dealt differently."""
    assert check_decisions(game_of(players, players + 10), BOTS[bot], Random(players), 0.06) > 3


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_deal_is_a_game_that_this_may_be(players: int, variant: str) -> None:
    dealt, differing = check_deals(game_of(players, players, variant), Random(7))
    assert dealt > 5
    assert differing > dealt * 0.8


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_leads_to_no_state_that_holds_more_than_the_player_may_know(variant: str) -> None:
    game, random = game_of(3, 3, variant), Random(3)
    while (choice := game.choice) is not None:
        if random.random() < 0.3:
            check_states(game, choice)
        game.answer(choice.options[random.randrange(len(choice.options))])


def check_states(game: Game, choice: Choice) -> None:
    """The view of the player who is asked leads to no state with a hidden card, seed or made-up rule."""
    view, seat = game.view(choice.player), choice.seat
    assert view.setup.seed == 0
    found = list(states_in(view, set()))
    assert len(found) > 1
    hidden = set(hidden_cards(game._state, seat))
    for state in found:
        assert state.seed == ""
        assert not hidden & {card for zone in state.zones(NAMES[:3]).values() for card in zone}
        assert all(rule in (None, -1) for other, rule in enumerate(state.rules) if other != seat)
        assert {*state.rule_pile, *state.rules_out} <= {-1}


def deals(game: Game, number: int = 40) -> list[State]:
    """The states that the player to move may be in."""
    assert game.choice is not None
    found = game.view(game.choice.player).deals
    assert found is not None
    return [dealt._state for seed in range(number) if (dealt := found.deal(seed)) is not None]


def test_cards_that_lay_open_stay_their_owners_in_every_deal() -> None:
    game = play_on(game_of(3, 8, "basic"), 150)
    assert game.choice is not None
    s, seat = game._state, game.choice.seat
    known = [
        {card for card in (*s.hands[other], *s.decks[other]) if s.seen >> card & 1 and other != seat}
        for other in range(3)
    ]
    assert sum(map(len, known)) > 3
    places = set()
    for state in deals(game):
        for other, cards in enumerate(known):
            assert cards <= {*state.hands[other], *state.decks[other]}
        places.add(tuple(map(tuple, state.hands)))
    assert len(places) > 20


def test_made_up_rules_that_a_player_saw_are_dealt_among_those_who_chose_later() -> None:
    game = game_of(3, 2, "basic")
    s = game._state
    seat = s.turn
    later, sooner = s.others(seat)
    pile = s.rule_pile
    unseen, s.rules[sooner] = s.rules_out, pile.pop()
    s.rules_known[seat] = sum(1 << rule for rule in pile)
    seen = set(pile)
    s.rules[seat] = pile.pop()
    s.rules[later] = pile.pop()
    game._start_next()
    found = deals(game)
    assert {state.rules[later] for state in found} == seen - {s.rules[seat]}
    assert {state.rules[sooner] for state in found} <= {*unseen, s.rules[sooner]}
    assert len({state.rules[sooner] for state in found}) > 3
    for state in found:
        assert {state.rules[later], s.rules[seat], *state.rule_pile} == seen


def test_the_hard_bot_is_seeded_and_anytime() -> None:
    game = play_on(game_of(2, 4, "basic"), 30)
    while game.choice is not None and len(game.choice.options) < 3:
        game.answer(game.choice.options[0])
    assert game.choice is not None
    view = game.view(game.choice.player)
    keys = {HardBot(3, tries=20).decide(view, game.choice).key for _ in range(2)}
    assert len(keys) == 1
    assert HardBot(3, seconds=0.001).decide(view, game.choice) in game.choice.options
    assert HardBot(3, seconds=None, tries=1).decide(view, game.choice) in game.choice.options
