"""Goals about links: a fuse burns, and has burnt out once its fire has come to both of its ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from sandbox import parts
from sandbox.authoring.script_level import ScriptLevel
from sandbox.authoring.when import when
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import (
    All,
    AnyCondition,
    Design,
    End,
    Goal,
    Gone,
    Latched,
    Link,
    LinkState,
    Not,
    PartSpec,
    from_plain,
    to_plain,
)
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.trials.checks.presentation import findings
from tests.support import Tape, replay

BURNING, BURNT = LinkState(5, "burning"), LinkState(5, "burnt out")


def cord(*goals: Any, lit: bool = True, speed: float = 1.0) -> Design:
    """A candle, scissors across a fuse of a metre, and another candle at its end."""
    specs = (
        PartSpec(1, "candle", 1.0, 1.0, props={"lit": lit}),
        PartSpec(2, "candle", 2.0, 1.0),
        PartSpec(3, "scissors", 1.45, 0.99),
        PartSpec(4, "button", 3.0, 1.0),
    )
    links = (
        Link(5, "fuse", End(1, "fuse"), End(2, "fuse"), {"speed": speed}),
        Link(6, "wire", End(4, "signal"), End(3, "signal")),
    )
    asked = tuple(Goal(f"goal {n}", goal) for n, goal in enumerate(goals))
    return parts.check(from_plain(to_plain(Design(parts=specs, links=links, goals=asked, next_id=7))))


def watch(design: Design, seconds: float, at: Callable[[Machine, int], None] | None = None) -> tuple[Judge, list[Any]]:
    """Run it; return its judge, and by goal the ticks on which its answer changed."""
    machine = Machine(design)
    judge = Judge(design, machine)
    changes: list[list[int]] = [[] for _ in design.goals]
    before = [False] * len(design.goals)
    for tick in range(1, round(seconds * 240) + 1):
        if at is not None:
            at(machine, tick)
        machine.tick()
        judge.update()
        now = [progress.met for progress in judge.progress()]
        for n, (was, is_) in enumerate(zip(before, now, strict=True)):
            if was != is_:
                changes[n].append(tick)
        before = now
    return judge, changes


def test_a_fuse_burns_and_then_has_burnt_out() -> None:
    design = cord(BURNING, BURNT)
    length = Machine(design).links[5]["length"]
    judge, (burning, burnt) = watch(design, 2.0)
    assert len(burning) == 2 and burnt == [burning[1]], "it burns no more from the tick on which it has burnt out"
    assert (burning[1] - burning[0]) / 240 == pytest.approx(length, abs=0.01)
    assert judge.outcome == "open", "never both at once"


def test_one_that_is_not_lit_does_neither() -> None:
    _, changes = watch(cord(BURNING, BURNT, Not(BURNING), lit=False), 1.0)
    assert changes == [[], [], [1]]


def test_one_that_is_cut_while_it_burns_burns_no_more_and_has_not_burnt_out() -> None:
    def press(machine: Machine, tick: int) -> None:
        if tick == 60:
            machine.press(3)

    design = cord(BURNING, BURNT, LinkState(5, "burnt out", on=False))
    _, (burning, burnt, other) = watch(design, 3.0, press)
    assert len(burning) == 2 and burning[1] < 100 and burnt == [], "not even once its fire would have come to the end"
    assert other == [1]


def test_what_the_end_of_a_fuse_blows_up_does_not_change_that_it_has_burnt_out() -> None:
    design = cord(BURNT)
    specs = tuple(PartSpec(2, "dynamite", 2.0, 1.0) if spec.id == 2 else spec for spec in design.parts)
    judge, _ = watch(parts.check(msgspec.structs.replace(design, parts=specs)), 3.0)
    assert judge.outcome == "won"


def test_it_is_won_in_a_session_and_replayed_bit_for_bit() -> None:
    design = cord(All((Latched(BURNING), BURNT)))
    commands = [(0, c.pack(c.Start()))]
    tape, session = replay(design, commands, 480)
    assert session.outcome == "won"
    again, _ = replay(design, commands, 480)
    assert tape.digests == again.digests and any(what == "won" for _, what in tape.marks)


def test_machines_without_such_a_goal_have_the_hashes_that_they_had() -> None:
    """The goal's memory is all that is added, and only where it is asked."""
    plain, asked = Machine(cord()), Machine(cord(BURNT))
    assert plain.slot_of == asked.slot_of and len(plain.states) == len(asked.states)
    assert not len(Judge(plain.design, plain).memory)


def test_a_goal_is_read_from_a_file_and_written_as_it_was() -> None:
    design = cord(BURNT)
    text = levels.dumps(design)
    assert 'is = "link_state"' in text and 'state = "burnt out"' in text
    assert levels.loads(text).goals == design.goals


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (
            LinkState(9, "burning"),
            "goal 'goal 0' is about link 9, which does not exist; name a link of the level by its id",
        ),
        (LinkState(1, "burning"), "goal 'goal 0' is about link 1, a part, and no link: ask 'state' of it"),
        (Gone(5), "goal 'goal 0' is about part 5, a link, and no part: ask 'link_state' of it"),
        (LinkState(5, "on fire"), "goal 'goal 0': a fuse has no state 'on fire' (burning, burnt out)"),
        (LinkState(6, "on"), "goal 'goal 0': a wire has no state 'on' (none)"),
    ],
)
def test_a_goal_that_asks_what_can_not_be_asked_is_refused_in_a_sentence(goal: AnyCondition, why: str) -> None:
    with pytest.raises(BadFile) as refused:
        cord(goal)
    assert str(refused.value) == why


def test_what_a_goal_is_about_can_not_be_taken_away() -> None:
    session = Session(msgspec.structs.replace(cord(BURNT), stock=None), log=Tape())
    for command in (c.Disconnect(5), c.Delete(1)):
        with pytest.raises(Refused, match=r"the goal 'goal 0' is about link 5 \(a fuse\); change the goal first"):
            session.do(command)
    session.do(c.Disconnect(6))
    session.do(c.SetGoals((), ()))
    session.do(c.Delete(1))
    assert not session.design.links


def test_a_goal_that_names_the_fuse_names_something_that_is_seen() -> None:
    design = msgspec.structs.replace(cord(BURNT), goals=(Goal("The fuse is burnt out", BURNT),))
    found = {finding.bar: finding.grade for finding in findings(design)}
    assert found["goals"] == "good"


def test_it_tells_how_far_the_fire_has_come() -> None:
    design = cord(BURNT, speed=0.5)
    machine = Machine(design)
    judge, told = Judge(design, machine), []
    for _ in range(480):
        machine.act()
        machine.step()
        machine.tidy()
        judge.update()
        told.append(judge.nearness())
    assert told[100:480] == sorted(told[100:480]) and told[100] < 0.75 < told[400] < 1.0


def test_a_script_asks_for_a_link_of_the_level_and_not_for_one_that_the_player_draws() -> None:
    level = ScriptLevel("Fuse", width=4.0, height=2.4)
    ground = level.room()
    near, far = level.put("candle").on(ground, x=1.0), level.put("candle").on(ground, x=2.0)
    cord_ = level.join("fuse", near, far)
    level.goal("The fuse burns", when.link_state(cord_, "burning"))
    (goal,) = level.design().goals
    assert goal.when == LinkState(cord_.number, "burning")
    given = level.join("fuse", near, far, given=True)
    with pytest.raises(Refused, match="'link_state' is about the fuse, which the player draws"):
        when.link_state(given, "burning")
