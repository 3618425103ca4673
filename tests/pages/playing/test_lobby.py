"""Who came to a game on several devices: what its pages say of each place, and what is kept of a device."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete
from streamlit.testing.v1 import AppTest

from pages.playing import devices
from pages.playing.common.sitting import Kind, Sitting
from pages.playing.ex_libris import ending
from pages.session.archive import archive
from pages.session.rights import OWNER, NotAllowed
from scorer.archive import Archive, guests
from scorer.archive.schema.database import database_url, engine_of
from scorer.archive.schema.tables import drafts, presence
from scorer.fort import play as fort
from scorer.play import Setup
from tests.pages.playing.ended import SETUPS
from tests.pages.playing.ended import at as page_of
from tests.pages.playing.seats import GUESTS, At, State, play_on, take_places
from tests.pages.steps import ROOT, as_guest, errors, page_html

KINDS: tuple[Kind, ...] = ("play", "fort_play")


def begun(kind: Kind = "play", devices: bool = True) -> Sitting:
    setup: Any = (fort.Setup if kind == "fort_play" else Setup)(players=["Ana", "Bo", "Cy"], seed=3)
    return Sitting.begin(kind, setup, {}, devices=devices)


def rows(app: AppTest) -> list[str]:
    """What the page says of each place that is taken."""
    assert not app.exception
    return [re.sub("<.*?>", "", row) for row in re.findall(r'<p class="came-in.*?</p>', page_html(app))]


@pytest.fixture
def here_all_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was noted stays here, however slow the machine is."""
    monkeypatch.setattr(guests, "SEEN_WITHIN", timedelta(days=1))


@pytest.mark.usefixtures("here_all_day")
def test_the_owner_sees_who_is_here_on_which_device_and_who_is_not(at: At) -> None:
    for kind in KINDS:
        at(OWNER)
        sitting = begun(kind)
        take_places(at, sitting)
        at(GUESTS["Ana"])
        archive().come(kind, sitting.key, "phone", "Safari")
        with engine_of(database_url()).begin() as connection:
            connection.execute(presence.update().values(seen=datetime.now(UTC) - timedelta(hours=1)))
        at(OWNER)
        app = page_of(kind, sitting.key)
        assert rows(app) == [
            "Ana · here · phone, Safari",
            "Bo · away · another device",
            "Cy · away · another device",
        ]


@pytest.mark.usefixtures("here_all_day")
def test_a_guest_sees_it_too_and_who_came_without_a_place(at: At) -> None:
    sitting = begun()
    at(GUESTS["Cy"])
    archive().come("play", sitting.key, "tablet", "Firefox")
    at(GUESTS["Ana"])
    assert archive().sit_down("play", sitting.key, "Ana")
    app = guests_page("play", "ana", game=sitting.key)
    assert rows(app)[-1] == "Ana · here · at this device"
    assert "Here without a place: tablet, Firefox" in [caption.value for caption in app.caption]
    came = Archive.open().guests.company("play", sitting.key)
    assert came.seats["Ana"].here, "who looks is noted"


def guests_page(kind: Kind, mark: str, **address: str) -> AppTest:
    """The page of games of this kind, as a guest's browser opens it."""
    app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=120), mark).run()
    app.switch_page(f"pages/{SETUPS[kind][0]}.py")
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


@pytest.mark.usefixtures("here_all_day")
@pytest.mark.parametrize("kind", KINDS)
def test_who_is_ready_is_said_until_the_first_choice_and_holds_nobody_up(kind: Kind) -> None:
    sitting = begun(kind)
    for name in ("Ana", "Bo"):
        Archive.open().guests.sit_down(kind, sitting.key, name, name.lower())
    there = {"game": sitting.key, "tab": "play"}
    app = guests_page(kind, "ana", **there)
    late = "Not ready yet: Ana, Bo, Cy. The game may begin all the same."
    assert rows(app)[:4] == [
        "Who is here",
        "Ana · here · at this device",
        "Bo · away · another device",
        "Cy · waiting for somebody",
    ]
    assert rows(app)[4] == late
    app.button(key="ready").click().run()
    assert rows(app)[0] == late.replace("Ana, ", "")
    assert "ready" not in [button.key for button in app.button]
    other = guests_page(kind, "bo", **there)
    assert rows(other)[1] == "Ana · here · another device · ✓ ready"
    other.button(key="ready").click().run()
    assert Archive.open().guests.sit_down(kind, sitting.key, "Cy", "ana", anywhere=True)
    assert rows(app.run())[0] == "Everybody is ready."
    play_on(sitting, 1)
    for page in (app, other):
        said = rows(page.run())
        assert len(said) == 3, "the places alone"
        assert not [row for row in said if "ready" in row]


