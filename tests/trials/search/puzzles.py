"""Small levels for tests of the search for solutions."""

from __future__ import annotations

from sandbox.design.design import Design
from sandbox.levels import levels
from sandbox.trials.candidate import Candidate, Placement, Tie, TieEnd

INTO = Placement("bowling_ball", 1.8, 1.5)
HOIST = Candidate((Placement("pulley", 1.7, 2.2),), (Tie("rope", TieEnd(4, "middle"), TieEnd(5, "left"), via=(-1,)),))

_ROOM = """
    { id = 1, kind = "floor", x = 2.0, y = 0.05, props = { width = 4.2 }, fixed = true },
    { id = 2, kind = "wall", x = -0.05, y = 1.3, props = { height = 2.6 }, fixed = true },
    { id = 3, kind = "wall", x = 4.05, y = 1.3, props = { height = 2.6 }, fixed = true },
"""

# A ball is to be dropped into a basket.
DROP = f"""
format = 1
rules = 3
title = "Drop"
allow = []
parts = [{_ROOM}
    {{ id = 4, kind = "floor", x = 0.8, y = 1.05, props = {{ width = 1.6 }}, fixed = true }},
    {{ id = 6, kind = "basket", x = 1.8, y = 0.25, fixed = true }},
]
[stock]
bowling_ball = 1
[[goals]]
text = "The bowling ball rests in the basket"
when = {{ is = "held", seconds = 0.5, of = {{ is = "count", kind = "bowling_ball", x0 = 1.62, y0 = 0.1, x1 = 1.98, y1 = 0.38 }} }}
"""  # noqa: E501

# Two ramps are to lead a ball into a basket, and one is enough.
SHORTCUT = f"""
format = 1
rules = 3
title = "Roll"
allow = []
parts = [{_ROOM}
    {{ id = 4, kind = "floor", x = 0.25, y = 1.95, props = {{ width = 0.5 }}, fixed = true }},
    {{ id = 5, kind = "soccer_ball", x = 0.62, y = 2.3, fixed = true }},
    {{ id = 6, kind = "basket", x = 3.4, y = 0.25, fixed = true }},
    {{ id = 7, kind = "wall", x = 1.4, y = 0.35, props = {{ height = 0.5 }}, fixed = true }},
    {{ id = 8, kind = "crate", x = 1.75, y = 0.25, fixed = true }},
    {{ id = 9, kind = "crate", x = 2.2, y = 0.25, fixed = true }},
]
[stock]
ramp = 2
[[goals]]
text = "The soccer ball lies in the basket"
when = {{ is = "held", seconds = 0.5, of = {{ is = "inside", part = 5, x0 = 3.2, y0 = 0.1, x1 = 3.6, y1 = 0.4 }} }}
"""

# A falling ball is to lift a basket, by a rope over a pulley.
PULLEY = f"""
format = 1
rules = 3
title = "Hoist"
allow = []
parts = [{_ROOM}
    {{ id = 4, kind = "bowling_ball", x = 1.0, y = 1.6, fixed = true }},
    {{ id = 5, kind = "basket", x = 2.5, y = 0.25, fixed = true }},
]
[stock]
pulley = 1
rope = 1
[[goals]]
text = "The basket hangs above the line"
when = {{ is = "beyond", part = 5, axis = "y", side = "more", value = 0.6 }}
"""

# A ball is to stay where it lies, within millimetres, whatever is placed beside it.
BESIDE = f"""
format = 1
rules = 3
title = "Beside"
allow = []
parts = [{_ROOM}
    {{ id = 4, kind = "soccer_ball", x = 2.0, y = 0.21, fixed = true }},
]
[stock]
fixed_block = 1
[[goals]]
text = "The soccer ball lies still"
when = {{ is = "held", seconds = 0.5, of = {{ is = "inside", part = 4, x0 = 1.998, y0 = 0.1, x1 = 2.002, y1 = 0.4 }} }}
"""

# As DROP, but the ball would have to rest far above the ceiling of the world.
HOPELESS = DROP.replace("y0 = 0.1, x1 = 1.98, y1 = 0.38", "y0 = 8.1, x1 = 1.98, y1 = 8.38")


def without_stock(solved: bool) -> str:
    """`DROP` with nothing to place; if it is solved, the ball is there, above the basket."""
    ball = '{ id = 7, kind = "bowling_ball", x = 1.8, y = 0.8, fixed = true },'
    text = DROP.replace("bowling_ball = 1\n", "")
    return text.replace("]\n[stock]", f"    {ball}\n]\n[stock]") if solved else text


def level(text: str) -> Design:
    """Return the level in a text."""
    return levels.loads(text)
