"""Fort's bots: they see a view only, and playing well beats playing at random."""

from __future__ import annotations

import pytest

from scorer.engine.bots import play_out
from scorer.errors import RefusedInput
from scorer.fort.cards import CardSet
from scorer.fort.play import Choice, Game, Option, Setup, View
from scorer.fort.play.bots import bot_names, make_bot
from scorer.fort.play.bots.greedy import PERKS, RULES, GreedyBot
from scorer.fort.play.setup import PERKS as ALL_PERKS
from scorer.fort.play.setup import RULES as ALL_RULES
from tests.scorer.fort.play.scene import Scene


def winners(*bots: str, seed: int) -> list[str]:
    """The bots that win a game, by their names."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(bots)]
    game = Game(Setup(players=names, seed=seed, variant=("basic", "advanced")[seed % 2]))
    players = [make_bot(bot, seed * 10 + seat) for seat, bot in enumerate(bots)]
    play_out(game, players)
    assert game.result is not None
    return [name.split()[0] for name in game.result.winners]


def test_bots_are_known_by_name() -> None:
    assert bot_names()[:3] == ["normal", "hard", "random"]
    with pytest.raises(RefusedInput, match="no bot 'genius'"):
        make_bot("genius", 1)


def test_a_bot_of_a_kept_game_keeps_its_former_name() -> None:
    assert isinstance(make_bot("greedy", 1), GreedyBot)


def test_normal_beats_random() -> None:
    games = [winners("normal", "random", seed=seed) for seed in range(15)]
    games += [winners("random", "normal", seed=seed) for seed in range(15)]
    assert sum(won == ["normal"] for won in games) >= 27


@pytest.mark.parametrize(("level", "stuff"), [(2, (2, 1)), (4, (4, 2))], ids=["early", "game ends"])
@pytest.mark.parametrize("other", ["Joãozinha", "Mochileiro", "Rabisco"])
def test_hard_gathers_and_builds_where_normal_takes_what_brings_more_at_once(
    other: str, level: int, stuff: tuple[int, int]
) -> None:
    levels = {}
    for bot in ("normal", "hard@30"):
        scene = Scene("crown", "resource × 2", "advance").hand(0, other).level(0, level).stuff(0, *stuff)
        for seat in (0, 1):
            scene.s.seen |= sum(1 << friend for friend in scene.cards.friends(seat))
        scene.start()
        player = make_bot(bot, 1)
        while scene.game.choice is not None and scene.choice.player == "Nani":
            scene.say(player.decide(scene.game.view("Nani"), scene.choice).key)
        levels[bot] = scene.state_of(0)[-1]
    assert levels == {"normal": level, "hard@30": level + 1}


def test_normal_knows_every_made_up_rule_and_perk() -> None:
    assert set(RULES) == set(ALL_RULES)
    assert set(PERKS) == set(ALL_PERKS)


def test_a_bot_of_ones_own_needs_one_method() -> None:
    class First:
        def decide(self, view: View, choice: Choice) -> Option:
            return choice.options[0]

    game = Game(Setup(players=["Ana", "Bo"], seed=2))
    play_out(game, [First()] * 2)
    assert game.over


def test_the_cards_of_the_house_set_all_find_players() -> None:
    """In games between equal bots every kid is owned by somebody at some end."""
    owned: set[str] = set()
    for seed in range(12):
        game, bots = Game(Setup(players=["Ana", "Bo", "Cy", "Di"], seed=seed)), [make_bot("normal", seed)] * 4
        play_out(game, bots)
        owned |= {
            card.name for seat in range(4) for n in game._state.owned(seat) for card in [game._table.cards[n]]
        }
    assert {card.name for card in CardSet.house().cards} <= owned
