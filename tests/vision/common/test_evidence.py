"""Evidence is weighed by what can be seen."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.common.evidence import Evidence
from vision.common.probability import log_softmax

N = 4


def seen(seed: int = 1) -> Evidence:
    """The evidence of four cards, with glyphs."""
    rng = np.random.default_rng(seed)

    def said(*shape: int) -> np.ndarray:
        return log_softmax(rng.normal(0, 4, (N, *shape)))

    glyphs = {f"{mark}_glyph": rng.normal(0, 1, (N, 5)) for mark in ("order", "of")}
    return Evidence(said(26), said(14), said(14), said(3), said(4, 6), **glyphs)


def hidden(**shares: list[float]) -> dict[str, np.ndarray]:
    none = {name: [0.0] * N for name in ("letter", "order", "of", "count", "icons")}
    return {name: np.array(values) for name, values in {**none, **shares}.items()}


def test_what_is_wholly_seen_stays_and_what_is_hidden_says_nothing() -> None:
    plain = seen()
    told = plain.weighed(hidden(letter=[0, 1, 0, 0], of=[0, 1, 0, 0], icons=[0, 0, 1, 0]))
    assert np.array_equal(told.letter[[0, 2, 3]], plain.letter[[0, 2, 3]])
    assert np.allclose(told.letter[1], -np.log(26))
    assert told.icons is not None
    assert np.allclose(told.icons[2], -np.log(6))
    assert told.of_glyph is not None
    assert not told.of_glyph[1].any()
    assert told.order_glyph is not None
    assert told.order_glyph.all()
    assert np.array_equal(told.order, plain.order)


@given(st.floats(0.01, 1), st.integers(0, 99))
def test_what_may_be_hidden_says_less_and_stays_a_probability(share: float, seed: int) -> None:
    plain = seen(seed)
    told = plain.weighed(hidden(order=[share] * N, count=[share] * N))
    for name in ("order", "count"):
        before, after = getattr(plain, name), getattr(told, name)
        assert np.allclose(np.exp(after).sum(axis=1), 1)
        assert (after.max(axis=1) <= before.max(axis=1) + 1e-9).all()
        assert np.exp(after.min()) >= share / before.shape[1] - 1e-9
    assert told.order_glyph is not None
    assert not told.order_glyph.any()
