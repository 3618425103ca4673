"""A photo as pixels: decoded, turned as its EXIF says, and refused in one sentence when it cannot be read."""

from __future__ import annotations

import io
import re
import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.errors import RefusedInput, phrase
from scorer.limits import PHOTO

#: A colour photo as OpenCV holds it: uint8 [height, width, 3], blue, green, red.
Bgr = NDArray[np.uint8]
Source = str | Path | bytes | NDArray[np.uint8]

#: The largest photo that is decoded. Phones that are sold as 50 megapixels take up to 8192 x 6144 pixels.
MAX_PIXELS = 8192 * 6144
#: A progressive JPEG comes in layers (scans). Programs make about ten; each is decoded over the whole photo.
MAX_LAYERS = 50
#: The decoder then holds every coefficient of the photo until the last layer: bytes of these at most.
MAX_COEFFICIENTS = 6 * MAX_PIXELS
#: Below this many pixels on its shorter side a photo shows no card that could be read.
MIN_SIDE = 64

_READABLE = phrase("JPEG, PNG, WebP or HEIC")
#: Pillow's name of a format to where its files are marked, and how.
_MARKS = {
    "JPEG": (0, b"\xff\xd8\xff"),
    "PNG": (0, b"\x89PNG\r\n\x1a\n"),
    "WEBP": (8, b"WEBP"),
    "HEIF": (4, b"ftyp"),
}
#: Where a marker of a JPEG stands in a scan (ITU T.81, B.1.1.5: FF 00 is a byte of it, FF D0 to D7 restart).
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
#: How a frame may begin (T.81, table B.1): SOF0 to SOF2, and with arithmetic coding SOF9 and SOF10.
_FRAMES = (0xC0, 0xC1, 0xC2, 0xC9, 0xCA)
_ORIENTATION_TAG = 0x0112
#: EXIF orientation to: mirrored left to right first, then turned by this cv2.rotate code.
_TURNS: dict[int, tuple[bool, int | None]] = {
    2: (True, None),
    3: (False, cv2.ROTATE_180),
    4: (True, cv2.ROTATE_180),
    5: (True, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (False, cv2.ROTATE_90_CLOCKWISE),
    7: (True, cv2.ROTATE_90_CLOCKWISE),
    8: (False, cv2.ROTATE_90_COUNTERCLOCKWISE),
}


class PhotoError(RefusedInput):
    """A photo that cannot be read; the message says which, why, and what to do."""


def load_photo(source: Source, longest_side: int | None = None) -> Bgr:
    """The photo as uint8 [height, width, 3] in BGR order, turned the way its EXIF orientation says.

    ``source`` is a path, the bytes of a file, or an array (BGR, BGRA or grey), which is taken as it is.
    With ``longest_side`` the photo comes back halved, quartered or at an eighth, the smallest of these whose
    longest side still has that many pixels; a JPEG is decoded at that size, which saves most of the time.

    Raises PhotoError for a missing, empty, truncated or unreadable file, for one above `scorer.limits.PHOTO`,
    and for a photo with less than MIN_SIDE pixels on a side, more than MAX_PIXELS in all or more than
    MAX_LAYERS; all of it is judged before anything is decoded.
    """
    if isinstance(source, np.ndarray):
        return _reduced(_from_array(source), longest_side)
    name, data = _name_and_bytes(source)
    header = _open(name, data)
    width, height = header.size
    _check_size(name, width, height)
    if header.format == "HEIF":
        return _reduced(_decode_heif(name, data), longest_side)
    _check_complete(name, header.format or "", data)
    if header.format in ("JPEG", "MPO"):
        _check_layers(name, data)
    step = _reduction(max(width, height), longest_side)
    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}.get(
        step, cv2.IMREAD_REDUCED_COLOR_8
    )
    # OpenCV turns some formats by their EXIF and leaves others; here _upright turns them all.
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise _damaged(name)
    return _upright(np.asarray(pixels, dtype=np.uint8), _orientation(header))


def _from_array(pixels: NDArray[np.uint8]) -> Bgr:
    shape = pixels.shape
    if pixels.dtype != np.uint8 or len(shape) not in (2, 3) or shape[2:] not in ((), (1,), (3,), (4,)):
        raise PhotoError(
            phrase(
                "An array of {dtype} with shape {shape} is no photo: give uint8 [height, width, 3], BGR.",
                dtype=pixels.dtype,
                shape=shape,
            )
        )
    _check_size(phrase("The photo"), shape[1], shape[0])
    if len(shape) == 2 or shape[2] == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(pixels[:, :, :3])


