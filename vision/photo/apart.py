"""A picture decoded in a process of its own, whose memory and time are limited (`vision.photo.heavy`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import heavy

#: Seconds of processor time for one picture.
SECONDS = 60
#: What a process gives that the system ended: SIGXCPU after its time, SIGKILL where memory is short.
_ENDED = (-24, -9)
_PROGRAM = Path(heavy.__file__)


class DamagedPicture(Exception):
    """The decoder cannot make a picture of the file, or died of it."""


class HeavyPicture(Exception):
    """The decoder would take more memory or time than it may."""


def decoded_apart(data: bytes, file_format: str, memory: int, step: int = 1) -> NDArray[np.uint8]:
    """The pixels of an AVIF or HEIC at one in ``step`` of its size, uint8 BGR [height, width, 3].

    A HEIC is turned as it asks. ``memory``: bytes that its decoder may take, by Linux's count.

    Raises:
        DamagedPicture: it cannot be decoded.
        HeavyPicture: it takes more memory or time, or no process can be started for it.
    """
    command = [sys.executable, "-P", str(_PROGRAM), file_format, str(memory), str(SECONDS)]
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError as error:
        raise HeavyPicture(str(error)) from error
    try:
        with child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(data)
            child.stdin.close()
            return _received(child.stdout, step)
    except (EOFError, OSError, ValueError) as error:
        heavily = child.returncode in (heavy.HEAVY, *_ENDED)
        raise (HeavyPicture if heavily else DamagedPicture)(str(error)) from error


def _received(stream: IO[bytes], step: int) -> NDArray[np.uint8]:
    """The picture that the other process writes; it is never held here as a whole where ``step`` is not 1."""
    width, height, channels, stride = map(int, stream.readline(100).split())
    pixels = np.empty((-(-height // step), -(-width // step), 3), np.uint8)
    band = np.empty((64 * step, stride), np.uint8)
    for top in range(0, height, len(band)):
        rows = band[: height - top]
        if _filled(stream, rows.data.cast("B")):
            raise EOFError("the decoder ended early")
        some = _bgr(rows[:, : width * channels].reshape(len(rows), width, channels))
        down = top // step
        pixels[down : down + len(band) // step] = _halved(some, step)
    return pixels


def _filled(stream: IO[bytes], into: memoryview) -> int:
    """Fills ``into`` from the stream; gives the bytes that it lacks."""
    while into and (count := stream.readinto(into)):  # type: ignore[attr-defined]
        into = into[count:]
    return len(into)


def _bgr(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if rows.shape[2] < 3:  # grey: of two bytes the high one comes last
        return np.repeat(rows[:, :, -1:], 3, axis=2)
    return rows[:, :, :3]


def _halved(rows: NDArray[np.uint8], step: int) -> NDArray[np.uint8]:
    """The means of ``step`` by ``step`` pixels; the last row and column are repeated as far as they lack."""
    if step == 1:
        return rows
    right, below = -rows.shape[1] % step, -rows.shape[0] % step
    whole = cv2.copyMakeBorder(rows, 0, below, 0, right, cv2.BORDER_REPLICATE)
    size = (whole.shape[1] // step, whole.shape[0] // step)
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
