"""A game on several devices: each is sent what its own players may know, and nobody takes another's place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.playing import session
from pages.playing.common.conceding import concede
from pages.playing.common.sitting import Overtaken, Sitting
from pages.playing.devices import here, seated
from pages.session import rights
from pages.session.archive import PersonalArchive, archive
from pages.session.rights import OWNER, NotAllowed, Person
from scorer.archive import ArchiveError
from scorer.play import Setup
from scorer.room.codes import Room
from tests.pages.playing.seats import GUESTS, At, play_on, sent, take_places
from tests.pages.steps import ROOT, as_guest, errors


def begun(players: str = "Ana Bo Cy", bots: str = "", seed: int = 3) -> Sitting:
    setup = Setup(players=players.split(), seed=seed)
    return Sitting.begin("play", setup, dict.fromkeys(bots.split(), "greedy"), devices=True)


def asked(sitting: Sitting) -> Any:
    """The open question."""
    choice = sitting.game.choice
    assert choice is not None
    return choice


def keys(cards: Any) -> set[str]:
    return {f"{card.letter}{card.order}" for card in cards}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1000), steps=st.integers(0, 60))
def test_a_device_is_sent_nobody_elses_hand_or_focus(at: At, seed: int, steps: int) -> None:
    at(OWNER)
    sitting = begun(seed=seed)
    take_places(at, sitting)
    play_on(sitting, steps, seed=seed)
    if sitting.game.choice is None:
        return
    for name, person in GUESTS.items():
        at(person)
        told = sent(sitting)
        view = sitting.game.view(name)
        assert told["viewer"] == sitting.game.setup.players.index(name)
        assert told["focus"] == view.focus.code
        assert set(told["hand"]) == keys(view.hand)
        asked = sitting.game.choice.player
        assert (told["choice"] is not None) == (asked == name), "the question goes to who is asked"
        shown = {card for seat in told["seats"] for *_, card, _, _ in seat["shelf"] if card}
        shown |= {card for place in told["board"] for card in place["cards"]} | {*told["table"], told["top"]}
        for other in GUESTS:
            if other != name:
                hidden = keys(sitting.game.view(other).hand)
                assert not hidden & set(told["hand"])
                assert not hidden & shown


def test_who_has_no_place_sees_nobodys_cards(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    at(Person("guest", "eve"))
    assert here(sitting) == []
    assert session.viewer(sitting) is None
    told = sent(sitting)
    assert not told["lifts"]
    assert told.keys() == {"key", "step", "curtain", "lifts", "log", "news"}


def test_a_device_that_was_shown_out_is_told_so(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    at(GUESTS["Ana"])
    before, told = rights.claim(), list[str]()
    monkeypatch.setattr(rights, "claim", lambda: before)
    monkeypatch.setattr(session, "refuse", lambda why: told.append(str(why)))
    Room.renew()
    session._draw(sitting)
    (why,) = told
    assert "ask for the new one" in why


@pytest.mark.usefixtures("stand_in")
def test_a_game_whose_places_cannot_be_read_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun()

    def fails(*_: str) -> dict[str, str]:
        raise ArchiveError("The database is locked.")

    monkeypatch.setattr(PersonalArchive, "seated", fails)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/play.py")
    app.query_params["game"] = sitting.key
    app.run()
    assert not app.exception
    assert errors(app) == ["The database is locked."]


def test_a_place_has_one_device_and_only_it_answers(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    choice = sitting.game.choice
    assert choice is not None
    asked, other = GUESTS[choice.player], next(p for n, p in GUESTS.items() if n != choice.player)
    tap = {"kind": "answer", "game": sitting.key, "step": sitting.step, "option": choice.options[0].key}
    at(other)
    assert not archive().sit_down("play", sitting.key, choice.player)
    for kind in (tap, {"kind": "lift", "game": sitting.key, "player": choice.player}, tap):
        session._take(sitting, kind)
        assert sitting.step == 0
    at(asked)
    session._take(sitting, tap)
    assert sitting.step > 0


def test_who_saw_a_hand_sits_nowhere_else_unless_the_owner_says_so(at: At) -> None:
    at(OWNER)
    sitting, other = begun(), begun()
    at(GUESTS["Ana"])
    assert archive().sit_down("play", sitting.key, "Ana")
    for _ in range(2):  # beside that place, and after it
        with pytest.raises(ArchiveError, match="has seen the cards of Ana"):
            archive().sit_down("play", sitting.key, "Bo")
        assert "Bo" not in seated(sitting)
        if seated(sitting):
            archive().stand_up("play", sitting.key, "Ana")
    assert archive().sit_down("play", other.key, "Bo"), "another game is another game"
    assert archive().sit_down("play", sitting.key, "Ana"), "nobody else saw more"
    at(GUESTS["Bo"])
    assert archive().sit_down("play", sitting.key, "Bo"), "who saw nothing sits anywhere"
    with pytest.raises(NotAllowed):
        archive().stand_up("play", sitting.key, "Ana")
    at(OWNER)
    archive().stand_up("play", sitting.key, "Ana")
    at(GUESTS["Ana"])
    assert archive().sit_down("play", sitting.key, "Cy")
    assert archive().sit_down("play", sitting.key, "Ana"), "two share that phone"


def test_two_at_one_device_pass_it_behind_the_curtain(at: At) -> None:
    at(OWNER)
    sitting = begun("Ana Bo")
    for name in ("Ana", "Bo"):
        assert archive().sit_down("play", sitting.key, name)
    assert here(sitting) == ["Ana", "Bo"]
    choice = sitting.game.choice
    assert choice is not None
    assert sent(sitting)["lifts"]
    session._take(sitting, {"kind": "lift", "game": sitting.key, "player": choice.player})
    assert session.viewer(sitting) == choice.player


def test_a_device_sees_what_another_answered(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    elsewhere = Sitting.open("play", sitting.key)
    assert elsewhere is not None
    assert elsewhere.devices
    choice = sitting.game.choice
    assert choice is not None
    sitting.answer(choice.player, sitting.step, choice.options[0].key)
    elsewhere.refresh()
    assert elsewhere.step == sitting.step


def test_only_its_device_or_the_owner_frees_a_place(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    at(GUESTS["Bo"])
    with pytest.raises(NotAllowed):
        archive().stand_up("play", sitting.key, "Ana")
    archive().stand_up("play", sitting.key, "Bo")
    at(OWNER)
    archive().stand_up("play", sitting.key, "Cy")
    assert set(seated(sitting)) == {"Ana"}


def test_the_room_is_told_which_games_wait_and_for_whom(at: At) -> None:
    at(OWNER)
    sitting = begun("Ana Bo Cy", bots="Cy")
    Sitting.begin("play", Setup(players=["Eve", "Fay"], seed=1), {})
    at(GUESTS["Ana"])
    (game,) = archive().joinable("play")
    assert (game.key, game.players, game.free) == (sitting.key, ("Ana", "Bo", "Cy"), ("Ana", "Bo"))
    assert archive().sit_down("play", sitting.key, "Ana")
    assert archive().joinable("play") == []
    at(GUESTS["Bo"])
    assert [game.free for game in archive().joinable("play")] == [("Bo",)]


def chairs(key: str) -> None:
    from pages.playing.common.sitting import Sitting
    from pages.playing.devices import places
    from pages.session.archive import archive

    sitting = Sitting.open("play", key)
    assert sitting is not None
    places(sitting, archive().seated("play", key))


def test_the_place_of_who_conceded_is_offered_to_nobody(at: At) -> None:
    at(OWNER)
    sitting = begun("Ana Bo Cy")
    assert concede(sitting, "Bo", sitting.step)
    at(GUESTS["Ana"])
    assert [game.free for game in archive().joinable("play")] == [("Ana", "Cy")]
    app = AppTest.from_function(chairs, args=(sitting.key,)).run()
    assert not app.exception
    offered = [one.key for one in app.button if one.key and one.key.startswith("sit-")]
    assert offered == ["sit-0", "sit-2"]


@pytest.mark.usefixtures("stand_in")
def test_a_guest_joins_by_taps(at: At) -> None:
    sitting = begun("Ana Bo")
    app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60), "bo").run()
    app = app.switch_page("pages/play.py").run()
    app.button(key="join-0").click().run()
    assert not app.exception
    assert app.subheader[0].value == "Who are you?"
    next(button for button in app.button if button.label == "I am Bo").click().run()
    assert not app.exception
    assert seated(sitting) == {"Bo": "bo"}
    assert "shelfmark_play_table" in [part.proto.component_name for part in app.get("bidi_component")]
    assert [button.key for button in app.button if str(button.key).startswith("stand-")] == ["stand-1"]


def test_of_two_answers_at_one_instant_the_first_stands_and_the_second_is_told(at: At) -> None:
    """As on two servers of one archive: neither knows that the other has answered."""
    at(OWNER)
    first = begun("Ana Bo")
    second = Sitting.open("play", first.key)
    assert second is not None
    choice, step = asked(first), first.step
    one, other = choice.options[:2]
    assert first.answer(choice.player, step, one.key)
    with pytest.raises(Overtaken, match="Another device was faster"):
        second.answer(choice.player, step, other.key)
    kept = archive().draft("play", first.key)
    assert kept is not None
    assert kept["record"] == first.game.record == second.game.record
    assert not second.unsaved
    choice = asked(second)
    assert second.answer(choice.player, second.step, choice.options[0].key), "the game goes on here"
    first.refresh()
    assert first.game.record == second.game.record


def test_an_answer_that_could_not_be_kept_does_not_undo_what_others_answered(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(OWNER)
    here_ = begun("Ana Bo")
    there = Sitting.open("play", here_.key)
    assert there is not None
    choice = asked(here_)

    def full(*arguments: object) -> None:
        raise ArchiveError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(PersonalArchive, "change_draft", full)
        with pytest.raises(ArchiveError):
            here_.answer(choice.player, here_.step, choice.options[0].key)
    assert there.answer(choice.player, there.step, choice.options[1].key)
    with pytest.raises(Overtaken):
        here_.save()
    assert here_.game.record == there.game.record


def test_the_history_is_there_when_another_run_takes_the_place_of_the_run_that_answers(at: At) -> None:
    at(OWNER)
    sitting = begun()
    take_places(at, sitting)
    at(GUESTS["Ana"])
    tap = {"game": sitting.key, "kind": "history", "step": sitting.step, "nonce": 0.5}
    session._take(sitting, tap)
    first, second = sent(sitting), sent(sitting)
    assert first["history"]["tap"] == second["history"]["tap"] == 0.5
    session._take(sitting, tap | {"kind": "hint"})
    assert "history" not in sent(sitting), "the answer to a tap before"


def test_the_history_that_one_player_asked_for_is_not_sent_to_the_next_at_their_device(at: At) -> None:
    at(OWNER)
    sitting, places = begun(), archive()
    assert places.sit_down(sitting.kind, sitting.key, "Ana")
    session._take(sitting, {"game": sitting.key, "kind": "history", "step": sitting.step, "nonce": 0.5})
    assert "history" in sent(sitting)
    places.stand_up(sitting.kind, sitting.key, "Ana")
    assert places.sit_down(sitting.kind, sitting.key, "Bo")
    assert here(sitting) == ["Bo"]
    assert "history" not in sent(sitting)


def test_a_tap_on_a_question_that_another_device_answered_is_told_and_a_double_tap_is_not(at: At) -> None:
    at(OWNER)
    sitting = begun("Ana Bo")
    other = Sitting.open("play", sitting.key)
    assert other is not None
    for name in ("Ana", "Bo"):
        archive().sit_down("play", sitting.key, name)
    choice, step = asked(sitting), sitting.step
    tap = {"game": sitting.key, "kind": "answer", "step": step, "option": choice.options[0].key}
    session.state.holder = choice.player
    session._take(sitting, tap)
    assert sitting.step > step
    session._take(sitting, tap)
    assert "trouble" not in session.state, "the second tap of one finger means nothing"
    session._take(other, tap | {"option": choice.options[1].key})
    assert "Another device was faster" in session.state["trouble"]
    assert other.game.record == sitting.game.record
