"""What tiles do: all thirty in four languages, each with its cases; and on the sheet to print."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from pages.lookup.tiles import POWERS, sections, tiles
from pages.words import sentences
from scorer.editions import EDITION_KEYS, EditionKey, load_edition
from scorer.errors import RefusedInput
from scorer.forms.drawing import Text
from scorer.forms.leaflet import side, to_pdf
from scorer.forms.sheets import PAPERS, size_of
from scorer.own_tiles import OwnTiles, owned_edition


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_every_tile_says_what_it_does_and_its_cases(language: EditionKey) -> None:
    every = tiles(load_edition(language))
    assert [tile.number for tile in every] == [*range(1, 19), *[None] * 12]
    assert all(tile.does and tile.cases and all(tile.cases) for tile in every)
    said = {f"location_{number}" for number in range(1, 19)} | {f"power_{key}" for key in POWERS}
    assert set(sentences("tile_cases")) == said
    assert len({tile.name for tile in every}) == 30


def test_a_tile_has_as_many_cases_in_every_language() -> None:
    for key, said in sentences("tile_cases").items():
        assert len({len(cases.splitlines()) for cases in said.values()}) == 1, key


def test_facts_are_those_of_the_edition() -> None:
    hut, *_, drafthouse = tiles(load_edition("en"))[:12]
    assert hut.facts == (
        "Happens at once",
        "4 spaces (1 from 3 players on, 1 from 4 players on)",
        "Can be played alone",
    )
    assert drafthouse.facts[0] == "Happens in the resolution"
    assert drafthouse.unprinted == ""
    shack = tiles(load_edition("cs"))[12]
    assert "4 karty lícem dolů" in shack.facts


def test_a_tile_is_known_by_its_names_in_all_languages_and_the_owners() -> None:
    own = OwnTiles.from_dict({"locations": {"4": {"names": {"en": "Book Drop"}, "spaces": [1, 1, 1]}}})
    drop = tiles(owned_edition("en", own))[3]
    assert drop.name == "Book Drop"
    assert {"Book Drop", "Point de dons"} <= set(drop.calls)
    assert "3 spaces" in drop.facts
    mummy = next(tile for tile in tiles(load_edition("pt")) if "Mummy" in tile.calls)
    assert mummy.name == "Múmia"


def test_cases_follow_the_edition_of_the_language() -> None:
    """L7 and L16 are played otherwise in Czech than in English (RULES 7)."""
    for key, rule, english in (("location_7", "gambling_den_repeats", "different"),):
        assert load_edition("en").rules.gambling_den_repeats == english, rule
        assert "different" in sentences("tile_cases")[key]["en"]
    assert load_edition("cs").rules.gambling_den_repeats == "same_allowed"
    assert "dvakrát" in sentences("tile_cases")["location_7"]["cs"]
    assert load_edition("cs").rules.tax_collector_trade == "put_here"
    assert "právě odložili" in sentences("tile_cases")["location_16"]["cs"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", EDITION_KEYS)
def test_the_sheet_has_every_tile_and_nothing_off_the_page(language: EditionKey, paper: str) -> None:
    edition = load_edition(language)
    width, height = size_of(paper)
    for section in sections(edition):
        page = side(section, paper, language)
        texts = [item for item in page.items if isinstance(item, Text)]
        assert max(text.start[0] + text.width for text in texts) <= width - 11.9
        assert max(text.y for text in texts) <= height - 8
        columns = {round(text.x) for text in texts if text.face == "Bold" and text.size < 8}
        middle = min(x for x in columns if x > width / 2 - 2) - 7 * 0.5
        for text in texts:
            if text.x < middle and text.y > 26 and text.face != "Italic":
                assert text.start[0] + text.width <= middle, text.text
        assert min(text.size for text in texts) >= 2.2, "too small to read across a table"
    if shutil.which("pdftotext"):
        command = ["pdftotext", "-layout", "-", "-"]
        pdf = to_pdf(sections(edition), paper, language)
        read = subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode()
        seen = re.sub(r"\s+", " ", read)
        assert read.count("\f") == 2
        assert [tile.name for tile in tiles(edition) if tile.name not in seen] == []


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(RefusedInput, match="a3"):
        to_pdf(sections(load_edition("en")), "a3")
