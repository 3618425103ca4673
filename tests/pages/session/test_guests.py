"""What guests may not do, whatever they ask: each action says so itself, whatever a page shows."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.learning import confirmed, tiles
from pages.session import kept, rights
from pages.session.archive import PersonalArchive, archive
from pages.session.reopened import file_of
from pages.session.rights import OWNER, NotAllowed, Person, Right, may, present
from pages.table.state import Photo, TableCard
from pages.widgets import room
from scorer.archive import Archive
from scorer.archive.rows import BadRow
from scorer.cards import Category
from scorer.confirmed.register import Register
from scorer.errors import phrase
from scorer.play import Game, Setup
from scorer.room.codes import Room
from tests.pages.steps import ROOT, as_guest, errors, page_html, table_of
from tests.scorer.archive.archived import inspected, solo
from vision.icons.legend import Legend

ANA, BO = Person("guest", "ana"), Person("guest", "bo")
KEY, OTHER = "a-key-nobody-guesses", "another-key-of-that-kind"


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    return tmp_path


def sits(monkeypatch: pytest.MonkeyPatch, person: Person) -> None:
    """That person is at the browser."""
    monkeypatch.setattr(rights, "claim", lambda: rights.claim_of(person, Room.open()))


def record(*players: str) -> dict[str, Any]:
    return Game(Setup(players=list(players), seed=7)).record


#: Every action that is the owner's alone.
ACTIONS: dict[str, Callable[[], object]] = {
    "delete a game": lambda: archive().delete("x"),
    "bring a game back": lambda: archive().restore("x"),
    "forget a draft": lambda: archive().drop_draft("play", KEY),
    "export all": lambda: archive().export(),
    "import": lambda: archive().take_in({"shelfmark_archive": 1, "games": []}),
    "see the imports": lambda: archive().imports(),
    "undo an import": lambda: archive().undo_import("x"),
    "see broken rows": lambda: archive().bad_rows(),
    "remove a broken row": lambda: archive().remove_bad_row(BadRow("game", "x", phrase("x"))),
    "keep a legend": lambda: kept.keep_legend(Legend((np.zeros((1, 48), np.float32),) * 6, ())),
    "forget the legend": kept.forget_legend,
    "change the copy": lambda: confirmed.keep_register(Register()),
    "forget the copy": confirmed.forget_register,
    "forget corrections": confirmed.forget_corrections,
    "learn": lambda: confirmed.learn_now(None, lambda step, share: None),
    "forget what was learned": confirmed.forget_learned,
    "see earlier states": lambda: archive().states(),
    "put back an earlier state": lambda: archive().put_back("x"),
    "export the files": lambda: archive().export_files(),
    "put tiles right": lambda: tiles.keep_own({}),
    "renew the code": room._renew,
}


@pytest.mark.parametrize("action", ACTIONS)
def test_a_guest_may_not(action: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive().save_draft("play", KEY, {"record": record("Ana", "Bo")})
    kept.legend_path().write_text("the owner's")
    code = Room.open().code
    before = {file.name for file in data.iterdir()}
    sits(monkeypatch, ANA)
    with pytest.raises(NotAllowed, match="Only the owner may do this"):
        ACTIONS[action]()
    assert {file.name for file in data.iterdir()} == before
    assert kept.legend_path().read_text() == "the owner's"
    assert Room.open().code == code
    sits(monkeypatch, OWNER)
    assert archive().draft("play", KEY) is not None


@pytest.mark.parametrize("right", Right)
def test_a_right_is_the_owners_alone(right: Right, monkeypatch: pytest.MonkeyPatch) -> None:
    assert may(right)
    sits(monkeypatch, ANA)
    assert not may(right)


@pytest.mark.parametrize(
    "said",
    ["", "owner", "x y owner owner", " ".join(("", "", "owner", "owner")), "a b c d e"],
)
def test_who_the_door_did_not_tell_of_is_nobody(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rights, "claim", lambda: said)
    with pytest.raises(NotAllowed):
        present()
    assert not any(map(may, Right))
    with pytest.raises(NotAllowed):
        archive()


def test_a_guest_of_the_code_before_is_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    sits(monkeypatch, ANA)
    claim = rights.claim()
    monkeypatch.setattr(rights, "claim", lambda: claim)
    assert present() == ANA
    Room.renew()
    with pytest.raises(NotAllowed, match="ask for the new one"):
        present()


def test_what_a_guest_says_of_a_card_does_not_change_the_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    card = TableCard(1, 0, 0, letter="A", order=1, of=6, categories=(Category.from_code("R"),) * 2)
    photo = Photo("table.jpg", Path("photo"), 100, 100, [])
    sits(monkeypatch, ANA)
    assert not confirmed.confirmed(photo, card)
    assert not Register.load().cards
    sits(monkeypatch, OWNER)
    assert confirmed.confirmed(photo, card)
    assert Register.load().cards


# What guests see


@pytest.fixture
def shelves(data: Path) -> dict[str, PersonalArchive]:
    """The archive as the owner and two guests may use it."""
    whole = Archive.open(f"sqlite:///{data / 'archive.db'}")
    people = (OWNER, ANA, BO)
    return {each.mark: PersonalArchive(whole, partial(Person, each.role, each.mark)) for each in people}


def test_drafts_are_listed_to_who_takes_part_in_them(shelves: dict[str, PersonalArchive]) -> None:
    shelves["ana"].save_draft("play", KEY, {"record": record("Ana", "Cy")})
    shelves["owner"].save_draft("play", OTHER, {"record": record("Eve", "Cy")})
    assert [draft.key for draft in shelves["ana"].drafts("play")] == [KEY]
    assert shelves["bo"].drafts("play") == []
    assert {draft.key for draft in shelves["owner"].drafts("play")} == {KEY, OTHER}
    assert shelves["bo"].draft("play", KEY) is not None, "who has its address was given it"
    assert [draft.key for draft in shelves["bo"].drafts("play")] == [KEY]


def test_games_are_listed_to_who_took_part_in_them(shelves: dict[str, PersonalArchive]) -> None:
    mine = shelves["ana"].finish(*inspected("Ana", "Cy"), "typed", key=f"table-{KEY}")
    other = shelves["owner"].finish(*inspected("Eve", "Cy"), "typed", key=f"table-{OTHER}")
    told = shelves["owner"].finish(*solo("Eve"), "solo")
    assert [game.id for game in shelves["ana"].games()] == [mine]
    assert shelves["ana"].games("Eve") == []
    assert shelves["bo"].games() == []
    assert len(shelves["owner"].games()) == 3
    for name in (other, told, f"table-{OTHER}"):
        assert shelves["ana"].get(name) is None
    assert shelves["ana"].get(mine) is not None
    assert shelves["bo"].get(mine) is None


def test_a_guest_writes_over_nothing_that_others_keep(shelves: dict[str, PersonalArchive]) -> None:
    shelves["owner"].save_draft("play", "k1", {"record": record("Eve", "Cy")})
    shelves["owner"].finish(*inspected("Eve", "Cy"), "typed", key="table-k2")
    assert shelves["ana"].draft("play", "k1") is None, "a short key may be guessed"
    with pytest.raises(NotAllowed):
        shelves["ana"].save_draft("play", "k1", {"record": record("Ana", "Bo")})
    with pytest.raises(NotAllowed):
        shelves["ana"].save_draft("table", "k2", {"step": "photos"})
    with pytest.raises(NotAllowed):
        shelves["ana"].finish(*inspected("Ana", "Bo"), "typed", key="table-k2")
    kept_one = shelves["owner"].draft("play", "k1")
    assert kept_one is not None
    assert kept_one["record"]["players"] == ["Eve", "Cy"]


def test_a_guest_brings_no_deleted_game_back(shelves: dict[str, PersonalArchive]) -> None:
    mine = shelves["ana"].finish(*inspected("Ana", "Cy"), "typed", key=f"table-{KEY}")
    shelves["owner"].delete(mine)
    with pytest.raises(NotAllowed):
        shelves["ana"].finish(*inspected("Ana", "Cy"), "typed", key=f"table-{KEY}")
    assert shelves["owner"].games() == []
    assert shelves["owner"].finish(*inspected("Ana", "Cy"), "typed", key=f"table-{KEY}") == mine


def test_tables_under_way_are_told_to_whoever_was_let_in(shelves: dict[str, PersonalArchive]) -> None:
    shelves["owner"].save_draft("table", KEY, {"seats": [{"id": "s1", "name": "Eve"}], "seated": 1})
    shelves["owner"].save_draft("table", OTHER, {"seats": [{"id": "s1", "name": "Cy"}], "finished": "x"})
    assert [one.key for one in shelves["ana"].tables()] == [KEY]
    assert shelves["owner"].tables() == []
    assert shelves["ana"].drafts("table") == []
    shelves["ana"].join_table(OTHER)
    assert shelves["ana"].drafts("table") == []
    shelves["ana"].join_table(KEY)
    assert [one.key for one in shelves["ana"].drafts("table")] == [KEY]
    assert shelves["ana"].tables() == []


# What pages show them


def opened(page: str, mark: str = "ana", **address: str) -> AppTest:
    app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60), mark).run()
    for name, value in address.items():
        app.query_params[name] = value
    app = app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


@pytest.mark.usefixtures("stand_in")
class TestPages:
    def test_the_archive_shows_guests_their_games_and_nothing_to_delete(self) -> None:
        mine = archive()
        other = mine.finish(*inspected("Eve", "Cy"), "typed", key=f"table-{OTHER}")
        app = opened("archive")
        assert "Eve" not in page_html(app)
        assert "You took part in no game that is kept" in app.info[0].value
        assert "file" not in app.segmented_control(key="sections-games").options
        assert not [button.key for button in app.button if "delete" in str(button.key)]
        assert errors(opened("archive", game=other)) == [
            "This game is not in the archive. Look for it among all games."
        ]
        assert not opened("archive", tab="file").get("file_uploader")

    def test_a_guest_sees_no_seed_and_takes_none_along(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for page in ("play", "solo"):
            assert not [each for each in opened(page).text_input if "seed" in (each.key or "")]
        game = Game(Setup(players=["Ana", "Bo"], seed=912_345))
        while game.choice is not None:
            game.answer(game.choice.options[0])
        archive().save_draft("play", KEY, {"record": game.record})
        app = opened("play", game=KEY)
        told = json.dumps([str(element.proto) for element in app.main], default=str)
        assert "912345" not in told
        labels = " ".join(button.proto.label for button in app.get("download_button"))
        assert "PDF" in labels
        assert "ecord" not in labels
        kept = archive().game_of("play", KEY)
        assert kept is not None
        assert json.loads(file_of(kept))["games"][0]["record"] is not None
        monkeypatch.setattr(rights, "claim", lambda: rights.claim_of(ANA, Room.open()))
        assert json.loads(file_of(kept))["games"][0]["record"] is None

    @pytest.mark.parametrize("address", [{}, {"tab": "copy", "part": "titles"}])
    def test_the_deck_shows_guests_the_cards_alone(self, address: dict[str, str]) -> None:
        app = opened("deck", **address)
        assert [field.key for field in app.text_input if "titles" in str(field.key)] == []
        assert not app.get("file_uploader")
        assert not [button.key for button in app.button if "forget" in str(button.key)]
        assert not [each.key for each in app.segmented_control if each.key == "sections-cards"]

    def test_a_guest_lets_nobody_in(self) -> None:
        app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)).run()
        assert "invite" not in [button.key for button in app.button]
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
        assert "invite" in [button.key for button in app.button]

    def test_a_form_that_a_guest_may_not_keep_says_so_and_stays(self) -> None:
        game, _ = inspected("Eve", "Cy")
        archive().save_draft("table", "evening", {"game": game})
        app = opened("score", table="evening", step="form")
        table_of(app).seat_number(2)
        table_of(app).seat_game(inspected("Ana", "Bo")[0])
        app.run()
        assert not app.exception
        assert "Only the owner may do this" in app.warning[0].value
        assert app.get("download_button"), "the form can be taken along"
        assert archive().games() == []

    def test_who_was_shown_out_sees_no_page(self) -> None:
        app = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)).run()
        Room.renew()
        app.run()
        assert errors(app) == [
            "The code of the room has changed: ask for the new one and open the page again."
        ]
        assert app.text_input(key="address-seen") is not None
        assert not [field.key for field in app.text_input if str(field.key).startswith("name-")]


# That all of it goes this one way


def test_no_page_opens_another_archive() -> None:
    for path in sorted((ROOT / "pages").rglob("*.py")):
        if path == ROOT / "pages" / "session" / "archive.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "open" and isinstance(node.value, ast.Name):
                assert node.value.id != "Archive", path
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorer.archive"):
                assert "Archive" not in {alias.name for alias in node.names}, path
