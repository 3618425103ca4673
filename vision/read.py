"""Letter, order and count from strips, by the banner network."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import networks
from vision.rectify import BANNER_WIDTH

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

HIGHEST = 14  #: orders and counts that the network knows: 1 to this


@dataclass(frozen=True)
class BannerEvidence:
    """What the banners of ``n`` cards say, as natural logs of probabilities.

    ``letter`` is ``[n, 26]``; ``order`` and ``of`` are ``[n, 14]`` for 1 to 14.
    """

    letter: Floats
    order: Floats
    of: Floats


def read_banners(strips: Picture) -> BannerEvidence:
    """Reads strips as ``vision.rectify.strips`` cuts them, uint8 ``[n, 112, 260, 3]``."""
    if len(strips) == 0:
        return BannerEvidence(np.zeros((0, 26), np.float32), *(np.zeros((0, HIGHEST), np.float32),) * 2)
    letter, order, of = networks.run("banner_reader", strips[:, :, :BANNER_WIDTH])
    scales = networks.scales()
    return BannerEvidence(
        log_softmax(letter / scales.letter), log_softmax(order / scales.order), log_softmax(of / scales.of)
    )


def log_softmax(logits: Floats) -> Floats:
    """Natural logs of the probabilities along the last axis."""
    top = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(axis=-1, keepdims=True)), np.float32)
