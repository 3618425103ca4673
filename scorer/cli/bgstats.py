"""shelfmark bgstats: a link that records a play in BG Stats."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from scorer.cli.console import AsJson, print_json, refuse, refusing, write
from scorer.errors import RefusedInput
from scorer.exchange.bgstats import Around, bgstats_link, bgstats_play
from scorer.exchange.qr import qr_code, qr_picture
from scorer.gamefile import GameFile
from scorer.names import tidy
from scorer.result import score


@refusing
def bgstats(
    game: Annotated[Path, typer.Argument(metavar="GAME.json", help="A game file.")],
    played: Annotated[
        datetime | None,
        typer.Option(help="When it was played, local time; without it, the time of the archive or the file."),
    ] = None,
    start_player: Annotated[str | None, typer.Option(help="Who began.")] = None,
    qr: Annotated[
        Path | None, typer.Option(metavar="F", help="Write the QR code (.svg, .png, .pdf).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """A link, with its QR code, that records the play in the app BG Stats."""
    table = GameFile.load(game)
    first = tidy(start_player) if start_player else None
    if first is not None and first not in [player.name for player in table.players]:
        refuse(f"{first} is no player of {game}: give a name from the file.")
    key, when = _play(table, game)
    when = played.astimezone() if played else when
    result = score(table)
    around = Around(conceded=table.conceded)
    link = bgstats_link(result, when, first, key, around)
    write(qr, lambda: qr_picture(link, qr.suffix if qr else ""))
    if as_json:
        print_json({"link": link, "play": bgstats_play(result, when, first, key, around)})
        return
    typer.echo(link)
    if qr is None:
        qr_code(link).terminal(compact=True)


def _play(table: GameFile, path: Path) -> tuple[str, datetime]:
    """What names the play, and when it was: as the archive has it, else by the file's content and time."""
    from scorer.archive import Archive  # SQLAlchemy takes longer to import than other commands to run

    fields, names = _compared(table), [player.name for player in table.players]
    with suppress(RefusedInput):
        for kept in Archive.open().games():
            if kept.form == table.form and kept.players == names and _compared(kept.game) == fields:
                return kept.key, kept.played
    return str(fields), datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _compared(game: GameFile | dict[str, Any]) -> dict[str, Any] | None:
    """What a game file tells of the play, whatever its words; None where it cannot be read."""
    try:
        table = game if isinstance(game, GameFile) else GameFile.from_dict(game)
    except RefusedInput:
        return None
    return table.model_dump(mode="json", exclude={"edition", "rules", "deck"})
