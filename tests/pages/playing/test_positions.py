"""A position goes to somebody else as a link or a file, and what is none is refused."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from streamlit import config
from streamlit.testing.v1 import AppTest

from pages.playing import positions
from pages.playing.common.sitting import RULES, Kind, Sitting
from pages.playing.positions import PARAMETER, game_of
from pages.session.archive import archive
from pages.widgets import room
from pages.words import words
from scorer.engine.record import RecordError, packed
from scorer.limits import MOST_FORKS_OPENED
from scorer.play import Game, Setup
from tests.pages.playing.ended import SETUPS, at, over
from tests.pages.playing.seats import play_on
from tests.pages.steps import ROOT, as_guest

#: Where the app is called.
PORT = config.get_option("server.port")


def shared(kind: Kind) -> tuple[Sitting, AppTest]:
    """A game that is over, and its page with a moment of it shared."""
    finished = over(kind)
    app = at(kind, finished.key)
    app.button(key=f"moments-{finished.widget}-button").click().run()
    app.selectbox(key=f"moments-{finished.widget}-0").select(9).run()
    app.button(key=f"position-{finished.widget}-button").click().run()
    assert not app.exception
    return finished, app


def page_of(kind: Kind, text: str) -> AppTest:
    """The page of new games, with a position in its address."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.switch_page(f"pages/{SETUPS[kind][0]}.py")
    if kind == "fort_play":
        app.query_params["tab"] = "play"
    app.query_params[PARAMETER] = text
    return app.run()


@pytest.mark.parametrize("kind", list(SETUPS))
def test_a_link_opens_the_position_that_was_shared(kind: Kind) -> None:
    finished, app = shared(kind)
    (link,) = [one.value for one in app.code if PARAMETER in one.value]
    asked = parse_qs(urlsplit(link).query)
    assert urlsplit(link).path == f"/{SETUPS[kind][0]}"
    assert asked.get("tab") == (["play"] if kind == "fort_play" else None)
    (text,) = asked[PARAMETER]
    there = page_of(kind, text)
    assert not there.exception
    assert [one for one in there.markdown if "somebody gave you" in one.value]
    known = {draft.key for draft in archive().drafts(kind)}
    assert known == {finished.key}, "nothing is begun before it is asked for"
    there.button(key="position-open").click().run()
    assert not there.exception
    assert PARAMETER not in there.query_params
    (new,) = [draft for draft in archive().drafts(kind) if draft.key not in known]
    opened = Sitting.open(kind, new.key)
    assert opened is not None
    assert opened.branch
    assert opened.step == opened.game.branch
    before = finished.game.record["choices"]
    assert opened.game.record["choices"] == before[: opened.step]
    assert opened.game.choice is not None
    assert opened.people == [opened.game.choice.player]
    assert opened.undo(opened.people[0]) is None
    again = RULES[kind].story.games.played_on(finished.game.record, opened.step, opened.step)
    assert again.record == opened.game.record
    assert again.zones() == opened.game.zones(), "all cards lie alike, those nobody sees too"
    play_on(opened)
    assert len(archive().games()) == 1, "it is practice"


def test_a_link_has_an_address_that_others_can_open(monkeypatch: pytest.MonkeyPatch) -> None:
    _, app = shared("play")
    told = {words("door", "en")[word]: word for word in ("link_here", "link_network")}
    for open_at, in_network, shown_at, opens in (
        (f"http://localhost:{PORT}/play", "10.0.0.5", f"10.0.0.5:{PORT}", "link_network"),
        (f"http://127.0.0.1:{PORT}/play", "10.0.0.5", f"10.0.0.5:{PORT}", "link_network"),
        (f"http://localhost:{PORT}/play", None, f"localhost:{PORT}", "link_here"),
        (f"http://10.0.0.5:{PORT}/play", "10.0.0.5", f"10.0.0.5:{PORT}", None),
        ("https://club.example/play", "10.0.0.5", "club.example", None),
    ):
        monkeypatch.setattr(type(st.context), "url", open_at)
        monkeypatch.setattr(room, "phone_host", lambda _, found=in_network: found)
        app.run()
        (link,) = [one.value for one in app.code if PARAMETER in one.value]
        assert urlsplit(link).netloc == shown_at
        assert [told[one.value] for one in app.caption if one.value in told] == ([opens] if opens else [])


