"""The picture: what the shaders draw, against what the numbers say. Headless, OpenGL 3.3."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace
from PIL import Image

from sandbox import parts
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Circle, Polygon, Pose, localise
from sandbox.editing import picking
from sandbox.machine.machine import Machine
from sandbox.parts.kind import Blueprint, Body, Look, Shape, pose_of
from sandbox.render.camera import Camera
from sandbox.render.colours import DARK
from sandbox.render.instances import forms, layout, pieces
from sandbox.render.instances.forms import Placed
from sandbox.render.instances.pieces import Pieces
from sandbox.render.instances.shape_records import MATERIALS
from sandbox.render.mark_list import INK, LOCK, PAPER
from sandbox.render.marks import goal_figures, goal_marks, goal_signs
from tests.contraptions import Builder, everything, pile
from tests.for_each import for_each

GOLDEN = Path(__file__).parent / "golden"
Pixels = npt.NDArray[np.int16]
TICK = 1 / 240


class Easel:
    """A canvas and a target; `draw` gives RGBA pixels, top row first."""

    def __init__(self, width: int, height: int, scale: float = 1.0) -> None:
        from sandbox.render.canvas import Canvas
        from sandbox.render.pictures.offscreen import Target

        self.width, self.height = width, height
        self.canvas = Canvas(scale)
        self.target = Target(width, height)
        self.camera = Camera(width, height)

    def draw(self, leftover: float = 0.0, transparent: bool = False) -> Pixels:
        with self.target as target:
            target.clear()
            self.canvas.draw(leftover, self.camera, transparent)
            return target.read().astype(np.int16)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of a world point."""
        px, py = self.camera.to_screen(x, y)
        return int(self.height - py), int(px)


@pytest.fixture(scope="module")
def easel(gl_window: Any) -> Iterator[Easel]:
    easel = Easel(640, 360)
    yield easel
    easel.target.delete()


@pytest.fixture(autouse=True)
def clean(request: pytest.FixtureRequest) -> None:
    if "easel" in request.fixturenames:
        easel = request.getfixturevalue("easel")
        easel.canvas.show_parts(())
        easel.canvas.hide_ghost()
        easel.canvas.overlay.clear()
        easel.canvas.underlay.clear()
        easel.camera.fit(Box(0, 0, 4, 2.25), 0.0)


def run(machine: Machine, ticks: int) -> Machine:
    for _ in range(ticks):
        machine.tick()
    machine.read_rows()
    return machine


def grey(pixels: Pixels) -> npt.NDArray[np.float64]:
    return np.asarray(pixels[:, :, :3] @ (0.3, 0.59, 0.11))


def differing(a: Pixels, b: Pixels, by: int = 0) -> int:
    """How many pixels differ by more than `by` in any channel."""
    return int((np.abs(a - b).max(axis=2) > by).sum())


# -- time


def moved_on(rows: npt.NDArray[np.float64], leftover: float) -> npt.NDArray[np.float64]:
    """The formula: pose plus velocity times leftover."""
    after = rows.copy()
    after[:, :3] += rows[:, 3:] * leftover
    return after


def test_the_shader_moves_bodies_on_as_the_formula_says(easel: Easel) -> None:
    machine = run(Machine(everything()), 100)
    leftover = 0.7 * TICK
    easel.canvas.show_machine(machine)
    still = easel.draw()
    by_shader = easel.draw(leftover)
    easel.canvas.tick(moved_on(machine.rows, leftover), machine.states)
    by_formula = easel.draw()
    assert differing(still, by_shader, 16) > 50, "something moves"
    # Rounding to float32 before or after the sum may change a pixel's last bit, nothing more.
    assert differing(by_shader, by_formula, 2) == 0


