"""What kind of device a browser runs on, and which browser it is, by its User-Agent: no more of it is kept.

Browsers say little and pretend to be others, so what is told here is for people to read, and no right hangs
on it. No browser tells a laptop from another computer, and an iPad may call itself a Mac.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["phone", "tablet", "computer", ""]
#: So much of a User-Agent is looked at: browsers send less, anybody may send more.
LONGEST = 512
#: The first that fits counts: Android is a Linux, and every phone says "Mobile".
KINDS: tuple[tuple[str, Kind], ...] = (
    (r"\biPad\b|\bTablet\b", "tablet"),
    (r"\biPhone\b|\biPod\b|\bMobile\b", "phone"),
    (r"\bAndroid\b", "tablet"),
    (r"\bMacintosh\b|\bWindows NT\b|\bCrOS\b|\bX11\b|\bLinux\b", "computer"),
)
#: The first that fits counts: most browsers call themselves Chrome and Safari as well.
BROWSERS = (
    (r"\bEdg(e|A|iOS)?/", "Edge"),
    (r"\b(OPR|OPT|OPiOS)/", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\b(Firefox|FxiOS)/", "Firefox"),
    (r"\b(CriOS|Chrome|Chromium|HeadlessChrome)/", "Chrome"),
    (r"\bSafari/", "Safari"),
)


@dataclass(frozen=True, slots=True)
class Agent:
    """A kind of device and the name of a browser; "" where the browser does not say."""

    kind: Kind
    browser: str


def agent(header: str) -> Agent:
    """What a User-Agent says.

    >>> agent("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36")
    Agent(kind='phone', browser='Chrome')
    >>> agent("curl/8.5")
    Agent(kind='', browser='')
    """
    header = header[:LONGEST]
    kind: Kind = next((kind for sign, kind in KINDS if re.search(sign, header)), "")
    return Agent(kind, next((name for sign, name in BROWSERS if re.search(sign, header)), ""))
