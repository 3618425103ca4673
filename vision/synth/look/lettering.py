"""Letters and numbers as a printer sets them: a line, a fraction, raised and lowered figures.

Sizes are font sizes in card widths; a text's height is that of its ink.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.common.fields import LETTERS
from vision.synth.look import fonts
from vision.synth.look.fonts import Font
from vision.synth.look.style import Banner, NumberStyle

Box = tuple[float, float, float, float]
_TRIAL = 100  #: font size that texts are measured at
_SHEET = 32  #: pixels of the square that characters are compared in
FIGURES = "0123456789"
BOLD = 22  #: the size of heavy letters, in strokes that they are bolder by
WIDEST = (10, 12)  #: the longest order and count; they must fit into a number set in one size


@dataclass(frozen=True, slots=True)
class Piece:
    """A text of ``size`` (font size) with its baseline's left end at ``x``, ``y``; ``part``: its meaning."""

    text: str
    part: str  #: "order", "of" or "rest"
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Setting:
    """Pieces of text, lines (x0, y0, x1, y1, thickness) and the box of their ink."""

    pieces: tuple[Piece, ...]
    lines: tuple[tuple[float, float, float, float, float], ...]
    box: Box

    def placed(self, scale: float, dx: float, dy: float) -> Setting:
        """Scaled, then moved."""
        x0, y0, x1, y1 = self.box
        return Setting(
            tuple(
                Piece(p.text, p.part, p.x * scale + dx, p.y * scale + dy, p.size * scale) for p in self.pieces
            ),
            tuple(
                (a * scale + dx, b * scale + dy, c * scale + dx, d * scale + dy, t * scale)
                for a, b, c, d, t in self.lines
            ),
            (x0 * scale + dx, y0 * scale + dy, x1 * scale + dx, y1 * scale + dy),
        )


@lru_cache(maxsize=8192)
def ink_box(font: Font, text: str) -> Box:
    """Left, top, right, bottom of a text's ink at font size 1, its baseline's left end at 0, 0."""
    x0, y0, x1, y1 = fonts.load(font, _TRIAL).getbbox(text, anchor="ls")
    return x0 / _TRIAL, y0 / _TRIAL, max(x1, x0 + 1) / _TRIAL, max(y1, y0 + 1) / _TRIAL


@lru_cache(maxsize=512)
def _figures(font: Font) -> tuple[float, float]:
    """Top and bottom of the figures at font size 1; old-style figures hang below the line."""
    _, top, _, bottom = ink_box(font, FIGURES)
    return top, bottom


def _row(font: Font, parts: list[tuple[str, str, float, float]]) -> Setting:
    """Texts side by side: text, part, size, height of its baseline above the line."""
    pieces, x = [], 0.0
    top, bottom = 0.0, -9.0
    for text, part, size, rise in parts:
        left, _, right, _ = ink_box(font, text)
        lead = 0.0 if text.startswith(" ") else left
        pieces.append(Piece(text, part, x - lead * size, -rise, size))
        high, low = _figures(font)
        top, bottom = min(top, high * size - rise), max(bottom, low * size - rise)
        x += (right - lead) * size + 0.05 * size
    return Setting(tuple(pieces), (), (0.0, top, max(x - 0.05 * parts[-1][2], 0.01), bottom))


def _over(font: Font, order: str, of: str, bar: bool) -> Setting:
    """The order above the count, with or without a bar between."""
    high, low = _figures(font)
    tall = low - high
    boxes = [ink_box(font, text) for text in (order, of)]
    width = max(b[2] - b[0] for b in boxes)
    gap = 0.3 * tall if bar else 0.22 * tall
    base = (-high, -high + tall + gap)
    pieces = tuple(
        Piece(text, part, (width - (b[2] - b[0])) / 2 - b[0], y, 1.0)
        for text, part, b, y in zip((order, of), ("order", "of"), boxes, base, strict=True)
    )
    middle = tall + gap / 2
    lines = ((-0.06, middle, width + 0.06, middle, 0.09 * tall),) if bar else ()
    return Setting(pieces, lines, (-0.06 if bar else 0, 0.0, width + (0.06 if bar else 0), 2 * tall + gap))


@lru_cache(maxsize=4096)
def set_number(style: NumberStyle, font: Font, template: str, order: int, of: int) -> Setting:
    """``order`` and ``of`` in a style, at font size 1."""
    a, b = str(order), str(of)
    high, low = _figures(font)
    tall = low - high
    if style in ("fraction", "column"):
        return _over(font, a, b, style == "fraction")
    if style == "raised":
        return _row(
            font, [(a, "order", 0.68, 0.36 * tall), ("/", "rest", 1.0, 0.0), (b, "of", 0.68, -0.06 * tall)]
        )
    if style == "slashed":
        first, second = (ink_box(font, text) for text in (a, b))
        wide, narrow = first[2] - first[0], second[2] - second[0]
        drop, right = 0.55 * tall, wide + 0.16
        pieces = (
            Piece(a, "order", -first[0], -high, 1.0),
            Piece(b, "of", right - second[0], -high + drop, 1.0),
        )
        end = tall + drop
        line = (wide - 0.12, end * 0.98, right + 0.12, end * 0.02, 0.08)
        return Setting(pieces, (line,), (0.0, 0.0, right + narrow, end))
    before, between, after = template.replace("{order}", "\0").replace("{of}", "\0").split("\0")
    if style == "small_count":
        return _row(font, [(before + a, "order", 1.0, 0.0), (between + b + after, "of", 0.66, 0.0)])
    if style == "pale_count":
        return _row(font, [(before + a, "order", 1.0, 0.0), (between + b + after, "of", 1.0, 0.0)])
    text = template.format(order=order, of=of)
    return _row(font, [(text, "whole", 1.0, 0.0)])