def test_the_shader_moves_far_within_a_long_leftover(easel: Easel) -> None:
    """The same over centimetres and half turns, where a wrong sign or order would show."""
    b = Builder()
    for index, kind in enumerate(("crate", "soccer_ball", "bowling_pin")):
        b.part(kind, 0.5 + index, 1.0)
    design = b.design()
    easel.canvas.show_design(design)
    rows = pieces.of_design(design).rows
    rows[:, 3:] = (1.5, -2.0, 9.0), (-1.0, 3.0, -14.0), (2.0, 0.5, 5.0)
    none = np.zeros(0)
    easel.canvas.tick(rows, none)
    by_shader = easel.draw(0.1)
    easel.canvas.tick(moved_on(rows, 0.1), none)
    assert differing(by_shader, easel.draw(), 2) == 0
    easel.canvas.tick(moved_on(rows, 0.1001), none)
    assert differing(by_shader, easel.draw(), 2) > 0, "a tenth of a millisecond would show"


def test_what_stands_does_not_move_with_the_leftover(easel: Easel) -> None:
    easel.canvas.show_design(everything())
    assert differing(easel.draw(0.0), easel.draw(TICK)) == 0


def test_over_a_tick_the_drawn_pose_meets_the_next_real_one() -> None:
    machine = Machine(pile(60))
    errors = []
    for _ in range(480):
        before = machine.read_rows().copy()
        run(machine, 1)
        ahead = before[:, :2] + before[:, 3:5] * TICK
        errors.append(np.hypot(*(ahead - machine.rows[:, :2]).T))
    assert np.mean(np.array(errors) < 0.001) >= 0.99
    speeds = np.hypot(*machine.rows[:, 3:5].T)
    assert np.max(np.array(errors)) < 0.01 and speeds.shape == (len(machine.rows),)


