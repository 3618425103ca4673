"""What the browser sends before it has seen the last answer: it takes nobody back a step."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button, ElementTree

from pages.session.address import FIELD
from pages.session.archive import archive
from scorer.play import Game
from scorer.play.bots import make_bot
from tests.pages.steps import button, go, table_of


@pytest.fixture(autouse=True)
def untapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser says nothing of a button that nobody taps; AppTest says that it is not tapped."""
    all_of = ElementTree.get_widget_states

    def told(tree: ElementTree) -> WidgetStates:
        states = all_of(tree).widgets
        return WidgetStates(
            widgets=[one for one in states if one.trigger_value or one.WhichOneof("value") != "trigger_value"]
        )

    monkeypatch.setattr(ElementTree, "get_widget_states", told)


class Window:
    """What a browser shows, and so sends with every tap: widgets and address, as they were at first."""

    def __init__(self, app: AppTest) -> None:
        self.tree, self.query = app._tree, copy.deepcopy(app.query_params)
        nodes: list[Any] = [node for node in app._tree if hasattr(node, "_value")]
        self.values = [(node, not isinstance(node, Button) and node.value) for node in nodes]

    def tap(self, app: AppTest, what: Callable[[AppTest], object]) -> AppTest:
        app._tree, app.query_params = self.tree, copy.deepcopy(self.query)
        for node, value in self.values:
            node._value = value
        what(app)
        assert not app.exception
        return app


def rename(app: AppTest) -> object:
    return app.text_input(key="name-s1").set_value("Cleo").run()


def speak(app: AppTest, language: str) -> object:
    return app.segmented_control(key="language-switch").set_value(language).run()


def test_a_tap_before_the_answer_does_not_take_the_step_back(app: AppTest) -> None:
    go(app, "photos")
    go(app, "players")
    seen = Window(app)
    app.button(key="go-on-photos").click().run()
    assert table_of(app).step == "photos"
    seen.tap(app, rename)
    assert table_of(app).step == "photos"
    assert table_of(app).seats[0].name == "Cleo"
    assert app.query_params["step"] == "photos", "the address is told again"


def test_nor_does_it_from_an_address_that_names_no_step(app: AppTest) -> None:
    seen = Window(app)
    app.button(key="go-on-photos").click().run()
    seen.tap(app, rename)
    assert table_of(app).step == "photos"


def test_a_tap_on_a_step_before_the_answer_counts(app: AppTest) -> None:
    seen = Window(app)
    app.button(key="go-on-photos").click().run()
    seen.tap(app, lambda app: app.segmented_control(key="step").set_value("check").run())
    assert table_of(app).step == "check"


