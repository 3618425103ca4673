"""A session answers one tap after the other: while it still works on one, it does not begin with the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bench.served import served
from tests.pages.conftest import TALK, idle

pytestmark = pytest.mark.browser

#: A page that works long on each tap, and notes when it begins and when it is done.
SLOW = """
import time
from pathlib import Path
import streamlit as st

def note(word):
    with Path({notes!r}).open("a") as file:
        file.write(word + "\\n")

note("begin")
if st.button("Tap"):
    st.write("tapped")
    if "worked" not in st.session_state:
        st.session_state.worked = True
        note("at work")
        for _ in range(50):  # something that shows nothing for a while
            time.sleep(0.1)
            if Path({tapped!r}).exists():
                time.sleep(0.5)  # long enough for the next to begin, if it may
                break
note("end")
"""


def test_a_tap_during_a_run_begins_when_that_run_is_done(browser: Browser, tmp_path: Path) -> None:
    notes, tapped, script = (tmp_path / name for name in ("notes.txt", "tapped", "slow.py"))
    script.write_text(SLOW.format(notes=str(notes), tapped=str(tapped)))
    with served(tmp_path, script) as url:
        context = browser.new_context()
        context.add_init_script(path=TALK)
        page = context.new_page()
        page.goto(url)
        button = page.get_by_role("button", name="Tap")
        expect(button).to_be_visible()
        idle(page)
        button.click()
        expect(page.get_by_text("tapped")).to_be_visible()
        button.click()
        tapped.touch()
        idle(page)
        context.close()
    said = notes.read_text().split("\n")
    work = said.index("at work")
    assert said[work + 1] == "end", said