def steps(work: Any) -> int:
    """How many bytecode instructions of Python some work takes: what no loop over bodies can hide from."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_neither_a_frame_nor_a_tick_works_for_each_body(easel: Easel) -> None:
    def cost(count: int) -> tuple[int, int, int]:
        machine = Machine(pile(count))
        easel.canvas.show_machine(machine)
        frame = steps(lambda: easel.canvas.draw(0.001, easel.camera))
        tick = steps(lambda: easel.canvas.tick(machine.rows, machine.states))
        return frame, tick, steps(lambda: easel.canvas.show_machine(machine))

    few, many = cost(3), cost(100)
    assert many[:2] == few[:2]
    assert many[2] > 10 * few[2], "laying out the scene works for each body, and the count sees it"


def test_drawing_never_touches_the_machine(easel: Easel) -> None:
    seen, unseen = Machine(everything()), Machine(everything())
    easel.canvas.show_machine(seen)
    for tick in range(200):
        run(seen, 1)
        run(unseen, 1)
        before = seen.digest()
        easel.canvas.mark({5, 6}, 7)
        easel.canvas.tick(seen.read_rows(), seen.states)
        if tick % 50 == 0:
            easel.draw(0.002)
        assert seen.digest() == before
    assert seen.digest() == unseen.digest()
    seen.parts[5].bodies[0].velocity = (0.0, 0.1)
    assert seen.digest() != unseen.digest(), "a touch would show"


def test_a_removed_part_disappears(easel: Easel) -> None:
    machine = Machine(everything())
    balloon = next(run.id for run in machine.parts.values() if run.kind.name == "balloon")
    spot = easel.at(*machine.rows[machine.row_of[balloon, 0], :2])
    easel.canvas.show_machine(machine)
    assert easel.draw()[spot][0] > 180, "a red balloon"
    assert len(easel.canvas._scene.pieces.behind.static) == 6
    machine.remove(balloon)
    run(machine, 1)
    easel.canvas.tick(machine.rows, machine.states)
    red, _, blue = easel.draw()[spot][:3]
    assert blue > red, "paper"
    assert len(easel.canvas._scene.pieces.behind.static) == 5, "and its rope with it"


# -- parts


def drawn(plan: Blueprint) -> list[Shape]:
    return [shape for shape in plan.shapes if shape.look is not None and shape.body not in plan.spare]


def look_at(easel: Easel, spec: PartSpec) -> tuple[Box, Pixels]:
    """A part alone, filling three quarters of the picture, without paper."""
    easel.canvas.show_parts((spec,))
    boxes = [shape.outline.bounds(pose_of(spec)) for shape in drawn(parts.blueprint(spec))]
    box = boxes[0]
    for other in boxes:
        box = box.union(other)
    easel.camera.fit(box, 0.12)
    return box, easel.draw(transparent=True)


def distances(easel: Easel, spec: PartSpec, step: int) -> tuple[npt.NDArray[np.float64], slice]:
    """Signed distance to what is drawn of a part, in pixels, at every `step`th pixel; of what is more than a pixel
    within an outline, or outside of all, the amount is not exact.
    """
    outlines = [shape.outline for shape in drawn(parts.blueprint(spec))]
    boxes = [outline.bounds(Pose(0.0, 0.0, 0.0)) for outline in outlines]
    pixel = 1.0001 / easel.camera.zoom

    def nearest(x: float, y: float) -> float:
        # No outline is nearer than its box is, if the point is outside of that: most need not be asked.
        beside = [math.hypot(max(b.x0 - x, 0.0, x - b.x1), max(b.y0 - y, 0.0, y - b.y1)) for b in boxes]
        found = min(beside)
        if found > pixel:
            return found
        found = math.inf
        for least, outline in sorted(zip(beside, outlines, strict=True), key=lambda pair: pair[0]):
            if least > 0.0 and least >= found:
                break
            found = min(found, outline.distance(x, y))
            if found < -pixel:
                break
        return found

    table = np.empty((len(range(0, easel.height, step)), len(range(0, easel.width, step))))
    for i, row in enumerate(range(0, easel.height, step)):
        for j, column in enumerate(range(0, easel.width, step)):
            world = easel.camera.to_world(column + 0.5, easel.height - row - 0.5)
            table[i, j] = nearest(*localise(pose_of(spec), world)) * easel.camera.zoom
    return table, slice(None, None, step)


@pytest.mark.parametrize("kind", parts.KINDS)
def test_a_part_is_drawn_where_its_outlines_are(easel: Easel, kind: str) -> None:
    spec = PartSpec(7, kind, 1.3, 0.4, 0.4 if parts.KINDS[kind].turns else 0.0, parts.KINDS[kind].flips)
    box, pixels = look_at(easel, spec)
    solid = pixels[:, :, 3] > 230
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    left, top = easel.camera.to_screen(box.x0, box.y1)
    right, bottom = easel.camera.to_screen(box.x1, box.y0)
    edges = (columns[0], easel.height - rows[0], columns[-1] + 1, easel.height - rows[-1] - 1)
    if spec.angle == 0.0:
        assert edges == pytest.approx((left, top, right, bottom), abs=2.0)
    assert columns[0] >= left - 1 and columns[-1] < right + 1

    away, every = distances(easel, spec, 7)
    there = solid[every, every]
    assert there[away < -1.0].all()
    assert not there[away > 1.0].any()
    assert (away < -1.0).sum() > 20


def colours_of(pixels: Pixels) -> Pixels:
    """The colours that pixels have, each once."""
    numbers = np.unique(pixels[:, :3].astype(np.int32) @ (1 << 16, 1 << 8, 1))
    return np.stack((numbers >> 16, numbers >> 8 & 255, numbers & 255), axis=1).astype(np.int16)


def test_each_part_shows_the_colours_of_its_look(easel: Easel) -> None:
    @for_each(parts.KINDS)
    def shows_its_colours(kind: str) -> None:
        spec = PartSpec(7, kind, 1.3, 0.4)
        _, pixels = look_at(easel, spec)
        seen = colours_of(pixels[pixels[:, :, 3] > 250])
        for shape in drawn(parts.blueprint(spec)):
            assert shape.look is not None
            reach = shape.outline.bounds(Pose(0, 0, 0))
            if min(reach.x1 - reach.x0, reach.y1 - reach.y0) * easel.camera.zoom < 8:
                continue  # all outline
            nearest = np.abs(seen - np.array(shape.look.tint)).max(axis=1).min()
            assert nearest < 48, f"{shape.look.material} {shape.look.tint}"

    shows_its_colours()


def test_what_has_no_look_is_not_drawn(easel: Easel) -> None:
    plan = Blueprint((Body("static"),), (Shape(Circle(0.5, 2.0, 1.0), None),))
    assert len(Pieces([Placed(1, plan, 0)], [], np.zeros((1, 6))).bodies) == 0


def test_every_material_is_known_to_the_shader() -> None:
    looks = [s.look for kind in parts.KINDS for s in drawn(parts.blueprint(PartSpec(1, kind, 0, 0)))]
    assert {look.material for look in looks if look is not None} <= set(MATERIALS)


def test_an_outline_with_more_points_than_the_shader_reads_is_refused() -> None:
    circle = tuple((np.cos(a), np.sin(a)) for a in np.linspace(0, 6.2, forms.MAX_POINTS + 1))
    plan = Blueprint((Body("static"),), (Shape(Polygon(circle), Look("wood", (1, 2, 3))),))
    with pytest.raises(ValueError, match="65 points"):
        Pieces([Placed(1, plan, 0)], [], np.zeros((1, 6)))


def test_a_turned_rectangle_is_drawn_as_a_box_and_a_kite_is_not() -> None:
    def form(*points: tuple[float, float]) -> float:
        plan = Blueprint((Body("static"),), (Shape(Polygon(points, 0.01), Look("wood", (1, 2, 3))),))
        return float(Pieces([Placed(1, plan, 0)], [], np.zeros((1, 6))).bodies["form"][0, 0])

    assert form((0, 0), (3, 4), (-1, 7), (-4, 3)) == 1
    assert form((0, 0), (2, 1), (0, 5), (-2, 1)) == 2
    assert form((0, 0), (3, 0), (2, 1), (1, 1)) == 2


def test_a_belt_runs_with_its_travel_and_has_no_seam(easel: Easel) -> None:
    b = Builder()
    b.part("conveyor", 2.0, 1.0, width=2.0)
    machine = Machine(b.design())
    easel.canvas.show_machine(machine)
    slot = machine.slot_of[1, "travel"]

    def at(travel: float) -> Pixels:
        states = machine.states.copy()
        states[slot] = travel
        easel.canvas.tick(machine.rows, states)
        return easel.draw()

    assert differing(at(0.0), at(0.025), 16) > 200
    assert differing(at(0.2), at(1.2), 2) == 0, "travel begins again after each metre"


def test_a_lamp_and_its_wire_are_brighter_when_on(easel: Easel) -> None:
    b = Builder()
    button, belt = b.part("button", 1.0, 1.0), b.part("conveyor", 3.0, 1.0)
    b.link("wire", button, "signal", belt, "signal")
    machine = Machine(b.design())
    easel.canvas.show_machine(machine)
    off = easel.draw()
    machine.press(button)
    easel.canvas.tick(machine.read_rows(), machine.states)
    on = easel.draw()
    brighter = grey(on) - grey(off)
    assert brighter[easel.at(1.0, 1.015)] > 30
    middle = brighter[:, easel.at(2.0, 1.0)[1]]
    assert middle.max() > 30, "somewhere along the wire"
    assert brighter[easel.at(0.3, 2.0)] == 0


# -- ropes


def rope(easel: Easel, slack: float) -> tuple[Pixels, Design]:
    b = Builder()
    a, c = b.part("anchor", 1.0, 1.8), b.part("anchor", 3.0, 1.5)
    b.link("rope", a, "hook", c, "hook", slack=slack)
    design = b.design()
    easel.canvas.show_parts((), design.links, design.parts)
    return easel.draw(transparent=True), design


def test_a_slack_rope_hangs_lower_than_a_taut_one(easel: Easel) -> None:
    def lowest(slack: float) -> int:
        pixels, _ = rope(easel, slack)
        return int(np.flatnonzero((pixels[:, :, 3] > 230).any(axis=1))[-1])

    heights = [lowest(slack) for slack in (0.0, 0.05, 0.3, 1.0)]
    assert heights == sorted(set(heights))


def test_a_taut_rope_is_straight(easel: Easel) -> None:
    pixels, _ = rope(easel, 0.0)
    rows, columns = np.nonzero(pixels[:, :, 3] > 230)
    fit = np.polyfit(columns, rows, 1)
    assert np.abs(np.polyval(fit, columns) - rows).max() < 0.02 * easel.camera.zoom


def test_a_rope_is_as_long_as_it_says(easel: Easel) -> None:
    """Its middle line, column by column, measured in the picture."""
    for slack in (0.1, 0.5, 1.2):
        pixels, design = rope(easel, slack)
        solid = pixels[:, :, 3] > 128
        columns = np.flatnonzero(solid.any(axis=0))
        columns = columns[6:-6:4]  # without the knots
        middles = np.array([np.flatnonzero(solid[:, c]).mean() for c in columns])
        length = np.hypot(np.diff(columns), np.diff(middles)).sum() / easel.camera.zoom
        whole = float(pieces.of_design(design).behind.static["cord"][0, 2])
        assert whole == pytest.approx((2.0**2 + 0.3**2) ** 0.5 + slack, rel=1e-6)
        assert length == pytest.approx(whole, rel=0.06)


def sideways(easel: Easel, across: float) -> float:
    """How far beside straight, in px, a wire bends whose lower end hangs so many metres beside its upper one."""
    b = Builder()
    button, belt = b.part("button", 1.0, 1.4), b.part("conveyor", 1.0 + across, 1.0)
    b.link("wire", button, "signal", belt, "signal")
    design = b.design()
    easel.camera.fit(Box(0.5, 0.9, 1.5, 1.4625), 0.0)
    easel.canvas.show_parts((), design.links, design.parts)
    row, column = easel.at(1.0 + across / 4, 1.26)
    return float(np.flatnonzero(easel.draw(transparent=True)[row, :, 3] > 128).mean() - column)


def test_a_wire_that_hangs_straight_down_bends_to_one_side_however_its_ends_are_rounded(easel: Easel) -> None:
    """A page has places to 1/64 px only, so that either end may lie left of the other there."""
    bends = [sideways(easel, across) for across in (-0.003, -0.0002, -1e-9, 0.0, 1e-9, 0.0002, 0.003)]
    assert max(bends) < -4.0
    assert max(bends) - min(bends) <= 2.0


def test_a_wire_swings_over_to_its_other_side_without_a_jump(easel: Easel) -> None:
    bends = [sideways(easel, 0.001 * step) for step in range(-15, 1)]
    assert bends[0] > 2.0 and bends[-1] < -4.0
    assert max(abs(after - before) for before, after in pairwise(bends)) <= 3.0


def test_a_rope_goes_with_both_its_ends(easel: Easel) -> None:
    b = Builder()
    a, c = b.part("weight", 1.0, 1.0), b.part("weight", 3.0, 1.0)
    b.link("rope", a, "ring", c, "ring")
    design = b.design()
    easel.canvas.show_design(design)
    rows = pieces.of_design(design).rows
    rows[:, 3:] = (0.0, 4.0, 0.0), (0.0, -4.0, 3.0)
    easel.canvas.tick(rows, np.zeros(0))
    by_shader = easel.draw(0.1)
    easel.canvas.tick(moved_on(rows, 0.1), np.zeros(0))
    assert differing(by_shader, easel.draw(), 2) == 0


def tackle() -> Design:
    """A weight that goes down, and draws up a block with another by a rope over three wheels."""
    b = Builder()
    anchor, block = b.part("anchor", 1.0, 2.0), b.part("pulley_block", 1.1, 1.2, radius=0.1)
    wheels = [b.part("pulley", x, 2.0, radius=0.1) for x in (1.3, 2.2)]
    weight, load = b.part("weight", 2.3, 1.6, mass=20.0), b.part("weight", 1.1, 0.6)
    b.link("rope", anchor, "hook", weight, "ring")
    b.links[-1] = replace(b.links[-1], via=(block, *wheels))
    b.link("rope", block, "axle", load, "ring")
    return b.design()


def test_a_rope_over_pulleys_is_drawn_along_its_way(easel: Easel) -> None:
    """Wherever the way says that there is rope, there is: on the straight pieces and on the arcs."""
    design = tackle()
    easel.canvas.show_parts((), design.links[:1], design.parts)
    pixels = easel.draw(transparent=True)
    pieces_of_it = picking.cord(design, design.links[0])
    length = 0.0
    for (x, y), (u, v) in pairwise(pieces_of_it):
        length += float(np.hypot(u - x, v - y))
        for t in (0.0, 0.5, 1.0):
            assert pixels[easel.at(x + (u - x) * t, y + (v - y) * t)][3] > 200
    area = int((pixels[:, :, 3] > 128).sum()) / easel.camera.zoom**2
    assert area == pytest.approx(length * 0.0125, rel=0.25)  # and nowhere else


@pytest.mark.parametrize("leftover", [0.3 * TICK, TICK])
def test_between_ticks_its_pieces_go_on_with_the_wheels(easel: Easel, leftover: float) -> None:
    """The shader's own moving on meets what the next tick shows."""
    machine = run(Machine(tackle()), 60)
    assert machine.rows[:, 4].min() < -0.5
    easel.canvas.show_machine(machine)
    rows, states = machine.read_rows().copy(), machine.states.copy()
    easel.canvas.tick(rows, states)
    by_shader = easel.draw(leftover)
    easel.canvas.tick(moved_on(rows, leftover), states)
    assert differing(by_shader, easel.draw(), 24) < 12
    easel.canvas.tick(rows, states)
    assert differing(by_shader, easel.draw(), 24) > 50


