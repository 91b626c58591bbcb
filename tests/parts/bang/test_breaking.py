"""What breaks if its property says so: the cardboard box and the bottle crate. Else it is as it was before it could."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandbox import parts
from sandbox.commands.session import Session
from sandbox.design.conditions import Inside, State, Tally
from sandbox.design.design import Design, Goal, PartSpec
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.parts.sounds import plain
from sandbox.recording import reader
from sandbox.verify.compare import rerun
from tests.parts.rig import Rig
from tests.support import Tape, same_states

REPLAYS = Path(__file__).resolve().parents[3] / "replays"
PIECES = [
    ("cardboard_box", {"open": False}, 14.0, 5),
    ("cardboard_box", {"open": True}, 8.0, 5),
    ("bottle_crate", {"full": True}, 20.0, 8),
    ("bottle_crate", {"full": False}, 20.0, 3),
]


def struck_by(ball: str, kind: str, breaks_at: float, **props: Any) -> tuple[Rig, int]:
    """A ball falls by a metre on one that stands on the floor."""
    rig = Rig()
    rig.floor()
    part = rig.add(kind, 2.0, 0.15, breaks_at=breaks_at, **props)
    rig.add(ball, 2.02, 1.4)
    rig.run(1.5)
    return rig, part


def pieces(rig: Rig, part: int) -> list[Any]:
    return [body for body in rig.machine.parts[part].bodies[1:] if body.space is not None]


@pytest.mark.parametrize(("kind", "props", "bears", "count"), PIECES)
def test_a_bowling_ball_dropped_on_it_breaks_it_and_a_tennis_ball_does_not(
    kind: str, props: dict[str, bool], bears: float, count: int
) -> None:
    rig, part = struck_by("bowling_ball", kind, bears, **props)
    whole = rig.machine.parts[part].bodies[0]
    assert rig.state(part, "broken") == 1.0 and whole.space is None
    assert len(pieces(rig, part)) == count
    (event,) = rig.events("broken")
    assert event.part == part and event.strength > bears
    assert sum(body.mass for body in pieces(rig, part)) == pytest.approx(whole.mass)
    rig, part = struck_by("tennis_ball", kind, bears, **props)
    assert rig.state(part, "broken") == 0.0 and not pieces(rig, part) and not rig.events("broken")


@pytest.mark.parametrize(("kind", "props", "bears", "count"), PIECES)
def test_its_pieces_fly_apart_and_lie_flat(kind: str, props: dict[str, bool], bears: float, count: int) -> None:
    rig, part = struck_by("bowling_ball", kind, bears, **props)
    rig.run(3.0)
    places = [body.position for body in pieces(rig, part)]
    assert max(x for x, _ in places) - min(x for x, _ in places) > 0.4
    assert all(0.0 < y < 0.25 for _, y in places), "none is in the floor, and nothing stands as high as it did"


@pytest.mark.parametrize("kind", ["cardboard_box", "bottle_crate"])
def test_one_that_is_not_set_to_break_has_no_state_no_spare_bodies_and_calls_nobody(kind: str) -> None:
    for props in ({}, {"breaks_at": 0.0}):
        rig = Rig()
        rig.floor()
        part = rig.add(kind, 2.0, 0.5, **props)
        run = rig.machine.parts[part]
        assert not len(rig.machine.states) and len(run.bodies) == 1 and not run.plan.spare
        assert all(shape.collision_type == 0 for shape in run.shapes if shape is not None)
        rig.run(1.0)
        assert not rig.machine.events


def test_a_box_that_can_break_and_does_not_goes_on_as_one_that_can_not() -> None:
    last = []
    for breaks_at in (0.0, 50.0):
        rig, part = struck_by("bowling_ball", "cardboard_box", breaks_at)
        last.append(rig.motion(part))
    assert last[0] == last[1]


@pytest.mark.parametrize("name", ["showcase/three-aboard", "signalbox/full-load", "nightshift"])
def test_states_of_recordings_from_before_are_the_same_bits(name: str) -> None:
    recording, tape = reader.read(REPLAYS / f"{name}.replay"), Tape()
    assert {"cardboard_box", "bottle_crate"} & {spec.kind for spec in recording.head.design.parts}
    session = Session(recording.head.design, recording.head.seed, tape)
    rerun(recording, session, lambda tick, why: None)
    recorded = dict(recording.states)  # fewer than now: older programs kept a state every five seconds
    assert len(recorded) > 1
    assert same_states(list(recording.states), [(tick, state) for tick, state in tape.states if tick in recorded])


def test_a_flame_burns_through_a_rope_and_what_hung_on_it_bursts_the_crate_onto_a_plate() -> None:
    """With fire, ropes and signals: the bottles that roll out press a plate."""
    for lit in (True, False):
        rig = Rig()
        rig.floor()
        hook, ball = rig.add("anchor", 2.0, 2.4), rig.add("bowling_ball", 2.0, 1.6)
        rig.link("rope", hook, "hook", ball, "middle")
        rig.add("candle", 1.99, 1.85, lit=lit)
        crate = rig.add("bottle_crate", 2.0, 0.145, breaks_at=20.0)
        plate = rig.add("pressure_plate", 2.55, 0.015, width=0.5, mass=2.0)
        rig.run(4.0)
        assert (rig.state(crate, "broken") == 1.0) is lit
        assert (rig.state(plate, "on") == 1.0) is lit


def test_dynamite_bursts_a_box_and_lets_out_what_is_in_it() -> None:
    rig = Rig()
    rig.floor()
    box = rig.add("cardboard_box", 2.0, 0.15, breaks_at=1.0)
    ball = rig.add("tennis_ball", 2.0, 0.05)
    dynamite = rig.add("dynamite", 1.5, 0.091, fuse=0.0)
    button = rig.add("button", 0.3, 1.5)
    rig.link("wire", button, "signal", dynamite, "signal")
    rig.run(0.2)
    assert rig.machine.contains(box, ball)
    rig.machine.press(button)
    rig.run(0.1)
    assert rig.state(box, "broken") == 1.0
    assert not rig.machine.contains(box, ball), "of a broken box no piece holds anything"


def test_fire_burns_up_what_is_left_of_a_broken_box() -> None:
    rig, part = struck_by("bowling_ball", "cardboard_box", 8.0)
    run = rig.machine.parts[part]
    run.kind.caught(run, rig.machine)
    rig.run(0.1)
    assert part not in rig.machine.parts and rig.events("burnt")


def judged(*goals: Any, breaks_at: float) -> tuple[str, Design]:
    """A bowling ball falls on a box, while these are the goals."""
    specs = (
        PartSpec(1, "floor", 2.0, -0.05, props={"width": 4.0}),
        PartSpec(2, "cardboard_box", 2.0, 0.15, props={"open": False, "breaks_at": breaks_at}),
        PartSpec(3, "bowling_ball", 2.0, 1.4),
    )
    design = parts.check(Design(parts=specs, goals=tuple(Goal("g", goal) for goal in goals), next_id=4))
    machine = Machine(design)
    judge = Judge(design, machine)
    for _ in range(300):
        machine.tick()
        judge.update()
    return judge.outcome, design


@pytest.mark.parametrize("goal", [State(2, "broken"), Tally("cardboard_box", "broken")])
def test_a_goal_asks_whether_it_is_broken(goal: Any) -> None:
    assert judged(goal, Inside(2, 1.0, -0.1, 3.0, 0.2), breaks_at=10.0)[0] == "won"
    assert judged(goal, breaks_at=0.0)[0] == "open", "what can't break never does"
    assert judged(msgspec.structs.replace(goal, on=False), breaks_at=0.0)[0] == "won"


def test_a_goal_about_one_that_can_not_break_is_doubted() -> None:
    for breaks_at, doubts in (
        (10.0, []),
        (0.0, ["Cardboard box 2 can't become broken with its properties as they are"]),
    ):
        _, design = judged(State(2, "broken"), breaks_at=breaks_at)
        facts = parts.LevelFacts(design)
        assert [why for _, why in State(2, "broken").doubts(facts)] == doubts
        assert not list(State(2, "broken", on=False).doubts(facts))


def test_it_is_heard_and_told() -> None:
    assert plain(parts.KINDS["cardboard_box"])["cues"] == {"burnt": "fizz", "broken": "punch"}
    assert plain(parts.KINDS["bottle_crate"])["cues"] == {"broken": "crash"}
    for kind in ("cardboard_box", "bottle_crate"):
        told = parts.KINDS[kind].property("breaks_at")
        assert told is not None and "0: it never breaks" in told.help and told.default == 0.0


@pytest.mark.parametrize(("kind", "props", "bears", "count"), PIECES)
def test_one_looks_at_it_whether_it_can_break(kind: str, props: dict[str, bool], bears: float, count: int) -> None:
    """By a sign on it; its outline, what collides and its box stay what they were."""
    plans = [
        parts.blueprint(PartSpec(1, kind, 0.0, 0.0, props={**props, "breaks_at": breaks_at}))
        for breaks_at in (0.0, bears)
    ]
    drawn = [[shape for shape in plan.shapes if shape.body == 0 and not shape.collides] for plan in plans]
    solid = [[shape for shape in plan.shapes if shape.body == 0 and shape.collides] for plan in plans]
    assert len(drawn[1]) > len(drawn[0]) and solid[0] == solid[1]
    boxes = [plan.bounds(parts.pose_of(PartSpec(1, kind, 0.0, 0.0))) for plan in plans]
    assert boxes[0] == pytest.approx(boxes[1])
    assert plans[0].bodies[0] == plans[1].bodies[0]
