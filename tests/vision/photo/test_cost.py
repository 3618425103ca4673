"""What a picture costs is known from its header; where the header lies, its decoder is stopped."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from pillow_heif import options, register_heif_opener

from vision.photo import apart, cost
from vision.photo.apart import DamagedPicture, HeavyPicture, decoded_apart
from vision.photo.errors import PhotoError
from vision.photo.load import load_photo

#: The side of a square of 75 megapixels.
SIDE = 8660


def picture(width: int, height: int, mode: str = "RGB") -> Image.Image:
    corners = np.array([[[220, 30, 30], [30, 200, 40]], [[40, 60, 210], [230, 220, 60]]], dtype=np.uint8)
    return Image.fromarray(cv2.resize(corners, (width, height))).convert(mode)


def encoded(image: Image.Image, file_format: str, **given: object) -> bytes:
    register_heif_opener()
    stream = io.BytesIO()
    image.save(stream, file_format, **given)
    return stream.getvalue()


def deep(mode: str, width: int = 96, height: int = 96) -> bytes:
    """A HEIC of ten bits a sample."""
    from pillow_heif import from_bytes

    channels = {"RGB;16": 3, "RGBA;16": 4, "I;16": 1}[mode]
    pixels = np.full((height, width, channels), 40_000, np.uint16)
    stream = io.BytesIO()
    from_bytes(mode=mode, size=(width, height), data=pixels.tobytes()).save(stream)
    return stream.getvalue()


def avif(mode: str = "RGB", **given: object) -> bytes:
    return encoded(picture(96, 96, mode), "AVIF", speed=10, **given)


def png(**given: object) -> bytes:
    return encoded(picture(96, 96), "PNG", **given)


def claiming(data: bytes, width: int, height: int) -> bytes:
    """The same file, whose header says another size."""
    if data.startswith(b"\x89PNG"):
        header = b"IHDR" + struct.pack(">II", width, height) + data[24:29]
        return data[:12] + header + struct.pack(">I", zlib.crc32(header)) + data[33:]
    if data.startswith(b"RIFF"):
        sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
        return data[:24] + sides + data[30:]
    changed, at = bytearray(data), data.find(b"ispe")
    while at >= 0:
        changed[at + 8 : at + 16] = struct.pack(">II", width, height)
        at = data.find(b"ispe", at + 4)
    return bytes(changed)


MOVING = {"save_all": True, "append_images": [picture(96, 96, "L").convert("RGB")]}
BOMBS: dict[str, Callable[[], bytes]] = {
    "an AVIF": avif,
    "an AVIF with alpha": lambda: avif("RGBA", subsampling="4:4:4"),
    "a HEIC of ten bits": lambda: deep("RGB;16"),
    "a HEIC of ten bits with alpha": lambda: deep("RGBA;16"),
    "a HEIC": lambda: encoded(picture(96, 96), "HEIF"),
    "a WebP that moves": lambda: encoded(picture(96, 96), "WEBP", **MOVING),
    "a PNG that moves": lambda: png(**MOVING),
    "a PNG": png,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_picture_of_75_megapixels_that_is_too_heavy_is_refused_by_its_header(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = BOMBS[name]()
    assert load_photo(data).shape == (96, 96, 3)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("it was decoded"))
    with pytest.raises(PhotoError, match=r"too large \(8660 x 8660 pixels\): scale it to") as refusal:
        load_photo(claiming(data, SIDE, SIDE))
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


#: Decodes a file in a new process, and prints the bytes that it took more than before, its child's besides.
TAKEN = """
import resource, sys
from pathlib import Path
import cv2
from vision.photo.load import load_photo
load_photo(Path("samples/photos/ana.jpg"), 200)
def most():
    status = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmHWM")).split()[1])
