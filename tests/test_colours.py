"""One palette: what the app draws itself has the colours that `.streamlit/config.toml` gives Streamlit."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from scorer.archive.figures import SECTIONS
from scorer.forms import chat, style
from tests.contrast import contrast

ROOT = Path(__file__).parents[1]
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
#: The names of the same colours in the app's own looks.
NAMED = {
    "paper": "backgroundColor",
    "sheet": "secondaryBackgroundColor",
    "ink": "textColor",
    "accent": "primaryColor",
    "link": "linkColor",
    "line": "borderColor",
    "bad": "redTextColor",
    "bad-paper": "redBackgroundColor",
}


def by_day_and_night(file: str) -> dict[str, tuple[str, ...]]:
    """The colours that a file of looks names, each by day and by night."""
    text = (ROOT / "pages" / file).read_text(encoding="utf-8")
    return {
        name: (day, night) for name, day, night in re.findall(r"--([\w-]+): light-dark\((.*?), (.*?)\)", text)
    }


@pytest.mark.parametrize(("file", "most"), [("style.css", len(NAMED)), ("door/entry.css", 5)])
def test_the_looks_have_the_colours_of_the_theme(file: str, most: int) -> None:
    own = {name: colours for name, colours in by_day_and_night(file).items() if name in NAMED}
    assert len(own) == most
    for name, colours in own.items():
        assert colours == tuple(THEME[scheme][NAMED[name]] for scheme in ("light", "dark")), name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bars_stand_out_from_the_paper(scheme: str) -> None:
    looks = (ROOT / "pages" / "archive.css").read_text(encoding="utf-8")
    parts = re.findall(r"--part: (#\w+)", looks)
    assert len(parts) == max(map(len, SECTIONS.values()))
    assert all(contrast(part, THEME[scheme]["backgroundColor"]) >= 3 for part in parts)


def test_the_picture_for_a_chat_lies_on_the_paper_of_the_app() -> None:
    assert THEME["light"]["backgroundColor"] == style.PAPER
    assert chat.NIGHT[style.PAPER] == THEME["dark"]["backgroundColor"]
    assert chat.NIGHT[style.INK] == THEME["dark"]["textColor"]
