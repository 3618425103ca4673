"""Puts networks into whole numbers of eight bits: a third to two thirds of the time, a quarter of the size.

What a network sees of drawn scenes of training looks sets the range of each layer (Jacob et al., Quantization
and Training of Neural Networks, CVPR 2018). Weights keep seven of the eight bits: processors without VNNI add
up pairs of products in sixteen, which more would overflow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import onnx
import typer
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.detect.detections import STRIP
from vision.detect.detector import Detector
from vision.detect.edges import EdgeRefiner
from vision.networks.files import FOLDER, list_model, model_path
from vision.networks.sessions import opened
from vision.photo.pyramid import Pyramid
from vision.synth.scene.scenes import make_scene
from vision.train.reader.batches import Batch, batches
from vision.train.reader.covers import book_batches

Pictures = NDArray[np.uint8] | NDArray[np.float32]

#: How many scenes, and how many batches of 64, set the ranges; no other set has their seeds.
SCENES, BATCHES, SEED = 25, 8, 5_000_000
SCENE_SIZE = (1600, 1200)


@dataclass(frozen=True)
class Plan:
    """How a network is quantised to whole numbers.

    ``kinds``: the ONNX operators that are quantised. ``kept``: a pattern of the names of nodes that stay as
    they are, because their range is too wide or they are the answer. ``seen``: the inputs of the network at a
    path. ``percentile``: the share of a layer's numbers within its range, None for all; the few numbers
    beyond count as its end, and the rest get finer steps.
    """

    kinds: Sequence[str]
    seen: Callable[[Path], Iterator[Pictures]]
    kept: str = "$^"
    percentile: float | None = None


def seen_by_detector(path: Path) -> Iterator[Pictures]:
    """The detector's inputs on scenes: all its passes. ``path``: its file."""
    detector, shown = Detector(path), list[Pictures]()
    run = detector.run

    def noted(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(picture[None])
        return run(picture)

    detector.run = noted  # type: ignore[method-assign]
    for seed in range(SEED, SEED + SCENES):
        detector.detect(make_scene(seed, size=SCENE_SIZE, careful=seed % 2 == 0).image)
    return iter(shown)


def seen_by_edges(path: Path) -> Iterator[Pictures]:
    """The edge network's inputs on the same scenes: the sides of all detections. ``path``: its file."""
    refiner, shown = EdgeRefiner(path), list[Pictures]()
    run = refiner.run

    def noted(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(patches)
        return run(patches)

    refiner.run = noted  # type: ignore[method-assign]
    detector = Detector(model_path("card_detector.onnx"))
    for seed in range(SEED, SEED + SCENES):
        photo = make_scene(seed, size=SCENE_SIZE, careful=seed % 2 == 0).image
        found = detector.detect(photo)
        refiner.refine(Pyramid(photo), found.corners, found.kind == STRIP)
    return iter(shown)


def seen_by_reader(part: Callable[[Batch], NDArray[np.uint8]]) -> Callable[[Path], Iterator[Pictures]]:
    """The inputs of a network of the reader: this ``part`` of batches."""

    def seen(_: Path) -> Iterator[Pictures]:
        drawn = batches(SEED)
        for _number in range(BATCHES):
            yield np.ascontiguousarray(part(next(drawn)).transpose(0, 3, 1, 2), np.float32)

    return seen


def seen_by_books(_: Path) -> Iterator[Pictures]:
    """The book reader's inputs: whole cards."""
    drawn = book_batches(SEED)
    for _number in range(BATCHES):
        yield np.ascontiguousarray(next(drawn).books.transpose(0, 3, 1, 2), np.float32)


_READER = ("Conv", "Relu", "Add", "Gemm")
PLANS = {
    "card_detector": Plan(
        ("Conv", "Sigmoid", "Mul", "Add", "Concat", "MaxPool", "Resize", "Split"),
        seen_by_detector,
        # the first layer, the last layer of each branch, and the steps to boxes and corners
        r"/model\.0/|/model\.22/(cv\d\.\d/cv\d\.\d\.2/|dfl|[A-Z])",
    ),
    # its first two layers and its answer stay: it measures hundredths of the picture's side
    "card_edges": Plan(("Conv",), seen_by_edges, r"/features/features\.[01]/"),
    # its first two layers and its answer stay: their range is wide
    "strip_finder": Plan(
        ("Conv",),
        seen_by_reader(lambda batch: batch.finder),
        r"/features/features\.[01]/|/out/",
        percentile=99.99,
    ),
    "letter_reader": Plan(_READER, seen_by_reader(lambda batch: batch.letters)),
    "number_reader": Plan(_READER, seen_by_reader(lambda batch: batch.numbers)),
    "book_reader": Plan(_READER, seen_by_books),
    "icon_encoder": Plan(_READER, seen_by_reader(lambda batch: np.concatenate([batch.icons, batch.legends]))),
}


class _Shown(CalibrationDataReader):  # type: ignore[misc]
    """Gives onnxruntime one picture after the other."""

    def __init__(self, name: str, seen: Iterator[Pictures]) -> None:
        self._name, self._seen = name, seen

    def get_next(self) -> dict[str, Pictures] | None:
        shown = next(self._seen, None)
        return None if shown is None else {self._name: shown}


def quantise(path: Path, plan: Plan) -> bool:
    """Puts the ONNX file at ``path`` into whole numbers, in its place; False where it is in them already."""
    model = onnx.load(path)
    if any(node.op_type == "QuantizeLinear" for node in model.graph.node):
        return False
    with TemporaryDirectory() as place:
        ready, done = Path(place) / "ready.onnx", Path(place) / "done.onnx"
        quant_pre_process(path, ready, skip_symbolic_shape=True)
        names = [node.name for node in onnx.load(ready).graph.node]
        method, options = CalibrationMethod.MinMax, dict[str, float]()
        if plan.percentile is not None:
            method, options = CalibrationMethod.Percentile, {"CalibPercentile": plan.percentile}
        quantize_static(
            ready, done, _Shown(opened(path).get_inputs()[0].name, plan.seen(path)),
            quant_format=QuantFormat.QDQ, op_types_to_quantize=list(plan.kinds), per_channel=True,
            reduce_range=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            nodes_to_exclude=[name for name in names if re.match(plan.kept, name)],
            calibrate_method=method, extra_options=options,
        )  # fmt: skip
        path.write_bytes(done.read_bytes())
    return True


def command(
    names: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(PLANS)}: all.")] = None,
    folder: Annotated[Path, typer.Option(help="Where the models are.")] = FOLDER,
) -> None:
    """Puts exported networks into whole numbers of eight bits, in their place, and lists their sha256."""
    for name in names or PLANS:
        file = f"{name}.onnx"
        if quantise(folder / file, PLANS[name]):
            list_model(file, folder)
            typer.echo(f"{file} is in whole numbers.")
        else:
            typer.echo(f"{file} was in whole numbers already.")
