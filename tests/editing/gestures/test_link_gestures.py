"""Drawing links, by mouse and by key, with the editor on a real workspace. Metres and radians."""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandbox.design.design import Design, StockItem
from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.editing.gestures.gesture import Preview
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Pick
from sandbox.parts import LINKS
from tests.contraptions import Builder
from tests.hands import Hands, hands, workshop

__all__ = ["hands"]  # a fixture


def test_a_link_is_dragged_from_a_port_to_a_port(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)  # 4
    hands.open(b.design())
    hands.editor.selection.ids = (3,)
    start, end = hands.tap(3, "middle"), hands.port(4, "hook")
    hands.point(start)
    assert hands.editor.hover == Pick("port", 3, "middle")
    hands.press(start)
    hands.point((2.5, 1.5))
    preview = hands.editor.preview
    assert preview.wire is not None
    assert {plug.socket.end.part for plug in preview.plugs if not plug.why_not} == {2, 4}
    hands.point((end[0] + 0.03, end[1]))  # near is enough
    hands.release((end[0] + 0.03, end[1]))
    (link,) = hands.design.links
    assert (link.kind, link.a.part, link.b.part) == ("rope", 3, 4)
    assert hands.editor.selection.ids == (link.id,)


def test_dragging_the_middle_of_a_part_moves_it_though_a_port_is_there(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.editor.selection.ids = (3,)
    hands.drag((2.0, 1.0), (3.0, 1.0))
    assert hands.part(3).x == 3.0
    assert hands.commands_in_file() == ["move"]


def test_an_illegal_end_says_why_and_joins_nothing(hands: Hands) -> None:
    b = workshop()
    button = b.part("button", 3.0, 0.2)
    hands.open(b.design())
    hands.editor.selection.ids = (button,)
    hands.drag(hands.tap(button, "signal"), (2.5, 0.6), hands.port(3, "middle"))
    assert hands.design.links == ()
    assert hands.notes[-1].text == "A wire joins a signal out and a signal in port, not a signal out and a rope port."


def test_while_a_link_is_drawn_every_port_says_at_once_whether_it_takes_it(hands: Hands) -> None:
    b = workshop()
    button = b.part("button", 3.0, 0.2)  # 4
    bar = b.part("bar", 3.0, 1.5)  # 5: with a port at each end
    hands.open(b.design())
    hands.editor.selection.ids = (bar,)
    start = hands.tap(bar, "left")
    hands.point(start)
    hands.press(start)
    hands.point((2.5, 1.0))
    preview = hands.editor.preview
    why = {(plug.socket.end.part, plug.socket.end.port): plug.why_not for plug in preview.plugs}
    assert why[3, "middle"] == ""
    assert why[bar, "right"] == "a rope needs two different parts"
    assert "joins two rope ports, not a rope and a signal out port" in why[button, "signal"]
    assert (bar, "left") not in why, "where it begins"
    assert preview.why_not == "", "nothing is pointed at"
    hands.point(hands.port(bar, "right"))
    assert hands.editor.preview.why_not == "a rope needs two different parts"


def fixed_workshop(stock: dict[str, int | StockItem]) -> Design:
    """A puzzle in which all is the level's own: an anchor 4, a button 5, a lamp 6."""
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.part("button", 3.0, 0.2)
    b.part("lamp", 1.0, 1.5)
    design = b.design()
    return replace(design, parts=tuple(replace(spec, fixed=True) for spec in design.parts), stock=stock)


def test_from_a_part_of_the_level_one_drags_the_link_that_the_stock_has(hands: Hands) -> None:
    hands.open(fixed_workshop({"wire": 1}))
    hands.drag((3.0, 0.19), (2.0, 1.0), (1.0, 1.5))  # from body to body
    (link,) = hands.design.links
    assert (link.kind, link.a.part, link.b.part) == ("wire", 5, 6)
    hands.drag((3.0, 0.19), (2.0, 1.0), (1.0, 1.5))
    assert len(hands.design.links) == 1
    assert hands.notes[-1].text == "Part 5 (Push button) belongs to the level and can't be changed."


def test_out_of_a_port_comes_the_kind_of_link_that_is_left(hands: Hands) -> None:
    hands.open(fixed_workshop({"spring": 1}))
    hands.editor.selection.ids = (3,)
    hands.drag(hands.tap(3, "middle"), (2.5, 1.5), hands.port(4, "hook"))
    assert [link.kind for link in hands.design.links] == ["spring"]


def test_a_link_that_is_let_go_nowhere_says_so(hands: Hands) -> None:
    hands.open(fixed_workshop({"wire": 1}))
    hands.drag((3.0, 0.19), (2.0, 1.0), (2.5, 1.6))
    assert hands.design.links == ()
    assert hands.notes[-1].text == "The wire was let go where no port is; let go at a dot."


def test_a_link_that_is_let_go_just_beside_a_port_stays_in_hand(hands: Hands) -> None:
    hands.open(fixed_workshop({"wire": 1}))
    hands.drag((3.0, 0.19), (2.0, 1.0), (1.18, 1.5))
    assert hands.design.links == ()
    assert hands.notes[-1].text == "The wire has just missed a port: click the dot; Esc drops it."
    hands.click((1.0, 1.5))
    assert [link.b.part for link in hands.design.links] == [6]


def test_a_click_where_no_port_is_says_so_and_the_link_stays_in_hand(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)  # 4
    hands.open(b.design())
    nothing = (3.7, 1.9)
    assert hands.toolbox.draw_link("rope")
    hands.click(nothing)
    assert hands.notes[-1].text.startswith("No rope can begin here: click a dot")
    hands.click(hands.port(3, "middle"))
    hands.click(nothing)
    assert hands.notes[-1].text == "The rope can't end here: click a dot, or the part around one; Esc drops it."
    hands.click(hands.port(4, "hook"))
    assert [link.b.part for link in hands.design.links] == [4]


def test_a_link_out_of_the_palette_marks_the_ports_where_it_cannot_begin(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)  # 4
    button = b.part("button", 3.0, 0.2)  # 5
    hands.open(b.design())
    assert hands.toolbox.draw_link("rope")
    refused = [plug.socket.end.part for plug in hands.editor.preview.plugs if plug.why_not]
    assert refused == [button]
    hands.click(hands.port(button, "signal"))
    assert hands.notes[-1].text == "A rope joins rope ports, and this is a signal out port."
    assert hands.editor.armed == "rope", "it stays in hand"
    hands.click(hands.port(3, "middle"))
    hands.click(hands.port(button, "signal"))
    assert "not a rope and a signal out port" in hands.notes[-1].text
    hands.click(hands.port(4, "hook"))
    assert [link.b.part for link in hands.design.links] == [4]


def test_keys_come_to_the_ports_that_refuse_after_all_others(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)  # 4
    button = b.part("button", 1.9, 0.5)  # 5: the nearest
    hands.open(b.design())
    hands.editor.selection.ids = (3,)
    hands.toolbox.begin_link_here()
    reached = []
    for _ in hands.editor.preview.plugs:
        preview = hands.editor.preview
        reached.append(next(plug for plug in preview.plugs if (plug.socket.x, plug.socket.y) == preview.chosen))
        hands.key("tab")
    assert [bool(plug.why_not) for plug in reached] == sorted(bool(plug.why_not) for plug in reached)
    assert len({plug.socket.end for plug in reached}) == len(reached)
    hands.key("left")
    assert hands.editor.preview.why_not == reached[-1].why_not != ""
    hands.key("enter")
    assert reached[-1].socket.end.part == button
    assert hands.editor.preview.wire is not None, "it is still in hand"
    assert hands.design.links == ()
    assert "not a rope and a signal out port" in hands.notes[-1].text


def test_a_link_can_be_clicked_together(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    hands.open(b.design())
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(3, "middle"))
    hands.point((2.4, 1.6))
    assert hands.editor.preview.wire is not None
    hands.click(hands.port(4, "hook"))
    assert [link.kind for link in hands.design.links] == ["rope"]


def roped() -> Builder:
    """A weight, and an anchor to which a rope can be drawn over two pulleys."""
    b = workshop()
    b.part("anchor", 3.5, 1.0)  # 4
    b.part("pulley", 2.2, 2.0)  # 5
    b.part("pulley", 3.0, 2.0)  # 6
    return b


def draw_over(hands: Hands, *way: Point) -> Preview:
    """Draw a rope from the ball, through these points; what is shown then."""
    hands.editor.selection.ids = (3,)
    start = hands.tap(3, "middle")
    hands.point(start)
    hands.press(start)
    for at in way:
        hands.point(at)
    return hands.editor.preview


def test_a_rope_is_laid_over_the_pulleys_that_it_is_drawn_across(hands: Hands) -> None:
    hands.open(roped().design())
    end = hands.port(4, "hook")
    preview = draw_over(hands, (2.2, 1.99), (2.6, 2.3), (3.0, 2.01), end)
    assert preview.wire is not None and [wheel.part for wheel in preview.wire.over] == [5, 6]
    assert preview.why_not == ""
    hands.release(end)
    (link,) = hands.design.links
    assert (link.a.part, link.via, link.b.part) == (3, (5, 6), 4)
    assert hands.commands_in_file() == ["connect"]


def test_without_the_button_a_rope_is_laid_only_over_pulleys_that_are_clicked(hands: Hands) -> None:
    hands.open(roped().design())
    end = hands.port(4, "hook")
    hands.editor.selection.ids = (3,)
    hands.click(hands.tap(3, "middle"))
    for at in ((2.2, 1.99), (2.6, 2.3), (3.0, 2.01), end):  # past both pulleys, to the hook
        hands.point(at)
    wire = hands.editor.preview.wire
    assert wire is not None and wire.over == ()
    hands.click((3.0, 2.01))
    hands.click(end)
    (link,) = hands.design.links
    assert link.via == (6,)


def test_a_rope_from_the_palette_that_is_dragged_is_laid_over_what_it_crosses(hands: Hands) -> None:
    hands.open(roped().design())
    start, end = hands.port(3, "middle"), hands.port(4, "hook")
    assert hands.toolbox.draw_link("rope")
    hands.press(start)
    for at in ((2.2, 1.99), (2.6, 2.3), end):
        hands.point(at)
    hands.release(end)
    (link,) = hands.design.links
    assert link.via == (5,)


def test_a_fast_pointer_misses_no_pulley_and_takes_them_in_its_order(hands: Hands) -> None:
    hands.open(roped().design())
    preview = draw_over(hands, (3.8, 2.0), (1.8, 2.0))
    assert preview.wire is not None and [wheel.part for wheel in preview.wire.over] == [6, 5]


def test_a_pulley_beside_the_pointers_way_is_left_alone(hands: Hands) -> None:
    hands.open(roped().design())
    preview = draw_over(hands, (2.2, 1.9), (3.0, 2.1))
    assert preview.wire is not None and preview.wire.over == ()


def test_crossing_the_last_pulley_again_takes_the_rope_off(hands: Hands) -> None:
    hands.open(roped().design())
    preview = draw_over(hands, (2.2, 2.0), (2.6, 2.2), (3.0, 2.0), (3.0, 1.98), (2.6, 2.2), (3.0, 2.0), (2.6, 2.2))
    assert preview.wire is not None and [wheel.part for wheel in preview.wire.over] == [5]


def test_a_rope_may_end_at_the_pulley_that_it_came_to_last(hands: Hands) -> None:
    b = roped()
    b.part("pulley_block", 2.6, 1.2)  # 7: its axle is in the middle of its wheel
    hands.open(b.design())
    end = hands.port(7, "axle")
    draw_over(hands, (2.2, 2.0), (2.6, 1.8), end)
    hands.release(end)
    (link,) = hands.design.links
    assert (link.via, link.b.part) == ((5,), 7)


def test_a_click_on_a_pulley_leads_the_rope_over_it_and_a_click_on_its_hook_ties_it_there(hands: Hands) -> None:
    hands.open(roped().design())
    cases: tuple[tuple[Point, str, tuple[int, ...]], ...] = (
        ((2.2, 1.94), "leads it over the pulley", ()),
        (hands.port(5, "hook"), "ends at: hook", (5,)),
    )
    for spot, says, ends_at in cases:
        assert hands.toolbox.draw_link("rope")
        hands.click(hands.port(3, "middle"))
        hands.point(spot)
        preview = hands.editor.preview
        assert says in preview.says and (preview.wheel is None) == bool(ends_at)
        hands.click(spot)
        assert tuple(link.b.part for link in hands.design.links) == ends_at
        hands.click(hands.port(4, "hook"))
        hands.editor.cancel()
        if not ends_at:
            (link,) = hands.design.links
            assert (link.via, link.b.part) == ((5,), 4)
            hands.operations.delete()


def test_a_click_in_the_middle_of_a_wheel_leads_over_it_and_with_shift_ties_the_rope_to_its_axle(hands: Hands) -> None:
    b = roped()
    b.part("pulley_block", 2.6, 1.2)  # 7: its axle is in the middle of its wheel
    hands.open(b.design())
    axle = hands.port(7, "axle")
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(3, "middle"))
    hands.point(axle)
    assert hands.editor.preview.says == "click leads it over the pulley, Shift+click ties it to its axle"
    hands.click(axle)
    assert hands.design.links == ()
    hands.click(axle)  # off again
    hands.point(axle, Modifiers(shift=True))
    assert "ends at: axle" in hands.editor.preview.says
    hands.click(axle, Modifiers(shift=True))
    (link,) = hands.design.links
    assert (link.via, link.b.part, link.b.port) == ((), 7, "axle")


