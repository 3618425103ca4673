"""Numbers compared with known typefaces."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.banner import read
from vision.banner.typefaces import TYPEFACES, Typefaces, number_likelihoods, number_typefaces
from vision.probability import log_softmax, unit
from vision.strips.marks import Marks
from vision.synth.look.fonts import DATA, FAMILIES_HELD_OUT, is_held_out


def numbers(*probable: dict[int, float]) -> Floats:
    """Log-probabilities of numbers; all numbers not given share the rest."""
    rows = [[one.get(value, (1 - sum(one.values())) / 12) for value in range(1, 15)] for one in probable]
    return np.asarray(log_softmax(np.log(np.array(rows))), np.float64)


def told_by(order: Floats, look: Floats, faces: tuple[Typefaces, Typefaces] | None = None) -> Floats:
    """What typefaces say of orders where no count is seen."""
    unseen = np.zeros((len(order), (faces or number_typefaces())[1].offset.size))
    return number_likelihoods(order, order, look, unseen, faces)[0]


def as_set(order: Floats, look: Floats, faces: Typefaces) -> Floats:
    """The orders with the likelihoods of typefaces added."""
    return log_softmax(order + told_by(order, look, (faces, faces)))


def made_up(rng: np.random.Generator, count: int = 4, length: int = 6, sharpness: float = 12.0) -> Typefaces:
    looks = unit(rng.normal(size=(14, count, length)).astype(np.float32))
    names = tuple(f"{number}.ttf" for number in range(count))
    return Typefaces(
        names,
        looks,
        np.eye(length, dtype=np.float32),
        np.zeros(length, np.float32),
        sharpness,
        TYPEFACES.neutral,
    )


def slowly(order: Floats, look: Floats, faces: Typefaces) -> Floats:
    """The same in plain loops: each order of each card in each typeface."""
    n, count = len(order), len(faces.names)
    table = np.zeros(count + 1)
    by_face = np.zeros((count + 1, n, 14))
    for face in range(count):
        probability = TYPEFACES.prior / count
        for card in range(n):
            for value in range(14):
                cosine = float(look[card] @ faces.looks[value, face])
                by_face[face, card, value] = np.exp(
                    order[card, value] + faces.sharpness * (cosine - TYPEFACES.neutral)
                )
            probability *= by_face[face, card].sum()
            by_face[face, card] /= by_face[face, card].sum()
        table[face] = probability
    table[count], by_face[count] = 1 - TYPEFACES.prior, np.exp(order)
    mixed = np.einsum("t,tnv->nv", table / table.sum(), by_face)
    return np.asarray(np.log(mixed / mixed.sum(axis=1, keepdims=True)))


@given(seed=st.integers(0, 10**6), cards=st.integers(1, 4), count=st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_a_table_is_a_mixture_over_typefaces_and_no_typeface(seed: int, cards: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    faces = made_up(rng, count)
    order = np.log(rng.dirichlet(np.full(14, 0.5), cards) + 1e-6)
    order -= np.log(np.exp(order).sum(axis=1, keepdims=True))
    look = unit(rng.normal(size=(cards, 6)).astype(np.float32)).astype(np.float64)
    if order.max(axis=1).min() > np.log(TYPEFACES.certain):
        return
    assert as_set(order, look, faces) == pytest.approx(slowly(order, look, faces), abs=2e-3)


def looks_of(faces: Typefaces, face: int, values: list[int]) -> Floats:
    some = faces.looks[[value - 1 for value in values], face].astype(np.float64)
    return some / np.linalg.norm(some, axis=1, keepdims=True)


def test_a_table_like_no_known_typeface_stays_as_it_was_read() -> None:
    rng = np.random.default_rng(7)
    own = numbers(*({value: 0.9} for value in range(2, 9)), {1: 0.3, 7: 0.65})
    strange = unit(rng.normal(size=(8, number_typefaces()[0].offset.size)).astype(np.float32))
    told = log_softmax(own + told_by(own, strange.astype(np.float64)))
    assert told == pytest.approx(own, abs=0.05)


def test_a_clear_table_asks_no_typeface_and_unseen_numbers_stay() -> None:
    faces = made_up(np.random.default_rng(1))
    clear, look = numbers({1: 0.9999}, {9: 0.9999}), looks_of(faces, 0, [2, 8])
    assert as_set(clear, look, faces) == pytest.approx(clear)
    doubtful = numbers({1: 0.6}, {9: 0.6})
    assert as_set(doubtful, np.zeros((2, 6)), faces) == pytest.approx(doubtful)
    look[1] = 0
    told = as_set(doubtful, look, faces)
    assert told[1] == pytest.approx(doubtful[1])
    assert told[0] != pytest.approx(doubtful[0], abs=1e-3)


def test_clear_counts_tell_the_typeface_of_an_order() -> None:
    """A 1 with a long flag is read as 4; the counts beside it show the typeface."""
    for_order, for_of = number_typefaces()
    assert for_order.names == for_of.names
    face = for_order.names.index("LiberationSans-Regular.ttf")
    own = numbers({1: 0.3, 4: 0.65}, {2: 0.97}, {3: 0.97})
    of = numbers({8: 0.97}, {6: 0.97}, {9: 0.97})
    looks = [
        unit(each.looks[which, face].astype(np.float64)).reshape(len(which), -1)
        for each, which in ((for_order, [0, 1, 2]), (for_of, [7, 5, 8]))
    ]
    more, of_more = number_likelihoods(own, of, looks[0], looks[1])
    told = log_softmax(own + more)
    assert (told.argmax(axis=1) + 1).tolist() == [1, 2, 3]
    assert (log_softmax(of + of_more).argmax(axis=1) + 1).tolist() == [8, 6, 9]
    alone = log_softmax(own + number_likelihoods(own, of, looks[0], np.zeros_like(looks[1]))[0])
    assert alone[0, 0] < told[0, 0]


def test_an_impossible_number_stays_impossible() -> None:
    """A table may rule a number out more strongly than any look speaks for it."""
    for_order, for_of = number_typefaces()
    rng = np.random.default_rng(5)
    own = numbers(*({4: 0.9},) * 6)
    own[:, 12:] = -200.0
    looks = [unit(rng.normal(size=(6, each.offset.size))) for each in (for_order, for_of)]
    more = number_likelihoods(own, own, looks[0], looks[1])[0]
    assert np.isfinite(more).all()
    assert log_softmax(own + more)[:, 12:].max() < -100


def test_no_typeface_held_out_is_known() -> None:
    families = json.loads((DATA / "fonts.json").read_text(encoding="utf-8"))
    held_out = {
        file for name, files in families.items() for file in files if is_held_out(name, FAMILIES_HELD_OUT)
    }
    assert held_out
    for faces in number_typefaces():
        assert len(faces.names) > 3000
        assert not held_out & set(faces.names)


@pytest.mark.parametrize("doubtful", [True, False])
def test_all_numbers_get_looks_where_one_is_doubtful(doubtful: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, int] = {}

    def run(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        asked.setdefault(name, len(pictures))
        answers = np.zeros((len(pictures), 26 if "letter" in name else 14), np.float32)
        answers[:, 3] = 20
        if name == "number_reader" and doubtful:
            answers[0, 3] = 8.5
        features = np.ones((len(pictures), 96), np.float32)
        return [answers, features] if "letter" in name else [answers, answers, features, features]

    monkeypatch.setattr(read.networks, "run", run)
    box = np.tile(np.array([1, 60, 40, 30, 40], np.float32), (5, 1))
    strips = np.zeros((5, 152, 344, 3), np.uint8)
    looks = read.read_banners(strips, Marks(np.zeros((5, 8, 5), np.float32), box, box)).looks
    assert looks is not None
    for look in looks:
        assert np.linalg.norm(look, axis=1) == pytest.approx([float(doubtful)] * 5)
    assert asked.get("second_number_reader") == (5 if doubtful else None)
