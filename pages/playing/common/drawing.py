"""How a table is drawn in the browser: a kit of code, pictures and names, sent once, and the scenes.

Whatever a component is made of travels with each of its messages. So the kit is a component of its own, which
no tap touches, and the table's own message holds the scene and little else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import streamlit as st

from pages.components import source
from pages.playing.common.conceding import concessions
from pages.playing.common.sitting import Sitting
from pages.words import Words, words

#: What the tables of all games are made of, in the folder "game".
_SHARED = ("pieces.js", "close_up.js", "aids.js", "watch.js", "table.js")
#: The lines of the log that go to the screen; the record file has it all.
LINES = 60


def closed(sitting: Sitting, name: str, at_this_device: bool) -> dict[str, Any]:
    """What a table is told while the device is passed to ``name``, or while they answer at another: nobody's
    cards.
    """
    return {"key": sitting.key, "step": sitting.step, "curtain": name, "lifts": at_this_device}


def log(sitting: Sitting, viewer: str | None, lines: Iterable[tuple[int, str]], w: Words) -> dict[str, Any]:
    """The log's last lines, who conceded among them, and how many of the lines are news to the viewer.

    A line has the number of its choice. ``w`` are the words of the log.
    """
    gave_up = concessions(sitting, words("table_aids", w.language))
    last = sorted([*gave_up, *lines], key=lambda line: line[0])[-LINES:]
    since = sitting.step if viewer is None else sitting.since(viewer)
    return {"log": [line for _, line in last], "news": sum(step >= since for step, _ in last)}


def _constants(**known: Any) -> str:
    return "\n".join(f"const {name} = {json.dumps(one, ensure_ascii=False)};" for name, one in known.items())


class Drawing:
    """The components of one game's table.

    ``game`` names it in the browser; ``constants`` are known to its ``code``, which ends with the game's own
    table; ``style`` comes after that of all tables.
    """

    def __init__(self, game: str, constants: Mapping[str, Any], code: str, style: str) -> None:
        self.game = game
        shared = f"{source('game', 'table.css', 'aids.css')}\n{style}\n{source('page', 'forced.css')}"
        known = {"STYLE": shared, **constants}
        named = _constants(GAME=game)
        self._kit = st.components.v2.component(
            f"shelfmark_{game}_kit",
            js="\n".join([named, _constants(**known), source("game", *_SHARED), code]),
        )
        self._table = st.components.v2.component(
            f"shelfmark_{game}_table",
            html='<div class="table-place"></div>',
            js=f"{named}\n{source('game', 'scene.js')}",
        )

    def kit(self, names: Mapping[str, Any]) -> None:
        """Sends the code and the names in the language of the screen; draws nothing itself."""
        with st.container(key=f"unseen-{self.game}-kit"):
            self._kit(key=f"{self.game}-kit-component", data={**names, "aids": dict(words("table_aids"))})

    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        """Draws a scene. ``on_tap`` is called when ``st.session_state[key]["tap"]`` holds what was tapped."""
        self._table(key=key, data=scene, on_tap_change=on_tap)
