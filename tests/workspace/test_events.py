"""Eyes look at what has happened, ears take it; neither disturbs the other."""

from __future__ import annotations

from sandbox.commands import commands as c
from sandbox.machine.machine import Event
from sandbox.workspace.events import KEPT, SEEN, Events


def numbered(count: int, first: int = 0) -> list[Event]:
    return [Event(1, "struck", first + n) for n in range(count)]


def test_ears_take_and_eyes_only_look() -> None:
    events = Events()
    events.add(numbered(3))
    assert events.after(0) == (3, numbered(3))
    assert events.take_events() == numbered(3)
    assert events.take_events() == []
    assert events.after(1) == (3, numbered(2, 1))
    events.add(numbered(1, 3))
    assert events.after(3) == (4, numbered(1, 3))
    assert events.after(4) == (4, [])


def test_nothing_grows_without_bound() -> None:
    events = Events()
    events.add(numbered(2 * KEPT))
    count, seen = events.after(0)
    assert (count, len(seen), seen[-1].part) == (2 * KEPT, SEEN, 2 * KEPT - 1)
    assert len(events.take_events()) == KEPT
    for _ in range(1000):
        events.add_act(c.Start())
    assert len(events.take_acts()) == 100
    assert events.take_acts() == []


def test_another_session_is_heard_from_its_beginning_and_counted_on() -> None:
    events = Events()
    events.add(numbered(2))
    events.forget_events()
    assert events.take_events() == []
    events.add(numbered(1))
    assert events.after(2) == (3, numbered(1))
