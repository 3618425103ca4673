"""An invented look: the reader knows its icons from a photo of its category cards alone."""

from __future__ import annotations

from vision.synth.look.style import Banner, Colour, Icons, Look

ICONS = "☠★⚔🐙✎⚗"  #: a category each, in RULES 1 order
COLOURS: tuple[Colour, ...] = (
    (76, 42, 110),
    (196, 84, 128),
    (122, 82, 44),
    (52, 118, 66),
    (44, 92, 156),
    (206, 128, 36),
)


def invented_look() -> Look:
    """The look of the photos in ``invented/``: cream paper, a green ribbon, coloured discs."""
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
        name="invented",
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
