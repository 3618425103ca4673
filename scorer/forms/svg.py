"""Drawings as SVG, for the app: text stays text, and the fonts come along."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import escape

from scorer.forms.drawing import Drawing, Face, Path, Text, font_file

_FAMILY = "Shelfmark Form"
_STYLE: dict[Face, tuple[str, str]] = {
    "Regular": ("400", "normal"),
    "Italic": ("400", "italic"),
    "Bold": ("700", "normal"),
}


@cache
def font_css() -> str:
    """@font-face rules with the fonts themselves in them, so that a page needs nothing else."""
    return "".join(
        f'@font-face{{font-family:"{_FAMILY}";font-weight:{weight};font-style:{style};'
        f"src:url(data:font/woff2;base64,{b64encode(font_file(face, 'woff2')).decode()}) format('woff2')}}"
        for face, (weight, style) in _STYLE.items()
    )


def render(drawing: Drawing) -> str:
    """The drawing as an <svg> element that fills the width it is given; 1 user unit is 1 mm."""
    width, height = _number(drawing.width), _number(drawing.height)
    body = "".join(_text(item) if isinstance(item, Text) else _path(item) for item in drawing.items)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'lang="{escape(drawing.language)}" aria-label="{escape(drawing.title)}" '
        f"font-family=\"'{_FAMILY}', Georgia, serif\">"
        f'<rect width="{width}" height="{height}" fill="{drawing.paper}"/>{body}</svg>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _path(path: Path) -> str:
    d = "".join(letter + " ".join(map(_number, at)) for letter, at in path.commands)
    ink = f' fill="{path.fill or "none"}"'
    if path.stroke:
        ink += f' stroke="{path.stroke}" stroke-width="{_number(path.width)}" stroke-linejoin="round"'
        ink += ' stroke-linecap="round"'
    if path.dash:
        ink += f' stroke-dasharray="{_number(path.dash[0])} {_number(path.dash[1])}"'
    if path.opacity < 1:
        ink += f' opacity="{_number(path.opacity)}"'
    return f'<path d="{d}"{ink}/>'


def _text(text: Text) -> str:
    weight, style = _STYLE[text.face]
    looks = f' font-size="{_number(text.size)}" fill="{text.colour}"'
    looks += f' font-weight="{weight}"' if weight != "400" else ""
    looks += f' font-style="{style}"' if style != "normal" else ""
    looks += f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    looks += f' opacity="{_number(text.opacity)}"' if text.opacity < 1 else ""
    if text.angle:
        looks += f' transform="rotate({_number(-text.angle)} {_number(text.x)} {_number(text.y)})"'
    # textLength keeps the layout when a reader's browser has to fall back to another font.
    if len(text.text) > 1:
        looks += f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{_number(text.x)}" y="{_number(text.y)}"{looks}>{escape(text.text)}</text>'
