"""Balls, which roll, drop and set things off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.design.geometry import Point, cos_sin
from sandbox.engine.callbacks import let_float
from sandbox.parts.drawing import TURN, arc, band, painted, ring
from sandbox.parts.kind import (
    STRUCTURE_FRICTION,
    STRUCTURE_RESTITUTION,
    Blueprint,
    Body,
    Circle,
    Hit,
    Kind,
    Look,
    Polygon,
    Port,
    Property,
    Shape,
)

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_TOUCH = 0.01  # m/s: what closes in more slowly than this leans on a ball and does not strike it


class Ball(Kind):
    """A ball is one disc; its mass is spread evenly over it (moment of inertia m r^2 / 2)."""

    radius: ClassVar[float]  # m
    mass: ClassVar[float]  # kg
    friction: ClassVar[float]
    restitution: ClassVar[float]
    look: ClassVar[Look]
    ports: ClassVar[tuple[Port, ...]] = ()

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        disc = Shape(Circle(self.radius), self.look, friction=self.friction, restitution=self.restitution)
        return Blueprint((Body("dynamic", self.mass),), (disc, *self.marks()), self.ports)

    def marks(self) -> tuple[Shape, ...]:
        """Return the shapes painted on the ball, which show that it rolls."""
        return ()


def _mark(outline: Polygon | Circle, look: Look) -> Shape:
    return painted(outline, look)


class BowlingBall(Ball):
    name = "bowling_ball"
    title = "Bowling ball"
    price = 12
    synonyms = "heavy ball"
    help = (
        "Heavy and hard to stop: topples, presses and weighs things down. It hardly bounces. "
        "A rope can be tied to its middle."
    )
    source = "USBC: diameter 216-218 mm, up to 7.26 kg; 6 kg is a common house ball. Restitution: TBE's 0.1."
    sound = "stone"
    radius, mass, friction, restitution = 0.109, 6.0, 0.25, 0.1
    look = Look("metal", (58, 64, 84))
    ports = (Port("middle", 0.0, 0.0, "rope", title="Middle"),)

    def marks(self) -> tuple[Shape, ...]:
        hole = Look("rubber", (22, 24, 32), outline=0.8)
        return (
            _mark(Circle(0.0125, -0.019, 0.062), hole),
            _mark(Circle(0.0125, 0.019, 0.062), hole),
            _mark(Circle(0.0145, 0.004, 0.022), hole),
        )


class TennisBall(Ball):
    name = "tennis_ball"
    title = "Tennis ball"
    price = 2
    synonyms = "light ball"
    help = "Small, light and lively: bounces back to more than half the height it fell from."
    source = "ITF: 65.4-68.6 mm, 56.0-59.4 g, rebounds 1.35-1.47 m from 2.54 m: restitution 0.73 to 0.76."
    radius, mass, friction, restitution = 0.0335, 0.058, 0.6, 0.785
    look = Look("felt", (205, 224, 60))

    def marks(self) -> tuple[Shape, ...]:
        seam = Look("felt", (252, 253, 246), outline=0.0)
        # Each seam is the part of a circle beside the ball that lies on the ball. They lean, unlike a baseball's.
        c, s = cos_sin(-0.7)
        x, y = 0.046 * c, 0.046 * s
        right = arc(0.034, TURN / 2 - 0.83 - 0.7, TURN / 2 + 0.83 - 0.7, 13, x, y)
        left = arc(0.034, -0.83 - 0.7, 0.83 - 0.7, 13, -x, -y)
        return _mark(band(right, 0.005), seam), _mark(band(left, 0.005), seam)


class SoccerBall(Ball):
    name = "soccer_ball"
    title = "Soccer ball"
    price = 6
    synonyms = "football"
    help = "Big and light: rolls far and bounces well."
    source = "FIFA size 5: circumference 68-70 cm, 410-450 g, rebounds 1.25-1.55 m from 2 m: 0.79 to 0.88."
    sound = "ball"
    radius, mass, friction, restitution = 0.11, 0.43, 0.5, 0.87
    look = Look("leather", (244, 244, 240))

    def marks(self) -> tuple[Shape, ...]:
        dark, seam = Look("leather", (44, 46, 54), outline=0.6), Look("leather", (120, 122, 128), outline=0.0)
        inner, outer = 0.04, 0.082
        corners = [arc(inner, a, a, 2)[0] for a in (TURN * (0.25 + k / 5) for k in range(5))]
        marks = [_mark(Polygon(tuple(corners)), dark)]
        for k, corner in enumerate(corners):
            angle = TURN * (0.25 + k / 5)
            marks.append(_mark(band((corner, arc(outer, angle, angle, 2)[0]), 0.004), seam))
            # The panels around the rim are black pentagons too, of which one sees the inner half.
            rim = arc(0.1075, angle - 0.30, angle + 0.30, 7)
            near = (*arc(0.088, angle + 0.24, angle + 0.24, 2)[:1], arc(0.076, angle, angle, 2)[0])
            marks.append(_mark(Polygon((*rim, *near, *arc(0.088, angle - 0.24, angle - 0.24, 2)[:1])), dark))
        return tuple(marks)


def _swirl(r: float, reach: float, start: float, end: float) -> Polygon:
    """Return the area between two arcs from a ball's middle to `reach` of its radius, which leave at those angles."""
    near = _spoke(r, reach, start)
    far = _spoke(r, reach, end)
    # Each arc is a sixth of a circle, so it ends TURN / 12 further round than it began.
    rim = arc(r * reach, start + TURN / 12, end + TURN / 12, 12)
    return Polygon((*near[:-1], *rim, *far[-2:0:-1]))


