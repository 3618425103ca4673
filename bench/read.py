"""Where the time of reading a photo goes: `python -m bench.read [PHOTO]`, beside the floor, its JPEG alone.

Without a photo it draws one of 16 cards in 12 and in 3 megapixels. Each step is the median of warm runs, in
milliseconds on the clock; the whole also in processor time over all threads. Then `shelfmark read` as a fresh
process: how long it takes from a cold start, and the most memory it held.

The limits are 300 ms for 12 megapixels and 150 ms for 3, 2 s for a cold start and 500 MB.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from vision import PhotoReader
from vision.photo import load_photo

SIZES = {"12 megapixels": (4000, 3000), "3 megapixels": (2000, 1500)}
#: A scene with a shelf of 16 cards.
SCENE, CARDS = 5, 16
RUNS = 9
#: `shelfmark read` in a process of its own, which ends by saying how many kilobytes it held at most. The
#: kernel's VmHWM begins anew with the program; ru_maxrss begins with what the process that started it held.
FRESH = """
import sys
from pathlib import Path
from scorer.cli import app
try:
    app(["read", sys.argv[1], "--json"])
finally:
    status = Path("/proc/self/status").read_text().splitlines()
    print(next(line for line in status if line.startswith("VmHWM")).split()[1], file=sys.stderr)
"""


def photo(size: tuple[int, int]) -> Path:
    """A JPEG of 16 cards in ``size`` pixels, drawn once and kept in the folder for temporary files."""
    from vision.synth.samples import house_look
    from vision.synth.scenes import make_scene

    folder = Path(tempfile.gettempdir()) / "shelfmark-bench"
    path = folder / f"{SCENE}-{size[0]}x{size[1]}.jpg"
    if not path.is_file():
        folder.mkdir(exist_ok=True)
        scene = make_scene(SCENE, look=house_look(), size=size, kind="shelf", whole=True)
        assert sum(map(len, scene.truth["shelves"])) == CARDS
        cv2.imwrite(str(path), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def timed(run: Callable[[], dict[str, float]], runs: int = RUNS) -> tuple[dict[str, float], float, float]:
    """Milliseconds of each step that ``run`` reports, of the whole on the clock, and of the processor."""
    run()  # the first one loads the networks
    steps: dict[str, list[float]] = {}
    clock, processor = [], []
    for _ in range(runs):
        began, busy = time.perf_counter(), time.process_time()
        for step, seconds in run().items():
            steps.setdefault(step, []).append(1000 * seconds)
        clock.append(1000 * (time.perf_counter() - began))
        processor.append(1000 * (time.process_time() - busy))
    middle = statistics.median
    return {step: middle(times) for step, times in steps.items()}, middle(clock), middle(processor)


def measure(path: Path, title: str, console: Console) -> None:
    """Prints the steps of reading one photo beside its floor."""
    data = path.read_bytes()
    pixels = np.frombuffer(data, np.uint8)

    def floor() -> dict[str, float]:
        cv2.imdecode(pixels, cv2.IMREAD_COLOR)
        return {}

    _, least, least_busy = timed(floor)
    reader = PhotoReader()
    cards: list[int] = []

    def read() -> dict[str, float]:
        reading = reader.read(data)
        cards[:] = [sum(len(shelf.cards) for shelf in reading.shelves)]
        return reading.seconds

    steps, clock, busy = timed(read)
    height, width = load_photo(data).shape[:2]
    table = Table(
        "step", "ms", "× JPEG", title=f"{title}: {width} x {height}, {cards[0]} cards, {RUNS} warm runs"
    )
    table.add_row("JPEG decoding alone", f"{least:.1f}", "1.0")
    table.add_section()
    for step, ms in steps.items():
        table.add_row(step, f"{ms:.1f}", f"{ms / least:.1f}")
    table.add_section()
    table.add_row("all", f"{clock:.1f}", f"{clock / least:.1f}")
    table.add_row("processor time, all threads", f"{busy:.1f}", f"{busy / least_busy:.1f}")
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
