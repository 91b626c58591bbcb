"""Scenes of chains: a cause, the part or the link in the middle, and the target that this sets off."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.authoring.demonstrations.demo_stage import DemoStage
from sandbox.authoring.interplay.causes import CAUSES
from sandbox.authoring.interplay.effects import EFFECTS
from sandbox.authoring.interplay.interplay_stage import DROP, HEIGHT, WIDTH, InterplayStage, place_of, props_for
from sandbox.authoring.stage import BALL
from sandbox.design.design import Design, PartSpec
from sandbox.parts.kind import Kind, LinkKind, Point, loose_sag

_LEFT, _RIGHT, _HIGH = 2.0, 2.45, 1.3  # m: where the two ends of the link are
_BLADE = 0.08  # m from the middle of the scissors to what they cut


class ChainScene(NamedTuple):
    """A design, and the ids of three of its parts: what starts it all, the part in the middle, and the target."""

    design: Design
    trigger: int
    middle: int
    target: int


def of_part(
    middle: Kind, target: Kind, takes: str, cause: str, gives: str, effect: str, low: bool
) -> ChainScene | None:
    """Build a scene by the names of a cause and an effect; None: they do not fit the parts."""
    stage = InterplayStage(middle, takes, low)
    put = EFFECTS[gives][effect](stage, target)
    trigger = CAUSES[takes][cause](stage) if put is not None else None
    if put is None or trigger is None:
        return None
    return ChainScene(stage.design(), trigger.id, stage.subject.id, put.id)


# -- with a link in the middle


def _by_switch(stage: DemoStage, source: PartSpec, lowest: Point) -> PartSpec:
    """Let a ball fall on the switch of the source."""
    return stage.put(BALL, source.x + 0.02, source.y + DROP)


def _by_blade(stage: DemoStage, source: PartSpec, lowest: Point) -> PartSpec:
    """Let scissors cut the link where it hangs lowest, by a button and a ball."""
    x, y = lowest
    scissors = stage.put("scissors", x, y - _BLADE, math.pi / 2)
    button = stage.put("button", x - 1.5, source.y)
    stage.join("wire", button, "signal out", scissors, "signal in")
    return stage.put(BALL, button.x, button.y + DROP)


def of_link(link: LinkKind, target: Kind, takes: str) -> ChainScene:
    """Build a scene with a link in the middle.

    Unless the link is to be cut ("prick"), its source is switched on, and the link carries what that gives.
    """
    stage, cuts = DemoStage(None, WIDTH, HEIGHT), takes == "prick"
    (out, into), stimulus = link.ends, "power" if link.name == "cable" else "heat"
    if stimulus == "power":
        source = stage.put("outlet", _LEFT, _HIGH, 0.0, {"on": cuts})
    else:
        source = stage.put("candle", _LEFT, _HIGH, 0.0, {"lit": cuts})
    put = stage.put(target.name, _RIGHT, _HIGH, 0.0, props_for(target, stimulus))
    stage.join(link.name, source, out, put, into)
    middle = stage.links[-1].id
    a, b = place_of(source, out), place_of(put, into)
    lowest = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - loose_sag(b[0] - a[0])
    trigger = (_by_blade if cuts else _by_switch)(stage, source, lowest)
    return ChainScene(stage.design(), trigger.id, middle, put.id)
