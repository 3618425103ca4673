"""The first page of a server just started loads what it shows; the rest comes when it is on the screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.app.steps import ROOT

#: What takes long to load, and nobody needs who is asked for names and categories.
NOT_YET = {"altair", "cv2", "lap", "onnxruntime", "pandas", "pyarrow", "reportlab", "scipy", "segno"}
FIRST_PAGE = """
from streamlit.testing.v1 import AppTest
from pages import warming
warming.LATER = ()
app = AppTest.from_file("app.py", default_timeout=60).run()
assert app.title[0].value and not app.exception
"""
WARMED_UP = """
from importlib import import_module
from pages import warming
for part in warming.LATER:
    import_module(part)
"""
OTHER_PAGES = """
import pages.scoring.photos, pages.scoring.check, pages.scoring.sheet, pages.playing.frame
"""


def loaded(script: str, data: Path) -> set[str]:
    """The modules that a fresh interpreter has loaded after ``script``."""
    command = [sys.executable, "-c", f"{script}\nimport sys\nprint(*sys.modules)"]
    environment = os.environ | {"SHELFMARK_DATA": str(data)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_first_page_loads_nothing_that_reads_photos_or_draws_forms(tmp_path: Path) -> None:
    first = loaded(FIRST_PAGE, tmp_path)
    assert "pages.scoring.players" in first
    assert first & NOT_YET == set()


def test_what_is_loaded_after_it_is_all_that_the_other_steps_wait_for(tmp_path: Path) -> None:
    warm = loaded(WARMED_UP, tmp_path)
    assert loaded(WARMED_UP + OTHER_PAGES, tmp_path) & NOT_YET == warm & NOT_YET != set()
