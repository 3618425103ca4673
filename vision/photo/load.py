"""A photo as pixels: decoded, turned as its EXIF says, and refused in one sentence when it cannot be read."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from scorer.errors import RefusedInput, phrase
from scorer.limits import PHOTO, Limit
from vision.photo import cost, jpeg
from vision.photo.apart import DamagedPicture, HeavyPicture, decoded_apart
from vision.photo.cost import APART, JPEG
from vision.photo.errors import PhotoError
from vision.photo.kinds import READABLE, is_whole, kind_of

#: A colour photo as OpenCV holds it: uint8 [height, width, 3], blue, green, red.
Bgr = NDArray[np.uint8]
Source = str | Path | bytes | NDArray[np.uint8]


@dataclass(frozen=True)
class PhotoLimits:
    """The photos that are decoded; a photo beyond a limit is refused by its header.

    >>> PhotoLimits().memory
    360000000
    """

    #: The largest file.
    file: Limit = PHOTO
    #: Pixels that are handed on: a photo of more is halved until it has as few.
    pixels: int = 8192 * 6144
    #: Pixels of a JPEG, which is decoded at half, a quarter or an eighth of its size.
    scaled_pixels: int = 250_000_000
    #: A JPEG of at least this many pixels is first decoded at half its size by `load_half`.
    half_first: int = 6_000_000
    #: Pixels on the shorter side: a smaller photo shows no card that could be read.
    shortest_side: int = 64
    #: Layers (scans) of a progressive JPEG: each is decoded over the whole photo. Programs make about ten.
    layers: int = 50
    #: Bytes that decoding may take, in this process or another.
    memory: int = cost.DECODING


# Pillow's own guard, at our limit: it refuses twice as many pixels.
Image.MAX_IMAGE_PIXELS = PhotoLimits().scaled_pixels
#: By EXIF orientation: whether to mirror left to right, and the code of `cv2.rotate` that then turns it.
_TURNS: dict[int, tuple[bool, int | None]] = {
    2: (True, None),
    3: (False, cv2.ROTATE_180),
    4: (True, cv2.ROTATE_180),
    5: (True, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (False, cv2.ROTATE_90_CLOCKWISE),
    7: (True, cv2.ROTATE_90_CLOCKWISE),
    8: (False, cv2.ROTATE_90_COUNTERCLOCKWISE),
}


def load_photo(source: Source, longest_side: int | None = None, limits: PhotoLimits = PhotoLimits()) -> Bgr:
    """The photo as uint8 [height, width, 3] in BGR order, turned the way its EXIF orientation says.

    ``source`` is a path, the bytes of a file, or an array (BGR, BGRA or grey), which is not turned.
    A photo of more than ``limits.pixels`` is halved, quartered or reduced to an eighth, until it has as few.
    With ``longest_side`` so is any photo, as far as its longest side keeps that many pixels. A JPEG is
    decoded at that size, which saves most of the time and memory.

    >>> load_photo(np.zeros((480, 640), np.uint8), longest_side=200).shape
    (240, 320, 3)

    Raises PhotoError, before anything is decoded, for a file that is missing, empty, cut off, a film or in no
    known format, and for a photo beyond the ``limits``. Raises it too for a file that cannot be decoded.
    """
    if isinstance(source, np.ndarray):
        return _reduced(_from_array(source, limits), longest_side, limits)
    name, data, header = _opened(source, limits)
    return _decoded(name, data, header, _reduction(*header.size, longest_side, limits), longest_side, limits)


@dataclass(frozen=True)
class HalfDecoded:
    """A JPEG decoded at half its size, which takes half the time: many photos are never needed in full.

    ``half``: as `load_photo` gives photos. ``size``: the whole photo's width and height. ``whole``: decodes
    it.
    """

    half: Bgr
    size: tuple[int, int]
    whole: Callable[[], Bgr]


def load_half(source: Source, limits: PhotoLimits = PhotoLimits()) -> Bgr | HalfDecoded:
    """The photo as `load_photo` gives it, or a large JPEG at half its size. The errors are the same."""
    if isinstance(source, np.ndarray):
        return load_photo(source, limits=limits)
    name, data, header = _opened(source, limits)
    step = _reduction(*header.size, None, limits)
    large = header.size[0] * header.size[1] >= step**2 * limits.half_first
    if header.format not in JPEG or not large or step > 4:
        return _decoded(name, data, header, step, None, limits)
    half = _decoded(name, data, header, 2 * step, None, limits)
    width, height = (-(-side // step) for side in header.size)
    upright = half.shape[1] == -(-width // 2)
    size = (width, height) if upright else (height, width)
    return HalfDecoded(half, size, lambda: _decoded(name, data, header, step, None, limits))


def _opened(source: str | Path | bytes, limits: PhotoLimits) -> tuple[str, bytes, Image.Image]:
    """What to call the photo, its file's content, and its header; raises PhotoError as `load_photo` does."""
    name, data = _name_and_bytes(source, limits.file)
    header = _open(name, data, limits)
    file_format = header.format or ""
    most = limits.scaled_pixels
    if file_format not in JPEG:
        most = min(most, cost.most_pixels(data, header, limits.memory))
    _check_size(name, *header.size, limits, most)
    _check_complete(name, file_format, data)
    if file_format in JPEG:
        _check_layers(name, data, header, limits)
    return name, data, header


