"""Sources of rays: what all of them share, and the torch."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sandbox.design.geometry import Box, Point
from sandbox.parts.drawing import GREEN_LAMP, lamp, painted, slab
from sandbox.parts.electric.switched import count_wire
from sandbox.parts.fire import heat
from sandbox.parts.kind import Blueprint, Body, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.light.burning import burn, burns
from sandbox.parts.light.rays import COLD, WHITE, Illumination, RayPath, keys_of, path_of, ray_states, reach_of, send
from sandbox.parts.materials import NICKEL
from sandbox.parts.plans import Aim
from sandbox.parts.reactions import Knocked
from sandbox.parts.world import SHAPES, Ray

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_BESIDE = 1e-3  # m around a ray: more than its rounding errors
_LOCKOUT = 0.25  # s after a push: a ball that bounces on the button switches once


class _Way(NamedTuple):
    """The way of a ray that was followed: how it was sent out, a box around each leg of its path, and the shapes that
    can move in these, as they lay then.
    """

    ray: Ray
    boxes: tuple[Box, ...]
    movers: tuple[Any, ...]


class _Course:
    """Facts about a source's rays, by their names, that hold until something fixed leaves the machine."""

    __slots__ = ("box", "hot", "starts", "ways")

    def __init__(self, starts: dict[str, tuple[float, ...]]) -> None:
        self.starts = starts  # x, y, dx, dy, reach
        self.box: Box | None = None  # around their paths; None: it is to be worked out
        self.hot = True  # whether any of them may burn something
        self.ways: dict[str, _Way | None] = {}

    def holds(self, name: str, ray: Ray | None, machine: RunningMachine) -> bool:
        """Tell whether to follow a ray would lead along the same path as the last time: nothing in its way has moved,
        and nothing that can move has come there.
        """
        way = self.ways.get(name)
        if way is None or (way.ray is not ray and way.ray != ray):
            return False
        movers = machine.sight.movers_in(way.boxes)
        if movers == way.movers:
            return True
        self.ways[name] = way._replace(movers=movers)  # good if they are not in its way after all
        return False

    def note(self, run: Running, name: str, ray: Ray | None, changed: bool, machine: RunningMachine) -> None:
        """Take down the path of a ray that has just been followed. While something moves in its way, the path changes
        at each look: what it meets is noted once it has stayed the same.
        """
        way, kept = self.ways.get(name), None
        if ray is not None and not changed and way is not None and way.ray == ray:
            kept = way
        elif ray is not None and (not changed or all(_is_fixed(key, machine) for key in keys_of(run, name) if key)):
            path = path_of(run, name)
            if path is not None:
                boxes = _around_legs(path)
                kept = _Way(ray, boxes, () if changed else machine.sight.movers_in(boxes))
        self.ways[name] = kept


