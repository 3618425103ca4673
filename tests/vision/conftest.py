"""What the tests of reading share."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from scorer.cards import Deck
from tests.vision.looks import invented_look
from vision.train.reader.strips import StripSample, printed, strip_sample

STRIPS = 30


@pytest.fixture(scope="session")
def samples() -> list[StripSample]:
    """Strips of the house deck as a camera sees them, each with its truth."""
    look = printed(invented_look(), Deck.house().cards[::5][:STRIPS])
    rng = np.random.default_rng(9)
    return [strip_sample(look, rng, which, 0.8) for which in range(STRIPS)]


@pytest.fixture
def drawn_anew() -> Iterator[None]:
    """What this test draws, with whatever it changes, is drawn for it and kept for no other."""
    _forget_what_is_drawn()
    yield
    _forget_what_is_drawn()


def _forget_what_is_drawn() -> None:
    """Nothing drawn, and no choice of fonts, is kept from before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("vision.synth."):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
