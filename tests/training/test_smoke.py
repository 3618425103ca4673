"""The way from scenes to a model that the app runs, in small: draw, train a few steps, export, compare."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from vision.detect.detections import CATEGORY, FACE_DOWN, STRIP, Detections
from vision.detect.detector import Detector
from vision.detect.passes import whole_view
from vision.detect.verifier import CardVerifier, cutouts
from vision.networks.files import checkpoint_path, checksums, model_path
from vision.photo.pyramid import Pyramid
from vision.train.__main__ import app
from vision.train.detector import edges, verifier
from vision.train.detector.dataset import ANY_ORDER, CardViews, SceneStore
from vision.train.detector.train import CardTrainer, CornerLoss, export, keep, load, train

SCENES, SIDE = 32, 320


@pytest.fixture(scope="module", autouse=True)
def _two_threads() -> None:
    torch.set_num_threads(2)
    cv2.setNumThreads(1)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """32 scenes, drawn by the command that draws the training set."""
    folder = tmp_path_factory.mktemp("scenes")
    arguments = ["detector", "scenes", str(folder), "--count", str(SCENES), "--side", str(SIDE)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def checkpoint(scenes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The detector after a few steps of training."""
    return train(
        scenes, tmp_path_factory.mktemp("runs") / "run", epochs=3, views=32, batch=8, size=192, seed=3
    )


@pytest.mark.parametrize("mostly", ["piles", "legends", "backs"])
def test_scenes_of_a_mixture_are_drawn(mostly: str, tmp_path: Path) -> None:
    arguments = ["scenes", str(tmp_path), "--first", "4", "--count", "6", "--side", "256", "--mostly", mostly]
    assert CliRunner().invoke(app, ["detector", *arguments]).exit_code == 0
    store = SceneStore(tmp_path)
    kinds = [set(store.load(seed).kinds.tolist()) for seed in store.seeds]
    assert len(kinds) == 6
    if mostly == "legends":
        assert all(own == {CATEGORY} for own in kinds)
    elif mostly == "backs":
        down = [int(kind) == FACE_DOWN for seed in store.seeds for kind in store.load(seed).kinds]
        assert sum(down) > len(down) / 4
    else:
        assert any(STRIP in own for own in kinds)


def test_scenes_are_drawn_once(scenes: Path) -> None:
    store = SceneStore(scenes)
    assert len(store) == SCENES
    assert SceneStore.write(scenes, range(1, SCENES + 1), lambda seed: pytest.fail("drawn again")) == 0
    assert sum(len(store.load(seed).corners) for seed in store.seeds) > SCENES


def test_views_repeat_and_keep_their_labels_in_step(scenes: Path) -> None:
    views = CardViews(SceneStore(scenes), size=192, seed=5, count=12)
    batch = CardViews.collate_fn([views[i] for i in range(12)])
    again = CardViews.collate_fn([views[i] for i in range(12)])
    assert torch.equal(batch["img"], again["img"])
    assert batch["img"].shape == (12, 3, 192, 192)
    n = len(batch["cls"])
    assert n > 12
    assert batch["bboxes"].shape == (n, 4)
    assert batch["keypoints"].shape == (n, 4, 3)
    # a box is the frame around its corners, cut at the picture's edge
    low = batch["keypoints"][..., :2].amin(1).clamp(0, 1)
    high = batch["keypoints"][..., :2].amax(1).clamp(0, 1)
    assert torch.allclose(batch["bboxes"], torch.cat([(low + high) / 2, high - low], 1), atol=1e-5)
    free = batch["keypoints"][:, 0, 2] == ANY_ORDER
    assert torch.equal(free, torch.isin(batch["cls"][:, 0], torch.tensor([1.0, 3.0])))


