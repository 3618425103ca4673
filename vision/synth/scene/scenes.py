"""Photo-like scenes of cards on a table, with ground truth.

A scene is its seed: the same seed, size, kind, look and deck give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard
from vision.synth.card import cards
from vision.synth.look.anatomy import drawn_look
from vision.synth.look.banners import banner_bottom
from vision.synth.look.looks import Look
from vision.synth.scene import decks, layout
from vision.synth.scene.camera import Camera, aim
from vision.synth.scene.clutter import FLAT, SOLID, strew
from vision.synth.scene.games import OWN_FLAT, OWN_SOLID, other_game
from vision.synth.scene.laying import Painter, card_corners, lay_cards
from vision.synth.scene.layout import Layout
from vision.synth.scene.light import illuminate, photograph
from vision.synth.scene.paint import Canvas
from vision.synth.scene.surfaces import make_surface
from vision.synth.scene.truth import SceneObject, objects_of, truth_of

Image = NDArray[Any]
Rng = np.random.Generator

Kind = Literal["shelf", "two_shelves", "spread", "few", "legend", "empty", "loose", "foreign"]
#: How often each kind comes if the caller names no kind.
KINDS: dict[Kind, float] = {
    "shelf": 0.36,
    "two_shelves": 0.16,
    "spread": 0.22,
    "few": 0.1,
    "legend": 0.06,
    "empty": 0.03,
    "loose": 0.0,
    "foreign": 0.07,
}
#: The kinds that a reader is scored on, in turn: mostly single shelves; and the quality of their JPEGs.
READ: tuple[Kind, ...] = ("shelf", "two_shelves", "shelf", "spread")
QUALITY = 92
HELD_OUT_SEEDS = 900_000  #: seeds of held-out scenes begin here, so that no scene is in both sets
SEEDS_TRIED = 400  #: seeds tried for a photo that is framed as asked for


@dataclass(frozen=True, slots=True)
class Scene:
    """``image``: uint8 [H, W, 3] BGR.

    ``truth``: as in the truth files beside the photos. ``objects``: lowest card first.
    """

    image: Image
    truth: dict[str, Any]
    objects: list[SceneObject]


def make_scene(
    seed: int,
    *,
    look: Look | None = None,
    deck: Sequence[BookCard] | None = None,
    size: tuple[int, int] = (640, 480),
    kind: Kind | None = None,
    whole: bool = False,
    lit: bool = True,
    careful: bool = False,
    painter: Painter = cards,
) -> Scene:
    """The scene of a seed.

    ``look``: a training look if None. ``deck``: the cards to choose from; a random deck if None. ``size``:
    the photo's width and height in pixels. ``whole``: every card lies wholly in the photo and no clutter lies
    on it. ``lit=False`` leaves out lamps and phone: the bare painted table. ``careful``: a sharp photo in the
    light of a room (``vision.synth.scene.light.photograph``), and a pile whose letters and numbers show.

    Raises ValueError for a kind that does not exist or a photo of less than 32 pixels.
    """
    table, camera, look, streams = planned(seed, look, deck, size, kind, whole, careful)
    return _photographed(table, camera, look, streams, whole, lit, painter, careful)


def framing(
    seed: int,
    *,
    look: Look | None = None,
    deck: Sequence[BookCard] | None = None,
    size: tuple[int, int] = (640, 480),
    kind: Kind | None = None,
    whole: bool = False,
    careful: bool = False,
) -> tuple[float, float]:
    """How ``make_scene`` of the same arguments frames its cards, without drawing it: their median width in
    pixels (0 without cards) and the camera's tilt in degrees.
    """
    table, camera, _, _ = planned(seed, look, deck, size, kind, whole, careful)
    tops = [camera.project(card_corners(p, table.aspect))[:2] for p in table.placements]
    widths = [float(np.linalg.norm(right - left)) for left, right in tops]
    return float(np.median(widths)) if widths else 0.0, camera.tilt


def framed(
    seeds: Iterator[int],
    card_width: tuple[float, float] | None,
    most_tilt: float | None,
    *,
    look: Look,
    deck: Sequence[BookCard],
    size: tuple[int, int],
    kind: Kind,
    careful: bool,
) -> int | None:
    """The first of the next `SEEDS_TRIED` ``seeds`` whose photo has these measures; None if there is none.

    It shows whole cards, of a median width in pixels within ``card_width``, and its camera is tilted by at
    most ``most_tilt`` degrees.

    The other arguments are those of `make_scene`.
    """
    least, greatest = card_width or (0.0, np.inf)
    for seed in islice(seeds, SEEDS_TRIED):
        width, tilt = framing(seed, look=look, deck=deck, size=size, kind=kind, whole=True, careful=careful)
        if least <= width <= greatest and (most_tilt is None or tilt <= most_tilt):
            return seed
    return None


def planned(
    seed: int,
    look: Look | None,
    deck: Sequence[BookCard] | None,
    size: tuple[int, int],
    kind: Kind | None,
    whole: bool,
    careful: bool,
) -> tuple[Layout, Camera, Look, tuple[Rng, Rng, Rng, Rng]]:
    """The table, the camera and the look of a seed, and the random numbers of all the rest, as `make_scene`
    takes them.
    """
    if kind is not None and kind not in get_args(Kind):
        raise ValueError(f"there is no kind of scene {kind!r}: choose from {', '.join(get_args(Kind))}")
    if min(size) < 32:
        raise ValueError(f"a photo of {size[0]} x {size[1]} pixels is too small: take 32 at least")
    # a random stream for each part, so that a change of one part leaves the others alone
    choose, place, view, ground, stuff, lamp = (
        np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(6)
    )
    if kind is None:
        kind = list(KINDS)[choose.choice(len(KINDS), p=np.array(list(KINDS.values())) / sum(KINDS.values()))]
    if look is None:
        look = drawn_look(int(choose.integers(1, 10**6)))
    table = _arrange(place, kind, look, deck, careful)
    return table, _camera(view, table, size, whole), look, (place, ground, stuff, lamp)


def scene_of(
    table: Layout,
    camera: Camera,
    look: Look,
    seed: int,
    *,
    whole: bool = False,
    painter: Painter = cards,
    careful: bool = False,
) -> Scene:
    """A given table through a given camera, for several photos of one table.

    ``seed``: of the table top, the clutter and the light. ``whole``: no clutter lies on a card.
    ``careful``: as in `make_scene`.
    """
    streams = np.random.SeedSequence(seed).spawn(4)
    place, ground, stuff, lamp = (np.random.default_rng(s) for s in streams)
    return _photographed(table, camera, look, (place, ground, stuff, lamp), whole, True, painter, careful)


def _photographed(
    table: Layout,
    camera: Camera,
    look: Look,
    streams: tuple[Rng, Rng, Rng, Rng],
    whole: bool,
    lit: bool,
    painter: Painter,
    careful: bool = False,
) -> Scene:
    place, ground, stuff, lamp = streams
    canvas = _table(ground, camera, look)
    taken = _discs(table)
    own = look.anatomy is not None
    flat, solid = (FLAT | OWN_FLAT, SOLID | OWN_SOLID) if own else (FLAT, SOLID)
    strew(stuff, canvas, flat, int(stuff.choice([0, 1, 2, 5], p=[0.55, 0.2, 0.15, 0.1])), taken, 0)
    if table.kind == "foreign":
        other_game(stuff, canvas)
    lay_cards(place, canvas, table, look, painter)
    clutter = int(stuff.choice([0, 2, 5, 12], p=[0.25, 0.4, 0.25, 0.1]))
    strew(stuff, canvas, solid, clutter, taken, 0 if whole else 0.06)
    objects = objects_of(canvas, table)
    image = canvas.image
    if lit:
        image = photograph(lamp, illuminate(lamp, image, canvas.gloss), careful)
    return Scene(image, truth_of(table, look, camera, objects), objects)


def legend_photo(look: Look, size: tuple[int, int] = (1200, 1000), seed: int = 0) -> Scene:
    """The look's six category cards from straight above, two rows of three in RULES 1 order, evenly lit."""
    rng = np.random.default_rng(seed)
    table = layout.legend(rng, look.aspect, tidy=True)
    camera = aim(Camera(size, focal=1.2 * max(size)), table.outline(), 0.94, (0, 0))
    canvas = Canvas.of(np.full((size[1], size[0], 3), (72, 90, 104), np.uint8), camera, 0.2, (0.1, 0.1), 0.3)
    lay_cards(rng, canvas, table, look, cards)
    objects = objects_of(canvas, table)
    return Scene(canvas.image, truth_of(table, look, camera, objects), objects)


