"""Begins a wider letter reader with the weights of a narrow reader, so that it need not learn them anew.

Channels are copied until there are enough, and the output of a copied channel is divided among its copies. So
the wide network answers like the narrow network, but for a little noise that sets the copies apart (Chen,
Goodfellow and Shlens, Net2Net, ICLR 2016).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.train.reader.nets import LetterReader, Residual

NOISE = 0.03  #: deviation of the copied weights, as a share of each


def widen(narrow: LetterReader, wide: LetterReader) -> None:
    """Gives ``wide`` the weights of ``narrow``; its layers have as many channels or more."""
    before = torch.arange(3)
    for ours, theirs in zip(narrow.features, wide.features, strict=True):
        if isinstance(ours, Residual):  # both summands must have the same channels
            assert isinstance(theirs, Residual)
            inside = _copied(ours.inner[0][0], theirs.inner[0][0])
            _fill(ours.inner[0], theirs.inner[0], before, inside)
            _fill(ours.inner[1:], theirs.inner[1:], inside, before)
        else:
            after = _copied(ours[0], theirs[0])
            _fill(ours, theirs, before, after)
            before = after
    wide.head.load_state_dict(narrow.head.state_dict())


def _copied(ours: nn.Module, theirs: nn.Module) -> Tensor:
    """Which of our channels each of theirs is a copy of: all of ours first."""
    assert isinstance(ours, nn.Conv2d)
    assert isinstance(theirs, nn.Conv2d)
    more = theirs.out_channels - ours.out_channels
    return torch.cat([torch.arange(ours.out_channels), torch.randint(ours.out_channels, (more,))])


def _fill(ours: nn.Sequential, theirs: nn.Sequential, before: Tensor, after: Tensor) -> None:
    """A convolution and its normalisation, from channels ``before`` to channels ``after``."""
    weight = ours[0].weight.detach()[after][:, before]
    copies = torch.bincount(before)[before]
    weight = weight / copies[None, :, None, None]
    theirs[0].weight.data.copy_(weight * (1 + NOISE * torch.randn_like(weight)))
    for name in ("weight", "bias", "running_mean", "running_var"):
        getattr(theirs[1], name).data.copy_(getattr(ours[1], name).detach()[after])
