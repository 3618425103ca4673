"""Fort's table on screen: its symbols, and its cards and names in the language of the screen."""

from __future__ import annotations

from typing import Any

from pages.components import source
from pages.playing.common.drawing import Drawing
from pages.playing.fort.how_to_play import told as how_to_play
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
    told = load_words(language)
    sheet = how_to_play(told.key)
    return {
        "language": language,
        "words": dict(words("play_table", told.key)) | dict(words("fort_table", told.key)),
        "suits": told.suits,
        "resources": told.resources,
        "cards": {card.key: card_told(card, told) for card in cards.cards},
        "rules": {key: [name, told.rule_texts[key]] for key, name in told.rules.items()},
        "perks": {key: [name, told.perk_texts[key]] for key, name in told.perks.items()},
        "sheet": sheet,
        "sheetTitle": sheet["title"],
        "levels": [[level.points, level.pizza, level.toys, level.either] for level in cards.levels],
    }


def card_told(card: Kid, told: Words) -> dict[str, Any]:
    """A card: its name and suits, and each action in symbols and in words."""
    return {
        "name": card.name,
        "suits": card.suits,
        "best": card.best,
        "public": _action(card.public, told),
        "private": _action(card.private, told),
    }


def _action(action: Action | None, told: Words) -> list[Any] | None:
    if action is None:
        return None
    return [[[part.text, int(part.is_symbol)] for part in notation(action)], told.explain(action)]
