"""What the tests of the strips share."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.cards import Deck
from vision.synth.samples import house_look
from vision.train.strips import StripSample, printed, strip_sample

STRIPS = 30


@pytest.fixture(scope="session")
def samples() -> list[StripSample]:
    """Strips of the house deck as a camera sees them, each with its truth."""
    look = printed(house_look(), Deck.house().cards[::5][:STRIPS])
    rng = np.random.default_rng(9)
    return [strip_sample(look, rng, which, 0.8) for which in range(STRIPS)]
