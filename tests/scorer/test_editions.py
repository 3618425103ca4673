"""The four editions are complete: the same keys, the same placeholders, no assumption unmarked (RULES)."""

import re
import string
import tomllib
from importlib import resources
from typing import Any

import pytest

from scorer.editions import EDITION_KEYS, PLURALS, EditionKey, fill, load_edition

EDITIONS = EDITION_KEYS


def load(edition: str) -> dict[str, Any]:
    return tomllib.loads(
        resources.files("scorer").joinpath(f"editions/{edition}.toml").read_text(encoding="utf-8")
    )


def flat(table: dict[str, Any], path: str = "") -> dict[str, Any]:
    """Every value by its dotted key; an assumed value counts as the value itself."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict) and "value" not in value:
            values |= flat(value, f"{path}{key}.")
        else:
            values[path + key] = value["value"] if isinstance(value, dict) else value
    return values


def placeholders(text: Any) -> set[str]:
    return (
        {name for _, name, _, _ in string.Formatter().parse(text) if name} if isinstance(text, str) else set()
    )


ENGLISH = flat(load("en"))


def test_only_these_editions() -> None:
    files = resources.files("scorer").joinpath("editions").iterdir()
    assert {file.name for file in files if file.name.endswith(".toml")} == {f"{e}.toml" for e in EDITIONS}


@pytest.mark.parametrize("edition", EDITIONS)
class TestEdition:
    def test_has_every_key(self, edition: str) -> None:
        assert flat(load(edition)).keys() == ENGLISH.keys()

    def test_has_the_same_placeholders(self, edition: str) -> None:
        differing = {
            key: value
            for key, value in flat(load(edition)).items()
            if placeholders(value) != placeholders(ENGLISH[key])
        }
        assert differing == {}

    def test_no_text_is_empty_or_padded(self, edition: str) -> None:
        texts = {key: value for key, value in flat(load(edition)).items() if isinstance(value, str)}
        assert {key for key, text in texts.items() if not text or text != text.strip()} == set()

    def test_values_have_the_same_types(self, edition: str) -> None:
        values = flat(load(edition))
        assert {key for key, value in values.items() if type(value) is not type(ENGLISH[key])} == set()

    def test_what_no_book_prints_says_where_it_is_from(self, edition: str) -> None:
        def tables(table: dict[str, Any]) -> list[dict[str, Any]]:
            inner = [value for value in table.values() if isinstance(value, dict)]
            return [table] if "value" in table else [found for value in inner for found in tables(value)]

        found = tables(load(edition))
        sources = ({"assumed": True}, {"known_of": "en"})
        assert all(table in [{"value": table["value"], **source} for source in sources] for table in found)

    def test_names_within_a_list_differ(self, edition: str) -> None:
        data = load(edition)
        for section in ("categories", "difficulties", "libraries", "assistants"):
            names = list(flat(data[section]).values())
            assert len(set(names)) == len(names), section
        names = [flat(location)["name"] for location in data["locations"].values()]
        assert len(set(names)) == 18


@pytest.mark.parametrize("edition", ["pt", "fr", "cs"])
def test_is_translated(edition: str) -> None:
    """Sentences and row names are in the edition's language, not left in English."""
    own = flat(load(edition))
    sections = ("rows.", "row_notes.", "explain.", "decided.", "flips.", "stamp.", "labels.", "prompts.")
    keys = [key for key in ENGLISH if key.startswith(sections)]
    assert [key for key in keys if own[key] == ENGLISH[key]] == []


#: Where the printed books differ (RULES 5, 7 and 8): each option's value in pt, fr and cs.
DIFFERENCES = {
    "tie_breaks": (  # T
        ["books", "hand", "banned", "reading"],
        ["books", "hand", "banned", "reading"],
        ["books", "hand", "banned", "shared"],
    ),
    "setup_draft": ("choose_counter_clockwise", "open_from_last", "right_of_first"),
    "beginner_locations": ("considered", "removed", "considered"),
    "donation_drop_shelving": ("up_to_two", "one_or_two", "up_to_two"),  # L4
    "gambling_den_repeats": ("different", "same_allowed", "same_allowed"),  # L7
    "gambling_den_categories": ("player", "player", "assistant"),
    "gambling_den_ties": ("counter_clockwise", "turn_order", "counter_clockwise"),
    "garbage_dump_take": ("must", "may", "must"),  # L11
    "mystery_shack_take": ("any", "any", "all"),  # L13
    "tax_collector_trade": ("discard", "discard", "put_here"),  # L16
    "garage_sale_unsold": ("in_hand", "in_hand", "back_last"),  # L17
    "shelfmasons_slide": ("four_ways", "along_row", "four_ways"),  # L18
    "ghost_shares": ("opponents", "anybody", "opponents"),  # S5
}


