"""Eyes look at what has happened, ears take it; neither disturbs the other."""

from __future__ import annotations

from sandbox.commands import commands as c
from sandbox.machine.machine import Event
from sandbox.workspace.events import KEPT, SEEN, Happenings


def events(count: int, first: int = 0) -> list[Event]:
    return [Event(1, "struck", first + n) for n in range(count)]


def test_ears_take_and_eyes_only_look() -> None:
    happenings = Happenings()
    happenings.add(events(3))
    assert happenings.after(0) == (3, events(3))
    assert happenings.take_events() == events(3)
    assert happenings.take_events() == []
    assert happenings.after(1) == (3, events(2, 1))
    happenings.add(events(1, 3))
    assert happenings.after(3) == (4, events(1, 3))
    assert happenings.after(4) == (4, [])


def test_nothing_grows_without_bound() -> None:
    happenings = Happenings()
    happenings.add(events(2 * KEPT))
    count, seen = happenings.after(0)
    assert (count, len(seen), seen[-1].part) == (2 * KEPT, SEEN, 2 * KEPT - 1)
    assert len(happenings.take_events()) == KEPT
    for _ in range(1000):
        happenings.add_act(c.Start())
    assert len(happenings.take_acts()) == 100
    assert happenings.take_acts() == []


def test_another_session_is_heard_from_its_beginning_and_counted_on() -> None:
    happenings = Happenings()
    happenings.add(events(2))
    happenings.forget_events()
    assert happenings.take_events() == []
    happenings.add(events(1))
    assert happenings.after(2) == (3, events(1))
