"""shelfmark form: an empty form to print and fill in by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorer.cli.console import refusing, say, write
from scorer.gamefile import MOST_PLAYERS


@refusing
def form(
    out: Annotated[Path, typer.Argument(metavar="F.pdf|F.png", help="The PDF or picture to write.")],
    form: Annotated[str, typer.Option(help="B-7c for 1 to 4 players, S-42a for one alone.")] = "B-7c",
    edition: Annotated[str, typer.Option(help="Language of the form: en, pt, fr or cs.")] = "en",
    players: Annotated[int, typer.Option(help="Columns of B-7c.")] = MOST_PLAYERS,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
) -> None:
    """An empty form to print and fill in by hand."""
    from scorer.forms import empty, to_pdf, to_png  # the drawing takes longer to import than the rest to run

    content = empty(form, edition, players)
    draw = to_png if out.suffix.lower() == ".png" else to_pdf
    write(out, lambda: draw(content, paper=paper))
    say([f"{out}: {content.title}."])
