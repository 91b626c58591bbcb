"""The part of the program that runs on the workers of a cluster: it hands batches to limited child processes.

A worker of Dask does not interrupt what it runs. So each batch looks on while its child works, and ends the child as
soon as nobody wants the answer any more: the command was interrupted or killed, or the scheduler is gone.
"""

from __future__ import annotations

import asyncio
import json
import selectors
import time
from collections.abc import Callable
from typing import Any

import msgspec

from sandbox.cluster.children import Child, Children, Sort, as_file
from sandbox.cluster.jobs import MODULES, PROTOCOL, Batch, ClusterJob, Done, Identity, unpack_batch
from sandbox.recording.fingerprint import Fingerprint
from sandbox.tasks import child
from sandbox.tasks.messages import Answer, Progress, pack, unpack

_LOOK = 0.2  # seconds between two looks at whether an answer is still wanted
_SEND = 0.2  # seconds between two messages of progress that are sent on
_IDENTIFY = "import json; from sandbox.recording import fingerprint; print(json.dumps(fingerprint.current()))"
_children = Children()


async def identify() -> bytes:
    """Return the identity of this worker's child processes: their sources may be newer than what is loaded here."""
    done = await asyncio.to_thread(child.run, "-c", _IDENTIFY)
    if done.returncode:
        last = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
        raise RuntimeError(f"the program does not run there: {last}")
    return msgspec.json.encode(Identity(PROTOCOL, Fingerprint(*json.loads(done.stdout))))


async def end_command(command: str) -> None:
    """End all child processes of a command."""
    _children.end_command(command)


def run(command: str, packed: bytes) -> bytes:
    """Carry out a batch, and return its answers; they break off where nobody wants them any more."""
    batch = unpack_batch(packed)
    is_wanted, answers = _watch(), []
    for job in batch.jobs:
        done = _Run(command, batch, job, is_wanted).run()
        if done is None:
            break
        answers.append(done)
    return msgspec.msgpack.encode(answers)


def _watch() -> Callable[[], bool]:
    """Return a function that tells whether the result of the task that runs in this thread is still wanted."""
    from distributed import get_worker
    from distributed.core import Status

    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing" and worker.status in (Status.running, Status.paused)

    return is_wanted


class _Run:
    """A job that a child process carries out."""

    def __init__(self, command: str, batch: Batch, job: ClusterJob, is_wanted: Callable[[], bool]) -> None:
        self._sort = Sort(command, MODULES[batch.kind], batch.limits, batch.greeting)
        self._job, self._is_wanted, self._topic = job, is_wanted, batch.progress
        self._sent = 0.0

    def run(self) -> Done | None:
        """Let a child carry out the job, and return its answer; None if nobody wants it any more."""
        if self._job.file is None:
            return self._carried_out(self._job.order)
        with as_file(self._job.file) as path:
            return self._carried_out(pack({**unpack(self._job.order, dict[str, Any]), "file": path}))

    def _carried_out(self, order: bytes) -> Done | None:
        child, began, done = _children.take(self._sort), time.monotonic(), None
        if child is None:
            return None
        try:
            child.give(self._job.number, order)
            done = self._answer(child, began)
        finally:
            if done is not None and isinstance(done.end, Answer):
                _children.put_back(child)
            else:
                _children.end(child)
        return done

    def _answer(self, child: Child, began: float) -> Done | None:
        with selectors.DefaultSelector() as ready:
            ready.register(child.output, selectors.EVENT_READ)
            while self._is_wanted():
                if not ready.select(_LOOK):
                    continue
                for message in child.hear():
                    if not isinstance(message, Progress):
                        is_wanted = not child.dead or self._is_wanted()
                        return Done(message, time.monotonic() - began) if is_wanted else None
                    self._send(message)
        return None

    def _send(self, progress: Progress) -> None:
        """Send progress to whoever asked."""
        if self._topic and time.monotonic() - self._sent >= _SEND:
            from distributed import get_worker

            self._sent = time.monotonic()
            get_worker().log_event(self._topic, msgspec.json.encode(progress).decode())
