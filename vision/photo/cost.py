"""The memory that decoding a picture takes at most, told by its header before anything is decoded.

Width x height x channels x depth x what the decoder of its kind needs, as measured in
`docs/reports/2026-11-29-photo-memory.md`.
"""

from __future__ import annotations

from PIL import Image

#: Bytes that a reading may take, and takes without decoding: the program and its networks.
READING, WITHOUT_DECODING = 600_000_000, 240_000_000
#: What is left for decoding.
DECODING = READING - WITHOUT_DECODING
#: What a process that decodes one picture takes besides, with the stacks of its threads.
PROCESS = 60_000_000

#: Pillow's names of a JPEG; MPO is a JPEG with further pictures after it.
JPEG = ("JPEG", "MPO")
#: Those that are decoded in a process of their own.
APART = ("AVIF", "HEIF")

#: Bytes a pixel that OpenCV takes, whatever the channels and their depth: for two pictures of three bytes a
#: pixel, and for further ones of four bytes where the file holds several.
_OPENCV = {"PNG": (6.2, 15.2), "WEBP": (7.2, 11.2)}
#: Pillow holds planes of up to 16 bits, a picture of bytes and one of its own.
_AVIF = 3.7
#: libheif takes a little more than its planes and pictures.
_HEIF = 1.09
#: Brightness and colour, in samples a pixel, by the name of a subsampling.
_SAMPLES = {420: 1.5, 422: 2.0, 444: 3.0}


def of_jpeg(coefficients: int, pixels: int, step: int) -> int:
    """The bytes for a JPEG that is decoded at one in ``step`` (1, 2, 4 or 8) of its size.

    The decoder holds all ``coefficients`` of a progressive JPEG until its last layer, whatever the step.
    """
    return coefficients + 3 * pixels // step**2


def most_pixels(data: bytes, header: Image.Image, most: int) -> int:
    """The pixels that a picture of this kind, not a JPEG, may have to be decoded in ``most`` bytes."""
    spare = most - (PROCESS if header.format in APART else 0)
    return int(spare / bytes_a_pixel(data, header))


def bytes_a_pixel(data: bytes, header: Image.Image) -> float:
    """What the decoder of a PNG, WebP, AVIF or HEIC takes at most, in bytes a pixel."""
    channels = len(header.getbands())
    if header.format == "AVIF":  # its header tells Pillow no depth
        return _AVIF * max(channels, 2)
    if header.format == "HEIF":
        depth = 2 if header.info.get("bit_depth", 16) > 8 else 1
        alpha = channels in (2, 4)
        planes = _SAMPLES.get(header.info.get("chroma") or 0, 1 if channels < 3 else 3) + alpha
        return _HEIF * (depth * (planes + channels) + (channels if depth > 1 else 0))
    return _OPENCV[header.format or ""][_moves(data)]


def _moves(data: bytes) -> bool:
    """Whether a PNG or WebP says that it has several pictures: decoders hold more then, even of the first."""
    if data.startswith(b"RIFF"):
        return data[12:16] == b"VP8X" and bool(data[20] & 2)
    return b"acTL" in data[: data.find(b"IDAT")]