def _arrange(
    rng: Rng, kind: Kind, look: Look, deck: Sequence[BookCard] | None, careful: bool = False
) -> Layout:
    own = look.anatomy is not None
    deck = deck or (decks.deck_as_printed(rng) if own and rng.random() < 0.8 else decks.random_deck(rng))
    if kind == "shelf":
        table = layout.one_shelf(rng, deck, look.aspect, close=own)
    elif kind == "loose":
        table = layout.one_shelf(rng, deck, look.aspect, loose=True)
    elif kind == "two_shelves":
        table = layout.two_shelves(rng, deck, look.aspect, close=own)
    elif kind == "spread":
        shown = banner_bottom(look.banner) if careful else 0.0
        return layout.spread(rng, deck, look.aspect, look.strip_height, shown)
    elif kind == "few":
        table = layout.scattered(rng, deck, look.aspect)
    elif kind == "legend":
        return layout.legend(rng, look.aspect)
    else:
        return Layout(kind, look.aspect)
    return layout.category_cards_beside(rng, table) if rng.random() < 0.08 else table


def _camera(rng: Rng, table: Layout, size: tuple[int, int], whole: bool) -> Camera:
    """A phone held over the table: from any side, mostly straight, mostly tilted a little."""
    straight = float(rng.choice([0, 90, 180, 270], p=[0.45, 0.125, 0.3, 0.125]) + rng.normal(0, 6))
    camera = Camera(
        size,
        focal=max(size) / 2 / float(np.tan(np.radians(rng.uniform(38, 74) / 2))),
        spin=(straight if rng.random() < 0.6 else float(rng.uniform(0, 360))) % 360,
        tilt=float(min(abs(rng.normal(0, 17)), 35)),
        roll=float(np.clip(rng.normal(0, 3), -10, 10)),
        bend=float(rng.uniform(-0.035, 0.035)) if rng.random() < 0.6 else 0.0,
    )
    points = table.outline()
    if not len(points):
        points = np.array([(x, y, 0.0) for x in (-3, 3) for y in (-3, 3)])
    # a photo of few cards is rarely filled with them
    few = len(table.placements) < 4
    fill = rng.uniform(0.18, 0.8) if few else rng.uniform(0.6, 0.98)
    offset = rng.triangular(-0.97, 0, 0.97, 2)
    if rng.random() < 0.06 and not few:
        fill = rng.uniform(0.4, 0.6)
    if not whole and rng.random() < 0.15:
        fill = rng.uniform(1.0, 1.5)
    return aim(camera, points, float(fill), (float(offset[0]), float(offset[1])))


