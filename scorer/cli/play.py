"""The commands `shelfmark play` and `shelfmark simulate`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from scorer.cli.console import (
    AsJson,
    DeckOption,
    as_given,
    load_deck,
    print_json,
    refusing,
    say,
    show,
    write,
)
from scorer.cli.terminal import AutoOption, SaveOption, SeedOption, Terminal, bots_of, dealt, kept, seats
from scorer.editions import edition_key
from scorer.engine.simulate import Figures, Match, simulate
from scorer.engine.tournament import markdown, round_robin
from scorer.errors import RefusedInput
from scorer.fort.play.bots.match import FortMatch
from scorer.own_tiles import kept_tiles
from scorer.play.bots import BOTS
from scorer.play.bots import match as ex_libris
from scorer.play.game import Game
from scorer.play.setup import Setup

EditionOption = Annotated[str, typer.Option("--edition", help="en, pt, fr or cs.")]
VariantOption = Annotated[str, typer.Option(help="standard, beginner, friendly, long; + joins several.")]
DifficultyOption = Annotated[int | None, typer.Option(help="Solo: 1 to 7.")]

#: The games that can be simulated.
MATCHES: dict[str, type[Match]] = {"ex-libris": ex_libris.Match, "fort": FortMatch}


@refusing
def play(
    players: Annotated[
        str, typer.Option(help="Names with commas between; a bot as Bo=normal. One name alone plays solo.")
    ] = "Ana,Bo=normal",
    edition: EditionOption = "en",
    variant: VariantOption = "standard",
    difficulty: DifficultyOption = None,
    first: Annotated[
        str | None, typer.Option(help="Who begins: who last acquired a book. Drawn by lot if not told.")
    ] = None,
    seed: SeedOption = None,
    deck: DeckOption = None,
    save: SaveOption = None,
    auto: AutoOption = True,
) -> None:
    """Play Ex Libris in the terminal: hot seat, against bots, or alone."""
    names, kinds = seats(players, BOTS)
    game = kept(Game, save, auto)
    if game is None:
        setup = Setup(
            players=names,
            edition=edition_key(edition),
            variant=variant,
            difficulty=difficulty,
            seed=dealt(seed),
            tiles=kept_tiles(),
            first=first,
            deck=load_deck(deck),
        )
        game = Game(setup, auto=auto)
    Terminal(game, bots_of(game, kinds, BOTS), Console(highlight=False), autosave=save).run()


@refusing
def simulate_games(
    context: typer.Context,
    players: Annotated[str, typer.Option(help="Bots in seat order, with commas between.")] = "random,random",
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes.")] = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="tcp://…", help="Scheduler of a Dask cluster (extra cluster).")
    ] = None,
    edition: EditionOption = "en",
    variant: Annotated[
        str | None, typer.Option(help="As for play; for Fort: basic, or advanced with a draft.")
    ] = None,
    difficulty: DifficultyOption = None,
    of: Annotated[str, typer.Option("--game", help="ex-libris or fort.")] = "ex-libris",
    tournament: Annotated[
        bool, typer.Option("--tournament", help="Every bot against every other: win rates and Elo.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--markdown", metavar="F", help="A tournament's table as a page.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games: totals, win rates, rounds, decisions a second."""
    bots = tuple(name.strip() for name in players.split(","))
    if of not in MATCHES:
        raise RefusedInput(f"There is no game {of!r}: choose one of {', '.join(MATCHES)}.")
    match = MATCHES[of](bots, edition=edition_key(edition), difficulty=difficulty, seed=seed)
    if variant:
        match = replace(match, variant=variant)
    if tournament:
        _tournament(match, games, workers, dask, page, as_given(context), as_json)
        return
    figures = simulate(match, games, workers, dask)
    if as_json:
        print_json(figures.model_dump(mode="json"))
        return
    show(_table(figures))
    say(
        [
            f"Games: {figures.games}.",
            f"Rounds: {figures.mean_rounds:.1f} on average, {figures.most_rounds} at most.",
            f"Decisions: {figures.decisions}, {figures.decisions_per_second:,.0f} a second on one core.",
        ]
    )


def _tournament(
    match: Match,
    games: int,
    workers: int,
    dask: str | None,
    page: Path | None,
    command: str,
    as_json: bool,
) -> None:
    played = round_robin(match.bots, games, match, workers, dask)
    write(page, lambda: markdown(played, games, command).encode("utf-8"))
    if as_json:
        print_json(played.model_dump(mode="json"))
        return
    ratings = _headed("Bot", "Elo", "Games", "Wins", "Win rate", "95 %")
    for bot in played.standings:
        ratings.add_row(
            bot.bot,
            f"{bot.rating:.0f}",
            str(bot.games),
            f"{bot.wins:g}",
            f"{bot.win_rate:.1%}",
            _span(bot.interval),
        )
    show(ratings)
    for pair in played.pairings:
        say([f"{pair.one} against {pair.other}: {pair.win_rate:.1%} ({_span(pair.interval)})."])


def _table(figures: Figures) -> Table:
    table = _headed("Player", "Mean total", "Least", "Most", "Wins", "Win rate", "95 %")
    for player in figures.players:
        table.add_row(
            player.name,
            f"{player.mean_total:.1f}",
            str(player.least_total),
            str(player.most_total),
            f"{player.wins:g}",
            f"{player.win_rate:.1%}",
            _span(player.interval),
        )
    return table


def _headed(name: str, *figures: str) -> Table:
    """A table for names and figures."""
    table = Table(name)
    for title in figures:
        table.add_column(title, justify="right")
    return table


def _span(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:.1%} to {high:.1%}"
