"""Blades that cut ropes: where a rope runs, and what passes through the area between two blades."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.design.geometry import cos_sin, total
from sandbox.engine.layout import addresses_in
from sandbox.engine.readout import address_of, place_of
from sandbox.parts.drawing import band, painted, ring, slab
from sandbox.parts.kind import (
    Blueprint,
    Body,
    Circle,
    Kind,
    Look,
    Point,
    Polygon,
    Port,
    Property,
    Shape,
    loose_sag,
)
from sandbox.parts.materials import BRIGHT, BROWN_WOOD, DARK, STEEL
from sandbox.parts.reactions import Knocked
from sandbox.parts.ropes.reeving import reeving_of
from sandbox.parts.ropes.rope_path import pieces
from sandbox.parts.surroundings import Box, Roaming

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_THICK = 0.006  # m: half a rope
_ROUNDING = 1e-6  # m: more than what is lost in computing where a rope is tied
_PIECES = 8  # of a slack rope, as blades see it
_SAG = 0.1875  # of a parabola: the square of its sag over that by which the square of its length exceeds its chord's
_RED = (196, 58, 50)
_MIDDLE, _IN_MOUTH = 0.65, 0.8  # of the blades' length and of their gap: the ring that shows where a rope is cut


class Scissors(Knocked):
    """States: `cut`, how many ropes it has cut; `timer`, the seconds until the blades are open again.

    The two halves are bodies that nothing bumps into; they are turned only while the blades close and open.
    """

    name = "scissors"
    title = "Scissors"
    price = 7
    synonyms = "cutter, blade"
    hands_on = ("prick",)
    help = (
        "Snaps shut when something falls on its handles, when you press it or when a wire tells it to, and cuts every "
        "rope between its blades. Then it opens again."
    )
    source = "The Incredible Machine's scissors: bumped, they cut. Household scissors of 30 cm; a snip takes 0.1 s."
    cues = {"snipped": "snip", "cut": "snip"}
    properties = (Property("push", "Push", 0.08, "N s", 0.01, 10.0, 0.01, help="A harder impact than this shuts it"),)
    flips = True
    pressable = True
    set_off_by = ("blast",)
    knock_over = "push"
    states = ("cut", "timer")
    acts_while = "timer"
    goal_states = ("cut",)
    blade, opening = 0.17, 0.36  # m from the rivet to the tips; rad to either side
    shuts, shut, opens = 0.06, 0.3, 0.2  # s

    def mouth(self) -> Polygon:
        """Return the area between the blades, in the part's frame."""
        c, s = cos_sin(self.opening)
        x, y = self.blade * c, self.blade * s
        return Polygon(((0.015, 0.0), (x, -y), (x, y)))

    def ranges(self, p: SimpleNamespace) -> tuple[Circle, ...]:
        x = _MIDDLE * self.blade
        return (Circle(_IN_MOUTH * x * cos_sin(self.opening)[1], x),)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        halves = [*self._half(1), *(self._below(shape) for shape in self._half(2))]
        handles = [Shape(Circle(0.046, -0.13, y), None, friction=0.5, restitution=0.3) for y in (-0.062, 0.062)]
        rivet = (
            painted(Circle(0.012), BRIGHT.edged(0.9)),
            painted(Circle(0.004), DARK),
        )
        bodies = (Body("static"), Body("kinematic"), Body("kinematic"))
        ports = (Port("signal", 0.0, 0.0, "signal in", title="Snip"),)
        return Blueprint(bodies, (*handles, *halves, *rivet), ports)

    def _half(self, body: int) -> list[Shape]:
        """Return the upper blade with the lower handle, open."""
        c, s = cos_sin(self.opening)

        def open_(*points: Point) -> Polygon:
            return Polygon(tuple((c * x - s * y, s * x + c * y) for x, y in points))

        blade = open_((-0.02, -0.011), (0.02, -0.006), (self.blade, 0.0), (0.13, 0.014), (0.06, 0.02), (0.0, 0.017))
        shank = band(((0.012, 0.006), (-0.03, -0.012), (-0.07, -0.034), (-0.1, -0.046)), 0.021)
        red = Look("rubber", _RED)
        return [
            painted(shank, red, body=body),
            painted(ring(0.046, 0.017, -0.13, -0.062, 0.4), red, body=body),
            painted(blade, BRIGHT, body=body),
        ]

    def _below(self, shape: Shape) -> Shape:
        """Return a shape mirrored at the axis."""
        outline = shape.outline
        assert isinstance(outline, Polygon)
        turned = Polygon(tuple((x, -y) for x, y in reversed(outline.points)), outline.rounding)
        return painted(turned, shape.look, body=shape.body)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["timer"] <= 0:
            run["timer"] = self.shuts + self.shut + self.opens
            machine.rouse(run)
            machine.tell("snipped", run)
            cut = _cut(run, self.mouth(), machine)
            if cut:
                run["cut"] += cut

    def act(self, run: Running, machine: RunningMachine) -> None:
        left = run["timer"] = max(0.0, run["timer"] - machine.dt)
        since = self.shuts + self.shut + self.opens - left
        turned = run.facing * self.opening * min(1.0, since / self.shuts, left / self.opens)
        run.bodies[1].angle = run.spec.angle - turned
        run.bodies[2].angle = run.spec.angle + turned


