"""Effects: the ways in which the part in the middle can set off a target by a stimulus.

Each puts the target where the stimulus reaches it, and returns it; None: it does not fit these two.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from sandbox import parts as catalogue
from sandbox.authoring.demonstrations.demo_stage import GROUND
from sandbox.authoring.interplay.interplay_stage import GAP, InterplayStage, box_at, is_loose, place_of
from sandbox.design.design import PartSpec
from sandbox.parts.animals.wants import Animal
from sandbox.parts.kind import Kind

Effect = Callable[[InterplayStage, Kind], PartSpec | None]

_ASIDE = 0.7  # m from the part to what it works on from afar
_ROPE = 0.35  # m
_QUARTER, _HALF = math.pi / 2, math.pi


def _over_link(stage: InterplayStage, target: Kind, link: str, by: str) -> PartSpec | None:
    """Join the part to a target beside it."""
    width, _ = stage.size_of(target)
    x, y = stage.solid_box.x1 + _ASIDE + width / 2, stage.subject.y
    spec = stage.rest(target, x, y, 0.0, by)
    return spec if stage.tie(link, stage.subject, spec) else None


def _on_right(
    stage: InterplayStage, target: Kind, gap: float, by: str, angle: float = 0.0, level: str = "foot"
) -> PartSpec:
    """Put a target to the right, on the level of the part's foot, of its middle, or of its upper edge."""
    box, (w, h) = stage.solid_box, stage.size_of(target, angle)
    y = {"foot": box.y0 + h / 2, "middle": stage.subject.y, "top": box.y1 + 0.035}[level]
    return stage.rest(target, box.x1 + gap + w / 2, y, angle, by)


def _ahead(stage: InterplayStage, target: Kind, gap: float) -> PartSpec | None:
    """Turn a target that is held fast so that its upper side faces the part."""
    if is_loose(target):
        return None
    return _on_right(stage, target, gap, "knock", _QUARTER, "middle")


def _above(stage: InterplayStage, target: Kind, gap: float, by: str = "knock") -> PartSpec | None:
    """Put a target above the part, upside down if it is held fast."""
    angle = 0.0 if is_loose(target) else _HALF
    box, (_, h) = stage.solid_box, stage.size_of(target, angle)
    return stage.hold(target, (box.x0 + box.x1) / 2, box.y1 + gap + h / 2, angle, by)


def _on_top(stage: InterplayStage, target: Kind, at: float) -> PartSpec | None:
    """Lay a loose target on the part."""
    if not is_loose(target):
        return None
    box, (_, h) = stage.solid_box, stage.size_of(target)
    return stage.hold(target, box.x0 + at * (box.x1 - box.x0), box.y1 + GAP + h / 2, 0.0, "knock")


def _below(stage: InterplayStage, target: Kind, aside: float, by: str) -> PartSpec | None:
    """Put a target on the floor, `aside` metres to the right of the part's right edge."""
    box, (_, h) = stage.solid_box, stage.size_of(target)
    if box.y0 < GROUND + h + 0.1:
        return None
    return stage.hold(target, box.x1 + aside, GROUND + GAP + h / 2, 0.0, by)


def _right_below(stage: InterplayStage, target: Kind, by: str) -> PartSpec | None:
    box = stage.solid_box
    return _below(stage, target, -(box.x1 - box.x0) / 2, by)


def _beneath(stage: InterplayStage, target: Kind) -> PartSpec | None:
    """Put a target under a part that stands on the floor: it feels when that grows lighter, or goes."""
    (_, h), spec = stage.size_of(target), stage.subject
    if stage.solid_box.y0 > GROUND + 0.1 or is_loose(target):
        return None
    under = stage.hold(target, spec.x, GROUND + h / 2, 0.0, "weight")
    stage.turn_to(spec.x, spec.y + h)
    return under


def _on_rope(stage: InterplayStage, target: Kind, dx: float, dy: float, angle: float) -> PartSpec | None:
    """Tie the part to a target, which is turned by an angle to face the part if it is held fast."""
    angle = 0.0 if is_loose(target) else angle
    box = box_at(target, angle)
    aside, up = place_of(catalogue.fit_part(PartSpec(1, target.name, 0.0, 0.0, angle)), "rope")
    x, y = place_of(stage.subject, "rope")
    x, y = x + dx * _ROPE - aside + (box.x0 + box.x1) / 2, y + dy * _ROPE - up + (box.y0 + box.y1) / 2
    spec = stage.rest(target, x, y, angle, "pull")
    return spec if stage.tie("steel_cable", stage.subject, spec) else None  # no flame and no blade sets that off


