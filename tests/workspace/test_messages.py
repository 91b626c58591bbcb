"""Sentences for the user: each its own message, whole, and not without end."""

from __future__ import annotations

from sandbox.errors import BadFile, Mistakes
from sandbox.workspace.messages import KEPT, Messages


def test_the_same_sentence_said_twice_is_two_messages() -> None:
    messages = Messages()
    assert messages.latest is None
    messages.say("that went well", "good")
    first = messages.latest
    assert first is not None
    assert (first.text, first.kind) == ("That went well", "good")
    messages.say("that went well", "good")
    second = messages.latest
    assert second is not None
    assert second.number > first.number
    assert list(messages) == [first, second]


def test_what_went_wrong_names_its_file_as_it_is_written() -> None:
    messages = Messages()
    messages.fail(FileNotFoundError(2, "No such file or directory", "levels/x.toml"))
    messages.fail(BadFile("x.toml: this is not a level"))
    messages.fail(Mistakes(("line 2: too wide", "line 5: too high"), "x.toml"))
    assert [(message.text, message.kind) for message in messages] == [
        ("levels/x.toml: No such file or directory", "bad"),
        ("x.toml: this is not a level", "bad"),
        ("x.toml: 2 mistakes: line 2: too wide line 5: too high", "bad"),
    ]


def test_old_ones_are_forgotten_and_numbers_go_on() -> None:
    messages = Messages()
    for number in range(KEPT + 10):
        messages.say(f"{number}")
    assert len(list(messages)) == KEPT
    assert messages.latest is not None
    assert (messages.latest.text, messages.latest.number) == (f"{KEPT + 9}", KEPT + 10)
