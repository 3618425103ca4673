"""A page is drawn from its top, wherever the run before it in the same thread left off."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import ROOT

#: The app, where a part of a page that was drawn alone was left just before.
AFTER_A_PART = f"""
import runpy
import streamlit as st
from streamlit.delta_generator_singletons import context_dg_stack

part = st.container(key="part")
context_dg_stack.set((*context_dg_stack.get(), part))
runpy.run_path({str(ROOT / "app.py")!r})
"""


def test_a_page_is_drawn_from_its_top_after_a_part_of_it(stand_in: None) -> None:
    app = AppTest.from_string(AFTER_A_PART, default_timeout=60).run()
    assert not app.exception
    part, *page = app.main.children.values()
    assert not part.children
    assert page
