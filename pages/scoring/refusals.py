"""A photo that is refused, by the name that it was given under."""

from __future__ import annotations

from scorer.errors import Phrase, RefusedInput


def by_name(refused: RefusedInput, name: str) -> str:
    """Why a photo was refused, for `pages.widgets.saying.refuse`; the reader knows it as "the photo" only."""
    sentence = refused.sentence
    if isinstance(sentence, Phrase) and "which" in sentence.values:
        return sentence.but(which=name)
    return sentence
