"""The page for authors of parts: the running part, the running link, and the calls that they may make to the machine.

A kind's behaviour gets its own `Running` (or `RunningLink`) and a `RunningMachine`: the few attributes, questions and
operations below are all that it may use of the machine. Lengths are in m, times in s, angles in rad, forces in N.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

import pymunk

from sandbox.design.design import Link, PartSpec, World
from sandbox.design.geometry import Box, Circle, Point
from sandbox.engine import arrays
from sandbox.engine.readout import FRAME, Numbers, place_of

if TYPE_CHECKING:
    from sandbox.parts.kind import Blueprint, Kind, LinkKind, Port

T = TypeVar("T")
Rows = arrays.Floats
SHAPES = 65536  # more than any part has
_new = tuple.__new__  # makes a named tuple in a third of the time that its class takes


class _Stateful:
    """Named running numbers in the machine's one array: ``run["on"] = 1.0``."""

    __slots__ = ("_slots", "_values")

    def __init__(self, id_: int, names: tuple[str, ...], values: Rows, slots: Mapping[tuple[int, str], int]) -> None:
        self._values = cast(
            "memoryview[float]", values.data
        )  # one number of a memoryview costs a third of one of an array
        self._slots = {name: slots[id_, name] for name in names}

    def __getitem__(self, name: str) -> float:
        return self._values[self._slots[name]]

    def __setitem__(self, name: str, value: float) -> None:
        self._values[self._slots[name]] = value

    def __contains__(self, name: object) -> bool:
        return name in self._slots

    def numbers_from(self, name: str, count: int) -> memoryview[float]:
        """Return a view of `count` running numbers, in their declared order from `name` on, to read and write."""
        first = self._slots[name]
        return self._values[first : first + count]


class Running(_Stateful):
    """One part while the machine runs; `bodies`, their `numbers`, and `shapes` have the indices of its blueprint's."""

    __slots__ = (
        "_by_body", "bodies", "discs", "facing", "id", "joints", "kind", "lapse", "main", "numbers", "p", "place",
        "plan", "shapes", "solid", "spec", "wants_hits",
    )  # fmt: skip

    def __init__(
        self, spec: PartSpec, kind: Kind, plan: Blueprint, values: Rows, slots: Mapping[tuple[int, str], int]
    ) -> None:
        self.p: SimpleNamespace = kind.values(spec.props)
        super().__init__(spec.id, kind.states_of(self.p), values, slots)
        self.id = spec.id
        self.spec = spec
        self.kind = kind
        self.plan = plan
        self.wants_hits = kind.heeds_hits(self.p)
        self.facing = -1.0 if spec.flip else 1.0
        self.bodies: list[pymunk.Body] = []
        self.numbers: list[Numbers] = []
        self.shapes: list[pymunk.Shape | None] = []
        self._by_body: list[list[pymunk.Shape]] = []  # shapes, once somebody has asked
        self.solid: list[pymunk.Shape] = []  # those that are in the machine now, and push
        self.joints: list[pymunk.Constraint] = []  # those that leave the machine together with the part
        self.discs = tuple(_disc(plan, index) for index in range(len(plan.bodies)))  # m
        self.lapse = 0.0  # s from one `act` to the next
        self.main = main_body(plan)
        self.place: Sequence[float] = (math.nan, math.nan)  # x, y of the main body (m), whenever one looks

    def ring(self, alarm: str, machine: RunningMachine) -> None:
        """Run the part's behaviour for an alarm that is due."""
        self.kind.due(self, alarm, machine)

    def follow(self, body: int) -> None:
        """Let goals and views follow this one of its bodies from now on: its main body."""
        self.main, self.place = body, place_of(self.bodies[body])

    def shapes_of(self, body: int) -> list[pymunk.Shape]:
        """Return the shapes of one of its bodies, in the blueprint's order; pymunk takes long to say whose each is."""
        if not self._by_body:
            self._by_body = [[] for _ in self.bodies]
            for plan, shape in zip(self.plan.shapes, self.shapes, strict=True):
                if shape is not None:
                    self._by_body[plan.body].append(shape)
        return self._by_body[body]

    def body_of(self, shape: int) -> pymunk.Body:
        """Return the body that carries one of its shapes."""
        return self.bodies[self.plan.shapes[shape].body]

    def local(self, x: float, y: float, body: int = 0) -> Point:
        """Convert a point of the part's frame to the frame of one of its bodies."""
        return x - self.plan.bodies[body].x, y - self.plan.bodies[body].y

    def world(self, x: float, y: float, body: int = 0) -> Point:
        """Return where a point of the part's frame, carried by one of its bodies, is now in the world."""
        planned, (a, b, c, d, tx, ty) = self.plan.bodies[body], self.numbers[body][FRAME]
        x, y = x - planned.x, y - planned.y
        return a * x + c * y + tx, b * x + d * y + ty


