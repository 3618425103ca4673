"""Photos are read one or two at a time; who waits is told the place in line, and leaves it when gone."""

from __future__ import annotations

from queue import Queue
from threading import Event, Thread

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import pages.photos.turns
from pages.photos.turns import Turns
from pages.words import sentences
from scorer.errors import phrase
from tests.pages.steps import errors, photo_file, table_of, upload
from vision.common.deadline import Overdue


class Reader:
    """A thread that takes a turn: what it was told, when it is let in, and when it may end."""

    def __init__(self, turns: Turns) -> None:
        self.told: Queue[int] = Queue()
        self.let_in, self.end = Event(), Event()
        self._thread = Thread(target=self._read, args=(turns,), daemon=True)
        self._thread.start()

    def _read(self, turns: Turns) -> None:
        with turns.turn(self.told.put):
            self.let_in.set()
            self.end.wait(20)

    def finish(self) -> None:
        self.end.set()
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.mark.parametrize("at_once", [1, 2])
def test_turns_come_in_order_and_each_is_told_its_place(at_once: int) -> None:
    turns = Turns(at_once, news_every=60)
    inside = []
    for _ in range(at_once):
        inside.append(Reader(turns))
        assert inside[-1].let_in.wait(20)
        assert inside[-1].told.empty()
    second = Reader(turns)
    assert second.told.get(timeout=20) == 1
    third = Reader(turns)
    assert third.told.get(timeout=20) == 2
    assert not second.let_in.is_set()
    inside[0].finish()
    assert second.let_in.wait(20)
    assert third.told.get(timeout=20) == 1
    assert not third.let_in.is_set()
    second.finish()
    assert third.let_in.wait(20)
    third.finish()
    for one in inside[1:]:
        one.finish()


class Gone(BaseException):
    """What Streamlit raises where a session is over, and says something to its page."""


def test_who_is_gone_leaves_the_line_and_frees_the_turn() -> None:
    turns = Turns(1, news_every=0)
    first = Reader(turns)
    assert first.let_in.wait(20)
    asked = []

    def gone_at_the_third(place: int) -> None:
        asked.append(place)
        if len(asked) == 3:
            raise Gone

    with pytest.raises(Gone), turns.turn(gone_at_the_third):
        pytest.fail("it was let in")
    assert asked == [1, 1, 1], "it is told again and again, so that it may learn that it is over"
    last = Reader(turns)
    assert last.told.get(timeout=20) == 1, "nobody stands before it any more"
    first.finish()
    assert last.let_in.wait(20)
    last.finish()
    with pytest.raises(Gone), turns.turn(lambda place: pytest.fail(f"told {place}")):
        raise Gone
    with turns.turn(lambda place: pytest.fail(f"told {place}")):
        pass


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_page_says_which_place_in_line(
    app: AppTest, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.segmented_control(key="language-switch").set_value(language).run()
    turns, said = Turns(1, news_every=0), []
    monkeypatch.setattr(pages.photos.turns, "_READERS", turns)
    held = Reader(turns)
    assert held.let_in.wait(20)
    caption = st.delta_generator.DeltaGenerator.caption

    def heard(box: object, text: str, *args: object, **options: object) -> object:
        if text in [sentences("score")["reading_line"][language].format(place=1)]:
            said.append(text)
            held.finish()
        return caption(box, text, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(st.delta_generator.DeltaGenerator, "caption", heard)
    upload(app, ("table.jpg", photo_file()))
    assert len(said) >= 1
    assert table_of(app).photos
    assert said[0] not in [each.value for each in app.caption], "it is gone when its turn has come"


def test_photos_that_take_too_long_together_are_refused_in_place(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overdue(*_: object, **__: object) -> None:
        raise Overdue(
            phrase(
                "Reading {which} took more than {seconds} seconds and was stopped: photograph fewer cards at "
                "once.",
                which=phrase("these photos"),
                seconds=30,
            )
        )

    monkeypatch.setattr("pages.scoring.photos.hand_in", overdue)
    upload(app, ("table.jpg", photo_file()))
    assert not app.exception
    assert errors(app) == [
        "Reading these photos took more than 30 seconds and was stopped: photograph fewer cards at once."
    ]
