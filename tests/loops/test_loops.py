"""The comparison of main loops: what the write-ups claim holds on its rows, and its rows are what they say they are."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sandbox import cli, parts
from sandbox.commands.commands import Grab, Place, Press, Release, Start, Stop, Undo
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec, World
from sandbox.errors import Refused
from sandbox.levels import levels, library
from sandbox.loops import chart, loops, rig
from sandbox.machine.guard import SweepGuard
from sandbox.recording import reader
from sandbox.workspace.clock import SCHEME_BY_NAME, SCHEMES

ROOT = Path(__file__).resolve().parents[2]
STEADY = {"steady-30": 30, "steady-60": 60, "steady-144": 144, "steady-300": 300}
WHOLE = ("capped", "predicted", "client", "canonical")  # as many ticks as are due, in one frame
ONE_A_FRAME = ("tied", "stall", "stall-sleep")
KEYS = [
    "scheme", "profile", "fixed", "speed_error", "ticks", "dropped", "frames", "input_delay_ms", "pose_error_mm_p50",
    "pose_error_mm_max", "busy_share", "end_hash",
]  # fmt: skip


def bouncing() -> rig.Contraption:
    (path,) = [path for path in library.bundled_levels() if path.stem == "bounce"]
    return rig.Contraption(levels.read(path))


def driven() -> rig.Contraption:
    """Crates on conveyors, one of them taken and thrown: commands on fixed ticks."""
    specs = (
        PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.2}),
        PartSpec(2, "conveyor", 1.0, 0.6, props={"width": 1.4}),
        PartSpec(3, "crate", 0.6, 0.85),
        PartSpec(4, "soccer_ball", 0.9, 1.2),
        PartSpec(5, "seesaw", 3.0, 0.2),
        PartSpec(6, "crate", 2.8, 1.4),
    )
    design = parts.check(Design(parts=specs, next_id=7))
    commands = ((30, Grab(6, 2.8, 1.4)), (90, Release()), (120, Press(2)))
    return rig.Contraption(design, commands[:2])


Table = dict[tuple[str, str], dict]


@pytest.fixture(scope="module", params=[bouncing, driven], ids=lambda made: made.__name__)
def table(request: pytest.FixtureRequest) -> Table:
    """All rows as their JSON, for one contraption: 1.5 s of it are enough for every claim here."""
    lines = [json.dumps(row.as_json()) for row in loops.compare(request.param(), seconds=1.5)]
    return {(row["scheme"], row["profile"]): row for row in map(json.loads, lines)}


# -- what the write-ups claim


def test_every_scheme_ran_on_every_profile_and_says_the_documented_things(table: Table) -> None:
    assert len(table) == 8 * 10
    assert {scheme for scheme, _ in table} == {scheme.name for scheme in SCHEMES}
    assert {profile for _, profile in table} == {profile.name for profile in loops.PROFILES}
    assert all(list(row) == KEYS for row in table.values())


def test_a_fixed_step_ends_in_the_same_state_whatever_the_machine_and_the_loop(table: Table) -> None:
    assert len({row["end_hash"] for row in table.values() if row["fixed"]}) == 1


def test_a_variable_step_ends_in_another_state_on_almost_every_machine(table: Table) -> None:
    variable = {row["end_hash"] for row in table.values() if not row["fixed"]}
    assert {scheme for (scheme, _), row in table.items() if not row["fixed"]} == {"variable"}
    assert len(variable) >= 8
    assert not variable & {row["end_hash"] for row in table.values() if row["fixed"]}


@pytest.mark.parametrize("profile", STEADY)
def test_on_a_steady_machine_the_account_keeps_time_exactly_and_one_tick_a_frame_does_not(
    table: Table, profile: str
) -> None:
    for scheme in (*WHOLE, "variable"):
        assert table[scheme, profile]["speed_error"] == pytest.approx(0.0, abs=1e-6)
        assert table[scheme, profile]["dropped"] == 0
    slow = min(0.0, STEADY[profile] / 240 - 1)
    for scheme in ONE_A_FRAME:
        assert table[scheme, profile]["speed_error"] == pytest.approx(slow, abs=0.01)


def test_a_cap_drops_ticks_where_the_machine_is_slow_and_a_larger_account_does_not(table: Table) -> None:
    """15 frames a second need 16 ticks each: ten are too few."""
    for scheme in ("capped", "predicted"):
        assert table[scheme, "slow-15"]["speed_error"] == pytest.approx(10 / 16 - 1, abs=0.02)
        assert table[scheme, "slow-15"]["dropped"] > 100
    for scheme in ("client", "canonical"):
        assert table[scheme, "slow-15"]["speed_error"] == pytest.approx(0.0, abs=1e-6)
        assert table[scheme, "slow-15"]["dropped"] == 0


@pytest.mark.parametrize(("profile", "stood_s"), [("hang-10s", 10), ("debugger", 60)])
def test_after_a_stop_the_game_goes_on_where_it_was_and_the_time_is_counted(
    table: Table, profile: str, stood_s: int
) -> None:
    for scheme in ("canonical", "client", "variable"):
        assert table[scheme, profile]["dropped"] == pytest.approx((stood_s - 0.25) * 240, abs=8)
    for scheme in ("capped", "predicted"):
        assert table[scheme, profile]["dropped"] == pytest.approx(stood_s * 240, abs=15)


def test_a_clock_set_back_costs_the_time_of_one_frame_and_no_more(table: Table) -> None:
    for scheme in (*WHOLE, "variable"):
        row = table[scheme, "set-back"]
        assert -1.5 / 60 / 1.5 <= row["speed_error"] < 0
        assert row["dropped"] == 0


def test_only_the_stall_loops_burn_the_core_and_the_one_that_sleeps_burns_less(table: Table) -> None:
    for (scheme, _), row in table.items():
        assert row["busy_share"] == 0 or scheme in ("stall", "stall-sleep")
    stall, sleepy = (table[scheme, "steady-300"]["busy_share"] for scheme in ("stall", "stall-sleep"))
    assert 0.2 < sleepy < stall


def test_prediction_is_nearer_to_the_truth_than_standing_still_and_that_than_a_tick_behind(table: Table) -> None:
    for profile in ("steady-144", "steady-300"):
        predicted, still, behind = (
            table[scheme, profile]["pose_error_mm_p50"] for scheme in ("predicted", "capped", "client")
        )
        assert predicted < still < behind


def test_a_variable_step_is_off_the_truth_by_far_where_frames_are_long(table: Table) -> None:
    assert table["variable", "slow-15"]["pose_error_mm_p50"] > 5 * table["canonical", "slow-15"]["pose_error_mm_p50"]
    assert table["variable", "steady-300"]["pose_error_mm_p50"] < table["variable", "steady-30"]["pose_error_mm_p50"]


def test_a_variable_step_is_blamed_for_no_ball_that_leaves_through_a_wall(table: Table) -> None:
    """Who gets out of the box is off by metres."""
    assert max(row["pose_error_mm_max"] for row in table.values() if not row["fixed"]) < 1000


def test_with_a_guard_that_is_not_told_of_it_balls_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SweepGuard, "retime", lambda self, dt: None)
    variable, slow = SCHEME_BY_NAME["variable"], loops.PROFILE_BY_NAME["slow-15"]
    (row,) = loops.compare(bouncing(), [variable], [slow], 1.5)
    assert row.pose_error_mm_max > 1000


def test_interpolation_shows_input_a_tick_later(table: Table) -> None:
    assert table["client", "steady-300"]["input_delay_ms"] > table["canonical", "steady-300"]["input_delay_ms"] + 4
    for scheme in WHOLE:
        assert table[scheme, "steady-60"]["input_delay_ms"] == pytest.approx(25, abs=2)  # a frame and a half


def test_new_pictures_come_with_the_screen_with_the_ticks_or_with_the_client() -> None:
    rows = loops.compare(bouncing(), profiles=[loops.PROFILE_BY_NAME["steady-300"]], seconds=1.0)
    pictures = {row.scheme.name: row.pictures for row in rows}
    for scheme in ("predicted", "canonical", "variable"):
        assert pictures[scheme] == pytest.approx(300, abs=2)
    for scheme in ("capped", "tied", "stall"):
        assert pictures[scheme] == pytest.approx(240, abs=2)
    assert pictures["client"] == pytest.approx(60, abs=2)


# -- the figures that they give


def thrown(steps: int) -> float:
    """Height of a ball at 0 m with 3 m/s and -1 m/s^2 after one second in so many steps of the real engine."""
    world = World(gravity_y=-1.0, sleep=False)
    ball = rig.Rig(rig.Contraption(Design(world=world, parts=(PartSpec(1, "tennis_ball", 0.0, 0.0),), next_id=2)))
    (body,) = ball.machine.parts[1].bodies
    body.velocity = (0.0, 3.0)
    for _ in range(steps):
        ball.step(1.0 / steps)
    return float(body.position.y)


@pytest.mark.parametrize(("steps", "height"), [(1, 3.0), (4, 2.625)])
def test_long_steps_throw_a_ball_too_high(steps: int, height: float) -> None:
    assert thrown(steps) == height


def test_in_truth_it_would_be_at_two_and_a_half() -> None:
    assert thrown(100_000) == pytest.approx(2.5, abs=1e-5)


# -- the measuring itself


def test_it_repeats_exactly_and_says_what_the_window_would_record() -> None:
    profiles = [loops.PROFILE_BY_NAME[name] for name in ("jitter", "set-back")]
    one, two = ([row.as_json() for row in loops.compare(driven(), profiles=profiles, seconds=0.6)] for _ in range(2))
    assert one == two
    from sandbox.commands.session import Session

    design, commands, _ = driven()
    session = Session(design)
    session.do(Start())
    for tick, command in commands:
        session.advance(tick - session.tick)
        session.do(command)
    session.advance(144 - session.tick)
    assert {row["end_hash"] for row in one if row["fixed"]} == {session.end_hash().hex()}


def test_the_truth_is_the_same_contraption_and_a_picture_of_itself_is_not_off() -> None:
    contraption = driven()
    truth = rig.Truth(contraption, 60)
    assert truth.rate == 16 * 240
    errors = truth.errors_mm(truth.at(0.2), 0.2)
    assert errors and max(errors) == 0.0
    moved = truth.at(0.2)
    moved[:, 0] += 0.003
    assert truth.errors_mm(moved, 0.2) == pytest.approx([3.0] * len(errors))


def test_a_body_that_is_only_turned_is_off_by_its_reach() -> None:
    truth = rig.Truth(driven(), 60)
    turned = truth.at(0.2)
    turned[:, 2] += np.pi
    half_a_crate = 2**0.5 * 0.15  # m from its middle to a corner
    assert truth.reach[2] == pytest.approx(half_a_crate, rel=0.05)
    assert 2000 * truth.reach[2] in [pytest.approx(error) for error in truth.errors_mm(turned, 0.2)]


@pytest.mark.parametrize(
    ("before", "after", "share", "angle"),
    [(0.0, 1.0, 0.25, 0.25), (3.0, -3.0, 0.5, np.pi), (-3.0, 3.0, 0.5, -np.pi), (0.0, 2 * np.pi, 0.5, 0.0)],
)
def test_between_two_ticks_an_angle_goes_the_shorter_way_round(
    before: float, after: float, share: float, angle: float
) -> None:
    one, two = (np.array([[0.0, 0.0, turned, 0.0, 0.0, 0.0]]) for turned in (before, after))
    assert rig.between(one, two, share)[0, 2] == pytest.approx(angle)


def test_a_recording_gives_what_ran_in_it_last() -> None:
    read = reader.read(ROOT / "replays" / "press.replay")
    contraption = rig.last_run(read.head.design, read.head.seed, read.commands)
    assert len(contraption.design.parts) == len(read.head.design.parts) + 1  # the one that solves it
    assert contraption.commands == ()
    with pytest.raises(Refused, match="nothing is ever run"):
        rig.last_run(read.head.design, 0, [])


def test_a_last_run_that_begins_on_the_tick_of_a_stop_has_its_own_commands_only() -> None:
    button, press = Place("button", 1.0, 1.0), Press(1)
    first = [(0, button), (0, Place("crate", 2.0, 1.0)), (0, Start()), (5, press), (9, Stop())]
    contraption = rig.last_run(Design(), 0, [*first, (9, Undo()), (9, Start()), (12, press), (20, Stop())])
    assert contraption.commands == ((3, press),)
    session = Session(Design())
    session.do(button)
    assert contraption.design == session.design, "as the edit between the two runs left it"


def test_no_scheme_is_slower_than_it_need_be_without_its_flaw() -> None:
    """Control: the figures follow the scheme's settings. A cap of 16 instead of 10 keeps up with 15 frames a second."""
    import msgspec

    capped = SCHEME_BY_NAME["capped"]
    wider = msgspec.structs.replace(capped, policy=msgspec.structs.replace(capped.policy, most_ticks=16))
    (row,) = loops.compare(bouncing(), [wider], [loops.PROFILE_BY_NAME["slow-15"]], 1.0)
    assert row.speed_error == pytest.approx(0.0, abs=1e-6)
    assert row.dropped == 0


