"""What a guest has asked for is there to be edited further, under stand-ins for the ids that only the host can give."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.workspace.together.design_ahead import STAND_IN, DesignAhead, by_number, id_of
from tests.contraptions import Builder

ANN = 1


def session() -> Session:
    b = Builder()
    b.part("crate", 1.0, 0.5)
    session = Session(replace(b.design(), stock={"crate": 5, "lamp": 1, "wire": 1}))
    session.do(c.Join("Ann", player=ANN))
    return session


def ahead_of(session: Session, *asked: c.AnyCommand) -> tuple[DesignAhead, Design]:
    ahead = DesignAhead()
    for wish, command in enumerate(asked, 1):
        ahead.ask(wish, replace(command, player=ANN))
    return ahead, ahead.design(session, ANN, 1 + sum(command.makes for command in asked))


def test_what_has_no_answer_is_there_under_a_stand_in_and_gets_its_id_with_the_answer() -> None:
    shared = session()
    place, move = c.Place("crate", 2.0, 0.5, number=1), c.Move(-1, 2.5, 0.7)
    ahead, design = ahead_of(shared, place, move)
    assert [(spec.id, spec.x) for spec in design.parts] == [(1, 1.0), (STAND_IN + 1, 2.5)]
    assert design.next_id == STAND_IN + 2 and id_of(shared, ANN, STAND_IN + 1) == STAND_IN + 1
    shared.do(c.Place("crate", 3.0, 0.5))  # by somebody else, whose command came first
    shared.do(replace(place, player=ANN))
    ahead.answered({2})
    assert id_of(shared, ANN, STAND_IN + 1) == 3
    assert [(spec.id, spec.x) for spec in ahead.design(shared, ANN, 2).parts] == [(1, 1.0), (2, 3.0), (3, 2.5)]
    kept = ahead.design(shared, ANN, 2, kept=(STAND_IN + 1, 2))
    assert [(spec.id, spec.x) for spec in kept.parts] == [(1, 1.0), (2, 3.0), (STAND_IN + 1, 2.5)]


def test_a_command_names_what_has_no_id_by_its_number() -> None:
    lamp, wired = STAND_IN + 4, c.Connect("wire", STAND_IN + 5, "plus", 7, "minus")
    assert by_number(c.Together((c.Move(lamp, 1.0, 1.0), wired))) == c.Together(
        (c.Move(-4, 1.0, 1.0), replace(wired, a=-5))
    )
    move = c.Move(7, 1.0, 1.0)
    assert by_number(move) is move


def test_what_goes_only_without_what_was_asked_for_before_is_refused_at_once() -> None:
    shared = session()
    place = c.Place("lamp", 2.0, 0.5, number=1)
    ahead, _ = ahead_of(shared, place)
    assert not shared.why_not(replace(place, number=0)), "one is left as far as the host has answered"
    assert "no lamp is left" in ahead.why_not(replace(place, number=2), shared, ANN, 2)
    assert ahead.why_not(c.Move(-9, 1.0, 1.0), shared, ANN, 2)
