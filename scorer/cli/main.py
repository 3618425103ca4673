"""The shelfmark command.

Every command ends with 0 when it is done, 1 when it refuses its input (one line on stderr: what, where, how
to mend) and 2 when it was called wrongly. With --json, stdout holds one JSON document and nothing else.

The scorer knows no image, so commands that need one are not imported here: `vision` registers `read` under
the entry point group "shelfmark.commands" (see pyproject.toml), and the schema of its readings under
"shelfmark.schemas".
"""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from scorer.cli import app as app_cli
from scorer.cli import archive as archive_cli
from scorer.cli import bgstats as bgstats_cli
from scorer.cli import deck as deck_cli
from scorer.cli import form as form_cli
from scorer.cli import fort as fort_cli
from scorer.cli import play as play_cli
from scorer.cli import tables
from scorer.cli.console import (
    AsJson,
    DeckOption,
    load_deck,
    print_json,
    refusing,
    say,
    show,
    warn,
    write,
)
from scorer.cli.version import version
from scorer.exchange.schemas import MODELS
from scorer.exchange.spreadsheet import to_csv
from scorer.gamefile import GameFile
from scorer.result import score as score_game
from scorer.result.check import check as check_shelf
from scorer.result.flip_advice import advise_flips
from scorer.shelf import Shelf

COMMANDS, SCHEMAS = "shelfmark.commands", "shelfmark.schemas"

app = typer.Typer(
    help="Scores the board game Ex Libris.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(version())
        raise typer.Exit


@app.callback()
def main(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Say the version and the commit."
        ),
    ] = False,
) -> None:
    """Scores the board game Ex Libris."""


GamePath = Annotated[Path, typer.Argument(metavar="GAME.json", help="A game file.")]


@app.command()
@refusing
def score(
    game: GamePath,
    best_flips: Annotated[
        bool, typer.Option("--best-flips", help="Add the best cards to turn (A0).")
    ] = False,
    pdf: Annotated[Path | None, typer.Option(metavar="F", help="Write the form as a PDF.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="F", help="Write the form as a picture.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="F", help="Write the numbers as CSV.")] = None,
    paper: Annotated[str, typer.Option(help="Paper of the PDF and the picture: a4 or letter.")] = "a4",
    as_json: AsJson = False,
) -> None:
    """Fill in form B-7c or S-42a for a game."""
    table = GameFile.load(game)
    result = score_game(table)
    flips = advise_flips(table) if best_flips else None
    if pdf or png:
        from scorer.forms import boxed_letters, to_pdf, to_png  # drawing takes longer to import than to score

        write(pdf, lambda: to_pdf(result, paper=paper))
        write(png, lambda: to_png(result, paper=paper))
        for path, in_pdf in ((pdf, True), (png, False)):
            if path and (letters := boxed_letters(result, in_pdf)):
                warn(
                    f"No font here has {letters}: boxes stand for them in {path.name}. Install a font with "
                    "these letters, and write it again."
                )
    write(csv, lambda: to_csv(result).encode("utf-8"))
    if as_json:
        extra = {"best_flips": flips.model_dump(mode="json")["players"]} if flips else {}
        print_json(result.to_json() | extra)
        return
    show(tables.form_table(result))
    say(tables.form_sentences(result))
    if flips:
        say(["", *tables.flip_sentences(flips)])


@app.command()
@refusing
def flips(game: GamePath, as_json: AsJson = False) -> None:
    """For each player, the best cards to turn before the inspection (A0), if the others turn none."""
    advice = advise_flips(GameFile.load(game))
    if as_json:
        print_json(advice.model_dump(mode="json"))
        return
    say(tables.flip_sentences(advice))


@app.command()
@refusing
def check(
    notation: Annotated[str, typer.Argument(metavar="NOTATION", help='A shelf, such as "A3:CF B1 / C2 #".')],
    deck: DeckOption = None,
    as_json: AsJson = False,
) -> None:
    """Everything about one shelf: order, stability, rules of shelving, and whether the deck has its cards."""
    report = check_shelf(Shelf.parse(notation), load_deck(deck))
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    say(report.sentences)


@app.command("schema")
@refusing
def show_schema(
    of: Annotated[str, typer.Argument(metavar="game|deck|result|reading|fort|fort-cards|flips")],
) -> None:
    """The JSON schema of a file that Shelfmark reads or writes."""
    models = MODELS | {point.name: point.load() for point in entry_points(group=SCHEMAS)}
    if of not in models:
        raise typer.BadParameter(f"There is no schema {of!r}: choose one of {', '.join(models)}.")
    print_json(models[of].model_json_schema())


app.command("app")(app_cli.open_app)
app.command("bgstats")(bgstats_cli.bgstats)
app.command("form")(form_cli.form)
app.command("play")(play_cli.play)
app.command("simulate")(play_cli.simulate_games)
app.add_typer(deck_cli.app, name="deck")
app.add_typer(fort_cli.app, name="fort")
app.add_typer(archive_cli.app, name="archive")
for point in entry_points(group=COMMANDS):
    loaded = point.load()
    if isinstance(loaded, typer.Typer):
        app.add_typer(loaded, name=point.name)
    else:
        app.command(point.name)(refusing(loaded))
