"""What outlives a session: the user's data folder, and the legend in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import vision

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


def legend_path() -> Path:
    return user_folder() / "legend.json"


def shown_path() -> str:
    """The legend's place as people write it, with ~ for their home."""
    path = legend_path()
    return f"~/{path.relative_to(Path.home())}" if path.is_relative_to(Path.home()) else str(path)


def kept_legend() -> vision.Legend | None:
    """The legend that was kept, None when there is none or its file is no longer one."""
    path = legend_path()
    try:
        return vision.Legend.load(path) if path.exists() else None
    except (OSError, ValueError):
        return None


def keep_legend(legend: vision.Legend) -> Path:
    """Keeps the legend for later sessions. Raises OSError where the folder cannot be written."""
    path = legend_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    legend.save(path)
    return path


def forget_legend() -> None:
    legend_path().unlink(missing_ok=True)
