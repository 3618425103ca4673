"""A person gives up: a bot plays on for them or the game ends at once, and the archive counts it as lost."""

from __future__ import annotations

from typing import Any

import pytest

from pages.playing import session
from pages.playing.common.conceding import concede, conceding
from pages.playing.common.sitting import RULES, Kind, Sitting
from pages.playing.ex_libris import ending
from pages.playing.fort import ending as fort_ending
from pages.playing.screens import SCREENS
from pages.session.archive import archive
from pages.words import Words
from scorer.archive.figures import conceded, standings
from scorer.fort.play.bots.hard import HardBot as FortHardBot
from scorer.play.bots import HardBot
from tests.pages.playing.seats import State, play_on

W = Words("table_aids", "en")
#: Each game that several play.
SEVERAL = pytest.mark.parametrize("kind", ["play", "fort_play"])


def begun(kind: Kind, *people: str, bots: tuple[str, ...] = (), answers: int = 12) -> Sitting:
    more = {"difficulty": 1} if kind == "solo" else {}
    setup = RULES[kind].setup(players=[*people, *bots], seed=3, **more)
    sitting = Sitting.begin(kind, setup, dict.fromkeys(bots, "normal"))
    play_on(sitting, answers)
    return sitting


def keep(sitting: Sitting) -> None:
    (fort_ending if sitting.kind == "fort_play" else ending).keep(sitting)


def archived(sitting: Sitting) -> tuple[list[str], list[str]]:
    """The winners and the people of the game, as the archive has it."""
    keep(sitting)
    (game,) = archive().games()
    whole = archive().get(game.id)
    assert whole is not None
    assert whole.record == sitting.game.record
    assert conceded(whole) == set(sitting.game.conceded)
    return game.winners, game.people


@pytest.mark.parametrize(
    ("kind", "people", "bots", "winner"),
    [
        ("play", ["Ana", "Bo"], (), "Bo"),
        ("play", ["Ana"], ("Cy",), "Cy"),
        ("solo", ["Ana"], (), "Public library"),
        ("fort_play", ["Ana", "Bo"], (), "Bo"),
        ("fort_play", ["Ana"], ("Cy",), "Cy"),
    ],
)
def test_where_nobody_else_could_win_the_game_ends_at_once(
    kind: Kind, people: list[str], bots: tuple[str, ...], winner: str
) -> None:
    sitting = begun(kind, *people, bots=bots)
    assert conceding(sitting, "Ana", W) == W["concede_ends"]
    assert concede(sitting, "Ana", sitting.step)
    assert sitting.game.over
    assert archived(sitting) == ([winner], people)
    (ana,) = [one for one in standings(archive().games()) if one.name == "Ana"]
    assert (ana.games, ana.wins, ana.mean, ana.best) == (1, 0, None, None), "bots made these points"
    again = Sitting.open(kind, sitting.key)
    assert again is not None
    assert again.game.record == sitting.game.record


@SEVERAL
def test_among_several_a_bot_plays_on_and_nothing_is_taken_back(kind: Kind) -> None:
    sitting = begun(kind, "Ana", "Bo", "Cy")
    choice = sitting.game.choice
    assert choice is not None
    gone = choice.player
    left = [name for name in ("Ana", "Bo", "Cy") if name != gone]
    assert conceding(sitting, gone, W) == W["concede_goes_on"]
    assert concede(sitting, gone, sitting.step)
    assert not sitting.game.over
    assert (sitting.people, sitting.staying) == (["Ana", "Bo", "Cy"], left)
    assert conceding(sitting, gone, W) is None
    assert not concede(sitting, gone, sitting.step)
    ((after, who),) = sitting.game.record["conceded"]
    assert who == gone
    for name in ("Ana", "Bo", "Cy"):
        undo = sitting.undo(name)
        assert undo is None or undo.step >= after
    kept = Sitting.open(kind, sitting.key)
    assert kept is not None
    assert (kept.staying, kept.game.record) == (left, sitting.game.record)
    while sitting.game.choice is not None:
        assert sitting.game.choice.player in left
        play_on(sitting, 1)
    winners, people = archived(sitting)
    assert set(winners) <= set(left)
    assert people == ["Ana", "Bo", "Cy"]