def test_a_click_on_a_drum_ties_the_rope_to_it_and_with_shift_leads_it_over(hands: Hands) -> None:
    b = roped()
    b.part("winch", 3.4, 1.6)  # 7
    hands.open(b.design())
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(3, "middle"))
    hands.point((3.4 + 0.03, 1.6))
    preview = hands.editor.preview
    assert preview.wheel is None and "ends at: rope" in preview.says
    assert [wheel.part for wheel in preview.wheels] == [5, 6], "these are marked: a click leads the rope over them"
    hands.point((3.4 + 0.03, 1.6), Modifiers(shift=True))
    preview = hands.editor.preview
    assert preview.wheel is not None and preview.wheel.part == 7
    assert preview.says == "Shift+click leads it over the drum, click ties it to its rope"
    hands.point((3.4 + 0.03, 1.6))
    hands.click((3.4 + 0.03, 1.6))
    (link,) = hands.design.links
    assert (link.via, link.b.part, link.b.port) == ((), 7, "rope")


def test_a_rope_that_is_drawn_across_a_drum_is_not_led_over_it(hands: Hands) -> None:
    b = roped()
    b.part("winch", 2.6, 1.2)  # 7
    hands.open(b.design())
    preview = draw_over(hands, (2.4, 1.2), (2.8, 1.2))
    assert preview.wire is not None and preview.wire.over == ()


