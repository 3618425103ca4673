"""The words of the interface: every sentence in four languages, with the same placeholders."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.ex_libris.table import names
from pages.words import FOLDER, known, sentences, words
from scorer.editions import EDITION_KEYS, PLURALS, EditionKey, load_edition

PAGES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("page", PAGES)
def test_every_sentence_is_there_in_every_language_with_the_same_placeholders(page: str) -> None:
    assert sentences(page)
    for key, said in sentences(page).items():
        assert set(said) == set(EDITION_KEYS), key
        assert all(sentence.strip() for sentence in said.values()), key
        assert len({frozenset(placeholders(sentence)) for sentence in said.values()}) == 1, key
        for language in EDITION_KEYS:
            forms = {len(each.split("|")) for each in re.findall(r"\{\w+:([^{}]*\|[^{}]*)\}", said[language])}
            assert forms <= {len({PLURALS[language](n) for n in range(10)})}, key


#: Other names for what the edition of a language has a name for, and in pt what is said in Portugal alone.
OTHER_NAMES: dict[EditionKey, str] = {
    "en": r"featured|forbidden|specialt",
    "pt": r"destacad|proibid|foco|\barrum|enterr|inspeção|ronda|ecrã|ficheiro|telemóvel|câmara|registo",
    "fr": r"honneur|interdit|\brange|enfoui",
    "cs": r"významn|zapovězen|specializac|regál",
}


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_what_an_edition_names_has_no_other_name(language: EditionKey) -> None:
    edition = load_edition(language)
    said = [f"{page} {key}: {words(page, language)[key]}" for page in PAGES for key in sentences(page)]
    said += [
        *edition.words.values(),
        *edition.rows.values(),
        *edition.labels.values(),
        *edition.prompts.values(),
    ]
    assert [one for one in said if re.search(OTHER_NAMES[language], one, re.IGNORECASE)] == []
    for term in ("prominent", "banned", "focus"):
        assert names(edition)["words"][term] == edition.words[term]


#: What the photo of the six category cards is not called; readers do not know it by that name.
LEGEND = re.compile(r"\bl[eé]gend", re.IGNORECASE)


@pytest.mark.parametrize("page", PAGES)
def test_the_category_cards_are_not_called_a_legend(page: str) -> None:
    assert [one for said in sentences(page).values() for one in said.values() if LEGEND.search(one)] == []


@pytest.mark.parametrize("page", PAGES)
def test_no_french_line_begins_with_a_mark_or_ends_with_an_opening_one(page: str) -> None:
    for key, said in sentences(page).items():
        assert not re.search(r" [;:!?»]|« ", said["fr"]), key


def test_a_sentence_is_filled_in() -> None:
    assert words("shell", "fr")["language"] == "Langue"
    assert words("shell", "cs")("language") == "Jazyk"
    with pytest.raises(KeyError):
        words("shell", "en")("no such key")


@pytest.mark.parametrize(
    ("said", "language"), [("cs", "cs"), ("fr-CA", "fr"), ("pt_BR", "pt"), ("de", None), (None, None)]
)
def test_a_language_is_known_by_its_tag(said: str | None, language: str | None) -> None:
    assert known(said) == language


def test_the_language_is_taken_from_the_address_and_switched_at_the_top(app: AppTest) -> None:
    assert app.session_state["language"] == "en"
    app.query_params["lang"] = "fr"
    app.run()
    assert app.session_state["language"] == "fr"
    app.segmented_control(key="language-switch").set_value("cs").run()
    assert app.session_state["language"] == "cs"
    assert app.query_params["lang"] == "cs"
    assert not app.exception


def settled() -> None:
    import streamlit as st

    from pages.words import settle

    st.write(settle())


def test_the_way_back_leads_back_to_the_language_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    app = AppTest.from_function(settled).run()
    assert app.markdown[0].value == "en"
    app.query_params["lang"] = "fr"
    assert app.run().markdown[0].value == "fr"
    app.query_params.clear()
    assert app.run().markdown[0].value == "fr", "a link without a language keeps it"
    monkeypatch.setattr("pages.words.went_back", lambda: True)
    assert app.run().markdown[0].value == "en"
    app.query_params["lang"] = "fr"
    assert app.run().markdown[0].value == "fr"
