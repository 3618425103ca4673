"""The sheet that says how Ex Libris is played: its chapters, as the table in the browser shows them.

A chapter is a title and blocks. A block is a ``text``, a ``figure`` (SVG), a ``row`` of the form with its
figure, or a ``list`` of what is on the table; the browser fills in rows and lists by the scene.
"""

from __future__ import annotations

from typing import Any

from pages.playing.ex_libris.examples import EXAMPLES
from pages.words import words
from scorer.editions import Edition

#: The chapters: their blocks by the keys of the words; a figure stands before the sentence of its name.
CHAPTERS: dict[str, tuple[str, ...]] = {
    "goal": ("figure:card", "goal_cards", "goal_end", "goal_categories"),
    "shelf": ("figure:places", "shelf_places", "figure:order", "shelf_order"),
    "round": ("step:round_open", "step:round_place", "step:round_resolve", "step:round_clean", "last"),
    "alone": ("alone_round",),
    "table": ("table_lit", "table_order", "table_tap"),
    "scoring": ("scoring_now", "row:a1", "record", *(f"row:b{n}" for n in range(1, 6)), "scoring_turn"),
    "locations": ("list:locations",),
    "assistants": ("list:assistants",),
}


def chapters(screen: Edition) -> list[dict[str, Any]]:
    """The whole sheet in the language of the screen; ``only`` names a chapter that some games lack."""
    w = words("how_to_play", screen.key)
    sheet = []
    for name, blocks in CHAPTERS.items():
        chapter: dict[str, Any] = {"name": name, "title": w[name], "blocks": []}
        for block in blocks:
            kind, _, key = block.partition(":")
            if kind == "figure":
                chapter["blocks"].append({"figure": EXAMPLES[key]})
            elif kind == "step":
                chapter["blocks"].append({"step": w[key]})
            elif kind == "row":
                row = {"row": key, "title": screen.rows[key], "note": screen.row_notes[key]}
                chapter["blocks"].append(row | ({"figure": EXAMPLES[key]} if key in EXAMPLES else {}))
            elif kind == "list":
                chapter["blocks"].append({"list": key})
            elif kind == "last":
                chapter["blocks"].append({"last": w["round_last"]})
            elif kind == "record":
                chapter["blocks"].append({"record": screen.rows["a2"]})
            else:
                chapter["blocks"].append({"text": w[block]})
        sheet.append(chapter)
    return sheet
