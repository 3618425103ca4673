"""An adaptation to the owner's corrections: a small addition to the networks' answers.

The networks stay as they were delivered. For each of letter, order and count, a matrix weighs a network's
features of a card and its answer, and the result is added to the log-probabilities. The matrix is a ridge
regression of the corrected cards' errors towards zero (Hoerl and Kennard, 1970). General strips are learned
together with the corrected cards, so that other looks are not forgotten. The legend gets more pictures of
each category's icon.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from scorer.errors import phrase
from scorer.whole import write_whole
from vision.banner.read import BannerEvidence
from vision.common.arrays import Floats32, Picture
from vision.common.probability import log_softmax, unit
from vision.icons.legend import Legend
from vision.networks import files as models

#: The name of the adaptation's file in the data folder, and of the general strips' file among the models.
FILE, REPLAY = "adaptation.npz", "replay.npz"
HEADS = ("letter", "order", "of")
#: The networks that an adaptation is made for: it means nothing for other networks.
NETWORKS = (
    "strip_finder",
    "letter_reader",
    "number_reader",
    "icon_encoder",
)
#: The least log-probability of a feature; the weights in a saved adaptation rest on it.
LEAST_ANSWER = -12.0
#: What is raised where a file of arrays, which is a zip archive, is missing, damaged or another file.
UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError, RuntimeError, BadZipFile, zlib.error)


@dataclass(frozen=True)
class RidgeSettings:
    """How far a head keeps to its prior: to add nothing."""

    #: The prior's weight, in strips; the features of a strip have length 1.
    prior: float = 0.3
    #: The weight of a general strip; a strip of the owner's weighs 1.
    general: float = 0.5


RIDGE = RidgeSettings()


@dataclass(frozen=True)
class Head:
    """The addition to one network's answer.

    Features are centred on ``mean`` [f], divided by ``spread`` [f], brought to length 1 and multiplied by
    ``weights`` [f, values].
    """

    mean: Floats32
    spread: Floats32
    weights: Floats32

    def added(self, seen: Floats32) -> Floats32:
        """The addition to the log-probabilities, [n, values], for features ``seen`` [n, f]."""
        return standardised(seen, self.mean, self.spread) @ self.weights


@dataclass(frozen=True)
class Adaptation:
    """Everything that was learned from corrections.

    ``heads``: by name; empty where no head was better. ``icons``: for each category in RULES 1 order the unit
    vectors of its pictures, float32 [k, 48], k may be 0. ``pictures``: a picture of each category, uint8
    [32, 32, 3]. ``networks``: the `fingerprint` of the networks it was learned for.

    >>> axis = np.eye(6, 48, dtype=np.float32)
    >>> icons = tuple(axis[number : number + 1] for number in range(6))
    >>> pictures = tuple(np.zeros((32, 32, 3), np.uint8) for _ in range(6))
    >>> learned = Adaptation(icons=icons, pictures=pictures, networks=fingerprint())
    >>> path = getfixture("tmp_path") / FILE
    >>> learned.save(path)
    >>> again = Adaptation.load(path)
    >>> [len(vectors) for vectors in again.legend(None).vectors]
    [1, 1, 1, 1, 1, 1]
    """

    heads: Mapping[str, Head] = field(default_factory=dict)
    icons: tuple[Floats32, ...] = ()
    pictures: tuple[Picture, ...] = ()
    networks: str = ""

    def adapted(self, banners: BannerEvidence) -> BannerEvidence:
        """The evidence with the heads' additions."""

        def seen(name: str) -> Floats32:
            evidence: Floats32 = getattr(banners, name)
            if name not in self.heads or len(evidence) == 0:
                return evidence
            return log_softmax(evidence + self.heads[name].added(features(banners, name)))

        return replace(banners, letter=seen("letter"), order=seen("order"), of=seen("of"))

    def legend(self, given: Legend | None) -> Legend | None:
        """The ``given`` legend with more pictures; without it, a legend if all six icons were corrected."""
        if not any(map(len, self.icons)):
            return given
        if given is None:
            return Legend(self.icons, self.pictures) if all(map(len, self.icons)) else None
        more = zip(given.vectors, self.icons, strict=True)
        return Legend(tuple(np.concatenate([own, new]) for own, new in more), given.pictures)

    def save(self, path: str | Path) -> None:
        """Writes one file. Raises OSError."""
        arrays: dict[str, Any] = {"networks": np.array(self.networks)}
        for name, head in self.heads.items():
            arrays |= {f"{name}.{part}": getattr(head, part) for part in ("mean", "spread", "weights")}
        for number, (vectors, picture) in enumerate(zip(self.icons, self.pictures, strict=True)):
            arrays |= {f"icons.{number}": vectors, f"picture.{number}": picture}
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        held = BytesIO()
        np.savez_compressed(held, **arrays)
        write_whole(path, held.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> Adaptation | None:
        """Reads a file that `save` wrote; None if it is missing, damaged or made for other networks.

        Photos are then read as delivered.
        """
        try:
            file = _arrays(path)
            if str(file["networks"]) != fingerprint():
                return None
            heads = {
                name: Head(*(file[f"{name}.{part}"] for part in ("mean", "spread", "weights")))
                for name in HEADS
                if f"{name}.weights" in file
            }
            there = range(len(CATEGORIES) if "icons.0" in file else 0)
            icons = tuple(file[f"icons.{number}"] for number in there)
            pictures = tuple(file[f"picture.{number}"] for number in there)
        except UNREADABLE:
            return None
        return cls(heads, icons, pictures, fingerprint())


def _arrays(path: str | Path) -> dict[str, NDArray[Any]]:
    """The arrays of a file of numpy's, by name; raises what is in `UNREADABLE`."""
    with np.load(path, allow_pickle=False) as file:
        return dict(file)


def fingerprint() -> str:
    """A short hash of the listed checksums of `NETWORKS`."""
    sums = models.checksums()
    listed = " ".join(sums.get(f"{name}.onnx", "-") for name in NETWORKS)
    return hashlib.sha256(listed.encode()).hexdigest()[:16]


def features(banners: BannerEvidence, name: str) -> Floats32:
    """The features of letter, order or of, float32 [n, f]: the network's own, if given, and its answer."""
    answer = np.maximum(getattr(banners, name), LEAST_ANSWER)
    if banners.features is None:
        return np.asarray(answer, np.float32)
    return np.concatenate([banners.features[HEADS.index(name)], answer], axis=1)


def standardised(seen: Floats32, mean: Floats32, spread: Floats32) -> Floats32:
    """Features [n, f] in standard units, each row of length 1."""
    return np.asarray(unit((seen - mean) / spread), np.float32)


@dataclass(frozen=True)
class Examples:
    """Strips with their truth.

    ``banners``: the evidence of n strips. ``labels``: int [n, 3], letter, order - 1 and of - 1, each -1 where
    it is unknown.
    """

    banners: BannerEvidence
    labels: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, which: NDArray[Any] | slice) -> Examples:
        """Some of the strips."""
        seen = self.banners
        parts = None if seen.features is None else tuple(part[which] for part in seen.features)
        return Examples(
            BannerEvidence(seen.letter[which], seen.order[which], seen.of[which], parts), self.labels[which]
        )


