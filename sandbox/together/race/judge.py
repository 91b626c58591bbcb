"""The judge of a race: a process of its own that runs a recording again before its win counts."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from msgspec import Struct

from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.recording import reader
from sandbox.recording.plain_text import SUFFIX, one_line
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Progress, unpack
from sandbox.tasks.serving import Teller, serve
from sandbox.tasks.task_process import Setup
from sandbox.verify import verify

_LIMITS = Limits(seconds=120, megabytes=1024)


class JudgeWin(Struct, frozen=True):
    """An order to run a recording again; `level` is an empty recording of the level of the race."""

    recording: str
    level: str


class Judged(Struct, frozen=True):
    """The judgement on a win: why it does not count, or else the pieces that were used and the seconds of the run."""

    why: str = ""
    pieces: int = 0
    seconds: float = 0.0


class TaskJudge:
    """The judge as the host sees him: he gets one recording at a time, and is asked now and then what has come out."""

    def __init__(self, level: bytes) -> None:
        """`level`: an empty recording of the level of the race."""
        self._task = Background(Setup("sandbox.together.race.judge", _LIMITS, gentle=True, quiet=True))
        self._folder = Path(tempfile.mkdtemp(prefix="sandbox-race-"))
        self._level = self._folder / f"level{SUFFIX}"
        self._level.write_bytes(level)

    def begin(self, recording: bytes) -> None:
        """Begin to run a recording again.

        Raises:
            OSError: it can't be written, or no process be started.
        """
        path = self._folder / f"claim{SUFFIX}"
        path.write_bytes(recording)
        self._task.begin(JudgeWin(str(path), str(self._level)))

    def poll(self) -> Judged | None:
        """Return what has come out; None while the recording is being run."""
        ends = [message for message in self._task.poll() if not isinstance(message, Progress)]
        if not ends:
            return None
        end = ends[-1]
        if isinstance(end, Answer):
            judged: Judged = unpack(end.value, Judged)
            return judged
        return Judged(one_line(end.sentence("the recording", optional=False), 300))

    def close(self) -> None:
        """End the process, and leave nothing behind."""
        self._task.cancel()
        shutil.rmtree(self._folder, ignore_errors=True)


def judge(recording: Path, level: Path) -> Judged:
    """Run a recording again, and say whether it holds a win of a level."""
    try:
        read, race = reader.read(recording), reader.read(level)
        if levels.digest(read.head.design) != levels.digest(race.head.design) or read.head.seed != race.head.seed:
            return Judged("the recording is of another level")
        report = verify.verify(recording, allow_cut=True)
        if report.exit:
            return Judged(f"the recording does not verify: {report.reason}")
        solved = solutions.winning_run(read, race.head.design).solved
    except (Refused, BadFile) as error:
        return Judged(str(error).replace(str(recording), "the recording"))
    return Judged("", solved.used, solved.ticks / read.head.tick_rate)


def carry_out(order: JudgeWin, teller: Teller) -> Judged:
    """Carry out an order."""
    return judge(Path(order.recording), Path(order.level))


if __name__ == "__main__":
    serve(carry_out, JudgeWin)
