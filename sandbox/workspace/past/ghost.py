"""The ghost: an earlier run, or a run of another recording, shown beside the present one, and the tick where they
differ.

Both are aligned at their Starts. With the same level they are compared bit by bit (the hash of each tick); with
different ones by the positions of the parts that both have.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from sandbox.recording.recording import Recording
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.past.history import History
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.past.runs import PastRun

VISIBLE = 1e-3  # m
_TICKS_A_LOOK = 400  # ticks compared in one call, where positions have to be compared

Digests = Mapping[int, bytes | bytearray]


class Ghost:
    """A run to show over another. `parted`: the first tick after Start on which they differ, as far as is known."""

    def __init__(self, title: str, run: PastRun | None, digests: Digests, rerun: Rerun | None = None) -> None:
        self.title = title
        self.parted: int | None = None
        self._run = run
        self._digests = digests
        self._rerun = rerun
        self._of: PastRun | None = None  # the run that it was compared with last
        self._compared = 0

    @property
    def run(self) -> PastRun | None:
        """The run; None until the resimulation has reached it."""
        if self._run is None and self._rerun is not None and self._rerun.history is not None:
            runs = self._rerun.history.runs
            if runs and (self._rerun.done or len(runs) == self._rerun.starts):
                self._run = runs[-1]
        return self._run

    @property
    def rerun(self) -> Rerun | None:
        """The resimulation that is still under way; None if there is none."""
        return self._rerun if self._rerun is not None and not self._rerun.done else None

    def at(self, since: int, before: int) -> tuple[PastRun, int, int] | None:
        """Return the run and two of its ticks, counted from its Start; after its end it stays in its last pose."""
        run = self.run
        if run is None:
            return None
        return run, run.start + min(since, run.length), run.start + min(before, run.length)

    def compare(self, run: PastRun, digests: Digests) -> None:
        """Find the tick where a run differs from this one, as far as both are known; each call does a little."""
        ghost_run = self.run
        if ghost_run is None or ghost_run is run:
            return
        if self._of is not run:
            self._of, self._compared, self.parted = run, 0, None
        if self.parted is not None:
            if self.parted > run.length:
                self._of = None  # the run was cut before that tick and goes on differently: compare it again
            return
        if run.design == ghost_run.design:
            self._compare_bits(run, digests, ghost_run)
        else:
            self._compare_places(run, ghost_run)

    def _compare_bits(self, run: PastRun, digests: Digests, mine: PastRun) -> None:
        a, b = _digests_of_run(digests, run), _digests_of_run(self._digests, mine)
        most = min(len(a), len(b))
        differ = np.flatnonzero(a[self._compared : most] != b[self._compared : most])
        if differ.size:
            self.parted = self._compared + int(differ[0]) + 1
        self._compared = most

    def _compare_places(self, run: PastRun, mine: PastRun) -> None:
        both = sorted(run.row_of.keys() & mine.row_of.keys())
        if not both:
            self.parted = 0
            return
        rows, ghost_rows = [run.row_of[key] for key in both], [mine.row_of[key] for key in both]
        until = min(run.length, mine.length, self._compared + _TICKS_A_LOOK)
        for since in range(self._compared, until + 1):
            poses, ghost_poses = run.at(run.start + since)[1][rows], mine.at(mine.start + since)[1][ghost_rows]
            away = poses[:, :2].astype(np.float64) - ghost_poses[:, :2]
            if not float(np.abs(away).max(initial=0.0)) <= VISIBLE:  # nan too
                self.parted = since
                return
        self._compared = until


def _digests_of_run(digests: Digests, run: PastRun) -> npt.NDArray[np.uint64]:
    """Return the hashes of a run's ticks from its first tick on, as far as they are known."""
    first = run.start + 1
    for begin in sorted(digests, reverse=True):
        if begin <= first:
            hashes = digests[begin][8 * (first - begin) : 8 * (run.last + 1 - begin)]
            return np.frombuffer(bytes(hashes[: len(hashes) // 8 * 8]), np.uint64)
    return np.zeros(0, np.uint64)


def of_recording(found: Recording, title: str) -> Ghost:
    """Ghost of the last run of a recording, which is resimulated in the background."""
    head, history = found.head, History(found.head.design)
    rerun = Rerun(head.design, head.seed, found.commands, found.ticks, SessionLog(keep=False), history)
    return Ghost(title, None, rerun.session_log.digests, rerun)


def of_run(run: PastRun, digests: Digests, number: int) -> Ghost:
    """Ghost of an earlier run of the same session."""
    return Ghost(f"run {number} ({run.length * run.dt:.3f} s)", run, digests)
