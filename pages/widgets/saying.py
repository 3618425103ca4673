"""What pages say: a refusal, a plain label, a day."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, ParamSpec
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from pages.words import PARAMETER, chosen, sentences, words
from scorer.cards import Category
from scorer.editions import EditionKey, load_edition, with_minus
from scorer.errors import Phrase, RefusedInput, phrase, within
from scorer.fort import MadeUpRule

HERE = Path(__file__).parents[1]
P = ParamSpec("P")
_REFUSED = "refused-callback"
#: The rows of a table: each cell by the head of its column.
Rows = list[dict[str, Any]]


def refuse(why: str | Exception) -> None:
    """The one sentence that says what is wrong, where it went wrong."""
    st.html(f'<p class="refused" role="alert">{escape(in_words(why))}</p>')


def trying(do: Callable[P, object]) -> Callable[P, None]:
    """``do`` for a widget to call: the page says why it is refused (`tell_refused`), and goes on."""

    def tried(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            do(*args, **kwargs)
        except RefusedInput as refused:
            st.session_state[_REFUSED] = refused.sentence

    return tried


def tell_refused() -> None:
    """Says why what was just asked for was not done."""
    if why := st.session_state.pop(_REFUSED, None):
        refuse(why)


def title(text: str) -> None:
    """The heading of the page. It is written anew as a whole when it changes: the translation of a browser
    takes the place of its text, and a text that is only changed would stay as it was.
    """
    st.html(f"<h1>{escape(text)}</h1>")


def labelled(what: str, how: str, language: EditionKey | None = None) -> str:
    """What something is, after a colon as the language sets it: that chosen at the top, if none is given.

    >>> labelled("B4", "9", "en"), labelled("B4", "9", "fr")
    ('B4: 9', 'B4\\xa0: 9')
    """
    space = "\N{NO-BREAK SPACE}" if (language or chosen()) == "fr" else ""
    return f"{what}{space}: {how}"


def in_words(why: str | Exception, language: EditionKey | None = None) -> str:
    """A refusal, or its sentence, in a language: the one chosen at the top, if none is given.

    Sentences go by their English template (``words/refusals.toml``). Plain text is as it is, and so is what
    the system said.
    """
    if isinstance(why, OSError):
        why = not_written(why.filename, why)
    elif isinstance(why, RefusedInput):
        why = why.sentence
    worded = _worded(why, language or chosen())
    return str(within(worded if isinstance(worded, str) else str(worded)))


def not_written(path: object, error: OSError) -> Phrase:
    """That a file cannot be written."""
    return phrase(
        "{path} cannot be written ({reason}): see that there is room and that it may be written there.",
        path=str(path),
        reason=error.strerror or type(error).__name__,
    )


def _worded(value: object, language: EditionKey) -> object:
    if isinstance(value, Category):
        return load_edition(language).categories[value]
    if isinstance(value, MadeUpRule):
        return sentences("fort")[f"rule_{value}"][language]
    if not isinstance(value, Phrase) or value.template is None:
        return value
    values = {name: _worded(part, language) for name, part in value.values.items()}
    known = _refusals().get(value.template)
    return phrase(known[language] if known else value.template, **values)


@cache
def _refusals() -> Mapping[str, Mapping[str, str]]:
    return {sentence["en"]: sentence for sentence in sentences("refusals").values()}


#: What becomes a link, an icon or an emoji even where all of its marks are escaped, up to where it is broken.
_MADE_UP = re.compile(r"(?i):(?=//|[\w+-]+[:/])|\bwww(?=\.)|@(?=[\w-])")
#: Nobody sees it, and no line breaks there.
_JOINER = "\N{WORD JOINER}"


def plain(text: str) -> str:
    """A text for a label, where Streamlit would take it for Markdown.

    >>> plain("*Bo*")
    '\\\\*Bo\\\\*'
    """
    broken = _MADE_UP.sub(lambda found: found[0] + _JOINER, text)
    return re.sub(r"([\\`*_{}\[\]()#+.!|<>~$:&-])", r"\\\1", broken)


def day(at: datetime) -> str:
    """The day where the browser is, as every language reads it: 2026-11-20."""
    return at.astimezone(zone()).strftime("%Y-%m-%d")


def moment(at: datetime) -> str:
    """The day and the time where the browser is: 2026-11-20 20:15."""
    return at.astimezone(zone()).strftime("%Y-%m-%d %H:%M")


def zone() -> tzinfo:
    """The time zone of the browser; UTC where it tells none."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def address(**parameters: str) -> dict[str, str]:
    """The parameters of a link inside the app; the language goes along where the address says it."""
    language = st.query_params.get(PARAMETER)
    return parameters | ({PARAMETER: language} if language else {})


def bot_label(bot: str) -> str:
    """What a bot is called, by the name of its program."""
    w = words("play")
    return w[f"bot_{bot}"] if f"bot_{bot}" in w else w("bot", name=bot)


def figure(value: float | None, form: str = "") -> str:
    """A figure of a table, written as `format` does; a dash where there is none.

    >>> figure(7.25, ".1f"), figure(-2), figure(None)
    ('7.2', '−2', '–')
    """
    return "–" if value is None else with_minus(value, form)


def table(rows: Rows) -> None:
    """A plain table: the first of each row names it, the others stand to the right."""
    grid([*rows[0]], [[*row.values()] for row in rows])


def grid(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """The same where two columns may have the same head, as a person may be called like anything.

    A cell that can write itself as HTML (`__html__`, as in MarkupSafe) does so; all others are text.
    """
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = []
    for row in rows:
        first, *others = map(_cell, row)
        cells = "".join(f"<td>{value}</td>" for value in others)
        body.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    st.html(
        '<div class="figures" role="region" tabindex="0">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _cell(value: object) -> str:
    written: Callable[[], str] | None = getattr(value, "__html__", None)
    if written:
        return written()
    return escape(with_minus(value) if isinstance(value, int | float) else str(value))
