"""The wheel is the product: installed where no copy of the source is, it scores the sample in a browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import PHONE, ROOT, Tabs, visits
from tests.pages.scoring.score_page import truth

pytestmark = pytest.mark.browser

MOST_BYTES = 30_000_000
#: What the wheel installs beside what is said of it.
PACKAGES = {"scorer", "vision", "shelfmark_app"}
#: Where what lies in the source lies in the wheel.
MOVED = dict.fromkeys(("app.py", ".streamlit", "pages", "models", "samples"), "shelfmark_app/")
#: Scripts of an environment.
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
#: What Ctrl+C sends.
STOP = getattr(signal, "CTRL_C_EVENT", signal.SIGINT)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this source with the packages at hand."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = ["wheel", "--no-build-isolation", "--no-deps", "--no-index", f"--wheel-dir={folder}", str(ROOT)]
    subprocess.run([*pip, *build], check=True)
    (built,) = folder.glob("shelfmark-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with the wheel, and with the libraries of this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / PROGRAMS / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", f"--python={python}"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--no-compile", str(wheel)], check=True)
    (libraries,) = folder.rglob("site-packages")
    here = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (libraries / "libraries.pth").write_text("\n".join(here) + "\n", encoding="utf-8")
    return folder / PROGRAMS


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has nothing yet: an empty home, and no word of the source."""
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return kept | dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(home))


@contextmanager
def started(program: Path, folder: Path, environment: dict[str, str]) -> Iterator[list[str]]:
    """`shelfmark app`, and what it has said by the time it is there; then Ctrl+C, while a page is open."""
    command = [str(program), "app", "--no-browser"]
    said = folder.with_name("stderr")
    with said.open("wb") as errors:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8"
        )
    assert server.stdout is not None
    lines = []
    try:
        for line in server.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Your data:"):
                break
        yield lines
        server.send_signal(STOP)
        assert server.stdout.read() == ""
        assert server.wait() == 0
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
    assert said.read_text("utf-8") == ""


def test_the_wheel_holds_all_that_the_product_needs_and_nothing_more(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_BYTES
    expected = {"shelfmark_app/app.py", "shelfmark_app/.streamlit/config.toml"}
    for part in ("scorer", "vision", "pages", "models", "samples"):
        files = [path.relative_to(ROOT) for path in (ROOT / part).rglob("*") if path.is_file()]
        expected |= {MOVED.get(part, "") + path.as_posix() for path in files if path.suffix != ".pyc"}
    expected = {name for name in expected if not name.startswith(("vision/synth/", "vision/train/"))}
    with ZipFile(wheel) as held:
        names = {name for name in held.namelist() if ".dist-info/" not in name}
    assert names == expected
    assert {name.split("/")[0] for name in names} == PACKAGES


def test_the_wheel_scores_the_sample_in_an_empty_folder(
    installed: Path, bare: dict[str, str], tabs: Tabs, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    where = (
        "import json, sys, scorer as s, vision as v; print(json.dumps([s.__file__, v.__file__, sys.path]))"
    )
    command = [str(installed / "python"), "-c", where]
    told = subprocess.run(command, cwd=folder, env=bare, capture_output=True, check=True)
    *modules, paths = json.loads(told.stdout)
    assert all(Path(module).is_relative_to(installed.parent) for module in modules)
    assert ROOT not in [Path(path).resolve() for path in paths if path]
    with started(installed / "shelfmark", folder, bare) as lines:
        first, *_, last = lines
        url = first.removeprefix("On this computer: ")
        assert url.startswith("http://localhost:")
        assert "On a phone" in lines[1]
        home, data = Path(bare["HOME"]), Path(last.removeprefix("Your data: "))
        assert data.is_relative_to(home)
        with visits(tabs, url) as visit:
            page = visit("/?lang=en", PHONE)
            page.get_by_role("button", name="Score the sample table").click()
            expect(page.get_by_role("tab").first).to_be_visible()
            expect(page.locator(".verdict .who")).to_have_text(truth().explain)
            expect(page.locator("body")).to_have_css("background-color", "rgb(248, 242, 228)")
            port = url.rpartition(":")[2]
            again = [str(installed / "shelfmark"), "app", "--no-browser", "--port", port]
            refused = subprocess.run(again, cwd=folder, env=bare, capture_output=True, text=True, check=False)
            assert (refused.returncode, refused.stdout) == (1, "")
            assert refused.stderr.startswith(f"Port {port} is in use")
            assert refused.stderr.count("\n") == 1
    assert list(folder.iterdir()) == []
    assert all(path.is_relative_to(data) for path in home.rglob("*") if path.is_file())
