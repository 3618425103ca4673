"""Writes an explanation to a folder: a picture and a table a step, and a page that shows them together."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from html import escape
from pathlib import Path

import cv2

from scorer.errors import RefusedInput
from scorer.files import writing
from scorer.whole import write_whole
from vision.explain.parts import Part, parts
from vision.pipeline import Looked
from vision.reading import PhotoReading

STYLE = """
:root{color-scheme:light dark;--ink:#20190f;--paper:#faf7f0;--line:#d9d0bf}
@media(prefers-color-scheme:dark){:root{--ink:#f3ecdf;--paper:#1d1812;--line:#4a4034}}
body{margin:0 auto;max-width:1240px;padding:1.5rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem}h2{margin:2.5rem 0 .25rem;font-size:1.25rem}h2 span{opacity:.5}
nav a{margin-right:1rem}a{color:inherit}img{max-width:100%;border:1px solid var(--line);border-radius:8px}
div{overflow:auto;max-height:32rem;margin-top:.5rem;border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums;white-space:nowrap}
th{position:sticky;top:0;background:var(--paper);text-align:left}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line)}
"""


def write_explanation(looked: Looked, reading: PhotoReading, folder: Path, title: str = "") -> None:
    """Writes ``1-propose.jpg`` and ``1-propose.csv`` to ``6-decide.*``, and ``index.html``, to ``folder``.

    ``reading``: what the table's photos gave of this one (`vision.reading.PhotoReading.in_photo`).

    Raises RefusedInput if the folder cannot be written.
    """
    steps = list(parts(looked, reading))
    files = {"index.html": _page(steps, title).encode()}
    for number, part in enumerate(steps, 1):
        files[f"{number}-{part.name}.jpg"] = cv2.imencode(".jpg", part.picture)[1].tobytes()
        files[f"{number}-{part.name}.csv"] = _csv(part).encode()
    with writing(folder, RefusedInput):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_whole(folder / name, data)


def _csv(part: Part) -> str:
    out = io.StringIO()
    table = csv.DictWriter(out, _columns(part), lineterminator="\n")
    table.writeheader()
    table.writerows(part.rows)
    return out.getvalue()


def _columns(part: Part) -> list[str]:
    return list(part.rows[0]) if part.rows else []


def _page(steps: Iterable[Part], title: str) -> str:
    sections, links = [], []
    for number, part in enumerate(steps, 1):
        file = f"{number}-{part.name}"
        links.append(f'<a href="#{part.name}">{number} {part.name}</a>')
        sections.append(
            f'<h2 id="{part.name}"><span>{number}</span> {part.name}</h2><p>{escape(part.caption)}</p>'
            f'<a href="{file}.jpg"><img src="{file}.jpg" alt="{escape(part.caption)}" loading="lazy"></a>'
            f'<details><summary>{len(part.rows)} rows (<a href="{file}.csv">{file}.csv</a>)</summary>'
            f"<div><table>{_row('th', _columns(part))}"
            f"{''.join(_row('td', row.values()) for row in part.rows)}</table></div>"
            "</details>"
        )
    name = escape(title or "A photo explained")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title><style>{STYLE}</style>'
        f"<h1>{name}</h1><nav>{''.join(links)}</nav>{''.join(sections)}</html>\n"
    )


def _row(tag: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
