"""The sheet of how to play: every word is shown, in four languages, with our own figures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pages.playing.ex_libris.examples import EXAMPLES, shelf
from pages.playing.ex_libris.how_to_play import CHAPTERS, chapters
from pages.playing.ex_libris.table import names
from pages.words import Words, sentences
from scorer.cards import Category
from scorer.editions import EDITION_KEYS, EditionKey, load_edition

#: Said beside the chapters.
APART = {"title", "unknown_b2", "round_last", *CHAPTERS}


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_every_sentence_is_in_a_chapter(language: EditionKey) -> None:
    w = Words("how_to_play", language)
    told = chapters(load_edition(language))
    assert [chapter["title"] for chapter in told] == [w[name] for name in CHAPTERS]
    blocks = [block for chapter in told for block in chapter["blocks"]]
    said = {block.get("text") or block.get("step") or block.get("last") for block in blocks}
    assert {w[key] for key in sentences("how_to_play") if key not in APART} <= said
    assert w["round_last"] in said
    assert [block["row"] for block in blocks if "row" in block] == ["a1", "b1", "b2", "b3", "b4", "b5"]
    assert sum("figure" in block for block in blocks) == len(EXAMPLES)


def test_the_kit_brings_it_with_what_it_says_of_rows() -> None:
    kit = names(load_edition("cs"))
    assert kit["sheet"] == chapters(load_edition("cs"))
    assert kit["sheetTitle"] == "Jak hrát"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_figure_is_a_drawing_that_fits_its_frame(name: str) -> None:
    svg = ElementTree.fromstring(EXAMPLES[name])
    x, y, width, height = map(float, svg.attrib["viewBox"].split())
    codes = {category.code for category in Category}
    for rect in svg.iter("rect"):
        kind, *more = rect.attrib["class"].split()
        assert x <= float(rect.attrib["x"]) <= x + width - float(rect.attrib["width"])
        assert y <= float(rect.attrib["y"]) <= y + height - float(rect.attrib["height"])
        assert kind != "book" or set(more) <= codes
    assert svg.attrib["aria-hidden"] == "true"


def test_a_card_out_of_order_is_struck_out() -> None:
    assert "strike" not in shelf(["A1:CF B1:HH"])
    assert "strike" in shelf(["B1:CF A1:HH"], wrong=[(0, 1)])
