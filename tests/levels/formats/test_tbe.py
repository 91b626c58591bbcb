"""Whole levels: the world, what stands in it, joints, toolbox, hints, and that it then works as it should."""

from math import degrees, pi
from pathlib import Path

import pytest

from sandbox.commands.commands import Place, Start
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Link, PartSpec, State, StockItem
from sandbox.levels.formats import tbe
from sandbox.levels.formats.tbe_types import ACTIVE, BALLS, SOLIDS
from tests.levels.formats.tbe_level import convert, goal, item, thing


def parts_of(imported: tbe.Imported) -> list[PartSpec]:
    """What the level holds, without the ground and the wall on the left."""
    return [spec for spec in imported.design.parts if spec.id > 2]


def links_of(imported: tbe.Imported) -> list[Link]:
    return list(imported.design.links)


def run(imported: tbe.Imported, seconds: float) -> Session:
    session = Session(imported.design)
    for command in imported.solution:
        session.do(command)
    session.advance(round(seconds * session.tick_rate))
    return session


def test_the_world_is_as_there(tmp_path: Path) -> None:
    design = convert(tmp_path, size="5x2.5").design
    assert (design.title, design.text) == ("Small", "By N. N.")
    world = design.world
    assert (world.width, world.height, world.gravity_y, world.air) == (5.0, 2.5, -9.81, 0.0)
    assert (world.friction_mixing, world.restitution_mixing, world.bounce_from) == ("root", "greater", 1.0)
    assert design.stock == {} and design.allow == (), "nothing to place and nothing to press"


def test_there_is_ground_without_end_and_a_wall_on_the_left_only(tmp_path: Path) -> None:
    balls = "".join(thing("BowlingBall", x, 1.0, f"ID='{x}'") for x in (0.5, 3.0, 9.0))
    session = run(convert(tmp_path, balls), 2.0)
    assert session.machine is not None
    for spec in session.design.parts[2:]:
        x, y, *_ = session.machine.motion(spec.id)
        assert (x, y) == (pytest.approx(spec.x, abs=0.02), pytest.approx(0.11, abs=0.002))
    rolling = run(convert(tmp_path, thing("LeftRamp", 0.5, 0.5) + thing("BowlingBall", 0.7, 1.0)), 3.0)
    assert rolling.machine is not None
    assert rolling.machine.motion(4)[0] > 0.1, "the wall has held it"


def test_everything_belongs_to_the_level_and_keeps_its_order(tmp_path: Path) -> None:
    imported = convert(tmp_path, thing("Floor", 1, 0.5, "angle='0.1'") + thing("SoccerBall", 2, 2))
    assert [(p.id, p.kind, p.x, p.y, p.angle, p.fixed) for p in parts_of(imported)] == [
        (3, "polygon", 1.0, 0.5, 0.1, True), (4, "custom_ball", 2.0, 2.0, 0.0, True),
    ]  # fmt: skip
    assert (imported.objects, imported.converted, imported.unknown) == (2, 2, {})


def test_what_has_no_counterpart_is_counted_by_name(tmp_path: Path) -> None:
    imported = convert(
        tmp_path,
        thing("Teapot") + thing("Teapot") + thing("Floor", Stickiness=1) + "<music/>",
        item("Teapot"),
        goal("riddle") + goal("positionchange", object="nobody", xover=1),
    )
    assert imported.unknown == {
        "element <music> in <predefined>": 1,
        "goal positionchange about 'nobody', which is not there": 1,
        "goal riddle": 1,
        "object Teapot": 2,
        "object Teapot in the toolbox": 1,
        "property Stickiness of Floor": 1,
    }
    assert (imported.objects, imported.converted) == (4, 1)
    assert [spec.kind for spec in parts_of(imported)] == ["polygon"], "the rest is there"


def test_a_number_that_can_not_be_built_is_brought_into_range_and_named(tmp_path: Path) -> None:
    extreme = thing("Spring", 1, 2, SpringConstant=9999) + thing("Balloon", 2, 2, "height='0.05'")
    imported = convert(tmp_path, extreme, item("Cactus", Mass=0.0))
    assert [spec.props.get("stiffness", spec.props.get("height")) for spec in parts_of(imported)] == [2000.0, 0.14]
    assert imported.unknown == {
        "stiffness 9999, here 2000 of Spring": 1,
        "height 0.05, here 0.14 of Balloon": 1,
        "mass 1e-06, here 0.001 of Cactus in the toolbox": 1,
    }
    assert (imported.objects, imported.converted) == (3, 3), "they are there"


