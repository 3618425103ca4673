"""JSON files that people write by hand: refused in one sentence that says what, where and how to mend it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from scorer.errors import RefusedInput

#: The largest game, sheet or deck that a person could mean is far smaller.
MOST_BYTES = 4_000_000


class Strict(BaseModel):
    """A part of such a file: fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=BaseModel)


def read_json(path: Path, refusal: type[RefusedInput]) -> Any:
    """The content of a JSON file.

    Raises:
        refusal: there is no such file, it is too large, or it is not JSON.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise refusal(f"{path} cannot be read ({error.strerror}): give the path of a JSON file.") from error
    except ValueError as error:  # a null character in the path
        raise refusal(f"{shown(str(path))} is not a path: give the path of a JSON file.") from error
    if len(raw) > MOST_BYTES:
        raise refusal(f"{path} is larger than {MOST_BYTES // 1_000_000} MB: give the file of one game.")
    return parse_json(raw, str(path), refusal)


def parse_json(raw: bytes, name: str, refusal: type[RefusedInput]) -> Any:
    """The content of a JSON file that was read already; ``name`` is what sentences call it.

    Raises:
        refusal: it is not JSON.
    """
    try:
        return json.loads(raw.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise refusal(f"{name} is not UTF-8 text (byte {error.start + 1}): save it as UTF-8 JSON.") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise refusal(f"{name} is not JSON ({error.msg}, {place}): mend it there.") from error
    except (ValueError, RecursionError) as error:
        raise refusal(f"{name} is not usable JSON ({error}): mend it.") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise ValueError(f"{shown(key)} is there twice in one object")
        seen[key] = value
    return seen


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def validate(model: type[Model], data: Any, what: str, refusal: type[RefusedInput]) -> Model:
    """The data as ``model``; ``what`` names the whole ("the game file").

    Raises:
        refusal: the first thing that does not fit.
    """
    if not isinstance(data, dict):
        raise refusal(f"{what[0].upper()}{what[1:]} must be one JSON object, not {shown(data)}.")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise refusal(_sentence(error.errors(include_url=False)[0], data, what)) from error
    except RecursionError as error:
        raise refusal(f"{what[0].upper()}{what[1:]} is nested too deeply: mend it.") from error


def shown(value: Any) -> str:
    """A value as a sentence quotes it: on one line, printable, short."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return text if len(text) <= 60 else text[:57] + "…"


_SAYINGS: dict[str, Callable[[dict[str, Any]], str]] = {
    "int_type": lambda c: "it must be a whole number",
    "float_type": lambda c: "it must be a number",
    "bool_type": lambda c: "it must be true or false",
    "string_type": lambda c: "it must be a text",
    "list_type": lambda c: "it must be a list",
    "dict_type": lambda c: "it must be an object",
    "model_type": lambda c: "it must be an object",
    "tuple_type": lambda c: "it must be a list",
    "enum": lambda c: f"it must be one of {c['expected']}",
    "literal_error": lambda c: f"it must be one of {c['expected']}",
    "greater_than_equal": lambda c: f"it must be at least {c['ge']}",
    "less_than_equal": lambda c: f"it must be at most {c['le']}",
    "string_too_short": lambda c: "it must not be empty",
    "string_too_long": lambda c: f"it must have at most {c['max_length']} characters",
    "too_short": lambda c: f"it must have at least {c['min_length']} entries",
    "too_long": lambda c: f"it must have at most {c['max_length']} entries",
    "value_error": lambda c: str(c["error"]),
}


def _sentence(error: ErrorDetails, data: Any, what: str) -> str:
    path = [part for part in error["loc"] if part != "[key]"]
    field, place = path[-1] if path else what, _place(path[:-1], data, what)
    if error["type"] == "missing":
        return f'In {place}, "{field}" is missing: add it.'
    if error["type"] == "extra_forbidden":
        return f"In {place}, there is no field {shown(field)}: take it out or mend its name."
    say = _SAYINGS.get(error["type"])
    reason = say(error.get("ctx", {})) if say else error["msg"]
    subject = f"entry {field + 1}" if isinstance(field, int) else shown(field)
    if len(path) != len(error["loc"]):  # a key of an object, not its value
        return f"In {place}, {subject} is no key: {reason}."
    return f"In {place}, {subject} is {shown(error['input'])}: {reason}."


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
        label = f"{str(path[i - 1]).removesuffix('s') if i else 'entry'} {part + 1}"
        parts.append(f"{label} ({shown(name)[1:-1]})" if isinstance(name, str) and name.strip() else label)
    return ", ".join(parts) if parts else what


def _inside(data: Any, part: int | str) -> Any:
    try:
        return data[part]
    except (KeyError, IndexError, TypeError):
        return None
