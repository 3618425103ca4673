"""Two states that grew from one, on two devices, put together field by field. Knows no widget.

A state is JSON: dicts, lists, and values. Lists of things that have an "id" go by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

#: Where something stands in a state: names of fields and ids of things.
Path = tuple[str | int, ...]
#: What stands in a place where there is nothing.
GONE: Any = type("Gone", (), {"__repr__": lambda self: "GONE"})()
#: May put together what stands at a path (before, here, there) in a way of its own; else NotImplemented.
Own = Callable[["Merge", Path, Any, Any, Any], Any]


@dataclass(frozen=True)
class Clash:
    """A field that was changed here and there, to two values: the value from here stands."""

    path: Path
    here: Any
    there: Any


class Merge:
    """Puts states together; ``clashes`` are the fields of which one value had to be chosen.

    >>> Merge().of({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3})
    {'a': 2, 'b': 3}
    """

    def __init__(self, own: Own | None = None) -> None:
        self.clashes: list[Clash] = []
        self._own = own

    def of(self, before: Any, here: Any, there: Any, path: Path = ()) -> Any:
        """What came of ``before``, with the changes of here and of there."""
        if here == there or there == before:
            return here
        if here == before:
            return there
        if self._own is not None:
            own = self._own(self, path, before, here, there)
            if own is not NotImplemented:
                return own
        if isinstance(here, dict) and isinstance(there, dict):
            return self.fields(before, here, there, path)
        mine, theirs = by_id(here), by_id(there)
        if mine is not None and theirs is not None:
            return list(self.fields(by_id(before), mine, theirs, path).values())
        if here is GONE or there is GONE:  # what somebody still changed does not go
            return there if here is GONE else here
        self.clashes.append(Clash(path, here, there))
        return here

    def fields(self, before: Any, here: dict[Any, Any], there: dict[Any, Any], path: Path) -> dict[Any, Any]:
        """The fields of a dict put together, the fields of ``here`` first."""
        was = before if isinstance(before, dict) else {}
        found = {}
        for name in [*here, *(name for name in there if name not in here)]:
            value = self.of(was.get(name, GONE), here.get(name, GONE), there.get(name, GONE), (*path, name))
            if value is not GONE:
                found[name] = value
        return found


def by_id(things: Any) -> dict[Any, Any] | None:
    """A list of things by their ids, None where it is no such list; an empty one is."""
    if not isinstance(things, list) or not all(isinstance(one, dict) and "id" in one for one in things):
        return None
    return {one["id"]: one for one in things}


def put(state: Any, path: Path, value: Any) -> None:
    """Puts a value into a state; `GONE` takes what stands there away. A path that leads nowhere changes
    nothing.
    """
    *way, last = path
    for name in way:
        there = by_id(state) if isinstance(state, list) else state
        state = there.get(name) if isinstance(there, dict) else None
    if isinstance(state, list):
        place = next((n for n, one in enumerate(state) if one.get("id") == last), len(state))
        state[place : place + 1] = [] if value is GONE else [value]
    elif isinstance(state, dict) and value is GONE:
        state.pop(last, None)
    elif isinstance(state, dict):
        state[last] = value