def _name_and_bytes(source: str | Path | bytes) -> tuple[str, bytes]:
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
            if path.stat().st_size > PHOTO.bytes:
                raise _too_long(name)
            data = path.read_bytes()
        except RefusedInput:
            raise
        except (FileNotFoundError, NotADirectoryError):
            raise PhotoError(
                phrase("There is no file {path}: check the photo's name and folder.", path=path)
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
    if len(data) > PHOTO.bytes:
        raise _too_long(name)
    if not data:
        raise PhotoError(phrase("{name} is empty (0 bytes): copy or take the photo again.", name=name))
    return name, data


def _too_long(name: str) -> PhotoError:
    return PhotoError(
        phrase("{name} is larger than {most} MB: save it as a JPEG.", name=name, most=PHOTO.megabytes)
    )


def _open(name: str, data: bytes) -> Image.Image:
    """Reads the header only, with the one decoder that the first bytes call for."""
    file_format = next((f for f, (at, mark) in _MARKS.items() if data[at : at + len(mark)] == mark), None)
    if file_format is None:
        raise PhotoError(
            phrase("{name} is not a photo that can be read: give a {kinds} file.", name=name, kinds=_READABLE)
        )
    if file_format == "HEIF":  # its decoder takes a while to load, so only now
        from pillow_heif import register_heif_opener

        register_heif_opener()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large photos; _check_size decides
            return Image.open(io.BytesIO(data), formats=(file_format,))
    except Image.DecompressionBombError:
        raise _too_large(name) from None
    except Exception:  # whatever a decoder makes of a header that is cut off or was tampered with
        raise _damaged(name) from None


def _check_size(name: str, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise _too_large(name, width, height)
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            phrase(
                "{name} is too small to read a card in ({width} x {height} pixels): give the photo in full "
                "size.",
                name=name,
                width=width,
                height=height,
            )
        )


def _too_large(name: str, width: int | None = None, height: int | None = None) -> PhotoError:
    size = (
        phrase("{width} x {height} pixels", width=width, height=height)
        if width
        else phrase("too many pixels")
    )
    return PhotoError(
        phrase(
            "{name} is too large ({size}): scale it to {most} megapixels or less.",
            name=name,
            size=size,
            most=MAX_PIXELS // 10**6,
        )
    )


def _damaged(name: str) -> PhotoError:
    return PhotoError(
        phrase("{name} is damaged or cut off and cannot be decoded: copy or take the photo again.", name=name)
    )


def _check_complete(name: str, file_format: str, data: bytes) -> None:
    """Raises PhotoError for a file that ends too early, which OpenCV would fill up with grey."""
    if file_format in ("JPEG", "MPO"):  # MPO: a JPEG with further pictures after it
        # A scan never holds FF D9 but as the end mark, and a thumbnail's end mark lies before the scan.
        complete = data.rfind(b"\xff\xd9") >= _scan_start(data)
    elif file_format == "PNG":
        complete = data.rfind(b"IEND") >= 0
    else:
        complete = file_format != "WEBP" or len(data) >= 8 + int.from_bytes(data[4:8], "little")
    if not complete:
        raise _damaged(name)


def _scan_start(data: bytes) -> int:
    """Where the first scan of a JPEG begins: segments are skipped by their lengths (ITU T.81, annex B)."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            at += 1  # stray bytes between segments are tolerated, as by every decoder
        elif data[at + 1] in (0xFF, 0x01) or 0xD0 <= data[at + 1] <= 0xD8:
            at += 1 if data[at + 1] == 0xFF else 2
        elif data[at + 1] == 0xDA:
            return at
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return len(data)


def _check_layers(name: str, data: bytes) -> None:
    """Raises PhotoError for a JPEG in layers that is slow to decode, or takes much memory."""
    layers, held, at = 0, 0, 2
    while at + 4 <= len(data) and layers <= MAX_LAYERS:
        if data[at] != 0xFF or data[at + 1] == 0xFF:
            at += 1
            continue
        mark, at = data[at + 1], at + 2
        if mark == 0xD9:
            break
        if mark == 0x01 or 0xD0 <= mark <= 0xD8:
            continue
        if mark in _FRAMES:
            held = _coefficients(data[at:])
        layers += mark == 0xDA
        at += int.from_bytes(data[at : at + 2], "big")
        if mark == 0xDA:
            after = _AFTER_SCAN.search(data, at)
            at = after.start() if after else len(data)
    if layers > MAX_LAYERS or (layers > 1 and held > MAX_COEFFICIENTS):
        raise PhotoError(
            phrase(
                "{name} is a JPEG in layers (progressive), which take too long to open: save it as an "
                "ordinary JPEG.",
                name=name,
            )
        )


def _coefficients(frame: bytes) -> int:
    """Bytes of the coefficients of a JPEG's ``frame`` header (T.81, B.2.2), two each."""
    height, width = int.from_bytes(frame[3:5], "big"), int.from_bytes(frame[5:7], "big")
    parts = [(each >> 4, each & 15) for each in frame[9 : 8 + 3 * frame[7] : 3]]
    across, down = (max((part[way] for part in parts), default=1) or 1 for way in (0, 1))
    return sum(2 * width * height * x * y // (across * down) for x, y in parts)


def _decode_heif(name: str, data: bytes) -> Bgr:
    """HEIC pixels, already turned as the file asks; without a detour over Pillow, which would double the
    memory."""
    import pillow_heif

    try:
        picture = pillow_heif.open_heif(io.BytesIO(data), bgr_mode=True)
        pixels = np.asarray(picture)
    except Exception:  # libheif's own errors, of which there are many kinds
        raise _damaged(name) from None
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(pixels[:, :, :3])


def _orientation(header: Image.Image) -> int:
    try:
        return int(header.getexif().get(_ORIENTATION_TAG, 1))
    except Exception:  # a broken EXIF block is no reason to refuse the photo
        return 1


def _upright(pixels: Bgr, orientation: int) -> Bgr:
    mirrored, turn = _TURNS.get(orientation, (False, None))
    if mirrored:
        pixels = np.asarray(cv2.flip(pixels, 1), dtype=np.uint8)
    return pixels if turn is None else np.asarray(cv2.rotate(pixels, turn), dtype=np.uint8)


def _reduction(longest: int, wanted: int | None) -> int:
    """1, 2, 4 or 8: the most by which ``longest`` can be divided without falling below ``wanted``."""
    if wanted is None:
        return 1
    return max((step for step in (1, 2, 4, 8) if step == 1 or longest // step >= wanted), default=1)


def _reduced(pixels: Bgr, longest_side: int | None) -> Bgr:
    step = _reduction(max(pixels.shape[:2]), longest_side)
    if step == 1:
        return pixels
    size = (-(-pixels.shape[1] // step), -(-pixels.shape[0] // step))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
