"""Processes of a cluster killed while it verifies recordings: each file gets one answer, and nothing runs on.

``python -m tests.tools.cluster_kills`` kills each kind of process (scheduler, nanny, worker, child, client) at five
moments; ``--kinds worker,child --moments 2 --files 60`` does less. It prints a line for each, and exits with 1 if a
file had no answer or two, if a child was still there five seconds after the end of the command, or if the command
took longer to notice a lost scheduler than 30 seconds."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.clusters import WatchedCluster, until, watched_cluster

ROOT = Path(__file__).resolve().parents[2]
ALIVE = 5.0  # seconds after the end of the command in which its children may end
LOST = 30.0  # seconds in which a lost scheduler must be noticed
# Each kind of process, as it is found in a cluster whose command runs as the process that is given.
VICTIMS: dict[str, Callable[[WatchedCluster, int], int]] = {
    "scheduler": lambda cluster, client: cluster.scheduler.pid,
    "nanny": lambda cluster, client: cluster.workers[0].pid,
    "worker": lambda cluster, client: cluster.worker_pids()[0],
    "child": lambda cluster, client: cluster.children()[0],
    "client": lambda cluster, client: client,
}
FATAL = ("scheduler", "nanny")  # for the cluster, or for a worker of it


class PastEffects(NamedTuple):
    """The answers of a command whose process, or whose cluster's, was killed."""

    kind: str
    files: int
    verdicts: Counter[str]
    twice: int
    code: int
    sentence: str
    seconds: float  # from the kill to the end of the command
    children: int  # that were still there

    @property
    def is_good(self) -> bool:
        """Whether each file has one answer, or it is said why not; and nothing runs on."""
        answered = self.verdicts.total()
        if self.twice or self.children:
            return False
        if self.kind == "scheduler":  # (it may have been killed after the last answer)
            return self.seconds < LOST and (answered == self.files or (self.code == 2 and "was lost" in self.sentence))
        if self.kind == "client":
            return answered <= self.files
        failed = answered - self.verdicts["pass"]
        return answered == self.files and failed == self.verdicts["refused"] and failed <= (self.kind == "child")


def killed(cluster: WatchedCluster, folder: Path, kind: str, moment: float) -> PastEffects:
    """Verify all recordings of a folder, and kill a process when this share of them has been answered."""
    files = len(list(folder.iterdir()))
    line = [sys.executable, "-m", "sandbox", "verify", "--json", "--cluster", cluster.place.address, str(folder)]
    with (folder.parent / "out").open("w+b") as out:
        asking = subprocess.Popen(line, stdout=out, stderr=subprocess.PIPE, cwd=ROOT)
        until(
            lambda: (
                out_lines(folder) >= moment * files and (asking.poll() is not None or _kill(cluster, kind, asking.pid))
            )
        )
        began = time.monotonic()
        _, stderr = asking.communicate()
        seconds = time.monotonic() - began
    time.sleep(ALIVE)
    rows = [json.loads(row) for row in (folder.parent / "out").read_text().splitlines() if row.endswith("}")]
    verdicts = Counter(row["verdict"] for row in rows)
    twice = len(rows) - len({row["file"] for row in rows})
    sentence = stderr.decode(errors="replace").strip()
    return PastEffects(kind, files, verdicts, twice, asking.returncode, sentence, seconds, len(cluster.children()))


def _kill(cluster: WatchedCluster, kind: str, client: int) -> bool:
    """Kill a process, once a recording is being verified; return whether there was one to kill."""
    try:
        if cluster.children():
            os.kill(VICTIMS[kind](cluster, client), signal.SIGKILL)
            return True
    except (IndexError, ProcessLookupError):  # it has just ended by itself
        pass
    return False


def out_lines(folder: Path) -> int:
    return (folder.parent / "out").read_bytes().count(b"\n")


def copies(folder: Path, count: int) -> Path:
    """Fill a folder with copies of the recordings of this repository."""
    folder.mkdir()
    originals = sorted((ROOT / "replays").rglob("*.replay"))
    for number in range(count):
        original = originals[number % len(originals)]
        shutil.copy(original, folder / f"{number:04}-{original.name}")
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", default=",".join(VICTIMS))
    parser.add_argument("--moments", type=int, default=5)
    parser.add_argument("--files", type=int, default=85)
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="sandbox-kills-") as name:
        folder = copies(Path(name) / "replays", options.files)
        for kind in options.kinds.split(","):
            with contextlib.ExitStack() as stack:
                cluster: WatchedCluster | None = None
                for moment in range(options.moments):
                    if cluster is None or kind in FATAL:
                        stack.close()
                        cluster = stack.enter_context(watched_cluster(Path(name) / f"{kind}{moment}", 2))
                    after = killed(cluster, folder, kind, moment / options.moments)
                    bad += not after.is_good
                    verdict = "ok " if after.is_good else "BAD"
                    print(f"{verdict} {kind} at {moment}/{options.moments}: {after}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
