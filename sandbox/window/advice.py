"""The status line: what can be done with what is in hand or under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.parts import KINDS, LINKS
from sandbox.window.drawing import DrawOutline
from sandbox.window.gestures import MoveParts, PlacePart, ResizePart, TurnParts
from sandbox.window.joining import ChoosePort, ConnectPorts
from sandbox.window.pointing import PointOut, ShowHint
from sandbox.window.telling import sentence

if TYPE_CHECKING:
    from sandbox.window.application import Application


def advice(app: Application) -> str:
    """The status line: what can be done with what is in hand or under the pointer."""
    editor = app.editor
    gesture = editor.gesture
    if isinstance(gesture, PointOut | ShowHint):
        return gesture.advice
    by_keys = app.keyboard.advice
    if by_keys and not (editor.preview.why_not or isinstance(gesture, DrawOutline)):
        return by_keys
    if isinstance(gesture, PlacePart):
        title = KINDS[gesture.kind].title.lower()
        how = "Let go" if gesture.held_down else "Click"
        again = "" if gesture.held_down else "; Shift+click places several"
        turns = f"{app.actions.key_of('turn_left')} and {app.actions.key_of('turn_right')}"
        return f"{how} to place the {title}{again}. Wheel, {turns} turn it; Esc puts it back."
    if isinstance(gesture, DrawOutline):
        how = "Click the first corner or press Enter to close it" if gesture.closed else "Click corner after corner"
        return f"{how}; Backspace takes the last one back, Shift keeps to one axis, Esc gives up."
    if isinstance(gesture, ChoosePort):
        why = sentence(gesture.plug.why_not) if gesture.plug else ""
        what = LINKS[gesture.kind].title.lower() if gesture.kind else "link"
        return why or f"Click a port with a dot, where the {what} begins; a cross says that it can't."
    if isinstance(gesture, ConnectPorts):
        why = gesture.plug.why_not if gesture.plug else ""
        title = LINKS[gesture.kind].title.lower()
        return sentence(why) or f"A {title}: end it at a port with a dot; a cross says that it can't end there."
    if isinstance(gesture, MoveParts):
        return "Alt suspends snapping, Shift keeps to one axis; drop it on the parts list to delete it."
    if isinstance(gesture, TurnParts):
        return "Steps of 15\N{DEGREE SIGN}; Shift for 1\N{DEGREE SIGN}, Alt for free turning."
    if isinstance(gesture, ResizePart):
        return "Alt for free sizes."
    return _hover_advice(app)


def _hover_advice(app: Application) -> str:
    editor, hover = app.editor, app.editor.hover
    if hover.what == "turn":
        return "Drag to turn."
    if hover.what == "size":
        return "Drag to resize."
    if hover.what == "port":
        return f"{editor.title_of(hover.id)}: drag from this port to another to join them."
    if hover.what == "link":
        return f"{editor.title_of(hover.id)}. Click to select, Del takes it away."
    if hover.what == "part" and hover.id in editor.design.part_by_id:
        title = editor.title_of(hover.id)
        if not editor.running and editor.design.part_by_id[hover.id].locked:
            return f"{title} is locked: select it, and {app.actions.key_of('lock')} unlocks it."
        if not editor.running:
            return f"{title}. {KINDS[editor.design.part_by_id[hover.id].kind].help}"
        machine = editor.machine
        assert machine is not None
        if hover.id in machine.parts and machine.parts[hover.id].kind.pressable:
            return f"{title}: click to press it."
        return f"{title}: drag to pull it." if machine.grabbable(hover.id) else title
    message = app.workspace.messages.latest
    if message is not None:
        return sentence(message.text)
    if app.workspace.design.parts:
        return ""
    return f"Drag a part from the left into the scene. {app.actions.key_of('run')} runs the machine."


__all__ = ["advice"]
