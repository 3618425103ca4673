"""Our banner reader beside Tesseract and RapidOCR, on the same strips.

`python -m bench.second_reader FOLDER…`: the folders hold photos with truth; `python -m vision.synth FOLDER`
draws photos in looks that no network was trained on. Strips of cards 200 to 330 pixels wide are cut along the
true corners. The other readers get each strip twice: its half with the banner, and the letter and the number
that our finder cuts out of it, brought to black on white. Then it prints how often they are right where our
reader is in doubt, so that asking them would help.

Both come with the extra `bench`, Tesseract's program as Debian's tesseract-ocr; a missing reader is left out.
Milliseconds are for one card, on the clock and in processor time, child processes included.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from vision.banner.read import BannerEvidence, read_banners
from vision.geometry.quads import widths
from vision.photo.load import load_photo
from vision.strips import rectify
from vision.strips.marks import find_marks

os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract's threads get into each other's way

Picture = NDArray[np.uint8]
Words = tuple[str | None, int | None, int | None]  #: letter, order, count; None for an unread value
Marked = Callable[[Picture], str]  #: a second reader: from a picture to its reading

#: Pixels in the photo of the cards that are taken.
WIDE = (200, 330)
#: Our reading is in doubt when it is less likely than this.
DOUBTFUL = 0.9
INK = 48  #: the height in pixels of a cut letter or number; Tesseract was made for about this
_NUMBER = re.compile(r"(\d{1,2})\D+(\d{1,2})")


@dataclass(frozen=True)
class Strips:
    """Strips of one printing, uint8 [n, h, w, 3], with their truth."""

    pictures: Picture
    truth: list[Words]


@dataclass(frozen=True)
class Answers:
    """A reader's readings of all strips, in order, and the milliseconds for a card: clock, processor."""

    words: list[Words]
    clock: float
    processor: float


def photographed(folder: Path, most: int) -> list[Strips]:
    """Strips of the photos in ``folder``, an equal share of ``most`` of each."""
    paths = sorted(folder.glob("[0-9]*.jpg"))
    out = []
    for number, path in enumerate(paths):
        shelves = json.loads(path.with_suffix(".json").read_text())["shelves"]
        cards = [card for shelf in shelves for card in shelf if card["face_up"]]
        corners = np.array([card["corners"] for card in cards], np.float32).reshape(-1, 4, 2)
        share = most * (number + 1) // len(paths) - most * number // len(paths)
        fit = [i for i, width in enumerate(widths(corners)) if WIDE[0] <= width <= WIDE[1]][:share]
        if fit:
            truth: list[Words] = [(c["letter"], c["order"], c["of"]) for c in (cards[i] for i in fit)]
            out.append(Strips(rectify.strips(load_photo(path), corners[fit]), truth))
    return out


