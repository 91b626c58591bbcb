"""How far and how brightly a lamp lights its surroundings; numbers and plain arithmetic, as a browser has no numpy."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 8  # at once, as in frame.glsl: the brightest
REACH, LEAST, FARTHEST = 20.0, 0.15, 1.1  # of the half size of what glows; m
BRIGHT, DIMMEST = 0.028, 0.2  # m: half the size of a lamp that is as bright as any; how dim a smaller one is at least
ALONG = 0.7  # of its full strength at its own place
ALWAYS = 180  # of 255: the weakest colour of a tint that is always lit


def light_of(half: float, level: float) -> tuple[float, float]:
    """Return the reach (m) and the brightness of a lamp by half its size (m) and how brightly it glows, 0 to 1."""
    return (
        min(max(REACH * half, LEAST), FARTHEST),
        ALONG * level * min(max(half / BRIGHT, DIMMEST), 1.0),
    )


def level_of(tint: Sequence[int], state: float) -> float:
    """Return how brightly something glows: by the running state that it shows, or always if it is nearly white."""
    return 1.0 if min(tint[:3]) >= ALWAYS else min(max(state, 0.0), 1.0)
