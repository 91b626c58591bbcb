"""Why nothing can be done now: one sentence for each reason, with a way out, asked once for a click."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from sandbox.commands import commands as c
from sandbox.editing import editor
from sandbox.editing.document import why_closed
from sandbox.errors import Refused
from sandbox.workspace import gate
from tests.hands import Hands, hands, playground, workshop

__all__ = ["hands"]  # a fixture


@pytest.mark.parametrize(
    ("working", "past", "watching", "running", "begins", "offers"),
    [
        (True, True, True, True, "Wait until this is done", ("", "")),
        (False, True, True, True, "This is the past", ("resume_here", "to_now")),
        (False, False, True, True, "This is a recording", ("take_over", "")),
        (False, False, False, True, "The machine is running", ("stop", "")),
    ],
)
def test_each_reason_has_a_sentence_and_a_way_out(
    working: bool, past: bool, watching: bool, running: bool, begins: str, offers: tuple[str, str]
) -> None:
    host = SimpleNamespace(working=working, in_past=past, watching=watching, session=SimpleNamespace(running=running))
    why = why_closed(host)
    assert why is not None and why.text.startswith(begins) and why.text.endswith(".")
    assert (why.tone, why.offer, why.also) == ("refused", *offers)
    assert (why_closed(host, edits=False) == why) == (working or past or watching), "a machine that runs can be pressed"


def test_a_document_that_rests_is_open(hands: Hands) -> None:
    assert why_closed(hands.workspace.document) is None


def test_the_session_says_it_in_the_same_words(hands: Hands) -> None:
    hands.open(playground())
    hands.workspace.control.run()
    why = why_closed(hands.workspace.document)
    with pytest.raises(Refused) as refused:
        hands.workspace.document.session.do(c.Delete(2))
    assert why is not None and why.text.lower() == f"{refused.value}."
    assert not hands.workspace.gate.do(c.Delete(2))
    assert hands.workspace.messages.latest is not None and hands.workspace.messages.latest.text == why.text


def test_one_click_asks_once(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.open(workshop().design())
    asked: list[str] = []
    for module in (editor, gate):
        monkeypatch.setattr(module, "why_closed", lambda *given: asked.append("closed") or why_closed(*given))
    edited = c.Delete.edited
    monkeypatch.setattr(c.Delete, "edited", lambda self, design: asked.append("edited") or edited(self, design))
    assert hands.editor.carry_out(c.Delete(2))
    assert asked == ["closed", "edited"]
    assert not hands.editor.carry_out(c.Delete(2))
    assert hands.notes[-1].text == "Part 2 does not exist."
    assert asked == ["closed", "edited"] * 2
