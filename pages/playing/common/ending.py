"""The end of a game: the form filled in, every number explained, the game in the archive."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from html import escape
from typing import Any, cast

import streamlit as st

from pages.evening.box import around, evening
from pages.playing.common.sitting import Sitting
from pages.session.archive import archive
from pages.session.fields import download
from pages.session.reopened import kept_file, kept_game
from pages.session.rights import Right, may
from pages.widgets import saying
from pages.widgets.form import exports, form
from pages.widgets.saying import address
from pages.widgets.tie import tie
from pages.words import chosen, words
from scorer.editions import Edition, load_edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.play import Game
from scorer.result import Result, score


def game_file(sitting: Sitting) -> dict[str, Any]:
    """The game file of a game that is over, with its bots and with who ended a tie by reading."""
    told = cast(Game, sitting.game).game_file()
    named = {"reading_winner": sitting.reading_winner} if sitting.reading_winner else {}
    return told | {"players": with_bots(sitting, told["players"])} | named


def with_bots(sitting: Sitting, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The players of a game's file, each with the program that played them."""
    bots = sitting.bots
    return [one | ({"bot": bots[one["name"]]} if one["name"] in bots else {}) for one in players]


def keep(sitting: Sitting, anew: bool = False) -> None:
    """Puts the finished game into the archive, once unless ``anew``; a branch of another game stays out.

    Raises:
        ArchiveError: it cannot be kept.
    """
    if sitting.branch and anew:
        sitting.save()
    if sitting.branch or sitting.game.result is None or (sitting.finished and not anew):
        return
    file = game_file(sitting)
    sitting.finish(file, score(GameFile.from_dict(file, deck=sitting.game.setup.full_deck)).to_json())


def verdict(sitting: Sitting, keep: Callable[[Sitting], None], who: str) -> None:
    """Keeps the game, and says ``who`` won."""
    w = words("play")
    try:
        keep(sitting)
        note = w["branch_over" if sitting.branch else "kept"]
    except RefusedInput as error:
        note = w("unsaved", why=saying.in_words(error))
    lines = f'<p class="who">{escape(who)}</p><p class="why">{escape(note)}</p>'
    saying.title(w["over"])
    st.html(f'<div class="verdict" role="status">{lines}</div>')


def to_take_along(sitting: Sitting) -> None:
    """The record, for whom it tells no secret, and the way to the archive."""
    w = words("play")
    with st.container(horizontal=True):
        if may(Right.SEED):
            record = json.dumps(sitting.game.record, ensure_ascii=False, indent=1)
            name = f"shelfmark-{sitting.game.setup.seed}.json"
            download(w["record_file"], record, name, "application/json")
        if sitting.finished:
            st.page_link(
                "pages/archive.py",
                label=w["in_archive"],
                icon=":material/inventory_2:",
                query_params=address(game=sitting.finished),
            )


def show(sitting: Sitting) -> None:
    """Who won and why, the form, and files to take along."""
    screen = load_edition(chosen())
    game, result = in_words(sitting, screen)
    verdict(sitting, keep, result.explain)
    tie(
        game_file(sitting),
        f"tie-{sitting.widget}",
        partial(_read_first, sitting),
        deck=sitting.game.setup.full_deck,
    )
    kept = kept_game(archive, sitting.kind, sitting.key)
    played, key = (kept.played, kept.key) if kept else (None, f"{sitting.kind}-{sitting.key}")
    form(result, screen, game, f"form-{sitting.widget}", played)
    file = partial(kept_file, archive, sitting.kind, sitting.key) if kept else None
    exports(result, screen, f"form-{sitting.widget}", played, key, file, around(kept), game)
    evening(kept, "play")
    to_take_along(sitting)


def _read_first(sitting: Sitting, name: str | None) -> None:
    """Notes who ended the tie by reading a book; all stays as it was where that cannot be kept."""
    before, sitting.reading_winner = sitting.reading_winner, name
    try:
        keep(sitting, anew=True)
    except RefusedInput:
        sitting.reading_winner = before
        raise


def in_words(sitting: Sitting, screen: Edition) -> tuple[GameFile, Result]:
    """The form with its sentences in the screen's language, by the rules of the edition played."""
    game = sitting.game
    played = GameFile.from_dict(game_file(sitting), deck=game.setup.full_deck)
    rules = {"tie_breaks": game.setup.rule_set.tie_breaks}
    told = game_file(sitting) | {"edition": screen.key, "rules": rules}
    with suppress(RefusedInput):  # a player may bear the public library's name in another language
        played = GameFile.from_dict(told, deck=game.setup.full_deck)
    return played, score(played)
