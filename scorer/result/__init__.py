"""The filled-in form, its explanations, and advice on flips."""

from __future__ import annotations

from scorer.result.form import ColumnResult, Result, score

__all__ = [
    "ColumnResult",
    "Result",
    "score",
]
