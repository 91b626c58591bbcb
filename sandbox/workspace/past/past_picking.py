"""What was under the pointer in the past: parts of a past run, or of a design that was there."""

from __future__ import annotations

from sandbox.design.geometry import Point, Pose, localise
from sandbox.editing.picking import part_at
from sandbox.parts import blueprint
from sandbox.workspace.past.history import Moment, Run


def part_of_run_at(run: Run, tick: int, at: Point, reach: float) -> int | None:
    """Return the part of a past run that was under a point, or the nearest within reach; loose parts before fixed
    ones."""
    _, poses, _ = run.at(tick)
    cast = run.cast(tick)
    best, best_rank = None, (2, reach)
    for spec in run.design.parts:
        if spec.id not in cast.parts:
            continue
        plan = blueprint(spec)
        fixed = int(all(body.kind != "dynamic" for body in plan.bodies))
        for shape in plan.shapes:
            body = plan.bodies[shape.body]
            x, y = localise(Pose(*poses[run.row_of[spec.id, shape.body]].tolist()), at)
            distance = max(0.0, shape.outline.distance(x + body.x, y + body.y))
            if distance <= reach and (fixed, distance) <= best_rank:
                best, best_rank = spec.id, (fixed, distance)
    return best


def part_of_moment(moment: Moment, at: Point, reach: float) -> int | None:
    """Return the part that was under a point at a past moment, or the nearest within reach."""
    if moment.run is None:
        return part_at(moment.design, at, reach)
    return part_of_run_at(moment.run, moment.tick, at, reach)
