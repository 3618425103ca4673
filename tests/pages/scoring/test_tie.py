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
    assert wins() == {"Ana": 0, "Bo": 0, "Cy": 0}
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
    at_the_form(app)
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
