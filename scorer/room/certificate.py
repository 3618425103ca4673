"""A certificate of the app's own, so that it can be called by https: browsers lend a camera to no other page.

Nobody else vouches for it, so a browser warns once and asks whether to go on. It vouches for nothing but this
computer (no authority, RFC 5280), and a new one takes its place before it ends or when the computer has other
names or addresses.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.errors import RefusedInput, phrase
from scorer.folders import user_folder
from scorer.whole import write_whole

if TYPE_CHECKING:
    from cryptography import x509

#: Longer ones phones refuse, and one that ends so soon is made anew.
LASTS, SPARE = timedelta(days=397), timedelta(days=30)
#: Clocks of phones may be so far behind.
BEHIND = timedelta(days=1)
#: Names and addresses of before that it goes on to have: a laptop comes and goes between networks.
MOST_NAMES = 40


@dataclass(frozen=True, slots=True)
class Certificate:
    """Its file, and that of its private key, which only the user's account can read."""

    file: Path
    key: Path

    @classmethod
    def kept(cls, names: Iterable[str], now: datetime | None = None) -> Certificate:
        """The certificate of the data folder for these names and addresses, made where there is none.

        Raises:
            RefusedInput: the folder cannot be written.
        """
        folder = user_folder() / "https"
        mine = cls(folder / "certificate.pem", folder / "key.pem")
        wanted, now = list(dict.fromkeys(names)), now or datetime.now(UTC)
        known = mine._names(now)
        if known is None or not set(wanted) <= set(known):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                mine._make(list(dict.fromkeys([*wanted, *(known or ())]))[:MOST_NAMES], now)
            except OSError as error:
                raise RefusedInput(
                    phrase(
                        "{path} cannot be written ({reason}): see that there is room and that it may be "
                        "written there.",
                        path=str(folder),
                        reason=error.strerror or type(error).__name__,
                    )
                ) from error
        return mine

    def _names(self, now: datetime) -> list[str] | None:
        """What the kept certificate is for; None where there is none that is good for a while."""
        from cryptography import x509
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            kept = x509.load_pem_x509_certificate(self.file.read_bytes())
            key = load_pem_private_key(self.key.read_bytes(), None)
            named = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
            return None
        ends = kept.not_valid_after_utc - SPARE
        if key.public_key() != kept.public_key() or not kept.not_valid_before_utc <= now <= ends:
            return None
        return [str(each.value) for each in named]

    def _make(self, names: list[str], now: datetime) -> None:
        """Raises OSError: it cannot be written."""
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

        key = ec.generate_private_key(ec.SECP256R1())
        called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Shelfmark")])
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        builder = (
            x509.CertificateBuilder()
            .subject_name(called)
            .issuer_name(called)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - BEHIND)
            .not_valid_after(now - BEHIND + LASTS)
            .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=False)
        )
        private = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        write_whole(self.key, private, private=True)
        made = builder.sign(key, hashes.SHA256())
        write_whole(self.file, made.public_bytes(serialization.Encoding.PEM))


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
