"""What reading a photo loads: a command that waits for things it does not use is slow."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("reader", ["vision.pipeline", "vision.overlay"])
def test_reading_loads_no_database(reader: str) -> None:
    code = f"import sys, {reader}; print(*sorted({{'sqlalchemy', 'scorer.play'}} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
