"""`shelfmark learn`: adapts the reader to its owner's corrections, where that makes it better.

Two things are learned: an addition to the answers for letter, order and count, and more pictures of each
category's icon (`vision.adapt`). Both are tried on corrected photos that were left out
(cross-validation), the addition also on general strips of many looks. The delivered models never change.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from scorer.errors import RefusedInput, phrase
from vision.adapt import Adaptation, Examples, Head, fingerprint, fit, log_loss, replay_strips, wrong
from vision.banner.read import read_banners
from vision.common.arrays import Floats32, Picture
from vision.common.fields import ORDERS
from vision.common.probability import unit
from vision.icons.encode import ICON_SIDE, VECTOR, cut_icon, embed
from vision.icons.legend import Legend
from vision.icons.match import read_icons
from vision.strips.rectify import from_jpeg

if TYPE_CHECKING:
    from scorer.confirmed.corrections import Correction

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class LearnSettings:
    """When something is learned from corrected cards, and when it is kept."""

    #: With fewer cards, none are left to try on.
    least_cards: int = 6
    #: How far errors may be answered, in nats: the gains that are tried.
    gains: tuple[float, ...] = (8.0, 4.0, 2.0)
    #: The cards of a single photo are left out in this many parts; several photos one at a time.
    parts: int = 4
    #: Heads are kept if they save at least this many errors.
    least_saved: int = 2
    #: Heads are kept if they save at least this share of the errors: less may be chance.
    least_share: float = 0.05
    #: A legend made of corrected icons alone may read this share of them wrongly.
    most_wrong: float = 0.3
    #: The newest pictures of a category's icon that are kept, the middle among them.
    most_icons: int = 10
    #: People give a card's books in any order: how often they are matched to its icons.
    rounds: int = 3


LEARNING = LearnSettings()
#: The picture of a category of which no icon was seen: black.
NO_ICON = np.zeros((ICON_SIDE, ICON_SIDE, 3), np.uint8)


class LearnError(RefusedInput):
    """There is not enough to learn from."""


@dataclass(frozen=True)
class Figure:
    """The errors ``before`` and ``after`` learning, of ``count`` values."""

    before: int
    after: int
    count: int


@dataclass(frozen=True)
class Report:
    """The figures of `learn`.

    ``own``: letter, order and count on the owner's cards, each photo read after learning from the other
    photos. ``general``: the same on general strips. ``icons``: categories of single icons on the owner's
    cards; None without a legend and six corrected icons. ``kept_text`` and ``kept_icons``: the addition, or
    the pictures, were better and are used from now on.
    """

    cards: int
    photos: int
    own: Figure
    general: Figure
    icons: Figure | None
    kept_text: bool
    kept_icons: bool

    @property
    def kept(self) -> bool:
        """Whether anything is kept."""
        return self.kept_text or self.kept_icons

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


@dataclass(frozen=True)
class Icons:
    """Icons of corrected cards: unit vectors [m, 48] with their category [m], photo [m] and picture."""

    vectors: Floats32
    category: NDArray[np.int64]
    photo: NDArray[np.int64]
    pictures: Picture

    def __getitem__(self, which: NDArray[Any]) -> Icons:
        return Icons(self.vectors[which], self.category[which], self.photo[which], self.pictures[which])


def learn(
    corrections: Sequence[Correction], legend: Legend | None, progress: Progress | None = None
) -> tuple[Adaptation, Report]:
    """Learns from corrected cards.

    Args:
        corrections: as the store keeps them; strips that are damaged, or were cut by another version, are
            left out.
        legend: the legend that photos are read with.
        progress: is told each step, and the share that is done before it, 0 to 1.

    Returns:
        The adaptation, with only those parts that are better than before, and the figures.

    Raises:
        LearnError: there are fewer than 6 cards.
        ModelError: a model's file is missing.
    """
    tell = progress or (lambda step, share: None)
    read = [(each, from_jpeg(each.strip)) for each in corrections]
    kept = [(each, strip) for each, strip in read if strip is not None]
    usable = [each for each, _ in kept]
    if len(usable) < LEARNING.least_cards:
        raise LearnError(
            phrase(
                "There are {cards} corrected cards and learning needs {least}: confirm or correct more cards "
                "of your photos first.",
                cards=len(usable),
                least=LEARNING.least_cards,
            )
        )
    names = list(dict.fromkeys(each.photo for each in usable))
    photo = np.array([names.index(each.photo) for each in usable])
    fold = photo if len(names) > 1 else np.arange(len(usable)) % LEARNING.parts
    strips = np.stack([strip for _, strip in kept])
    tell("read the corrected cards", 0.0)
    own = Examples(read_banners(strips), np.array([_labels(each) for each in usable]))
    tell("read the general strips", 0.2)
    pictures, labels = replay_strips()
    general = Examples(read_banners(pictures), labels)
    tell("learn letters and numbers", 0.7)
    heads, mine, others = _text(own, general, fold)
    tell("learn icons", 0.85)
    vectors, shown, icons = _icons(usable, strips, legend, fold)
    report = Report(
        cards=len(usable),
        photos=len(names),
        own=mine,
        general=others,
        icons=icons,
        kept_text=bool(heads),
        kept_icons=bool(vectors),
    )
    tell("done", 1.0)
    return Adaptation(heads, vectors, shown, fingerprint()), report


def _labels(correction: Correction) -> tuple[int, int, int]:
    card = correction.card
    of = card.of if card.of is not None and card.of <= ORDERS else 0
    return ord(card.letter) - ord("A"), card.order - 1 if card.order <= ORDERS else -1, of - 1


# --- letters and numbers


def _text(
    own: Examples, general: Examples, fold: NDArray[np.int64]
) -> tuple[dict[str, Head], Figure, Figure]:
    """The heads, if they are better on own cards and no worse on general strips, and both figures.

    Every second general strip is learned from; the other strips are tried on.
    """
    taught, asked = general[::2], general[1::2]
    before, of_all = int(wrong(own, {}).sum()), int((own.labels >= 0).sum())
    general_before = int(wrong(asked, {}).sum())
    tried = []
    for gain in LEARNING.gains:
        errors, nats = 0, 0.0
        for part in np.unique(fold):
            heads = fit(own[fold != part], taught, gain)
            errors += int(wrong(own[fold == part], heads).sum())
            nats += log_loss(own[fold == part], heads)
        heads = fit(own, taught, gain)
        after = int(wrong(asked, heads).sum())
        tried.append((errors, nats, after, heads))
    as_sure = log_loss(own, {})
    few = before - max(LEARNING.least_saved, LEARNING.least_share * before)
    good = [each for each in tried if each[2] <= general_before and each[1] < as_sure and each[0] <= few]
    errors, _, after, heads = min(good or tried, key=lambda each: (each[0], each[1]))
    own_figure, general_figure = (
        Figure(before, errors, of_all),
        Figure(general_before, after, asked.labels.size),
    )
    return heads if good else {}, own_figure, general_figure


# --- icons


def _icons(
    corrections: Sequence[Correction], strips: Picture, legend: Legend | None, fold: NDArray[np.int64]
) -> tuple[tuple[Floats32, ...], tuple[Picture, ...], Figure | None]:
    """Vectors and a picture for each category, if they are better, and the figures of single icons."""
    found = found_icons(corrections, strips, legend)
    if len(found.category) == 0:
        return (), (), None
    part = fold[found.photo]
    before = after = count = 0
    for each in np.unique(part):
        asked = found[part == each]
        more = prototypes(found[part != each])
        now = _with_pictures(legend, more)
        if now is None:
            continue
        count += len(asked.category)
        after += int((_nearest(asked.vectors, now) != asked.category).sum())
        before += (
            len(asked.category)
            if legend is None
            else int((_nearest(asked.vectors, legend.vectors) != asked.category).sum())
        )
    if count == 0:
        return (), (), None
    figure = Figure(before, after, count)
    if after >= before or (legend is None and after > LEARNING.most_wrong * count):
        return (), (), figure
    return prototypes(found), _pictures(found, legend), figure


def found_icons(corrections: Sequence[Correction], strips: Picture, legend: Legend | None) -> Icons:
    """The icons of cards with as many icons found as the card has books; ``photo`` is the card's number.

    People give a card's books in any order. So each card's books are matched to its icons in the order that
    fits best, by the legend or by the other cards.
    """
    seen = read_icons(strips, None)
    rows: list[int] = []
    cuts: list[Picture] = []
    books: list[list[int]] = []
    for number, (correction, boxes) in enumerate(zip(corrections, seen.boxes, strict=True)):
        there = boxes[boxes[:, 2] > 0]
        if len(there) == len(correction.card.categories) > 0:
            rows.append(number)
            books.append([CATEGORIES.index(category) for category in correction.card.categories])
            cuts += [cut_icon(strips[number], *map(float, box)) for box in there]
    if not rows:
        none = np.zeros(0, np.int64)
        return Icons(np.zeros((0, VECTOR), np.float32), none, none, NO_ICON[None][:0])
    pictures = np.stack(cuts)
    vectors = embed(pictures)
    ends = np.cumsum([len(each) for each in books])[:-1]
    photo = np.repeat(rows, [len(each) for each in books])
    category = np.concatenate([np.array(each) for each in books])
    for turn in range(LEARNING.rounds):
        known = prototypes(Icons(vectors, category, photo, pictures))
        middles = (
            legend.vectors if legend is not None and turn == 0 else (_with_pictures(legend, known) or known)
        )
        scores = _scores(vectors, middles)
        laid = [_matched(score, each) for score, each in zip(np.split(scores, ends), books, strict=True)]
        category = np.concatenate(laid)
    return Icons(vectors, category, photo, pictures)


def _matched(scores: Floats32, books: list[int]) -> NDArray[np.int64]:
    """The order of a card's books that fits its icons' ``scores`` [k, 6] best."""
    orders = list(dict.fromkeys(permutations(books)))
    return np.array(max(orders, key=lambda order: float(scores[np.arange(len(order)), order].sum())))


def prototypes(icons: Icons) -> tuple[Floats32, ...]:
    """The vectors of each category: the mean of its pictures, and the newest pictures close to the mean."""
    out = []
    for number in range(len(CATEGORIES)):
        own = icons.vectors[icons.category == number]
        if len(own) == 0:
            out.append(np.zeros((0, icons.vectors.shape[1]), np.float32))
            continue
        middle = unit(own.mean(axis=0))
        near = own[own @ middle >= np.median(own @ middle)]
        out.append(np.concatenate([middle[None], near[-LEARNING.most_icons + 1 :]]).astype(np.float32))
    return tuple(out)


def _with_pictures(legend: Legend | None, more: tuple[Floats32, ...]) -> tuple[Floats32, ...] | None:
    """The legend's vectors with ``more`` pictures; None while a category has no picture."""
    if legend is not None:
        return tuple(np.concatenate([own, new]) for own, new in zip(legend.vectors, more, strict=True))
    return more if all(map(len, more)) else None


