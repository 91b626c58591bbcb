"""The acts of demonstrations: for each stimulus, causes that set a part off by it, and targets that show that a part
hands it on."""

from __future__ import annotations

import math
from collections.abc import Callable

from sandbox import parts as catalogue
from sandbox.authoring.demonstrations.demo_stage import (
    FALL,
    GROUND,
    HEIGHT,
    HUNG,
    LEFT,
    MIDDLE,
    MOUNTED,
    RIGHT,
    WIDTH,
    DemoStage,
    faces_right,
)
from sandbox.authoring.experiments import moves
from sandbox.authoring.stage import BALL, HEAVY, box_of
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Circle
from sandbox.parts import KINDS
from sandbox.parts.animals.wants import Animal
from sandbox.parts.kind import Kind

_ROPE = 0.45  # m
_GLOWS = 0.3  # m: so far shines what sends out no rays
_TALL = 0.5  # m: a ball rolls against what is so high, rather than fall on it
_TUNNELS = frozenset({"accelerator"})


# -- what sets the part off


def _by_signal(stage: DemoStage) -> None:
    button = stage.stand("button", LEFT)
    stage.put(BALL, LEFT, button.y + FALL)
    stage.join("wire", button, "signal out", stage.subject, "signal in")


def _by_power(stage: DemoStage) -> None:
    outlet = stage.put("outlet", LEFT, MOUNTED)
    stage.join("cable", outlet, "power out", stage.subject, "power in")


def _by_turning(stage: DemoStage) -> None:
    motor = stage.put("motor", LEFT, stage.subject.y)
    stage.join("belt", motor, "shaft", stage.subject, "shaft")


def _by_pulling(stage: DemoStage) -> None:
    if stage.kind is not None and moves(stage.kind) == "loose":
        x, _ = stage.port_place("rope")
        anchor = stage.put("anchor", x - 0.3, HUNG)
        stage.join("rope", anchor, "rope", stage.subject, "rope")
        return
    onto_pull(stage)


def _by_wind(stage: DemoStage) -> None:
    box = stage.box
    stage.put("fan", max(0.2, box.x0 - 0.4), (box.y0 + box.y1) / 2)


def _by_heat(stage: DemoStage) -> None:
    candle = box_of(KINDS["candle"])
    spec = stage.subject
    if moves(KINDS[spec.kind]) == "fixed":
        lifted = GROUND + candle.y1 - candle.y0 + 0.03 - box_of(KINDS[spec.kind]).y0
        stage.turn_to(spec.x, lifted)
        stage.stand("candle", spec.x, {"lit": True})
    else:
        stage.stand("candle", stage.box.x0 - candle.x1 + 0.02, {"lit": True})


def _by_light(stage: DemoStage) -> None:
    if stage.kind is not None and faces_right(stage.kind):
        stage.flip()
    box = stage.box
    stage.put("flashlight", LEFT, (box.y0 + box.y1) / 2, 0.0, {"on": True})


def _by_pricking(stage: DemoStage) -> None:
    stage.put("nail_board", stage.subject.x, HEIGHT - 0.08, math.pi)


def _by_lure(stage: DemoStage) -> None:
    kind = stage.kind
    baits = [k for k in KINDS.values() if isinstance(kind, Animal) and k.smells and k.smells in kind.wants]
    if baits:
        stage.stand(min(baits, key=lambda other: not isinstance(other, Animal)).name, RIGHT)
        return
    bell = stage.put("bell", LEFT, MOUNTED)
    stage.put(BALL, LEFT, bell.y + FALL)


def _by_weight(stage: DemoStage) -> None:
    box = stage.box
    stage.put(HEAVY, box.x0 + 0.3 * (box.x1 - box.x0), box.y1 + 0.11 + FALL / 2)


def _by_knock(stage: DemoStage) -> None:
    box, kind = stage.box, stage.kind
    loose = kind is not None and moves(kind) == "loose" and type(kind).struck is Kind.struck
    if loose or box.y1 - box.y0 > _TALL:
        _by_rolling(stage)
        return
    hard = box.x1 - box.x0 >= 0.4 or (kind is not None and "blast" in kind.hands_on)
    ball = HEAVY if hard else BALL
    stage.put(ball, box.x0 + 0.35 * (box.x1 - box.x0), min(HEIGHT - 0.15, box.y1 + FALL))


def _by_rolling(stage: DemoStage) -> None:
    """Let the part roll down a ramp, if it is round; else let a ball roll down against it."""
    spec = stage.subject
    box = box_of(KINDS[spec.kind])
    ramp = stage.stand("ramp", 0.5)
    top = ramp.y + box_of(KINDS["ramp"]).y1
    if _is_round(KINDS[spec.kind]):
        stage.turn_to(0.15, top - box.y0 + 0.02)
        for x in (1.3, 1.42, 1.54):
            stage.stand("domino", x)
    else:
        stage.turn_to(1.35, spec.y)
        stage.put(HEAVY, 0.15, top + 0.13)


