"""The stage of a demonstration: a floor, the part that it is about, and the things beside that part."""

from __future__ import annotations

from functools import cache
from math import fsum

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.authoring.experiments import moves
from sandbox.authoring.stage import box_of
from sandbox.design.design import RULES, Design, End, Link, PartSpec, Values, World
from sandbox.design.geometry import Box, Point, Pose
from sandbox.design.values import Value
from sandbox.editing import stimuli
from sandbox.parts import KINDS
from sandbox.parts.kind import Kind, pose_of
from sandbox.parts.properties import Property

WIDTH, HEIGHT = 2.0, 1.35  # m
GROUND = 0.1  # m: the top of the floor
LEFT, MIDDLE, RIGHT = 0.25, 0.95, 1.7  # m: where the cause, the part and what it works on stand
MOUNTED, HUNG = 0.7, 1.1  # m: heights of the middle of what is held in the air, and of what things hang from
FALL = 0.45  # m that a ball falls on a part
_GAP = 0.004  # m between things that stand on each other
_ASIDE = 0.06  # m
# What a signal, power or a flame is to set going is off before, and what takes its time takes little.
_PROPS: Values = {"running": False, "on": False, "lit": False, "time": 1.0, "number": 1, "rule": "or"}
_MOUNTED_KINDS = frozenset({"trap_door", "scissors", "shears"})


class DemoStage:
    """A design that grows, with the part of a kind that it is about."""

    def __init__(self, kind: Kind | None, width: float = WIDTH, height: float = HEIGHT) -> None:
        self.parts: list[PartSpec] = []
        self.links: list[Link] = []
        self._next = 1
        self._world = World(width=width, height=height)
        self.put("floor", width / 2, GROUND / 2, 0.0, {"width": width})
        for x in (-_ASIDE, width + _ASIDE):  # out of sight: nothing rolls away
            self.put("wall", x, height / 2, 0.0, {"height": height})
        self.kind = kind
        self.subject = self._stand(kind) if kind is not None else self.parts[0]

    def _stand(self, kind: Kind) -> PartSpec:
        """Put the part where parts of its kind are used: on the floor, in the air, or under the ceiling."""
        box = box_of(kind)
        plan = catalogue.blueprint(PartSpec(1, kind.name, 0.0, 0.0))
        ports = {port.type for port in plan.ports}
        down = any(port.type == "rope" and port.y < 0.0 for port in plan.ports)
        y = GROUND - box.y0 + _GAP
        takes = stimuli.of(kind).takes
        if "shaft" in ports or kind.name in _MOUNTED_KINDS:
            y = MOUNTED
        elif "rope" in ports and moves(kind) != "loose" and (takes or plan.sheave is not None or down):
            y = HUNG if down else MOUNTED
        return self.put(kind.name, MIDDLE, y, 0.0, resting(kind, {}) if takes else {})

    def put(
        self, kind: str, x: float, y: float, angle: float = 0.0, props: Values | None = None, flip: bool = False
    ) -> PartSpec:
        """Put a part with its middle at x, y (m)."""
        spec = catalogue.fit_part(PartSpec(self._next, kind, x, y, angle, flip, props or {}, fixed=True))
        self._next += 1
        self.parts.append(spec)
        return spec

    def stand(self, kind: str, x: float, props: Values | None = None) -> PartSpec:
        """Put a part on the floor."""
        return self.put(kind, x, GROUND - box_of(KINDS[kind]).y0 + _GAP, 0.0, props)

    def join(self, link: str, a: PartSpec, type_a: str, b: PartSpec, type_b: str) -> None:
        """Join the first ports of some types of two parts, if both have one."""
        ports = [port_name(spec, type_) for spec, type_ in ((a, type_a), (b, type_b))]
        if all(ports):
            self.lay(Link(0, link, End(a.id, ports[0]), End(b.id, ports[1])))

    def lay(self, link: Link) -> None:
        """Add a link, under an id of its own."""
        self.links.append(catalogue.fit_ends(replace(link, id=self._next)))
        self._next += 1

    def turn_to(self, x: float, y: float, angle: float = 0.0) -> None:
        """Put the part elsewhere (m), turned by an angle (rad)."""
        self._change(replace(self.subject, x=x, y=y, angle=angle))

    def flip(self) -> None:
        """Mirror the part."""
        self._change(replace(self.subject, flip=not self.subject.flip))

    def switch_on(self) -> None:
        """Let the part run from the start."""
        self._change(replace(self.subject, props={**self.subject.props, "running": True}))

    def _change(self, subject: PartSpec) -> None:
        self.parts[self.parts.index(self.subject)] = subject
        self.subject = subject

    @property
    def box(self) -> Box:
        """The box around the part, on the stage."""
        return catalogue.blueprint(self.subject).bounds(pose_of(self.subject))

    def port_place(self, type_: str) -> Point:
        """Return where the first port of a type is, in the world."""
        plan = catalogue.blueprint(self.subject)
        port = next(port for port in plan.ports if port.type == type_)
        return self.subject.x + port.x, self.subject.y + port.y

    def design(self) -> Design:
        """Return the design that was built, checked.

        Raises:
            BadFile: it can't be run.
        """
        return catalogue.check(
            Design(
                title="demonstration",
                world=self._world,
                parts=tuple(self.parts),
                links=tuple(self.links),
                next_id=self._next,
                rules=RULES,
            )
        )


@cache
def faces_right(kind: Kind) -> bool:
    """Tell whether the side that feels light is its right one."""
    shapes = catalogue.blueprint(PartSpec(1, kind.name, 0.0, 0.0)).shapes
    feeling = [shape.outline.bounds(Pose(0.0, 0.0, 0.0)) for shape in shapes if shape.name == kind.lit_shape]
    return bool(kind.lit_shape) and kind.flips and fsum(box.x0 + box.x1 for box in feeling) > 0.0


def resting(kind: Kind, other: Values) -> Values:
    """Return the properties with which a part of a kind waits to be set off; values in `other` take precedence."""
    return {name: value for name, value in {**_PROPS, **other}.items() if _fits(kind.property(name), value)}


def _fits(prop: Property | None, value: Value) -> bool:
    """Tell whether a kind has such a property, of that type, that may have this value."""
    if prop is None or type(prop.default) is not type(value):
        return False
    return not isinstance(value, int | float) or isinstance(value, bool) or prop.low <= value <= prop.high


def port_name(spec: PartSpec, type_: str) -> str:
    """Return the name of the first port of a type, or nothing."""
    return next((port.name for port in catalogue.blueprint(spec).ports if port.type == type_), "")
