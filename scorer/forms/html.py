"""Drawings as HTML, for the app: one picture (SVG), whose texts stay text to read and copy."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import escape

from scorer.forms.drawing import Drawing, Path, Text, font_file
from scorer.forms.lettering import Face

_FAMILY = "Shelfmark Form"
_STYLE: dict[Face, tuple[str, str]] = {
    "Regular": ("400", "normal"),
    "Italic": ("400", "italic"),
    "Bold": ("700", "normal"),
}
_CSS = f"""
.shelfmark-form{{max-width:46rem;margin:0 auto;color-scheme:light}}
.shelfmark-page{{position:relative;overflow:hidden;border-radius:3px;
box-shadow:0 1px 2px rgba(60,40,20,.35),0 8px 24px rgba(60,40,20,.18)}}
.shelfmark-page>svg{{display:block;width:100%;height:auto;font-family:"{_FAMILY}",Georgia,serif}}
.shelfmark-page text{{white-space:pre;letter-spacing:0}}
"""


@cache
def fonts() -> str:
    """@font-face rules with the fonts themselves in them, so that a page needs nothing else."""
    return "".join(
        f'@font-face{{font-family:"{_FAMILY}";font-weight:{weight};font-style:{style};'
        f"src:url(data:font/woff2;base64,{b64encode(font_file(face, 'woff2')).decode()}) format('woff2')}}"
        for face, (weight, style) in _STYLE.items()
    )


def css() -> str:
    """The style sheet of `figure`, beside the `fonts`."""
    return _CSS


def render(drawing: Drawing) -> str:
    """The drawing as a <figure> with everything it needs, as wide as its place up to 46rem."""
    return figure(drawing, f"<style>{fonts()}{_CSS}</style>")


def figure(drawing: Drawing, style: str = "") -> str:
    """The drawing as a <figure> with ``style`` in it; without, the page has `css` already."""
    return (
        f'<figure class="shelfmark-form" lang="{drawing.language}" aria-label="{escape(drawing.title)}">'
        f'<div class="shelfmark-page">{svg(drawing)}</div>{style}</figure>'
    )


def svg(drawing: Drawing) -> str:
    """The drawing as an SVG document; 1 user unit is 1 mm."""
    width, height = _number(drawing.width), _number(drawing.height)
    body = "".join(_path(item) if isinstance(item, Path) else _text(item) for item in drawing.items)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{drawing.paper}"/>{body}</svg>'
    )


def _number(value: float) -> str:
    text = f"{value:.2f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


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
    """A line as wide as it was measured: another font, as while the form's own loads, is squeezed into it."""
    x, y = map(_number, text.start)
    weight, style = _STYLE[text.face]
    looks = f' x="{x}" y="{y}" font-size="{_number(text.size)}" fill="{text.colour}"'
    if text.width:
        looks += f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    if weight != "400":
        looks += f' font-weight="{weight}"'
    if style != "normal":
        looks += f' font-style="{style}"'
    if text.angle:
        looks += f' transform="rotate({_number(-text.angle)} {x} {y})"'
    if text.opacity < 1:
        looks += f' opacity="{_number(text.opacity)}"'
    return f"<text{looks}>{escape(text.text)}</text>"
