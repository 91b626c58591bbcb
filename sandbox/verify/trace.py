"""The exported trace of a session: where each body is on each tick, and what everybody has done, for other programs.

Recordings hold commands and hashes, so a trace comes from a re-run, which is compared with the recording on the way.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TextIO

import msgspec

from sandbox.commands.session import Snapshot
from sandbox.recording.recording import Recording, describe
from sandbox.tasks.progress import ShowProgress
from sandbox.verify.compare import Comparison

NUMBERS = ("x", "y", "angle", "vx", "vy", "w")  # m, rad, m/s, rad/s
_OF_COMMAND = ("player", "by", "do", "what")
COLUMNS = ("line", "tick", "seconds", "part", "body", "kind", *NUMBERS, *_OF_COMMAND)
_FORMULA = tuple("=+-@")  # what a text begins with that a spreadsheet carries out; a name may be anybody's
HAND = "hand"
_SHOWN = 240  # ticks between two signs of progress


class TraceSelection(NamedTuple):
    """What of a session is written."""

    every: int = 1  # ticks
    begin: int = 0  # the first tick
    end: int | None = None  # the last tick
    parts: frozenset[int] = frozenset()  # empty: all of them, and the hands
    bodies: bool = True
    events: bool = True  # commands, and what the session has come to

    def has(self, tick: int) -> bool:
        """Tell whether anything of a tick is written."""
        return self.begin <= tick and (self.end is None or tick <= self.end)


class RowSink(Protocol):
    """A file that takes rows, each a dict of some of the columns."""

    def __call__(self, row: dict[str, Any]) -> object: ...


class SessionTrace(Comparison):
    """A re-run that writes down what happens, and compares itself with its recording."""

    def __init__(self, recording: Recording, selection: TraceSelection, sink: RowSink) -> None:
        super().__init__(recording)
        self.selection = selection
        self.seen: set[int] = set()  # the parts of which rows were written
        self._sink = sink
        self._events = _events(recording)
        self._event = next(self._events, None)

    def write(self, progress: ShowProgress) -> None:
        """Run the session again to its end, and write it down."""

        def after(done: float, total: float = 1.0, what: str = "") -> None:
            self._write_tick(int(done))
            if done % _SHOWN == 0:
                progress(done, total, what)

        self.run(after, every=1)
        self._write_events(self.recording.ticks + 1)

    def state(self, tick: int, snapshot: Snapshot) -> None:
        """Write the state in which a machine starts; those that follow come from `write`."""
        super().state(tick, snapshot)
        machine = self.session.machine
        if machine is not None and not machine.ticks:
            self._write_events(tick + 1)  # the command that has started it, and those before
            self._write_bodies(tick, snapshot)

    def _write_tick(self, tick: int) -> None:
        self._write_events(tick)
        machine = self.session.machine
        if machine is not None and machine.ticks and tick % self.selection.every == 0:
            snapshot = self.session.snapshot() if self.selection.bodies and self.selection.has(tick) else None
            if snapshot is not None:
                self._write_bodies(tick, snapshot)

    def _write_bodies(self, tick: int, snapshot: Snapshot) -> None:
        selection, machine = self.selection, self.session.machine
        if not selection.bodies or not selection.has(tick) or machine is None:
            return
        ids = snapshot.ids.tolist()
        kinds = {part.id: part.kind for part in machine.design.parts}
        seconds = tick / self.session.tick_rate
        nth: dict[int, int] = {}  # of the bodies of a part
        for part, numbers in zip(ids, snapshot.rows.tolist(), strict=True):
            body = nth[part] = nth.get(part, -1) + 1
            if selection.parts and part not in selection.parts:
                continue
            self.seen.add(part)
            kind = kinds.get(part, "") if part else HAND
            row = {"line": "body", "tick": tick, "seconds": seconds, "part": part, "body": body, "kind": kind}
            row.update(zip(NUMBERS, numbers, strict=True))
            self._sink(row)

    def _write_events(self, before: int) -> None:
        """Write the commands and marks of all ticks before one."""
        while self._event is not None and self._event["tick"] < before:
            if self.selection.events and self.selection.has(self._event["tick"]):
                self._sink({**self._event, "seconds": self._event["tick"] / self.session.tick_rate})
            self._event = next(self._events, None)


def _events(recording: Recording) -> Iterator[dict[str, Any]]:
    """Yield the commands and marks of a recording; each command with its player's number and name."""
    names: dict[int, str] = {}
    for line in describe(recording):
        if line.get("line") == "mark":
            yield {"line": "mark", "tick": line["tick"], "what": line["what"]}
        elif "do" in line:
            player = line.get("player", 0)
            if line["do"] == "join":
                names[player] = line["name"]
            yield {"line": "command", **line, "player": player, "by": names.get(player, "")}


# -- files


def csv_sink(file: TextIO, exact: Callable[[float], Any]) -> RowSink:
    """Return what writes rows as CSV; the last column holds the fields of a command as JSON."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)

    def sink(row: dict[str, Any]) -> None:
        head = [row["line"], row["tick"], row["seconds"]]
        if row["line"] == "body":
            writer.writerow([*head, row["part"], row["body"], row["kind"], *(exact(row[name]) for name in NUMBERS)])
            return
        empty = [""] * (len(COLUMNS) - len(head) - len(_OF_COMMAND))
        if row["line"] == "mark":
            writer.writerow([*head, *empty, "", "", "", row["what"]])
            return
        rest = {name: value for name, value in row.items() if name not in (*COLUMNS[:3], *_OF_COMMAND[:3])}
        by = "'" + row["by"] if row["by"][:1] in _FORMULA else row["by"]
        writer.writerow([*head, *empty, row["player"], by, row["do"], msgspec.json.encode(rest).decode()])

    return sink


def json_sink(file: TextIO, exact: Callable[[float], Any]) -> RowSink:
    """Return what writes rows as JSON, one object a line."""

    def sink(row: dict[str, Any]) -> None:
        if row["line"] == "body":
            row = {**row, **{name: exact(row[name]) for name in NUMBERS}}
        file.write(msgspec.json.encode(row).decode() + "\n")

    return sink
