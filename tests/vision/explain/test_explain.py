"""An explanation shows what each step made of a photo."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from scorer.cli.main import app
from tests.vision.photos import SAMPLES, photo
from vision import PhotoReader
from vision.cutting import Kind
from vision.explain.parts import parts, sheet
from vision.explain.write import write_explanation

STEPS = ("propose", "judge", "place", "cut", "read", "decide")


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_the_command_writes_a_picture_and_a_table_a_step(tmp_path: Path) -> None:
    given = [
        "read",
        str(photo("ana")),
        "--legend",
        str(SAMPLES / "legend.jpg"),
        "--explain",
        str(tmp_path / "why"),
    ]
    outcome = CliRunner().invoke(app, given)
    assert outcome.exit_code == 0
    assert "Shelf 1: D1:SFFR" in outcome.stdout
    page = (tmp_path / "why" / "index.html").read_text(encoding="utf-8")
    for number, step in enumerate(STEPS, 1):
        picture = cv2.imread(str(tmp_path / "why" / f"{number}-{step}.jpg"))
        assert picture is not None
        assert picture.std() > 5, "something is drawn"
        assert f'src="{number}-{step}.jpg"' in page
        assert rows(tmp_path / "why" / f"{number}-{step}.csv")
    decided = rows(tmp_path / "why" / "6-decide.csv")
    assert len(decided) == len(rows(tmp_path / "why" / "4-cut.csv")) == 13
    first = next(row for row in decided if row["letter"] == "D")
    assert (first["letter by print"], first["order"], first["categories"]) == ("D", "1", "SFFR")
    judged = rows(tmp_path / "why" / "2-judge.csv")
    assert sum(row["taken for"] == "card" for row in judged) == len(decided)
    belief = np.array([[float(row[kind]) for kind in ("face", "back", "nothing")] for row in judged])
    assert ((belief > 0.5).sum(axis=1) == 1).all()
    assert {"odd size", "median contrast", "print"} <= judged[0].keys()


@pytest.mark.parametrize(("name", "kind"), [("two-players", "shelf"), ("solo-pile", "pile")])
def test_cards_have_one_number_in_all_tables(name: str, kind: Kind) -> None:
    reader = PhotoReader()
    looked = reader.look(photo(name), kind)
    steps = {part.name: part for part in parts(looked, reader.read_table([looked.seen], kind))}
    assert tuple(steps) == STEPS
    place = {row["card"]: (row["row"], row["column"]) for row in steps["place"].rows}
    assert {row["card"]: (row["row"], row["column"]) for row in steps["decide"].rows} == place
    assert [row["card"] for row in steps["cut"].rows] == list(place)
    for part in steps.values():
        assert all(list(row) == list(part.rows[0]) for row in part.rows), part.name


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    outcome = CliRunner().invoke(
        app, ["read", str(photo("ana")), "--explain", str(tmp_path / "file" / "why")]
    )
    assert outcome.exit_code == 1
    assert outcome.stderr.count("\n") == 1


def test_a_title_is_text(tmp_path: Path) -> None:
    reader = PhotoReader()
    looked = reader.look(photo("ana"))
    write_explanation(looked, reader.read_table([looked.seen]), tmp_path, "<b>ana</b>")
    assert "<title>&lt;b&gt;ana&lt;/b&gt;</title>" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_tiles_of_all_sizes_stand_side_by_side() -> None:
    tiles = [np.full((high, 30, 3), 7, np.uint8) for high in (10, 20, 5)]
    page = sheet(tiles, 2)
    assert (page == 7).all(axis=2).sum() == 30 * 35
    assert sheet([], 2).size > 0
