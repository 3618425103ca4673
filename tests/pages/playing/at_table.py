"""What the browser tests of Play and Solo share: who answers at the table, and what the table shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.pages.conftest import PHONE, idle
from tests.pages.frame.looks import small
from tests.pages.under_way import LEFT

#: Answers up to ``most`` questions, each with an option the seed picks; stops at the end, and at a curtain
#: unless it lifts them all. Returns how many were answered.
_ANSWER = """async ([most, seed, lifts]) => {
  const wait = () => new Promise((done) => setTimeout(done, 10));
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const table = (node) => node.shadowRoot?.querySelector(".game");
  for (let n = 0; n < most; n += 1) {
    const game = [...document.querySelectorAll("*")].map(table).find(Boolean);
    if (!game) return n;
    const closed = () => game.isConnected && !game.querySelector(".curtain").hidden;
    if (lifts && closed()) {
      game.querySelector(".lift").click();
      while (closed()) await wait();
    }
    const options = [...game.querySelectorAll("[data-option]")];
    if (!options.length) return n;
    const { step } = game.dataset;
    options[Math.floor(random() * options.length)].click();
    while (game.isConnected && game.dataset.step === step) await wait();
  }
  return most;
}"""

#: A move is shown until it is skipped, however slow the machine is: what waits for seconds waits for ever.
STANDS_STILL = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (then, ms, ...more) => wait(then, ms > 700 && ms < 5000 ? 1e8 : ms, ...more);
}"""


def answer(page: Page, most: int, seed: int = 7, lifts: bool = False) -> int:
    """Answers up to so many questions; how many there were before the end, or a curtain that nobody lifts."""
    expect(page.locator(".game")).to_be_visible()
    return int(page.evaluate(_ANSWER, [most, seed, lifts]))


def answering(page: Page, most: int, seed: int = 7, lifts: bool = False) -> Callable[[], int]:
    """Begins what `answer` does; call what it gives to wait until it is done."""
    expect(page.locator(".game")).to_be_visible()
    page.evaluate(f"(how) => {{ window.answers = ({_ANSWER})(how); }}", [most, seed, lifts])
    return lambda: int(page.evaluate("answers"))


def answer_to_the_end(page: Page, end: Locator, lifts: bool = False) -> None:
    """Answers until ``end`` is there, which a game that is over shows in place of its table."""
    table = page.locator(".game")
    expect(end.or_(table).first).to_be_visible()
    while not end.first.is_visible():
        answer(page, LEFT, lifts=lifts)
        idle(page)
        expect(end.or_(table).first).to_be_visible()


def choose(page: Page, option: str) -> None:
    """Taps an option of the question, and waits for what comes of it."""
    before = step(page)
    page.locator(f"[data-option='{option}']").first.click()
    expect(page.locator(".game")).not_to_have_attribute("data-step", str(before))


def ask_for_hints(page: Page) -> Locator:
    """Asks for hints where nobody did; the three sentences, once they stand in sight."""
    expect(page.locator(".rank")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    hints = page.locator(".hints li")
    expect(hints).to_have_count(3)
    for number in range(3):
        expect(hints.nth(number)).to_contain_text("at the end")
    expect(hints.first).to_be_in_viewport()
    return hints


def concede(page: Page, size: dict[str, int]) -> None:
    """Gives up under *History*; the question is answered with no first."""
    phone = size == PHONE
    if phone:
        page.get_by_role("tab", name="Log").click()
    page.locator(".more" if phone else ".tool.history").click()
    sheet = page.locator(".close-up")
    sheet.get_by_role("button", name="Concede").click()
    expect(sheet.get_by_text("bots finish it at once")).to_be_visible()
    if phone:
        assert small(page) == []
    sheet.get_by_role("button", name="Play on").click()
    expect(sheet.get_by_text("bots finish it at once")).to_have_count(0)
    sheet.get_by_role("button", name="Concede").click()
    sheet.get_by_role("button", name="Concede").click()


def step(page: Page) -> int:
    expect(page.locator(".game")).to_have_attribute(
        "data-step", page.locator(".game").get_attribute("data-step") or ""
    )
    return int(page.locator(".game").get_attribute("data-step") or -1)


def hand(page: Page) -> list[str]:
    """What is said of each card in hand."""
    labels: list[Any] = page.locator(".hand .card").evaluate_all(
        "cards => cards.map((card) => card.ariaLabel)"
    )
    return [str(label).rpartition(": ")[2] for label in labels]


def everything(page: Page) -> str:
    """All that the page holds, shadow roots included."""
    return str(
        page.evaluate(
            """() => [document, ...[...document.querySelectorAll("*")].map((node) => node.shadowRoot)]
            .filter(Boolean).map((root) => (root.body ?? root).innerHTML).join("\\n")"""
        )
    )


def seen(marks: Locator) -> list[str]:
    """What only eyes read on marks."""
    says: list[str] = marks.evaluate_all("marks => marks.map((mark) => mark.dataset.says)")
    return says
