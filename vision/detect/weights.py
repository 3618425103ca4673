"""The weights of the evidence for a card.

Logistic regression fits them: ``python -m vision.train detector weigh`` and ``weigh-backs``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from scorer.whole import write_whole
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP
from vision.networks.files import FOLDER, list_model, model_path

FILE = "card_weights.json"
#: The number of terms of `vision.detect.score.evidence`, and of `vision.detect.score.back_evidence`.
TERMS, BACK_TERMS = 12, 6


@dataclass(frozen=True)
class CardWeights:
    """The weights of the evidence for a card, from ``models/card_weights.json``.

    Raises ValueError when a number of weights is not that of the terms.

    >>> len(CardWeights.default().face_up) == TERMS
    True
    """

    #: Weights of a card face up, for the terms of `vision.detect.score.evidence`.
    face_up: tuple[float, ...]
    #: Weights of a card face down by itself.
    face_down: tuple[float, ...]
    #: Weights of a strip, and of a category card.
    strip: tuple[float, ...]
    #: Weights of a card face down among others, for the terms of `vision.detect.score.back_evidence`.
    backs: tuple[float, ...]

    def __post_init__(self) -> None:
        lengths = [len(each) for each in (self.face_up, self.face_down, self.strip, self.backs)]
        if lengths != [TERMS, TERMS, TERMS, BACK_TERMS]:
            raise ValueError(f"Weights must be {TERMS} for each kind, and {BACK_TERMS} for backs.")

    @property
    def by_kind(self) -> Mapping[int, tuple[float, ...]]:
        """The weights of a find by itself, by its kind."""
        return {FACE_UP: self.face_up, FACE_DOWN: self.face_down, STRIP: self.strip, CATEGORY: self.strip}

    @staticmethod
    @cache
    def default() -> CardWeights:
        """The weights that come with the program."""
        return CardWeights.load(FOLDER)

    @staticmethod
    def load(folder: Path) -> CardWeights:
        """The weights in a folder of models.

        Raises ModelError when the file is missing or damaged.
        """
        values = json.loads(model_path(FILE, folder).read_text(encoding="utf-8"))
        return CardWeights(**{name: tuple(weights) for name, weights in values.items()})

    def save(self, folder: Path) -> None:
        """Writes the weights into a folder of models, and lists the file there."""
        text = json.dumps(asdict(self), indent=2) + "\n"
        write_whole(folder / FILE, text.encode("utf-8"))
        list_model(FILE, folder)
