"""The page in a test session: photos in, choices made, doubts settled, the form filled in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.photos import solo
from pages.scoring import photos
from pages.session.archive import archive
from pages.table.state import Seat, TableCard
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import score
from scorer.result.flip_advice import advise_flips
from tests.pages.stand_in import LOOSE
from tests.pages.steps import (
    NO_CARDS,
    ROOT,
    SOLO_CHOICES,
    button,
    buttons,
    choose,
    errors,
    give_legend,
    go,
    page_html,
    photo_file,
    table_of,
    upload,
)


def test_it_opens_with_four_who_have_nothing_yet_and_without_fault(opened: AppTest) -> None:
    assert not opened.exception
    seats = table_of(opened).seats
    assert [(seat.name, seat.cards) for seat in seats] == [(f"Player {n}", ()) for n in (1, 2, 3, 4)]
    assert errors(opened) == []


def test_a_photo_of_the_table_becomes_a_filled_in_form(scored: AppTest) -> None:
    result = score(GameFile.from_dict(table_of(scored).game()))
    assert [seat.name for seat in table_of(scored).seats] == ["Player 1", "Player 2"]
    assert result.winners == ["Player 1"]
    assert result.explain in page_html(scored)
    assert "Cards to check: 2" in page_html(scored)
    go(scored, "form")
    assert result.explain in page_html(scored)
    kept = archive().games()
    assert [(game.players, game.source) for game in kept] == [(["Player 1", "Player 2"], "photo")]
    assert kept[0].result == result.to_json()


def test_a_form_that_is_mended_is_the_same_game_in_the_archive(scored: AppTest) -> None:
    go(scored, "form")
    go(scored, "players").text_input(key="name-s1").set_value("Ana").run()
    go(scored, "form")
    assert [game.players for game in archive().games()] == [["Ana", "Player 2"]]


def test_a_photo_a_player_seats_them_in_the_order_given(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(4).run()
    upload(app, ("ana.jpg", photo_file(100)), ("bo.jpg", photo_file(140)))
    assert [(seat.id, len(seat.photos) == 1) for seat in table_of(app).seats] == [
        ("s1", True),
        ("s2", True),
        ("s3", True),
        ("s4", True),
    ]
    assert len(table_of(app).photos) == 2


def test_another_photo_of_the_same_shelves_joins_them_and_leaves_what_was_mended(scored: AppTest) -> None:
    scored.button(key="answer-s1-3-name-1").click().run()
    before = table_of(scored).game()
    upload(scored, ("again.jpg", photo_file(122)), ("other.jpg", photo_file(200)))
    told = table_of(scored)
    assert [seat.photos for seat in told.seats[:2]] == [list(told.photos)[:2]] * 2
    assert told.game()["players"][:2] == before["players"]
    assert [len(seat.cards) for seat in told.seats] == [4, 3, 4, 3]
    assert "2 photos" in page_html(scored)


def test_several_photos_of_the_pile_count_each_card_once(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(1).run()
    go(app, "photos").segmented_control(key="kind").set_value("pile").run()
    upload(app, ("pile.jpg", photo_file(100)), ("same.jpg", photo_file(102)), kind="pile")
    assert [card.letter for card in table_of(app).library.cards] == ["E", "F"]
    assert len(table_of(app).library.photos) == 2
    assert table_of(app).seats[0].cards == ()


def test_what_is_still_to_choose_is_named(app: AppTest) -> None:
    go(app, "check")
    assert "Still to choose: Prominent, Banned, Focus (Player 1), Focus (Player 2)." in page_html(app)
    go(choose(app, prominent="reference_texts"), "check")
    assert "Still to choose: Banned, Focus (Player 1), Focus (Player 2)." in page_html(app)


def test_doubtful_cards_are_asked_about_one_by_one(scored: AppTest) -> None:
    card = table_of(scored).seats[0].find(3)
    assert card is not None
    assert (card.review, card.order_or) == (("order",), 7)
    assert [button.label for button in scored.button if str(button.key).startswith("answer")] == [
        "B 2",
        "B 7",
    ]
    scored.button(key="answer-s1-3-name-1").click().run()
    assert str(table_of(scored).seats[0].shelf) == "A1:RR A2:FH / B1:MS B7:SSS"
    assert "Cards to check: 1" in page_html(scored)
    last = table_of(scored).seats[1].doubtful[0]
    scored.button(key=f"answer-s2-{last.id}-name-0").click().run()
    assert "No card is in doubt." in page_html(scored)
    assert not scored.exception


@pytest.fixture
def loose(app: AppTest) -> AppTest:
    """Two players from one photo of pieces that may be one shelf; at the check."""
    return go(upload(give_legend(app), ("table.jpg", photo_file(LOOSE))), "check")


def shelf_answers(app: AppTest) -> list[str]:
    return [button.label for button in app.button if str(button.key).startswith("shelves-")]


def test_pieces_that_may_be_one_shelf_are_asked_about_with_the_photo(loose: AppTest) -> None:
    assert "How many players’ shelves does this photo show?" in [each.value for each in loose.subheader]
    assert 'class="asked-photo"><img src="data:image/jpeg' in page_html(loose)
    assert shelf_answers(loose) == ["2", "1"]
    (key,) = table_of(loose).photos
    loose.button(key=f"shelves-{key}-1").click().run()
    assert not loose.exception
    one, two = table_of(loose).seats
    assert (len(one.cards), len(two.cards)) == (7, 0)
    assert not shelf_answers(loose)


def test_pieces_that_are_two_shelves_stay_and_are_not_asked_about_again(loose: AppTest) -> None:
    (key,) = table_of(loose).photos
    loose.button(key=f"shelves-{key}-2").click().run()
    assert [len(seat.cards) for seat in table_of(loose).seats] == [4, 3]
    assert not shelf_answers(loose)
    upload(loose, ("more.jpg", photo_file()))
    assert not shelf_answers(go(loose, "check"))


def test_a_photo_for_one_player_is_read_as_one_shelf(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(1).run()
    upload(give_legend(app), ("mine.jpg", photo_file(LOOSE)))
    assert [len(seat.cards) for seat in table_of(app).seats] == [7]


def test_a_question_can_wait(scored: AppTest) -> None:
    scored.button(key="later-s1-3-name").click().run()
    assert "answer-s2-2-name-0" in [button.key for button in scored.button]
    scored.button(key="later-s2-2-name").click().run()
    assert "answer-s1-3-name-0" in [button.key for button in scored.button]


def test_another_letter_or_number_can_be_typed(scored: AppTest) -> None:
    scored.selectbox(key="letter-s1-3-name").set_value("C")
    scored.text_input(key="order-s1-3-name").set_value("9")
    scored.button(key="take-s1-3-name").click().run()
    assert str(table_of(scored).seats[0].shelf) == "A1:RR A2:FH / B1:MS C9:SSS"


def test_the_best_flips_are_taken_with_one_tap(scored: AppTest) -> None:
    first, second = table_of(scored).seats
    first.lay_notation("M8:S M3:SS N1:SSS")
    second.lay_notation("C1:FHM")
    scored.run()
    before = score(GameFile.from_dict(table_of(scored).game())).players[0].total
    gain = advise_flips(GameFile.from_dict(table_of(scored).game())).players[0].gain
    assert gain > 0
    button(scored, "turn-s1").click().run()
    assert str(first.shelf) == "#M8:S M3:SS N1:SSS"
    assert score(GameFile.from_dict(table_of(scored).game())).players[0].total == before + gain
    assert not buttons(scored, "turn-s1")


def test_a_player_by_counts_plays_beside_one_with_a_photo(scored: AppTest) -> None:
    go(scored, "photos").toggle(key="tally-s2").set_value(True).run()
    go(scored, "check")
    scored.text_input(key="counts-s2-monster_manuals").set_value("9").run()
    scored.text_input(key="counts-s2-stability").set_value("5").run()
    result = score(GameFile.from_dict(table_of(scored).game()))
    assert (result.players[1].b1, result.players[1].b5) == (5, 18)
    assert result.explain in page_html(scored)
    go(scored, "photos").toggle(key="tally-s2").set_value(False).run()
    assert str(table_of(scored).seats[1].shelf) == "C1:FHM C2:R / D1:S ."


def test_a_switch_that_says_again_what_it_said_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser sends it along with a fast tap on the next step, where it is no more."""
    seat = Seat("s1", "Ana")
    monkeypatch.setattr(photos, "state", {"tally-s1": False})
    photos._by_counts(seat)
    assert seat.tally is None
    monkeypatch.setattr(photos, "state", {"tally-s1": True})
    for _ in range(2):
        photos._by_counts(seat)
        assert seat.tally is not None


