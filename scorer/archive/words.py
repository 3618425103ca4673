"""An archived game's form in another language than the one it was scored in."""

from __future__ import annotations

from dataclasses import asdict

from scorer.archive.rows import ArchivedGame
from scorer.editions import EditionKey, called
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.inspection import DecidedBy
from scorer.result import Result, score


def in_language(game: ArchivedGame, language: EditionKey) -> tuple[Result, GameFile | None]:
    """The form of an Ex Libris game in the words of ``language``, by the rules of the game; and the game.

    If the game can no longer be scored, or scores otherwise (its deck file is gone, for example), the form
    stays as it was, and the game is None.
    """
    kept = Result.model_validate(game.result)
    try:
        was = GameFile.from_dict(game.game)
        players = [player | {"name": called(player["name"], language)} for player in game.game["players"]]
        rules = asdict(was.rule_options)
        translated = game.game | {"edition": language, "rules": rules, "players": players}
        if reader := translated.get("reading_winner"):
            translated["reading_winner"] = called(reader, language)
        now = GameFile.from_dict(translated)
    except RefusedInput:
        return kept, None
    result = score(now)
    return (result, now) if _sums(result) == _sums(kept) else (kept, None)


def _sums(result: Result) -> tuple[list[int], DecidedBy]:
    """What must not change with the language: the totals, and what decided."""
    return [column.total for column in result.players], result.decided_by
