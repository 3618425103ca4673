"""The filled-in form on the page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from scorer.editions import Edition
from scorer.forms import to_html
from scorer.result import Result

_sheet = st.components.v2.component(
    "shelfmark_form",
    html='<div class="form-sheet" role="region" tabindex="0"></div>',
    css=".form-sheet { overflow-x: auto; padding: 2px 2px 1rem; } .form-sheet > figure { min-width: 26rem; }",
    js=(Path(__file__).parent / "components" / "form_sheet.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def form_sheet(result: Result, edition: Edition) -> None:
    """Mounts the form; on a phone it is scrolled sideways, at a size that can be read."""
    _sheet(
        key="form",
        data={"html": to_html(result, edition), "label": f"{edition.forms[result.form]} {result.form}"},
    )
