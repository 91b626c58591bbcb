"""The hand on the running machine, on a real workspace without a window."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from sandbox.design.design import Beyond, Goal
from sandbox.editing.document import Notice
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.hand import Hand
from sandbox.verify.verify import Verdict, verify
from tests.hands import Hands, hands, playground

__all__ = ["hands"]  # a fixture


def test_it_needs_no_editor(hands: Hands) -> None:
    hands.open(playground())
    hand = Hand(hands.workspace, hands.notes.append)
    hand.touch(3, (2.0, 1.0))
    assert not hand.holding, "nothing runs"
    hands.workspace.control.run()
    hand.touch(3, (2.0, 1.05))
    assert hand.holding
    assert hand.part == 3
    hand.let_go(None)
    assert (hand.holding, hand.part) == (False, None)
    assert hands.commands_in_file() == ["start", "grab", "release"], "nobody knows where to it was pulled"


def test_a_loose_part_is_pulled_by_the_mouse(hands: Hands) -> None:
    hands.open(playground())
    hands.workspace.control.run()
    hands.workspace.gate.advance(2)
    y = hands.workspace.document.session.machine.rows[0, 1] if hands.workspace.document.session.machine else 0.0
    assert y
    hands.press((2.0, 1.0))
    assert hands.editor.hand.part == 3
    for x in (2.1, 2.2, 2.3):
        hands.point((x, 1.2))
    hands.workspace.gate.advance(1)
    hands.release((2.4, 1.2))
    assert hands.editor.hand.part is None
    assert hands.commands_in_file() == ["start", "grab", "drag", "drag", "release"]  # one drag for a tick, and the last


def test_a_click_presses_a_button(hands: Hands) -> None:
    hands.open(playground())
    hands.workspace.control.run()
    hands.click((3.0, 0.14))
    assert hands.commands_in_file() == ["start", "press"]


def test_what_is_fixed_offers_to_stop(hands: Hands) -> None:
    hands.open(playground())
    hands.workspace.control.run()
    hands.click((2.0, 0.05))
    assert hands.notes == [], "a click selects, and no more"
    hands.drag((2.0, 0.05), (2.1, 0.3))
    assert hands.notes[-1] == Notice("Part 1 (Floor) is fixed in place. Stop to edit.", "refused", "stop")
    assert hands.editor.selection.ids == (1,)


def test_what_a_level_forbids_is_said_in_a_sentence(hands: Hands) -> None:
    hands.open(replace(playground(), allow=()))
    hands.workspace.control.run()
    hands.click((2.0, 1.0))
    assert hands.notes == [] and hands.editor.selection.ids == (3,), "a click selects, and no more"
    assert not hands.editor.hand.may_grab(3) and not hands.editor.hand.may_press(4)
    hands.drag((2.0, 1.0), (2.2, 1.0), (2.4, 1.0))
    assert len(hands.notes) == 1 and hands.notes[-1].text == "This level does not let you grab things. Stop to edit."
    hands.click((3.0, 0.14))
    assert hands.workspace.messages.latest is not None
    assert hands.workspace.messages.latest.text == "This level does not let you press things."
    assert hands.commands_in_file() == ["start"]


def test_what_a_level_forbids_is_allowed_once_it_is_solved(hands: Hands, tmp_path: Path) -> None:
    solved_at_once = (Goal("The ball is low", Beyond(3, "y", "less", 5.0)),)
    hands.open(replace(playground(), allow=(), goals=solved_at_once))
    hands.workspace.control.run()
    hands.drag((2.0, 1.0), (2.2, 1.0))
    assert hands.notes[-1].text == "This level does not let you grab things, until it is solved. Stop to edit."
    hands.workspace.gate.advance(2)
    assert hands.workspace.document.session.won and hands.editor.hand.may_grab(3)
    hands.drag((2.0, 1.0), (2.2, 1.2), (2.4, 1.2))
    hands.click((3.0, 0.14))
    assert hands.commands_in_file() == ["start", "grab", "drag", "release", "press"]
    hands.workspace.gate.advance(60)
    hands.workspace.control.stop()
    hands.workspace.files.save_recording_as(tmp_path / "thrown.replay")
    assert verify(tmp_path / "thrown.replay").verdict is Verdict.PASS
    hands.workspace.control.run()
    assert not hands.editor.hand.may_grab(3), "the next run is not won yet"


def test_a_hand_whose_part_is_gone_lets_go_quietly(hands: Hands) -> None:
    hands.open(playground())
    hands.workspace.control.run()
    hands.press((2.0, 1.0))
    hands.workspace.control.stop()
    hands.editor.run_changed()
    hands.point((2.5, 1.0))
    hands.release((2.5, 1.0))
    assert hands.commands_in_file() == ["start", "grab", "stop"]


def test_a_hand_left_over_from_a_session_that_was_cut_off_lets_go(hands: Hands, tmp_path: Path) -> None:
    hands.open(playground())
    hands.workspace.control.run()
    hands.press((2.0, 1.0))
    hands.workspace.files.save_recording_as(tmp_path / "held.replay")
    assert hands.workspace.recovery.resume(tmp_path / "held.replay")
    hands.editor = Editor(hands.workspace, hands.notes.append)
    assert hands.editor.hand.part == 3
    hands.click((1.0, 0.25))
    assert hands.editor.hand.part is None
    assert hands.commands_in_file() == ["start", "grab", "release", "grab", "release"]
