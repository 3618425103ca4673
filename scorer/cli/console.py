"""The output of the shelfmark command: one JSON document or readable text, refusals on stderr, exit codes."""

from __future__ import annotations

import functools
import io
import json
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, ParamSpec

import typer
from rich.console import Console
from rich.table import Table

from scorer.cards import Deck
from scorer.errors import RefusedInput, within
from scorer.files import writing
from scorer.gamefile import HOUSE
from scorer.whole import write_whole

P = ParamSpec("P")
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
DeckOption = Annotated[str | None, typer.Option("--deck", metavar="F", help='A deck file, or "house".')]


def refusing(command: Callable[P, None]) -> Callable[P, None]:
    """A command that ends with status 1 and one line on stderr if its input is refused."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows its number
                stream.reconfigure(errors="backslashreplace")
        try:
            command(*args, **kwargs)
        except RefusedInput as error:
            refuse(str(error))
        except BrokenPipeError:
            raise  # the reader of our output is gone: typer ends the command
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            refuse(f"{where}{error.strerror or error}: give another path or correct this one.")
        except MemoryError:
            refuse("This takes more memory than there is: give a smaller file.")

    return run


def as_given(context: typer.Context) -> str:
    """The command that runs, with every option that somebody gave, as it is typed in a shell."""
    # the outermost name is the program's, however it was started
    words = [] if context.parent is None else [str(context.info_name)]
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if source is None or source.name.startswith("DEFAULT"):
            continue
        value = context.params[option.name or ""]
        words += [option.opts[0]] if value is True else [option.opts[0], str(value)]
    return shlex.join(["shelfmark", *words])


def refuse(sentence: str) -> None:
    """Prints the reason on stderr, on one line, and ends with status 1."""
    typer.echo(within(" ".join(sentence.split())), err=True)
    raise typer.Exit(1)


def warn(sentence: str) -> None:
    """Prints on stderr, on one line, what came out otherwise than asked."""
    typer.echo(within(" ".join(sentence.split())), err=True)


def print_json(document: Any) -> None:
    """Prints one JSON document; plain ASCII where stdout cannot take all letters."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    typer.echo(json.dumps(document, ensure_ascii=not unicode, indent=2))


def say(lines: Iterable[str]) -> None:
    """Prints readable lines, as long as they are: the terminal breaks them."""
    typer.echo("\n".join(lines))


def show(table: Table) -> None:
    """Prints a table."""
    Console(highlight=False, markup=False).print(table)


def load_deck(name: str | None) -> Deck | None:
    """The deck of a --deck option."""
    if name is None:
        return None
    return Deck.house() if name == HOUSE else Deck.load(name)


def write(path: Path | None, content: Callable[[], bytes]) -> None:
    """Writes a file that an option names; without the option nothing is drawn.

    Raises:
        RefusedInput: it cannot be written there.
    """
    if path is None:
        return
    data = content()
    with writing(path, RefusedInput):
        write_whole(path, data)