# -- the command


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(["loops", *arguments])
    return int(left.value.code or 0)


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bounce", "--profile", "steady-60", "--seconds", "0.5", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [KEYS] * len(SCHEMES)


def test_the_table_fits_into_80_columns_and_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bounce", "--profile", "steady-30", "--seconds", "0.5") == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    for scheme in SCHEMES:
        assert scheme.name in shown
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown


def test_the_picture_shows_a_cell_for_every_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from PIL import Image

    plot = tmp_path / "loops.png"
    assert run("bounce", "--profile", "steady-60", "--seconds", "0.3", "--picture", str(plot)) == 0
    with Image.open(plot) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20)}
        assert image.width > 900
    assert {chart.KINDS[0], chart.KINDS[1]} <= colours  # the end state of the fixed steps, and that of the variable
    assert [path.name for path in tmp_path.iterdir()] == ["loops.png"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing-such"], "no level of this name"),
        (["bounce", "--profile", "fast"], "steady-30, steady-60"),
        (["bounce", "--picture", "loops.jpg"], ".png"),
        (["bounce", "--seconds", "0"], "between 0.1 and 60"),
        (
            ["bounce", "--profile", "steady-30", "--seconds", "0.2", "--picture", "/nonexistent/x.png"],
            "there is no folder",
        ),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1
