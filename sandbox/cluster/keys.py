"""Keys and certificates of clusters: who has both belongs to the cluster, and can run anything on its workers.

The clusters of one user share a key of that user's, which is made when the first of them is started. It lies in the
folder of the settings, where nobody else may read it. Without a key, each user of a computer would reach a cluster on
it, also one that listens on 127.0.0.1 only.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.reading.files import read_bytes
from sandbox.recording import user_folders

PACKAGES = "'distributed>=2026.7,<2027' 'cryptography>=46,<51'"  # as the extra `cluster` of the project names them
EXTRA = f"--cluster needs Dask, which is not installed here; install it with: pip install {PACKAGES}"
_MOST_BYTES = 64 * 1024  # of a certificate
_RENEW = 7 * 86400.0  # s before a certificate is no longer valid, in which a new one takes its place


class KeyPair(NamedTuple):
    """The files of a certificate, which is also the only one to trust, and of its key."""

    certificate: Path
    key: Path


def own_folder() -> Path:
    """Return the folder of the user's own key."""
    return user_folders.config_dir() / "cluster"


def own(folder: Path | None = None) -> KeyPair | None:
    """Return the user's own key; None if none has been made.

    Raises:
        Refused: others may read or replace it.
    """
    pair = _in(folder or own_folder())
    if not (pair.certificate.is_file() and pair.key.is_file()):
        return None
    if sys.platform != "win32":
        for path in (pair.key.parent, *pair):
            stat = path.stat()
            if stat.st_uid != os.geteuid() or stat.st_mode & 0o077:
                raise Refused(
                    f"{path}: is not yours alone, so others may belong to your clusters; remove the folder "
                    f"{pair.key.parent}, and a new key is made there"
                )
    return pair


def own_or_new(folder: Path | None = None) -> KeyPair:
    """Return the user's own key, and make it if there is none, or one that soon is no longer valid.

    Raises:
        Refused: Dask is not installed, or the key is not safe.
        OSError: it can't be written.
    """
    folder = folder or own_folder()
    pair = own(folder)
    if pair is not None and _valid_until(pair.certificate) > time.time() + _RENEW:
        return pair
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".cluster-", dir=folder.parent) as beside:  # nobody else's
        new = Path(beside, "new")
        write(new)
        if pair is not None:
            folder.rename(Path(beside, "old"))
        with contextlib.suppress(OSError):  # another command has just made one, which is as good
            new.rename(folder)
    own_pair = own(folder)
    if own_pair is None:
        raise Refused(f"{folder}: no key can be put there; is there something else of this name?")
    return own_pair


def _in(folder: Path) -> KeyPair:
    return KeyPair(folder / "cert.pem", folder / "key.pem")


def _valid_until(certificate: Path) -> float:
    """Return when a certificate ends, in seconds since 1970; 0 if it is none."""
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificate(read_bytes(certificate, _MOST_BYTES)).not_valid_after_utc.timestamp()
    except ValueError:  # it is no certificate, or can't be read
        return 0.0


def write(folder: Path) -> KeyPair:
    """Make a key and a certificate for all machines of a cluster.

    Raises:
        Refused: they are there already, or what makes them is not installed.
        OSError: they can't be written.
    """
    try:
        from distributed.security import Security

        secure = Security.temporary()
    except ImportError:
        raise Refused(EXTRA) from None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    pair = _in(folder)
    for path, text in zip(pair, (secure.tls_client_cert, secure.tls_client_key), strict=True):
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(text)
        except FileExistsError:
            raise Refused(f"{path}: is there already; remove it, or choose another folder") from None
    return pair
