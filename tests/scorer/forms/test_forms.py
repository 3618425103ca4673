"""Forms B-7c and S-42a drawn: nothing missing, nothing off the page, nothing on top of something else."""

import html
import io
import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from reportlab.pdfbase.ttfonts import TTFontFile

from scorer.cards import Category
from scorer.editions import EDITION_KEYS, load_edition
from scorer.errors import RefusedInput
from scorer.forms import FormContent, empty, filled, to_html, to_pdf, to_png
from scorer.forms import drawing as d
from scorer.forms.chat import CHAT
from scorer.forms.layout import draw
from scorer.forms.lettering import Face
from scorer.forms.style import PAPERS, PEN, RED, SCREEN, Style
from scorer.gamefile import GameFile
from scorer.result import Result, score

DOCS = Path(__file__).parents[3] / "docs" / "forms"
STYLES = {**PAPERS, "screen": SCREEN, "chat": CHAT}
LONG_NAMES = (
    "Maximiliána Příhodová-Žďárská",
    "Jean-Christophe de la Bibliothèque nationale de Nulle-Part",
    "Supercalifragilisticexpialidocious",
    "Ô",
)


def game(form: str, edition: str = "en", players: int = 4, names: tuple[str, ...] = ()) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((DOCS / f"example-{form}.json").read_text(encoding="utf-8"))
    data["edition"] = edition
    data["players"] = data["players"][:players]
    for player, name in zip(data["players"], names, strict=False):
        player["name"] = name
    return data


def result(form: str, edition: str = "en", players: int = 4, names: tuple[str, ...] = ()) -> Result:
    return score(GameFile.from_dict(game(form, edition, players, names), DOCS))


def read(pdf: bytes, *options: str) -> str:
    command = ["pdftotext", *options, "-", "-"]
    return subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode()


def words(text: str) -> list[str]:
    return text.split()


def box(item: d.Text | d.Path) -> tuple[float, float, float, float]:
    """Left, top, right and bottom; for text the height of its capitals."""
    if isinstance(item, d.Path):
        xs = [at[i] for _, at in item.commands for i in range(0, len(at), 2)]
        ys = [at[i] for _, at in item.commands for i in range(1, len(at), 2)]
        return min(xs), min(ys), max(xs), max(ys)
    x, y = item.start
    if item.angle == 90:
        return x - item.size * 0.7, y - item.width, x, y
    return x, y - item.size * 0.7, x + item.width, y


def texts(drawing: d.Drawing) -> list[d.Text]:
    return [item for item in drawing.items if isinstance(item, d.Text)]


def contents() -> Iterator[tuple[str, FormContent]]:
    for edition in EDITION_KEYS:
        for form in ("B-7c", "S-42a"):
            yield f"{form} {edition}", filled(result(form, edition))
            yield f"{form} {edition} empty", empty(form, edition)
    for players in (1, 2, 3, 4):
        yield f"{players} long names", filled(result("B-7c", "cs", players, LONG_NAMES))
        yield f"{players} players empty", empty("B-7c", "fr", players)
    yield "solo, long name", filled(result("S-42a", "fr", 1, LONG_NAMES[1:]))