def _in_jet(stage: InterplayStage, target: Kind, far: float) -> PartSpec | None:
    kind = stage.middle
    jet = kind.jet(kind.values({}), 1.0)
    if jet is None:
        return None
    (mx, my), (ax, ay) = jet.mouth, jet.axis
    w, h = stage.size_of(target)
    far += (w * abs(ax) + h * abs(ay)) / 2
    x, y = stage.subject.x + mx + far * ax, stage.subject.y + my + far * ay
    return stage.rest(target, x, y, 0.0, "wind") if abs(ax) > abs(ay) else stage.hold(target, x, y, 0.0, "wind")


def _in_flame(stage: InterplayStage, target: Kind) -> PartSpec | None:
    """Put a target over a flame: the tip of the part."""
    box, (_, h) = stage.solid_box, stage.size_of(target)
    gap = GAP if is_loose(target) else 0.03
    return stage.hold(target, (box.x0 + box.x1) / 2, box.y1 + gap + h / 2, 0.0, "heat")


def _coming(stage: InterplayStage, target: Kind, gap: float) -> PartSpec | None:
    """Put what smells what the part smells of, or hears it, on the same floor."""
    smell, low = stage.middle.smells, stage.solid_box.y0 < GROUND + 0.1
    sees = low and isinstance(target, Animal) and smell in {**target.wants, **target.fears}
    if not (sees or (target.hears and not smell)):
        return None
    return _on_right(stage, target, gap, "lure")


def _tethered(stage: InterplayStage, target: Kind, gap: float) -> PartSpec | None:
    """Tie a target that rises to the floor, so that it stays beside the part."""
    box, (w, _) = stage.solid_box, stage.size_of(target)
    spec = stage.hold(target, box.x1 + gap + w / 2, stage.subject.y, 0.0, "prick")
    x, y = place_of(spec, "rope")
    anchor = stage.put("anchor", x, y - _ROPE)
    return spec if stage.tie("rope", anchor, spec) else None


def _hung_by_blade(stage: InterplayStage, target: Kind) -> PartSpec | None:
    """Hang a target on a rope that a blade of the part can cut."""
    x, y = stage.subject.x + 0.08, stage.subject.y
    anchor = stage.put("anchor", x, y + 0.5)
    spec = stage.hold(target, x, y - 0.6, 0.0, "prick")
    return spec if stage.tie("rope", anchor, spec) else None


# The ways of each stimulus by name, from the simplest.
EFFECTS: dict[str, dict[str, Effect]] = {
    "knock": {
        "facing it": partial(_ahead, gap=0.02),
        "on top": partial(_on_top, at=0.75),
        "beside": partial(_on_right, gap=0.02, by="knock"),
        "above": partial(_above, gap=0.25),
        "below": partial(_right_below, by="knock"),
        "below aside": partial(_below, aside=0.2, by="knock"),
        "facing it from afar": partial(_ahead, gap=0.3),
        "ahead": partial(_on_right, gap=0.25, by="knock", level="middle"),
        "on top left": partial(_on_top, at=0.25),
    },
    "weight": {
        "below aside": partial(_below, aside=0.2, by="weight"),
        "beside": partial(_on_right, gap=0.01, by="weight"),
        "below": partial(_right_below, by="weight"),
        "far below": partial(_below, aside=0.4, by="weight"),
        "beneath": _beneath,
    },
    "pull": {
        "cable upwards": partial(_on_rope, dx=0.0, dy=1.0, angle=0.0),
        "cable downwards": partial(_on_rope, dx=0.0, dy=-1.0, angle=_HALF),
        "cable to the left": partial(_on_rope, dx=-1.0, dy=0.0, angle=_QUARTER),
        "cable to the right": partial(_on_rope, dx=1.0, dy=0.0, angle=-_QUARTER),
    },
    "turn": {"belt": partial(_over_link, link="belt", by="turn")},
    "signal": {"wire": partial(_over_link, link="wire", by="signal")},
    "power": {"cable": partial(_over_link, link="cable", by="power")},
    "wind": {"in the wind": partial(_in_jet, far=0.25), "close": partial(_in_jet, far=0.05)},
    "heat": {
        "fuse": partial(_over_link, link="fuse", by="heat"),
        "in the flame": _in_flame,
        "ahead": partial(_on_right, gap=0.3, by="heat", level="middle"),
        "beside": partial(_on_right, gap=0.0, by="heat", level="top"),
    },
    "light": {
        "ahead": partial(_on_right, gap=0.35, by="light", level="middle"),
        "beside": partial(_on_right, gap=0.1, by="light", level="top"),
    },
    "lure": {"near": partial(_coming, gap=0.7), "far": partial(_coming, gap=1.4)},
    "blast": {
        "near": partial(_on_right, gap=0.25, by="blast"),
        "beside": partial(_on_right, gap=0.06, by="blast"),
        "far": partial(_on_right, gap=0.9, by="blast"),
        "below aside": partial(_below, aside=0.4, by="blast"),
    },
    "prick": {
        "on a string": partial(_tethered, gap=0.08),
        "touching": partial(_tethered, gap=0.01),
        "hung in its blade": _hung_by_blade,
    },
}
