"""One word a thing: the code has no name with a word that `docs/words.md` sets aside."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Names that a contract fixes: what `shelfmark read --json` says of a slip.
FIXED = {"vision/reading.py": {"said"}}


def rows() -> list[tuple[str, str, str]]:
    """Each word of the page, what it is, and the words that are not used for it."""
    lines = (ROOT / "docs" / "words.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    heads = (["word", "what it is", "not"], ["---"] * 3)
    return [(word, what, no) for word, what, no in (row for row in cells if row not in heads)]


def names(code: str) -> Iterator[tuple[str, int]]:
    """The names that code gives, each with its line: to functions, classes, arguments, variables, attributes
    and keys of dictionaries.
    """
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.Dict():
                for key in node.keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, key.lineno


def keys(data: object) -> Iterator[str]:
    """The keys of a JSON file, those within others too."""
    inner = data if isinstance(data, list) else []
    if isinstance(data, dict):
        yield from data
        inner = list(data.values())
    for each in inner:
        yield from keys(each)


def script_names(code: str) -> Iterator[str]:
    """The words of a script outside of its comments and texts; what stands within a text's braces counts."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", code, flags=re.S)
    code = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", code)
    code = re.sub(r"`[^`]*`", lambda text: " ".join(re.findall(r"\$\{([^}]*)", text[0])), code)
    yield from re.findall(r"[A-Za-z_$][\w$]*", code)


def has(name: str, words: set[str]) -> bool:
    """Whether a part of the name is one of these words or of its family: honesty begins with honest."""
    return any(part.startswith(tuple(words)) for part in re.split(r"[^a-z]+", name.lower()))


def set_aside(code: str, words: set[str]) -> list[str]:
    """The names with one of these words as a part, each with its line."""
    return [f"{name}, line {line}" for name, line in names(code) if has(name, words)]


def test_a_name_with_a_word_set_aside_is_found() -> None:
    code = "def honest(x, maybe_card): TWIN = x; return dishonest"
    assert set_aside(code, {"honest", "maybe", "twin"}) == [
        "honest, line 1",
        "maybe_card, line 1",
        "TWIN, line 1",
    ]
    assert set_aside(code, {"x", "return"}) == ["x, line 1"]


def test_families_attributes_and_keys_are_found() -> None:
    code = "deck_honesty = 1\nself.twins = 2\nnumbered = {'too honest': 3}"
    assert set_aside(code, {"honest", "twin"}) == [
        "deck_honesty, line 1",
        "twins, line 2",
        "too honest, line 3",
    ]
    assert list(keys({"a": [{"b": 1}], "c": {"d": 2}})) == ["a", "c", "b", "d"]


def test_names_of_scripts_are_found_but_no_comments_and_texts() -> None:
    code = "const said = `${told} usual`; // alike\n/* twin */ let x = \"maybe\" + 'honest' + this.finds;"
    assert [*script_names(code)] == ["const", "said", "told", "let", "x", "this", "finds"]


def test_the_page_has_each_word_once_and_says_what_it_is() -> None:
    words = [word for each, _, _ in rows() for word in each.split(", ")]
    assert len(words) > 80
    assert len(words) == len(set(words))
    assert all(what for _, what, _ in rows())


def test_the_code_uses_no_second_word() -> None:
    words = {word for _, _, no in rows() for word in no.split(", ") if word}
    assert {"said", "told", "usual", "alike"} <= words
    for floor in ("scorer", "vision", "pages", "bench"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            aside = words - FIXED.get(name, set())
            assert not set_aside(path.read_text(encoding="utf-8"), aside), path
    for path in sorted((ROOT / "pages" / "components").rglob("*.js")):
        in_script = script_names(path.read_text(encoding="utf-8"))
        assert not [name for name in in_script if has(name, words)], path
    for path in sorted((ROOT / "pages" / "words").glob("*.toml")):
        texts = tomllib.loads(path.read_text(encoding="utf-8"))
        assert not [name for name in texts if has(name, words)], path
    for path in sorted((ROOT / "models").glob("*.json")):
        named = keys(json.loads(path.read_text(encoding="utf-8")))
        assert not [name for name in named if has(name, words)], path
