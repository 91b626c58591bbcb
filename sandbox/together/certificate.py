"""A certificate for one session, and encryption with it. Guests know it by the fingerprint in the line."""

from __future__ import annotations

import hashlib
import os
import ssl
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sandbox.errors import Refused

EXTRA = "pip install 'cryptography>=46,<51'"  # as the extra `together` of the project names it
_VALID = timedelta(days=30)


def for_host(address: str) -> tuple[ssl.SSLContext, bytes]:
    """Make a certificate for a session; return what encrypts with it, and its fingerprint.

    Raises:
        Refused: the package that makes certificates is not installed.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise Refused(
            f"others reach {address} only with encryption, and the package for it is not installed: {EXTRA}. Without "
            "it they can come through a tunnel to 127.0.0.1: ssh -L"
        ) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "sandbox")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clock of a guest may be wrong
        .not_valid_after(now + _VALID)
        .sign(key, hashes.SHA256())
    )
    as_pem, plainly = serialization.Encoding.PEM, serialization.NoEncryption()
    key_text = key.private_bytes(as_pem, serialization.PrivateFormat.PKCS8, plainly)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    with tempfile.TemporaryDirectory(prefix="sandbox-") as folder:  # Python reads keys from files only
        file = Path(folder, "key.pem")
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as pem:
            pem.write(key_text + certificate.public_bytes(as_pem))
        context.load_cert_chain(file)
    return context, hashlib.sha256(certificate.public_bytes(serialization.Encoding.DER)).digest()


def for_guest() -> ssl.SSLContext:
    """Return what encrypts on the side of a guest; the wire itself compares the certificate with the line."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
