"""What the browser sends before it has seen the last answer: it takes nobody back a step."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.steps import go, table_of


class Window:
    """What a browser shows, and so sends with every tap: widgets and address, as they were at first."""

    def __init__(self, app: AppTest) -> None:
        self.tree, self.query = app._tree, copy.deepcopy(app.query_params)
        nodes: list[Any] = [node for node in app._tree if hasattr(node, "_value")]
        self.values = [(node, node.value) for node in nodes]

    def tap(self, app: AppTest, what: Callable[[AppTest], object]) -> AppTest:
        app._tree, app.query_params = self.tree, copy.deepcopy(self.query)
        for node, value in self.values:
            node._value = value
        what(app)
        assert not app.exception
        return app


def rename(app: AppTest) -> object:
    return app.text_input(key="name-s1").set_value("Cleo").run()


def test_a_tap_before_the_answer_does_not_take_the_step_back(app: AppTest) -> None:
    go(app, "photos")
    go(app, "players")
    seen = Window(app)
    app.button(key="go-on").click().run()
    assert table_of(app).step == "photos"
    seen.tap(app, rename)
    assert table_of(app).step == "photos"
    assert table_of(app).seats[0].name == "Cleo"
    assert app.query_params["step"] == "photos", "the address is told again"


def test_nor_does_it_from_an_address_that_names_no_step(app: AppTest) -> None:
    seen = Window(app)
    app.button(key="go-on").click().run()
    seen.tap(app, rename)
    assert table_of(app).step == "photos"


def test_a_tap_on_a_step_before_the_answer_counts(app: AppTest) -> None:
    seen = Window(app)
    app.button(key="go-on").click().run()
    seen.tap(app, lambda app: app.segmented_control(key="step").set_value("check").run())
    assert table_of(app).step == "check"


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