def processor() -> float:
    """Seconds of processor time so far, of this process and its children."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def asked(read: Callable[[Strips], list[Words]], shown: list[Strips]) -> Answers:
    """Runs a reader over all strips, once warmed up."""
    read(Strips(shown[0].pictures[:1], shown[0].truth[:1]))
    began, busy = time.perf_counter(), processor()
    words = [word for strips in shown for word in read(strips)]
    cards = max(len(words), 1)
    return Answers(words, 1000 * (time.perf_counter() - began) / cards, 1000 * (processor() - busy) / cards)


def ours(strips: Strips) -> list[Words]:
    """Letter, order and count by the networks that come with the program."""
    seen = read_banners(strips.pictures)
    best = (logs.argmax(axis=1) for logs in (seen.letter, seen.order, seen.of))
    return [
        (chr(65 + int(letter)), int(order) + 1, int(of) + 1) for letter, order, of in zip(*best, strict=True)
    ]


def whole(read: Marked) -> Callable[[Strips], list[Words]]:
    """A reader that is shown the strip's left half, where every printing has its banner, twice as large."""

    def words(strips: Strips) -> list[Words]:
        out = []
        for strip in strips.pictures:
            half = strip[:, : strip.shape[1] // 2]
            text = read(
                np.asarray(cv2.resize(half, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
            )
            number = _NUMBER.search(text)
            letter = re.search(r"[A-Z]", text[: number.start()] if number else text)
            out.append((letter and letter[0], number and int(number[1]), number and int(number[2])))
        return out

    return words


def in_cuts(letters: Marked, numbers: Marked) -> Callable[[Strips], list[Words]]:
    """A reader that is shown the letter and the number alone, where our finder saw them."""

    def words(strips: Strips) -> list[Words]:
        marks = find_marks(strips.pictures)
        return [
            (letter_in(letters(ink(strip, a))), *number_in(numbers(ink(strip, b))))
            for strip, a, b in zip(strips.pictures, marks.letter, marks.number, strict=True)
        ]

    return words


def ink(strip: Picture, box: NDArray[np.float32]) -> Picture:
    """A mark cut out and brought to black on white, BGR; ``box`` is probability, x, y, width, height."""
    _, x, y, width, height = (float(v) for v in box)
    scale, room = INK / max(height, 4.0), 0.25 * max(height, 4.0)
    size = (round((max(width, 4.0) + 2 * room) * scale), round(INK + 2 * room * scale))
    matrix = np.array([[scale, 0, size[0] / 2 - scale * x], [0, scale, size[1] / 2 - scale * y]], np.float64)
    cut = cv2.warpAffine(strip, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    _, black = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    rim = np.concatenate([black[0], black[-1], black[:, 0], black[:, -1]])
    black = black if rim.mean() > 127 else 255 - black
    black = cv2.copyMakeBorder(black, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.cvtColor(black, cv2.COLOR_GRAY2BGR), np.uint8)


def letter_in(text: str) -> str | None:
    """The letter in the text."""
    found = re.search(r"[A-Za-z]", text)
    return found[0].upper() if found else None


def number_in(text: str) -> tuple[int | None, int | None]:
    """Order and count: two numbers, or two digits that lost the stroke between them."""
    found = _NUMBER.search(text) or re.fullmatch(r"(\d)[/|1Il-]?(\d)", text.strip())
    return (int(found[1]), int(found[2])) if found else (None, None)


def tesseract() -> dict[str, Callable[[Strips], list[Words]]]:
    """Tesseract on banners and on cut marks; empty if it is not installed."""
    try:
        import pytesseract
    except ImportError:
        return {}
    if shutil.which("tesseract") is None:
        return {}

    def with_options(options: str) -> Marked:
        return lambda picture: str(pytesseract.image_to_string(picture, config=options))

    letters = with_options("--psm 10 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    numbers = with_options("--psm 7 -c tessedit_char_whitelist=0123456789/-")
    return {
        "Tesseract, half the strip": whole(with_options("--psm 11")),
        "Tesseract, our cuts": in_cuts(letters, numbers),
    }


def rapidocr() -> dict[str, Callable[[Strips], list[Words]]]:
    """RapidOCR on banners and on cut marks; empty if it is not installed."""
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return {}
    engine = RapidOCR(params={"Global.log_level": "error"})

    def everything(picture: Picture) -> str:
        return " ".join(engine(picture, use_cls=False).txts or ())

    def one_line(picture: Picture) -> str:
        return " ".join(engine(picture, use_det=False, use_cls=False, use_rec=True).txts or ())

    return {"RapidOCR, half the strip": whole(everything), "RapidOCR, our cuts": in_cuts(one_line, one_line)}


def right(words: list[Words], truth: list[Words]) -> list[str]:
    """Percentages of letters, orders, counts, and of all three on one card."""
    same = np.array([[a == b for a, b in zip(w, t, strict=True)] for w, t in zip(words, truth, strict=True)])
    return [f"{100 * share:.1f}" for share in (*same.mean(axis=0), same.all(axis=1).mean())]


def compare(title: str, shown: list[Strips], console: Console) -> None:
    """Prints all readers' accuracy and time, and their gain on doubtful banners."""
    truth = [word for strips in shown for word in strips.truth]
    answers = {name: asked(read, shown) for name, read in {"ours": ours, **tesseract(), **rapidocr()}.items()}
    table = Table(
        "reader",
        "letter",
        "order",
        "count",
        "all three",
        "ms",
        "processor ms",
        title=f"{title}: {len(truth)} strips",
    )
    for name, given in answers.items():
        table.add_row(name, *right(given.words, truth), f"{given.clock:.1f}", f"{given.processor:.1f}")
    console.print(table)
    seen = [read_banners(strips.pictures) for strips in shown]
    second(answers, seen, truth, console)


def second(
    answers: dict[str, Answers], seen: list[BannerEvidence], truth: list[Words], console: Console
) -> None:
    """Prints how many of the values of which ours is unsure are wrong: by ours alone, and when another
    reader's word is weighed in.
    """
    table = Table(
        "field", "in doubt", "wrong, ours alone", "second reader", "right where ours doubts", "wrong, with it"
    )
    for k, field in enumerate(("letter", "order", "of")):
        logs = np.concatenate([np.asarray(getattr(each, field), np.float64) for each in seen])
        true = np.array([_index(word[k]) for word in truth])
        doubt = np.exp(logs.max(axis=1)) < DOUBTFUL
        wrong = doubt & (logs.argmax(axis=1) != true)
        for name, given in list(answers.items())[1:]:
            theirs = np.array([_index(word[k]) for word in given.words])
            theirs[theirs >= logs.shape[1]] = -1
            after = weighed(logs, theirs, true, doubt)
            hits = int((theirs == true)[doubt].sum())
            table.add_row(
                field,
                str(doubt.sum()),
                str(wrong.sum()),
                name,
                str(hits),
                str(int((doubt & (after != true)).sum())),
            )
    console.print(table)


def weighed(
    logs: NDArray[np.float64],
    theirs: NDArray[np.int64],
    true: NDArray[np.int64],
    doubt: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """The likeliest values, [n], with a second reader's values ``theirs`` (-1 for unread) where ours is in
    doubt.

    How often ``theirs`` is right is measured on every other doubtful strip and used on the strips between: no
    value is judged by itself.
    """
    out = logs.copy()
    places = np.flatnonzero(doubt & (theirs >= 0))
    for mine, others in ((places[::2], places[1::2]), (places[1::2], places[::2])):
        # Laplace's rule: a right and a wrong value are counted beforehand
        trust = ((theirs == true)[others].sum() + 1) / (len(others) + 2)
        out[mine, theirs[mine]] += np.log(trust / ((1 - trust) / (logs.shape[1] - 1)))
    return np.asarray(out.argmax(axis=1), np.int64)


def _index(value: str | int | None) -> int:
    """The index of a letter or number among its values; -1 for an unread value."""
    if value is None:
        return -1
    return ord(value) - 65 if isinstance(value, str) else value - 1


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    options.add_argument("--most", type=int, default=120, help="strips of a folder")
    given = options.parse_args()
    for folder in given.folders:
        compare(f"strips of {folder}", photographed(folder, given.most), Console(width=120))


if __name__ == "__main__":
    main()
