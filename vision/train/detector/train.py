"""Trains the card detector with Ultralytics, from scratch, and exports it to ONNX.

It differs from Ultralytics' pose training. The corners are the product here, so they get another loss
(``CornerLoss``) and a wider branch (``CardModel``). Pictures come from ``CardViews`` instead of a folder of
labels. On a processor bfloat16 halves the time of a step.
"""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.utils
import torch
from torch import nn
from ultralytics import YOLO
from ultralytics.data.build import build_dataloader
from ultralytics.models.yolo.pose import PoseTrainer
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import v8PoseLoss
from ultralytics.utils.torch_utils import initialize_weights

from vision.train.detector.dataset import ANY_ORDER, CardViews, SceneStore
from vision.train.reader.nets import short_floats

CONFIG = Path(__file__).with_name("card_detector.yaml")
KINDS = {0: "face_up", 1: "face_down", 2: "strip", 3: "category"}
#: Width of the head's box, class and corner branches.
BRANCH = 48
ENDLESS = 10_000  #: epochs: more than any training has


class CornerLoss(nn.Module):  # type: ignore[misc]
    """Mean distance between found and true corners as a share of the box's size.

    Ultralytics' keypoint loss is made for people's joints: with its default spread a corner that is off by
    a tenth of a card costs almost nothing. A plain distance pulls equally hard at any distance.
    The corners of face-down and category cards may come in any of their four orders: often only the cards
    around show the right order.
    """

    def forward(
        self, found: torch.Tensor, true: torch.Tensor, mask: torch.Tensor, area: torch.Tensor
    ) -> torch.Tensor:
        """``found`` [n, 4, 2] and ``true`` [n, 4, 3] in grid cells, ``mask`` [n, 4] (unused), ``area`` [n,
        1] of the boxes.
        """
        orders = torch.stack([true[..., :2].roll(k, dims=1) for k in range(4)])
        squared = (found[None, ..., :2] - orders).pow(2).sum(-1)
        distances = (squared / area.clamp(min=1.0) + 1e-6).sqrt().mean(-1)
        free = true[:, 0, 2] == ANY_ORDER
        return torch.where(free, distances.min(0).values, distances[0]).mean()


class CardModel(PoseModel):  # type: ignore[misc]
    """A pose model with branches of equal width and the corner loss."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        head = self.model[-1]
        inputs = [branch[0].conv.in_channels for branch in head.cv2]

        def branches(outputs: int) -> nn.ModuleList:
            return nn.ModuleList(
                nn.Sequential(Conv(x, BRANCH, 3), Conv(BRANCH, BRANCH, 3), nn.Conv2d(BRANCH, outputs, 1))
                for x in inputs
            )

        head.cv2, head.cv3, head.cv4 = branches(4 * head.reg_max), branches(head.nc), branches(head.nk)
        initialize_weights(self)
        head.bias_init()

    def init_criterion(self) -> v8PoseLoss:
        """Ultralytics' pose loss with the corner loss in it."""
        criterion = v8PoseLoss(self)
        criterion.keypoint_loss = CornerLoss()
        return criterion

    def loss(self, batch: dict[str, Any], preds: Any = None) -> Any:
        """The loss in full precision, of a network's answer in bfloat16."""
        if preds is None:
            with short_floats(batch["img"].device.type):
                preds = self.forward(batch["img"].to(memory_format=torch.channels_last))
        full = {
            k: [x.float() for x in v] if isinstance(v, list) else v.float() if torch.is_tensor(v) else v
            for k, v in preds.items()
        }
        return super().loss(batch, full)


