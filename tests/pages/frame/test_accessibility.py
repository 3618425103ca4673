"""axe-core finds no serious fault of accessibility on any page, by day and wide, by night and narrow."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import LAPTOP, PHONE, ROOT, Visit, idle
from tests.pages.scoring.score_page import correct, filming, hand_in_far_away, number
from tests.pages.under_way import UNDER_WAY, lay_down

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[1] / "axe" / "axe.min.js"
PAGES = sorted(
    file.stem
    for file in (ROOT / "pages").glob("*.py")
    if file.read_text(encoding="utf-8").endswith("\n\npage()\n")
)
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
#: Waits until what moves has come to rest, also in the app's own components.
_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap(
    ({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : []))];
  const moving = roots(document).flatMap((root) => root.getAnimations())
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
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


@pytest.fixture
def under_way(data_folder: Path) -> str:
    """Games and drafts for the pages to show; gives the id of a game of the archive."""
    return lay_down(data_folder)


def faults(page: Page) -> list[str]:
    """The serious and critical faults that axe-core finds: rule, what it says, and where."""
    idle(page)
    page.evaluate("document.fonts.ready")
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
        page.evaluate(_REST)
        found = faults(page)
        found += small(page) if size == PHONE else []
        assert found == [], f"{where}, {scheme}, {size['width']} wide:\n" + "\n".join(found)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_as_it_opens(visit: Visit, name: str, under_way: str) -> None:
    page = visit("/" if name == "score" else f"/{name}")
    expect(page.locator("h1, h2").first).to_be_visible()
    check(page, name)


@pytest.mark.parametrize("path", UNDER_WAY)
def test_a_page_in_the_middle_of_things(visit: Visit, path: str, under_way: str) -> None:
    page = visit(path.replace("GAME", under_way))
    check(page, path)


def test_the_figures_of_the_archive(visit: Visit, under_way: str) -> None:
    page = visit("/archive")
    page.get_by_role("radio", name="Figures").click()
    expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(3)
    check(page, "figures")


def test_the_file_of_the_archive(visit: Visit, under_way: str) -> None:
    page = visit("/archive?lang=en")
    page.get_by_role("radio", name="Export and import").click()
    page.get_by_role("button", name="Prepare the file").click()
    expect(page.get_by_role("button", name="Download all")).to_be_visible()
    check(page, "file")


def explained(page: Page) -> None:
    """A number of the form says how it comes about; a form drawn anew says nothing until it is asked."""
    if not page.locator(".bubble").is_visible():
        number(page, "Ana, B4").click()
    expect(page.locator(".bubble")).to_contain_text("Ana")


def test_a_number_of_the_form_that_explains_itself(visit: Visit, under_way: str) -> None:
    check(visit("/?table=checking&step=form&lang=en"), "bubble", explained)


def offered(page: Page) -> None:
    """The best flips are offered and say what they bring, and a card may be picked for a free place."""
    expect(page.locator(".st-key-flips details p").first).to_be_visible()
    expect(page.locator(".card-sheet .keys")).to_be_visible()


def test_the_best_flips_and_a_card_to_be_picked(visit: Visit, under_way: str) -> None:
    page = visit("/?table=checking&step=check&lang=en")
    page.locator(".st-key-flips summary").click()
    page.locator(".grid .space").first.click()
    page.get_by_role("button", name="Letter E", exact=True).click()
    check(page, "flips", offered)


def asked(page: Page) -> None:
    """A card is asked about, and what was read on another lies open to be mended."""
    expect(page.locator(".st-key-question .crop img")).to_be_visible()
    expect(page.locator(".card-sheet .crop img")).to_be_visible()


def test_a_doubtful_card_asked_about_and_opened(visit: Visit) -> None:
    page = visit("/?step=photos&lang=en")
    hand_in_far_away(page)
    page.locator(".grid .doubtful").first.click()
    check(page, "question", asked)


def test_the_code_for_another_phone(visit: Visit, under_way: str) -> None:
    page = visit("/?table=checking&step=form&lang=en")
    page.get_by_role("button", name="BG Stats QR code").click()
    expect(page.get_by_role("dialog").locator("img")).to_be_visible()
    check(page, "code")


def test_the_camera_box_while_it_films(visit: Visit) -> None:
    page = visit("/?step=photos&lang=en")
    page.get_by_role("radio", name="Camera").click()
    filming(page)
    check(page, "camera")
    filming(page)


def test_the_deck_with_a_legend(visit: Visit) -> None:
    page = visit("/deck?tab=legend&lang=en")
    page.locator("input[type=file]").set_input_files(ROOT / "samples" / "legend.jpg")
    expect(page.get_by_text("The six icons of your printing")).to_be_visible()
    check(page, "legend")


def test_the_deck_to_be_printed(visit: Visit) -> None:
    page = visit("/deck?lang=en")
    page.get_by_text("Print the house deck").click()
    expect(page.get_by_role("button", name="Draw the PDF")).to_be_visible()
    check(page, "print")


def test_the_deck_with_corrections_and_what_was_learned(visit: Visit, data_folder: Path) -> None:
    correct(data_folder)
    page = visit("/deck?tab=learning&lang=en")
    page.get_by_role("button", name="Learn from them").click()
    expect(page.locator(".gains table")).to_be_visible()
    page.get_by_text("See the strips").click()
    expect(page.get_by_alt_text("The strip of E7/7")).to_be_visible()
    check(page, "learning")


def test_every_page_of_the_menu_is_checked(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".st-key-menu a")).to_have_count(len(PAGES))
    links = page.locator(".st-key-menu a").evaluate_all("links => links.map(a => new URL(a.href).pathname)")
    assert sorted(link.strip("/") or "score" for link in links) == PAGES
