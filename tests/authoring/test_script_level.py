"""Levels written as scripts: parts placed by relations, what is given, what is asked, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from sandbox.authoring import Level, when
from sandbox.authoring.placing import GAP, Part
from sandbox.design.conditions import Condition
from sandbox.design.design import RULES, Held, HintEnd, Inside, StockItem
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.levels.level_rules import sense
from sandbox.machine import overlaps


def touching(level: Level, a: Part, b: Part) -> float:
    """How far apart two parts are, by the engine's own measure: pushed together by 2 mm they overlap."""
    return sum(
        overlap.depth for overlap in overlaps.found(level.design()) if {overlap.a, overlap.b} == {a.number, b.number}
    )


# -- what


def test_a_part_of_the_level_may_have_a_name() -> None:
    level = Level("Named")
    level.put("soccer_ball").at(1.0, 1.0).named("the keg")
    assert level.design().part_by_id[1].name == "the keg"
    with pytest.raises(Refused, match="one line of up to 40 characters, not 'a"):
        level.put("soccer_ball").named("a\nb")
    with pytest.raises(Refused, match="is called by its title"):
        level.give("soccer_ball").at(2.0, 1.0).named("the keg")


# -- where


def test_a_ball_lies_on_a_shelf() -> None:
    level = Level("On")
    shelf = level.put("floor", width=1.0, height=0.1).at(1.0, 1.0)
    ball = level.put("soccer_ball").on(shelf, x=0.8)
    assert ball.x == 0.8 and ball.y == pytest.approx(1.05 + 0.11 + GAP, abs=1e-4)
    assert touching(level, shelf, ball) == 0.0


def test_on_a_slope_a_ball_touches_beside_its_lowest_point() -> None:
    level = Level("Slope")
    plane = level.put("inclined_plane", width=0.8, height=0.4).at(1.0, 0.2)
    ball = level.put("soccer_ball").on(plane, x=1.0)
    along = math.hypot(0.8, 0.4) / 0.8  # a circle on a slope is higher than on the level by 1 / cos of the slope
    assert ball.y == pytest.approx(0.2 + 0.11 * along, abs=0.002)
    touching_at = ball.y
    ball.at(1.0, touching_at - 0.03)
    assert touching(level, plane, ball) > 0.005, "it would be noticed if it were deeper"


def test_under_beside_and_inside() -> None:
    level = Level("Round about", width=4.0)
    roof = level.put("floor", width=4.0, height=0.1).at(2.0, 2.0)
    wall = level.put("wall", width=0.1, height=2.0).at(3.0, 1.0)
    nails = level.put("nail_board").turned(180).under(roof, x=1.0)
    assert nails.box.y1 == pytest.approx(1.95 - GAP, abs=1e-4)
    crate = level.put("crate", width=0.2, height=0.2).left_of(wall, y=0.5)
    assert crate.box.x1 == pytest.approx(2.95 - GAP, abs=1e-4) and crate.y == 0.5
    box = level.put("crate", width=0.2, height=0.2).right_of(wall, y=0.5, gap=0.1)
    assert box.box.x0 == pytest.approx(3.15, abs=1e-4)
    basket = level.put("basket", width=0.6, height=0.4).at(1.0, 0.4)
    ball = level.put("tennis_ball").inside(basket)
    assert basket.box.y0 < ball.box.y0 < ball.box.y1 < basket.box.y1, "it lies within, not on top"


def test_what_is_turned_later_still_lies_where_it_was_said() -> None:
    level = Level("Turned")
    ground = level.put("floor", width=3.0).at(1.5, 0.05)
    bar = level.put("bar", width=1.0, height=0.05).on(ground, x=1.0).turned(90)
    assert bar.y == pytest.approx(0.1 + 0.5 + GAP, abs=1e-3)
    ramp = level.put("ramp").on(ground, x=2.0)
    assert ramp.flipped().spec.flip and ramp.box.y0 == pytest.approx(0.1 + GAP, abs=1e-4)


def test_gears_mesh_and_turn_together() -> None:
    level = Level("Gears")
    motor = level.put("motor").at(1.0, 1.0)
    gear = level.put("gear").in_mesh(motor, towards=30)
    assert math.dist((gear.x, gear.y), (1.0, 1.0)) == pytest.approx(0.06 + 0.12, abs=1e-4)
    with pytest.raises(Refused, match="no teeth"):
        level.put("gear").in_mesh(level.put("crate").at(3, 1))


# -- what is given


def machine() -> tuple[Level, Part, Part]:
    level = Level("Lift", width=4.0, height=2.5)
    ground = level.room()
    crate = level.put("crate", width=0.2, height=0.2).on(ground, x=1.0)
    pulley = level.put("pulley").at(1.6, 1.8)
    weight = level.give("weight", "Something heavy.").at(2.2, 1.2)
    level.tie(crate, weight.ring, via=[pulley], hint="A rope over the pulley.")
    level.goal("The crate is up", when.moved(crate, 0.3, "y"))
    return level, crate, weight


