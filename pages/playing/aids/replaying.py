"""What happened since a player's turn, or in a whole game, step by step: the table as it stood then, each
time what is different.

It knows no game: a game says how its table is drawn (``drawn``) and how an event is told (``sentence``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from pages.playing.common.sitting import Sitting

#: Steps that are shown; of more the latest, and what came before them is there at once.
MOST = 40
#: What stands for a part as a whole in a patch.
WHOLE = "="


def patch(before: Any, after: Any) -> dict[str, Any] | None:
    """How ``after`` differs from ``before``, None where it does not.

    A patch is {"=": the new part}, or a patch for each key or place of the part that differs.

    >>> patch({"a": [1, 2], "b": 3}, {"a": [1, 5], "b": 3})
    {'a': {'1': {'=': 5}}}
    """
    if before == after:
        return None
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = [(key, before[key], after[key]) for key in before]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(str(place), *both) for place, both in enumerate(zip(before, after, strict=True))]
    else:
        return {WHOLE: after}
    return {key: found for key, was, now in pairs if (found := patch(was, now)) is not None}


def patched(before: Any, change: dict[str, Any]) -> Any:
    """The inverse of `patch`, as the browser does it."""
    if WHOLE in change:
        return change[WHOLE]
    copy = before.copy()
    for key, part in change.items():
        place = int(key) if isinstance(copy, list) else key
        copy[place] = patched(copy[place], part)
    return copy


def replay(
    sitting: Sitting,
    viewer: str,
    drawn: Callable[[Any], dict[str, Any]],
    sentence: Callable[[Any], str],
    points_at: Callable[[Any], list[str]],
) -> dict[str, Any] | None:
    """The others' moves since ``viewer``'s own last one; None where the last move is the viewer's own.

    ``first`` is the table after that move. Each of ``steps`` has the number of its choice, what is said of
    it, what of the table it points at, and the patch that leads from the table before.
    """
    played = sitting.story.steps
    if not played or (played[-1].player == viewer and not played[-1].forced):
        return None
    since = max(sitting.since(viewer), sitting.step - MOST)
    tables = list(_tables(sitting, since, drawn))
    if not tables:
        return None

    def own(number: int, events: Sequence[Any]) -> bool:
        return all(event.player == viewer == played[number].player for event in events)

    steps = list(_steps(sitting, tables, since, sentence, points_at, own))
    return {"first": tables[0], "steps": steps} if steps else None


def whole(
    sitting: Sitting,
    drawn: Callable[[Any], dict[str, Any]],
    sentence: Callable[[Any], str],
    points_at: Callable[[Any], list[str]],
) -> dict[str, Any]:
    """All moves of a game, told as `replay` tells some; ``first`` is the table before the first of them."""
    begun = type(sitting.game)(sitting.game.setup, watched=True)
    tables = [drawn(begun), *_tables(sitting, 0, drawn)]
    return {"first": tables[0], "steps": list(_steps(sitting, tables, -1, sentence, points_at))}


def _steps(
    sitting: Sitting,
    tables: Sequence[dict[str, Any]],
    since: int,
    sentence: Callable[[Any], str],
    points_at: Callable[[Any], list[str]],
    skipped: Callable[[int, Sequence[Any]], bool] = lambda number, events: not events,
) -> Iterator[dict[str, Any]]:
    """The steps that lead from the first of the tables, after choice number ``since``, to the last.

    What a step changed that is ``skipped``, as nothing came of it or nobody needs to be told, is seen with
    the next one.
    """
    before = tables[0]
    for number, table in enumerate(tables[1:], since + 1):
        events = [event for event in sitting.story.events if event.step == number]
        if skipped(number, events):
            continue
        yield {
            "step": number,
            "say": [sentence(event) for event in events],
            "at": [where for event in events for where in points_at(event)],
            "patch": patch(before, table) or {},
        }
        before = table


def _tables(sitting: Sitting, since: int, drawn: Callable[[Any], dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The table after each choice from number ``since`` on."""
    found: list[dict[str, Any]] = []
    number = count()

    def answer(game: Any, key: str) -> None:
        game.answer(key)
        if next(number) >= since:
            found.append(drawn(game))

    type(sitting.game).replay(sitting.game.record, answer=answer)
    yield from found


def history(
    sitting: Sitting,
    sentence: Callable[[Any], str],
    begun: str,
    rounds: tuple[str, ...] = ("round", "last_round"),
    gave_up: Iterable[tuple[int, str]] = (),
) -> list[dict[str, Any]]:
    """All that happened, a chapter a round: its title and its lines. ``begun`` is the title of the first.

    ``rounds`` are the kinds of events that begin one; ``gave_up``: `conceding.concessions`.
    """
    chapters: list[dict[str, Any]] = [{"title": begun, "lines": []}]
    gone = list(gave_up)
    for event in sitting.story.events:
        while gone and gone[0][0] <= event.step:
            chapters[-1]["lines"].append(gone.pop(0)[1])
        if event.kind in rounds:
            chapters.append({"title": sentence(event), "lines": []})
        else:
            chapters[-1]["lines"].append(sentence(event))
    chapters[-1]["lines"] += [line for _, line in gone]
    return [chapter for chapter in chapters if chapter["lines"] or chapter is not chapters[0]]