class CardTrainer(PoseTrainer):  # type: ignore[misc]
    """Ultralytics' trainer on a ``SceneStore``; figures are taken afterwards, on the whole detector
    (``measure``).
    """

    def __init__(self, overrides: dict[str, Any], views: int, workers: int) -> None:
        super().__init__(overrides=overrides)
        self.views, self.args.workers = views, workers
        self.add_callback("on_train_epoch_start", CardTrainer.begin_epoch)

    def begin_epoch(self) -> None:
        """New views, also of scenes drawn in the meantime."""
        dataset = self.train_loader.dataset
        dataset.epoch = self.epoch
        dataset.store.refresh()
        if self.args.workers:
            self.train_loader.reset()  # its processes still have the last epoch's views

    def get_dataset(self) -> dict[str, Any]:
        """Ultralytics' description of the data."""
        return {
            "train": self.args.data,
            "val": self.args.data,
            "nc": len(KINDS),
            "names": KINDS,
            "channels": 3,
            "kpt_shape": [4, 2],
        }

    def get_model(self, cfg: Any = None, weights: nn.Module | None = None, verbose: bool = True) -> CardModel:
        """A fresh ``CardModel``, or a ``CardModel`` with the ``weights`` of an earlier training."""
        model = CardModel(str(CONFIG), nc=len(KINDS), data_kpt_shape=(4, 2), verbose=verbose)
        if weights is not None:
            model.load(weights)
        return model.to(memory_format=torch.channels_last)

    def get_dataloader(
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> Any:
        """Random views of the scenes in the folder."""
        views = CardViews(SceneStore(Path(self.args.data)), self.args.imgsz, self.args.seed, self.views)
        return build_dataloader(
            views, batch_size, self.args.workers, mode == "train", -1, True, device=self.device
        )

    def get_validator(self) -> Any:
        """The validator is asked only for the names of its figures."""
        validator = super().get_validator()
        validator.args = copy(self.args)
        return validator

    def validate(self) -> tuple[dict[str, float], float]:
        """No figures on training views; the negative loss stands in for fitness, so that the best epoch is
        kept.
        """
        fitness = -float(sum(self.tloss.values())) if self.tloss else 0.0
        self.best_fitness: float | None
        if self.best_fitness is None or self.best_fitness < fitness:
            self.best_fitness = fitness
        return {}, fitness

    def final_eval(self) -> None:
        """Nothing: ``measure`` judges the exported detector."""


def train(
    scenes: Path,
    run: Path,
    *,
    epochs: int,
    views: int = 2000,
    batch: int = 16,
    size: int = 448,
    lr: float = 2e-3,
    seed: int = 0,
    weights: Path | None = None,
    resume: bool = False,
    device: str = "cpu",
    workers: int = 0,
    minutes: float | None = None,
) -> Path:
    """Trains on the scenes in a folder for ``epochs`` of ``views`` pictures, ``size`` square.

    Returns the path of the last checkpoint. ``run``: where checkpoints go. ``resume`` goes on from there;
    ``weights`` starts from another training's checkpoint. ``device``: "cpu" or a graphics card's number;
    ``workers``: processes that make its views. ``minutes``: how long to train, instead of ``epochs``.
    """
    last = run / "weights" / "last.pt"
    overrides: dict[str, Any] = {
        "model": str(last if resume else CONFIG), "data": str(scenes), "project": str(run.parent.resolve()),
        "name": run.name, "exist_ok": True, "epochs": epochs if minutes is None else ENDLESS,
        "time": None if minutes is None else minutes / 60, "batch": batch, "imgsz": size, "seed": seed,
        "device": device, "deterministic": device == "cpu", "amp": False, "nbs": batch, "optimizer": "AdamW",
        "lr0": lr, "lrf": 0.01, "cos_lr": True, "warmup_epochs": 0.5, "warmup_bias_lr": lr,
        "weight_decay": 0.001, "pose": 18.0, "kobj": 0.0, "val": False, "plots": False, "close_mosaic": 0,
        "workers": 0, "patience": ENDLESS, "resume": str(last) if resume else False,
    }  # fmt: skip
    if weights is not None:
        overrides["pretrained"] = str(weights)
    trainer = CardTrainer(overrides, views, workers)
    trainer.train()
    return last


def load(checkpoint: Path) -> CardModel:
    """The averaged weights of a checkpoint, in full precision, ready to run."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=False)
    model: CardModel = (saved.get("ema") or saved["model"]).float().eval()
    return model


def keep(checkpoint: Path, target: Path) -> Path:
    """Writes a checkpoint that a later training begins with: the averaged weights alone, in half precision.

    It holds no paths and no settings of the training.
    """
    model = load(checkpoint).half()
    model.yaml["yaml_file"] = CONFIG.name
    model.pt_path, model.args = None, {}
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"ema": model, "model": None}, target)
    return target


def export(checkpoint: Path, target: Path) -> Path:
    """Writes the checkpoint as ONNX: input uint8 [1, H, W, 3] BGR, any H and W that 32 divides.

    Output float32 [1, kinds + 8, n]: a score a kind, four corners in input pixels.
    """
    written = Path(
        YOLO(checkpoint).export(format="onnx", dynamic=True, simplify=True, imgsz=448, device="cpu", opset=17)
    )
    model = of_pictures(without_boxes(onnx.load(written)))
    written.unlink()  # beside the checkpoint, where the target may be
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, target)
    return target


def without_boxes(model: onnx.ModelProto) -> onnx.ModelProto:
    """An exported detector without its branch for boxes, which takes a quarter of its time.

    Boxes help it to learn; a card is found by its corners.
    """
    graph = model.graph
    (output,) = graph.output
    (joined,) = (node for node in graph.node if output.name in node.output)
    del joined.input[0]  # boxes, scores, corners
    output.type.tensor_type.shape.dim[1].dim_value -= 4
    return onnx.utils.Extractor(model).extract_model([graph.input[0].name], [output.name])


def of_pictures(model: onnx.ModelProto) -> onnx.ModelProto:
    """An exported detector that takes pictures as they are, uint8 [1, H, W, 3] BGR, and not RGB planes of 0
    to 1: its first layer sees to that.
    """
    graph = model.graph
    (planes,) = graph.input
    (first,) = (node for node in graph.node if planes.name in node.input)
    (weight,) = (each for each in graph.initializer if each.name == first.input[1])
    scaled = onnx.numpy_helper.to_array(weight)[:, ::-1] / np.float32(255)
    weight.CopyFrom(onnx.numpy_helper.from_array(np.ascontiguousarray(scaled), weight.name))
    cast = onnx.helper.make_node("Cast", ["picture"], ["floats"], to=onnx.TensorProto.FLOAT)
    turn = onnx.helper.make_node("Transpose", ["floats"], [planes.name], perm=(0, 3, 1, 2))
    nodes = [cast, turn, *graph.node]
    del graph.node[:], graph.input[:]
    graph.node.extend(nodes)
    shape = (1, "height", "width", 3)
    graph.input.append(onnx.helper.make_tensor_value_info("picture", onnx.TensorProto.UINT8, shape))
    onnx.checker.check_model(model)
    return model