def test_what_is_given_is_stock_hint_and_solution_at_once() -> None:
    level, crate, weight = machine()
    design = level.design()
    assert design.stock == {"weight": 1, "rope": 1}
    first, second = design.hints
    assert (first.kind, first.text, first.x, first.y) == ("weight", "Something heavy.", weight.x, weight.y)
    assert second.a == HintEnd(crate.number, 0, "middle") and second.b == HintEnd(0, 1, "ring")
    assert all(part.fixed for part in design.parts) and weight.kind not in {part.kind for part in design.parts}
    assert [command.verb for _, command in level.solution(design)] == ["place", "connect", "start"]


def test_a_given_part_of_its_own_make_has_an_item_of_its_own() -> None:
    level = Level("Fans")
    for speed in (18.0, 18.0, 12.0, 20.0):
        level.give("fan", title="Fan" if speed == 12.0 else "Strong fan", speed=speed).at(1.0, 1.0)
    level.spare("crate", 2)
    stock = level.design().stock
    assert stock is not None and stock["crate"] == 2
    assert stock["fan_2"] == StockItem("fan", 2, "Strong fan", {"speed": 18.0})
    assert set(stock) == {"fan_2", "fan_3", "fan_4", "crate"}


def test_a_spare_part_may_be_of_a_make_of_its_own() -> None:
    level = Level("Sledges")
    level.give("crate", title="Sledge", starts_at=-30.0, width=0.35).at(1.0, 1.0)
    level.spare("crate", title="Sledge", starts_at=-30.0, width=0.35)
    level.spare("crate", title="Box", turns=False, resizes=("width",), width=0.4)
    level.spare("rope")
    assert level.design().stock == {
        "crate_2": StockItem("crate", 2, "Sledge", {"width": 0.35}, -math.pi / 6),
        "crate_3": StockItem("crate", 1, "Box", {"width": 0.4}, resizes=("width",), turns=False),
        "rope": 1,
    }


def test_a_spare_part_of_a_wrong_make_is_refused() -> None:
    with pytest.raises(Refused, match="a crate has no property 'colour'"):
        Level("Sledges").spare("crate", colour="red")


def test_a_link_between_parts_of_the_level_belongs_to_it_unless_it_is_given() -> None:
    level = Level("Links")
    balloon = level.put("balloon").at(1.0, 1.5)
    crate = level.put("crate").at(1.0, 0.5)
    seesaw = level.put("seesaw").at(3.0, 0.5)
    level.tie(balloon, crate.middle)
    level.tie(crate, seesaw.left, given=True)
    design = level.design()
    assert [link.fixed for link in design.links] == [True] and design.links[0].a.port == "knot"
    assert [hint.kind for hint in design.hints] == ["rope"] and design.stock == {"rope": 1}


# -- what is asked


def test_conditions_are_made_by_their_names_in_files() -> None:
    level = Level("Goals")
    basket, ball = level.put("basket").at(1.0, 1.0), level.put("soccer_ball").at(1.0, 2.0)
    condition = when.held(0.5, when.inside(ball, basket))
    assert isinstance(condition, Held) and isinstance(condition.of, Inside)
    assert (condition.of.x0, condition.of.y1) == (basket.box.x0, basket.box.y1)
    both = when.all(when.touches(ball, basket), when.not_(when.gone(ball)))
    assert len(both.of) == 2 and both.of[0].part == ball.number
    level.goal("Home", both)
    level.fails("Lost", when.beyond(ball, "x", "more", 9.0))
    level.par(parts=1, seconds=3.0, challenge=("Without a fan", when.unused("fan")))
    design = level.design()
    assert design.par is not None and design.par.stars == 3 and len(design.fails) == 1


# -- what is refused


def put(kind: str, **props: float) -> Callable[[], object]:
    return lambda: Level("Bad").put(kind, **props)


def on_nothing() -> None:
    level = Level("Bad")
    level.put("crate").on(level.put("floor"))


def beside_the_shelf() -> None:
    level = Level("Bad")
    level.put("tennis_ball").on(level.put("floor", width=1.0).at(1.0, 1.0), x=2.0)


def a_goal_about_a_given_part() -> None:
    level = Level("Bad")
    when.gone(level.give("balloon").at(1.0, 1.0))


def a_fixed_rope_to_a_given_part() -> None:
    level = Level("Bad")
    level.tie(level.put("anchor").at(1.0, 2.0), level.give("weight").at(1.0, 1.0), given=False)


def a_rope_to_one_of_two_ports() -> None:
    level = Level("Bad")
    level.tie(level.put("anchor").at(1.0, 2.0), level.put("seesaw").at(1.0, 1.0))


