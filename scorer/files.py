"""JSON files that people write by hand: a refusal says in one sentence what, where and how to mend it."""

from __future__ import annotations

import codecs
import gc
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from scorer.errors import Phrase, RefusedInput, joined, phrase
from scorer.limits import (
    MB,
    MOST_CHARACTERS,
    MOST_DIGITS,
    MOST_LEVELS,
    MOST_LOOKED_AT,
    MOST_MEMORY,
    MOST_VALUES,
    Limit,
    doubtful_signs,
    has_long_number,
    memory_of,
    no_text,
    parts_of,
)
from scorer.names import JOINERS


class Strict(BaseModel):
    """A part of a JSON file: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=BaseModel)


def read_json(path: Path, limit: Limit, refusal: type[RefusedInput]) -> Any:
    """The content of a JSON file.

    Raises:
        refusal: there is no such file, it is too large, or it is not JSON.
    """
    return parse_json(read_bytes(path, limit, refusal), str(path), limit, refusal)


def read_bytes(path: Path, limit: Limit, refusal: type[RefusedInput]) -> bytes:
    """The bytes of a file, at most as many as `parse_json` needs to refuse a large file.

    Raises:
        refusal: there is no such file.
    """
    try:
        with path.open("rb") as file:
            return file.read(limit.bytes + 1)
    except OSError as error:
        raise refusal(
            phrase(
                "{path} cannot be read ({reason}): give the path of a JSON file.",
                path=path,
                reason=error.strerror,
            )
        ) from error
    except ValueError as error:  # a null character in the path
        raise refusal(
            phrase("{path} is not a path: give the path of a JSON file.", path=shown(str(path)))
        ) from error


@contextmanager
def writing(path: Path, refusal: type[RefusedInput]) -> Iterator[None]:
    """Refuses in one sentence where a file cannot be written.

    Raises:
        refusal: it cannot be written there.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise refusal(
            phrase("{path} cannot be written ({reason}): give another path.", path=path, reason=reason)
        ) from error


def parse_json(raw: bytes, name: str, limit: Limit, refusal: type[RefusedInput]) -> Any:
    """The content of a JSON file that was read already; ``name``: its name in sentences.

    Raises:
        refusal: it is too large, or not JSON.
    """
    if len(raw) > limit.bytes:
        raise refusal(
            phrase(
                "{name} is larger than {most} MB, too large for its kind: see that it is the right file.",
                name=name,
                most=limit.megabytes,
            )
        )
    raw = raw.removeprefix(codecs.BOM_UTF8)  # editors of Windows write it; RFC 8259, 8.1 lets us pass over it
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refusal(
            phrase(
                "{name} is not UTF-8 text (byte {byte}): save it as UTF-8 JSON.",
                name=name,
                byte=error.start + 1,
            )
        ) from error
    if parts_of(raw) > limit.parts:
        raise refusal(_too_much(name))
    if sys.getsizeof(text) + memory_of(raw) > MOST_MEMORY:
        raise refusal(
            phrase(
                "{name} would take more than {most} MB of memory: take in a part of it at a time.",
                name=name,
                most=MOST_MEMORY // MB,
            )
        )
    doubtful, longest = doubtful_signs(raw), has_long_number(raw)
    if doubtful > MOST_LOOKED_AT or (longest and raw.count(b",") > MOST_LOOKED_AT):
        raise refusal(_too_much(name))
    if doubtful and (sign := no_text(text)):
        raise refusal(phrase("{name} holds {sign}, which no text has: take it out.", name=name, sign=sign))
    try:
        with _uncollected():
            return json.loads(
                text,
                object_pairs_hook=_unique,
                parse_constant=_no_constant,
                # of millions of numbers these would take most of the time
                parse_int=_whole_number if longest else None,
                parse_float=_number if longest else None,
            )
    except json.JSONDecodeError as error:
        place = phrase("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise refusal(
            phrase(
                "{name} is not JSON ({message}, {place}): correct it there.",
                name=name,
                message=phrase(error.msg),
                place=place,
            )
        ) from error
    except ValueError as error:
        raise refusal(
            phrase("{name} is not usable JSON ({error}): correct it.", name=name, error=error)
        ) from error
    except RecursionError as error:
        raise refusal(phrase("{what:capital} is nested too deeply: correct it.", what=name)) from error