@pytest.mark.parametrize("kind", KINDS)
def test_the_owner_moves_people_between_places_before_the_first_choice(kind: Kind) -> None:
    sitting = begun(kind)
    there = Archive.open().guests
    for name in ("Ana", "Bo"):
        there.sit_down(kind, sitting.key, name, name.lower())
    bo = guests_page(kind, "bo", game=sitting.key, tab="play")
    assert not [button for button in bo.button if str(button.key).startswith("move")]
    app = page_of(kind, sitting.key)
    app.button(key="move-0").click().run()
    labels = {button.key: button.label for button in app.button}
    assert [labels[f"to-{n}"] for n in range(3)] == ["Leave Ana here", "Swap with Ana", "Move Ana here"]
    app.button(key="to-0").click().run()
    app.button(key="move-0").click().run()
    app.button(key="to-1").click().run()
    assert there.seated(kind, sitting.key) == {"Ana": "bo", "Bo": "ana"}
    assert "You play Ana now" in bo.run().toast[0].value
    assert not bo.run().toast, "told once"
    app.button(key="move-0").click().run()
    app.button(key="to-2").click().run()
    assert there.seated(kind, sitting.key) == {"Bo": "ana", "Cy": "bo"}
    app.button(key="move-1").click().run()
    play_on(sitting, 1)
    app.button(key="to-0").click().run()
    assert not app.exception
    assert there.seated(kind, sitting.key) == {"Bo": "ana", "Cy": "bo"}, "too late"
    assert not [button for button in app.button if str(button.key).startswith(("move", "to-"))]
    assert app.button(key="stand-1"), "the place is still handed over"


def test_nobody_is_moved_but_whom_the_owner_meant() -> None:
    sitting, there = begun(), Archive.open().guests
    there.sit_down("play", sitting.key, "Ana", "ana")
    app = page_of("play", sitting.key)
    app.button(key="move-0").click().run()
    there.stand_up("play", sitting.key, "Ana")
    there.sit_down("play", sitting.key, "Ana", "bo")
    app.button(key="to-2").click().run()
    assert there.seated("play", sitting.key) == {"Ana": "bo"}
    app.button(key="move-0").click().run()
    there.stand_up("play", sitting.key, "Ana")
    there.sit_down("play", sitting.key, "Ana", "cy")
    assert not [button for button in app.run().button if str(button.key).startswith("to-")]


def test_that_a_place_was_just_taken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, there = begun(), Archive.open().guests
    there.sit_down("play", sitting.key, "Ana", "ana")
    app = page_of("play", sitting.key)
    there.sit_down("play", sitting.key, "Bo", "bo")
    app.button(key="sit-1").click().run()
    taken = "Somebody else just took this place: nothing was changed."
    assert [error.value for error in app.error] == [taken]
    app.button(key="move-0").click().run()
    monkeypatch.setattr("scorer.archive.guests.Guests.swap", lambda *_: False)
    app.button(key="to-2").click().run()
    assert [error.value for error in app.error] == [taken]


def test_a_guest_moves_nobody(at: At) -> None:
    sitting = begun()
    take_places(at, sitting)
    at(GUESTS["Ana"])
    with pytest.raises(NotAllowed):
        archive().swap("play", sitting.key, "Ana", "Bo")
    assert devices.seated(sitting) == {name: name.lower() for name in GUESTS}


def test_what_bots_chose_before_is_no_first_choice() -> None:
    setup = Setup(players=["Ana", "Bo"], seed=3, first="Ana")  # who is first chooses last
    sitting = Sitting.begin("play", setup, {"Bo": "random"}, devices=True)
    assert sitting.step > 0
    assert not devices.begun(sitting)
    play_on(sitting, 1)
    assert devices.begun(sitting)


@pytest.mark.parametrize("kind", KINDS)
def test_a_guests_new_session_is_back_at_its_seat_unless_it_left(kind: Kind) -> None:
    sitting = begun(kind)
    Archive.open().guests.sit_down(kind, sitting.key, "Bo", "bo")
    table = guests_page(kind, "bo", game=sitting.key, tab="play")
    assert "Bo · here · at this device" in rows(table)
    tab = {"tab": "play"} if kind == "fort_play" else {}
    for address in ({}, {"lang": "en"}):
        slept = guests_page(kind, "bo", **tab, **address)
        assert slept.query_params["game"] == sitting.key
        assert "Bo · here · at this device" in rows(slept)
    assert "Bo · here · at this device" not in rows(guests_page(kind, "cy", **tab)), "another guest"
    if kind == "play":
        assert "game" not in guests_page(kind, "bo", position="x").query_params, "it came for something else"
    slept.button(key="leave").click().run()
    assert rows(slept) == rows(guests_page(kind, "bo", **tab)) == []


