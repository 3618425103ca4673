"""Strips for training the reader: drawn cards seen through a bad camera, without a whole scene around them.

One sample is a strip picture in the geometry of ``vision.strips.rectify`` with its letter, order, count and
icon boxes. The corners are off by a few per cent, like the detector's; light, glare, blur, noise and JPEG
have the photo's scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES, BookCard, Category
from scorer.deck.printed import printed_deck
from vision.common.arrays import Picture
from vision.common.fields import ORDERS
from vision.strips import rectify
from vision.synth.card.cards import draw_back, draw_category_card, draw_marked, icon_boxes
from vision.synth.look.anatomy import drawn_look
from vision.synth.look.banners import with_any_number
from vision.synth.look.fonts import Font, Mixture
from vision.synth.look.looks import Banner, Look
from vision.synth.look.style import random_font
from vision.train.reader.camera import photograph, reflections, unlit

Rng = np.random.Generator

DRAWN = 340  #: width of the drawn cards, in pixels
MARGIN = 0.16  #: of table around the card, in card widths
OFF_ITS_EDGE = 0.15  #: how often a card is found well above or below its upper edge
EDGE_AT = -0.1, 0.18  #: where that is, in card widths down the card
TALL = 0.8  #: how much of the card is kept, in card widths
BANNER_SHARE = 0.62  #: of a strip's width in which letter and number stand
#: How display fonts draw.
DISPLAY = ("hollow", "inline", "shaded", "block", "outline", "plate", "keys", "dots")
DISPLAYED = 0.25  #: how often a letter, and a number, is drawn so
SET_ANEW = 0.4  #: how often a number is set in any style and format, however rare
MIXED = 0.6  #: how often a letter's font, and a number's, is a mixture of two
FURTHEST = -0.45, 0.55  #: the least and the greatest share of the second font
LIGHTEST = -0.004  #: the least weight of a mixture
WEIGHTS = 0.03, 0.06  #: standard deviations of the weights: of four mixtures in five, and of the fifth
AS_PRINTED = 0.6  #: how often a printed look's card has its letter's printed count


@dataclass(frozen=True)
class StripSample:
    """A strip with its truth, in strip pixels.

    ``icons`` is float32 ``[books, 3]``: x, y of the middle and the size; ``shown`` [books] the share of each
    that no other card and no glare covers. ``marks`` is float32 ``[2, 4]``: x and y of the middle, width and
    height of the letter's and of the number's ink; ``marks_shown`` [2] what no glare
    covers.
    """

    picture: Picture
    card: BookCard
    icons: NDArray[np.float32]
    shown: NDArray[np.float32]
    marks: NDArray[np.float32]
    marks_shown: NDArray[np.float32]


@dataclass(frozen=True)
class PrintedCard:
    """A card's upper part as drawn, BGRA, and the ink boxes of its letter and number, in card widths."""

    card: BookCard
    picture: Picture
    ink: NDArray[np.float64]  #: [2, 4] left, top, right, bottom


@dataclass
class PrintedLook:
    """A look with some of its cards drawn, ready to be photographed."""

    look: Look
    cards: list[PrintedCard]
    back: Picture
    category_cards: list[Picture]


def random_card(rng: Rng, printed: bool = False) -> BookCard:
    """A card of any letter; counts 1 to 14, more often 3 to 10; of a ``printed`` look mostly the printed
    game's counts.
    """
    letter = chr(65 + int(rng.integers(26)))
    of = printed_deck().letters[letter] if printed and rng.random() < AS_PRINTED else _any_count(rng)
    books = int(rng.integers(2, 5))
    return BookCard(
        letter, int(rng.integers(1, of + 1)), of, tuple(CATEGORIES[i] for i in rng.integers(0, 6, books))
    )


def _any_count(rng: Rng) -> int:
    return int(rng.integers(1, ORDERS + 1)) if rng.random() < 0.3 else int(rng.integers(2, 11))


