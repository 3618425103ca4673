"""shelfmark fort: add up a sheet, play the game, check a set of cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

from scorer.cli.console import AsJson, print_json, refusing, say, show, write
from scorer.cli.tables import fort_table
from scorer.cli.terminal import AnyTerminal, AutoOption, SaveOption, SeedOption, bots_of, dealt, kept, seats
from scorer.fort import FortResult, Sheet, doubts, score_fort
from scorer.fort.cards import CardSet, Kid
from scorer.fort.own_set import remarks
from scorer.fort.play.bots import BOTS
from scorer.fort.play.game import Game
from scorer.fort.play.setup import Setup
from scorer.fort.play.view import View
from scorer.fort.words import Words, load_words

HOUSE = "house"


class SheetFirst(TyperGroup):
    """``fort SHEET.json`` adds up a sheet; the other words are commands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["sheet", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=SheetFirst,
    help="Fort, the second game: add up a sheet (`fort SHEET.json`), play, check a set of cards.",
    no_args_is_help=True,
)
cards_app = typer.Typer(help="Look at the cards of Fort, check a set of your own.", no_args_is_help=True)
app.add_typer(cards_app, name="cards")

CardsOption = Annotated[Path | None, typer.Option("--cards", metavar="F", help="A set of cards of your own.")]
EditionOption = Annotated[str, typer.Option("--edition", help="Language: en, pt, fr or cs.")]
SetArgument = Annotated[str, typer.Argument(metavar="[CARDS.json]", help='A set of cards, or "house".')]


@app.command("sheet")
@refusing
def add_up(
    sheet: Annotated[Path, typer.Argument(metavar="SHEET.json", help="A Fort sheet.")],
    as_json: AsJson = False,
) -> None:
    """Add up a game of Fort."""
    checked = Sheet.load(sheet)
    result = score_fort(checked)
    if as_json:
        print_json(result.model_dump(mode="json"))
        return
    show(fort_table(result))
    say([*_sentences(result, checked.conceded), *doubts(checked)])


def _sentences(result: FortResult, conceded: Sequence[str]) -> list[str]:
    sentences = [f"{player.name}: {player.explain}" for player in result.players]
    sentences += [f"Conceded: {', '.join(conceded)}."] if conceded else []
    return [*sentences, f"Winner: {', '.join(result.winners)} ({result.decided_by.replace('_', ' ')})."]


@app.command()
@refusing
def play(
    players: Annotated[
        str, typer.Option(help="Two to four names with commas between; a bot as Bo=normal.")
    ] = "Ana,Bo=normal",
    edition: EditionOption = "en",
    variant: Annotated[str, typer.Option(help="basic, or advanced with a draft.")] = "basic",
    seed: SeedOption = None,
    cards: CardsOption = None,
    save: SaveOption = None,
    auto: AutoOption = True,
) -> None:
    """Play Fort in the terminal: hot seat, or against bots."""
    names, kinds = seats(players, BOTS)
    game = kept(Game, save, auto)
    if game is None:
        setup = Setup(
            players=names,
            edition=edition,
            variant=variant,
            seed=dealt(seed),
            cards=None if cards is None else CardSet.load(cards),
        )
        game = Game(setup, auto=auto)
    FortTerminal(game, bots_of(game, kinds, BOTS), Console(highlight=False), autosave=save).run()


class FortTerminal(AnyTerminal[Game]):
    """Fort at one screen."""

    announced = frozenset({"play", "actions", "follow", "recruit", "perk"})

    def board(self, player: str) -> RenderableType:
        return board(self.game.view(player))

    def end(self) -> None:
        result = self.game.result
        assert result is not None
        self.console.print(fort_table(result))
        self.console.print("\n".join(_sentences(result, self.game.conceded)), markup=False)


