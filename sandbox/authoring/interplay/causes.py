"""Causes: the ways in which a stimulus sets the part in the middle off.

Each puts what it needs, and returns the part without which nothing happens; None: it does not fit that part.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from sandbox.authoring.demonstrations.demo_stage import GROUND
from sandbox.authoring.interplay.interplay_stage import DROP, GAP, InterplayStage, is_loose, place_of
from sandbox.authoring.stage import BALL, HEAVY, box_of
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Box
from sandbox.parts import KINDS
from sandbox.parts.animals.wants import Animal

Cause = Callable[[InterplayStage], PartSpec | None]

_ASIDE = 0.8  # m from the part to what works on it from afar
_GLOVE = 0.34  # m from the middle of a boxing glove to what it strikes


def _by_signal(stage: InterplayStage) -> PartSpec | None:
    button, ball = stage.push_button(stage.solid_box.x0 - _ASIDE, stage.subject.y)
    stage.join("wire", button, "signal out", stage.subject, "signal in")
    return ball


def _by_power(stage: InterplayStage) -> PartSpec | None:
    x, y = stage.solid_box.x0 - _ASIDE, stage.subject.y
    outlet = stage.put("outlet", x, y, 0.0, {"on": False})
    stage.join("cable", outlet, "power out", stage.subject, "power in")
    return stage.put(BALL, x + 0.02, y + DROP)


def _by_turning(stage: InterplayStage) -> PartSpec | None:
    x, y = stage.solid_box.x0 - _ASIDE, stage.subject.y
    motor = stage.put("motor", x, y, 0.0, {"running": False})
    button, ball = stage.push_button(x - 0.5, y)
    stage.join("wire", button, "signal out", motor, "signal in")
    stage.join("belt", motor, "shaft", stage.subject, "shaft")
    return ball


def _by_load(stage: InterplayStage) -> PartSpec | None:
    """Hang a heavy ball on what holds a rope."""
    x, y = place_of(stage.subject, "rope")
    ball = stage.put(HEAVY, x, y - 0.4)
    return ball if not is_loose(stage.middle) and stage.tie("steel_cable", stage.subject, ball) else None


def _by_lifting(stage: InterplayStage, aside: float) -> PartSpec | None:
    """Let a weight fall on the other end of a rope that runs over a pulley above the part."""
    x, y = place_of(stage.subject, "rope")
    wheel = stage.put("pulley", x + aside, y + 0.9)
    load = stage.put("weight", x + aside - 0.35, y + 0.7)
    return load if stage.tie("rope", stage.subject, load, (wheel.id,)) else None


def _by_wind(stage: InterplayStage) -> PartSpec | None:
    box = stage.solid_box
    return stage.put("fan", box.x0 - 0.4, (box.y0 + box.y1) / 2)


def _by_flame_below(stage: InterplayStage) -> PartSpec | None:
    box, candle = stage.solid_box, box_of(KINDS["candle"])
    return stage.put("candle", (box.x0 + box.x1) / 2, box.y0 - 0.03 - candle.y1, 0.0, {"lit": True})


def _by_flame_beside(stage: InterplayStage) -> PartSpec | None:
    box, candle = stage.solid_box, box_of(KINDS["candle"])
    return stage.put("candle", box.x0 - candle.x1 + 0.02, box.y0 - candle.y0, 0.0, {"lit": True})


def _by_fuse(stage: InterplayStage) -> PartSpec | None:
    x, y = place_of(stage.subject, "fuse")
    candle = stage.put("candle", x - 0.3, y - 0.1, 0.0, {"lit": True})
    return candle if stage.tie("fuse", candle, stage.subject) else None


def _by_light(stage: InterplayStage) -> PartSpec | None:
    box = stage.solid_box
    return stage.put("flashlight", box.x0 - 0.6, (box.y0 + box.y1) / 2, 0.0, {"on": True})


def _by_laser_above(stage: InterplayStage) -> PartSpec | None:
    return stage.put("laser", stage.subject.x, stage.solid_box.y1 + 0.6, -math.pi / 2, {"running": True})


def _by_nails(stage: InterplayStage, above: bool) -> PartSpec | None:
    box, nails = stage.solid_box, box_of(KINDS["nail_board"])
    x = (box.x0 + box.x1) / 2
    if above:
        return stage.put("nail_board", x, box.y1 + 0.3, math.pi)
    return stage.put("nail_board", box.x0 - nails.y1 + 0.006, (box.y0 + box.y1) / 2, -math.pi / 2)


def _by_smell(stage: InterplayStage) -> PartSpec | None:
    kind = stage.middle
    if not isinstance(kind, Animal) or stage.solid_box.y0 > GROUND + 0.1:
        return None  # it sees what is on its floor
    baits = [other for other in KINDS.values() if other.smells and other.smells in kind.wants]
    if not baits:
        return None
    bait = min(baits, key=lambda other: isinstance(other, Animal))
    return stage.stand(bait.name, stage.solid_box.x1 + 1.2)


def _by_bell(stage: InterplayStage) -> PartSpec | None:
    if not stage.middle.hears:
        return None
    x, y = stage.solid_box.x1 + 1.2, stage.subject.y + 0.3
    bell = stage.put("bell", x, y)
    button, ball = stage.push_button(x, y + 0.3)
    stage.join("wire", button, "signal out", bell, "signal in")
    return ball


def _by_weight(stage: InterplayStage, at: float) -> PartSpec | None:
    box, heavy = stage.solid_box, box_of(KINDS[HEAVY])
    return stage.put(HEAVY, box.x0 + at * (box.x1 - box.x0), box.y1 - heavy.y0 + GAP)


def _by_falling(stage: InterplayStage, ball: str, at: float) -> PartSpec | None:
    box = stage.solid_box
    return stage.put(ball, box.x0 + at * (box.x1 - box.x0), box.y1 - box_of(KINDS[ball]).y0 + DROP)


def _by_punch(stage: InterplayStage) -> PartSpec | None:
    """Let a boxing glove strike the part's left side."""
    box = stage.solid_box
    x, y = box.x0 - _GLOVE, (box.y0 + box.y1) / 2
    glove = stage.put("boxing_glove", x, y)
    button, ball = stage.push_button(x - 0.4, y)
    stage.join("wire", button, "signal out", glove, "signal in")
    return ball


