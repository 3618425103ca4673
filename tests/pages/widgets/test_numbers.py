"""Fields for whole numbers: what a sheet takes, what it refuses and keeps in the field."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest


def numbers() -> None:
    import streamlit as st

    from pages.widgets.numbers import sheet_number

    state = st.session_state
    said = sheet_number(
        "Points", "points", state.get("value", 7), 99, lambda value: state.update(value=value)
    )
    st.write(f"refused: {said}.")


@pytest.mark.parametrize(
    ("typed", "value", "refused"),
    [
        ("35", 35, ""),
        (" 8 ", 8, ""),
        ("", None, ""),
        ("3,5", None, "3,5"),
        ("3.5", None, "3.5"),
        ("-1", None, "-1"),
        ("100", None, "100"),
        ("1e3", None, "1e3"),
        ("٣", 3, ""),
    ],
)
def test_only_a_whole_number_is_taken(typed: str, value: int | None, refused: str) -> None:
    app = AppTest.from_function(numbers).run()
    assert app.text_input(key="points").value == "7"
    app.text_input(key="points").set_value(typed).run()
    assert app.session_state["value"] == value
    assert app.markdown[0].value == f"refused: {refused}."
    assert app.text_input(key="points").value == (refused or ("" if value is None else str(value)))
    app.text_input(key="points").set_value("4").run()
    assert app.session_state["value"] == 4
    assert app.markdown[0].value == "refused: ."
