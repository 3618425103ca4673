"""Fonts of this machine with Chinese, Japanese and Korean letters, which are too many to ship."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from scorer.folders import home

#: The fonts that systems bring, or their users install; letters are taken from the first that has them.
#: Japanese first: its fonts have most Chinese letters too, Chinese fonts lack kana's own forms.
FILES = (
    "NotoSerifCJK-Regular.ttc",
    "NotoSansCJK-Regular.ttc",
    "SourceHanSerif-Regular.ttc",
    "ipaexm.ttf",
    "ipam.ttf",
    "ipaexg.ttf",
    "ipag.ttf",
    "uming.ttc",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "NanumMyeongjo.ttf",
    "UnBatang.ttf",
    # macOS
    "ヒラギノ明朝 ProN.ttc",
    "Songti.ttc",
    "AppleMyungjo.ttf",
    "AppleSDGothicNeo.ttc",
    "PingFang.ttc",
    "Arial Unicode.ttf",
    # Windows
    "yumin.ttf",
    "msmincho.ttc",
    "msgothic.ttc",
    "simsun.ttc",
    "mingliu.ttc",
    "msyh.ttc",
    "batang.ttc",
    "malgun.ttf",
)


def folders() -> list[Path]:
    """Where this system keeps its fonts."""
    own = home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA") or own / "AppData" / "Local")
        return [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts", local / "Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), own / "Library/Fonts"]
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        own / ".local/share/fonts",
        own / ".fonts",
    ]


@cache
def machine_fonts() -> tuple[Path, ...]:
    """The files of `FILES` that this machine has, in their order."""
    there = {path.name: path for folder in folders() if folder.is_dir() for path in folder.rglob("*.tt[cf]")}
    return tuple(there[name] for name in FILES if name in there)
