"""The shelfmark archive commands: list the kept games, move them as one file, mend it, put a state back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from scorer.cli.console import AsJson, print_json, refusing, say, show, write
from scorer.errors import RefusedInput
from scorer.files import read_json
from scorer.limits import ARCHIVE

app = typer.Typer(help="The games that are kept.", no_args_is_help=True)


@app.command("list")
@refusing
def list_games(
    search: Annotated[str, typer.Argument(help="Only games with these players, this form or day.")] = "",
    as_json: AsJson = False,
) -> None:
    """The games kept, latest first."""
    from scorer.archive import Archive  # SQLAlchemy takes longer to import than other commands to run

    games = Archive.open().games(search)
    if as_json:
        print_json(
            [
                {"id": g.id, "played": g.played.isoformat(), "source": g.source, "form": g.form}
                | {"players": g.totals, "winners": g.winners}
                for g in games
            ]
        )
        return
    table = Table("Played", "Form", "From", "Players", "Winner")
    for game in games:
        totals = ", ".join(f"{name} {total}" for name, total in game.totals.items())
        day = game.played.astimezone().strftime("%Y-%m-%d")
        table.add_row(day, game.form, game.source, totals, ", ".join(game.winners))
    show(table)


@app.command("export")
@refusing
def export_games(
    file: Annotated[Path, typer.Argument(metavar="FILE.json", help="The file to write.")],
) -> None:
    """Write all games and drafts into a JSON file, or several if one would be too large to import."""
    from scorer.archive import Archive

    for number, content in enumerate(Archive.open().export_files(), 1):
        part = file if number == 1 else file.with_stem(f"{file.stem}-{number}")
        write(part, lambda content=content: content)  # type: ignore[misc]
        say([f"Games written to {part}: {len(json.loads(content)['games'])}."])


@app.command("history")
@refusing
def write_history(
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="The file to write.")],
) -> None:
    """Write the games as a table (CSV), a row a player, with the sections of their totals."""
    from scorer.archive import Archive
    from scorer.archive.figures import history_csv

    write(file, lambda: history_csv(Archive.open().games()).encode())


@app.command("import")
@refusing
def import_games(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.json…", help="Files that export wrote, files of a game.")
    ],
) -> None:
    """Take in the games of such files; those that are here already stay."""
    from scorer.archive import Archive, ArchiveError
    from scorer.archive.file import games_in

    archive, taken, held = Archive.open(), 0, 0
    for file in files:
        data = read_json(file, ARCHIVE, ArchiveError)
        taken += archive.take_in(data, file.parent)
        held += games_in(data)
    here = " All that were given are here already." if held and not taken else ""
    say([f"Games taken in: {taken}.{here}"])


@app.command("rename")
@refusing
def rename_player(
    old: Annotated[str, typer.Argument(metavar="NAME", help="A player of the archive.")],
    new: Annotated[str, typer.Argument(metavar="NAME", help="The new name; another player's merges both.")],
) -> None:
    """Rename a player in all games, or make two names one person."""
    from scorer.archive import Archive

    changed = Archive.open().rename_player(old, new)
    say([f"Games changed: {changed}." if changed else f"Nobody called {old} played: no game was changed."])


@app.command("check")
@refusing
def check_rows(
    remove: Annotated[bool, typer.Option("--remove", help="Take out what cannot be used.")] = False,
) -> None:
    """Look for damage, and name the games and drafts that cannot be used."""
    from scorer.archive import Archive
    from scorer.archive.repair import damage

    archive = Archive.open()
    if found := damage():
        raise RefusedInput(f"The archive is damaged ({found}): mend it with `shelfmark archive repair`.")
    bad = archive.bad_rows()
    say([f"{row.name:capital}: {row.why}" for row in bad] or ["All games and drafts can be used."])
    if remove:
        for row in bad:
            archive.remove_bad_row(row)
        say([f"Removed: {len(bad)}."])


@app.command("repair")
@refusing
def repair_file() -> None:
    """Mend a damaged or deleted archive: keep what can be read, bring back the rest from its last state."""
    from scorer.archive.repair import repair

    done = repair()
    if done is None:
        say(["The archive is whole: nothing was changed."])
        return
    state = f"the last state, {done.state}" if done.state else "a state, as there is none"
    say([f"Rows that could be read: {done.read}. Rows from {state}: {done.brought_back}."])
    if done.damaged:
        say([f"The damaged file is kept: {done.damaged}"])


@app.command("states")
@refusing
def list_states(as_json: AsJson = False) -> None:
    """The last states of the archive, which it keeps by itself, latest first."""
    from scorer.archive.earlier_states import states
    from scorer.archive.schema.database import database_url, engine_of

    kept = states(engine_of(database_url()))  # a damaged archive has its states still
    if as_json:
        print_json([{"name": each.name, "games": each.games, "drafts": each.drafts} for each in kept])
        return
    table = Table("State (UTC)", "Games", "Drafts")
    for each in kept:
        table.add_row(each.name, str(each.games), str(each.drafts))
    show(table)


@app.command("put-back")
@refusing
def put_back(
    name: Annotated[
        str, typer.Argument(metavar="STATE", help="A state that `shelfmark archive states` lists.")
    ],
) -> None:
    """Go back to a state of the archive; the present state is kept too."""
    from scorer.archive import Archive

    state = Archive.open().put_back(name)
    say([f"Put back: {state.games} games and {state.drafts} drafts of {state.name}."])
