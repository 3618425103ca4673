"""The fonts and icon glyphs that looks are drawn with.

Some lie in ``data/fonts``: with them alone, every machine draws the same. Others are the machine's, for
training: ``data/machine_fonts.json`` lists text fonts by family group, ``data/machine_glyphs.json`` icon
fonts with their usable code points; both name files of Debian's font packages (``fonts-*``) and of npm's
(``vision.synth.look.webfonts``). Fonts that are not installed are left out.
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

from scorer.folders import user_folder

DATA = Path(__file__).parents[1] / "data"
OWN_FONTS = DATA / "fonts"
#: Set this to ``own`` to hide the machine's fonts: scenes are then the same everywhere.
VARIABLE = "SHELFMARK_FONTS"
#: Where fonts made for web pages are kept: apart from the system's. A browser that finds a WOFF file among
#: these draws its texts with it, and they come out empty.
WEB_FONTS = user_folder() / "fonts"
MACHINE_FONTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts", WEB_FONTS)
SUFFIXES = {".ttf", ".otf", ".woff"}
PILLOW_FONT = "pillow"  #: stands for the font that Pillow carries itself
#: One family in this many, and one glyph in this many, is drawn on held-out looks only.
FAMILIES_HELD_OUT, GLYPHS_HELD_OUT = 21, 7

COLOURED = "NotoColorEmoji.ttf"  #: its glyphs are pictures of many colours, all of one size
COLOURED_SIZE = 109

Glyph = tuple[str, str]
"""A font file's name and one character of it."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A font between two files' fonts: the characters of ``first``, ``share`` of the way to ``second``.

    A share below 0 leads away from ``second``. It keeps the measures of ``first``. ``weight``: how much
    further out its outlines lie, in shares of a character's longer side; below 0 it is lighter.
    """

    first: str
    second: str
    share: float
    weight: float = 0.0


Font = str | Mixture
"""A font file's name, or what is made of two."""


@cache
def installed() -> dict[str, Path]:
    """Font file name to path, for every font file that may be drawn with.

    A font of the machine comes before the repository's part of it, unless ``SHELFMARK_FONTS`` is ``own``.

    Raises:
        ValueError: ``SHELFMARK_FONTS`` has another value.
    """
    chosen = os.environ.get(VARIABLE, "machine")
    if chosen not in ("own", "machine"):
        raise ValueError(f"{VARIABLE} is {chosen!r}: set it to own or machine.")
    folders = (OWN_FONTS, *(MACHINE_FONTS if chosen == "machine" else ()))
    paths = (p for folder in folders if folder.is_dir() for p in sorted(folder.rglob("*")))
    return {p.name: p for p in paths if p.suffix.lower() in SUFFIXES}


def is_held_out(name: str, one_in: int) -> bool:
    """Whether a family or glyph belongs to the held-out looks: by its name alone, so the same on every
    machine.
    """
    return zlib.crc32(name.encode()) % one_in == 0


@cache
def text_fonts(held_out: bool) -> tuple[tuple[str, ...], ...]:
    """Groups of related font files that are installed; a group looks alike, so draw a group first."""
    table: dict[str, list[str]] = json.loads((DATA / "machine_fonts.json").read_text(encoding="utf-8"))
    groups = [
        tuple(f for f in files if f in installed())
        for name, files in table.items()
        if is_held_out(name, FAMILIES_HELD_OUT) == held_out
    ]
    return tuple(g for g in groups if g) or ((PILLOW_FONT,),)


@cache
def icon_glyphs(held_out: bool) -> tuple[tuple[Glyph, ...], ...]:
    """Glyphs that make good icons, a group for each font."""
    groups = [
        tuple(
            (name, chr(int(code, 16)))
            for code in codes.split()
            if is_held_out(name[0] + code, GLYPHS_HELD_OUT) == held_out
        )
        for name, codes in _icon_fonts().items()
    ]
    return tuple(g for g in groups if g)


def _icon_fonts() -> dict[str, str]:
    """Every icon font that may be drawn with, and its code points: fewer where the repository has a part."""
    whole, part = (
        json.loads(file.read_text(encoding="utf-8"))
        for file in (DATA / "machine_glyphs.json", OWN_FONTS / "glyphs.json")
    )
    return {
        name: (part if path.parent == OWN_FONTS else whole)[name]
        for name in whole
        if (path := installed().get(name))
    }


@lru_cache(maxsize=512)
def load(font: Font, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font at ``size`` pixels (of a mixture, its first font); Pillow's font if the file is not installed.

    Letters are placed by the font's widths alone: not every machine's Pillow can shape text.
    """
    path = installed().get(font.first if isinstance(font, Mixture) else font)
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(path), size, layout_engine=basic) if path else ImageFont.load_default(size)


@lru_cache(maxsize=8192)
def has(font: Font, character: str) -> bool:
    """Whether a font has the character, and not only the box for missing characters."""
    if character.isspace() or (character.isascii() and character.isalnum()):
        return True
    face = load(font, 32)
    return bytes(face.getmask(character)) != bytes(face.getmask("\U000fffff"))
