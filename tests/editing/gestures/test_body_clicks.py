"""A link in hand is taken by every part that has a port for it, wherever on the part one clicks: all kinds of parts by
all kinds of links, begun and ended by clicks, by dragging and by keys. Metres."""

from __future__ import annotations

import math
from functools import cache

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Connect
from sandbox.design.design import Design, End, PartSpec
from sandbox.design.geometry import Point, localise
from sandbox.editing import picking
from sandbox.parts import KINDS, LINKS, blueprint, pose_of
from tests.contraptions import Builder
from tests.hands import Hands, hands

__all__ = ["hands"]  # a fixture

REACH = 7 / 120  # m: in a window 1280 wide with a level of six metres
PLACE: Point = (3.0, 2.0)
AFAR: Point = (1.0, 2.0)  # within the reach of a power cable
PORTED = [name for name in KINDS if blueprint(PartSpec(1, name, *PLACE)).ports]
# A part for each type of port, with which a link is joined to the part that is tried.
PARTNERS = {
    "rope": "crate", "shaft": "gear", "fuse": "bomb", "signal out": "button", "signal in": "bell",
    "power out": "battery", "power in": "fan",
}  # fmt: skip


def bench(kind: str, partner: str) -> Design:
    """Part 1 is the one that is tried, part 2 its partner."""
    b = Builder()
    b.part(kind, *PLACE)
    b.part(partner, *AFAR)
    return b.design()


def other_types(link: str, type_: str) -> set[str]:
    """The types of ports that a link may go to from one of a type."""
    ends = LINKS[link].ends
    return {b for a, b in (ends, ends[::-1]) if a == type_}


def by_ends() -> dict[tuple[str, str], str]:
    """A kind of link for each pair of types that are joined."""
    return {kind.ends: name for name, kind in LINKS.items()}


@cache
def spots(spec: PartSpec) -> tuple[Point, ...]:
    """Points on a part's body, in a grid, but not on a wheel that a rope would be led over."""
    box, plan, wheel = picking.box_of(spec), blueprint(spec), picking.wheel_of(spec)
    grid = (
        (box.x0 + (box.x1 - box.x0) * (i + 0.5) / 7, box.y0 + (box.y1 - box.y0) * (j + 0.5) / 7)
        for i in range(7)
        for j in range(7)
    )
    return tuple(at for at in grid if plan.distance(*localise(pose_of(spec), at)) <= 0 and wheel is None)


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hands.REACH", REACH)


@pytest.mark.parametrize("kind", PORTED)
@pytest.mark.usefixtures("near")
def test_a_click_anywhere_on_a_part_ends_a_link_at_a_port_that_takes_it(hands: Hands, kind: str) -> None:
    for type_, partner in PARTNERS.items():
        hands.open(bench(kind, partner))
        for link in LINKS:
            takes = other_types(link, type_)
            if not takes:
                continue
            fitting = {s.end for s in picking.sockets(hands.part(1)) if s.type in takes}
            start = next(s for s in picking.sockets(hands.part(2)) if s.type == type_)
            if not hands.toolbox.draw_link(link):
                assert not fitting, f"{link} from {type_}: {hands.notes[-1].text}"
                continue
            hands.click((start.x, start.y))
            for at in spots(hands.part(1)):
                hands.point(at)
                preview = hands.editor.preview
                assert hands.editor.gesture is not None
                edits = hands.editor.gesture.edits()
                ends = {End(edit.b, edit.b_port) for edit in edits if isinstance(edit, Connect)}
                if fitting:
                    assert (preview.why_not, ends <= fitting, len(ends)) == ("", True, 1), (link, type_, at)
                    assert preview.says.startswith("ends at: ")
                else:
                    assert preview.why_not, (link, type_, at)


@pytest.mark.parametrize("kind", PORTED)
@pytest.mark.usefixtures("near")
def test_two_parts_that_a_link_can_join_are_joined_by_clicks_anywhere_on_both(hands: Hands, kind: str) -> None:
    """Also where the first click is nearest to a port that the second part has none for: a timer's output, then a
    button."""
    for ends, link in by_ends().items():
        for type_ in dict.fromkeys(ends):
            design = bench(kind, PARTNERS[type_])
            partner = next(s for s in picking.sockets(design.part_by_id[2]) if s.type == type_)
            here = list(picking.sockets(design.part_by_id[1]))
            if not any(s.type in other_types(link, type_) for s in here):
                continue
            for at in spots(design.part_by_id[1])[::5]:
                if any(picking.segment_distance(at, (s.x, s.y), (s.x, s.y)) <= REACH for s in here):
                    continue  # that very port is meant
                hands.open(design)
                assert hands.toolbox.draw_link(link)
                hands.point(at)
                assert hands.editor.preview.says.startswith("begins at: "), (link, type_, at)
                hands.click(at)
                hands.click((partner.x, partner.y))
                assert [(made.kind, made.b.part) for made in hands.design.links] == [(link, 2)], (link, type_, at)


