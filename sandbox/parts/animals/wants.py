"""Wants, the rule by which animals run after the things that they like and away from the things that they fear.

A part that means anything to animals says so in its class: `Kind.smells` is one word, such as "cheese" or "cat", and
`Kind.smells_now` tells whether it smells at the moment. An animal says in its class from how far it `wants` and `fears`
which smells. Ten times a second it looks along its floor for the nearest of those things that it can see, and sets its
way: away from what it fears, else towards what it wants. It plans no way, does not jump, and climbs no step above 30
mm. What it has reached it eats, and the other part is told by `Kind.eaten`. A bell is heard instead: see
`Kind.hears`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import pymunk
from msgspec.structs import replace

from sandbox.design.geometry import Point, cos_sin
from sandbox.engine.readout import MOVING, asleep
from sandbox.parts.actors import Walker
from sandbox.parts.drawing import TURN
from sandbox.parts.fire.heat import heaters_of
from sandbox.parts.kind import Blueprint, Body, Polygon, Shape, pose_of
from sandbox.parts.sight import keep_up
from sandbox.parts.surroundings import FEW, Box, PlaceGrid, Roaming

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

LOOKS = 0.1  # s from one look to the next
_ROUNDING = 1e-6  # m: more than is lost in computing how far something is away
SAME_FLOOR = 0.15  # m: what stands higher or lower than this by more is on another floor
TOUCH = 0.03  # m: what is no farther off can be eaten


class Extent(NamedTuple):
    """The part of the world that something takes up: left, bottom and right (m)."""

    left: float
    bottom: float
    right: float


class Smell(NamedTuple):
    """Something that an animal may want or fear; `extent` is None for what can move."""

    run: Running
    extent: Extent | None


class Sighting(NamedTuple):
    """A thing that an animal sees: the way to it (+1 right, -1 left), and the gap between the two in m."""

    run: Running
    way: float
    gap: float


class Animal(Walker):
    """A walker that walks only while it wants or fears something. Each look of it is a body that nothing bumps into.

    States: `way`, `rest`, `stuck`, `dead` as of a walker; `goes`, 1 while it walks; `wish`, the id of what it is after,
    or minus the id of what it runs from; `meal`, the id of what it eats; `fed`, how often it has eaten; `picture`, the
    index of the body that is seen; and the alarms `looks`, `eats`, `calms`, on which it stands still again, `burns`, on
    which heat kills it, and `shies`, until which it runs from heat.
    """

    walks_by = ""  # it stands until it wants something
    wants: ClassVar[Mapping[str, float]] = {}  # m: from how far, by smell
    fears: ClassVar[Mapping[str, float]] = {}
    home = ""
    states: ClassVar[tuple[str, ...]] = (
        "way", "rest", "stuck", "dead", "goes", "wish", "meal", "fed", "picture", "looks", "eats", "calms",
        "burns", "shies",
    )  # fmt: skip
    goal_states: ClassVar[tuple[str, ...]] = ("fed", "dead")
    cues: ClassVar[Mapping[str, str]] = {"noticed": "peep", "turned": "peep", "died": "thud", "fed": "munch"}
    eye: ClassVar[Point] = (0.0, 0.0)  # m: where it looks out
    poses: ClassVar[int] = 1
    meal_time, calms_after = 0.0, 0.6  # s
    catches, bears_heat, shies_for = 0.2, 1.0, 0.8  # s: of heat until it flees, and until it dies; how long it flees
    wary: ClassVar[float] = 1.3  # times as far as usual it fears what it runs from, so that it does not turn at once
    shoves: ClassVar[float] = 0.0  # kg: at what is heavier it turns
    stride, hop, rock = 0.12, 0.008, 0.06  # m from one step to the next, m, rad: of its picture while it runs

    # -- what it is

    def trunk(self, p: SimpleNamespace) -> Polygon:
        """Return the outline that things bump into: symmetrical, and sloped like a boat below, to get over edges."""
        raise NotImplementedError(self.name)

    def pictures(self, p: SimpleNamespace) -> tuple[list[Shape], ...]:
        """Draw the animal in each of its poses, facing right; the first is the one at Start."""
        raise NotImplementedError(self.name)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        """Give each pose two bodies that are only seen, facing right and left; all but the first of them wait."""
        bodies = [Body("dynamic", self.mass)]
        shapes = [Shape(self.trunk(p), None, friction=0.6, restitution=0.0, name="foot")]
        for picture in self.pictures(p):
            shapes += [replace(shape, body=len(bodies)) for shape in picture]
            shapes += [replace(shape, body=len(bodies) + 1, outline=shape.outline.mirrored()) for shape in picture]
            bodies += [Body("kinematic"), Body("kinematic")]
        return Blueprint(tuple(bodies), tuple(shapes), spare=tuple(range(2, len(bodies))))

    def pose(self, run: Running) -> int:
        """Return the number of the pose that it is in now."""
        return 0

    def appetite(self, run: Running) -> Mapping[str, float]:
        """Return what the animal wants now, of all its `wants`."""
        return self.wants

    # -- its rules

    def start(self, run: Running, machine: RunningMachine) -> None:
        run.bodies[0].moment = math.inf
        run["way"], run["picture"] = run.facing, 1.0
        self.watch(run, machine)

    def errand(self, run: Running, machine: RunningMachine) -> Sighting | None:
        """Return where the animal goes while it sees nothing that it wants or fears."""
        return None

    def is_idle(self, run: Running, machine: RunningMachine) -> bool:
        """Tell whether the machine has nothing that the animal could want or fear, and never will."""
        return all(thing is run for thing, _ in self._scents(machine).all[:2])

    def watch(self, run: Running, machine: RunningMachine) -> None:
        """Begin to look about, if the machine has anything for the animal; not all animals in the same tick."""
        if not self.is_idle(run, machine):
            machine.at(run, LOOKS * (1.0 + run.id % 8 / 8), "looks")

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm in ("calms", "shies"):
            run["wish"] = 0.0
            self.stand(run)
        elif alarm == "eats":
            self._eat(run, machine)
        elif alarm == "burns":
            self._die(run, 0.0, 0, machine)
        else:
            self._look(run, machine)
            if not self.is_idle(run, machine):
                machine.at(run, LOOKS, "looks")

    def _look(self, run: Running, machine: RunningMachine) -> None:
        """Set the animal's way by the nearest thing that it fears, else by the nearest that it wants."""
        if run["shies"]:
            return
        threat = self._nearest(run, self.fears, machine, self.wary if run["wish"] < 0.0 else 1.0)
        if threat is not None:
            self._leave_meal(run, machine)
            self.set_out(run, -threat.way, -float(threat.run.id), machine)
        elif not run["meal"]:
            bait = self._nearest(run, self.appetite(run), machine) or self.errand(run, machine)
            if bait is not None:
                self._approach(run, bait, machine)
            elif run["wish"]:
                run["wish"] = 0.0
                machine.at(run, self.calms_after, "calms")

    def _approach(self, run: Running, bait: Sighting, machine: RunningMachine) -> None:
        if bait.gap > TOUCH or bait.run.kind.name == self.home:
            self.set_out(run, bait.way, float(bait.run.id), machine)
            return
        self.stand(run)
        if bait.way != run["way"]:
            self._face(run, bait.way)
            self._walk(run, 0.0)
        run["meal"] = float(bait.run.id)
        if self.meal_time:
            machine.at(run, self.meal_time, "eats")
        else:
            self._eat(run, machine)

    def _eat(self, run: Running, machine: RunningMachine) -> None:
        """Eat on at the food that the animal has begun, if that is still within reach."""
        food = machine.parts.get(int(run["meal"]))
        run["meal"] = run["wish"] = 0.0
        if food is None or not food.kind.smells_now(food):
            return
        if _gap(extent_of(run), extent_of(food)) <= 2 * TOUCH:
            run["fed"] += 1.0
            machine.tell("fed", run, run["fed"], food.id)
            food.kind.eaten(food, run, machine)

    def _leave_meal(self, run: Running, machine: RunningMachine) -> None:
        run["meal"] = 0.0
        machine.cancel(run, "eats")

    def set_out(self, run: Running, way: float, wish: float, machine: RunningMachine) -> None:
        """Walk one way, after something or away from it (`wish`)."""
        machine.cancel(run, "calms")
        if wish != run["wish"]:
            run["wish"] = wish
            machine.tell("noticed", run, float(wish < 0.0), int(abs(wish)))
        if way != run["way"] or not run["goes"]:
            run["goes"] = 1.0
            self._face(run, way)
        if run.bodies[0].is_sleeping:
            run.bodies[0].activate()

    def stand(self, run: Running) -> None:
        """Stand still."""
        run["goes"] = 0.0
        self._walk(run, 0.0)

    def _stops(self, body: pymunk.Body) -> bool:
        return body.body_type != body.DYNAMIC or body.mass > self.shoves

    def _turn(self, run: Running, machine: RunningMachine) -> None:
        """Turn at what stops it; but while it wants or fears something, press against it."""
        if run["goes"] and not run["wish"]:
            super()._turn(run, machine)

    def _blocked(self, run: Running) -> bool:
        if run["wish"]:
            return False  # it would not turn
        stuck = run["stuck"]  # s: it looks anew in each tenth of them
        return math.floor(stuck / LOOKS) > math.floor((stuck - run.lapse) / LOOKS) and super()._blocked(run)

    def heated(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on and not run["dead"]:
            machine.at(run, self.bears_heat, "burns")
        elif not on:
            machine.cancel(run, "burns")

    def caught(self, run: Running, machine: RunningMachine) -> None:
        """Run away from the thing that burns the animal, whatever else it wants or fears."""
        fires = [] if run["dead"] else heaters_of(run, machine)
        if fires:
            self._leave_meal(run, machine)
            self.set_out(run, 1.0 if fires[0].place[0] < run.place[0] else -1.0, -float(fires[0].id), machine)
            machine.at(run, self.shies_for, "shies")

    def _die(self, run: Running, impulse: float, killer: int, machine: RunningMachine) -> None:
        for alarm in ("looks", "eats", "calms", "burns", "shies"):
            machine.cancel(run, alarm)
        run["goes"] = run["wish"] = run["meal"] = 0.0
        super()._die(run, impulse, killer, machine)

    # -- what it looks like

    def act(self, run: Running, machine: RunningMachine) -> None:
        if asleep(run.numbers[0]):
            picture = run.bodies[int(run["picture"])]
            if picture.velocity != (0.0, 0.0):
                picture.velocity, picture.angular_velocity = (0.0, 0.0), 0.0
            return
        self._show(run, machine)
        if run["goes"]:
            self._get_along(run, machine)

    def _show(self, run: Running, machine: RunningMachine) -> None:
        """Let the animal's right picture go along with its body: hopping as it runs, on its back once it is dead."""
        index = 1 + 2 * self.pose(run) + (0 if run["way"] * run.facing > 0 else 1)
        if index != run["picture"]:
            machine.take_back(run, int(run["picture"]))
            machine.let_out(run, index, run.bodies[0].position)
            run["picture"] = float(index)
        lift, angle = 0.0, TURN / 2 if run["dead"] else 0.0
        if run["goes"]:
            step, rock = cos_sin(TURN / self.stride * (run.numbers[0][MOVING][0] % self.stride))
            lift, angle = self.hop * (1.0 - step) / 2, self.rock * rock
        keep_up(run.bodies[0], run.bodies[index], run.local(0.0, lift), angle)

    # -- what it sees

    def _nearest(
        self, run: Running, smells: Mapping[str, float], machine: RunningMachine, farther: float = 1.0
    ) -> Sighting | None:
        """Return the nearest thing with one of some smells that it sees on its floor; of two, the one of lower id.

        `farther`: so many times as far as usual does it look.
        """
        body_extent, (x, _) = None, run.place
        sightings, scents = [], self._scents(machine)
        for thing, extent in scents.near(run, farther * max(smells.values(), default=0.0) + 1.0, machine):
            reach = farther * smells.get(thing.kind.smells, 0.0)
            if thing is run or not reach or abs(thing.place[0] - x) > reach + 1.0 or not thing.kind.smells_now(thing):
                continue
            body_extent, extent = body_extent or extent_of(run), extent or scents.extent_of(thing)
            gap = _gap(body_extent, extent)
            if gap <= reach and abs(body_extent.bottom - extent.bottom) < SAME_FLOOR:
                way = 1.0 if extent.left + extent.right > body_extent.left + body_extent.right else -1.0
                sightings.append(
                    (round(gap, 4), thing.id, Sighting(thing, way, gap))
                )  # by 0.1 mm: rounding decides nothing
        for _, _, sighting in sorted(sightings, key=lambda entry: entry[:2]):
            if self._sees(run, sighting.run, machine):
                return sighting
        return None

    def _sees(self, run: Running, thing: Running, machine: RunningMachine) -> bool:
        """Tell whether nothing stands between its eye and the middle of something."""
        x, y = thing.place
        met = machine.sight.first_between(run.world(*self.eye), (x, y), run)
        owner = machine.owner(met) if met is not None else None
        return owner is None or owner[0] is thing

    def _scents(self, machine: RunningMachine) -> _Scents:
        """Return the parts that an animal of this kind may want or fear."""
        by_kind = machine.listed(_scents_by_kind)
        if self.name not in by_kind:
            by_kind[self.name] = _Scents(
                [
                    Smell(thing, extent_of(thing) if thing.plan.bodies[thing.main].kind == "static" else None)
                    for thing in machine.parts_of(lambda kind: kind.smells in self.wants or kind.smells in self.fears)
                ]
            )
        return by_kind[self.name]


class _Scents:
    """The parts that one kind of animal may want or fear, in id order."""

    def __init__(self, smells: list[Smell]) -> None:
        self.all = smells
        self._fixed: PlaceGrid[Smell] = PlaceGrid()
        for smell in smells:
            if smell.extent is not None:
                x, bottom = smell.run.place[0], smell.extent.bottom
                self._fixed.put(smell, x, bottom, x, bottom)
        self._loose = Roaming([smell for smell in smells if smell.extent is None], self._bounds)
        self._trunks: dict[tuple[int, int], tuple[pymunk.Shape | None, float]] = {}  # by part and main body
        self._drawn: dict[int, Extent] = {}  # of parts with nothing solid to their main body

    def near(self, run: Running, far: float, machine: RunningMachine) -> list[Smell]:
        """Return at least those that are within `far` to both sides of an animal and on its floor (m)."""
        if len(self.all) <= FEW:
            return self.all
        (x, _), bottom = run.place, extent_of(run).bottom
        far, high = far + _ROUNDING, SAME_FLOOR + _ROUNDING
        box = x - far, bottom - high, x + far, bottom + high
        return [*self._fixed.near(*box), *self._loose.near(*box, machine)]

    def extent_of(self, run: Running) -> Extent:
        """Return what one of them takes up now; what is drawn of a part stays where the part was at the start."""
        extent = _solid_extent(run) or self._drawn.get(run.id)
        if extent is None:
            extent = self._drawn[run.id] = _drawn_extent(run)
        return extent

    def _bounds(self, smell: Smell) -> Box:
        """Return a box (m) around the place of something that can move, as high as its lower end may be from there."""
        run, (x, y) = smell.run, smell.run.place
        shape, high = self._trunks.get((run.id, run.main)) or self._note_trunk(run)
        if shape is not None and shape in run.solid:
            return x, y - high, x, y + high
        bottom = self.extent_of(run).bottom
        return x, bottom, x, bottom

    def _note_trunk(self, run: Running) -> tuple[pymunk.Shape | None, float]:
        """Note a solid shape of a part's main body, and how far from the middle of that its solid shapes reach (m)."""
        middle, indices = run.plan.bodies[run.main], range(len(run.shapes))
        plan = run.plan.shapes
        solid = [index for index in indices if plan[index].body == run.main and plan[index].collides]
        reaches = [plan[index].outline.reach(middle.x, middle.y) for index in solid]
        trunk = run.shapes[solid[0]] if solid else None, max(reaches, default=0.0)
        self._trunks[run.id, run.main] = trunk
        return trunk


def _scents_by_kind(machine: RunningMachine) -> dict[str, _Scents]:
    """Begin a list of what each kind of animal may want or fear, to which a kind is added when it first looks."""
    return {}


def extent_of(run: Running) -> Extent:
    """Return what a part takes up now: what collides of its main body, or what is drawn if nothing does."""
    return _solid_extent(run) or _drawn_extent(run)


def _drawn_extent(run: Running) -> Extent:
    box = run.plan.bounds(pose_of(run.spec))
    return Extent(box.x0, box.y0, box.x1)


def _solid_extent(run: Running) -> Extent | None:
    main = run.bodies[run.main]
    boxes = [shape.bb for shape in run.solid if shape.body is main]
    if not boxes:
        return None
    if len(boxes) == 1:
        return Extent(boxes[0].left, boxes[0].bottom, boxes[0].right)
    return Extent(min(box.left for box in boxes), min(box.bottom for box in boxes), max(box.right for box in boxes))


def _gap(a: Extent, b: Extent) -> float:
    return max(0.0, b.left - a.right, a.left - b.right)
