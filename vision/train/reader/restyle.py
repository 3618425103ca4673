"""Restyles pictures that a network sees again: as another font and printer might set them, in other colours.

Pictures are float32 ``[n, 3, h, w]``, 0 to 255, on the processor or an accelerator; each gets another change.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

#: Places down and across at which a picture is bent, and by how much at most: the standard deviation, in
#: shares of its height.
BENDS, BENT = (5, 5), 0.035
MOVED = 2.0  #: pixels at most
NEGATIVE = 0.3  #: how often light and dark change places
THICKER, SOFTER, GRAINY = 0.3, 0.25, 0.3  #: how often it is that
GRAIN = 10.0  #: the largest standard deviation of grain


def otherwise(pictures: Tensor) -> Tensor:
    """Letters or numbers slanted, wider or narrower, bent here and there, bolder or lighter, softer or
    grainier, in other colours, some in negative.
    """
    return recoloured(grained(_thickened(_reshaped(pictures))))


def recoloured(pictures: Tensor) -> Tensor:
    """The same in other colours, some in negative."""
    gain = _uniform(pictures, 0.75, 1.15, 3)
    changed = (pictures[:, torch.randperm(3)] * gain).clamp(0, 255)
    return torch.where(_some(pictures, NEGATIVE), 255 - changed, changed)


def _reshaped(pictures: Tensor) -> Tensor:
    """In another shape: the kind of differences that there are between fonts.

    Strokes are bent by a smooth random field (Simard, Steinkraus and Platt, Best Practices for Convolutional
    Neural Networks, ICDAR 2003).
    """
    count, _, height, width = pictures.shape
    x = (torch.arange(width, device=pictures.device) - (width - 1) / 2)[None, None, :]
    y = (torch.arange(height, device=pictures.device) - (height - 1) / 2)[None, :, None]
    wide, tall, slant = (
        torch.randn(count, 1, 1, device=pictures.device) * deviation for deviation in (0.1, 0.05, 0.1)
    )
    bends = torch.randn(count, 2, *BENDS, device=pictures.device) * _uniform(pictures, 0, BENT * height)
    across, down = functional.interpolate(bends, (height, width), mode="bicubic").unbind(1)
    moved_x, moved_y = _uniform(pictures, -MOVED, MOVED, 2).squeeze(3).unbind(1)
    source_x = (x - slant * y) / wide.exp() + across + moved_x[:, None]
    source_y = y / tall.exp() + down + moved_y[:, None]
    grid = torch.stack([source_x / ((width - 1) / 2), source_y / ((height - 1) / 2)], dim=3)
    return functional.grid_sample(pictures, grid, padding_mode="border", align_corners=True)


def _thickened(pictures: Tensor) -> Tensor:
    """Some with bolder, some with lighter strokes, some softer."""
    sign = torch.where(_some(pictures, 0.5), 1.0, -1.0)
    thicker = sign * functional.max_pool2d(sign * pictures, 3, 1, 1)
    share = _uniform(pictures, 0.2, 0.7) * _some(pictures, THICKER)
    out = torch.lerp(pictures, thicker, share)
    soft = functional.avg_pool2d(out, 3, 1, 1, count_include_pad=False)
    return torch.lerp(out, soft, _uniform(pictures, 0.3, 1.0) * _some(pictures, SOFTER))


def grained(pictures: Tensor) -> Tensor:
    """Some with more grain."""
    deviation = _uniform(pictures, 0, GRAIN) * _some(pictures, GRAINY)
    return pictures + deviation * torch.randn_like(pictures)


def _some(pictures: Tensor, share: float) -> Tensor:
    """Which pictures, [n, 1, 1, 1]: a ``share`` of them."""
    return torch.rand(len(pictures), 1, 1, 1, device=pictures.device) < share


def _uniform(pictures: Tensor, low: float, high: float, each: int = 1) -> Tensor:
    """Random numbers for each picture, [n, each, 1, 1]."""
    return torch.rand(len(pictures), each, 1, 1, device=pictures.device) * (high - low) + low
