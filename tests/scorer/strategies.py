"""Hypothesis strategies for shelves in notation."""

from __future__ import annotations

from hypothesis import strategies as st

LETTERS, CODES = "ABC", "CFHMRS"

cards = st.builds(
    "{}{}:{}".format, st.sampled_from(LETTERS), st.integers(1, 6), st.text(CODES, min_size=1, max_size=4)
)
#: Also the same card twice: the inspection must not trip over it.
tokens = st.one_of(
    cards, cards.map("{}+".format), st.just("."), st.just("#"), st.just("#+"), cards.map("#{}".format)
)


def shelves(most_columns: int = 6) -> st.SearchStrategy[str]:
    """Shelf notation of up to three rows, as ragged and full of gaps as it may come."""
    rows = st.lists(tokens, min_size=1, max_size=most_columns).map(" ".join)
    return st.lists(rows, min_size=1, max_size=3).map(" / ".join)
