"""The history of an archive as CSV: games, players and the sections of their totals."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from scorer.archive import Archive
from scorer.archive.figures import PARTS, history_csv
from tests.scorer.archive.archived import fort, inspected


def test_each_player_of_each_game_has_a_row_with_the_sections_of_the_total(tmp_path: Path) -> None:
    archive = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")
    game, result = inspected("Ana", "=1+1")
    game["players"][1]["bot"] = "greedy"
    archive.finish(game, result, "play")
    archive.finish(*fort(), "fort")
    text = history_csv(archive.games())
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [(row["player"], row["form"], row["bot"]) for row in rows] == [
        ("Ana", "B-7c", "no"),
        ("'=1+1", "B-7c", "yes"),
        ("Rulico", "fort", "no"),
        ("Lui", "fort", "no"),
    ]
    for row in rows:
        assert sum(int(row[part] or 0) for part in PARTS) == int(row["total"])
        assert row["winner"] in ("yes", "no")
    assert {row["player"] for row in rows if row["winner"] == "yes"} >= {"Rulico"}
