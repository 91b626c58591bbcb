"""A process with an older version of this program in it, which runs recordings again."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import NamedTuple, Self

from sandbox.recording import fingerprint
from sandbox.tasks.version_process import VersionProcess
from sandbox.verify import old_code, old_run
from sandbox.verify.narrowing.cases import Case

SECONDS = 600  # of processor time that one run may take


class OldRun(NamedTuple):
    """The run of a recording by another version.

    `digests` are the hashes of all ticks on which its machine ran, 8 bytes each; `end_hash` is in hex; `refused` counts
    the commands that it did not carry out. `failure` says why there is no run, and is empty otherwise; `place` is the
    function that raised.
    """

    digests: bytes = b""
    end_hash: str = ""
    refused: int = 0
    failure: str = ""
    place: str = ""


class OldProgram:
    """A version of this program at work. Several can work at once: `ask` returns at once, `answer` waits.

    `is_over` is True when the process has ended, which then answers nothing more.
    """

    def __init__(self, folder: Path, engine: Path | None = None) -> None:
        """Start the process.

        Args:
            folder: holds the package `sandbox` of that version.
            engine: holds another release of the engine.

        Raises:
            OSError: no process can be started.
        """
        self.is_over = False
        moved = json.dumps(fingerprint.MOVED)
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-old-")
        self._plain: dict[Path, Path] = {}  # copies of recordings, without states
        self._process = VersionProcess(Path(str(old_run.__file__)), moved, root=folder, engine=engine)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.end()
        self._folder.cleanup()

    def ask(self, what: Path | Case, until: int, seconds: int = SECONDS, record: Path | None = None) -> None:
        """Let it run a recording or a session up to a tick.

        Args:
            seconds: of processor time that the run may take.
            record: where it writes a recording of its own of that run; there are no digests in the answer then.

        Raises:
            BadFile: the recording is damaged.
        """
        file = str(self._plain_copy(what)) if isinstance(what, Path) else None
        case = what._asdict() if isinstance(what, Case) else None
        own = None if record is None else os.path.abspath(record)
        order = {"file": file, "case": case, "until": until, "seconds": seconds, "record": own}
        self._process.give(order)

    def _plain_copy(self, path: Path) -> Path:
        """Return a copy of a recording that versions can read which write states otherwise."""
        if path not in self._plain:
            self._plain[path] = Path(self._folder.name) / f"{len(self._plain)}{path.suffix}"
            old_code.write_for_older(path, self._plain[path])
        return self._plain[path]

    def answer(self) -> OldRun:
        """Return the run that it was last asked for."""
        answer = self._process.take()
        if answer is None:
            self.is_over = True
            return OldRun(failure=self._process.ending)
        head, digests = answer
        if "error" in head:
            return OldRun(failure=head["error"], place=head["place"])
        return OldRun(digests, head["end"], head["refused"])

    def run(self, what: Path | Case, until: int, seconds: int = SECONDS, record: Path | None = None) -> OldRun:
        """Run a recording or a session up to a tick, and wait for it; the arguments are those of `ask`."""
        self.ask(what, until, seconds, record)
        return self.answer()
