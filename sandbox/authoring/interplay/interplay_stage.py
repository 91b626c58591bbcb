"""The setting of a chain of three: a cause, the part in the middle, and a target, on a stage with room around it."""

from __future__ import annotations

import math
from functools import cache

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.authoring.demonstrations.demo_stage import GROUND, DemoStage, faces_right, resting
from sandbox.authoring.experiments import moves
from sandbox.authoring.stage import BALL, box_of
from sandbox.design.design import End, Link, PartSpec, Values
from sandbox.design.geometry import Box, Point, place
from sandbox.parts import LINKS
from sandbox.parts.kind import Kind, Port, pose_of

WIDTH, HEIGHT = 5.0, 3.0  # m
GAP = 0.004  # m between things that lie on each other
DROP = 0.4  # m that a ball falls
_MIDDLE = 2.5  # m: where the part in the middle stands
_LEDGE, _HELD = 1.3, 1.3  # m: the height of what a loose part lies on, and of the middle of one that is held
_THICK = 0.1  # m
# What power drives is switched on and waits for it; what wind blows out burns.
_BEFORE: dict[str, Values] = {
    "power": {"running": True, "on": True, "motor": True},
    "signal": {"motor": True},
    "wind": {"lit": True},
}


@cache
def is_loose(kind: Kind) -> bool:
    return moves(kind) == "loose"


@cache
def box_at(kind: Kind, angle: float) -> Box:
    """Return the box around what is solid of a part that is turned by an angle (rad), from its middle (m)."""
    box = box_of(kind)
    c, s = math.cos(angle), math.sin(angle)
    corners = [(c * x - s * y, s * x + c * y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def props_for(kind: Kind, stimulus: str) -> Values:
    """Return the properties with which a part waits for a stimulus."""
    return resting(kind, _BEFORE.get(stimulus, {}))


def outermost(spec: PartSpec, type_: str) -> Port | None:
    """Return the port of a type that is farthest from the middle of a part; None: it has none."""
    ports = [port for port in catalogue.blueprint(spec).ports if port.type == type_]
    return max(ports, key=lambda port: math.hypot(port.x, port.y), default=None)


def place_of(spec: PartSpec, type_: str) -> Point:
    """Return where the outermost port of a type of a part is (m), or its middle if it has none."""
    port = outermost(spec, type_)
    return (spec.x, spec.y) if port is None else place(pose_of(spec), (port.x, port.y))


class InterplayStage(DemoStage):
    """A stage for a part that lies on a ledge or is held in the air; or, with `low`, stands on the floor."""

    def __init__(self, middle: Kind, set_off_by: str, low: bool) -> None:
        super().__init__(middle, WIDTH, HEIGHT)
        self.middle = middle
        index = self.parts.index(self.subject)
        self.parts[index] = self.subject = catalogue.fit_part(
            replace(self.subject, props=props_for(middle, set_off_by), flip=faces_right(middle))
        )
        box = box_of(middle)
        if low:
            self.turn_to(_MIDDLE, GROUND - box.y0 + GAP)
        elif is_loose(middle):
            self.turn_to(_MIDDLE, _LEDGE - box.y0)
            self.support(self.solid_box, "ice_block" if set_off_by == "wind" else "fixed_block")
        else:
            self.turn_to(_MIDDLE, _HELD)

    @property
    def solid_box(self) -> Box:
        """The box around what is solid of the part in the middle, on the stage (m)."""
        box, spec = box_at(self.middle, self.subject.angle), self.subject
        return Box(spec.x + box.x0, spec.y + box.y0, spec.x + box.x1, spec.y + box.y1)

    def support(self, box: Box, ledge: str = "fixed_block") -> None:
        """Put something fixed under a box (m)."""
        size: Values = {"width": min(2.0, max(0.1, box.x1 - box.x0)), "height": _THICK}
        self.put(ledge, (box.x0 + box.x1) / 2, box.y0 - GAP - _THICK / 2, 0.0, size)

    def hold(self, target: Kind, x: float, y: float, angle: float, by: str) -> PartSpec:
        """Put a target that waits for a stimulus with the middle of its box at x, y (m)."""
        box = box_at(target, angle)
        at = x - (box.x0 + box.x1) / 2, y - (box.y0 + box.y1) / 2
        spec = self.put(target.name, *at, angle, props_for(target, by))
        if faces_right(target):
            self.parts[-1] = spec = replace(spec, flip=True)
        return spec

    def rest(self, target: Kind, x: float, y: float, angle: float, by: str) -> PartSpec:
        """Hold a target, with something under it if it is loose."""
        box = box_at(target, angle)
        w, h = (box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2
        if is_loose(target):
            self.support(Box(x - w, y - h, x + w, y + h))
        return self.hold(target, x, y, angle, by)

    def tie(self, link: str, a: PartSpec, b: PartSpec, via: tuple[int, ...] = ()) -> bool:
        """Join the outermost ports of two parts, if each has one."""
        ends = LINKS[link].ends
        ports = outermost(a, ends[0]), outermost(b, ends[1])
        if ports[0] is None or ports[1] is None:
            return False
        self.lay(Link(0, link, End(a.id, ports[0].name), End(b.id, ports[1].name), via=via))
        return True

    def push_button(self, x: float, y: float) -> tuple[PartSpec, PartSpec]:
        """Put a button on the stage, and a ball that falls on the button; return both."""
        return self.put("button", x, y), self.put(BALL, x, y + DROP)

    def size_of(self, target: Kind, angle: float = 0.0) -> Point:
        """Return the width and the height of a target (m)."""
        box = box_at(target, angle)
        return box.x1 - box.x0, box.y1 - box.y0
