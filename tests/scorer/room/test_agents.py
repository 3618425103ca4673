"""What people call a device and its browser, by what real browsers send."""

from __future__ import annotations

import pytest

from scorer.room.agents import Agent, Kind, agent

SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0"
PHONE_SAFARI = "Mobile/15E148 Safari/604.1"
SENT = [
    (f"(iPhone; CPU iPhone OS 18_0 like Mac OS X) {SAFARI} Version/18.0 {PHONE_SAFARI}", "phone", "Safari"),
    (f"(iPhone; CPU iPhone OS 18_0 like Mac OS X) {SAFARI} CriOS/130.0 {PHONE_SAFARI}", "phone", "Chrome"),
    (f"(iPad; CPU OS 17_0 like Mac OS X) {SAFARI} FxiOS/131.0 {PHONE_SAFARI}", "tablet", "Firefox"),
    (f"(Linux; Android 10; K) {CHROME} Mobile Safari/537.36", "phone", "Chrome"),
    (f"(Linux; Android 12; motorola edge 20) {CHROME} Mobile Safari/537.36", "phone", "Chrome"),
    (f"(Linux; Android 14; SM-X200) {CHROME} Safari/537.36", "tablet", "Chrome"),
    (
        f"(Linux; Android 13; K) SamsungBrowser/25.0 {CHROME} Mobile Safari/537.36",
        "phone",
        "Samsung Internet",
    ),
    ("(Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0", "phone", "Firefox"),
    ("(Android 14; Tablet; rv:131.0) Gecko/131.0 Firefox/131.0", "tablet", "Firefox"),
    (f"(Macintosh; Intel Mac OS X 10_15_7) {SAFARI} Version/18.0 Safari/605.1.15", "computer", "Safari"),
    (f"(Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/130.0.0.0", "computer", "Edge"),
    (f"(Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 OPR/115.0.0.0", "computer", "Opera"),
    ("(X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "computer", "Firefox"),
    (f"(X11; CrOS x86_64 14541.0.0) {CHROME} Safari/537.36", "computer", "Chrome"),
    ("(X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0 Safari/537.36", "computer", "Chrome"),
    ("", "", ""),
    ("curl/8.5", "", ""),
]


@pytest.mark.parametrize(("sent", "kind", "browser"), SENT)
def test_a_browser_is_known_by_what_it_sends(sent: str, kind: Kind, browser: str) -> None:
    assert agent(f"Mozilla/5.0 {sent}") == Agent(kind, browser)


def test_what_anybody_may_send_gives_words_of_ours_alone() -> None:
    nonsense = "<b>10.0.0.7</b>\0 iPhone Mobile/ " + "Chrome/ " * 100_000
    assert agent(nonsense) == Agent("phone", "Chrome")
    assert agent("x" * 600 + "iPhone Firefox/1") == Agent("", "")