class RunningLink(_Stateful):
    """One link while the machine runs; `a` and `b` are the parts at its ends, `via` those that it runs over."""

    __slots__ = ("a", "b", "data", "id", "joints", "kind", "link", "p", "port_a", "port_b", "via")

    def __init__(
        self,
        link: Link,
        kind: LinkKind,
        parts: Sequence[Running],
        ports: tuple[Port, Port],
        values: Rows,
        slots: Mapping[tuple[int, str], int],
    ) -> None:
        super().__init__(link.id, kind.states_of(link), values, slots)
        self.id = link.id
        self.link = link
        self.kind = kind
        self.p: SimpleNamespace = kind.values(link.props)
        self.a, self.b, *self.via = parts
        self.port_a, self.port_b = ports
        self.joints: list[pymunk.Constraint] = []  # those that leave the machine together with the link
        self.data: Any = None  # the kind's own; whatever decides how the run goes on belongs in the states

    def ring(self, alarm: str, machine: RunningMachine) -> None:
        """Run the link's behaviour for an alarm that is due."""
        self.kind.due(self, alarm, machine)

    def ends(self) -> tuple[Point, Point, float]:
        """Return the places of the link's two ports in the world, and the distance between them (m)."""
        ax, ay = self.a.world(self.port_a.x, self.port_a.y, self.port_a.body)
        bx, by = self.b.world(self.port_b.x, self.port_b.y, self.port_b.body)
        return (ax, ay), (bx, by), math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))


class Ray(NamedTuple):
    """A ray at a point of the world: its direction (of length 1), how far it still reaches (m), and its light."""

    x: float
    y: float
    dx: float
    dy: float
    reach: float
    colours: int
    heat: int = 0  # see `light.rays`

    def onward(self, dx: float, dy: float) -> Ray:
        """Return the ray as it goes on from here in another direction."""
        x, y, _, _, reach, colours, heat = self
        return _new(Ray, (x, y, dx, dy, reach, colours, heat))


class Met(NamedTuple):
    """A solid shape on a straight line: the part that it belongs to, its index in the part's blueprint, and where.

    `share` of the line lies before it; the line meets it at the world point x, y (m); nx, ny points out of it there.
    """

    run: Running
    shape: int
    share: float
    x: float
    y: float
    nx: float
    ny: float

    @property
    def key(self) -> int:
        """The part and the shape as one number, which a running state can hold."""
        return self.run.id * SHAPES + self.shape


class Sight(Protocol):
    """The questions to a machine about straight lines through it, and about what moves near them."""

    def first_between(
        self, start: Point, end: Point, seer: Running, target: pymunk.Body | None = None
    ) -> pymunk.Shape | None:
        """Return the first solid shape on the straight line from `start` to `end` (m), leaving out the seer's own;
        those of a target that only sense, as a flame does, are met as well.
        """

    def first_met(self, start: Point, end: Point, seer: Running, before: int) -> Met | None:
        """Return the first solid shape of another part on a straight line. Of several that begin at one point it is
        the one whose key is `before`, the key of what was met there last, or else the one with the least key.
        """

    def movers_in(self, boxes: Iterable[Box]) -> tuple[Any, ...]:
        """Return which shapes that can move are in some boxes (m), and how each of them lies: as long as that is the
        same, a line in them meets what it met, unless a part or a fixed body has left, which empties `fixed_cache`.
        """

    def awake(self) -> bytes:
        """Return the engine's addresses of the bodies that are awake or driven, eight bytes each, in an order that
        depends on more than the design: equal as long as the same ones are.
        """

    def is_busy(self) -> bool:
        """Tell whether so many bodies are awake or driven that something is taken to move in any box: ask this first,
        and `stirs` only if not.
        """

    def stirs(self, box: Box) -> bool:
        """Tell whether any body that moves may reach into a box (m): if none does, and none did at the last look, then
        no line in it meets anything else than it did then.
        """


