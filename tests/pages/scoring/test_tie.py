"""A tie that the rules leave to the first to finish reading a book (T): named, it is won, everywhere."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from pages.session.archive import archive
from pages.table.state import Table
from scorer.archive.figures import standings
from tests.pages.steps import ROOT, go, page_html, table_of, tie


def at_the_form(app: AppTest) -> AppTest:
    archive().save_draft("table", "evening", {"game": tie()})
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["table"] = "evening"
    again.query_params["step"] = "form"
    return again.run()


def wins() -> dict[str, int]:
    return {each.name: each.wins for each in standings(archive().games())}


def test_who_read_a_book_first_is_named_on_the_form_and_wins_in_the_archive(app: AppTest) -> None:
    page = at_the_form(app)
    assert "Still tied: Ana, Bo, Cy." in page_html(page)
    assert not archive().games()
    page.pills(key="table-reader").set_value("Bo").run()
    assert not page.exception
    assert "Bo wins the tie: first to finish reading a book" in page_html(page)
    assert wins() == {"Ana": 0, "Bo": 1, "Cy": 0}
    assert table_of(page).game()["reading_winner"] == "Bo"
    page.run()
    table_of(page).rename(table_of(page).seats[1].id, "Boris")
    assert table_of(page).game()["reading_winner"] == "Boris"
    tally = table_of(page).seats[0].tally
    assert tally is not None
    tally.stability = 9
    assert "Ana wins" in page_html(go(page, "check"))
    assert not page.pills


def test_who_read_a_book_first_is_named_in_the_archive_and_on_the_table_too(app: AppTest) -> None:
    tied = at_the_form(app)
    assert not archive().games()
    tied.button(key="table-stays").click().run()
    assert wins() == {"Ana": 0, "Bo": 0, "Cy": 0}
    (game,) = archive().games()
    page = app.switch_page("pages/archive.py")
    page.query_params["game"] = game.id
    page.run().pills(key=f"kept-{game.id}-reader").set_value("Cy").run()
    assert not page.exception
    assert "Cy wins the tie: first to finish reading a book" in page_html(page)
    assert wins() == {"Ana": 0, "Bo": 0, "Cy": 1}
    assert "Cy wins the tie" in page_html(at_the_form_again())
    assert wins() == {"Ana": 0, "Bo": 0, "Cy": 1}


def at_the_form_again() -> AppTest:
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["table"] = "evening"
    again.query_params["step"] = "form"
    return again.run()


def test_a_game_file_names_who_it_was() -> None:
    table = Table()
    table.seat_game(tie() | {"reading_winner": "Cy"})
    assert table.reading_winner == table.seats[2].id
    assert table.game()["reading_winner"] == "Cy"


def uncounted() -> AppTest:
    """Three who tie, of whom nobody typed how many cards they hold, at the form."""
    game = tie()
    for player in game["players"]:
        del player["hand"]
    archive().save_draft("table", "evening", {"game": game})
    return at_the_form_again()


def test_a_tie_asks_for_the_hands_first_and_nothing_is_kept_before(app: AppTest) -> None:
    page = uncounted()
    assert "Still tied: Ana, Bo, Cy. The one with the fewest cards in hand wins." in page_html(page)
    assert not page.pills
    assert not archive().games()
    for key, number in (("tie-s1", "3"), ("tie-s2", "1")):
        page.text_input(key=key).set_value(number).run()
        assert not archive().games()
    page.text_input(key="tie-s3").set_value("0").run()
    assert not page.exception
    assert "Cy wins the tie: fewest cards in hand, 0." in page_html(page)
    assert not [field for field in page.text_input if (field.key or "").startswith("tie-")]
    assert wins() == {"Ana": 0, "Bo": 0, "Cy": 1}
    assert archive().games()[0].game["players"][2]["hand"] == 0
    assert table_of(at_the_form_again()).game()["players"][2]["hand"] == 0


def test_equal_hands_ask_for_what_the_edition_names_next(app: AppTest) -> None:
    page = uncounted()
    for key in ("tie-s1", "tie-s2", "tie-s3"):
        page.text_input(key=key).set_value("2").run()
    assert "The first of them to finish reading a book wins." in page_html(page)
    assert not archive().games()
    page.pills(key="table-reader").set_value("Ana").run()
    assert wins() == {"Ana": 1, "Bo": 0, "Cy": 0}


def test_no_hands_are_asked_for_where_the_totals_decide(app: AppTest) -> None:
    game = tie()
    for player in game["players"]:
        del player["hand"]
    game["players"][0]["stability"] = 9
    archive().save_draft("table", "evening", {"game": game})
    page = at_the_form_again()
    assert "Ana wins" in page_html(page)
    assert not [field for field in page.text_input if (field.key or "").startswith("tie-")]
    assert wins() == {"Ana": 1, "Bo": 0, "Cy": 0}
