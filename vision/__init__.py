"""From pixels to a shelf: finds the cards of Ex Libris in a photo and reads them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.icons.legend import Legend
    from vision.pipeline import PhotoReader
    from vision.reading import PhotoReading

__all__ = ["Legend", "PhotoReader", "PhotoReading"]

# Said before onnxruntime is loaded: it would give this computer a number, keep that in the user's home, and
# tell its makers about the computer and the networks.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

_HOME = {"Legend": "vision.icons.legend", "PhotoReader": "vision.pipeline", "PhotoReading": "vision.reading"}


def __getattr__(name: str) -> Any:
    """Imports the three public names when they are first used: onnxruntime and OpenCV take a while."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
