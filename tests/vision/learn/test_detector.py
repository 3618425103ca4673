"""The detector fine-tuned on the owner's photos: kept if it is better, undone, and never half written."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.confirmed.corrections import ConfirmedPhoto, CorrectionStore
from vision.detect.detector import Detector
from vision.learn import detector as learn_detector
from vision.learn.detector import DetectorError, DetectorReport
from vision.learn.fit import Figure, Report
from vision.learn.pictures import jpeg
from vision.networks.files import FOLDER
from vision.pipeline import PhotoReader

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SAMPLE = FOLDER.parent / "samples" / "photos" / "ana.jpg"
BETTER = DetectorReport(3, 1, Figure(9, 2, 15), Figure(4, 4, 300), True)
WORSE = DetectorReport(3, 1, Figure(9, 9, 15), Figure(4, 6, 300), False)
FINE = DetectorReport(3, 1, Figure(0, 0, 15), None, False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> CorrectionStore:
    """Three confirmed photos."""
    kept = CorrectionStore(folder / "archive.db")
    square = [[(0, 0), (20, 0), (20, 30), (0, 30)]]
    picture = jpeg(np.full((96, 128, 3), 90, np.uint8))
    kept.record_photos(*(ConfirmedPhoto(str(n), picture, [0], square, NOON) for n in range(3)))
    return kept


def trainer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, report: DetectorReport | None, end: str = ""
) -> None:
    """A training that ends at once with ``report``, and gives the delivered detector as its own."""
    script = tmp_path / "trainer.py"
    script.write_text(
        f"""
import json, shutil, sys
from pathlib import Path
print("a library says hello")
*store, target = sys.argv[1:]
assert all(Path(each).is_file() for each in store)
print(json.dumps({{"step": "train", "share": 0.5}}), flush=True)
{end}
report = json.loads({json.dumps(json.dumps(asdict(report) if report else None))})
if report["kept"]:
    shutil.copy({str(FOLDER / "card_detector.onnx")!r}, target)
print(json.dumps({{"step": "report", "share": 1.0, "report": report}}))
"""
    )
    monkeypatch.setattr(learn_detector, "TRAINER", (str(script),))


def test_a_better_detector_is_kept_and_used(
    store: CorrectionStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / learn_detector.FILE
    assert learn_detector.learned_detector(path) is None
    trainer(tmp_path, monkeypatch, BETTER)
    told: list[tuple[str, float]] = []
    assert learn_detector.learn_detector(store, path, lambda *step: told.append(step)) == BETTER
    assert told == [("train", 0.5), ("report", 1.0)]
    assert learn_detector.detector_report(path) == BETTER
    mine = learn_detector.learned_detector(path)
    assert mine is not None
    photo = cv2.imread(str(SAMPLE), cv2.IMREAD_REDUCED_COLOR_2)
    assert photo is not None
    assert len(mine.detect(np.asarray(photo, np.uint8))) > 6

    def never() -> Detector:
        raise AssertionError("the delivered detector was asked")

    with monkeypatch.context() as patch:
        patch.setattr("vision.pipeline.Detector.default", never)
        assert PhotoReader(detector=mine).read(SAMPLE).shelves


def test_a_detector_that_is_not_better_is_not_kept(
    store: CorrectionStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / learn_detector.FILE
    for report in (BETTER, WORSE):
        trainer(tmp_path, monkeypatch, report)
        learn_detector.learn_detector(store, path)
    assert learn_detector.learned_detector(path) is None
    assert not path.exists()
    assert learn_detector.detector_report(path) == WORSE


def test_a_damaged_detector_or_a_detector_for_other_networks_is_not_used(
    store: CorrectionStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / learn_detector.FILE
    trainer(tmp_path, monkeypatch, BETTER)
    learn_detector.learn_detector(store, path)
    with monkeypatch.context() as patch:
        patch.setattr(learn_detector, "fingerprint", lambda networks: "of a later version")
        assert learn_detector.learned_detector(path) is None
    assert learn_detector.is_kept(path)
    path.write_bytes(path.read_bytes()[:-1])
    assert learn_detector.learned_detector(path) is None
    path.with_suffix(".json").write_text("{}")
    assert learn_detector.detector_report(path) is None


@pytest.mark.parametrize("end", ["raise MemoryError('no room')", "sys.exit()"])
def test_a_failed_training_is_refused_and_changes_nothing(
    end: str, store: CorrectionStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / learn_detector.FILE
    trainer(tmp_path, monkeypatch, BETTER)
    learn_detector.learn_detector(store, path)
    before = sorted(each.name for each in folder.iterdir())
    trainer(tmp_path, monkeypatch, BETTER, end)
    with pytest.raises(DetectorError, match="The detector could not be trained") as refused:
        learn_detector.learn_detector(store, path)
    assert "\n" not in str(refused.value)
    assert learn_detector.is_kept(path)
    assert sorted(each.name for each in folder.iterdir()) == before


def test_a_stopped_training_changes_nothing(
    store: CorrectionStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / learn_detector.FILE
    before = sorted(each.name for each in folder.iterdir())
    trainer(tmp_path, monkeypatch, BETTER, "import time\ntime.sleep(3600)")

    def stop(step: str, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_detector.learn_detector(store, path, stop)
    assert sorted(each.name for each in folder.iterdir()) == before


def test_too_few_photos_are_refused(folder: Path) -> None:
    with pytest.raises(DetectorError, match="There are 0 confirmed photos and the detector needs 2"):
        learn_detector.learn_detector(CorrectionStore(folder / "archive.db"), folder / learn_detector.FILE)


# --- the command


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning from strips, as if nothing were better."""
    report = Report(12, 3, Figure(0, 0, 36), Figure(0, 0, 80), None, False, False)
    monkeypatch.setattr("vision.learn.fit.learn", lambda *_: (None, report))


