"""Learning from corrections: an odd look gets easier, and other looks stay as they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from scorer.cards import CATEGORIES, BookCard, Category
from scorer.cli.main import app
from scorer.confirmed.corrections import Correction, CorrectionStore
from vision import adapt
from vision.adapt import Adaptation, Examples, features, fit, replay_strips, wrong
from vision.banner.read import BannerEvidence
from vision.common.arrays import Floats32
from vision.common.fields import ORDERS
from vision.common.probability import log_softmax
from vision.icons.encode import ICON_SIDE
from vision.icons.legend import Legend
from vision.learn import fit as learn
from vision.learn.fit import LEARNING, LearnError
from vision.strips.rectify import HEIGHT, WIDTH

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

ICONS = learn._icons  # kept here, as `drawn` replaces it
SIZES = {"letter": 26, "order": ORDERS, "of": ORDERS}


def evidence(rng: np.random.Generator, labels: NDArray[np.int64], odd: bool) -> BannerEvidence:
    """The networks' evidence of strips with these ``labels`` [n, 3].

    In an ``odd`` look every even letter and number is read as its neighbour. The features still tell them
    apart, by a mark that other looks do not have.
    """
    answers: dict[str, Floats32] = {}
    seen = []
    for column, (name, size) in enumerate(SIZES.items()):
        true = labels[:, column]
        taken = np.where(odd & (true % 2 == 0), true + 1, true)
        logits = rng.normal(0, 0.5, (len(true), size)).astype(np.float32)
        logits[np.arange(len(true)), taken] += 5
        logits[np.arange(len(true)), true] += 3 * (taken != true)
        answers[name] = log_softmax(logits)
        marks = rng.normal(0, 0.3, (len(true), 2 * size)).astype(np.float32)
        marks[np.arange(len(true)), true + size * odd] += 3
        seen.append(marks)
    return BannerEvidence(answers["letter"], answers["order"], answers["of"], tuple(seen))


def some_labels(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    return np.column_stack([rng.integers(0, size, n) for size in SIZES.values()])


def examples(seed: int, n: int, odd: bool) -> Examples:
    rng = np.random.default_rng(seed)
    labels = some_labels(rng, n)
    return Examples(evidence(rng, labels, odd), labels)


# --- the addition


def test_errors_of_a_hard_look_halve_and_general_strips_are_read_as_before() -> None:
    own, later, general = examples(1, 48, True), examples(2, 16, True), examples(3, 80, False)
    heads = fit(own, general[::2], 4.0)
    before, after = wrong(later, {}).sum(), wrong(later, heads).sum()
    assert before >= 12
    assert after <= before / 2
    rest = general[1::2]
    assert wrong(rest, heads).sum() <= wrong(rest, {}).sum()


def test_without_features_the_answers_alone_are_learned_from() -> None:
    own, later, general = examples(1, 48, True), examples(2, 16, True), examples(3, 80, False)

    def bare(some: Examples) -> Examples:
        return Examples(replace(some.banners, features=None), some.labels)

    heads = fit(bare(own), bare(general), 4.0)
    assert features(bare(own).banners, "letter").shape == (48, 26)
    assert wrong(bare(later), heads).sum() < wrong(bare(later), {}).sum()


def test_unknown_labels_are_not_learned() -> None:
    own, general = examples(1, 30, True), examples(3, 60, False)
    labels = own.labels.copy()
    labels[:, 2] = -1
    heads = fit(Examples(own.banners, labels), general, 4.0)
    later = examples(2, 30, True)
    now = Adaptation(heads).adapted(later.banners)
    assert (now.of.argmax(axis=1) == later.banners.of.argmax(axis=1)).mean() > 0.9
    assert not np.array_equal(now.letter.argmax(axis=1), later.banners.letter.argmax(axis=1))


def test_adapted_evidence_is_log_probabilities() -> None:
    heads = fit(examples(1, 20, True), examples(3, 40, False), 8.0)
    now = Adaptation(heads).adapted(examples(2, 5, True).banners)
    for name in SIZES:
        assert np.allclose(np.exp(getattr(now, name)).sum(axis=1), 1, atol=1e-4)
    none = examples(2, 0, True).banners
    assert Adaptation(heads).adapted(none).letter.shape == (0, 26)


# --- learn as a whole


def exactly(picture: NDArray[np.uint8]) -> bytes:
    """The picture as a file that holds every number."""
    return cv2.imencode(".png", picture)[1].tobytes()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Correction]:
    """Corrections of photos of an odd look, with networks that know a strip by the number in it."""
    rng = np.random.default_rng(5)
    own, general = some_labels(rng, 48), some_labels(rng, 80)
    own[:, 1] = np.minimum(own[:, 1], own[:, 2])
    shown = evidence(rng, own, True), evidence(rng, general, False)

    def read(strips: NDArray[np.uint8]) -> BannerEvidence:
        rows, which = strips[:, 0, 0, 0].astype(int), shown[int(strips[0, 0, 0, 1] > 0)]
        parts = tuple(part[rows] for part in which.features or ())
        return BannerEvidence(which.letter[rows], which.order[rows], which.of[rows], parts)

    def strip(number: int, general: bool) -> NDArray[np.uint8]:
        picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        picture[..., 0], picture[..., 1] = number, 9 * general
        return picture

    monkeypatch.setattr(learn, "read_banners", read)
    strips = np.stack([strip(n, True) for n in range(80)])
    monkeypatch.setattr(learn, "replay_strips", lambda: (strips, general))
    monkeypatch.setattr(learn, "_icons", lambda *_: ((), (), None))
    H = Category.HISTORIC_VOLUMES
    return [
        Correction(
            f"photo {n // 16}",
            n,
            BookCard(chr(65 + letter), int(order) + 1, int(of) + 1, (H, H)),
            exactly(strip(n, False)),
            {},
            NOON,
        )
        for n, (letter, order, of) in enumerate(own)
    ]


def test_learning_is_tried_on_left_out_photos_and_kept_if_better(
    drawn: list[Correction],
) -> None:
    steps: list[float] = []
    adaptation, report = learn.learn(drawn, None, lambda _, share: steps.append(share))
    assert (report.cards, report.photos, report.kept_text) == (48, 3, True)
    assert report.own.after <= report.own.before / 2
    assert report.own.count == 144
    assert report.general.after <= report.general.before
    assert list(adaptation.heads) == ["letter", "order", "of"]
    assert steps == sorted(steps)
    assert steps[-1] == 1


def test_senseless_corrections_are_not_kept(drawn: list[Correction]) -> None:
    rng = np.random.default_rng(1)
    mixed = [
        replace(each, card=BookCard(chr(65 + letter), int(order) + 1, int(of) + 1))
        for each, (letter, order, of) in zip(drawn, some_labels(rng, len(drawn)), strict=True)
    ]
    adaptation, report = learn.learn(mixed, None)
    assert not report.kept
    assert not adaptation.heads


def test_a_gain_that_spoils_general_strips_is_not_kept(
    drawn: list[Correction], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "wrong", lambda some, heads: _worse_in_general(some, heads))
    adaptation, report = learn.learn(drawn, None)
    assert not report.kept_text
    assert not adaptation.heads
    assert report.general.after > report.general.before


def _worse_in_general(some: Examples, heads: dict[str, adapt.Head]) -> NDArray[np.bool_]:
    found = wrong(some, heads)
    if heads and len(some) == 40:  # the general strips that are tried on
        found = found.copy()
        found[:, 0] = True
    return found


def test_damaged_strips_are_left_out(drawn: list[Correction]) -> None:
    for number, strip in enumerate((b"", b"mice", drawn[2].strip[:40])):
        drawn[number] = replace(drawn[number], strip=strip)
    _, report = learn.learn(drawn, None)
    assert report.cards == len(drawn) - 3


def test_too_few_cards_are_refused(drawn: list[Correction]) -> None:
    with pytest.raises(LearnError, match=f"5 corrected cards and learning needs {LEARNING.least_cards}"):
        learn.learn(drawn[:5], None)
    other = [replace(each, strip=exactly(np.zeros((112, 260, 3), np.uint8))) for each in drawn]
    with pytest.raises(LearnError, match="0 corrected cards"):
        learn.learn(other, None)


# --- icons


def axis(number: int, size: int = 48) -> Floats32:
    return np.eye(size, dtype=np.float32)[number]


def test_a_cards_books_are_matched_to_its_icons_in_any_order() -> None:
    scores = np.array([[0.1, 0.9, 0, 0, 0, 0], [0.8, 0.2, 0, 0, 0, 0], [0.7, 0.1, 0, 0, 0, 0]], np.float32)
    assert learn._matched(scores, [0, 1, 0]).tolist() == [1, 0, 0]


def test_learned_icons_extend_the_legend_or_become_the_legend() -> None:
    pictures = tuple(np.full((ICON_SIDE, ICON_SIDE, 3), n, np.uint8) for n in range(6))
    legend = Legend(tuple(axis(n)[None] for n in range(6)), pictures)
    icons = tuple(axis(n + 6)[None] for n in range(6))
    learned = Adaptation({}, icons, pictures[::-1])
    more = learned.legend(legend)
    assert more is not None
    assert [each.shape for each in more.vectors] == [(2, 48)] * 6
    assert more.pictures is legend.pictures
    alone = learned.legend(None)
    assert alone is not None
    assert [np.array_equal(a, b) for a, b in zip(alone.vectors, icons, strict=True)] == [True] * 6
    some = Adaptation({}, (np.zeros((0, 48), np.float32), *icons[1:]), pictures)
    assert some.legend(None) is None
    assert Adaptation().legend(legend) is legend


def test_prototypes_leave_out_pictures_that_differ() -> None:
    vectors = np.stack([axis(0)] * 5 + [axis(9)])
    icons = learn.Icons(
        vectors, np.zeros(6, np.int64), np.arange(6), np.zeros((6, ICON_SIDE, ICON_SIDE, 3), np.uint8)
    )
    own, *others = learn.prototypes(icons)
    assert (own[:, 0] > 0.9).all()
    assert [len(each) for each in others] == [0] * 5


@pytest.mark.parametrize(("noise", "kept"), [(0.05, True), (9.0, False)])
def test_corrected_icons_become_a_legend_only_if_it_reads_well(
    noise: float, kept: bool, drawn: list[Correction], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(2)
    category = np.arange(96) % 6
    vectors = np.eye(48)[category] + rng.normal(0, noise, (96, 48))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    pictures = np.zeros((96, ICON_SIDE, ICON_SIDE, 3), np.uint8)
    found = learn.Icons(vectors, category, np.arange(96) // 2, pictures)
    monkeypatch.setattr(learn, "found_icons", lambda *_: found)
    fold = np.arange(48) // 16
    icons, _, figure = ICONS(drawn, np.zeros((48, 1, 1, 3), np.uint8), None, fold)
    assert figure is not None
    assert (figure.before, figure.count) == (96, 96)
    assert bool(icons) == kept
    if kept:
        assert figure.after == 0


# --- what is kept


def test_an_adaptation_is_saved_and_loaded_only_for_its_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "adaptation.npz"
    heads = fit(examples(1, 20, True), examples(3, 40, False), 4.0)
    pictures = tuple(np.full((ICON_SIDE, ICON_SIDE, 3), n, np.uint8) for n in range(6))
    icons = tuple(axis(n)[None] for n in range(len(CATEGORIES)))
    Adaptation(heads, icons, pictures, adapt.fingerprint()).save(path)
    again = Adaptation.load(path)
    assert again is not None
    seen = examples(2, 6, True).banners
    assert np.allclose(again.adapted(seen).letter, Adaptation(heads).adapted(seen).letter)
    assert [each.tolist() for each in again.icons] == [each.tolist() for each in icons]
    monkeypatch.setattr(adapt, "fingerprint", lambda: "another reader")
    assert Adaptation.load(path) is None
    assert Adaptation.load(tmp_path / "nothing.npz") is None
    path.write_bytes(b"no archive")
    assert Adaptation.load(path) is None


def test_the_general_strips_come_with_the_models() -> None:
    strips, labels = replay_strips()
    assert strips.shape[1:] == (HEIGHT, WIDTH, 3)
    assert len(strips) == len(labels) >= 100
    assert len(set(labels[:, 0].tolist())) == 26
    assert (labels[:, 1] <= labels[:, 2]).all()


# --- the command


def test_the_command_refuses_forgets_and_speaks_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    run = CliRunner().invoke
    refused = run(app, ["learn"])
    assert refused.exit_code == 1
    assert "There are 0 corrected cards" in refused.stderr
    (tmp_path / adapt.FILE).write_bytes(b"learned")
    assert run(app, ["learn", "--forget"]).exit_code == 0
    assert not (tmp_path / adapt.FILE).exists()
    assert run(app, ["learn", "--forget", "--json"]).stdout.strip().startswith("{")


def test_the_command_prints_both_figures_and_keeps_what_is_better(
    drawn: list[Correction], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setattr("scorer.confirmed.corrections.CorrectionStore.all", lambda self: drawn)
    assert len(CorrectionStore()) == 0
    said = CliRunner().invoke(app, ["learn"])
    assert said.exit_code == 0, said.stderr
    assert "48 cards of 3 photos" in said.stdout
    assert "On general strips" in said.stdout
    assert Adaptation.load(tmp_path / adapt.FILE) is not None
