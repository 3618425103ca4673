"""Photos of all formats are decoded and turned, or refused in one sentence."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageOps
from pillow_heif import register_heif_opener

from bench.read import FRESH
from scorer.errors import RefusedInput
from scorer.limits import Limit
from vision.networks.files import FOLDER
from vision.photo.errors import PhotoError
from vision.photo.kinds import kind_of
from vision.photo.load import PhotoLimits, load_photo


def picture(width: int = 160, height: int = 96) -> Image.Image:
    """A picture whose four corners differ in colour, so that a wrong turn or a wrong channel shows."""
    corners = np.array([[[220, 30, 30], [30, 200, 40]], [[40, 60, 210], [230, 220, 60]]], dtype=np.uint8)
    return Image.fromarray(cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR))


#: How a format is written soonest.
SOONEST: dict[str, dict[str, Any]] = {"HEIF": {"enc_params": {"preset": "ultrafast"}}, "AVIF": {"speed": 10}}


def encoded(image: Image.Image, file_format: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, file_format, **SOONEST.get(file_format, {}) | options)
    return stream.getvalue()


def bgr(image: Image.Image) -> NDArray[np.uint8]:
    return np.asarray(image.convert("RGB"))[:, :, ::-1]


def distance(a: NDArray[np.uint8], b: ArrayLike) -> float:
    assert a.shape == np.shape(b)
    return float(np.abs(a.astype(int) - np.asarray(b, dtype=int)).mean())


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_each_format_gives_the_same_pixels(file_format: str, tmp_path: Path) -> None:
    register_heif_opener()
    data = encoded(picture(), file_format, quality=95)
    path = tmp_path / "table"
    path.write_bytes(data)
    for source in (data, path, str(path)):
        pixels = load_photo(source)
        assert pixels.dtype == np.uint8
        assert distance(pixels, bgr(picture())) < 5


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied_once(orientation: int, file_format: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(picture(), file_format, exif=exif, quality=95)
    expected = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    pixels = load_photo(data)
    assert distance(pixels, bgr(expected)) < 4


def test_a_turned_heic_is_turned_once() -> None:
    register_heif_opener()
    exif = Image.Exif()
    exif[0x0112] = 6
    data = encoded(picture(), "HEIF", exif=exif.tobytes(), quality=95)
    pixels = load_photo(data)
    assert distance(pixels, bgr(picture().transpose(Image.Transpose.ROTATE_270))) < 5


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "I;16"])
def test_every_colour_mode_becomes_bgr(mode: str) -> None:
    if mode == "I;16":
        image = Image.fromarray(np.full((80, 80), 40000, dtype=np.uint16))
    else:
        image = picture().convert("RGB").convert(mode)
    pixels = load_photo(encoded(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert pixels.shape == (image.height, image.width, 3)


def test_an_array_is_taken_as_it_is() -> None:
    pixels = bgr(picture())
    assert np.array_equal(load_photo(np.ascontiguousarray(pixels)), pixels)
    assert load_photo(np.zeros((70, 80), dtype=np.uint8)).shape == (70, 80, 3)
    assert load_photo(np.zeros((70, 80, 4), dtype=np.uint8)).shape == (70, 80, 3)
    with pytest.raises(PhotoError, match="uint8"):
        load_photo(np.zeros((70, 80, 3), dtype=np.float32))


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize(("wanted", "step"), [(None, 1), (640, 1), (320, 2), (200, 2), (160, 4), (10, 8)])
def test_a_photo_is_reduced_no_further_than_asked(file_format: str, wanted: int | None, step: int) -> None:
    pixels = load_photo(encoded(picture(640, 480), file_format, quality=95), longest_side=wanted)
    assert pixels.shape == (480 // step, 640 // step, 3)
    expected = cv2.resize(bgr(picture(640, 480)), (640 // step, 480 // step), interpolation=cv2.INTER_AREA)
    assert distance(pixels, expected) < 4


def png_header(width: int, height: int) -> bytes:
    """A PNG whose header gives this size, with a few bytes of pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(30_000, 30_000), (12_000, 9_000), (9_000, 6_500)])
