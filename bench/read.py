"""The time of each step of reading a photo: `python -m bench.read [PHOTO]`, beside decoding its JPEG alone.

Without a photo it draws 16 cards, in 12 and in 3 megapixels. Each step is in milliseconds on the clock: the
median and the minimum of warm runs. The whole is also in processor time over all threads. Every run decodes
the JPEG first, so that both meet the same load. On a busy machine, which the title tells, compare the
minimum, the processor time and the ratio. Then `shelfmark read` runs as a new process: its time from a cold
start, and the most memory it held.

The limits are 300 ms for 12 megapixels and 150 ms for 3, 2 s for a cold start and 500 MB.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from vision import PhotoReader
from vision.photo.load import load_photo

SIZES = {"12 megapixels": (4000, 3000), "3 megapixels": (2000, 1500)}
SCENE = 97  #: seed of a scene of 16 cards of the house look
RUNS = 9
FLOOR = "JPEG"
#: `shelfmark read` in another process, which prints the most kilobytes it held. The kernel's VmHWM begins
#: anew with the program; ru_maxrss begins with the memory of the parent process.
FRESH = """
import sys
from pathlib import Path
from scorer.cli.main import app
try:
    app(["read", sys.argv[1], "--json"])
finally:
    status = Path("/proc/self/status").read_text().splitlines()
    print(next(line for line in status if line.startswith("VmHWM")).split()[1], file=sys.stderr)
"""


def photo(size: tuple[int, int]) -> Path:
    """A drawn JPEG in ``size`` pixels, drawn once and kept in the folder for temporary files."""
    from vision.synth.samples import house_look
    from vision.synth.scene.scenes import make_scene

    folder = Path(tempfile.gettempdir()) / "shelfmark-bench"
    path = folder / f"scene{SCENE}-{size[0]}x{size[1]}.jpg"
    if not path.is_file():
        folder.mkdir(exist_ok=True)
        scene = make_scene(SCENE, look=house_look(), size=size, kind="shelf", whole=True)
        cv2.imwrite(str(path), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


class Times:
    """Milliseconds of each step over all runs, by its name."""

    def __init__(self) -> None:
        self.of: dict[str, list[float]] = {}

    def add(self, step: str, seconds: float) -> None:
        """A step of one run."""
        self.of.setdefault(step, []).append(1000 * seconds)

    @contextmanager
    def run(self, step: str) -> Iterator[None]:
        """Times its block, on the clock and (``step`` with an apostrophe) in processor time."""
        began, busy = time.perf_counter(), time.process_time()
        yield
        self.add(step, time.perf_counter() - began)
        self.add(step + "'", time.process_time() - busy)


def measure(path: Path, title: str, console: Console) -> None:
    """Prints the steps of reading one photo, beside decoding alone."""
    data = path.read_bytes()
    pixels = np.frombuffer(data, np.uint8)
    reader, times = PhotoReader(), Times()
    reading = reader.read(data)  # the first run loads the networks
    for _ in range(RUNS):
        with times.run(FLOOR):
            cv2.imdecode(pixels, cv2.IMREAD_COLOR)
        with times.run("all"):
            reading = reader.read(data)
        for step, seconds in reading.seconds.items():
            times.add(step, seconds)
    cards = sum(len(shelf.cards) for shelf in reading.shelves)
    height, width = load_photo(data).shape[:2]
    table = Table(
        "step",
        "ms",
        "quickest",
        "× JPEG",
        title=f"{title}: {width} x {height}, {cards} cards, {RUNS} warm runs, "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
    )

    def row(name: str, step: str, floor: str = FLOOR) -> None:
        mine, least = times.of[step], times.of[floor]
        ratio = statistics.median(mine) / statistics.median(least)
        table.add_row(name, f"{statistics.median(mine):.1f}", f"{min(mine):.1f}", f"{ratio:.1f}")

    row("JPEG decoding alone", FLOOR)
    row("its processor time", FLOOR + "'", FLOOR + "'")
    table.add_section()
    for step in reading.seconds:
        row(step, step)
    table.add_section()
    row("all", "all")
    row("processor time, all threads", "all'", FLOOR + "'")
    console.print(table)


def fresh(path: Path) -> tuple[float, float, float]:
    """Seconds and processor seconds of `shelfmark read` in a new process, and the most megabytes it held."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", FRESH, str(path)], capture_output=True, text=True, check=True
    )
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, busy, int(done.stderr.split()[-1]) / 1024


def main(given: Path | None = None) -> None:
    console = Console()
    photos = {title: photo(size) for title, size in SIZES.items()} if given is None else {given.name: given}
    for title, path in photos.items():
        measure(path, title, console)
    table = Table("shelfmark read, a fresh process", "s", "processor s", "peak MB")
    for title, path in photos.items():
        runs = [fresh(path) for _ in range(3)]
        clock, busy, memory = (statistics.median(column) for column in zip(*runs, strict=True))
        table.add_row(title, f"{clock:.2f}", f"{busy:.2f}", f"{memory:.0f}")
    console.print(table)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
