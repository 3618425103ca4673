"""What the table on screen is told: the game as one player sees it, as small plain JSON.

It is made of that player's `View` and of nothing else, so that no card they may not know reaches the browser.
A card is its key ("E2"); whatever does not change while the game is on is in the kit (`table.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.playing.aids.replaying import replay, whole
from pages.playing.common.conceding import conceding
from pages.playing.common.drawing import LINES, closed, log
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.foretold import course, inspected, marked, sent, standing
from pages.playing.ex_libris.guide import guidance
from pages.playing.ex_libris.telling import label, prompt, sentence
from pages.widgets.people import colours
from pages.words import Words
from pages.words import words as words_of
from scorer.cards import BookCard
from scorer.editions import Edition
from scorer.play import Choice, Event, Game, Option, View
from scorer.play.phases import SOLO_ROUNDS
from scorer.play.state import HOME, SEATS
from scorer.shelf import Shelf


def scene(sitting: Sitting, viewer: str, words: Words, screen: Edition, aids: bool = True) -> dict[str, Any]:
    """The table as ``viewer`` sees it, with the question if it is theirs.

    ``words`` are those of the log; ``screen`` is the edition whose names are read on screen. ``aids``: also
    what choices would change, and what happened meanwhile, which a drill does not tell.
    """
    view = sitting.game.view(viewer)
    choice = sitting.game.choice
    undo = sitting.undo(viewer)
    return {
        "key": sitting.key,
        "step": sitting.step,
        "viewer": view.seat,
        "rounds": SOLO_ROUNDS if view.setup.solo else None,
        "level": screen.difficulties[view.setup.discards] if view.setup.solo else None,
        "prominent": view.prominent.code,
        "banned": view.banned.code,
        "focus": view.focus.code,
        "top": _key(view.top_discard),
        **_table(sitting, view, choice),
        **_beside(view, screen),
        "choice": None if choice is None or choice.player != viewer else asked(view, choice, screen, aids),
        "undo": None if undo is None else {"redeal": undo.redeal},
        "concede": conceding(sitting, viewer, words_of("table_aids", screen.key)) if aids else None,
        "replay": replay(sitting, viewer, *_retold(sitting, viewer, words, screen)) if aids else None,
        "guide": guidance(sitting, view, choice, screen),
        **story(sitting, viewer, words, screen),
    }


def watched(sitting: Sitting, viewer: str, words: Words, screen: Edition) -> dict[str, Any]:
    """A game that is over, from its first choice to its last, as ``viewer`` saw it."""
    _, sentence_of, points_at = _retold(sitting, viewer, words, screen)

    def drawn(game: Game) -> dict[str, Any]:
        view = game.view(viewer)
        return _table(sitting, view, None) | _beside(view, screen)

    whole_game = whole(sitting, drawn, sentence_of, points_at)
    # the discard pile shows its top of today only, see `_table`
    return scene(sitting, viewer, words, screen, aids=False) | {"top": None, "watch": whole_game}


def _retold(
    sitting: Sitting, viewer: str, words: Words, screen: Edition
) -> tuple[Callable[[Any], dict[str, Any]], Callable[[Any], str], Callable[[Any], list[str]]]:
    """How a replay draws a table, tells an event, and what that points at."""
    view = sitting.game.view(viewer)
    return (
        lambda game: _table(sitting, game.view(viewer), None),
        lambda event: sentence(event, sitting.story.names(event, viewer), words, screen),
        lambda event: _points_at(view, event),
    )


def _table(sitting: Sitting, view: View, choice: Choice | None) -> dict[str, Any]:
    """What of the table a replay shows; not the top discards of before, for only the last may be seen."""
    return {
        "round": view.round,
        "last": view.last_round,
        "draw": view.draw_pile,
        "discards": view.discards,
        "seats": [
            _seat(sitting, view, name, choice) | stands
            for name, stands in zip(view.players, standing(view), strict=True)
        ],
        "board": [_location(view, number) for number in view.locations],
        "hand": [_key(card) for card in view.hand],
        "table": [_key(card) for card in view.table],
        **course(view),
    }


def _beside(view: View, screen: Edition) -> dict[str, Any]:
    """What lies away from the table or the viewer alone knows: a short replay shows it as it is now."""
    return {
        "away": [category.code for category in view.put_away],
        "buried": [_key(card) for card in view.buried()],
        "looking": [_key(card) for card in view.looking],
        "own": inspected(view, screen, words_of("how_to_play", screen.key)["unknown_b2"]),
    }


def _points_at(view: View, event: Event) -> list[str]:
    """What an event is about, as the table names its parts: tiles and seats."""
    tiles = [f"tile:{event.location}"] if event.location else []
    return tiles + [f"seat:{view.players.index(name)}" for name in (event.player, event.other) if name]


def curtain(
    sitting: Sitting, name: str, at_this_device: bool, words: Words, screen: Edition
) -> dict[str, Any]:
    """The table while the device is passed to ``name``, or while they answer at another: nobody's cards, and
    the log for all.
    """
    return {**closed(sitting, name, at_this_device), **story(sitting, None, words, screen)}


def story(sitting: Sitting, viewer: str | None, words: Words, screen: Edition) -> dict[str, Any]:
    """The log's last lines, and how many of them are news to the viewer."""
    events = sitting.story.events[-LINES:]
    named = sitting.story.names
    lines = [(one.step, sentence(one, named(one, viewer), words, screen)) for one in events]
    return log(sitting, viewer, lines, words)


