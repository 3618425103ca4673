"""Draws the PDFs in this folder: for each form and language the filled-in example, then an empty form.

python docs/forms/make.py
"""

from __future__ import annotations

import json
from pathlib import Path

from scorer.editions import EDITION_KEYS
from scorer.forms import empty, filled, pages_to_pdf
from scorer.gamefile import GameFile
from scorer.result import score

HERE = Path(__file__).parent


def main() -> None:
    for form in ("B-7c", "S-42a"):
        game = json.loads((HERE / f"example-{form}.json").read_text(encoding="utf-8"))
        for edition in EDITION_KEYS:
            result = score(GameFile.from_dict(game | {"edition": edition}, HERE))
            pages = [filled(result), empty(form, edition)]
            (HERE / f"{form}-{edition}.pdf").write_bytes(pages_to_pdf(pages))


if __name__ == "__main__":
    main()
