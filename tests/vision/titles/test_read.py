"""Titles of their lines: parted by books, and begun with the card's letter."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import BookCard, Category
from scorer.confirmed.register import Register
from tests.pages.stand_in import card_reading
from tests.vision.titles import stand_in
from vision.titles import read as tesseract
from vision.titles.lines import Line
from vision.titles.read import (
    TesseractError,
    Title,
    Word,
    assembled,
    confirmed,
    lacking,
    read_lines,
    read_titles,
)

BLANK = np.full((40, 200), 255, np.uint8)
HISTORIES = Category.HISTORIC_VOLUMES


def a_card(letter: str, books: int) -> BookCard:
    return BookCard(letter, 1, 5, (HISTORIES,) * books)


def lines(*middles: float, edges: dict[int, float] | None = None) -> list[Line]:
    return [Line(BLANK, middle, (edges or {}).get(number, 0.0)) for number, middle in enumerate(middles)]


def words(*texts: str, sure: float = 0.9) -> list[list[Word]]:
    return [[Word(word, sure) for word in text.split()] for text in texts]


def test_lines_are_joined_to_as_many_titles_as_the_card_has_books() -> None:
    found = assembled(
        lines(100, 160, 400, 460), words("Dragons at", "home", "Dwarves and", "beards"), a_card("D", 2)
    )
    assert [title.text for title in found] == ["Dragons at home", "Dwarves and beards"]


def test_an_edge_parts_what_stands_close() -> None:
    said = words("Dragons", "Dens", "Dust")
    found = assembled(lines(100, 160, 220, edges={2: 60.0}), said, a_card("D", 2))
    assert [title.text for title in found] == ["Dragons Dens", "Dust"]


def test_a_book_without_a_readable_title_stays_empty() -> None:
    found = assembled(lines(100, 400), words("Dragons", "| ~"), a_card("D", 3))
    assert found == (Title("Dragons", 0.9), Title(), Title())


@pytest.mark.parametrize(("read", "letter", "title"), [("0gres", "O", "Ogres"), ("Élixirs", "E", "Élixirs")])
def test_a_title_begins_with_the_letter_of_its_card(read: str, letter: str, title: str) -> None:
    [found] = assembled(lines(100), words(read), a_card(letter, 1))
    assert found.text == title


def test_specks_read_as_words_are_left_out() -> None:
    said = [[Word("ew", 0.2), Word("oe", 0.4), Word("Zoos", 0.9), Word("ahead", 0.9), Word("=", 0.1)]]
    [found] = assembled(lines(100), said, a_card("Z", 1))
    assert found.text == "Zoos ahead"
    assert found.sure == pytest.approx(0.9)


def test_a_title_is_as_sure_as_its_least_sure_word() -> None:
    said = [[Word("Zebras", 0.96), Word("at", 0.97)], [Word("homc", 0.6), Word("again", 0.95)]]
    [found] = assembled(lines(100, 160), said, a_card("Z", 1))
    assert found == Title("Zebras at homc again", 0.6)


def test_the_program_is_asked_once_for_all_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in.install(monkeypatch, tmp_path, [[("Dragons", 91.5), ("home", 80)], []])
    assert read_lines([BLANK, BLANK], "en") == [[Word("Dragons", 0.915), Word("home", 0.8)], []]
    assert read_lines([], "fr") == []


def test_what_is_lacking_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in.install(monkeypatch, tmp_path, [[]])
    assert lacking("fr") is None
    assert "tesseract-ocr-ces" in str(lacking("cs"))
    with pytest.raises(TesseractError, match="tesseract-ocr-ces"):
        read_lines([BLANK], "cs")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert "install it" in str(lacking("en"))


@pytest.mark.parametrize(("program", "most"), [("sleep 60", 0.3), ("exit 3", 60)])
def test_a_program_that_fails_or_hangs_is_ended_and_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, most: float
) -> None:
    """It answers what it is and what it has, and fails at the first picture; or it does not even answer."""
    script = tmp_path / "tesseract"
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(tesseract, "_STARTING", most)
    monkeypatch.setattr(tesseract, "_ASKED", most)
    answers = 'case "$*" in *--version*) echo tesseract 5.3.0; exit;; *--list-langs*) echo eng; exit;; esac'
    for first in (answers, ""):
        script.write_text(
            f"#!/bin/sh\n{first}\nexec {program}\n"
            if "sleep" in program
            else f"#!/bin/sh\n{first}\n{program}\n",
            encoding="utf-8",
        )
        script.chmod(0o755)
        with pytest.raises(TesseractError, match="install it"):
            read_lines([BLANK], "en")


@given(st.lists(st.lists(st.text(max_size=9), max_size=14), max_size=9), st.text(max_size=20))
def test_a_table_of_whatever_kind_gives_words_that_can_be_shown(rows: list[list[str]], more: str) -> None:
    table = "\n".join("\t".join(cells) for cells in rows)
    whole = f"{table}\n5\t2\t1\t1\t1\t1\t0\t0\t9\t9\t91.5\tElm\x1b{more}"
    found = tesseract.words_of(whole)
    assert found[2][-1].text.startswith("Elm")
    for word in (word for page in found.values() for word in page):
        assert word.text
        assert word.text.isprintable()
        assert 0 <= word.sure <= 1


TITLES = [["Dragons at home"], ["Dwarves and", "their beards"], ["Dust"]]


@pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="waits for the program tesseract (package tesseract-ocr)"
)
@pytest.mark.parametrize("upwards", [True, False])
def test_the_program_reads_a_drawn_card(upwards: bool) -> None:
    card = a_card("D", 3)
    found = read_titles(stand_in.card(TITLES, upwards), [(card, stand_in.CORNERS)], "en")
    assert [title.text for title in found[card.key]] == [" ".join(title) for title in TITLES]


E2 = ("E", 2)
PAIR = (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)


def test_only_cards_that_are_read_as_confirmed_have_titles() -> None:
    register = Register()
    register.confirm(BookCard("E", 2, 7, PAIR))
    found = confirmed(card_reading(0, 0, "E2:SH"), register)
    assert found is not None
    assert found[0].key == E2
    for other in ("E2:SS", "E3:HS", ""):
        assert confirmed(card_reading(0, 0, other), register) is None