def test_an_exit_of_any_size_is_only_another_picture(tmp_path: Path) -> None:
    imported = convert(tmp_path, thing("PingusExit", 1, 1, "width='0.1' height='0.1'"))
    assert (imported.converted, imported.unknown) == (1, {})


def test_what_has_no_shape_is_left_out_by_name(tmp_path: Path) -> None:
    """In TBE near corners are dropped until none is left: such a thing is seen but can't be touched."""
    imported = convert(tmp_path, thing("BowlingPin", 1, 1, "width='0.031' height='0.031'"))
    assert (imported.converted, imported.unknown) == (0, {"object BowlingPin without a shape": 1})


def test_a_slide_may_be_told_in_whole_turns(tmp_path: Path) -> None:
    (link,) = links_of(convert(tmp_path, thing("BirchBar", 1, 1, TranslationGuide=1.0 + 20 * pi)))
    assert link.props["angle"] == pytest.approx(degrees(1.0))


ODD_PROPERTIES = {
    "Mass": (0, -1, 0.0005, 5000), "Bounciness": (-1, 2), "Friction": (-1, 9), "Radius": (0, 0.002, 9),
    "Thrust": (-5, 50), "SpringConstant": (-3, 1e5), "PhoneNumber": ("9" * 300,), "PivotPoint": ("(9,9)",),
    "TranslationGuide": (90,), "Polygons": ("(0,0)=(1,0)", "(0,0)=(.001,0)=(0,.001)"), "object": ("nobody",),
}  # fmt: skip


@pytest.mark.parametrize("type_", [*SOLIDS, *BALLS, *ACTIVE])
def test_whatever_tbe_lets_a_level_say_of_an_object_is_converted_or_named(tmp_path: Path, type_: str) -> None:
    odd = [(key, value) for key, values in ODD_PROPERTIES.items() for value in values]
    sizes = [f"width='{size}' height='{size}'" for size in (0.01, 0.031, 0.1, 5, 99)]
    things = [thing(type_, more=more) for more in sizes] + [thing(type_, **{key: value}) for key, value in odd]
    imported = convert(tmp_path, "".join(things), "".join(item(type_, **{key: value}) for key, value in odd))
    lost = imported.objects - imported.converted
    named = [name for name in imported.unknown if name.startswith("object")]
    assert bool(lost) == bool(named) and lost == sum(imported.unknown[name] for name in named)


@pytest.mark.parametrize(
    ("properties", "kept", "unknown"),
    [
        ({"Mass": "", "Friction": " ", "Bounciness": ""}, (7.2, 0.2, 0.15), {}),  # nothing said: as usual
        ({"Mass": " 8.0 ", "Friction": "6e-1", "Bounciness": ".3"}, (8.0, 0.6, 0.3), {}),
        ({"Mass": "8 kg"}, (7.2, 0.2, 0.15), {"Mass '8 kg' of BirchBar": 1}),
        ({"Friction": "0,5", "Bounciness": "nan"}, (7.2, 0.2, 0.15),
         {"Friction '0,5' of BirchBar": 1, "Bounciness 'nan' of BirchBar": 1}),
    ],
)  # fmt: skip
def test_a_property_that_is_no_number_counts_for_nothing_there_and_here(
    tmp_path: Path, properties: dict[str, str], kept: tuple[float, ...], unknown: dict[str, int]
) -> None:
    imported = convert(tmp_path, thing("BirchBar", **properties))
    (bar,) = parts_of(imported)
    assert tuple(bar.props[name] for name in ("mass", "friction", "restitution")) == pytest.approx(kept)
    assert imported.unknown == unknown
    assert set(imported.lines) == set(unknown) and set(imported.lines.values()) <= {2}


def test_a_pivot_that_is_no_point_leaves_the_types_own(tmp_path: Path) -> None:
    imported = convert(tmp_path, thing("Hammer", PivotPoint="0.1") + thing("BirchBar", PivotPoint="(0.1,)"))
    assert [spec.props["body"] for spec in parts_of(imported)] == ["pinned", "loose"]
    assert parts_of(imported)[0].props["pin_x"] == 0.2
    assert imported.unknown == {"PivotPoint '0.1' of Hammer": 1, "PivotPoint '(0.1,)' of BirchBar": 1}


def test_in_the_toolbox_an_angle_counts_only_beside_a_place(tmp_path: Path) -> None:
    turned = (item("Floor", f"{place} angle='0.5'") for place in ("", "X='1'", "X='1' Y='2'"))
    stock = convert(tmp_path, toolbox="".join(turned)).design.stock_items.values()
    assert [stocked.angle for stocked in stock] == [0.0, 0.0, 0.5]


