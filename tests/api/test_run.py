"""A run of a level: commands in, ticks, and all that a programmer can ask it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sandbox
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.recording import reader
from tests.contraptions import Builder


def level(*, goal: bool = True) -> sandbox.Level:
    """A floor, and a ball that shall fall on it: two parts."""
    b = Builder()
    b.part("floor", 0.8, 0.05, width=1.4)
    ball = b.part("soccer_ball", 0.8, 0.75)
    if goal:
        b.goals.append(Goal("The ball falls", Beyond(ball, "y", "less", 0.4)))
    return sandbox.Level(b.design(1.6, 0.9))


def test_a_ball_falls() -> None:
    run = level().start()
    assert (run.tick, run.running, run.outcome, run.won) == (0, False, "open", False)
    assert run.parts[2] == sandbox.PartState(2, "soccer_ball", 0.8, 0.75, 0.0)
    run.step(24)
    ball = run.parts[2]
    assert ball.vy == pytest.approx(-9.81 * 0.1, rel=0.01)
    assert ball.y == pytest.approx(0.75 - 9.81 * 0.1**2 / 2, abs=0.01)
    run.step(seconds=3.9)
    assert run.tick == 960 and run.won and run.goals[0].met
    assert {(contact.part, contact.other) for contact in run.contacts} == {(1, 2)}
    assert run.won_tick is not None and 24 < run.won_tick < 120
    assert repr(run) == "<Run of 'Untitled' at tick 960: won>"


def test_a_command_answers_with_the_id_of_what_it_makes() -> None:
    run = level().start()
    crate = run.do("place", kind="crate", x=0.3, y=0.3)
    assert run.parts[crate].kind == "crate" and list(run.parts) == [1, 2, crate]
    assert run.do("move", part=crate, x=0.4, y=0.3) == 0 and run.parts[crate].x == 0.4
    assert run.do("move", part=crate, x=0.4, y=0.3) == 0 and len(run.commands) == 2, "what changes nothing is dropped"
    assert run.do("undo") == 0 and run.parts[crate].x == 0.3
    assert run.do("start") == 0 and run.running


@pytest.mark.parametrize(
    ("command", "fields", "said"),
    [
        ("plce", {}, "unknown command 'plce'; is 'place' meant?"),
        ("place", {"knd": "crate"}, "place has no field 'knd'; is 'kind' meant?"),
        ("place", {"kind": "crate"}, "place needs x, y"),
        ("place", {"kind": "crat", "x": 0.3, "y": 0.3}, "is 'crate' meant?"),
        ("place", {"kind": "crate", "x": "left", "y": 0.3}, "x"),
        ("press", {"part": 1}, "the machine is not running; start it first"),
        ("place", {"kind": "crate", "x": float("nan"), "y": 0.3}, "not a finite number"),
        ("place", {"kind": "crate", "x": object(), "y": 0.3}, "command place does not fit: "),
    ],
)
def test_what_can_not_be_done_is_refused_with_a_sentence_and_changes_nothing(
    command: str, fields: dict[str, object], said: str
) -> None:
    run = level().start()
    before = run.hash
    with pytest.raises(sandbox.Refused) as refused:
        run.do(command, **fields)
    assert said in str(refused.value) and run.hash == before and run.commands == ()


def test_numbers_out_of_arrays_are_numbers_of_commands() -> None:
    run, plain = level().start(), level().start()
    crate = run.do("place", kind="crate", x=np.linspace(0.3, 0.6, 2)[0], y=np.float32(0.5))
    assert plain.do("place", kind="crate", x=0.3, y=0.5) == crate
    run.do("layer", part=np.int64(crate), layer=np.int32(1))
    plain.do("layer", part=crate, layer=1)
    assert run.commands == plain.commands and run.hash == plain.hash


def test_a_step_goes_forwards_and_by_one_measure() -> None:
    run = level().start()
    run.step(0)
    assert run.running and run.tick == 0, "no tick passes, but the machine stands ready"
    run.step()
    assert run.tick == 1
    wrongs: tuple[dict[str, Any], ...] = (
        {"ticks": -1},
        {"seconds": -0.1},
        {"seconds": float("inf")},
        {"ticks": 1, "seconds": 1.0},
    )
    for wrong in wrongs:
        with pytest.raises(sandbox.Refused):
            run.step(**wrong)
    with pytest.raises(TypeError):
        run.step(1.5)  # type: ignore[arg-type]
    assert run.tick == 1


def test_states_are_arrays_of_what_runs() -> None:
    run = level().start()
    with pytest.raises(sandbox.Refused, match=r"not running, so it has no states; step\(0\)"):
        run.states  # noqa: B018
    run.step(24)
    states = run.states
    assert states.rows.dtype == np.float64 and states.rows.shape == (3, 6) and states.ids.tolist() == [1, 2, 0]
    ball = run.parts[2]
    assert states.rows[1].tolist() == [ball.x, ball.y, ball.angle, ball.vx, ball.vy, ball.w]
    states.rows[:] = 0.0
    assert run.parts[2] == ball, "they are copies"


def test_a_part_tells_its_own_states_and_when_it_is_gone() -> None:
    nails, balloon = PartSpec(1, "nail_board", 1.0, 1.8, 3.14159), PartSpec(2, "balloon", 1.0, 1.2)
    run = sandbox.Level(Design(parts=(nails, balloon), next_id=3)).start()
    assert run.parts[2].states == {}
    run.step(24)
    assert not run.parts[2].gone and run.parts[2].states["popped"] == 0.0
    run.step(seconds=2)
    assert run.parts[2].gone and (run.parts[2].y, run.parts[2].vy) == (1.2, 0.0)
    assert run.parts[2].states["popped"] == 1.0


def test_running_again_restores_a_moment() -> None:
    run = level().start()
    crate = run.do("place", kind="crate", x=0.8, y=0.3)
    run.step(100)
    moment = run.hash
    run.step(100)
    back = run.again(100)
    assert back.hash == moment and back.parts[crate] == run.again(100).parts[crate]
    back.step(100)
    assert back.hash == run.again().hash == run.hash
    back.do("stop")
    assert run.running, "each goes its own way"
    with pytest.raises(sandbox.Refused, match="it was never at tick 201"):
        run.again(201)


def test_a_copy_is_run_again_and_ends_in_the_same_bits() -> None:
    run = level().start()
    run.do("place", kind="crate", x=0.8, y=0.3)
    run.step(100)
    twin = copy.copy(run)
    assert twin.hash == run.hash
    twin.step(140)
    assert (run.tick, twin.tick) == (100, 240)
    run.step(140)
    assert twin.hash == run.hash


def test_a_recording_proves_what_has_been_seen(tmp_path: Path) -> None:
    run = level().start(seed=7)
    run.do("place", kind="crate", x=0.3, y=0.3)
    run.step(100)
    path = run.record(tmp_path / "new" / "fall.replay")
    report = sandbox.verify(path)
    assert (report.verdict, report.compared, report.end_hash) == (sandbox.Verdict.PASS, 100, run.hash)
    assert reader.read(path).commands == [*run.commands] and reader.read(path).head.seed == 7
    run.step(10)
    assert sandbox.verify(run.record(path)).compared == 110, "a run goes on, and can be recorded again"


def test_several_play_at_one_machine(tmp_path: Path) -> None:
    run = level().start()
    with pytest.raises(sandbox.Refused, match="player 1 has not joined"):
        run.do("place", kind="crate", x=0.3, y=0.3, player=1)
    assert run.do("join", name="Ann", player=1) == 0
    placed = run.do("place", kind="crate", x=0.3, y=0.3, player=1, number=1)
    assert run.do("move", part=-1, x=0.4, y=0.3, player=1) == 0
    run.step(10)
    run.do("grab", part=placed, x=0.4, y=0.3, player=1)
    run.do("grab", part=2, x=1.0, y=1.0)
    run.do("drag", x=0.4, y=0.9, player=1)
    run.step(100)
    read = reader.read(run.record(tmp_path / "both.replay"))
    assert [command.player for _, command in read.commands] == [1, 1, 1, 0, 1, 0, 1]
    assert read.commands == [*run.commands], "with ids in place of names"
    assert sandbox.verify(tmp_path / "both.replay").verdict == sandbox.Verdict.PASS


def test_a_recording_of_what_did_not_come_about_by_commands_is_refused(tmp_path: Path) -> None:
    run = level().start()
    run.step(10)
    path = run.record(tmp_path / "fall.replay")
    before = path.read_bytes()
    machine = run._session.machine
    assert machine is not None
    machine.parts[2].bodies[0].position += (0.01, 0.0)  # past the gate
    with pytest.raises(sandbox.Refused, match="run once more, the session ends in another state"):
        run.record(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_recording_needs_its_ending_and_a_place(tmp_path: Path) -> None:
    run = level().start()
    with pytest.raises(sandbox.BadFile, match=r"the name of a recording ends in \.replay"):
        run.record(tmp_path / "fall.txt")
    (tmp_path / "file").touch()
    with pytest.raises(sandbox.BadFile, match="can't be written"):
        run.record(tmp_path / "file" / "fall.replay")
