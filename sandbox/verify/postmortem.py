"""Post-mortems: find the command at which a recording ends the program, and how much of the recording runs without
harm.

A process examines a recording, so that nobody waits for it, and each run is done by a child of that process: its crash
ends nothing else. The child notes its place in a file in shared memory, which outlives it. Its parent puts that into
words.
"""

from __future__ import annotations

import contextlib
import faulthandler
import functools
import mmap
import signal
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from sandbox.commands.commands import AnyCommand, Start, Stop
from sandbox.commands.session import HASHES_EVERY, Session
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import Kind, LinkKind
from sandbox.recording import reader
from sandbox.recording.plain_text import printable
from sandbox.recording.recording import Recording
from sandbox.recording.sessions import session_of
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import End, Failure, Progress, unpack
from sandbox.tasks.serving import Teller, serve
from sandbox.tasks.task_process import Setup, TaskProcess
from sandbox.verify.compare import phrase

STEP_SECONDS = 5.0  # of processor time that one tick or one command may take
BEYOND = 2 * HASHES_EVERY  # ticks after the last one in a cut file: the last hashes were never written
AFTER = 1.0  # s that a shorter session must survive the moment at which the longer one ended
_COMMAND, _STEP = "command", "step"
_CALLS = ("start", "act", "struck", "signal", "press", "grabbed", "bereft", "blown", "takes")
_PLACE = struct.Struct("<qq16sqq16sq")
# In all there is no limit of time: each step has one of its own.
SETUP = Setup("sandbox.verify.postmortem", Limits(seconds=0), quiet=True)
_HANG = getattr(signal, "SIGPROF", 0)
_TIMER = getattr(signal, "ITIMER_PROF", None)  # Windows has none: there only the user notices a hang


class RunPosition(NamedTuple):
    """The place of a run. `doing` is the method of `part` at work, or `_COMMAND` or `_STEP`; `acted` the part that
    worked last, `event` the last event, of `event_part` (0: none yet)."""

    tick: int = 0
    commands: int = 0  # begun so far
    doing: str = ""
    part: int = 0
    acted: int = 0
    event: str = ""
    event_part: int = 0

    def write(self, memory: mmap.mmap) -> None:
        plain = (item.encode()[:16] if isinstance(item, str) else item for item in self)
        _PLACE.pack_into(memory, 0, *plain)

    @classmethod
    def read(cls, memory: bytes) -> RunPosition:
        tick, commands, doing, part, acted, event, event_part = _PLACE.unpack_from(memory)
        texts = (text.rstrip(b"\0").decode() for text in (doing, event))
        return cls(tick, commands, next(texts), part, acted, next(texts), event_part)


class RunEnd(NamedTuple):
    """The end of one run. `verb`: what happened, empty if it went through."""

    verb: str
    place: RunPosition
    names: dict[int, str]  # titles of the parts and links in it


class Diagnosis(NamedTuple):
    """The result for a recording: what ends the program, and how much of it can be run.

    `kept`: the number of its commands that ran without harm. `whole`: whether all of it did.
    """

    kept: int
    whole: bool
    text: str  # sentences about where it ended
    left_out: str = ""  # the first command that is not kept, in words

    @property
    def offer(self) -> str:
        """A sentence about the part of the session that can be resumed."""
        if not self.left_out:
            return "All of it is offered."
        return f"What came before the command '{self.left_out}' is offered; the file itself stays as it is."


# -- the process that examines


class Examine(Struct, frozen=True, tag="examine"):
    """An order for the post-mortem of a recording; `folder` is there, for what is shared with the runs."""

    path: str
    folder: str


def examine(order: Examine) -> Diagnosis:
    """Run the recording, then shorter and shorter beginnings of it until one succeeds.

    Raises:
        BadFile: it can't be read.
        OSError: no process can be started.
    """
    examined = reader.read(order.path)
    count, rate = len(examined.commands), examined.head.design.world.tick_rate
    start = _last_start(examined, count)
    until = examined.ticks + (BEYOND if examined.end is None and start is not None else 0)
    first = _run(order, count, until)
    if not first.verb:
        keep = count if start is None else start
        text = "It could not be repeated: run again in another process, all of it went through."
        return Diagnosis(keep, True, text, _phrase(examined, keep))
    keep = 0
    for keep in _shorter(examined, first.place.commands):
        if keep == 0:
            break
        running = _last_start(examined, keep) is not None
        after = first.place.tick + round(AFTER * rate) if running else 0
        if not _run(order, keep, max(examined.commands[keep][0], after)).verb:
            break
    return Diagnosis(keep, False, in_words(examined, first), _phrase(examined, keep))


def _run(order: Examine, commands: int, until: int) -> RunEnd:
    """Run this many commands in a child, up to a tick."""
    shared, names = Path(order.folder, "place"), dict[int, str]()
    shared.write_bytes(bytes(_PLACE.size))

    def note(news: Progress) -> None:
        names.update(unpack(news.news, dict[int, str]))

    process = TaskProcess(SETUP)
    process.give(0, RunBeginning(order.path, commands, until, str(shared)))
    end = process.end_of_task(note)
    process.end()
    return RunEnd(_verb(end), RunPosition.read(shared.read_bytes()), names)


def _verb(end: End) -> str:
    """Say what a run has ended with; empty if it went through."""
    if not isinstance(end, Failure):
        return ""
    if end.signal:
        return "did not come back" if end.signal == _HANG else f"crashed ({signal.Signals(end.signal).name})"
    return f"ended the process ({end.text})" if end.reason == "died" else f"failed ({end.text or 'out of memory'})"


