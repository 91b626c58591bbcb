"""Glass: the magnifying glass, which focuses rays; the beam mixer and the prism, which make new ones of them."""

from __future__ import annotations

import math
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import cos_sin
from sandbox.engine.readout import FRAME
from sandbox.parts.drawing import band, lamp, oval, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Polygon, Property, Shape
from sandbox.parts.light.burning import FOCUS
from sandbox.parts.light.cells import LightSensitive
from sandbox.parts.light.ray_sources import RaySource
from sandbox.parts.light.rays import (
    BLUE,
    BURNING,
    COLD,
    FOCUSED,
    GREEN,
    RED,
    WHITE,
    Illumination,
    falling_on,
    ray_states,
)
from sandbox.parts.materials import SILVER
from sandbox.parts.plans import Aim
from sandbox.parts.world import Met, Ray

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_WITHIN = 0.9063  # the cosine of 25 degrees


class Magnifier(LightSensitive):
    """A thin lens: rays that come side by side meet again at one point, in the plane of its focus. State: `hot`."""

    name = "magnifier"
    title = "Magnifying glass"
    price = 7
    synonyms = "lens, loupe, burning glass"
    help = (
        "Gathers a ray of white light into a hot point behind it, if that comes in within 25 degrees of its axis. The "
        "point lights candles and fuses, pops balloons and burns through ropes. Other rays it only bends."
    )
    source = "A reading glass of 18 cm; a burning glass of that size lights paper in the sun within a second."
    sound = "glass"
    properties = (Property("focus", "Focus", 0.4, "m", 0.1, 1.0, 0.05, help="So far behind it the hot point is"),)
    by_rays_only = True
    hands_on = ("heat",)
    states = ("hot",)
    goal_states = ("hot",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        brass, wood = Look("metal", (214, 166, 72)), Look("wood", (120, 70, 42))
        glass, gleam = Look("metal", (196, 228, 242), outline=0.8), Look("leather", (250, 254, 255), outline=0.0)
        shapes = (
            Shape(oval(0.018, 0.088, 0.088, 16), None, friction=0.3, restitution=0.3, name="lens"),
            Shape(slab(0.026, 0.11, 0.0, -0.165, 0.01), wood, friction=0.5, restitution=0.3),
            painted(slab(0.03, 0.02, 0.0, -0.106, 0.004), brass),
            painted(oval(0.05, 0.1, 0.1, 40), brass),
            painted(oval(0.038, 0.088, 0.088, 40), glass),
            painted(band(((-0.018, 0.03), (-0.004, 0.062)), 0.009), gleam),
            painted(band(((-0.014, 0.002), (-0.009, 0.012)), 0.008), gleam),
            lamp(0.009, 0.012, -0.05, (205, 150, 60), "hot", outline=0.6),
        )
        return Blueprint((Body("static"),), shapes)

    def ranges(self, p: SimpleNamespace) -> tuple[Circle, ...]:
        return Circle(FOCUS, -p.focus), Circle(FOCUS, p.focus)

    def on_ray(self, run: Running, ray: Ray, met: Met, machine: RunningMachine) -> Ray | None:
        if run.plan.shapes[met.shape].name != "lens":
            return None
        c, s, *_ = run.numbers[0][FRAME]  # of its angle
        along = abs(ray.dx * c + ray.dy * s)
        if along < _WITHIN:
            return ray.onward(ray.dx, ray.dy)
        # What goes through its middle goes straight on; all that comes side by side with that meets it at the focus.
        x, y = run.world(0.0, 0.0)
        dx, dy = x + run.p.focus / along * ray.dx - ray.x, y + run.p.focus / along * ray.dy - ray.y
        far = math.sqrt(dx * dx + dy * dy)
        bent = ray.onward(dx / far, dy / far)
        if ray.heat == BURNING or ray.colours != WHITE or ray.reach < far:
            return bent
        return bent._replace(reach=far, heat=FOCUSED)

    def lit_by(self, run: Running, colours: int, white: bool, machine: RunningMachine) -> None:
        run["hot"] = float(falling_on(run, machine).focused)


_LAMPS = {"red": (RED, (205, 60, 50)), "green": (GREEN, (70, 200, 84)), "blue": (BLUE, (70, 116, 205))}


class LitSource(LightSensitive, RaySource):
    """A source that is on while light falls on it.

    States besides those of all sources: `colours`, of the light that comes in; `hot`, 1 while a laser's is among it;
    and `red`, `green` and `blue`, 1 for each of these that is.
    """

    by_rays_only = True
    lit_states = ("colours", "hot", "red", "green", "blue")
    goal_states = ("on", "red", "green", "blue")

    def lit_by(self, run: Running, colours: int, white: bool, machine: RunningMachine) -> None:
        run["colours"], run["hot"] = float(colours), float(falling_on(run, machine).hot)
        for name, (bit, _) in _LAMPS.items():
            run[name] = float(bool(colours & bit))
        self.shine(run, colours != 0, machine)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        LightSensitive.on_neighbour_removed(self, run, machine)
        RaySource.on_neighbour_removed(self, run, machine)


class BeamMixer(LitSource):
    name = "mixer"
    title = "Beam mixer"
    price = 18
    synonyms = "combiner, beam splitter, dichroic"
    help = (
        "All light that comes in at its back, its top or its bottom leaves at its nose as one ray of the added "
        "colours: red and green make yellow, red and blue magenta, green and blue cyan, all three white."
    )
    source = "A cube of prisms that adds the three beams of a projector, 14 cm wide; its ray reaches 8 m."
    sound = "glass"
    flips = True
    lit_shape = "glass"
    states = (*RaySource.STATES, *RaySource.BURNS, *LitSource.lit_states, *ray_states("ray"))
    rays = MappingProxyType({"ray": Aim(0.142, 0.0)})

    def colours(self, run: Running, name: str) -> int:
        return int(run["colours"])

    def planned(self, p: SimpleNamespace, name: str, falling: Illumination) -> tuple[int, int]:
        return falling.colours, BURNING if falling.hot else COLD

    def heat_of(self, run: Running) -> int:
        return BURNING if run["hot"] else COLD

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        dark = Look("metal", (70, 78, 92))
        glass = Look("metal", (196, 226, 236), outline=0.9)
        h = 0.062
        nose = Polygon(((h, -0.045), (0.12, -0.02), (0.12, 0.02), (h, 0.045)), 0.003)
        shapes = [
            Shape(slab(0.024, 0.09, -h - 0.012, 0.0, 0.004), glass, friction=0.3, restitution=0.3, name="glass"),
            *(
                Shape(slab(0.09, 0.024, 0.0, side * (h + 0.012), 0.004), glass, friction=0.3, restitution=0.3,
                      name="glass")
                for side in (-1, 1)
            ),
            Shape(nose, SILVER, friction=0.5, restitution=0.3),
            Shape(slab(0.018, 0.058, 0.128, 0.0, 0.004), dark, friction=0.5, restitution=0.3),
            Shape(slab(2 * h, 2 * h, 0.0, 0.0, 0.008), dark, friction=0.5, restitution=0.3),
            painted(Circle(0.05), SILVER),
            painted(Circle(0.043), Look("rubber", (34, 38, 48), outline=0.8)),
        ]  # fmt: skip
        for index, (name, (_, tint)) in enumerate(_LAMPS.items()):
            c, s = cos_sin(1.5707963 + 2.0943951 * index)
            shapes.append(lamp(0.0175, 0.0205 * c, 0.0205 * s, tint, name, outline=0.8))
        return Blueprint((Body("static"),), tuple(shapes))


_SPREAD = 0.2094395  # rad: 12 degrees


def _aim(turn: float) -> Aim:
    c, s = cos_sin(turn)
    return Aim(0.062 + 0.004 * c, 0.01 + 0.004 * s + 0.1 * s, c, s)


class Prism(LitSource):
    name = "prism"
    title = "Prism"
    price = 16
    synonyms = "glass, rainbow, splitter"
    help = (
        "Takes light apart: red leaves it upwards, green straight on, blue downwards, each only if it is in what comes "
        "in. Its rays are too faint to burn anything."
    )
    source = "Flint glass spreads white light by a few degrees; here by 12 to either side, so that it can be used."
    sound = "glass"
    flips = True
    states = (*RaySource.STATES, *LitSource.lit_states, *ray_states(*_LAMPS))
    rays = MappingProxyType({"red": _aim(_SPREAD), "green": _aim(0.0), "blue": _aim(-_SPREAD)})

    def colours(self, run: Running, name: str) -> int:
        return int(run["colours"]) & _LAMPS[name][0]

    def planned(self, p: SimpleNamespace, name: str, falling: Illumination) -> tuple[int, int]:
        return falling.colours & _LAMPS[name][0], COLD

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        glass, gleam = Look("metal", (206, 232, 242)), Look("leather", (250, 254, 255), outline=0.0)
        base = Look("wood", (120, 84, 56))
        block = Polygon(((-0.11, -0.075), (0.11, -0.075), (0.0, 0.115)), 0.004)
        shapes = [Shape(block, glass, friction=0.3, restitution=0.3)]
        for index, (name, (_, tint)) in enumerate(_LAMPS.items()):
            near, far = 0.024 - 0.012 * index, 0.046 - 0.034 * index  # m: the upper corners, at its middle and its side
            edge = 0.037 + 0.0197 * index  # m from its middle to its side, there
            stripe = Polygon(((0.0, near - 0.012), (edge + 0.0197, far - 0.034), (edge, far), (0.0, near)))
            shapes.append(painted(stripe, Look("glow", tint, outline=0.0, slot=name)))
        shapes += [
            painted(band(((-0.05, 0.0), (-0.012, 0.066)), 0.008), gleam),
            painted(band(((-0.078, -0.048), (-0.062, -0.02)), 0.008), gleam),
            Shape(slab(0.24, 0.022, 0.0, -0.09, 0.006), base, friction=0.5, restitution=0.3),
        ]
        return Blueprint((Body("static"),), tuple(shapes))
