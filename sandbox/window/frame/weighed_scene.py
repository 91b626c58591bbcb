"""What a card over the scene of a running machine should not hide, and how much each thing matters."""

from __future__ import annotations

from sandbox.design.conditions.condition import Region
from sandbox.design.geometry import Box
from sandbox.editing import picking
from sandbox.parts import blueprint
from sandbox.render.marks import goal_marks
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.card_place import Weighed
from sandbox.window.ui.widgets import Rect

_OF_GOAL = 8.0  # times as bad as to hide another loose part is to hide what a goal is about
_AT_WORK = 0.5  # the weight of hiding a fixed part with ports: a laser, a solar panel, a button


def weighed_scene(shell: Shell) -> list[Weighed]:
    """List the things that a card should not hide: subjects of goals, loose parts, parts at work. There are none while
    no machine runs."""
    machine, design = shell.workspace.document.session.machine, shell.workspace.document.design
    if machine is None:
        return []
    goals = [*design.goals, *(design.fails if shell.outcome.word == "lost" else ())]
    boxes = [(box, _OF_GOAL) for goal in goals for box in goal_marks.subjects(design, goal, machine)]
    boxes += [(Box(*area), _OF_GOAL) for area in goal_marks.areas(design, goals, machine) if isinstance(area, Region)]
    for part in machine.parts:
        spec = design.part_by_id.get(part)
        if spec is None:
            continue
        weight = 1.0 if machine.grabbable(part) else _AT_WORK if blueprint(spec).ports else 0.0
        if weight:
            box, (x, y) = picking.box_of(spec), machine.origin(part)
            dx, dy = x - spec.x, y - spec.y
            boxes.append((Box(box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy), weight))
    return [Weighed(_on_screen(shell, box), weight) for box, weight in boxes]


def _on_screen(shell: Shell, box: Box) -> Rect:
    """Return a box of the world in pixels, y down."""
    camera, height = shell.view.camera, shell.window.height
    (x0, y0), (x1, y1) = camera.to_screen(box.x0, box.y0), camera.to_screen(box.x1, box.y1)
    return x0, height - y1, x1, height - y0
