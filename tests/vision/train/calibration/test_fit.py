"""Calibration: after fitting, the reader is right as often as it says, and flags what it should."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from scorer.cards import BookCard, Category, Deck
from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import log_softmax
from vision.decode.calibration import Calibration, review_fields
from vision.synth.scene.decks import random_deck
from vision.train.calibration.fit import Known, Outcomes, fit, logistic, outcomes
from vision.train.calibration.reliability import bins, diagram


def seen(
    rng: np.random.Generator, truth: list[int], size: int, boast: float, unclear: float = 0.15
) -> np.ndarray:
    """What a noisy eye sees, a share of it ``unclear``; it takes its log-probabilities ``boast`` times."""
    strength = np.where(rng.random(len(truth)) < unclear, rng.uniform(0, 3, len(truth)), 5.0)
    sight = rng.normal(0, 1, (len(truth), size))
    sight[np.arange(len(truth)), truth] += strength
    return log_softmax(boast * strength[:, None] * sight)


def tables(seed: int, count: int, boasts: dict[str, float], unclear: float = 0.15) -> list[Known]:
    rng = np.random.default_rng(seed)
    deck = Deck(random_deck(np.random.default_rng(7)))  # any deck: the reader knows none
    known = []
    for _ in range(count):
        cards = [deck.cards[i] for i in rng.permutation(len(deck.cards))[:16]]
        books = [
            [list(Category).index(card.categories[min(slot, len(card.categories) - 1)]) for card in cards]
            for slot in range(4)
        ]
        evidence = Evidence(
            seen(rng, [LETTERS.index(card.letter) for card in cards], 26, boasts["letter"], unclear),
            seen(rng, [card.order - 1 for card in cards], 14, boasts["order"]),
            seen(rng, [(card.of or 1) - 1 for card in cards], 14, boasts["of"]),
            seen(rng, [len(card.categories) - 2 for card in cards], 3, boasts["count"]),
            np.stack([seen(rng, each, 6, boasts["icons"]) for each in books], axis=1),
        )
        known.append(Known(evidence, cards))
    return known


BOASTS = {"letter": 2.5, "order": 1.0, "of": 1.6, "count": 1.0, "icons": 3.0}


def test_a_boasting_reader_is_brought_down_to_earth() -> None:
    calibration = fit(tables(1, 24, BOASTS))
    for name, boast in BOASTS.items():
        assert calibration.heads[name] == pytest.approx(boast, rel=0.3)
    fresh = tables(2, 60, BOASTS)
    before, after = outcomes(fresh, Calibration()), outcomes(fresh, calibration)
    assert set(after) == {"letter", "order", "of", "categories"}
    for name in ("letter", "categories"):
        assert after[name].loss() < before[name].loss()
        assert after[name].error() < before[name].error()
    for name, outcome in after.items():
        assert outcome.error() < 0.06, name
        assert outcome.right.mean() >= before[name].right.mean() - 0.01


def test_thresholds_keep_flags_in_vain_few_and_catch_most_errors() -> None:
    calibration = fit(tables(3, 24, BOASTS), in_vain=0.03)
    for name, outcome in outcomes(tables(4, 40, BOASTS), calibration).items():
        threshold = calibration.thresholds[name]
        if name != "categories":  # of these so many are doubtful here that LEAST_THRESHOLD flags more
            assert outcome.in_vain(threshold) < 0.06
        assert outcome.caught(threshold) > 0.7


def test_where_a_type_misleads_the_reader_no_card_of_it_is_trusted() -> None:
    def mixed(seed: int) -> list[Known]:  # every second table has a type that is hard to read
        return [*tables(seed, 12, BOASTS), *tables(seed + 1, 12, BOASTS | {"letter": 6.0}, unclear=0.7)]

    calibration = fit(mixed(31))
    slope, offset, weight = calibration.slopes["letter"]
    assert weight < -0.1
    alone = replace(calibration, slopes=calibration.slopes | {"letter": (slope, offset, 0.0)})
    fresh = mixed(41)
    assert outcomes(fresh, calibration)["letter"].loss() < outcomes(fresh, alone)["letter"].loss()


def test_numbers_that_look_alike_are_read_as_one() -> None:
    def typeset(seed: int) -> list[Known]:
        """Tables on which counts are hard to read, but those that are one look nearly the same."""
        rng = np.random.default_rng(seed)
        shapes = np.abs(rng.normal(0, 1, (ORDERS, 40)))
        out = []
        for table in tables(seed, 14, BOASTS, unclear=0.6):

            def glyphs(values: list[int]) -> Floats:
                return np.asarray(shapes[values] + rng.normal(0, 0.2, (len(values), 40)), np.float64)

            evidence = replace(
                table.evidence,
                order_glyph=glyphs([card.order - 1 for card in table.cards]),
                of_glyph=glyphs([(card.of or 1) - 1 for card in table.cards]),
            )
            out.append(replace(table, evidence=evidence))
        return out

    calibration = fit(typeset(51))
    assert calibration.number_likeness[0] > 0
    alone = replace(calibration, number_likeness=Calibration().number_likeness)
    fresh = typeset(61)
    together, each = outcomes(fresh, calibration), outcomes(fresh, alone)
    for name in ("order", "of"):
        assert together[name].right.mean() >= each[name].right.mean()
        assert together[name].loss() < each[name].loss()


def test_faces_have_their_own_threshold() -> None:
    faces = Outcomes(np.linspace(0.5, 1, 1000), np.ones(1000, dtype=bool))
    calibration = fit(tables(5, 2, BOASTS), faces, in_vain=0.5)
    assert calibration.thresholds["face_up"] == pytest.approx(0.75, abs=0.01)
    assert review_fields({"face_up": 0.7}, calibration.thresholds) == ["face_up"]


def test_without_a_legend_categories_are_not_judged() -> None:
    bare = [
        Known(Evidence(t.evidence.letter, t.evidence.order, t.evidence.of, t.evidence.count), t.cards)
        for t in tables(6, 3, BOASTS)
    ]
    assert set(outcomes(bare, Calibration())) == {"letter", "order", "of"}
    kept = fit(bare).thresholds["categories"]
    assert kept == Calibration().thresholds["categories"]


def test_outcomes_by_hand() -> None:
    outcome = Outcomes(np.array([0.95, 0.9, 0.8, 0.3]), np.array([True, True, False, False]))
    assert outcome.caught(0.85) == 1.0
    assert outcome.caught(0.5) == 0.5
    assert outcome.in_vain(0.92) == 0.5
    assert outcome.threshold(0.0) == 0.9
    assert outcome.threshold(0.5) == 0.95
    assert outcome.error(10) == pytest.approx((abs(0.95 + 0.9 - 2) + 0.8 + 0.3) / 4)
    nobody_wrong = Outcomes(np.array([0.9]), np.array([True]))
    assert nobody_wrong.caught(0.5) == 1.0


def test_a_card_without_count_is_left_out_of_that_head() -> None:
    table = tables(7, 1, BOASTS)[0]
    bare = [BookCard(card.letter, card.order, None, card.categories) for card in table.cards]
    assert "of" not in fit([Known(table.evidence, bare)]).heads


def test_a_threshold_rises_to_catch_what_is_wrong() -> None:
    outcome = Outcomes(np.array([0.99, 0.97, 0.95, 0.96, 0.7]), np.array([True, True, True, False, False]))
    assert outcome.threshold(0.0) == 0.95
    assert outcome.catching(0.0) == 0.0
    assert outcome.caught(outcome.catching(0.5)) == 0.5
    caught = outcome.catching(1.0)
    assert outcome.caught(caught) == 1.0
    assert 0.96 < caught < 0.97
    assert outcome.in_vain(caught) == pytest.approx(1 / 3)


def test_logistic_regression_finds_the_weights() -> None:
    rng = np.random.default_rng(6)
    evidence = np.column_stack([rng.normal(0, 1, (20_000, 2)), np.ones(20_000)])
    true = np.array([1.5, -0.7, 0.4])
    right = rng.random(20_000) < 1 / (1 + np.exp(-evidence @ true))
    assert logistic(evidence, right) == pytest.approx(true, abs=0.1)


def test_what_was_never_wrong_is_still_not_certain() -> None:
    weights = logistic(np.ones((200, 1)), np.ones(200, dtype=bool))
    assert 0.97 < 1 / (1 + np.exp(-weights[0])) < 0.999


def test_a_reliability_diagram_has_a_panel_a_field() -> None:
    rng = np.random.default_rng(8)
    sure = rng.uniform(0, 1, 3000)
    calibrated = Outcomes(sure, rng.random(3000) < sure)
    boasting = Outcomes(np.sqrt(sure), calibrated.right)
    seen = bins(calibrated)
    assert sum(n for _, _, n in seen) == 3000
    assert all(abs(share - right) < 0.08 for share, right, _ in seen)
    drawing = ElementTree.fromstring(diagram({"order": boasting}, {"order": calibrated}))
    texts = [text.text or "" for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "order" in texts
    assert any(f"{100 * boasting.error():.1f} % → {100 * calibrated.error():.1f} %" in text for text in texts)
    circles = list(drawing.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(circles) == len(seen) + len(bins(boasting)) + 2
