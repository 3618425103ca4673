"""The reader's way from drawn strips to ONNX, in small: train a few steps, go on, export, compare."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest
import torch

from vision.train import nets, reader
from vision.train.strips import print_look


@pytest.fixture(scope="module")
def batch() -> reader.Batch:
    rng = np.random.default_rng(1)
    return reader.make_batch([print_look(seed, False, cards=3) for seed in range(1, reader.LOOKS + 1)], rng)


def test_a_batch_holds_what_the_networks_expect(batch: reader.Batch) -> None:
    strips = reader.LOOKS * reader.STRIPS
    assert batch.banners.shape == (strips, 112, 136, 3)
    assert batch.legends.shape == (reader.LOOKS * 6, nets.ICON_SIZE, nets.ICON_SIZE, 3)
    assert batch.finder.shape[1:3] == nets.FINDER_SIZE
    assert (batch.labels >= 0).all()
    assert (batch.labels < [26, 14, 14]).all()
    assert (batch.labels[:, 1] <= batch.labels[:, 2]).all(), "an order above its count"


def test_training_learns_a_single_batch(batch: reader.Batch) -> None:
    torch.manual_seed(0)
    model = reader.Reader()
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3)
    totals = []
    for _ in range(12):
        losses = model.losses(batch)
        optimiser.zero_grad()
        torch.stack(list(losses.values())).sum().backward()
        optimiser.step()
        totals.append(sum(float(v.detach()) for v in losses.values()))
    assert totals[-1] < 0.8 * totals[0]


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    reader.train(tmp_path, steps=2, minutes=10)
    state = torch.load(tmp_path / reader.CHECKPOINT)
    assert state["step"] == 2
    before = {
        name: value.clone() for name, value in reader.load(tmp_path / reader.CHECKPOINT).state_dict().items()
    }
    resumed = reader.train(tmp_path, steps=2, minutes=10)  # nothing is left to do
    assert all(torch.equal(before[name], value) for name, value in resumed.state_dict().items())
    kept = tmp_path / "kept" / "weights.pt"
    reader.keep_weights(tmp_path / reader.CHECKPOINT, kept)
    assert kept.stat().st_size < 0.25 * (tmp_path / reader.CHECKPOINT).stat().st_size
    assert all(
        torch.allclose(before[name].float(), v.float(), atol=2e-3)
        for name, v in reader.load(kept).state_dict().items()
    )


def test_onnx_gives_what_the_networks_give(tmp_path: Path, batch: reader.Batch) -> None:
    torch.manual_seed(3)
    model = reader.Reader().eval()
    names = reader.export(model, tmp_path)
    assert names == ["banner_reader.onnx", "icon_finder.onnx", "icon_encoder.onnx"]
    views = (reader.tensor(batch.banners), reader.tensor(batch.finder), reader.tensor(batch.icons))
    for name, net, pictures in zip(names, (model.banner, model.finder, model.encoder), views, strict=True):
        session = ort.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        got = session.run(None, {"pictures": pictures.numpy()})
        with torch.no_grad():
            expected = net(pictures)
        for ours, theirs in zip(got, expected if isinstance(expected, tuple) else (expected,), strict=True):
            np.testing.assert_allclose(ours, theirs.numpy(), atol=2e-3, rtol=1e-3)
