"""The photos in ``samples/``: a whole game of the house deck, seen by a phone.

``python -m vision.synth.samples samples`` draws them again: the shelves of the game's players, who
hold different cards, two shelves in one photo, a solo player's discard pile, and the legend, each with its
truth.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from scorer.cards import BookCard, Deck
from vision.synth.look.looks import Colour, Look
from vision.synth.look.style import Banner, Icons
from vision.synth.scene.scenes import Scene, legend_photo, make_scene

SIZE = (2016, 1512)
#: Seeds of scenes with a pleasant table; chosen by eye.
SHELVES = {"ana": 8, "bo": 6, "cleo": 14, "dmitri": 4}
TWO_SHELVES, PILE = 6, 4
DEAL = 7  #: seed of who holds which cards

ICONS = "☠★⚔🐙✎⚗"  #: a category each, in RULES 1 order
COLOURS: tuple[Colour, ...] = (
    (76, 42, 110),
    (196, 84, 128),
    (122, 82, 44),
    (52, 118, 66),
    (44, 92, 156),
    (206, 128, 36),
)


def house_look() -> Look:
    """How the house deck is printed in the samples: cream paper, a green ribbon, coloured discs."""
    white: Colour = (255, 255, 255)
    serif = "house-letters.otf"
    banner = Banner(
        shape="ribbon",
        x=0.03,
        y=0.0,
        width=0.2,
        height=0.22,
        colour=(24, 78, 72),
        ink=white,
        edge=None,
        arrangement="stacked",
        letter_font=serif,
        number_font=serif,
        number_format="{order}/{of}",
        number_scale=0.34,
        number_ink=white,
        heavy_letter=False,
    )
    icons = Icons(
        glyphs=tuple(("house-icons.ttf", c) for c in ICONS),
        backing="disc",
        colours=COLOURS,
        inks=(white,) * 6,
        edge=None,
        outlined=False,
        size=0.13,
        gap=0.03,
        left=0.3,
        right=0.95,
        middle=0.12,
        align="left",
        glyph_share=0.66,
    )
    return Look(
        name="house",
        seed=1,
        held_out=False,
        aspect=1.4,
        corner=0.035,
        border=0.0,
        border_colour=white,
        strip_height=0.24,
        strip_colour=(246, 238, 218),
        strip_edge=None,
        strip_fade=0.0,
        body="spines",
        body_colour=(150, 104, 62),
        board_colour=(84, 54, 32),
        board=0.04,
        title_font=serif,
        title_ink=(250, 240, 214),
        spine_colours=COLOURS,
        banner=banner,
        icons=icons,
        back_colour=(150, 104, 62),
        back_boards=0,
        back_mark=False,
        outline=None,
        wear=0.25,
    )


def deal(deck: Deck, hands: int) -> list[list[BookCard]]:
    """The deck shared out evenly at random: no card lies on two shelves."""
    cards = [deck.cards[i] for i in np.random.default_rng(DEAL).permutation(len(deck.cards))]
    return [sorted(cards[i::hands]) for i in range(hands)]


def scenes() -> dict[str, Scene]:
    """Name to scene of every sample photo."""
    look, deck = house_look(), Deck.house()
    out = {}
    for (name, seed), cards in zip(SHELVES.items(), deal(deck, len(SHELVES)), strict=True):
        out[name] = make_scene(seed, look=look, deck=cards, size=SIZE, kind="shelf", whole=True)
    out["two-players"] = make_scene(
        TWO_SHELVES, look=look, deck=deck.cards, size=SIZE, kind="two_shelves", whole=True
    )
    out["solo-pile"] = make_scene(PILE, look=look, deck=deck.cards, size=SIZE, kind="spread", whole=True)
    return out


def write(folder: Path) -> None:
    """Writes ``photos/NAME.jpg`` and ``.json`` and ``legend.jpg`` into ``folder``."""
    (folder / "photos").mkdir(parents=True, exist_ok=True)
    for name, scene in scenes().items():
        cv2.imwrite(str(folder / "photos" / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        (folder / "photos" / f"{name}.json").write_text(json.dumps(scene.truth) + "\n", encoding="utf-8")
    cv2.imwrite(str(folder / "legend.jpg"), legend_photo(house_look()).image, [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "samples"))
