"""The window's side of forecasts: a child process that is kept, and calls that never wait for it.

`ask` and `poll` only exchange references under a lock that nobody holds while writing, reading or computing. A thread
of its own packs and writes the requests, another one reads the answers; so a child that hangs, is stopped or reads
nothing can only make paths late.
"""

from __future__ import annotations

import threading
import time

from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Message, Progress, unpack
from sandbox.tasks.task_process import Setup, TaskProcess
from sandbox.workspace.forecast.forecast import Forecast, ForecastAnswer, Request

PATIENCE_S = 0.15  # so long a forecast may take before a newer request ends it early
HANG_S = 10.0  # without an answer: the child is replaced
START_S = 120.0  # the same for the first answer of a child, which has to read the program first


class _Order:
    """A forecast that was asked for: its design, when it went to the child, and when the child last answered."""

    def __init__(self, number: int, design: Design | None, seed: int) -> None:
        self.number, self.design, self.seed = number, design, seed
        self.sent_s = self.heard_s = 0.0


class Forecaster:
    """Forecasts for one window. The child process is started by the first request, and again if it has ended."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._number = 0  # of the last request
        self._wanted: _Order | None = None  # the newest request that has not been sent
        self._sent: dict[int, _Order] = {}  # those that have not been answered
        self._news: Forecast | None = None
        self._valid_from = 0  # answers to older requests are dropped
        self._child: TaskProcess | None = None
        self._reader: threading.Thread | None = None
        self._ready = False  # the child has answered before
        self._sender: threading.Thread | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id of the child; None while there is none."""
        child = self._child
        return child.pid if child is not None else None

    @property
    def waiting(self) -> bool:
        """True while an answer is due."""
        return self._wanted is not None or bool(self._sent)

    def ask(self, design: Design, seed: int) -> None:
        """Ask for the forecast of a design, in place of all requests that have not been begun."""
        self._order(design, seed)

    def drop(self) -> None:
        """Forget all requests: no answer to any of them will be given."""
        with self._changed:
            self._valid_from = self._number + 1
            self._news = None
            busy = self.waiting
        if busy:
            self._order(None, 0)

    def poll(self) -> Forecast | None:
        """Return the newest forecast that has arrived since the last call, if any. A child that hangs is ended."""
        with self._changed:
            news, self._news = self._news, None
            since = time.monotonic() - (HANG_S if self._ready else START_S)
            overdue = any(order.heard_s < since for order in self._sent.values())
            child = self._child
        if overdue and child is not None:
            child.kill()  # its reader notices
        return news

    def close(self) -> None:
        """End the child."""
        with self._changed:
            self._closed = True
            child, reader = self._child, self._reader
            self._changed.notify_all()
        if child is not None and reader is not None:
            child.kill()
            reader.join()

    def _order(self, design: Design | None, seed: int) -> None:
        with self._changed:
            self._number += 1
            self._wanted = _Order(self._number, design, seed)
            self._changed.notify_all()
            if self._sender is None and not self._closed:
                self._sender = threading.Thread(target=self._send_orders, name="forecast requests", daemon=True)
                self._sender.start()

    # -- the sending thread

    def _send_orders(self) -> None:
        while True:
            with self._changed:
                while self._wanted is None and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                order, self._wanted = self._wanted, None
                assert order is not None
                order.sent_s = order.heard_s = time.monotonic()
                self._sent[order.number] = order
            try:
                self._send(order)
            except (OSError, RuntimeError):  # it has ended, or there is no memory for another process or thread
                self._lose(self._child)
            self._await(order)

    def _send(self, order: _Order) -> None:
        child = self._child or self._start()
        if child is not None:
            plain = document.to_plain(order.design) if order.design is not None else None
            child.give(order.number, Request(order.seed, plain))

    def _start(self) -> TaskProcess | None:
        """Start the child, with a thread that reads its answers; None if the window has closed meanwhile."""
        child = TaskProcess(Setup("sandbox.workspace.forecast.forecast", Limits(seconds=0)))
        with self._changed:
            if self._closed:
                child.end()
                return None
            self._child, self._ready = child, False
            self._reader = threading.Thread(target=self._listen, args=(child,), name="forecasts", daemon=True)
            self._reader.start()
        return child

    def _await(self, order: _Order) -> None:
        """Wait until an order is answered or lost, or a newer one may end it."""
        with self._changed:
            while order.number in self._sent and not self._closed:
                left = order.sent_s + PATIENCE_S - time.monotonic()
                if self._wanted is not None and left <= 0.0:
                    return
                self._changed.wait(left if self._wanted is not None else None)

    # -- the reading thread

    def _listen(self, child: TaskProcess) -> None:
        while not child.dead:
            for message in child.hear():
                self._take(message)
        child.end()
        self._lose(child)

    def _take(self, message: Message) -> None:
        """Take in the paths of a request; the child skips what a newer one replaces."""
        packed = message.news if isinstance(message, Progress) else b""
        if isinstance(message, Answer):
            packed = message.value
        answer: ForecastAnswer | None = unpack(packed, ForecastAnswer | None) if packed else None
        with self._changed:
            self._ready = True
            order = self._sent.get(message.number)
            last = not isinstance(message, Progress)
            for number in [number for number in self._sent if number < message.number + last]:
                del self._sent[number]
            if order is not None:
                order.heard_s = time.monotonic()
                if answer is not None and order.design is not None and order.number >= self._valid_from:
                    self._news = answer.forecast(order.design)
            self._changed.notify_all()

    def _lose(self, child: TaskProcess | None) -> None:
        """Give up a child that has ended, with its request: the next request starts another child."""
        with self._changed:
            if child is self._child:
                self._child = None
                self._sent.clear()
                self._changed.notify_all()
