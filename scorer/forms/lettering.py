"""Names in every script: the font that has their letters, their order from the left, and how they join.

Old Standard is the form's own font. Where it has no letters, the fonts of ``fonts/`` have them, or a font of
this machine (Chinese, Japanese, Korean). HarfBuzz shapes the letters; the order where some run from the right
is that of the Unicode bidirectional algorithm.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Literal

import uharfbuzz as hb
from bidi import algorithm as bidi

from scorer.forms.machine_fonts import machine_fonts

Face = Literal["Regular", "Italic", "Bold"]
#: A letter of SVG's path language (M, L, C or Z) and its coordinates.
Command = tuple[str, tuple[float, ...]]

#: Stands for a letter that no font has.
MISSING = "□"
#: The shipped fonts, in the order in which they are asked for letters. Each has its regular face only.
NOTO = (
    "NotoSerif",
    "NotoSerifHebrew",
    "NotoNaskhArabic",
    "NotoSerifThai",
    "NotoSerifDevanagari",
    "NotoSerifArmenian",
    "NotoSerifGeorgian",
    "NotoSerifBengali",
    "NotoSerifTamil",
    "NotoSerifSinhala",
    "NotoEmoji",
)
#: Joiners and variation selectors, which need no glyph: they change the letters beside them.
SHAPING = frozenset([0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080)])
_JOINER = "\u200d"
#: Colours of skin, which belong to the emoji before them.
_SKINS = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")


@dataclass(frozen=True, eq=False)
class Font:
    """A font file; ``name`` is unique. ``shipped``: whether it comes with the program."""

    name: str
    file: Path | None
    shipped: bool

    @property
    def data(self) -> bytes:
        if self.file is not None:
            return self.file.read_bytes()
        return resources.files("scorer.forms").joinpath(f"fonts/{self.name}.ttf").read_bytes()

    def has(self, text: str) -> bool:
        """Whether it has every letter of ``text``."""
        return all(ord(char) in _face(self).unicodes or ord(char) in SHAPING for char in text)


#: The font that readers of PDF bring along for Chinese, Japanese and Korean; elsewhere its letters are boxes.
READERS_OWN = Font("", None, False)


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font, from the left: ``x`` and ``width`` in em. ``text`` is in the order it is read."""

    text: str
    font: Font
    rightwards: bool
    x: float
    width: float
    outlines: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text as runs, from the left; lengths in em, y downwards from the baseline.

    >>> line = lettering("Ana 🦉", "Regular")
    >>> [run.font.name for run in line.runs], round(line.width, 1)
    (['OldStandard-Regular', 'NotoEmoji'], 3.3)
    """

    runs: tuple[Run, ...]
    width: float


def is_plain(text: str, face: Face) -> bool:
    """Whether Old Standard has all letters, one beside the other from the left.

    >>> is_plain("Zoë", "Regular"), is_plain("Nguyễn", "Regular")
    (True, False)
    """
    own = _own(face)
    return own.has(text) and not any(unicodedata.combining(char) or ord(char) in SHAPING for char in text)


def missing(text: str, in_pdf: bool = False) -> str:
    """The letters of ``text`` that no font has, each once.

    ``in_pdf``: readers of PDF have fonts of their own for Chinese, Japanese and Korean.

    >>> missing("Ana שלום 🦉")
    ''
    """
    found = (cluster for cluster in _clusters(text) if _font([cluster], "Regular") is None)
    return "".join(dict.fromkeys(filter(lambda cluster: not (in_pdf and _is_readers(cluster)), found)))


@lru_cache(maxsize=1024)
def lettering(text: str, face: Face) -> Lettering:
    """The line with every letter shaped; a letter that no font has is a box."""
    boxed = "".join(MISSING if missing(cluster, in_pdf=True) else cluster for cluster in _clusters(text))
    x, runs = 0.0, []
    for part, font, level in _visual(boxed, face):
        width, outlines = _shaped(part, font, level % 2 == 1, x)
        runs.append(Run(part, font, level % 2 == 0, x, width, outlines))
        x += width
    return Lettering(tuple(runs), x)


def _visual(text: str, face: Face) -> list[tuple[str, Font, int]]:
    """Parts of one font and one direction, in the order in which they stand from the left (UAX 9, L2)."""
    fonts, levels = _fonts(text, face), _levels(text)
    parts = [
        ("".join(text[n] for n in group), font, level)
        for (font, level), group in (
            (key, list(group))
            for key, group in groupby(range(len(text)), key=lambda n: (fonts[n], levels[n]))
        )
    ]
    for level in range(max(levels, default=0), 0, -1):
        parts = _turned(parts, level)
    return parts


def _turned(parts: list[tuple[str, Font, int]], level: int) -> list[tuple[str, Font, int]]:
    """The parts, those of this level or higher that stand together in reverse."""
    out: list[tuple[str, Font, int]] = []
    for high, group in groupby(parts, key=lambda part: part[2] >= level):
        together = list(group)
        out += together[::-1] if high else together
    return out


def _levels(text: str) -> list[int]:
    """The embedding level of each letter: odd from the right."""
    storage = bidi.get_empty_storage()
    base = bidi.get_base_level(text)
    storage["base_level"], storage["base_dir"] = base, ("L", "R")[base]
    bidi.get_embedding_levels(text, storage)
    for number, char in enumerate(storage["chars"]):
        char["number"] = number
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    known = {char["number"]: int(char["level"]) for char in storage["chars"]}
    levels: list[int] = []
    for number in range(len(text)):  # a joiner, which has no level, goes with the letter before it
        levels.append(known.get(number, levels[-1] if levels else base))
    return levels


def _fonts(text: str, face: Face) -> list[Font]:
    """The font of each letter: one for all words, or for a word, if one has them; else one a cluster."""
    fonts: list[Font] = []
    all_words = _font([cluster for cluster in _clusters(text) if not cluster.isspace()], face)
    for spaces, group in groupby(_clusters(text), key=str.isspace):
        clusters = list(group)
        one = _own(face) if spaces else all_words or _font(clusters, face)
        for cluster in clusters:
            other = READERS_OWN if _is_readers(cluster) else _own(face)
            fonts += [one or _font([cluster], face) or other] * len(cluster)
    return fonts


def _font(clusters: Sequence[str], face: Face) -> Font | None:
    """The first font that has all letters; those of the machine are looked for last."""
    marked = any(unicodedata.combining(char) for cluster in clusters for char in cluster)
    shipped = _noto() if marked else (_own(face), *_noto())  # Old Standard does not place marks
    return _having(clusters, shipped) or _having(clusters, _machine(machine_fonts()))


def _having(clusters: Sequence[str], fonts: Sequence[Font]) -> Font | None:
    return next((font for font in fonts if all(map(font.has, clusters))), None)


def _clusters(text: str) -> Iterator[str]:
    """Letters with what belongs to them: marks, joiners and what they join, flags of two letters."""
    cluster = ""
    for char in text:
        belongs = (
            unicodedata.category(char).startswith("M")
            or ord(char) in SHAPING
            or char in _SKINS
            or cluster.endswith(_JOINER)
            or (_is_flag(char) and len(cluster) == 1 and _is_flag(cluster))
        )
        if cluster and not belongs:
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _is_readers(cluster: str) -> bool:
    """Whether readers of PDF have a font of their own for it (ISO 32000, 9.7.5.2)."""
    scripts = ("CJK ", "HIRAGANA ", "KATAKANA ", "HANGUL ", "FULLWIDTH ", "IDEOGRAPHIC ")
    return all(ord(char) < 0x10000 and unicodedata.name(char, "").startswith(scripts) for char in cluster)


def _is_flag(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


@cache
def _own(face: Face) -> Font:
    return Font(f"OldStandard-{face}", None, True)


@cache
def _noto() -> tuple[Font, ...]:
    return tuple(Font(name, None, True) for name in NOTO)


@cache
def _machine(files: tuple[Path, ...]) -> tuple[Font, ...]:
    return tuple(Font(path.stem, path, False) for path in files)


@dataclass(frozen=True, eq=False)
class _OpenFont:
    shaper: hb.Font
    unicodes: frozenset[int]
    em: int


@cache
def _face(font: Font) -> _OpenFont:
    face = hb.Face(font.data)
    return _OpenFont(hb.Font(face), frozenset(face.unicodes), face.upem)


def _shaped(text: str, font: Font, leftwards: bool, x: float) -> tuple[float, tuple[Command, ...]]:
    """The width of the text, and its outlines from ``x`` on."""
    if font is READERS_OWN:
        font, text = _own("Regular"), MISSING * len(text)
    opened, buffer = _face(font), hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if leftwards else "ltr"
    hb.shape(opened.shaper, buffer)
    pen = _Pen(opened.em, x)
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen.offset = place.x_offset, place.y_offset
        opened.shaper.draw_glyph_with_pen(glyph.codepoint, pen)
        pen.advance += place.x_advance
    return pen.advance / opened.em, tuple(pen.commands)


class _Pen:
    """Takes outlines from HarfBuzz, in units of the font."""

    def __init__(self, em: int, x: float) -> None:
        self.commands: list[Command] = []
        self.offset: tuple[float, float] = (0, 0)
        self.advance = 0.0
        self._em, self._x = em, x
        self._at: tuple[float, float] = (0, 0)

    def moveTo(self, point: tuple[float, float]) -> None:
        self._add("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:
        self._add("L", point)

    def qCurveTo(self, middle: tuple[float, float], end: tuple[float, float]) -> None:
        """A quadratic curve, as the cubic curve that it is too."""
        (x, y), (mx, my), (ex, ey) = self._at, middle, end
        self._add(
            "C",
            (x + 2 * (mx - x) / 3, y + 2 * (my - y) / 3),
            (ex + 2 * (mx - ex) / 3, ey + 2 * (my - ey) / 3),
            end,
        )

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._add("C", *points)

    def closePath(self) -> None:
        self.commands.append(("Z", ()))

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        self._at = points[-1]
        dx, dy = self.offset
        self.commands.append(
            (
                letter,
                tuple(
                    value
                    for x, y in points
                    for value in (self._x + (x + dx + self.advance) / self._em, -(y + dy) / self._em)
                ),
            )
        )
