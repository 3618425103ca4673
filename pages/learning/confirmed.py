"""What people confirm and mend, on its way into the register and the correction store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from pages.session.rights import Right, ask, may
from pages.table.state import Photo, Table, TableCard
from scorer.confirmed import register
from scorer.confirmed.catalogue import TitleStore
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register, RegisterError
from scorer.errors import RefusedInput
from scorer.folders import user_folder
from scorer.whole import write_whole
from vision import adapt
from vision.adapt import Adaptation
from vision.icons.legend import Legend
from vision.learn.fit import Progress, Report, learn, learning_lock
from vision.strips.rectify import to_jpeg

Confirmed = tuple[Photo | None, TableCard, TableCard | None]
"""The photo that shows a card best, what it is, and how it was read where it was mended."""


def keep_register(changed: Register) -> None:
    """Keeps the register of the owner's copy.

    Raises:
        RefusedInput: that is not the owner, or the database cannot be written.
    """
    ask(Right.COPY)
    changed.save()


def forget_register() -> None:
    """Forgets the owner's copy.

    Raises:
        RefusedInput: that is not the owner, or the database cannot be written.
    """
    ask(Right.COPY)
    register.forget_register()
    TitleStore().forget()


def store() -> CorrectionStore:
    """The owner's correction store, with all that was noted so far."""
    _recording.settle()
    return CorrectionStore()


def forget_corrections() -> None:
    """Forgets the corrections.

    Raises:
        RefusedInput: that is not the owner, or the database cannot be written.
    """
    ask(Right.LEARN)
    store().forget()


def adaptation_path() -> Path:
    """Where what was learned is kept."""
    return user_folder() / adapt.FILE


def kept_adaptation() -> Adaptation | None:
    """What was learned, None where nothing was, or for other networks than these."""
    return Adaptation.load(adaptation_path())


def learn_now(legend: Legend | None, progress: Progress) -> Report:
    """Learns from the corrections and keeps what reads better (`vision.learn`).

    Raises:
        RefusedInput: there is too little to learn from, a file is damaged, or that is not the owner.
        OSError: the data folder cannot be written.
    """
    ask(Right.LEARN)
    with learning_lock(user_folder()):
        learned, report = learn(store().all(), legend, progress)
        if report.kept:
            learned.save(adaptation_path())
        else:
            adaptation_path().unlink(missing_ok=True)
        _report_path().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_report_path(), TypeAdapter(Report).dump_json(report))
    return report


def last_report() -> Report | None:
    """The figures of the last time that was learned, None where there are none."""
    try:
        return TypeAdapter(Report).validate_json(_report_path().read_bytes())
    except (OSError, ValueError):
        return None


def forget_learned() -> None:
    """Photos are read as with the delivered models again.

    Raises:
        RefusedInput: that is not the owner, or another program learns.
        OSError: the data folder cannot be written.
    """
    ask(Right.LEARN)
    with learning_lock(user_folder()):
        adaptation_path().unlink(missing_ok=True)
        _report_path().unlink(missing_ok=True)


def _report_path() -> Path:
    return adaptation_path().with_suffix(".json")


def confirmed(photo: Photo | None, card: TableCard, was: TableCard | None = None) -> bool:
    """Takes note that a person says this is what ``card`` is: call it when they confirm or mend a card.

    ``photo``: the one that shows the card best (`Table.photo_of`), None for a card put down by hand, of which
    nothing is noted.
    ``was``: the card as it was read, if it was changed. Nothing is noted while a field of the card is
    doubtful or not known, nor of a card face down, nor of what a guest says; tells whether it was. Never
    raises: what cannot be kept (a folder that is read-only) must not stop anybody from scoring.
    """
    if not may(Right.COPY):
        return False
    known = _known([(photo, card, was)])
    if known:
        _recording.begin(partial(_record, CorrectionStore(), known))
    return _register(known)


def accepted(table: Table) -> int:
    """Takes note of every card of a table that its people accepted: call it when a game is finished.

    The sample table is nobody's copy: nothing is noted of it. A table played with another copy than the
    register's teaches to read, and leaves the register as it is. Nor do guests change what the owner's copy
    is. Gives the number of cards noted.
    """
    if table.sample or not may(Right.COPY):
        return 0
    known = _known((table.photo_of(card), card, None) for seat in table.shelves for card in seat.cards)
    _recording.begin(partial(_record, CorrectionStore(), known))
    return len(known) if _register(known) else 0


def _known(cards: Iterable[Confirmed]) -> list[Confirmed]:
    """The cards that are known in every field and lie face up."""
    return [
        (photo, card, was)
        for photo, card, was in cards
        if card.face_up and not card.review and card.letter and card.order and card.shelved.card
    ]


def _register(known: Sequence[Confirmed]) -> bool:
    """Takes the cards into the register, unless they are of another copy; tells whether it could be kept.

    A card that no photo shows was typed: it may be of any copy, and says nothing of this one.
    """
    cards = [card.shelved.card for photo, card, _ in known if photo and card.shelved.card is not None]
    now = datetime.now(UTC)
    try:
        copy = Register.load()
        if cards and not copy.is_another(cards):
            for card in cards:
                with suppress(RegisterError):  # a card that cannot exist is none of the copy's
                    copy.confirm(card, now)
            copy.save()
    except (RefusedInput, OSError):
        return False
    return bool(cards)


def _record(kept: CorrectionStore, known: Sequence[Confirmed]) -> None:
    """Keeps the strips of the cards."""
    now = datetime.now(UTC)
    with suppress(RefusedInput, OSError):
        strips = (_correction(photo, card, was, now) for photo, card, was in known if photo)
        kept.record(*(each for each in strips if each))


class _Background:
    """Work that nobody waits for, one after the other."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="learned")
        self._last: Future[None] | None = None

    def begin(self, work: Callable[[], None]) -> None:
        """Does it after what was begun before."""
        self._last = self._worker.submit(work)

    def settle(self) -> None:
        """Waits until all is done."""
        if self._last is not None:
            self._last.result()


_recording = _Background()  # photos are opened for it


def _correction(photo: Photo, card: TableCard, was: TableCard | None, now: datetime) -> Correction | None:
    """The strip of a card with what it is, None for a card that the photo does not show."""
    number = card.looks[0][1] if card.looks else -1
    if not 0 <= number < len(photo.outlines) or card.shelved.card is None:
        return None
    key, strips = _strips(photo.file, tuple(tuple(map(tuple, quad)) for quad in photo.outlines))
    seen = was or card
    read = {
        "letter": seen.letter,
        "order": seen.order,
        "of": seen.of,
        "categories": [category.value for category in seen.categories],
    }
    return Correction(key, number, card.shelved.card, to_jpeg(strips[number]), read, now)


@lru_cache(maxsize=2)
def _strips(
    file: Path, outlines: tuple[tuple[tuple[float, float], ...], ...]
) -> tuple[str, NDArray[np.uint8]]:
    """A name for a photo and the strips of its cards, cut once for all cards that are confirmed in it."""
    from hashlib import sha256

    from vision.photo.load import load_photo
    from vision.strips.rectify import strips

    key = sha256(file.read_bytes()).hexdigest()[:16]
    return key, strips(load_photo(file), np.array(outlines, np.float32))
