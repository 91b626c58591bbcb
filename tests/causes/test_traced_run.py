"""Reading the causes of a run changes no bit of it, and gives a tree in the order of time."""

from __future__ import annotations

import math
import random  # noqa: TID251  (generates input; nothing random reaches a session)
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.causes import call_tracer
from sandbox.causes.cause_tree import BY_HAND, BY_ITSELF, NOTHING, CauseTree
from sandbox.causes.traced_run import TracedSession, causes_of_run
from sandbox.commands.commands import Press, Start
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.recording import reader
from tests.contraptions import Builder, everything
from tests.support import Tape

REPLAYS = Path(__file__).parents[2] / "replays"


def causes(design: Design, seconds: float, press: int = 0) -> CauseTree:
    session = TracedSession(design)
    session.do(Start())
    if press:
        session.do(Press(press))
    session.advance(round(seconds * 240))
    return session.causes


def ways(tree: CauseTree) -> set[tuple[int, int, str]]:
    """Return who set off whom, and how."""
    return {(tree.steps[s.cause].part if s.cause != NOTHING else 0, s.part, s.how) for s in tree.steps}


@pytest.mark.parametrize("name", ["snip", "showcase/breakfast", "rink/going-up", "showcase/cat-and-mouse"])
def test_it_changes_no_hash(name: str) -> None:
    read = reader.read(REPLAYS / f"{name}.replay")
    tapes = Tape(), Tape()
    for kind, tape in zip((Session, TracedSession), tapes, strict=True):
        session = kind(read.head.design, read.head.seed, tape)
        Driver(session, read.commands).to(read.ticks)
        session.flush()
    assert tapes[0].digests == tapes[1].digests and len(tapes[0].digests) > 100


def test_the_machine_of_a_session_that_is_not_read_is_an_ordinary_one() -> None:
    session = Session(everything())
    session.do(Start())
    assert type(session.machine) is Machine, "a run that nobody looks into is not slower by anything"


def test_a_press_by_hand_sends_a_signal_that_starts_a_conveyor_that_carries_a_ball() -> None:
    b = Builder()
    button = b.part("button", 0.5, 0.5)
    conveyor = b.part("conveyor", 2.0, 1.0, width=1.4, running=False)
    ball = b.part("soccer_ball", 2.0, 1.17)
    b.link("wire", button, "signal", conveyor, "signal")
    tree = causes(b.design(), 2.0, press=button)
    assert ways(tree) >= {(0, button, BY_HAND), (button, conveyor, "signal"), (conveyor, ball, "carry")}
    assert [step.part for step in tree.chain()] == [button, conveyor, ball]
    assert [step.part for step in tree.why(ball, 480)] == [button, conveyor, ball]
    assert tree.why(ball, 0) == [], "nothing had moved it then"


def test_wind_sets_off_a_mill_that_adds_it_up_and_turns_at_its_next_look() -> None:
    b = Builder()
    button = b.part("button", 0.5, 0.5)
    fan = b.part("fan", 1.0, 1.5, running=False)
    mill = b.part("windmill", 1.8, 1.5)
    conveyor = b.part("driven_conveyor", 4.0, 1.5)
    b.link("wire", button, "signal", fan, "signal")
    b.link("belt", mill, "shaft", conveyor, "shaft")
    tree = causes(b.design(), 3.0, press=button)
    assert [step.part for step in tree.chain()] == [button, fan, mill, conveyor]
    assert (fan, mill, "wind") in ways(tree)


def test_a_rope_pulls_and_its_pulley_only_leads_it() -> None:
    read = reader.read(REPLAYS / "harbour" / "over-the-wheel.replay")
    ran = causes_of_run(read.head.design, read.head.seed, read.commands, read.ticks)
    assert ran is not None
    design, _, tree = ran
    rope = next(link for link in design.links if link.via)
    pulled = next(step for step in tree.steps if step.link == rope.id)
    assert (tree.steps[pulled.cause].part, pulled.part, pulled.how) == (*(end.part for end in (rope.a, rope.b)), "rope")
    assert not {step.part for step in tree.steps} & {*rope.via}


def called_dog(b: Builder, *, rings: bool) -> tuple[int, int]:
    """Put a dog on the floor and a bell above, which a ball rings over a button; return the bell and the dog."""
    b.part("floor", 3.0, 0.05, width=6.0)
    button, bell, dog = b.part("button", 1.0, 0.13), b.part("bell", 1.4, 0.8), b.part("dog", 3.0, 0.3)
    if rings:
        b.part("bowling_ball", 1.0, 1.6)
        b.link("wire", button, "signal", bell, "signal")
    return bell, dog


@pytest.mark.parametrize("rings", [True, False])
def test_a_dog_that_looks_about_for_a_bone_is_called_by_a_bell(rings: bool) -> None:
    b = Builder()
    bell, dog = called_dog(b, rings=rings)
    b.part("wall", 3.6, 0.4, height=0.6)
    b.part("bone", 4.2, 0.15)
    tree = causes(b.design(6.0), 2.0)
    assert ((bell, dog, "notice") in ways(tree)) == rings
    assert [step.how for step in tree.steps if step.part == bell] == (["signal"] if rings else [])
    assert (len(tree.chain()) == 4) == rings, "ball, button, bell, dog"