def print_look(seed: int, held_out: bool, cards: int = 16) -> PrintedLook:
    """Draws ``cards`` random cards of a look, its back and its six category cards. Training looks have
    letters and numbers as display fonts draw them more often than fonts do, numbers in rare formats, and
    fonts that do not exist.
    """
    rng = np.random.default_rng((seed, 5))
    look = _random_look(seed, held_out, rng)
    own = look.anatomy is not None
    return printed(look, [random_card(rng, own) for _ in range(cards)])


def printed(
    look: Look, cards: Sequence[BookCard], categories: Sequence[Category] = CATEGORIES
) -> PrintedLook:
    """Draws these cards of a look, its back and the category cards of these ``categories``."""
    tall = int(TALL * DRAWN)
    return PrintedLook(
        look,
        [_printed_card(look, card, tall) for card in cards],
        draw_back(look, DRAWN)[:tall],
        [draw_category_card(look, category, 112) for category in categories],
    )


def print_banners(seed: int, held_out: bool, cards: int = 16) -> PrintedLook:
    """The same with nothing on the cards but strip and banner, and no category cards: as good for reading
    banners alone, and drawn sooner.
    """
    rng = np.random.default_rng((seed, 5))
    return printed_banners(_random_look(seed, held_out, rng), rng, cards)


def _random_look(seed: int, held_out: bool, rng: Rng) -> Look:
    look = drawn_look(seed, held_out)
    if held_out or look.anatomy is not None:
        return look
    banner = with_any_number(look.banner, rng) if rng.random() < SET_ANEW else look.banner
    return replace(look, banner=_mixed(_displayed(banner, rng), rng))


def printed_banners(look: Look, rng: Rng, cards: int) -> PrintedLook:
    """Draws random cards of a look with nothing on them but strip and banner."""
    bare = replace(look, body="plain") if look.body == "spines" else look
    return printed(
        bare, [replace(random_card(rng, look.anatomy is not None), categories=()) for _ in range(cards)], ()
    )


def _displayed(banner: Banner, rng: Rng) -> Banner:
    """The banner with its letter, its number or both as display fonts have them."""
    for what in ("letter_effect", "number_effect"):
        if rng.random() < DISPLAYED:
            banner = replace(banner, **{what: str(rng.choice(DISPLAY))})
    return banner


def _mixed(banner: Banner, rng: Rng) -> Banner:
    """The banner with a mixture for its letter's font, its number's font, or both if it is the same font."""

    def mixed(font: Font) -> Font:
        if rng.random() >= MIXED or isinstance(font, Mixture):
            return font
        other, share = random_font(rng, held_out=False), float(rng.uniform(*FURTHEST))
        weight = float(rng.normal(0, rng.choice(WEIGHTS, p=[0.8, 0.2])))
        return Mixture(font, other, share, max(LIGHTEST, weight))

    letter = mixed(banner.letter_font)
    one_font = banner.number_font == banner.letter_font
    return replace(banner, letter_font=letter, number_font=letter if one_font else mixed(banner.number_font))


def _printed_card(look: Look, card: BookCard, tall: int) -> PrintedCard:
    picture, ink = draw_marked(look, card, DRAWN)
    return PrintedCard(card, picture[:tall].copy(), np.array(ink, np.float64))


