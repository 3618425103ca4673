"""A game of Fort on several devices: each is sent what its own players may know, and nobody's seed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.playing import session
from pages.playing.common.sitting import Sitting
from pages.playing.devices import seated
from pages.session.archive import archive
from pages.session.rights import OWNER, NotAllowed, Person
from scorer.archive import Archive
from scorer.fort.play import Setup
from scorer.fort.play.bots import make_bot
from tests.pages.playing.seats import GUESTS, At, play_on, sent, take_places
from tests.pages.steps import ROOT, as_guest

#: A seed that nothing else on a page looks like.
SEED = 918273


def begun(variant: str = "basic", seed: int = SEED) -> Sitting:
    setup = Setup(players=[*GUESTS], seed=seed, variant=variant)
    return Sitting.begin("fort_play", setup, {}, devices=True)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1000), steps=st.integers(0, 70), variant=st.sampled_from(["basic", "advanced"]))
def test_a_device_is_sent_nobody_elses_hand_or_made_up_rule(
    at: At, seed: int, steps: int, variant: str
) -> None:
    at(OWNER)
    sitting = begun(variant, seed)
    take_places(at, sitting)
    play_on(sitting, steps, seed=seed)
    if sitting.game.choice is None:
        return
    for name, person in GUESTS.items():
        at(person)
        told, view = sent(sitting), sitting.game.view(name)
        assert told["viewer"] == sitting.game.setup.players.index(name)
        assert told["hand"] == [card.key for card in view.hand]
        assert told["rule"] == view.rule()
        assert (told["choice"] is not None) == (sitting.game.choice.player == name)
        told.pop("replay")  # of this viewer's own views, each of them as sparing as this one
        told.pop("log")  # see the tests of the story
        words = set(json.dumps(told).replace(":", '"').split('"'))
        for other in GUESTS.keys() - {name}:
            theirs = sitting.game.view(other)
            own = {card.key for card in [*theirs.hand, *theirs.pack_of_draft, *theirs.picked]}
            assert not own & words
            assert theirs.rule() is None or theirs.rule() not in words


def test_a_replay_shows_no_hand_of_another(at: At) -> None:
    at(OWNER)
    sitting = begun(seed=5)
    take_places(at, sitting)
    bot, shown = make_bot("random", 1), 0
    for _ in range(60):
        choice = sitting.game.choice
        if choice is None:
            break
        for name, person in GUESTS.items():
            at(person)
            replay = sent(sitting)["replay"]
            shown += replay is not None
            if replay:
                public = {card.key for player in GUESTS for card in sitting.game.view(name).discards(player)}
                hands = {c.key for o in GUESTS.keys() - {name} for c in sitting.game.view(o).hand}
                own = {card.key for card in sitting.game.view(name).hand}
                named = set(
                    json.dumps([replay["first"]["hand"], *(s["patch"] for s in replay["steps"])]).split('"')
                )
                assert not named & hands - own - public - set(replay["first"]["hand"]) - _open(
                    sitting, replay
                )
        sitting.answer(choice.player, sitting.step, bot.decide(sitting.game.view(choice.player), choice).key)
    assert shown


def _open(sitting: Sitting, replay: dict[str, Any]) -> set[str]:
    """What lay open in a replay: a card that was seen there may be in somebody's hand by now."""
    table = {name: replay["first"][name] for name in ("park", "played", "added", "seats")}
    events = {card.key for event in sitting.story.events if event.known(None) for card in event.cards}
    return events | set(json.dumps(table).split('"'))


def test_who_has_no_place_sees_nobodys_cards(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    at(Person("guest", "eve"))
    told = sent(sitting)
    assert told.keys() == {"key", "step", "curtain", "lifts", "log", "news"}
    assert not told["lifts"]


def test_a_place_has_one_device_and_only_it_answers(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    choice = sitting.game.choice
    assert choice is not None
    tap = {"kind": "answer", "game": sitting.key, "step": 0, "option": choice.options[0].key}
    at(next(person for name, person in GUESTS.items() if name != choice.player))
    session._take(sitting, tap)
    assert sitting.step == 0
    at(GUESTS[choice.player])
    session._take(sitting, tap)
    assert sitting.step > 0


def test_a_guest_is_told_no_seed_and_takes_no_record_along(at: At) -> None:
    sitting = begun()
    for name, person in GUESTS.items():
        assert Archive.open().guests.sit_down("fort_play", sitting.key, name, person.mark)
    app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60), "ana").run()
    app = app.switch_page("pages/fort.py")
    app.query_params["tab"], app.query_params["game"] = "play", sitting.key
    app.run()
    assert not app.exception
    page = told_by(app)
    assert "shelfmark_fort_table" in page
    assert str(SEED) not in page
    play_on(sitting)
    app.run()
    assert not app.exception
    assert not [one for one in app.get("download_button") if "Record" in one.proto.label]
    assert "The game is over" in told_by(app)
    assert str(SEED) not in told_by(app)
    at(GUESTS["Ana"])
    with pytest.raises(NotAllowed):
        archive().export()


def told_by(app: AppTest) -> str:
    kinds = ("html", "markdown", "bidi_component", "download_button", "page_link")
    return "".join(str(part.proto) for kind in kinds for part in app.get(kind))


@pytest.mark.usefixtures("stand_in")
def test_a_guest_joins_from_the_sheet_by_taps(at: At) -> None:
    sitting = Sitting.begin("fort_play", Setup(players=["Ana", "Bo"], seed=1), {}, devices=True)
    app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60), "bo").run()
    app = app.switch_page("pages/fort.py").run()
    app.button(key="join-0").click().run()
    assert not app.exception
    assert app.subheader[0].value == "Who are you?"
    next(button for button in app.button if button.label == "I am Bo").click().run()
    assert not app.exception
    assert seated(sitting) == {"Bo": "bo"}
    assert "shelfmark_fort_table" in [part.proto.component_name for part in app.get("bidi_component")]
