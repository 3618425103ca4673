"""The printed deck, and `shelfmark deck` and `shelfmark form`."""

import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scorer.cards import Category, Deck
from scorer.cli.main import app
from scorer.deck.print import book_back, book_card, category_back, category_card, deck_pdf
from scorer.editions import EDITION_KEYS, load_edition
from scorer.errors import RefusedInput
from scorer.forms.drawing import Path as Shape
from scorer.forms.drawing import Text
from scorer.forms.sheets import HEIGHT, PAPERS, WIDTH, Items, sheet

HOUSE = Deck.house()
ENGLISH = load_edition("en")


def read(pdf: bytes) -> list[str]:
    """The words of each page."""
    command = ["pdftotext", "-raw", "-", "-"]
    text = subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode()
    return [" ".join(page.split()) for page in text.split("\f")[:-1]]


def reach(items: Items) -> tuple[float, float, float, float]:
    """The bounds of a card's items; a title runs downward from its start."""
    xs, ys = [], []
    for item in items:
        if isinstance(item, Shape):
            xs += [at[i] for _, at in item.commands for i in range(0, len(at), 2)]
            ys += [at[i] for _, at in item.commands for i in range(1, len(at), 2)]
            continue
        x, y = item.start
        if item.angle == -90:
            xs += [x - item.size * 0.25, x + item.size * 0.72]
            ys += [y, y + item.width]
        else:
            xs += [x, x + item.width]
            ys += [y - item.size * 0.72, y]
    return min(xs), min(ys), max(xs), max(ys)


class TestBookCards:
    def test_nothing_leaves_a_card(self) -> None:
        for card in HOUSE.cards:
            assert reach(book_card(card, HOUSE.titles(card))) == (0, 0, WIDTH, HEIGHT), card

    def test_titles_are_whole_and_large_enough(self) -> None:
        for card in HOUSE.cards:
            titles = HOUSE.titles(card)
            spines = [i for i in book_card(card, titles) if isinstance(i, Text) and i.angle == -90]
            assert " ".join(i.text for i in spines) == " ".join(titles)
            assert min(i.size for i in spines) >= 2.6, card  # mm, a little more than 7 points

    def test_the_banner_tells_letter_order_and_count(self) -> None:
        for card in HOUSE.cards:
            level = [i.text for i in book_card(card) if isinstance(i, Text)]
            assert level == [card.letter, f"{card.order}/{HOUSE.letters[card.letter]}"]

    def test_same_card_same_drawing(self) -> None:
        card = HOUSE.cards[0]
        assert book_card(card, HOUSE.titles(card)) == book_card(card, HOUSE.titles(card))


@pytest.mark.parametrize(
    "items",
    [book_back(), category_back(), *(category_card(category, load_edition("cs")) for category in Category)],
)
def test_backs_and_category_cards_fill_the_card(items: Items) -> None:
    assert reach(items) == (0, 0, WIDTH, HEIGHT)


