"""Small levels for tests of proposals along chains: something moves, and something else is to be set off by it."""

from __future__ import annotations

from sandbox.design.design import Design
from tests.trials.search.puzzles import level

LAMP, BALL, WEIGHT, ROPE = 6, 5, 7, 8  # ids


def lamp_room(stock: str) -> Design:
    """Return a level in which a ball rolls off a shelf, and a lamp far from it is to be lit."""
    return level(f"""
format = 1
rules = 3
title = "Lamp"
allow = []
parts = [
    {{ id = 1, kind = "floor", x = 2.0, y = 0.05, props = {{ width = 4.2 }}, fixed = true }},
    {{ id = 4, kind = "floor", x = 0.5, y = 1.5, angle = -0.1, props = {{ width = 1.0 }}, fixed = true }},
    {{ id = {BALL}, kind = "soccer_ball", x = 0.4, y = 1.75, fixed = true }},
    {{ id = {LAMP}, kind = "lamp", x = 3.3, y = 2.2, fixed = true, props = {{ on = false }} }},
]
[stock]
{stock}
[[goals]]
text = "The lamp is lit"
when = {{ is = "state", part = {LAMP}, state = "on" }}
""")


def hanging_room(stock: str) -> Design:
    """Return a level in which a weight hangs by a rope, and is to lie on the floor."""
    return level(f"""
format = 1
rules = 3
title = "Cut"
allow = []
parts = [
    {{ id = 1, kind = "floor", x = 2.0, y = 0.05, props = {{ width = 4.2 }}, fixed = true }},
    {{ id = 6, kind = "anchor", x = 3.0, y = 2.4, fixed = true }},
    {{ id = {WEIGHT}, kind = "weight", x = 3.0, y = 1.6, fixed = true }},
]
links = [
    {{ id = {ROPE}, kind = "rope", a = {{ part = 6, port = "hook" }}, b = {{ part = {WEIGHT}, port = "ring" }} }},
]
[stock]
{stock}
[[goals]]
text = "The weight lies on the floor"
when = {{ is = "inside", part = {WEIGHT}, x0 = 2.5, y0 = 0.1, x1 = 3.5, y1 = 0.4 }}
""")
