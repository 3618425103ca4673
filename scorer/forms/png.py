"""Drawings as PNG pictures, to share."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from scorer.forms.drawing import Drawing, Path, Text
from scorer.forms.lettering import Command, Face, is_plain, lettering

#: Paths and texts are drawn this many times larger and shrunk, which smooths their edges.
_OVERSAMPLING = 2
_CURVE_STEPS = 12
#: Outlines of letters are filled this many times larger still: Pillow smooths the edges of no polygon.
_FINER = 3


def render(drawing: Drawing, dpi: int = 200) -> bytes:
    """The drawing as an RGB PNG file of ``dpi`` dots an inch."""
    scale = dpi / 25.4 * _OVERSAMPLING
    size = (round(drawing.width * scale), round(drawing.height * scale))
    image = Image.new("RGB", size, drawing.paper)
    for item in drawing.items:
        if isinstance(item, Text):
            _text(image, item, scale)
        else:
            _path(image, item, scale)
    image = image.resize((size[0] // _OVERSAMPLING, size[1] // _OVERSAMPLING), Image.Resampling.BOX)
    file = io.BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _path(image: Image.Image, path: Path, scale: float) -> None:
    runs = _flattened(path.commands, scale)
    if path.opacity < 1:
        pad = math.ceil(path.width * scale)
        left = math.floor(min(x for run in runs for x, _ in run)) - pad
        top = math.floor(min(y for run in runs for _, y in run)) - pad
        right = math.ceil(max(x for run in runs for x, _ in run)) + pad
        bottom = math.ceil(max(y for run in runs for _, y in run)) + pad
        mask = Image.new("L", (right - left, bottom - top), 0)
        level = round(255 * path.opacity)
        local = [[(x - left, y - top) for x, y in run] for run in runs]
        _draw_runs(ImageDraw.Draw(mask), path, local, scale, level, level)
        image.paste(Image.new("RGB", mask.size, path.fill or path.stroke or "#000000"), (left, top), mask)
        return
    _draw_runs(ImageDraw.Draw(image), path, runs, scale, path.fill, path.stroke)


def _draw_runs(
    draw: ImageDraw.ImageDraw,
    path: Path,
    runs: list[list[tuple[float, float]]],
    scale: float,
    fill: str | int | None,
    stroke: str | int | None,
) -> None:
    width = max(1, round(path.width * scale))
    for run in runs:
        if path.fill and len(run) > 2:
            draw.polygon(run, fill=fill)
        if path.stroke:
            for part in _dashes(run, path.dash, scale) if path.dash else [run]:
                draw.line(part, fill=stroke, width=width, joint="curve")


def _flattened(commands: Sequence[Command], scale: float) -> list[list[tuple[float, float]]]:
    """The path as runs of points in pixels, its curves as short lines."""
    runs: list[list[tuple[float, float]]] = []
    for letter, at in commands:
        points = [(at[i] * scale, at[i + 1] * scale) for i in range(0, len(at), 2)]
        if letter == "M":
            runs.append(points)
        elif letter == "L":
            runs[-1] += points
        elif letter == "Z":
            runs[-1].append(runs[-1][0])
        else:
            start, (a, b, end) = runs[-1][-1], points
            for step in range(1, _CURVE_STEPS + 1):
                t = step / _CURVE_STEPS
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                curve = (start, a, b, end)
                x = sum(weight * point[0] for weight, point in zip(weights, curve, strict=True))
                y = sum(weight * point[1] for weight, point in zip(weights, curve, strict=True))
                runs[-1].append((x, y))
    return runs


def _dashes(
    run: list[tuple[float, float]], dash: tuple[float, float], scale: float
) -> list[list[tuple[float, float]]]:
    """The straight pieces of a dashed line; each segment of the run begins its dashes anew."""
    on, off = dash[0] * scale, dash[1] * scale
    pieces = []
    for (x1, y1), (x2, y2) in itertools.pairwise(run):
        length, at = math.hypot(x2 - x1, y2 - y1), 0.0
        while at < length:
            ends = (at / length, min(at + on, length) / length)
            pieces.append([(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in ends])
            at += on + off
    return pieces


@lru_cache(maxsize=64)
def _font(face: Face, pixels: float) -> ImageFont.FreeTypeFont:
    path = resources.files("scorer.forms").joinpath(f"fonts/OldStandard-{face}.ttf")
    with resources.as_file(path) as file:
        return ImageFont.truetype(str(file), pixels, layout_engine=ImageFont.Layout.BASIC)


def _text(image: Image.Image, text: Text, scale: float) -> None:
    x, y = (value * scale for value in text.start)
    if not text.angle and text.opacity >= 1 and is_plain(text.text, text.face):
        font = _font(text.face, round(text.size * scale, 2))
        ImageDraw.Draw(image).text((x, y), text.text, font=font, fill=text.colour, anchor="ls")
        return
    # The text's start lies in the middle of a square, so that turning the square turns the text about it.
    reach = math.ceil(text.width * scale + 2 * text.size * scale)
    mask = _mask(text, scale, reach)
    if text.angle:
        mask = mask.rotate(text.angle, Image.Resampling.BICUBIC)
    if text.opacity < 1:
        mask = mask.point(lambda level: round(level * text.opacity))
    ink = Image.new("RGB", mask.size, ImageColor.getrgb(text.colour))
    image.paste(ink, (round(x) - reach, round(y) - reach), mask)


def _mask(text: Text, scale: float, reach: int) -> Image.Image:
    """The letters white on a black square, the baseline beginning at its middle."""
    mask = Image.new("L", (2 * reach, 2 * reach), 0)
    if is_plain(text.text, text.face):
        font = _font(text.face, round(text.size * scale, 2))
        ImageDraw.Draw(mask).text((reach, reach), text.text, font=font, fill=255, anchor="ls")
        return mask
    size = text.size * scale
    for run in lettering(text.text, text.face).runs:
        if run.outlines:
            _fill(mask, _flattened(run.outlines, size * _FINER), reach)
    return mask


def _fill(mask: Image.Image, contours: list[list[tuple[float, float]]], reach: int) -> None:
    """Fills contours, larger by `_FINER`, from the middle of the mask on: all that they wind around."""
    points = [point for contour in contours for point in contour]
    left, top = (math.floor(min(p[axis] for p in points) / _FINER) - 1 for axis in (0, 1))
    right, bottom = (math.ceil(max(p[axis] for p in points) / _FINER) + 1 for axis in (0, 1))
    windings = Image.new("L", ((right - left) * _FINER, (bottom - top) * _FINER), _UNWOUND)
    for contour in contours:
        local = [(x - left * _FINER, y - top * _FINER) for x, y in contour]
        once = Image.new("L", windings.size, 0)
        ImageDraw.Draw(once).polygon(local, fill=1)
        windings = (ImageChops.add if _clockwise(local) else ImageChops.subtract)(windings, once)
    filled = windings.point(lambda winding: 0 if winding == _UNWOUND else 255)
    filled = filled.resize((right - left, bottom - top), Image.Resampling.BOX)
    mask.paste(255, (reach + left, reach + top), filled)


#: How often nothing is wound around, from which windings count up and down.
_UNWOUND = 128


def _clockwise(contour: list[tuple[float, float]]) -> bool:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in itertools.pairwise([*contour, contour[0]])) > 0