def strip_sample(
    printed: PrintedLook,
    rng: Rng,
    which: int | None = None,
    coarsest: float = 0.3,
    share: float = 1.0,
    covered: float = 0.0,
    glared: float = 0.0,
) -> StripSample:
    """A card of ``printed`` as the detector would cut it out of a photo.

    ``which``: the number of the card, any card if None. ``coarsest``: the least pixels of the photo for a
    pixel of the strip; most strips have 0.55 or more. ``share``: how much of the strip's width is drawn, from
    the left; letter and number stand in the first `BANNER_SHARE`. ``covered``: how often another column of a
    pile covers the card's right side. ``glared``: how often lamps or windows are seen on the strip.
    """
    shown = printed.cards[int(rng.integers(len(printed.cards))) if which is None else which]
    boxes = np.array(icon_boxes(printed.look, len(shown.card.categories)), np.float64).reshape(-1, 4)
    end = _next_column(boxes, rng) if rng.random() < covered else None
    canvas = _table(printed, shown.picture, rng, end)
    origin = MARGIN * DRAWN
    seen = _seen_corners(rng)
    target = (rectify.STRIP_ON_CARD - (rectify.LEFT, rectify.TOP)) * rectify.SCALE
    to_strip = cv2.getPerspectiveTransform(
        (seen * DRAWN + origin).astype(np.float32), target.astype(np.float32)
    )
    low, high = (coarsest, 0.55) if coarsest < 0.55 and rng.random() < 0.3 else (max(0.55, coarsest), 1.2)
    resolution = float(np.exp(rng.uniform(np.log(low), np.log(high))))  # photo pixels a strip pixel
    shrink = np.diag([resolution, resolution, 1.0])
    width = round(rectify.WIDTH * share)
    size = (round(width * resolution), round(rectify.HEIGHT * resolution))
    small = cv2.warpPerspective(
        canvas, shrink @ to_strip, size, flags=cv2.INTER_AREA if resolution > 0.8 else cv2.INTER_LINEAR
    )
    strip = cv2.resize(photograph(small, rng), (width, rectify.HEIGHT), interpolation=cv2.INTER_LINEAR)
    middles = boxes[:, :2] * DRAWN + origin
    if len(middles):
        middles = cv2.perspectiveTransform(middles[None], to_strip)[0]
    sizes = boxes[:, 2] * float(np.linalg.norm(to_strip[:2, 0])) * DRAWN
    icons = np.column_stack([middles, sizes]).astype(np.float32)
    in_view = np.ones(len(boxes)) if end is None else np.clip((end - boxes[:, 0]) / boxes[:, 2] + 0.5, 0, 1)
    marks = seen_boxes(shown.ink * DRAWN + origin, to_strip)
    marks_shown = np.ones(len(marks), np.float32)
    if rng.random() < glared:
        light = reflections(strip.shape[:2], rng)
        strip = np.clip(strip + 255 * light[..., None], 0, 255).astype(np.uint8)
        in_view, marks_shown = in_view * unlit(light, icons[:, [0, 1, 2, 2]]), unlit(light, marks)
    return StripSample(strip, shown.card, icons, in_view.astype(np.float32), marks, marks_shown)


def _next_column(boxes: NDArray[np.float64], rng: Rng) -> float:
    """Where the next column of a pile begins, in card widths: half the time on the last icons, else beyond.

    ``boxes``: x, y, width and height of the icons, [books, 4]; books may be 0.
    """
    if len(boxes) and rng.random() < 0.6:
        x, _, size, _ = boxes[int(rng.integers(max(len(boxes) - 2, 0), len(boxes)))]
        return float(x + size * rng.uniform(-0.5, 0.6))
    return float(rng.uniform(BANNER_SHARE, 1.0))


