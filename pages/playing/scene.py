"""What the table on screen is told: the game as one player sees it, as small plain JSON.

It is made of that player's `View` and of nothing else, so that no card they may not know reaches the browser.
A card is its key ("E2"); whatever does not change while the game is on is in the kit (`pages.playing.table`).
"""

from __future__ import annotations

from typing import Any

from pages.playing.drawing import LINES, closed, log
from pages.playing.sitting import Sitting
from pages.playing.telling import label, prompt, told
from pages.words import Words
from scorer.cards import BookCard
from scorer.editions import Edition
from scorer.play import Choice, Option, View
from scorer.play.phases import SOLO_ROUNDS
from scorer.play.state import HOME, SEATS
from scorer.shelf import Shelf


def scene(sitting: Sitting, viewer: str, words: Words, screen: Edition) -> dict[str, Any]:
    """The table as ``viewer`` sees it, with the question if it is theirs.

    ``words`` are those of the log; ``screen`` is the edition whose names are read on screen.
    """
    view = sitting.game.view(viewer)
    choice = sitting.game.choice
    undo = sitting.undo(viewer)
    return {
        "key": sitting.key,
        "step": sitting.step,
        "viewer": view.seat,
        "round": view.round,
        "rounds": SOLO_ROUNDS if view.setup.solo else None,
        "last": view.last_round,
        "level": screen.difficulties[view.setup.discards] if view.setup.solo else None,
        "prominent": view.prominent.code,
        "banned": view.banned.code,
        "focus": view.focus.code,
        "away": [category.code for category in view.put_away],
        "draw": view.draw_pile,
        "discards": view.discards,
        "top": _key(view.top_discard),
        "seats": [_seat(sitting, view, name, choice) for name in view.players],
        "board": [_location(view, number) for number in view.locations],
        "hand": [_key(card) for card in view.hand],
        "buried": [_key(card) for card in view.buried()],
        "looking": [_key(card) for card in view.looking],
        "table": [_key(card) for card in view.table],
        "choice": None if choice is None or choice.player != viewer else asked(choice, view.edition, screen),
        "undo": None if undo is None else {"redeal": undo.redeal},
        **story(sitting, viewer, words, screen),
    }


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
    return log(sitting, viewer, [(one.step, told(one, named(one, viewer), words, screen)) for one in events])


def asked(choice: Choice, game: Edition, screen: Edition) -> dict[str, Any]:
    """The question in words, and its options with what each of them points at."""
    return {
        "kind": choice.kind,
        "prompt": prompt(choice, game, screen),
        "card": _key(choice.card),
        "options": [_option(option, screen) for option in choice.options],
    }


def _option(option: Option, screen: Edition) -> dict[str, Any]:
    """``key`` and ``label``, and one of: card, space of the own shelf, place, tile, pawn, category."""
    told: dict[str, Any] = {"key": option.key, "label": label(option, screen)}
    kind = option.key.partition(":")[0]
    if option.card is not None:
        told["card"] = _key(option.card)
    elif option.space is not None:
        told["space"] = [option.space.row, option.space.column]
        told["how"] = kind
    elif kind == "move":
        told["pawn"] = [option.location, option.at, option.number // SEATS, option.assistant]
    elif kind == "place":
        told["place"] = [option.location, option.at if option.location != HOME else 0]
    elif option.location is not None:
        told["tile"] = option.location
    elif option.category is not None:
        told["category"] = option.category.code
    elif kind in ("library", "assistant"):
        told["power"] = option.assistant
    return told


def _seat(sitting: Sitting, view: View, name: str, choice: Choice | None) -> dict[str, Any]:
    return {
        "name": name,
        "bot": name in sitting.bots,
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
