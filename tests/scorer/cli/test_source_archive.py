"""The source as one file: what is installed from it is the product as a whole, and knows its commit."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from scorer.cli.version import commit

ROOT = Path(__file__).parents[3]
MOST_BYTES = 60_000_000
#: Folders that only who trains has, and what else the product leaves out of its own.
TRAINING = ("vision/synth/", "vision/train/")
#: Where the wheel puts what could be another program's by its name.
MOVED = ("app.py", ".streamlit/", "pages/", "models/", "samples/")
PRODUCT = ("scorer/", "vision/", *MOVED)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make archive` makes of the last commit."""
    if commit(ROOT) is None or not (ROOT / ".git").exists():
        pytest.skip("waits for the program git (package git), and for a source that it copied")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(["make", "--silent", "archive", f"DIST={folder}"], cwd=ROOT, check=True)
    (made,) = folder.iterdir()
    return made


def files() -> set[str]:
    """The files of the last commit."""
    told = subprocess.run(
        ["git", "ls-tree", "-r", "-z", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, check=True
    )
    return set(told.stdout.decode().rstrip("\0").split("\0"))


def test_the_archive_is_one_folder_with_every_file_and_no_history(archive: Path) -> None:
    assert archive.stat().st_size <= MOST_BYTES
    with tarfile.open(archive) as held:
        names = [each.name for each in held if not each.isdir()]
    (folder,) = {name.partition("/")[0] for name in names}
    assert archive.name == f"{folder}.tar.gz"
    assert {name.removeprefix(f"{folder}/") for name in names} == files()


def test_a_wheel_of_the_archive_is_the_whole_product_and_knows_its_commit(
    archive: Path, tmp_path: Path
) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = ["wheel", "--no-build-isolation", "--no-deps", "--no-index", f"--wheel-dir={tmp_path}"]
    subprocess.run([*pip, *build, str(archive)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.partition("-py3")[0] == archive.name.removesuffix(".tar.gz")
    with ZipFile(wheel) as held:
        names = {name for name in held.namelist() if ".dist-info/" not in name}
        held.extractall(tmp_path / "installed")
    product = {name for name in files() if name.startswith(PRODUCT) and not name.startswith(TRAINING)}
    assert names == {f"shelfmark_app/{name}" if name.startswith(MOVED) else name for name in product}
    assert commit(tmp_path / "installed") == commit(ROOT)