CONTENTS = dict(contents())


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
@pytest.mark.parametrize("content", CONTENTS.values(), ids=list(CONTENTS))
class TestLayout:
    def test_everything_is_on_the_page(self, content: FormContent, style: Style) -> None:
        page = draw(content, style)
        for item in page.items:
            left, top, right, bottom = box(item)
            assert 0 < left < page.width, item
            assert 0 < top < page.height, item
            assert 0 < right < page.width, item
            assert 0 < bottom < page.height, item

    def test_no_text_covers_another(self, content: FormContent, style: Style) -> None:
        """All but the stamp, which lies over what it stamps."""
        level = [text for text in texts(draw(content, style)) if text.angle in (0, 90)]
        for one, other in itertools.combinations(level, 2):
            a, b = box(one), box(other)
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one.text, other.text)

    def test_only_names_are_ever_cut_short(self, content: FormContent, style: Style) -> None:
        cut = [text.text for text in texts(draw(content, style)) if text.text.endswith("…")]
        names = [column.name for column in content.columns]
        assert [text for text in cut if not any(text[:-1] in name for name in names)] == []

    def test_every_number_and_name_is_there(self, content: FormContent, style: Style) -> None:
        shown = [text.text for text in texts(draw(content, style))]
        for column in content.columns:
            expected = [*column.books.values(), *column.scores.values(), column.total]
            assert {text for text in expected if text} <= set(shown)
        for category in Category:
            assert content.edition.categories[category] in shown


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
class TestMarks:
    def marked(self, style: Style, form: str, colour: str, width: float) -> set[Category]:
        """The categories whose names lie within a line of that pen."""
        content = filled(result(form))
        page = draw(content, style)
        lines = [
            box(i) for i in page.items if isinstance(i, d.Path) and (i.stroke, i.width) == (colour, width)
        ]
        found = set()
        for category in Category:
            name = next(t for t in texts(page) if t.text == content.edition.categories[category])
            left, top, right, bottom = box(name)
            if any(x0 < left and y0 < top and right < x1 and bottom < y1 for x0, y0, x1, y1 in lines):
                found.add(category)
        return found

    def test_b2_the_prominent_row_is_circled(self, style: Style) -> None:
        assert self.marked(style, "B-7c", PEN, 0.55) == {Category.REFERENCE_TEXTS}
        assert self.marked(style, "S-42a", PEN, 0.55) == {Category.MONSTER_MANUALS}

    def test_b3_the_banned_row_is_in_a_zigzag(self, style: Style) -> None:
        assert self.marked(style, "B-7c", RED, 0.45) == {Category.CORRUPTED_CODICES}

    def test_an_empty_form_has_neither(self, style: Style) -> None:
        page = draw(empty("B-7c"), style)
        pens = {(item.stroke, item.width) for item in page.items if isinstance(item, d.Path)}
        assert not pens & {(PEN, 0.55), (RED, 0.45)}

    def test_the_stamp_is_under_the_winner(self, style: Style) -> None:
        page = draw(filled(result("B-7c")), style)
        stamps = [text for text in texts(page) if text.text == "GRAND LIBRARIAN"]
        eric, total = (next(t for t in texts(page) if t.text == text) for text in ("Eric", "55"))
        assert [round(stamp.x) for stamp in stamps] == [pytest.approx(eric.x, abs=2)]
        assert stamps[0].y > total.y

    def test_tied_winners_get_a_stamp_each_apart_from_each_other(self, style: Style) -> None:
        shared = result("B-7c")
        shared.winners, shared.decided_by = ["Eric", "Mona"], "shared"
        stamps = [text for text in texts(draw(filled(shared), style)) if text.text == "GRAND LIBRARIAN"]
        assert len(stamps) == 2
        assert stamps[0].x + stamps[0].width < stamps[1].x + stamps[1].width / 2

    def test_an_undecided_game_has_no_grand_librarian(self, style: Style) -> None:
        tied = result("B-7c")
        tied.winners, tied.decided_by = ["Eric", "Mona"], "reading"
        shown = [text.text for text in texts(draw(filled(tied), style))]
        assert shown.count("UNDER REVIEW") == 2
        assert "GRAND LIBRARIAN" not in shown

    def test_a_licence_is_granted_or_refused(self, style: Style) -> None:
        lost = result("S-42a").model_copy(update={"won": False})
        assert "LICENSE GRANTED" in [text.text for text in texts(draw(filled(result("S-42a")), style))]
        assert "LICENSE REFUSED" in [text.text for text in texts(draw(filled(lost), style))]


class TestEntries:
    def test_a1_counts_turned_cards_and_skips_the_library(self) -> None:
        """RULES 4: the public library skips A1 and B1."""
        player, library = filled(result("S-42a")).columns
        assert (player.a1, library.a1, library.scores["b1"]) == ("1", "–", "–")

    def test_a1_of_a_shelf_in_order_is_a_tick(self) -> None:
        data = game("S-42a")
        data["players"][0]["shelf"] = "A2 A4 B1"
        assert filled(score(GameFile.from_dict(data, DOCS))).columns[0].a1 == "✓"

    def test_counts_on_trust_are_not_ticked(self) -> None:
        assert {column.a1 for column in filled(result("B-7c")).columns} == {"–"}

    def test_golden_example(self) -> None:
        eric = filled(result("B-7c")).columns[1]
        assert list(eric.scores.values()) == ["12", "9", "−4", "18", "20"]
        assert eric.total == "55"


