"""The window's side of reading causes: a child process that is kept, and calls that never wait for it."""

from __future__ import annotations

from sandbox.causes.cause_tree import CauseTree
from sandbox.commands import commands
from sandbox.commands.commands import Live, Start, Stop
from sandbox.commands.driver import live_commands
from sandbox.design import design as document
from sandbox.tasks.latest import Latest
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Message, Progress, unpack
from sandbox.tasks.task_process import Setup
from sandbox.workspace.past.cause_reading import CauseOrder, CausesAnswer
from sandbox.workspace.past.history import History
from sandbox.workspace.past.runs import PastRun

LEAST_S = 0.4  # so long an order may take before a newer one ends it early: it goes on where that one has come to
SETUP = Setup("sandbox.workspace.past.cause_reading", Limits(seconds=0), patience=60.0)


class CauseReader:
    """Reads the causes of one run at a time. The child process is started by the first request."""

    def __init__(self) -> None:
        self._work = Latest(SETUP, LEAST_S)
        self._run: PastRun | None = None
        self._number = 0
        self._asked: tuple[int, int, int] = (0, 0, 0)  # of the last order: cuts of the run, ticks, commands
        self.tree = CauseTree()
        self.ticks = -1  # how far the run has been read, in ticks since Start; -1: not at all

    @property
    def waiting(self) -> bool:
        """True while an answer is due."""
        return bool(self._work.pending)

    @property
    def run(self) -> PastRun | None:
        """The run that is read."""
        return self._run

    def ask(self, history: History, run: PastRun, seed: int) -> bool:
        """Ask for the causes of a run as far as it has come; return whether there is anything new to be read."""
        live = [(tick, commands.pack(command)) for tick, command in _live(history, run)]
        wanted = run.cuts, run.length, len(live)
        if run is not self._run or wanted[0] != self._asked[0]:
            self._number += 1
            self._run, self.tree, self.ticks = run, CauseTree(), -1
        elif wanted == self._asked:
            return False
        self._asked = wanted
        number, length = self._number, run.length
        self._work.begin(lambda: CauseOrder(number, document.to_plain(run.design), seed, live, length))
        return True

    def drop(self) -> None:
        """Forget the run: nothing is read any more."""
        if self._run is not None:
            self._run, self.tree, self.ticks = None, CauseTree(), -1
            self._number += 1
            self._work.begin(CauseOrder)

    def poll(self) -> bool:
        """Take in what has come since the last call; return whether there is anything."""
        fresh = False
        for message in self._work.poll():
            answer = _answer_of(message)
            if answer is not None and answer.run == self._number:
                self.tree, self.ticks, fresh = answer.tree(), answer.ticks, True
        return fresh

    def close(self) -> None:
        """End the child."""
        self._work.close()


def _live(history: History, run: PastRun) -> list[tuple[int, Live]]:
    """Return the presses and pulls of a run, with ticks since its Start."""
    since = history.commands[run.commands :]
    until = next((nth for nth, (_, command) in enumerate(since) if isinstance(command, Start | Stop)), len(since))
    return [*live_commands(since[:until], run.start)]


def _answer_of(message: Message) -> CausesAnswer | None:
    packed = message.news if isinstance(message, Progress) else message.value if isinstance(message, Answer) else b""
    answer: CausesAnswer | None = unpack(packed, CausesAnswer | None) if packed else None
    return answer
