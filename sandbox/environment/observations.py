"""Observations as arrays: of one shape for each level, whatever is built or happens in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sandbox import parts as catalogue
from sandbox.design.conditions.condition import Boundary, Condition, Radius, Region
from sandbox.design.design import Design, conditions
from sandbox.design.geometry import Point, Pose
from sandbox.environment.episode import EpisodeRun
from sandbox.environment.task import KIND_NUMBERS, LINK_NUMBERS, LevelTask

PART_COLUMNS = ("x", "y", "cos", "sin", "vx", "vy", "w", "flip", "here", "placed")
GOAL_COLUMNS = ("met", "share", "x0", "y0", "x1", "y1")
GOAL_PARTS = 4  # of the parts that a goal is about, the first so many are shown
_FASTEST, _FASTEST_TURN = 50.0, 200.0  # m/s, rad/s: what is faster is shown so fast
_LOW = (-1.0, -1.0, -1.0, -1.0, -_FASTEST, -_FASTEST, -_FASTEST_TURN, 0.0, 0.0, 0.0)
_HIGH = (2.0, 2.0, 1.0, 1.0, _FASTEST, _FASTEST, _FASTEST_TURN, 1.0, 1.0, 1.0)
Floats = npt.NDArray[np.float32]
Arrays = dict[str, npt.NDArray[Any]]


def space_of(task: LevelTask) -> spaces.Dict:
    """Return the space of a task's observations."""
    goals, links = len(task.design.goals), max(1, task.links)
    rows = (task.rows, 1)
    most = max(item.count for item in task.design.stock_items.values())
    return spaces.Dict({
        "parts": spaces.Box(
            np.tile(np.array(_LOW, np.float32), rows), np.tile(np.array(_HIGH, np.float32), rows), dtype=np.float32
        ),
        "kinds": spaces.Box(0, len(KIND_NUMBERS), (task.rows,), np.int16),
        "links": spaces.Box(0, max(task.rows, len(LINK_NUMBERS)), (links, 3), np.int16),
        "goals": spaces.Box(-1.0, 2.0, (goals, len(GOAL_COLUMNS)), np.float32),
        "goal_parts": spaces.Box(0, task.rows, (goals, GOAL_PARTS), np.int16),
        "stock": spaces.Box(0, most, (len(task.items),), np.int16),
        "left": spaces.Box(0.0, 1.0, (1,), np.float32),
    })  # fmt: skip


def observe(task: LevelTask, run: EpisodeRun, actions: int) -> Arrays:
    """Observe a run, `actions` of whose budget are spent."""
    design = run.session.design
    specs = task.rows_of(design)
    row_of = {spec.id: row for row, spec in enumerate(specs, 1)}
    kinds = np.zeros(task.rows, np.int16)
    kinds[: len(specs)] = [KIND_NUMBERS[spec.kind] for spec in specs]
    links = np.zeros((max(1, task.links), 3), np.int16)
    for index, link in enumerate(design.links):
        links[index] = LINK_NUMBERS[link.kind], row_of[link.a.part], row_of[link.b.part]
    goals, goal_parts = _goals(task, run, row_of)
    return {
        "parts": _parts(task, run),
        "kinds": kinds,
        "links": links,
        "goals": goals,
        "goal_parts": goal_parts,
        "stock": np.array([max(0, design.left_in_stock(name) or 0) for name in task.items], np.int16),
        "left": np.array([1.0 - actions / task.most_actions], np.float32),
    }


def _parts(task: LevelTask, run: EpisodeRun) -> Floats:
    rows = np.zeros((task.rows, len(PART_COLUMNS)))
    world, machine = task.design.world, run.session.machine
    for row, spec in enumerate(task.rows_of(run.session.design)):
        x, y, angle, motion, here = spec.x, spec.y, spec.angle, [0.0, 0.0, 0.0], True
        if machine is not None and machine.is_gone(spec.id):
            here = False
        elif machine is not None:
            x, y = machine.origin(spec.id)
            _, _, angle, *motion = machine.motion(spec.id)
        turned = (math.cos(angle), math.sin(angle))
        flags = (spec.flip, here, task.is_placed(spec.id))
        rows[row] = (x / world.width, y / world.height, *turned, *motion, *flags)
    return np.clip(rows, _LOW, _HIGH).astype(np.float32)


# -- goals


class _Places:
    """The places of parts and hollows, as they stand or run."""

    def __init__(self, design: Design, run: EpisodeRun) -> None:
        self._specs, self._machine = design.part_by_id, run.session.machine

    def origin(self, part: int) -> Point:
        spec = self._specs[part]
        return self._machine.origin(part) if self._machine is not None else (spec.x, spec.y)

    def hollow(self, part: int) -> Sequence[Point]:
        if self._machine is None:
            return catalogue.hollow_at(self._specs[part])
        if self._machine.is_gone(part):
            return ()
        return catalogue.hollow_at(self._specs[part], Pose(*self.origin(part), self._machine.motion(part)[2]))


def _goals(task: LevelTask, run: EpisodeRun, row_of: dict[int, int]) -> tuple[Floats, npt.NDArray[np.int16]]:
    design = task.design
    rows = np.zeros((len(design.goals), len(GOAL_COLUMNS)))
    parts = np.zeros((len(design.goals), GOAL_PARTS), np.int16)
    places = _Places(run.session.design, run)
    for index, (goal, progress) in enumerate(zip(design.goals, run.goals, strict=True)):
        every = [*conditions(goal.when)]
        boxes = [box for condition in every if (box := _box(condition, run.session.design, places)) is not None]
        about = [*dict.fromkeys(part for condition in every for part in condition.parts)]
        if not boxes and about:
            x, y = places.origin(about[-1])
            boxes = [(x, y, x, y)]
        world = design.world
        box = boxes[0] if boxes else (0.0, 0.0, 0.0, 0.0)
        scaled = np.array(box) / (world.width, world.height, world.width, world.height)
        rows[index] = (progress.met, progress.share, *scaled)
        shown = about[:GOAL_PARTS]
        parts[index, : len(shown)] = [row_of[part] for part in shown]
    return np.clip(rows, -1.0, 2.0).astype(np.float32), parts


def _box(condition: Condition, design: Design, places: _Places) -> tuple[float, float, float, float] | None:
    """Return the left, lower, right and upper edge of the area of a condition (m); None if it has none."""
    area = condition.area(design, places)
    if isinstance(area, Region):
        return (*area,)
    if isinstance(area, Radius):
        return area.x - area.size, area.y - area.size, area.x + area.size, area.y + area.size
    if isinstance(area, Boundary):
        world = design.world
        if area.axis == "x":
            return area.value, 0.0, area.value, world.height
        return 0.0, area.value, world.width, area.value
    if area is None or not area.points:
        return None
    xs, ys = [x for x, _ in area.points], [y for _, y in area.points]
    return min(xs), min(ys), max(xs), max(ys)