def asked(view: View, choice: Choice, screen: Edition, aids: bool) -> dict[str, Any]:
    """The question in words, and its options with what each of them points at and would change.

    ``ahead`` are the places that may be tapped before the assistant is chosen, and who goes there then.
    """
    options = [_option(option, screen) for option in choice.options]
    goes = sent(view, choice)
    ahead = [_option(place, screen) | {"after": goes[0]} for place in goes[1]] if goes else []
    found = marked(view, choice, options + ahead) if aids else options + ahead
    return {
        "kind": choice.kind,
        "prompt": prompt(choice, view.edition, screen),
        "card": _key(choice.card),
        "options": found[: len(options)],
        "ahead": found[len(options) :],
    }


def _option(option: Option, screen: Edition) -> dict[str, Any]:
    """``key`` and ``label``, and one of: card, space of the own shelf, place, tile, pawn, category."""
    shown: dict[str, Any] = {"key": option.key, "label": label(option, screen)}
    kind = option.key.partition(":")[0]
    if option.card is not None:
        shown["card"] = _key(option.card)
    elif option.space is not None:
        shown["space"] = [option.space.row, option.space.column]
        shown["how"] = kind
    elif kind == "move":
        shown["pawn"] = [option.location, option.at, option.number // SEATS, option.assistant]
    elif kind == "place":
        shown["place"] = [option.location, option.at if option.location != HOME else 0]
    elif option.location is not None:
        shown["tile"] = option.location
    elif option.category is not None:
        shown["category"] = option.category.code
    elif kind in ("library", "assistant"):
        shown["power"] = option.assistant
    return shown


def _seat(sitting: Sitting, view: View, name: str, choice: Choice | None) -> dict[str, Any]:
    return {
        "name": name,
        "bot": name in sitting.bots or name in sitting.game.conceded,
        "hue": colours(view.players, sitting.bots)[name],
        "library": view.library(name),
        "hand": view.hand_size(name),
        "first": view.first_player == name and not view.setup.solo,
        "turn": choice is not None and choice.player == name,
        "free": view.assistants_free(name),
        "home": view.assistants_home(name),
        "shelf": _shelf(view.shelf(name)),
    }


def _shelf(shelf: Shelf) -> list[list[Any]]:
    """[row, column, card or None, face up, with a card buried beneath] of each card."""
    return [
        [row, column, _key(cell.card), int(cell.face_up), int(cell.buried)]
        for row, column, cell in shelf.cells()
    ]


def _location(view: View, number: int) -> dict[str, Any]:
    players = len(view.players)
    spaces = [1] if view.setup.solo else view.edition.locations[number].spaces
    return {
        "number": number,
        "permanent": number in view.permanent,
        "spaces": [0 if least <= players else least for least in spaces],
        "here": [
            [space, view.players.index(player), assistant]
            for space, player, assistant in view.assistants_at(number)
        ],
        "cards": [_key(card) for card in view.cards_at(number)],
    }


def _key(card: BookCard | None) -> str | None:
    return None if card is None else f"{card.letter}{card.order}"
