"""A small open level for tests of the window: a crate wins it alone, and there is more in its stock."""

from __future__ import annotations

from sandbox.design.design import Count, Design, Goal, Hint, PartSpec, World
from sandbox.design.open_puzzle import Clues, PuzzleAim

LEFT = (0.6, 0.8)  # m: a crate that is let go there falls to the goal


def open_level() -> Design:
    """Return the level. A crate at the left wins it; its author has put a trampoline and a crate there."""
    return Design(
        title="Left",
        text="A crate lies at the left in the end.",
        world=World(width=4.0, height=2.25),
        parts=(PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}, fixed=True),),
        next_id=2,
        goals=(Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.35)),),
        stock={"crate": 2, "trampoline": 1, "domino": 4},
        hints=(Hint("", "trampoline", 2.0, 0.2), Hint("", "crate", *LEFT), Hint("", "domino", 3.0, 0.3)),
        open=True,
        clues=Clues("Begin with the crate.", "What is heavy helps.", 2),
        aims=(PuzzleAim("Without the trampoline", without=("trampoline",)), PuzzleAim("A chain of five", chain=5)),
    )