def _spoke(r: float, reach: float, angle: float) -> tuple[Point, ...]:
    """A sixth of a circle from a ball's middle to `reach` of its radius, that leaves the middle at an angle."""
    c, s = cos_sin(angle + TURN / 4)
    bend = r * reach
    return arc(bend, angle - TURN / 4, angle - TURN / 12, 8, bend * c, bend * s)


class Volleyball(Ball):
    name = "volleyball"
    title = "Volleyball"
    price = 6
    synonyms = "beach ball"
    help = "As big as a soccer ball but lighter: anything turns it back, and it pushes hardly anything over."
    source = "FIVB: circumference 65-67 cm, 260-280 g. Restitution 0.75: between TBE's 0.65 and a soccer ball's."
    sound = "ball"
    radius, mass, friction, restitution = 0.105, 0.27, 0.5, 0.79
    look = Look("leather", (246, 212, 72))

    def marks(self) -> tuple[Shape, ...]:
        r, blue, seam = self.radius, Look("leather", (52, 98, 176), outline=0.6), Look("leather", (250, 248, 240))
        panels = [_mark(_swirl(r, 0.985, TURN * k / 3, TURN * (k / 3 + 1 / 6)), blue) for k in range(3)]
        thin = Look(seam.material, (232, 226, 206), outline=0.0)
        return (*panels, *(_mark(band(_spoke(r, 0.96, TURN * (k + 0.5) / 6), 0.0032), thin) for k in range(6)))


class Basketball(Ball):
    name = "basketball"
    title = "Basketball"
    price = 7
    synonyms = "hoop ball"
    help = "The biggest and heaviest of the balls that bounce well: it knocks over what a soccer ball only moves."
    source = "FIBA size 7: circumference 75-77 cm, 580-620 g, rebounds 1.035-1.085 m from 1.8 m: 0.76 to 0.78."
    sound = "ball"
    radius, mass, friction, restitution = 0.121, 0.6, 0.65, 0.808
    look = Look("leather", (216, 116, 52))

    def marks(self) -> tuple[Shape, ...]:
        r, seam = self.radius, Look("leather", (44, 34, 32), outline=0.0)
        straight = [
            band(((-0.985 * r, 0.0), (0.985 * r, 0.0)), 0.004),
            band(((0.0, -0.985 * r), (0.0, 0.985 * r)), 0.004),
        ]
        # The side seams: circles of the ball's own radius, 1.45 radii away, of which 0.74 rad either way lie on it.
        right = band(arc(r, TURN / 2 - 0.74, TURN / 2 + 0.74, 15, 1.45 * r), 0.004)
        return tuple(_mark(outline, seam) for outline in (*straight, right, right.mirrored()))


