"""A child process that runs recordings again with whichever package and engine its starter has put on the path.

It is run by its path, and the package may be older than this file. So it uses only what has long been there, wherever
that stands in the package. With a file and ticks it writes down where the bodies are, which `page` shows; without, it
reads orders from stdin and answers each with the hashes of all ticks, for `narrowing.old_program`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
import traceback
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.commands.session import Session, Snapshot
    from sandbox.errors import Refused
    from sandbox.machine.machine import Machine
    from sandbox.recording.reader import load, parse

    standing: Callable[[str, str], Any]
    anywhere: Callable[..., Any]
else:
    # `fingerprint.MOVED` of the caller, who knows all places there have been.
    MOVED = (
        json.loads(sys.argv[1])
        if __name__ == "__main__"
        else importlib.import_module("sandbox.recording.fingerprint").MOVED
    )

    def standing(module: str, name: str) -> Any:
        """Find something in a module that digests know by a name, wherever it stands in the package on the path."""
        for place in (*(place for place, first in MOVED.items() if first == module), module):
            dotted = f"sandbox/{place}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            try:
                return getattr(importlib.import_module(dotted), name)
            except (ModuleNotFoundError, AttributeError):
                continue
        raise ImportError(f"this package has no {name} of {module}")

    def anywhere(name: str, *modules: str) -> Any:
        """Find something that has stood in several modules, of which digests know none."""
        for module in modules:
            with contextlib.suppress(ImportError):
                return standing(module, name)
        raise ImportError(f"this package has no {name}")

    Refused = standing("errors.py", "Refused")
    load, parse = standing("recording.py", "load"), standing("recording.py", "parse")
    Session = standing("session.py", "Session")


class PoseRecorder:
    """Run one recording and keep the poses of all bodies on some ticks (it is a `session.Log`)."""

    def __init__(self, recording: Any) -> None:
        self.recording = recording
        self.session = Session(self.recording.head.design, self.recording.head.seed, self)
        self.digests = bytearray()
        self.refused = 0  # commands
        self._next = 0

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self.digests += digests

    def state(self, tick: int, snapshot: Snapshot) -> None:
        pass

    def mark(self, tick: int, what: str, text: str) -> None:
        pass

    def to(self, tick: int) -> None:
        """Go on to a tick, without the commands on it."""
        self._give(tick)
        self.session.advance(tick - self.session.tick)

    def end(self, tick: int) -> None:
        """Go on to the last tick, with the commands on it, and write all hashes down."""
        self.to(tick)
        self._give(tick + 1)
        self.session.flush()

    def _give(self, before: int) -> None:
        commands = self.recording.commands
        while self._next < len(commands) and commands[self._next][0] < before:
            when, command = commands[self._next]
            self.session.advance(when - self.session.tick)
            try:
                self.session.do(command)
            except Refused:
                self.refused += 1  # as a run that differs may do
            self._next += 1

    def shoot(self, moments: list[int]) -> tuple[dict[str, Any], bytes]:
        """Return the poses (x, y, angle of every body, float32) on some ticks of one run, with a head."""
        ticks: list[int] = []
        poses = bytearray()
        machine: Machine | None = None
        for tick in moments:
            self.to(tick)
            if self.session.machine is None:
                continue
            if machine is not None and self.session.machine is not machine:
                break  # another run begins, perhaps with other parts
            machine = self.session.machine
            ticks.append(tick)
            poses += machine.read_rows()[:, :3].astype("<f4").tobytes()
        self.session.flush()
        recorded = b"".join(bytes(digests) for digests in self.recording.hashes.values())
        head = {
            "ticks": ticks,
            "parts": machine.row_part.tolist() if machine is not None else [],
            "faithful": recorded.startswith(bytes(self.digests)),
        }
        return head, bytes(poses)


def _limit_time(seconds: int) -> None:
    """Let the system end this process if it takes more processor time from now on; Windows has no such limit."""
    if resource is not None and seconds:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(usage.ru_utime + usage.ru_stime) + seconds + 1, hard))


class _Session:
    """A level in plain data, and commands in the language of `sandbox run --commands`, in the form of a recording."""

    def __init__(self, case: dict[str, Any]) -> None:
        check, from_plain = standing("parts/__init__.py", "check"), standing("design.py", "from_plain")
        from_json = standing("commands.py", "from_json")
        self.head = SimpleNamespace(design=check(from_plain(case["level"])), seed=case["seed"])
        self.commands = [from_json(step, "a command") for step in case["steps"]]


def _answer(order: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Run a recording or a session up to a tick; return a head, and the hashes of all ticks on which its machine ran.

    Whatever it raises is an answer, too: an old package may not be able to run it at all.
    """
    _limit_time(order["seconds"])
    try:
        run = PoseRecorder(_Session(order["case"]) if order["case"] is not None else parse(load(order["file"])))
        if order["record"] is None:
            run.end(order["until"])
        else:
            _record(run, order["record"], order["until"])
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return {"error": f"{type(error).__name__}: {error}"[:300], "place": place.name, "size": 0}, b""
    return {"refused": run.refused, "end": run.session.end_hash().hex(), "size": len(run.digests)}, bytes(run.digests)


def _record(run: PoseRecorder, path: str, until: int) -> None:
    """Let the package write a recording of its own of a run; one that the run ends early has no end."""
    taken = anywhere("current", "recording/fingerprint.py", "fingerprint.py")
    new_recorder = anywhere("Recorder", "recording/recorder.py", "recording.py")
    head = run.recording.head
    recorder = new_recorder(path, head.design, head.seed, taken())
    run.session = Session(head.design, head.seed, recorder)
    run.end(until)
    recorder.close(run.session, "end of the run", taken())


def serve() -> None:
    """Answer each order on stdin, a line of JSON, by a line of JSON and the hashes that it announces."""
    for line in sys.stdin:
        head, digests = _answer(json.loads(line))
        sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + digests)
        sys.stdout.buffer.flush()


def film(file: str, moments: str) -> None:
    """Write the poses of one run on some ticks, a JSON list, to stdout, with a head."""
    head, poses = PoseRecorder(parse(load(file))).shoot(json.loads(moments))
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n")
    sys.stdout.buffer.write(poses)


if __name__ == "__main__":
    film(*sys.argv[2:4]) if len(sys.argv) > 2 else serve()
