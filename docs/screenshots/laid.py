"""What lies in the app's data folder before pictures are taken: evenings in the archive, games under way, a
copy that is known in part, cards that were mended.
"""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scorer.archive import Archive
from scorer.cards import BookCard, Category, Deck
from scorer.confirmed.corrections import Correction, CorrectionStore
from scorer.confirmed.register import Register
from scorer.fort import Sheet, score_fort
from scorer.fort.play import Game as FortGame
from scorer.fort.play import Setup as FortSetup
from scorer.fort.play.bots import make_bot as make_fort_bot
from scorer.gamefile import GameFile
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from scorer.result import score
from vision.photo.load import load_photo
from vision.strips import rectify

SAMPLES = Path(__file__).parents[2] / "samples"
TONIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
#: Choices made in the games that are shown under way, and the difficulties of the solo games that are over.
MADE = {"play": 60, "solo": 25, "fort_play": 187}
DIFFICULTIES = (1, 3, 2, 3, 4, 3)


class Laid(NamedTuple):
    """The ids in the archive of a game and a Fort sheet."""

    game: str
    fort: str


def lay(data: Path) -> Laid:
    """Lays all of it into the folder ``data``."""
    archive = Archive.open(f"sqlite:///{data}/archive.db")
    archive.save_draft("play", "screenshot", under_way("play", ["Ana", "Bo", "Cleo"]))
    company(archive)
    archive.save_draft("play", "over", under_way("play", ["Ana", "Bo"], whole=True))
    archive.save_draft("solo", "screenshot", under_way("solo", ["Ana"]))
    archive.save_draft("solo", "over", under_way("solo", ["Ana"], whole=True))
    archive.save_draft("fort_play", "screenshot", fort_under_way())
    archive.save_draft("table", "checking", {"game": unfinished()})
    own_copy(data)
    return Laid(evenings(archive), fort_sheet(archive))


def company(archive: Archive) -> None:
    """A game on several devices that nobody began: Ana is the owner, Bo came by a phone, Cleo is awaited."""
    record = Game(Setup(players=["Ana", "Bo", "Cleo"], seed=7)).record
    archive.save_draft("play", "lobby", {"record": record, "bots": {}, "devices": True})
    for name, person in {"Ana": "owner", "Bo": "a guest"}.items():
        archive.guests.sit_down("play", "lobby", name, person)
    archive.guests.come("play", "lobby", "a guest", "phone", "Safari")
    archive.guests.say_ready("play", "lobby", "a guest")


def evenings(archive: Archive) -> str:
    """Some evenings of four friends, and solo games between them; gives the id of the last of the former."""
    chance = random.Random(7)
    latest = ""
    for evening in range(18):
        categories = list(Category)
        chance.shuffle(categories)
        names = chance.sample(["Ana", "Bo", "Cleo", "Dmitri"], chance.choice([2, 3, 4, 4]))
        game = {
            "form": "B-7c",
            "prominent": categories[0],
            "banned": categories[1],
            "players": [
                {
                    "name": name,
                    "focus": categories[2 + seat],
                    "tally": {category: chance.randint(2, 9) for category in Category},
                    "stability": chance.choice([6, 8, 9, 12]),
                }
                for seat, name in enumerate(names)
            ],
        }
        kept = keep(archive, game, chance.choice(["photo", "typed"]), 12 * evening)
        latest = latest or kept
    for number, difficulty in enumerate(DIFFICULTIES):
        game = played(["Ana"], seed=number, difficulty=difficulty).game_file()
        keep(archive, game, "solo", 5 + 9 * number)
    return latest


def keep(archive: Archive, game: dict[str, Any], source: Any, days_ago: int) -> str:
    """Puts a game into the archive; gives its id."""
    result = score(GameFile.from_dict(game)).to_json()
    return archive.finish(game, result, source, played=TONIGHT - timedelta(days=days_ago))


def fort_sheet(archive: Archive) -> str:
    sheet = Sheet.load(SAMPLES / "fort.json").model_dump(mode="json", exclude_defaults=True)
    filled = score_fort(Sheet.from_dict(sheet)).model_dump(mode="json")
    return archive.finish(sheet, filled, "fort", played=TONIGHT)


def played(names: list[str], choices: int | None = None, seed: int = 11, difficulty: int = 3) -> Game:
    """A game after so many choices, over if left out."""
    game = Game(Setup(players=names, seed=seed, difficulty=difficulty if len(names) == 1 else None))
    play_on(game, make_bot("normal", 5), choices)
    return game


def play_on(game: Any, bot: Any, choices: int | None) -> None:
    """The bot answers for everybody, so many times; to the end if left out."""
    while game.choice is not None and len(game.record["choices"]) != choices:
        game.answer(bot.decide(game.view(game.choice.player), game.choice))


def under_way(kind: str, names: list[str], whole: bool = False) -> dict[str, Any]:
    """A game as the app keeps it."""
    game = played(names, None if whole else MADE[kind])
    return {"record": game.record, "round": game.round}


def fort_under_way() -> dict[str, Any]:
    """Fort in its middle, Ana against two bots: nobody hides behind a curtain."""
    game = FortGame(FortSetup(players=["Ana", "Bo", "Cleo"], seed=11))
    play_on(game, make_fort_bot("normal", 5), MADE["fort_play"])
    return {"record": game.record, "round": game.round, "bots": {"Bo": "normal", "Cleo": "normal"}}


def unfinished() -> dict[str, Any]:
    """The sample of four players, one of whom had better turn a card face down."""
    game: dict[str, Any] = json.loads((SAMPLES / "games" / "four-players.json").read_text(encoding="utf-8"))
    return game


def own_copy(data: Path) -> None:
    """A copy of which half is known, and cards of a photo that were read wrongly and mended."""
    copy = Register()
    house = Deck.house()
    for card in random.Random(3).sample(house.cards, len(house.cards) // 2):
        copy.confirm(card, TONIGHT)
    copy.save(data / "archive.db")
    truth = json.loads((SAMPLES / "photos" / "cleo.json").read_text(encoding="utf-8"))
    cards = [card for shelf in truth["shelves"] for card in shelf if card["face_up"]]
    corners = np.array([card["corners"] for card in cards], np.float32)
    strips = rectify.strips(load_photo(SAMPLES / "photos" / "cleo.jpg"), corners)
    CorrectionStore(data / "archive.db").record(
        *(
            Correction(
                "cleo.jpg",
                number,
                BookCard(card["letter"], card["order"], card["of"], tuple(map(Category, card["categories"]))),
                rectify.to_jpeg(strip),
                {"order": card["order"] % card["of"] + 1} if number % 3 == 0 else {},
                TONIGHT,
            )
            for number, (card, strip) in enumerate(zip(cards, strips, strict=True))
        )
    )