class TestPdf:
    @pytest.mark.parametrize("paper", PAPERS)
    @pytest.mark.parametrize("edition", EDITION_KEYS)
    @pytest.mark.parametrize("form", ["B-7c", "S-42a"])
    def test_pdftotext_finds_every_word_number_and_accent(self, form: str, edition: str, paper: str) -> None:
        content = filled(result(form, edition))
        found = read(to_pdf(content, paper=paper), "-raw")
        drawn = [text.text for text in texts(draw(content, PAPERS[paper]))]
        missing = set(words(" ".join(drawn))) - set(words(found))
        assert missing == set()

    def test_rows_can_be_copied_as_rows(self) -> None:
        found = read(to_pdf(result("B-7c", "fr")), "-raw")
        assert "Œuvres de Fiction 12 8 3 10\n" in found
        assert "−2 −4 −5 −9\n" in found
        assert "= Total de la section B 37 55 32 38\n" in found

    def test_fonts_are_embedded(self, tmp_path: Path) -> None:
        if shutil.which("pdffonts") is None:
            raise AssertionError("the form tests need pdffonts: install poppler-utils")
        file = tmp_path / "form.pdf"
        file.write_bytes(to_pdf(result("B-7c", "cs")))
        listed = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in listed.splitlines()[2:]]
        assert {row[0].split("+")[1] for row in rows} == {
            "OldStandardTT-Regular",
            "OldStandardTT-Italic",
            "OldStandardTT-Bold",
        }
        assert {row[-5] for row in rows} == {"yes"}  # the column "emb"

    @pytest.mark.parametrize(("paper", "size"), [("a4", "595.276 x 841.89"), ("letter", "612 x 792")])
    def test_one_page_of_the_paper(self, paper: str, size: str, tmp_path: Path) -> None:
        file = tmp_path / "form.pdf"
        file.write_bytes(to_pdf(result("B-7c"), paper=paper))
        told = subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
        assert re.search(rf"Pages: +1\n[\s\S]*Page size: +{size}", told)

    def test_same_result_same_bytes(self) -> None:
        assert to_pdf(result("B-7c")) == to_pdf(result("B-7c"))

    @pytest.mark.parametrize("edition", EDITION_KEYS)
    @pytest.mark.parametrize("form", ["B-7c", "S-42a"])
    def test_the_pdfs_in_docs_are_what_is_drawn_now(self, form: str, edition: str) -> None:
        """`python docs/forms/make.py` draws them anew."""
        pages = read((DOCS / f"{form}-{edition}.pdf").read_bytes(), "-raw").split("\f")
        now = [read(to_pdf(content), "-raw") for content in (result(form, edition), empty(form, edition))]
        assert [page + "\f" for page in pages[:2]] == now
        assert pages[2:] == [""]