def test_a_rope_goes_with_the_pulley_that_is_hidden(easel: Easel) -> None:
    design = tackle()
    assert len(pieces.of_design(design).behind.static) == 7 + 1
    assert len(pieces.of_design(design, {3}).behind.static) == 1


# -- marks


def test_a_halo_lies_around_the_selected_part_only(easel: Easel) -> None:
    design = everything()
    easel.canvas.show_design(design)
    plain = easel.draw()
    easel.canvas.mark({5})
    selected = easel.draw()
    easel.canvas.mark((), 5)
    hovered = easel.draw()
    changed = np.abs(selected - plain).max(axis=2) > 8
    ball = design.part_by_id[5]
    row, column = easel.at(ball.x, ball.y)
    rows, columns = np.nonzero(changed)
    reach = 0.109 * easel.camera.zoom
    away = np.hypot(rows - row, columns - column)
    assert changed.sum() > 50 and away.min() > reach - 2 and away.max() < reach + 11
    assert differing(selected, hovered, 8) > 50
    easel.canvas.mark()
    assert differing(easel.draw(), plain) == 0


def test_a_refused_ghost_differs_by_more_than_colour(easel: Easel) -> None:
    spec = PartSpec(1, "crate", 2.0, 1.1)
    easel.camera.fit(Box(1.8, 0.95, 2.2, 1.25))
    empty = easel.draw()
    easel.canvas.show_ghost((spec,))
    fine = easel.draw()
    easel.canvas.show_ghost((spec,), refused=True)
    refused = easel.draw()
    assert differing(empty, fine, 8) > 1000
    # Hatching: the brightness swings along a row of the panel, which is even where the ghost is allowed.
    row, left, right = easel.at(1.95, 1.12)[0], easel.at(1.90, 0)[1], easel.at(1.97, 0)[1]
    assert np.ptp(grey(refused)[row, left:right]) > 3 * np.ptp(grey(fine)[row, left:right])
    easel.canvas.hide_ghost()
    assert differing(easel.draw(), empty) == 0


