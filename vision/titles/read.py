"""Reads the titles of the books on known cards: their number and the letter they begin with are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from scorer.cards import BookCard
from scorer.confirmed.catalogue import KeptTitle, Key
from scorer.confirmed.register import Register
from scorer.editions import EditionKey
from scorer.limits import MOST_TITLE
from scorer.titles import begins, folded
from vision.common.arrays import Floats32
from vision.photo.pyramid import Photo, Pyramid
from vision.titles.lines import Line, hanging, title_lines
from vision.titles.tesseract import Word, read_lines

if TYPE_CHECKING:
    from vision.reading import CardReading, PhotoReading


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
