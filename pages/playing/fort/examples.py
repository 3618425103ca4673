"""The drawn examples of the sheet that says how Fort is played: our own symbols on small cards, as HTML.

A figure stands beside a sentence that says the same, so nobody has to see it. It names its symbols
(``data-symbol``) and holds no picture: the page's style has each picture once, and so has the table.
"""

from __future__ import annotations

from pages.playing.fort.symbols import pictures
from scorer.fort.actions import parse
from scorer.fort.drawn.notation import notation

#: Places for each resource in the stuff, and in the pack of a fort of level 1.
STUFF, PACK = 4, 2


def _symbol(name: str) -> str:
    return f'<i data-symbol="{name}"></i>'


def _mark(text: object) -> str:
    return f"<b>{text}</b>"


def _act(side: str, text: str) -> str:
    parts = "".join(
        _symbol(part.text) if part.is_symbol else _mark(part.text) for part in notation(parse(text))
    )
    return f'<span class="deed {side}">{parts}</span>'


def _kid(suits: str, public: str = "", private: str = "", how: str = "") -> str:
    """A small card. ``how``: "used" or "gone"."""
    shown = "".join(map(_symbol, suits.split()))
    sides = "".join(_act(side, text) for side, text in (("public", public), ("private", private)) if text)
    return f'<span class="mini {how}"><span class="suits">{shown}</span>{sides}</span>'


def _places(name: str, full: int, most: int) -> str:
    """Places for resources, some of them full."""
    empty = '<span class="place"></span>' * (most - full)
    return f'<span class="places">{_symbol(name) * full}{empty}</span>'


def _row(*parts: str) -> str:
    return f'<div class="figure" aria-hidden="true">{"".join(parts)}</div>'


_BACK = '<span class="mini back"></span>'
_THEN, _AND, _OR = _mark("→"), _mark("+"), _mark("·")

#: The examples by the paragraphs that they stand beside, in the order of a game.
EXAMPLES = {
    "goal": _row(_symbol("point"), _mark(17), _AND, _symbol("fort"), _mark(23), _AND, _mark("4 + 4 = 48")),
    "play": _row(_kid("glue", "toy × glue", "point × fort")),
    "add": _row(
        _kid("glue", "toy × glue"),
        _AND,
        _kid("glue"),
        _AND,
        _kid("glue glue", how="slip"),
        _THEN,
        _symbol("toy") * 4,
    ),
    "follow": _row(
        _kid("skateboard", "pizza × skateboard", how="used"),
        _THEN,
        _kid("skateboard"),
        _THEN,
        _symbol("pizza"),
    ),
    "recruit": _row(_kid("book"), _kid("crown"), _kid("shovel"), _BACK, _THEN, _kid("crown", how="slip")),
    "yard": _row(
        _kid("skateboard", how="used"), _kid("book", how="gone"), _kid("water", how="gone"), _THEN, _BACK * 5
    ),
    "store": _row(
        _places("pizza", 3, STUFF), _places("toy", 1, STUFF), _symbol("pack"), _places("toy", 1, PACK)
    ),
    "levels": _row(*(f'<span class="tower" style="--high: {n}">{_mark(n)}</span>' for n in range(1, 6))),
    "end": _row(
        _symbol("point"), _mark(25), _OR, _symbol("fort"), _mark(5), _OR, '<span class="mini none"></span>'
    ),
}


def style() -> str:
    """The picture of each symbol, for figures on a page."""
    return "\n".join(
        f'.figure [data-symbol="{name}"] {{ background-image: url("{uri}"); }}'
        for name, uri in pictures().items()
    )
