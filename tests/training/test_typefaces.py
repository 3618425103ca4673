"""Typefaces: drawn plainly, photographed, and learned to be told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vision.models import checksums
from vision.read import LETTER_INK, LETTER_SIDE
from vision.synth import fonts
from vision.train import typefaces
from vision.train.__main__ import app
from vision.typefaces import FILE, SMALL, Typefaces

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


def test_typefaces_are_learned_from_photographed_letters(
    few: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a typeface's letters most are nearer to their own plain look than to any other's."""
    drawn = tmp_path / "drawn.npz"
    for arguments in (
        ["draw", str(drawn), "--count", "40", "--seed", "5"],
        ["fit", str(drawn), "--steps", "60", "--folder", str(tmp_path)],
    ):
        result = CliRunner().invoke(app, ["typefaces", *arguments])
        assert result.exit_code == 0, result.output
    with np.load(tmp_path / FILE) as file:
        known = Typefaces.of(file)
    assert checksums(tmp_path).keys() == {FILE}
    assert {name.removesuffix(SMALL) for name in known.names} <= set(few)
    with np.load(drawn) as file:
        cards = file["letter"].shape[1]
        face = np.repeat([known.names.index(str(name)) for name in file["font"]], cards)
        true, seen = file["letter"].ravel(), (file[name].astype(np.float32) for name in ("first", "second"))
        first, second = (each.reshape(len(face), -1) for each in seen)
    cosine = np.einsum(
        "nd,ltd->nlt", known.look(first, second), known.told((slice(None), np.arange(len(known.names))))
    )
    nearest = cosine.reshape(len(face), -1).argmax(axis=1)
    letter, which = np.divmod(nearest, len(known.names))
    assert (letter == true).mean() > 0.8
    assert ((letter == true) & (which == face)).mean() > 4 / FEW