class Baseball(Ball):
    name = "baseball"
    title = "Baseball"
    price = 4
    help = "Small, hard and dull for its size: carries a good push and soon lies still."
    source = "MLB: 9-9.25 in round, 5-5.25 oz (142-149 g); restitution 0.514 to 0.578 against a wall of ash."
    radius, mass, friction, restitution = 0.0369, 0.145, 0.45, 0.575
    look = Look("leather", (244, 240, 230))

    def marks(self) -> tuple[Shape, ...]:
        red, r = Look("leather", (200, 44, 44), outline=0.0), self.radius
        right = [band(arc(0.037, TURN / 2 - 0.78, TURN / 2 + 0.78, 13, 0.052), 0.0014)]
        for k in range(-4, 5):  # stitches, across the seam
            angle = TURN / 2 + 0.17 * k
            near, far = (
                arc(reach, angle + lean, angle + lean, 2, 0.052)[0] for reach, lean in ((0.034, 0.03), (0.04, 0.03))
            )
            if far[0] * far[0] + far[1] * far[1] < r * r * 0.92:
                right.append(band((near, far), 0.0014))
        return tuple(_mark(outline, red) for outline in (*right, *(piece.mirrored() for piece in right)))


class PetanqueBoule(Ball):
    name = "petanque_boule"
    title = "Steel ball"
    price = 5
    synonyms = "boule, bocce, iron ball"
    help = "A petanque boule, as small as a baseball and five times as heavy: falls, hits and stays."
    source = "FIPJP: 70.5-80 mm, 650-800 g, hollow steel. Restitution: TBE's 0.1 (it lands dead)."
    magnetic = True
    radius, mass, friction, restitution = 0.0375, 0.7, 0.3, 0.1
    look = Look("metal", (172, 178, 188))

    def marks(self) -> tuple[Shape, ...]:
        groove, r = Look("metal", (92, 98, 108), outline=0.0), self.radius
        lines = []
        for lean in (0.0, 0.38):
            # A groove goes round the ball: seen askew it is the flat arc from rim to rim.
            lines.append(
                band(
                    arc(
                        1.9 * r,
                        TURN * 0.75 - 0.49 + lean / 5,
                        TURN * 0.75 + 0.49 - lean / 5,
                        13,
                        0.0,
                        (1.75 - lean) * r,
                    ),
                    0.0013,
                )
            )
        return tuple(_mark(outline, groove) for outline in (*lines, *(_flipped(line) for line in lines)))


def _flipped(outline: Polygon) -> Polygon:
    """Turn points upside down."""
    return Polygon(tuple((x, -y) for x, y in reversed(outline.points)), outline.rounding)


class TableTennisBall(Ball):
    name = "table_tennis_ball"
    title = "Table tennis ball"
    price = 1
    synonyms = "ping-pong ball"
    help = "Weighs next to nothing and bounces for long. It nudges a balloon, but no crate."
    source = "ITTF: 40.0-40.6 mm, 2.67-2.77 g, rebounds 24-26 cm from 30.5 cm on steel: 0.89 to 0.92."
    radius, mass, friction, restitution = 0.0201, 0.0027, 0.4, 0.953
    look = Look("leather", (250, 244, 232))

    def marks(self) -> tuple[Shape, ...]:
        print_, seam = Look("leather", (58, 66, 92), outline=0.0), Look("leather", (222, 206, 176), outline=0.0)
        tips = [
            arc(0.0088 if k % 2 else 0.0038, TURN * (k / 10 - 0.05), TURN * (k / 10 - 0.05), 2)[0] for k in range(10)
        ]
        star = Polygon(tuple((x - 0.002, y + 0.002) for x, y in tips))
        return _mark(band(((-0.0135, -0.0142), (0.0135, -0.0142)), 0.0012), seam), _mark(star, print_)


