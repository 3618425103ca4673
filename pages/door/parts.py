"""The parts of Streamlit's front end: their files, and which of them a browser fetches beside a page.

Streamlit names a part only when something is to be drawn with it. Named with the page, it is there by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import streamlit

_FOLDER = Path(streamlit.__file__).parent / "static"
#: The modules that a module imports as it begins.
_IMPORTED = re.compile(r'(?:from|import)"\./([^"]+\.js)"')
#: What draws the top of every page, and most of what stands below it.
DRAWN_WITH = ("Html", "BidiComponent", "ButtonGroup", "PageLink", "Button", "TextInput", "Selectbox")
#: The letters of headings, and of icons.
_LETTERS = ("SourceSerifVariable-Roman", "MaterialSymbols-Rounded")


@cache
def files(names: tuple[str, ...], folder: str = "js", ending: str = "js") -> tuple[str, ...]:
    """The addresses of parts, as seen from a page. A mark of its version stands in each part's name; a part
    that this Streamlit lacks is left out.
    """
    place = _FOLDER / "static" / folder
    found = (file.name for name in names for file in place.glob(f"{name}.*.{ending}"))
    return tuple(f"static/{folder}/{name}" for name in found)


@cache
def beside_the_page() -> str:
    """The header `Link` of a page (RFC 8288): modules with all that they import, and letters."""
    modules = [
        f"<./{part}>; rel=modulepreload; fetchpriority=low"
        for part in dict.fromkeys(_with_imports(files(DRAWN_WITH)))
    ]
    letters = files(_LETTERS, "media", "woff2")
    return ", ".join([*modules, *(f"<./{part}>; rel=preload; as=font; crossorigin" for part in letters)])


def _with_imports(parts: Sequence[str]) -> Iterator[str]:
    """These modules and what they import, but for what Streamlit's page names itself."""
    known = set(re.findall(r"static/js/[\w.-]+\.js", (_FOLDER / "index.html").read_text(encoding="utf-8")))
    ahead = list(parts)
    while ahead:
        part = ahead.pop()
        if part in known or not (file := _FOLDER / part).is_file():
            continue
        known.add(part)
        yield part
        ahead += [f"static/js/{name}" for name in _IMPORTED.findall(file.read_text(encoding="utf-8"))]
