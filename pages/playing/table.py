"""The table on screen: a kit of code, pictures and names, sent once, and the scene that each tap renews.

Whatever a component is made of travels with each of its messages. So the kit is a component of its own, which
no tap touches, and the table's own message holds the scene and little else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import streamlit as st

from pages.components import source
from pages.widgets.badges import badge
from pages.words import words
from scorer.cards import Category, Deck
from scorer.editions import Edition
from scorer.forms.icons import COLOURS

_SCRIPTS = ("play_cards.js", "play_board.js", "play_shelves.js", "play_close_up.js", "play_table.js")


def _style() -> str:
    hues = "\n".join(f".{category.code} {{ --hue: {COLOURS[category]}; }}" for category in Category)
    return f"{hues}\n{source('game', 'play_table.css', 'play_cards.css')}"


def _deck() -> dict[str, list[Any]]:
    """Each card's count of its letter, its books and its titles."""
    deck = Deck.house()
    return {
        f"{card.letter}{card.order}": [card.of, "".join(c.code for c in card.categories), deck.titles(card)]
        for card in deck.cards
    }


_kit = st.components.v2.component(
    "shelfmark_play_kit",
    js="\n".join(
        [
            f"const STYLE = {json.dumps(_style())};",
            f"const DECK = {json.dumps(_deck(), ensure_ascii=False)};",
            f"const BADGES = {json.dumps({category.code: badge(category) for category in Category})};",
            source("game", *_SCRIPTS),
        ]
    ),
)
_table = st.components.v2.component(
    "shelfmark_play_table", html='<div class="table-place"></div>', js=source("game", "play_scene.js")
)


def kit(screen: Edition) -> None:
    """Sends the code and the names in the language of the screen; draws nothing itself."""
    with st.container(key="play-kit"):
        _kit(key="play-kit-component", data=names(screen))


@cache
def _help(language: str) -> dict[str, str]:
    return dict(words("play_help", language))  # type: ignore[arg-type]


def names(screen: Edition) -> dict[str, Any]:
    """What the table says in one language."""
    said = _help(screen.key)
    w = words("play", screen.key)

    def helps(key: str, paths: Mapping[str, str]) -> str:
        """What a tile does, and what of it no rulebook prints."""
        assumed = [w[name] for name, path in paths.items() if path in screen.assumed]
        return said[key] + (f" {w('assumed', what=', '.join(assumed))}" if assumed else "")

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
                helps(
                    f"location_{number}",
                    {f"assumed_{part}": f"locations.{number}.{part}" for part in ("name", "cards", "spaces")},
                ),
            ]
            for number, location in screen.locations.items()
        },
        "assistants": {
            key: [
                name,
                helps(
                    f"power_{key}",
                    {"assumed_name": f"assistants.{key}", "assumed_library": f"libraries.{key}"},
                ),
            ]
            for key, name in screen.assistants.items()
        },
        "libraries": screen.libraries,
    }


def table(scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
    """Draws a scene. ``on_tap`` is called when ``st.session_state[key]["tap"]`` holds what was tapped."""
    _table(key=key, data=scene, on_tap_change=on_tap)