def _is_fixed(key: int, machine: RunningMachine) -> bool:
    plan = machine.parts[key // SHAPES].plan
    return plan.bodies[plan.shapes[key % SHAPES].body].kind == "static"


def _around_legs(path: RayPath) -> tuple[Box, ...]:
    return tuple(_around_leg(start, end) for start, end in pairwise(path.points))


def _around_leg(start: Point, end: Point) -> Box:
    (ax, ay), (bx, by) = start, end
    return Box(min(ax, bx) - _BESIDE, min(ay, by) - _BESIDE, max(ax, bx) + _BESIDE, max(ay, by) + _BESIDE)


class RaySource(Kind):
    """A part that sends out rays while it is on.

    States of each: `on`; `stir`, 1 while its rays are to be followed at the next look, whatever moves; and those of
    its rays (see `rays.ray_states`). Of each whose rays may burn also `BURNS`: `look`, the alarm of its next look at
    what they burn, and those of `fire.heat`. A laser burns what it ends at and the ropes that cross it; other light
    burns only where it is focused.
    """

    STATES: ClassVar[tuple[str, ...]] = ("on", "stir")
    BURNS: ClassVar[tuple[str, ...]] = ("look", *heat.STATES)
    cues: ClassVar[Mapping[str, str]] = heat.CUES
    act_interval = 1 / 60
    burns_faster = 1.6  # times as fast as a flame: through a rope in 0.5 s

    def colours(self, run: Running, name: str) -> int:
        """Return the colours of one of its rays while it is on; 0: it is dark."""
        return WHITE

    def planned(self, p: SimpleNamespace, name: str, falling: Illumination) -> tuple[int, int]:
        """Return the colours (0: dark) and the heat that one of its rays will have once it is on, of a part with
        property values `p` on which some light falls.
        """
        return WHITE, COLD

    def heat_of(self, run: Running) -> int:
        """Tell whether the source's rays burn things on their way: one of `rays.COLD` and `rays.BURNING`."""
        return COLD

    def act(self, run: Running, machine: RunningMachine) -> None:
        on, stir = run["on"], run["stir"]
        if not (on or stir):
            return
        course = self._course(run, machine)
        stirs = machine.sight.is_busy()
        if not stirs:
            if course.box is None:
                course.box = self._box(run, machine)
            stirs = machine.sight.stirs(course.box)
        if stirs or stir:
            run["stir"] = float(stirs and bool(on))
            for name in self.rays:
                ray = self._ray(run, name, course)
                if not course.holds(name, ray, machine):
                    self._follow(run, name, ray, course, machine)
            if course.hot and not run["look"]:
                machine.at(run, heat.LOOK, "look")

    def _follow(self, run: Running, name: str, ray: Ray | None, course: _Course, machine: RunningMachine) -> None:
        changed = send(run, name, ray, machine)
        noted = name in course.ways
        course.note(run, name, ray, changed, machine)
        if changed or not noted:
            course.hot = "look" in run and any(run[f"{name}_heat"] for name in self.rays)
        if changed:
            course.box = None

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm == "look":
            paths = [path for name in self.rays if (path := path_of(run, name)) is not None and path.heat != COLD]
            burn(run, paths, heat.LOOK * self.burns_faster, machine)
            if burns(run):
                machine.at(run, heat.LOOK, "look")

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        run["stir"] = 1.0

    def shine(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Let the source's rays out at the next look, or darken them at once."""
        run["on"] = float(on)
        run["stir"] = float(on)
        course: _Course | None = machine.fixed_cache.get(run.id)
        if course is not None:
            course.ways.clear()  # paths that were are none now, though the same rays may go out again
        if not on:
            for name in self.rays:
                send(run, name, None, machine)
            if "look" in run:
                heat.let_go(run, machine)

    def _course(self, run: Running, machine: RunningMachine) -> _Course:
        course: _Course | None = machine.fixed_cache.get(run.id)
        if course is None:
            course = machine.fixed_cache[run.id] = _Course({name: self._start(run, name) for name in self.rays})
        return course

    def _box(self, run: Running, machine: RunningMachine) -> Box:
        """Return the box around the paths of its rays; all there is, if they may burn links, which no box tells of."""
        paths = [path for name in self.rays if (path := path_of(run, name)) is not None]
        if any(path.heat != COLD for path in paths) and machine.listed(heat.burnable).all:
            return Box(-math.inf, -math.inf, math.inf, math.inf)
        x, y = run.bodies[0].position
        points = [(x, y), *(point for path in paths for point in path.points)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def _ray(self, run: Running, name: str, course: _Course) -> Ray | None:
        colours = self.colours(run, name)
        if not (run["on"] and colours):
            return None
        way, heat_ = course.ways.get(name), self.heat_of(run)
        if way is not None and way.ray.colours == colours and way.ray.heat == heat_:
            return way.ray  # as all of them start at one place
        x, y, dx, dy, reach = course.starts[name]
        return Ray(x, y, dx, dy, reach, colours, heat_)

    def _start(self, run: Running, name: str) -> tuple[float, ...]:
        """Return where a ray starts, its direction and its reach, in the world; every source of rays is fixed."""
        aim = self.rays[name]
        x, y = run.world(run.facing * aim.x, aim.y)
        tip_x, tip_y = run.world(run.facing * (aim.x + aim.dx), aim.y + aim.dy)
        return x, y, tip_x - x, tip_y - y, reach_of(run.p)


class Torch(Knocked, RaySource):
    """A torch. States besides those of all sources: `signals`, how many wires into it are on; and `locked`, the alarm
    until which its button takes no other push.
    """

    name = "flashlight"
    title = "Torch"
    price = 10
    synonyms = "flashlight, lamp, beam"
    help = (
        "Sends out a ray of white light. A knock on its button or a press switches it over, and a signal does for as "
        "long as it lasts. A mirror throws it back; a photocell sees it, unless it is for one colour only."
    )
    source = "A pocket torch of 30 cm; its beam is narrow, and bright enough to be seen for 2.5 m by day."
    properties = (
        Property("reach", "Reach", 2.5, "m", 0.5, 8.0, 0.1, help="So far its ray goes, with all its turns"),
        Property("on", "On at start", False, help="A push switches it over, and a wire while it is on"),
    )
    flips = True
    pressable = True
    knock_over, knocked_at = 0.08, "button"  # N s
    goal_states = ("on",)
    cues = {"started": "switch", "stopped": "switch", **heat.CUES}
    states = (*RaySource.STATES, *RaySource.BURNS, "signals", "locked", *ray_states("ray"))
    rays = MappingProxyType({"ray": Aim(0.168, 0.0)})

    def switched_over(self, p: SimpleNamespace) -> str:
        return "on"

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        red, dark = Look("metal", (206, 62, 52)), Look("rubber", (46, 50, 60), outline=0.8)
        head = Polygon(((0.05, -0.03), (0.12, -0.058), (0.12, 0.058), (0.05, 0.03)), 0.004)
        shapes = (
            Shape(slab(0.03, 0.046, -0.158, 0.0, 0.008), dark, friction=0.5, restitution=0.3),
            Shape(slab(0.21, 0.066, -0.05, 0.0, 0.01), red, friction=0.5, restitution=0.3),
            *(painted(slab(0.012, 0.068, x, 0.0, 0.003), dark) for x in (-0.12, -0.095, 0.01, 0.035)),
            Shape(slab(0.05, 0.026, -0.04, 0.034, 0.008), Look("rubber", (248, 206, 70)), restitution=0.3,
                  name="button"),
            Shape(head, red, friction=0.5, restitution=0.3),
            Shape(slab(0.03, 0.136, 0.136, 0.0, 0.006), NICKEL, friction=0.5, restitution=0.3),
            painted(Polygon(((0.15, -0.056), (0.164, -0.03), (0.164, 0.03), (0.15, 0.056))),
                  Look("glow", (205, 196, 120), outline=0.9, slot="on")),
            lamp(0.008, -0.04, -0.014, GREEN_LAMP, "on", outline=0.6),
        )  # fmt: skip
        ports = (Port("signal", -0.158, 0.0, "signal in", title="Switch"),)
        return Blueprint((Body("static"),), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.on:
            self.shine(run, True, machine)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if not run["locked"]:
            machine.at(run, _LOCKOUT, "locked")
            self._switch_over(run, machine)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        before = run["signals"] > 0
        if before != count_wire(run, on):
            self._switch_over(run, machine)

    def _switch_over(self, run: Running, machine: RunningMachine) -> None:
        on = not run["on"]
        machine.tell("started" if on else "stopped", run)
        self.shine(run, on, machine)
