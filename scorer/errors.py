"""What a person is told when something cannot be used: sentences that can be translated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Phrase(str):
    """A sentence in English, or a part of one, that remembers how it was put together.

    As a string it is what the command line prints. ``template`` is what it was made from, with {placeholders}
    as `str.format` fills them in, and ``values`` fills them: whoever has the template in another language
    says the same there. Plain text (a name, a file's path) has no template and is the same in all.

    The format spec ``capital`` begins a sentence with a value: ``{what:capital}``.
    """

    template: str | None
    values: dict[str, Any]

    def __new__(cls, text: str, template: str | None = None, values: dict[str, Any] | None = None) -> Phrase:
        made = super().__new__(cls, text)
        made.template, made.values = template, values or {}
        return made

    def __format__(self, spec: str) -> str:
        return self[:1].upper() + self[1:] if spec == "capital" else super().__format__(spec)

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
    if isinstance(value, Exception):  # what it says, with its own template where it has one
        value = value.args[0] if value.args and isinstance(value.args[0], Phrase) else str(value)
    return Phrase(value) if type(value) is str else value


def joined(mark: str, parts: Iterable[str]) -> Phrase:
    """Several sentences or phrases as one, ``mark`` between them."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return phrase(mark.join(f"{{{name}}}" for name in values), **values)


class RefusedInput(ValueError):
    """Input that Shelfmark cannot use.

    ``str(error)`` is one sentence: what is wrong, where, and how to mend it. The command line prints it and
    ends with status 1; the app shows it in place, in its own language where the sentence was put together
    by `phrase`.
    """

    @property
    def sentence(self) -> str:
        """The sentence, as a `Phrase` where it was made as one."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)
