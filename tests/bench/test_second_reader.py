"""The comparison with other readers: what their text is taken for, and what their word weighs."""

from __future__ import annotations

import numpy as np
import pytest

from bench.second_reader import ink, letter_in, number_in, weighed


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2/7", (2, 7)),
        (" 10 / 12\n", (10, 12)),
        ("3-6", (3, 6)),
        ("27", (2, 7)),
        ("217", (2, 7)),
        ("", (None, None)),
    ],
)
def test_numbers_are_read_from_text(text: str, number: tuple[int | None, int | None]) -> None:
    assert number_in(text) == number


def test_a_letter_is_read_from_text() -> None:
    assert letter_in("-e.") == "E"
    assert letter_in("4 ") is None


def test_ink_is_black_on_white_whatever_it_was() -> None:
    strip = np.full((152, 344, 3), 30, np.uint8)
    strip[40:80, 50:60] = 220  # light on dark
    for shown in (strip, 255 - strip):
        cut = ink(shown, np.array([1, 55, 60, 10, 40], np.float32))
        assert cut[0].min() == 255
        middle = cut[cut.shape[0] // 2, cut.shape[1] // 2]
        assert middle.max() == 0


def test_a_word_weighs_as_much_as_such_words_are_right() -> None:
    n, values = 40, 4
    true = np.arange(n) % values
    logs = np.log(np.full((n, values), 0.2))
    logs[np.arange(n), (true + 1) % values] = np.log(0.4)  # ours is wrong everywhere, and unsure
    doubt = np.ones(n, bool)
    assert (weighed(logs, true, true, doubt) == true).all()
    # of a word that is never right, one learns what it is not
    assert (weighed(logs, (true + 2) % values, true, doubt) == (true + 1) % values).all()
    # none is asked where ours is sure
    assert (weighed(logs, true, true, ~doubt) != true).all()