def test_all_objects_of_an_id_are_passed_through_that_come_before(tmp_path: Path) -> None:
    bars = [thing("BirchBar", 1.0, 1.0 + k, "ID='same'") for k in range(2)]
    passing = thing("BirchBar", 1.0, 1.0, NoCollision="same;other")
    imported = convert(tmp_path, "".join((*bars, passing, thing("BirchBar", 1.0, 4.0, "ID='same'"))))
    assert [(link.kind, link.a.part, link.b.part) for link in links_of(imported)] == [("apart", 3, 5), ("apart", 4, 5)]


def test_a_way_to_lose_that_never_comes_is_left_out_and_a_goal_that_never_comes_is_named(tmp_path: Path) -> None:
    floor = thing("Floor", more="ID='f'")
    never = convert(tmp_path, floor, goals=goal("statechange", fails=True, object="f", statechanged=""))
    assert (never.design.fails, never.unknown) == ((), {})
    named = convert(tmp_path, floor, goals=goal("statechange", object="f", statechanged=""))
    assert named.unknown == {"goal statechange of a Floor to 1 or more": 1}


def test_a_property_in_the_wrong_spelling_has_no_effect_there_and_here(tmp_path: Path) -> None:
    imported = convert(tmp_path, thing("Floor", friction=0.9, Object="x"))
    assert parts_of(imported)[0].props["friction"] == 0.2
    assert imported.unknown == {}


# -- joints


BARS = thing("BirchBar", 1.0, 2.0, "ID='a'") + thing("BirchBar", 2.0, 2.0, "ID='b'")


def test_a_pivot_element_joins_two_or_one_and_the_world(tmp_path: Path) -> None:
    pivot = thing("PivotPoint", 1.5, 2.0, object1="a", object2="b") + thing("PivotPoint", 0.5, 2.0, object="a")
    links = links_of(imported := convert(tmp_path, BARS + pivot))
    assert [(link.kind, link.a.at, link.props.get("bump", False)) for link in links] == [
        ("pin", (0.5, 0.0), False), ("pin", (-0.5, 0.0), False),
    ]  # fmt: skip
    session = run(imported, 1.0)
    assert session.machine is not None
    for x, y in (session.machine.parts[link.a.part].world(*(link.a.at or (0, 0))) for link in links[1:]):
        assert (x, y) == (pytest.approx(0.5, abs=0.003), pytest.approx(2.0, abs=0.003)), "held by the world"
    assert session.machine.motion(4)[1] < 1.5, "the other bar hangs from the first"


@pytest.mark.parametrize(("speed", "torque", "told"), [(2.0, None, 1000.0), (2.0, 5.0, 5.0), (None, 5.0, 5.0)])
def test_a_pivot_may_have_a_motor(tmp_path: Path, speed: float | None, torque: float | None, told: float) -> None:
    given = {key: value for key, value in (("Speed", speed), ("Torque", torque)) if value is not None}
    (link,) = links_of(convert(tmp_path, BARS + thing("PivotPoint", 1.0, 2.0, object="a", collide="true", **given)))
    assert (link.props["motor"], link.props["torque"], link.props["bump"]) == (True, told, True)
    assert link.props.get("speed", 0.0) == pytest.approx((speed or 0.0) * 180 / pi)


def test_a_motor_turns_counter_clockwise(tmp_path: Path) -> None:
    imported = convert(tmp_path, BARS + thing("PivotPoint", 1.0, 2.0, object="a", Speed=1.5))
    session = run(imported, 1.0)
    assert session.machine is not None
    assert session.machine.motion(3)[2] == pytest.approx(1.5, abs=0.1)


def test_a_guide_lets_a_thing_slide_along_a_line_and_not_turn(tmp_path: Path) -> None:
    imported = convert(
        tmp_path,
        thing("BirchBar", 1.0, 2.0, "angle='0.3'", TranslationGuide=-0.5)
        + thing("BirchBar", 3.0, 2.0, "ID='g'")
        + thing("TranslationGuide", 3.0, 2.0, object="g"),
    )
    session = run(imported, 0.5)
    assert session.machine is not None
    x, y, angle, *_ = session.machine.motion(3)
    assert (y - 2.0) / (x - 1.0) == pytest.approx(-0.5463, abs=0.01) and angle == pytest.approx(0.3, abs=1e-3)
    level = next(spec for spec in imported.design.parts if spec.x == 3.0 and spec.kind == "polygon")
    assert session.machine.motion(level.id)[1] == pytest.approx(2.0, abs=0.002), "the element's line is level"


