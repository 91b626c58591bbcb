"""The cat, awake and asleep."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.animals.wants import Animal
from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.kind import Circle, Hit, Look, Point, Polygon, Property, Shape
from sandbox.parts.materials import WHITE

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_FUR, _STRIPE = Look("felt", (238, 156, 72), outline=1.4), Look("felt", (196, 108, 44), outline=0.0)
_PALE, _BLUSH = Look("felt", (255, 240, 218), outline=0.0), Look("leather", (246, 170, 160), outline=0.0)
_BLACK = Look("rubber", (34, 28, 30), outline=0.0)
_EYE, _NOSE = Look("leather", (150, 206, 96), outline=0.9), Look("leather", (232, 110, 116), outline=0.7)


class Cat(Animal):
    """A cat. State `awake`, besides an animal's."""

    name = "cat"
    title = "Cat"
    price = 18
    synonyms = "kitten, animal"
    help = (
        "Sits until it sees a mouse within 2 m, or a fish out of its bowl within 3 m, runs there and catches it. It "
        "lands on its feet. Asleep, it sees nothing until a bump or a bell within 2 m wakes it."
    )
    source = "A house cat: 3 kg, 0.24 m at its shoulder; it trots at 0.9 m/s, and falls from any height of a room."
    smells = "cat"
    hears = 2.0
    wants = {"mouse": 2.0, "fish": 3.0}
    fears = {"dog": 1.5}
    cues = {**Animal.cues, "noticed": "meow", "turned": "meow", "woke": "meow"}
    properties = (
        Property("speed", "Speed", 0.9, "m/s", 0.1, 2.0, 0.05),
        Property("asleep", "Asleep at start", False, help="A bump of 0.3 N s or a bell wakes it"),
        Property("knock", "Knock", 40.0, "N s", 1.0, 100.0, 1.0, help="A harder impact kills it"),
    )
    states = (*Animal.states, "awake")
    goal_states = ("fed", "awake", "dead")
    mass, shoves, wakes = 3.0, 1.0, 0.3  # kg, kg, N s
    eye = (0.1, 0.07)
    stride, hop, rock = 0.26, 0.014, 0.07

    def trunk(self, p: SimpleNamespace) -> Polygon:
        side = ((0.05, -0.12), (0.125, -0.088), (0.125, 0.03), (0.06, 0.12))
        return Polygon((*side, *((-x, y) for x, y in reversed(side))))

    def pictures(self, p: SimpleNamespace) -> tuple[list[Shape], ...]:
        awake = _sitting(), _running()
        return (_sleeping(), *awake) if p.asleep else awake

    def pose(self, run: Running) -> int:
        first = 1 if run.p.asleep else 0
        if not run["awake"]:
            return 0
        return first + 1 if run["goes"] else first

    def watch(self, run: Running, machine: RunningMachine) -> None:
        if not run.p.asleep:
            run["awake"] = 1.0
            super().watch(run, machine)

    def heard(self, run: Running, source: Running, machine: RunningMachine) -> None:
        self._wake_up(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        super().struck(run, hit, machine)
        striker = machine.parts.get(hit.other)
        if hit.first and hit.impulse > self.wakes and striker is not None and _is_loose(striker, hit.other_shape):
            self._wake_up(run, machine)

    def _wake_up(self, run: Running, machine: RunningMachine) -> None:
        if not run["awake"] and not run["dead"]:
            run["awake"] = 1.0
            run.bodies[0].activate()
            machine.tell("woke", run)
            super().watch(run, machine)

    def smells_now(self, run: Running) -> bool:
        return bool(run["awake"]) and not run["dead"]


def _is_loose(run: Running, shape: int) -> bool:
    return run.plan.bodies[run.plan.shapes[shape].body].kind == "dynamic"


def _plain(outlines: list[Polygon | Circle], look: Look) -> list[Shape]:
    return [painted(outline, look) for outline in outlines]


def _head(x: float, y: float, asleep: bool = False) -> list[Shape]:
    """Draw the face with its ears about a point."""
    ears: list[Polygon | Circle] = []
    inner: list[Polygon | Circle] = []
    for side in (-1, 1):
        corners = ((0.012, 0.036), (0.06, 0.02), (0.058, 0.088))
        smaller = ((0.026, 0.042), (0.052, 0.034), (0.052, 0.07))
        for triangle, into in ((corners, ears), (smaller, inner)):
            ear = Polygon(tuple((x + px, y + py) for px, py in triangle), 0.003)
            into.append(ear if side > 0 else ear.moved(-x, 0.0).mirrored().moved(x, 0.0))
    stripes: list[Polygon | Circle] = [
        Polygon(((x + k - 0.005, y + 0.05 - top), (x + k, y + 0.022), (x + k + 0.005, y + 0.05 - top)), 0.001)
        for k, top in ((-0.02, 0.004), (0.0, 0.0), (0.02, 0.004))
    ]
    shapes = [
        *_plain(ears, _FUR),
        *_plain(inner, _BLUSH),
        painted(oval(0.07, 0.055, 0.05, 40, x, y), _FUR),
        *_plain(stripes, _STRIPE),
        painted(oval(0.032, 0.02, 0.024, 28, x + 0.012, y - 0.022), _PALE),
    ]
    for at in (x - 0.022, x + 0.046):
        if asleep:
            shapes.append(painted(band(arc(0.013, TURN / 2 + 0.4, TURN - 0.4, 7, at, y + 0.012), 0.005), _BLACK))
        else:
            shapes.append(painted(oval(0.0135, 0.0155, 0.0155, 24, at, y + 0.008), _EYE))
            shapes.append(painted(oval(0.006, 0.013, 0.013, 16, at + 0.003, y + 0.008), _BLACK))
            shapes.append(painted(Circle(0.0035, at + 0.005, y + 0.014), WHITE))
    whiskers = [((0.036, -0.02), (0.084, -0.012)), ((0.036, -0.026), (0.08, -0.034)),
                ((-0.012, -0.02), (-0.06, -0.012)), ((-0.012, -0.026), (-0.056, -0.034))]  # fmt: skip
    for (ax, ay), (bx, by) in whiskers:
        shapes.append(painted(band(((x + ax, y + ay), (x + bx, y + by)), 0.003), _BLACK))
    nose = Polygon(((x + 0.012, y - 0.02), (x + 0.021, y - 0.01), (x + 0.003, y - 0.01)), 0.002)
    mouth = band(((x - 0.002, y - 0.034), (x + 0.006, y - 0.036), (x + 0.012, y - 0.028), (x + 0.018, y - 0.036),
                  (x + 0.026, y - 0.034)), 0.0035)  # fmt: skip
    return [*shapes, painted(mouth, _BLACK), painted(nose, _NOSE)]


def _tail(points: tuple[Point, ...]) -> list[Shape]:
    return [
        painted(band(points, 0.028), _FUR),
        painted(Circle(0.015, *points[-1]), Look("felt", (255, 240, 218), outline=1.2)),
    ]


def _sitting() -> list[Shape]:
    legs: list[Polygon | Circle] = [slab(0.034, 0.09, x, -0.075, 0.014) for x in (0.022, 0.06)]
    paws: list[Polygon | Circle] = [oval(0.022, 0.014, 0.006, 20, x, -0.113) for x in (-0.052, 0.026, 0.066)]
    stripes: list[Polygon | Circle] = [
        slab(0.034, 0.009, x, y, 0.004) for x, y in ((-0.068, -0.012), (-0.06, 0.008), (-0.05, 0.028))
    ]
    return [
        *_tail((*arc(0.045, -TURN / 4, -TURN / 2 - 0.3, 12, -0.09, -0.06), (-0.122, -0.022))),
        painted(oval(0.085, 0.125, 0.06, 40, -0.014, -0.058), _FUR),
        *_plain(stripes, _STRIPE),
        painted(oval(0.038, 0.06, 0.06, 28, 0.034, -0.03), _PALE),
        *_plain(legs, _FUR),
        painted(oval(0.046, 0.052, 0.042, 28, -0.058, -0.076), _FUR),
        *_plain(paws, Look("felt", (255, 240, 218), outline=1.1)),
        *_head(0.03, 0.075),
    ]


def _running() -> list[Shape]:
    legs = [
        ((-0.08, -0.04), (-0.12, -0.068), (-0.138, -0.106)), ((-0.06, -0.05), (-0.082, -0.08), (-0.086, -0.108)),
        ((0.04, -0.05), (0.048, -0.08), (0.066, -0.108)), ((0.062, -0.04), (0.094, -0.07), (0.122, -0.1)),
    ]  # fmt: skip
    stripes: list[Polygon | Circle] = [slab(0.01, 0.04, x, 0.018, 0.004) for x in (-0.09, -0.062, -0.034)]
    shapes = _tail(((-0.118, -0.01), (-0.148, 0.014), (-0.16, 0.046), (-0.154, 0.08), (-0.138, 0.1)))
    for leg in legs:
        x, y = leg[-1]
        shapes.append(painted(band(leg, 0.034), _FUR))
        shapes.append(
            painted(oval(0.022, 0.013, 0.008, 20, x + 0.006, y - 0.004), Look("felt", (255, 240, 218), outline=1.1))
        )
    return [
        *shapes,
        painted(oval(0.118, 0.062, 0.05, 40, -0.016, -0.018), _FUR),
        *_plain(stripes, _STRIPE),
        painted(oval(0.07, 0.02, 0.018, 28, 0.0, -0.046), _PALE),
        *_head(0.092, 0.046),
    ]


def _sleeping() -> list[Shape]:
    stripes: list[Polygon | Circle] = [
        slab(0.01, 0.04, x, y, 0.004) for x, y in ((-0.09, -0.02), (-0.062, -0.008), (-0.034, -0.002))
    ]
    return [
        painted(oval(0.13, 0.11, 0.045, 44, -0.014, -0.075), _FUR),
        *_plain(stripes, _STRIPE),
        *_head(0.052, -0.05, asleep=True),
        *_tail((*arc(0.1, -TURN / 2 + 0.5, -TURN / 4 - 0.1, 12, -0.03, -0.01), (0.0, -0.108))),
    ]
