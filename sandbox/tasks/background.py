"""One task beside a frame loop, which never waits for it: `begin` it, `poll` for news in each frame, or `cancel` it."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

from sandbox.tasks.messages import Message, Progress
from sandbox.tasks.task_process import Setup, TaskProcess

_MOST_WAITING = 1000  # messages; a process that has more to say waits for the loop
_LOOK_S = 0.02  # between two looks at whether the thread has ended


class Background:
    """One task at a time, each in a process of its own. A thread writes the order and reads what comes of it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._process: TaskProcess | None = None
        self._thread: threading.Thread | None = None
        self._news: queue.Queue[Message] = queue.Queue(_MOST_WAITING)

    @property
    def busy(self) -> bool:
        """True from the beginning of a task until its end has been polled."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        return self._process.pid if self._process is not None else None

    def begin(self, order: Any) -> None:
        """Begin a task, in place of the previous one.

        Raises:
            OSError: no process can be started.
        """
        self.cancel()
        self._process = TaskProcess(self._setup)
        self._thread = threading.Thread(target=self._follow, args=(self._process, order), name="task", daemon=True)
        self._thread.start()

    def _follow(self, process: TaskProcess, order: Any) -> None:
        process.give(0, order)
        if self._setup.outlives:
            process.give_no_more()
        while True:
            for message in process.hear():
                self._news.put(message)
                if not isinstance(message, Progress):
                    return

    def poll(self) -> list[Message]:
        """Return the messages since the last call; with the answer, or the failure, the task is over."""
        messages: list[Message] = []
        while not self._news.empty():
            messages.append(self._news.get_nowait())
        if messages and not isinstance(messages[-1], Progress):
            self._leave()
        return messages

    def stop(self) -> None:
        """Ask the task to come to an early end; its answer is still to be polled."""
        if self._process is not None:
            self._process.stop()

    def cancel(self, patience: float = 0.0) -> None:
        """End the task at once; nothing of it will be polled.

        Args:
            patience: seconds that it gets to tidy up, after it was asked to end.
        """
        if self._process is not None and self._thread is not None:
            if patience:
                self._process.terminate()
                end = time.monotonic() + patience
                while self._thread.is_alive() and time.monotonic() < end:
                    self._drop_news()
                    self._thread.join(_LOOK_S)
            self._process.kill()
            self._leave()

    def _leave(self) -> None:
        process, thread, self._process = self._process, self._thread, None
        while thread is not None and thread.is_alive():
            self._drop_news()  # else it might wait for room
            thread.join(_LOOK_S)
        self._drop_news()
        if process is not None:
            process.end()

    def _drop_news(self) -> None:
        while not self._news.empty():
            self._news.get_nowait()
