"""The forecast of a design: the paths of its bodies in the first seconds of a run, and the process that computes them.

`forecaster` starts this module as a child process. Each message on its standard input and output is a length (four
bytes, little-endian) and so many bytes of msgpack. A request holds a design in its written form; an answer holds the
poses of the bodies that move, as float64 and so as exact as the run itself. A forecast that takes long is answered in
growing parts. A request that arrives meanwhile ends it where it is.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from sandbox import parts
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.machine.machine import Machine
from sandbox.machine.rows import NOWHERE

SECONDS = 3.0
POSES_A_SECOND = 40
LEAST_SHIFT = 0.005  # m: a body that moves less, and turns less than the next, has no path
LEAST_TURN = 0.05  # rad
GRACE_S = 30.0  # from the end of the requests to the end of the process, whatever is being computed
GROW_S = 0.06  # between two answers to the same request
MOST_PATHS = 400  # of a crowd, the bodies that move farthest
MEGABYTES = 2048
_LENGTH = struct.Struct("<I")

Poses = npt.NDArray[np.float64]  # a row of x, y and angle for each moment (m, m, rad)


class BodyPath(NamedTuple):
    """The path of one body: its pose at regular times, from its first one in the machine to its last."""

    part: int
    body: int  # index in the part's blueprint
    poses: Poses


class Forecast(NamedTuple):
    """The paths of all bodies that move when a design is run."""

    design: Design
    paths: tuple[BodyPath, ...]


class Request(msgspec.Struct, array_like=True):
    """An order for a forecast; without a design only an end of the one in progress."""

    number: int
    seed: int = 0
    design: Any = None  # in its written form


class ForecastAnswer(msgspec.Struct, array_like=True):
    """The paths for a request: part, body and number of poses of each, and the poses of all in one piece."""

    number: int
    last: bool = True  # False: longer paths will follow
    bodies: list[tuple[int, int, int]] = []
    poses: bytes = b""

    def forecast(self, design: Design) -> Forecast:
        """Return the paths with the design that they belong to."""
        poses = np.frombuffer(self.poses, "<f8").reshape(-1, 3)
        paths, first = [], 0
        for part, body, count in self.bodies:
            paths.append(BodyPath(part, body, poses[first : first + count]))
            first += count
        return Forecast(design, tuple(paths))


# -- computing it


class Lookahead:
    """A run of a design in a session of its own, pose by pose.

    Raises:
        Refused: the design can't be run.
    """

    def __init__(self, design: Design, seed: int = 0) -> None:
        self._session = Session(design, seed)
        self._session.do(Start())
        assert self._session.machine is not None
        self._machine = self._session.machine
        self._every = max(1, self._session.tick_rate // POSES_A_SECOND)
        self._left = round(SECONDS * self._session.tick_rate) // self._every
        self._moments = [_poses(self._machine)]

    def step(self) -> bool:
        """Run to the next pose; False if `SECONDS` are over."""
        if not self._left:
            return False
        self._left -= 1
        self._session.advance(self._every)
        self._moments.append(_poses(self._machine))
        return True

    def paths(self) -> tuple[BodyPath, ...]:
        """Return the paths of all bodies that have moved so far."""
        rows = np.stack(self._moments)
        moving = _moving(rows)
        return tuple(
            BodyPath(*part_and_body, path[~np.isnan(path[:, 0])])
            for row, (part_and_body, path) in enumerate(zip(self._machine.row_of, rows.transpose(1, 0, 2), strict=True))
            if row in moving
        )


def _poses(machine: Machine) -> Poses:
    """Return the poses of all bodies now; nan for those that are not in the machine."""
    poses = machine.read_rows()[:-1, :3].copy()  # the last row is the hand's
    absent = ~np.isin(machine.row_part[:-1], np.array([*machine.parts]))
    poses[absent | (poses[:, 1] <= NOWHERE[1])] = np.nan
    return poses


def _moving(rows: Poses) -> set[int]:
    """Return the rows of the bodies that move visibly: of too many, those that move farthest."""
    spread = np.fmax.reduce(rows) - np.fmin.reduce(rows)  # nan for a body that is never there
    shift = np.hypot(spread[:, 0], spread[:, 1])
    moving = np.flatnonzero((shift >= LEAST_SHIFT) | (spread[:, 2] >= LEAST_TURN))
    farthest = np.argsort(-shift[moving], kind="stable")[:MOST_PATHS]
    return set(moving[farthest].tolist())


# -- the child process


def write_message(stream: IO[bytes], message: Request | ForecastAnswer) -> None:
    """Write a message and flush it."""
    packed = msgspec.msgpack.encode(message)
    stream.write(_LENGTH.pack(len(packed)) + packed)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes | None:
    """Wait for a message and return it packed; None at the end of the stream."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    packed = stream.read(size)
    return packed if len(packed) == size else None


class Inbox:
    """The newest request on a stream; a thread reads the stream all the time, so that its writer never waits."""

    def __init__(self, stream: IO[bytes], on_end: Callable[[], object] = lambda: None) -> None:
        """`on_end` is called at the end of the stream, in the reading thread."""
        self._stream, self._on_end = stream, on_end
        self._arrived = threading.Condition()
        self._newest: bytes | None = None
        self._ended = False
        threading.Thread(target=self._read, name="requests", daemon=True).start()

    def _read(self) -> None:
        while not self._ended:
            message = read_message(self._stream)
            with self._arrived:
                self._newest, self._ended = message, message is None
                self._arrived.notify()
        self._on_end()

    @property
    def superseded(self) -> bool:
        """True if there is something newer to do than what was taken last, or nobody left to do it for."""
        return self._newest is not None or self._ended

    def take(self) -> Request | None:
        """Wait for a request and return the newest; None when there will be no more."""
        with self._arrived:
            while self._newest is None and not self._ended:
                self._arrived.wait()
            packed, self._newest = self._newest, None
        return msgspec.msgpack.decode(packed, type=Request) if packed is not None else None


def serve(requests: IO[bytes], answers: IO[bytes], on_end: Callable[[], object] = lambda: None) -> None:
    """Answer requests until they end; `on_end` is called when they do, even while a step does not come back."""
    inbox = Inbox(requests, on_end)
    while (request := inbox.take()) is not None:
        paths: tuple[BodyPath, ...] = ()
        if request.design is not None:
            try:
                run = Lookahead(parts.check(document.from_plain(request.design)), request.seed)
            except (BadFile, Refused):
                pass  # what can't be run has no paths; the editor says why
            else:
                shown_s = time.monotonic()
                while not inbox.superseded and run.step():
                    if time.monotonic() - shown_s > GROW_S:
                        write_message(answers, _answer(request.number, run.paths(), False))
                        shown_s = time.monotonic()
                paths = run.paths()
        write_message(answers, _answer(request.number, paths, True))


def _answer(number: int, paths: tuple[BodyPath, ...], last: bool) -> ForecastAnswer:
    bodies = [(path.part, path.body, len(path.poses)) for path in paths]
    return ForecastAnswer(number, last, bodies, b"".join(path.poses.tobytes() for path in paths))


def _exit_soon() -> None:
    """End this process, whatever its step does: one that hangs must not outlive the window."""
    time.sleep(GRACE_S)
    os._exit(0)


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # anything that a library prints
    try:
        serve(sys.stdin.buffer, answers, _exit_soon)
    except BrokenPipeError:
        pass  # the window is gone
    os._exit(0)  # the reading thread may still wait


if __name__ == "__main__":
    main()
