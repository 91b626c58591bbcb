"""Start a scheduler and workers of Dask so that only those who are meant reach them.

Left to itself Dask listens on all addresses, also for its web pages. Here a process listens on one address, its pages
are left out, and the port for them is one of this machine only.
"""

from __future__ import annotations

import os

from sandbox.cluster.address import ClusterAddress, check_address, security, with_own_key
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
_PROCESS = "sandbox.cluster.dask_process"
_PRIVATE = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]


def scheduler_line(place: ClusterAddress) -> list[str]:
    """Return the command line that starts a scheduler at an address.

    Raises:
        Refused: the address or the certificates can't be used, or Dask is not installed.
    """
    place = _checked(place)
    scheme, host, port = _parts(place)
    line = ["--protocol", scheme, "--host", host, "--port", port, *_PRIVATE]
    return child.command("-m", _PROCESS, "distributed.cli.dask_scheduler", *line, *_certificates(place))


def worker_line(place: ClusterAddress, host: str, jobs: int) -> list[str]:
    """Return the command line that starts a worker.

    Args:
        place: the scheduler.
        host: the address of this machine on which the worker listens.
        jobs: the number of batches that it runs at a time.

    Raises:
        Refused: an address or the certificates can't be used, or Dask is not installed.
    """
    place = _checked(place)
    scheme, _, _ = _parts(place)
    check_address(f"{scheme}://{host}:0" if ":" not in host else f"{scheme}://[{host}]:0", place.insecure)
    line = [place.address, "--protocol", scheme, "--host", host, "--nworkers", "1", "--nthreads", str(jobs)]
    # The memory of a job is limited in its own process; over a limit of Dask's the worker would be killed.
    line += ["--memory-limit", "0", "--death-timeout", "60", *_PRIVATE]
    return child.command("-m", _PROCESS, "distributed.cli.dask_worker", *line, *_certificates(place))


def become(line: list[str]) -> None:
    """Go on as another program, with the settings for our clusters."""
    settings = {f"DASK_DISTRIBUTED__{name}": value for name, value in _SETTINGS.items()}
    os.execve(line[0], line, {**settings, **child.environment()})


def _checked(place: ClusterAddress) -> ClusterAddress:
    """Return a cluster with the files for its encryption, which can be used."""
    check_address(place.address, place.insecure)
    place = with_own_key(place)
    security(place)
    return place


def _parts(place: ClusterAddress) -> tuple[str, str, str]:
    scheme, _, rest = place.address.partition("://")
    host, _, port = rest.rpartition(":")
    return scheme, host.strip("[]"), port


def _certificates(place: ClusterAddress) -> list[str]:
    files = {"--tls-ca-file": place.ca_file, "--tls-cert": place.cert, "--tls-key": place.key}
    return [text for option, file in files.items() if file is not None for text in (option, str(file))]
