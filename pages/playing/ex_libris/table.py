"""The table of Ex Libris on screen: its cards and pictures, and its names in the language of the screen."""

from __future__ import annotations

from functools import cache
from typing import Any

from pages.components import source
from pages.lookup.tiles import assistant_paths, location_paths, unprinted
from pages.playing.common.drawing import Drawing
from pages.playing.ex_libris.how_to_play import chapters
from pages.widgets.badges import card_constants
from pages.words import words
from scorer.cards import Category, Deck
from scorer.editions import Edition
from scorer.forms.icons import COLOURS

_SCRIPTS = ("play_cards.js", "play_board.js", "play_shelves.js", "play_sheet.js", "play_table.js")


def _style() -> str:
    hues = "\n".join(f".{category.code} {{ --hue: {COLOURS[category]}; }}" for category in Category)
    return f"{hues}\n{source('game', 'play_cards.css', 'play_sheet.css')}"


@cache
def _cards(deck: Deck) -> dict[str, list[Any]]:
    """Each card's count of its letter, its books and its titles."""
    return {
        f"{card.letter}{card.order}": [card.of, "".join(c.code for c in card.categories), deck.titles(card)]
        for card in deck.cards
    }


DRAWING = Drawing(
    "play",
    card_constants(),
    source("game", *_SCRIPTS),
    _style(),
)


def kit(screen: Edition, deck: Deck) -> None:
    """Sends the code, the cards of the game and the names in the language of the screen; draws nothing."""
    DRAWING.kit(names(screen) | {"deck": _cards(deck)})


@cache
def _help(language: str) -> dict[str, str]:
    return dict(words("tiles", language))  # type: ignore[arg-type]


def names(screen: Edition) -> dict[str, Any]:
    """What the table says in one language."""
    effects = _help(screen.key)
    return {
        "language": screen.key,
        "words": dict(words("play_table", screen.key))
        | {
            **{name: screen.words[name] for name in ("prominent", "banned", "focus")},
            "public": screen.words["library"],
        },
        "categories": {category.code: screen.categories[category] for category in Category},
        "locations": {
            number: [
                location.name,
                effects[f"location_{number}"],
                unprinted(screen, location_paths(number)),
            ]
            for number, location in screen.locations.items()
        },
        "assistants": {
            key: [name, effects[f"power_{key}"], unprinted(screen, assistant_paths(key))]
            for key, name in screen.assistants.items()
        },
        "libraries": screen.libraries,
        "sheet": chapters(screen),
        "sheetTitle": words("how_to_play", screen.key)["title"],
        "rows": words("how_to_play", screen.key)["scoring"],
        "total": screen.rows["total"],
    }