def by_falling(stage: DemoStage) -> None:
    """Let a ball fall on a part that only stands there, near its left end; or roll against it."""
    box = stage.box
    if box.y1 - box.y0 > _TALL:
        _by_rolling(stage)
        return
    stage.put("soccer_ball", box.x0 + 0.25 * (box.x1 - box.x0), min(HEIGHT - 0.15, box.y1 + FALL))


def _is_round(kind: Kind) -> bool:
    plan = catalogue.blueprint(PartSpec(1, kind.name, 0.0, 0.0))
    solid = [shape.outline for shape in plan.shapes if shape.collides]
    return bool(solid) and all(isinstance(outline, Circle) for outline in solid)


# The first of these that a kind takes.
CAUSES: dict[str, Callable[[DemoStage], None]] = {
    "weight": _by_weight, "signal": _by_signal, "lure": _by_lure, "prick": _by_pricking, "heat": _by_heat,
    "wind": _by_wind, "light": _by_light, "turn": _by_turning, "power": _by_power, "knock": _by_knock,
    "pull": _by_pulling,
}  # fmt: skip


# -- what the part works on


def _onto_signal(stage: DemoStage) -> None:
    fan = stage.stand("fan", RIGHT - 0.05, {"running": False})
    stage.join("wire", stage.subject, "signal out", fan, "signal in")


def _onto_power(stage: DemoStage) -> None:
    fan = stage.stand("fan", RIGHT)
    stage.join("cable", stage.subject, "power out", fan, "power in")


def _onto_light(stage: DemoStage) -> None:
    box = stage.box
    x = RIGHT if stage.kind is not None and stage.kind.rays else min(RIGHT, box.x1 + _GLOWS)
    stage.put("photocell", x, (box.y0 + box.y1) / 2, flip=True)


def _onto_turning(stage: DemoStage) -> None:
    wheel = stage.put("gear", RIGHT - 0.1, stage.subject.y)
    stage.join("belt", stage.subject, "shaft", wheel, "shaft")


def _onto_wind(stage: DemoStage) -> None:
    kind = stage.kind
    jet = kind.jet(kind.values({}), 1.0) if kind is not None else None
    if jet is None:
        return
    (mx, my), (ax, ay) = jet.mouth, jet.axis
    at = stage.subject.x + mx + 0.5 * ax, stage.subject.y + my + 0.5 * ay
    stage.put("windmill" if abs(ax) > 0.5 else "balloon", *at)


def _onto_prick(stage: DemoStage) -> None:
    """Let a balloon rise into a sharp part that stands fast; hang a ball on a rope that a blade can cut."""
    kind, spec = stage.kind, stage.subject
    if kind is None or moves(kind) == "loose":
        return
    if kind.sharp:
        stage.turn_to(spec.x, HUNG, math.pi)
        stage.put("balloon", spec.x, 0.45)
        return
    x = spec.x + 0.08
    anchor, ball = stage.put("anchor", x, HEIGHT - 0.1), stage.put(HEAVY, x, 0.35)
    stage.join("rope", anchor, "rope", ball, "rope")


def _onto_knock(stage: DemoStage) -> None:
    """Put a ball on a part that throws, and a row of dominoes beside it."""
    box = stage.box
    if stage.kind is None or moves(stage.kind) == "loose":
        return
    inside = stage.kind.name in _TUNNELS
    stage.put(BALL, box.x0 + 0.75 * (box.x1 - box.x0), stage.subject.y if inside else box.y1 + 0.04)
    if box.y0 < GROUND + 0.05:
        for far in (0.2, 0.32):
            stage.stand("domino", min(box.x1 + far, WIDTH - 0.1))


def onto_pull(stage: DemoStage) -> None:
    """Hang a ball on a part that holds a rope."""
    x, y = stage.port_place("rope")
    ball = stage.put(HEAVY, x, max(GROUND + 0.12, y - _ROPE))
    stage.join("rope", stage.subject, "rope", ball, "rope")


def _onto_blast(stage: DemoStage) -> None:
    for x in (MIDDLE + 0.45, MIDDLE + 0.85):
        stage.stand("crate", x)


def _onto_lure(stage: DemoStage) -> None:
    smell = stage.kind.smells if stage.kind is not None else ""
    comers = [kind for kind in KINDS.values() if isinstance(kind, Animal) and smell in kind.wants]
    if comers:
        stage.stand(comers[0].name, LEFT)


EFFECTS: dict[str, Callable[[DemoStage], None]] = {
    "signal": _onto_signal, "power": _onto_power, "turn": _onto_turning, "wind": _onto_wind, "prick": _onto_prick,
    "light": _onto_light, "blast": _onto_blast, "lure": _onto_lure, "knock": _onto_knock,
}  # fmt: skip