class RunningMachine(Protocol):
    """The running machine as its parts and links see it: all questions and changes that they may use."""

    # -- time

    @property
    def ticks(self) -> int:
        """The number of ticks since Start."""

    @property
    def jumps(self) -> int:
        """The number of times that something has been put elsewhere in an instant, not moved by a step."""

    @property
    def elapsed(self) -> float:
        """The time since Start in ticks of the world: as `ticks`, unless steps have had other lengths."""

    @property
    def tick_length(self) -> float:
        """The length of a tick of the world in s."""

    @property
    def dt(self) -> float:
        """The length of the coming step in s while parts act; of the last step otherwise."""

    @property
    def dt_before(self) -> float:
        """The length of the last step in s."""

    def at(self, run: Running | RunningLink, seconds: float, alarm: str = "due") -> None:
        """Set an alarm: `kind.due(run, alarm, machine)` is called once, after `seconds`, and after a tick at least.

        `alarm` names a state of it, which holds the tick until then and is 0 otherwise. To set one that is set
        moves it. In `due` the time is counted from the moment when the alarm was due, so a clock does not fall behind.
        """

    def cancel(self, run: Running | RunningLink, alarm: str = "due") -> None:
        """Take back an alarm of a part or link, if it is set. A part that leaves the machine takes its alarms along."""

    def rouse(self, run: Running) -> None:
        """Let a part act, because what its kind's `acts_while` names is no longer 0: from this tick on, if its turn
        in it is still to come. When that is 0 again, it rests by itself.
        """

    # -- what there is

    @property
    def world(self) -> World:
        """The world's settings: gravity (m/s^2), air, ticks a second, ..."""

    @property
    def rules(self) -> int:
        """The rules of the game that the design was made for."""

    @property
    def parts(self) -> Mapping[int, Running]:
        """The parts that are in the machine, by id, in id order."""

    def parts_of(self, wanted: Callable[[Kind], bool]) -> list[Running]:
        """Return the parts of the kinds that are wanted, in id order, without going through others: what is `listed`
        by kind is listed anew each time that a part leaves.
        """

    @property
    def links(self) -> Mapping[int, RunningLink]:
        """The links that are in the machine, by id, in id order."""

    @property
    def fixed_cache(self) -> dict[int, Any]:
        """Results about fixed things, by the id of the part that caches them; emptied when a part or link leaves."""

    def listed(self, make: Callable[[RunningMachine], T]) -> T:
        """Return what `make`, a function of a module, lists of the parts and links that are there, which must follow
        from what never changes while they are there: their kinds, blueprints and properties, places of fixed ones. It
        is asked only once, and again after one has left: of a big machine, most looks are about a few of its parts.
        """

    def owner(self, shape: pymunk.Shape) -> tuple[Running, int] | None:
        """Return the part that a shape belongs to and the shape's index in its blueprint; None for no part's."""

    def links_at(self, run: Running) -> list[RunningLink]:
        """Return the links that end at a part or run over it, in id order. The list stays as it is when one leaves."""

    def shapes_in(self, box: pymunk.BB, seer: Running, mask: int) -> list[pymunk.Shape]:
        """Return the shapes of the categories in `mask` whose boxes meet a box (m), without the seer's, unsorted."""

    def shapes_on(self, shape: pymunk.Shape) -> list[pymunk.Shape]:
        """Return the shapes that a shape touches or overlaps, unsorted: nothing that is done to them may depend on the
        order."""

    @property
    def sight(self) -> Sight:
        """Answers about straight lines through the machine: the shapes that they meet, and whether anything moves near
        them."""

    # -- changing it

    def reweigh(self, run: Running, index: int, more: float) -> None:
        """Make one body of a part heavier by so much, or lighter (kg), and its moment of inertia with it."""

    def jumped(self) -> None:
        """Note that something has been put elsewhere in an instant: see `jumps`."""

    def add_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        """Add joints of the engine that leave together with a part or link."""

    def remove_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        """Remove joints that `add_joints` has added."""

    def tie(self, run: Running, *joints: pymunk.Constraint) -> None:
        """Add joints between the bodies of one part, with a bound on their force and on how fast they mend errors."""

    def let_out(self, run: Running, index: int, at: Point, velocity: Point = (0.0, 0.0), angle: float = 0.0) -> None:
        """Put a spare body into the machine before the next step, at a world point (m), with a velocity (m/s)."""

    def take_back(self, run: Running, index: int) -> None:
        """Take one body out of the machine, with the links that end at it; do nothing if it is out already."""

    def remove(self, id_: int) -> None:
        """Take a part with its links, or a link, out of the machine after this step."""

    def wake(self, run: Running) -> None:
        """Wake the sleeping bodies that touch a part, because its surface has changed."""

    # -- power

    def power(self, run: Running) -> bool | None:
        """Tell whether the cable into a part carries power; None if it was built without one, and so needs none."""

    def repower(self, run: Running) -> None:
        """Work out the power of a part's cables anew, because its supply or its demand has changed."""

    # -- telling others

    def tell(self, what: str, run: Running, strength: float = 0.0, other: int = 0, at: Point | None = None) -> None:
        """Report an event at a part, or at a point of the world, to be shown and heard; the physics never reads it.
        See `Kind.cues`.
        """

    def send(self, run: Running, on: bool) -> None:
        """Send a signal along the wires out of a part, in this tick, in id order. What it sets off is sent after it."""

    def flow(self, run: Running, name: str, rate: float, wrap: float) -> None:
        """Let a state of a part grow by `rate` a second from now on, starting again at 0 at `wrap`; rate 0 stops it."""


def main_body(plan: Blueprint) -> int:
    """Return the index of the body of a part that goals look at: its first loose one that does not wait outside."""
    loose = (index for index, body in enumerate(plan.bodies) if body.kind == "dynamic" and index not in plan.spare)
    return next(loose, 0)


def _disc(plan: Blueprint, body: int) -> float:
    """Return the radius of a body that is one disc about its centre of mass; 0 for any other."""
    solid = [shape.outline for shape in plan.shapes if shape.body == body and shape.collides]
    if len(solid) == 1 and isinstance(solid[0], Circle):
        disc = solid[0]
        if abs(disc.x - plan.bodies[body].x) < 1e-9 and abs(disc.y - plan.bodies[body].y) < 1e-9:
            return disc.r
    return 0.0
