"""A contraption under any main loop: run by ticks, by steps of any length, and 16 times as finely for the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from sandbox.commands.commands import AnyCommand, Edit, Redo, Start, Undo
from sandbox.commands.driver import Driver, ignore_refusal, runs
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.machine.machine import Machine

Poses = npt.NDArray[np.float64]  # (bodies, 6): x, y, angle, vx, vy, w, as `Machine.rows`

FINER = 16  # times the tick rate: the resolution of the truth
MOVING = 1e-3  # m/s of any point of a body: slower ones look right under every scheme


class Contraption(NamedTuple):
    """A design, and the commands of its run, with ticks counted from the Start."""

    design: Design
    commands: tuple[tuple[int, AnyCommand], ...] = ()
    seed: int = 0

    @property
    def tick_rate(self) -> int:
        return self.design.world.tick_rate


def last_run(design: Design, seed: int, commands: Sequence[tuple[int, AnyCommand]]) -> Contraption:
    """Take the contraption of the last run in a recording: the design at its Start, and the commands during the run.

    Raises:
        Refused: the machine is never started in it, or an edit no longer applies.
    """
    spans = runs(commands, commands[-1][0] if commands else 0)
    if not spans:
        raise Refused("nothing is ever run in this recording; give one in which the machine is started, or a level")
    begin, end = spans[-1]
    # Edits do not depend on what runs between them, so nothing need run here.
    edits = [(tick, command) for tick, command in commands[: begin.commands] if isinstance(command, Edit | Undo | Redo)]
    session = Session(design, seed)
    Driver(session, edits).to(begin.tick)
    during = tuple((tick - begin.tick, command) for tick, command in commands[begin.commands : end.commands])
    return Contraption(session.design, during, seed)


class Rig:
    """A session with a running machine that gets the commands of the contraption when they are due."""

    def __init__(self, contraption: Contraption, finer: int = 1) -> None:
        world = contraption.design.world
        # The bound of the tick rate is one of level files; a world that is made here may be finer.
        world = msgspec.structs.replace(world, tick_rate=world.tick_rate * finer)
        self.session = Session(msgspec.structs.replace(contraption.design, world=world), contraption.seed)
        self.session.do(Start())
        self.seconds = 0.0
        # Under another step length the thing to be grabbed may be gone, so commands may be refused.
        self._driver = Driver(self.session, contraption.commands, ignore_refusal)
        self._finer = finer
        self._rate = contraption.tick_rate
        self._version = -1
        self._driver.give_until(0)
        self.look()

    @property
    def machine(self) -> Machine:
        assert self.session.machine is not None
        return self.session.machine

    def tick(self) -> None:
        """Run one tick, after the commands that are due before it."""
        self._driver.give_until(self.session.tick // self._finer)
        self.session.advance()
        self.seconds = self.session.tick / self.session.tick_rate

    def step(self, seconds: float) -> None:
        """Run one step of any length, which no recording can hold; all that depends on its length follows it."""
        self._driver.give_until(int(self.seconds * self._rate + 1e-9))
        self.session.advance(1, seconds)
        self.seconds += seconds

    def look(self) -> Poses:
        """Copy the poses of all bodies; NaN for those that are gone."""
        machine = self.machine
        rows = machine.read_rows()[:-1].copy()  # the last one is the hand's
        if machine.version != self._version:
            self._version = machine.version
            self._gone = np.array([part not in machine.parts for part in machine.row_part[:-1]], bool)
        rows[self._gone] = np.nan
        return rows


class Truth:
    """The true pose of every body at any simulated time."""

    def __init__(self, contraption: Contraption, ticks: int) -> None:
        rig = Rig(contraption, FINER)
        self.rate = rig.session.tick_rate
        self.reach = _reach(rig.machine)
        poses = [rig.look()]
        for _ in range(ticks * FINER):
            rig.tick()
            poses.append(rig.look())
        self._poses = np.array([pose.astype(np.float32) for pose in poses])

    def at(self, seconds: float) -> Poses:
        """Interpolate between two ticks of the run in a straight line, at most half a micrometre from an arc."""
        at = seconds * self.rate
        index = min(int(at), len(self._poses) - 2)
        before: Poses = self._poses[index].astype(np.float64)
        after: Poses = self._poses[index + 1].astype(np.float64)
        return before + (after - before) * (at - index)

    def errors_mm(self, drawn: Poses, seconds: float) -> list[float]:
        """Bound, for each body that moves, how far any of its points is drawn from its true place."""
        true = self.at(seconds)
        speed = np.hypot(true[:, 3], true[:, 4]) + np.abs(true[:, 5]) * self.reach
        away = np.hypot(*(drawn[:, :2] - true[:, :2]).T)
        away += 2.0 * np.abs(np.sin((drawn[:, 2] - true[:, 2]) / 2.0)) * self.reach
        errors: list[float] = (1000.0 * away[(speed > MOVING) & np.isfinite(away)]).tolist()
        return errors


def _reach(machine: Machine) -> Poses:
    """Return the distance of the farthest point of each body from its middle, in metres, in the order of the rows."""
    reach = np.zeros(len(machine.row_part) - 1)
    for run in machine.parts.values():
        for shape in run.plan.shapes:
            body = run.plan.bodies[shape.body]
            row = machine.row_of[run.id, shape.body]
            reach[row] = max(reach[row], shape.outline.reach(body.x, body.y))
    return reach


def between(before: Poses, after: Poses, share: float) -> Poses:
    """Interpolate poses between two ticks; angles go the shorter way round."""
    drawn = before + (after - before) * share
    turn = after[:, 2] - before[:, 2]
    drawn[:, 2] = before[:, 2] + (turn - 2.0 * np.pi * np.round(turn / (2.0 * np.pi))) * share
    return drawn
