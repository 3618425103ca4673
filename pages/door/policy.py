"""What a browser is told that a page of the app may run, show and ask."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.types import Scope

#: Streamlit's own page, in which a few lines of script stand.
_INDEX = Path(streamlit.__file__).parent / "static" / "index.html"
#: The app asks for nothing from elsewhere. Our parts of a page come as `blob:` scripts, pictures as `data:`.
#: No WebAssembly. Firefox tells of one module that this blocks: by it long.js, in Streamlit's protobuf.js,
#: multiplies whole numbers of 64 bits. Without it long.js does so in JavaScript, so nothing is missing.
_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' blob: {hashes}",
    "style-src": "'self' 'unsafe-inline' blob:",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "media-src": "'self' blob:",
    "connect-src": "'self' data: blob: {sockets}",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


def security_headers(scope: Scope) -> dict[str, str]:
    """The headers of every answer."""
    host = Headers(scope=scope).get("host", "")
    # Not all browsers take a WebSocket for 'self'. The Host was looked at before (`pages.door.hosts`).
    sockets = f"ws://{host} wss://{host}" if re.fullmatch(r"[\w.:\[\]-]+", host) else ""
    filled = (f"{name} {rule.format(hashes=_hashes(), sockets=sockets)}" for name, rule in _POLICY.items())
    return {
        "Content-Security-Policy": "; ".join(filled),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",  # an address holds the key of a table
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    }


@cache
def _hashes() -> str:
    """The scripts that stand in Streamlit's page."""
    scripts = re.findall(r"<script>(.*?)</script>", _INDEX.read_text(encoding="utf-8"), re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
