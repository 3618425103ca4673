"""The evening of a game on the pages: told where the game is, kept at once, taken along to BG Stats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import Sitting
from pages.scoring.draft import as_data, from_data
from pages.session.archive import PersonalArchive
from pages.session.rights import OWNER, NotAllowed, Person
from scorer.archive import Archive, ArchivedGame
from scorer.archive.drafts import DraftKind, checked_draft
from scorer.exchange.bgstats import Around, bgstats_link
from scorer.exchange.qr import qr_picture
from scorer.fort.play import Game as FortGame
from scorer.fort.play import Setup as FortSetup
from scorer.gamefile import GameFile
from scorer.play import Game, Setup
from scorer.result import score
from tests.pages.steps import GAME, ROOT, drawn, errors, go, play_of, table_of
from tests.pages.under_way import played_out
from tests.scorer.archive.archived import fort, inspected
from tests.scorer.engine.playing import play_on


def kept(key: str) -> ArchivedGame:
    found = Archive.open().get(key)
    assert found is not None
    return found


def opened() -> AppTest:
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()


def test_each_field_is_kept_as_it_is_changed_and_taken_along(stand_in: None) -> None:
    game = Archive.open().finish(*inspected("Ana", "Bo"), "photo")
    key = f"evening-archive-{game}"
    app = drawn(opened(), f"/archive?game={game}")
    assert not {"durationMin", "location", "comments"} & play_of(app).keys()
    app.text_input(key=f"{key}-place").set_value("Žofie’s").run()
    app.text_input(key=f"{key}-minutes").set_value("95").run()
    app.pills(key=f"{key}-new").set_value(["Bo"]).run()
    app.text_area(key=f"{key}-note").set_value("Two cakes & rain").run()
    assert not app.exception
    told = kept(game).evening
    assert (told.place, told.minutes, told.new, told.note) == ("Žofie’s", 95, ("Bo",), "Two cakes & rain")
    play = play_of(app)
    assert (play["location"], play["durationMin"], play["comments"]) == ("Žofie’s", 95, "Two cakes & rain")
    assert [player.get("newPlayer", False) for player in play["players"]] == [False, True]
    again = drawn(opened(), f"/archive?game={game}&lang=fr")
    assert again.text_input(key=f"{key}-place").value == "Žofie’s"
    assert again.pills(key=f"{key}-new").value == ["Bo"]
    again.pills(key=f"{key}-new").set_value([]).run()
    again.text_input(key=f"{key}-place").set_value("").run()
    assert (kept(game).evening.new, kept(game).evening.place) == ((), "")


def test_a_duration_is_taken_away_again(stand_in: None) -> None:
    game = Archive.open().finish(*inspected("Ana", "Bo"), "photo")
    app, key = drawn(opened(), f"/archive?game={game}"), f"evening-archive-{game}-minutes"
    app.text_input(key=key).set_value("95").run()
    assert kept(game).minutes == 95
    app.text_input(key=key).set_value(" ").run()
    assert not errors(app)
    assert kept(game).minutes is None
    assert "durationMin" not in play_of(app)


def test_a_number_that_is_no_duration_is_refused(stand_in: None) -> None:
    game = Archive.open().finish(*inspected("Ana", "Bo"), "photo")
    app = drawn(opened(), f"/archive?game={game}")
    app.text_input(key=f"evening-archive-{game}-minutes").set_value("9999").run()
    assert errors(app) == ["9999 is no whole number from 1 to 1440: it was not taken."]
    assert kept(game).minutes is None


def test_the_time_since_the_first_photo_is_offered(scored: AppTest) -> None:
    table = table_of(scored)
    (photo,) = table.photos.values()
    assert photo.added is not None
    assert datetime.now(UTC) - photo.added < timedelta(minutes=10)
    photo.added -= timedelta(minutes=30)
    data = as_data(table)
    assert checked_draft("table", data)["photos"] == data["photos"], "it lasts as long as the draft"
    again = from_data(data, table.key)
    assert again is not None
    assert [each.added for each in again.photos.values()] == [photo.added]
    app = go(scored, "form")
    (game,) = Archive.open().games()
    assert (game.evening.began, game.minutes) == (photo.added, None)
    assert "durationMin" not in play_of(app), "people may have played long before it"
    (offered,) = [each for each in app.button if each.key == f"evening-score-{game.id}-minutes-since"]
    minutes = int(offered.label.split()[0])
    assert minutes in range(30, 41)
    assert offered.label == f"{minutes} minutes since the first photo"
    offered.click().run()
    assert kept(game.id).minutes == minutes
    assert play_of(app)["durationMin"] == minutes
    app.text_input(key=f"evening-score-{game.id}-place").set_value("Bo’s").run()
    page = drawn(app, f"/archive?game={game.id}")
    assert page.text_input(key=f"evening-archive-{game.id}-place").value == "Bo’s"
    assert page.text_input(key=f"evening-archive-{game.id}-minutes").value == str(minutes)


def test_a_game_on_screen_lasts_from_the_deal_to_its_end(stand_in: None) -> None:
    dealt = Sitting.begin("play", Setup(players=["Ana", "Bo"], seed=7), {})
    assert dealt.began is not None
    began = datetime.fromisoformat(dealt.began)
    assert datetime.now(UTC) - began < timedelta(minutes=10)
    earlier = (began - timedelta(minutes=45)).isoformat()
    over = {"record": played_out("Ana", "Bo").record, "began": earlier}
    Archive.open().save_draft("play", dealt.key, over)
    app = drawn(opened(), f"/play?game={dealt.key}")
    (game,) = Archive.open().games()
    assert game.minutes in (45, 46)
    assert play_of(app)["durationMin"] == game.minutes
    assert app.text_input(key=f"evening-play-{game.id}-minutes").value == str(game.minutes)


def test_a_game_of_fort_has_its_evening_too(stand_in: None) -> None:
    game = Archive.open().finish(*fort(), "fort")
    app = drawn(opened(), f"/archive?game={game}")
    app.text_input(key=f"evening-archive-{game}-place").set_value("Bo’s").run()
    assert kept(game).evening.place == "Bo’s"
    assert any("Bo’s" in each.proto.body for each in app.get("html"))


def fields(app: AppTest) -> list[str]:
    return [each.key for each in app.text_input if (each.key or "").startswith("evening-")]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("kind", "page", "begun"),
    [
        ("play", "/play?", Game(Setup(players=["Ana", "Bo"], seed=7))),
        ("fort_play", "/fort?tab=play&", FortGame(FortSetup(players=["Ana", "Bo"], seed=7))),
    ],
)
def test_a_deleted_game_on_screen_has_no_evening(
    stand_in: None, kind: DraftKind, page: str, begun: Game | FortGame
) -> None:
    Archive.open().save_draft(kind, "played-on-screen", {"record": play_on(begun).record})
    app = drawn(opened(), f"{page}game=played-on-screen")
    (game,) = Archive.open().games()
    assert f"evening-play-{game.id}-place" in fields(app)
    Archive.open().delete(game.id)
    assert fields(drawn(app, f"{page}game=played-on-screen")) == []
    assert kept(game.id).deleted


def test_a_deleted_game_on_score_has_no_evening(scored: AppTest) -> None:
    app = go(scored, "form")
    (game,) = Archive.open().games()
    place = app.text_input(key=f"evening-score-{game.id}-place")
    before = play_of(app)
    Archive.open().delete(game.id)
    place.set_value("Bo’s").run()
    assert errors(app) == ["The archive has no such game any more: nothing was noted of it."]
    assert fields(app) == []
    assert play_of(app) == before, "it is the same play, of the same day"
    assert (kept(game.id).evening.place, bool(kept(game.id).deleted)) == ("", True)


def test_a_guest_is_offered_the_places_of_their_own_games(stand_in: None) -> None:
    here = Archive.open()
    for key, place in [("table-theirs", "Here"), ("table-not-theirs", "Elsewhere")]:
        here.note_evening(here.finish(*inspected("Ana", "Bo"), "photo", key=key), place=place)
    opened_as_own = here.finish(*inspected("Ana", "Cy"), "typed", key="k")
    here.note_evening(opened_as_own, place="Attic")
    guest = PersonalArchive(here, lambda: Person("guest", "phone"))
    assert guest.places() == []
    here.guests.take_part("table", "theirs", "phone")
    here.guests.take_part("table", opened_as_own, "phone")
    assert guest.places() == ["Attic", "Here"]
    assert set(PersonalArchive(here, lambda: OWNER).places()) == {"Attic", "Elsewhere", "Here"}


def test_a_guest_tells_of_their_own_game_alone(stand_in: None) -> None:
    here = Archive.open()
    game = here.finish(*inspected("Ana", "Bo"), "photo", key="table-not-theirs")
    guest = PersonalArchive(here, lambda: Person("guest", "phone"))
    with pytest.raises(NotAllowed):
        guest.note_evening(game, place="Here")
    assert kept(game).evening.place == ""
    here.guests.take_part("table", "not-theirs", "phone")
    guest.note_evening(game, place="Here")
    assert kept(game).evening.place == "Here"


@pytest.mark.parametrize(("letters", "whole"), [(100, True), (500, False)])
def test_a_note_that_no_code_holds_stays_out_of_it(letters: int, whole: bool) -> None:
    result = score(GameFile.from_dict(GAME))
    when = datetime(2026, 11, 20, tzinfo=UTC)
    link = bgstats_link(result, when, around=Around(note="ž" * letters))
    if whole:
        assert qr_picture(link, "png")
    else:
        with pytest.raises(ValueError, match="more than a QR code holds"):
            qr_picture(link, "png")
    assert qr_picture(bgstats_link(result, when), "png")