def fit(own: Examples, general: Examples, gain: float) -> dict[str, Head]:
    """A head for each of letter, order and of, from the owner's cards and from general strips.

    ``gain``: how strongly an error is corrected, in nats; a larger gain trusts few corrections more.
    """
    out = {}
    for column, name in enumerate(HEADS):
        labelled = own.labels[:, column] >= 0
        mine, others = own[labelled], general
        reference = features(others.banners, name)
        mean, spread = reference.mean(axis=0), reference.std(axis=0) + 1e-2
        seen = np.concatenate(
            [standardised(features(mine.banners, name), mean, spread), standardised(reference, mean, spread)]
        )
        answers = np.concatenate([getattr(mine.banners, name), getattr(others.banners, name)])
        labels = np.concatenate([mine.labels[:, column], others.labels[:, column]])
        errors = np.eye(answers.shape[1])[labels] - np.exp(answers)
        weight = np.concatenate([np.ones(len(mine)), np.full(len(others), RIDGE.general)])[:, None]
        ridge = (seen * weight).T @ seen + RIDGE.prior * np.eye(seen.shape[1])
        weights = gain * np.linalg.solve(ridge, (seen * weight).T @ errors)
        out[name] = Head(mean, spread, weights.astype(np.float32))
    return out


def wrong(examples: Examples, heads: Mapping[str, Head]) -> NDArray[np.bool_]:
    """Whether each field of each strip is read wrongly, [n, 3]; a field without a label counts as right."""
    banners = Adaptation(heads).adapted(examples.banners)
    best = np.column_stack([getattr(banners, name).argmax(axis=1) for name in HEADS])
    return (best != examples.labels) & (examples.labels >= 0)


def log_loss(examples: Examples, heads: Mapping[str, Head]) -> float:
    """Minus the sum of the true values' log-probabilities: it falls too where an error gets smaller."""
    banners = Adaptation(heads).adapted(examples.banners)
    total = 0.0
    for column, name in enumerate(HEADS):
        labelled = np.flatnonzero(examples.labels[:, column] >= 0)
        values = getattr(banners, name)[labelled, examples.labels[labelled, column]]
        total -= float(np.maximum(values, LEAST_ANSWER).sum())
    return total


def replay_strips(path: Path | None = None) -> tuple[Picture, NDArray[np.int64]]:
    """The general strips that come with the models, uint8 [n, h, w, 3], and their labels [n, 3].

    Raises ModelError where they are missing.
    """
    path = path or models.FOLDER / REPLAY
    try:
        file = _arrays(path)
        ends = np.cumsum(file["lengths"])
        parts: Sequence[NDArray[np.uint8]] = np.split(file["jpegs"], ends[:-1])
        labels = file["labels"].astype(np.int64)
    except UNREADABLE as error:
        raise models.ModelError(
            phrase("The general strips {path} are missing: install the program again.", path=path)
        ) from error
    pictures = [np.asarray(cv2.imdecode(part, cv2.IMREAD_COLOR), np.uint8) for part in parts]
    return np.stack(pictures), labels
