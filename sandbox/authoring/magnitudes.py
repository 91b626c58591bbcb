"""The magnitudes of a part: masses, sizes, port places, throws, lifts, torques and winds, measured by running it."""

from __future__ import annotations

import math

import msgspec
from msgspec import Struct

from sandbox import parts as catalogue
from sandbox.authoring import experiments
from sandbox.authoring.stage import BALL, box_of, default_part
from sandbox.design.geometry import bearing
from sandbox.parts.kind import Blueprint, Kind, Port
from sandbox.parts.world import main_body

_EDGE = 0.02  # m: a port that lies deeper than this in its part faces nowhere
_NUDGE = 0.0005  # m: for the slope of the distance to an outline
BALL_TITLE = catalogue.KINDS[BALL].title.lower()


class PortPlace(Struct, frozen=True, omit_defaults=True):
    """A port of a part: its place from the part's middle, and the direction that its surface faces there."""

    name: str
    type: str
    x_m: float
    y_m: float
    faces_deg: float | None = None  # counter-clockwise from the right; None: it lies within the part


class Magnitudes(Struct, frozen=True, omit_defaults=True):
    """Figures of a part with its default properties, placed upright; None: the part has no such figure.

    The ball of all figures is a tennis ball (58 g). What sets a part off is in the field `..._when`.
    """

    kind: str
    moves: str  # "loose", "in place" (held, with something that moves) or "fixed"; empty: only a run tells
    left_m: float  # sides of the box around what is solid, from the part's middle
    right_m: float
    bottom_m: float
    top_m: float
    ports: tuple[PortPlace, ...] = ()
    mass_kg: float | None = None  # of what is loose
    moment_kg_m2: float | None = None  # of the main moving body, about its centre of mass
    rebound: float | None = None  # share of its height that a ball regains on top of it
    own_rebound: float | None = None  # share of its height that it regains itself on a floor
    throw_m: float | None = None  # height to which it throws a ball that lies on it
    throw_far_m: float | None = None  # distance to the side until the ball is as low as it lay
    throw_when: str | None = None
    push_m_s: float | None = None  # greatest speed that it gives to a ball beside it, without gravity
    push_when: str | None = None
    lift_kg: float | None = None  # payload with which it still rises
    free_rpm: float | None = None  # of a shaft that turns by itself, without load
    stall_torque_nm: float | None = None  # against which it falls below half of its free speed
    turns_when: str | None = None
    wind_m_s: float | None = None  # at the mouth
    wind_reach_m: float | None = None  # distance at which a table tennis ball is still moved

    @property
    def size_m(self) -> tuple[float, float]:
        """The width and the height of the box around the solid shapes."""
        return self.right_m - self.left_m, self.top_m - self.bottom_m


def measure(kind: Kind) -> Magnitudes:
    """Measure a kind of part."""
    figures = build_figures(kind)
    moves = experiments.moves(kind)
    loose = moves == "loose"
    plan = catalogue.blueprint(default_part(kind))
    fields: dict[str, float | str | None] = {}
    if loose:
        moving = [body.mass for n, body in enumerate(plan.bodies) if body.kind == "dynamic" and n not in plan.spare]
        fields["mass_kg"] = math.fsum(moving)
        if not (kind.pressable or any(port.type == "signal in" for port in plan.ports)):
            fields["own_rebound"] = experiments.own_rebound(kind)
    elif any(shape.collides for shape in plan.shapes):
        fields["rebound"] = experiments.rebound(kind)
    if experiments.is_active(kind):
        fields |= _doings(kind, loose)
    rounded = {name: value if isinstance(value, str) else _rounded(value) for name, value in fields.items() if value}
    return msgspec.structs.replace(figures, moves=moves, **rounded)


def build_figures(kind: Kind) -> Magnitudes:
    """Return the figures that follow from a part's shapes alone: its size, ports, mass and moment; nothing is run."""
    plan, box = catalogue.blueprint(default_part(kind)), box_of(kind)
    body = plan.bodies[main_body(plan)]
    moving = body.kind == "dynamic"
    fixed = all(body.kind != "dynamic" for body in plan.bodies)
    return Magnitudes(
        kind.name,
        "fixed" if fixed else "loose" if len(plan.bodies) == 1 else "",
        left_m=_rounded(box.x0),
        right_m=_rounded(box.x1),
        bottom_m=_rounded(box.y0),
        top_m=_rounded(box.y1),
        ports=tuple(_port_place(plan, port) for port in plan.ports),
        mass_kg=_rounded(body.mass) if moving and len(plan.bodies) == 1 else None,
        moment_kg_m2=_rounded(body.moment) if moving and math.isfinite(body.moment) else None,
    )


