"""The magnitudes of parts, against physics worked out by hand; each figure changes when the physics does."""

from __future__ import annotations

import json
import math
import re

import pytest
from click.testing import CliRunner

from sandbox.authoring import experiments, figures, table
from sandbox.authoring.magnitudes import Magnitudes, build_figures, measure, row, sentence
from sandbox.authoring.stage import set_offs
from sandbox.cli import app
from sandbox.parts import KINDS
from sandbox.parts.balls import SoccerBall
from sandbox.parts.kind import Kind


def of(name: str) -> Magnitudes:
    return measure(KINDS[name])


def test_mass_is_density_times_volume_and_the_moment_follows() -> None:
    beam = build_figures(KINDS["bar"])  # pine or beech: 1.0 m × 0.05 m × 0.1 m at 650 kg/m^3
    assert beam.mass_kg == pytest.approx(650 * 1.0 * 0.05 * 0.1)
    assert beam.moment_kg_m2 == pytest.approx(3.25 * (1.0**2 + 0.05**2) / 12, rel=0.03)  # its corners are round
    ball = build_figures(KINDS["bowling_ball"])
    assert ball.moment_kg_m2 == pytest.approx(ball.mass_kg * ball.right_m**2 / 2, rel=0.001)  # a disc
    assert ball.size_m == (pytest.approx(0.218, abs=0.002),) * 2


def test_a_ball_regains_the_square_of_its_restitution() -> None:
    kind = KINDS["soccer_ball"]
    (shape,) = (shape for shape in kind.blueprint(kind.values({})).shapes if shape.collides)
    restitution = 0.95 * shape.restitution  # the floor's is 0.95
    assert of("soccer_ball").own_rebound == pytest.approx(restitution**2, rel=0.03)


def test_a_floor_gives_back_what_the_tennis_ball_has() -> None:
    assert of("floor").rebound == pytest.approx(of("tennis_ball").own_rebound, rel=0.001)
    assert of("trampoline").rebound == pytest.approx(0.95**2, rel=0.02)


def test_a_balloon_lifts_its_lift_and_a_motor_has_its_torque_and_speed() -> None:
    assert of("balloon").lift_kg == pytest.approx(6.0 / 9.81, rel=0.05)  # 6 N beyond its own weight
    motor = of("motor")
    assert motor.free_rpm == pytest.approx(60.0, rel=0.01)
    assert motor.stall_torque_nm == pytest.approx(2.0, rel=0.02)
    assert motor.turns_when == "by itself"


def test_what_does_nothing_by_itself_has_no_figure_for_it() -> None:
    gear, floor, crate = of("gear"), of("floor"), of("crate")
    assert gear.free_rpm is None and gear.moves == "in place"
    assert floor.throw_m is None and floor.mass_kg is None and floor.moves == "fixed"
    assert crate.lift_kg is None and crate.moves == "loose"


def test_a_glove_needs_a_signal_and_a_catapult_a_press() -> None:
    glove, catapult = of("boxing_glove"), of("catapult")
    assert glove.push_when == "by a signal" and glove.push_m_s == pytest.approx(4.0, rel=0.1)  # the glove's own speed
    assert catapult.throw_when == "when pressed" and (catapult.throw_m or 0.0) > 0.5
    # A throw can't be higher than all of its 8 J would lift the ball.
    assert (catapult.throw_m or 0.0) < 8.0 / (0.058 * 9.81)


def test_ports_say_where_they_are_and_face() -> None:
    balloon, weight = build_figures(KINDS["balloon"]), build_figures(KINDS["weight"])
    (knot,), (ring,) = balloon.ports, weight.ports
    assert (knot.name, knot.x_m) == ("knot", 0.0) and knot.y_m < balloon.bottom_m + 0.02
    assert ring.faces_deg == 90.0
    (middle,) = build_figures(KINDS["bowling_ball"]).ports
    assert middle.faces_deg is None, "it lies within"


def test_a_kind_that_nobody_knew_is_measured_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class DeadBall(SoccerBall):
        name, mass, restitution = "dead_ball", 0.02, 0.0

    monkeypatch.setitem(KINDS, "dead_ball", DeadBall())
    dead, alive = of("dead_ball"), of("soccer_ball")
    assert dead.mass_kg == 0.02 and dead.moves == "loose"
    assert (dead.own_rebound or 0.0) < 0.02 < (alive.own_rebound or 0.0), "the figure follows the kind"


def test_ways_that_lead_nowhere_else_are_left_out() -> None:
    ways = [way.words for way in experiments.ways_of(KINDS["catapult"])]
    assert "when pressed" in ways and "by a signal" not in ways, "the signal does what the press does"
    assert [way.words for way in set_offs(KINDS["floor"])] == ["by itself"]


def test_measuring_twice_gives_the_same_bits() -> None:
    assert of("seesaw") == of("seesaw")


def test_figures_are_told_in_plain_words() -> None:
    assert sentence(build_figures(KINDS["soccer_ball"])).startswith("0.43 kg, 22 cm across")
    assert re.search(r"throws a tennis ball [0-9]+ cm high when pressed", sentence(of("catapult")))
    assert "by itself" not in sentence(of("fan"))
    assert len(row(of("fan"))) == 9
    assert figures.of_parts.sentence(KINDS["soccer_ball"]).startswith("0.43 kg")


def test_the_table_is_kept_for_this_code_and_no_other(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: KINDS[name] for name in ("floor", "tennis_ball")}
    monkeypatch.setattr(table, "KINDS", few)
    monkeypatch.setattr(table, "table_path", lambda: tmp_path / "magnitudes" / "this.json")
    assert table.read() is None
    first = table.read_or_measure(jobs=1)
    assert table.read() == first and first.keys() == few.keys()
    monkeypatch.setattr(table, "measure_all", lambda jobs, progress: pytest.fail("measured although it was kept"))
    assert table.read_or_measure() == first
    (tmp_path / "magnitudes" / "this.json").write_bytes(b"{}")
    assert table.read() is None, "not the kinds of this program"


def test_the_list_of_parts_has_masses_sizes_and_ports() -> None:
    lines = CliRunner().invoke(app, ["parts", "--json"]).output.splitlines()
    kinds = {kind["kind"]: kind for kind in map(json.loads, lines)}
    seesaw = kinds["seesaw"]["magnitudes"]
    assert [port["name"] for port in seesaw["ports"]] == ["left", "right"]
    assert math.isclose(seesaw["right_m"] - seesaw["left_m"], 1.2, rel_tol=0.01)
    assert kinds["soccer_ball"]["magnitudes"]["mass_kg"] == 0.43
    assert "magnitudes" not in kinds["rope"]


def test_every_kind_has_a_box_and_the_kind_itself_is_untouched() -> None:
    for kind in KINDS.values():
        assert isinstance(kind, Kind)
        figures_of_kind = build_figures(kind)
        assert figures_of_kind.left_m < figures_of_kind.right_m and figures_of_kind.bottom_m < figures_of_kind.top_m