def _last_start(examined: Recording, commands: int) -> int | None:
    """Return the number of the command that started the machine running after this many; None if none runs then."""
    start = None
    for number, (_, command) in enumerate(examined.commands[:commands]):
        if isinstance(command, Start):
            start = number if start is None else start
        elif isinstance(command, Stop):
            start = None
    return start


def _phrase(examined: Recording, number: int) -> str:
    """Return a command in words, counted from 0; empty after the last one."""
    return phrase(examined.commands[number][1]) if number < len(examined.commands) else ""


def _shorter(examined: Recording, commands: int) -> list[int]:
    """Return the numbers of commands to try if this many have failed: without the last; without the run; ever fewer."""
    start = _last_start(examined, commands)
    tries = [commands - 1] if commands else []
    if start is not None and start < commands - 1:
        tries.append(start)
    while tries and tries[-1] > 0:
        tries.append(tries[-1] // 2)
    return tries or [0]


def in_words(examined: Recording, ending: RunEnd) -> str:
    """Describe the end of a run in sentences."""
    place = ending.place
    subject = "A step of the engine"
    if place.doing not in (_COMMAND, _STEP):
        subject = f"The part last at work was {_name(ending, place.part)}: it"
    elif place.doing == _COMMAND:
        subject = f"Carrying out '{_phrase(examined, place.commands - 1)}'"
    start = _last_start(examined, place.commands)
    when = ""
    if start is not None:
        seconds = (place.tick - examined.commands[start][0]) / examined.head.design.world.tick_rate
        when = f", {seconds:.2f} s after the start of the machine"
    text = f"{subject} {ending.verb}{when}."
    if subject.startswith("A step") and place.event:
        text += f" The last thing that happened there: {_name(ending, place.event_part)}, {place.event}."
    if subject.startswith("A step") and place.acted:
        text += f" The part last at work was {_name(ending, place.acted)}."
    return printable(text, 400)


def _name(ending: RunEnd, part: int) -> str:
    return f"{ending.names.get(part, 'part')} ({part})"


# -- its children


class _Notes:
    """Writes the place of a run to shared memory."""

    def __init__(self, memory: mmap.mmap) -> None:
        self.place = RunPosition()
        self._memory = memory

    def put(self, **changed: Any) -> None:
        self.place = self.place._replace(**changed)
        self.place.write(self._memory)

    def watch(self, kind: Kind | LinkKind, call: str) -> None:
        """Note each call of a kind's behaviour, and its part. The note of a call that raises stays."""
        work: Callable[..., Any] = getattr(kind, call)

        @functools.wraps(work)
        def noted(run: Any, *rest: Any) -> Any:
            before = self.place
            self.put(doing=call, part=run.id)
            answer = work(run, *rest)
            self.put(doing=before.doing, part=before.part, acted=run.id)
            return answer

        setattr(kind, call, noted)


def _watch_all(notes: _Notes) -> None:
    for kinds, base in ((KINDS, Kind), (LINKS, LinkKind)):
        for kind in kinds.values():
            for call in _CALLS:
                if getattr(type(kind), call, None) is not getattr(base, call, None):
                    notes.watch(kind, call)


def _limit() -> None:
    """Give the next step a time limit: the system ends this process if it takes longer, whatever it is doing."""
    if _TIMER is not None:
        signal.setitimer(_TIMER, STEP_SECONDS)


def _pass(session: Session, until: int, notes: _Notes) -> None:
    while session.tick < until and session.machine is not None:
        notes.put(tick=session.tick, doing=_STEP, part=0)
        _limit()
        machine = session.machine
        session.advance()
        if machine.events:
            notes.put(event=machine.events[-1].what, event_part=machine.events[-1].part)
            machine.events.clear()
    session.advance(max(0, until - session.tick))


def _do(session: Session, command: AnyCommand, number: int, notes: _Notes, teller: Teller) -> None:
    if isinstance(command, Start):
        teller.progress(0.0, news=_titles(session.design))
    notes.put(tick=session.tick, commands=number, doing=_COMMAND, part=0)
    _limit()
    with contextlib.suppress(Refused, BadFile):
        session.do(command)


def _titles(design: Design) -> dict[int, str]:
    parts = {spec.id: spec.name or KINDS[spec.kind].title for spec in design.parts}
    return parts | {link.id: LINKS[link.kind].title for link in design.links}


class RunBeginning(Struct, frozen=True, tag="run"):
    """An order to run the first `commands` commands of a recording, up to a tick; `shared` is the file of its place."""

    path: str
    commands: int
    until: int
    shared: str


def carry_out(order: Examine | RunBeginning, teller: Teller) -> Diagnosis | None:
    """Examine a recording, or run the beginning of one."""
    if isinstance(order, Examine):
        return examine(order)
    _run_beginning(order, teller)
    return None


def _run_beginning(order: RunBeginning, teller: Teller) -> None:
    faulthandler.enable(all_threads=False)
    examined = reader.read(order.path)
    with open(order.shared, "r+b") as file, mmap.mmap(file.fileno(), _PLACE.size) as memory:
        notes = _Notes(memory)
        _watch_all(notes)
        session = session_of(examined)
        for number, (tick, command) in enumerate(examined.commands[: order.commands], 1):
            _pass(session, tick, notes)
            _do(session, command, number, notes, teller)
        _pass(session, order.until, notes)


if __name__ == "__main__":
    serve(carry_out, Examine | RunBeginning)
