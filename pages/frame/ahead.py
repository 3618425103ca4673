"""What the browser fetches before somebody's first tap asks for it."""

from __future__ import annotations

import streamlit as st

from pages.components import source
from pages.door.parts import files

_ahead = st.components.v2.component("shelfmark_ahead", js=source("page", "ahead.js"))

#: The kinds of fields that the first page does without and the next ones show.
FIELDS = ("FileUploader", "CameraInput", "DownloadButton", "LinkButton")


def fetch_ahead() -> None:
    """Has the browser fetch `FIELDS` when it has nothing else to do."""
    with st.container(key="unseen-ahead"):  # takes no room, see style.css
        _ahead(key="ahead", data={"modules": files(FIELDS)})
