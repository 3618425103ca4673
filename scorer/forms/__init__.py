"""Forms B-7c and S-42a drawn: one drawing, as HTML for the app, PDF for printers, PNG to share.

>>> from scorer.forms import empty, to_pdf
>>> to_pdf(empty("B-7c", "fr", players=3))[:5]
b'%PDF-'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.editions import Edition
from scorer.errors import RefusedInput, phrase
from scorer.forms import chat, html, pdf, png
from scorer.forms.content import FormContent, empty, filled
from scorer.forms.drawing import Area
from scorer.forms.layout import draw
from scorer.forms.lettering import missing
from scorer.forms.style import NARROW, PAPERS, SCREEN, Style
from scorer.result import Result
from scorer.shelf import Shelf

__all__ = [
    "FormContent",
    "Screen",
    "boxed_letters",
    "empty",
    "filled",
    "pages_to_pdf",
    "to_chat",
    "to_html",
    "to_pdf",
    "to_png",
    "to_screen",
]


@dataclass(frozen=True, slots=True)
class Screen:
    """A form for a page that has `scorer.forms.html.css`: its size in mm, and where its numbers stand."""

    html: str
    width: float
    height: float
    areas: tuple[Area, ...]


def to_screen(
    result: Result | FormContent, edition: str | Edition | None = None, narrow: bool = False
) -> Screen:
    """The form with the places of its numbers; ``narrow`` for a phone.

    Raises:
        RefusedInput: there is no such edition.
    """
    drawing = draw(_content(result, edition), NARROW if narrow else SCREEN)
    return Screen(html.figure(drawing), drawing.width, drawing.height, tuple(drawing.areas))


def to_html(result: Result | FormContent, edition: str | Edition | None = None) -> str:
    """The form as a self-contained HTML fragment, as wide as its place up to 46rem; its text can be selected.

    Raises:
        RefusedInput: there is no such edition.
    """
    return html.render(draw(_content(result, edition), SCREEN))


def to_pdf(result: Result | FormContent, edition: str | Edition | None = None, paper: str = "a4") -> bytes:
    """The form as a PDF of one page, "a4" or "letter", with embedded fonts and selectable text.

    Raises:
        RefusedInput: there is no such edition or paper.
    """
    return pages_to_pdf([_content(result, edition)], paper)


def boxed_letters(result: Result | FormContent, in_pdf: bool) -> str:
    """The letters of names that no font has, each once: a box stands for each on the PDF, or the picture.

    >>> boxed_letters(empty("B-7c"), in_pdf=True)
    ''
    """
    content = _content(result, None)
    return missing("".join(column.name for column in content.columns), in_pdf)


def pages_to_pdf(forms: Sequence[FormContent], paper: str = "a4") -> bytes:
    """Several forms as one PDF, each on its own page.

    Raises:
        RefusedInput: there is no such paper.
    """
    return pdf.render([draw(form, _style(paper)) for form in forms])


def to_png(
    result: Result | FormContent, edition: str | Edition | None = None, paper: str = "a4", dpi: int = 150
) -> bytes:
    """The form as a PNG picture of a whole page.

    Raises:
        RefusedInput: there is no such edition or paper.
    """
    return png.render(draw(_content(result, edition), _style(paper)), dpi)


def to_chat(
    result: Result | FormContent,
    shelves: Sequence[tuple[str, Shelf]] = (),
    edition: str | Edition | None = None,
    night: bool = False,
) -> bytes:
    """The form as a PNG picture for a chat, 1080 pixels wide and about as tall as a phone: light, or dark at
    ``night``. ``shelves``, such as the winner's, stand below it, each with the name of whose it is.

    Raises:
        RefusedInput: there is no such edition.
    """
    return png.render(chat.picture(_content(result, edition), shelves, night), chat.DPI)


def _content(result: Result | FormContent, edition: str | Edition | None) -> FormContent:
    return result if isinstance(result, FormContent) else filled(result, edition)


def _style(paper: str) -> Style:
    if paper not in PAPERS:
        raise RefusedInput(
            phrase(
                "There is no paper {paper!r}: choose one of {known}.", paper=paper, known=", ".join(PAPERS)
            )
        )
    return PAPERS[paper]
