"""Every refusal that a page can show, in four languages: the templates, and a refusal of each kind."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pages.widgets.saying import in_words
from pages.words import sentences
from scorer.archive import Archive, ArchiveError
from scorer.archive.schema.database import engine_of
from scorer.cards import BookCard, Category, Deck
from scorer.confirmed import corrections, register
from scorer.confirmed.register import Register
from scorer.editions import EditionKey, load_edition
from scorer.engine.record import RecordError
from scorer.errors import Phrase, RefusedInput, phrase
from scorer.exchange.qr import qr_code
from scorer.files import parse_json, read_json
from scorer.fort import Sheet
from scorer.gamefile import GameError, GameFile
from scorer.limits import ARCHIVE, RECORD
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from scorer.shelf import Shelf
from tests.pages.words.refused import (
    ARCHIVES,
    DECKS,
    GAMES,
    RECORDS,
    SHEETS,
    TEXTS,
    fort,
    game,
    picture,
)
from vision.icons.legend import Legend
from vision.learn.fit import learn
from vision.networks.files import model_path
from vision.photo.load import load_photo

ROOT = Path(__file__).parents[3]
OTHERS: tuple[EditionKey, ...] = ("pt", "fr", "cs")
#: What only the command line reaches, which is in English.
TERMINAL = re.compile(r"/cli/|(simulate|tournament)\.py|/synth/|/train/")
KNOWN = {said["en"]: said for said in sentences("refusals").values()}


def sources(*folders: str) -> Iterator[tuple[str, ast.AST]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not TERMINAL.search(str(path)):
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield (
                (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")),
                node,
            )


def refusals() -> set[str]:
    """The classes of refusals, and what a function calls the one that it is to raise."""

    def all_of(one: type[RefusedInput]) -> Iterator[str]:
        yield one.__name__
        for below in one.__subclasses__():
            yield from all_of(below)

    return {"refusal", *all_of(RefusedInput)}


def wordy(template: str) -> bool:
    return bool(re.search("[a-z]", re.sub(r"\{.*?\}", "", template)))


def test_every_refusal_is_put_together_so_that_it_can_be_translated() -> None:
    names = refusals()
    for where, tree in sources("scorer", "vision", "pages"):
        for name, call in calls(tree):
            if name in names and call.args and name != "NotationError":  # it makes its own sentence
                assert not isinstance(call.args[0], ast.JoinedStr | ast.Constant), f"{where}, {call.lineno}"


def test_every_template_is_there_in_four_languages_and_none_is_left_over() -> None:
    used = set()
    for where, tree in sources("scorer", "vision", "pages"):
        for name, call in calls(tree):
            if name != "phrase" or not isinstance(call.args[0], ast.Constant):
                continue
            template = call.args[0].value
            assert isinstance(template, str)
            assert template in KNOWN or not wordy(template), f"{where}, line {call.lineno}: {template}"
            used.add(template)
    # What json says, and what a reading calls a shelf and a pile, is no literal in our code.
    others = {said["en"] for key, said in sentences("refusals").items() if re.match("json_|kind_", key)}
    assert set(KNOWN) <= used | others


def broken_store(folder: Path) -> None:
    corrections.take_over(written(folder, "mice were here" * 100), folder / "new.db")


def newer(folder: Path) -> object:
    url = f"sqlite:///{folder / 'newer.db'}"
    Archive.open(url)
    with sqlite3.connect(folder / "newer.db") as base:
        base.execute("UPDATE shelfmark SET schema = 99")
    engine_of.cache_clear()
    return Archive.open(url)


def written(folder: Path, text: str) -> Path:
    (folder / "file").write_text(text)
    return folder / "file"


def finished() -> None:
    told = Game(Setup(players=["Ana", "Bo"], seed=1))
    while told.choice is not None:
        told.answer(told.choice.options[0])
    told.answer("nothing")


OF_FILES: list[Callable[[Path], object]] = [
    lambda folder: read_json(folder / "none", RECORD, GameError),
    lambda folder: read_json(Path("\0"), RECORD, GameError),
    lambda folder: read_json(written(folder, " " * (RECORD.bytes + 1)), RECORD, GameError),
    lambda folder: Deck.load(written(folder, "{}")),
    lambda folder: register.take_over(written(folder, '{"history": [3]}'), folder / "new.db"),
    lambda folder: Legend.load(written(folder, "{}")),
    lambda folder: model_path("none.onnx", folder),
    lambda folder: model_path(written(folder, "").name, folder),
    lambda folder: load_photo(folder),
    lambda folder: load_photo(folder / "none.jpg"),
    lambda folder: load_photo(written(folder, "")),
    lambda folder: load_photo(written(folder, "text")),
    lambda folder: load_photo(picture(10, 10)),
    lambda folder: load_photo(picture(300, 300)[:200]),
    lambda folder: load_photo(np.zeros((3,), np.uint8)),
    lambda folder: Archive.open("nothing"),
    lambda folder: Archive.open("oddbase://host/base"),
    lambda folder: Archive.open(f"sqlite:///{written(folder, 'mice were here')}"),
    lambda folder: Archive.open(f"sqlite:///{written(folder, '') / 'below.db'}"),
    lambda folder: Archive.open("postgresql+psycopg://user@127.0.0.1:1/none"),
    newer,
    broken_store,
    lambda folder: learn([], None),
    lambda folder: load_edition("xx"),
    lambda folder: make_bot("nobody", 1),
    lambda folder: Game(Setup(players=["Ana", "Bo"])).answer("nothing"),
    lambda folder: Game(Setup(players=["Ana", "Bo"])).view("Cy"),
    lambda folder: finished(),
    lambda folder: qr_code("x" * 5000),
    lambda folder: Register().confirm(BookCard("A", 15, 15, ())),
    lambda folder: Shelf.parse("A1 what"),
    lambda folder: Shelf.parse("A1 " * 5000),
    lambda folder: parse_json(b"[" + b"{}," * 2_000_000, "many.json", ARCHIVE, ArchiveError),
]


def untranslated(value: object, language: str) -> Iterator[str]:
    """The parts of a sentence that are not there in a language."""
    if isinstance(value, Phrase) and value.template is not None:
        if wordy(value.template) and language not in KNOWN.get(value.template, {}):
            yield value.template
        for part in value.values.values():
            yield from untranslated(part, language)


def check(refused: RefusedInput) -> None:
    sentence = refused.sentence
    assert isinstance(sentence, Phrase), sentence
    assert sentence.template is not None, sentence
    assert sentence == str(refused)
    for language in OTHERS:
        assert not list(untranslated(sentence, language)), sentence
        said = in_words(refused, language)
        assert said != str(refused), said
    assert str(phrase(sentence.template, **sentence.values)) == str(refused), "in English it is as it was"


HANDED_IN: dict[str, tuple[Callable[[Any], object], Sequence[Any]]] = {
    "game": (GameFile.from_dict, GAMES),
    "sheet": (Sheet.from_dict, SHEETS),
    "deck": (lambda data: Register().take_dict(data), DECKS),
    "text": (lambda data: parse_json(data, "file.json", RECORD, RecordError), TEXTS),
    "record": (Game.replay, RECORDS),
}


@pytest.mark.parametrize(
    ("take", "data"),
    [
        pytest.param(take, data, id=f"{kind}-{number}")
        for kind, (take, every) in HANDED_IN.items()
        for number, data in enumerate(every)
    ],
)
def test_what_is_handed_in(take: Callable[[Any], object], data: Any) -> None:
    with pytest.raises(RefusedInput) as refused:
        take(data)
    check(refused.value)


@pytest.mark.parametrize("data", ARCHIVES)
def test_archive_files(data: Any, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError) as refused:
        Archive.open(f"sqlite:///{tmp_path / 'archive.db'}").take_in(data)
    check(refused.value)


@pytest.mark.parametrize("what", range(len(OF_FILES)))
def test_everything_else(what: int, tmp_path: Path) -> None:
    with pytest.raises(RefusedInput) as refused:
        OF_FILES[what](tmp_path)
    check(refused.value)


def test_a_category_and_a_rule_are_called_as_the_page_calls_them() -> None:
    with pytest.raises(RefusedInput) as refused:
        GameFile.from_dict(game(banned="reference_texts"))
    said = in_words(refused.value, "cs")
    assert load_edition("cs").categories[Category.REFERENCE_TEXTS] in said
    with pytest.raises(RefusedInput) as refused:
        Sheet.from_dict(fort({"rule": "piggy_bank"}, {"rule": "piggy_bank"}))
    assert sentences("fort")["rule_piggy_bank"]["fr"] in in_words(refused.value, "fr")


def test_what_the_system_says_of_a_file() -> None:
    for language in OTHERS:
        said = in_words(OSError(28, "No space left on device", "/data/register.json"), language)
        assert "/data/register.json" in said
        assert "cannot be written" not in said


def test_plain_text_stays_as_it_is() -> None:
    assert in_words("the deck", "fr") == "the deck"
    assert in_words(RefusedInput("the deck"), "fr") == "the deck"
    assert json.dumps(phrase("the {what}", what="deck")) == '"the deck"'
