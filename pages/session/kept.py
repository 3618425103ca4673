"""What outlives a session in the user's data folder: the legend, and the photos of tables."""

from __future__ import annotations

import tempfile
from pathlib import Path

import vision
from pages.session.photo_room import make_room
from pages.session.rights import Right, ask
from scorer.archive.drafts import PHOTO_FILE
from scorer.folders import user_folder
from scorer.whole import make_private, sweep, write_whole


def legend_path() -> Path:
    return user_folder() / "legend.json"


def kept_legend() -> vision.Legend | None:
    """The legend that was kept, None when there is none or its file is no longer one."""
    path = legend_path()
    try:
        return vision.Legend.load(path) if path.exists() else None
    except (OSError, ValueError):
        return None


def keep_legend(legend: vision.Legend) -> Path:
    """Keeps the legend for later sessions.

    Raises:
        NotAllowed: that is not the owner.
        OSError: the folder cannot be written.
    """
    ask(Right.LEGEND)
    path = legend_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    legend.save(path)
    return path


def forget_legend() -> None:
    """Forgets the kept legend. Raises NotAllowed: that is not the owner."""
    ask(Right.LEGEND)
    legend_path().unlink(missing_ok=True)


def keep_photo(name: str, data: bytes) -> Path:
    """Keeps a photo under a name of its own; old ones make room for it (`pages.session.photo_room`).

    Where the data folder cannot be written, the photo lasts as long as this machine's temporary files.
    Raises `pages.session.photo_room.NoRoom`.
    """
    for folder in _photo_folders():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            make_room(folder, name, len(data))
            path = folder / name
            write_whole(path, data, private=True)
        except OSError:
            continue
        return path
    raise OSError(f"There is no folder to keep {name} in: set SHELFMARK_DATA to one that can be written.")


def kept_photo(name: str) -> Path:
    """Where the photo of this name is kept, or would be.

    Raises:
        ValueError: no photo is kept under such a name; it may lead anywhere.
    """
    if not PHOTO_FILE.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a kept photo")
    first, second = (folder / name for folder in _photo_folders())
    return second if second.exists() and not first.exists() else first


def clear_leftovers() -> None:
    """Removes what killed programs left half written, and leaves kept photos to their owner alone."""
    for folder in (user_folder(), *_photo_folders()):
        sweep(folder)
    for folder in _photo_folders():
        make_private(folder, *folder.glob("*"))


def _photo_folders() -> tuple[Path, Path]:
    return user_folder() / "photos", Path(tempfile.gettempdir()) / "shelfmark-photos"
