"""A font of plain squares in colours, made like Noto Color Emoji: PNG pictures of one size and no outlines.

Debian's package of that font is large and not everywhere. Tables as in the OpenType specification 1.9.1
(CBLC index format 1, CBDT image format 17, cmap format 12); only what FreeType asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from struct import pack

import cv2
import numpy as np

#: Where the strings of a CBLC table begin, and the index table after its one entry.
STRIKE_END, INDEX = 56, 8


def colour_font(colours: Mapping[str, tuple[int, int, int]], size: int) -> bytes:
    """A font file whose characters are squares of ``size`` pixels, 127 at most, each of one colour (red,
    green, blue); it has no other size.
    """
    characters = sorted(colours)
    count = len(characters)
    pictures = []
    for character in characters:
        square = np.full((size, size, 3), colours[character][::-1], np.uint8)
        png = cv2.imencode(".png", cv2.cvtColor(square, cv2.COLOR_BGR2BGRA))[1].tobytes()
        pictures.append(pack(">BBbbBI", size, size, 0, size, size, len(png)) + png)
    ends = np.cumsum([0, *map(len, pictures)]).tolist()
    groups = b"".join(pack(">III", ord(each), ord(each), n) for n, each in enumerate(characters, 1))
    line = pack(">bbBbbbbbbbbb", size, 0, size, 0, 0, 0, 0, 0, size, 0, 0, 0)
    index = pack(">HHI", 1, count, INDEX) + pack(">HHI", 1, 17, 4) + pack(f">{count + 1}I", *ends)
    tables = {
        b"CBDT": pack(">HH", 3, 0) + b"".join(pictures),
        b"CBLC": pack(">HHI", 3, 0, 1)
        + pack(">IIII", STRIKE_END, len(index), 1, 0)
        + 2 * line
        + pack(">HHBBBb", 1, count, size, size, 32, 1)
        + index,
        b"cmap": pack(">HHHHI", 0, 1, 3, 10, 12) + pack(">HHIII", 12, 0, 16 + len(groups), 0, count) + groups,
        b"head": pack(">IIIIHHQQhhhhHHhhh", 1 << 16, 1 << 16, 0, 0x5F0F3CF5, 0, size, 0, 0, *(0,) * 9),
        b"hhea": pack(">IhhhHhhhhhh4hhH", 1 << 16, size, 0, 0, size, *(0,) * 11, count + 1),
        b"hmtx": pack(">Hh", size, 0) * (count + 1),
        b"maxp": pack(">IH", 0x5000, count + 1),
    }
    start, directory, data = 12 + 16 * len(tables), b"", b""
    for tag, table in tables.items():
        directory += pack(">4sIII", tag, 0, start + len(data), len(table))
        data += table + b"\0" * (-len(table) % 4)
    return pack(">IHHHH", 1 << 16, len(tables), 0, 0, 0) + directory + data
