"""The dog, which comes when a bell calls it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.animals.wants import Animal, Sighting
from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.kind import Circle, Look, Point, Polygon, Property, Shape
from sandbox.parts.materials import WHITE

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_COAT, _DARK = Look("felt", (222, 176, 116), outline=1.5), Look("felt", (142, 92, 58), outline=1.4)
_PATCH, _PALE = Look("felt", (150, 100, 64), outline=0.0), Look("felt", (255, 246, 230), outline=0.0)
_PAW, _SNOUT = Look("felt", (255, 246, 230), outline=1.2), Look("felt", (255, 246, 230), outline=1.2)
_BLACK = Look("rubber", (34, 28, 30), outline=0.0)
_RED, _BRASS = Look("leather", (208, 58, 52), outline=1.0), Look("metal", (242, 200, 84), outline=0.8)
_TONGUE = Look("leather", (240, 128, 132), outline=0.9)


class Dog(Animal):
    """A dog. State `call`, besides an animal's: the id of the bell that it trots to."""

    name = "dog"
    title = "Dog"
    price = 20
    synonyms = "puppy, animal"
    help = (
        "Comes when a bell within 4 m rings, and trots to a bone that it sees on its floor within 2 m. It shoves what "
        "is not heavier than 5 kg, and cats that are awake flee from it."
    )
    source = "A beagle: 8 kg, 0.36 m at its shoulder; it trots at 0.7 m/s."
    smells = "dog"
    hears = 4.0
    wants = {"bone": 2.0}
    cues = {**Animal.cues, "noticed": "bark", "turned": "bark"}
    properties = (
        Property("speed", "Speed", 0.7, "m/s", 0.1, 2.0, 0.05),
        Property("knock", "Knock", 40.0, "N s", 1.0, 100.0, 1.0, help="A harder impact kills it"),
    )
    states = (*Animal.states, "call")
    mass, shoves, meal_time = 8.0, 5.0, 1.5  # kg, kg, s
    eye, beside = (0.14, 0.1), 0.06  # m; m from the bell: more than it gets on from look to look, at its usual speed
    stride, hop, rock = 0.3, 0.014, 0.05

    def trunk(self, p: SimpleNamespace) -> Polygon:
        side = ((0.09, -0.18), (0.19, -0.135), (0.19, 0.06), (0.1, 0.17))
        return Polygon((*side, *((-x, y) for x, y in reversed(side))))

    def pictures(self, p: SimpleNamespace) -> tuple[list[Shape], ...]:
        return _sitting(), _trotting()

    def pose(self, run: Running) -> int:
        return 1 if run["goes"] else 0

    def heard(self, run: Running, source: Running, machine: RunningMachine) -> None:
        if run["dead"]:
            return
        run["call"] = float(source.id)
        if not run["looks"]:
            machine.at(run, 0.0, "looks")

    def is_idle(self, run: Running, machine: RunningMachine) -> bool:
        return not run["call"] and super().is_idle(run, machine)

    def errand(self, run: Running, machine: RunningMachine) -> Sighting | None:
        """Return the bell that calls it, until it stands below or above that."""
        bell = machine.parts.get(int(run["call"]))
        if bell is None:
            run["call"] = 0.0
            return None
        dx = bell.place[0] - run.place[0]
        if abs(dx) <= self.beside:
            self._heel(run)
            return None
        return Sighting(bell, 1.0 if dx > 0.0 else -1.0, abs(dx))

    def _heel(self, run: Running) -> None:
        """Follow the call no farther."""
        run["call"] = run["wish"] = 0.0
        self.stand(run)

    def _turn(self, run: Running, machine: RunningMachine) -> None:
        if run["wish"] and run["wish"] == run["call"]:
            self._heel(run)
        else:
            super()._turn(run, machine)