def _scores(vectors: Floats32, legend: tuple[Floats32, ...]) -> Floats32:
    return np.stack(
        [(vectors @ each.T).max(axis=1) if len(each) else np.full(len(vectors), -1.0) for each in legend],
        axis=1,
    ).astype(np.float32)


def _nearest(vectors: Floats32, legend: tuple[Floats32, ...]) -> NDArray[np.int64]:
    return np.asarray(_scores(vectors, legend).argmax(axis=1), np.int64)


def _pictures(icons: Icons, legend: Legend | None) -> tuple[Picture, ...]:
    """The picture of each category that is nearest to the mean; without any, the legend's or black."""
    out = []
    for number in range(len(CATEGORIES)):
        own = np.flatnonzero(icons.category == number)
        if len(own) == 0:
            out.append(NO_ICON if legend is None else legend.pictures[number])
            continue
        middle = icons.vectors[own].mean(axis=0)
        out.append(icons.pictures[own[int((icons.vectors[own] @ middle).argmax())]])
    return tuple(out)


# --- one program learns at a time: two would keep a mixture of what each found

#: The lock's file in the data folder.
LOCK = "learning.lock"
#: What earlier versions, whose detector learned too, left in the data folder.
LEFT_BEHIND = ("card_detector.onnx", "card_detector.json", ".learning-*")


class LearnsElsewhere(RefusedInput):
    """Another program, or another page of the app, learns from the same data folder."""


@contextmanager
def learning_lock(folder: Path) -> Iterator[None]:
    """Keeps others from learning in a data folder, and clears away the detectors of earlier versions.

    SQLite locks the file: alike on every system, and the lock ends with the program that holds it.

    Raises:
        LearnsElsewhere: another program learns.
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LOCK).touch()
    with closing(sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise OSError(f"{folder / LOCK}: {error}") from error
            raise LearnsElsewhere(
                phrase("Another program or page is learning now: wait until it is done, then try again.")
            ) from error
        _clear(folder)
        yield


def _clear(folder: Path) -> None:
    for left in (each for pattern in LEFT_BEHIND for each in folder.glob(pattern)):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)
