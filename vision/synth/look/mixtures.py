"""Writes with fonts between two fonts: letters of more kinds than there are fonts.

Both fonts' characters are brought into one box. Optical flow between the distances from their outlines finds
each part of the first character on the second (Kroeger et al., Fast Optical Flow using Dense Inverse Search,
ECCV 2016). Both are bent to meet on the way, and their distances are mixed there.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.common.arrays import Floats32, Picture
from vision.synth.look import fonts
from vision.synth.look.fonts import Font, Mixture

LARGE = 96  #: pixels of a character's longer side while it is mixed
ROOM = 16  #: of empty pixels around it
STEEP = 6.0  #: grey levels a pixel, in the pictures of distances that the flow is made out on


def write(
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    colour: tuple[int, int, int] | int,
    font: Font,
    size: int,
    stroke: int = 0,
) -> None:
    """Writes ``text`` on ``image``, its baseline beginning at ``at``, ``stroke`` pixels bolder all around."""
    if not isinstance(font, Mixture):
        ImageDraw.Draw(image).text(at, text, colour, fonts.load(font, size), "ls", stroke_width=stroke)
        return
    face = fonts.load(font, size)
    for i, character in enumerate(text):
        x = at[0] + face.getlength(text[: i + 1]) - face.getlength(character)
        if not character.isalnum():  # signs are the first font's: not every font has them
            write(image, (x, at[1]), character, colour, font.first, size, stroke)
            continue
        left, top, right, bottom = face.getbbox(character, anchor="ls")
        mask, room = _mask(font, character, (round(right - left), round(bottom - top)), stroke)
        place = round(x + left) - room[0], round(at[1] + top) - room[1]
        image.paste(colour, place, Image.fromarray(mask))


def _mask(
    mixture: Mixture, character: str, size: tuple[int, int], stroke: int
) -> tuple[Picture, tuple[int, int]]:
    """A character whose ink is ``size`` (width and height in pixels), and the room left and above of it."""
    width, height = max(size[0], 1), max(size[1], 1)
    field = distances(mixture, character)
    across = width / (field.shape[1] - 2 * ROOM)
    down = height / (field.shape[0] - 2 * ROOM)
    room = round(ROOM * across), round(ROOM * down)
    scaled = cv2.resize(field, (width + 2 * room[0], height + 2 * room[1]), interpolation=cv2.INTER_AREA)
    grey = np.clip(0.5 + stroke - scaled * np.sqrt(across * down), 0, 1)
    return np.asarray(grey * 255, np.uint8), room


@lru_cache(maxsize=2048)
def distances(mixture: Mixture, character: str) -> Floats32:
    """Pixels from the outline of the mixture's ``character``, negative inside: float32 ``[h, w]``.

    Its ink, as wide and high as the first font's, is `LARGE` pixels in its longer side and `ROOM` away from
    the edges.
    """
    masks = [_ink(name, character) for name in (mixture.first, mixture.second)]
    height, width = (max(4, round(side * LARGE / max(masks[0].shape))) for side in masks[0].shape)
    first, second = (_distances(mask, (width, height)) for mask in masks)
    share = mixture.share
    ours = _bent(first, share * _flow(second, first))
    theirs = _bent(second, (1 - share) * _flow(first, second))
    mixed = (1 - share) * ours + share * theirs
    ink = (1 - share) * np.mean(first < 0) + share * np.mean(second < 0)
    typical = np.quantile(mixed, np.clip(ink, 0.02, 0.9))
    return np.asarray(mixed - typical - mixture.weight * LARGE, np.float32)


def _ink(font: str, character: str) -> Picture:
    """A character, white on black, cropped to its ink."""
    face = fonts.load(font, LARGE)
    left, top, right, bottom = (round(side) for side in face.getbbox(character, anchor="ls"))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), character, 255, face, "ls")
    return np.asarray(image)


def _distances(mask: Picture, size: tuple[int, int]) -> Floats32:
    """Pixels from a mask's outline once it is ``size`` wide and high, negative inside."""
    ink = np.pad(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), ROOM) > 127
    outside, inside = (cv2.distanceTransform(part.astype(np.uint8), cv2.DIST_L2, 5) for part in (~ink, ink))
    return np.asarray(outside - inside, np.float32)


def _flow(here: Floats32, there: Floats32) -> Floats32:
    """Where on ``there`` each place of ``here`` lies: x and y to go, ``[h, w, 2]``."""
    ours, theirs = (np.clip(128 - STEEP * each, 0, 255).astype(np.uint8) for each in (here, there))
    finder = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)
    return np.asarray(finder.calc(ours, theirs, np.zeros((*here.shape, 2), np.float32)), np.float32)


def _bent(field: Floats32, move: Floats32) -> Floats32:
    """The picture shifted at each place by ``move``."""
    y, x = np.mgrid[: field.shape[0], : field.shape[1]].astype(np.float32)
    moved = cv2.remap(
        field, x + move[..., 0], y + move[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, np.float32)
