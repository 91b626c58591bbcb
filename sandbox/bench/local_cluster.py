"""A cluster of this machine alone, started by the program's own commands: for measurements, and for tests."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sandbox.cluster.address import ClusterAddress, security, with_own_key
from sandbox.tasks import child

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 300.0  # seconds; on a busy computer a cluster takes a minute to start
_END = 10.0  # seconds that a process has to end by itself


class LocalCluster:
    """A scheduler, and workers with the nannies that restart them; closed at the end of a `with` block.

    Args:
        folder: for the log of all of them; it has to be there.
        files: for encryption: the certificate to trust, a certificate, and its key; by default the user's own key.
    """

    def __init__(self, folder: Path, *files: Path) -> None:
        self.place = with_own_key(ClusterAddress(f"tls://127.0.0.1:{free_port()}", *(files or (None, None, None))))
        self.log = folder / "log"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler")

    def add_worker(self, jobs: int = 1) -> None:
        """Start a worker."""
        self.workers.append(self._start("worker", "--jobs", str(jobs)))

    def _start(self, role: str, *options: str) -> subprocess.Popen[bytes]:
        address, files = self.place.address, self.place[1:4]
        tls = [f"--tls-{name}={file}" for name, file in zip(("ca-file", "cert", "key"), files, strict=True) if file]
        with self.log.open("ab") as log:
            return child.start(
                "sandbox", "cluster", role, address, *options, *tls, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def wait_for_workers(self) -> None:
        """Wait until all workers that were started are there."""
        with self._client() as client:
            client.wait_for_workers(len(self.workers), timeout=PATIENCE)

    def processor_seconds(self) -> float:
        """Return the processor time of scheduler, nannies and workers until now; that of the children is left out."""
        with self._client() as client:
            spent: list[float] = [client.run_on_scheduler(time.process_time)]
            spent += client.run(time.process_time).values()
            spent += client.run(time.process_time, nanny=True).values()
        return sum(spent)

    def _client(self) -> Client:
        from distributed import Client

        return Client(self.place.address, security=security(self.place), timeout=PATIENCE, set_as_default=False)

    def close(self) -> None:
        """End the cluster's processes."""
        for process in (*self.workers, self.scheduler):
            process.terminate()
        for process in (*self.workers, self.scheduler):
            try:
                process.wait(_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def free_port() -> int:
    """Return the number of a port of this machine on which nothing listens at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
