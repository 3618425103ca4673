"""The legend that everybody has: the printed game's six icons, in many drawings of our own."""

from __future__ import annotations

from functools import cache

from vision.icons.legend import Legend
from vision.networks.files import FOLDER

FILE = "printed_legend.json"


@cache
def printed_legend() -> Legend:
    """The printed game's icons, read once.

    >>> [len(vectors) > 10 for vectors in printed_legend().vectors]
    [True, True, True, True, True, True]

    Raises LegendError: the file is missing or no legend.
    """
    return Legend.load(FOLDER / FILE)
