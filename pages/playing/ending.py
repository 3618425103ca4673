"""The end of a game: the form filled in, every number explained, the game in the archive."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
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
from pages.widgets.tie import tie
from pages.words import chosen, words
from scorer.editions import Edition, load_edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import Result, score


def keep(sitting: Sitting, anew: bool = False) -> None:
    """Puts the finished game into the archive, once unless ``anew``.

    Raises:
        ArchiveError: it cannot be kept.
    """
    if sitting.game.result is None or (sitting.finished and not anew):
        return
    file = sitting.game_file
    sitting.finished = archive().finish(
        file,
        score(GameFile.from_dict(file, deck=sitting.game.setup.full_deck)).to_json(),
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
    except RefusedInput as error:
        note = w("unsaved", why=saying.in_words(error))
    screen = load_edition(chosen())
    game, result = in_words(sitting, screen)
    lines = f'<p class="who">{escape(result.explain)}</p><p class="why">{escape(note)}</p>'
    saying.title(w["over"])
    st.html(f'<div class="verdict" role="status">{lines}</div>')
    tie(
        sitting.game_file,
        f"tie-{sitting.widget}",
        partial(_read_first, sitting),
        sitting.game.setup.full_deck,
    )
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
    played = GameFile.from_dict(sitting.game_file, deck=game.setup.full_deck)
    rules = {"tie_break_end": game.setup.rule_set.tie_break_end}
    told = sitting.game_file | {"edition": screen.key, "rules": rules}
    with suppress(RefusedInput):  # a player may bear the public library's name in another language
        played = GameFile.from_dict(told, deck=game.setup.full_deck)
    return played, score(played)
