"""The browser of the tests and the bench."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench import served


@pytest.mark.browser
def test_a_browser_that_hangs_as_it_starts_is_started_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = shutil.which("chromium") or shutil.which("google-chrome")
    program, started = tmp_path / "chromium", tmp_path / "started"
    program.write_text(
        f'#!/bin/sh\nif [ -e "{started}" ]; then exec "{real}" "$@"; fi\n'
        f'touch "{started}"\nwhile :; do sleep 1; done\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(program))
    monkeypatch.setattr(served, "WAKING", 3)
    with served.chromium() as browser:
        page = browser.new_page()
        page.set_content("<h1>Awake</h1>")
        assert page.locator("h1").inner_text() == "Awake"
