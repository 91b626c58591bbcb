"""Run scripts in child processes, and read their answers: what was saved, the free numbers, or what is wrong."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.authoring.script_run import Free
from sandbox.errors import Refused
from sandbox.tasks import child

SECONDS = 120  # of processor time that a script may take
PATIENCE = 300.0  # s of the clock


class ScriptAnswer(NamedTuple):
    """The result of a script."""

    error: str = ""
    free: tuple[Free, ...] = ()
    saved: tuple[dict[str, Any], ...] = ()
    outcomes: tuple[tuple[int, str], ...] = ()  # of tries, by their numbers


class ScriptProcess:
    """A process that has loaded everything and waits for a script, so that the answer comes as soon as can be."""

    def __init__(self, draws: bool = False) -> None:
        self._process = child.start(
            "sandbox.authoring.script",
            *(["--draws"] if draws else []),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, script: Path, seconds: int = SECONDS, patience: float = PATIENCE, **order: Any) -> ScriptAnswer:
        """Let it run a script, and return the answer; the process ends with it."""
        order = {"out": None, "chosen": None, "picture": True, "margins": False, **order}
        line = json.dumps({"script": str(script), "seconds": seconds, **order}) + "\n"
        try:
            output, _ = self._process.communicate(line.encode(), patience)
        except subprocess.TimeoutExpired:
            self.end()
            return ScriptAnswer(f"{script}: it has not come to an end in {patience:g} s, and was stopped")
        except BaseException:
            self.end()
            raise
        answer = _answer(output)
        code = self._process.returncode
        if code and not answer.error:
            return answer._replace(error=f"{script}: {_cause(code, seconds)}")
        return answer

    def kill(self) -> None:
        """Kill it, whatever it is doing; the thread that waits for its answer gets none."""
        self._process.kill()

    def end(self) -> None:
        """Kill it, and wait until it is gone."""
        self._process.kill()
        self._process.communicate()


def _answer(output: bytes) -> ScriptAnswer:
    answer = ScriptAnswer()
    for message in map(json.loads, output.splitlines()):
        if "error" in message:
            answer = answer._replace(error=message["error"])
        elif "free" in message:
            answer = answer._replace(free=tuple(Free(*row) for row in message["free"]))
        elif "saved" in message:
            answer = answer._replace(saved=(*answer.saved, message["saved"]))
        else:
            answer = answer._replace(outcomes=(*answer.outcomes, (message["try"], message["outcome"])))
    return answer


def _cause(code: int, seconds: int) -> str:
    if child.is_over_time(code):
        return f"it took more than {seconds} s of processor time, and was stopped"
    return f"its process {child.ending(code)}"


def run_script(script: Path, **order: Any) -> ScriptAnswer:
    """Run a script in a new process.

    Raises:
        Refused: no process can be started.
    """
    try:
        return ScriptProcess().run(script, **order)
    except OSError as error:
        raise Refused(f"can't start a process for {script}: {error.strerror or error}") from None
