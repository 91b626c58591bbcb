"""Links that end at any point of a part: where that is, what carries it, and how it is written."""

from __future__ import annotations

import math

import msgspec
import pytest

from sandbox import parts
from sandbox.commands import commands
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.design.values import canonical_text
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from tests.parts.rig import Rig


def hanging(at: tuple[float, float], flip: bool = False) -> tuple[Rig, int, int]:
    """A weight 1 m below a hook, tied at a point of it."""
    rig = Rig()
    hook = rig.add("anchor", 1.0, 2.0)
    load = rig.add("cardboard_box", 1.0, 1.0, flip=flip) if flip else rig.add("crate", 1.0, 1.0)
    return rig, load, rig.link("rope", hook, "hook", load, at)


def test_a_load_hangs_from_the_point_that_its_rope_is_tied_to() -> None:
    rig, load, rope = hanging((0.12, 0.1))
    run = rig.machine.links[rope]
    assert run.b.world(run.port_b.x, run.port_b.y) == pytest.approx((1.12, 1.1))
    rig.run(6.0)
    x, y = run.b.world(run.port_b.x, run.port_b.y)
    assert rig.stretch(rope) == pytest.approx(1.0, abs=0.01)
    for part in (load,):  # a swing about the hook: the centre of mass is below the knot on average
        assert y > rig.motion(part)[1] and abs(x - 1.0) < 0.3


def test_an_end_without_a_port_or_point_is_at_the_parts_own_centre() -> None:
    rig = Rig()
    hook, load = rig.add("anchor", 1.0, 2.0), rig.add("crate", 1.3, 1.0, 0.5)
    rope = rig.link("rope", hook, "hook", load, "")
    run = rig.machine.links[rope]
    assert run.b.world(run.port_b.x, run.port_b.y) == pytest.approx((1.3, 1.0))


def test_a_point_is_mirrored_with_its_part() -> None:
    straight, flipped = (PartSpec(1, "ramp", 1.0, 1.0, flip=flip) for flip in (False, True))
    one, other = (parts.port_of(spec, End(1, at=(0.3, -0.1))) for spec in (straight, flipped))
    assert one is not None and other is not None
    assert (one.x, one.y) == (0.3, -0.1) and (other.x, other.y) == (-0.3, -0.1)


def test_the_body_that_is_nearest_carries_the_point() -> None:
    seesaw = PartSpec(1, "seesaw", 0.0, 0.0)
    plan = parts.blueprint(seesaw)
    plank = next(i for i, body in enumerate(plan.bodies) if body.kind == "dynamic")
    box = next(s.outline for s in plan.shapes if s.body == plank and s.collides)
    end = parts.port_of(seesaw, End(1, at=(0.45, plan.bodies[plank].y)))
    foot = parts.port_of(seesaw, End(1, at=(0.0, -1.0)))
    assert box is not None and end is not None and foot is not None
    assert end.body == plank and foot.body != plank


def test_a_point_takes_rods_and_glue_but_no_wire() -> None:
    design = Rig()
    a, b = design.add("crate", 1.0, 1.0), design.add("button", 2.0, 1.0)
    ends = End(a, at=(0.1, 0.1)), End(b, at=(0.0, 0.0))
    for kind, taken in (("rope", True), ("rod", True), ("spring", True), ("glue", True), ("wire", False)):
        why = parts.link_refusal(design.design, Link(9, kind, *ends))
        assert (why is None) is taken
    assert why == "a wire joins a signal out and a signal in port, not a rope and a rope port"


def level(*links: Link) -> Design:
    placed = (PartSpec(1, "anchor", 1.0, 2.0), PartSpec(2, "crate", 1.0, 1.0))
    return Design(parts=placed, links=links, next_id=9)


def test_the_written_form_is_one_line_an_end() -> None:
    text = (
        "format = 1\nrules = 3\n"
        'parts = [{id = 1, kind = "anchor", x = 1.0, y = 2.0}, {id = 2, kind = "crate", x = 1.0, y = 1.0}]\n'
        'links = [{id = 3, kind = "rope", a = {part = 1, port = "hook"}, b = {part = 2, at = [0.1, -0.05]}}]\n'
    )
    design = levels.loads(text)
    assert design.links[0].b == End(2, at=(0.1, -0.05))
    assert levels.loads(levels.dumps(design)) == design


def test_ends_are_kept_in_one_form() -> None:
    """The part's centre has one written form, and a link between two points stands once."""
    same = level(Link(3, "rope", End(1, "hook"), End(2, at=(-0.0, 0.0))))
    assert parts.check(same).links[0].b == End(2)
    twice = level(Link(3, "rope", End(1, "hook"), End(2)), Link(4, "rope", End(2, at=(0.0, 0.0)), End(1, "hook")))
    with pytest.raises(BadFile, match="already joined by a rope"):
        parts.check(twice)
    with pytest.raises(BadFile, match="a port and a point; one of them is enough"):
        parts.check(level(Link(3, "rope", End(1, "hook", (0.1, 0.0)), End(2))))
    minus = parts.check(level(Link(3, "rope", End(1, "hook"), End(2, at=(-0.0, 0.1))))).links[0].b.at
    assert minus is not None and math.copysign(1.0, minus[0]) == 1.0


def test_connect_and_paste_know_points() -> None:
    design = commands.edit(level(), commands.Connect("rope", 1, "hook", 2, "", b_at=(0.1, 0.15)))
    assert design.links == (Link(9, "rope", End(1, "hook"), End(2, at=(0.1, 0.15))),)
    line = commands.to_json(0, commands.Connect("rope", 1, "hook", 2, "", b_at=(0.1, 0.15)))
    _, read = commands.from_json(line, "line 1")
    assert isinstance(read, commands.Connect)
    assert commands.edit(level(), read) == design
    copied = commands.edit(design, commands.Paste(design.parts, design.links, 1.0, 0.0))
    assert copied.links[1].b == msgspec.structs.replace(design.links[0].b, part=copied.parts[3].id)
    with pytest.raises(Refused, match="already joined"):
        commands.edit(design, commands.Connect("rope", 2, "", 1, "hook", a_at=(0.1, 0.15)))


def test_old_commands_and_designs_read_the_same() -> None:
    assert commands.from_plain(["connect", "rope", 1, "a", 2, "b", {}]) == commands.Connect("rope", 1, "a", 2, "b")
    assert canonical_text(End(1, "a")) == "End(part=1, port='a')"  # end hashes of recordings are made of it


@pytest.mark.parametrize("kind", ["classic_balloon", "cola_bottle", "classic_dynamite"])
def test_nothing_is_tied_to_a_piece_that_is_not_there_yet(kind: str) -> None:
    """As small as it gets, its rag, its drops or its fragments are wider than the part itself."""
    low = {name: prop.low for name in ("width", "height") if (prop := parts.KINDS[kind].property(name)) is not None}
    plan = parts.blueprint(PartSpec(1, kind, 0.0, 0.0, props=low))
    ends = [plan.body_at(0.05 * column, 0.05 * row) for column in range(-4, 5) for row in range(-4, 5)]
    assert plan.spare and ends == [0] * 81
