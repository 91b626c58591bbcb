"""Gestures become commands: the editor on a real workspace, without a window. Metres and radians throughout."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandbox.commands.commands import Place, SingleEdit
from sandbox.design.design import Design, Goal, Inside, PartSpec
from sandbox.design.geometry import Box, Point, place
from sandbox.design.no_build import NoBuildArea
from sandbox.editing import handles, picking, snapping
from sandbox.editing.document import Notice
from sandbox.editing.gestures.gesture import DROP, END, Gesture, GestureContext, Outcome
from sandbox.editing.keys import Modifiers
from sandbox.editing.snapping import NO_SNAPS, Neighbour, Snaps
from sandbox.levels import library
from sandbox.parts import KINDS, pose_of
from sandbox.parts import check as fit
from tests.contraptions import Builder
from tests.hands import ALT, CTRL, OFF, REACH, SHIFT, Hands, hands, playground, workshop

__all__ = ["hands"]  # a fixture


# -- placing


def test_a_click_in_the_palette_and_one_on_the_canvas_place_a_part(hands: Hands) -> None:
    assert hands.toolbox.arm("tennis_ball", held_down=False)
    hands.point((0.51, 0.52))
    assert [spec.kind for spec in hands.editor.preview.parts] == ["tennis_ball"]
    assert hands.design.parts == ()  # a preview is not in the design
    hands.press((0.51, 0.52))
    hands.release((0.51, 0.52))
    (spec,) = hands.design.parts
    assert (spec.x, spec.y) == (0.5, 0.5)  # on the grid
    assert hands.editor.selection.ids == (spec.id,)
    assert hands.editor.armed is None


def test_nothing_is_placed_where_nobody_would_find_it(hands: Hands) -> None:
    hands.open(workshop().design())
    parts, world = hands.design.parts, hands.design.world
    assert hands.toolbox.arm("tennis_ball", held_down=False)
    hands.point((world.width + 0.5, 1.0))
    assert "outside of the level" in hands.editor.preview.why_not
    hands.press((world.width + 0.5, 1.0))
    hands.release((world.width + 0.5, 1.0))
    assert hands.design.parts == parts and "outside of the level" in hands.notes[-1].text
    assert hands.editor.armed == "tennis_ball", "it is still in hand"
    hands.press((world.width, 1.0))
    hands.release((world.width, 1.0))
    assert len(hands.design.parts) == len(parts) + 1, "half of it is in the level"


def test_dragging_out_of_the_palette_places_where_the_button_comes_up(hands: Hands) -> None:
    hands.toolbox.arm("crate", held_down=True)
    hands.point((0.3, 0.3))
    hands.point((1.0, 1.0))
    hands.release((1.0, 1.0))
    assert [(spec.kind, spec.x, spec.y) for spec in hands.design.parts] == [("crate", 1.0, 1.0)]


def test_a_drag_that_never_reached_the_canvas_places_nothing(hands: Hands) -> None:
    hands.toolbox.arm("crate", held_down=True)
    assert hands.editor.put_back()
    assert hands.editor.gesture is None
    assert hands.design.parts == ()


def test_shift_places_several_and_escape_ends_it(hands: Hands) -> None:
    hands.toolbox.arm("domino", held_down=False)
    for x in (0.2, 0.4, 0.6):
        hands.click((x, 0.5), SHIFT)
    assert hands.editor.cancel()
    hands.click((0.8, 0.5))
    assert [spec.x for spec in hands.design.parts] == [0.2, 0.4, 0.6]


def test_a_ghost_is_turned_and_flipped_before_it_is_placed(hands: Hands) -> None:
    hands.toolbox.arm("ramp", held_down=False)
    hands.point((1.0, 1.0))
    hands.editor.wheel(15.0)
    hands.operations.flip()
    hands.click((1.0, 1.0))
    (spec,) = hands.design.parts
    assert spec.flip
    assert math.degrees(spec.angle) == pytest.approx(-15.0)


def test_what_the_stock_lacks_is_refused_in_a_sentence(hands: Hands) -> None:
    hands.open(replace(workshop().design(), stock={"domino": 1}))
    assert hands.toolbox.arm("domino", held_down=False)
    hands.click((0.5, 1.0))
    assert not hands.toolbox.arm("domino", held_down=False)
    assert hands.notes[-1] == Notice("No domino is left in the stock of this level.", "refused")
    assert not hands.toolbox.arm("crate", held_down=True)


def test_an_area_without_building_refuses_the_place_and_not_the_part(hands: Hands) -> None:
    area = NoBuildArea(0.0, 0.0, 4.0, 0.9)  # over the corner of the level, too
    hands.open(replace(workshop().design(), stock={"domino": 2}, no_build=(area,)))
    assert hands.toolbox.arm("domino", held_down=False)
    assert hands.editor.preview.why_not == ""
    hands.click((0.5, 1.3))
    assert hands.design.parts[-1].kind == "domino"
    assert hands.toolbox.arm("domino", held_down=False)
    hands.click((0.5, 0.5))
    assert len(hands.design.parts) == 4 and hands.notes[-1] == Notice("No part may be put here.", "refused")


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_every_part_of_a_levels_stock_can_be_taken_in_hand(hands: Hands, path: Path) -> None:
    assert hands.workspace.files.open(path)
    for name, item in hands.design.stock_items.items():
        if item.kind in KINDS:
            assert hands.toolbox.arm(name, held_down=True), hands.notes
            hands.editor.cancel()


# -- selecting


def test_clicks_select_and_shift_adds_and_takes_away(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.click((1.0, 0.25))
    assert hands.editor.selection.ids == (2,)
    hands.click((2.0, 1.0), SHIFT)
    assert hands.editor.selection.ids == (2, 3)
    hands.click((1.0, 0.25), CTRL)
    assert hands.editor.selection.ids == (3,)
    hands.click((3.0, 2.0))
    assert hands.editor.selection.ids == ()


def test_a_rectangle_selects_what_lies_wholly_in_it(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.drag((0.5, 1.9), (2.5, 0.02))
    assert hands.editor.selection.ids == (2, 3)  # not the floor, which reaches out of it
    assert hands.commands_in_file() == []


def test_tab_walks_through_the_parts_and_back(hands: Hands) -> None:
    hands.open(workshop().design())
    walked: list[int] = []
    for step in (1, 1, 1, 1, -1):
        hands.operations.select_next(step)
        walked += hands.editor.selection.ids
    assert walked == [1, 2, 3, 1, 3]


def test_what_was_selected_for_building_is_not_marked_in_a_run_and_what_is_clicked_in_it_is(hands: Hands) -> None:
    editor = hands.open(workshop().design()).editor
    hands.click((2.0, 1.0))
    assert editor.marked == (3,)
    hands.workspace.control.run()
    editor.run_changed()
    assert (editor.marked, editor.selection.ids) == ((), (3,))
    editor.press((2.0, 1.0), Modifiers(), 0.02)
    editor.release((2.0, 1.0), Modifiers(), 0.02)
    assert editor.marked == (3,)
    hands.workspace.control.stop()
    editor.run_changed()
    assert editor.marked == (3,)


def test_of_two_parts_the_one_drawn_in_front_is_meant_unless_the_other_is_selected(hands: Hands) -> None:
    b = workshop()
    b.part("wall", 2.0, 1.0)  # 4: behind the ball, because it never moves
    hands.open(b.design())
    hands.click((2.0, 1.0))
    assert hands.editor.selection.ids == (3,)
    hands.editor.selection.ids = (4,)
    hands.drag((2.0, 1.0), (2.5, 1.0))
    assert (hands.part(3).x, hands.part(4).x) == (2.0, 2.5)


# -- moving, turning, flipping, resizing


def test_a_drag_is_one_command_and_one_step_for_undo(hands: Hands) -> None:
    hands.open(workshop().design())
    before = hands.design
    hands.point((2.0, 1.0))
    hands.press((2.0, 1.0))
    for x in (2.1, 2.3, 2.6, 3.0):
        hands.point((x, 1.2))
        assert hands.design is before  # only a preview moves
    hands.release((3.0, 1.2))
    assert (hands.part(3).x, hands.part(3).y) == (3.0, 1.2)
    assert hands.commands_in_file() == ["move"]
    hands.operations.undo()
    assert hands.design == before
    hands.operations.redo()
    assert hands.part(3).x == 3.0


def test_a_group_moves_in_one_step(hands: Hands) -> None:
    hands.open(workshop().design())
    before = hands.design
    hands.editor.selection.ids = (2, 3)
    hands.drag((1.0, 0.25), (1.3, 0.65), held=ALT)
    assert (hands.part(2).x, hands.part(3).x) == (1.3, 2.3)
    assert hands.commands_in_file() == ["together"]
    hands.operations.undo()
    assert hands.design == before
    hands.operations.redo()
    assert (hands.part(2).y, hands.part(3).y) == (0.65, 1.4)


def test_escape_drops_a_drag(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.press((2.0, 1.0))
    hands.point((3.0, 1.0))
    assert hands.editor.cancel()
    hands.release((3.0, 1.0))
    assert hands.commands_in_file() == []


def test_a_press_that_hardly_moves_is_a_click(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.drag((2.0, 1.0), (2.005, 1.0))
    assert hands.commands_in_file() == []
    assert hands.editor.selection.ids == (3,)


def test_a_ball_dragged_near_a_floor_lies_on_it_and_alt_lets_it_float(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.drag((2.0, 1.0), (2.5, 0.215))
    assert hands.part(3).y == pytest.approx(0.1 + 0.109)
    hands.drag((2.5, 0.209), (2.5, 0.229), (2.513, 0.2342), held=ALT)
    assert (hands.part(3).x, hands.part(3).y) == pytest.approx((2.513, 0.2342))


def test_shift_keeps_to_one_axis(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.drag((2.0, 1.0), (2.6, 1.1), held=SHIFT)
    assert (hands.part(3).x, hands.part(3).y) == (2.6, 1.0)


def test_the_handle_turns_in_steps(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.click((1.0, 0.25))
    start = hands.handle("turn")
    far = start[1] - 0.25

    def at(degrees: float) -> Point:
        return 1.0 + far * math.sin(math.radians(degrees)), 0.25 + far * math.cos(math.radians(degrees))

    hands.drag(start, at(20), at(38))
    assert math.degrees(hands.part(2).angle) == pytest.approx(-45.0)  # clockwise is negative
    hands.drag(hands.handle("turn"), at(46), at(52.3), held=SHIFT)
    assert math.degrees(hands.part(2).angle) == pytest.approx(-52.0)
    assert hands.commands_in_file() == ["move", "move"]


def test_keys_and_wheel_turn_the_selection(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.click((1.0, 0.25))
    hands.operations.turn(15.0)
    hands.operations.turn(-1.0)
    assert math.degrees(hands.part(2).angle) == pytest.approx(14.0)
    for _ in range(3):
        hands.editor.wheel(15.0)
    hands.editor.settle()
    assert math.degrees(hands.part(2).angle) == pytest.approx(59.0)
    assert hands.commands_in_file() == ["move"] * 3  # three notches are one step


def test_turning_a_group_turns_it_about_its_middle_and_back(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.editor.selection.ids = (2, 3)
    before = [(spec.x, spec.y) for spec in hands.editor.selection.parts]
    for _ in range(24):
        hands.operations.turn(15.0)
    after = [(spec.x, spec.y) for spec in hands.editor.selection.parts]
    # Positions are kept to a tenth of a millimetre, 24 times.
    assert all(math.dist(a, b) < 0.0024 for a, b in zip(after, before, strict=True))
    assert all(abs(spec.angle) < 1e-9 for spec in hands.editor.selection.parts)


def test_arrow_keys_nudge_and_many_nudges_are_one_step(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.click((1.0, 0.25))
    for _ in range(5):
        hands.editor.nudge(0.001, 0.0)
    hands.editor.nudge(0.0, 0.01)
    assert hands.part(2).x == 1.0
    hands.editor.settle()
    assert (hands.part(2).x, hands.part(2).y) == (1.005, 0.26)
    assert hands.commands_in_file() == ["move"]


def test_flip_mirrors_and_says_why_not(hands: Hands) -> None:
    b = workshop()
    b.part("ramp", 1.0, 1.5)  # 4
    hands.open(b.design())
    hands.editor.selection.ids = (4,)
    hands.operations.flip()
    assert hands.part(4).flip
    hands.editor.selection.ids = (2,)
    hands.operations.flip()
    assert hands.notes[-1].text == "Part 2 (Crate) can't be flipped."
    assert hands.commands_in_file() == ["move"]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from([name for name, kind in KINDS.items() if kind.resizes]),
    angle=st.floats(-3, 3),
    flip=st.booleans(),
    longer=st.floats(-0.3, 0.6),
    side=st.sampled_from([1, -1]),
    data=st.data(),
)
def test_resizing_leaves_the_opposite_edge_where_it_is(
    hands: Hands, kind: str, angle: float, flip: bool, longer: float, side: int, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(KINDS[kind].resizes))
    turns, flips = KINDS[kind].turns, KINDS[kind].flips
    spec = PartSpec(1, kind, 2.0, 1.0, angle if turns else 0.0, flip and flips)
    hands.open(Design(parts=(spec,)))
    hands.editor.selection.ids = (1,)
    axis = handles.stretch_of(kind, name).axis
    start = hands.handle("size", name, side)
    way = (side * longer, 0.0) if axis == 0 else (0.0, side * longer)
    dx, dy = place(pose_of(spec)._replace(x=0.0, y=0.0), way)
    hands.drag(start, (start[0] + dx / 2, start[1] + dy / 2), (start[0] + dx, start[1] + dy))

    def edge(part: PartSpec) -> Point:
        box = picking.local_box(part)
        low_or_high = box[axis] if side > 0 else box[axis + 2]
        return place(pose_of(part), (low_or_high, 0.0) if axis == 0 else (0.0, low_or_high))

    assert math.dist(edge(hands.part(1)), edge(spec)) < 1e-6
    if hands.part(1) != spec:
        assert hands.commands_in_file() == ["resize"]


def test_a_thin_part_is_still_moved_by_its_middle(hands: Hands) -> None:
    hands.open(Design(parts=(PartSpec(1, "bar", 1.0, 1.0),)))
    hands.editor.selection.ids = (1,)
    hands.drag((1.0, 1.0), (1.5, 1.3))
    assert hands.commands_in_file() == ["move"]
    assert (hands.part(1).x, hands.part(1).y) == (1.5, 1.3)


# -- deleting, copying


def test_delete_takes_links_along_and_undo_brings_all_back(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.link("rope", 3, "middle", 4, "hook")
    before = b.design()
    hands.open(before)
    hands.editor.selection.ids = (3, 4)
    assert hands.operations.delete()
    assert [spec.id for spec in hands.design.parts] == [1, 2]
    assert hands.editor.selection.ids == ()
    hands.operations.undo()
    assert (hands.design.parts, hands.design.links) == (before.parts, before.links)


def test_what_a_goal_is_about_is_not_deleted_and_nothing_of_the_group_is(hands: Hands) -> None:
    goal = Goal("Lies low", Inside(3, 0.0, 0.0, 4.0, 0.3))
    hands.open(replace(workshop().design(), goals=(goal,)))
    hands.editor.selection.ids = (2, 3)
    assert not hands.operations.delete()
    assert "Lies low" in hands.notes[-1].text
    assert len(hands.design.parts) == 3


def test_dropping_a_part_on_the_palette_takes_it_out(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.press((2.0, 1.0))
    hands.point((1.0, 1.0))
    assert hands.editor.put_back()
    assert 3 not in hands.design.part_by_id
    assert hands.commands_in_file() == ["delete"]


# -- what belongs to a level


def test_what_belongs_to_a_level_does_not_move_and_the_preview_says_why(hands: Hands) -> None:
    design = workshop().design()
    fixed = tuple(replace(spec, fixed=True) for spec in design.parts)
    hands.open(replace(design, parts=fixed, stock={"domino": 2}))
    hands.press((2.0, 1.0))
    hands.point((3.0, 1.0))
    preview = hands.editor.preview
    assert preview.parts[0].x == 3.0  # it shows where it would go
    assert "belongs to the level" in preview.why_not
    hands.release((3.0, 1.0))
    assert hands.part(3).x == 2.0
    assert hands.commands_in_file() == []
    assert hands.editor.handles(OFF) == []


# -- values from a panel


def test_a_slider_previews_and_then_is_one_command(hands: Hands) -> None:
    from sandbox.commands.commands import Configure

    hands.open(workshop().design())
    hands.editor.selection.ids = (1,)
    for width in (3.0, 2.5, 2.0):
        hands.editor.adjust(Configure(1, "width", width))
        assert hands.editor.preview.parts[0].props["width"] == width
        assert hands.part(1).props["width"] == 4.0
    hands.editor.settle()
    assert hands.part(1).props["width"] == 2.0
    assert hands.commands_in_file() == ["configure"]


# -- the protocol of gestures


class Stamp(Gesture):
    """A gesture that the editor has never seen: each click stamps a crate, Enter ends it, and a key may refuse."""

    at = (0.0, 0.0)

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self.at = to

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        return Outcome(self, ends=True)

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        return self.stay()

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        return {"enter": END, "backspace": DROP, "x": self.stay("stamps have no x")}.get(name)

    def edits(self) -> tuple[SingleEdit, ...]:
        return (Place("crate", *self.at),)

    def selects(self, design: Design) -> tuple[int, ...]:
        return (design.next_id,)


def test_the_editor_needs_to_know_no_gesture_by_name(hands: Hands) -> None:
    hands.open(playground())
    hands.editor.gesture = stamp = Stamp()
    hands.click((1.0, 1.5))
    hands.click((2.0, 1.5))
    assert hands.editor.gesture is stamp, "it stays in hand"
    assert hands.key("x")
    assert hands.notes[-1].text == "Stamps have no x."
    assert not hands.key("q"), "a key that means nothing to it goes on to the actions"
    assert hands.key("enter")
    assert hands.editor.gesture is None
    assert [(spec.x, spec.y) for spec in hands.design.parts[-3:]] == [(1.0, 1.5), (2.0, 1.5), (2.0, 1.5)]
    assert hands.editor.selection.ids == (hands.design.parts[-1].id,)
    hands.editor.gesture = Stamp()
    assert hands.key("backspace")
    assert hands.editor.gesture is None
    assert hands.commands_in_file() == ["place"] * 3


# -- while the machine runs


@pytest.mark.parametrize(
    "edit",
    [
        lambda hands: hands.toolbox.arm("crate", held_down=False),
        lambda hands: hands.operations.delete(),
        lambda hands: hands.operations.duplicate(),
        lambda hands: hands.operations.turn(15.0),
        lambda hands: hands.editor.nudge(0.1, 0.0),
        lambda hands: hands.operations.undo(),
        lambda hands: hands.toolbox.draw_link("rope"),
    ],
)
def test_editing_while_it_runs_offers_to_stop(hands: Hands, edit: Callable[[Hands], object]) -> None:
    hands.open(playground())
    hands.editor.selection.ids = (2,)
    hands.workspace.control.run()
    edit(hands)
    assert hands.notes[-1] == Notice("The machine is running; stop it to edit.", "refused", "stop")
    assert hands.commands_in_file() == ["start"]


# -- never a surprise


GESTURES = st.lists(
    st.tuples(
        st.sampled_from(["click", "drag", "arm", "turn", "flip", "nudge", "delete", "copy", "paste", "duplicate",
                         "undo", "redo", "link", "run", "stop", "escape", "tab"]),
        st.floats(0.0, 4.0), st.floats(0.0, 2.2), st.floats(0.0, 4.0), st.floats(0.0, 2.2),
        st.sampled_from([Modifiers(), SHIFT, ALT, CTRL]),
    ),
    max_size=25,
)  # fmt: skip


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GESTURES)
def test_any_gestures_at_all_leave_a_design_that_undo_takes_back(hands: Hands, gestures: list[tuple]) -> None:  # type: ignore[type-arg]
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.part("button", 3.0, 0.136)
    first = b.design()
    hands.open(first)
    editor, operations, toolbox = hands.editor, hands.operations, hands.toolbox
    for what, x0, y0, x1, y1, held in gestures:
        acts: dict[str, Callable[[], object]] = {
            "click": lambda: hands.click((x0, y0), held),  # noqa: B023
            "drag": lambda: hands.drag((x0, y0), ((x0 + x1) / 2, y0), (x1, y1), held=held),  # noqa: B023
            "arm": lambda: toolbox.arm("crate", False),
            "turn": lambda: operations.turn(15.0),
            "flip": operations.flip,
            "nudge": lambda: editor.nudge(0.01, 0.0),
            "delete": operations.delete,
            "copy": operations.copy,
            "paste": operations.paste,
            "duplicate": operations.duplicate,
            "undo": operations.undo,
            "redo": operations.redo,
            "link": lambda: toolbox.draw_link("rope"),
            "run": hands.workspace.control.run,
            "stop": hands.workspace.control.stop,
            "escape": editor.cancel,
            "tab": lambda: operations.select_next(1),
        }
        acts[what]()
        if what in ("run", "stop"):
            editor.run_changed()
        hands.workspace.gate.advance(1)
        assert {spec.id for spec in editor.selection.parts} <= hands.design.part_by_id.keys()
    if hands.workspace.document.session.running:
        hands.workspace.control.stop()
    editor.cancel()
    steps = 0
    while hands.workspace.document.session.can_undo():
        operations.undo()
        steps += 1
    assert (hands.design.parts, hands.design.links) == (first.parts, first.links)
    assert steps <= len(gestures)  # no gesture is ever more than one step


# -- the geometry behind it


def test_what_is_dragged_onto_a_floor_is_not_pulled_flush_into_it() -> None:
    specs = [PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}), PartSpec(2, "basket", 1.0, 0.3)]
    scene = GestureContext(fit(Design(parts=tuple(specs), next_id=3)), Snaps(), 0.05, ())
    floor, basket = scene.neighbours()
    assert floor.solid and not basket.solid, "what has a hollow takes things in"
    plate = picking.box_of(PartSpec(3, "pressure_plate", 0.0, 0.0))
    for low in (0.11, 0.1, 0.09, 0.08):  # where its lower edge is: the floor's top is at 0.1, and the plate 0.03 high
        snap = snapping.shift((0.0, 0.0), plate, (2.03, low - plate.y0), [floor], 0.05, Snaps())
        assert plate.y0 + snap.dy == pytest.approx(0.1), low
    pulled = snapping.shift((0.0, 0.0), plate, (2.03, 0.08 - plate.y0), [floor._replace(solid=False)], 0.05, Snaps())
    assert plate.y1 + pulled.dy == pytest.approx(0.1)


def test_edges_pull_before_the_grid_does() -> None:
    floor = Neighbour(picking.box_of(PartSpec(1, "floor", 0.0, 0.0)), "floor 1")
    ball = PartSpec(2, "bowling_ball", 0.0, 0.0)
    found = snapping.shift((0.0, 0.0), picking.box_of(ball), (0.123, 0.17), [floor], 0.02, Snaps())
    assert found.dy == pytest.approx(0.05 + 0.109)  # on the floor
    assert found.dx == pytest.approx(0.1)  # on the grid
    assert [line.text for line in found.guides] == ["top of floor 1", "grid"]
    far = snapping.shift((0.0, 0.0), picking.box_of(ball), (0.123, 1.37), [floor], 0.02, Snaps())
    assert (far.dx, far.dy) == pytest.approx((0.1, 1.35))
    assert [line.text for line in far.guides] == ["grid", ""]  # one arm for each axis, and one word
    free = snapping.shift((0.0, 0.0), picking.box_of(ball), (0.12345678, 0.17), [floor], 0.02, NO_SNAPS)
    assert (free.dx, free.dy) == pytest.approx((0.1235, 0.17))
    assert free.guides == ()
    ruled = snapping.shift((0.0, 0.0), picking.box_of(ball), (0.123, 0.17), [floor], 0.02, Snaps(edges=False))
    assert (ruled.dx, ruled.dy) == pytest.approx((0.1, 0.15))
    drawn = snapping.shift((0.0, 0.0), picking.box_of(ball), (0.123, 0.17), [floor], 0.02, Snaps(grid=False))
    assert (drawn.dx, drawn.dy) == pytest.approx((0.123, 0.159))


def test_what_is_only_drawn_pulls_nothing_that_a_player_places() -> None:
    plant = PartSpec(2, "scenery", 1.0, 1.0, fixed=True)
    level = fit(Design(parts=(PartSpec(1, "floor", 0.0, 0.0, fixed=True), plant), next_id=3, stock={"crate": 1}))

    def titles(design: Design) -> list[str]:
        return [neighbour.title for neighbour in GestureContext(design).neighbours()]

    assert titles(level) == ["floor 1"]
    assert titles(replace(level, author=True)) == ["floor 1", "scenery 2"], "authors line it up"
    assert titles(replace(level, stock=None)) == ["floor 1", "scenery 2"]


def test_middles_pull_and_the_guide_goes_through_both() -> None:
    wide = Neighbour(Box(1.0, 0.0, 2.03, 0.3), "conveyor 7")  # its middle, 1.515, is on no line of the grid
    ball = Box(-0.1, -0.1, 0.1, 0.1)
    found = snapping.shift((0.0, 0.0), ball, (1.508, 0.5), [wide], 0.02, Snaps())
    assert found.dx == pytest.approx(1.515)
    assert found.dy == pytest.approx(0.5)
    guide = found.guides[0]
    assert (guide.x0, guide.x1, guide.text) == pytest.approx((1.515, 1.515, "middle of conveyor 7"))
    assert (guide.y0, guide.y1) == pytest.approx((0.0, 0.6)), "over both"
    level = snapping.shift((0.0, 0.0), ball, (2.3, 0.158), [wide], 0.02, Snaps())
    assert level.dy == pytest.approx(0.15) and level.guides[0].text == "middle of conveyor 7"
    assert snapping.shift((0.0, 0.0), ball, (1.49, 0.5), [wide], 0.02, Snaps()).dx == pytest.approx(1.5), "too far"
    off = snapping.shift((0.0, 0.0), ball, (1.508, 0.5), [wide], 0.02, Snaps(edges=False))
    assert off.dx == pytest.approx(1.5), "middles have the switch of the edges"


def test_of_an_edge_and_a_middle_the_nearer_pulls_and_the_edge_if_both_fit() -> None:
    ball, same = Box(-0.1, -0.1, 0.1, 0.1), Neighbour(Box(0.9, 0.0, 1.1, 0.2), "crate 2")
    both = snapping.shift((0.0, 0.0), ball, (1.01, 0.5), [same], 0.02, Snaps())
    assert both.dx == pytest.approx(1.0) and "middle" not in both.guides[0].text
    near = Neighbour(Box(0.915, 0.0, 1.105, 0.2), "crate 2")  # its left edge is 5 mm from the ball's, its middle 0
    middle = snapping.shift((0.0, 0.0), ball, (1.011, 0.5), [near], 0.02, Snaps())
    assert (middle.dx, middle.guides[0].text) == (pytest.approx(1.01), "middle of crate 2")


def test_a_ball_is_dragged_over_the_middle_of_a_block(hands: Hands) -> None:
    b = workshop()
    b.part("fixed_block", 2.513, 0.6, width=0.31, height=0.1)  # 4
    hands.open(b.design())
    hands.drag((2.0, 1.0), (2.3, 1.0), (2.5, 1.0))
    assert hands.part(3).x == pytest.approx(2.513)


def test_a_gear_comes_to_rest_where_it_meshes() -> None:
    small, large = snapping.Rim(0.0, 0.0, 0.06), snapping.Rim(0.48, 0.0, 0.18)
    between = snapping.mesh((0.0, 0.0), (0.187, 0.011), 0.12, [small, large], 0.02)
    assert between is not None
    assert (between.dx, between.dy) == pytest.approx((0.18, 0.0))  # with both
    assert len(between.guides) == 2
    aslant = snapping.mesh((0.0, 0.0), (0.179, 0.05), 0.12, [small, large], 0.02)  # near one of them, 5 cm from both
    assert aslant is not None and len(aslant.guides) == 2
    away = snapping.mesh((0.0, 0.0), (0.17, 0.08), 0.12, [small, large], 0.02)
    assert away is not None and len(away.guides) == 1
    beside = snapping.mesh((0.0, 0.0), (0.0, 0.19), 0.12, [small, large], 0.02)
    assert beside is not None
    assert (beside.dx, beside.dy) == pytest.approx((0.0, 0.18))  # with the one that is near
    assert len(beside.guides) == 1
    assert snapping.mesh((0.0, 0.0), (0.0, 0.21), 0.12, [small, large], 0.02) is None


def test_gears_are_placed_and_moved_into_mesh(hands: Hands) -> None:
    b = Builder()
    motor = b.part("motor", 0.52, 1.7)
    b.part("gear", 1.0, 1.7, size="large")
    b.part("fixed_block", 0.28, 1.49, width=0.56, height=0.2)  # with edges that would pull it elsewhere
    hands.open(b.design())
    assert hands.toolbox.arm("gear", held_down=False)
    hands.click((0.71, 1.712))
    hands.editor.cancel()
    placed = hands.part(4)
    assert (placed.x, placed.y) == pytest.approx((0.7, 1.7))
    hands.drag((0.7, 1.7), (1.5, 1.5))
    hands.drag((1.5, 1.5), (0.52, 1.892))
    moved = hands.part(4)
    assert math.dist((moved.x, moved.y), (hands.part(motor).x, hands.part(motor).y)) == pytest.approx(0.18, abs=2e-4)
    hands.drag((moved.x, moved.y), (moved.x + 0.017, moved.y + 0.003), held=ALT)
    assert hands.part(4).x == pytest.approx(moved.x + 0.017)  # Alt suspends it


@given(st.floats(-2000.0, 2000.0))
def test_angles_stay_within_a_turn(degrees: float) -> None:
    angle = snapping.radians(degrees)
    assert -math.pi < angle <= math.pi
    assert math.remainder(math.degrees(angle) - degrees, 360.0) == pytest.approx(0.0, abs=1e-9)


# -- the places of hints


def test_what_is_moved_near_the_place_of_a_hint_snaps_to_it_unless_alt_is_held(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.editor.places = (PartSpec(99, "crate", 3.013, 1.207, 0.5), PartSpec(98, "domino", 1.5, 1.5))
    near = (3.013 + 2.0 * REACH, 1.207)
    hands.drag((1.0, 0.25), (2.0, 1.0), near)
    crate = hands.part(2)
    assert (crate.x, crate.y, crate.angle) == (3.013, 1.207, 0.5)
    hands.operations.undo()
    hands.drag((1.0, 0.25), (2.0, 1.0), near, held=ALT)
    assert hands.part(2).x == pytest.approx(near[0]), "Alt suspends it"
    hands.operations.undo()
    hands.drag((1.0, 0.25), (1.5, 1.4), (1.53, 1.46))
    assert (hands.part(2).x, hands.part(2).y) != (1.5, 1.5), "that is a place for a domino"


def test_of_several_the_one_that_is_held_goes_to_the_hint_and_none_is_turned(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.editor.places = (PartSpec(99, "crate", 3.013, 1.207, 0.5),)
    hands.editor.selection.ids = (2, 3)
    hands.drag((1.0, 0.25), (2.0, 1.0), (3.02, 1.2))
    crate, ball = hands.part(2), hands.part(3)
    assert (crate.x, crate.y, crate.angle) == (3.013, 1.207, 0.0)
    assert (ball.x - crate.x, ball.y - crate.y) == pytest.approx((1.0, 0.75))