@pytest.mark.parametrize(("place", "edition"), list(enumerate(["pt", "fr", "cs"])))
def test_rule_differences_are_the_books_and_none_is_an_assumption(place: int, edition: str) -> None:
    assert load(edition)["rules"] == {option: values[place] for option, values in DIFFERENCES.items()}


def test_the_printed_english_form_breaks_ties_without_banned_books() -> None:
    assert load_edition("en").rules.tie_breaks == ("books", "hand", "reading")


@pytest.mark.parametrize("edition", EDITIONS)
def test_values_that_the_books_do_not_print_are_marked_assumed(edition: str) -> None:
    """RULES 7 brackets: the spaces of every location but the Auction House, the cards of 2 and 5, which tiles
    are for one player; and the names of English tiles that nobody has seen, as their book is known only up to
    the scoring."""
    locations = load(edition)["locations"]
    assumed = load_edition(edition).assumed
    assert {n for n, location in locations.items() if isinstance(location["spaces"], dict)} == set(
        map(str, range(1, 19))
    ) - {"3"}
    assert {n for n, location in locations.items() if isinstance(location["cards"], dict)} == {"2", "5"}
    named = {"4", "5", "6", "10", "13", "14"} if edition == "en" else {"4", "6", "18"}
    assert {n for n in map(str, range(1, 19)) if f"locations.{n}.name" in assumed} == named
    assert all(isinstance(tiles, dict) for tiles in load(edition)["solo"].values())
    if edition == "en":
        assert {path for path in assumed if path.startswith("assistants.")} == {
            "assistants.snowman",
            "assistants.trash_golem",
        }
        assert len([path for path in assumed if path.startswith("difficulties.")]) == 7


def test_what_a_printed_english_copy_shows() -> None:
    """The names on its tiles, its form, and how its rulebook deals the libraries."""
    words = load_edition("en")
    names = {number: words.locations[number].name for number in (8, 12, 15, 17, 18)}
    assert list(names.values()) == [
        "Librarians Lodge", "Local Drafthouse", "Assistants Guild", "Yard Sale", "Shelfmasons Guild",
    ]  # fmt: skip
    assert (words.libraries["wizard"], words.libraries["fire_imp"]) == (
        "The Literary Laboratory",
        "Volcanic Biblioteca",
    )
    assert words.assistants["sneaky_goblin"] == "Goblin Sneak"
    assert words.forms == {
        "B-7c": "Official Library Inspection Form",
        "S-42a": "Official Librarian License Application",
    }
    assert list(words.rows.values()) == [
        "Alphabetical Order Check", "Categorical Tally", "Survey Shelf Stability Bonuses",
        "Bestow Prominent Works Awards", "Assign Banned Books Penalties",
        "Assess Categorical Variety Bonuses", "Reveal & Score Library Focuses",
        "Total Individual “Section B” Scores",
    ]  # fmt: skip
    assert words.rules.setup_draft == "open_from_last"
    assert words.known_of.keys() >= {"locations.12.name", "rules.tie_breaks", "rules.setup_draft"}
    assert not words.assumed & words.known_of.keys()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_spaces_of_location_12_are_known_of_the_english_tile(edition: str) -> None:
    words = load_edition(edition)
    assert (words.locations[12].spaces, words.known_of["locations.12.spaces"]) == ((1, 1, 3, 4), "en")


#: The forms of a noun that follows a number.
FORMS = re.compile(r"\{\w+:([^{}]*\|[^{}]*)\}")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_noun_stands_in_each_form_that_its_language_has(edition: EditionKey) -> None:
    texts = [text for text in flat(load(edition)).values() if isinstance(text, str)]
    forms = [found.split("|") for text in texts for found in FORMS.findall(text)]
    assert forms
    assert {len(each) for each in forms} == {len({PLURALS[edition](n) for n in range(10)})}


def test_a_noun_agrees_with_its_number() -> None:
    card = {
        "en": "{n} {n:card|cards}",
        "pt": "{n} {n:carta|cartas}",
        "fr": "{n} {n:carte|cartes}",
        "cs": "{n} {n:karta|karty|karet}",
    }
    said = {key: [fill(card[key], key, n=n) for n in (0, 1, 2, 5)] for key in EDITION_KEYS}
    assert said == {
        "en": ["0 cards", "1 card", "2 cards", "5 cards"],
        "pt": ["0 cartas", "1 carta", "2 cartas", "5 cartas"],
        "fr": ["0 carte", "1 carte", "2 cartes", "5 cartes"],
        "cs": ["0 karet", "1 karta", "2 karty", "5 karet"],
    }
