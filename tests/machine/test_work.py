"""The work of the engine, part by part."""

from __future__ import annotations

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.machine.work import part_work
from tests.support import pile


def test_work_is_counted_for_what_is_awake_and_for_what_it_touches() -> None:
    session = Session(pile(2))  # a crate and a ball above the floor
    session.do(c.Place("crate", 1.5, 0.4))
    session.do(c.Connect("spring", 4, "middle", 6, "middle"))
    session.do(c.Start())
    assert session.machine is not None
    session.advance()
    work = part_work(session.machine)
    assert set(work) == {4, 5, 6, 7} and work[5] == 1 and work[7] == 1
    session.advance(120)
    assert part_work(session.machine)[6] > 1, "it stands on the floor"
    session.advance(4000)
    assert not part_work(session.machine)[5], "it has come to rest, and sleeps"
