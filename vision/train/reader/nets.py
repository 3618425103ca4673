"""The reader's small networks: one finds the marks on a strip, the others read them.

Inputs are float32 ``[n, 3, height, width]``, BGR, 0 to 255. Every network first brings brightness and
contrast to one scale, so that dim and washed-out photos need no preparation.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

LETTERS, HIGHEST = 26, 14
ICON_SIZE = 32  #: side of the icon encoder's input
EMBEDDING = 48


def short_floats(device: str) -> torch.autocast:
    """The context in which networks compute with bfloat16, if that is faster on this ``device``.

    A processor that does not know bfloat16 takes many times as long with it, and computes with float32.

    >>> with short_floats("cpu"):
    ...     (torch.ones(2, 2) @ torch.ones(2, 2)).float().tolist()
    [[2.0, 2.0], [2.0, 2.0]]
    """
    known = device != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast(device, torch.bfloat16, enabled=known)


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


def blurred(x: Tensor) -> Tensor:
    """The mean within about ten pixels, in steps of four; sides must be multiples of four."""
    small = nn.functional.avg_pool2d(nn.functional.avg_pool2d(x, 4), 5, 1, 2, count_include_pad=False)
    return nn.functional.interpolate(small, scale_factor=4.0, mode="nearest")


class Around(nn.Module):
    """The wider surroundings of each place, up to half a strip away (U-Net, Ronneberger et al. 2015).

    Maps at an eighth and a sixteenth of the strip's size are brought back to the size of ``x``
    [n, channels, 19, 43]. At first they add nothing.
    """

    def __init__(self, channels: int, wider: int = 48, widest: int = 96) -> None:
        super().__init__()
        self.eighth = nn.Sequential(conv(channels, wider, 2), Residual(wider))
        self.sixteenth = nn.Sequential(
            conv(wider, widest, 2), Residual(widest), Residual(widest), nn.Conv2d(widest, wider, 1)
        )
        self.together = Residual(wider)
        self.back = nn.Conv2d(wider, channels, 1)
        nn.init.zeros_(self.back.weight)
        nn.init.zeros_(self.back.bias)

    def forward(self, x: Tensor) -> Tensor:
        eighth = self.eighth(x)
        both = torch.relu(eighth + twice_as_large(self.sixteenth(eighth), 10, 22))
        return twice_as_large(self.back(self.together(both)), 19, 43)


def twice_as_large(x: Tensor, height: int, width: int) -> Tensor:
    """Every place of a map doubled across and down, as far as ``height`` and ``width``."""
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")[:, :, :height, :width]


class StripFinder(nn.Module):
    """Where the icons, the letter and the number of a strip are (CenterNet, Zhou et al. 2019).

    Gives ``[n, 7, 19, 43]`` for each place of a grid: the logits that the middle of an icon, of the letter,
    of the number is here; its x and y within the grid place (logits of 0 to 1); logs of its width and height
    in grid places.
    """

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        self.features = nn.Sequential(
            conv(6, 20, 2),
            conv(20, channels, 2),
            Residual(channels),
            Residual(channels),
            conv(channels, channels),
        )
        self.around = Around(channels)
        self.wide = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 3, dilation=3, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            Residual(channels),
        )
        self.out = nn.Conv2d(2 * channels, 7, 1)
        nn.init.constant_(self.out.bias, -2.0)

    def forward(self, x: Tensor) -> Tensor:
        x = normalise(x)
        # pale marks on a pale ground stand out against their surroundings, not against the whole strip
        apart = x - blurred(x)
        spread = blurred(apart.square())
        near = self.features(torch.cat([x, apart * (spread + 0.01).rsqrt()], dim=1))
        near = torch.relu(near + self.around(near))
        return self.out(torch.cat([near, self.wide(near)], dim=1))


class TitleFinder(nn.Module):
    """Where the titles on a card's books begin (CenterNet, Zhou et al. 2019).

    ``[n, 3, 200, 200]``, turned so that titles read from the left, to ``[n, 5, 50, 50]``: for each place of a
    grid the logit that a title begins here; x and y of its first letter's middle within the place (logits of
    0 to 1); logs of that letter's width and height in places.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(conv(6, 16, 2), conv(16, 32, 2), Residual(32))
        self.coarse = nn.Sequential(conv(32, 48, 2), Residual(48), Residual(48))
        self.back = nn.Conv2d(48, 32, 1)
        self.wide = nn.Sequential(
            nn.Conv2d(32, 32, (3, 5), 1, (3, 6), dilation=3, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
        )
        self.out = nn.Conv2d(64, 5, 1)
        nn.init.constant_(self.out.bias, -2.0)

    def forward(self, x: Tensor) -> Tensor:
        x = normalise(x)
        apart = x - blurred(x)
        near = self.features(torch.cat([x, apart * (blurred(apart.square()) + 0.01).rsqrt()], dim=1))
        around = self.back(self.coarse(near))
        near = torch.relu(near + nn.functional.interpolate(around, scale_factor=2.0, mode="nearest"))
        return self.out(torch.cat([near, self.wide(near)], dim=1))


class Head(nn.Module):
    """A class from pooled features; gives its logits and the features of its last layer, ``[n, 96]``."""

    def __init__(self, inputs: int, outputs: int, hidden: int = 96) -> None:
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(hidden, outputs)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.hidden(x)
        return self.last(self.drop(seen)), seen


def strokes(fine: int, middling: int, channels: int) -> list[nn.Module]:
    """The first layers of both readers: from a picture to ``channels`` maps, a quarter as wide and high."""
    return [
        conv(3, fine, 2),
        conv(fine, middling),
        Residual(middling),
        conv(middling, channels, 2),
        Residual(channels),
        Residual(channels),
    ]


class LetterReader(nn.Module):
    """A letter's picture ``[n, 3, 40, 40]`` to logits ``[n, 26]`` and features ``[n, 96]``."""

    def __init__(self, fine: int = 32, middling: int = 64, channels: int = 144) -> None:
        super().__init__()
        self.features = nn.Sequential(*strokes(fine, middling, channels), conv(channels, 64, 2))
        self.head = Head(64 * 25, LETTERS)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.head(self.features(normalise(x)).flatten(1))


class NumberReader(nn.Module):
    """A number's picture ``[n, 3, 56, 96]``, or a larger picture, to order and count.

    Order and count have separate attention maps (learned queries) with two places each, for numbers of two
    digits. Gives logits ``[n, 14]`` and ``[n, 14]``, which begin at 1, and the
    features ``[n, 96]`` of both.
    """

    MAPS = 3

    def __init__(
        self,
        fine: int = 24,
        middling: int = 48,
        channels: int = 96,
        places: tuple[int, int] = (14, 24),
    ) -> None:
        super().__init__()
        self.features = nn.Sequential(*strokes(fine, middling, channels))
        self.place = nn.Parameter(torch.zeros(1, channels, *places))
        self.attention = nn.Sequential(
            nn.Conv2d(channels, 48, 1), nn.ReLU(inplace=True), nn.Conv2d(48, 2 * self.MAPS, 1)
        )
        self.order, self.of = (Head(channels * self.MAPS, HIGHEST) for _ in range(2))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        seen = self.features(normalise(x)) + self.place
        weights = self.attention(seen).flatten(2).float().softmax(dim=2)
        pooled = weights @ seen.flatten(2).transpose(1, 2).float()  # [n, 2 * maps, channels]
        order, order_seen = self.order(pooled[:, : self.MAPS].flatten(1))
        of, of_seen = self.of(pooled[:, self.MAPS :].flatten(1))
        return order, of, order_seen, of_seen


class BookReader(nn.Module):
    """A card's picture ``[n, 3, 128, 172]`` to the logits of its number of books ``[n, 3]``, of each book's
    category ``[n, 24]``, and of its fitting the printed game's anatomy ``[n, 1]``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 32, 2),
            Residual(32),
            conv(32, 64, 2),
            Residual(64),
            conv(64, 64, 2),
            Residual(64),
        )
        self.hidden = nn.Sequential(nn.Linear(64 * 88, 160), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.count, self.category, self.fits = (nn.Linear(160, outputs) for outputs in (3, 24, 1))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.hidden(self.features(normalise(x)).flatten(1))
        return self.count(seen), self.category(seen), self.fits(seen)


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
        # icons differ in colour too, so contrast is brought to one scale over all colours, not colour by
        # colour
        seen = self.features(normalise(x)).flatten(1)
        return nn.functional.normalize(self.out(seen), dim=1)