@pytest.mark.usefixtures("read", "store")
def test_without_the_extra_the_command_offers_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_detector, "can_train", lambda: False)
    said = CliRunner().invoke(app, ["learn"])
    assert said.exit_code == 0, said.stderr
    assert said.stdout.splitlines()[-1].startswith("The card detector can learn from your 3 photos too")
    assert "make train-env" in said.stdout
    document = json.loads(CliRunner().invoke(app, ["learn", "--json"]).stdout)
    assert document["detector"] is None
    CorrectionStore(folder / "archive.db").forget()
    said = CliRunner().invoke(app, ["learn"])
    assert said.exit_code == 0, said.stderr
    assert "detector" not in said.stdout


@pytest.mark.usefixtures("read", "store")
@pytest.mark.parametrize(
    ("report", "says"),
    [
        (BETTER, ["on 1 of your 3 photos, not trained on: 9 of 15", "2 after", "4 of 300 before", "Kept."]),
        (WORSE, ["9 after", "6 after", "Not kept: it was not better"]),
        (FINE, ["The card detector has nothing to learn: of 15 cards"]),
    ],
)
def test_with_the_extra_the_command_trains_and_prints_both_figures(
    report: DetectorReport, says: list[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_detector, "can_train", lambda: True)
    trainer(tmp_path, monkeypatch, report)
    said = CliRunner().invoke(app, ["learn"])
    assert said.exit_code == 0, said.stderr
    for part in says:
        assert part in said.stdout
    document = json.loads(CliRunner().invoke(app, ["learn", "--json"]).stdout)
    assert document["detector"]["kept"] == report.kept
    assert learn_detector.is_kept(folder / learn_detector.FILE) == report.kept
    assert CliRunner().invoke(app, ["learn", "--forget"]).exit_code == 0
    assert not list(folder.glob("card_detector*"))


def test_the_command_reads_with_the_learned_detector(
    store: CorrectionStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer(tmp_path, monkeypatch, BETTER)
    learn_detector.learn_detector(store, folder / learn_detector.FILE)
    given: list[Detector | None] = []
    real = PhotoReader.__init__

    def init(reader: PhotoReader, **options: object) -> None:
        given.append(options["detector"])  # type: ignore[arg-type]
        real(reader, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(PhotoReader, "__init__", init)
    said = CliRunner().invoke(app, ["read", str(SAMPLE), "--json"])
    assert said.exit_code == 0, said.stderr
    assert isinstance(given[0], Detector)