def test_a_tap_back_before_the_answer_tells_the_browser_to_come_back_too(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    enqueue = ScriptRunContext.enqueue

    def heard(run: ScriptRunContext, message: ForwardMsg) -> None:
        if message.HasField("page_info_changed"):
            told.append(message.page_info_changed.query_string)
        enqueue(run, message)

    monkeypatch.setattr(ScriptRunContext, "enqueue", heard)
    seen = Window(go(app, "photos"))
    app.segmented_control(key="step").set_value("check").run()
    assert "step=check" in told[-1]
    seen.tap(app, lambda app: app.segmented_control(key="step").set_value("photos").run())
    assert table_of(app).step == "photos"
    assert "step=photos" in told[-1], "the browser may hear of the other step only now"


def tells_the_switch(app: AppTest) -> bool:
    """Whether the answer makes the browser show a step, whatever it shows."""
    return bool(app.segmented_control(key="step").proto.set_value)


def test_what_was_tapped_is_not_told_back(app: AppTest) -> None:
    app.segmented_control(key="step").set_value("check").run()
    assert app.segmented_control(key="step").value == "check"
    assert not tells_the_switch(app), "a next tap that the browser has not yet sent would be undone"
    app.run()
    assert not tells_the_switch(app)


def test_a_step_that_the_browser_has_not_heard_of_is_told_again(app: AppTest) -> None:
    seen = Window(app)
    app.button(key="go-on-photos").click().run()
    assert tells_the_switch(app)
    seen.tap(app, rename)
    assert app.segmented_control(key="step").value == "photos"
    assert tells_the_switch(app), "what it was told before may not have reached it"


@pytest.mark.parametrize("to", ["players", "photos"])
def test_the_way_back_leads_back(app: AppTest, to: str) -> None:
    for step in ("photos", "check"):
        go(app, step)
    app.query_params["step"] = to
    app.run()
    assert table_of(app).step == to
    assert app.segmented_control(key="step").value == to
    go(app, "form")
    assert table_of(app).step == "form"


def test_a_tap_before_a_new_table_is_seen_stays_with_it(app: AppTest) -> None:
    rename(app)
    go(app, "form")
    old, seen = table_of(app).key, Window(app)
    button(app, "new-table").click().run()
    new = table_of(app).key
    assert new != old
    seen.tap(app, lambda app: speak(app, "fr"))
    assert (table_of(app).key, table_of(app).step) == (new, "players")
    assert dict(app.query_params) == {"table": new, "step": "players", "lang": "fr"}
    app.query_params |= {"table": old, "step": "form"}
    assert table_of(app.run()).key == old, "who goes back does go back"


def test_the_way_back_to_an_address_without_a_step_leads_to_the_first(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    go(app, "photos")
    app.query_params.clear()
    monkeypatch.setattr("pages.scoring.draft.went_back", lambda: True)
    assert table_of(app.run()).step == "players"


def test_a_link_without_a_step_leaves_it_as_it_is(app: AppTest) -> None:
    go(app, "photos")
    key = table_of(app).key
    app.query_params.clear()
    assert table_of(app.run()).step == "photos"
    assert app.query_params == {"table": key, "step": "photos"}


def test_from_another_page_one_comes_back_to_the_step_one_left(app: AppTest) -> None:
    go(app, "check")
    key = table_of(app).key
    app.query_params.clear()
    app.switch_page("pages/fort.py").run()
    app.query_params.clear()
    assert table_of(app.switch_page("pages/score.py").run()).step == "check"
    assert app.query_params == {"table": key, "step": "check"}


def test_a_page_that_was_left_before_it_was_there_takes_nobody_back_a_step(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    go(app, "check")
    seen = Window(app)
    app.query_params.clear()

    def cut(**_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(st, "navigation", cut)
        assert app.switch_page("pages/fort.py").run().exception
    seen.query.clear()
    back = seen.tap(app, lambda app: app.switch_page("pages/score.py").run())
    assert table_of(back).step == "check"


def test_a_language_that_is_taken_back_at_once_is_taken_back(app: AppTest) -> None:
    speak(app, "fr")
    seen = Window(app)
    speak(app, "cs")
    seen.tap(app, lambda app: speak(app, "fr"))
    assert app.query_params["lang"] == "fr"
    assert app.session_state["language"] == "fr"


def test_a_step_back_counts_before_the_page_is_whole(app: AppTest) -> None:
    go(app, "photos")
    before = app.text_input(key=FIELD).value
    app.button(key="go-on-check").click().run()
    assert table_of(app).step == "check"
    seen = Window(app)  # of an answer, the browser hears the address first and of this field last
    seen.values = [(node, before if node.key == FIELD else value) for node, value in seen.values]
    seen.tap(app, lambda app: go(app, "photos"))
    assert table_of(app).step == "photos"
    assert app.query_params["step"] == "photos"


def test_a_switch_that_lags_behind_the_address_takes_nobody_back(app: AppTest) -> None:
    go(app, "photos")
    seen = Window(app)
    app.button(key="go-on-check").click().run()
    seen.query = copy.deepcopy(app.query_params)
    seen.tap(app, lambda app: app.run())
    assert table_of(app).step == "check"
    assert app.query_params["step"] == "check"


def test_nor_does_it_change_the_language_back(app: AppTest) -> None:
    seen = Window(app)
    app.query_params["lang"] = "fr"  # a link
    app.run()
    seen.query = copy.deepcopy(app.query_params)
    seen.tap(app, lambda app: app.run())
    assert (app.query_params["lang"], app.session_state["language"]) == ("fr", "fr")


def test_another_page_has_the_address_of_its_link_alone(opened: AppTest) -> None:
    seen = Window(opened)
    rename(opened)
    assert opened.query_params == {"table": table_of(opened).key}
    seen.tap(opened, lambda app: app.switch_page("pages/fort.py").run())
    assert opened.query_params == {}


def cut_short() -> None:
    """A page that another tap cuts short, each time it is drawn: nothing of it is told to the browser."""
    import streamlit as st

    from pages.session.address import Whereabouts, lead

    Whereabouts()
    if "tapped" not in st.session_state:
        st.session_state.tapped = True
        lead({"lang": "cs"})


def test_a_page_that_was_never_whole_keeps_what_was_tapped_on_it() -> None:
    app = AppTest.from_function(cut_short)
    app.query_params["lang"] = "en"
    assert app.run().query_params == {"lang": "cs"}
    app.query_params["lang"] = "en"
    assert app.run().query_params == {"lang": "cs"}


def test_a_run_that_ends_after_the_next_began_takes_nothing_back(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streamlit stops a run at its next widget, and begins the next run beside it."""
    led = {"table": "another", "step": "check"}

    def late(_: object) -> None:
        st.session_state.sent.address = dict(led)  # by a tap of the next run

    with monkeypatch.context() as patch:
        patch.setattr("pages.frame.shell.run", late)
        app.run()
    assert app.session_state["sent"].address == led


@pytest.fixture
def solo(app: AppTest) -> AppTest:
    """The page Solo, nothing begun."""
    return app.switch_page("pages/solo.py").run()


def begun() -> list[str]:
    return [draft.key for draft in archive().drafts("solo")]


def test_a_second_tap_on_start_begins_no_second_game(solo: AppTest) -> None:
    seen = Window(solo)
    solo.button(key="solo-start").click().run()
    (game,) = begun()
    seen.tap(solo, lambda app: app.button(key="solo-start").click().run())
    assert begun() == [game]
    assert solo.query_params["game"] == game


def test_a_tap_before_the_next_game_is_seen_stays_with_it(solo: AppTest) -> None:
    solo.button(key="solo-start").click().run()
    (old,) = begun()
    draft = archive().draft("solo", old)
    assert draft is not None
    archive().save_draft("solo", old, draft | {"record": played_out(draft["record"])})
    seen = Window(solo.run())
    solo.button(key="solo-new").click().run()
    (new,) = set(begun()) - {old}
    seen.tap(solo, lambda app: speak(app, "cs"))
    assert (solo.query_params["game"], solo.session_state["sitting-solo"].key) == (new, new)
    seen.tap(solo, lambda app: app.button(key="solo-new").click().run())
    assert set(begun()) == {old, new}
    solo.query_params["game"] = old
    assert solo.run().session_state["sitting-solo"].key == old, "who goes back does go back"


def test_a_tap_before_a_game_is_left_does_not_open_it_again(solo: AppTest) -> None:
    solo.button(key="solo-start").click().run()
    seen = Window(solo)
    solo.button(key="leave").click().run()
    seen.tap(solo, lambda app: speak(app, "cs"))
    assert "game" not in solo.query_params
    assert solo.button(key="solo-start").label


def played_out(record: dict[str, Any]) -> dict[str, Any]:
    game, bot = Game.replay(record), make_bot("random", 5)
    while (choice := game.choice) is not None:
        game.answer(bot.decide(game.view(choice.player), choice))
    return game.record