@pytest.mark.parametrize("kind", list(SETUPS))
def test_the_record_of_a_whole_game_opens_as_it_ended_and_no_archive_counts_it(kind: Kind) -> None:
    finished = over(kind)
    game = game_of(kind, json.loads(json.dumps(finished.game.record)))
    opened = Sitting.opened(kind, game, "normal")
    assert opened.branch
    assert opened.game.over
    assert opened.game.result == finished.game.result
    app = at(kind, opened.key)
    assert not app.exception
    assert archive().games() == []


def test_guests_share_no_position_as_it_tells_the_seed() -> None:
    finished = over("play")
    app = as_guest(at("play", finished.key)).run()
    app.button(key=f"moments-{finished.widget}-button").click().run()
    assert not app.exception
    assert not [one for one in app.button if one.key == f"position-{finished.widget}-button"]


def test_a_position_that_is_none_is_refused_and_left() -> None:
    for text, why in (
        ("mice", "was cut"),
        (packed(fort_record()) or "", "Fort on Fort"),
        (packed(Game(Setup(players=["Ana", "Bo"])).record | {"seed": "x"}) or "", "seed"),
    ):
        app = page_of("play", text)
        assert not app.exception
        assert any(why in str(one.proto.body) for one in app.get("html"))
        assert not [one for one in app.button if one.key == "position-open"]
        app.button(key="position-leave").click().run()
        assert PARAMETER not in app.query_params
    assert archive().drafts("play") == []


def fort_record() -> dict[str, Any]:
    record: dict[str, Any] = RULES["fort_play"].story.games(SETUPS["fort_play"][1]).record
    return record


def test_a_position_was_not_dealt_anew_without_end() -> None:
    record = Game(Setup(players=["Ana", "Bo"])).record
    most = record | {"forks": [[0, n] for n in range(MOST_FORKS_OPENED)]}
    assert len(game_of("play", most).record["forks"]) == MOST_FORKS_OPENED
    with pytest.raises(RecordError, match="dealt anew 101 times, 100 are the most"):
        game_of("play", record | {"forks": [[0, n] for n in range(MOST_FORKS_OPENED + 1)]})


def test_a_moment_that_could_not_be_opened_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MOST_FORKS_OPENED", 0)
    finished, app = shared("play")
    assert any("share an earlier moment" in str(one.proto.body) for one in app.get("html"))
    assert not [one for one in app.code if PARAMETER in one.value]
    assert not [one for one in app.get("download_button") if "position" in str(one.proto)], finished.key


def test_a_position_is_replayed_once_however_often_its_page_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Kind] = []

    def counted(kind: Kind, record: object) -> Any:
        read.append(kind)
        return game_of(kind, record)

    monkeypatch.setattr(positions, "game_of", counted)
    for text, opens in ((packed(played(12)) or "", True), (packed(fort_record()) or "", False)):
        read.clear()
        app = page_of("play", text)
        app.run()
        app.run()
        assert not app.exception
        assert bool([one for one in app.button if one.key == "position-open"]) == opens
        assert any("Fort on Fort" in str(one.proto.body) for one in app.get("html")) != opens
        assert read == ["play"]


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"players": 3}])
def test_what_is_no_record_is_refused(data: object) -> None:
    for kind in SETUPS:
        with pytest.raises(RecordError, match=r"(?i)the game record") as refused:
            game_of(kind, data)
        assert "another kind" not in str(refused.value)


def test_a_file_opens_the_position_too() -> None:
    record = Game.played_on(played(12), 12, 5).record
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    app.switch_page("pages/play.py").run()
    app.file_uploader(key="play-position").upload(
        "p.json", json.dumps(record).encode(), "application/json"
    ).run()
    app.button(key="play-position-open").click().run()
    assert not app.exception
    (draft,) = archive().drafts("play")
    assert draft.data["record"]["choices"][:12] == record["choices"]


def played(most: int) -> dict[str, object]:
    game = Game(Setup(players=["Ana", "Bo"], seed=3))
    for _ in range(most):
        assert game.choice is not None
        game.answer(game.choice.options[0])
    return game.record
