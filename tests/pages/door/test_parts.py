"""The parts of Streamlit's front end that a browser fetches beside a page."""

from __future__ import annotations

import re
from pathlib import Path

import streamlit

from pages.door.parts import DRAWN_WITH, beside_the_page, files
from pages.frame.ahead import FIELDS
from tests.pages.door.asked import PHONE, Asked

STATIC = Path(streamlit.__file__).parent / "static"


def named() -> list[str]:
    return re.findall(r"<\./(.*?)>", beside_the_page())


def test_this_streamlit_has_each_part() -> None:
    for name in (*DRAWN_WITH, *FIELDS):
        (part,) = files((name,))
        assert (STATIC / part).is_file()
    assert all((STATIC / part).is_file() for part in named())


def test_a_part_that_is_gone_is_left_out() -> None:
    assert files(("NoSuchPart",)) == ()


def test_what_a_named_module_imports_is_named_too_or_stands_in_the_page() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    modules = [part for part in named() if part.endswith(".js")]
    assert not [part for part in modules if part in page]
    for part in modules:
        begin = (STATIC / part).read_text(encoding="utf-8").partition(";const ")[0]
        for file in re.findall(r'"\./([\w.-]+\.js)"', begin):
            there = f"static/js/{file}"
            assert there in modules or there in page or f'import("./{file}")' in begin, (part, file)


def test_nothing_is_named_twice() -> None:
    assert len(named()) == len(set(named()))


def test_parts_are_named_with_a_page_and_with_nothing_else() -> None:
    """By plain http a browser does not tell what it asks for: the answer does."""
    page, script = Asked(), Asked("text/javascript")
    assert page().headers["link"] == page("/archive", sec_fetch_dest="document").headers["link"]
    assert page().headers["link"] == beside_the_page()
    assert "link" not in script("/static/js/x.js").headers
    assert "link" not in page(peer=PHONE).headers, "the page that asks for the code has no such parts"