class CannonBall(Ball):
    name = "cannon_ball"
    title = "Cannon ball"
    price = 14
    synonyms = "shot, iron ball"
    help = "Solid iron, the heaviest ball: whatever it rolls into gives way."
    source = (
        "A 24-pounder's shot: 5.55 in (141 mm) of cast iron, 24 lb (10.9 kg). Restitution of iron on wood, dull: 0.15."
    )
    sound = "iron"
    magnetic = True
    radius, mass, friction, restitution = 0.0705, 10.9, 0.35, 0.15
    look = Look("metal", (66, 66, 72))
    ports = (Port("middle", 0.0, 0.0, "rope", title="Middle"),)

    def marks(self) -> tuple[Shape, ...]:
        dark, rust = Look("metal", (38, 38, 44), outline=0.0), Look("metal", (98, 80, 70), outline=0.0)
        seam = band(arc(0.115, TURN / 4 - 0.62, TURN / 4 + 0.62, 13, 0.0, -0.096), 0.0026)
        pits = ((0.009, 0.02, -0.03), (0.006, -0.034, -0.012), (0.005, 0.038, 0.036))
        return _mark(seam, dark), *(
            _mark(Circle(r, x, y), look) for (r, x, y), look in zip(pits, (dark, rust, dark), strict=True)
        )


class PoolBall(Ball):
    """State `loose`: 0 until something strikes it; from then on it falls as any ball does."""

    name = "pool_ball"
    title = "Pool ball"
    price = 4
    synonyms = "billiard ball, snooker ball"
    help = "Hangs in the air without weight until something strikes or grabs it; then it is an ordinary hard ball."
    source = "WPA: 57.15 mm, 156-170 g, phenolic; ball on ball 0.92 to 0.98, friction on felt 0.2. TIM: no weight."
    sound = "ivory"
    cues = {"freed": "tick"}
    radius, mass, friction, restitution = 0.028575, 0.163, 0.25, 0.96
    look = Look("rubber", (34, 34, 40))
    states = ("loose",)
    goal_states = ("loose",)
    wants_hits, hit_threshold = True, 0.0

    def marks(self) -> tuple[Shape, ...]:
        ivory, ink = Look("leather", (246, 242, 230), outline=0.0), Look("leather", (30, 30, 36), outline=0.0)
        rings = (ring(0.0056, 0.0022, 0.0, 0.0040), ring(0.0062, 0.0024, 0.0, -0.0050))
        return _mark(Circle(0.0155), ivory), *(_mark(outline, ink) for outline in rings)

    def start(self, run: Running, machine: RunningMachine) -> None:
        let_float(run.bodies[0])

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.impulse > 0 or hit.speed > _TOUCH:
            self._free(run, hit.impulse, hit.other, machine)

    def grabbed(self, run: Running, machine: RunningMachine) -> None:
        self._free(run, 0.0, 0, machine)

    def _free(self, run: Running, impulse: float, other: int, machine: RunningMachine) -> None:
        if not run["loose"]:
            run["loose"] = 1.0
            run.bodies[0].velocity_func = pymunk.Body.update_velocity  # the engine's own law
            machine.tell("freed", run, impulse, other)


