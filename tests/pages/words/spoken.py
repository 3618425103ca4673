"""What a page says in a language that is not its own, as the tests with a browser find it."""

from __future__ import annotations

import re
from functools import cache

from playwright.sync_api import Page, expect

from pages.words import FOLDER, sentences
from scorer.editions import EditionKey
from tests.pages.conftest import idle

#: All that a page says, seen or read out: texts and labels, those of the app's own components too. Titles of
#: books are English in every language.
_SAID = """() => {
  // the announcer speaks the browser's language
  const BUT = "script, style, [data-testid=stIconMaterial], [data-live-announcer], .book ol";
  const LABELS = ["aria-label", "aria-roledescription", "title", "placeholder", "alt"];
  const nodes = (root) => [...root.querySelectorAll("*")].flatMap(
    (node) => [node, ...(node.shadowRoot ? nodes(node.shadowRoot) : [])]);
  return nodes(document.body)
    .filter((node) => !node.closest(BUT))
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .flatMap((node) => [
      ...[...node.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.nodeValue : "")),
      ...LABELS.map((name) => node.getAttribute(name) ?? ""),
      node.closest(".stSelectbox") ? node.value ?? "" : "",
    ])
    .map((one) => one.split("\\n")[0].trim())
    .filter(Boolean);
}"""
#: Words that English has and no other language of the app: what holds one of them was not translated.
_ENGLISH = (
    "the of for with and an is file files option options value values axis scale fullscreen link heading "
    "skip content help open clear press choose select remove add from per show max download upload results"
)
_LOOKS_ENGLISH = re.compile(rf"\b({_ENGLISH.replace(' ', '|')})\b|\dMB", re.IGNORECASE)
OTHERS: tuple[EditionKey, ...] = ("pt", "fr", "cs")


@cache
def sentences_of(language: EditionKey) -> re.Pattern[str]:
    """The sentences that the app and Streamlit's fields have in English, and in this language otherwise."""
    said = [each for file in sorted(FOLDER.glob("*.toml")) for each in sentences(file.stem).values()]
    own = {each[language] for each in said}
    alone = {re.sub(r"\{\w*\}", "{}", each["en"]) for each in said if each["en"] not in own}
    spoken = sorted(sentence for sentence in alone if re.search("[a-z]", sentence))
    return re.compile("|".join(re.escape(sentence).replace(r"\{\}", ".+") for sentence in spoken))


def english(page: Page, language: EditionKey) -> list[str]:
    """What a page in this language says in English: known sentences, and any that look English."""
    idle(page)
    known = sentences_of(language)
    said: list[str] = page.evaluate(_SAID)
    return [one for one in said if _LOOKS_ENGLISH.search(one) or known.fullmatch(one)]


def speak(page: Page, language: EditionKey) -> None:
    """Has the page in this language."""
    page.get_by_role("radio", name=language.upper(), exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", language)