def _decoded(
    name: str, data: bytes, header: Image.Image, step: int, longest_side: int | None, limits: PhotoLimits
) -> Bgr:
    """The pixels at one in ``step`` of the photo's size, turned."""
    if header.format in APART:
        step = _reduction(*header.size, longest_side, limits)
        try:
            pixels = decoded_apart(data, header.format, limits.memory, step)
        except DamagedPicture:
            raise _damaged(name) from None
        except HeavyPicture:
            raise _too_heavy(name) from None
        return pixels if header.format == "HEIF" else _upright(pixels, _orientation(header))
    if header.format in JPEG:
        try:
            by_libjpeg = jpeg.decoded(data, header.size, step)
        except jpeg.DamagedJpeg:
            raise _damaged(name) from None
        if by_libjpeg is not None:
            return _upright(by_libjpeg, _orientation(header))
    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}.get(
        step, cv2.IMREAD_REDUCED_COLOR_8
    )
    # OpenCV turns only some formats by their EXIF: `_upright` turns all of them.
    try:
        by_opencv = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        by_opencv = None
    if by_opencv is None:
        raise _damaged(name)
    return _upright(np.asarray(by_opencv, dtype=np.uint8), _orientation(header))


def _from_array(pixels: NDArray[np.uint8], limits: PhotoLimits) -> Bgr:
    shape = pixels.shape
    if pixels.dtype != np.uint8 or len(shape) not in (2, 3) or shape[2:] not in ((), (1,), (3,), (4,)):
        raise PhotoError(
            phrase(
                "An array of {dtype} with shape {shape} is no photo: give uint8 [height, width, 3], BGR.",
                dtype=pixels.dtype,
                shape=shape,
            )
        )
    _check_size(phrase("The photo"), shape[1], shape[0], limits, limits.scaled_pixels)
    if len(shape) == 2 or shape[2] == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(pixels[:, :, :3])


