"""The data folder, copied to another computer, has all that was kept: the guide says so."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from pages.session.kept import keep_legend, keep_photo, kept_legend
from scorer.archive import Archive
from scorer.cards import BookCard, Category
from scorer.confirmed.catalogue import TitleStore
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register
from scorer.folders import DATABASE_VARIABLE, FOLDER_VARIABLE
from scorer.fort.cards import CardSet
from scorer.fort.own_set import FILE as FORT_CARDS
from scorer.fort.own_set import OwnCards
from scorer.own_tiles import OwnTiles, keep_tiles, kept_tiles
from tests.pages.conftest import ROOT
from tests.pages.session.owned import owned
from tests.pages.steps import GAME
from tests.scorer.archive.archived import inspected, solo
from vision import Legend
from vision.strips.rectify import HEIGHT, WIDTH, to_jpeg

CARD = BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS))


def at(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv(FOLDER_VARIABLE, str(folder))
    patch.delenv(DATABASE_VARIABLE, raising=False)


def fill() -> Path:
    """Keeps something of each kind; gives the file of a photo."""
    archive = Archive.open()
    archive.finish(*inspected("Ana", "Bo"), "typed", key="table-evening")
    archive.finish(*solo(), "solo")
    archive.save_draft("table", "morning", {"game": GAME})
    keep_legend(Legend.from_photo(ROOT / "samples" / "legend.jpg"))
    copy = Register.load()
    copy.confirm(CARD)
    copy.save()
    TitleStore().write({("E", 2): ["Eating the Evidence", ""]})
    strip = to_jpeg(np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    CorrectionStore().record(Correction("a photo", 0, CARD, strip, {"letter": "F"}, datetime.now(UTC)))
    keep_tiles(OwnTiles.from_dict({"version": 1, "locations": {"10": {"spaces": [1, 1, 1, 1]}}}))
    file = keep_photo("morning", b"a photo")
    (file.parents[1] / FORT_CARDS).write_text(OwnCards.of(CardSet.house()).model_dump_json(), "utf-8")
    return file


def test_a_copied_folder_has_all_that_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = tmp_path / "here", tmp_path / "another computer"
    at(here, monkeypatch)
    photo = fill()
    kept, tiles, draft = owned(), kept_tiles(), Archive.open().draft("table", "morning")
    shutil.copytree(here, there)
    shutil.rmtree(here)
    at(there, monkeypatch)
    assert owned() == kept
    assert [game.players for game in Archive.open().games("bo")] == [["Ana", "Bo"]]
    assert draft
    assert Archive.open().draft("table", "morning") == draft
    assert Register.load().cards == (CARD,)
    assert TitleStore().all()["E", 2][0].text == "Eating the Evidence"
    assert [each.mended for each in CorrectionStore().all()] == [("letter",)]
    assert kept_tiles() == tiles != OwnTiles()
    assert kept_legend() is not None
    assert (there / photo.relative_to(here)).read_bytes() == b"a photo"
    assert OwnCards.load(there / FORT_CARDS).kids
