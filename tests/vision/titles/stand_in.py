"""A stand-in for the program Tesseract: it knows English and French, and says what it is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

PROGRAM = """#!{python}
import json, sys
asked = sys.argv[1:]
if "--version" in asked:
    print("tesseract 5.3.0")
elif "--list-langs" in asked:
    print('List of available languages in "/nowhere/" (2):\\neng\\nfra')
else:
    said = json.load(open({texts!r}, encoding="utf-8"))
    pages = open(asked[0], encoding="utf-8").read().split()
    names = "level page_num block_num par_num line_num word_num left top width height conf text".split()
    with open(asked[1] + ".tsv", "w", encoding="utf-8") as out:
        print(*names, sep="\\t", file=out)
        for number in range(1, len(pages) + 1):
            print(1, number, *[0] * 8, -1, "", sep="\\t", file=out)
            for word, sure in said[(number - 1) % len(said)]:
                print(5, number, *[1] * 8, sure, word, sep="\\t", file=out)
"""


def install(
    monkeypatch: pytest.MonkeyPatch, folder: Path, said: Sequence[Sequence[tuple[str, float]]]
) -> None:
    """Puts the stand-in where programs are looked for; ``said``: words and percentages, a list a page."""
    texts = folder / "said.json"
    texts.write_text(json.dumps(said), encoding="utf-8")
    program = folder / "tesseract"
    program.write_text(PROGRAM.format(python=sys.executable, texts=str(texts)), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def card(titles: Sequence[Sequence[str]], upwards: bool = True) -> NDArray[np.uint8]:
    """A card of 630 by 880 pixels whose books bear titles of one or more lines."""
    picture = np.full((880, 630, 3), 90, np.uint8)
    wide = 600 // len(titles)
    colours = [(150, 60, 40), (40, 110, 40), (40, 40, 160), (120, 40, 120)]
    for number, lines in enumerate(titles):
        spine = np.full((wide - 4, 620, 3), colours[number % 4], np.uint8)
        for row, text in enumerate(lines):
            base = wide // 2 + 12 + round((row - (len(lines) - 1) / 2) * 42)
            place = (60, base)
            cv2.putText(spine, text, place, cv2.FONT_HERSHEY_SIMPLEX, 1.0, (235, 245, 250), 2, cv2.LINE_AA)
        left = 15 + number * wide
        picture[240:860, left : left + wide - 4] = np.rot90(spine, 1 if upwards else -1)
    return picture


CORNERS = np.array([[0, 0], [630, 0], [630, 880], [0, 880]], np.float32)
