"""What holds of all that a page shows: axe-core finds no serious fault, and a finger finds everything."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, expect

from bench.served import until
from tests.pages.conftest import LAPTOP, PHONE, ROOT, idle

AXE = Path(__file__).parents[1] / "axe" / "axe.min.js"
#: What can be tapped, what around a field takes the tap for it, and the least that a finger finds (CSS px).
TAPPED = (
    "button, a[href], input, select, textarea, summary, "
    "[role=button], [role=tab], [role=radio], [role=switch], [role=combobox], [role=link]"
)
AROUND = "label, [data-testid=stSlider] div:has(> div > div > input)"
FINGER = 44
_SMALL = """([tapped, around, finger]) => {
  const nodes = (root) => [...root.querySelectorAll("*")].flatMap(
    (node) => [node, ...(node.shadowRoot ? nodes(node.shadowRoot) : [])]);
  const height = (node) => node.getBoundingClientRect().height;
  const high = (node) => {
    const field = node.matches("input, select, textarea") && node.closest(around);
    return Math.max(height(node), field ? height(field) : 0);
  };
  return nodes(document)
    .filter((node) => node.matches(tapped) && height(node) > 1 && node.style.height !== "1px")
    .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((node) => high(node) < finger - 0.05)
    .map((node) => `${high(node).toFixed(1)} px high: ${node.outerHTML.slice(0, 200)}`);
}"""
#: Whether what moves has come to rest, also in the app's own components. (A transition's own promise may stay
#: open for ever when the page's colours change.)
_STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap(
    ({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : []))];
  return roots(document).flatMap((root) => root.getAnimations()).every(
    ({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity);
}"""
Scheme = Literal["light", "dark"]
#: By day on a laptop, by night on a phone: each size and each scheme once.
LOOKS: list[tuple[Scheme, dict[str, int]]] = [("light", LAPTOP), ("dark", PHONE)]
#: The colour behind the app by day and by night.
PAPER = {
    scheme: theme["backgroundColor"]
    for scheme, theme in tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))[
        "theme"
    ].items()
    if scheme in ("light", "dark")
}


def faults(page: Page) -> list[str]:
    """The serious and critical faults that axe-core finds: rule, what it says, and where."""
    idle(page)
    page.evaluate("document.fonts.ready")
    until(page, _STILL)
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']} ({fault['impact']}): {node['html'][:160]} {node['failureSummary'][-200:]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


def small(page: Page) -> list[str]:
    """Buttons, tabs, links and fields that are too low for a finger, wherever they are on the page."""
    found: list[str] = page.evaluate(_SMALL, [TAPPED, AROUND, FINGER])
    return found


def check(page: Page, where: str, seen: Callable[[Page], None] = idle) -> None:
    """By day on a laptop, by night on a phone; on a phone, everything is high enough to tap.

    ``seen`` opens what is to be there, where a page of another size has closed it, and waits for it.
    """
    for scheme, size in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)  # type: ignore[arg-type]
        red, green, blue = bytes.fromhex(PAPER[scheme].removeprefix("#"))
        app = page.locator("[data-testid=stApp]")
        expect(app).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
        idle(page)
        seen(page)
        found = faults(page)
        found += small(page) if size == PHONE else []
        assert found == [], f"{where}, {scheme}, {size['width']} wide:\n" + "\n".join(found)
