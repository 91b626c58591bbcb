"""Start a scheduler and workers of Dask so that only those who are meant reach them.

Left to itself Dask listens on all addresses, also for its web pages. Here a process listens on one address, its pages
are left out, and the port for them is one of this machine only.
"""

from __future__ import annotations

import os
from pathlib import Path

from sandbox.cluster.address import EXTRA, ClusterAddress, check_address, require_dask, security
from sandbox.errors import Refused
from sandbox.tasks import child

# What costs processor time all the while, or opens a door, and is of no use for jobs of a second or two.
_SETTINGS = {
    "ADMIN__SYSTEM_MONITOR__DISK": "False",
    "ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "False",
    "ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "ADMIN__TICK__INTERVAL": "500ms",
    "SCHEDULER__HTTP__ROUTES": "[]",
    "SCHEDULER__WORK_STEALING": "False",
    "SCHEDULER__WORKER_TTL": "60s",
    "WORKER__HTTP__ROUTES": "[]",
    "WORKER__PROFILE__ENABLED": "False",
}
_PRIVATE = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]


def scheduler_line(place: ClusterAddress) -> list[str]:
    """Return the command line that starts a scheduler at an address.

    Raises:
        Refused: the address or the certificates can't be used, or Dask is not installed.
    """
    scheme, host, port = _checked(place)
    line = ["--protocol", scheme, "--host", host, "--port", port, *_PRIVATE]
    return child.command("-m", "distributed.cli.dask_scheduler", *line, *_certificates(place))


def worker_line(place: ClusterAddress, host: str, jobs: int) -> list[str]:
    """Return the command line that starts a worker.

    Args:
        place: the scheduler.
        host: the address of this machine on which the worker listens.
        jobs: the number of batches that it runs at a time.

    Raises:
        Refused: an address or the certificates can't be used, or Dask is not installed.
    """
    scheme, _, _ = _checked(place)
    check_address(f"{scheme}://{host}:0" if ":" not in host else f"{scheme}://[{host}]:0")
    line = [place.address, "--protocol", scheme, "--host", host, "--nworkers", "1", "--nthreads", str(jobs)]
    # The memory of a job is limited in its own process; over a limit of Dask's the worker would be killed.
    line += ["--memory-limit", "0", "--death-timeout", "60", *_PRIVATE]
    return child.command("-m", "distributed.cli.dask_worker", *line, *_certificates(place))


def become(line: list[str]) -> None:
    """Go on as another program, with the settings for our clusters."""
    settings = {f"DASK_DISTRIBUTED__{name}": value for name, value in _SETTINGS.items()}
    os.execve(line[0], line, {**settings, **child.environment()})


def _checked(place: ClusterAddress) -> tuple[str, str, str]:
    check_address(place.address)
    require_dask()
    security(place)
    scheme, _, rest = place.address.partition("://")
    host, _, port = rest.rpartition(":")
    return scheme, host.strip("[]"), port


def _certificates(place: ClusterAddress) -> list[str]:
    files = {"--tls-ca-file": place.ca_file, "--tls-cert": place.cert, "--tls-key": place.key}
    return [text for option, file in files.items() if file is not None for text in (option, str(file))]


def write_keys(folder: Path) -> tuple[Path, Path]:
    """Make a key and a certificate for all machines of a cluster; whoever has both belongs to it.

    Raises:
        Refused: they are there already, or what makes them is not installed.
        OSError: they can't be written.
    """
    try:
        from distributed.security import Security

        secure = Security.temporary()
    except ImportError:
        raise Refused(EXTRA) from None
    folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / "cert.pem": secure.tls_client_cert, folder / "key.pem": secure.tls_client_key}
    for path, text in texts.items():
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(text)
        except FileExistsError:
            raise Refused(f"{path}: is there already; remove it, or choose another folder") from None
    certificate, key = texts
    return certificate, key


__all__ = ["become", "scheduler_line", "worker_line", "write_keys"]
