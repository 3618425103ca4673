"""A large JSON file is refused soon: its signs are counted, and not looked at where there are too many."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import files
from scorer.archive import ArchiveError
from scorer.files import parse_json
from scorer.limits import ARCHIVE, Limit

PIECES = ["\\\\", "\\u0000", "\\ud83d", "\\uDE00", "\\u00e9", "a", "0000", "ud83d", '\\"', "0e000", "9" * 41]


@given(st.lists(st.sampled_from(PIECES), max_size=6))
def test_a_text_is_what_json_says_or_refused(pieces: list[str]) -> None:
    raw = json.dumps([7])[:-1] + ', "' + "".join(pieces) + '"]'
    value = json.loads(raw)
    if "\0" in value[1] or any(0xD800 <= ord(sign) < 0xE000 for sign in value[1]):
        with pytest.raises(ArchiveError, match="which no text has"):
            parse_json(raw.encode(), "a file", ARCHIVE, ArchiveError)
    else:
        assert parse_json(raw.encode(), "a file", ARCHIVE, ArchiveError) == value


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param('["' + "\\uD83D\\ude00" * 250_001 + '"]', id="halves of letters"),
        pytest.param('["' + "\\u0000" * 500_001 + '"]', id="null characters"),
        pytest.param("[" + "1," * 500_001 + "1e400]", id="numbers beside one that is too large"),
        pytest.param("[" + "1," * 500_001 + "9" * 41 + "]", id="numbers beside one that is too long"),
    ],
)
def test_what_takes_long_to_look_at_is_refused_by_its_count(
    raw: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for look in ("no_text", "_whole_number", "_number"):
        monkeypatch.setattr(files, look, lambda _: pytest.fail("it was looked at"))
    with pytest.raises(ArchiveError, match="holds far too much"):
        parse_json(raw.encode(), "a file", ARCHIVE, ArchiveError)


def test_texts_with_long_numbers_take_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of games look like these."""
    monkeypatch.setattr(files, "_whole_number", lambda _: pytest.fail("a number was looked at"))
    raw = json.dumps({"id": "a3e123f0", "key": "0e000", "text": "x" + "9" * 50, "n": 7}).encode()
    assert parse_json(raw, "a file", Limit(1), ArchiveError)["n"] == 7
