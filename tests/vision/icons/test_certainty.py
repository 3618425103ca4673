"""How certain an icon's category is."""

from __future__ import annotations

import numpy as np
import pytest

from vision.icons.legend import icon_scale, table_scale


def test_a_table_of_like_icons_has_a_higher_scale() -> None:
    rng = np.random.default_rng(4)
    middles = rng.normal(0, 1, (6, 48))
    category = np.arange(60) % 6

    def sharp(spread: float, many: int = 60) -> float:
        icons = middles[category[:many]] + rng.normal(0, spread, (many, 48))
        return table_scale(
            (icons / np.linalg.norm(icons, axis=1, keepdims=True)).astype(np.float32), category[:many]
        )

    assert sharp(0.05) > 1.5 * sharp(0.3) > 2 * sharp(0.6)
    assert sharp(0.6, 6) == pytest.approx(sharp(0.05, 6)), "one of each tells nothing"


def test_an_icon_unlike_the_legend_has_a_low_scale() -> None:
    clear, washed_out = icon_scale(
        np.array([[0.95, 0.5, 0.4, 0.4, 0.3, 0.2], [0.6, 0.5, 0.4, 0.4, 0.3, 0.2]])
    )
    assert clear > 2 > 0.4 > washed_out
    assert (icon_scale(np.full((2, 6), -0.3)) == 0).all()
