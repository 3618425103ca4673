"""QR codes of links, for a phone's camera."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from scorer.errors import RefusedInput, phrase

if TYPE_CHECKING:
    import segno


def qr_code(link: str) -> segno.QRCode:
    """The link as a QR code.

    Raises:
        RefusedInput: it is longer than a QR code can hold.
    """
    import segno  # few want a code, and every command would wait for it

    try:
        return segno.make_qr(link, error="l")
    except segno.DataOverflowError as error:
        raise RefusedInput(
            phrase(
                "The link has {length} characters, more than a QR code holds: shorten the names or use the "
                "link itself.",
                length=len(link),
            )
        ) from error


def qr_picture(link: str, suffix: str) -> bytes:
    """The QR code as a file: SVG, PNG or PDF by the suffix, with or without its dot.

    Raises:
        RefusedInput: another suffix, or the link is too long.
    """
    kind = suffix.lower().lstrip(".")
    if kind not in ("svg", "png", "pdf"):
        raise RefusedInput(
            phrase(
                "A QR code is written as .svg, .png or .pdf, not as {suffix}: give such a name.",
                suffix=suffix or phrase("nothing"),
            )
        )
    out = io.BytesIO()
    qr_code(link).save(out, kind=kind, scale=4)
    return out.getvalue()