def _by_blast(stage: InterplayStage, aside: float = 0.4) -> PartSpec | None:
    """Let a flask of nitroglycerine fall beside the part, to where that stands."""
    x, y = stage.solid_box.x0 - aside, stage.solid_box.y0
    if y > GROUND + 0.1:
        stage.support(Box(x - 0.15, y, x + 0.15, y))
    return stage.put("nitro", x, y + 1.0)


def _by_blast_before_wall(stage: InterplayStage) -> PartSpec | None:
    """Set off the blast farther away, with a wall that keeps the part from being thrown off."""
    box = stage.solid_box
    stage.put("wall", box.x1 + 0.03 + GAP, (box.y0 + box.y1) / 2, 0.0, {"width": 0.06, "height": box.y1 - box.y0})
    return _by_blast(stage, 0.6)


# The ways of each stimulus by name, from the simplest.
CAUSES: dict[str, dict[str, Cause]] = {
    "knock": {
        "ball": partial(_by_falling, ball=BALL, at=0.5),
        "ball on its left": partial(_by_falling, ball=BALL, at=0.2),
        "heavy ball": partial(_by_falling, ball=HEAVY, at=0.5),
        "boxing glove": _by_punch,
        "heavy ball on its left": partial(_by_falling, ball=HEAVY, at=0.2),
        "heavy ball on its right": partial(_by_falling, ball=HEAVY, at=0.8),
    },
    "weight": {
        "weight": partial(_by_weight, at=0.5),
        "weight on its left": partial(_by_weight, at=0.1),
        "weight on its right": partial(_by_weight, at=0.9),
    },
    "pull": {
        "load": _by_load,
        "pulley above": partial(_by_lifting, aside=0.0),
        "pulley aside": partial(_by_lifting, aside=0.6),
    },
    "turn": {"motor": _by_turning},
    "signal": {"button": _by_signal},
    "power": {"outlet": _by_power},
    "wind": {"fan": _by_wind},
    "heat": {"candle below": _by_flame_below, "candle beside": _by_flame_beside, "fuse": _by_fuse},
    "light": {"torch": _by_light, "laser above": _by_laser_above},
    "lure": {"smell": _by_smell, "bell": _by_bell},
    "blast": {"nitroglycerine": _by_blast, "nitroglycerine, before a wall": _by_blast_before_wall},
    "prick": {"nails above": partial(_by_nails, above=True), "nails beside": partial(_by_nails, above=False)},
}