def board(view: View) -> RenderableType:
    """The table as one player sees it."""
    words = view.words
    park = ", ".join(_short(words, card) for card in view.park)
    head = Text(f"{view.round} · {view.leader} · {words.labels['park']} ({view.park_deck}): {park}")
    for card in view.played[-1:]:
        _, suits, public, private = _row(words, card)
        head.append(f"\n→ {card.name} ({suits}): {public} / {private}")
    panels = [Panel(_player(view, name), title=_title(view, name)) for name in view.players]
    hand = Table(title=words.labels["hand"], expand=True)
    for title in ("", "", words.labels["public"], words.labels["private"]):
        hand.add_column(title)
    for card in view.pack_of_draft or view.hand:
        hand.add_row(*map(Text, _row(words, card)))
    return Group(head, Columns(panels), hand)


def _player(view: View, name: str) -> Text:
    labels = view.words.labels
    stuff, pack = view.stuff(name), view.pack(name)
    lookout, yard = (", ".join(_short(view.words, card) for card in zone) for zone in _zones(view, name))
    perk = view.perk(name)
    lines = [
        f"{labels['track']}: {view.track(name)} · {labels['fort_level']}: {view.level(name)}",
        f"{labels['in_stuff']}: {stuff.pizza} + {stuff.toys}",
        f"{labels['in_pack']}: {pack.pizza} + {pack.toys}",
        f"{labels['in_lookout']}: {lookout or '–'}",
        f"{labels['in_yard']}: {yard or '–'}",
    ]
    return Text("\n".join([*lines, view.words.perks[perk]] if perk else lines))


def _zones(view: View, name: str) -> tuple[list[Kid], list[Kid]]:
    return view.lookout(name), view.yard(name)


def _title(view: View, name: str) -> str:
    return f"{name} ({view.hand_size(name)})".replace("[", "(").replace("]", ")")


def _short(words: Words, card: Kid) -> str:
    return f"{card.name} ({words.symbols(card.suits)})"


def _row(words: Words, card: Kid) -> tuple[str, str, str, str]:
    sides = (card.public, card.private)
    public, private = ("–" if side is None else words.explain(side) for side in sides)
    return card.name, words.symbols(card.suits), public, private


def load_set(name: str) -> CardSet:
    """A set by its file, or the house set."""
    return CardSet.house() if name == HOUSE else CardSet.load(name)


@cards_app.command("show")
@refusing
def show_cards(file: SetArgument = HOUSE, edition: EditionOption = "en", as_json: AsJson = False) -> None:
    """The cards of a set, their actions told in words; with --json a file to write your own set from."""
    cards, words = load_set(file), load_words(edition)
    if as_json:
        print_json(cards.to_dict())
        return
    table = Table("", "", words.labels["public"], words.labels["private"], box=None, pad_edge=False)
    for card in cards.cards:
        table.add_row(*_row(words, card))
    show(table)


@cards_app.command("check")
@refusing
def check_cards(file: SetArgument = HOUSE, as_json: AsJson = False) -> None:
    """Whether a set can be played: 60 kids, 8 best friends, six levels; and what is uneven in it."""
    cards = load_set(file)
    found = remarks(cards)
    if as_json:
        print_json({"kids": 60, "best_friends": 8, "remarks": found, "assumed": list(cards.assumed)})
        return
    say(["The set can be played: 60 kids, 8 best friends, six levels.", *found])


@cards_app.command("print")
@refusing
def print_cards(
    out: Annotated[Path, typer.Argument(metavar="F.pdf", help="The PDF to write.")],
    cards: CardsOption = None,
    edition: EditionOption = "en",
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    backs: Annotated[bool, typer.Option(help="A page of backs after each page of cards.")] = True,
) -> None:
    """All of Fort as a PDF: cards of 63 × 88 mm with cut marks, boards, the victory track, tokens."""
    from scorer.fort.drawn.print import fort_pdf  # the drawing takes longer to import than the rest to run

    chosen, words = CardSet.house() if cards is None else CardSet.load(cards), load_words(edition)
    write(out, lambda: fort_pdf(chosen, words, paper, backs))
    sides = "cards on both sides, flipped on the long edge" if backs else "one side"
    say([f"{out}: {len(chosen.cards)} kids, made-up rules, perks, boards, track and tokens; print {sides}."])
