"""The picture that a card is printed on: shapes, grounds and texts, measured in card widths."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.synth.look import fonts, grounds
from vision.synth.look.fonts import Font
from vision.synth.look.grounds import Ground
from vision.synth.look.lettering import BOLD, Box, Piece, Setting, ink, ink_box, text_mask
from vision.synth.look.mixtures import write
from vision.synth.look.style import Colour, Effect, luminance

SMALL = 260  #: cards less wide are drawn twice as large: Pillow's shapes have hard edges
#: The size of letters in lines that an effect draws.
LINES: dict[Effect, int] = {"heavy": BOLD, "shaded": 40}
TYPICAL_LINES = 18
#: How thick the sides are of letters that stand out, in lines.
SIDES = 3
KEY_SHARE = 0.74  #: a character's size on a key, as a share of its size without a key
DOTS, DOT = 12, 0.4  #: dots to a font's size, and their radius as a share of the distance between two


class Canvas:
    """An RGB picture ``width`` pixels wide and ``aspect`` times as high, in the end."""

    def __init__(self, width: int, aspect: float, colour: Colour) -> None:
        self.width, self.height = width, max(2, round(width * aspect))
        self.scale = 2 if width < SMALL else 1
        self.unit = width * self.scale
        self.image = Image.new("RGB", (self.width * self.scale, self.height * self.scale), colour)
        self.draw = ImageDraw.Draw(self.image)

    def px(self, *values: float) -> list[int]:
        return [round(v * self.unit) for v in values]

    def rectangle(
        self, box: Box, colour: Colour | None, radius: float = 0.0, edge: Colour | None = None
    ) -> None:
        """A box given as left, top, right, bottom; without a colour its edge alone."""
        x0, y0, x1, y1 = self.px(*box)
        if x1 > x0 and y1 > y0:
            line = max(1, self.unit // 120) if edge else 0
            self.draw.rounded_rectangle(
                (x0, y0, x1, y1), round(radius * self.unit), fill=colour, outline=edge, width=line
            )

    def polygon(self, points: list[tuple[float, float]], colour: Colour, edge: Colour | None = None) -> None:
        pixels = [(round(x * self.unit), round(y * self.unit)) for x, y in points]
        self.draw.polygon(pixels, fill=colour, outline=edge, width=max(1, self.unit // 120) if edge else 0)

    def text(
        self, text: str, font: str, box: Box, ink: Colour, align: str = "centre", stroke: int = 0
    ) -> Box:
        """``text`` as large as fits into the box (left, top, right, bottom); gives the box of its ink."""
        x0, y0, x1, y1 = self.px(*box)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return box
        mask = text_mask(font, text, (x1 - x0, y1 - y0), stroke)
        height, width = mask.shape
        left = x0 + (0 if align == "left" else (x1 - x0 - width) // 2)
        top = y0 + (y1 - y0 - height) // 2
        self.image.paste(ink, (left, top), Image.fromarray(mask))
        edges = (left, top, left + width, top + height)
        return (edges[0] / self.unit, edges[1] / self.unit, edges[2] / self.unit, edges[3] / self.unit)

    def printed(
        self, box: Box, colour: Colour, ground: Ground | None, corners: list[tuple[float, float]] | None
    ) -> None:
        """A box filled with a pattern; only within the polygon of ``corners``, if given."""
        if ground is None:
            self.rectangle(box, colour)
            return
        x0, y0, x1, y1 = self.px(*box)
        if x1 <= x0 or y1 <= y0:
            return
        picture = Image.fromarray(grounds.patch(ground, colour, (x1 - x0, y1 - y0), self.unit))
        if corners is None:
            self.image.paste(picture, (x0, y0))
            return
        mask = Image.new("L", picture.size)
        pixels = [(round(u * self.unit) - x0, round(v * self.unit) - y0) for u, v in corners]
        ImageDraw.Draw(mask).polygon(pixels, fill=255)
        self.image.paste(picture, (x0, y0), mask)

    def setting(
        self, text: Setting, font: Font, colour: Colour, count_ink: Colour, effect: Effect, effect_ink: Colour
    ) -> None:
        """Draws a set letter or number."""
        if effect == "plate":
            self._plate(ink(text, font), effect_ink)
        for piece in text.pieces:
            size = max(4, round(piece.size * self.unit))
            x, y = piece.x * self.unit, piece.y * self.unit
            own = count_ink if piece.part == "of" else colour
            if effect == "keys":
                self._keys(piece, font, own)
                continue
            if effect == "dots":
                self._dots(piece.text, font, size, (x, y), own)
                continue
            line = max(1, round(size / LINES.get(effect, TYPICAL_LINES)))
            for off in {"shadow": [line], "block": range(2 * line, 0, -1)}.get(effect, []):
                write(self.image, (x + off, y + off), piece.text, effect_ink, font, size)
            if effect in ("hollow", "inline", "shaded"):
                core = effect_ink if effect == "inline" else None
                self._contour(piece.text, font, size, (x, y), line, own, core, effect == "shaded")
                continue
            if effect == "outline":
                write(self.image, (x, y), piece.text, effect_ink, font, size, line)
            write(self.image, (x, y), piece.text, own, font, size, line if effect == "heavy" else 0)
        for x0, y0, x1, y1, thick in text.lines:
            self.draw.line(self.px(x0, y0, x1, y1), colour, max(1, round(thick * self.unit)))

    def _plate(self, behind: Box, colour: Colour) -> None:
        """A plate with round corners, as typewriter keys and tiles have, behind a text's ink."""
        left, top, right, bottom = behind
        room = 0.18 * (bottom - top)
        self.rectangle((left - room, top - room, right + room, bottom + room), colour, 2 * room)

    def _keys(self, piece: Piece, font: Font, colour: Colour) -> None:
        """Each character small on a separate key: a plate as wide as the character, as high as the text."""
        size = piece.size * self.unit
        face = fonts.load(font, max(4, round(size)))
        _, top, _, bottom = ink_box(font, piece.text)
        key = (16, 14, 12) if luminance(colour) > 0.5 else (252, 248, 240)
        x, small = piece.x, max(4, round(size * KEY_SHARE))
        for character in piece.text:
            wide = face.getlength(character) / self.unit
            low, high = piece.y + bottom * piece.size, piece.y + top * piece.size
            if not character.isspace():
                gap = 0.06 * wide
                self.rectangle((x + gap, high, x + wide - gap, low), key, 0.2 * wide)
                left, up, right, down = (side * small / self.unit for side in ink_box(font, character))
                at = x + wide / 2 - (left + right) / 2, (high + low) / 2 - (up + down) / 2
                write(self.image, (at[0] * self.unit, at[1] * self.unit), character, colour, font, small)
            x += wide

    def _dots(self, text: str, font: Font, size: int, at: tuple[float, float], colour: Colour) -> None:
        """A text in dots like lamps or stitches, `DOTS` to the height of its font, where ink prevails."""
        whole = Image.new("L", self.image.size)
        write(whole, at, text, 255, font, size)
        box = whole.getbbox()
        if box is None:
            return
        pitch = max(size / DOTS, 2.0)
        ink = np.asarray(whole.crop(box))
        across, down = (max(1, round(side / pitch)) for side in ink.shape[::-1])
        cells = cv2.resize(ink, (across, down), interpolation=cv2.INTER_AREA)
        radius = DOT * pitch
        for row, column in np.argwhere(cells > 0.45 * cells.max()):
            x = box[0] + (column + 0.5) * ink.shape[1] / across
            y = box[1] + (row + 0.5) * ink.shape[0] / down
            self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def _contour(
        self,
        text: str,
        font: Font,
        size: int,
        at: tuple[float, float],
        line: int,
        colour: Colour,
        core: Colour | None,
        shaded: bool,
    ) -> None:
        """The contour of a text, ``line`` pixels thick around its edges.

        ``core``: the filling. ``shaded``: whether it stands out, with `SIDES` to the right and below. A text
        too thin for a core is drawn whole.
        """
        whole = Image.new("L", self.image.size)
        write(whole, at, text, 255, font, size, line)
        box = whole.getbbox()
        if box is None:
            return
        side = SIDES * line if shaded else 0
        ink = np.asarray(whole.crop((*box[:2], box[2] + side, box[3] + side)))
        inside = cv2.erode(ink, np.ones((2 * line + 1, 2 * line + 1), np.uint8))
        if inside.max() < 128:
            inside[:] = 0
        ink = cv2.dilate(ink, np.eye(side + 1, dtype=np.uint8), anchor=(side, side))
        self.image.paste(colour, box[:2], Image.fromarray(ink - np.minimum(inside, ink)))
        if core is not None:
            self.image.paste(core, box[:2], Image.fromarray(inside))
