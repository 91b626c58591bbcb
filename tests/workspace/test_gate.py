"""The one door to the session: what is refused changes nothing, and what is done is known once."""

from __future__ import annotations

from sandbox.commands import commands as c
from tests.timed import BALL, play, recordings_of


def test_of_many_drags_between_two_ticks_the_last_counts(workspace, time):
    workspace.gate.do(BALL)
    workspace.control.run()
    workspace.gate.do(c.Grab(1, 1.0, 1.0))
    for n in range(1000):
        assert workspace.gate.do(c.Drag(1.0 + n / 1000, 1.0))
    time.sleep(0.02)
    workspace.gate.catch_up()
    workspace.gate.do(c.Drag(0.5, 0.5))
    workspace.gate.do(c.Release())
    workspace.close()
    (found,) = recordings_of(workspace)
    assert [type(command).__name__ for _, command in found.commands] == [
        "Place", "Start", "Grab", "Drag", "Drag", "Release",
    ]  # fmt: skip
    assert found.commands[3][1] == c.Drag(1.999, 1.0)


def test_a_refusal_is_a_sentence_and_changes_nothing(workspace):
    before = workspace.document.design
    assert not workspace.gate.do(c.Delete(7))
    assert workspace.messages.latest.kind == "refused"
    assert workspace.messages.latest.text == "Part 7 does not exist."
    number = workspace.messages.latest.number
    assert not workspace.gate.do(c.Move(1, 1e300, 0.0)), "numbers that no command can hold are refusals too"
    assert workspace.messages.latest.number > number
    assert workspace.document.design is before
    assert not workspace.document.dirty


def test_events_are_there_once_even_those_just_before_a_stop(workspace, time):
    workspace.gate.do(c.Place("button", 1.0, 0.5))
    workspace.control.run()
    play(workspace, time, 0.1)
    workspace.document.session.do(c.Press(1))  # as if it happened in the very last tick
    workspace.control.stop()
    assert [event.what for event in workspace.events.take_events()] == ["pressed"]
    assert workspace.events.take_events() == []