def test_a_hidden_part_is_left_out_with_its_links(easel: Easel) -> None:
    design = everything()
    basket = next(spec.id for spec in design.parts if spec.kind == "basket")
    assert basket in pieces.of_design(design).owners
    shown = pieces.of_design(design, {basket})
    assert basket not in shown.owners
    assert len(shown.behind.static) == len(pieces.of_design(design).behind.static) - 2


def test_a_met_goal_differs_by_more_than_colour(easel: Easel) -> None:
    box = Box(1.0, 0.5, 3.0, 1.5)
    pictures = []
    for met in (False, True):
        easel.canvas.underlay.clear()
        goal_figures.region(easel.canvas.underlay, box, goal_figures.DONE if met else goal_figures.OPEN)
        pictures.append(grey(easel.draw()))
    row, left, right = easel.at(2, 1.04)[0], easel.at(1.2, 1)[1], easel.at(1.9, 1)[1]
    hatched, filled = (picture[row, left:right] for picture in pictures)
    assert np.ptp(hatched) > 1.8 * np.ptp(filled), "hatched, and then not"


def test_marks_keep_their_size_at_any_zoom_and_go_away(easel: Easel) -> None:
    empty = easel.draw()
    sizes = []
    for zoom in (100.0, 400.0, 1500.0):
        easel.camera.x, easel.camera.y, easel.camera.zoom = 2.05, 1.05, zoom
        easel.canvas.overlay.clear()
        background = easel.draw()
        easel.canvas.overlay.ring(2.05, 1.05, 10.0, (255, 0, 0))
        rows = np.flatnonzero((np.abs(easel.draw() - background).max(axis=2) > 30).any(axis=1))
        sizes.append(int(np.ptp(rows)))
    assert max(sizes) - min(sizes) <= 1 and 20 <= sizes[0] <= 24
    easel.canvas.overlay.clear()
    easel.camera.fit(Box(0, 0, 4, 2.25), 0.0)
    assert differing(easel.draw(), empty) == 0