def _table(rng: Rng, camera: Camera, look: Look) -> Canvas:
    """The bare table as the camera sees it; now and then of a colour that the cards have too."""
    width, height = camera.size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    # the surface is drawn turned by some angle to the cards
    angle = (
        rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.choice([0, np.pi / 2]) + rng.normal(0, 0.1)
    )
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    seen = camera.ground(frame) @ turn.T
    low, high = seen.min(0), seen.max(0)
    span = float((high - low).max())
    side = round(1.15 * max(width, height))
    own = (look.back_colour, look.body_colour, look.strip_colour)[rng.integers(3)]
    like = np.array(own[::-1], np.float64) if rng.random() < 0.15 else None
    surface = make_surface(rng, side, side / span, like, look.held_out)
    source = (seen - low) * (side / span)
    # beyond the lens's centre square the pixels run past the frame by a hair: repeat the rim
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), frame.astype(np.float32))
    image = cv2.warpPerspective(
        surface, matrix, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    gloss = float(rng.choice([0.15, 0.5, 0.9], p=[0.4, 0.4, 0.2]))
    shadow = rng.normal(0, 0.6, 2)
    return Canvas.of(
        image, camera, gloss, (float(shadow[0]), float(shadow[1])), float(rng.uniform(0.25, 0.75))
    )


def _discs(table: Layout) -> NDArray[np.float64]:
    """The room that cards take: x, y and radius, float [n, 3], three discs along a card."""
    aspect = table.aspect
    return np.array(
        [(*p.point(0.5, v, aspect), 0.55) for p in table.placements for v in (0.2, 0.5, 0.8)], np.float64
    ).reshape(-1, 3)
