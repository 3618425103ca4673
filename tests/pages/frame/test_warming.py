"""The first page of a server just started loads what it shows; the rest comes when it is on the screen."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from pages.frame import warming
from tests.pages.steps import ROOT

#: What takes long to load, and nobody needs who is asked for names and categories.
NOT_YET = {"altair", "cv2", "lap", "onnxruntime", "pandas", "pyarrow", "reportlab", "scipy"}
#: Tells in three lines which modules are loaded with the first page, by what is loaded after it, and with all
#: that the other steps are drawn with.
LOADED = """
import sys
from importlib import import_module
from streamlit.testing.v1 import AppTest
from pages.frame import warming
later, warming.LATER = warming.LATER, ()
from pages.session import rights
from scorer.room.codes import Room
app = AppTest.from_file("app.py", default_timeout=60)
app.user = {rights.FIELD: rights.claim_of(rights.OWNER, Room.open())}
app.run()
assert app.text_input(key="name-s1").value and not app.exception
print(*sys.modules)
for part in later:
    import_module(part)
print(*sys.modules)
import pages.scoring.photos, pages.scoring.check, pages.scoring.sheet, pages.playing.frame
print(*sys.modules)
"""


def test_the_first_page_loads_nothing_heavy_and_the_other_steps_wait_for_nothing_more(tmp_path: Path) -> None:
    environment = os.environ | {"SHELFMARK_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    first, warm, other = (set(line.split()) for line in done.stdout.splitlines())
    assert "pages.scoring.players" in first
    assert first & NOT_YET == set()
    assert other & NOT_YET == warm & NOT_YET != set()


def test_until_all_is_loaded_a_page_and_the_rest_load_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = Event(), Event()
    parts = iter([done, done])

    def load(name: str) -> None:
        begun.set()
        next(parts).wait(60)

    warm = Event()
    monkeypatch.setattr(warming, "_warm", warm)
    monkeypatch.setattr(warming, "LATER", ("one", "two"))
    monkeypatch.setattr(warming, "import_module", load)
    loading = Thread(target=warming._load)
    with warming.alone():
        loading.start()
        assert not begun.wait(0.2), "loaded beside a page"
    assert begun.wait(60)
    drawn = Event()

    def draw() -> None:
        with warming.alone():
            drawn.set()

    page = Thread(target=draw)
    page.start()
    assert not drawn.wait(0.2), "drawn beside what loads"
    done.set()
    page.join(60)
    loading.join(60)
    assert drawn.is_set()
    assert warm.is_set()


def test_what_cannot_be_loaded_holds_no_page_up(monkeypatch: pytest.MonkeyPatch) -> None:
    warm = Event()
    monkeypatch.setattr(warming, "_warm", warm)
    monkeypatch.setattr(warming, "LATER", ("no_such_module",))
    with pytest.raises(ImportError):
        warming._load()
    assert warm.is_set()


def test_what_is_loaded_is_no_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "LATER", ())
    monkeypatch.setattr(warming, "_warm", Event())
    frozen = gc.get_freeze_count()
    try:
        warming._load()
        assert gc.get_freeze_count() > frozen
    finally:
        gc.unfreeze()