class Shears(Kind):
    """States: `cut`, how many ropes it has cut. What moves faster than 12 m/s across the blades may get past them."""

    name = "shears"
    title = "Shears"
    price = 9
    synonyms = "cutter, scissors, blade"
    hands_on = ("prick",)
    help = (
        "Blades so sharp that they cut every rope that touches them. Fixed, they wait for a rope to swing by; loose, "
        "they can be dropped on one, or pulled through it by a rope at their grips."
    )
    source = "Hedge shears: blades of 25 cm, 0.9 kg."
    cues = {"cut": "snip"}
    properties = (Property("loose", "Loose", False, help="They fall, and can be thrown"),)
    flips = True
    states = ("cut",)
    goal_states = ("cut",)
    edge = slab(0.27, 0.05, 0.155, 0.0)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        upper = Polygon(((-0.01, 0.004), (0.29, 0.026), (0.27, 0.034), (0.12, 0.032), (-0.01, 0.024)))
        blades = (Polygon(tuple((x, -y) for x, y in reversed(upper.points))), upper)
        grips = [band(((0.01, side * 0.008), (-0.06, -side * 0.02), (-0.11, -side * 0.05)), 0.014) for side in (1, -1)]
        handles = [
            band(((-0.1, -side * 0.044), (-0.17, -side * 0.082), (-0.25, -side * 0.112)), 0.027) for side in (1, -1)
        ]
        solid = (
            Polygon(((-0.01, -0.026), (0.0, -0.03), (0.28, -0.036), (0.28, 0.036), (0.0, 0.03), (-0.01, 0.026))),
            *(Polygon(points) for points in self._grips()),
        )
        shapes = [Shape(outline, None, friction=0.5, restitution=0.1) for outline in solid]
        shapes += [painted(outline, BRIGHT) for outline in grips]
        shapes += [painted(outline, BROWN_WOOD) for outline in handles]
        shapes += [painted(outline, BRIGHT) for outline in blades]
        shapes.append(painted(Circle(0.014, 0.005), STEEL.edged(0.9)))
        shapes.append(painted(Circle(0.005, 0.005), DARK))
        if not p.loose:
            return Blueprint((Body("static"),), tuple(shapes))
        return Blueprint((Body("dynamic", 0.9),), tuple(shapes), (Port("grips", -0.22, 0.0, "rope", title="Grips"),))

    def _grips(self) -> tuple[tuple[Point, ...], ...]:
        """Return the colliding outlines of the two handles, counter-clockwise."""
        upper = ((-0.25, 0.098), (0.0, -0.012), (0.01, 0.01), (-0.245, 0.126))
        return upper, tuple((x, -y) for x, y in reversed(upper))

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not machine.links or (machine.ticks and not self._anything_moves(run, machine)):
            return
        cut = _cut(run, self._area(run), machine)
        if cut:
            run["cut"] += cut

    def _area(self, run: Running) -> Polygon:
        """Return the edge in the frame of its body, not flipped."""
        planned = run.plan.bodies[0]
        return self.edge.moved(-run.facing * planned.x, -planned.y)

    def _anything_moves(self, run: Running, machine: RunningMachine) -> bool:
        strung = machine.listed(_strung)
        return bool(strung.bodies) and (not _rests(run.bodies[0]) or strung.any_moves(machine))


