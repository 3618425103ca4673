"""Names of every script are drawn with the letters that they are written with, joined and in order."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.forms import boxed_letters, lettering, to_pdf, to_png
from scorer.forms.lettering import NOTO, is_plain, missing
from scorer.gamefile import GameFile
from scorer.result import score
from tests.scorer.games import eric

FONTS = Path(lettering.__file__).parent / "fonts"
NAMES = {
    "Nguyễn Văn Bình": ["NotoSerif"],
    "Şükrü İğdır": ["OldStandard-Regular"],
    "Ελένη": ["OldStandard-Regular"],
    "Владимир": ["OldStandard-Regular"],
    "דוד": ["NotoSerifHebrew"],
    "محمد": ["NotoNaskhArabic"],
    "علی\u200cرضا": ["NotoNaskhArabic"],
    "ประยุทธ์": ["NotoSerifThai"],
    "नमस्ते": ["NotoSerifDevanagari"],
    "ශ්\u200dරී": ["NotoSerifSinhala"],
    "👩\u200d👩\u200d👧": ["NotoEmoji"],
    "Ana🦉": ["OldStandard-Regular", "NotoEmoji"],
}


@pytest.fixture
def no_machine_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "machine_fonts", lambda: ())
    lettering.lettering.cache_clear()


def drawn(name: str) -> Image.Image:
    return Image.open(io.BytesIO(to_png(score(GameFile.from_dict(eric(name=name))), dpi=100)))


def text_of(pdf: bytes) -> str:
    if not shutil.which("pdftotext"):
        pytest.skip("waits for the program pdftotext (package poppler-utils)")
    done = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True)
    marks = dict.fromkeys([0x202A, 0x202B, 0x202C, 0x200E, 0x200F])  # of direction, set by pdftotext
    return done.stdout.decode("utf-8").translate(marks)


@pytest.mark.usefixtures("no_machine_fonts")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_has_the_fonts_of_its_script(name: str) -> None:
    line = lettering.lettering(name, "Regular")
    assert list(dict.fromkeys(run.font.name for run in line.runs if run.text.strip())) == NAMES[name]
    assert missing(name) == ""
    assert all(run.outlines for run in line.runs if run.text.strip())
    assert line.width == pytest.approx(sum(run.width for run in line.runs))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_and_can_be_selected(name: str) -> None:
    blank = drawn("\u00b7")
    assert ImageChops.difference(drawn(name), blank).getbbox()
    said = text_of(to_pdf(score(GameFile.from_dict(eric(name=name)))))
    seen = "".join(char for char in name if char != "\u200c")
    assert seen.split()[0] in said or name.split()[0] in said or seen.replace("\u200d", "") in said
    assert "□" not in said


def outlines(text: str) -> int:
    return sum(len(run.outlines) for run in lettering.lettering(text, "Regular").runs)


@pytest.mark.parametrize("whole", ["محمد", "नमस्ते", "👩\u200d👩\u200d👧"])
def test_joined_letters_differ_from_letters_side_by_side(whole: str) -> None:
    assert outlines(whole) != sum(outlines(char) for char in whole if char != "\u200d")


def test_letters_that_run_from_the_right_stand_so() -> None:
    def standing(text: str) -> list[str]:
        return [part for run in lettering.lettering(text, "Regular").runs if (part := run.text.strip())]

    assert standing("אבג abc") == ["abc", "אבג"], "Latin letters that follow stand on the left"
    assert standing("abc אבג") == ["abc", "אבג"]
    assert standing("דוד לוי") == ["לוי", "דוד"]
    assert standing("דוד 12") == ["12", "דוד"]


def test_letters_with_holes_stay_open() -> None:
    """What a contour within another leaves out is not filled."""
    solid = drawn("●")
    ring = drawn("○")
    assert not is_plain("○", "Regular") or not missing("○")
    assert ImageChops.difference(solid, ring).getbbox()


@pytest.mark.usefixtures("no_machine_fonts")
def test_chinese_is_left_to_the_pdfs_reader_and_boxed_in_pictures(tmp_path: Path) -> None:
    result = score(GameFile.from_dict(eric(name="山田")))
    assert boxed_letters(result, in_pdf=True) == ""
    assert boxed_letters(result, in_pdf=False) == "山田"
    assert "山田" in text_of(to_pdf(result))
    assert b"/STSong-Light" in to_pdf(result)


@pytest.mark.usefixtures("no_machine_fonts")
def test_what_no_font_has_is_said(tmp_path: Path) -> None:
    path, png, pdf = tmp_path / "game.json", tmp_path / "form.png", tmp_path / "form.pdf"
    path.write_text(GameFile.from_dict(eric(name="山𓀀")).model_dump_json(exclude_none=True), encoding="utf-8")
    done = CliRunner().invoke(app, ["score", str(path), "--png", str(png), "--pdf", str(pdf)])
    assert done.exit_code == 0
    said = done.stderr.splitlines()
    assert said[0].startswith("No font here has 𓀀: boxes stand for them in form.pdf.")
    assert said[1].startswith("No font here has 山𓀀: boxes stand for them in form.png.")
    done = CliRunner().invoke(app, ["score", str(path), "--json"])
    assert done.stderr == ""


def test_a_font_of_the_machine_is_asked_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "Machine.ttf"
    file.write_bytes((FONTS / "NotoSerifThai.ttf").read_bytes())
    monkeypatch.setattr(lettering, "machine_fonts", lambda: (file,))
    lettering.lettering.cache_clear()
    assert [run.font.name for run in lettering.lettering("ปร", "Regular").runs] == ["NotoSerifThai"]
    monkeypatch.setattr(lettering, "NOTO", ())
    lettering._noto.cache_clear()
    lettering.lettering.cache_clear()
    try:
        assert [run.font.name for run in lettering.lettering("ปร", "Regular").runs] == ["Machine"]
    finally:
        lettering._noto.cache_clear()
        lettering.lettering.cache_clear()


def test_shipped_fonts_are_small_and_named() -> None:
    noto = [FONTS / f"{name}.ttf" for name in NOTO]
    assert sum(path.stat().st_size for path in noto) < 3_000_000
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "Noto" in licence
