"""Prints cards of the printed game's anatomy: boards, pennant, discs that overlap, spines, planked backs."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from PIL import Image

from scorer.cards import CATEGORIES, BookCard
from vision.synth.card.printer import TITLE_WORDS, Printer, stand_in_title
from vision.synth.look import fonts
from vision.synth.look.grounds import Ground
from vision.synth.look.icons import category_icon_box
from vision.synth.look.lettering import Box, text_mask
from vision.synth.look.looks import Look
from vision.synth.look.motifs import REACH, picture, star
from vision.synth.look.style import Anatomy, Colour, blended

Rng = np.random.Generator
LEAST_TEXT = 4  #: pixels of a title's height: smaller titles are left out


class BookcasePrinter(Printer):
    """One side of a card of the printed anatomy that is being printed."""

    def __init__(self, look: Look, width: int) -> None:
        super().__init__(look, width)
        assert look.anatomy is not None
        self.anatomy: Anatomy = look.anatomy

    def face(self, card: BookCard, rng: Rng) -> tuple[Box, Box]:
        look, a = self.look, self.anatomy
        self._inside()
        if look.body == "spines":
            self._books(card, rng)
        self._boards()
        self.icons(card)
        self._pennant()
        letter = self._condensed(
            card.letter, look.banner.letter_font, a.letter, a.letter_width, look.banner.ink
        )
        text = f"{card.order}/{card.of or card.order}"
        ink = look.banner.number_ink
        number = self._condensed(text, look.banner.number_font, a.number, a.number_width * len(text), ink)
        return letter, number

    def _inside(self) -> None:
        look, a = self.look, self.anatomy
        self.image.paste(_fade(self.image.size, look.strip_colour, a.brown), (0, 0))
        if a.planks:
            dark = blended(a.brown, (0, 0, 0), 0.35)
            for x in np.linspace(0, 1, 2 + a.back_planks)[1:-1]:
                self.draw.line(self.px(float(x), 0, float(x), look.aspect), dark, max(1, self.unit // 200))

    def _boards(self) -> None:
        look, a = self.look, self.anatomy
        grain = Ground("wood", blended(look.board_colour, (30, 12, 4), 0.5), 0.5, 0.05, look.seed)
        self.printed((0, 0, 1, look.board), look.board_colour, grain, None)
        self.printed((0, a.lower_board, 1, look.aspect), look.board_colour, grain, None)
        line = max(0.004, 1.5 / self.unit)
        self.rectangle((0, look.board - line, 1, look.board), blended(look.board_colour, (0, 0, 0), 0.5))
        pale = blended(look.board_colour, (255, 225, 180), 0.3)
        self.rectangle((0, a.lower_board, 1, a.lower_board + 1.5 * line), pale)

    def _pennant(self) -> None:
        look, a = self.look, self.anatomy
        style = look.banner
        left, right, top = style.x, style.x + style.width, style.y
        straight, middle = style.y + style.height, style.x + style.width / 2
        outline = [(left, top), (right, top), (right, straight), (middle, a.point), (left, straight)]
        self.polygon([(x + 0.006, y + 0.006) for x, y in outline], blended(look.strip_colour, (0, 0, 0), 0.6))
        self.polygon(outline, style.colour)
        low = blended(style.colour, (150, 130, 80), 0.25)
        self.polygon([(left, straight - 0.05), (right, straight - 0.05), *outline[2:]], low)
        deep = 0.0
        if a.merlons > 1:
            part = style.width / (2 * a.merlons - 1)
            deep = 0.028
            for i in range(a.merlons - 1):
                x = left + (2 * i + 1) * part
                self.rectangle((x, top, x + part, top + deep), look.strip_colour)
        if a.inner_line:
            inset = 0.012
            inner = [
                (left + inset, top + deep + inset), (right - inset, top + deep + inset),
                (right - inset, straight - inset / 2), (middle, a.point - inset),
                (left + inset, straight - inset / 2),
            ]  # fmt: skip
            pixels = [tuple(self.px(x, y)) for x, y in [*inner, inner[0]]]
            self.draw.line(pixels, blended(style.ink, style.colour, 0.35), max(1, self.unit // 180))
        if a.rule is not None:
            faint = blended(style.ink, style.colour, 0.25)
            y = a.rule
            self.draw.line(self.px(left + 0.035, y, right - 0.035, y), faint, max(1, self.unit // 200))
            if a.diamond:
                r = 0.009
                self.polygon([(middle, y - r), (middle + r, y), (middle, y + r), (middle - r, y)], style.ink)

    def _condensed(self, text: str, font: fonts.Font, box: Box, widest: float, ink: Colour) -> Box:
        """``text`` in the middle of a box, as high, at most ``widest`` heights wide; the box of its ink."""
        x0, y0, x1, y1 = box
        high = max(4, round((y1 - y0) * self.unit))
        mask = text_mask(font, text, (10 * high, high))
        room = min((x1 - x0) * self.unit, widest * high)
        wide = max(2, round(min(mask.shape[1] * high / mask.shape[0], room)))
        mask = np.asarray(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        left = round((x0 + x1) / 2 * self.unit - wide / 2)
        top = round(y0 * self.unit)
        self.image.paste(ink, (left, top), Image.fromarray(mask))
        edges = (left, top, left + wide, top + high)
        return (edges[0] / self.unit, edges[1] / self.unit, edges[2] / self.unit, edges[3] / self.unit)

    def icon(self, category: int, x: float, y: float, size: float, edge_scale: float = 1.0) -> None:
        """A disc with its motif; x and y are its middle."""
        look, a = self.look, self.anatomy
        x0, y0, x1, y1 = self.px(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
        colour = look.icons.colours[category]
        if a.rim is not None:
            line = max(1, round(a.rim_width * (x1 - x0) * edge_scale))
            self.draw.ellipse((x0, y0, x1, y1), fill=a.rim)
            self.draw.ellipse(
                (x0 + line, y0 + line, x1 - line, y1 - line), fill=blended(colour, (0, 0, 0), 0.25)
            )
            x0, y0, x1, y1 = x0 + line, y0 + line, x1 - line, y1 - line
        inner = max(1, (x1 - x0) // 12)
        self.draw.ellipse((x0 + inner, y0 + inner, x1 - inner, y1 - inner), fill=colour)
        side = max(4, round(size * REACH * self.unit))
        drawing = Image.fromarray(picture(a.motifs[category], side))
        at = self.px(x, y)
        self.image.paste(drawing, (at[0] - side // 2, at[1] - side // 2), drawing)

    def _books(self, card: BookCard, rng: Rng) -> None:
        look, a = self.look, self.anatomy
        count = len(card.categories)
        wide = rng.uniform(0.13, 0.28, count)
        gaps = rng.uniform(0.01, 0.05, count)
        room = 1.02 if a.spread else rng.uniform(0.85, 1.02)
        if (total := float(wide.sum() + gaps.sum())) > room:
            wide, gaps = wide * room / total, gaps * room / total
            total = room
        x = rng.uniform(-0.03, 0.05)
        if a.spread and count < 4:
            x = float(rng.uniform(0.0, max(0.05, 1 - total)))
        for i, category in enumerate(card.categories):
            number = CATEGORIES.index(category)
            top = look.aspect * rng.uniform(0.22, 0.38)
            self._spine((x, top, x + float(wide[i]), look.aspect * 0.9), number, card, i, rng)
            x += float(wide[i] + gaps[i])

    def _spine(self, box: Box, number: int, card: BookCard, index: int, rng: Rng) -> None:
        look, a = self.look, self.anatomy
        left, top, right, foot = box
        colour, ink = look.spine_colours[number], a.lettering[number]
        x0, y0, x1, y1 = self.px(*box)
        if x1 - x0 < 3 or y1 - y0 < 6:
            return
        self.image.paste(_round((x1 - x0, y1 - y0), colour, float(rng.uniform(0.2, 0.55))), (x0, y0))
        pale, deep = blended(colour, ink, 0.6), blended(colour, (0, 0, 0), 0.45)
        kind = int(rng.integers(4))
        bands = rng.uniform(0.02, 0.12, int(rng.integers(1, 4))).cumsum()
        for band in bands:
            for y in (top + float(band), foot - float(band)):
                self.rectangle((left, y, right, y + rng.uniform(0.006, 0.014)), pale if kind % 2 else deep)
        if kind == 1:
            self.rectangle((left, top + 0.02, right, top + 0.12), blended(colour, ink, 0.25))
        inset = 0.02
        if kind == 2:
            self.rectangle((left + inset, top + 0.13, right - inset, foot - 0.1), None, 0.01, pale)
        self._lettering(card, index, (left, top + 0.14, right, foot - 0.08), number, ink, rng)

    def _lettering(self, card: BookCard, index: int, box: Box, number: int, ink: Colour, rng: Rng) -> None:
        """A title of one line or two, turned a quarter clockwise."""
        left, top, right, foot = box
        words = stand_in_title(card, index).split(" ", 1)[1].split()
        words[0] = card.letter + words[0][1:]
        lines = (
            [" ".join(words)] if rng.random() < 0.5 else [" ".join(words[:2]), " ".join(words[2:]) or "Tales"]
        )
        if rng.random() < 0.4:
            lines = [line.upper() for line in lines]
        font = self.look.title_font if number % 2 else self.anatomy.blackletter
        long = int((foot - top) * self.unit * rng.uniform(0.7, 1.0))
        thick = int((right - left) * self.unit * rng.uniform(0.5, 0.8) / len(lines))
        if thick < LEAST_TEXT or long < 3 * LEAST_TEXT:
            return
        for i, line in enumerate(lines):
            mask = np.ascontiguousarray(np.rot90(text_mask(font, line, (long, int(thick * 0.85))), -1))
            x = round((left + right) / 2 * self.unit) + round(((len(lines) - 1) / 2 - i) * thick)
            at = x - mask.shape[1] // 2, round((top + foot) / 2 * self.unit) - mask.shape[0] // 2
            self.image.paste(ink, at, Image.fromarray(mask))

    def back(self, rng: Rng) -> None:
        """Boards and planks, with an emblem in the middle."""
        look, a = self.look, self.anatomy
        self.image.paste(_fade(self.image.size, a.back_top, a.back_foot), (0, 0))
        edges = np.linspace(0, 1, a.back_planks + 1)
        for left, right in itertools.pairwise(edges):
            shade = float(rng.normal(0, 0.12))
            x0, y0, x1, y1 = self.px(float(left), look.board, float(right), a.lower_board)
            part = np.asarray(self.image.crop((x0, y0, x1, y1)), np.float32) * (1 + shade)
            self.image.paste(Image.fromarray(np.clip(part, 0, 255).astype(np.uint8)), (x0, y0))
            self.draw.line((x1, y0, x1, y1), blended(a.back_top, (0, 0, 0), 0.6), max(1, self.unit // 150))
        inside = blended(look.strip_colour, (0, 0, 0), 0.3)
        if rng.random() < 0.6:
            self.rectangle((0, a.lower_board - 0.05, 1, a.lower_board), inside)
            self.rectangle((0, look.board, 1, look.board + 0.05), inside)
        self._boards()
        if a.emblem_size:
            self._emblem(0.5, look.aspect / 2 + float(rng.normal(0, 0.01)), a.emblem_size)

    def _emblem(self, x: float, y: float, r: float) -> None:
        a = self.anatomy
        dark = blended(a.emblem_colour, (20, 10, 10), 0.75)
        tall = 1.25
        if a.emblem == 0:
            self.rectangle((x - r, y - r * tall, x + r, y + r * tall), a.emblem_colour, 0.4 * r, dark)
        elif a.emblem == 1:
            self.rectangle((x - r, y - r, x + r, y + r), a.emblem_colour, r)
        elif a.emblem == 2:
            shield = [
                (x - r, y - r),
                (x + r, y - r),
                (x + r, y + 0.4 * r),
                (x, y + 1.3 * r),
                (x - r, y + 0.4 * r),
            ]
            self.polygon(shield, a.emblem_colour)
        elif a.emblem == 3:
            self.polygon(star(x, y, 1.2 * r, 0.55 * r, 8), a.emblem_colour)
        elif a.emblem == 4:
            self.polygon([(x, y - 1.4 * r), (x + r, y), (x, y + 1.4 * r), (x - r, y)], a.emblem_colour)
        else:  # an open book
            for side in (-1, 1):
                page = [
                    (x, y - 0.6 * r),
                    (x + side * r, y - 0.8 * r),
                    (x + side * r, y + 0.6 * r),
                    (x, y + 0.8 * r),
                ]
                self.polygon(page, a.emblem_colour, dark)
        if a.emblem < 4:
            if a.emblem_size > 0.1:
                self.rectangle((x - r / 2, y - r / 2, x + r / 2, y + r / 2), None, 0.0, dark)
            self.polygon(star(x, y, 0.42 * r, 0.2 * r, 6), dark)

    def category(self, category: int, rng: Rng) -> None:
        """A category card: a plate of its colour on light wood, its name above and below its icon."""
        look, a = self.look, self.anatomy
        self.printed(
            (0, 0, 1, look.aspect), a.plate,
            Ground("wood", blended(a.plate, (60, 35, 10), 0.6), 0.6, 0.04, look.seed), None,
        )  # fmt: skip
        colour, ink = look.icons.colours[category], a.lettering[category]
        inset = 0.07 + 0.02 * rng.random()
        box = (inset, inset, 1 - inset, look.aspect - inset)
        self.rectangle(box, blended(colour, (0, 0, 0), 0.3), 0.01)
        line = (inset + 0.04, inset + 0.04, 1 - inset - 0.04, look.aspect - inset - 0.04)
        self.rectangle(line, None, 0.03, blended(colour, ink, 0.5))
        x, y, size = category_icon_box(look)
        self.icon(category, x, y, size, edge_scale=0.6)
        for i, top in enumerate((0.14, 0.78)):
            word = TITLE_WORDS[(category * 4 + i) % 26]
            self.text(word, a.blackletter, (0.18, look.aspect * top, 0.82, look.aspect * (top + 0.1)), ink)


def _fade(size: tuple[int, int], top: Colour, foot: Colour) -> Image.Image:
    """From one colour above to another below."""
    share = np.linspace(0, 1, size[1], dtype=np.float32)[:, None, None]
    colours = np.asarray(top, np.float32) * (1 - share) + np.asarray(foot, np.float32) * share
    return Image.fromarray(np.repeat(colours.astype(np.uint8), size[0], axis=1))


def _round(size: tuple[int, int], colour: Colour, depth: float) -> Image.Image:
    """A spine of this colour, darker towards its sides."""
    across = np.linspace(-1, 1, size[0], dtype=np.float32)
    shade = (1.12 - depth * across**2)[None, :, None]
    picture = np.clip(np.asarray(colour, np.float32) * shade, 0, 255).astype(np.uint8)
    return Image.fromarray(np.repeat(picture, size[1], axis=0))
