"""Photos: small ones of every format and shape, and the same with their bytes changed."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from PIL import Image
from pillow_heif import register_heif_opener

Draw = Callable[[st.SearchStrategy[Any]], Any]
SAMPLES = Path(__file__).parents[2] / "samples" / "photos"
SIDE = 400

register_heif_opener()


@cache
def right() -> list[bytes]:
    """Photos that can be read, in every format that phones write, and in some that they do not."""
    with Image.open(SAMPLES / "dmitri.jpg") as whole:
        photo = whole.convert("RGB").resize((SIDE, SIDE * whole.height // whole.width))
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (90, 120, 3), dtype=np.uint8))
    exif = Image.Exif()
    exif[0x0112] = 6
    ways: list[tuple[Image.Image, str, dict[str, Any]]] = [
        (photo, "JPEG", {"quality": 85}),
        (photo, "JPEG", {"quality": 60, "progressive": True, "exif": exif}),
        (photo.convert("L"), "JPEG", {}),
        (photo.convert("CMYK"), "JPEG", {}),
        (photo, "PNG", {}),
        (photo.convert("P"), "PNG", {}),
        (photo.convert("RGBA"), "PNG", {"exif": exif}),
        (photo.convert("I;16"), "PNG", {}),
        (photo, "WEBP", {"quality": 70}),
        (photo, "WEBP", {"lossless": True, "save_all": True, "append_images": [photo]}),
        (photo, "HEIF", {"quality": 60}),
        (photo, "GIF", {}),
        (photo, "TIFF", {}),
        (photo, "BMP", {}),
        (noise, "JPEG", {"quality": 95}),
        (noise.resize((4000, 64)), "JPEG", {}),
        (noise.resize((64, 4000)), "PNG", {}),
        (noise.resize((63, 64)), "PNG", {}),
        (Image.new("1", (3000, 3000)), "PNG", {}),
    ]
    return [saved(*way) for way in ways]


def saved(image: Image.Image, kind: str, options: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@st.composite
def photos(draw: Draw) -> bytes:
    """A photo with up to six changes, more of them where a file says how large it is than elsewhere."""
    raw: bytes = draw(st.sampled_from(right()))
    for _ in range(draw(st.sampled_from([0, 1, 1, 2, 6]))):
        most = max(0, len(raw) - 1)
        at = draw(st.integers(0, min(most, draw(st.sampled_from([64, 700, most])))))
        match draw(st.integers(0, 6)):
            case 0:
                raw = raw[:at]
            case 1:
                raw = (
                    raw[:at]
                    + draw(st.sampled_from([b"\xff\xd8", b"\xff\xda", b"\xff\xc2", b"\xff\xd9", b"\0"]))
                    + raw[at:]
                )
            case 2:
                raw = raw[:at] + raw[at + draw(st.sampled_from([1, 2, 4, 100])) :]
            case 3:
                raw = (
                    raw[:at]
                    + draw(st.sampled_from([b"\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0"]))
                    + raw[at + 4 :]
                )
            case 4:
                raw = raw[:at] + raw[at : at + 2000] * 2 + raw[at + 2000 :]
            case _:
                raw = raw[:at] + draw(st.binary(min_size=1, max_size=1)) + raw[at + 1 :]
    return raw
