"""Clusters on this machine for tests, and what can be seen of their processes from outside."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox.bench.local_cluster import PATIENCE, LocalCluster


def require_dask() -> None:
    """Skip where Dask is not installed; a CI server has to have it."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("Dask is missing: pip install -e '.[cluster]'", allow_module_level=True)


class WatchedCluster(LocalCluster):
    """A cluster on loopback, with what can be seen of its processes, and killed in the end."""

    def pids(self) -> list[int]:
        """Return all processes of the cluster."""
        return [pid for process in (self.scheduler, *self.workers) for pid in family(process.pid)]

    def worker_pids(self) -> list[int]:
        """Return the workers themselves, without their nannies."""
        return [pid for pid in self.pids() if "from multiprocessing.spawn" in command(pid)]

    def children(self) -> list[int]:
        """Return the processes of ours that carry out jobs."""
        return [pid for pid in self.pids() if "sandbox.tasks.child_main" in command(pid)]

    def close(self) -> None:
        """End all of it."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in (self.scheduler, *self.workers):
            process.wait()


@contextlib.contextmanager
def watched_cluster(folder: Path, workers: int, *files: Path) -> Iterator[WatchedCluster]:
    """Run a cluster on loopback; with three files it is encrypted."""
    folder.mkdir(parents=True, exist_ok=True)
    with WatchedCluster(folder, *files) as cluster:
        for _ in range(workers):
            cluster.add_worker()
        cluster.wait_for_workers()
        yield cluster


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.2)


# -- processes, as the system tells of them


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it, without those that have ended."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    parents[int(entry.name)] = int(parent)
    members = [pid] if pid in parents else []
    for member in members:
        members += [child for child, parent in parents.items() if parent == member]
    return members


def listening(pids: list[int]) -> set[str]:
    """Return the addresses, in the system's hexadecimal form, on which processes listen."""
    sockets = set()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                sockets.add(os.readlink(link))
    addresses = set()
    for table in ("tcp", "tcp6"):
        for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = row.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                addresses.add(fields[1].partition(":")[0])
    return addresses
