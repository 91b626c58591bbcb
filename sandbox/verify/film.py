"""A child process that runs a recording again and writes down where its bodies are; `page` shows it.

It is run by its path, with whichever package and engine the caller has put on the path: also an older one than this
file belongs to. So it uses only what has long been there, wherever that stands in the package on the path.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandbox.commands.session import Session, Snapshot
    from sandbox.design.geometry import Circle
    from sandbox.errors import Refused
    from sandbox.machine.machine import Machine
    from sandbox.recording.reader import load, parse
else:
    # `fingerprint.MOVED` of the caller, who knows all places there have been.
    MOVED = (
        json.loads(sys.argv[5])
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

    Refused = standing("errors.py", "Refused")
    Circle = standing("geometry.py", "Circle")
    load, parse = standing("recording.py", "load"), standing("recording.py", "parse")
    Session = standing("session.py", "Session")


class PoseRecorder:
    """Run one recording and keep the poses of all bodies on some ticks (it is a `session.Log`)."""

    def __init__(self, path: str) -> None:
        self.recording = parse(load(path))
        self.session = Session(self.recording.head.design, self.recording.head.seed, self)
        self.digests = bytearray()
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
        commands = self.recording.commands
        while self._next < len(commands) and commands[self._next][0] < tick:
            when, command = commands[self._next]
            self.session.advance(when - self.session.tick)
            try:
                self.session.do(command)
            except Refused:
                pass  # the page is about runs that differ
            self._next += 1
        self.session.advance(tick - self.session.tick)

    def shoot(self, first: int, last: int, every: int) -> tuple[dict[str, Any], bytes]:
        """Return the poses (x, y, angle of every body, float32) on some ticks of one run, with a head."""
        ticks: list[int] = []
        poses = bytearray()
        machine: Machine | None = None
        for tick in range(first, min(last, self.recording.ticks) + 1, every):
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
            "outlines": _outlines(machine) if machine is not None else [],
            "faithful": recorded.startswith(bytes(self.digests)),
        }
        return head, bytes(poses)


def _outlines(machine: Machine) -> list[list[Any]]:
    """List the outlines of each row's body, in the body's frame: [x, y, radius] or [rounding, [x, y, x, y, ...]]."""
    rows: list[list[Any]] = []
    for run in machine.parts.values():
        for index, body in enumerate(run.plan.bodies):
            shapes: list[Any] = []
            for shape in run.plan.shapes:
                if shape.body == index:
                    outline = shape.outline.moved(-body.x, -body.y)
                    if isinstance(outline, Circle):
                        shapes.append([outline.x, outline.y, outline.r])
                    else:
                        shapes.append([outline.rounding, [round(n, 5) for point in outline.points for n in point]])
            rows.append(shapes)
    return [*rows, []]  # the hand


if __name__ == "__main__":
    camera = PoseRecorder(sys.argv[1])
    head, poses = camera.shoot(*(int(number) for number in sys.argv[2:5]))
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n")
    sys.stdout.buffer.write(poses)
