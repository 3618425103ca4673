"""The sheet of how Fort is played: a paragraph each with a figure of our own, true by the rules."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pages.playing.fort.examples import EXAMPLES, style
from pages.playing.fort.how_to_play import help_sheet
from pages.words import sentences
from scorer.editions import EDITION_KEYS, EditionKey
from scorer.fort.drawn.symbols import SYMBOLS
from tests.scorer.fort.play.scene import Scene


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_every_paragraph_has_a_figure_and_every_figure_a_paragraph(language: EditionKey) -> None:
    turn = help_sheet(language)["turn"]
    said = {sentence[language] for key, sentence in sentences("fort_how_to_play").items() if key != "symbols"}
    assert {text for text, _ in turn} == said
    assert [figure for _, figure in turn] == list(EXAMPLES.values())


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_figure_names_symbols_that_have_a_picture_and_nobody_has_to_see_it(name: str) -> None:
    drawn = ElementTree.fromstring(EXAMPLES[name])
    assert drawn.attrib == {"class": "figure", "aria-hidden": "true"}
    shown = {node.attrib["data-symbol"] for node in drawn.iter("i")}
    assert shown <= set(SYMBOLS)
    pictured = re.findall(r'\[data-symbol="([^"]+)"\] \{ background-image: url\("data:image/svg', style())
    assert shown <= set(pictured)


def pictured(name: str, resource: str) -> int:
    """How many of a resource a figure shows as gained, after its last arrow."""
    return EXAMPLES[name].rpartition("→")[2].count(f'data-symbol="{resource}"')


def test_added_cards_and_the_lookout_count_as_the_figure_shows() -> None:
    scene = Scene("glue", "toy × glue").hand(0, "Glue").lookout(0, "Glue Two").start()
    scene.say("hand:played", "add_hand:glue", "add_lookout:glue-two")
    assert scene.s.stuff[0] == [0, pictured("add", "toy")]


def test_a_follower_does_the_public_action_as_the_figure_shows() -> None:
    scene = Scene("skateboard", "pizza × skateboard").hand(1, "Skate").start()
    scene.say("hand:played", "follow:skate")
    assert scene.s.stuff[1] == [pictured("follow", "pizza"), 0]