def _head(x: float, y: float) -> list[Shape]:
    """Draw the head about a point, its snout to the right, with the collar below it."""
    ear = Polygon(
        ((x - 0.012, y + 0.056), (x - 0.046, y + 0.05), (x - 0.078, y + 0.004), (x - 0.076, y - 0.046),
         (x - 0.052, y - 0.056), (x - 0.026, y - 0.024)), 0.006,
    )  # fmt: skip
    return [
        painted(band(((x - 0.056, y - 0.052), (x - 0.006, y - 0.074), (x + 0.04, y - 0.062)), 0.026), _RED),
        painted(Circle(0.015, x + 0.014, y - 0.09), _BRASS),
        painted(oval(0.018, 0.012, 0.032, 20, x + 0.082, y - 0.05), _TONGUE),
        painted(oval(0.074, 0.066, 0.06, 40, x, y), _COAT),
        painted(oval(0.06, 0.036, 0.034, 32, x + 0.066, y - 0.022), _SNOUT),
        painted(oval(0.032, 0.034, 0.03, 24, x + 0.018, y + 0.022), _PATCH),
        painted(Circle(0.0135, x + 0.026, y + 0.018), _BLACK),
        painted(Circle(0.005, x + 0.03, y + 0.0235), WHITE),
        painted(band(((x + 0.05, y - 0.034), (x + 0.078, y - 0.044), (x + 0.108, y - 0.034)), 0.006), _BLACK),
        painted(oval(0.021, 0.016, 0.016, 24, x + 0.116, y), _BLACK),
        painted(Circle(0.0045, x + 0.112, y + 0.006), WHITE),
        painted(ear, _DARK),
    ]


def _tail(points: tuple[Point, ...]) -> list[Shape]:
    return [
        painted(band(points, 0.034), _COAT),
        painted(Circle(0.018, *points[-1]), Look("felt", _PALE.tint, outline=1.3)),
    ]


def _sitting() -> list[Shape]:
    return [
        *_tail((*arc(0.07, -TURN / 4, -TURN / 2, 10, -0.12, -0.09), (-0.182, -0.062))),
        painted(oval(0.112, 0.19, 0.07, 44, -0.036, -0.106), _COAT),
        painted(oval(0.07, 0.07, 0.05, 30, -0.06, 0.0), _PATCH),
        painted(oval(0.05, 0.085, 0.08, 30, 0.036, -0.06), _PALE),
        *(painted(slab(0.046, 0.13, x, -0.115, 0.018), _COAT) for x in (0.028, 0.076)),
        painted(oval(0.068, 0.074, 0.058, 32, -0.086, -0.118), _COAT),
        *(painted(oval(0.032, 0.02, 0.01, 20, x, -0.17), _PAW) for x in (-0.07, 0.034, 0.084)),
        *_head(0.03, 0.128),
    ]


def _trotting() -> list[Shape]:
    legs = [
        ((-0.13, -0.06), (-0.166, -0.104), (-0.172, -0.158)), ((-0.1, -0.07), (-0.11, -0.12), (-0.09, -0.16)),
        ((0.05, -0.07), (0.05, -0.12), (0.03, -0.16)), ((0.08, -0.06), (0.112, -0.108), (0.15, -0.148)),
    ]  # fmt: skip
    shapes = _tail(((-0.164, 0.0), (-0.19, 0.026), (-0.202, 0.064), (-0.196, 0.102)))
    for leg in legs:
        x, y = leg[-1]
        shapes.append(painted(band(leg, 0.046), _COAT))
        shapes.append(painted(oval(0.032, 0.02, 0.012, 20, x + 0.01, y - 0.008), _PAW))
    return [
        *shapes,
        painted(oval(0.168, 0.084, 0.076, 44, -0.024, -0.028), _COAT),
        painted(oval(0.08, 0.054, 0.05, 32, -0.06, 0.0), _PATCH),
        painted(oval(0.1, 0.024, 0.024, 30, 0.0, -0.074), _PALE),
        *_head(0.108, 0.086),
    ]
