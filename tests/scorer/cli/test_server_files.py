"""The files for a club's server, and the commands of the documentation: all that they name is there."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from typer import Exit
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.folders import DATABASE_VARIABLE, FOLDER_VARIABLE
from scorer.room.settings import HOSTS_VARIABLE, OPEN_VARIABLE, OWNER_VARIABLE

ROOT = Path(__file__).parents[3]
CONTAINER, UNIT = ROOT / "deploy" / "Containerfile", ROOT / "deploy" / "shelfmark.service"
VARIABLES = {DATABASE_VARIABLE, FOLDER_VARIABLE, HOSTS_VARIABLE, OPEN_VARIABLE, OWNER_VARIABLE}
#: Pages that tell commands.
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def steps() -> list[tuple[str, str]]:
    """The container's instructions, each with what it says."""
    text = re.sub(r"^#.*\n", "", CONTAINER.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [(step, said) for step, _, said in (line.partition(" ") for line in lines) if step]


def said(step: str) -> str:
    """The one instruction of that kind."""
    (found,) = (text for name, text in steps() if name == step)
    return found


def unit() -> RawConfigParser:
    read = RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(UNIT.read_text(encoding="utf-8"))
    return read


def understood(words: list[str]) -> dict[str, object]:
    """What the command makes of its words after `shelfmark`; raises where it knows one of them not."""
    command, name = get_command(app), "shelfmark"
    while isinstance(command, TyperGroup) and words and not words[0].startswith("-"):
        name, *words = words
        command = command.commands[name]
    try:
        return dict(command.make_context(name, words).params)
    except Exit:  # --help, --version
        return {}


def test_the_container_starts_the_installed_app_at_the_port_that_it_shows() -> None:
    program, *words = json.loads(said("ENTRYPOINT"))
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    folder, name = program.rsplit("/bin/", 1)
    assert name in scripts
    assert any(f"python3 -m venv {folder} " in text for step, text in steps() if step == "RUN")
    assert ("COPY", f"--from=build {folder} {folder}") in steps()
    told = understood(words)
    assert told["no_browser"]
    assert str(told["port"]) == said("EXPOSE")
    (health,) = re.findall(r"http://[^']+", said("HEALTHCHECK"))
    assert urlsplit(health).port == told["port"]


def test_the_container_copies_and_locks_what_is_there_and_keeps_data_in_its_volume() -> None:
    locks = [lock for _, text in steps() for lock in re.findall(r"--requirement (\S+)", text)]
    assert locks
    assert all((ROOT / lock).is_file() for lock in locks)
    assert said("ENV") == f"{FOLDER_VARIABLE}={said('VOLUME')}"


def test_the_unit_starts_the_same_program_and_keeps_data_in_its_state_folder() -> None:
    service = unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert [program, *words] == json.loads(said("ENTRYPOINT"))
    folder = f"/var/lib/{service['StateDirectory']}"
    assert service["Environment"] == f"{FOLDER_VARIABLE}={folder} HOME={folder}"


def test_an_account_without_a_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As services' accounts are: Streamlit would end in a traceback."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", unknown)
    for variable in (FOLDER_VARIABLE, "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    for words in (["app", "--no-browser"], ["archive", "list"]):
        said = CliRunner().invoke(app, words)
        assert (said.exit_code, said.stdout) == (1, "")
        assert said.stderr == "This account has no home folder: set HOME to a folder that it may write.\n"


def test_a_folder_below_a_home_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "~nobody-of-this-name/shelfmark")
    said = CliRunner().invoke(app, ["archive", "list"])
    assert (said.exit_code, said.stdout) == (1, "")
    told = "~nobody-of-this-name/shelfmark begins with a home folder that is not there: set SHELFMARK_DATA"
    assert " ".join(said.stderr.split()).startswith(told)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_commands_and_variables_that_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```\w*\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if re.match(r"(\S*/)?shelfmark ", line):
                words = shlex.split(line.removesuffix("&"), comments=True)
                end = next((at for at, word in enumerate(words) if word in (">", "|")), len(words))
                understood(words[1:end])
    known = VARIABLES | {"SHELFMARK_KEPT"}
    assert set(re.findall(r"SHELFMARK_[A-Z_]+", text)) <= known


def test_a_page_names_files_of_the_server_that_are_there() -> None:
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    named = set(re.findall(r"deploy/[\w.]+", text))
    assert named == {"deploy/Containerfile", "deploy/shelfmark.service"}
    assert all((ROOT / name).is_file() for name in named)