before = most()
load_photo(sys.stdin.buffer.read(), 100)
print(1024 * max(most() - before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="waits for Linux, which tells how much memory a process took"
)
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(lambda: encoded(picture(2400, 1800), "PNG", compress_level=1), id="PNG"),
        pytest.param(lambda: encoded(picture(2400, 1800), "PNG", compress_level=1, **_two()), id="APNG"),
        pytest.param(lambda: encoded(picture(2400, 1800, "RGBA"), "WEBP", quality=30, method=0), id="WebP"),
        pytest.param(lambda: encoded(picture(2400, 1800), "WEBP", method=0, **_two()), id="moving WebP"),
        pytest.param(lambda: encoded(picture(2400, 1800), "AVIF", speed=10), id="AVIF"),
        pytest.param(
            lambda: encoded(picture(2400, 1800, "RGBA"), "AVIF", speed=10, subsampling="4:4:4"),
            id="AVIF alpha",
        ),
    ],
)
def test_no_decoder_takes_more_than_the_header_said(data: Callable[[], bytes]) -> None:
    file = data()
    with Image.open(io.BytesIO(file)) as header:
        said = header.width * header.height * cost.bytes_a_pixel(file, header)
        said += cost.PROCESS if header.format in cost.APART else 0
    done = subprocess.run([sys.executable, "-c", TAKEN], input=file, capture_output=True, check=True)
    # less than half would be a picture that nobody decoded
    assert said / 3 < int(done.stdout) - len(file) < said + 15e6


def _two() -> dict[str, object]:
    return {"save_all": True, "append_images": [picture(2400, 1800, "L").convert("RGB")]}


@pytest.mark.skipif(sys.platform != "linux", reason="waits for Linux, which limits the memory of a process")
def test_a_decoder_that_takes_more_than_it_may_is_stopped() -> None:
    small, large = (encoded(picture(*size), "AVIF", speed=10) for size in ((96, 96), (2400, 1800)))
    few = 40_000_000
    assert decoded_apart(small, "AVIF", few).shape == (96, 96, 3)
    assert decoded_apart(large, "AVIF", cost.DECODING, 8).shape == (225, 300, 3)
    with pytest.raises((DamagedPicture, HeavyPicture)):
        decoded_apart(large, "AVIF", few)


@pytest.mark.parametrize("mode", ["I;16", "RGB;16", "RGBA;16"])
def test_a_heic_of_ten_bits_becomes_eight(mode: str) -> None:
    pixels = load_photo(deep(mode, 200, 100))
    assert pixels.dtype == np.uint8
    assert pixels.shape == (100, 200, 3)
    assert np.abs(pixels.astype(int) - 40_000 // 257).max() < 6


@pytest.mark.parametrize("file_format", ["AVIF", "HEIF"])
def test_odd_sides_are_halved_as_opencv_does(file_format: str) -> None:
    data = encoded(picture(203, 151), file_format, quality=95)
    expected: NDArray[np.uint8] = np.asarray(picture(203, 151))[:, :, ::-1]
    assert np.abs(decoded_apart(data, file_format, cost.DECODING).astype(int) - expected).mean() < 5
    half = cv2.resize(expected, (102, 76), interpolation=cv2.INTER_AREA)
    assert np.abs(decoded_apart(data, file_format, cost.DECODING, 2).astype(int) - half).mean() < 5


@pytest.mark.parametrize(
    ("status", "says"),
    [(4, "too much memory or time"), (-9, "too much memory"), (3, "damaged"), (-11, "damaged")],
)
def test_how_a_decoder_ended_is_told(status: int, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32" and status < 0:
        pytest.skip("waits for a system with signals, which Windows lacks")
    program = f"import os; os.kill(os.getpid(), {-status})" if status < 0 else f"raise SystemExit({status})"
    popen = subprocess.Popen
    monkeypatch.setattr(
        apart.subprocess, "Popen", lambda _, **given: popen([sys.executable, "-c", program], **given)
    )
    with pytest.raises(PhotoError, match=says):
        load_photo(avif())


def test_a_grid_of_tiles_is_one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "GRID_TILE_SIZE", 128)
    data = encoded(picture(300, 200), "HEIF", quality=95)
    assert b"grid" in data
    expected: NDArray[np.uint8] = np.asarray(picture(300, 200))[:, :, ::-1]
    assert np.abs(load_photo(data).astype(int) - expected).mean() < 5
