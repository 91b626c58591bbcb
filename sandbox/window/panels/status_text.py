"""The status line: what can be done with what is in hand or under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.editing.document import sentence
from sandbox.editing.selection import title_of
from sandbox.parts import KINDS

if TYPE_CHECKING:
    from sandbox.window.controls.keyboard import Keyboard
    from sandbox.window.shell import Shell


def advice(shell: Shell, keyboard: Keyboard) -> str:
    """The status line: what can be done with what is in hand or under the pointer."""
    gesture = shell.editor.gesture
    said = gesture.advice(shell.actions.key_of) if gesture is not None else ""
    if gesture is not None and gesture.advice_first:
        return said
    by_keys = keyboard.advice
    if by_keys and not shell.editor.preview.why_not:
        return by_keys
    return said or _hover_advice(shell)


def _hover_advice(shell: Shell) -> str:
    editor, hover = shell.editor, shell.editor.hover
    if hover.what == "turn":
        return "Drag to turn."
    if hover.what == "size":
        return "Drag to resize."
    if hover.what == "port":
        return f"{title_of(editor.design, hover.id)}: drag from this port to another to join them."
    if hover.what == "link":
        return f"{title_of(editor.design, hover.id)}. Click to select, Del takes it away."
    if hover.what == "part" and hover.id in editor.design.part_by_id:
        title = title_of(editor.design, hover.id)
        if not editor.running and editor.design.part_by_id[hover.id].locked:
            return f"{title} is locked: select it, and {shell.actions.key_of('lock')} unlocks it."
        if not editor.running:
            return f"{title}. {KINDS[editor.design.part_by_id[hover.id].kind].help}"
        machine = editor.machine
        assert machine is not None
        if hover.id in machine.parts and machine.parts[hover.id].kind.pressable:
            return f"{title}: click to press it."
        return f"{title}: drag to pull it." if machine.grabbable(hover.id) else title
    message = shell.workspace.messages.latest
    if message is not None:
        return sentence(message.text)
    if shell.workspace.design.parts:
        return ""
    return f"Drag a part from the left into the scene. {shell.actions.key_of('run')} runs the machine."


__all__ = ["advice"]
