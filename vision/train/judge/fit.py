"""Fits the judge's trees with LightGBM, and writes them as ONNX."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import onnx
from onnx import helper

from vision.common.arrays import Bools, Floats
from vision.detect.detections import FACE_DOWN, FACE_UP, NOTHING, OUTCOMES
from vision.train.judge.gather import Rows

#: How trees are grown: small trees and slow steps, for mistakes are rare.
GROWTH: dict[str, Any] = {
    "objective": "multiclass",
    "num_class": len(OUTCOMES),
    "learning_rate": 0.045,
    "num_leaves": 8,
    "max_depth": 7,
    "min_data_in_leaf": 20,
    "min_sum_hessian_in_leaf": 1e-2,
    "lambda_l2": 5,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "num_threads": 1,
    "seed": 9,
    "verbose": -1,
}
#: Rounds of a tree for each outcome.
ROUNDS = 350


def fit(rows: Rows, rounds: int = ROUNDS) -> lightgbm.Booster:
    """The trees that tell the outcomes of the rows."""
    data = lightgbm.Dataset(rows.evidence, rows.outcome, weight=rows.weight)
    return lightgbm.train(GROWTH, data, rounds)


def export(booster: lightgbm.Booster, path: Path) -> None:
    """Writes the trees as ONNX: from ``rows`` [n, columns], NaN where not measured, to ``belief`` [n, 5]."""
    nodes: list[tuple[int, int, int, str, float, int, int, int]] = []
    leaves: list[tuple[int, int, int, float]] = []
    trees = booster.dump_model()["tree_info"]
    for tree, root in enumerate(trees):
        count = 0

        def walk(node: dict[str, Any], tree: int = tree) -> int:
            nonlocal count
            here, count = count, count + 1
            if "leaf_value" in node:
                nodes.append((tree, here, 0, "LEAF", 0.0, 0, 0, 0))
                leaves.append((tree, here, tree % len(OUTCOMES), node["leaf_value"]))
                return here
            # where no NaN was seen in training, LightGBM takes NaN for 0
            left = node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0
            place = len(nodes)
            nodes.append(
                (tree, here, node["split_feature"], "BRANCH_LEQ", node["threshold"], 0, 0, int(left))
            )
            ways = walk(node["left_child"]), walk(node["right_child"])
            nodes[place] = (*nodes[place][:5], *ways, int(left))
            return here

        walk(root["tree_structure"])
    names = ("treeids", "nodeids", "featureids", "modes", "values", "truenodeids", "falsenodeids")
    of_nodes = dict(
        zip((*names, "missing_value_tracks_true"), map(list, zip(*nodes, strict=True)), strict=True)
    )
    of_leaves = zip(
        ("treeids", "nodeids", "ids", "weights"), map(list, zip(*leaves, strict=True)), strict=True
    )
    odds = helper.make_node(
        "TreeEnsembleRegressor",
        ["rows"],
        ["odds"],
        domain="ai.onnx.ml",
        n_targets=len(OUTCOMES),
        **{f"nodes_{name}": values for name, values in of_nodes.items()},
        **{f"target_{name}": values for name, values in of_leaves},
    )
    columns, real = booster.num_feature(), onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [odds, helper.make_node("Softmax", ["odds"], ["belief"], axis=1)],
        "judge",
        [helper.make_tensor_value_info("rows", real, ["n", columns])],
        [helper.make_tensor_value_info("belief", real, ["n", len(OUTCOMES)])],
    )
    versions = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]
    onnx.save(helper.make_model(graph, opset_imports=versions, ir_version=8), path)


def figures(belief: Floats, outcome: np.ndarray) -> dict[str, float]:
    """How good a judge is that believes this, [n, 5], of detections with these outcomes, [n]."""
    card, true = 1 - belief[:, NOTHING], outcome != NOTHING
    is_card: Bools = card >= 0.5
    sides = np.isin(outcome, (FACE_UP, FACE_DOWN)) & is_card
    other = (belief[:, FACE_UP] > belief[:, FACE_DOWN]) != (outcome == FACE_UP)
    sure = np.clip(np.where(true, card, 1 - card), 1e-4, 1)
    return {
        "detections": len(outcome),
        "missed": int((true & ~is_card).sum()),
        "too many": int((~true & is_card).sum()),
        "side wrong": int((sides & other).sum()),
        "log loss": round(float(-np.log(sure).mean()), 4),
    }
