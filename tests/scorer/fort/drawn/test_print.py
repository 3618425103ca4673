"""Fort printed: cards, boards, the victory track and tokens, in four languages."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.editions import EDITION_KEYS
from scorer.errors import RefusedInput
from scorer.forms.drawing import Path as Shape
from scorer.forms.drawing import Text
from scorer.forms.sheets import HEIGHT, PAPERS, WIDTH, Items
from scorer.fort.cards import CardSet
from scorer.fort.drawn.boards import HEIGHT as BOARD_HEIGHT
from scorer.fort.drawn.boards import WIDTH as BOARD_WIDTH
from scorer.fort.drawn.boards import board, board_pages, park, token_page, tokens, track
from scorer.fort.drawn.cards import (
    PERK_SIGNS,
    RULE_SIGNS,
    kid_back,
    kid_card,
    perk_back,
    perk_cards,
    rule_back,
    rule_cards,
    single_cards,
)
from scorer.fort.drawn.print import board_of, fort_pdf
from scorer.fort.words import load_words

HOUSE = CardSet.house()
LANGUAGES = pytest.mark.parametrize("language", EDITION_KEYS)


def reach(items: Items) -> tuple[float, float, float, float]:
    """The bounds of a drawing."""
    xs, ys = [], []
    for item in items:
        if isinstance(item, Shape):
            xs += [at[i] for _, at in item.commands for i in range(0, len(at), 2)]
            ys += [at[i] for _, at in item.commands for i in range(1, len(at), 2)]
        elif not item.angle:
            xs += [item.start[0], item.start[0] + item.width]
            ys += [item.y - item.size * 0.72, item.y]
    return min(xs), min(ys), max(xs), max(ys)


def said(items: Items) -> str:
    return " ".join(item.text for item in items if isinstance(item, Text))


@LANGUAGES
def test_a_kid_tells_its_name_and_its_actions_within_its_card(language: str) -> None:
    words = load_words(language)
    for number, card in enumerate(HOUSE.cards):
        drawn = kid_card(card, words, board_of(number))
        assert reach(drawn) == (0, 0, WIDTH, HEIGHT), card
        for action in (card.public, card.private):
            assert action is None or words.explain(action) in said(drawn), card
        assert card.name in said(drawn)
        assert (words.printed["best"] in said(drawn)) == card.best
        assert min(item.size for item in drawn if isinstance(item, Text)) >= 2.3  # mm, 6.5 points


@LANGUAGES
def test_the_words_of_the_public_action_end_above_the_private_one(language: str) -> None:
    words = load_words(language)
    for number, card in enumerate(HOUSE.cards):
        if card.public is None:
            continue
        drawn = kid_card(card, words, board_of(number))
        box = next(i for i in drawn if isinstance(i, Shape) and i.fill == "#fffdf6" and i.stroke)
        bottom = max(y for _, at in box.commands for y in at[1::2])
        told, lines = (
            words.explain(card.public),
            [i for i in drawn if isinstance(i, Text) and i.face == "Regular"],
        )
        own = next(n for n in range(1, len(lines) + 1) if " ".join(i.text for i in lines[:n]) == told)
        assert lines[own - 1].y < bottom, card


@LANGUAGES
def test_rules_perks_and_single_cards_are_whole(language: str) -> None:
    words = load_words(language)
    rules, perks = rule_cards(words), perk_cards(words)
    assert len(rules) == len(RULE_SIGNS) == 11
    assert len(perks) == len(PERK_SIGNS) == 9
    for drawn, told in zip(
        [*rules, *perks], [*words.rule_texts.values(), *words.perk_texts.values()], strict=True
    ):
        assert reach(drawn) == (0, 0, WIDTH, HEIGHT)
        assert told in said(drawn)
    for drawn in single_cards(words):
        assert reach(drawn) == (0, 0, WIDTH, HEIGHT)


def test_backs_fill_their_cards_and_differ() -> None:
    backs = [kid_back(), rule_back(), perk_back()]
    assert [reach(back) for back in backs] == [(0, 0, WIDTH, HEIGHT)] * 3
    assert len({repr(back) for back in backs}) == 3


@LANGUAGES
def test_a_board_has_every_level_with_its_points_and_its_cost(language: str) -> None:
    words = load_words(language)
    for seat in range(4):
        drawn = board(seat, HOUSE, words)
        left, top, right, bottom = reach(drawn)
        assert left >= 0
        assert top >= 0
        assert right <= BOARD_WIDTH
        assert bottom <= BOARD_HEIGHT
        for level in HOUSE.levels:
            assert words.fill(words.printed["worth"], n=level.points) in said(drawn)
        for number in HOUSE.friends(seat):
            assert HOUSE.cards[number].name in said(drawn)


def test_a_set_of_ones_own_prints_its_own_levels() -> None:
    told = HOUSE.to_dict()
    told["levels"][3] = {"points": 11, "pizza": 4}
    drawn = board(0, CardSet.from_dict(told), load_words("en"))
    assert "11 points" in said(drawn)


def test_the_track_has_a_space_for_each_point() -> None:
    numbers = [item.text for item in track(load_words("en")) if isinstance(item, Text)]
    assert [one for one in numbers if one.isdecimal()] == [str(number) for number in range(26)]
    assert len([item for item in park(load_words("en")) if isinstance(item, Text)]) == 4


@pytest.mark.parametrize("paper", PAPERS)
def test_boards_track_and_tokens_lie_on_the_paper(paper: str) -> None:
    words = load_words("en")
    for page in [*board_pages(HOUSE, words, paper, "x"), token_page(paper, "x", "en")]:
        left, top, right, bottom = reach(page.items)
        assert left >= 4
        assert top >= 4
        assert right <= page.width - 4
        assert bottom <= page.height - 4
    kinds = [kind for kind, _ in tokens()]
    assert (kinds.count("pizza"), kinds.count("toy"), len(kinds)) == (30, 30, 68)


def test_the_file_has_all_pages_and_can_be_read(tmp_path: Path) -> None:
    out = tmp_path / "fort.pdf"
    done = CliRunner().invoke(app, ["fort", "cards", "print", str(out), "--edition", "pt", "--no-backs"])
    assert done.exit_code == 0, done.output
    text = subprocess.run(
        ["pdftotext", "-raw", str(out), "-"], stdout=subprocess.PIPE, check=True
    ).stdout.decode()
    pages = text.split("\f")[:-1]
    assert len(pages) == 8 + 2 + 2 + 4 + 1 + 1
    for number, card in enumerate(HOUSE.cards):
        assert card.name in " ".join(pages[number // 9].split())
    assert "Colagem de Macarrão" in " ".join(pages[11].split())


def test_with_backs_each_page_of_cards_has_a_second_side() -> None:
    with pytest.raises(RefusedInput, match="There is no paper 'a5'"):
        fort_pdf(HOUSE, load_words("en"), "a5")
    pdf = fort_pdf(HOUSE, load_words("en"))
    text = subprocess.run(
        ["pdftotext", "-raw", "-", "-"], input=pdf, stdout=subprocess.PIPE, check=True
    ).stdout
    assert len(text.decode().split("\f")[:-1]) == 2 * 12 + 6
