"""Causes in words: "knocked by the bowling ball", for people and for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandbox import parts as catalogue
from sandbox.causes.cause_tree import BY_HAND, BY_ITSELF, FAMILY_OF, NOTHING, CauseStep, CauseTree
from sandbox.design.design import Design
from sandbox.parts.titles import mention, title_in

# By how a part was set off; {0} is what set it off.
_WORDS = {
    BY_ITSELF: "by itself", BY_HAND: "by hand", "knock": "knocked by {0}", "touch": "touched by {0}",
    "push": "pushed by {0}", "carry": "carried by {0}", "support": "let go by {0}", "cut": "cut loose by {0}",
    "joint": "moved by {0}", "signal": "signal from {0}", "power": "power from {0}", "light": "light from {0}",
    "heat": "heated by {0}", "fire": "set on fire by {0}", "fuse": "lit by {0} over a fuse", "water": "wetted by {0}",
    "wind": "blown by {0}", "sound": "heard {0}", "notice": "noticed {0}", "sight": "sight cleared by {0}",
    "animal": "eaten by {0}",
    "blast": "blast of {0}", "removal": "taken away by {0}",
}  # fmt: skip


def how_text(design: Design, step: CauseStep, tree: CauseTree) -> str:
    """Return how a part was set off in words, as in "knocked by bowling ball 5"."""
    cause = mention(design.part_by_id[tree.steps[step.cause].part]) if step.cause != NOTHING else ""
    link = catalogue.LINKS.get(step.how)  # what pulls over a link has its name
    words = _WORDS.get(step.how) or (f"pulled by {{0}} over a {link.title.lower()}" if link else "set off by {0}")
    return words.format(cause)


def lines(design: Design, way: Sequence[CauseStep], tree: CauseTree, rate: int) -> Iterator[str]:
    """Yield a line for each step: when, since Start, which part, and how it was set off."""
    wide = max((len(title_in(design, step.part)) for step in way), default=0)
    for step in way:
        yield f"{step.tick / rate:8.3f} s  {title_in(design, step.part):<{wide}}  {how_text(design, step, tree)}"


def plain_step(design: Design, step: CauseStep, tree: CauseTree, rate: int) -> dict[str, Any]:
    """Return a step as plain values."""
    kind = design.part_by_id[step.part].kind
    cause = tree.steps[step.cause].part if step.cause != NOTHING else None
    return {
        "part": step.part, "kind": kind, "family": FAMILY_OF[kind], "tick": step.tick, "seconds": step.tick / rate,
        "how": step.how, "cause": cause, "link": step.link or None,
    }  # fmt: skip
