"""The parts of a page that run in the browser: plain JS, CSS and HTML, sent by Streamlit's components."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def source(folder: str, *names: str) -> str:
    """The files ``names`` of ``folder``, one after another as one text."""
    return "\n".join((HERE / folder / name).read_text(encoding="utf-8") for name in names)
