"""Balls: they roll, drop and set things off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

from sandbox.parts.base import Blueprint, Body, Circle, Kind, Look, Polygon, Port, Shape
from sandbox.parts.outlines import TURN, arc, band


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
        """What is painted on it, so that one sees it roll."""
        return ()


def _mark(outline: Polygon | Circle, look: Look) -> Shape:
    return Shape(outline, look, collides=False)


class BowlingBall(Ball):
    name = "bowling_ball"
    title = "Bowling ball"
    help = (
        "Heavy and hard to stop: topples, presses and weighs things down. It hardly bounces. "
        "A rope can be tied to its middle."
    )
    source = "USBC: diameter 216-218 mm, up to 7.26 kg; 6 kg is a common house ball. Restitution: TBE's 0.1."
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
    help = "Small, light and lively: bounces back to more than half the height it fell from."
    source = "ITF: 65.4-68.6 mm, 56.0-59.4 g, rebounds 1.35-1.47 m from 2.54 m: restitution 0.73 to 0.76."
    radius, mass, friction, restitution = 0.0335, 0.058, 0.6, 0.785
    look = Look("felt", (205, 224, 60))

    def marks(self) -> tuple[Shape, ...]:
        seam = Look("felt", (246, 248, 238), outline=0.0)
        # Each seam is the part of a circle beside the ball that lies on the ball.
        right = arc(0.034, TURN / 2 - 0.83, TURN / 2 + 0.83, 13, 0.046)
        left = arc(0.034, -0.83, 0.83, 13, -0.046)
        return _mark(band(right, 0.0042), seam), _mark(band(left, 0.0042), seam)


class SoccerBall(Ball):
    name = "soccer_ball"
    title = "Soccer ball"
    help = "Big and light: rolls far and bounces well."
    source = "FIFA size 5: circumference 68-70 cm, 410-450 g, rebounds 1.25-1.55 m from 2 m: 0.79 to 0.88."
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


KINDS: tuple[Kind, ...] = (BowlingBall(), TennisBall(), SoccerBall())
