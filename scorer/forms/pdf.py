"""Drawings as PDF: vector lines, selectable text, embedded fonts."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from scorer.forms.drawing import Drawing, Face, Path, Text, font_file


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
        initialFontName="OldStandard-Regular",
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


def _path(canvas: Any, path: Path, height: float) -> None:
    shape = canvas.beginPath()
    for letter, at in path.commands:
        points = [(height - v) * mm if i % 2 else v * mm for i, v in enumerate(at)]
        {"M": shape.moveTo, "L": shape.lineTo, "C": shape.curveTo, "Z": shape.close}[letter](*points)
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
    canvas.setFont(f"OldStandard-{text.face}", text.size * mm)
    canvas.setFillColor(HexColor(text.colour), alpha=text.opacity)
    canvas.drawString(0, 0, text.text)
    canvas.restoreState()