def _too_much(what: str) -> Phrase:
    return phrase("{what:capital} holds far too much: see that it is the right file.", what=what)


@contextmanager
def _uncollected() -> Iterator[None]:
    """A million lists are no garbage, and looking for some among them takes ten times as long as reading."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def limited(data: Any, what: str, refusal: type[RefusedInput]) -> None:
    """Checks how much a value holds, before its content is checked.

    Raises:
        refusal: it has more than `MOST_VALUES`, `MOST_CHARACTERS` or `MOST_LEVELS`.
    """
    level, values, characters = [data], 1, 0
    for _ in range(MOST_LEVELS):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value
                below += value.values()
            elif isinstance(value, list | tuple):
                below += value
            elif isinstance(value, str):
                characters += len(value)
        values += len(below)
        if values > MOST_VALUES or characters > MOST_CHARACTERS:
            raise refusal(_too_much(what))
        if not below:
            return
        level = below
    raise refusal(phrase("{what:capital} is nested too deeply: correct it.", what=what))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen = Counter(key for key, _ in pairs)
        raise ValueError(
            phrase("{key} is there twice in one object", key=shown(max(seen, key=lambda key: seen[key])))
        )
    return fields


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(phrase("a number has more than {most} digits", most=MOST_DIGITS))
    return int(digits)


def _number(digits: str) -> float:
    if math.isinf(number := float(digits)):
        raise ValueError(phrase("{name} is not a number", name=shown(digits)[1:-1]))
    return number


def _no_constant(name: str) -> Any:
    raise ValueError(phrase("{name} is not a number", name=name))


def validate(model: type[Model], data: Any, what: str, refusal: type[RefusedInput]) -> Model:
    """The data as ``model``; ``what`` names the whole ("the game file").

    Raises:
        refusal: it holds too much, or something does not fit: the first such thing, and how many more.
    """
    if not isinstance(data, dict):
        raise refusal(
            phrase("{what:capital} must be one JSON object, not {given}.", what=what, given=shown(data))
        )
    limited(data, what, refusal)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        sentence, more = _sentence(error.errors(include_url=False)[0], data, what), error.error_count() - 1
        if more:
            sentence = phrase("{problem} And {more} more.", problem=sentence, more=more)
        raise refusal(sentence) from error


def shown(value: Any) -> str:
    """A value quoted in a sentence: on one line, printable, short."""
    text = ""
    try:
        if isinstance(value, str):
            value = value[:_SHOWN]
        for part in json.JSONEncoder(ensure_ascii=False, default=repr).iterencode(value):
            text += part
            if len(text) > _SHOWN:
                break
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    text = "".join(c if c.isprintable() or c in JOINERS else ascii(c)[1:-1] for c in text[: _SHOWN + 1])
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "…"


#: Characters of a value that a sentence quotes.
_SHOWN = 60

_SAYINGS: dict[str, Callable[[dict[str, Any]], str]] = {
    "int_type": lambda c: phrase("it must be a whole number"),
    "int_parsing": lambda c: phrase("it must be a whole number"),
    "int_from_float": lambda c: phrase("it must be a whole number"),
    "float_type": lambda c: phrase("it must be a number"),
    "bool_type": lambda c: phrase("it must be true or false"),
    "string_type": lambda c: phrase("it must be a text"),
    "list_type": lambda c: phrase("it must be a list"),
    "dict_type": lambda c: phrase("it must be an object"),
    "model_type": lambda c: phrase("it must be an object"),
    "tuple_type": lambda c: phrase("it must be a list"),
    "enum": lambda c: phrase("it must be one of {expected}", expected=_either(c["expected"])),
    "literal_error": lambda c: phrase("it must be one of {expected}", expected=_either(c["expected"])),
    "greater_than_equal": lambda c: phrase("it must be at least {least}", least=c["ge"]),
    "less_than_equal": lambda c: phrase("it must be at most {most}", most=c["le"]),
    "string_too_short": lambda c: phrase("it must not be empty"),
    "string_too_long": lambda c: phrase("it must have at most {most} characters", most=c["max_length"]),
    "string_unicode": lambda c: phrase("it must be a text"),
    "string_pattern_mismatch": lambda c: phrase("it must look like {pattern}", pattern=c["pattern"]),
    "photo_file": lambda c: phrase("it must be the name of a kept photo"),
    "corners": lambda c: phrase("it must have four corners"),
    "tie_breaks": lambda c: phrase(
        'it must name books, hand and banned at most once each, and end with "reading" or "shared"'
    ),
    "too_short": lambda c: phrase("it must have at least {least} entries", least=c["min_length"]),
    "too_long": lambda c: phrase("it must have at most {most} entries", most=c["max_length"]),
    "datetime_type": lambda c: _moment(),
    "datetime_parsing": lambda c: _moment(),
    "datetime_from_date_parsing": lambda c: _moment(),
    "datetime_object_invalid": lambda c: _moment(),
    "timezone_aware": lambda c: _moment(),
}


def _either(expected: str) -> str:
    """What pydantic expects ("'a', 'b' or 'c'"), its last word for another language to choose."""
    first, _, last = expected.rpartition(" or ")
    return phrase("{first} or {last}", first=first, last=last) if first else expected


def _moment() -> str:
    return phrase("it must be a day and a time with its zone, such as 2026-11-20T20:15:00Z")


def _sentence(error: ErrorDetails, data: Any, what: str) -> str:
    path = [part for part in error["loc"] if part != "[key]"]
    field, place = path[-1] if path else what, _place(path[:-1], data, what)
    if error["type"] == "missing":
        return phrase('In {place}, "{field}" is missing: add it.', place=place, field=field)
    if error["type"] == "extra_forbidden":
        return phrase(
            "In {place}, there is no field {field}: take it out or correct its name.",
            place=place,
            field=shown(field),
        )
    say = _SAYINGS.get(error["type"])
    reason = say(error.get("ctx", {})) if say else phrase("it does not fit ({message})", message=error["msg"])
    subject = phrase("entry {number}", number=field + 1) if isinstance(field, int) else shown(field)
    if len(path) != len(error["loc"]):  # a key of an object, not its value
        return phrase(
            "In {place}, {subject} is no key: {reason}.", place=place, subject=subject, reason=reason
        )
    return phrase(
        "In {place}, {subject} is {given}: {reason}.",
        place=place,
        subject=subject,
        given=shown(error["input"]),
        reason=reason,
    )


def _place(path: Sequence[int | str], data: Any, what: str) -> str:
    """Where in the file: "player 2 (Eric), tally of the game file" and the like, counted from 1."""
    parts: list[str] = []
    for i, part in enumerate(path):
        data = _inside(data, part)
        if not isinstance(part, int):
            if not (i + 1 < len(path) and isinstance(path[i + 1], int)):
                parts.append(shown(part).strip('"'))
            continue
        name = data.get("name") if isinstance(data, dict) else None
        label = phrase("{one} {number}", one=_one_of(path[i - 1]) if i else phrase("entry"), number=part + 1)
        if isinstance(name, str) and name.strip():
            label = phrase("{label} ({name})", label=label, name=shown(name)[1:-1])
        parts.append(label)
    return joined(", ", parts) if parts else what


#: The name of an entry of a list, by the list's field.
_ONE = {
    "players": phrase("player"),
    "games": phrase("game"),
    "drafts": phrase("draft"),
    "choices": phrase("choice"),
    "forks": phrase("fork"),
    "cards": phrase("card"),
}


def _one_of(field: int | str) -> str:
    return _ONE.get(str(field)) or str(field).removesuffix("s")


def _inside(data: Any, part: int | str) -> Any:
    try:
        return data[part]
    except (KeyError, IndexError, TypeError):
        return None
