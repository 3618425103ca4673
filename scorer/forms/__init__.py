"""Forms B-7c and S-42a drawn: one drawing, as HTML for the app, PDF for printers, PNG to share.

>>> from scorer.forms import empty, to_pdf
>>> to_pdf(empty("B-7c", "fr", players=3))[:5]
b'%PDF-'
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.forms import html, pdf, png
from scorer.forms.content import FormContent, empty, filled
from scorer.forms.layout import draw
from scorer.forms.style import PAPERS, SCREEN, Style
from scorer.result import Result

__all__ = ["FormContent", "empty", "filled", "pages_to_pdf", "to_html", "to_pdf", "to_png"]


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


def pages_to_pdf(forms: Sequence[FormContent], paper: str = "a4") -> bytes:
    """Several forms as one PDF, each on its own page.

    Raises:
        RefusedInput: there is no such paper.
    """
    return pdf.render([draw(form.for_paper(), _style(paper)) for form in forms])


def to_png(
    result: Result | FormContent, edition: str | Edition | None = None, paper: str = "a4", dpi: int = 150
) -> bytes:
    """The form as a PNG picture of a whole page.

    Raises:
        RefusedInput: there is no such edition or paper.
    """
    return png.render(draw(_content(result, edition).for_paper(), _style(paper)), dpi)


def _content(result: Result | FormContent, edition: str | Edition | None) -> FormContent:
    return result if isinstance(result, FormContent) else filled(result, edition)


def _style(paper: str) -> Style:
    if paper not in PAPERS:
        raise RefusedInput(f"There is no paper {paper!r}: choose one of {', '.join(PAPERS)}.")
    return PAPERS[paper]
