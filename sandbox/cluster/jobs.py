"""Jobs and answers as the plain data that travels between machines: numbers, texts and bytes.

A batch is packed before the cluster's engine gets it, and unpacked again by `remote`. So nothing of ours is pickled,
and a worker needs no file of the machine that asks.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import Struct

from sandbox.recording.fingerprint import Fingerprint
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import End

PROTOCOL = 2  # rises with each change of what follows
# The module of the child process that carries out the jobs of each kind.
MODULES = {
    "check": "sandbox.trials.checks.check_worker",
    "search": "sandbox.trials.search.search_worker",
    "verify": "sandbox.verify.verify_worker",
}


class ClusterJob(Struct, array_like=True, frozen=True):
    """An order for a child process.

    `order` is packed. If there is a file, its bytes; the order gets the path of a copy of it then.
    """

    number: int
    order: bytes
    file: bytes | None = None

    @property
    def size(self) -> int:
        """The number of bytes that travel."""
        return len(self.order) + len(self.file or b"")


class Batch(Struct, array_like=True, frozen=True):
    """Jobs of one kind, for one worker, in one piece. `greeting` says what they are about, packed."""

    kind: str
    limits: Limits
    greeting: bytes
    jobs: tuple[ClusterJob, ...]
    progress: str = ""  # the topic for progress; none is sent without one

    def packed(self) -> bytes:
        """Pack the batch for a journey."""
        return msgspec.msgpack.encode(self)


class Done(Struct, array_like=True, frozen=True):
    """The end of a job, and the seconds from the order to it."""

    end: End
    seconds: float = 0.0


class Assignment(NamedTuple):
    """A job that waits for a worker. `arithmetic` is the class that it should be run in; None: it does not matter."""

    job: ClusterJob
    arithmetic: str | None = None


class Identity(Struct, frozen=True):
    """The answer of a worker to the question who it is."""

    protocol: int
    fingerprint: Fingerprint


def unpack_batch(packed: bytes) -> Batch:
    """Unpack a batch."""
    return msgspec.msgpack.decode(packed, type=Batch)


def unpack_answers(packed: bytes) -> list[Done]:
    """Unpack the answers to a batch."""
    return msgspec.msgpack.decode(packed, type=list[Done])