@SEVERAL
@pytest.mark.parametrize("bots", [("Bo",), ("Bo", "Cy")])
def test_where_it_ends_at_once_no_bot_takes_long(
    kind: Kind, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = begun(kind, "Ana", bots=bots)
    sitting.bots = dict.fromkeys(bots, "hard")

    def slow(*_: object) -> None:
        raise AssertionError("nobody waits for a good game any more")

    for bot in (HardBot, FortHardBot):
        monkeypatch.setattr(bot, "decide", slow)
    assert concede(sitting, "Ana", sitting.step)
    assert sitting.game.over
    again = Sitting.open(kind, sitting.key)
    assert again is not None
    assert again.game.record == sitting.game.record


def test_it_is_kept_before_bots_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun("play", "Ana", "Bo")

    def stopped(_: Sitting) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as while_bots_play:
        while_bots_play.setattr(Sitting, "advance", stopped)
        with pytest.raises(KeyboardInterrupt):
            concede(sitting, "Ana", sitting.step)
    again = Sitting.open("play", sitting.key)
    assert again is not None
    assert again.game.conceded == ["Ana"]
    assert again.game.over


def test_whoever_looks_while_bots_play_on_sees_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun("play", "Ana", "Bo")
    advance = Sitting.advance
    others: list[Sitting] = []

    def seen(one: Sitting) -> None:
        if one is sitting:
            other = Sitting.open("play", one.key)
            assert other is not None
            others.append(other)
            ending.keep(other)
        advance(one)

    with monkeypatch.context() as while_bots_play:
        while_bots_play.setattr(Sitting, "advance", seen)
        assert concede(sitting, "Ana", sitting.step)
    (other,) = others
    assert other.game.record == sitting.game.record
    ending.keep(sitting)
    assert sitting.finished == other.finished
    assert len(archive().games()) == 1


@SEVERAL
def test_the_others_are_told(kind: Kind) -> None:
    sitting = begun(kind, "Ana", "Bo", "Cy")
    choice = sitting.game.choice
    assert choice is not None
    gone = choice.player
    (left, _) = [name for name in ("Ana", "Bo", "Cy") if name != gone]
    assert concede(sitting, gone, sitting.step)
    said = f"{gone} conceded; a bot plays on."
    screen = SCREENS[kind]
    for told in (screen.scene(sitting, left), screen.curtain(sitting, left, True)):
        assert told["log"].count(said) == 1
    told = screen.scene(sitting, left)
    assert said in told["log"][-told["news"] :], "it is news to who stays"
    assert [seat["name"] for seat in told["seats"] if seat["bot"]] == [gone]
    play_on(sitting, 1)
    log = screen.scene(sitting, left)["log"]
    assert log.index(said) < len(log) - 1
    for language in ("pt", "fr", "cs"):
        assert gone in Words("table_aids", language)("conceded", names=gone)
    play_on(sitting)
    for viewer in (left, None):
        chapters = screen.history(sitting, viewer)
        assert [said in chapter["lines"] for chapter in chapters].count(True) == 1
        assert sum(chapter["lines"].count(said) for chapter in chapters) == 1
        assert said not in chapters[-1]["lines"], "it stands where it happened"


@SEVERAL
def test_what_is_late_or_may_not_be_changes_nothing(kind: Kind) -> None:
    sitting = begun(kind, "Ana", "Bo")
    before = sitting.game.record
    assert not concede(sitting, "Ana", sitting.step - 1)
    assert not concede(sitting, "Di", sitting.step)
    assert sitting.game.record == before
    play_on(sitting)
    assert not concede(sitting, "Ana", sitting.step)
    branch = sitting.played_on("Ana", 10, 1, "normal")
    assert not concede(branch, "Ana", branch.step)
    assert branch.game.conceded == []


@SEVERAL
def test_a_tap_concedes_for_whoever_holds_the_device(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun(kind, "Ana", bots=("Bo",))
    scene = SCREENS[kind].scene(sitting, "Ana")
    assert scene["concede"] == W["concede_ends"]
    monkeypatch.setattr(session, "state", State())
    session._take(sitting, conceding_tap(sitting, W["concede_ends"]))
    assert sitting.game.conceded == ["Ana"]
    assert sitting.game.over


def conceding_tap(sitting: Sitting, means: str) -> dict[str, Any]:
    """What the page sends when somebody confirms a question of these words."""
    return {"kind": "concede", "game": sitting.key, "step": sitting.step, "means": means}


@SEVERAL
def test_a_tap_that_came_too_late_concedes_nothing_and_says_so(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = begun(kind, "Ana", "Bo")
    state = State()
    monkeypatch.setattr(session, "state", state)
    other = Sitting.open(kind, sitting.key)
    assert other is not None
    tap = conceding_tap(sitting, W["concede_ends"])
    asked = other.game.choice
    assert asked is not None
    other.answer(asked.player, other.step, asked.options[0].key)
    session._take(sitting, tap)
    assert sitting.game.conceded == []
    assert state["trouble"]


@SEVERAL
def test_a_tap_concedes_only_what_its_question_said(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun(kind, "Ana", "Bo", "Cy")
    state = State()
    monkeypatch.setattr(session, "state", state)
    asked = sitting.game.choice
    assert asked is not None
    state["holder"] = asked.player
    session._take(sitting, conceding_tap(sitting, W["concede_ends"]))
    assert sitting.game.conceded == [], "it would have gone on"
    assert state["trouble"]
    session._take(sitting, conceding_tap(sitting, W["concede_goes_on"]))
    assert sitting.game.conceded == [asked.player]
