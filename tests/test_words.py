"""One word a thing: the code has no name with a word that `docs/words.md` sets aside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def rows() -> list[tuple[str, str, str]]:
    """Each word of the page, what it is, and the words that are not used for it."""
    lines = (ROOT / "docs" / "words.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [(word, what, no) for word, what, no in cells if word not in ("word", "---")]


def names(code: str) -> Iterator[tuple[str, int]]:
    """The names that code gives, each with its line: to functions, classes, arguments and variables."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno


def set_aside(code: str, words: set[str]) -> list[str]:
    """The names with one of these words as a part, each with its line."""
    return [f"{name}, line {line}" for name, line in names(code) if words & {*name.lower().split("_")}]


def test_a_name_with_a_word_set_aside_is_found() -> None:
    code = "def honest(x, maybe_card): TWIN = x; return dishonest"
    assert set_aside(code, {"honest", "maybe", "twin"}) == [
        "honest, line 1",
        "maybe_card, line 1",
        "TWIN, line 1",
    ]
    assert set_aside(code, {"x", "return"}) == ["x, line 1"]


def test_the_page_has_each_word_once_and_says_what_it_is() -> None:
    words = [word for each, _, _ in rows() for word in each.split(", ")]
    assert len(words) > 80
    assert len(words) == len(set(words))
    assert all(what for _, what, _ in rows())


def test_the_code_uses_no_second_word() -> None:
    words = {word for _, _, no in rows() for word in no.split(", ") if word}
    assert len(words) >= 4
    for floor in ("scorer", "vision", "pages"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            assert not set_aside(path.read_text(encoding="utf-8"), words), path
