"""The command `shelfmark titles`, an entry point of the group `shelfmark.commands`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorer.cli.console import AsJson, print_json, refusing, say, warn
from scorer.editions import EditionKey
from scorer.errors import RefusedInput
from scorer.folders import user_folder

if TYPE_CHECKING:
    from scorer.confirmed.catalogue import Catalogue, TitleStore


@refusing
def titles(
    photos: Annotated[
        list[str] | None, typer.Argument(metavar="PHOTO…", help="Photos of shelves with cards of your copy.")
    ] = None,
    language: Annotated[EditionKey, typer.Option("--language", help="Language of the titles.")] = "en",
    legend: Annotated[
        str | None, typer.Option(metavar="F", help="A legend photo, in place of the kept legend.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the titles of your copy; from photos, read those of the cards that you confirmed.

    Reading needs the extra "titles" and the program Tesseract with the data of the language. Of several
    photos of a card the surest reading stays.
    """
    from scorer.confirmed.catalogue import Catalogue, TitleStore

    if photos:
        _read(photos, language, legend, TitleStore())
    own = Catalogue.load()
    if as_json:
        print_json(_document(own))
        return
    say(_lines(own) or ["No titles are known: give photos of cards that you confirmed."])


def _lines(own: Catalogue) -> list[str]:
    """A line a title, then what is not in alphabetical order."""
    lines = [
        f"{card.letter}{card.order}  {book.text}{'  (doubtful)' if book.doubtful else ''}"
        for card in own.cards
        for book in own.books(card)
        if book.text
    ]
    return lines + [
        f'Not in alphabetical order: "{each.last}" of {each.card[0]}{each.card[1]}, '
        f'"{each.first}" of {each.other[0]}{each.other[1]}.'
        for each in own.disorders()
    ]


def _read(photos: list[str], language: EditionKey, legend: str | None, store: TitleStore) -> None:
    """Reads the titles on photos and keeps them.

    The cards are read as the app reads them: with what `shelfmark learn` learned.
    """
    from scorer.confirmed.register import Register
    from vision import Legend, PhotoReader, adapt
    from vision.common.deadline import Deadline
    from vision.photo.load import load_photo
    from vision.titles.read import TesseractError, lacking, titles_in

    if problem := lacking(language):
        raise TesseractError(problem)
    folder = user_folder()
    kept = folder / "legend.json"
    own = Register.load()
    reader = PhotoReader(
        legend=Legend.from_photo(legend) if legend else Legend.load(kept) if kept.exists() else None,
        register=own,
        adaptation=adapt.Adaptation.load(folder / adapt.FILE),
    )
    for name in photos:
        try:
            reading = reader.read(name, deadline=Deadline())
            read = titles_in(load_photo(name), reading, own, language)
        except RefusedInput as error:
            sentence = str(error)
            raise RefusedInput(sentence if name in sentence else f"{name}: {sentence}") from error
        store.keep(read)
        if not read:
            warn(f"{name}: it shows no card of your copy that was read as you confirmed it.")


def _document(own: Catalogue) -> dict[str, Any]:
    """The catalogue as JSON."""
    books = [
        {
            "letter": card.letter,
            "order": card.order,
            "category": category.value,
            "title": book.text,
            "doubtful": book.doubtful,
        }
        for card in own.cards
        for category, book in zip(card.categories, own.books(card), strict=True)
        if book.text
    ]
    wrong = [{"card": [*each.card], "other": [*each.other]} for each in own.disorders()]
    return {"titles": books, "not_in_order": wrong}