def test_an_enormous_png_is_refused_before_decoding(size: tuple[int, int]) -> None:
    data = png_header(*size)
    load_photo(encoded(picture(), "PNG"))  # imports what decoding needs, before memory is traced
    tracemalloc.start()
    try:
        with pytest.raises(PhotoError, match="too large"):
            load_photo(data)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def jpeg_header(width: int, height: int) -> bytes:
    """A whole small JPEG whose header gives another size."""
    data = bytearray(encoded(picture(), "JPEG"))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize("size", [(16_000, 15_626), (40_000, 40_000)])
def test_an_enormous_jpeg_is_refused_before_decoding(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert size[0] * size[1] > PhotoLimits().scaled_pixels
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PhotoError, match="too large"):
        load_photo(jpeg_header(*size))


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF"])
@pytest.mark.parametrize(("most", "step"), [(640 * 480, 1), (640 * 480 - 1, 2), (320 * 240 - 1, 4), (10, 8)])
def test_a_photo_of_more_pixels_is_scaled_down(file_format: str, most: int, step: int) -> None:
    register_heif_opener()
    data = encoded(picture(640, 480), file_format, quality=95)
    limits = PhotoLimits(pixels=most)
    pixels = load_photo(data, limits=limits)
    assert pixels.shape == (480 // step, 640 // step, 3)
    least = max(step, 4)
    assert load_photo(data, longest_side=100, limits=limits).shape == (480 // least, 640 // least, 3)
    expected = cv2.resize(bgr(picture(640, 480)), (640 // step, 480 // step), interpolation=cv2.INTER_AREA)
    assert distance(pixels, expected) < 5


FILMS = {
    "a Live Photo's film": b"\0\0\0\x14ftypqt  \0\0\0\0qt  " + b"\0\0\0\x08wide",
    "a phone's film": b"\0\0\0\x18ftypmp42\0\0\0\0isommp42",
    "a small phone's film": b"\0\0\0\x14ftyp3gp4\0\0\0\x003gp4",
    "an old QuickTime film": b"\0\0\0\x08wide" + bytes(40),
    "an AVI": b"RIFF\x24\0\0\0AVI LIST" + bytes(40),
    "a WebM": b"\x1aE\xdf\xa3" + bytes(40),
}


@pytest.mark.parametrize("name", FILMS)
def test_a_film_is_called_a_film(name: str) -> None:
    with pytest.raises(PhotoError, match=r"^The photo is a film: give a photo, or the still"):
        load_photo(FILMS[name])


@pytest.mark.parametrize("brands", [(b"heic", b"mif1"), (b"mif1", b"heic"), (b"msf1", b"hevc")])
def test_every_brand_of_heic_is_known(brands: tuple[bytes, bytes]) -> None:
    kind = kind_of(b"\0\0\0\x18ftyp" + brands[0] + bytes(4) + b"".join(brands))
    assert kind is not None
    assert kind.format == "HEIF"


def test_an_avif_that_is_compatible_with_heif_is_an_avif() -> None:
    kind = kind_of(b"\0\0\0\x18ftypmif1" + bytes(4) + b"mif1avif")
    assert kind is not None
    assert kind.format == "AVIF"


@pytest.mark.parametrize("name", ["A.JPE", "a.jfif", "a.JPEG", "a.heif", "a.avif", "a"])
@pytest.mark.parametrize("file_format", ["JPEG", "AVIF", "HEIF"])
def test_a_file_is_read_whatever_it_is_called(name: str, file_format: str, tmp_path: Path) -> None:
    register_heif_opener()
    (tmp_path / name).write_bytes(encoded(picture(), file_format))
    assert load_photo(tmp_path / name).shape == (96, 160, 3)


def layered(times: int, progressive: bool = True, **options: object) -> bytes:
    """A JPEG that repeats its last layer this many ``times``."""
    data = encoded(picture(), "JPEG", progressive=progressive, **options)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * times + data[-2:]


@pytest.mark.parametrize("progressive", [True, False])
def test_a_jpeg_of_many_layers_is_refused_before_decoding(
    progressive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PhotoError, match="JPEG in layers") as refusal:
        load_photo(layered(1000, progressive))
    assert len(str(refusal.value)) < 300


def test_an_ordinary_progressive_jpeg_is_read() -> None:
    exif = b"Exif\x00\x00" + layered(1000)[:60_000]  # a thumbnail's layers do not count
    for data in (layered(1), layered(1, exif=exif)):
        assert distance(load_photo(data), bgr(picture())) < 5


@pytest.mark.parametrize(("mode", "sampling", "held"), [("L", -1, 1), ("RGB", 2, 1.5), ("CMYK", -1, 4)])
def test_a_progressive_jpeg_that_takes_much_memory_is_refused(mode: str, sampling: int, held: float) -> None:
    image, takes = picture().convert(mode), 160 * 96 * (2 * held + 3)  # a coefficient has two bytes
    files = [
        encoded(image, "JPEG", progressive=each, **{"subsampling": sampling} if mode == "RGB" else {})
        for each in (True, False)
    ]
    enough, too_few = (PhotoLimits(memory=round(takes) + more) for more in (0, -1))
    for data in files:
        load_photo(data, limits=enough)
    with pytest.raises(PhotoError, match="JPEG in layers"):
        load_photo(files[0], limits=too_few)
    load_photo(files[1], limits=too_few)  # an ordinary JPEG holds few at a time


def test_a_file_of_too_many_bytes_is_refused(tmp_path: Path) -> None:
    data = encoded(picture(), "PNG")
    (tmp_path / "table.png").write_bytes(data)
    for source in (data, tmp_path / "table.png"):
        with pytest.raises(PhotoError, match=r"^(The photo|table.png) is larger than 0 MB: save"):
            load_photo(source, limits=PhotoLimits(file=Limit(0)))


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
@pytest.mark.parametrize("kept", [0.02, 0.3, 0.6, 0.9])
def test_a_cut_off_file_is_refused(file_format: str, kept: float) -> None:
    register_heif_opener()
    noise = np.random.default_rng(0).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    data = encoded(Image.fromarray(noise), file_format, quality=90)
    with pytest.raises(PhotoError, match="damaged or cut off"):
        load_photo(data[: int(len(data) * kept)])


def test_the_end_of_a_thumbnail_does_not_hide_a_cut_off_jpeg() -> None:
    exif = b"Exif\x00\x00" + encoded(picture(80, 80), "JPEG")
    data = encoded(picture(640, 480), "JPEG", exif=exif, quality=95)
    assert load_photo(data).shape == (480, 640, 3)
    with pytest.raises(PhotoError, match="damaged"):
        load_photo(data[:-400])


def test_bytes_after_the_end_of_a_jpeg_are_ignored() -> None:
    assert load_photo(encoded(picture(), "JPEG") + b"motion photo" * 50).shape == (96, 160, 3)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"not a photo at all", "JPEG, PNG, WebP, HEIC or AVIF"),
        (b"GIF89a" + bytes(200), "JPEG, PNG, WebP, HEIC or AVIF"),
        (b"\xff\xd8\xff\xe0" + bytes(20), "damaged"),
        (encoded(picture(40, 300), "PNG"), "too small"),
    ],
)
def test_a_refusal_is_one_sentence_that_names_the_file(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(content)
    for source in (path, content):
        with pytest.raises(PhotoError, match=says) as refusal:
            load_photo(source)
        sentence = str(refusal.value)
        assert sentence.startswith("table.jpg" if source is path else "The photo")
        assert "\n" not in sentence
        assert sentence.endswith(".")
        assert isinstance(refusal.value, RefusedInput)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="no file"):
        load_photo(tmp_path / "gone.jpg")
    with pytest.raises(PhotoError, match=r"is a folder: give the photo inside it\.$"):
        load_photo(tmp_path)
    with pytest.raises(PhotoError, match="cannot be opened"):
        load_photo("a\0b.jpg")


def test_the_largest_photo_is_read_within_600_megabytes(tmp_path: Path) -> None:
    sample, path = FOLDER.parent / "samples" / "photos" / "ana.jpg", tmp_path / "table.jpg"
    photo, size = cv2.imread(str(sample)), (18_248, 13_686)
    assert photo is not None
    assert 0.99 < size[0] * size[1] / PhotoLimits().scaled_pixels < 1
    cv2.imwrite(str(path), cv2.resize(photo, size, interpolation=cv2.INTER_NEAREST))
    done = read_fresh(path)
    *said, kilobytes = done.stderr.splitlines()
    assert done.returncode == 0, said
    assert int(kilobytes) < 600_000
    assert notations(done) == notations(read_fresh(sample))


def notations(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [shelf["notation"] for shelf in json.loads(done.stdout)["shelves"]]


def read_fresh(path: Path) -> subprocess.CompletedProcess[str]:
    """`shelfmark read` in a new process, whose last line on stderr gives the memory it took in kilobytes."""
    command = [sys.executable, "-c", FRESH, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