class SuperBall(Ball):
    """A ball that leaves a bounce at `gain` times the approach speed: it adds the missing speed as an impulse on both
    bodies."""

    name = "super_ball"
    title = "Super ball"
    price = 3
    synonyms = "bouncy ball, rubber ball"
    help = "Leaves whatever it hits faster than it came, up to its top speed: it jumps higher at each bounce."
    source = "Wham-O's Super Ball: 48 mm of polybutadiene, 64 g, restitution 0.9. Its gain is TIM's (there 2)."
    cues = {"bounced": "boing"}
    properties = (
        Property("gain", "Gain", 1.15, "", 1.0, 2.0, 0.05, help="Speed after a bounce over the speed before it"),
        Property("top", "Top speed", 8.0, "m/s", 1.0, 15.0, 0.5, help="A bounce never throws it faster than this"),
    )
    radius, mass, friction, restitution = 0.024, 0.064, 0.9, 0.947
    look = Look("rubber", (206, 52, 156))
    wants_hits = True
    slowest = 0.3  # m/s: what comes in more slowly bounces as rubber does, so that it can also lie still

    def marks(self) -> tuple[Shape, ...]:
        swirl = Look("rubber", (255, 214, 74), outline=0.0)
        return tuple(_mark(_swirl(self.radius, 0.94, TURN * k / 3, TURN * (k / 3 + 0.09)), swirl) for k in range(3))

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        striker = machine.parts.get(hit.other)
        if not hit.first or hit.speed < self.slowest or striker is None:
            return
        ball, struck_body = run.bodies[0], striker.body_of(hit.other_shape)
        (vx, vy), (wx, wy) = ball.velocity, struck_body.velocity_at_world_point((hit.x, hit.y))
        leaving = hit.nx * (wx - vx) + hit.ny * (wy - vy)
        lacking = min(run.p.gain * hit.speed, run.p.top) - leaving
        if not lacking > 0:  # nan neither
            return
        loose = struck_body.body_type == pymunk.Body.DYNAMIC
        push = lacking * (ball.mass * struck_body.mass / (ball.mass + struck_body.mass) if loose else ball.mass)
        _kick(ball, -push * hit.nx, -push * hit.ny)
        if loose:
            _kick(struck_body, push * hit.nx, push * hit.ny)
        machine.tell("bounced", run, push, hit.other)


def _kick(body: pymunk.Body, jx: float, jy: float) -> None:
    """An impulse in N s, in the world's axes, on a body's centre of mass."""
    at = body.position
    body.apply_impulse_at_world_point((jx, jy), (at.x, at.y))


class CustomBall(Ball):
    name = "custom_ball"
    title = "Custom ball"
    price = 8
    synonyms = "circle, sphere, disc"
    help = "A ball of your own: as big, heavy, lively and slippery as you like; loose, or fixed as a peg is."
    source = "Its properties; at the start TBE's custom ball: radius 0.1 m, 1 kg, restitution 0.2."
    properties = (
        Property("radius", "Radius", 0.1, "m", 0.01, 2.0, 0.005),
        Property("mass", "Mass", 1.0, "kg", 0.001, 1000.0, 0.05),
        Property("restitution", "Bounce", 0.2, "", 0.0, 1.0, 0.05, help="Speed after over before, on a hard floor"),
        Property("friction", "Friction", 0.4, "", 0.0, 5.0, 0.05, help="On a hard floor"),
        Property("colour", "Colour", "green", choices=("green", "red", "blue", "yellow", "white", "dark")),
        Property("fixed", "Fixed", False, help="It stays where it is"),
    )
    tints = {"green": (70, 156, 96), "red": (206, 66, 56), "blue": (62, 112, 196), "yellow": (232, 184, 58)}
    tints |= {"white": (238, 238, 234), "dark": (58, 62, 78)}

    def help_of(self, p: SimpleNamespace) -> str:
        return (
            "A round peg: it stays where it is." if p.fixed else "A ball. Its figures say how heavy and lively it is."
        )

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        disc = Shape(
            Circle(r),
            Look("rubber", self.tints[p.colour]),
            friction=p.friction / STRUCTURE_FRICTION,
            restitution=p.restitution / STRUCTURE_RESTITUTION,
        )
        light = Look("rubber", (246, 242, 230), outline=0.0)
        # Light gores, like a beach ball's.
        gores = [_swirl(r, 0.985, TURN * k / 4, TURN * (k / 4 + 1 / 8)) for k in range(4)]
        stripes = [_mark(gore, light) for gore in gores] + [_mark(Circle(0.13 * r), light)]
        return Blueprint((Body("static") if p.fixed else Body("dynamic", p.mass),), (disc, *stripes))


KINDS: tuple[Kind, ...] = (
    BowlingBall(), TennisBall(), SoccerBall(), Volleyball(), Basketball(), Baseball(), PetanqueBoule(),
    TableTennisBall(), CannonBall(), PoolBall(), SuperBall(), CustomBall(),
)  # fmt: skip