def test_every_port_state_has_a_shape_of_its_own(easel: Easel) -> None:
    pictures = []
    for state in ("open", "hovered", "legal", "illegal"):
        easel.canvas.overlay.clear()
        easel.canvas.overlay.port(2.05, 1.05, "rope", state)
        pictures.append(easel.draw())
    looks = [np.abs(a[:, :, :3] - pictures[0][:, :, :3]).max() for a in pictures[1:]]
    assert min(looks) > 40
    background = grey(easel.draw())
    easel.canvas.overlay.clear()
    legal, illegal = (grey(p) - grey(easel.draw()) for p in (pictures[2], pictures[3]))
    assert background.shape == legal.shape
    assert np.abs(legal - illegal).max() > 60, "without colour too"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_lock_is_drawn_crisp_and_is_no_badge_of_another_kind(easel: Easel, scale: float) -> None:
    easel = Easel(640, 360, scale)
    x, y = 2.0, 1.0
    easel.camera.x, easel.camera.y, easel.camera.zoom = x, y, 200.0
    pictures = []
    for sign in ("lock", "check", "cross", "rotate"):
        easel.canvas.overlay.clear()
        easel.canvas.overlay.figure("circle", x, y, LOCK, INK, 1.6, PAPER)
        easel.canvas.overlay.figure(sign, x, y, 6.0, INK, 1.8, INK)
        pictures.append(grey(easel.draw()))
    assert all(np.abs(pictures[0] - other).max() > 120 for other in pictures[1:]), "without colour"
    easel.canvas.overlay.clear()
    easel.canvas.overlay.lock(x, y)
    far = round(7 * scale)
    height, width = pictures[0].shape
    sign = grey(easel.draw())[height // 2 - far : height // 2 + far, width // 2 - far : width // 2 + far]
    between = np.count_nonzero((sign > sign.min() + 40) & (sign < sign.max() - 40)) / sign.size
    easel.target.delete()
    assert between < 0.4 / scale, "edges take a pixel, and the more pixels there are, the less of them are edges"


# -- programs and files


def test_all_programs_agree_on_where_attributes_are(easel: Easel) -> None:
    canvas = easel.canvas
    of_bodies = (canvas._body_program, canvas._shadow_program, canvas._halo_program)
    of_cords = (canvas._cord_program, canvas._cord_shadow_program)
    for programs, dynamic, static in (
        (of_bodies, layout.BODY_DYNAMIC, layout.BODY_STATIC),
        (of_cords, layout.CORD_DYNAMIC, layout.CORD_STATIC),
    ):
        names = ["corner", *(dynamic.names or ()), *(static.names or ())]
        for program in programs:
            for name, attribute in program.attributes.items():
                assert attribute["location"] == names.index(name)


def test_shadows_do_not_add_up(easel: Easel) -> None:
    """Ten balls in one place throw one ball's shadow."""

    def shadow(count: int) -> Pixels:
        easel.canvas.show_parts([PartSpec(index + 1, "soccer_ball", 2.0, 1.1) for index in range(count)])
        return easel.draw()

    empty, one, ten = shadow(0), shadow(1), shadow(10)
    row, column = easel.at(2.0 + 0.5 * 0.118, 1.1 - 0.94 * 0.118)
    assert grey(empty)[row, column] - grey(one)[row, column] > 15
    assert grey(one)[row, column] == grey(ten)[row, column]


def test_what_lies_in_a_bucket_is_seen_though_the_bucket_came_later() -> None:
    b = Builder()
    ball, bucket = b.part("bowling_ball", 1.0, 0.5), b.part("bucket", 1.0, 0.5, width=0.4)
    other = b.part("crate", 2.0, 0.5)
    drawn = [*dict.fromkeys(pieces.of_design(b.design()).owners)]
    assert drawn == [bucket, ball, other]
    assert picking.part_at(b.design(), (1.0, 0.5), 0.0) == ball


def test_a_picture_like_the_golden_one(easel: Easel, update_golden: bool) -> None:
    machine = Machine(everything())
    run(machine, 100)
    machine.press(next(r.id for r in machine.parts.values() if r.kind.name == "button"))
    run(machine, 20)
    easel.canvas.show_machine(machine)
    rules = goal_marks.rules_of(machine.design, [False, True])
    goal_marks.show_under(easel.canvas.underlay, machine.design, rules, machine)
    goal_signs.show_flags(easel.canvas.underlay, machine.design, rules, machine)
    easel.camera.fit(Box(0, 0, 4, 2.25), 0.01)
    pixels = easel.draw()[:, :, :3]
    path = GOLDEN / "everything.png"
    if update_golden:
        Image.fromarray(pixels.astype(np.uint8)).save(path, optimize=True)
    golden = np.asarray(Image.open(path)).astype(np.int16)
    off = differing(pixels, golden, 16) / (easel.width * easel.height)
    assert off < 0.0005, f"{off:.2%} of the pixels differ; if they should: pytest tests/window --update-golden"
    shifted = differing(np.roll(pixels, 1, axis=1), golden, 16) / (easel.width * easel.height)
    assert shifted > 0.01, "a pixel's shift would show"


# -- several canvases


def test_canvases_share_their_programs_and_nothing_that_they_show(easel: Easel) -> None:
    easel.canvas.show_parts((PartSpec(1, "crate", 2.0, 1.0),))
    alone = easel.draw()
    other = Easel(easel.width, easel.height, 2.0)
    linked = {name: value for name, value in vars(easel.canvas).items() if name.endswith("_program")}
    assert len(linked) > 5 and all(getattr(other.canvas, name) is program for name, program in linked.items())
    other.canvas.wear(DARK)
    other.canvas.show_parts((PartSpec(1, "soccer_ball", 1.0, 1.0),))
    other.camera.zoom_at(other.width / 2, other.height / 2, 2.0)
    assert differing(other.draw(), alone, 8) > 1000
    other.target.delete()
    assert differing(easel.draw(), alone) == 0
