"""Fine-tunes the card detector on its owner's confirmed photos, without forgetting other decks.

``python -m vision.train.detector.finetune STORE TARGET``, as `vision.learn.detector` runs it. Training begins
with the delivered weights, and half of its pictures are drawn scenes of any look. Then the weights are moved
part of the way back, until general scenes are found as well as before (Wortsman et al. 2022). The result is
judged on photos that were not trained on, and on looks that no network was trained on.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict
from itertools import count, cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch

from scorer.confirmed.corrections import ConfirmedPhoto, CorrectionStore
from vision.detect.detections import CATEGORY
from vision.detect.detector import Detector
from vision.geometry.quads import overlap, widths
from vision.learn.detector import CHECKPOINT, DetectorReport, progress_line, with_delivered
from vision.learn.fit import Figure, Progress
from vision.learn.photos import CONFIRMED
from vision.learn.pictures import cards_of, pixels
from vision.synth.look.looks import make_look
from vision.synth.scene.scenes import Scene, make_scene
from vision.train.detector.dataset import ORDERLESS, Labelled, SceneStore
from vision.train.detector.measure import matched
from vision.train.detector.train import CardModel, export, load, train

#: How many general scenes are trained with, and how many of looks never trained on are tried; seeds and size.
TAUGHT, TRIED = 48, 32
TAUGHT_SEEDS, TRIED_SEEDS = 7_000_000, 7_500_000
SIZE = (1024, 768)
#: Epochs, the views of each, and the first learning rate.
EPOCHS, VIEWS, RATE = 5, 256, 4e-4
#: The first layers, which see edges and colours, stay as they are: few photos would spoil them for others.
FROZEN = 10
#: One photo in this many is held out to try the detector on.
HELD_OUT = 5
#: Shares of the change that are tried, the largest first.
SHARES = (1.0, 0.6, 0.35)
#: A gain of fewer cards, or of a smaller share of the errors, may be chance.
LEAST_CARDS, LEAST_GAIN = 2, 0.05
#: A card counts as wrong when its corners are this far off, in card widths.
OFF = 0.2


class _Tried(NamedTuple):
    """A detector with a share of the change, and how many cards it finds wrongly on photos and on scenes."""

    file: Path
    own: int
    general: int


def fine_tune(
    photos: Sequence[ConfirmedPhoto],
    target: Path,
    tell: Progress,
    *,
    scenes: tuple[int, int] = (TAUGHT, TRIED),
    epochs: int = EPOCHS,
    views: int = VIEWS,
    size: int = 448,
) -> DetectorReport:
    """Fine-tunes the delivered detector, and writes it as ONNX to ``target`` if it is better.

    Args:
        photos: at least two.
        tell: is told each step, and the share that is done before it, 0 to 1.
        scenes: how many general scenes are trained with, and how many are tried on.
        epochs: rounds of ``views``, each a square of ``size`` pixels.

    Raises:
        ModelError: a delivered network is missing or damaged.
    """
    tell("look at your photos", 0.0)
    before = Detector.default()
    own = [with_category_cards(photo, before) for photo in photos]
    taught, tried = split([wrong(before, each) for each in own])
    own_before = sum(wrong(before, own[i]) for i in tried)
    of_all = sum(len(own[i].corners) for i in tried)
    if own_before < LEAST_CARDS:
        return DetectorReport(len(own), len(tried), Figure(own_before, own_before, of_all), None, False)
    with tempfile.TemporaryDirectory(prefix="shelfmark-learn-") as name:
        folder = Path(name)
        mixture, general = drawn(folder, scenes, lambda share: tell("draw general scenes", 0.2 * share))
        mix(mixture, [own[i] for i in taught])
        last = train(
            mixture.folder, folder / "run", epochs=epochs, views=views, size=size, lr=RATE, seed=1,
            weights=CHECKPOINT, warmup=0.0, freeze=FROZEN, keep_statistics=True,
            told=lambda share: tell("train", 0.2 + 0.6 * share),
        )  # fmt: skip
        tell("try it", 0.8)
        general_before = sum(wrong(before, each) for each in general)
        found: list[_Tried] = []
        for number, share in enumerate(SHARES, 1):
            made = export_between(last, share, folder / f"{number}.onnx")
            after = with_delivered(made)
            errors = (sum(wrong(after, each) for each in some) for some in ([own[i] for i in tried], general))
            found.append(_Tried(made, *errors))
            tell("try it", 0.8 + 0.2 * number / len(SHARES))
        few = own_before - max(LEAST_CARDS, LEAST_GAIN * own_before)
        good = [each for each in found if each.own <= few and each.general <= general_before]
        # of shares that are as good the largest: photos yet to come ask for more than the few tried on
        best = min(good or found, key=lambda each: each.own)
        if good:
            shutil.copy(best.file, target)
    cards = sum(len(each.corners) for each in general)
    return DetectorReport(
        photos=len(own),
        held_out=len(tried),
        own=Figure(own_before, best.own, of_all),
        general=Figure(general_before, best.general, cards),
        kept=bool(good),
    )


# --- photos and scenes to train with and to try on


def with_category_cards(photo: ConfirmedPhoto, detector: Detector) -> Labelled:
    """The photo's cards, and the category cards beside them: they are cards too, but no player's."""
    picture = pixels(photo.picture)
    own_kinds, own = cards_of(photo)
    seen = detector.detect(picture)
    beside = seen.corners[seen.kind == CATEGORY]
    beside = beside[[not any(overlap(quad, card, CONFIRMED.overlap) for card in own) for quad in beside]]
    kinds = np.concatenate([own_kinds, np.full(len(beside), CATEGORY, np.int64)])
    return Labelled(picture, kinds, np.concatenate([own, beside]).astype(np.float32))


def split(errors: Sequence[int]) -> tuple[list[int], list[int]]:
    """Which photos to train with and which to try on, as indices of ``errors``: how much is wrong in each.

    The worst photo is trained with, the second worst tried on, and so on by fives: there is something to
    learn from and something to show it by.
    """
    worst_first = sorted(range(len(errors)), key=lambda i: -errors[i])
    tried = worst_first[1::HELD_OUT]
    return [i for i in worst_first if i not in tried], tried


def drawn(
    folder: Path, scenes: tuple[int, int], told: Callable[[float], None]
) -> tuple[SceneStore, list[Labelled]]:
    """Draws general scenes to train with, and scenes of looks never trained on to try the detector on.

    ``scenes``: how many of each. ``told`` the share that is drawn before each scene.
    """
    done = count()

    def taught(seed: int) -> Scene:
        told(next(done) / sum(scenes))
        return make_scene(seed, size=SIZE)

    def tried(seed: int) -> Scene:
        told(next(done) / sum(scenes))
        return unseen_scene(seed)

    SceneStore.write(folder / "taught", range(TAUGHT_SEEDS, TAUGHT_SEEDS + scenes[0]), taught)
    SceneStore.write(folder / "tried", range(TRIED_SEEDS, TRIED_SEEDS + scenes[1]), tried)
    store = SceneStore(folder / "tried")
    return SceneStore(folder / "taught"), [store.load(seed) for seed in store.seeds]


def unseen_scene(seed: int) -> Scene:
    """A careful photo in a look never trained on: hardly visible cards are found by chance only."""
    return make_scene(seed, look=make_look(10 * seed, held_out=True), size=SIZE, whole=True, careful=True)


def mix(store: SceneStore, own: Sequence[Labelled]) -> None:
    """Puts the owner's photos into the store, as often as there are scenes in it."""
    again = cycle(own)

    def photo(_: int) -> Any:  # the form that `SceneStore.write` takes
        each = next(again)
        objects = [
            SimpleNamespace(kind=kind, corners=corners, visible_fraction=1.0)
            for kind, corners in zip(each.kinds, each.corners, strict=True)
        ]
        return SimpleNamespace(image=each.image, objects=objects)

    SceneStore.write(store.folder, range(1, len(store) + 1), photo)


