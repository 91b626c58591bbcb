"""Variants of a solution: the same machine with parts moved, turned or left out, and the outcome of its run."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design, Id
from sandbox.levels import solutions
from sandbox.levels.solutions import Solution
from sandbox.machine import overlaps
from sandbox.trials.search import trial
from sandbox.trials.search.wins import time_for


def outcome(solved: Solution, design: Design) -> str:
    """Run a variant of a solution with the same commands: won, lost, open or refused.

    It gets twice the time of the solution, and five seconds more.
    """
    if solved.live:
        return solutions.outcome_of(solved, design)
    if overlaps.pushes(design):
        return "refused"  # as by `Start`
    return trial.outcome(design, time_for(design, solved.ticks))


def moved(design: Design, parts: Collection[Id], dx: float, dy: float, angle: float = 0.0) -> Design:
    """Return a design with some parts moved (m) and turned (rad), wherever that is."""
    specs = (
        replace(spec, x=spec.x + dx, y=spec.y + dy, angle=spec.angle + angle) if spec.id in parts else spec
        for spec in design.parts
    )
    return replace(design, parts=tuple(specs))


def without_part(design: Design, part: Id) -> Design:
    """Return a design without a part and the links that end at it; ropes over it run straight on if they can."""
    left = replace(design, parts=tuple(spec for spec in design.parts if spec.id != part), links=())
    links = []
    for link in design.links:
        if part not in (link.a.part, link.b.part):
            link = replace(link, via=tuple(pulley for pulley in link.via if pulley != part))
            if part not in design.link_by_id[link.id].via or catalogue.link_refusal(left, link) is None:
                links.append(link)
    return replace(left, links=tuple(links))


def without_link(design: Design, link: Id) -> Design:
    """Return a design without a link."""
    return replace(design, links=tuple(spec for spec in design.links if spec.id != link))
