"""Processes for background tasks that stay for the next task of their kind, whichever window begins it.

To start one takes a second of processor time, and most tests with a task in the background are not about its start.
"""

from __future__ import annotations

import atexit

import pytest

from sandbox.tasks import background, child
from sandbox.tasks.messages import Message, Progress
from sandbox.tasks.task_process import Setup, TaskProcess

MOST_IDLE = 3  # processes, each of which has some 60 MB
_idle: list[KeptProcess] = []  # the one that has waited longest comes first


class KeptProcess(TaskProcess):
    """A process that waits for another task when it has answered, unless it was to end before."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.kind = _kind_of(setup)
        self._has_answered = False

    def hear(self) -> list[Message]:
        messages = super().hear()
        self._has_answered = bool(messages) and not self.dead and not isinstance(messages[-1], Progress)
        return messages

    def give_no_more(self) -> None:
        """Leave the input open: it would end after its task."""

    def kill(self) -> None:
        self._has_answered = False
        super().kill()

    def end(self) -> None:
        if self._has_answered:
            _idle.append(self)
            for surplus in _idle[:-MOST_IDLE]:
                _idle.remove(surplus)
                surplus.end_now()
        else:
            self.end_now()

    def end_now(self) -> None:
        self._has_answered = False
        super().end()
        super().give_no_more()


def _kind_of(setup: Setup) -> str:
    """Return all that a process depends on: its settings, and the environment that it is started in."""
    environment = {name: value for name, value in child.environment().items() if not name.startswith("PYTEST_")}
    return repr((setup, sorted(environment.items())))


def process_for(setup: Setup) -> KeptProcess:
    """Return a process that waits for a task of this kind, or start one."""
    kind = _kind_of(setup)
    for process in _idle:
        if process.kind == kind:
            _idle.remove(process)
            return process
    return KeptProcess(setup)


@atexit.register
def end_all() -> None:
    """End the processes that wait."""
    while _idle:
        _idle.pop().end_now()


def keep(patch: pytest.MonkeyPatch) -> None:
    """Let tasks in the background be given to processes that are kept."""
    patch.setattr(background, "TaskProcess", process_for)
