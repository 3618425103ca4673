"""Which Shelfmark this is: its version and, where that is known, the commit of its source."""

from __future__ import annotations

import subprocess
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

from scorer.folders import CODE

#: `git archive` writes the commit into it; in a copy of the source by git it says only how (.gitattributes).
NOTE = Path("scorer", "data", "commit.txt")
#: Seconds that git may take to tell.
_PATIENCE = 5


def version(code: Path = CODE) -> str:
    """The sentence of ``shelfmark --version``.

    >>> version().split()[0]
    'Shelfmark'
    """
    try:
        number = installed("shelfmark")
    except PackageNotFoundError:  # run from its folder alone
        number = "?"
    at = commit(code)
    return f"Shelfmark {number} ({at})" if at else f"Shelfmark {number}"


def commit(code: Path = CODE) -> str | None:
    """The commit of the source in ``code``, as git shortens it; None where nothing tells."""
    note = code / NOTE
    noted = note.read_text(encoding="utf-8").strip() if note.is_file() else ""
    if noted and not noted.startswith("$"):
        return noted
    if not (code / ".git").exists():  # a folder above may be another project's
        return None
    try:
        asked = ["git", "-C", str(code), "rev-parse", "--short", "HEAD"]
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=_PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):  # no git here
        return None
    return answer.stdout.strip() or None
