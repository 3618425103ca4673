"""The command `shelfmark read`, an entry point of the group `shelfmark.commands`: the scorer knows no images.

Heavy imports wait until the command runs: the other commands must start fast.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli.console import AsJson, DeckOption, load_deck, print_json, say, warn, write
from scorer.folders import user_folder
from vision.reading import CardReading, PhotoReading

if TYPE_CHECKING:
    from vision.cutting import Kind
    from vision.join.seen import Seen

#: What may be wrong with a shelf.
DOUBTS = {"joined": "it may be two shelves.", "parted": "it may be part of another shelf."}
#: A place where a card may lie that was not read.
HOLE = "  Is a card here? (row {row}, column {column})"
#: Whose counts the letters are read with; nothing is said of the printed game, and of a deck that was given.
DECKS = {
    "house": "The cards are of the house deck.",
    "other": "The cards are not of the printed game: they were read without its counts.",
}
#: By what the photo shows (`vision.photo.errors.Slip`): how the command is told.
_OPTIONS = {"pile": "(--pile)", "shelf": "(without --pile)", "category cards": "(--legend)"}


def read(
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO…", help="Photos of shelves, or of a pile.")],
    pile: Annotated[bool, typer.Option("--pile", help="The solo discard pile, spread in columns.")] = False,
    legend: Annotated[
        str | None, typer.Option(metavar="F", help="A photo of the six category cards.")
    ] = None,
    deck: DeckOption = None,
    overlay: Annotated[
        Path | None, typer.Option(metavar="F", help="Write the photo with what was read on it.")
    ] = None,
    shelves: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many players' shelves the photos show together."),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Read also what seems mirrored, a pile, a shelf …")
    ] = False,
    explain: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write what each step saw: pictures, tables, a page."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read one table from one or more photos; a card that two photos show is counted once.

    The results of `shelfmark learn` are used. With a deck, letters, numbers and icons rely on the deck.
    """
    from vision import Legend, PhotoReader, adapt
    from vision.common.deadline import Deadline
    from vision.photo.errors import SlipError

    reader = PhotoReader(
        legend=Legend.from_photo(legend) if legend else None,
        deck=load_deck(deck),
        adaptation=None if deck else adapt.Adaptation.load(user_folder() / adapt.FILE),
        anyway=anyway,
    )
    kind: Kind = "pile" if pile else "shelf"
    sources: list[str | Seen] = [*photos]
    try:
        if explain is not None:
            shown = shelves if len(photos) == 1 else None
            looked = [reader.look(photo, kind, shelves=shown) for photo in photos]
            sources = [one.seen for one in looked]
        reading = reader.read_table(sources, kind=kind, deadline=Deadline(), shelves=shelves)
    except SlipError as error:
        raise SlipError(error.slip, f"{error.sentence} {_OPTIONS.get(error.slip, '')}".rstrip()) from None
    if overlay is not None:
        import cv2

        from vision.overlay import draw_overlay
        from vision.photo.load import load_photo

        for number, name in enumerate(photos):
            path = overlay if len(photos) == 1 else overlay.with_stem(f"{overlay.stem}-{number + 1}")
            drawn = draw_overlay(load_photo(name), reading.in_photo(number))
            suffix = path.suffix if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp") else ".jpg"
            write(path, lambda drawn=drawn, suffix=suffix: cv2.imencode(suffix, drawn)[1].tobytes())  # type: ignore[misc]
    if explain is not None:
        from vision.explain.write import write_explanation

        for number, (name, one) in enumerate(zip(photos, looked, strict=True)):
            folder = explain if len(photos) == 1 else explain / str(number + 1)
            write_explanation(one, reading.in_photo(number), folder, Path(name).name)
    for slip in reading.slips:
        warn(slip.said)
    if as_json:
        print_json(reading.model_dump(mode="json"))
        return
    say(_lines(reading))


def _lines(reading: PhotoReading) -> list[str]:
    lines = []
    for number, shelf in enumerate(reading.shelves, 1):
        lines.append(f"Shelf {number}: {shelf.notation}")
        lines += [f"  Look at the shelf: {DOUBTS[doubt]}" for doubt in shelf.review if doubt in DOUBTS]
        lines += [HOLE.format(row=row + 1, column=column + 1) for row, column in shelf.holes]
        lines += _doubts(shelf.cards)
    if reading.pile:
        cards = [str(card.card() or "?") for card in reading.pile]
        lines += [f"Pile: {' '.join(cards)}", *_doubts(reading.pile)]
    if line := DECKS.get(reading.deck):
        lines.append(line)
    return lines


def _doubts(cards: list[CardReading]) -> list[str]:
    return [
        f"  Look at {card.card() or 'the card'} (row {card.row + 1}, column {card.column + 1}): "
        f"{', '.join(card.review)}."
        for card in cards
        if card.review
    ]
