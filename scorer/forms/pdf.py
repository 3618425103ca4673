"""Drawings as PDF: vector lines, selectable text, embedded fonts."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from scorer.forms.drawing import Drawing, Path, Text, font_file
from scorer.forms.lettering import (
    MISSING,
    READERS_OWN,
    SHAPING,
    Command,
    Face,
    Font,
    Run,
    is_plain,
    lettering,
)

_OWN = "OldStandard-Regular"
#: Invisible text can be selected and searched (ISO 32000, 9.3.6).
_VISIBLE, _INVISIBLE = 0, 3


def render(pages: Sequence[Drawing]) -> bytes:
    """A PDF file with a page for each drawing, each of the drawing's size."""
    _register_fonts()
    file = io.BytesIO()
    # invariant: the same drawing gives the same bytes, without the time of day in them
    canvas = Canvas(
        file,
        pageCompression=1,
        invariant=1,
        lang=pages[0].language,
        initialFontName=_OWN,
    )
    canvas.setTitle(pages[0].title)
    canvas.setCreator("Shelfmark")
    canvas.setProducer("Shelfmark")
    canvas.setAuthor("Shelfmark")
    canvas.setSubject(pages[0].title)
    for page in pages:
        canvas.setPageSize((page.width * mm, page.height * mm))
        for item in page.items:
            if isinstance(item, Text):
                _text(canvas, item, page.height)
            else:
                _path(canvas, item, page.height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


@cache
def _register_fonts() -> None:
    faces: tuple[Face, ...] = ("Regular", "Italic", "Bold")
    for face in faces:
        pdfmetrics.registerFont(TTFont(f"OldStandard-{face}", io.BytesIO(font_file(face))))


def _shape(canvas: Any, commands: Sequence[Command], height: float = 0.0) -> Any:
    shape = canvas.beginPath()
    for letter, at in commands:
        points = [(height - v) * mm if i % 2 else v * mm for i, v in enumerate(at)]
        {"M": shape.moveTo, "L": shape.lineTo, "C": shape.curveTo, "Z": shape.close}[letter](*points)
    return shape


def _path(canvas: Any, path: Path, height: float) -> None:
    shape = _shape(canvas, path.commands, height)
    canvas.saveState()
    if path.fill:
        canvas.setFillColor(HexColor(path.fill), alpha=path.opacity)
    if path.stroke:
        canvas.setStrokeColor(HexColor(path.stroke), alpha=path.opacity)
        canvas.setLineWidth(path.width * mm)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
    if path.dash:
        canvas.setDash([part * mm for part in path.dash])
    canvas.drawPath(shape, stroke=int(path.stroke is not None), fill=int(path.fill is not None))
    canvas.restoreState()


def _text(canvas: Any, text: Text, height: float) -> None:
    x, y = text.start
    canvas.saveState()
    canvas.translate(x * mm, (height - y) * mm)
    if text.angle:
        canvas.rotate(text.angle)
    canvas.setFillColor(HexColor(text.colour), alpha=text.opacity)
    if is_plain(text.text, text.face):
        canvas.setFont(f"OldStandard-{text.face}", text.size * mm)
        canvas.drawString(0, 0, text.text)
    else:
        canvas.scale(text.size, text.size)
        for run in lettering(text.text, text.face).runs:
            _run(canvas, run)
    canvas.restoreState()


def _run(canvas: Any, run: Run) -> None:
    """The outlines of the run, in em, and its letters unseen above them, to select and to search for."""
    seen = "".join(char for char in run.text if ord(char) not in SHAPING)
    letters = seen if run.rightwards else seen[::-1]  # as they stand
    if run.font is READERS_OWN:
        with _standing_for(canvas, run.text):
            _letters(canvas, run, letters, _by_adobe(letters), _VISIBLE)
            _letters(canvas, run, MISSING * len(letters), _OWN, _INVISIBLE)  # for readers without that font
        return
    canvas.drawPath(_shape(canvas, run.outlines), stroke=0, fill=1, fillMode=FILL_NON_ZERO)
    font = _registered(run.font)
    if font is None or any(ord(char) >= 0x10000 for char in letters):  # reportlab names such letters wrongly
        with _standing_for(canvas, run.text):
            _letters(canvas, run, MISSING * len(letters), _OWN, _INVISIBLE)
    else:
        _letters(canvas, run, letters, font, _INVISIBLE)


@contextmanager
def _standing_for(canvas: Any, text: str) -> Iterator[None]:
    """What is drawn within stands for ``text`` (ISO 32000, 14.9.4)."""
    canvas.addLiteral(f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex()}>>> BDC")
    yield
    canvas.addLiteral("EMC")


def _letters(canvas: Any, run: Run, letters: str, font: str, mode: int) -> None:
    """Letters from the left, as wide as the run."""
    natural = pdfmetrics.stringWidth(letters, font, mm)
    text = canvas.beginText(run.x * mm, 0)
    text.setTextRenderMode(mode)
    text.setFont(font, mm)
    text.setHorizScale(100 * run.width * mm / natural if natural else 100)
    text.textOut(letters)
    text.setTextRenderMode(_VISIBLE)
    canvas.drawText(text)


def _registered(font: Font) -> str | None:
    """The name under which reportlab knows the font; None for a font that it cannot take."""
    if font.name not in pdfmetrics.getRegisteredFontNames():
        try:
            pdfmetrics.registerFont(TTFont(font.name, io.BytesIO(font.data)))
        except TTFError:  # its outlines are PostScript's
            return None
    return font.name


def _by_adobe(letters: str) -> str:
    """A font that readers of PDF bring along, with these Chinese, Japanese or Korean letters."""
    name = next(
        name for name, (first, last) in _ADOBE.items() if any(first <= char <= last for char in letters)
    )
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    return name


#: Fonts that need not be in a PDF, and the letters that tell their language: kana, Korean, all others.
_ADOBE = {
    "HeiseiMin-W3": ("\u3040", "\u30ff"),
    "HYSMyeongJo-Medium": ("\uac00", "\ud7a3"),
    "STSong-Light": ("\0", "\uffff"),
}