def two_in_one_place() -> None:
    level = Level("Bad")
    level.room()
    level.put("crate").at(1.0, 1.0)
    level.give("crate").at(1.1, 1.1)
    level.save("bad.toml")


def without_a_place() -> None:
    level = Level("Bad")
    level.put("crate")
    level.design()


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        (put("soccerball"), "there is no kind of part 'soccerball'; is 'soccer_ball' meant"),
        (put("crate", wide=2.0), "has no property 'wide'"),
        (put("crate", width=99.0), "width is 99; it goes from"),
        (lambda: Level("Bad").put("crate").at(1.0, 1.0).hook, "has no port 'hook' \\(it has middle\\)"),
        (lambda: Level("Bad").put("balloon").flipped(), "can't be flipped"),
        (lambda: Level("Bad").put("crate").at(math.nan, 0.0), "can't be placed at nan"),
        (on_nothing, "has no place yet"),
        (beside_the_shelf, "is not above the floor of line"),
        (without_a_place, "crate of line [0-9]+ has no place"),
        (a_goal_about_a_given_part, "which the player places"),
        (a_fixed_rope_to_a_given_part, "can't belong to the level"),
        (
            a_rope_to_one_of_two_ports,
            "say which port of the seesaw of line [0-9]+ the rope ends at .it has left, right",
        ),
        (two_in_one_place, "the crate of line [0-9]+ and the crate of line [0-9]+ overlap by [0-9]+ mm"),
        (lambda: Level("Bad", hight=3.0), "no setting 'hight'"),
        (lambda: Level("Bad", width=-1.0).design(), "width is -1; it goes from"),
        (lambda: Level("Bad", scene="moon").design(), "moon"),
        (lambda: Level("Bad").goal("Home", cast(Condition, True)), "needs a sentence and a condition"),
        (lambda: when.within(1, 2), "there is no condition 'within'; known are all, any"),
        (lambda: when.held("soon", when.gone(1)), "'held' has the fields seconds, of"),
        (lambda: Level("Bad").free(2.0, 1.0), "needs a range and a step"),
        (lambda: Level("Bad").save("level.txt"), "ends in .toml"),
        (lambda: Level("Bad", open=True).aim("Cheap", price=-1), "an aim does not fit: Expected `int` >= 0"),
        (lambda: open_machine()[0].clues(piece=open_machine()[2]), "and the anchor of line .* is none; use level.give"),
    ],
)
def test_a_mistake_is_one_clear_sentence(
    mistake: Callable[[], object], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match=sentence) as refused:
        mistake()
    assert "\n" not in str(refused.value)
    assert list(tmp_path.iterdir()) == [], "nothing is written"


def test_the_player_is_kept_out_of_an_area_and_so_is_the_solution() -> None:
    level, _, weight = machine()
    level.no_build(3.0, 0.0, 4.0, 1.0)
    design = level.design()
    assert [area.box for area in design.no_build] == [(3.0, 0.0, 4.0, 1.0)]
    assert not any("hint" in finding.text for finding in sense(design))
    weight.at(3.5, 0.5)
    assert any("hint 1 can't be followed" in finding.text for finding in sense(level.design()))


def open_machine() -> tuple[Level, Part, Part]:
    level, _, weight = machine()
    level.open = True
    return level, weight, level.put("anchor").at(2.0, 2.0)


def test_an_open_puzzle_has_clues_aims_and_hints_without_words() -> None:
    level = Level("Open", open=True)
    ground = level.room()
    level.put("crate").on(ground, x=1.0)
    level.spare("fan")
    first, second = level.give("crate").on(ground, x=2.0), level.give("ramp", "Here.").at(3.0, 1.0)
    level.goal("It is there", when.inside(2, 0.0, 0.0, 1.0, 1.0))
    level.clues(goal="The crate first", family="Slopes", piece=second)
    level.aim("Without the fan", without="fan")
    level.aim("Long", chain=7, families=3, price=80, pieces=6, seconds=20)
    design = level.design()
    assert design.open and [hint.text for hint in design.hints] == ["", "Here."]
    assert design.clues == Clues("The crate first", "Slopes", 2)
    assert design.aims == (PuzzleAim("Without the fan", ("fan",)), PuzzleAim("Long", (), 6, 80, 20.0, 7, 3))
    level.clues(piece=1)
    assert level.design().clues == Clues(piece=1) and first.number == 1
    assert levels.loads(levels.dumps(design)) == design


def test_a_new_level_is_by_the_rules_of_today() -> None:
    assert machine()[0].design().rules == RULES


def test_the_same_script_writes_the_same_bytes() -> None:
    assert levels.dumps(machine()[0].design()) == levels.dumps(machine()[0].design())