def test_corner_loss_forgives_the_order_only_where_it_is_free() -> None:
    true = torch.tensor([[[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [4.0, 6.0, 1.0], [0.0, 6.0, 1.0]]])
    turned = true[..., :2].roll(2, dims=1)
    area, mask = torch.tensor([[24.0]]), torch.ones(1, 4)
    loss = CornerLoss()
    assert loss(true[..., :2], true, mask, area) < 0.01
    assert loss(turned, true, mask, area) > 1
    free = true.clone()
    free[..., 2] = ANY_ORDER
    assert loss(turned, free, mask, area) < 0.01
    near, far = (loss(true[..., :2] + off, true, mask, area) for off in (0.1, 0.4))
    assert far == pytest.approx(4 * float(near), rel=0.05)


def test_training_moves_the_weights_and_can_go_on(scenes: Path, checkpoint: Path) -> None:
    run = checkpoint.parent.parent
    rows = (run / "results.csv").read_text().strip().splitlines()
    assert len(rows) == 1 + 3
    losses = [float(row.split(",")[rows[0].split(",").index("train/pose_loss")]) for row in rows[1:]]
    assert losses[-1] < losses[0]
    more = train(scenes, run.parent / "more", epochs=1, views=16, batch=8, size=192, weights=checkpoint)
    assert more.exists()


def test_a_training_ends_with_its_time_and_sees_new_views_each_epoch(
    scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[torch.Tensor] = []
    step = CardTrainer.preprocess_batch

    def seen(trainer: CardTrainer, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        shown.append(batch["img"].float().mean((1, 2, 3)))
        return step(trainer, batch)

    monkeypatch.setattr(CardTrainer, "preprocess_batch", seen)
    run = tmp_path / "run"
    train(scenes, run, epochs=1, views=8, batch=8, size=192, workers=1, minutes=0.1)
    assert len((run / "results.csv").read_text().strip().splitlines()) > 2, "one epoch alone"
    # the views are made in another process, which must be told of each epoch
    assert not torch.isin(shown[0], shown[1]).any()


def test_an_interrupted_training_goes_on(
    scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = CardTrainer.begin_epoch

    def interrupt(trainer: CardTrainer) -> None:
        begin(trainer)
        if trainer.epoch == 2:
            raise KeyboardInterrupt

    run = tmp_path / "run"
    monkeypatch.setattr(CardTrainer, "begin_epoch", interrupt)
    with pytest.raises(KeyboardInterrupt):
        train(scenes, run, epochs=3, views=16, batch=8, size=192)
    monkeypatch.undo()
    assert torch.load(run / "weights" / "last.pt", weights_only=False)["epoch"] == 1
    last = train(scenes, run, epochs=3, views=16, batch=8, size=192, resume=True)
    assert torch.load(last, weights_only=False)["epoch"] == 2


def test_what_is_kept_to_train_on_from_is_weights_and_nothing_of_this_machine(
    checkpoint: Path, tmp_path: Path
) -> None:
    kept = keep(checkpoint, tmp_path / "kept.pt")
    before, after = load(checkpoint).state_dict(), load(kept).state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)
    assert kept.stat().st_size < checkpoint.stat().st_size / 3
    for file in (kept, checkpoint_path("detector.pt")):
        content = file.read_bytes()
        assert not any(path in content for path in (b"/tmp", b"/home", b"/work", b"last.pt"))


def test_the_exported_model_gives_the_same_corners(scenes: Path, checkpoint: Path, tmp_path: Path) -> None:
    target = export(checkpoint, tmp_path / "card_detector.onnx")
    model, detector = load(checkpoint), Detector(target)
    store = SceneStore(scenes)
    for seed in store.seeds[:4]:
        pyramid = Pyramid(store.load(seed).image)
        matrix, size = whole_view(pyramid)
        picture = pyramid.picture(matrix, size)
        planes = (
            torch.from_numpy(np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1)[None])).float() / 255
        )
        with torch.no_grad():
            expected = model(planes)[0].numpy()
        given = detector.run(picture)
        assert given.shape == expected[0, 4:].shape
        assert np.isfinite(given).all()
        assert np.abs(given[:4] - expected[0, 4:8]).max() < 1e-3
        # in pixels, of an input of 544
        assert np.abs(given[4:] - expected[0, 8:]).max() < 0.2


def test_a_second_look_is_learnt_and_exported(scenes: Path, tmp_path: Path) -> None:
    command = ["detector", "verifier", str(scenes), "--steps", "40", "--to", str(tmp_path)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    file = tmp_path / "card_verifier.onnx"
    assert list(checksums(tmp_path)) == [file.name]
    examples = verifier.gather(Detector.default(), scenes)
    assert 0 < examples.card.sum() < len(examples.card)
    store = SceneStore(scenes)
    cards, beside = [], []
    for seed in store.seeds:
        scene = store.load(seed)
        found = Detections.of(scene.corners, scene.kinds, np.ones(len(scene.corners)))
        nothing = verifier.empty_places(scene, found, np.random.default_rng(seed))
        looked = CardVerifier(file)
        pyramid = Pyramid(scene.image)
        cards.append(looked.log_odds(cutouts(pyramid, scene.corners)))
        beside.append(looked.log_odds(cutouts(pyramid, nothing)))
    assert np.concatenate(cards).mean() > np.concatenate(beside).mean()


def test_edges_are_learnt_and_exported(scenes: Path, tmp_path: Path) -> None:
    store, rng = SceneStore(scenes), np.random.default_rng(1)
    sides = next(edges.batches(store, rng, 64, pool=8))
    first = edges.EdgeNet()
    inputs, case, offsets = (torch.from_numpy(a) for a in (sides.patches, sides.case, sides.offsets))
    before = float(edges.laplace(first(inputs), case, offsets))
    checkpoint = edges.train(scenes, tmp_path / "edges.pt", steps=30, batch=64)
    trained = edges.EdgeNet()
    trained.load_state_dict(torch.load(checkpoint, weights_only=True)["net"])
    trained.eval()
    with torch.no_grad():
        expected = trained(inputs)
        assert float(edges.laplace(expected, case, offsets)) < before
    target = edges.export(checkpoint, tmp_path / "card_edges.onnx")
    import onnxruntime

    session = onnxruntime.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    assert np.abs(session.run(None, {"sides": sides.patches})[0] - expected.numpy()).max() < 1e-3


def test_the_export_command_lists_what_it_writes(checkpoint: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app, ["detector", "export", "--detector", str(checkpoint), "--folder", str(tmp_path)]
    )
    assert result.exit_code == 0, result.output
    assert set(checksums(tmp_path)) == {"card_detector.onnx"}
    assert model_path("card_detector.onnx", tmp_path).stat().st_size > 1_000_000
