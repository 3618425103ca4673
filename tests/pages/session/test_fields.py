"""Fields that show what is kept elsewhere, and lists whose words change with the language of the page."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from pages.session.fields import show

    kept = st.session_state.setdefault("kept", {"name": "Ana", "pick": None})
    sets = st.session_state.setdefault("sets", [])
    before = dict(st.session_state.items())
    show("name", kept["name"])
    show("pick", kept["pick"])
    sets.append([key for key in ("name", "pick") if before.get(key, "none") != st.session_state[key]])
    st.text_input("Name", key="name", on_change=lambda: kept.update(name=st.session_state.name))
    st.selectbox("Pick", ["a", "b"], key="pick", on_change=lambda: kept.update(pick=st.session_state.pick))
    if st.button("Rename"):
        kept["name"] = "Zoe"
        st.rerun()


def test_a_field_is_set_at_first_and_when_what_is_kept_changes_elsewhere() -> None:
    app = AppTest.from_function(page).run()
    assert app.text_input(key="name").value == "Ana"
    assert app.selectbox(key="pick").value is None  # nothing chosen is shown as nothing chosen
    app.text_input(key="name").input("Bo").run()
    app.selectbox(key="pick").select("b").run()
    assert app.session_state.kept == {"name": "Bo", "pick": "b"}
    app.button[0].click().run()
    assert app.text_input(key="name").value == "Zoe"
    assert app.session_state.sets == [["name", "pick"], [], [], [], ["name"]]


def choices() -> None:
    import streamlit as st

    from pages.session.fields import hand_on

    kept = st.session_state.setdefault("kept", [])
    for said in ("a", "Beer", None, "b"):
        st.session_state.pick = said
        hand_on("pick", kept.append, ["a", "b"])
    hand_on("pick", kept.append)  # a field without a list says what it likes


def test_words_of_the_former_language_are_not_taken_for_a_choice() -> None:
    assert AppTest.from_function(choices).run().session_state.kept == ["a", None, "b", "b"]


def languages() -> None:
    import streamlit as st

    from pages.session.fields import one_of

    words = {"en": {"all": "All", "few": "Few"}, "fr": {"all": "Toutes", "few": "Peu"}}
    spoken = st.radio("Language", ["en", "fr"], key="language")
    offered = ["all", "few"] if st.toggle("Few", value=True) else ["all"]
    picked = one_of("Cards", offered, "cards", words[spoken].__getitem__, index=len(offered) - 1)
    st.caption(picked)


def test_a_list_shows_what_is_chosen_in_the_language_of_the_page() -> None:
    app = AppTest.from_function(languages).run()
    assert app.caption[0].value == "few"  # at first
    app.selectbox(key="cards").select("All").run()
    app.radio(key="language").set_value("fr").run()
    assert (app.selectbox(key="cards").proto.raw_value, app.caption[0].value) == ("Toutes", "all")
    assert app.selectbox(key="cards").proto.set_value
    app.selectbox(key="cards").select("Peu").run()
    app.radio(key="language").set_value("en")
    app.toggle[0].set_value(False).run()
    assert (app.selectbox(key="cards").proto.raw_value, app.caption[0].value) == ("All", "all")
    assert not app.exception


def players() -> None:
    import streamlit as st

    from pages.session.fields import as_seen

    names = st.session_state.setdefault("names", ["Ana", "Bo", "Cy"])

    as_seen(f"{names[0]} leaves", "leave", lambda: list(names), lambda: names.pop(0))
    if st.session_state.pop("late", False):  # another window was faster
        names.insert(0, "Zoe")


def test_a_tap_on_what_the_page_no_longer_shows_means_nothing() -> None:
    app = AppTest.from_function(players).run()
    first = app.button[0]
    first.click().run()
    assert app.session_state.names == ["Bo", "Cy"]
    first.click().run()  # the second of two fast taps, on a button that is no more
    assert app.session_state.names == ["Bo", "Cy"]
    assert app.button[0].label == "Bo leaves"
    app.session_state.late = True
    app.run()
    app.button[0].click().run()  # the page still says that Bo leaves
    assert app.session_state.names == ["Zoe", "Bo", "Cy"]
    assert app.button[0].label == "Zoe leaves"
