"""Run scripts in child processes, and read their answers: what was saved, the free numbers, or what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.authoring.script_run import ScriptAnswer, ScriptOrder
from sandbox.errors import Refused
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, End, unpack
from sandbox.tasks.task_process import Setup, TaskProcess

SECONDS = 120  # of processor time that a script may take
PATIENCE = 300.0  # s of the clock


def script_process(seconds: int = SECONDS, patience: float = PATIENCE, draws: bool = False) -> Setup:
    """Return the settings of a process for scripts.

    Args:
        seconds: of processor time, as `patience` is of the clock.
        draws: it loads what draws pictures before there is anything to draw.
    """
    arguments = ("--draws",) if draws else ()
    return Setup("sandbox.authoring.script", Limits(seconds), arguments, patience=patience)


class ScriptProcess:
    """A process that has loaded everything and waits for a script, so that the answer comes as soon as can be."""

    def __init__(self, seconds: int = SECONDS, patience: float = PATIENCE, draws: bool = False) -> None:
        """Start the process; the arguments are as in `script_process`."""
        self._process = TaskProcess(script_process(seconds, patience, draws))

    def run(self, script: Path, **order: Any) -> ScriptAnswer:
        """Let the process run a script, return the answer, and end the process. The order is as in `ScriptOrder`."""
        try:
            self._process.give(0, ScriptOrder(str(script), **order))
            return answer_of(script, self._process.end_of_task())
        finally:
            self.end()

    def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        self._process.end()


def answer_of(script: Path, end: End) -> ScriptAnswer:
    """Return the result of a script; a failure is an answer with an error."""
    if isinstance(end, Answer):
        answer: ScriptAnswer = unpack(end.value, ScriptAnswer)
        return answer
    prefix = "" if end.reason == "refused" else f"{script}: "
    return ScriptAnswer(f"{prefix}{end.sentence(optional=False)}")


def run_script(script: Path, seconds: int = SECONDS, patience: float = PATIENCE, **order: Any) -> ScriptAnswer:
    """Run a script in a new process.

    Raises:
        Refused: no process can be started.
    """
    try:
        return ScriptProcess(seconds, patience).run(script, **order)
    except OSError as error:
        raise Refused(f"can't start a process for {script}: {error.strerror or error}") from None