def seen_boxes(boxes: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    """Boxes of left, top, right, bottom [n, 4] under ``matrix``: x, y of the middle, width, height."""
    corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
    seen = cv2.perspectiveTransform(corners.reshape(1, -1, 2), matrix).reshape(-1, 4, 2)
    low, high = seen.min(axis=1), seen.max(axis=1)
    return np.column_stack([(low + high) / 2, high - low]).astype(np.float32)


def _seen_corners(rng: Rng) -> NDArray[np.float64]:
    """The strip's corners as the detector sees them, in card widths: turned, squeezed and off by a few per
    cent, at times without the card's upper part or with table above it.
    """
    off = rng.normal(0, 1, (4, 2)) * rng.choice([0.006, 0.012, 0.02, 0.03], p=[0.3, 0.35, 0.25, 0.1])
    quad = rectify.STRIP_ON_CARD.copy()
    quad[2:, 1] *= rng.uniform(
        0.95, 1.32
    )  # foreshortened cards: the strip picture reaches further down the card
    shear = rng.normal(0, 0.025)
    quad[2:, 0] += shear
    if rng.random() < OFF_ITS_EDGE:
        quad[:, 1] += rng.uniform(*EDGE_AT)
    return quad + off + rng.normal(0, 0.008, 2)


def _table(printed: PrintedLook, picture: Picture, rng: Rng, end: float | None) -> Picture:
    """The card on a table, with neighbours around it and, at times, the next card of a pile on it.

    ``end``: where another column of the pile covers its right side, in card widths.
    """
    margin = round(MARGIN * DRAWN)
    height = round((TALL + 0.02) * DRAWN) + margin
    canvas = np.empty((height, DRAWN + 2 * margin, 3), np.uint8)
    canvas[:] = rng.integers(0, 256, 3)
    if rng.random() < 0.5:
        grain = rng.normal(0, rng.uniform(3, 25), (12, 18, 1)).astype(np.float32)
        canvas = np.clip(canvas + cv2.resize(grain, (canvas.shape[1], height))[..., None], 0, 255).astype(
            np.uint8
        )

    def lay(what: Picture, x: float, y: float) -> None:
        x0, y0 = round(x), round(y)
        a0, b0 = max(0, -y0), max(0, -x0)
        part = what[a0 : canvas.shape[0] - y0, b0 : canvas.shape[1] - x0]
        if part.size == 0:
            return
        place = canvas[y0 + a0 : y0 + a0 + part.shape[0], x0 + b0 : x0 + b0 + part.shape[1]]
        solid = np.asarray(part[..., 3] > 127, np.uint8)
        place[:] = cv2.copyTo(np.ascontiguousarray(part[..., :3]), solid, place.copy())

    def other() -> Picture:
        return (
            printed.back
            if rng.random() < 0.15
            else printed.cards[int(rng.integers(len(printed.cards)))].picture
        )

    gap = rng.uniform(-0.01, 0.06, 4) * DRAWN
    if rng.random() < 0.6:
        lay(other(), margin - DRAWN - gap[0], margin + rng.normal(0, 4))
    if rng.random() < 0.6:
        lay(other(), margin + DRAWN + gap[1], margin + rng.normal(0, 4))
    if rng.random() < 0.6:
        above = other()
        lay(
            above[-margin:] if rng.random() < 0.5 else above[::-1],
            margin + rng.normal(0, 4),
            margin - above.shape[0] - gap[2],
        )
        lay(above[-margin:], margin, -gap[2])
    lay(picture, margin, margin)
    if rng.random() < 0.25:  # the next card of a pile covers all but the top strip
        shows = printed.look.border + printed.look.strip_height * rng.uniform(0.95, 1.35)
        lay(other(), margin + rng.normal(0, 5), margin + shows * DRAWN)
    if end is not None:
        shows = printed.look.border + printed.look.strip_height * rng.uniform(0.95, 1.35)
        for y in np.arange(-rng.uniform(0, TALL), TALL, shows):
            lay(other(), margin + (end + rng.normal(0, 0.003)) * DRAWN, margin + y * DRAWN)
    return canvas


def category_sample(printed: PrintedLook, category: int, rng: Rng) -> Picture:
    """A category card as cut out of a legend photo: uint8 BGR, 112 pixels wide, corners a little off."""
    card = printed.category_cards[category]
    h, w = card.shape[:2]
    ground = np.empty((h, w, 3), np.uint8)
    ground[:] = rng.integers(0, 256, 3)
    alpha = card[..., 3:].astype(np.float32) / 255
    flat = (ground * (1 - alpha) + card[..., :3] * alpha).astype(np.uint8)
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    off = corners + rng.normal(0, 0.015 * w, (4, 2)).astype(np.float32)
    warped = cv2.warpPerspective(
        flat, cv2.getPerspectiveTransform(off, corners), (w, h), borderMode=cv2.BORDER_REPLICATE
    )
    return photograph(warped, rng)
