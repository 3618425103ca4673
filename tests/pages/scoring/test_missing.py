"""What the form still waits for: it is named, and while it is open nobody wins and nothing is kept."""

from __future__ import annotations

import re
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from pages.scoring.verdict import filled_in, so_far
from pages.session.archive import archive
from pages.table.state import Tally
from pages.words import words
from scorer.cards import Category
from scorer.editions import load_edition
from tests.pages.steps import (
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

FOCI = {"focus_s1": "spells_potions", "focus_s2": "monster_manuals"}
CATEGORIES = {"prominent": "reference_texts", "banned": "corrupted_codices", **FOCI}


def why(app: AppTest) -> str:
    return " ".join(re.findall('<p class="why">(.*?)</p>', page_html(app)))


def ticked(app: AppTest) -> list[str]:
    """The later steps with a ✓, seen from the first one."""
    go(app, "players")
    return [each.content for each in app.segmented_control(key="step").proto.options if "✓" in each.content]


def test_who_has_no_shelf_is_named_and_nothing_is_kept(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(3).run()
    choose(upload(give_legend(app), ("a.jpg", photo_file())), **CATEGORIES, focus_s3="historic_volumes")
    app.text_input(key="name-s3").set_value("Cleo").run()
    go(app, "check")
    assert "No winner yet." in page_html(app)
    assert why(app) == "Still missing: the shelf of Cleo."
    assert [button for button in app.button if str(button.key).startswith("answer-")], "it stays usable"
    go(app, "form")
    assert why(app) == "Still missing: the shelf of Cleo."
    assert "form-pdf" not in str(app.main)
    assert archive().games() == []
    assert ticked(app) == []


def test_who_was_told_nothing_of_leaves_with_one_tap(opened: AppTest) -> None:
    choose(upload(give_legend(opened), ("a.jpg", photo_file())), **CATEGORIES)
    go(opened, "form")
    assert "the shelf of Player 3, the shelf of Player 4" in why(opened)
    fewer = button(opened, "way-fewer")
    assert fewer.label == "Only 2 played"
    fewer.click().run()
    assert [seat.name for seat in table_of(opened).seats] == ["Player 1", "Player 2"]
    assert "Cards to check: 2" in why(opened)
    assert opened.segmented_control(key="step").value == "form"


def test_who_was_told_of_is_not_sent_away(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(3).run()
    upload(give_legend(app), ("a.jpg", photo_file()))
    go(app, "players").text_input(key=f"name-{table_of(app).seats[2].id}").set_value("Cleo").run()
    go(app, "check")
    assert "the shelf of Cleo" in why(app)
    assert not buttons(app, "way-fewer")


def test_nobody_is_sent_away_before_two_have_something(opened: AppTest) -> None:
    for wanted in ((), ("Ana",)):
        for seat, name in zip(table_of(opened).seats, wanted, strict=False):
            table_of(opened).rename(seat.id, name)
        go(opened, "check")
        assert not buttons(opened, "way-fewer")


def test_the_sums_are_told_while_a_shelf_is_still_missing(scored: AppTest) -> None:
    table, edition = table_of(scored), load_edition("en")
    whole = so_far(table, edition, words("score", "en"))
    assert whole is not None
    table.clear("s2")
    left = so_far(table, edition, words("score", "en"))
    assert left is not None
    assert left.players[0].a2 == whole.players[0].a2
    assert filled_in(table, edition, words("score", "en"))[0] is None, "but nobody has won"
    table.seats[0].focus = None
    assert so_far(table, edition, words("score", "en")) is None


def test_a_table_with_no_card_at_all_has_no_form(app: AppTest) -> None:
    go(choose(app, **CATEGORIES), "form")
    assert why(app) == "Still missing: the shelf of Player 1, the shelf of Player 2."
    assert archive().games() == []
    assert ticked(app) == []


def test_counts_given_as_such_are_given_even_zeros(scored: AppTest) -> None:
    table_of(scored).clear("s2")
    table_of(scored).seats[1].tally = Tally()
    go(scored, "form")
    assert "wins" in page_html(scored)
    assert len(archive().games()) == 1


def test_a_solo_game_waits_for_the_public_librarys_cards(app: AppTest) -> None:
    app.segmented_control(key="players").set_value(1).run()
    table_of(app).seats[0].lay_notation("A1:RR B1:MS")
    choose(app, **SOLO_CHOICES)
    go(app, "form")
    assert why(app) == "Still missing: the public library’s cards."
    assert archive().games() == []
    table_of(app).library.tally = Tally()
    app.run()
    assert [game.form for game in archive().games()] == ["S-42a"]


def test_a_form_that_lost_a_shelf_has_no_tick(scored: AppTest) -> None:
    go(scored, "form")
    assert "✓ Form" in ticked(scored)
    table_of(scored).clear("s2")
    assert "✓ Form" not in ticked(scored)


def ways(app: AppTest) -> dict[str, str]:
    """What the buttons that lead somewhere say, by their keys."""
    names = ("way-choose", "way-photograph", "way-fewer", "way-give_legend", "way-by_hand", "way-rename")
    return {name: button.label for name in (*names, "new-table", "go-back") for button in buttons(app, name)}


def test_what_is_missing_leads_to_where_it_is_given(app: AppTest) -> None:
    go(choose(app, prominent="reference_texts"), "form")
    assert ways(app) == {
        "way-choose": "Choose",
        "way-photograph": "Photograph the shelves",
        "new-table": "Score another game",
        "go-back": "Back to the players",
    }
    assert app.button(key="go-back").proto.type == "primary"
    assert button(app, "new-table").proto.type == "tertiary"
    app.button(key="way-photograph").click().run()
    assert table_of(app).step == "photos"
    go(app, "form").button(key="way-choose").click().run()
    assert table_of(app).step == "players"
    go(app, "check").button(key="way-photograph").click().run()
    assert table_of(app).step == "photos"


def test_the_main_button_leads_to_what_is_missing(scored: AppTest) -> None:
    table_of(scored).clear("s2")
    go(scored, "form").button(key="go-back").click().run()
    assert table_of(scored).step == "photos"
    table_of(scored).seats[1].lay_notation("A1:RR")
    go(scored, "form").button(key="go-back").click().run()
    assert table_of(scored).step == "check", "a card that lies twice is mended there"
    table_of(scored).seats[1].lay_notation("C1:RR")
    assert ways(go(scored, "form")) == {"new-table": "Score another game"}
    assert button(scored, "new-table").proto.type == "primary"


def told(app: AppTest) -> list[str]:
    """What the photo step says of each player."""
    return re.findall(
        '<p class="place"(?: role="status")?><b>.*?</b><br><span>(.*?)</span>', page_html(go(app, "photos"))
    )


def test_cards_whose_books_nobody_knows_lead_to_the_legend_or_are_asked_about(app: AppTest) -> None:
    choose(upload(app, ("a.jpg", photo_file())), **CATEGORIES)
    for seat in table_of(app).seats:
        seat.cards = tuple(replace(card, review=()) for card in seat.cards)
    assert told(app) == ["4 cards · books missing on 4", "3 cards · books missing on 3"]
    assert ticked(app) == []
    for step in ("form", "check"):
        go(app, step)
        assert why(app) == "Shelfmark does not know the books yet. Cards: 7."
        assert (
            ways(app).items()
            >= {
                "way-give_legend": "Photograph the six category cards",
                "way-by_hand": "Fill the books in by hand",
            }.items()
        )
        assert "No card is in doubt" not in page_html(app)
        app.button(key="way-give_legend").click().run()
        assert table_of(app).step == "photos"
    go(app, "form").button(key="way-by_hand").click().run()
    assert table_of(app).step == "check"
    assert [each.value for each in app.subheader] == ["Which books does A 1 show?"]
    assert "way-by_hand" not in ways(app)
    app.selectbox[0].set_value("reference_texts")
    next(button for button in app.button if button.label == "Done").click().run()
    assert [each.value for each in app.subheader] == ["Which books does A 2 show?"]
    assert why(app) == "Shelfmark does not know the books yet. Cards: 6."
    go(app, "form").button(key="way-by_hand").click().run()
    assert table_of(app).step == "check"


def asked(app: AppTest) -> bool:
    """Whether the photo step asks for the category cards; else they can be given where the page folds it."""
    go(app, "photos")
    folded = [one.label for one in app.expander]
    shown = "**Shelfmark does not know these icons**" in [one.value for one in app.markdown]
    assert shown != ("My cards have other icons than the printed game" in folded)
    assert app.file_uploader(key="legend-photo")
    return shown


def test_category_cards_are_asked_for_only_where_the_icons_are_not_known(app: AppTest) -> None:
    choose(app, **CATEGORIES)
    assert not asked(app)
    upload(app, ("a.jpg", photo_file()))
    assert asked(app)
    cards = [(seat, card) for seat in table_of(app).seats for card in seat.cards]
    assert len(cards) == 7
    for known, (seat, card) in enumerate(cards[:6], 1):
        seat.cards = tuple(
            replace(each, categories=(Category.MONSTER_MANUALS,)) if each.id == card.id else each
            for each in seat.cards
        )
        assert table_of(app).icons_unknown == (known <= 3), known
    assert not asked(app)
    go(app, "form")
    assert "way-give_legend" not in ways(app)


def test_a_legend_given_afterwards_reads_the_photos_already_taken(app: AppTest) -> None:
    choose(upload(app, ("a.jpg", photo_file())), **CATEGORIES)
    give_legend(go(app, "photos"))
    assert told(app) == ["4 cards · 1 to check", "3 cards · 1 to check"]
    go(app, "form")
    assert why(app) == "Cards to check: 2"


def test_photos_read_before_the_legend_of_another_session_are_read_with_it(app: AppTest) -> None:
    choose(upload(app, ("a.jpg", photo_file())), **CATEGORIES)
    give_legend(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run())
    del app.session_state["legend"]
    go(app, "check").button(key="way-give_legend").click().run()
    assert not app.exception
    assert why(app) == "Cards to check: 2"


def test_cards_typed_without_books_need_no_legend(app: AppTest) -> None:
    choose(app, **CATEGORIES)
    for seat, shelf in zip(table_of(app).seats, ("A1:RR B1", "C1:RR"), strict=True):
        seat.lay_notation(shelf)
    go(app, "check")
    assert why(app) == "Shelfmark does not know the books yet. Cards: 1."
    assert list(ways(app)) == ["way-by_hand"]
    assert ticked(app) == ["✓ Photos"]


def test_two_of_one_name_are_told_apart_at_their_names(scored: AppTest) -> None:
    go(scored, "players").text_input(key="name-s1").set_value("Player 2").run()
    same = "2 players are called Player 2: give each their own name."
    assert errors(scored) == [same]
    go(scored, "photos")
    (step,) = [
        each for each in scored.segmented_control(key="step").proto.options if "Players" in each.content
    ]
    assert step.content == "1 Players"
    go(scored, "form")
    assert errors(scored) == [same]
    assert archive().games() == []
    scored.button(key="go-back").click().run()
    assert table_of(scored).step == "players"
    scored.text_input(key="name-s1").set_value("Ana").run()
    assert errors(scored) == []
