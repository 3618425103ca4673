"""Reliability diagrams: how often fields were right beside how sure the reader was of them, as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

import numpy as np

from vision.train.calibration.fit import Outcomes

BINS = 10
SIDE, GAP, TOP = 190, 46, 54  #: of a panel, between panels, above them, in pixels
BEFORE, AFTER = "#b0a18c", "#1d6b57"
_FONT = 'font-family="Georgia, serif"'


def diagram(before: Mapping[str, Outcomes], after: Mapping[str, Outcomes]) -> str:
    """A panel a field. Bins of confidence against the share that was right, before and after fitting.

    On the diagonal they are calibrated; a point's area grows with the number of fields in its bin.
    """
    width = GAP + len(after) * (SIDE + GAP)
    height = TOP + SIDE + 70
    panels = [
        f'<g transform="translate({GAP + i * (SIDE + GAP)},{TOP})">{_panel(name, before[name], outcome)}</g>'
        for i, (name, outcome) in enumerate(after.items())
    ]
    legend = (
        f'<circle cx="{GAP + 6}" cy="{height - 14}" r="5" fill="none" stroke="{BEFORE}" stroke-width="2"/>'
        f'<text x="{GAP + 18}" y="{height - 10}" {_FONT} font-size="13">before</text>'
        f'<circle cx="{GAP + 86}" cy="{height - 14}" r="5" fill="{AFTER}"/>'
        f'<text x="{GAP + 98}" y="{height - 10}" {_FONT} font-size="13">after</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="Reliability of each field before and after calibration">'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>{"".join(panels)}{legend}</svg>\n'
    )


def bins(outcome: Outcomes, count: int = BINS) -> list[tuple[float, float, int]]:
    """Mean confidence, share right and number of fields of each bin that is not empty."""
    which = np.minimum((outcome.confidence * count).astype(int), count - 1)
    return [
        (float(outcome.confidence[which == b].mean()), float(outcome.right[which == b].mean()), int(n))
        for b, n in enumerate(np.bincount(which, minlength=count))
        if n
    ]


def _panel(name: str, before: Outcomes, after: Outcomes) -> str:
    ticks = "".join(
        f'<text x="{SIDE * t:.0f}" y="{SIDE + 16}" {_FONT} font-size="11" text-anchor="middle">{t:g}</text>'
        f'<text x="-6" y="{SIDE * (1 - t) + 4:.0f}" {_FONT} font-size="11" text-anchor="end">{t:g}</text>'
        for t in (0, 0.5, 1)
    )
    errors = f"error {100 * before.error():.1f} % → {100 * after.error():.1f} %"
    return (
        f'<text y="-26" {_FONT} font-size="16">{escape(name)}</text>'
        f'<text y="-9" {_FONT} font-size="12">{errors}</text>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
        f'<line x1="0" y1="{SIDE}" x2="{SIDE}" y2="0" stroke="#888" stroke-dasharray="4 4"/>{ticks}'
        f'<text x="{SIDE / 2}" y="{SIDE + 32}" {_FONT} font-size="12" text-anchor="middle">confidence</text>'
        + _points(before, f'fill="none" stroke="{BEFORE}" stroke-width="2"')
        + _points(after, f'fill="{AFTER}" fill-opacity="0.85"')
    )


def _points(outcome: Outcomes, style: str) -> str:
    points = bins(outcome)
    most = max((n for _, _, n in points), default=1)
    return "".join(
        f'<circle cx="{SIDE * sure:.1f}" cy="{SIDE * (1 - right):.1f}" r="{2.5 + 7 * (n / most) ** 0.5:.1f}" '
        f"{style}><title>{n} fields: {sure:.3f} sure, {right:.3f} right</title></circle>"
        for sure, right, n in points
    )
