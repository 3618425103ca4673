"""The photos that come with Shelfmark, and who sat at them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorer.folders import shipped_folder

FOLDER = shipped_folder() / "samples"


@dataclass(frozen=True)
class Sample:
    """A photo, the game that says who sat there, and its printing: the category cards, the deck."""

    photo: Path
    legend: Path | None
    deck: Path | None
    game: dict[str, Any] | None


def sample() -> Sample | None:
    """The first photo with a game file of the same name, else the first photo; None without photos."""
    photos = sorted((FOLDER / "photos").glob("*.jpg"))
    games = {path.stem: path for path in (FOLDER / "games").glob("*.json")}
    photos.sort(key=lambda path: path.stem not in games)
    if not photos:
        return None
    game = games.get(photos[0].stem)
    legend, deck = FOLDER / "legend.jpg", FOLDER / "house_deck.json"
    return Sample(
        photo=photos[0],
        legend=legend if legend.exists() else None,
        deck=deck if deck.exists() else None,
        game=json.loads(game.read_text(encoding="utf-8")) if game else None,
    )
