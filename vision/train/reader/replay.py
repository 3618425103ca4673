"""Draws ``models/replay.npz``: general strips, on which `shelfmark learn` sees that nothing was forgotten.

``python -m vision.train.reader.replay`` draws them anew. They come from training looks, many of them, so
that the reader's figures on them stand for decks in general; torch is not needed.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from vision.adapt import REPLAY
from vision.networks.files import FOLDER
from vision.train.reader.strips import print_look, strip_sample

LOOKS, STRIPS = 80, 2  #: looks, and strips of each
SEED = 4_100_000
#: The least photo pixels for a pixel of the strip: the median of phones.
COARSEST = 0.55
QUALITY = 88


def draw(path: Path = FOLDER / REPLAY) -> None:
    """Writes the strips as JPEG with letter, order and count of each."""
    pictures, labels = [], []
    for number in track(range(LOOKS), "looks"):
        printed = print_look(SEED + number, False, cards=STRIPS + 1)
        rng = np.random.default_rng(SEED + number)
        for which in range(STRIPS):
            sample = strip_sample(printed, rng, which, COARSEST)
            jpeg = cv2.imencode(".jpg", sample.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
            pictures.append(np.asarray(jpeg, np.uint8).ravel())
            card = sample.card
            labels.append((ord(card.letter) - ord("A"), card.order - 1, (card.of or 1) - 1))
    np.savez(
        path,
        jpegs=np.concatenate(pictures),
        lengths=np.array([len(each) for each in pictures], np.int32),
        labels=np.array(labels, np.int16),
    )


if __name__ == "__main__":
    draw()