def test_no_port_is_tapped_for_which_the_level_has_no_link(hands: Hands) -> None:
    design = replace(roped().design(), stock={"crate": 1})
    for stock, types in (({"crate": 1}, set()), ({"crate": 1, "rope": 1}, set(LINKS["rope"].ends))):
        assert picking.port_types(replace(design, stock=stock)) == types
        spec = design.part_by_id[4]
        assert bool(picking.taps(spec, 0.02, types)) == bool(types)
        (tap, *_) = picking.taps(spec, 0.02)
        target = picking.target_at(replace(design, stock=stock), (tap.x, tap.y), 0.005, (), (spec,), 0.02)
        assert (target.what == "port") == bool(types)
    assert picking.port_types(replace(design, stock=None)) == {end for kind in LINKS.values() for end in kind.ends}


def test_a_rope_stays_on_a_pulley_that_was_clicked_until_it_is_clicked_again(hands: Hands) -> None:
    hands.open(roped().design())
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(3, "middle"))
    hands.click((2.2, 2.0))
    for at in ((2.6, 2.2), (2.2, 2.0), (2.6, 2.2)):
        hands.point(at)
    wire = hands.editor.preview.wire
    assert wire is not None and [wheel.part for wheel in wire.over] == [5]
    hands.point((2.2, 2.0))
    assert "takes it off" in hands.editor.preview.says
    hands.click((2.2, 2.0))
    hands.point((2.6, 2.2))
    wire = hands.editor.preview.wire
    assert wire is not None and wire.over == ()