def _cut(run: Running, area: Polygon, machine: RunningMachine) -> float:
    """Cut every rope that passes through an area in the part's frame; returns how many."""
    cut = 0.0
    body = run.bodies[run.main]
    cx, cy = body.position
    far = max(math.sqrt(x * x + y * y) for x, y in area.points) + area.rounding + _THICK
    for link, *_ in machine.listed(_cuttable).around(cx, cy, far, machine):
        for course in _courses(link, machine, cx, cy, far):
            local = [(run.facing * x, y) for x, y in map(body.world_to_local, course)]
            if any(_passes(p, q, area) for p, q in itertools.pairwise(local)):
                if link.kind.cut(link, machine):
                    machine.remove(link.id)
                    machine.tell("cut", run, other=link.id)
                    cut += 1.0
                break
    return cut


def _cuttable(machine: RunningMachine) -> CordPlaces:
    """List the links that blades can cut."""
    return CordPlaces([cord_of(link) for link in machine.links.values() if link.kind.cuttable])


class _Strung:
    """The bodies that cuttable links are strung on, by the engine's addresses."""

    def __init__(self, bodies: frozenset[int]) -> None:
        self.bodies = bodies
        self._awake = b""  # the bodies that were awake at the last look,
        self._moves = False  # and what was seen then

    def any_moves(self, machine: RunningMachine) -> bool:
        """Tell whether any of these bodies is awake or driven."""
        awake = machine.sight.awake()
        if awake != self._awake:
            self._awake = awake
            self._moves = not self.bodies.isdisjoint(addresses_in(awake))
        return self._moves


def _strung(machine: RunningMachine) -> _Strung:
    """List the bodies that cuttable links are strung on."""
    links = [link for link in machine.links.values() if link.kind.cuttable]
    return _Strung(frozenset(address_of(body) for link in links for body in _strung_on(link)))


class Cord(NamedTuple):
    """A link that may be burnt or cut, and a bound on where it hangs, to be asked before its way is worked out."""

    link: RunningLink
    a: Sequence[float]  # x, y of what its ends are tied to (m)
    b: Sequence[float]
    over: tuple[Sequence[float], ...]  # the same of what it runs over
    margin: float  # m beyond all of these; infinite where there is no such bound
    off: float  # m: the farthest that it is tied from the middle of one of these
    hangs: bool  # whether it hangs from wheels or from a drum, which may let out more of it


def cord_of(link: RunningLink) -> Cord:
    """Return a link with its bound; it must have started."""
    reeving = reeving_of(link)
    if reeving is not None:
        a, *over, b = [place_of(body) for body, _ in reeving.held_by]
        off = max(math.sqrt(x * x + y * y) for _, (x, y) in reeving.held_by)
        return Cord(link, a, b, tuple(over), off + max(reeving.radii) + _THICK + _ROUNDING, off, True)
    ports = (link.a, link.port_a), (link.b, link.port_b)
    a, b = (place_of(run.bodies[port.body]) for run, port in ports)
    off = max(math.sqrt(x * x + y * y) for x, y in (run.local(port.x, port.y, port.body) for run, port in ports))
    sag = math.inf if link.kind.loose else math.sqrt(_SAG) * link["length"]  # the most, if its ends meet
    return Cord(link, a, b, (), off + sag + _ROUNDING, off, False)


