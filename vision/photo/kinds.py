"""The kinds of files that are handed in as photos, told by their first bytes: one table of all.

What a file is called says nothing: phones and programs write .jpeg, .JPE, .jfif, .heif as they like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorer.errors import phrase

#: Pillow's names of the formats that are read.
Format = Literal["JPEG", "PNG", "WEBP", "HEIF", "AVIF"]

#: What is read, as a refusal says it.
READABLE = phrase("JPEG, PNG, WebP, HEIC or AVIF")


@dataclass(frozen=True)
class FileKind:
    """A kind of file. ``format``: None for a film, which shows no single picture.

    >>> kind_of(b"\\x00\\x00\\x00\\x14ftypqt  \\x00\\x00\\x00\\x00qt  ").format is None
    True
    """

    format: Format | None
    #: Where its mark begins.
    at: int
    #: Its marks: any of these says the kind.
    marks: tuple[bytes, ...]
    #: Brands of ISO base media files (ISO 14496-12, 4.3): a file names one or more. A brand here ends
    #: with the bytes that matter.
    brands: tuple[bytes, ...] = ()


#: The first that fits counts: a file of several brands is what stands first here.
KINDS = (
    FileKind("JPEG", 0, (b"\xff\xd8\xff",)),
    FileKind("PNG", 0, (b"\x89PNG\r\n\x1a\n",)),
    FileKind("WEBP", 8, (b"WEBP",)),
    FileKind("AVIF", 4, (b"ftyp",), (b"avif", b"avis")),
    FileKind("HEIF", 4, (b"ftyp",), (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")),
    # Films of phones, cameras and the moving half of a Live Photo (.mov, .mp4, .3gp) …
    FileKind(
        None, 4, (b"ftyp",), (b"qt  ", b"iso", b"mp4", b"M4V", b"avc1", b"3gp", b"3g2", b"MSNV", b"dash")
    ),
    # … QuickTime files older than brands, AVI, Matroska and WebM, MPEG, Flash video, Windows Media.
    FileKind(None, 4, (b"moov", b"mdat", b"wide", b"pnot")),
    FileKind(None, 8, (b"AVI ",)),
    FileKind(None, 0, (b"\x1aE\xdf\xa3", b"\x00\x00\x01\xba", b"FLV\x01", b"0&\xb2u\x8ef\xcf\x11")),
)


def kind_of(data: bytes) -> FileKind | None:
    """The kind of a file by its first bytes; None for a kind that is not in the table."""
    brands = tuple(_brands(data))
    return next((kind for kind in KINDS if _fits(kind, data, brands)), None)


#: A photo's file has no run of zeros as long as this: coded pixels hardly have two bytes of them, and
#: programs fill up metadata with 4 KiB at most. A copy that broke off, or a bad block of a card, leaves more.
HOLE = bytes(8192)


def is_whole(data: bytes, file_format: Format | str) -> bool:
    """Whether a WebP, HEIC or AVIF has all its bytes: as many as it says, and no hole filled up with zeros.

    >>> is_whole(b"RIFF" + (9).to_bytes(4, "little") + b"WEBPVP8 ", "WEBP")
    False
    """
    if HOLE in data:
        return False
    if file_format == "WEBP":
        return len(data) >= 8 + int.from_bytes(data[4:8], "little")
    at = 0
    # boxes say their lengths (ISO 14496-12, 4.2); what phones hang on after them does not matter
    while data[at + 4 : at + 8] in (b"ftyp", b"meta", b"mdat", b"free"):
        size = int.from_bytes(data[at : at + 4], "big")
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        if size < 8 or at + size > len(data):
            return size == 0  # up to the end
        at += size
    return True


def _fits(kind: FileKind, data: bytes, brands: tuple[bytes, ...]) -> bool:
    return data.startswith(kind.marks, kind.at) and (
        not kind.brands or any(brand.startswith(kind.brands) for brand in brands)
    )


def _brands(data: bytes) -> Iterator[bytes]:
    """The brands that an ISO base media file names: its own, then those it is compatible with."""
    if data[4:8] == b"ftyp":
        yield data[8:12]
        end = min(int.from_bytes(data[:4], "big"), len(data), 256)
        for at in range(16, end - 3, 4):
            yield data[at : at + 4]
