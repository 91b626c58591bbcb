"""The status line: the state of the program, advice about the thing in hand or under the pointer, and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from imgui_bundle import imgui

from sandbox.editing.document import sentence
from sandbox.editing.selection import title_of
from sandbox.parts import KINDS
from sandbox.window.ui.theme import Colour, Icon, Rgba
from sandbox.window.ui.widgets import Rect, Ui

if TYPE_CHECKING:
    from sandbox.window.controls.filming import Filming
    from sandbox.window.controls.keyboard import Keyboard
    from sandbox.window.controls.time_controls import TimeControls
    from sandbox.window.shell import Shell

LOST_SHOWN = 0.1  # s of lost time that are worth a word


class StatusLine:
    """Draws the status line."""

    def __init__(self, ui: Ui, shell: Shell, time: TimeControls, filming: Filming, keyboard: Keyboard) -> None:
        self.ui = ui
        self.shell, self.time, self.filming, self.keyboard = shell, time, filming, keyboard

    def draw(self, rect: Rect) -> None:
        ui, shell = self.ui, self.shell
        workspace = shell.workspace
        session = workspace.document.session
        with ui.panel("status", rect, imgui.WindowFlags_.no_scrollbar):
            imgui.set_cursor_pos_y(ui.px(6))
            right = self._figures()
            width = imgui.calc_text_size(right).x
            state, colour = self._state()
            ui.bold(state, 0.0, colour)
            imgui.same_line(0.0, ui.px(16))
            room = imgui.get_window_width() - width - ui.px(40) - imgui.get_cursor_pos_x()
            self._advice(room)
            imgui.same_line(imgui.get_window_width() - width - ui.px(14))
            imgui.text_unformatted(right)
            ui.mark("figures")
            ui.tip(
                f"Tick {session.tick} of this session; {session.tick_rate} ticks are a second. Lost is what passed "
                "while the program stood still or could not keep up: the machine goes on where it was."
            )

    def _figures(self) -> str:
        session = self.shell.workspace.document.session
        frames = self.shell.frame_rate.a_second if self.shell.workspace.pacing.moving else None
        design = session.design
        figures = [f"tick {self.time.tick}"]
        if self.filming.export.active:
            figures.insert(0, f"drawing: {self.filming.export.share:.0%}")
        if session.running and not self.shell.workspace.document.in_past:
            figures.append(f"{self.shell.workspace.document.run_seconds:.2f} s")
        lost = self.shell.workspace.pacing.lost_seconds
        if lost >= LOST_SHOWN:
            figures.append(f"{lost:.1f} s lost")
        figures.append(f"{len(design.parts)} parts" if len(design.parts) != 1 else "1 part")
        if design.links:
            figures.append(f"{len(design.links)} links" if len(design.links) != 1 else "1 link")
        if frames is not None:
            figures.append(f"{frames:.0f} fps")
        return "      ".join(figures)

    def _state(self) -> tuple[str, Rgba]:
        workspace = self.shell.workspace
        if workspace.document.in_past:
            return (f"{Icon.RESUME}  The past", Colour.ACCENT_DEEP)
        if workspace.document.watching:
            return (f"{Icon.FILM}  Recording", Colour.LINK)
        if workspace.document.design.author and not workspace.document.session.running:
            return (f"{Icon.FLAG}  Author", Colour.ACCENT_DEEP)
        if not workspace.document.session.running:
            return (f"{Icon.EDIT}  Building", Colour.TEXT)
        if workspace.pacing.paused:
            return (f"{Icon.PAUSE}  Paused", Colour.ACCENT_DEEP)
        return (f"{Icon.PLAY}  Running", Colour.GOOD)

    def _advice(self, room: float) -> None:
        """Draw the advice, cut off with an ellipsis where there is no room."""
        text = advice(self.shell, self.keyboard)
        if imgui.calc_text_size(text).x > room:
            while text and imgui.calc_text_size(text + "\N{HORIZONTAL ELLIPSIS}").x > room:
                text = text[:-1]
            text += "\N{HORIZONTAL ELLIPSIS}"
        imgui.push_style_color(imgui.Col_.text, Colour.FAINT)
        imgui.text_unformatted(text)
        imgui.pop_style_color()
        self.ui.mark("advice")


def advice(shell: Shell, keyboard: Keyboard) -> str:
    """Return advice about the thing in hand or under the pointer; else the last message."""
    gesture = shell.editor.gesture
    advised = gesture.advice(shell.actions.key_of) if gesture is not None else ""
    if gesture is not None and gesture.advice_first:
        return advised
    by_keys = keyboard.advice
    if by_keys and not shell.editor.preview.why_not:
        return by_keys
    return advised or _hover_advice(shell)


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
    if shell.workspace.document.design.parts:
        return ""
    return f"Drag a part from the left into the scene. {shell.actions.key_of('run')} runs the machine."


__all__ = ["StatusLine", "advice"]