def test_a_rope_let_go_over_a_pulley_goes_on_with_a_click(hands: Hands) -> None:
    hands.open(roped().design())
    draw_over(hands, (2.2, 1.95))
    hands.release((2.2, 1.95))
    assert hands.design.links == ()
    hands.click(hands.port(4, "hook"))
    assert [(link.via, link.b.part) for link in hands.design.links] == [((5,), 4)]


def test_no_wire_is_laid_over_a_pulley(hands: Hands) -> None:
    b = workshop()
    b.part("button", 3.0, 0.2)  # 4
    b.part("pulley", 2.2, 2.0)  # 5
    hands.open(b.design())
    hands.editor.selection.ids = (4,)
    tap = hands.tap(4, "signal")
    hands.point(tap)
    hands.press(tap)
    hands.point((2.2, 2.0))
    wire = hands.editor.preview.wire
    assert wire is not None and wire.over == ()


def test_a_rope_over_pulleys_is_selected_on_any_of_its_pieces_and_moves_with_them(hands: Hands) -> None:
    b = roped()
    b.link("rope", 3, "middle", 4, "hook", slack=0.1)
    b.links[-1] = replace(b.links[-1], via=(5, 6))
    hands.open(b.design())
    (link,) = hands.design.links
    for at in ((2.6, 2.04), (2.12, 1.6), (3.28, 1.5)):
        hands.operations.select_none()
        near = min(picking.cord(hands.design, link), key=lambda point: math.dist(point, at))
        assert math.dist(near, at) < 0.15
        hands.click(near)
        assert hands.editor.selection.link == link
    before = picking.cord(hands.design, link)
    hands.drag((2.16, 2.02), (2.0, 2.3))  # a pulley, beside its bracket
    assert hands.part(5).y > 2.1
    assert picking.cord(hands.design, hands.design.links[0]) != before


