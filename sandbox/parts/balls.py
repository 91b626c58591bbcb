"""Balls: they roll, drop and set things off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

from sandbox.parts.base import Blueprint, Body, Circle, Kind, Look, Shape


class Ball(Kind):
    """A ball is one disc; its mass is spread evenly over it (moment of inertia m r^2 / 2)."""

    radius: ClassVar[float]  # m
    mass: ClassVar[float]  # kg
    friction: ClassVar[float]
    restitution: ClassVar[float]
    look: ClassVar[Look]

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        disc = Shape(Circle(self.radius), self.look, friction=self.friction, restitution=self.restitution)
        return Blueprint((Body("dynamic", self.mass),), (disc,))


class BowlingBall(Ball):
    name = "bowling_ball"
    title = "Bowling ball"
    help = "Heavy and hard to stop: topples, presses and weighs things down. It hardly bounces."
    source = "USBC: diameter 218 mm, up to 7.26 kg; 6 kg is a common house ball. Restitution as TBE's 0.1."
    radius, mass, friction, restitution = 0.109, 6.0, 0.25, 0.1
    look = Look("metal", (58, 64, 84))


class TennisBall(Ball):
    name = "tennis_ball"
    title = "Tennis ball"
    help = "Small, light and lively: bounces back to more than half the height it fell from."
    source = "ITF: 65.4-68.6 mm, 56.0-59.4 g, rebounds 1.35-1.47 m from 2.54 m: restitution 0.73 to 0.76."
    radius, mass, friction, restitution = 0.0335, 0.058, 0.6, 0.78
    look = Look("felt", (205, 224, 60))


class SoccerBall(Ball):
    name = "soccer_ball"
    title = "Soccer ball"
    help = "Big and light: rolls far and bounces well."
    source = "FIFA size 5: circumference 68-70 cm, 410-450 g, rebounds 1.25-1.55 m from 2 m: 0.79 to 0.88."
    radius, mass, friction, restitution = 0.11, 0.43, 0.5, 0.82
    look = Look("leather", (244, 244, 240))


KINDS: tuple[Kind, ...] = (BowlingBall(), TennisBall(), SoccerBall())
