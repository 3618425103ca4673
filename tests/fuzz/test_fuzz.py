"""Some inputs at every door; `python -m tests.fuzz` tries many more, and looks at time and memory too."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies

from scorer.errors import RefusedInput, phrase
from tests.fuzz import corpus, trying
from tests.fuzz.__main__ import rounds
from tests.fuzz.doors import DOORS, as_json
from tests.fuzz.inputs import INPUTS, SHARES
from tests.fuzz.photos import right
from tests.fuzz.trying import Broken, tried

TEXTS, PHOTOS = 400, 20


@pytest.mark.parametrize("kind", INPUTS)
def test_an_input_is_taken_or_refused_in_one_sentence(kind: str) -> None:
    many = PHOTOS if kind == "photo" else TEXTS * SHARES[kind] // 100

    @settings(max_examples=many, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(INPUTS[kind])
    def one(raw: bytes) -> None:
        tried(DOORS[kind], raw)

    one()


@pytest.mark.parametrize(
    "kind", ["games", "decks", "archives", "drafts", "records", "legends", "sheets", "tiles"]
)
def test_what_the_fuzzer_changes_is_taken_as_it_is(kind: str) -> None:
    import json

    for document in getattr(corpus, kind)()[:6]:
        DOORS[kind.removesuffix("s")](json.dumps(as_json(document)).encode())


def test_photos_that_phones_make_are_opened() -> None:
    for raw in right()[:3]:
        DOORS["photo"](raw)


def test_the_fuzzer_sees_a_broken_promise() -> None:
    def crash(_: bytes) -> None:
        raise KeyError("players")

    def talk(_: bytes) -> None:
        error = RefusedInput(phrase("short"))
        error.args = ("x" * 301,)
        raise error

    for door in (crash, talk):
        with pytest.raises(Broken):
            tried(door, b"")


def test_what_is_slow_only_once_is_not_the_inputs_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 9.0, 9.0, 9.1, 10.0, 19.0, 19.0, 28.0])
    monkeypatch.setattr(trying, "time", SimpleNamespace(process_time=lambda: next(now)))
    longest = trying.Longest()
    tried(lambda raw: None, b"", longest)
    assert longest.seconds == pytest.approx(0.1)
    with pytest.raises(Broken, match=r"9\.0 seconds"):
        tried(lambda raw: None, b"", longest)


def test_a_promise_that_is_broken_once_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INPUTS, "game", strategies.binary())
    calls: list[bytes] = []

    def at_first(raw: bytes) -> None:
        calls.append(raw)
        if len(calls) == 3:
            raise KeyError("players")

    assert rounds("game", 20, 1, at_first, trying.Longest()) == calls[2]