# --- which detector is better


def wrong(detector: Detector, scene: Labelled) -> int:
    """How many cards are missed, too many, of the wrong kind, or have their corners elsewhere (OFF)."""
    seen = detector.detect(scene.image)
    pairs, missed, extra = matched(scene, seen)
    size = widths(scene.corners)
    bad = 0
    for i, j in pairs:
        orders = range(4 if scene.kinds[i] in ORDERLESS else 1)
        apart = [scene.corners[i] - np.roll(seen.corners[j], k, axis=0) for k in orders]
        off = min(float(np.linalg.norm(each, axis=1).mean()) for each in apart)
        bad += int(scene.kinds[i] != seen.kind[j] or off > OFF * size[i])
    return len(missed) + len(extra) + bad


def between(before: CardModel, after: CardModel, share: float) -> CardModel:
    """The model ``share`` of the way from ``before`` to ``after``."""
    made, there = deepcopy(before), after.state_dict()
    made.load_state_dict(
        {
            name: torch.lerp(value, there[name], share) if value.is_floating_point() else value
            for name, value in before.state_dict().items()
        }
    )
    return made


def export_between(last: Path, share: float, target: Path) -> Path:
    """Writes a detector between the delivered one and the checkpoint ``last``, as ONNX to ``target``.

    ``share``: how far it lies towards ``last``. Returns ``target``; its checkpoint stays beside it.
    """
    made = between(load(CHECKPOINT), load(last), share)
    saved = torch.load(last, map_location="cpu", weights_only=False)
    checkpoint = target.with_suffix(".pt")
    torch.save(saved | {"ema": None, "model": made, "optimizer": None}, checkpoint)
    return export(checkpoint, target)


def main() -> None:
    *store, target = map(Path, sys.argv[1:])
    # Ultralytics' output must not come between the lines of progress
    told = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)
    cv2.setNumThreads(1)
    report = fine_tune(
        CorrectionStore(store[0] if store else None).photos(),
        target,
        lambda step, share: print(progress_line(step, share), file=told),
    )
    print(progress_line("report", 1.0, asdict(report)), file=told)


if __name__ == "__main__":
    main()
