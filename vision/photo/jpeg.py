"""JPEGs (ITU T.81): what their markers say before they are decoded, and whether decoding finds damage."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

#: A marker after a JPEG's scan (ITU T.81, B.1.1.5). In a scan FF 00 is a byte, and FF D0 to D7 restart it.
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
#: The markers of a frame (T.81, table B.1): SOF0 to SOF2, and with arithmetic coding SOF9 and SOF10.
_FRAME_MARKERS = (0xC0, 0xC1, 0xC2, 0xC9, 0xCA)
#: The bytes of a frame header with as many components as it can name (T.81, B.2.2).
_LONGEST_FRAME = 8 + 3 * 255


#: What libjpeg says of data that are not what the camera wrote (its jerror.h). A few stray bytes before a
#: marker are not among them: cameras leave some, and no pixel depends on them.
_DAMAGE = re.compile(
    r"premature end|bad Huffman code|bad arithmetic code|found marker .* instead of|\d{4,} extraneous bytes",
    re.I,
)


class DamagedJpeg(Exception):
    """A JPEG of which a part is missing or was overwritten: decoders fill it up, or go on somewhere else."""


def decoded(data: bytes, size: tuple[int, int], step: int) -> NDArray[np.uint8] | None:
    """The pixels of a JPEG at one in ``step`` (1, 2, 4 or 8) of its ``size``, width and height, BGR.

    None for a JPEG of a kind that is left to other decoders.

    Raises:
        DamagedJpeg: its data are damaged, though its markers may all be there.
    """
    try:
        import simplejpeg  # where there is none of it for a system, JPEGs are read without this check
    except ImportError:
        return None
    width, height = (-(-side // step) for side in size)
    try:
        return np.asarray(
            simplejpeg.decode_jpeg(
                data, "BGR", min_factor=step, min_width=width, min_height=height, strict=True
            )
        )
    except ValueError as error:
        if _DAMAGE.search(str(error)):
            raise DamagedJpeg(str(error)) from None
        return None


def is_complete(data: bytes) -> bool:
    """Whether a JPEG ends with its end mark; a file that was cut off would be filled up with grey."""
    # In a scan FF D9 is always the end mark; the end mark of a thumbnail lies before the scan.
    return data.rfind(b"\xff\xd9") >= _scan_start(data)


def _scan_start(data: bytes) -> int:
    """Where the first scan of a JPEG begins; segments say their lengths (ITU T.81, annex B)."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            at += 1  # decoders skip stray bytes between segments
        elif data[at + 1] in (0xFF, 0x01) or 0xD0 <= data[at + 1] <= 0xD8:
            at += 1 if data[at + 1] == 0xFF else 2
        elif data[at + 1] == 0xDA:
            return at
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return len(data)


def layers_of(data: bytes, most: int) -> tuple[int, int]:
    """How many layers (scans) a JPEG has, counted up to one more than ``most``, and the bytes of its
    coefficients.
    """
    layers, held, at = 0, 0, 2
    while at + 4 <= len(data) and layers <= most:
        if data[at] != 0xFF or data[at + 1] == 0xFF:
            at += 1
            continue
        mark, at = data[at + 1], at + 2
        if mark == 0xD9:
            break
        if mark == 0x01 or 0xD0 <= mark <= 0xD8:
            continue
        if mark in _FRAME_MARKERS:
            held = _coefficients(data[at : at + _LONGEST_FRAME])
        layers += mark == 0xDA
        at += int.from_bytes(data[at : at + 2], "big")
        if mark == 0xDA:
            after = _AFTER_SCAN.search(data, at)
            at = after.start() if after else len(data)
    return layers, held


def _coefficients(frame: bytes) -> int:
    """Bytes of the coefficients of a JPEG's ``frame`` header (T.81, B.2.2), two each."""
    height, width = int.from_bytes(frame[3:5], "big"), int.from_bytes(frame[5:7], "big")
    parts = [(each >> 4, each & 15) for each in frame[9 : 8 + 3 * frame[7] : 3]]
    across, down = (max((part[way] for part in parts), default=1) or 1 for way in (0, 1))
    return sum(2 * width * height * x * y // (across * down) for x, y in parts)
