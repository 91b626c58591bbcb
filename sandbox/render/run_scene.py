"""Draws a moment of a run, with its effects, goals and marks: one path for the window, for films and for pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Point
from sandbox.machine.machine import Event, Machine, Rows
from sandbox.render.camera import Camera
from sandbox.render.effects import air_streams, light_rays
from sandbox.render.effects.air_flow import AirFlow
from sandbox.render.effects.effect import Effect
from sandbox.render.effects.light_rays import RayLight
from sandbox.render.effects.live_effects import Effects
from sandbox.render.effects.planned_effects import EffectPlanner
from sandbox.render.effects.range_marks import RangeMarks
from sandbox.render.instances.layout import Motions
from sandbox.render.marks import goal_marks, goal_signs
from sandbox.render.overlay import Overlay
from sandbox.render.scenes.scenery import SceneryView
from sandbox.workspace.past.past_machine import Stage

Marks = Callable[[Overlay], object]  # draws more on an overlay


def from_before(before: Motions, now: Motions, seconds: float) -> Motions:
    """Return rows for a picture that runs a tick late: the poses of the tick before, with the velocities that lead to
    the poses of now in `seconds`.

    The shader moves these rows on by their velocity as it does all others, so ropes and belts follow. Angles go the
    shorter way round.
    """
    turn = now[:, 2] - before[:, 2]
    rows = np.array(before, np.float64)
    rows[:, 3:] = (now[:, :3] - before[:, :3]) / seconds
    rows[:, 5] = (turn - 2.0 * np.pi * np.round(turn / (2.0 * np.pi))) / seconds
    return rows


class SceneMoment(NamedTuple):
    """The content of a frame besides the parts themselves, which `show` or the caller puts on the canvas."""

    design: Design  # whose goals are drawn
    stage: Stage | None = None  # the machine, or a moment of a past run; None: nothing runs
    tick: int = 0  # of the session
    goals_met: Sequence[bool] = ()
    leftover: float = 0.0  # s since the tick
    effects: Iterable[tuple[Effect, float]] | None = None  # each with its age (s); None: those of the live run
    chosen: tuple[bool, int] | None = None  # the goal that is highlighted: (is it a fail condition, its index)
    selected: Sequence[int] = ()  # parts whose wind, rays and ranges are shown while nothing runs
    in_hand: Sequence[PartSpec] = ()  # parts as they are shown while they are moved or placed: theirs are shown instead


class SceneCanvas(Protocol):
    """The part of a canvas that a run is put on: one that draws, or one that keeps what it is given."""

    @property
    def scale(self) -> float: ...
    @property
    def scenery(self) -> SceneryView: ...
    @property
    def effects(self) -> Effects: ...
    @property
    def air(self) -> AirFlow: ...
    @property
    def rays(self) -> RayLight: ...
    @property
    def ranges(self) -> RangeMarks: ...
    @property
    def underlay(self) -> Overlay: ...
    @property
    def overlay(self) -> Overlay: ...
    def show_design(self, design: Design) -> None: ...
    def show_machine(self, machine: Machine) -> None: ...
    def hide_ghost(self) -> None: ...
    def tick(self, rows: Motions, states: Motions) -> None: ...
    def draw(self, leftover: float, camera: Camera) -> None: ...


def show_hands(overlay: Overlay, machine: Machine | None) -> None:
    """Draw the hands that pull bodies of a machine."""
    if machine is None:
        return
    for held in machine.held:
        overlay.hand(*machine.grip_of(held), held.x, held.y, held.player)


class RunScene:
    """Puts runs on a canvas and draws them; hands the canvas only what has changed since the last frame.

    Call `watch` whenever ticks have passed, then `show`, then `draw`.
    """

    def __init__(self, canvas: SceneCanvas) -> None:
        self.canvas = canvas
        self.still = False  # reduced motion: nothing flashes or flies but the machine
        self._machine: Machine | None = None
        self._design: Design | None = None
        self._shown: tuple[int, bool] = (-1, False)  # the tick on the canvas, and whether from the one before
        self._goals: tuple[object, ...] = ()
        self._rules: list[goal_marks.Rule] = []
        self._moment: SceneMoment | None = None  # the one drawn last
        self._planner = EffectPlanner()

    def watch(self, session: Session, events: Iterable[Event]) -> None:
        """Start the effects of the events in a session since the last call."""
        effects = self.canvas.effects
        effects.follow(session.machine, session.tick)
        effects.happened(events)
        effects.won(session.decided_tick if session.outcome == "won" else None, session.design)

    def leave(self) -> None:
        """Note that something else is on the canvas now."""
        self._machine = self._design = None

    def show(self, session: Session) -> None:
        """Put a session's machine on the canvas, or its design at rest."""
        if session.machine is not None:
            self.show_machine(session.machine)
        elif self._machine is not None or session.design is not self._design:
            self._machine, self._design = None, session.design
            self.canvas.show_design(session.design)

    def show_machine(self, machine: Machine, before: Rows | None = None) -> None:
        """Put a machine on the canvas; with the rows of the tick `before`, as it moves from that tick to this one."""
        picture = (machine.ticks, before is not None)
        if machine is not self._machine:
            self._machine, self._design = machine, None
            self.canvas.hide_ghost()
            machine.read_rows()
            self.canvas.show_machine(machine)
            self._shown = (machine.ticks, False)
        if picture != self._shown:
            rows = machine.read_rows()
            self.canvas.tick(rows if before is None else from_before(before, rows, machine.dt), machine.states)
            self._shown = picture

    def draw(self, moment: SceneMoment, camera: Camera, below: Marks | None = None, above: Marks | None = None) -> None:
        """Draw a frame of the things on the canvas. `below` and `above` add marks under and over those of the goals."""
        canvas, overlay, self._moment = self.canvas, self.canvas.overlay, moment
        self._show_goals(moment)
        overlay.clear()
        if below is not None:
            below(overlay)
        pixel = self._pixel(camera)
        rules = _with_badges(self._rules, moment.stage)
        within = self._inside(camera)
        goal_signs.show_flags(overlay, moment.design, self._rules, moment.stage, within)
        goal_signs.show_over(overlay, moment.design, rules, moment.stage, pixel, within)
        if above is not None:
            above(overlay)
        canvas.scenery.moment = moment.tick / moment.design.world.tick_rate + moment.leftover
        canvas.scenery.still = self.still
        if moment.stage is not None:
            canvas.air.streams = air_streams.of_run(moment.stage)
            canvas.rays.paths, canvas.rays.planned = light_rays.of_run(moment.stage), []
            canvas.rays.bulbs = light_rays.bulbs_of_run(moment.stage)
            canvas.ranges.ranges = []
        else:
            planned = self._planner.plan(moment.design, moment.selected, moment.in_hand)
            canvas.air.streams = planned.streams
            canvas.rays.paths, canvas.rays.planned, canvas.rays.bulbs = [], planned.rays, []
            canvas.ranges.ranges = planned.ranges
        if moment.effects is None:
            canvas.effects.draw(moment.leftover, 1.0 / pixel, self.still)
        else:
            canvas.effects.show(moment.effects, 1.0 / pixel, self.still)
        canvas.draw(moment.leftover, camera)

    def rule_at(self, at: Point, camera: Camera) -> goal_marks.Rule | None:
        """Return the goal or fail condition whose sign was drawn at a point (m) last; None if there is none."""
        if self._moment is None:
            return None
        design, stage = self._moment.design, self._moment.stage
        rules = _with_badges(self._rules, stage)
        return goal_signs.rule_at(at, design, rules, stage, self._pixel(camera), self._inside(camera))

    def _pixel(self, camera: Camera) -> float:
        """Return the size (m) of a pixel of marks."""
        return self.canvas.scale * camera.pixel

    def _inside(self, camera: Camera) -> Box:
        """Return the box (m) that no sign leaves."""
        view, room = camera.bounds, goal_signs.ROOM * self._pixel(camera)
        return Box(view.x0 + room, view.y0 + room, view.x1 - room, view.y1 - room)

    def _show_goals(self, moment: SceneMoment) -> None:
        design = moment.design
        areas = goal_marks.areas(design, (*design.goals, *design.fails), moment.stage)
        met = tuple(moment.goals_met)
        closed = design.no_build if moment.stage is None else ()
        inputs = (design.goals, design.fails, closed, design.world, met, areas, moment.chosen)
        if inputs != self._goals:
            self._goals = inputs
            self._rules = goal_marks.rules_of(design, met, moment.chosen)
            self.canvas.underlay.clear()
            goal_marks.show_under(self.canvas.underlay, design, self._rules, moment.stage)


def _with_badges(rules: list[goal_marks.Rule], stage: Stage | None) -> list[goal_marks.Rule]:
    """List the rules whose badges are shown: during a run those of fail conditions would only hide the parts."""
    return [rule for rule in rules if stage is None or not rule.forbids]
