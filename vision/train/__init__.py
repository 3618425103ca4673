"""How the networks in ``models/`` are made.

Needs the extra ``train``; at run time nothing of it is imported.
"""

from __future__ import annotations

import os

# Ultralytics must neither use the internet nor install packages
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
