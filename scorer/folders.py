"""Where this system keeps a user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: Set this to keep the user's data elsewhere.
FOLDER_VARIABLE = "SHELFMARK_DATA"


def user_folder() -> Path:
    """Where this system keeps a user's application data; the folder may not exist yet."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Shelfmark"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Shelfmark"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "shelfmark"
