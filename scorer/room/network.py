"""How this computer is called in its network."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

from scorer.room.settings import more_hosts

#: Hosts that mean all addresses of this computer, and are not an address to call.
ALL = (None, "", "0.0.0.0", "::")
#: Names and addresses of the computer for itself alone, beside 127.….
OWN = ("localhost", "::1")


def phone_host(host: str | None) -> str | None:
    """This computer's address for a phone, for a server that listens on ``host``; None if a phone cannot call
    it.

    >>> phone_host("192.168.0.17")
    '192.168.0.17'
    >>> phone_host("127.0.0.1") is None
    True
    """
    found = network_address() if host in ALL else host
    return None if found is None or found in OWN or found.startswith("127.") else found


def network_address() -> str | None:
    """This computer's address in its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # the route to an address of no computer (RFC 5737)
        except OSError:
            return None
        return str(way.getsockname()[0])  # nothing was sent


def url(host: str, port: int, secure: bool = False) -> str:
    """
    >>> url("::1", 8501), url("10.0.0.5", 8501, secure=True)
    ('http://[::1]:8501', 'https://10.0.0.5:8501')
    """
    scheme = "https" if secure else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def computer_names() -> tuple[str, ...]:
    """The names that this computer bears in its own network, its own first.

    >>> named("desk.home"), named("")
    (('desk.home', 'desk', 'desk.local'), ())
    """
    return named(socket.gethostname().lower())


def named(host: str) -> tuple[str, ...]:
    short = host.partition(".")[0]
    return tuple(dict.fromkeys(name for name in (host, short, f"{short}.local") if name.strip(".") and short))


def certified_names(host: str | None) -> list[str]:
    """The names and addresses by which browsers may call a server that listens on ``host``."""
    found = [*OWN, "127.0.0.1", *computer_names(), *(more for more in more_hosts() if "*" not in more)]
    return [*found, *filter(None, [host if host not in ALL else None, phone_host(host)])]


#: How each system is asked for the wireless network that it works in, and where the answer says it.
_WIRELESS = {
    "linux": (("iwgetid", "--raw"), r"(.+)"),
    "darwin": (("networksetup", "-getairportnetwork", "en0"), r"[^:]+: (.+)"),
    "win32": (("netsh", "wlan", "show", "interfaces"), r"\s*SSID\s*: (.+)"),
}
#: Seconds that a system may take for that.
_PATIENCE = 2.0


def network_name(system: str = sys.platform) -> str | None:
    """The name of the wireless network that this computer works in; None where none can be told."""
    command, answer = _WIRELESS.get(system, ((), ""))
    if not command:
        return None
    try:
        output = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = (re.fullmatch(answer, line) for line in output.decode(errors="replace").splitlines())
    return next((line[1].strip() for line in found if line), None)
