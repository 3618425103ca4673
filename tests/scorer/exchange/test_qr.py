"""QR codes of links."""

import pytest

from scorer.errors import RefusedInput
from scorer.exchange.qr import qr_code, qr_picture


def test_the_qr_code() -> None:
    link = "https://app.bgstatsapp.com/createPlay.html?data=%7B%7D"
    assert qr_picture(link, ".svg").startswith(b"<?xml")
    assert qr_picture(link, "png").startswith(b"\x89PNG")
    with pytest.raises(RefusedInput, match=r"\.svg, \.png or \.pdf"):
        qr_picture(link, ".docx")


def test_a_link_too_long_for_a_qr_code() -> None:
    with pytest.raises(RefusedInput, match="more than a QR code holds"):
        qr_code("https://app.bgstatsapp.com/" + "x" * 3000)