def test_a_solo_game_has_a_pile_and_its_own_form(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(1).run()
    give_legend(app)
    upload(app, ("mine.jpg", photo_file(100)))
    assert "Where do the cards in mine.jpg belong?" in page_html(app)
    assert [len(seat.cards) for seat in table_of(app).seats] == [0]
    next(each for each in app.button if str(each.key).startswith("where-shelf")).click().run()
    assert [len(seat.cards) for seat in table_of(app).seats] == [7], "alone there is one shelf"
    app.segmented_control(key="kind").set_value("pile").run()
    upload(app, ("pile.jpg", photo_file(140)), kind="pile")
    assert [card.letter for card in table_of(app).library.cards] == ["E", "F"]
    choose(app, **SOLO_CHOICES)
    app.selectbox(key="difficulty").set_value(3).run()
    go(app, "form")
    result = score(GameFile.from_dict(table_of(app).game()))
    assert (result.form, result.difficulty) == ("S-42a", 3)
    assert result.explain in page_html(app)
    assert [game.form for game in archive().games()] == ["S-42a"]


def test_a_pile_given_as_my_shelf_is_asked_about_and_can_be_moved(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(1).run()
    upload(give_legend(app), ("cards.jpg", photo_file(100)))
    next(each for each in app.button if str(each.key).startswith("where-pile")).click().run()
    table = table_of(app)
    assert [len(seat.cards) for seat in table.seats] == [0]
    assert [card.letter for card in table.library.cards] == ["E", "F"]
    table.library.lay([*table.library.cards, TableCard(table.library.next_id(), 2, 0, letter="G", order=1)])
    app.run().button(key="move-library").click().run()
    assert not app.exception
    assert not [*table.library.cards]
    assert len(table.seats[0].cards) == 7 + 1
    app.button(key=f"move-{table.seats[0].id}").click().run()
    assert not [*table.seats[0].cards]
    letters: list[str] = [card.letter or "" for card in table.library.cards]
    assert sorted(letters) == ["E", "F", "G"]
    assert [photo.kind for photo in table.photos.values()] == ["pile"]


def too_many(*_: object, **__: object) -> None:
    raise RefusedInput("The photos show too many cards.")


def test_cards_that_cannot_be_moved_stay(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    app.segmented_control(key="players").set_value(1).run()
    upload(give_legend(app), ("cards.jpg", photo_file(100)))
    next(each for each in app.button if str(each.key).startswith("where-pile")).click().run()
    monkeypatch.setattr(solo, "hand_in", too_many)
    app.button(key="move-library").click().run()
    assert not app.exception
    assert "The photos show too many cards." in errors(app)
    assert [card.letter for card in table_of(app).library.cards] == ["E", "F"]


def test_a_photo_that_nobody_can_place_is_refused_once(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    app.segmented_control(key="players").set_value(1).run()
    monkeypatch.setattr(solo, "shows_one_shelf", too_many)
    upload(give_legend(app), ("cards.jpg", photo_file(100)))
    assert errors(app) == ["The photos show too many cards."]
    assert app.button(key="go-on-check"), "the page goes on below"


@pytest.fixture
def sampled(stand_in: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app with a sample of its own, scored."""
    folder = tmp_path / "samples"
    for name in ("photos/a.jpg", "photos/b.jpg", "legend.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(photo_file())
    players = [
        {"name": "Ana", "focus": "spells_potions"},
        {"name": "Bo", "focus": "monster_manuals", "hand": 2},
    ]
    game = {"form": "B-7c", "edition": "pt", "prominent": "reference_texts", "banned": "corrupted_codices"}
    (folder / "games").mkdir()
    (folder / "games" / "b.json").write_text(json.dumps(game | {"players": players}))
    monkeypatch.setattr("pages.photos.samples.FOLDER", folder)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    app.button(key="score-sample").click().run()
    assert not app.exception
    assert app.segmented_control(key="step").value == "check"
    return app


def test_the_sample_is_scored_with_one_tap(sampled: AppTest) -> None:
    table = table_of(sampled)
    assert [(seat.name, seat.hand, len(seat.cards)) for seat in table.seats] == [
        ("Ana", None, 4),
        ("Bo", 2, 3),
    ]
    assert table.photos[table.seats[0].photos[0]].name == "b.jpg"
    assert score(GameFile.from_dict(table.game())).explain in page_html(sampled)
    assert go(sampled, "photos").session_state["legend"] is None
    go(sampled, "form")
    assert archive().games() == [], "the sample is nobody's game"


def test_the_sample_makes_room_for_ones_own_photo_but_not_for_a_wrong_one(sampled: AppTest) -> None:
    upload(sampled, ("dark.jpg", photo_file(0)))
    assert errors(sampled) == [NO_CARDS]
    assert table_of(sampled).seats[0].name == "Ana"
    upload(sampled, ("mine.jpg", photo_file(90)))
    assert [seat.name for seat in table_of(sampled).seats] == ["Player 1", "Player 2"]
    assert table_of(sampled).prominent is None


def test_who_has_no_name_is_called_after_their_place(scored: AppTest) -> None:
    go(scored, "players").text_input(key="name-s1").set_value("Ana").run()
    scored.text_input(key="name-s1").set_value("").run()
    assert scored.text_input(key="name-s1").value == "Player 1"


def test_cards_in_hand_decide_a_tie(scored: AppTest) -> None:
    go(scored, "players").text_input(key="hand-s2").set_value("3").run()
    assert table_of(scored).game()["players"][1]["hand"] == 3


def test_who_leaves_comes_back_with_their_shelf(scored: AppTest) -> None:
    go(scored, "players").segmented_control(key="players").set_value(1).run()
    assert table_of(scored).form == "S-42a"
    scored.segmented_control(key="players").set_value(3).run()
    assert [(seat.name, len(seat.cards)) for seat in table_of(scored).seats] == [
        ("Player 1", 4),
        ("Player 2", 3),
        ("Player 3", 0),
    ]


def test_shelves_can_change_places_and_be_taken_off(scored: AppTest) -> None:
    button(go(scored, "photos"), "swap-s1-s2").click().run()
    assert [len(seat.cards) for seat in table_of(scored).seats] == [3, 4]
    button(scored, "clear-s1").click().run()
    assert [len(seat.cards) for seat in table_of(scored).seats] == [0, 4]


def test_a_new_table_keeps_the_legend_and_the_language(scored: AppTest) -> None:
    scored.segmented_control(key="language-switch").set_value("fr").run()
    button(go(scored, "form"), "new-table").click().run()
    assert not scored.exception
    assert [seat.cards for seat in table_of(scored).seats] == [()] * 4
    assert (table_of(scored).edition, scored.segmented_control(key="step").value) == ("fr", "players")
    assert scored.session_state["legend"] is not None


@pytest.mark.parametrize("language", ["pt", "fr", "cs"])
def test_every_step_is_there_in_every_language(scored: AppTest, language: str) -> None:
    scored.segmented_control(key="language-switch").set_value(language).run()
    for step in ("players", "photos", "check", "form"):
        assert not go(scored, step).exception
    result = score(GameFile.from_dict(table_of(scored).game()))
    assert result.edition == language
    assert result.explain in page_html(scored)