def test_whoever_comes_to_the_fort_sheet_is_not_called_back_to_the_game() -> None:
    sitting, there = begun("fort_play"), Archive.open().guests
    there.sit_down("fort_play", sitting.key, "Bo", "bo")
    there.come("fort_play", sitting.key, "bo", "phone", "Safari")
    page = guests_page("fort_play", "bo")
    assert rows(page) == []
    page.query_params["tab"] = "play"
    assert "Bo · here · at this device" in rows(page.run()), "the game on screen does"


def test_no_game_that_is_over_or_that_was_left_long_ago_calls_anybody_back(at: At) -> None:
    at(GUESTS["Bo"])
    assert archive().last_seat("play") is None
    sitting, over = begun(), begun()
    archive().come("play", sitting.key, "phone", "Safari")
    assert archive().last_seat("play") is None, "they looked on"
    archive().sit_down("play", sitting.key, "Bo")
    archive().come("play", sitting.key, "phone", "Safari")
    assert archive().last_seat("play") == sitting.key
    assert archive().last_seat("fort_play") is None
    archive().sit_down("play", over.key, "Ana")
    with engine_of(database_url()).begin() as connection:
        connection.execute(presence.update().values(seen=datetime.now(UTC) - timedelta(hours=11)))
    archive().come("play", over.key, "phone", "Safari")
    assert archive().last_seat("play") == over.key, "the last of them"
    play_on(over)
    ending.keep(over)
    assert archive().last_seat("play") == sitting.key
    with engine_of(database_url()).begin() as connection:
        connection.execute(presence.update().values(seen=datetime.now(UTC) - timedelta(hours=13)))
    assert archive().last_seat("play") is None


def test_no_row_of_a_game_that_is_gone_hides_the_seat(at: At) -> None:
    sitting, gone = begun(), begun()
    at(GUESTS["Bo"])
    for game in (sitting, gone):
        archive().sit_down("play", game.key, "Bo")
        archive().come("play", game.key, "phone", "Safari")
    with engine_of(database_url()).begin() as connection:
        connection.execute(delete(drafts).where(drafts.c.key == gone.key))
    assert archive().last_seat("play") == sitting.key


def test_a_device_is_noted_every_few_seconds_and_no_oftener(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    at(OWNER)
    sitting, clock, noted = begun(), [100.0], []
    monkeypatch.setattr(devices, "state", State())
    monkeypatch.setattr(devices, "monotonic", lambda: clock[0])
    monkeypatch.setattr(
        "pages.session.archive.PersonalArchive.come", lambda *told: noted.append((clock[0], *told[1:3]))
    )
    other = begun()
    for clock[0], game in ((100, sitting), (101, sitting), (103.9, sitting), (104, sitting), (105, other)):
        devices.arrive(game)
    assert noted == [(100, "play", sitting.key), (104, "play", sitting.key), (105, "play", other.key)]


@pytest.mark.usefixtures("here_all_day")
def test_a_device_that_leaves_is_away_and_keeps_its_place(at: At) -> None:
    sitting = begun()
    at(OWNER)
    assert archive().sit_down("play", sitting.key, "Ana")
    app = page_of("play", sitting.key)
    assert Archive.open().guests.company("play", sitting.key).seats["Ana"].here
    app.button(key="leave").click().run()
    assert not app.exception
    (came,) = Archive.open().guests.company("play", sitting.key).seats.values()
    assert (came.person, came.here, came.device) == ("owner", False, "")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_of_a_device_goes_when_the_game_is_over(kind: Kind, at: At) -> None:
    sitting = begun(kind)
    at(OWNER)
    archive().come(kind, sitting.key, "phone", "Safari")
    play_on(sitting)
    app = page_of(kind, sitting.key)
    assert not app.exception
    assert Archive.open().guests.company(kind, sitting.key).standing == []


def test_everybody_at_one_device_has_no_lobby(at: At) -> None:
    at(OWNER)
    sitting = begun(devices=False)
    app = page_of("play", sitting.key)
    assert rows(app) == []
    assert not app.expander
    company = Archive.open().guests.company("play", sitting.key)
    assert (company.seats, company.standing) == ({}, [])


def test_why_a_place_was_not_given_stays_until_the_next_tap() -> None:
    sitting = begun()
    Archive.open().guests.sit_down("play", sitting.key, "Ana", "ana")
    Archive.open().guests.stand_up("play", sitting.key, "Ana")
    app = guests_page("play", "ana", game=sitting.key)
    app.button(key="sit-1").click().run()
    for _ in range(2):  # as the device looks again by itself
        assert "has seen the cards of Ana" in app.error[0].value
        app.run()
    app.button(key="sit-0").click().run()
    assert not app.error
    assert errors(app) == []
    assert devices.seated(sitting) == {"Ana": "ana"}