def _doings(kind: Kind, loose: bool) -> dict[str, float | str | None]:
    """Run a part in all ways in which it answers to being set off."""
    ways = experiments.ways_of(kind)
    fields: dict[str, float | str | None] = {}
    # What moves by itself takes along what lies on it: that is no throw.
    throwing = [way for way in ways if way.do is not None or (way.blow is not None and way.blow.vx)] if loose else ways
    push, throw = experiments.push(kind, throwing), experiments.throw(kind, throwing, loose)
    drive = experiments.drive(kind, ways)
    if push is not None:
        fields |= {"push_m_s": push.speed, "push_when": push.words}
    if throw is not None:
        fields |= {"throw_m": throw.height, "throw_far_m": throw.distance, "throw_when": throw.words}
    if drive is not None:
        fields |= {"free_rpm": drive.free_rpm, "stall_torque_nm": drive.stall_torque, "turns_when": drive.words}
    if loose:
        fields["lift_kg"] = experiments.lifts(kind, ways) or None
    else:
        reach, jet = experiments.wind_reach(kind, ways), kind.jet(kind.values({}), 1.0)
        fields |= {"wind_m_s": jet.speed, "wind_reach_m": reach} if reach and jet else {}
    return fields


def _port_place(plan: Blueprint, port: Port) -> PortPlace:
    """Return where a port is, and where the nearest edge of its part faces."""
    depth = plan.distance(port.x, port.y)
    dx = plan.distance(port.x + _NUDGE, port.y) - plan.distance(port.x - _NUDGE, port.y)
    dy = plan.distance(port.x, port.y + _NUDGE) - plan.distance(port.x, port.y - _NUDGE)
    outside = depth > -_EDGE and (abs(dx) > _NUDGE or abs(dy) > _NUDGE)
    faces = round(math.degrees(bearing(dx, dy))) + 0.0 if outside else None
    return PortPlace(port.name, port.type, _rounded(port.x), _rounded(port.y), faces)


def _rounded(value: float) -> float:
    """Return a number with four significant digits: the figures are for people, and compared by them."""
    return float(f"{value:.4g}") + 0.0


# -- in words


def sentence(figures: Magnitudes) -> str:
    """Write the main figures in plain words: "0.43 kg, 22 cm across"; empty if there are none."""
    width, height = figures.size_m
    size = f"{_length(width)} across" if abs(width - height) < 0.001 else f"{_length(width)} × {_length(height)}"
    clauses = [f"{figures.mass_kg:.3g} kg"] if figures.mass_kg is not None else []
    clauses.append(size)
    ball = f"a {BALL_TITLE}"
    if figures.throw_m is not None:
        clauses.append(f"throws {ball} {_length(figures.throw_m)} high{_when(figures.throw_when)}")
    elif figures.push_m_s is not None:
        clauses.append(f"pushes {ball} to {figures.push_m_s:.2g} m/s{_when(figures.push_when)}")
    if figures.lift_kg is not None:
        clauses.append(f"lifts {figures.lift_kg:.2g} kg")
    if figures.free_rpm is not None:
        clauses.append(f"turns at {figures.free_rpm:.0f} rpm with up to {figures.stall_torque_nm or 0.0:.2g} N m")
    if figures.wind_reach_m is not None:
        clauses.append(f"blows {_length(figures.wind_reach_m)} far")
    if figures.own_rebound is not None and figures.own_rebound > 0.1:
        clauses.append(f"falls from 1 m and bounces back {_length(figures.own_rebound)}")
    return ", ".join(clauses)


def _when(words: str | None) -> str:
    """Return words for the way in which a part was set off, to follow others; none if it did so by itself."""
    return "" if words in (None, "by itself") else f" {words}"


COLUMNS = ("kg", "size (cm)", "bounce", "throw (m)", "push (m/s)", "lift (kg)", "rpm", "N m", "wind (m)")


def row(figures: Magnitudes) -> tuple[str, ...]:
    """Write the figures of a part as the cells below `COLUMNS`; what it does not do is empty."""
    width, height = figures.size_m
    bounce = figures.rebound if figures.own_rebound is None else figures.own_rebound
    cells = (figures.throw_m, figures.push_m_s, figures.lift_kg, figures.free_rpm, figures.stall_torque_nm)
    return (
        "fixed" if figures.mass_kg is None else f"{figures.mass_kg:.3g}",
        f"{100 * width:.3g} × {100 * height:.3g}",
        "" if bounce is None else f"{bounce:.0%}",
        *("" if cell is None else f"{cell:.3g}" for cell in cells),
        "" if figures.wind_reach_m is None else f"{figures.wind_reach_m:.2g}",
    )


def _length(metres: float) -> str:
    return f"{metres:.2g} m" if metres >= 1.0 else f"{100 * metres:.2g} cm"