def test_a_dog_is_called_anew_after_it_has_stood_still() -> None:
    b = Builder()
    bell, dog = called_dog(b, rings=False)
    other = b.part("bell", 3.0, 0.8)
    b.part("wall", 3.6, 0.4, height=0.6)
    b.part("bone", 4.2, 0.15)
    session = TracedSession(b.design(6.0))
    session.do(Start())
    for called_by in (bell, other):
        session.do(Press(called_by))
        session.advance(4 * 240)
    steps = session.causes.steps
    assert [step.how for step in steps if step.part == dog and step.cause != NOTHING] == ["notice", "notice"]


@pytest.mark.parametrize(("lean", "topples"), [(0.15, True), (0.0, False)])
def test_what_no_longer_hides_the_bone_sets_off_the_dog(lean: float, topples: bool) -> None:
    b = Builder()
    b.part("floor", 3.0, 0.05, width=6.0)
    dog, bar = b.part("dog", 1.5, 0.3), b.part("bar", 2.5, 0.42, math.pi / 2 - lean, width=0.6)
    b.part("bone", 3.3, 0.15)
    assert ((bar, dog, "sight") in ways(causes(b.design(6.0), 1.5))) == topples


def test_sand_that_runs_into_a_bucket_makes_it_pull() -> None:
    b = Builder()
    pulleys = b.part("pulley", 2.0, 2.0), b.part("pulley", 2.6, 2.0)
    b.part("floor", 2.0, 0.05)
    bucket, weight = b.part("bucket", 2.0, 1.2), b.part("weight", 2.6, 0.2, mass=2.0)
    rope = b.link("rope", bucket, "bail", weight, "ring")
    b.links[-1] = replace(b.links[-1], via=pulleys)
    anchor, sack = b.part("anchor", 2.0, 1.9), b.part("sandbag", 2.0, 1.6)
    b.link("rope", anchor, "hook", sack, "ring")
    tree = causes(b.design(), 5.0, press=sack)
    assert ways(tree) >= {(0, sack, BY_HAND), (sack, bucket, "push"), (bucket, weight, "rope")}
    assert {step.link for step in tree.steps if step.part == weight} == {rope}


def test_what_rests_on_each_other_sets_nothing_off() -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=3.0)
    for k in range(4):
        b.part("crate", 2.0, 0.25 + 0.3 * k)
    assert all(step.cause == NOTHING for step in causes(b.design(), 1.0).steps)


def test_what_hits_sets_off_what_rested_and_not_the_other_way_round() -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=3.0)
    ball, domino = b.part("cannon_ball", 1.0, 1.3), b.part("domino", 1.1, 0.3)
    tree = causes(b.design(), 1.5)
    assert (ball, domino, "knock") in ways(tree) and (0, ball, BY_ITSELF) in ways(tree)
    assert not any(cause == domino for cause, _, _ in ways(tree))


def test_nothing_is_set_off_by_what_it_has_itself_set_off() -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=3.9)
    seesaw, ball = b.part("seesaw", 2.0, 0.3, width=1.2), b.part("soccer_ball", 1.6, 1.2)
    assert ways(causes(b.design(), 3.0)) == {(0, ball, BY_ITSELF), (ball, seesaw, "knock")}, "it throws the ball back"


@pytest.mark.parametrize("seed", range(6))
def test_the_causes_of_any_heap_are_a_tree_in_the_order_of_time(seed: int) -> None:
    chance = random.Random(seed)
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    button = b.part("button", 2.0, 0.14)
    glove = b.part("boxing_glove", 0.5, 0.4)
    b.link("wire", button, "signal", glove, "signal")
    for _ in range(12):
        kind = chance.choice(("crate", "soccer_ball", "domino", "tennis_ball", "bowling_pin", "seesaw", "balloon"))
        b.part(kind, chance.uniform(0.3, 3.7), chance.uniform(0.4, 2.1))
    tree = causes(b.design(), 2.0)
    assert len(tree) > 6
    for number, step in enumerate(tree.steps):
        assert step.cause < number, "what comes later causes nothing earlier, so there is no ring"
        if step.cause != NOTHING:
            cause = tree.steps[step.cause]
            assert cause.tick <= step.tick and cause.part != step.part
    assert causes(b.design(), 2.0).steps == tree.steps, "and the same once more"


def test_a_signal_that_nobody_reports_has_no_effect_in_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A negative control: with the calls unseen, what follows a signal has begun by itself."""
    monkeypatch.setattr(call_tracer.CallTracer, "_step_of_call", lambda self, *_: NOTHING)
    read = reader.read(REPLAYS / "hello.replay")
    ran = causes_of_run(read.head.design, read.head.seed, read.commands, read.ticks)
    assert ran is not None and len(ran[2].chain()) < 5


def test_a_session_without_a_run_has_none() -> None:
    assert causes_of_run(everything(), 0, (), 100) is None
