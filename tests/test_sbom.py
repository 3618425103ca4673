"""The list of packages in docs/sbom.cdx.json is that of the lock file, and says each licence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Packages that state no licence in their metadata, and theirs.
UNSTATED = {"protobuf": "BSD-3-Clause", "pydeck": "Apache-2.0", "uharfbuzz": "Apache-2.0"}


def name(package: str) -> str:
    return re.sub("[-_.]+", "-", package).lower()


@pytest.fixture(scope="module")
def listed() -> dict[str, dict[str, object]]:
    bill = json.loads((ROOT / "docs" / "sbom.cdx.json").read_text(encoding="utf-8"))
    return {name(each["name"]): each for each in bill["components"]}


def test_each_locked_package_is_listed_with_its_version(listed: dict[str, dict[str, object]]) -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", lock, re.MULTILINE))
    assert {key: each["version"] for key, each in listed.items()} == {name(k): v for k, v in locked.items()}


def test_each_package_states_a_licence(listed: dict[str, dict[str, object]]) -> None:
    assert {key for key, each in listed.items() if not each.get("licenses")} == set(UNSTATED)
