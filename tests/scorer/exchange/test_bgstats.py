"""The link that records a play in BG Stats."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import unquote, urlsplit

from scorer.exchange.bgstats import Around, bgstats_link, bgstats_play
from scorer.exchange.qr import qr_code
from scorer.exchange.spreadsheet import to_csv
from scorer.gamefile import GameFile
from scorer.result import Result, score
from tests.scorer.games import eric, game, solo

WHEN = datetime(2026, 11, 20, 20, 5, 9, tzinfo=timezone(timedelta(hours=1)))


def result(data: dict[str, Any] | None = None) -> Result:
    return score(GameFile.from_dict(data or game()))


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

    def test_who_conceded_has_no_score_and_comes_last(self) -> None:
        focuses = ("historic_volumes", "monster_manuals", "spells_potions", "fantastical_fictions")
        players: list[dict[str, Any]] = [
            {"name": name, "focus": focus, "tally": {"reference_texts": books}, "stability": 4}
            for name, focus, books in zip(("Ana", "Bo", "Cy", "Di"), focuses, (9, 5, 3, 8), strict=True)
        ]
        players[0]["conceded"] = players[3]["conceded"] = True
        file = GameFile.from_dict(game(players=players))
        assert file.conceded == ["Ana", "Di"]
        play = bgstats_play(score(file), WHEN, around=Around(conceded=file.conceded))
        assert ["score" in one for one in play["players"]] == [False, True, True, False]
        assert [(one["winner"], one["rank"]) for one in play["players"]] == [
            (False, 3),
            (True, 1),
            (False, 2),
            (False, 3),
        ]

    def test_a_lost_solo_game(self) -> None:
        lost = solo(
            library={"focus": "monster_manuals", "tally": {"reference_texts": 9, "monster_manuals": 20}}
        )
        (player,) = bgstats_play(result(lost), WHEN)["players"]
        assert player["winner"] is False

    def test_four_long_names_fit_into_a_qr_code(self) -> None:
        focuses = ("historic_volumes", "monster_manuals", "spells_potions", "fantastical_fictions")
        players = [
            {"name": f"{i} Maximiliane von Hohenstein", "focus": focus, "tally": {}, "stability": 0}
            for i, focus in enumerate(focuses)
        ]
        assert not qr_code(bgstats_link(result(game(players=players)), WHEN)).is_micro


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
