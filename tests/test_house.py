"""The folders of the code: which way imports run, and how large folders and files are."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Each may import those after it: a page knows the reader, the reader knows the game, never the other way.
FLOORS = ("pages", "vision", "scorer")
MOST_FILES = 15
MOST_LINES = 400
LEAST_LINES = 40
#: Short files, and why each stands alone.
SHORT = {
    "pages/frame/ahead.py": "a component of its own",
    "pages/frame/wire.py": "a component of its own",
    "pages/photos/samples.py": "the only file that knows the samples",
    "pages/playing/ex_libris/guide.py": "its guide, as Fort has one",
    "pages/playing/fort/symbols.py": "what the table and the sheet of help share",
    "pages/scoring/refusals.py": "two steps use it",
    "pages/session/live.py": "what all live screens share",
    "pages/session/reopened.py": "pages and drafts use it",
    "pages/shelves/counts.py": "a widget of its own",
    "pages/shelves/grid.py": "where edits and the component meet",
    "pages/widgets/sections.py": "a widget of its own",
    "scorer/archive/words.py": "a task of its own",
    "scorer/cli/form.py": "a command of its own",
    "scorer/engine/setup.py": "what all games begin with",
    "scorer/folders.py": "the user's folder, which all parts share",
    "scorer/licence.py": "a noun of the rulebook",
    "scorer/play/tiles.py": "the register of the locations",
    "vision/common/arrays.py": "types that the whole reader shares",
    "vision/common/fields.py": "terms that the whole reader shares",
    "vision/train/__main__.py": "a command of its own",
}


@cache
def modules() -> dict[str, Path]:
    """The modules of the code by their names."""
    found = {}
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def nodes(path: Path) -> tuple[ast.Import | ast.ImportFrom | ast.Attribute, ...]:
    """What a file imports, and the attributes that it names: parsed once for all tests."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(node for node in tree if isinstance(node, ast.Import | ast.ImportFrom | ast.Attribute))


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of the code that ``module`` imports, anywhere in it: in functions and for types too."""
    found = set()
    for node in nodes(modules()[module]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & modules().keys() or {node.module}
    return frozenset(found & modules().keys() - {module})


def circle(ways: dict[str, set[str]]) -> list[str]:
    """Names that lead back to the first of them, empty where none do."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for to in sorted(ways.get(name, ())):
            if found := walk(to, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(ways) if (found := walk(name, []))), [])


def folder(module: str) -> str:
    return modules()[module].parent.relative_to(ROOT).as_posix()


def folders() -> Iterator[Path]:
    for floor in FLOORS:
        yield ROOT / floor
        yield from (path for path in sorted((ROOT / floor).rglob("*")) if path.is_dir())


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c", "d"}, "d": {"a"}}) == ["a", "b", "d", "a"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


def test_imports_run_one_way() -> None:
    for module in modules():
        above = FLOORS[: FLOORS.index(module.partition(".")[0])]
        assert not {name for name in imports(module) if name.partition(".")[0] in above}, module


def test_no_files_import_one_another_in_a_circle() -> None:
    assert circle({module: set(imports(module)) for module in modules()}) == []


def test_no_folders_import_one_another_in_a_circle() -> None:
    """A folder and those within it neither."""
    ways: dict[str, set[str]] = {}
    for module in modules():
        here = folder(module)
        ways.setdefault(here, set()).update(
            there for name in imports(module) if (there := folder(name)) != here
        )
    assert circle(ways) == []


def test_a_folder_can_be_seen_at_a_glance() -> None:
    for where in folders():
        assert len(list(where.glob("*.py"))) <= MOST_FILES, where


def test_a_file_is_neither_long_nor_too_short_for_a_name() -> None:
    for path in modules().values():
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= MOST_LINES, path
        name = path.relative_to(ROOT).as_posix()
        assert lines >= LEAST_LINES or path.stem == "__init__" or name in SHORT, path


def test_torch_and_ultralytics_stay_with_training() -> None:
    for module, path in modules().items():
        if module.startswith("vision.train"):
            continue
        for node in nodes(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & {"torch", "ultralytics"}, module


def test_files_are_written_in_one_place() -> None:
    """A file is there as a whole or as before (scorer/whole.py)."""
    direct = {"write_text", "write_bytes"}
    for module, path in modules().items():
        if module == "scorer.whole" or module.startswith(("vision.train", "vision.synth")):
            continue
        for node in nodes(path):
            written = isinstance(node, ast.Attribute) and node.attr in direct
            assert not written, f"{module}, line {node.lineno}"


def test_tests_are_as_small_and_do_not_import_one_another() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    for path in tests:
        assert path.read_text(encoding="utf-8").count("\n") <= MOST_LINES, path
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
                assert not (node.module or "").rpartition(".")[2].startswith("test_"), path
    flat = Counter(path.parent for path in tests)
    assert max(flat.values()) <= MOST_FILES, flat.most_common(1)
