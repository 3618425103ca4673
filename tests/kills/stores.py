"""Everything that Shelfmark keeps, written again and again; and whether all that was confirmed is there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from pages.session.kept import keep_photo, kept_photo
from scorer.archive import Archive, earlier_states
from scorer.archive.repair import damage
from scorer.cards import BookCard, Category
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register
from scorer.engine.record import save
from scorer.folders import DATABASE_VARIABLE, FOLDER_VARIABLE
from scorer.play.record import Record
from scorer.whole import ASIDE, sweep
from tests.scorer.archive.archived import inspected, record, sheet
from vision.adapt import Adaptation, fingerprint
from vision.icons.legend import Legend
from vision.strips.rectify import HEIGHT, WIDTH, to_jpeg

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
#: Drafts, records, legends and photos are written anew under so many names.
NAMES = 8
STRIP = to_jpeg(np.zeros((HEIGHT, WIDTH, 3), np.uint8))
#: So many corrections are kept that none makes room for another.
MANY = 100_000


def use(folder: Path) -> None:
    """Everything lies in this folder from now on; a state is taken at every change."""
    os.environ[FOLDER_VARIABLE] = str(folder)
    os.environ.pop(DATABASE_VARIABLE, None)
    earlier_states.EVERY = timedelta(0)


def finish(n: int) -> None:
    Archive.open().finish(*inspected(f"Ana {n}", "Bo"), "typed", key=f"game {n}")


def draft(n: int) -> None:
    Archive.open().save_draft("fort", f"draft {n % NAMES}", sheet(n % 1000, f"{n}"))


def take_in(n: int) -> None:
    game, result = inspected(f"Cy {n}", "Di")
    when = NOON.isoformat()
    entry = {"source": "typed", "played": when, "changed": when, "game": game, "result": result}
    games = [entry | {"id": f"i{n}-{k}", "key": f"import {n} {k}"} for k in range(3)]
    Archive.open().take_in({"shelfmark_archive": 1, "games": games})


def card(n: int) -> BookCard:
    """A card that no other number gives, as long as there are fewer than 70,000."""
    books = tuple(list(Category)[n // 182 // 6**k % 6] for k in range(4))
    return BookCard("ABCDEFGHIJKLM"[n % 13], n // 13 % 14 + 1, 14, books)


def confirm(n: int) -> None:
    register = Register.load()
    register.confirm(card(n), NOON + timedelta(seconds=n))
    register.save()


def correct(n: int) -> None:
    CorrectionStore(most=MANY).record(Correction(f"photo {n}", 0, card(n), STRIP, {}, NOON))


def legend(n: int) -> None:
    vectors = tuple(np.full((1, 48), 48**-0.5, np.float32) for _ in Category)
    pictures = tuple(np.full((32, 32, 3), n % 251, np.uint8) for _ in Category)
    Legend(vectors, pictures).save(_folder() / "legend.json")


def adaptation(n: int) -> None:
    vectors = tuple(np.full((1, 48), n, np.float32) for _ in Category)
    pictures = tuple(np.zeros((32, 32, 3), np.uint8) for _ in Category)
    Adaptation({}, vectors, pictures, fingerprint()).save(_folder() / "adaptation.npz")


def game_record(n: int) -> None:
    save(record(f"Ana {n}", "Bo"), _folder() / f"record-{n % NAMES}.json")


def photo(n: int) -> None:
    keep_photo(_photo_name(n), str(n).encode() * 1000)


def _photo_name(n: int) -> str:
    return f"{n % NAMES:016x}.jpg"


def _folder() -> Path:
    return Path(os.environ[FOLDER_VARIABLE])


STORES: dict[str, Callable[[int], None]] = {
    work.__name__: work
    for work in (finish, draft, take_in, confirm, correct, legend, adaptation, game_record, photo)
}


@dataclass(frozen=True)
class Write:
    """The write number ``n`` to a store."""

    store: str
    n: int


def lost(confirmed: list[Write], begun: Write | None) -> list[str]:
    """What was confirmed and is not there, a sentence each. ``begun``: a write that may be there or not."""
    if found := damage():
        return [f"The archive is damaged: {found}."]
    archive, problems = Archive.open(), list[str]()
    numbers = {store: [write.n for write in confirmed if write.store == store] for store in STORES}
    keys = {game.key for game in archive.games()}
    problems += [f"game {n} is lost" for n in numbers["finish"] if f"game {n}" not in keys]
    wanted = [f"import {n} {k}" for n in numbers["take_in"] for k in range(3)]
    problems += [f"{key} is lost" for key in wanted if key not in keys]
    known = {(said.key, said.categories) for said in Register.load().history}
    problems += [
        f"confirmation {n} is lost"
        for n in numbers["confirm"]
        if (card(n).key, card(n).categories) not in known
    ]
    photos = {each.photo for each in CorrectionStore(most=MANY).all()}
    problems += [f"correction {n} is lost" for n in numbers["correct"] if f"photo {n}" not in photos]
    for store, said in _written_over(archive).items():
        for name, last in _last(numbers[store]).items():
            may = {last} | ({begun.n} if begun and begun.store == store else set())
            if (found_there := said(name)) not in may:
                problems.append(f"{store} {name} says {found_there}, not {last}")
    problems += [f"{row.name}: {row.why}" for row in archive.bad_rows()]
    return problems


def _last(numbers: list[int]) -> dict[int, int]:
    """The last write under each name."""
    return {n % NAMES: n for n in sorted(numbers)}


def _written_over(archive: Archive) -> dict[str, Callable[[int], Any]]:
    def drafted(name: int) -> int:
        found = archive.draft("fort", f"draft {name}")
        return int(found["players"][0]["name"]) if found else -1

    def recorded(name: int) -> int:
        path = _folder() / f"record-{name}.json"
        return int(Record.load(path).setup().players[0].removeprefix("Ana "))

    def photographed(name: int) -> int:
        data = kept_photo(_photo_name(name)).read_bytes()
        return int(data[: len(data) // 1000])

    return {"draft": drafted, "game_record": recorded, "photo": photographed}


def whole() -> list[str]:
    """Files of which there is one: each must be readable, and nothing half written left after a sweep."""
    problems = []
    folder = _folder()
    if (folder / "legend.json").exists():
        Legend.load(folder / "legend.json")
    if (folder / "adaptation.npz").exists() and Adaptation.load(folder / "adaptation.npz") is None:
        problems.append("the adaptation cannot be read")
    for state in earlier_states._paths(folder / "archive.db"):
        if earlier_states._state(state) is None:
            problems.append(f"the state {state.name} cannot be read")
    for place in (folder, folder / "photos", folder / "archive.db-states"):
        sweep(place, older=-1)
        problems += [f"{left} is left" for left in place.glob("*") if ASIDE.fullmatch(left.name)]
    return problems


def told(write: Write) -> bytes:
    return (json.dumps([write.store, write.n]) + "\n").encode()


def heard(line: bytes) -> Write:
    store, n = json.loads(line)
    return Write(store, n)
