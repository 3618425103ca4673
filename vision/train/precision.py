"""Short floating-point numbers where the processor or the accelerator knows them."""

from __future__ import annotations

import torch


def short_floats(device: str) -> torch.autocast:
    """The context in which networks compute with bfloat16, if that is faster on this ``device``.

    A processor that does not know bfloat16 takes many times as long with it, and computes with float32.

    >>> with short_floats("cpu"):
    ...     (torch.ones(2, 2) @ torch.ones(2, 2)).float().tolist()
    [[2.0, 2.0], [2.0, 2.0]]
    """
    known = device != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast(device, torch.bfloat16, enabled=known)
