"""The end of a game of Ex Libris: the form filled in, every number explained, the game in the archive."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any, cast

from pages.evening.box import around, evening
from pages.playing.common.ending import to_take_along, verdict, with_bots
from pages.playing.common.sitting import Sitting
from pages.session.archive import archive
from pages.session.reopened import kept_file, kept_game
from pages.widgets.form import exports, form
from pages.widgets.tie import tie
from pages.words import chosen
from scorer.editions import Edition, load_edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.play import Game
from scorer.result import Result, score


def game_file(sitting: Sitting) -> dict[str, Any]:
    """The game file of a game that is over, with its bots and with who ended a tie by reading."""
    file = cast(Game, sitting.game).game_file()
    named = {"reading_winner": sitting.reading_winner} if sitting.reading_winner else {}
    return file | {"players": with_bots(sitting, file["players"])} | named


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
    translated = game_file(sitting) | {"edition": screen.key, "rules": rules}
    with suppress(RefusedInput):  # a player may bear the public library's name in another language
        played = GameFile.from_dict(translated, deck=game.setup.full_deck)
    return played, score(played)