def test_a_rope_over_pulleys_is_copied_with_all_of_them_only(hands: Hands) -> None:
    b = roped()
    b.link("rope", 3, "middle", 4, "hook")
    b.links[-1] = replace(b.links[-1], via=(5, 6))
    hands.open(b.design())
    for chosen, copied in (((3, 4, 5), 0), ((3, 4, 5, 6), 1)):
        hands.editor.selection.ids = chosen
        assert hands.operations.copy() and hands.operations.clip is not None
        assert len(hands.operations.clip.links) == copied


def test_a_link_is_selected_by_its_line_as_it_hangs_and_deleted(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.link("rope", 3, "middle", 4, "hook", slack=1.0)
    hands.open(b.design())
    (link,) = hands.design.links
    lowest = min(picking.cord(hands.design, link), key=lambda point: point[1])
    assert lowest[1] < 0.9  # well below the straight line
    hands.click((lowest[0] + 0.3, lowest[1]))
    assert hands.editor.selection.ids == ()
    hands.click(lowest)
    assert hands.editor.selection.link == link
    hands.operations.delete()
    assert hands.design.links == ()


# -- taking one in hand


def test_a_cable_is_drawn_from_a_socket_to_a_plug_and_no_part_leaves_its_reach(hands: Hands) -> None:
    b = workshop()
    outlet, fan, far = b.part("outlet", 1.0, 1.5), b.part("fan", 2.5, 1.5), b.part("fan", 4.6, 1.5)
    hands.open(b.design())
    hands.editor.selection.ids = (outlet,)
    hands.drag(hands.tap(outlet, "right"), (2.0, 1.0), hands.port(far, "plug"))
    assert hands.notes[-1].text == f"A power cable reaches 3 m, and from outlet {outlet} to fan {far} it is 3.47 m."
    hands.drag(hands.tap(outlet, "right"), (2.0, 1.0), hands.port(far, "signal"))
    assert "reaches 3 m" in hands.notes[-1].text, "not that its port for signals is none for cables"
    hands.drag(hands.tap(outlet, "right"), (2.0, 1.5), hands.port(3, "middle"))
    assert "a power cable joins a power out and a power in port" in hands.notes[-1].text.lower()
    hands.drag(hands.tap(outlet, "right"), (2.0, 1.0), hands.port(fan, "plug"))
    (cable,) = hands.design.links
    assert (cable.kind, cable.a.part, cable.b.part) == ("cable", outlet, fan)
    hands.editor.selection.ids = (fan,)
    hands.drag((2.5, 1.5), (4.7, 1.5))
    assert hands.part(fan).x == 2.5 and hands.notes[-1].text.startswith("A power cable reaches 3 m")


def test_parts_on_a_cable_are_moved_together_beyond_its_reach(hands: Hands) -> None:
    b = workshop()
    outlet, fan = b.part("outlet", 0.5, 1.5), b.part("fan", 1.5, 1.5)
    b.link("cable", outlet, "right", fan, "plug")
    hands.open(b.design())
    hands.editor.selection.ids = (outlet, fan)
    hands.drag((1.5, 1.5), (4.9, 1.5))
    assert [hands.part(part).x for part in (outlet, fan)] == [3.9, 4.9]
