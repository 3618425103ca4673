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
from scorer.deck.printed import FIRST_ICON, ICON_PITCH, ICON_RADIUS
from vision.synth.look.anatomy import DISCS, LETTERING, SPINES, of_hue
from vision.synth.look.style import Anatomy, Banner, Colour, Icons, Look, Motif, blended
from vision.synth.scene.scenes import Scene, legend_photo, make_scene

SIZE = (2016, 1512)
#: Seeds of scenes with a pleasant table; chosen by eye.
SHELVES = {"ana": 8, "bo": 6, "cleo": 20, "dmitri": 4}
TWO_SHELVES, PILE = 6, 4
DEAL = 7  #: seed of who holds which cards

LETTERS, NUMBERS, TITLES = "CharisSIL-Bold.ttf", "Caladea-Bold.ttf", "EBGaramond12-Regular.ttf"


def _even(bases: tuple[tuple[float, ...], ...]) -> tuple[Colour, ...]:
    return tuple(of_hue(*base[:3]) for base in bases)


def house_look() -> Look:
    """How the house deck is printed in the samples: the printed game's measures and colours, our drawings."""
    aspect, left, right = 1.49, 0.065, 0.255
    top, straight, middle = 0.044 * aspect, 0.214 * aspect, (left + right) / 2
    paper, plum = of_hue(0.125, 0.16, 0.9), of_hue(0.99, 0.5, 0.36)
    wood, dark = of_hue(0.055, 0.78, 0.55), of_hue(0.04, 0.6, 0.13)
    letter = (middle - 0.05, 0.075 * aspect, middle + 0.05, 0.147 * aspect)
    number = (middle - 0.075, 0.17 * aspect, middle + 0.075, 0.21 * aspect)
    anatomy = Anatomy(
        lower_board=0.917 * aspect, point=0.23 * aspect, merlons=3, inner_line=True, letter=letter,
        number=number, letter_width=0.75, number_width=0.5, rule=0.16 * aspect, diamond=True,
        motifs=tuple(Motif(category, 1, 1.0, 0.0, False) for category in range(6)),
        rim=blended(paper, (120, 110, 100), 0.3), rim_width=0.03, brown=of_hue(0.04, 0.6, 0.22), planks=True,
        lettering=LETTERING, blackletter=TITLES, spread=True, back_top=of_hue(0.8, 0.55, 0.28),
        back_foot=of_hue(0.01, 0.7, 0.4), back_planks=6, emblem=0, emblem_size=0.14,
        emblem_colour=of_hue(0.12, 0.6, 0.62), plate=of_hue(0.1, 0.45, 0.66),
    )  # fmt: skip
    banner = Banner(
        shape="pennant", x=left, y=top, width=right - left, height=straight - top, colour=paper, ink=plum,
        edge=None, arrangement="stacked", letter_font=LETTERS, number_font=NUMBERS,
        number_format="{order}/{of}", number_scale=0.25, number_ink=plum, heavy_letter=False,
        boxes=(letter, number),
    )  # fmt: skip
    icons = Icons(
        glyphs=tuple(range(6)), backing="disc", colours=_even(DISCS), inks=((240, 235, 220),) * 6, edge=None,
        outlined=False, size=2 * ICON_RADIUS, gap=ICON_PITCH - 2 * ICON_RADIUS,
        left=FIRST_ICON - ICON_RADIUS, right=0.98, middle=0.132 * aspect, align="left", glyph_share=0.8,
    )  # fmt: skip
    return Look(
        name="house", seed=1, held_out=False, aspect=aspect, corner=0.05, border=0.0, border_colour=wood,
        strip_height=anatomy.point, strip_colour=dark, strip_edge=None, strip_fade=0.0, body="spines",
        body_colour=dark, board_colour=wood, board=top, title_font=TITLES, title_ink=(240, 230, 200),
        spine_colours=_even(SPINES), banner=banner, icons=icons, back_colour=anatomy.back_top, back_boards=0,
        back_mark=False, outline=None, wear=0.25, anatomy=anatomy,
    )  # fmt: skip


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
