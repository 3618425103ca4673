"""shelfmark deck: look at a deck, check a deck file, print the deck to play with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from scorer.cards import BOOKS_PER_CATEGORY, BookCard, Category, Deck
from scorer.cli.console import AsJson, DeckOption, load_deck, print_json, refusing, say, show, write
from scorer.editions import load_edition
from scorer.errors import RefusedInput
from scorer.gamefile import HOUSE

app = typer.Typer(help="Look at a deck, check a deck file, print the deck.", no_args_is_help=True)


@app.command("show")
@refusing
def show_deck(
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[CARD|LETTER]…", help="Such as E2 or M; without it, all.")
    ] = None,
    deck: DeckOption = None,
    edition: Annotated[str, typer.Option(help="Language of the categories: en, pt, fr or cs.")] = "en",
    as_json: AsJson = False,
) -> None:
    """The cards of a deck with their books; without --deck those of the house deck."""
    chosen = load_deck(deck) or Deck.house()
    picked = [card for name in cards for card in _picked(chosen, name)] if cards else list(chosen.cards)
    if as_json:
        entries = {(card["letter"], card["order"]): card for card in chosen.to_dict()["cards"]}
        print_json({"letters": chosen.letters, "cards": [entries[card.key] for card in picked]})
        return
    names = load_edition(edition).categories
    table = Table("Card", "Category", "Title", box=None, pad_edge=False)
    for card in picked:
        titles = chosen.titles(card) or ("",) * len(card.categories)
        for number, (category, title) in enumerate(zip(card.categories, titles, strict=True)):
            name = "" if number else f"{card.letter}{card.order}/{chosen.letters[card.letter]}"
            table.add_row(name, names[category], title)
    show(table)


@app.command("check")
@refusing
def check_deck(
    file: Annotated[str, typer.Argument(metavar="[DECK.json]", help='A deck file, or "house".')] = HOUSE,
    as_json: AsJson = False,
) -> None:
    """Whether a file holds a whole deck: 152 cards, 510 books, 85 a category, orders without holes."""
    deck = load_deck(file)
    assert deck is not None  # only a missing name gives no deck
    books = sum(len(card.categories) for card in deck.cards)
    titles = sum(len(deck.titles(card)) for card in deck.cards)
    if as_json:
        print_json(
            {"ok": True, "cards": len(deck), "books": books, "titles": titles, "letters": deck.letters}
        )
        return
    letters = ", ".join(f"{letter} {count}" for letter, count in deck.letters.items())
    say(
        [
            f"A whole deck: {len(deck)} cards, {books} books, {BOOKS_PER_CATEGORY} of each category, "
            f"{titles} titles.",
            f"Cards of each letter: {letters}.",
        ]
    )


@app.command("print")
@refusing
def print_deck(
    out: Annotated[Path, typer.Argument(metavar="F.pdf", help="The PDF to write.")],
    deck: DeckOption = None,
    edition: Annotated[str, typer.Option(help="Language of the category cards: en, pt, fr or cs.")] = "en",
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    backs: Annotated[bool, typer.Option(help="A page of backs after each page of fronts.")] = True,
) -> None:
    """All cards, the category cards and backs as a PDF: 63 × 88 mm, cut marks, both sides of the paper."""
    from scorer.deck.print import deck_pdf  # the drawing takes longer to import than the rest to run

    chosen = load_deck(deck) or Deck.house()
    words = load_edition(edition)
    write(out, lambda: deck_pdf(chosen, words, paper, backs))
    sides = "both sides, flipped on the long edge" if backs else "one side"
    say([f"{out}: {len(chosen)} book cards and {len(Category)} category cards; print at 100 % on {sides}."])


def _picked(deck: Deck, name: str) -> list[BookCard]:
    """The card that ``name`` gives, or all cards of that letter."""
    match = re.fullmatch(r"([A-Z])(\d{1,2})?", name.strip().upper())
    if match is None:
        raise RefusedInput(f"{name!r} is neither a card nor a letter: write one such as E2 or M.")
    letter, order = match[1], match[2]
    found = [card for card in deck.cards if card.letter == letter and order in (None, str(card.order))]
    if not found:
        count = deck.letters.get(letter, 0)
        raise RefusedInput(f"The deck has no {name.strip().upper()}: it has {count} cards of {letter}.")
    return found
