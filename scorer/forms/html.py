"""Drawings as HTML, for the app: the lines are a picture, the texts stay text to read and copy.

Inline SVG would be simpler, but pages that clean foreign HTML (Streamlit's `st.html` does) throw it away.
"""

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
#: Where Old Standard's baseline lies in a line one em high (ascent 0.952, descent 0.294, half the lead).
_BASELINE = 0.829

#: --u is one millimetre: a page is as wide as its container.
_CSS = f"""
.shelfmark-form{{max-width:46rem;margin:0 auto;container-type:inline-size;color-scheme:light}}
.shelfmark-page{{--u:calc(100cqw/var(--w));position:relative;height:calc(var(--u)*var(--h));overflow:hidden;
border-radius:3px;box-shadow:0 1px 2px rgba(60,40,20,.35),0 8px 24px rgba(60,40,20,.18)}}
.shelfmark-page img{{position:absolute;inset:0;width:100%;height:100%;margin:0;max-width:none}}
.shelfmark-page span{{position:absolute;left:calc(var(--u)*var(--x));
top:calc(var(--u)*(var(--y) - {_BASELINE}*var(--s)));
font:400 calc(var(--u)*var(--s))/1 "{_FAMILY}",Georgia,serif;
white-space:pre;letter-spacing:0;transform-origin:0 {_BASELINE * 100}%}}
.shelfmark-page .b{{font-weight:700}}.shelfmark-page .i{{font-style:italic}}
.shelfmark-page .m{{transform:translateX(-50%)}}.shelfmark-page .e{{transform:translateX(-100%)}}
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
    picture = b64encode(svg(drawing).encode()).decode()
    texts = "".join(_text(item) for item in drawing.items if isinstance(item, Text))
    size = f"--w:{_number(drawing.width)};--h:{_number(drawing.height)}"
    return (
        f'<figure class="shelfmark-form" lang="{drawing.language}" aria-label="{escape(drawing.title)}">'
        f'<div class="shelfmark-page" style="{size}">'
        f'<img alt="" src="data:image/svg+xml;base64,{picture}">{texts}</div>'
        f"{style}</figure>"
    )


def svg(drawing: Drawing) -> str:
    """The drawing's lines and areas, without its texts, as an SVG document; 1 user unit is 1 mm."""
    width, height = _number(drawing.width), _number(drawing.height)
    body = "".join(_path(item) for item in drawing.items if isinstance(item, Path))
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
    x, y = text.start if text.angle else (text.x, text.y)
    style = f"--x:{_number(x)};--y:{_number(y)};--s:{_number(text.size)};color:{text.colour}"
    if text.angle:
        style += f";transform:rotate({_number(-text.angle)}deg)"
    if text.opacity < 1:
        style += f";opacity:{_number(text.opacity)}"
    anchor = {"start": "", "middle": "m", "end": "e"}["start" if text.angle else text.anchor]
    looks = " ".join(filter(None, ({"Regular": "", "Italic": "i", "Bold": "b"}[text.face], anchor)))
    marks = f' class="{looks}"' if looks else ""
    return f'<span{marks} style="{style}">{escape(text.text)}</span>'