def place_number(style: Banner, order: int, of: int, box: Box, align: str = "centre") -> Setting:
    """A number set into a box (left, top, right, bottom in card widths)."""
    plain = set_number(style.number_style, style.number_font, style.number_format, order, of)
    widest = (
        plain
        if style.fitted
        else set_number(style.number_style, style.number_font, style.number_format, *WIDEST)
    )
    span = max(widest.box[2] - widest.box[0], plain.box[2] - plain.box[0])
    scale = min((box[2] - box[0]) / span, (box[3] - box[1]) / (plain.box[3] - plain.box[1]))
    width, height = ((plain.box[i + 2] - plain.box[i]) * scale for i in (0, 1))
    left = box[0] if align == "left" else (box[0] + box[2] - width) / 2
    top = (box[1] + box[3] - height) / 2
    return plain.placed(scale, left - plain.box[0] * scale, top - plain.box[1] * scale)


@lru_cache(maxsize=512)
def coverage(font: Font, bold: bool) -> float:
    """The share of their boxes that a font's letters cover, on average; ``bold``: drawn heavy.

    It is 1 if FreeType's stroker fails on a letter: fonts of many small squares can take gigabytes.
    """
    stroke = _TRIAL // BOLD if bold else 0
    try:
        masks = [text_mask(font, c, (_TRIAL, _TRIAL), stroke) for c in LETTERS]
    except OSError:
        return 1.0
    return float(np.mean([np.mean(mask) for mask in masks]) / 255)


@lru_cache(maxsize=512)
def least_difference(font: Font) -> float:
    """By how much of their ink a font's two most alike capitals, or figures, differ, from 0 to 1."""
    return min(_least_difference(font, LETTERS), _least_difference(font, FIGURES))


def _least_difference(font: Font, characters: str) -> float:
    """The same of any characters, each drawn as large as fits a square, in its middle."""
    sheets = np.zeros((len(characters), _SHEET, _SHEET), np.float32)
    for sheet, character in zip(sheets, characters, strict=True):
        mask = text_mask(font, character, (_SHEET, _SHEET))[:_SHEET, :_SHEET]
        top, left = ((_SHEET - length) // 2 for length in mask.shape)
        sheet[top : top + mask.shape[0], left : left + mask.shape[1]] = mask / 255
    pairs = itertools.combinations(sheets, 2)
    return float(min(abs(a - b).sum() / max(np.maximum(a, b).sum(), 1) for a, b in pairs))


@lru_cache(maxsize=512)
def _alphabet(font: Font, lower: bool) -> tuple[float, float, float]:
    """Greatest width, top and bottom of all letters at font size 1."""
    boxes = [ink_box(font, c.lower() if lower else c) for c in LETTERS]
    return max(b[2] - b[0] for b in boxes), min(b[1] for b in boxes), max(b[3] for b in boxes)


def place_letter(style: Banner, letter: str, box: Box) -> Setting:
    """A letter set into a box (left, top, right, bottom in card widths)."""
    text = letter.lower() if style.lower else letter
    own = ink_box(style.letter_font, text)
    width, top, bottom = _alphabet(style.letter_font, style.lower)
    if style.fitted:
        width, top, bottom = own[2] - own[0], own[1], own[3]
    size = min((box[2] - box[0]) / width, (box[3] - box[1]) / (bottom - top))
    x = (box[0] + box[2]) / 2 - (own[0] + own[2]) / 2 * size
    y = (box[1] + box[3]) / 2 - (top + bottom) / 2 * size
    piece = Piece(text, "letter", x, y, size)
    return Setting((piece,), (), (x + own[0] * size, y + own[1] * size, x + own[2] * size, y + own[3] * size))


def figure_height(setting: Setting, font: Font) -> float:
    """Height of the smallest of a number's figures, in card widths."""
    _, top, _, bottom = ink_box(font, "0")
    return min(p.size for p in setting.pieces if p.part != "rest") * (bottom - top)


def ink(setting: Setting, font: Font) -> Box:
    """The box tight around a setting's texts and lines, in card widths."""
    boxes = [(x0, min(y0, y1) - t / 2, x1, max(y0, y1) + t / 2) for x0, y0, x1, y1, t in setting.lines]
    for p in setting.pieces:
        x0, y0, x1, y1 = ink_box(font, p.text)
        boxes.append((p.x + x0 * p.size, p.y + y0 * p.size, p.x + x1 * p.size, p.y + y1 * p.size))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@lru_cache(maxsize=4096)
def text_mask(font: Font, text: str, box: tuple[int, int], stroke: int = 0) -> NDArray[np.uint8]:
    """``text`` as large as fits into ``box`` (width, height in pixels), cropped to its ink: uint8 [h, w]."""
    trial = 64
    face = fonts.load(font, trial)
    x0, y0, x1, y1 = face.getbbox(text, stroke_width=stroke)
    scale = min(box[0] / max(x1 - x0, 1), box[1] / max(y1 - y0, 1))
    face = fonts.load(font, max(4, int(trial * scale)))
    x0, y0, x1, y1 = (int(v) for v in face.getbbox(text, stroke_width=stroke))
    image = Image.new("L", (max(1, x1 - x0), max(1, y1 - y0)))
    ImageDraw.Draw(image).text((-x0, -y0), text, font=face, fill=255, stroke_width=stroke)
    return np.asarray(image)