@pytest.mark.parametrize("kind", PORTED)
@pytest.mark.usefixtures("near")
def test_a_link_dragged_from_part_to_part_ends_where_it_can(hands: Hands, kind: str) -> None:
    for ends, link in by_ends().items():
        for type_ in dict.fromkeys(ends):
            design = bench(kind, PARTNERS[type_])
            partner = next(s for s in picking.sockets(design.part_by_id[2]) if s.type == type_)
            if not any(s.type in other_types(link, type_) for s in picking.sockets(design.part_by_id[1])):
                continue
            for at in spots(design.part_by_id[1])[::9]:
                hands.open(design)
                assert hands.toolbox.draw_link(link, held_down=True)
                hands.point((partner.x, partner.y))
                hands.point(at)
                hands.release(at)
                assert [made.kind for made in hands.design.links] == [link], (link, type_, at)


@pytest.mark.parametrize("kind", PORTED)
def test_by_key_a_link_begins_only_at_ports_from_which_it_goes_somewhere(hands: Hands, kind: str) -> None:
    """One enters the ports of the selected part one after the other, those that lead nowhere last."""
    for partner in PARTNERS.values():
        hands.open(bench(kind, partner))
        there = {s.type for s in picking.sockets(hands.part(2))}
        ways = [
            s for s in picking.sockets(hands.part(1))
            if any(other_types(link, s.type) & there for link in LINKS)
        ]  # fmt: skip
        hands.editor.selection.ids = (1,)
        hands.toolbox.begin_link_here()
        if not ways:
            assert hands.editor.gesture is None
            assert hands.notes[-1].tone == "refused"
            continue
        if len(ways) > 1:
            assert hands.editor.preview.chosen in [(s.x, s.y) for s in ways]
            hands.key("enter")
        hands.key("enter")
        assert len(hands.design.links) == 1, partner


@pytest.mark.parametrize(
    ("kind", "at", "link", "partner", "port"),
    [
        ("generator", (0.0, 0.0), "cable", "fan", "socket"),
        ("motor", (0.0, 0.0), "wire", "button", "signal"),
        ("firework", (0.0, 0.0), "fuse", "bomb", "fuse"),
        ("winch", (0.0, -0.09), "belt", "gear", "shaft"),
        ("toaster", (0.13, -0.06), "cable", "battery", "plug"),
        ("hinge", (0.0, 0.0), "cable", "battery", "plug"),
        ("slider", (0.0, 0.0), "wire", "button", "signal"),
        ("laser", (-0.15, 0.0), "cable", "battery", "plug"),
        ("tacho", (0.0, 0.0), "wire", "bell", "signal"),
    ],
)
@pytest.mark.usefixtures("near")
def test_right_on_a_port_that_refuses_it_the_link_goes_to_the_one_of_the_part_that_takes_it(
    hands: Hands, kind: str, at: Point, link: str, partner: str, port: str
) -> None:
    hands.open(bench(kind, partner))
    assert hands.toolbox.draw_link(link)
    hands.click(AFAR if link != "fuse" else hands.port(2, "fuse"))
    hands.click((PLACE[0] + at[0], PLACE[1] + at[1]))
    assert [made.b for made in hands.design.links] == [End(1, port)]


@pytest.mark.usefixtures("near")
def test_a_part_that_refuses_a_link_is_not_passed_over_for_one_behind_it(hands: Hands) -> None:
    """A gear before a conveyor, which alone has a port for a cable, but elsewhere."""
    b = Builder()
    b.part("conveyor", *PLACE)
    b.part("battery", *AFAR)
    behind = b.design().part_by_id[1]
    ports = [(s.x, s.y) for s in picking.sockets(behind)]
    at = next(spot for spot in spots(behind) if all(math.dist(spot, port) > 2 * REACH for port in ports))
    gear = b.part("gear", *at)
    hands.open(b.design())
    assert hands.toolbox.draw_link("cable")
    start = next(s for s in picking.sockets(hands.part(2)) if s.type == "power out")
    hands.click((start.x, start.y))
    hands.point(at)
    assert hands.editor.preview.why_not and hands.editor.preview.chosen == (hands.part(gear).x, hands.part(gear).y)
    hands.click(at)
    assert not hands.design.links


def test_right_on_a_port_a_link_begins_there_and_nowhere_else(hands: Hands) -> None:
    """On the body of a timer a wire to a button would begin at its input."""
    hands.open(bench("timer", "button"))
    output = next(s for s in picking.sockets(hands.part(1)) if s.type == "signal out")
    assert hands.toolbox.draw_link("wire")
    hands.click((output.x, output.y))
    hands.point(hands.port(2, "signal"))
    assert hands.editor.preview.why_not
    hands.click(hands.port(2, "signal"))
    assert not hands.design.links


def test_a_link_dragged_off_a_body_comes_out_of_the_port_that_fits_where_it_ends(hands: Hands) -> None:
    """Off a timer of the level, from beside its output."""
    design = bench("timer", "button")
    output = next(s for s in picking.sockets(design.part_by_id[1]) if s.type == "signal out")
    fixed = tuple(replace(spec, fixed=True) for spec in design.parts)
    hands.open(replace(design, parts=fixed, stock={"wire": 1}))
    hands.drag((output.x, output.y), (2.0, 2.0), hands.port(2, "signal"))
    (link,) = hands.design.links
    assert {(end.part, end.port) for end in (link.a, link.b)} >= {(2, "signal")}
    assert output.end not in (link.a, link.b)
