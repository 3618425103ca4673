"""How well one colour stands out from another (WCAG 2.2)."""

from __future__ import annotations

from PIL import ImageColor


def brightness(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [value / 255 for value in ImageColor.getrgb(colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)
