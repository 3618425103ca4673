"""The reader's three small networks. They see strips in the geometry of ``vision.rectify``.

Inputs are float32 ``[n, 3, height, width]``, BGR, 0 to 255; every network brings its own brightness and
contrast to one scale first, so that dim or washed-out photos need nothing done to them.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision import rectify

LETTERS, HIGHEST = 26, 14
FINDER_SIZE = (56, 128)  #: height and width of the icon finder's input: half a strip
FINDER_STRIDE = 4
ICON_SIZE = 32  #: side of the icon encoder's input
EMBEDDING = 48


def normalise(x: Tensor) -> Tensor:
    """Each picture to mean 0 and deviation 1 over all its pixels and colours."""
    mean = x.mean(dim=(1, 2, 3), keepdim=True)
    deviation = (x - mean).square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return (x - mean) / (deviation + 4.0)


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions beside the identity (He et al. 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = nn.Sequential(
            conv(channels, channels),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.inner(x))


class BannerReader(nn.Module):
    """Letter, order and count from the left part of a strip.

    Each output looks at the picture through attention maps of its own (learned queries): one for the letter,
    two each for order and count. Gives logits ``[n, 26]``, ``[n, 14]`` and ``[n, 14]``; orders and counts
    begin at 1.
    """

    MAPS = (1, 2, 2)

    def __init__(self, channels: int = 96) -> None:
        super().__init__()
        half = channels // 2
        self.features = nn.Sequential(
            conv(3, 20, 2),
            conv(20, half, 2),
            Residual(half),
            conv(half, channels, 2),
            Residual(channels),
            Residual(channels),
            Residual(channels),
        )
        rows, columns = rectify.HEIGHT // 8, rectify.BANNER_WIDTH // 8
        self.place = nn.Parameter(torch.zeros(1, channels, rows, columns))
        self.attention = nn.Sequential(
            nn.Conv2d(channels, 64, 1), nn.ReLU(inplace=True), nn.Conv2d(64, sum(self.MAPS), 1)
        )
        self.heads = nn.ModuleList(
            nn.Sequential(
                nn.Linear(channels * maps, 128),
                nn.ReLU(inplace=True),
                nn.Dropout(0.1),
                nn.Linear(128, outputs),
            )
            for maps, outputs in zip(self.MAPS, (LETTERS, HIGHEST, HIGHEST), strict=True)
        )

    def look(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The features ``[n, channels, rows, columns]`` and where each map looks, ``[n, maps, rows *
        columns]``.
        """
        seen = self.features(normalise(x)) + self.place
        return seen, self.attention(seen).flatten(2).float().softmax(dim=2)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return self.decide(*self.look(x))

    def decide(self, seen: Tensor, weights: Tensor) -> tuple[Tensor, ...]:
        """The logits, from what ``look`` gives."""
        pooled = weights @ seen.flatten(2).transpose(1, 2)  # [n, maps, channels]
        out, start = [], 0
        for head, maps in zip(self.heads, self.MAPS, strict=True):
            out.append(head(pooled[:, start : start + maps].flatten(1)))
            start += maps
        return tuple(out)


class IconFinder(nn.Module):
    """Where the icons of a strip are (CenterNet, Zhou et al. 2019): ``[n, 4, 14, 32]`` for each place of a
    grid.

    Channels: the logit that an icon's middle is here, its x and y within the grid place (0 to 1), log of its
        size in grid places.
    """

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        self.features = nn.Sequential(
            conv(3, 16, 2),
            conv(16, channels, 2),
            Residual(channels),
            Residual(channels),
            conv(channels, channels),
        )
        self.wide = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 3, dilation=3, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
        )
        self.out = nn.Conv2d(2 * channels, 4, 1)
        nn.init.constant_(self.out.bias, -2.0)

    def forward(self, x: Tensor) -> Tensor:
        near = self.features(normalise(x))
        return self.out(torch.cat([near, self.wide(near)], dim=1))


class IconEncoder(nn.Module):
    """An icon's picture to a unit vector ``[n, 48]``: pictures of one icon lie close together, on a strip or
    a legend.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            conv(3, 24),
            conv(24, 32, 2),
            Residual(32),
            conv(32, 64, 2),
            Residual(64),
            conv(64, 96, 2),
            Residual(96),
        )
        self.out = nn.Linear(96 * 16, EMBEDDING)

    def forward(self, x: Tensor) -> Tensor:
        # colour tells icons apart too, so contrast is brought to one scale over all colours, not colour by
        # colour
        seen = self.features(normalise(x)).flatten(1)
        return nn.functional.normalize(self.out(seen), dim=1)
