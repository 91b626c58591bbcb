"""The address of a cluster's scheduler, and which are allowed: who reaches a scheduler can run anything on its workers.

So the way to it is encrypted, and both ends show a certificate, also on one computer, which may have other users. Where
no files are named the user's own key is taken. Without a key there is only 127.0.0.1, for who says what that means.
"""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sandbox.cluster import keys
from sandbox.errors import Refused

if TYPE_CHECKING:
    from distributed.security import Security

# Dask's names of the settings, for each of the three files.
_SETTINGS = {
    "--tls-ca-file": "distributed.comm.tls.ca-file",
    "--tls-cert": "distributed.comm.tls.client.cert",
    "--tls-key": "distributed.comm.tls.client.key",
}


class ClusterAddress(NamedTuple):
    """A cluster, as somebody names it: the address of its scheduler, and the files for encryption, if given.

    `insecure`: it may be one that any user of this computer reaches.
    """

    address: str
    ca_file: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    insecure: bool = False


INSECURE = "--insecure-any-user"


def require_dask() -> None:
    """Make sure that Dask can be imported.

    Raises:
        Refused: it can't.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise Refused(keys.EXTRA) from None


def check_address(address: str, insecure: bool = False) -> None:
    """Refuse an address that is none, or that is not safe to use.

    Args:
        insecure: tcp:// is meant, although any user of this computer reaches it.

    Raises:
        Refused: it is no address of a scheduler, or it is one without encryption that is not meant to be so, or that
            is one of another machine.
    """
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in ("tcp", "tls") or not host or port is None or address != f"{parts.scheme}://{parts.netloc}":
        raise Refused(f"'{address}' is no address of a cluster; they look like tls://127.0.0.1:8786")
    if parts.scheme == "tcp" and not is_loopback(host):
        raise Refused(
            f"{address}: tcp:// is neither encrypted nor does it ask for a certificate, and whoever reaches a "
            "scheduler can run anything on its workers; use tls://"
        )
    if parts.scheme == "tcp" and not insecure:
        raise Refused(
            f"{address}: each user of this computer could run anything in your name by tcp://, which asks for no key; "
            f"use tls://{parts.netloc}, for which your own key is made, or add {INSECURE}"
        )


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine and can't be reached from another one."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def has_named_key(place: ClusterAddress) -> bool:
    """Tell whether a file for encryption is named, for a cluster or in the settings of Dask."""
    import dask

    return any(place[1:4]) or any(dask.config.get(setting) for setting in _SETTINGS.values())


def with_own_key(place: ClusterAddress) -> ClusterAddress:
    """Let a cluster have the user's own key, which is made now if need be, unless another one is named.

    Raises:
        Refused: it can't be made, or is not safe.
    """
    require_dask()
    if not place.address.startswith("tls://") or has_named_key(place):
        return place
    try:
        pair = keys.own_or_new()
    except OSError as error:
        raise Refused(f"{keys.own_folder()}: no key can be written there: {error.strerror or error}") from None
    return place._replace(ca_file=pair.certificate, cert=pair.certificate, key=pair.key)


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
    if not any(files.values()):
        pair = keys.own()
        if pair is None:
            raise Refused(
                "there is no key of yours yet, and thus no cluster of yours: `sandbox cluster scheduler` makes one; "
                f"or name that of another cluster with {', '.join(_SETTINGS)}"
            )
        files = dict(zip(_SETTINGS, (pair.certificate, *pair), strict=True))
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
