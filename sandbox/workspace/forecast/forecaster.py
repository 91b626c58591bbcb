"""The window's side of forecasts: a child process that is kept, and calls that never wait for it."""

from __future__ import annotations

from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.tasks.latest import Latest
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Message, Progress, unpack
from sandbox.tasks.task_process import Setup
from sandbox.workspace.forecast.forecast import Forecast, ForecastAnswer, Request

LEAST_S = 0.15  # so long a forecast may take before a newer request ends it early
HANG_S = 60.0  # without a word: the child is ended. It has to read the program first
_MOST_DESIGNS = 30  # without an answer; within `LEAST_S` a window asks less often
SETUP = Setup("sandbox.workspace.forecast.forecast", Limits(seconds=0), patience=HANG_S)


class Forecaster:
    """Forecasts for one window. The child process is started by the first request, and again if it has ended."""

    def __init__(self) -> None:
        self._work = Latest(SETUP, LEAST_S)
        self._designs: dict[int, Design] = {}  # by number of a request whose answer is wanted

    @property
    def pid(self) -> int | None:
        """The process id of the child; None while there is none."""
        return self._work.pid

    @property
    def waiting(self) -> bool:
        """True while an answer is due."""
        return bool(self._work.pending)

    def ask(self, design: Design, seed: int) -> None:
        """Ask for the forecast of a design, in place of all requests that have not been begun."""
        number = self._work.begin(lambda: Request(seed, document.to_plain(design)))
        self._designs[number] = design
        if len(self._designs) > _MOST_DESIGNS:  # a process that dies over each of them never answers
            del self._designs[next(iter(self._designs))]

    def drop(self) -> None:
        """Forget all requests: no answer to any of them will be given."""
        self._designs.clear()
        if self.waiting:
            self._work.begin(Request)

    def poll(self) -> Forecast | None:
        """Return the newest forecast that has arrived since the last call, if any."""
        news = self._work.poll()
        if not news:
            return None
        designs = self._designs
        last = news[-1]
        first_alive = last.number + (not isinstance(last, Progress))  # the orders before it have ended
        self._designs = {number: design for number, design in designs.items() if number >= first_alive}
        for message in reversed(news):
            answer = _answer_of(message)
            if answer is not None and message.number in designs:
                return answer.forecast(designs[message.number])
        return None

    def close(self) -> None:
        """End the child."""
        self._work.close()


def _answer_of(message: Message) -> ForecastAnswer | None:
    """Return the paths that a message brings; None if it brings none, as where a newer request has taken its place."""
    packed = message.news if isinstance(message, Progress) else message.value if isinstance(message, Answer) else b""
    answer: ForecastAnswer | None = unpack(packed, ForecastAnswer | None) if packed else None
    return answer
