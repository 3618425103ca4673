"""Typefaces: drawn plainly, photographed, and learned to be told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vision.banner.crops import NUMBER_INK, NUMBER_SIZE
from vision.banner.typefaces import FILE, Typefaces
from vision.networks.files import checksums
from vision.reading import ORDERS
from vision.synth.look import fonts
from vision.train.__main__ import app
from vision.train.reader import typefaces

FEW = 12  #: typefaces at most, of different families


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A few fonts, as if there were no others: Pillow's own alone where none is installed."""
    files = [group[0] for group in fonts.text_fonts(held_out=False)][:FEW]
    monkeypatch.setattr(fonts, "text_fonts", lambda held_out: tuple((file,) for file in files))
    return files


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


def test_typefaces_are_learned_from_photographs(few: list[str], tmp_path: Path) -> None:
    """Of a typeface's numbers most are nearer to their own plain look than to any other's."""
    drawn = tmp_path / "drawn.npz"
    for arguments in (
        ["draw", str(drawn), "--count", "40", "--seed", "5"],
        ["fit", str(drawn), "--steps", "60", "--folder", str(tmp_path)],
    ):
        result = CliRunner().invoke(app, ["typefaces", *arguments])
        assert result.exit_code == 0, result.output
    assert checksums(tmp_path).keys() == {FILE}
    with np.load(drawn) as file:
        seen = {name: file[name] for name in file.files}
    for head, answer in enumerate(typefaces.ANSWERS):
        with np.load(tmp_path / FILE) as file:
            known = Typefaces.of(file, answer)
        assert set(known.names) <= set(few)
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
