"""What the document says of several servers is what is measured."""

from __future__ import annotations

import re
from pathlib import Path

from bench.sessions.servers import rules

DOCUMENT = Path(__file__).parents[2] / "docs" / "servers.md"


def test_the_proxy_that_is_measured_is_the_documented_one() -> None:
    told = re.findall(r"```haproxy\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert told == [rules("*:80", "shelf.example.org", [8501, 8502])]
