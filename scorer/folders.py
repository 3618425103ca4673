"""Where Shelfmark's own files lie, and where this system keeps a user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from scorer.errors import RefusedInput, phrase

#: Set this to keep the user's data elsewhere.
FOLDER_VARIABLE = "SHELFMARK_DATA"
#: Set this to a SQLAlchemy URL to keep the archive elsewhere, such as postgresql+psycopg://user@host/shelfmark.
DATABASE_VARIABLE = "SHELFMARK_DATABASE"
#: Where Python finds `scorer` and `vision`: a copy of the source, or the packages of an installation.
CODE = Path(__file__).resolve().parents[1]


def shipped_folder(code: Path = CODE) -> Path:
    """Where app.py, pages/, models/ and samples/ lie: beside scorer/ in a copy of the source, in a folder of
    our own in an installation (pyproject.toml), where other programs' packages lie beside scorer/.
    """
    installed = code / "shelfmark_app"
    return installed if installed.is_dir() else code


def home() -> Path:
    """The home folder of the account.

    Raises:
        RefusedInput: it has none, as accounts that only run a service.
    """
    try:
        return Path.home()
    except RuntimeError as error:
        raise RefusedInput(
            phrase("This account has no home folder: set HOME to a folder that it may write.")
        ) from error


def user_folder() -> Path:
    """Where this system keeps a user's application data; the folder may not exist yet.

    Raises:
        RefusedInput: a home folder would tell, and there is none.
    """
    if chosen := os.environ.get(FOLDER_VARIABLE):
        try:
            return Path(chosen).expanduser()
        except RuntimeError as error:
            raise RefusedInput(
                phrase(
                    "{path} begins with a home folder that is not there: set {variable} to another folder.",
                    path=chosen,
                    variable=FOLDER_VARIABLE,
                )
            ) from error
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local") / "Shelfmark"
    if sys.platform == "darwin":
        return home() / "Library" / "Application Support" / "Shelfmark"
    return Path(os.environ.get("XDG_DATA_HOME") or home() / ".local" / "share") / "shelfmark"
