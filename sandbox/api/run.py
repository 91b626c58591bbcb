"""A run of a level, for programmers: built in by commands, stepped, looked at, recorded, drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sandbox import parts as catalogue
from sandbox.commands import commands
from sandbox.commands.driver import Driver, Timed, count_until
from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import Design, PartSpec
from sandbox.errors import BadFile, Refused
from sandbox.levels import library
from sandbox.machine.goals import GoalProgress
from sandbox.machine.machine import Machine
from sandbox.machine.touching import PartContact, part_contacts

if TYPE_CHECKING:
    from typing import Unpack

    from sandbox.api.level import Level
    from sandbox.api.pictures import Image, PictureOptions, Video, VideoOptions
    from sandbox.causes.cause_tree import CauseStep
    from sandbox.render.pictures.film_plan import Script


class PartState(NamedTuple):
    """A part at one moment.

    Its origin is at `x`, `y` (m), the point that a level file names, turned by `angle` (rad, counter-clockwise). Its
    main body moves with `vx`, `vy` (m/s) and turns with `w` (rad/s). `states` has the kind's own numbers, such as
    `broken`; none before the start. A part that is `gone` stands where it was built.
    """

    id: int
    kind: str
    x: float
    y: float
    angle: float
    vx: float = 0.0
    vy: float = 0.0
    w: float = 0.0
    gone: bool = False
    states: Mapping[str, float] = {}


class PartStates(Mapping[int, PartState]):
    """The parts of a design by their ids, each read when it is asked for: as they are now, or will be at the start."""

    def __init__(self, design: Design, machine: Machine | None = None) -> None:
        self._specs, self._machine = design.part_by_id, machine

    def __getitem__(self, id_: int) -> PartState:
        spec, machine = self._specs[id_], self._machine
        at_rest = PartState(id_, spec.kind, spec.x, spec.y, spec.angle)
        if machine is None:
            return at_rest
        if machine.is_gone(id_):
            return at_rest._replace(gone=True, states=_states(machine, spec))
        (x, y), (_, _, angle, vx, vy, w) = machine.origin(id_), machine.motion(id_)
        return PartState(id_, spec.kind, x, y, angle, vx, vy, w, False, _states(machine, spec))

    def __iter__(self) -> Iterator[int]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def __repr__(self) -> str:
        return repr(dict(self))


def _states(machine: Machine, spec: PartSpec) -> dict[str, float]:
    return {name: float(machine.states[machine.slot_of[spec.id, name]]) for name in catalogue.states_of(spec)}


class Run:
    """A session of a level: what is built in it, and its machine, once that runs. `Level.start` begins one.

    The same commands on the same ticks give the same run, bit for bit, whoever gives them: this library, the window or
    a recording.
    """

    def __init__(self, level: Level, seed: int = 0, commands: Sequence[Timed] = (), tick: int = 0) -> None:
        """Begin a session in a level.

        Args:
            seed: that of what its machines do at random.
            commands: those of another session that this one begins with, in the order of their ticks.
            tick: where it stands then; no command comes after it.

        Raises:
            Refused: one of the commands can't be carried out.
        """
        self.level, self.seed = level, seed
        self._session = Session(level.design, seed)
        self._commands = [*commands]
        Driver(self._session, self._commands).to(tick)

    def __repr__(self) -> str:
        return f"<Run of '{self.level.title}' at tick {self.tick}: {self.outcome}>"

    # -- what changes it

    def do(self, command: str, /, **fields: Any) -> int:
        """Give a command now, before the next tick: `run.do("place", kind="ramp", x=1.1, y=0.7)`.

        Names and fields are those that `sandbox show` prints, and `sandbox schema` lists them. Before the start
        there are "place", "move", "connect", "delete" and others; "start" starts; while it runs there are "press",
        "grab", "drag", "release" and "stop". Lengths are in m, angles in rad. Where several play at one machine,
        `player` says whose a command is: `run.do("join", name="Ann", player=1)`, then `run.do("grab", ..., player=1)`.

        Returns:
            The id of the part or link that it has made (of several, the first); 0 if it makes none.

        Raises:
            Refused: it can't be done; the sentence says why, and nothing has changed.
        """
        try:
            wanted = commands.from_fields(command, {name: _plain(value) for name, value in fields.items()})
        except BadFile as error:
            raise Refused(str(error)) from None
        before, wanted = self._session.design.next_id, self._session.with_ids(wanted)
        if not self._session.do(wanted):
            return 0
        self._commands.append((self.tick, wanted))
        return before if wanted.makes else 0

    def step(self, ticks: int | None = None, *, seconds: float | None = None) -> None:
        """Let one tick pass, or so many, or as many as come next to `seconds`; start the machine first if it stands.

        Raises:
            Refused: it can't be started, as parts overlap; or time would run backwards.
        """
        if ticks is not None and seconds is not None:
            raise Refused("step by a number of ticks or by seconds, not by both")
        if seconds is not None and not math.isfinite(seconds):
            raise Refused(f"a step of {seconds} s never ends")
        count = index(1 if ticks is None else ticks) if seconds is None else round(seconds * self.level.tick_rate)
        if count < 0:
            raise Refused(f"a step of {count} ticks: time runs forwards only; start another run of the level")
        if not self._session.running:
            self.do("start")
        self._session.advance(count)

    def again(self, tick: int | None = None) -> Run:
        """Return this session run once more, up to a tick, or to where it is: the way to restore a moment.

        The copy goes its own way from there, and this one stays as it is.

        Raises:
            Refused: this session has not come to that tick.
        """
        until = self.tick if tick is None else tick
        if not 0 <= until <= self.tick:
            raise Refused(f"this session is at tick {self.tick}; it was never at tick {until}")
        return Run(self.level, self.seed, self._commands[: count_until(self._commands, until)], until)

    def __reduce__(self) -> tuple[type[Run], tuple[Level, int, tuple[Timed, ...], int]]:
        """Return what a copy or a pickle is made of: commands to run again. A copied space would go its own way."""
        return Run, (self.level, self.seed, self.commands, self.tick)

    # -- what is there now

    @property
    def tick(self) -> int:
        """The number of ticks that have passed in this session."""
        return self._session.tick

    @property
    def running(self) -> bool:
        """True from "start" to "stop"."""
        return self._session.running

    @property
    def outcome(self) -> str:
        """ "open", "won" or "lost": of the machine that runs, or else of the last one."""
        return self._session.outcome

    @property
    def won(self) -> bool:
        """True if the machine that runs, or else the last one, has reached all goals."""
        return self._session.won

    @property
    def won_tick(self) -> int | None:
        """The tick of the first win in this session; None before."""
        return self._session.won_tick

    @property
    def parts(self) -> PartStates:
        """All parts by their ids, those of the level and those that were placed; see `PartState`."""
        return PartStates(self._session.design, self._session.machine)

    @property
    def goals(self) -> list[GoalProgress]:
        """Each goal of the level: its `text`, whether it is `met` now, and the `share` of it (0 to 1) so far."""
        return self._session.goals

    @property
    def contacts(self) -> list[PartContact]:
        """The places where parts touch now, by their ids; none while nothing runs."""
        machine = self._session.machine
        return part_contacts(machine) if machine is not None else []

    @property
    def chain(self) -> tuple[CauseStep, ...]:
        """The longest chain of parts that set each other off in the present or last run, the first cause first.

        The session is run once more for that, so keep it if you need it often. The first step has no cause.
        """
        from sandbox.causes.traced_run import causes_of_run

        ran = causes_of_run(self.level.design, self.seed, self._commands, self.tick)
        return tuple(ran[2].chain()) if ran is not None else ()

    @property
    def states(self) -> Snapshot:
        """Copies of all numbers of the machine, as float64 arrays.

        `rows` has the shape (N, 6): x, y, angle, vx, vy, w of each body (m, rad, m/s, rad/s), and `ids` (N,) has the
        part of each, 0 for the hand. `states` and `goals` are the parts' and the goals' own numbers.

        Raises:
            Refused: nothing runs yet.
        """
        snapshot = self._session.snapshot()
        if snapshot is None:
            raise Refused("the machine is not running, so it has no states; step(0) starts it, and no tick passes")
        return snapshot

    @property
    def hash(self) -> str:
        """The digest of all that is there now (16 hexadecimal digits), as `verify` compares it at the end."""
        return self._session.end_hash().hex()

    @property
    def commands(self) -> tuple[Timed, ...]:
        """All commands so far, each with its tick."""
        return tuple(self._commands)

    # -- what is made of it

    def record(self, path: str | Path) -> Path:
        """Write a recording of the session up to now; the run goes on. What is at `path` is replaced.

        The session is run once more from its start, into the file.

        Raises:
            BadFile: it can't be written there, or not by this name.
            Refused: it did not end in the same state again, so it proves nothing; the file is as it was.
        """
        from sandbox.recording import atomic_files, fingerprint
        from sandbox.recording.plain_text import check_suffix
        from sandbox.recording.recorder import Recorder

        path = Path(path)
        check_suffix(path)
        try:
            with library.folder_for(path.parent), atomic_files.replacing(path) as new:
                recorder = Recorder(new, self.level.design, self.seed, fingerprint.current())
                session = Session(self.level.design, self.seed, recorder)
                try:
                    Driver(session, self._commands).to(self.tick)
                    if session.end_hash() != self._session.end_hash():
                        raise Refused(f"{path}: not written: run once more, the session ends in another state")
                    recorder.close(session, "end of the run", fingerprint.current())
                finally:
                    recorder.abandon()
        except OSError as error:
            raise BadFile(f"{path}: can't be written: {error.strerror or error}") from None
        return path

    def picture(self, **options: Unpack[PictureOptions]) -> Image:
        """Draw the machine as it is now, or `at` so many seconds of its last run; see `PictureOptions`.

        Raises:
            Refused: there is no OpenGL here, or an option is out of range.
        """
        from sandbox.api import pictures

        return pictures.image_of(self.script(), options, None if "at" in options else self.tick)

    def film(self, **options: Unpack[VideoOptions]) -> Video:
        """Film the last run from its start up to now; see `VideoOptions`.

        Raises:
            Refused: nothing has run, there is no OpenGL here, or an option is out of range.
        """
        from sandbox.api import pictures

        return pictures.video_of(self.script(), options)

    def script(self) -> Script:
        """Return the session up to now as pictures and films take it."""
        from sandbox.render.pictures.film_plan import Script

        return Script(self.level.design, self.seed, self._commands[:], self.tick, False, self.level.title)

    def _repr_png_(self) -> bytes | None:
        from sandbox.api import pictures

        return pictures.for_notebook(self)


def _plain(value: Any) -> Any:
    """Return a number out of an array as the number that a command holds."""
    return value.item() if isinstance(value, np.generic) else value
