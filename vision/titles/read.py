"""Reads the titles of the books on known cards: their number and the letter they begin with are known.

The program Tesseract reads the print. It comes with the system: Debian's tesseract-ocr, and
tesseract-ocr-por, -fra and -ces for the languages. All pictures are read in one run: starting it takes
longest.
"""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import cv2
import numpy as np

from scorer.cards import BookCard
from scorer.confirmed.catalogue import KeptTitle, Key
from scorer.confirmed.register import Register
from scorer.editions import EditionKey
from scorer.errors import Phrase, RefusedInput, phrase
from scorer.limits import MOST_TITLE
from scorer.titles import begins, folded
from scorer.whole import write_whole
from vision.common.arrays import Floats32, Picture
from vision.photo.pyramid import Photo, Pyramid
from vision.titles.lines import Line, hanging, title_lines

if TYPE_CHECKING:
    from vision.reading import CardReading, PhotoReading

# Tesseract

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


# Titles

# When a line or a word is a title's, and where one title ends.
#: Lines and words that are less sure are no print.
SURE_LINE = 0.2
SURE_WORD = 0.3
#: The middles of two lines of one title are so far apart, in pixels of a cut card.
LEAD = 60.0
#: Of an edge, in levels of colour: what counts as much as `LEAD`, and where more says no more.
EDGE_STEP = 25.0
CLEAR_EDGE = 60.0
#: What the card's letter at the beginning of a line weighs, and another letter there.
OWN_LETTER = 1.2
OTHER_LETTER = -0.6
#: Cards on which both directions are tried: all titles of a deck run the same way.
CARDS_TRIED = 3


@dataclass(frozen=True)
class Title:
    """A title as it was read, and how sure its least sure word is, 0 to 1.

    Both are empty and 0 where nothing was read.
    """

    text: str = ""
    sure: float = 0.0


def read_titles(
    photo: Photo,
    cards: Sequence[tuple[BookCard, Floats32]],
    language: EditionKey,
) -> dict[tuple[str, int], tuple[Title, ...]]:
    """The titles of cards by letter and order, a title a book from the left.

    Args:
        photo: the photo at its full size, BGR.
        cards: what they are, and their corners in it, [4, 2] as printed from the top left clockwise.
        language: that the titles are written in.

    Raises:
        TesseractError: Tesseract is not installed, or failed.
    """
    pyramid = Pyramid.of(photo)
    upwards = [title_lines(pyramid, corners) for _, corners in cards]
    tried = sorted(range(len(cards)), key=lambda number: -len(upwards[number]))[:CARDS_TRIED]
    down = [hanging(lines) for lines in upwards]
    read = _read([lines[number] for lines in (upwards, down) for number in tried], language)
    half = len(tried)
    turned = _clearness(read[half:]) > _clearness(read[:half])
    chosen = down if turned else upwards
    known = dict(zip(tried, read[half:] if turned else read[:half], strict=True))
    rest = [number for number in range(len(cards)) if number not in known]
    known |= dict(zip(rest, _read([chosen[number] for number in rest], language), strict=True))
    found = {}
    for number, (card, _) in enumerate(cards):
        titles = assembled(chosen[number], known[number], card)
        found[card.key] = titles[::-1] if turned else titles
    return found


def _read(cards: Sequence[list[Line]], language: EditionKey) -> list[list[list[Word]]]:
    """The words of the lines of each card."""
    words = iter(read_lines([line.picture for lines in cards for line in lines], language))
    return [[next(words) for _ in lines] for lines in cards]


def _clearness(cards: Sequence[Sequence[Sequence[Word]]]) -> float:
    """How much was read, and how surely."""
    return sum(word.sure * len(word.text) for lines in cards for line in lines for word in line)


def assembled(
    lines: Sequence[Line],
    words: Sequence[Sequence[Word]],
    card: BookCard,
) -> tuple[Title, ...]:
    """The titles that lines make, in the order of the lines: as many as the card has books.

    Lines are parted where they lie far apart, where an edge runs between them, and where a line begins with
    the card's letter.
    """
    books = len(card.categories)
    kept: list[tuple[Line, list[Word], float]] = []
    edge = 0.0
    for line, found in zip(lines, words, strict=True):
        edge = max(edge, line.edge)
        own = _print(found, card.letter)
        if own:
            kept.append((line, own, edge))
            edge = 0.0
    parts = [
        (line.middle - before.middle) / LEAD
        + min(edge, CLEAR_EDGE) / EDGE_STEP
        + (OWN_LETTER if begins(found[0].text, card.letter) else OTHER_LETTER)
        for (before, _, _), (line, found, edge) in pairwise(kept)
    ]
    cuts = sorted(1 + int(at) for at in np.argsort(parts)[::-1][: books - 1])
    bounds = [0, *cuts, len(kept)]
    groups = [kept[a:b] for a, b in pairwise(bounds)]
    titles = [_title([found for _, found, _ in group], card.letter) for group in groups if group]
    return (*titles[:books], *(Title() for _ in range(books - len(titles))))


def _print(words: Sequence[Word], letter: str) -> list[Word]:
    """The words of a line without specks that were read as words at its ends; none where all are specks."""
    own = list(words)
    for ahead in range(1, min(4, len(own))):
        if begins(own[ahead].text, letter) and all(
            word.sure < 2 * SURE_WORD and not begins(word.text, letter) for word in own[:ahead]
        ):
            own = own[ahead:]
            break
    while own and (own[-1].sure < SURE_WORD or not _letters(own[-1].text)):
        own.pop()
    while own and not _letters(own[0].text):
        own.pop(0)
    clear = _sure(own) >= SURE_LINE and len(_letters("".join(word.text for word in own))) > 1
    return own if clear else []


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _sure(words: Sequence[Word]) -> float:
    """The mean sureness, by the words' lengths."""
    return float(np.average([w.sure for w in words], weights=[len(w.text) for w in words])) if words else 0.0


def _title(lines: Sequence[Sequence[Word]], letter: str) -> Title:
    """One title of its lines. It begins with the card's letter, whatever was read there."""
    text = " ".join(word.text for line in lines for word in line).lstrip("|[](){}.,;:_-—~'\"“”‘’«»*=/\\ ")
    text = text.rstrip("|[{_—~*=\\ ")[:MOST_TITLE]
    if not text:
        return Title()
    if not begins(text, letter):
        text = letter + (text[1:] if folded(text[:2]) else text)
    return Title(text, min(word.sure for line in lines for word in line))


def titles_in(
    photo: Photo, reading: PhotoReading, register: Register, language: EditionKey
) -> dict[Key, tuple[KeptTitle, ...]]:
    """The titles of a photo's cards that are in the register as they were read, and lie face up on a shelf.

    ``photo``: at its full size, as it was read. ``language``: of the titles.

    Raises:
        TesseractError: the program Tesseract is not installed, or failed.
    """
    found = [confirmed(card, register) for shelf in reading.shelves for card in shelf.cards]
    cards = [(card, np.array(corners, np.float32)) for card, corners in filter(None, found)]
    read = read_titles(photo, cards, language)
    return {key: tuple(KeptTitle(title.text, title.sure) for title in books) for key, books in read.items()}


def confirmed(
    reading: CardReading, register: Register
) -> tuple[BookCard, Sequence[tuple[float, float]]] | None:
    """The register's card that was read, and its corners; None for a card that is not there so."""
    read = reading.card() if reading.face_up else None
    known = register.get(*read.key) if read else None
    if read is None or known is None or sorted(known.categories) != sorted(read.categories):
        return None
    return known, reading.corners