class CordPlaces(Roaming[Cord]):
    """Links that may be burnt or cut."""

    def __init__(self, cords: list[Cord]) -> None:
        super().__init__(cords, _bounds)

    def around(self, x: float, y: float, far: float, machine: RunningMachine) -> list[Cord]:
        """Return at least those that may come within `far` of a point of the world (m), in id order."""
        reach = 2 * far  # as `_courses` has it
        return self.near(x - reach, y - reach, x + reach, y + reach, machine)


def _bounds(cord: Cord) -> Box:
    """Return a box (m) that a cord does not leave now."""
    xs, ys = zip(*((place[0], place[1]) for place in (cord.a, cord.b, *cord.over)), strict=True)
    left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    margin = cord.margin
    if cord.hangs:
        margin += cord.link["length"]
    elif cord.link.kind.loose:
        margin = 2.0 * cord.off + loose_sag(right - left + top - bottom + 2.0 * cord.off)
    return left - margin, bottom - margin, right + margin, top + margin


def cords_near(cords: Iterable[Cord], x: float, y: float, far: float) -> list[RunningLink]:
    """Return the links, in their order, that may come within `far` of a point of the world (m)."""
    near = []
    for link, a, b, over, margin, _, _ in cords:
        reach = 2 * far + margin + link["length"] if over else far + margin  # as `_courses` has it
        # Most are far off to one side, and of most that is seen at the first of their ends.
        ax = a[0] - x
        if ax > reach:
            if b[0] - x > reach and (not over or all(place[0] - x > reach for place in over)):
                continue
        elif ax < -reach and b[0] - x < -reach and (not over or all(place[0] - x < -reach for place in over)):
            continue
        ay = a[1] - y
        if ay > reach:
            if b[1] - y > reach and (not over or all(place[1] - y > reach for place in over)):
                continue
        elif ay < -reach and b[1] - y < -reach and (not over or all(place[1] - y < -reach for place in over)):
            continue
        near.append(link)
    return near


def passes_near(link: RunningLink, x: float, y: float, r: float, machine: RunningMachine) -> bool:
    """Tell whether a rope, as it hangs now, passes within a distance (m) of a point in the world."""
    reach = reach_for(r)
    square, beyond, at = reach * reach, reach + _ROUNDING, (x, y)
    left, right, bottom, top = x - beyond, x + beyond, y - beyond, y + beyond
    for course in _courses(link, machine, x, y, reach):
        for p, q in itertools.pairwise(course):
            # Most pieces are far off to one side.
            if (p[0] > right and q[0] > right) or (p[0] < left and q[0] < left):
                continue
            if (p[1] > top and q[1] > top) or (p[1] < bottom and q[1] < bottom):
                continue
            if _off(at, p, q) <= square:
                return True
    return False


def reach_for(r: float) -> float:
    """Return how near the middle of a rope must come for the rope to be within `r` (m)."""
    return r + _THICK


def crossed_at(link: RunningLink, start: Point, end: Point, machine: RunningMachine) -> Point | None:
    """Return where a rope, as it hangs now, crosses a straight line in the world (m); None: it does not."""
    for course in _courses(link, machine, *middle_of(start, end)):
        for p, q in itertools.pairwise(course):
            before, beyond = _side(start, end, p), _side(start, end, q)
            if before * beyond <= 0 and before != beyond and _side(p, q, start) * _side(p, q, end) <= 0:
                share = before / (before - beyond)
                return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])
    return None


