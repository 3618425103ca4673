"""A browser that is closed while its photo waits in line makes room for the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from bench.served import served
from tests.pages.conftest import LAPTOP, ROOT, Tabs

pytestmark = pytest.mark.browser

#: A page that holds the turn for as long as a file is there, and says when it had it.
READS = """
import sys
import time
from pathlib import Path
import streamlit as st

sys.path.insert(0, {root!r})
import pages.photos.turns

if "line" not in vars(pages.photos.turns):
    pages.photos.turns.line = pages.photos.turns._READERS = pages.photos.turns.Turns(1)
if st.button("Read"):
    with pages.photos.turns.turn_to_read():
        st.write("being read")
        while Path({held!r}).exists():
            time.sleep(0.02)
    st.write("read")
"""


def test_who_closes_the_page_leaves_the_line(tabs: Tabs, tmp_path: Path) -> None:
    held, script = tmp_path / "held", tmp_path / "reads.py"
    held.touch()
    script.write_text(READS.format(root=str(ROOT), held=str(held)))
    with served(tmp_path, script) as url:
        first, second, third = (tabs.take(LAPTOP) for _ in range(3))
        for page in (first, second, third):
            page.goto(url)
        first.get_by_role("button", name="Read").click()
        expect(first.get_by_text("being read")).to_be_visible()
        for number, page in ((1, second), (2, third)):
            page.get_by_role("button", name="Read").click()
            expect(page.get_by_text(f"Yours is number {number} in line.")).to_be_visible()
        second.close()
        expect(third.get_by_text("Yours is number 1 in line.")).to_be_visible()
        held.unlink()
        for page in (first, third):
            expect(page.get_by_text("read", exact=True)).to_be_visible()
            tabs.put_back(page)
