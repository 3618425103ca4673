"""Draws the PDFs in this folder: for each form and language the filled-in example, then an empty form;
and for each language the sheet of all tiles.

python docs/forms/make.py
"""

from __future__ import annotations

import json
from pathlib import Path

from pages.lookup.tiles import sections
from scorer.editions import EDITION_KEYS, load_edition
from scorer.forms import empty, filled, pages_to_pdf
from scorer.forms.leaflet import to_pdf
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
    for edition in EDITION_KEYS:
        sheet = to_pdf(sections(load_edition(edition)), language=edition)
        (HERE / f"tiles-{edition}.pdf").write_bytes(sheet)


if __name__ == "__main__":
    main()
