"""The networks that find cards: training and measuring."""

from __future__ import annotations


def __getattr__(name: str) -> object:
    """``CardModel``: ``checkpoints/detector.pt`` was written when this package was one file."""
    if name != "CardModel":
        raise AttributeError(f"{__name__} has no {name}")
    from vision.train.detector.train import CardModel  # torch is loaded where it is needed

    return CardModel
