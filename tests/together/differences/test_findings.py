"""States that another machine sends, which may be anything."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session, Snapshot
from sandbox.together.differences import findings
from sandbox.together.messages import MAX_MESSAGE, SentState
from sandbox.verify import explain
from tests.for_each import for_each
from tests.support import pile


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session(pile(6))
    session.do(c.Start())
    session.advance(30)
    return session


def test_a_state_comes_as_it_was_sent(session: Session) -> None:
    snapshot = session.snapshot()
    assert snapshot is not None
    back = findings.unpacked(findings.packed(snapshot))
    assert back is not None
    assert [array.tobytes() for array in back] == [array.tobytes() for array in snapshot]


@for_each(
    [
        (1, b""),
        (1, b"no zlib"),
        (1, zlib.compress(b"x" * 51)),
        (1, zlib.compress(b"x" * 53)),
        (2, zlib.compress(b"x" * 52)),
    ]
)
def test_a_state_of_another_size_than_it_says_is_none(bodies: int, numbers: bytes) -> None:
    assert findings.unpacked(SentState(bodies, numbers=numbers)) is None


def test_a_state_that_is_too_large_is_not_sent() -> None:
    noise = np.random.default_rng(1).random((MAX_MESSAGE // 40, 6))
    large = Snapshot(np.zeros(len(noise), np.int32), noise, np.zeros(0), np.zeros(0))
    assert findings.packed(large) == SentState() == findings.packed(None)


@for_each([(np.nan,), (np.inf,), (-1e308,)])
def test_whatever_a_state_holds_is_told_in_words(number: float) -> None:
    session = Session(pile(6))
    session.do(c.Start())
    session.advance(30)
    mine = session.snapshot()
    assert mine is not None
    theirs = Snapshot(mine.ids + 1, np.full_like(mine.rows, number), mine.states, mine.goals)
    for other in (theirs, theirs._replace(ids=mine.ids), theirs._replace(states=np.ones(3))):
        lines = explain.differences(mine, other, session.machine.design)
        assert lines and all(line.isprintable() for line in lines)
