"""The reader's way from drawn strips to ONNX, in small: train a few steps, go on, export, compare."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest
import torch

from vision.icons.books import HEIGHT as BOOKS_HEIGHT
from vision.icons.books import WIDTH as BOOKS_WIDTH
from vision.strips import marks as finder
from vision.train.reader import batches, nets, pool, restyle
from vision.train.reader import train as reader
from vision.train.reader.strips import print_look


@pytest.fixture(scope="module")
def batch() -> batches.Batch:
    rng = np.random.default_rng(1)
    return batches.make_batch([print_look(seed, False, cards=3) for seed in range(1, batches.LOOKS + 1)], rng)


def test_a_batch_holds_what_the_networks_expect(batch: batches.Batch) -> None:
    strips = batches.LOOKS * batches.STRIPS
    assert batch.letters.shape == (strips, 40, 40, 3)
    assert batch.numbers.shape == (strips, 56, 96, 3)
    assert batch.legends.shape == (batches.LOOKS * 6, nets.ICON_SIZE, nets.ICON_SIZE, 3)
    assert batch.finder.shape[1:3] == (finder.VIEW_HEIGHT, finder.VIEW_WIDTH)
    assert batch.heat.shape == (len(batch.finder), 8, *batches.PLACES)
    assert (batch.labels >= 0).all()
    assert (batch.labels < [26, 14, 14]).all()
    assert (batch.labels[:, 1] <= batch.labels[:, 2]).all(), "an order above its count"


def test_a_batch_is_seen_thrice_with_others_between(batch: batches.Batch) -> None:
    drawn = [replace(batch, labels=batch.labels + 100 * number) for number in range(30)]
    shown = batches.repeated(iter(drawn).__next__)
    both = [next(shown) for _ in range(60)]
    seen = [int(each.labels.min() // 100) for each, _ in both]
    assert set(seen) == set(range(max(seen) + 1))
    assert [again for _, again in both] == [number in seen[:at] for at, number in enumerate(seen)]
    for number in range(3):
        first, *others = (at for at, each in enumerate(seen) if each == number)
        assert len(others) == batches.USES - 1
        assert others[0] - first > batches.REPLAY


def test_views_are_drawn_alone_where_the_finder_learns_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = print_look(1, False, cards=2)
    monkeypatch.setattr(batches, "print_look", lambda *args, **more: printed)
    monkeypatch.setattr(batches, "COVERED", 0)
    monkeypatch.setattr(batches, "GLARED", 0)
    views = next(batches.view_batches(4))
    strips = batches.LOOKS * batches.STRIPS
    assert views.finder.shape == (strips + batches.LOOKS, finder.VIEW_HEIGHT, finder.VIEW_WIDTH, 3)
    found = views.heat.max(axis=(2, 3)) == 1
    assert found[:, finder.ICON].all(), "strips and category cards all have an icon"
    assert found[:, finder.LETTER].sum() == found[:, finder.NUMBER].sum() == strips


def test_what_is_seen_again_is_seen_otherwise() -> None:
    torch.manual_seed(1)
    letter = torch.full((200, 3, 40, 40), 220.0)
    letter[:, :, 8:32, 18:22] = torch.tensor([40.0, 60.0, 80.0])[:, None, None]
    for change in (restyle.recoloured, restyle.otherwise):
        seen = change(letter)
        assert seen.shape == letter.shape
        dark = (seen.mean(1)[:, 20, 20] < seen.mean(1)[:, 5, 5]).float().mean()
        assert dark == pytest.approx(1 - restyle.NEGATIVE, abs=0.12), "some are negatives"
    stroke = (restyle.otherwise(letter) - 130).abs().flatten(1)
    assert stroke.std(0).max() > 10, "each its own way"
    assert torch.equal(letter[0, :, 20, 20], torch.tensor([40.0, 60.0, 80.0])), "what is kept stays as it is"


def test_a_pool_gives_rows_of_all_it_keeps() -> None:
    kept: pool.Pool[batches.Views] = pool.Pool(capacity=3)
    for number in range(5):
        rows = np.full((4, 3), number)
        kept.add(batches.Views(rows.astype(np.uint8), rows.astype(np.float32)))
    assert len(kept) == 3
    some = kept.some(300, np.random.default_rng(1))
    assert np.array_equal(some.finder, some.heat), "a row's pictures and truth belong together"
    assert set(some.heat[:, 0]) == {2, 3, 4}, "the first made room for later ones"


def test_a_run_learns_of_all_drawn_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "FIRST", 1)
    before = reader.Reader().state_dict()
    reader.keep_weights(before, tmp_path / "before.pt")
    only = ("number",)
    model = reader.train(
        tmp_path / "run", 2, weights=tmp_path / "before.pt", only=only, together=8, measured=0
    )
    changed = {
        name.split(".")[0]
        for name, value in model.state_dict().items()
        if not torch.allclose(value.float(), before[name].float(), atol=2e-3)
    }
    assert changed == set(only)


def test_what_is_far_around_says_nothing_at_first() -> None:
    around = nets.Around(8).eval()
    assert not around(torch.rand(2, 8, 19, 43)).any()
    torch.nn.init.ones_(around.back.weight)
    near = torch.zeros(1, 8, 19, 43)
    far = near.clone()
    far[..., 9, 26] = 9.0
    assert not torch.equal(around(near)[..., :4], around(far)[..., :4]), "it does not see so far"


def test_training_learns_a_single_batch(batch: batches.Batch) -> None:
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
    reader.keep_weights(before, kept)
    assert kept.stat().st_size < 0.25 * (tmp_path / reader.CHECKPOINT).stat().st_size
    assert all(
        torch.allclose(before[name].float(), v.float(), atol=2e-3)
        for name, v in reader.load(kept).state_dict().items()
    )


def test_onnx_gives_what_the_networks_give(tmp_path: Path, batch: batches.Batch) -> None:
    torch.manual_seed(3)
    model = reader.Reader().eval()
    names = reader.export(model, tmp_path)
    networks = {
        "letter_reader.onnx": (model.letter, batch.letters),
        "number_reader.onnx": (model.number, batch.numbers),
        "strip_finder.onnx": (model.finder, batch.finder),
        "book_reader.onnx": (model.books, np.zeros((3, BOOKS_HEIGHT, BOOKS_WIDTH, 3), np.uint8)),
        "icon_encoder.onnx": (model.encoder, batch.icons),
    }
    assert names == list(networks)
    for name, (net, seen) in networks.items():
        pictures = model.tensor(seen)
        session = ort.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"])
        got = session.run(None, {"pictures": pictures.numpy()})
        with torch.no_grad():
            expected = net(pictures)
        for ours, theirs in zip(got, expected if isinstance(expected, tuple) else (expected,), strict=True):
            np.testing.assert_allclose(ours, theirs.numpy(), atol=2e-3, rtol=1e-3)


def test_the_finders_target_is_read_back_as_the_marks_it_was_made_of() -> None:
    boxes = {
        finder.ICON: np.array([90.0, 41.0, 17.0, 17.0], np.float32),
        finder.LETTER: np.array([21.0, 30.0, 14.0, 22.0], np.float32),
        finder.NUMBER: np.array([46.0, 33.0, 30.0, 9.0], np.float32),
    }
    heat = batches.heat_target(list(boxes.items()))
    for which, box in boxes.items():
        row, column = np.unravel_index(heat[which].argmax(), batches.PLACES)
        dx, dy, width, height, weight = heat[3:, row, column]
        back = np.array([column + dx, row + dy, np.exp(width), np.exp(height)]) * finder.CELL_SIDE
        np.testing.assert_allclose(back, box, rtol=1e-4)
        assert weight == 1


def test_an_icon_that_hardly_shows_may_be_found_or_not() -> None:
    box = np.array([150.0, 41.0, 17.0, 17.0], np.float32)
    heat = batches.heat_target([], hidden=[(finder.ICON, box)])
    row, column = int(box[1] / finder.CELL_SIDE), int(box[0] / finder.CELL_SIDE)
    assert 0.9 < heat[finder.ICON, row, column] < 1
    assert not heat[3:].any()  # no place and no size is learned of it
    shown = batches.heat_target([(finder.ICON, box)], hidden=[(finder.ICON, box)])
    assert shown[finder.ICON, row, column] == shown[7, row, column] == 1


def test_weights_that_fit_are_kept_and_the_others_start_anew(tmp_path: Path) -> None:
    model = reader.Reader()
    weights = model.state_dict()
    changed = {name: value for name, value in weights.items() if not name.startswith("letter.head")}
    changed["number.place"] = torch.zeros(1, 2, 3, 4)
    torch.save({"model": changed}, tmp_path / "weights.pt")
    again = reader.started(tmp_path / "weights.pt").state_dict()
    assert torch.equal(again["encoder.out.weight"], weights["encoder.out.weight"])
    assert again["number.place"].shape == weights["number.place"].shape


def test_banners_alone_are_drawn_with_what_the_readers_are_to_say(batch: batches.Batch) -> None:
    banners = next(batches.banner_batches(4))
    assert banners.letters.shape == batch.letters.shape
    assert banners.numbers.shape == batch.numbers.shape
    assert banners.labels.shape == batch.labels.shape
    assert (banners.labels[:, 1] <= banners.labels[:, 2]).all()
    assert banners.letters.std(axis=(1, 2, 3)).min() > 1, "something is to be seen"
