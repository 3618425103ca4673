"""Translatable sentences that tell a person what cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

#: Characters of the longest sentence.
LONGEST = 300
#: How many problems a sentence names; it counts the rest.
NAMED = 3
#: Quoted text is cut to the first of these lengths that keeps the sentence short enough.
_QUOTED = (150, 100, 60, 40, 20)


class Phrase(str):
    """A sentence in English, or a part of one, that remembers how it was put together.

    The command line prints it as a string. ``template`` has {placeholders} for `str.format`, and ``values``
    fill them. With the template in another language, the sentence can be translated. Plain text (a name, a
    file's path) has no template and is the same in all languages.

    The format spec ``capital`` begins a sentence with a value: ``{what:capital}``; plain text stays as it is.
    """

    template: str | None
    values: dict[str, Any]

    def __new__(cls, text: str, template: str | None = None, values: dict[str, Any] | None = None) -> Phrase:
        made = super().__new__(cls, text)
        made.template, made.values = template, values or {}
        return made

    def __format__(self, spec: str) -> str:
        if spec != "capital":
            return super().__format__(spec)
        return str(self) if self.template is None else self[:1].upper() + self[1:]

    def but(self, **values: Any) -> Phrase:
        """The same sentence with other values."""
        return self if self.template is None else phrase(self.template, **(self.values | values))


def phrase(template: str, /, **values: Any) -> Phrase:
    """The sentence of ``template``, its {placeholders} filled in; values may be such sentences themselves.

    >>> part = phrase("row {row}", row=2)
    >>> whole = phrase("{where:capital} is empty: fill it.", where=part)
    >>> print(whole)
    Row 2 is empty: fill it.
    >>> whole.template, whole.values["where"].values
    ('{where:capital} is empty: fill it.', {'row': 2})
    """
    plain = {name: _value(value) for name, value in values.items()}
    return Phrase(template.format(**plain) if plain else template, template, plain)


def _value(value: Any) -> Any:
    if isinstance(value, Exception):  # the error's message, with its template if it has one
        value = value.args[0] if value.args and isinstance(value.args[0], Phrase) else str(value)
    return Phrase(_cut(value, LONGEST)) if type(value) is str else value


def joined(mark: str, parts: Iterable[str]) -> Phrase:
    """Several sentences or phrases as one, ``mark`` between them."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return phrase(mark.join(f"{{{name}}}" for name in values), **values)


def several(problems: Iterable[str]) -> Phrase:
    """The first `NAMED` problems as one phrase, and how many more there are."""
    known = list(problems)
    named = joined("; ", known[:NAMED])
    more = len(known) - NAMED
    return phrase("{problems}; and {more} more", problems=named, more=more) if more > 0 else named


def within(sentence: str, most: int = LONGEST) -> str:
    """The sentence in at most ``most`` characters: quoted text is cut in the middle.

    >>> print(within(phrase("{path} cannot be read.", path="/home/ana/a-folder-with-a-name/deck.json"), 50))
    /home/ana/…deck.json cannot be read.
    """
    for quoted in _QUOTED:
        if len(sentence) <= most:
            return sentence
        sentence = _quoting(sentence, quoted)
    return sentence if len(sentence) <= most else _cut(sentence, most)


def _quoting(value: Any, most: int) -> Any:
    """A phrase with shortened values; numbers and our own names stay."""
    if isinstance(value, Phrase) and value.template is not None:
        return phrase(value.template, **{name: _quoting(part, most) for name, part in value.values.items()})
    return value if isinstance(value, int | float | Enum) else Phrase(_cut(str(value), most))


def _cut(text: str, most: int) -> str:
    """Its beginning and its end; a path is known by its end."""
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end]}…{text[len(text) - end :]}"


class RefusedInput(ValueError):
    """Input that Shelfmark cannot use.

    ``str(error)`` is one sentence of at most `LONGEST` characters: what is wrong, where, and how to mend it.
    The command line prints it and ends with status 1; the app shows it in place, in its own language where
    the sentence was put together by `phrase`.
    """

    def __init__(self, *parts: object) -> None:
        super().__init__(*(within(one) if isinstance(one, str) else one for one in parts))

    @property
    def sentence(self) -> str:
        """The sentence, as a `Phrase` where it was made as one."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)
