"""Decodes one AVIF or HEIC in a process of its own: `python -P heavy.py FORMAT BYTES SECONDS`.

The system ends the process where it takes more memory or processor time: a file may hold another picture
than its header says. The file comes in on standard input. On standard output go a line with width, height,
bytes a pixel and bytes a row, and then the rows. A pixel of one byte is grey, of two is grey with its low
byte first, of three is blue, green, red, of four has alpha too.
`vision.photo.apart` starts it. It imports nothing of Shelfmark, so that it starts fast.
"""

from __future__ import annotations

import io
import os
import sys
from typing import BinaryIO

#: Exit statuses: the file is damaged, or takes more memory than it may.
DAMAGED, HEAVY = 3, 4
#: Rows that are turned into bytes at once.
_BAND = 64


def limit(memory: int, seconds: int) -> None:
    """Limits this process to ``memory`` bytes and ``seconds`` of processor time, where the system can."""
    if sys.platform != "win32":  # there the picture's header is all that is known
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Linux counts what is allocated, wherever; address space that is only set aside does not matter
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def heif(data: bytes, out: BinaryIO) -> None:
    """A HEIC, which libheif turns as the file asks."""
    import pillow_heif

    picture = pillow_heif.open_heif(io.BytesIO(data), bgr_mode=True)
    pixels, stride = memoryview(picture.data), picture.stride
    width, height = picture.size
    _head(out, width, height, {"I;16": 2}.get(picture.mode, len(picture.mode)), stride)
    out.write(pixels[: stride * height])


def avif(data: bytes, out: BinaryIO) -> None:
    """An AVIF, as it lies in the file."""
    from PIL import AvifImagePlugin, Image

    AvifImagePlugin.DEFAULT_MAX_THREADS = 1  # each thread of the decoder holds pictures of its own
    picture = Image.open(io.BytesIO(data), formats=("AVIF",))
    picture.load()
    _head(out, *picture.size, 3, 3 * picture.width)
    for top in range(0, picture.height, _BAND):
        band = picture.crop((0, top, picture.width, min(top + _BAND, picture.height)))
        out.write(band.convert("RGB").tobytes("raw", "BGR"))


def _head(out: BinaryIO, width: int, height: int, channels: int, stride: int) -> None:
    out.write(b"%d %d %d %d\n" % (width, height, channels, stride))


def main(file_format: str, memory: int, seconds: int) -> int:
    """Decodes standard input; gives the exit status."""
    limit(memory, seconds)
    try:
        {"HEIF": heif, "AVIF": avif}[file_format](sys.stdin.buffer.read(), sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except MemoryError:
        return HEAVY
    except Exception as error:  # decoders raise errors of many kinds
        return HEAVY if "memory" in str(error).lower() else DAMAGED
    return 0


if __name__ == "__main__":
    os._exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
