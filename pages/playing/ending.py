"""The end of a game: the form filled in, every number explained, the game in the archive."""

from __future__ import annotations

import json
from contextlib import suppress
from html import escape

import streamlit as st

from pages.playing.sitting import Sitting
from pages.session.archive import archive
from pages.session.fields import download
from pages.session.people import Right, may
from pages.session.reopened import day_played
from pages.widgets import saying
from pages.widgets.form import exports, form
from pages.widgets.saying import address
from pages.words import chosen, words
from scorer.archive import ArchiveError
from scorer.editions import Edition, load_edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import Result, score


def keep(sitting: Sitting) -> None:
    """Puts the finished game into the archive, once.

    Raises:
        ArchiveError: it cannot be kept.
    """
    result = sitting.game.result
    if result is None or sitting.finished:
        return
    sitting.finished = archive().finish(
        sitting.game.game_file(),
        result.to_json(),
        sitting.kind,
        record=sitting.game.record,
        key=f"{sitting.kind}-{sitting.key}",
    )
    sitting.save()


def show(sitting: Sitting) -> None:
    """Who won and why, the form, and files to take along."""
    w = words("play")
    try:
        keep(sitting)
        note = w["kept"]
    except ArchiveError as error:
        note = w("unsaved", why=saying.in_words(error))
    screen = load_edition(chosen())
    game, result = in_words(sitting, screen)
    lines = f'<p class="who">{escape(result.explain)}</p><p class="why">{escape(note)}</p>'
    st.title(w["over"], anchor=False)
    st.html(f'<div class="verdict" role="status">{lines}</div>')
    form(result, screen, game, key=f"form-{sitting.widget}")
    key = f"{sitting.kind}-{sitting.key}"
    exports(result, screen, f"form-{sitting.widget}", day_played(archive, key), key)
    with st.container(horizontal=True):
        if may(Right.SEED):
            record = json.dumps(sitting.game.record, ensure_ascii=False, indent=1)
            download(
                w["record_file"],
                record,
                f"shelfmark-{sitting.game.setup.seed}.json",
                "application/json",
            )
        if sitting.finished:
            st.page_link(
                "pages/archive.py",
                label=w["in_archive"],
                icon=":material/inventory_2:",
                query_params=address(game=sitting.finished),
            )


def in_words(sitting: Sitting, screen: Edition) -> tuple[GameFile, Result]:
    """The form with its sentences in the screen's language, by the rules of the edition played."""
    game = sitting.game
    played = GameFile.from_dict(game.game_file(), deck=game.setup.full_deck)
    rules = {"tie_break_end": game.setup.rule_set.tie_break_end}
    told = game.game_file() | {"edition": screen.key, "rules": rules}
    with suppress(RefusedInput):  # a player may bear the public library's name in another language
        played = GameFile.from_dict(told, deck=game.setup.full_deck)
    return played, score(played)
