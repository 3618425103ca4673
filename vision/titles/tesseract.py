"""The program Tesseract, which reads print: whether it is here, and what it reads on pictures of lines.

It comes with the system: Debian's tesseract-ocr, and tesseract-ocr-por, -fra and -ces for the languages. All
pictures are read in one run: starting it takes longest.
"""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

from scorer.editions import EditionKey
from scorer.errors import Phrase, RefusedInput, phrase
from scorer.whole import write_whole
from vision.common.arrays import Picture

#: What Tesseract calls the languages.
LANGUAGES: dict[EditionKey, str] = {"en": "eng", "pt": "por", "fr": "fra", "cs": "ces"}
#: A picture is one line of text; its pixels are as many an inch as Tesseract expects.
_OPTIONS = "--psm 7 --dpi 300"
#: Seconds that the program may take: to say which languages it has, to start, and for each line.
_ASKED, _STARTING, _A_LINE = 10, 30, 0.5
#: Columns of the table that the program writes: which page, how sure (a percentage), the word.
_PAGE, _SURE, _TEXT = 1, 10, 11


class TesseractError(RefusedInput):
    """Tesseract is not installed, or it failed."""


@dataclass(frozen=True)
class Word:
    """A word as it was read, and how sure Tesseract is of it, 0 to 1."""

    text: str
    sure: float


def lacking(language: EditionKey) -> Phrase | None:
    """What to install before titles of that language can be read; None where nothing is lacking."""
    try:
        # pytesseract sets no time limit here
        asked = subprocess.run(
            ["tesseract", "--list-langs"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_ASKED,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return phrase("Titles are read with the program Tesseract: install it (Debian: tesseract-ocr).")
    code = LANGUAGES[language]
    if code in asked.stdout.decode(errors="replace").split():
        return None
    return phrase(
        "Tesseract lacks this language: install its data {code} (Debian: tesseract-ocr-{code}).", code=code
    )


def read_lines(pictures: Sequence[Picture], language: EditionKey) -> list[list[Word]]:
    """The words on pictures of one line each, uint8 [h, w], dark on white.

    Raises:
        TesseractError: it is not installed, failed, or took too long.
    """
    if problem := lacking(language):
        raise TesseractError(problem)
    if not pictures:
        return []
    import pytesseract

    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # its threads get into each other's way
    with TemporaryDirectory() as folder:
        names = [Path(folder) / f"{number}.png" for number in range(len(pictures))]
        for name, picture in zip(names, pictures, strict=True):
            write_whole(name, cv2.imencode(".png", picture)[1].tobytes())
        pages = Path(folder) / "pages.txt"
        write_whole(pages, "".join(f"{name}\n" for name in names).encode())
        try:
            table = pytesseract.image_to_data(
                str(pages),
                lang=LANGUAGES[language],
                config=_OPTIONS,
                timeout=_STARTING + _A_LINE * len(pictures),
            )
        # RuntimeError: it failed or took too long; SystemExit: it is too old
        except (RuntimeError, OSError, UnicodeError, SystemExit) as error:
            raise TesseractError(
                phrase("Tesseract could not read the titles: install it anew or give fewer photos.")
            ) from error
    words = words_of(str(table))
    return [words[number] for number in range(1, len(pictures) + 1)]


def words_of(table: str) -> defaultdict[int, list[Word]]:
    """The words of each page, from 1, of the table that Tesseract writes."""
    found: defaultdict[int, list[Word]] = defaultdict(list)
    for row in table.split("\n"):
        cells = row.split("\t")
        try:
            page, sure = int(cells[_PAGE]), float(cells[_SURE]) / 100
            text = "".join(filter(str.isprintable, cells[_TEXT])).strip()
        except (IndexError, ValueError):
            continue
        if text and sure >= 0:
            found[page].append(Word(text, min(sure, 1.0)))
    return found
