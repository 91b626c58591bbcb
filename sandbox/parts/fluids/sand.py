"""Sand: a sack that loses it once it has a hole, and a hopper that lets it run out grain by grain."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.parts.drawing import TURN, band, painted, ring, slab
from sandbox.parts.electric.switched import count_wire
from sandbox.parts.kind import LOOSE, Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import DARK, RED_RUBBER, STEEL, ZINC
from sandbox.parts.sharp import pricked
from sandbox.parts.transport.passing import is_clear

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_SEEN = 0.002  # m
# Dry sand is paler, but pale sand before pale walls was taken for a cord.
_SAND = Look("felt", (216, 146, 44), outline=0.9)


class Sandbag(Kind):
    """Lets its sand run out in a stream of spare bodies, one below the other, as many as there is room for above the
    thing below.

    States: `leaking`; `left`, the kg of sand in it; `empty`; and `reach`, how many pieces of the stream are out.
    """

    name = "sandbag"
    title = "Leaky sack"
    price = 5
    synonyms = "sack, bag"
    set_off_by = ("prick",)
    help = (
        "Hangs heavily, until something sharp pricks it, a signal opens it or you press it: then its sand runs out, "
        "and it grows lighter. A bucket or basket below it grows heavier."
    )
    source = "A sack of 6 l of dry sand, 8 kg with its cloth of 0.3 kg. A hole of 4 cm lets some 1 kg a second through."
    sound = "cloth"
    cues = {"pricked": "puff", "emptied": "flap"}
    properties = (
        Property("mass", "Sand", 8.0, "kg", 0.5, 30.0, 0.5, help="In the full sack, which weighs 0.3 kg itself"),
        Property("rate", "Leaks", 1.0, "kg/s", 0.05, 10.0, 0.05, help="Once it has a hole"),
    )
    pressable = True
    wants_hits = True
    states = ("leaking", "left", "empty", "reach")
    goal_states = ("leaking", "empty")
    act_interval = 0.1
    cloth, hole = 0.3, -0.17  # kg; m: where the sand comes out
    piece, pieces = 0.16, 10  # m; how long a piece of the stream is, and how many there are

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        jute, tie = Look("cloth", (196, 160, 104)), Look("cloth", (122, 84, 52), outline=0.8)
        ink = Look("leather", (122, 92, 58), outline=0.0)
        belly = Polygon(((-0.085, -0.17), (0.085, -0.17), (0.125, -0.1), (0.12, 0.0), (0.07, 0.075), (-0.07, 0.075),
                         (-0.12, 0.0), (-0.125, -0.1)), 0.004)  # fmt: skip
        ears = Polygon(((-0.03, 0.08), (0.03, 0.08), (0.064, 0.14), (0.02, 0.126), (0.0, 0.146), (-0.02, 0.126),
                        (-0.064, 0.14)), 0.003)  # fmt: skip
        heap = Polygon(((-0.034, -0.05), (0.034, -0.05), (0.0, -0.006)), 0.004)
        stream = []
        for k in range(self.pieces):
            for j in range(8):
                x, y = 0.007 * ((5 * j + 2 * k) % 3 - 1), -self.piece * (j + 0.5) / 8 + self.piece / 2
                stream.append(painted(Circle(0.01 + 0.002 * (j % 3), x, y), _SAND, 1 + k))
        shapes = (
            *stream,
            painted(ring(0.022, 0.008, 0.0, 0.156, gap=TURN / 4), STEEL),
            painted(ears, jute),
            Shape(slab(0.06, 0.05, 0.0, 0.1, 0.008), None, friction=0.6, restitution=0.05),
            Shape(belly, jute, friction=0.7, restitution=0.02),
            painted(slab(0.076, 0.02, 0.0, 0.082, 0.006), tie),
            painted(heap, ink),
            painted(slab(0.13, 0.008, 0.0, -0.082, 0.002), ink),
        )
        ports = (
            Port("ring", 0.0, 0.172, "rope", title="Ring"),
            Port("signal", 0.07, -0.13, "signal in", title="Seam"),
        )
        bodies = (Body("dynamic", p.mass + self.cloth), *(Body("kinematic") for _ in range(self.pieces)))
        return Blueprint(bodies, shapes, ports, spare=tuple(range(1, 1 + self.pieces)))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["left"] = run.p.mass

    def press(self, run: Running, machine: RunningMachine) -> None:
        if not run["leaking"] and not run["empty"]:
            run["leaking"] = 1.0
            run.bodies[0].activate()
            machine.tell("pricked", run)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if pricked(hit, machine):
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["leaking"]:
            return
        lost = min(run["left"], run.p.rate * run.lapse)
        run["left"] -= lost
        machine.reweigh(run, 0, -lost)
        x, y = run.world(0.0, self.hole)
        room = self.pieces * self.piece
        met = machine.sight.first_between((x, y - 0.01), (x, y - room), run)
        if met is not None:
            room = self._pour(met, lost, y, (x, y), run, machine)
        if run["left"] <= 0.0:
            run["left"], run["leaking"], run["empty"], room = 0.0, 0.0, 1.0, 0.0
            machine.tell("emptied", run)
        self._draw(run, max(0, min(self.pieces, round(room / self.piece))), (x, y), machine)

    def _pour(
        self, met: pymunk.Shape, lost: float, top: float, at: Point, run: Running, machine: RunningMachine
    ) -> float:
        """Add sand to the loose container that it falls into, if any; return how far it falls (m)."""
        x, _ = at
        cut = met.segment_query((x, top), (x, met.bb.bottom), 0.001)
        bottom = cut.point.y if cut is not None else met.bb.top
        into = _container(machine, (x, bottom + 0.01), run)
        if into is not None:
            machine.reweigh(into, into.main, lost)
        return top - bottom

    def _draw(self, run: Running, count: int, at: Point, machine: RunningMachine) -> None:
        """Let as many pieces of the stream be there, below a point; until the next look they go on as the sack does."""
        x, y = at
        for k in range(self.pieces):
            piece, middle = run.bodies[1 + k], (x, y - self.piece * (k + 0.5))
            if k >= count:
                if piece.space is not None:
                    machine.take_back(run, 1 + k)
            elif piece.space is None:
                machine.let_out(run, 1 + k, middle, run.bodies[0].velocity)
            elif _is_off(piece, middle):
                piece.position, piece.velocity = middle, run.bodies[0].velocity
        run["reach"] = float(count)


def _is_off(piece: pymunk.Body, middle: Point) -> bool:
    """Tell whether a piece of the stream is seen to be elsewhere than it should."""
    x, y = piece.position
    return abs(x - middle[0]) + abs(y - middle[1]) > _SEEN


def _container(machine: RunningMachine, at: Point, seer: Running) -> Running | None:
    """Return the first loose part whose hollow a point is in; None if there is none."""
    x, y = at
    near = pymunk.BB(x - 0.3, y - 0.3, x + 0.3, y + 0.3)
    owners = [machine.owner(shape) for shape in machine.shapes_in(near, seer, LOOSE)]
    runs = {owner[0].id: owner[0] for owner in owners if owner is not None}
    for id_ in sorted(runs):
        run = runs[id_]
        space = run.kind.hollow(run.p)
        if space is not None:
            body, planned = run.bodies[run.main], run.plan.bodies[run.main]
            px, py = body.world_to_local(at)
            if space.distance(run.facing * (px + planned.x), py + planned.y) <= 0.0:
                return run
    return None


_SLIDE, _LEVELS = 1, 6  # a body; how many layers its sand is drawn in


class _Outlet(NamedTuple):
    """A place at the slit of a hopper from which a grain falls."""

    at: Point  # m
    box: pymunk.BB  # around the grain
    velocity: Point  # m/s


class SandHopper(Kind):
    """Lets out grains, which wait outside the machine; the sand that is seen in the hopper is one body a layer, taken
    out from the top.

    States: `open`; `left`, how many grains are in it; `signals`, how many wires are on; `due`, the alarm for the next.
    """

    name = "sand_hopper"
    title = "Sand hopper"
    price = 10
    synonyms = "silo, hourglass"
    hands_on = ("knock", "weight")
    hands_out = True
    help = (
        "Lets its sand run out, grain by grain, while its slide is open: by a signal, or from the start. The grains "
        "roll, weigh and press as any ball does."
    )
    source = "Gravel of 4 cm, 20 g each as dry pumice; through a slit of 6 cm some 20 grains fall in a second."
    sound = "metal"
    cues = {"opened": "creak", "closed": "clack", "emptied": "click"}
    properties = (
        Property("number", "Grains", 40, "", 5, 60, 5, help="In it at the start"),
        Property("open", "Open at start", False, help="A wire switches it over while it is on"),
    )
    pressable = True
    states = ("open", "left", "signals", "due")
    goal_states = ("open", "left")
    grain, mass, every = 0.02, 0.02, 0.05  # m, kg, s
    top, slit, height = 0.32, 0.07, 0.3  # m: how wide it is above and below; how high
    opens = 0.075  # m: how far its slide goes

    def switched_over(self, p: SimpleNamespace) -> str:
        return "open"

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, s, h = self.top / 2, self.slit / 2, self.height / 2
        dark = Look("rubber", (44, 48, 58), outline=0.9)
        cone = Polygon(((-s, -h), (s, -h), (w, 0.25 * h), (w, h), (-w, h), (-w, 0.25 * h)))
        shapes = [
            painted(slab(0.09, 0.016, 0.012, -h - 0.008, 0.004), STEEL, _SLIDE),
            painted(Circle(0.012, 0.064, -h - 0.008), RED_RUBBER, _SLIDE),
            Shape(cone, ZINC, friction=0.4, restitution=0.2),
            painted(self._layer(-0.84, 0.84), dark),
        ]
        for k in range(_LEVELS):
            low, high = -0.82 + 1.54 * k / _LEVELS, -0.82 + 1.54 * (k + 1) / _LEVELS
            look = Look("felt", (222 - 6 * (k % 2), 186 - 6 * (k % 2), 120 - 6 * (k % 2)), outline=0.0)
            shapes.append(painted(self._layer(low, high), look, 2 + k))
        shapes += [
            Shape(slab(2 * w + 0.02, 0.022, 0.0, h - 0.008, 0.006), ZINC, friction=0.4, restitution=0.2),
            *(painted(band(((x, -h - 0.002), (x, -h + 0.03)), 0.014), STEEL) for x in (-s, s)),
            *(painted(Circle(0.006, side * (w - 0.012), 0.5 * h), DARK) for side in (-1, 1)),
        ]
        grains = range(2 + _LEVELS, 2 + _LEVELS + p.number)
        for k in grains:
            tint = (216 + 8 * (k % 3), 180 + 8 * (k % 3), 112 + 10 * (k % 3))
            shapes.append(Shape(Circle(self.grain), Look("felt", tint, outline=0.7), k, friction=0.6, restitution=0.1))
        still = (Body("static"), Body("kinematic"), *(Body("kinematic") for _ in range(_LEVELS)))
        ports = (Port("signal", w - 0.03, h - 0.05, "signal in", title="Slide"),)
        loose = tuple(Body("dynamic", self.mass) for _ in grains)
        return Blueprint((*still, *loose), tuple(shapes), ports, spare=tuple(grains))

    def _layer(self, low: float, high: float) -> Polygon:
        """Return a layer of the sand that is seen in the hopper, between two shares of its half height."""
        w, s, h = self.top / 2 - 0.03, self.slit / 2 - 0.012, self.height / 2

        def half(share: float) -> float:
            return min(w, s + (w - s) * (share + 1.0) / 1.25)

        edges = [low, *(share for share in (0.25,) if low < share < high), high]
        right = [(half(share), share * h) for share in edges]
        return Polygon((*right, *((-x, y) for x, y in reversed(right))))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["left"] = run.p.number
        for plan, shape in zip(run.plan.shapes, run.shapes, strict=True):
            if shape is not None and plan.body in run.plan.spare:
                shape.filter = pymunk.ShapeFilter(0, LOOSE)  # grains lie on one another
        if run.p.open:
            self._move(run, True, machine)

    def press(self, run: Running, machine: RunningMachine) -> None:
        self._move(run, not run["open"], machine)
        if run["open"]:
            machine.tell("opened", run)
        else:
            machine.tell("closed", run)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        should_be_open = run.p.open != count_wire(run, on)
        if should_be_open != bool(run["open"]):
            self.press(run, machine)

    def _move(self, run: Running, is_open: bool, machine: RunningMachine) -> None:
        """Push the slide in or out."""
        run["open"] = float(is_open)
        slide = run.bodies[_SLIDE]
        slide.position = run.bodies[0].local_to_world((self.opens * is_open, 0.0))
        if is_open and run["left"]:
            machine.at(run, 0.0)
        else:
            machine.cancel(run)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        """Let the next grain out, unless something is in its way; then look again."""
        left, number = int(run["left"]), run.p.number
        outlets: tuple[_Outlet, ...] = machine.fixed_cache.get(run.id) or self._note_outlets(run, machine)
        at, box, velocity = outlets[left % len(outlets)]
        if is_clear(machine, box, run):
            machine.let_out(run, 2 + _LEVELS + number - left, at, velocity)
            run["left"] = left = left - 1
            for k in range(math.ceil(_LEVELS * left / number), math.ceil(_LEVELS * (left + 1) / number)):
                machine.take_back(run, 2 + k)
            if not left:
                machine.tell("emptied", run)
                return
        machine.at(run, self.every)

    def _note_outlets(self, run: Running, machine: RunningMachine) -> tuple[_Outlet, ...]:
        """Work out once where the grains come out, side by side in turn, for a hopper never moves."""
        r, (c, s) = self.grain, cos_sin(run.bodies[0].angle)
        places = [run.world(0.012 * side, -self.height / 2 - r - 0.002) for side in (-1, 0, 1)]
        outlets = tuple(_Outlet((x, y), pymunk.BB(x - r, y - r, x + r, y + r), (0.8 * s, -0.8 * c)) for x, y in places)
        machine.fixed_cache[run.id] = outlets
        return outlets