def test_a_link_keeps_its_length_and_glue_its_angle(tmp_path: Path) -> None:
    link = thing("Link", 0, 0, object1="a@(0.5,0)", object2="c@(0,0.1)")
    glue = thing("Glue", 0, 0, object1="b@(0.5,0)", object2="d")
    more = thing("RectObject", 1.2, 1.2, "ID='c' width='0.2' height='0.2'", Mass=1)
    more += thing("RectObject", 2.6, 2.0, "ID='d' width='0.2' height='0.2'", Mass=1)
    pivots = "".join(thing("PivotPoint", x, 2.0, object=name) for name, x in (("a", 1.0), ("b", 2.0)))
    imported = convert(tmp_path, BARS + more + pivots + link + glue)
    rod = next(one for one in links_of(imported) if one.kind == "rod")
    assert rod.a.at == (0.5, 0.0) and rod.b.at == (0.0, 0.1) and not rod.props["bump"]
    session = run(imported, 1.0)
    assert session.machine is not None
    ends = [session.machine.parts[end.part].world(*(end.at or (0, 0))) for end in (rod.a, rod.b)]
    assert sum((p - q) ** 2 for p, q in zip(*ends, strict=True)) ** 0.5 == pytest.approx(
        (0.3**2 + 0.7**2) ** 0.5, abs=0.01
    )
    assert session.machine.motion(4)[2] == pytest.approx(session.machine.motion(6)[2], abs=0.02)


def test_what_does_not_collide_stands_before_it_in_the_file(tmp_path: Path) -> None:
    low = thing("Floor", 1.0, 0.5, "ID='low'")
    assert [link.kind for link in links_of(convert(tmp_path, low + thing("TennisBall", NoCollision="low;no")))] == [
        "apart"
    ]
    assert links_of(convert(tmp_path, thing("TennisBall", NoCollision="low") + low)) == []
    session = run(convert(tmp_path, low + thing("TennisBall", NoCollision="low")), 1.0)
    assert session.machine is not None
    assert session.machine.motion(4)[1] < 0.4, "it has fallen through"


def test_a_joint_without_its_object_is_told(tmp_path: Path) -> None:
    imported = convert(tmp_path, BARS + thing("Link", object1="a", object2="z") + thing("PivotPoint", object1="z"))
    assert imported.unknown == {"Link without an object to hold": 1, "PivotPoint without an object to hold": 1}


def test_what_is_joined_and_overlaps_gets_no_speed_from_it(tmp_path: Path) -> None:
    bars = thing("BirchBar", 2.0, 0.05, "ID='p'") + thing("BirchBar", 2.0, 0.05, "ID='q' angle='0.05'")
    pins = thing("PivotPoint", 1.7, 0.05, object1="q", object2="p") + thing(
        "PivotPoint", 2.3, 0.05, object1="q", object2="p"
    )
    imported = convert(tmp_path, bars + pins)
    assert [link.kind for link in links_of(imported)].count("apart") == 1
    session = run(imported, 2.0)
    assert session.machine is not None
    assert abs(session.machine.motion(3)[3]) < 0.01 and abs(session.machine.motion(3)[4]) < 0.01


# -- active things


def test_a_butterfly_flies_as_high_as_its_flower_and_must_live(tmp_path: Path) -> None:
    imported = convert(
        tmp_path,
        thing("Butterfly", 0.5, 0.5, "ID='b'", object="f") + thing("Daffodil", 2.0, 1.2, "ID='f'"),
        goals=goal("distance", object1="b", object2="f", lessthan=0.3),
    )
    assert parts_of(imported)[0].props["aim"] == pytest.approx(0.7)
    assert [fail.when for fail in imported.design.fails] == [State(3, "dead")]


def test_dynamite_goes_by_its_id_and_a_detonator_by_its_number(tmp_path: Path) -> None:
    imported = convert(tmp_path, thing("DetonatorBox", PhoneNumber="555") + thing("Dynamite", 3, 1, "ID='555'"))
    assert [spec.props["number"] for spec in parts_of(imported)] == ["555", "555"]


def test_a_spring_holds_a_link_with_the_half_that_it_is_tied_to(tmp_path: Path) -> None:
    link = "".join(thing("Link", object1=f"s@({x},0)", object2="a") for x in (-0.15, 0.15))
    imported = convert(tmp_path, thing("Spring", 1, 1, "ID='s'") + thing("BirchBar", 1, 2, "ID='a'") + link)
    session = run(imported, 0.1)
    assert session.machine is not None
    ports = [one.port_a.body for one in session.machine.links.values() if one.link.kind == "rod"]
    assert ports == [0, 1]


