"""What a link means for the switch of the part at its end: parts that run from the start, and parts that stay off."""

from __future__ import annotations

from sandbox.design.design import Design, End
from sandbox.parts import KINDS, port_of

SWITCH = "signal in"  # the type of the ports at which a part is switched
PLUG, SOCKET = "power in", "power out"  # the types of the ports by which a part gets power, and gives it


def running_unasked(design: Design, part: int) -> str:
    """Return the property by which a part is on at Start, if that is so because it usually is; empty if it is not, or
    if a wire ends there already."""
    spec = design.part_by_id[part]
    kind = KINDS[spec.kind]
    values = kind.values(spec.props)
    name = kind.switched_over(values)
    prop = kind.property(name) if name and not kind.is_off(values) else None
    return name if prop is not None and prop.default is True and not _is_wired(design, part) else ""


def stays_off(design: Design, part: int) -> bool:
    """Tell whether a part is off at Start, also with a cable, and no wire leads to it that would switch it on."""
    spec = design.part_by_id[part]
    kind = KINDS[spec.kind]
    return kind.is_off(kind.values(spec.props)) and not kind.on_with_cable and not _is_wired(design, part)


def _is_wired(design: Design, part: int) -> bool:
    """Tell whether a wire ends at a switch of a part."""
    ends = (end for link in design.links for end in (link.a, link.b) if end.part == part)
    return any(_port_type(design, end) == SWITCH for end in ends)


def _port_type(design: Design, end: End) -> str:
    """Return the type of the port at the end of a link."""
    port = port_of(design.part_by_id[end.part], end)
    return port.type if port is not None else ""