class TestHtml:
    @pytest.mark.parametrize("edition", EDITION_KEYS)
    def test_has_every_text_as_text(self, edition: str) -> None:
        fragment = to_html(result("B-7c", edition))
        found = [html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", fragment)]
        assert found == [text.text for text in texts(draw(filled(result("B-7c", edition)), SCREEN))]

    def test_names_are_escaped(self) -> None:
        fragment = to_html(result("B-7c", names=("<script>1", 'Eve "&" Co')))
        assert "<script" not in fragment
        assert ">&lt;script&gt;1<" in fragment
        assert "Eve &quot;&amp;&quot; Co" in fragment

    def test_needs_nothing_from_elsewhere(self) -> None:
        fragment = to_html(result("S-42a"))
        assert set(re.findall(r"""(?:src|href|url)[=(]['"]?([a-z]+:[a-z/+0-9]+)""", fragment)) == {
            "data:font/woff2",
        }


class TestPng:
    @pytest.mark.parametrize(("paper", "size"), [("a4", (827, 1169)), ("letter", (850, 1100))])
    def test_is_a_page_of_paper_with_ink(self, paper: str, size: tuple[int, int]) -> None:
        picture = Image.open(io.BytesIO(to_png(result("B-7c"), paper=paper, dpi=100)))
        assert (picture.size, picture.mode) == (size, "RGB")
        assert picture.getpixel((2, 2)) == (0xF8, 0xF2, 0xE4)
        colours = picture.quantize(64).convert("RGB").getcolors()
        assert colours is not None
        assert any(sum(colour) < 140 for _, colour in colours if isinstance(colour, tuple))

    def test_the_winner_is_stamped_in_red(self) -> None:
        def red(won: Result) -> int:
            picture = Image.open(io.BytesIO(to_png(won, dpi=60)))
            lower = picture.crop((0, round(picture.height * 0.78), *picture.size))
            pixels = lower.tobytes()
            return sum(
                r > g + 70 and r > b + 70
                for r, g, b in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
            )

        stamped = result("B-7c")
        nobody = stamped.model_copy(update={"winners": []})
        assert red(stamped) > red(nobody) + 200


class TestForeignLetters:
    """Names in any script: a browser finds other fonts, paper has fonts for most (`test_lettering`)."""

    NAMES = ("李小龙", "🎲 Zoë", "Ελένη Παπαδοπούλου", "Дарья")

    def test_on_screen_they_stay(self) -> None:
        fragment = to_html(result("B-7c", names=self.NAMES))
        assert ">李小龙</text>" in fragment
        assert ">🎲 Zoë</text>" in fragment

    def test_on_paper_nothing_is_lost_unseen(self) -> None:
        found = words(read(to_pdf(result("B-7c", names=self.NAMES)), "-raw"))
        assert {"李小龙", "🎲", "Zoë", "Ελένη", "Παπαδοπούλου", "Дарья"} <= set(found)
        assert "□" not in "".join(found)


class TestRefusals:
    def test_unknown_paper(self) -> None:
        with pytest.raises(RefusedInput, match="no paper 'a5': choose one of a4, letter"):
            to_pdf(empty("B-7c"), paper="a5")

    def test_unknown_form(self) -> None:
        with pytest.raises(RefusedInput, match="no form 'B-8'"):
            empty("B-8")

    def test_too_many_players(self) -> None:
        with pytest.raises(RefusedInput, match="5 columns"):
            empty("B-7c", players=5)

    def test_unknown_edition(self) -> None:
        with pytest.raises(RefusedInput, match="xx"):
            to_html(result("B-7c"), "xx")


class TestText:
    @pytest.mark.parametrize("face", ["Regular", "Italic", "Bold"])
    def test_the_fonts_have_every_letter_of_every_edition(self, face: Face, tmp_path: Path) -> None:
        file = tmp_path / "font.ttf"
        file.write_bytes(d.font_file(face))
        glyphs = TTFontFile(str(file)).charToGlyph
        for edition in EDITION_KEYS:
            said = load_edition(edition).model_dump_json()
            missing = {char for char in said + said.upper() if ord(char) not in glyphs and char.isprintable()}
            assert missing == set(), edition

    def test_wrapped_keeps_every_word_and_the_room(self) -> None:
        text = "Eric wins with 55 points. " * 4
        lines = d.wrapped(text, 4, "Italic", 60)
        assert " ".join(lines).split() == text.split()
        assert all(d.measure(line, 4, "Italic") <= 60 for line in lines)

    def test_fitted_shrinks_then_cuts(self) -> None:
        assert d.fitted("Eric", 4, "Regular", 60) == ("Eric", 4)
        text, size = d.fitted("Corrupted Codices", 4, "Regular", 25)
        assert (text, size < 4) == ("Corrupted Codices", True)
        cut, _ = d.fitted("Corrupted Codices", 4, "Regular", 12)
        assert cut.endswith("…")
        assert d.measure(cut, 4 * 0.62, "Regular") <= 12

    def test_split_evenly(self) -> None:
        assert d.split_evenly("Ada", 3, "Italic") == ["Ada"]
        assert d.split_evenly("Anna-Lena Maria", 2, "Italic") == ["Anna-Lena", "Maria"]
        assert d.split_evenly("Anna-Lena Maria", 3, "Italic") == ["Anna-", "Lena", "Maria"]
