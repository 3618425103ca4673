"""What the Fort page fills in: its counts, and the sheet there and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

from pages.session.fort_sheet import ASKED, NOBODY, asked, draft_of, empty, missing, put, sheet_of
from scorer.archive.drafts import checked_draft
from scorer.fort import MadeUpRule, Sheet, score_fort

EXAMPLE = json.loads((Path(__file__).parents[3] / "samples" / "fort.json").read_text())


def filled(rule: str) -> dict[str, Any]:
    draft = empty()
    draft["players"][0] |= {"track": 10, "fort_level": 2, "fort_points": 5, "rule": rule}
    draft["players"][1] |= {"track": 11, "fort_level": 1, "fort_points": 2}
    return draft


def test_every_made_up_rule_is_asked_for_what_it_reads() -> None:
    assert set(ASKED) == set(MadeUpRule)
    for rule in MadeUpRule:
        draft = filled(rule)
        for number in range(2):
            for field in asked(draft, number):
                draft["players"][number][field] = 1
            assert missing(draft, number) == []
        result = score_fort(Sheet.from_dict(sheet_of(draft, ["Ana", "Bo"])))
        assert result.players[0].total - result.players[0].rule == 15


@pytest.mark.parametrize("rule", [MadeUpRule.STAY_COOL, MadeUpRule.PYJAMA_PARTY, MadeUpRule.POPULARITY])
def test_a_count_that_is_left_out_is_missing_not_nought(rule: MadeUpRule) -> None:
    assert missing(filled(rule), 0) != []


def test_all_players_are_asked_for_their_cards_when_one_compares_them() -> None:
    draft = filled(MadeUpRule.PYJAMA_PARTY)
    assert missing(draft, 1) == ["cards"]


def test_a_sheet_file_opens_as_it_was() -> None:
    draft = draft_of(EXAMPLE)
    assert draft["macaroni"] == 0
    again = sheet_of(draft, [player["name"] for player in EXAMPLE["players"]])
    first, second = (score_fort(Sheet.from_dict(sheet)) for sheet in (EXAMPLE, again))
    assert first == second


def test_who_conceded_stays_so_until_somebody_else_sits_there() -> None:
    first, second = EXAMPLE["players"]
    players = [first | {"conceded": True, "bot": "normal"}, second]
    draft = draft_of({"players": players})
    kept = checked_draft("fort", draft)
    names = [player["name"] for player in players]
    assert sheet_of(kept, names) == sheet_of(draft, names)
    assert [one.conceded for one in Sheet.from_dict(sheet_of(draft, names)).players] == [True, False]
    put(draft["players"][0], "track", 3)
    assert sheet_of(draft, names)["players"][0]["conceded"] is True
    put(draft["players"][0], "name", "Ana")
    told = sheet_of(draft, ["Ana", names[1]])["players"][0]
    assert "conceded" not in told
    assert "bot" not in told


def test_an_empty_sheet_lacks_everything() -> None:
    draft = empty()
    assert draft["macaroni"] == NOBODY
    assert missing(draft, 0) == ["track", "fort_points"]


def names(app: AppTest) -> list[TextInput]:
    return [field for field in app.text_input if field.label == "Name"]


def test_what_comes_under_the_address_of_before_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Typed while the page was naming its sheet: the browser still asked for the address without a name."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    app = AppTest.from_file(str(Path(__file__).parents[3] / "pages" / "fort.py"), default_timeout=20).run()
    names(app)[0].input("Ana").run()
    named = app.query_params["game"]
    app.query_params.clear()
    names(app)[1].input("Bo").run()
    assert [field.value for field in names(app)] == ["Ana", "Bo"]
    assert app.query_params["game"] == named
