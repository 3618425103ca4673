"""Games and drafts that the pages show in tests of what they look like in the middle of things."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, table

from scorer.archive import Archive
from scorer.archive.schema.database import engine_of
from scorer.archive.schema.tables import meta
from scorer.cards import BookCard, Category
from scorer.confirmed.catalogue import KeptTitle, TitleStore
from scorer.confirmed.register import Register
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from tests.scorer.archive.archived import fort, inspected, solo

#: Answers that are left to give in a game that is nearly over.
LEFT = 8
#: The pages by their names, and as they open.
PAGES = sorted(
    file.stem
    for file in (Path(__file__).parents[2] / "pages").glob("*.py")
    if file.read_text(encoding="utf-8").endswith("\n\npage()\n")
)
OPENED = ["/" if name == "score" else f"/{name}" for name in PAGES]
#: Pages as they are in the middle of things: drafts that `lay_down` lays down.
UNDER_WAY = [
    "/?step=photos",
    "/?table=checking&step=check",
    "/?table=checking&step=form",
    "/play?game=at-play",
    "/play?game=over",
    "/solo?game=alone",
    "/deck?tab=copy",
    "/deck?tab=copy&part=titles",
    "/archive?game=GAME",
    "/fort?game=at-fort",
]


def lay_down(data_folder: Path) -> str:
    """Lays down games and drafts for the pages to show; gives the id of a game of the archive."""
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    made = [(inspected("Ana", "Bo"), "typed"), (solo("Ana"), "solo"), (fort(), "fort")]
    ids = [
        archive.finish(*each, source, played=datetime(2026, 11, day, tzinfo=UTC), key=f"evening-{day}")  # type: ignore[arg-type]
        for day, (each, source) in enumerate(made, 1)
    ]
    shelves = ["A1:RR B1:SS / C1:FFH D1:HM", "M8:H M3:HHS N1:HM / C2:R . #"]  # a card had better be turned
    game = inspected("Ana", "Bo")[0]
    for player, shelf in zip(game["players"], shelves, strict=True):
        del player["tally"], player["stability"]
        player["shelf"] = shelf
    archive.save_draft("table", "checking", {"game": game})
    archive.save_draft("play", "at-play", {"record": Game(Setup(players=["Ana", "Bo"], seed=7)).record})
    archive.save_draft("play", "over", {"record": _over()})
    archive.save_draft("solo", "alone", {"record": Game(Setup(players=["Ana"], difficulty=3, seed=7)).record})
    sheet = {"name": "Ana", "track": 3, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": False}
    archive.save_draft("fort", "at-fort", {"players": [sheet, sheet | {"name": "Bo"}], "macaroni": -1})
    _own_titles(data_folder / "archive.db")
    return ids[0]


def _own_titles(database: Path) -> None:
    """Two cards of the owner's copy: a title is doubtful, one is not known, and they are not in order."""
    own = Register()
    for order in (1, 2):
        own.confirm(BookCard("A", order, 9, (Category.REFERENCE_TEXTS, Category.SPELLS_POTIONS)))
    own.save(database)
    store = TitleStore(database)
    store.write({("A", 1): ["Azur & <b>Or</b>", "Aria"]})
    store.keep({("A", 2): [KeptTitle("Animalia", 0.6)]})


@cache
def _over() -> dict[str, Any]:
    """The record of a game that was played out; not to be changed."""
    return played_out("Ana", "Bo").record


def played_out(*players: str) -> Game:
    """A whole game of these players, alone a solo game."""
    game = Game(Setup(players=list(players), seed=7, difficulty=3 if len(players) == 1 else None))
    bot = make_bot("random", 5)
    while game.choice is not None:
        game.answer(bot.decide(game.view(game.choice.player), game.choice))
    return game


def nearly_over(players: list[str]) -> dict[str, Any]:
    """The record of a game that has `LEFT` answers left."""
    record = played_out(*players).record
    return record | {"choices": record["choices"][:-LEFT]}


def empty(data_folder: Path) -> None:
    """Takes everything but photos out of the data folder of an app that runs."""
    for file in data_folder.iterdir():
        if file.is_file() and not file.name.startswith(("archive.db", "server-")):
            file.unlink()
    if (data_folder / "archive.db").exists():
        with engine_of(f"sqlite:///{data_folder / 'archive.db'}").begin() as connection:
            for name in {*inspect(connection).get_table_names()} - {meta.name}:
                connection.execute(table(name).delete())
