"""The page that asks for the code of the room, and the page that says that there are too many. They are drawn
without Streamlit: who sees them is not in yet.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Literal

from pages.words import known, words
from scorer.editions import EditionKey

#: What may be wrong with a code, by the word that says it.
Trouble = Literal["wrong", "wait"]
_STYLE = (Path(__file__).parent / "entry.css").read_text(encoding="utf-8")


def entry(asked: str | None, preferred: str, trouble: Trouble | None = None) -> str:
    """The page as HTML, in the language that the address asks for, else the first that the browser does
    (``preferred``: its Accept-Language).
    """
    language = known(asked) or _first(preferred)
    w = words("door", language)
    alert = f'<p class="refused" role="alert">{escape(w[trouble])}</p>' if trouble else ""
    form = f"""<p>{escape(w["where"])}</p>
{alert}
<form method="post">
<label for="room">{escape(w["code"])}</label>
<input id="room" name="room" required autofocus maxlength="100" autocomplete="off" autocapitalize="characters"
 spellcheck="false" placeholder="ABCD-EFGH">
<button>{escape(w["enter"])}</button>
</form>"""
    return _page(language, w["title"], form)


def full(asked: str | None, preferred: str) -> str:
    """The page for whom there are no open files left, as HTML; in the language as of `entry`."""
    language = known(asked) or _first(preferred)
    w = words("door", language)
    again = f"<form><button>{escape(w['again'])}</button></form>"
    return _page(language, w["full"], f'<p role="alert">{escape(w["full_why"])}</p>\n{again}')


def _page(language: EditionKey, title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Shelfmark</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<p class="brand">Shelfmark</p>
<h1>{escape(title)}</h1>
{body}
</main>
</body>
</html>
"""


def _first(preferred: str) -> EditionKey:
    """The first language of an Accept-Language header that we speak, in the order in which it names them."""
    named = (known(part.partition(";")[0].strip()) for part in preferred.split(","))
    return next((language for language in named if language), "en")
