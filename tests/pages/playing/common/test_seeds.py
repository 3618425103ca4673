"""A hand tells nobody the seed: where somebody else's cards are hidden it is too long to be tried out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common import seeds
from pages.playing.common.sitting import Sitting
from pages.session.rights import OWNER, Person
from scorer.archive import Archive
from scorer.play import Game, Setup
from tests.pages.playing.seats import At
from tests.pages.steps import ROOT, as_guest

#: Nobody tries so many.
ENOUGH = 2**64
GUEST = Person("guest", "eve")


@pytest.fixture(autouse=True)
def _by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHELFMARK_SEED")


@pytest.mark.parametrize(
    ("page", "start", "devices", "person"),
    [
        ("play", "play-start", "play-devices", OWNER),
        ("play", "play-start", "play-devices", GUEST),
        ("play", "play-start", "", GUEST),
        ("fort", "fort-start", "fort-devices", OWNER),
    ],
)
def test_no_seed_of_a_table_with_hidden_cards_is_short(
    page: str, start: str, devices: str, person: Person
) -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    app = (app if person is OWNER else as_guest(app, person.mark)).switch_page(f"pages/{page}.py")
    kind = "fort_play" if page == "fort" else "play"
    app.query_params["tab"] = "play"
    app.run()
    if devices:
        app.toggle(key=devices).set_value(True).run()
        assert not [field for field in app.text_input if field.key == f"{kind}-seed"]
    app.button(key=start).click().run()
    assert not app.exception
    (draft,) = Archive.open().drafts(kind)
    assert draft.data["record"]["seed"] >= ENOUGH


@pytest.mark.parametrize("kind", ["play", "fort_play"])
def test_seeds_that_nobody_may_know_are_long(kind: str, at: At) -> None:
    words: Callable[..., str] = lambda *_, **__: ""  # noqa: E731
    at(OWNER)
    told = [seeds.new_seed(devices=True) for _ in range(200)]
    told += [seeds.seed(kind, words, devices=True) for _ in range(200)]  # type: ignore[arg-type]
    at(GUEST)
    told += [seeds.new_seed() for _ in range(200)]
    told += [seeds.seed(kind, words) for _ in range(200)]  # type: ignore[arg-type]
    assert min(told) >= ENOUGH
    assert len(set(told)) == len(told)


def test_the_owner_at_one_device_still_reads_a_short_seed(at: At) -> None:
    at(OWNER)
    assert max(seeds.new_seed() for _ in range(200)) < seeds.SEEDS


@pytest.mark.parametrize("seed", [0, 7, 999_999, 2**128 - 1])
def test_records_of_any_seed_are_kept_and_replayed(seed: int, at: At) -> None:
    at(OWNER)
    game = Game(Setup(players=["Ana", "Bo"], seed=seed))
    sitting = Sitting.begin("play", game.setup, {}, devices=True)
    again = Sitting.open("play", sitting.key)
    assert again is not None
    assert Game.replay(again.game.record).zones() == game.zones()
