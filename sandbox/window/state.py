"""The program's state in plain values, for tests that drive a real window from outside."""

from __future__ import annotations

from typing import Any

from sandbox.design.design import Design, items_of
from sandbox.window.shell.shell import Shell
from sandbox.workspace.workspace import Workspace


def state(shell: Shell) -> dict[str, Any]:
    """Collect the state of the document, of the editor, and of the window around them."""
    machine = shell.workspace.document.session.machine
    return {
        **_document(shell.workspace),
        **_design(shell.workspace.document.session.design),
        **_editor(shell),
        **_window(shell),
        "now": {id_: machine.motion(id_)[:3] for id_ in machine.parts} if machine is not None else {},
        **{name: value for feature in shell.registered for name, value in feature.state().items()},
    }


def _document(workspace: Workspace) -> dict[str, Any]:
    session = workspace.document.session
    return {
        "tick": session.tick,
        "running": session.running,
        "paused": workspace.pacing.paused,
        "watching": workspace.document.watching,
        "working": workspace.document.job is not None,
        "outcome": session.outcome,
        "dirty": workspace.document.dirty,
        "trying_out": session.trying_out,
        "steps": len(session.past),
        "message": workspace.messages.latest.text if workspace.messages.latest is not None else "",
        "messages": workspace.messages.latest.number if workspace.messages.latest is not None else 0,
        "session_file": str(workspace.document.recording_path) if workspace.document.recording_path else None,
        "speed": str(workspace.pacing.speed),
    }


def _design(design: Design) -> dict[str, Any]:
    return {
        "title": design.title,
        "gravity": design.world.gravity_y,
        "author": design.author,
        "parts": [[spec.id, spec.kind, spec.x, spec.y, spec.angle] for spec in design.parts],
        "flipped": [spec.id for spec in design.parts if spec.flip],
        "locked": [spec.id for spec in design.parts if spec.locked],
        "groups": {spec.id: spec.group for spec in design.parts if spec.group},
        "layers": {spec.id: spec.layer for spec in design.parts if spec.layer},
        "sizes": {spec.id: spec.props for spec in design.parts},
        "links": [[link.id, link.kind] for link in design.links],
        "via": {link.id: link.via for link in design.links if link.via},
        "goals": [goal.text for goal in design.goals],
        "hints": len(design.hints),
        "stock": {name: item.count for name, item in items_of(design.stock or {}).items()},
    }


def _editor(shell: Shell) -> dict[str, Any]:
    return {
        "selection": list(shell.editor.selection.ids),
        "held": shell.editor.hand.part,
        "armed": shell.editor.armed,
    }


def _window(shell: Shell) -> dict[str, Any]:
    camera = shell.view.camera
    return {
        "screen": shell.screen,
        "dialog": shell.dialog.name if shell.dialog is not None else None,
        "typing": shell.host.typing,
        "rects": shell.ui.rects,
        "camera": [camera.left, camera.bottom, camera.width, camera.height, camera.x, camera.y, camera.zoom],
        "stand_off": shell.view.stand_off,
        "size": list(shell.window.get_size()),
    }