def test_all_cards_and_titles_are_printed() -> None:
    pages = read(deck_pdf(HOUSE, ENGLISH, backs=False))
    assert len(pages) == 17 + 1
    for number, card in enumerate(HOUSE.cards):
        for title in HOUSE.titles(card):
            assert title in pages[number // 9], title
    assert all(ENGLISH.categories[category] in pages[-1] for category in Category)


@pytest.mark.parametrize("edition", EDITION_KEYS)
def test_category_cards_are_named_in_the_edition(edition: str) -> None:
    words = load_edition(edition)
    names = [
        item.text
        for category in Category
        for item in category_card(category, words)
        if isinstance(item, Text)
    ]
    assert names == list(words.categories.values())


def test_backs_lie_behind_their_fronts() -> None:
    """Flipped on the long edge, column 1 of a front is behind column 3 of its backs, on a part page too."""
    card: Items = [Shape((("M", (0.0, 0.0)),))]
    fronts = sheet([card] * 8, "a4", "en", mirrored=False)
    backs = sheet([card] * 8, "a4", "en", mirrored=True)
    width = PAPERS["a4"][0]

    def corners(page: object) -> list[tuple[float, ...]]:
        return [i.commands[0][1] for i in page.items if isinstance(i, Shape) and len(i.commands) == 1]  # type: ignore[attr-defined]

    mirrored = {(round(width - x - WIDTH, 3), round(y, 3)) for x, y in corners(fronts)}
    assert {(round(x, 3), round(y, 3)) for x, y in corners(backs)} == mirrored
    assert len(mirrored) == 8


@pytest.mark.parametrize("paper", PAPERS)
def test_cut_marks_are_at_the_cards_edges_and_outside(paper: str) -> None:
    page = sheet([book_back()] * 9, paper, "en", mirrored=False)
    width, height = PAPERS[paper]
    left, top = (width - 3 * WIDTH) / 2, (height - 3 * HEIGHT) / 2
    assert left > 6.5
    assert top > 6.5
    marks = [i for i in page.items if isinstance(i, Shape) and i.width == 0.15]
    upright = {
        round(i.commands[0][1][0] - left, 3) for i in marks if i.commands[0][1][0] == i.commands[1][1][0]
    }
    level = {round(i.commands[0][1][1] - top, 3) for i in marks if i.commands[0][1][1] == i.commands[1][1][1]}
    assert upright == {0, WIDTH, 2 * WIDTH, 3 * WIDTH}
    assert level == {0, HEIGHT, 2 * HEIGHT, 3 * HEIGHT}
    for mark in marks:
        for _, (x, y) in mark.commands:
            assert not (left < x < left + 3 * WIDTH and top < y < top + 3 * HEIGHT)


def test_unknown_paper_is_refused() -> None:
    with pytest.raises(RefusedInput, match="choose one of a4, letter"):
        deck_pdf(HOUSE, ENGLISH, "a3")


class TestCommands:
    def run(self, *args: str, status: int = 0) -> str:
        outcome = CliRunner().invoke(app, list(args))
        assert outcome.exit_code == status, outcome.output
        return outcome.stderr if status else outcome.stdout

    def test_show_a_card(self) -> None:
        shown = self.run("deck", "show", "e2", "--edition", "fr")
        assert "E2/7" in shown
        assert "Œuvres de Fiction" in shown
        assert "Elbow of Newt: Using Up the Leftovers" in shown

    def test_show_a_letter_as_json(self) -> None:
        shown = json.loads(self.run("deck", "show", "M", "--json"))
        assert [card["order"] for card in shown["cards"]] == list(range(1, 9))

    def test_show_all(self) -> None:
        assert len(json.loads(self.run("deck", "show", "--json"))["cards"]) == 152

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("E99", "The deck has no E99: it has 7 cards of E.\n"),
            ("E0", "The deck has no E0: it has 7 cards of E.\n"),
            ("dragon", "'dragon' is neither a card nor a letter: write one such as E2 or M.\n"),
        ],
    )
    def test_show_refuses_what_is_not_there(self, name: str, sentence: str) -> None:
        assert self.run("deck", "show", name, status=1) == sentence

    def test_check_the_house_deck(self) -> None:
        assert "A whole deck: 152 cards, 510 books" in self.run("deck", "check")
        assert json.loads(self.run("deck", "check", "house", "--json"))["titles"] == 510

    def test_check_names_what_is_wrong(self, tmp_path: Path) -> None:
        data = HOUSE.to_dict()
        del data["cards"][10]
        file = tmp_path / "deck.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        said = self.run("deck", "check", str(file), status=1)
        assert said.count("\n") == 1
        assert "B4 is missing" in said

    def test_print(self, tmp_path: Path) -> None:
        file = tmp_path / "deck.pdf"
        assert "152 book cards and 6 category cards" in self.run("deck", "print", str(file), "--no-backs")
        assert file.read_bytes()[:5] == b"%PDF-"

    def test_empty_form(self, tmp_path: Path) -> None:
        file = tmp_path / "form.pdf"
        self.run("form", str(file), "--form", "S-42a", "--edition", "cs", "--paper", "letter")
        assert "Oficiální žádost o licenci knihovníka" in read(file.read_bytes())[0]

    def test_empty_form_as_a_picture(self, tmp_path: Path) -> None:
        file = tmp_path / "form.png"
        self.run("form", str(file), "--players", "2")
        assert file.read_bytes()[1:4] == b"PNG"

    def test_form_refuses_a_form_that_does_not_exist(self, tmp_path: Path) -> None:
        said = self.run("form", str(tmp_path / "form.pdf"), "--form", "B-9", status=1)
        assert said == "There is no form 'B-9': choose B-7c or S-42a.\n"
