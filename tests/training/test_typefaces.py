"""Typefaces: drawn plainly, photographed, and learned to be told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vision.banner.crops import LETTER_INK, LETTER_SIDE, NUMBER_INK, NUMBER_SIZE
from vision.banner.typefaces import LOWERCASE, Typefaces
from vision.networks.files import checksums
from vision.reading import ORDERS
from vision.synth.look import fonts
from vision.train.__main__ import app
from vision.train.reader import typefaces
from vision.train.reader.typefaces import COMPARED, What

FEW = 12  #: typefaces at most, of different families


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A few fonts, as if there were no others: Pillow's own alone where none is installed."""
    files = [group[0] for group in fonts.text_fonts(held_out=False)][:FEW]
    monkeypatch.setattr(fonts, "text_fonts", lambda held_out: tuple((file,) for file in files))
    return files


def test_a_plain_letter_stands_in_the_middle_as_large_as_those_cut_from_strips(few: list[str]) -> None:
    letters = typefaces.plain_letters(few[0])
    assert letters is not None
    assert letters.shape == (26, LETTER_SIDE, LETTER_SIDE, 3)
    for letter in letters:
        ys, xs = np.nonzero(letter[..., 0] < (typefaces.INK + typefaces.PAPER) / 2)
        assert max(np.ptp(xs), np.ptp(ys)) + 1 == pytest.approx(LETTER_INK, abs=2)
        assert (xs.min() + xs.max()) / 2 == pytest.approx((LETTER_SIDE - 1) / 2, abs=1)


def test_plain_numbers_show_every_order_and_every_count(few: list[str]) -> None:
    numbers = typefaces.plain_numbers(few[0])
    assert numbers is not None
    assert numbers.pictures.shape == (len(numbers.values), NUMBER_SIZE[1], NUMBER_SIZE[0], 3)
    assert (numbers.values[:, 0] <= numbers.values[:, 1]).all()
    for head in numbers.values.T:
        assert set(head.tolist()) == set(range(ORDERS))
    for number in numbers.pictures:
        ys, xs = np.nonzero(number[..., 0] < (typefaces.INK + typefaces.PAPER) / 2)
        full = np.array([np.ptp(xs) + 1, np.ptp(ys) + 1]) / NUMBER_INK
        assert full.max() == pytest.approx(1, abs=0.06)


@pytest.mark.parametrize("what", [What.LETTERS, What.NUMBERS])
def test_typefaces_are_learned_from_photographs(what: What, few: list[str], tmp_path: Path) -> None:
    """Of a typeface's letters or numbers most are nearer to their own plain look than to any other's."""
    drawn, how = tmp_path / "drawn.npz", COMPARED[what]
    for arguments in (
        ["draw", str(drawn), "--count", "40", "--seed", "5"],
        ["fit", str(drawn), "--steps", "60", "--folder", str(tmp_path)],
    ):
        result = CliRunner().invoke(app, ["typefaces", *arguments, "--what", what])
        assert result.exit_code == 0, result.output
    assert checksums(tmp_path).keys() == {how.file}
    with np.load(drawn) as file:
        seen = {name: file[name] for name in file.files}
    for head, answer in enumerate(how.answers):
        with np.load(tmp_path / how.file) as file:
            known = Typefaces.of(file, answer)
        assert {name.removesuffix(LOWERCASE) for name in known.names} <= set(few)
        cards = seen["truth"].shape[1]
        face = np.repeat([known.names.index(str(name)) for name in seen["typeface"]], cards)
        first, second = (seen[answer + each].astype(np.float32) for each in ("first", "second"))
        look = known.look(first.reshape(len(face), -1), second.reshape(len(face), -1))
        looks = known.of_some(np.arange(len(known.names)))
        nearest = np.einsum("nd,vtd->nvt", look, looks).reshape(len(face), -1).argmax(axis=1)
        value, which = np.divmod(nearest, len(known.names))
        right = value == seen["truth"][..., head].ravel()
        assert right.mean() > 0.8
        assert (right & (which == face)).mean() > 4 / FEW
