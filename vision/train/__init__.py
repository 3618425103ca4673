"""How the networks in ``models/`` are made.

Needs the extra ``train``; at run time nothing of it is imported.
"""

from __future__ import annotations

import os

# Ultralytics must neither use the internet nor install packages
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

#: Held-out scenes have seeds from here on, so that no scene is in both sets.
HELD_OUT_SEEDS = 900_000
