"""Inputs of every kind: what is right, what is nearly right, and what somebody made to hurt."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from tests.fuzz import corpus
from tests.fuzz.photos import photos
from tests.scorer.strategies import shelves

Draw = Callable[[st.SearchStrategy[Any]], Any]

#: Values where others are meant.
ODD: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 153, 2**31, 10**39, 10**400, 0.5, -0.0, 1e308),
    *(
        "",
        " ",
        "\u200b",
        "\ud800",
        "\x00",
        "a" * 61,
        "x" * 5000,
        "🦉",
        "e\u0301",
        "=1+1",
        "<b>",
        "*a*",
        "1",
        "0",
    ),
    *(
        "../../etc/passwd",
        "C:\\x",
        "E2:HFS",
        "A1:RR / #",
        "house",
        "s1",
        "2999-01-01T00:00:00Z",
        "0" * 16 + ".jpg",
    ),
    *([], {}, [[]], [{}], {"": 0}, [0] * 300, "nan", "spells_potions", "photo", "en", "fort", "play"),
]
#: Pieces of text that a parser may trip over.
PIECES = [
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b'"',
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\x00",
    ),
    *(
        b"NaN",
        b"Infinity",
        b"-",
        b"1e999",
        b"1" * 60,
        b"[" * 200,
        b"{}," * 50,
        b'"a":',
        b"null",
        b"\r\n",
        b"//",
    ),
]
#: So deep into a document values are changed one by one; pictures lie deeper, as long lists of numbers.
DEPTH = 9
FEW = 3
#: A value is not put there so often that more characters come of it.
MOST = 1_000_000


def places(document: Any, depth: int) -> list[tuple[Any, Any]]:
    """Every value of a document, by what holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    level = [document]
    for _ in range(depth):
        below = []
        for holder in level:
            keys = range(len(holder)) if isinstance(holder, list) else list(holder)
            for key in keys:
                found.append((holder, key))
                if isinstance(holder[key], dict | list):
                    below.append(holder[key])
        level = below
    return found


@st.composite
def documents(draw: Draw, kind: str, depth: int = DEPTH) -> bytes:
    """A document of the corpus with some values changed, as JSON; in one of four its text is changed too."""
    right: list[Any] = getattr(corpus, kind)()
    document = json.loads(json.dumps(right[draw(st.integers(0, len(right) - 1))]))
    for _ in range(draw(st.integers(0, 4))):
        document = change(draw, document, depth)
    ascii_only = draw(st.booleans())
    raw = json.dumps(document, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    return draw(texts(raw)) if draw(st.integers(0, 3)) == 3 else raw


def change(draw: Draw, document: Any, depth: int) -> Any:
    found = places(document, depth) if isinstance(document, dict | list) else []
    if not found:
        return deepcopy(draw(st.sampled_from(ODD)))
    holder, key = found[draw(st.integers(0, len(found) - 1))]
    match draw(st.integers(0, 6)):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 1:
            holder[draw(st.sampled_from(["", "more", "form", "players", "__class__"]))] = deepcopy(
                holder[key]
            )
        case 2:
            other, its_key = found[draw(st.integers(0, len(found) - 1))]
            holder[key] = json.loads(json.dumps(other[its_key])) if its_key in keys(other) else None
        case 3:
            times = draw(st.sampled_from([1, 2, 500]))
            if times * len(text := json.dumps(holder[key])) < MOST:
                holder[key] = json.loads(f"[{','.join([text] * times)}]")
        case 4:
            holder[key] = draw(st.integers(-2, 200))
        case _:
            holder[key] = deepcopy(draw(st.sampled_from(ODD)))
    return document


def keys(holder: Any) -> Any:
    return range(len(holder)) if isinstance(holder, list) else holder


@st.composite
def texts(draw: Draw, raw: bytes) -> bytes:
    """A text with pieces cut out, put in, doubled, or one byte of it changed."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(raw) - 1)))
        match draw(st.integers(0, 4)):
            case 0:
                raw = raw[:at]
            case 1:
                raw = raw[:at] + draw(st.sampled_from(PIECES)) + raw[at:]
            case 2:
                raw = raw[:at] + raw[at + draw(st.integers(1, 30)) :]
            case 3:
                raw = raw[:at] + raw[at : at + 200] * 2 + raw[at + 200 :]
            case _:
                raw = raw[:at] + draw(st.binary(min_size=1, max_size=1)) + raw[at + 1 :]
    return raw


#: Signs of the notation, and signs that only look like them.
SIGNS = "ABEZ0129:/+#. CFHMRS\t\n\u00a0\u0410\u0660\ud800\x00é🦉,-"


def notations() -> st.SearchStrategy[bytes]:
    written = shelves(12)
    free = st.text(SIGNS, max_size=40)
    both = st.builds("{}{}{}".format, free, written, free)
    long = st.builds(lambda text, times: text * times, written, st.sampled_from([20, 300]))
    every = st.one_of(written, free, both, long, st.text(max_size=60))
    return every.map(lambda text: text.encode("utf-8", "surrogatepass"))


#: Of a hundred texts so many are of each kind: large documents take longer.
SHARES = {
    "notation": 16,
    "game": 16,
    "deck": 8,
    "archive": 10,
    "draft": 14,
    "record": 14,
    "legend": 4,
    "sheet": 14,
    "tile": 4,
}
INPUTS: dict[str, st.SearchStrategy[bytes]] = {
    "notation": notations(),
    "game": documents("games"),
    "deck": documents("decks"),
    "archive": documents("archives"),
    "draft": documents("drafts"),
    "record": documents("records"),
    "legend": documents("legends", FEW),
    "sheet": documents("sheets"),
    "tile": documents("tiles"),
    "photo": photos(),
}