def _name_and_bytes(source: str | Path | bytes, largest: Limit) -> tuple[str, bytes]:
    """What to call the photo in messages, and its file's content."""
    if isinstance(source, bytes | bytearray | memoryview):
        name: str = phrase("The photo")
        data = bytes(source)
    else:
        path = Path(source)
        name = path.name or str(path)
        try:
            if path.is_dir():
                raise PhotoError(phrase("{path} is a folder: give the photo inside it.", path=path))
            if path.stat().st_size > largest.bytes:
                raise _file_too_large(name, largest)
            data = path.read_bytes()
        except RefusedInput:
            raise
        except (FileNotFoundError, NotADirectoryError):
            raise PhotoError(
                phrase("There is no file {path}: check the photo’s name and folder.", path=path)
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PhotoError(
                phrase(
                    "{path} cannot be opened ({reason}): check its name and permissions.",
                    path=path,
                    reason=reason,
                )
            ) from None
    if len(data) > largest.bytes:
        raise _file_too_large(name, largest)
    if not data:
        raise PhotoError(phrase("{name} is empty (0 bytes): copy or take the photo again.", name=name))
    return name, data


def _file_too_large(name: str, largest: Limit) -> PhotoError:
    return PhotoError(
        phrase("{name} is larger than {most} MB: save it as a JPEG.", name=name, most=largest.megabytes)
    )


def _open(name: str, data: bytes, limits: PhotoLimits) -> Image.Image:
    """The photo with its header read, by the decoder of the format that the first bytes mark."""
    kind = kind_of(data)
    if kind is None:
        raise PhotoError(
            phrase("{name} is not a photo that can be read: give a {kinds} file.", name=name, kinds=READABLE)
        )
    if kind.format is None:
        raise PhotoError(
            phrase(
                "{name} is a film: give a photo, or the still picture of a Live Photo ({kinds}).",
                name=name,
                kinds=READABLE,
            )
        )
    if kind.format == "HEIF":  # its decoder takes a while to load, so only now
        from pillow_heif import register_heif_opener

        register_heif_opener()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large photos; _check_size decides
            return Image.open(io.BytesIO(data), formats=(kind.format,))
    except Image.DecompressionBombError:
        raise _too_large(name, limits.scaled_pixels if kind.format in JPEG else limits.pixels) from None
    except Exception:  # decoders raise errors of many kinds for a broken header
        raise _damaged(name) from None


def _check_size(name: str, width: int, height: int, limits: PhotoLimits, most: int) -> None:
    if width * height > most:
        raise _too_large(name, most, width, height)
    if min(width, height) < limits.shortest_side:
        raise PhotoError(
            phrase(
                "{name} is too small to read a card in ({width} x {height} pixels): give the photo in full "
                "size.",
                name=name,
                width=width,
                height=height,
            )
        )


def _too_large(name: str, most: int, width: int | None = None, height: int | None = None) -> PhotoError:
    size = (
        phrase("{width} x {height} pixels", width=width, height=height)
        if width
        else phrase("too many pixels")
    )
    return PhotoError(
        phrase(
            "{name} is too large ({size}): scale it to {most} megapixels or less, and save it as a JPEG.",
            name=name,
            size=size,
            most=most // 10**6,
        )
    )


def _damaged(name: str) -> PhotoError:
    return PhotoError(
        phrase("{name} is damaged or cut off and cannot be decoded: copy or take the photo again.", name=name)
    )


def _check_complete(name: str, file_format: str, data: bytes) -> None:
    """Raises PhotoError for a file that ends too early or has a hole: decoders would fill it up with grey."""
    if file_format in JPEG:
        complete = jpeg.is_complete(data)
    elif file_format == "PNG":
        complete = data.rfind(b"IEND") >= 0
    else:
        complete = is_whole(data, file_format)
    if not complete:
        raise _damaged(name)


def _check_layers(name: str, data: bytes, header: Image.Image, limits: PhotoLimits) -> None:
    """Raises PhotoError for a progressive JPEG that would take too long to decode, or too much memory."""
    layers, coefficients = jpeg.layers_of(data, limits.layers)
    step = _reduction(*header.size, None, limits)
    takes = cost.of_jpeg(coefficients, header.width * header.height, step)
    if layers > limits.layers or (layers > 1 and takes > limits.memory):
        raise PhotoError(
            phrase(
                "{name} is a JPEG in layers (progressive), which take too long to open: save it as an "
                "ordinary JPEG.",
                name=name,
            )
        )


def _too_heavy(name: str) -> PhotoError:
    return PhotoError(
        phrase(
            "{name} takes too much memory or time to open: scale it down, and save it as a JPEG.", name=name
        )
    )


def _orientation(header: Image.Image) -> int:
    try:
        return int(header.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # a broken EXIF block is no reason to refuse the photo
        return 1


def _upright(pixels: Bgr, orientation: int) -> Bgr:
    mirrored, turn = _TURNS.get(orientation, (False, None))
    if mirrored:
        pixels = np.asarray(cv2.flip(pixels, 1), dtype=np.uint8)
    return pixels if turn is None else np.asarray(cv2.rotate(pixels, turn), dtype=np.uint8)


def _reduction(width: int, height: int, wanted: int | None, limits: PhotoLimits) -> int:
    """The least of 1, 2, 4 and 8 that leaves no more pixels than the limit.

    It is the largest of them if the longest side keeps the ``wanted`` pixels.
    """
    steps = [step for step in (1, 2, 4) if width * height <= step**2 * limits.pixels] or [8]
    spare = max(width, height) // wanted if wanted else 0
    return max((step for step in (*steps, 8) if step <= spare), default=steps[0])


def _reduced(pixels: Bgr, longest_side: int | None, limits: PhotoLimits) -> Bgr:
    step = _reduction(pixels.shape[1], pixels.shape[0], longest_side, limits)
    if step == 1:
        return pixels
    size = (-(-pixels.shape[1] // step), -(-pixels.shape[0] // step))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
