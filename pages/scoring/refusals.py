"""A photo that is refused, by the name that it was given under."""

from __future__ import annotations

from scorer.errors import Phrase, RefusedInput

#: What the reader calls a photo: it knows no names.
_UNNAMED = ("The photo", "the photo")


def by_name(refused: RefusedInput, name: str) -> str:
    """Why a photo was refused, for `pages.widgets.saying.refuse`, under the name that people know it by."""
    sentence = refused.sentence
    if not isinstance(sentence, Phrase):
        return sentence
    unnamed = {
        each: name
        for each, value in sentence.values.items()
        if isinstance(value, Phrase) and value.template in _UNNAMED
    }
    return sentence.but(**unnamed)
