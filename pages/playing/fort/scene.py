"""What Fort's table on screen is told: the game as one player sees it, as small plain JSON.

It is made of that player's `View` and of nothing else, so that no card they may not know reaches the browser.
A card is its key; whatever does not change while the game is on is in the kit (`pages.playing.fort.table`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pages.playing.aids.replaying import replay, whole
from pages.playing.common.conceding import conceding
from pages.playing.common.drawing import LINES, closed, log
from pages.playing.common.sitting import Sitting
from pages.playing.fort.guide import guidance
from pages.playing.fort.telling import label, line, lines, prompt
from pages.widgets.people import colours
from pages.words import Words, words
from scorer.fort.cards import Kid
from scorer.fort.play import Choice, Event, Option, View
from scorer.fort.play.table import pack_holds
from scorer.fort.words import Words as FortWords


def scene(sitting: Sitting, viewer: str, w: Words, screen: FortWords, aids: bool = True) -> dict[str, Any]:
    """The table as ``viewer`` sees it, with the question if it is theirs.

    ``w`` are the words of the log; ``screen`` has the names that are read on screen. ``aids``: also what
    happened meanwhile, which a drill does not tell.
    """
    view: View = sitting.game.view(viewer)
    choice: Choice | None = sitting.game.choice
    undo = sitting.undo(viewer)
    asked = choice is not None and choice.player == viewer
    return {
        "key": sitting.key,
        "step": sitting.step,
        "viewer": view.seat,
        **_table(sitting, view, choice),
        "choice": question(choice, view.words, screen) if asked and choice is not None else None,
        "undo": None if undo is None else {"redeal": undo.redeal},
        "concede": conceding(sitting, viewer, words("table_aids", screen.key)) if aids else None,
        "replay": replay(sitting, viewer, *_retold(sitting, viewer, w, screen)) if aids else None,
        "guide": guidance(sitting, view, choice, screen.key),
        **story(sitting, viewer, w, screen),
    }


def watched(sitting: Sitting, viewer: str, w: Words, screen: FortWords) -> dict[str, Any]:
    """A game that is over, from its first choice to its last, as ``viewer`` saw it."""
    whole_game = whole(sitting, *_retold(sitting, viewer, w, screen))
    return scene(sitting, viewer, w, screen, aids=False) | {"watch": whole_game}


def _retold(
    sitting: Sitting, viewer: str, w: Words, screen: FortWords
) -> tuple[Callable[[Any], dict[str, Any]], Callable[[Any], str], Callable[[Any], list[str]]]:
    """How a replay draws a table, tells an event, and what that points at."""
    view = sitting.game.view(viewer)
    return (
        lambda game: _table(sitting, game.view(viewer), None),
        lambda event: line(event, viewer, w, screen),
        lambda event: _points_at(view, event),
    )


def _table(sitting: Sitting, view: View, choice: Choice | None) -> dict[str, Any]:
    """What lies on the table, and what only the viewer knows of it."""
    return {
        "round": view.round,
        "ending": "last" if view.last_round else None,
        "phase": view.phase,
        "park": _keys(view.park),
        "deck": view.park_deck,
        "played": _keys(view.played),
        "added": _keys(view.added),
        "declared": view.declared,
        "follow": list(view.follow_with),
        "waiting": [view.players.index(name) for name in view.followers],
        "perks": view.perk_row,
        "macaroni": view.macaroni is None,
        "seats": [_seat(sitting, view, name, choice) for name in view.players],
        "hand": _keys(view.hand),
        "rule": view.rule(),
        "draft": _keys(view.pack_of_draft),
        "kept": _keys(view.picked),
    }


def _points_at(view: View, event: Event) -> list[str]:
    """What an event is about, as the table names its parts."""
    places = [f"seat:{view.players.index(name)}" for name in (event.player, event.other) if name]
    if event.kind in ("play", "add", "remove_played"):
        places.insert(0, "play")
    elif event.kind == "recruit" and not event.other:
        places.insert(0, "park")
    return places


def curtain(sitting: Sitting, name: str, at_this_device: bool, w: Words, screen: FortWords) -> dict[str, Any]:
    """The table while the device is passed to ``name``, or while they answer at another: nobody's cards, and
    the log for all.
    """
    return {**closed(sitting, name, at_this_device), **story(sitting, None, w, screen)}


def story(sitting: Sitting, viewer: str | None, w: Words, screen: FortWords) -> dict[str, Any]:
    """The log's last lines, and how many of them are news to the viewer."""
    return log(sitting, viewer, lines(sitting.story.events[-2 * LINES :], viewer, w, screen), w)


def question(choice: Choice, game: FortWords, screen: FortWords) -> dict[str, Any]:
    """The question in words, and its options with what each of them points at."""
    return {
        "kind": choice.kind,
        "prompt": prompt(choice, game, screen),
        "card": None if choice.card is None else choice.card.key,
        "options": [_option(option, screen) for option in choice.options],
    }


def _option(option: Option, screen: FortWords) -> dict[str, Any]:
    shown: dict[str, Any] = {"key": option.key, "label": label(option, screen)}
    if option.card is not None:
        shown["card"] = option.card.key
    for name in ("zone", "suit", "resource", "rule", "perk", "pay", "player"):
        if (value := getattr(option, name)) is not None:
            shown[name] = value
    return shown


def _seat(sitting: Sitting, view: View, name: str, choice: Choice | None) -> dict[str, Any]:
    stuff, pack = view.stuff(name), view.pack(name)
    return {
        "name": name,
        "bot": name in sitting.bots or name in sitting.game.conceded,
        "hue": colours(view.players, sitting.bots)[name],
        "turn": choice is not None and choice.player == name,
        "leads": view.leader == name and view.phase != "draft",
        "first": view.first_player == name,
        "track": view.track(name),
        "level": view.level(name),
        "stuff": [stuff.pizza, stuff.toys],
        "pack": [pack.pizza, pack.toys],
        "holds": pack_holds(view.level(name), view.perk(name) == "big_pack"),
        "yard": _keys(view.yard(name)),
        "lookout": _keys(view.lookout(name)),
        "hand": view.hand_size(name),
        "deck": view.deck_size(name),
        "discards": _keys(view.discards(name)),
        "ruled": view.has_rule(name),
        "perk": view.perk(name),
        "macaroni": view.macaroni == name,
    }


def _keys(cards: Iterable[Kid]) -> list[str]:
    return [card.key for card in cards]
