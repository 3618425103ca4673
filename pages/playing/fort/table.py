"""Fort's table on screen: its symbols, and its cards and names in the language of the screen."""

from __future__ import annotations

from typing import Any

from pages.components import source
from pages.playing.common.drawing import Drawing
from pages.playing.fort.how_to_play import help_sheet
from pages.playing.fort.symbols import pictures
from pages.words import words
from scorer.fort.actions import Action
from scorer.fort.cards import CardSet, Kid
from scorer.fort.drawn.notation import notation
from scorer.fort.drawn.symbols import COLOURS
from scorer.fort.play.phases import END_OF_TRACK
from scorer.fort.words import Words, load_words


def _style() -> str:
    hues = "\n".join(f".s-{name} {{ --hue: {colour}; }}" for name, colour in COLOURS.items())
    return f"{hues}\n{source('fort', 'fort.css', 'figures.css')}"


DRAWING = Drawing(
    "fort",
    {"SYMBOLS": pictures(), "TRACK": END_OF_TRACK},
    source("fort", "fort_pieces.js", "fort_board.js", "fort_seats.js", "fort_table.js"),
    _style(),
)


def names(cards: CardSet, language: str) -> dict[str, Any]:
    """What the table says in one language, and the cards that the game is played with."""
    screen = load_words(language)
    sheet = help_sheet(screen.key)
    return {
        "language": language,
        "words": dict(words("play_table", screen.key)) | dict(words("fort_table", screen.key)),
        "suits": screen.suits,
        "resources": screen.resources,
        "cards": {card.key: _card(card, screen) for card in cards.cards},
        "rules": {key: [name, screen.rule_texts[key]] for key, name in screen.rules.items()},
        "perks": {key: [name, screen.perk_texts[key]] for key, name in screen.perks.items()},
        "sheet": sheet,
        "sheetTitle": sheet["title"],
        "levels": [[level.points, level.pizza, level.toys, level.either] for level in cards.levels],
    }


def _card(card: Kid, screen: Words) -> dict[str, Any]:
    """A card: its name and suits, and each action in symbols and in words."""
    return {
        "name": card.name,
        "suits": card.suits,
        "best": card.best,
        "public": _action(card.public, screen),
        "private": _action(card.private, screen),
    }


def _action(action: Action | None, screen: Words) -> list[Any] | None:
    if action is None:
        return None
    return [
        [[part.text, int(part.is_symbol)] for part in notation(action)],
        screen.explain(action),
    ]
