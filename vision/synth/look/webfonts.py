"""Fetches the fonts that Debian does not package: ``python -m vision.synth.look.webfonts [FOLDER]``.

Text fonts are Google Fonts as npm packages of Fontsource, icon fonts other npm packages
(``data/icon_packages.txt``). They are used to draw scenes for training and are not part of the program. All
have licences that allow it (mostly the SIL Open Font License); each package carries its own.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import track

from vision.synth.look.fonts import DATA, WEB_FONTS

AT_ONCE = 4  #: packages fetched at the same time
FONTSOURCE = "@fontsource/{family}@5"


def packages() -> dict[str, list[str]]:
    """npm package (with its version) to the files in it that ``data/`` names."""
    wanted: dict[str, list[str]] = {}
    table: dict[str, list[str]] = json.loads((DATA / "machine_fonts.json").read_text(encoding="utf-8"))
    for name in (name for files in table.values() for name in files if name.endswith(".woff")):
        family = name.rsplit("-latin-", 1)[0]
        wanted.setdefault(FONTSOURCE.format(family=family), []).append(f"files/{name}")
    for line in (DATA / "icon_packages.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            package, *files = line.split()
            wanted[package] = files
    return wanted


def fetch(package: str, files: Iterable[str], folder: Path) -> list[str]:
    """Puts these files of an npm package into ``folder``; gives the names of missing files."""
    missing = {Path(file).name: file for file in files if not (folder / Path(file).name).is_file()}
    if not missing:
        return []
    with TemporaryDirectory() as place:
        pack = ["npm", "pack", "--silent", package, "--pack-destination", place]
        subprocess.run(pack, check=False, capture_output=True)
        for packed in Path(place).glob("*.tgz"):
            with tarfile.open(packed) as archive:
                there = set(archive.getnames())
                for name, file in missing.items():
                    if f"package/{file}" in there and (content := archive.extractfile(f"package/{file}")):
                        (folder / name).write_bytes(content.read())
    return [name for name in missing if not (folder / name).is_file()]


def main(folder: Path = WEB_FONTS) -> int:
    """Fetches all fonts and prints the missing ones. Gives the exit status."""
    if shutil.which("npm") is None:
        print("npm is not installed. Install it (Debian: apt-get install npm), then repeat.", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    wanted = packages()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        each = pool.map(lambda item: fetch(item[0], item[1], folder), wanted.items())
        missing = [name for names in track(each, "Fonts", total=len(wanted)) for name in names]
    if missing:
        print(f"{len(missing)} fonts could not be fetched and are left out: {', '.join(missing[:5])} …")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