def middle_of(start: Point, end: Point) -> tuple[float, float, float]:
    """Return the middle of a straight line, and how near to it a rope must come to cross the line (m)."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = (x1 - x0) / 2, (y1 - y0) / 2
    return x0 + dx, y0 + dy, math.sqrt(dx * dx + dy * dy) + _THICK


def _courses(link: RunningLink, machine: RunningMachine, x: float, y: float, far: float) -> Iterator[list[Point]]:
    """Yield the pieces of a rope that may come near x, y in the world, each as its points."""
    reeving = reeving_of(link)
    if reeving is None:
        a, b, chord = link.ends()
        yield _course(a, b, _loose_length(chord) if link.kind.loose else link["length"], machine, x, y, far)
        return
    points = reeving.now()
    # As in a big machine nearly every rope is far away: nowhere does it hang lower below its wheels than it is long.
    beyond = 2 * far + link["length"] + max(reeving.radii) + _THICK
    xs, ys = zip(*points, strict=True)
    if not (min(xs) - beyond < x < max(xs) + beyond and min(ys) - beyond < y < max(ys) + beyond):
        return
    way = reeving.path(points)
    # What it has to spare hangs from the longer pieces more.
    spare = max(0.0, link["length"] - way.span) / (total(way.straight) or 1.0)
    for index, piece in enumerate(pieces(points, way)):
        if index % 2:
            yield [point for point in piece if abs(point[0] - x) < 2 * far and abs(point[1] - y) < 2 * far]
        else:
            long_ = way.straight[index // 2] * (1 + spare)
            yield _course(piece[0], piece[1], long_, machine, x, y, far)


def _loose_length(chord: float) -> float:
    sag = loose_sag(chord)
    return math.sqrt(chord * chord + sag * sag / _SAG)


def _course(a: Point, b: Point, length: float, machine: RunningMachine, x: float, y: float, far: float) -> list[Point]:
    """Return the points of a hanging piece of rope: straight if taut, else about as drawn; none if not near x, y."""
    (ax, ay), (bx, by) = a, b
    spare = length * length - (bx - ax) * (bx - ax) - (by - ay) * (by - ay)
    sag = math.sqrt(_SAG * spare) if spare > 0 else 0.0
    reach = far + sag
    if not (min(ax, bx) - reach < x < max(ax, bx) + reach and min(ay, by) - reach < y < max(ay, by) + reach):
        return []
    gx, gy = machine.world.gravity_x, machine.world.gravity_y
    pull = math.sqrt(gx * gx + gy * gy)
    if sag < _THICK:
        return [(ax, ay), (bx, by)]
    gx, gy = (gx / pull, gy / pull) if pull else (0.0, -1.0)
    course = []
    for index in range(_PIECES + 1):
        t = index / _PIECES
        drop = 4 * sag * t * (1 - t)
        course.append((ax + (bx - ax) * t + gx * drop, ay + (by - ay) * t + gy * drop))
    return course


def _passes(p: Point, q: Point, area: Polygon) -> bool:
    """Tell whether a piece of rope touches an area: one end is in it, or its middle line comes close to an edge."""
    margin = area.rounding + _THICK
    if area.distance(*p) <= _THICK:
        return True
    corners = area.points
    return any(_apart(p, q, r, s) <= margin * margin for r, s in zip(corners, corners[1:] + corners[:1], strict=True))


def _apart(p: Point, q: Point, r: Point, s: Point) -> float:
    """Return the square of the least distance of two straight lines p to q and r to s, in m^2."""
    if _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0:
        return 0.0
    return min(_off(p, r, s), _off(q, r, s), _off(r, p, q), _off(s, p, q))


def _side(p: Point, q: Point, at: Point) -> float:
    return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])


def _off(at: Point, p: Point, q: Point) -> float:
    ex, ey, wx, wy = q[0] - p[0], q[1] - p[1], at[0] - p[0], at[1] - p[1]
    square = ex * ex + ey * ey
    t = min(1.0, max(0.0, (wx * ex + wy * ey) / square)) if square else 0.0
    dx, dy = wx - t * ex, wy - t * ey
    return dx * dx + dy * dy


def _strung_on(link: RunningLink) -> Iterator[pymunk.Body]:
    """Yield the bodies that a rope is tied to, and the wheels that it runs over."""
    yield link.a.bodies[link.port_a.body]
    yield link.b.bodies[link.port_b.body]
    reeving = reeving_of(link)
    if reeving is not None:
        yield from (wheel.body for wheel in reeving.wheels)


def _rests(body: pymunk.Body) -> bool:
    return body.body_type == body.STATIC or body.is_sleeping
