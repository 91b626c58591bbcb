"""Stagings of kinds whose use can't be seen from the stimuli that they take and hand on: each builds a whole
demonstration."""

from __future__ import annotations

import math
from collections.abc import Callable

from sandbox.authoring.demonstrations.acts import CAUSES
from sandbox.authoring.demonstrations.demo_stage import FALL, GROUND, HUNG, LEFT, MIDDLE, MOUNTED, RIGHT, DemoStage
from sandbox.authoring.stage import BALL, HEAVY, box_of
from sandbox.design.design import PartSpec
from sandbox.parts import KINDS

_TOP = 1.25  # m: of what hangs under the ceiling
_EDGE = 0.15  # m: where a ball begins to roll


def _roll_down(stage: DemoStage, ball: str) -> None:
    """Let a ball roll to the right, down a ramp at the left."""
    ramp = stage.stand("ramp", 0.5)
    stage.put(ball, _EDGE, ramp.y + box_of(KINDS["ramp"]).y1 + 0.13)


def _hang(stage: DemoStage, holder: PartSpec) -> None:
    """Hang the part on a rope."""
    stage.join("rope", holder, "rope", stage.subject, "rope")


def _teleporter(stage: DemoStage) -> None:
    """A ball rolls in below, and flies out above."""
    stage.switch_on()
    stage.turn_to(1.35, stage.subject.y)
    _roll_down(stage, HEAVY)
    stage.put("teleporter", MIDDLE - 0.2, _TOP - 0.3)


def _spring_match(stage: DemoStage) -> None:
    """A ball swings down on a rope and pulls its pin out; its flame lights a candle."""
    stage.turn_to(MIDDLE, MOUNTED - 0.1)
    x, y = stage.port_place("rope")
    ball = stage.put(HEAVY, x + 0.4, y + 0.1)
    stage.join("rope", stage.subject, "rope", ball, "rope")
    candle = box_of(KINDS["candle"])
    stage.put("candle", MIDDLE, stage.box.y1 + 0.03 - candle.y0)


def _cage(stage: DemoStage) -> None:
    """Hang the cage on a hook that lets it fall over a mouse."""
    stage.turn_to(MIDDLE, MOUNTED)
    hook = stage.put("release_hook", MIDDLE, _TOP)
    _hang(stage, hook)
    button = stage.stand("button", LEFT)
    stage.put(BALL, LEFT, button.y + FALL)
    stage.join("wire", button, "signal out", hook, "signal in")
    stage.stand("mouse", MIDDLE)


def _sand_hopper(stage: DemoStage) -> None:
    """A signal lets the hopper's sand run into a basket."""
    stage.turn_to(MIDDLE, MOUNTED + 0.25)
    CAUSES["signal"](stage)
    stage.stand("basket", MIDDLE)


def _sandbag(stage: DemoStage) -> None:
    """Hang the sandbag over a bucket; a signal opens it there."""
    stage.turn_to(MIDDLE, MOUNTED + 0.1)
    _hang(stage, stage.put("anchor", MIDDLE, _TOP))
    CAUSES["signal"](stage)
    stage.stand("bucket", MIDDLE)


def _mirror(stage: DemoStage) -> None:
    """The mirror throws the ray of a torch up onto a photocell, which switches a fan on."""
    stage.turn_to(MIDDLE, GROUND + 0.2, math.pi / 4)
    stage.put("flashlight", LEFT, GROUND + 0.2, 0.0, {"on": True})
    cell = stage.put("photocell", MIDDLE, HUNG, -math.pi / 2)
    fan = stage.stand("fan", RIGHT, {"running": False})
    stage.join("wire", cell, "signal out", fan, "signal in")


def _ray_gun(stage: DemoStage) -> None:
    """Aim the ray gun at a balloon; a signal lets it shoot."""
    stage.turn_to(0.6, MOUNTED)
    CAUSES["signal"](stage)
    balloon = stage.put("balloon", RIGHT - 0.3, MOUNTED)
    stage.join("rope", stage.stand("anchor", RIGHT - 0.3), "rope", balloon, "rope")


def _crocodile(stage: DemoStage) -> None:
    """A ball rolls into the crocodile's jaws and is thrown up."""
    stage.flip()
    stage.turn_to(RIGHT - 0.1, stage.subject.y)
    _roll_down(stage, "soccer_ball")


def _ice_block(stage: DemoStage) -> None:
    """The ice melts over a flame, and the crate on top falls."""
    CAUSES["heat"](stage)
    side = 0.16  # m
    stage.put("crate", MIDDLE, stage.box.y1 + side / 2, 0.0, {"width": side, "height": side})


def _detonator(stage: DemoStage) -> None:
    """A heavy ball pushes the detonator's plunger down, and the detonator sends a signal."""
    stage.put(HEAVY, MIDDLE, stage.box.y1 + 0.11 + FALL / 2)
    fan = stage.stand("fan", RIGHT, {"running": False})
    stage.join("wire", stage.subject, "signal out", fan, "signal in")


def _fish_bowl(stage: DemoStage) -> None:
    """Let a ball break the bowl, so that a cat comes for the fish."""
    stage.put(HEAVY, MIDDLE + 0.03, stage.box.y1 + FALL)
    stage.stand("cat", LEFT)


# By the names of their kinds.
STAGINGS: dict[str, Callable[[DemoStage], None]] = {
    "teleporter": _teleporter, "spring_match": _spring_match, "cage": _cage, "sand_hopper": _sand_hopper,
    "sandbag": _sandbag, "mirror": _mirror, "ray_gun": _ray_gun, "crocodile": _crocodile, "ice_block": _ice_block,
    "detonator": _detonator, "fish_bowl": _fish_bowl,
}  # fmt: skip
