"""Recordings of any pymunk program: its own world, its own inputs, in the same file as everything else."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pymunk

from sandbox.design.design import MAX_TEXT
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint, used_code
from sandbox.recording.plain_text import check_suffix
from sandbox.recording.recorder import Recorder
from sandbox.worlds import factories, sources
from sandbox.worlds.inputs import Input, StepLength
from sandbox.worlds.program import WorldDesign, WorldProgram, check_factory, check_step, checked, design_of
from sandbox.worlds.space_rows import SpaceRows
from sandbox.worlds.world_session import WorldSession, space_of


def record(
    path: Path | str,
    world: Any,
    *values: Any,
    factory: Callable[..., Any] | str | None = None,
    dt: float = 1 / 60,
) -> Tape:
    """Record a world of any pymunk program: `with sandbox.record("x.replay", make) as tape:`.

    Args:
        path: the recording; what is there is replaced.
        world: the function that makes the world, or a world that is there already: a `pymunk.Space`, or anything that
            has one as `space`, and perhaps `do(name, *values)` for its inputs, `step(dt)`, `state()` and `outcome`.
        values: the arguments of the function: numbers, texts and lists of them.
        factory: of a world that is there already, the function that makes it anew, itself or as "module:function".
        dt: the usual length of a step (s).

    Raises:
        BadFile: it can't be written there.
        Refused: the world can't be run twice alike, or the function can't be found by a name.
    """
    check_suffix(Path(path))
    is_given = space_of(world) is not None
    maker = factory if is_given else world
    if not is_given and not callable(world):
        raise Refused(
            f"a {type(world).__name__} is no world: it has no pymunk space, and is no function that makes one"
        )
    try:
        name = maker if isinstance(maker, str) else factories.name_of(maker) if maker is not None else ""
        check_factory(name)
        check_step(dt)
        design = design_of(WorldProgram(name, checked(values), float(dt)))
    except BadFile as error:
        raise Refused(str(error)) from None
    if not is_given:
        world, again = (world(*design.program.values) for _ in range(2))
        _check_twins(world, again, name)
    return Tape(Path(path), world, design, _taken(name, maker))


def _taken(name: str, maker: Callable[..., Any] | str | None) -> fingerprint.Fingerprint:
    """Take the fingerprint of this process and of the program's code, and warn of what in that does not repeat."""
    now = fingerprint.current()
    function = _loaded(name) if isinstance(maker, str) else maker
    project = sources.project_of(function) if function is not None else sources.Project({})
    for hazard in sources.hazards(project):
        warnings.warn(f"this may not run twice alike: {hazard}", stacklevel=3)
    return used_code.with_project(now, project)


def _loaded(name: str) -> Callable[..., Any]:
    try:
        with factories.naming([name]):
            return factories.load(name)
    except BadFile as error:
        raise Refused(str(error)) from None


def _check_twins(world: Any, again: Any, name: str) -> None:
    """Refuse a function that makes two different worlds.

    Raises:
        Refused: it does, or makes no world at all.
    """
    spaces = [space_of(each) for each in (world, again)]
    if spaces[0] is None or spaces[1] is None:
        raise Refused(f"{name} makes a {type(world).__name__}, which has no pymunk space")
    rows = [SpaceRows(space) for space in spaces if space is not None]
    for each in rows:
        each.read()
    if spaces[0] is spaces[1]:
        raise Refused(f"{name} returns the same space each time; it has to make a new one")
    if len(rows[0].ids) != len(rows[1].ids):
        counts = f"{len(rows[0].ids) - 1} and then {len(rows[1].ids) - 1}"
        raise Refused(f"{name} does not make the same world twice: one with {counts} bodies")
    if rows[0].digest(b"") != rows[1].digest(b""):
        differs = (rows[0].rows != rows[1].rows).any(axis=1)
        body = int(rows[0].ids[differs][0])
        raise Refused(f"{name} does not make the same world twice: body {body} differs; chance needs a fixed seed")


class Tape:
    """A recording that goes on; `record` begins one, and the end of its `with` block completes the file.

    Whatever the program does to its world goes through `do`, and time through `step`.
    """

    def __init__(self, path: Path, world: Any, design: WorldDesign, taken: fingerprint.Fingerprint) -> None:
        """Begin to write a file; use `record`."""
        self.path, self.world = path, world
        self._session = WorldSession(world, design, live=True)
        self._recorder = Recorder(path, design, 0, taken)
        self._session.log = self._recorder
        self._taken = taken

    @property
    def space(self) -> pymunk.Space:
        """The space of the world."""
        return self._session.space

    @property
    def tick(self) -> int:
        """The number of steps so far."""
        return self._session.tick

    def do(self, name: str, *values: Any) -> None:
        """Give the world an input: its `do(name, *values)` is called, with the values as the file holds them.

        Raises:
            Refused: a value can't be recorded, the world takes no inputs, or it was changed by something else.
        """
        self._check()
        try:
            command = Input(name, checked(values))
        except BadFile as error:
            raise Refused(f"the input {name}: {error}") from None
        self._session.do(command)

    def step(self, dt: float | None = None, *, steps: int = 1) -> None:
        """Let the world make a step, or several: of `dt` seconds, or as long as the last one.

        Raises:
            Refused: it was changed by something that is no input.
        """
        self._check()
        if dt is not None and dt != self._session.dt:
            self._session.do(StepLength(float(dt)))
        self._session.advance(steps)

    def note(self, text: str) -> None:
        """Write a note beside the present tick, with the state of the world; it changes nothing."""
        self._session.flush()
        self._recorder.mark(self.tick, "note", text[:MAX_TEXT])

    def close(self, reason: str = "end of the run") -> None:
        """Complete the file. The end of a `with` block does this."""
        self._check()
        again = self._taken._replace(arithmetic=fingerprint.arithmetic())
        self._recorder.close(self._session, reason, again)

    def _check(self) -> None:
        what = self._session.moved_by_itself()
        if what:
            self._recorder.abandon()
            raise Refused(
                f"{self.path}: after tick {self.tick} {what} by something that is neither a step nor an input, and "
                "would be missing when the recording is run again; let the world's `do` change it, by `tape.do`"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._recorder.abandon()  # what there is stays, as a recording that was cut
