"""The grid around a solution: how many of its places win, and what holds the parts where they are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Count, Design, Goal, PartSpec
from sandbox.design.no_build import NoBuildArea
from sandbox.editing.gestures.gestures import rim_of
from sandbox.levels.run_facts import Solution
from sandbox.parts import check as fit
from sandbox.trials.checks import grid
from tests.trials.checks.small_level import LEVEL, answer_of, finding_of


def reaching(x0: float, x1: float) -> Design:
    """The small level with a goal from x0 to x1."""
    return replace(LEVEL, goals=(Goal("The ball is down", Count("tennis_ball", x0, 0.0, x1, 0.3)),))


def test_the_nine_nearest_places_are_tried() -> None:
    found = finding_of(answer_of(), "grid")
    assert (found.grade, found.figures["parts"][0]["wins"]) == ("good", 9)
    found = finding_of(answer_of(reaching(0.22, 0.28)), "grid")
    assert found.grade == "doubt" and found.figures["parts"][0]["rows"] == ["-w-", "-w-", "-w-"]
    assert found.text == "too few places on the grid nearby win: Tennis ball 3, 3 of 9 (9 can be built on)"


def test_where_nothing_may_be_built_no_place_is_lost() -> None:
    level = replace(reaching(0.22, 0.31), no_build=(NoBuildArea(0.0, 0.3, 0.18, 2.0),))
    found = finding_of(answer_of(level, ((0, c.Place("tennis_ball", 0.25, 0.6)), (0, c.Start()))), "grid")
    assert found.figures["parts"][0]["rows"] == ["xww", "xww", "xww"] and found.grade == "good"


def test_a_place_that_no_snapping_finds_is_doubted() -> None:
    found = finding_of(answer_of(commands=((0, c.Place("tennis_ball", 0.237, 0.613)), (0, c.Start()))), "snap")
    assert found.text == "neither on the grid, nor at an edge, nor in mesh: Tennis ball 3" and found.grade == "doubt"
    assert finding_of(answer_of(), "snap").text == "its parts snap: Tennis ball 3 on the grid"


def test_edges_and_meshes_hold_parts() -> None:
    crates = (PartSpec(3, "crate", 1.0, 0.3), PartSpec(4, "crate", 1.213, 0.3))
    gears = (PartSpec(5, "gear", 2.0, 2.0), PartSpec(6, "gear", 2.2401, 2.0))
    design = fit(replace(LEVEL, parts=(*LEVEL.parts, *crates, *gears), next_id=7))
    edge = fit(replace(design, parts=(*LEVEL.parts, crates[0], replace(crates[1], x=1.2), *gears)))
    radius = rim_of(gears[0])
    assert radius is not None
    meshing = fit(replace(design, parts=(*LEVEL.parts, gears[0], replace(gears[1], x=2.0 + 2 * radius.radius))))

    def snap(of: Design, part: int) -> str:
        return grid._snap(of.part_by_id[part], [spec for spec in of.parts if spec.id != part])

    assert snap(design, 4) == "nothing" and snap(edge, 4) in ("grid", "edge")
    assert snap(meshing, 6) == "mesh"
    assert grid.measure(Solution(meshing, (), 10), 1, lambda _: None)[0].rows == ()


@pytest.mark.parametrize(
    ("x0", "x1", "areas", "wins", "says"),
    [
        (0.0, 4.0, (), 255, "88 % (its place says nothing)"),
        (1.98, 2.02, ((-1.0, 0.64, 5.0, 9.0), (-1.0, -1.0, 5.0, 0.56)), 1, "0 % (a hunt for a pixel)"),
    ],
)
def test_of_all_places_around_some_win_but_not_most(
    x0: float, x1: float, areas: tuple[tuple[float, ...], ...], wins: int, says: str
) -> None:
    level = replace(reaching(x0, x1), no_build=tuple(NoBuildArea(*area) for area in areas))
    middle = ((0, c.Place("tennis_ball", 2.0, 0.6)), (0, c.Start()))
    found = finding_of(answer_of(level, middle, margins=False, grid=True), "around")
    assert found.text == f"of 17 x 17 places on the grid win: Tennis ball 3 {says}" and found.grade == "doubt"
    (figures,) = found.figures["parts"]
    assert (figures["wins"], figures["of"], len(figures["rows"])) == (wins, 289, 17)


def test_a_share_in_between_is_good() -> None:
    rows = (grid.WINS * 8 + grid.FAILS * 9,) * 17
    solved = Solution(replace(LEVEL, parts=(*LEVEL.parts, PartSpec(3, "tennis_ball", 0.25, 0.6))), (), 60)
    (found,) = grid.of_far(solved, (grid.GridPlaces(3, "grid", 0.25, 0.6, rows),))
    assert (found.grade, found.text) == ("good", "of 17 x 17 places on the grid win: Tennis ball 3 47 %")
