"""The address of a cluster's scheduler, and which are allowed: who reaches a scheduler can run anything on its workers.

So the way to other machines is encrypted, and both ends show a certificate; without that only this machine is allowed.
"""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sandbox.errors import Refused

if TYPE_CHECKING:
    from distributed.security import Security

EXTRA = "--cluster needs Dask, which is not installed here; install it with: pip install 'contraption-sandbox[cluster]'"
# Dask's names of the settings, for each of the three files.
_SETTINGS = {
    "--tls-ca-file": "distributed.comm.tls.ca-file",
    "--tls-cert": "distributed.comm.tls.client.cert",
    "--tls-key": "distributed.comm.tls.client.key",
}


class ClusterAddress(NamedTuple):
    """A cluster, as somebody names it: the address of its scheduler, and the files for encryption, if given."""

    address: str
    ca_file: Path | None = None
    cert: Path | None = None
    key: Path | None = None


def require_dask() -> None:
    """Make sure that Dask can be imported.

    Raises:
        Refused: it can't.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise Refused(EXTRA) from None


def check_address(address: str) -> None:
    """Refuse an address that is none, or that is not safe to use.

    Raises:
        Refused: it is no address of a scheduler, or it is one of another machine without encryption.
    """
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in ("tcp", "tls") or not host or port is None or address != f"{parts.scheme}://{parts.netloc}":
        raise Refused(f"'{address}' is no address of a cluster; they look like tls://192.0.2.7:8786")
    if parts.scheme == "tcp" and not is_loopback(host):
        raise Refused(
            f"{address}: tcp:// is neither encrypted nor does it ask for a certificate, and whoever reaches a "
            "scheduler can run anything on its workers; use tls://, or tcp:// on 127.0.0.1"
        )


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine and can't be reached from another one."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def security(place: ClusterAddress) -> Security | None:
    """Return the settings for encryption; None where there is none.

    Raises:
        Refused: a file is missing or can't be used.
    """
    import dask
    from distributed.security import Security

    if not place.address.startswith("tls://"):
        return None
    named = dict(zip(_SETTINGS, (place.ca_file, place.cert, place.key), strict=True))
    files = {option: named[option] or dask.config.get(setting) for option, setting in _SETTINGS.items()}
    for option, file in files.items():
        variable = "DASK_" + _SETTINGS[option].upper().replace(".", "__").replace("-", "_")
        if not file:
            raise Refused(f"tls:// needs {option} FILE, or {variable} in the environment; see `sandbox cluster --help`")
        if not os.access(file, os.R_OK):
            raise Refused(f"{option} {file}: can't be read")
    ca_file, cert, key = map(str, files.values())
    secure = Security(require_encryption=True, tls_ca_file=ca_file, tls_client_cert=cert, tls_client_key=key)
    try:
        secure.get_connection_args("client")
    except OSError as error:  # an SSLError is one
        raise Refused(f"{', '.join(files)}: these files are no certificates that fit ({error})") from None
    return secure


__all__ = ["EXTRA", "ClusterAddress", "check_address", "is_loopback", "require_dask", "security"]
