"""Fort drawn to print at home: a set of cards, made-up rules, perks, boards, the victory track, tokens."""

from __future__ import annotations

from scorer.forms import pdf
from scorer.forms.drawing import Drawing
from scorer.forms.sheets import Items, sheets
from scorer.fort.cards import FRIENDS_EACH, KIDS, CardSet
from scorer.fort.drawn.boards import board_pages, token_page
from scorer.fort.drawn.cards import (
    kid_back,
    kid_card,
    perk_back,
    perk_cards,
    rule_back,
    rule_cards,
    single_cards,
)
from scorer.fort.words import Words

TITLE = "Shelfmark – Fort"


def fort_pdf(cards: CardSet, words: Words, paper: str = "a4", backs: bool = True) -> bytes:
    """All of Fort as a PDF: cards, each page followed by its backs for printing on both sides; then boards,
    track and tokens, which are printed on one side.

    Raises:
        RefusedInput: there is no such paper.
    """
    kinds: list[tuple[list[Items], Items]] = [
        ([kid_card(card, words, board_of(number)) for number, card in enumerate(cards.cards)], kid_back()),
        (rule_cards(words), rule_back()),
        ([*perk_cards(words), *single_cards(words)], perk_back()),
    ]
    pages: list[Drawing] = []
    for fronts, back in kinds:
        pages += sheets(fronts, back if backs else None, paper, words.key)
    one_side = [*board_pages(cards, words, paper, TITLE), token_page(paper, TITLE, words.key)]
    return pdf.render([*pages, *one_side])


def board_of(number: int) -> int | None:
    """The seat whose best friend a card is, None for kids."""
    return None if number < KIDS else (number - KIDS) // FRIENDS_EACH
