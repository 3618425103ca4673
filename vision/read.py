"""Letter, order and count from strips, by the banner network."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import networks
from vision.rectify import BANNER_WIDTH, HEIGHT

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

HIGHEST = 14  #: orders and counts that the network knows: 1 to this
#: Each banner is read three times, moved and zoomed a little (x, y in pixels, zoom): where the readings
#: differ, none is trusted alone. On single strips of held-out looks this reads 3 points more banners wholly
#: right than once.
VIEWS = ((0, 0, 1), (2, -3, 1.06), (-2, 1, 0.94))


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
    looks = [networks.run("banner_reader", _view(strips, *view)) for view in VIEWS]
    letter, order, of = (np.mean([log_softmax(look[k]) for look in looks], axis=0) for k in range(3))
    scales = networks.scales()
    return BannerEvidence(
        log_softmax(letter / scales.letter), log_softmax(order / scales.order), log_softmax(of / scales.of)
    )


def _view(strips: Picture, dx: float, dy: float, zoom: float) -> Picture:
    """The banners of strips, moved by ``dx`` and ``dy`` pixels and enlarged."""
    if (dx, dy, zoom) == (0, 0, 1):
        return strips[:, :, :BANNER_WIDTH]
    matrix = np.array([[zoom, 0, dx], [0, zoom, dy]], np.float64)
    out = np.empty((len(strips), HEIGHT, BANNER_WIDTH, 3), np.uint8)
    for view, strip in zip(out, strips, strict=True):
        cv2.warpAffine(strip, matrix, (BANNER_WIDTH, HEIGHT), view, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return out


def log_softmax(logits: Floats) -> Floats:
    """Natural logs of the probabilities along the last axis."""
    top = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(axis=-1, keepdims=True)), np.float32)
