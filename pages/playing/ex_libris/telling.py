"""The game in plain words of the screen's language: what is asked, what may be answered, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pages.widgets.saying import labelled
from pages.words import Words
from scorer.cards import BookCard
from scorer.editions import Edition
from scorer.play import Choice, Event, Option
from scorer.play.state import HOME

#: Labels of an edition that name what asks a question.
_ASKING = ("setup", "placement", "clean_up", "inspection", "home")


def card_name(card: BookCard) -> str:
    """
    >>> card_name(BookCard("E", 2, 7, ()))
    'E 2'
    """
    return f"{card.letter} {card.order}"


def prompt(choice: Choice, game: Edition, screen: Edition) -> str:
    """The question as a sentence; ``game`` is the edition that is played, ``screen`` the one that is read."""
    card = None if choice.card is None else card_name(choice.card)
    asked = screen.prompts[choice.kind].format(card=card)
    return labelled(translated(choice.source, game, screen), asked, screen.key)


def translated(source: str, game: Edition, screen: Edition) -> str:
    """A location's, library's, assistant's or phase's name in the words of another edition."""
    for one, other in zip(_names(game), _names(screen), strict=True):
        for key, name in one.items():
            if name == source:
                return other[key]
    return source


def _names(edition: Edition) -> Iterator[Mapping[Any, str]]:
    yield {number: location.name for number, location in edition.locations.items()}
    yield edition.libraries
    yield edition.assistants
    yield {key: edition.labels[key] for key in _ASKING}


def label(option: Option, edition: Edition) -> str:
    """What an option's button says."""
    key, _, _ = option.key.partition(":")
    labels = edition.labels
    if option.card is not None:
        return card_name(option.card)
    if option.space is not None:
        return labels[key].format(row=option.space.row + 1, column=option.space.column + 1)
    if key == "library":
        assert option.assistant is not None
        return f"{edition.libraries[option.assistant]} ({edition.assistants[option.assistant]})"
    if option.location is not None:
        where = labels["home"]
        if option.location != HOME:
            where = edition.locations[option.location].name
            if option.at:
                shared = option.key.endswith(":share")
                where = labels["share" if shared else "location_space"].format(
                    location=where, space=option.at
                )
        return where if option.assistant is None else f"{edition.assistants[option.assistant]} ({where})"
    if option.category is not None:
        return edition.categories[option.category]
    if option.assistant is not None:
        return edition.assistants[option.assistant]
    if option.player is not None:
        return option.player
    return labels[key].format(distance=option.number)


def sentence(event: Event, named: bool, words: Words, edition: Edition) -> str:
    """What happened; the cards are ``named``, or only how many they were (`Story.names`)."""
    where = ""
    if event.location is not None:
        where = edition.locations[event.location].name if event.location != HOME else edition.labels["home"]
    return words(
        event.kind if named else f"{event.kind}_hidden",
        player=event.player or "",
        other=event.other or "",
        cards=", ".join(card_name(card) for card in event.cards),
        number=event.number,
        location=where,
        category=edition.categories[event.category] if event.category is not None else "",
        assistant=edition.assistants[event.assistant] if event.assistant is not None else "",
        library=edition.libraries.get(event.assistant or "", ""),
    )
