"""What the browser fetches before somebody's first tap asks for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st

from pages.components import source

_ahead = st.components.v2.component("shelfmark_ahead", js=source("page", "ahead.js"))

#: The kinds of fields that the first page does without and the next ones show, as Streamlit names the parts
#: of its front end that draw them; each is a file of its own, with a mark of its version after the name.
FIELDS = ("FileUploader", "CameraInput", "DownloadButton", "LinkButton")
_PARTS = Path(st.__file__).parent / "static" / "static" / "js"


@cache
def modules() -> tuple[str, ...]:
    """Their addresses, as seen from a page."""
    return tuple(f"static/js/{file.name}" for name in FIELDS for file in _PARTS.glob(f"{name}.*.js"))


def fetch_ahead() -> None:
    """Has the browser fetch them when it has nothing else to do."""
    with st.container(key="unseen-ahead"):  # takes no room, see style.css
        _ahead(key="ahead", data={"modules": modules()})
