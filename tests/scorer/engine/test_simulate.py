"""Many games between bots: simulations, tournaments, and the command `shelfmark simulate`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.engine.simulate import Played, simulate, summarize, wilson
from scorer.engine.tournament import Pairing, round_robin, standings
from scorer.play.bots.match import Match

RUN = CliRunner()


class TestSimulate:
    def test_workers_play_the_same_games(self) -> None:
        match = Match(("random", "random", "random"), edition="cs", seed=4)
        one, two = simulate(match, 7), simulate(match, 7, workers=2)
        skipped = {"decisions_per_second"}
        assert one.model_dump(exclude=skipped) == two.model_dump(exclude=skipped)

    def test_a_dask_cluster_plays_the_same_games(self) -> None:
        from distributed import LocalCluster

        match = Match(("random", "random"), seed=4)
        threads = {"processes": False, "protocol": "tcp"}  # started at once, and spoken to as afar
        start: Callable[..., Any] = LocalCluster  # distributed has no types
        with start(n_workers=2, threads_per_worker=1, dashboard_address=None, **threads) as cluster:
            there = simulate(match, 6, workers=2, dask=cluster.scheduler_address)
        skipped = {"decisions_per_second"}
        assert there.model_dump(exclude=skipped) == simulate(match, 6).model_dump(exclude=skipped)

    def test_figures(self) -> None:
        match = Match(("random", "normal"))
        games = [Played((10, 20), (1,), 8, 300, 0.5), Played((30, 30), (0, 1), 10, 100, 0.5)]
        result = summarize(match, games)
        assert [player.wins for player in result.players] == [0.5, 1.5]
        assert [player.mean_total for player in result.players] == [20, 25]
        assert (result.mean_rounds, result.most_rounds, result.decisions_per_second) == (9, 10, 400)

    @pytest.mark.parametrize(
        ("wins", "games", "low", "high"),
        [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
    )
    def test_wilson_interval(self, wins: int, games: int, low: float, high: float) -> None:
        assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)

    def test_command(self) -> None:
        ran = RUN.invoke(
            app, ["simulate", "--players", "random,random", "--games", "3", "--seed", "1", "--json"]
        )
        assert ran.exit_code == 0
        document = json.loads(ran.stdout)
        assert (document["games"], len(document["players"])) == (3, 2)
        assert "random 2" in RUN.invoke(app, ["simulate", "--games", "2"]).stdout

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["--players", "genius"], "no bot 'genius'"),
            (["--players", "random,random,random,random,random"], "at most 4"),
            (["--games", "0"], "at least one game"),
            (["--edition", "de"], "no edition 'de'"),
            (["--variant", "tiny"], "no variant"),
            (["--difficulty", "3"], "Only a solo game"),
        ],
    )
    def test_refusals(self, arguments: list[str], sentence: str) -> None:
        ran = RUN.invoke(app, ["simulate", "--games", "1", *arguments])
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert sentence in ran.stderr
        assert ran.stderr.count("\n") == 1


class TestTournament:
    def test_every_pair_plays_both_seats_of_each_deal(self) -> None:
        played = round_robin(("random", "normal", "easy"), 4, Match((), seed=2))
        assert [(pair.one, pair.other) for pair in played.pairings] == [
            ("random", "normal"),
            ("random", "easy"),
            ("normal", "easy"),
        ]
        first = simulate(Match(("random", "normal"), seed=2), 2).players[0].wins
        second = simulate(Match(("normal", "random"), seed=2), 2).players[1].wins
        assert played.pairings[0].wins == first + second
        assert played.standings[0].bot == "normal"
        assert sum(standing.rating for standing in played.standings) == pytest.approx(4500)

    @pytest.mark.parametrize(("wins", "gap"), [(50, 0.0), (75, 189.0), (100, 943.0)])
    def test_ratings_follow_the_wins(self, wins: int, gap: float) -> None:
        pair = Pairing(
            one="a", other="b", games=100, wins=wins, win_rate=wins / 100, interval=(0, 1), mean_margin=0
        )
        best, least = standings(["a", "b"], [pair])
        assert best.rating - least.rating == pytest.approx(gap, abs=1)

    def test_the_command_writes_the_table(self, tmp_path: Path) -> None:
        page = tmp_path / "bots.md"
        arguments = ["simulate", "--tournament", "--players", "random,normal", "--games", "2"]
        ran = RUN.invoke(app, [*arguments, "--markdown", str(page)])
        assert ran.exit_code == 0, ran.stderr
        assert "| normal | " in page.read_text()
        assert "random against normal" in ran.stdout
        ran = RUN.invoke(app, [*arguments, "--json"])
        assert [one["bot"] for one in json.loads(ran.stdout)["standings"]] == ["normal", "random"]

    @pytest.mark.parametrize(
        "words",
        [
            ["--players", "random,normal", "--games", "2"],
            ["--game", "fort", "--players", "normal,random", "--games", "2", "--variant", "advanced"],
            ["--players", "random,normal", "--games", "2", "--seed", "7", "--edition", "cs"],
        ],
    )
    def test_the_page_tells_the_command_that_made_it(self, words: list[str], tmp_path: Path) -> None:
        page = tmp_path / "the bots.md"
        given = ["simulate", *words, "--tournament", "--markdown", str(page)]
        assert RUN.invoke(app, given).exit_code == 0
        (told,) = [line for line in page.read_text("utf-8").splitlines() if line.startswith("    shelfmark ")]
        assert sorted(shlex.split(told)) == sorted(["shelfmark", *given])

    @pytest.mark.parametrize(
        ("players", "games", "sentence"),
        [
            ("random", "2", "two or more bots"),
            ("random,random", "2", "each named once"),
            ("random,normal", "3", "even number"),
            ("random,hard@x", "2", "takes no limit"),
            ("random,normal@10", "2", "takes no limit"),
            ("random,genius@10", "2", "no bot 'genius'"),
        ],
    )
    def test_what_cannot_be_played_is_refused(self, players: str, games: str, sentence: str) -> None:
        ran = RUN.invoke(app, ["simulate", "--tournament", "--players", players, "--games", games])
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert sentence in ran.stderr
