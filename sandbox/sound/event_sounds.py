"""Which sound an event of a machine makes, and how loud and from which side it is heard; plain, as a browser has no
numpy."""

from __future__ import annotations

import math

from sandbox.design.geometry import Box
from sandbox.machine.machine import Event, Machine
from sandbox.parts import KINDS, LINKS

CUE_GAIN, DESK_GAIN = 0.7, 0.8
# Events that a link reports through the parts at its ends.
LINK_CUES = {event: sound for kind in LINKS.values() for event, sound in kind.cues.items()}


def cue_of(machine: Machine, event: Event) -> str:
    """Return the name of an event's sound; empty for an event that makes none."""
    spec = machine.design.part_by_id.get(event.part)
    cue = KINDS[spec.kind].cues.get(event.what, "") if spec is not None else ""
    return cue or LINK_CUES.get(event.what, "")


def heard_from(x: float, y: float, seen: Box | None) -> tuple[float, float]:
    """Return gain (0 to 1) and pan (-1 to 1) of a sound at a world point; outside the visible box it is fainter."""
    if seen is None or not (math.isfinite(x) and math.isfinite(y)):
        return 1.0, 0.0
    width, height = max(1e-6, seen.x1 - seen.x0), max(1e-6, seen.y1 - seen.y0)
    pan = (x - (seen.x0 + seen.x1) / 2) / (width / 2)
    out = max(0.0, abs(pan) - 1.0, abs(y - (seen.y0 + seen.y1) / 2) / (height / 2) - 1.0)
    return 1.0 / (1.0 + 2.0 * out), min(1.0, max(-1.0, pan))
