"""Warning signs, while a machine runs, at parts that are on and can't turn: their gears jam, or their load is too
heavy.

What has turned and is stopped later has done its work, as a motor that has drawn up a bridge: it gets no sign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.design import PartSpec
from sandbox.design.geometry import Pose
from sandbox.parts import KINDS, blueprint
from sandbox.parts.turning.gearing import WHEEL, rpm
from sandbox.render.mark_list import MarkList

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

_STILL = 0.04  # of the speed that it is set to: slower counts as standing
_PATIENCE = 0.6  # s: while it stands for less, it may be starting
_WORKED = 0.25  # s: what has turned for so long since it is on, has worked
_GAP = 0.05  # m: from the top of the part to its sign
_SPIN = 5  # the column of a body's row with its angular velocity (rad/s)


class _Driver(NamedTuple):
    """A part that turns by itself. `slot`: index of the running state that is 1 while it turns."""

    part: int
    row: int
    slot: int
    least: float  # rad/s: turning more slowly it stands
    sign: tuple[float, float]  # m


class StrainMarks:
    """Finds the parts that strain, and draws their signs. Call `look` for each frame of a run."""

    def __init__(self) -> None:
        self._stage: Stage | None = None
        self._drivers: tuple[_Driver, ...] = ()
        self._tick = 0  # of the last look
        self._stood: dict[int, int] = {}  # ticks for which a part that is on has stood still
        self._turned: dict[int, int] = {}  # ticks for which it has turned since it is on
        self.stuck: dict[int, tuple[float, float]] = {}  # the parts that strain now, and where their signs are (m)

    def look(self, stage: Stage | None, tick: int) -> None:
        """Look at a run on a tick of the session; None: nothing runs."""
        if stage is not self._stage:
            self._stage, self._tick, self._stood, self._turned = stage, tick, {}, {}
            self._drivers = _drivers_of(stage) if stage is not None else ()
        passed, self._tick, self.stuck = tick - self._tick, tick, {}
        if stage is None:
            return
        rate = stage.design.world.tick_rate
        for driver in self._drivers:
            part = driver.part
            if not _is_on(driver, stage):
                self._stood[part] = self._turned[part] = 0
            elif abs(stage.rows[driver.row, _SPIN]) >= driver.least:
                self._stood[part], self._turned[part] = 0, self._turned.get(part, 0) + passed
            else:
                self._stood[part] = self._stood.get(part, 0) + passed
                if self._stood[part] >= _PATIENCE * rate and self._turned.get(part, 0) < _WORKED * rate:
                    self.stuck[part] = driver.sign

    def show(self, overlay: MarkList) -> None:
        """Draw the signs of parts that strained at the last look."""
        for sign in self.stuck.values():
            overlay.warning(*sign)


def _is_on(driver: _Driver, stage: Stage) -> bool:
    return bool(driver.part in stage.parts and stage.states[driver.slot] > 0)


def _drivers_of(stage: Stage) -> tuple[_Driver, ...]:
    return tuple(_driver(stage, spec) for spec in stage.design.parts if _drives(spec))


def _drives(spec: PartSpec) -> bool:
    kind = KINDS[spec.kind]
    return bool(kind.spins_by) and "on" in kind.states and getattr(kind.values(spec.props), kind.spins_by) != 0


def _driver(stage: Stage, spec: PartSpec) -> _Driver:
    kind = KINDS[spec.kind]
    least = _STILL * abs(rpm(getattr(kind.values(spec.props), kind.spins_by)))
    row, slot = stage.row_of[spec.id, WHEEL], stage.slot_of[spec.id, "on"]
    top = blueprint(spec).bounds(Pose(0.0, 0.0, spec.angle)).y1
    return _Driver(spec.id, row, slot, least, (spec.x, spec.y + top + _GAP))