# -- toolbox and hints


def test_the_toolbox_is_a_stock_of_items_with_what_may_be_changed(tmp_path: Path) -> None:
    toolbox = (
        item("BirchBar", "width='2.5'", 2, "Long bar", Mass=18, Rotatable="true", Resizable="horizontal")
        + item("Floor", "X='1' Y='1' angle='0.5'")
        + item("Dynamite", "ID='555'")
    )
    stock = convert(tmp_path, toolbox=toolbox).design.stock_items
    assert list(stock) == ["long-bar", "floor-2", "dynamite-2"]  # floor and dynamite are kinds of ours
    bar, floor = stock["long-bar"], stock["floor-2"]
    assert (bar.count, bar.title, bar.kind) == (2, "Long bar", "polygon")
    assert (bar.props["mass"], bar.props["width"]) == (18.0, 2.5)
    assert (bar.resizes, bar.turns) == (("width",), True)
    assert (floor.angle, floor.resizes, floor.turns) == (0.5, (), False)
    assert stock["dynamite-2"].props["number"] == "555"


def test_hints_are_placed_as_there(tmp_path: Path) -> None:
    imported = convert(
        tmp_path,
        toolbox=item("BirchBar", "X='1' Y='1' angle='0.2'", 2, Mass=3) + item("TennisBall"),
        hints="<hint object='BirchBar' X='1' Y='2'/><hint object='BirchBar' X='2' Y='2' angle='1' width='0.5'/>"
        "<hint object='TennisBall'/>",
    )
    first, second, ball, start = imported.solution
    assert isinstance(first, Place) and isinstance(second, Place) and isinstance(ball, Place)
    assert (first.x, first.y, first.angle, first.props["mass"]) == (1.0, 2.0, 0.2, 3.0)
    assert (second.angle, second.props["width"]) == (1.0, 0.5)
    assert (ball.x, ball.y) == (pytest.approx((4 - 0.068) / 2), pytest.approx((3 - 0.068) / 2)), "the middle, nearly"
    assert isinstance(start, Start)
    session = Session(imported.design)
    assert all(session.do(command) for command in imported.solution), "the stock allows what the hints do"
    assert imported.design.hints[0].text == "Birch bar at x = 1 m, y = 2 m"


def test_hints_end_where_the_toolbox_is_empty(tmp_path: Path) -> None:
    hints = "".join(f"<hint object='{type_}' X='1' Y='1'/>" for type_ in ("TennisBall", "TennisBall", "Floor"))
    imported = convert(tmp_path, toolbox=item("TennisBall") + item("Floor"), hints=hints)
    assert [command.kind for command in imported.solution if isinstance(command, Place)] == ["custom_ball"]


def test_of_two_groups_the_first_by_name_is_taken_unless_another_has_the_size(tmp_path: Path) -> None:
    toolbox = item("LeftRamp", "width='2'", 1, "Z large") + item("LeftRamp", "width='1'", 1, "A small")
    imported = convert(tmp_path, toolbox=toolbox, hints="<hint object='LeftRamp' X='1' Y='1'/>")
    assert imported.design.hints[0].item == "a-small"
    imported = convert(tmp_path, toolbox=toolbox, hints="<hint object='LeftRamp' X='1' Y='1' width='2'/>")
    assert imported.design.hints[0].item == "z-large"
    assert isinstance(imported.design.stock_items["z-large"], StockItem)


def test_all_goals_must_be_met_in_the_same_tick(tmp_path: Path) -> None:
    """A ball that falls through both stripes is never in both at once."""
    aims = goal("positionchange", object="b", yover=1.5) + goal("positionchange", object="b", ybelow=1.0)
    ball = thing("TennisBall", 1.0, 2.0, "ID='b'")
    assert run(convert(tmp_path, ball, goals=aims), 2.0).outcome == "open"
    aims = goal("positionchange", object="b", yover=0.5) + goal("positionchange", object="b", ybelow=1.0)
    assert run(convert(tmp_path, ball, goals=aims), 2.0).outcome == "won"


def test_a_fail_goal_loses(tmp_path: Path) -> None:
    ball = thing("TennisBall", 1.0, 2.0, "ID='b'")
    aims = goal("positionchange", object="b", ybelow=0.5) + goal("positionchange", True, object="b", ybelow=1.0)
    imported = convert(tmp_path, ball, goals=aims)
    assert imported.design.goals[0].when == Beyond(3, "y", "less", 0.5, True)
    assert run(imported, 2.0).outcome == "lost"
