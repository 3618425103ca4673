"""How even Fort's house set is: the first player's win rate, and the cards of winning decks.

`python -m bench.fort_balance [GAMES] [BOT] [WORKERS]` plays so many games of two, of three and of four
players between equal bots. A card's share is how often winners own it at the end, beside how often any player
does.
"""

from __future__ import annotations

import sys
from collections import Counter
from multiprocessing import Pool
from statistics import fmean

from scorer.engine.bots import play_out
from scorer.engine.simulate import wilson
from scorer.fort.cards import CardSet
from scorer.fort.play import Game, Setup
from scorer.fort.play.bots import make_bot

NAMES = ["Ana", "Bo", "Cy", "Di"]
PLAYERS = (2, 3, 4)


def play(task: tuple[int, int, str]) -> tuple[float, Counter[str], Counter[str], int, list[int]]:
    """The first player's part of the win, the kids of winners and of all, rounds, and totals."""
    players, number, bot = task
    game = Game(Setup(players=NAMES[:players], seed=number, variant=("basic", "advanced")[number % 2]))
    bots = [make_bot(bot, number * players + seat) for seat in range(players)]
    play_out(game, bots)
    result = game.result
    assert result is not None
    s, cards = game._state, game.setup.card_set.cards
    winners: Counter[str] = Counter()
    everybody: Counter[str] = Counter()
    for seat, name in enumerate(game.setup.players):
        owned = [cards[card].name for card in s.owned(seat) if not cards[card].best]
        everybody.update(owned)
        if name in result.winners:
            winners.update(owned)
    first = game.setup.players[s.first]
    part = 1 / len(result.winners) if first in result.winners else 0.0
    return part, winners, everybody, game.round, [player.total for player in result.players]


def main(games: int = 1000, bot: str = "normal", workers: int = 1) -> None:
    winners: Counter[str] = Counter()
    everybody: Counter[str] = Counter()
    with Pool(workers) as pool:
        for players in PLAYERS:
            played = pool.map(play, [(players, number, bot) for number in range(games)], chunksize=20)
            rate = fmean(part for part, *_ in played)
            low, high = wilson(rate * games, games)
            for _, won, owned, _, _ in played:
                winners += won
                everybody += owned
            print(
                f"{players} players: the first wins {rate:.1%} ({low:.1%} to {high:.1%}), "
                f"even is {1 / players:.1%}; "
                f"{fmean(rounds for *_, rounds, _ in played):.1f} rounds, "
                f"{fmean(total for *_, totals in played for total in totals):.1f} points"
            )
    even = winners.total() / everybody.total()
    shares = {name: winners[name] / everybody[name] / even for name in everybody}
    deck = {
        card.name: winners[card.name] / winners.total() * 60
        for card in CardSet.house().cards
        if not card.best
    }
    print("in winning decks, beside its owners' share:", _in_percent(shares))
    print("in winning decks, beside one in sixty:", _in_percent(deck))


def _in_percent(shares: dict[str, float]) -> str:
    ranked = sorted(shares.items(), key=lambda item: item[1])
    return ", ".join(f"{name} {share:.2f}" for name, share in (*ranked[:5], *ranked[-8:]))


if __name__ == "__main__":
    main(*(int(word) if word.isdecimal() else word for word in sys.argv[1:4]))  # type: ignore[arg-type]
