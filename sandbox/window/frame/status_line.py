"""The status line: the state of the program, advice about the thing in hand or under the pointer, and figures."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.design import groups
from sandbox.design.design import Design, new_design
from sandbox.design.no_build import NOT_THERE, area_at
from sandbox.parts.titles import help_in, title_in
from sandbox.render.colours import Rgba
from sandbox.window.shell.loop import FrameRate
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui

LOST_SHOWN = 0.1  # s of lost time that are worth a word


class StatusLine:
    """Draws the status line."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui, self.shell = ui, shell
        self._rate = FrameRate()

    def count_frame(self) -> None:
        """Count a frame that is about to be drawn, for the number of frames a second."""
        self._rate.count(self.shell.workspace.now())

    def draw(self, rect: Rect) -> None:
        ui = self.ui
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
            ui.tip(self._explained())

    def _figures(self) -> str:
        document = self.shell.workspace.document
        moment, design = document.past.moment, document.session.design
        figures = [words for status in self.shell.hooks.status if (words := status())]
        if self.shell.workspace.settings.now.tester:
            figures += self._for_testers()
        if moment is not None and moment.run is not None:
            figures.append(f"{(moment.tick - moment.run.start) / document.session.tick_rate:.3f} s")
        elif moment is None and document.session.running:
            figures.append(f"{document.run_seconds:.3f} s")
        if moment is not None:
            design = moment.design
        figures.append(f"{len(design.parts)} parts" if len(design.parts) != 1 else "1 part")
        if design.links:
            figures.append(f"{len(design.links)} links" if len(design.links) != 1 else "1 link")
        return "      ".join(figures)

    def _for_testers(self) -> list[str]:
        """List the figures that only testers of the program want to see."""
        pacing, document = self.shell.workspace.pacing, self.shell.workspace.document
        moment = document.past.moment
        tick = moment.tick if moment is not None else document.session.tick
        figures = [f"tick {tick}", f"session {tick / document.session.tick_rate:.3f} s"]
        if pacing.lost_seconds >= LOST_SHOWN:
            figures.append(f"{pacing.lost_seconds:.1f} s lost")
        if pacing.moving and self._rate.a_second is not None:
            figures.append(f"{self._rate.a_second:.0f} fps")
        return figures

    def _explained(self) -> str:
        text = "The time since this run was started, and how much is built."
        if not self.shell.workspace.settings.now.tester:
            return text
        return (
            f"{text} A tick is 1/{self.shell.workspace.document.session.tick_rate} s; ticks count from the start. "
            "Lost is what passed while the program could not keep up: the machine goes on where it was."
        )

    def _state(self) -> tuple[str, Rgba]:
        """Return what the session does, and its colour; where several play, also who has the mouse."""
        words, colour = self._doing()
        workspace = self.shell.workspace
        if workspace.document.session.players and not workspace.document.in_past and not workspace.document.watching:
            words = f"{words}: {workspace.document.session.name_of(workspace.gate.player)}"
        return words, colour

    def _doing(self) -> tuple[str, Rgba]:
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
        text = advice(self.shell)
        if imgui.calc_text_size(text).x > room:
            while text and imgui.calc_text_size(text + "\N{HORIZONTAL ELLIPSIS}").x > room:
                text = text[:-1]
            text += "\N{HORIZONTAL ELLIPSIS}"
        imgui.push_style_color(imgui.Col_.text, Colour.FAINT)
        imgui.text_unformatted(text)
        imgui.pop_style_color()
        self.ui.mark("advice")


def advice(shell: Shell) -> str:
    """Return advice about the thing in hand or under the pointer; else the last message."""
    gesture = shell.editor.gesture
    advised = gesture.advice(shell.actions.key_of) if gesture is not None else ""
    if gesture is not None and gesture.advice_first:
        return advised
    of_features = next((words for advice in shell.hooks.advice if (words := advice())), "")
    return of_features or advised or _hover_advice(shell)


def _hover_advice(shell: Shell) -> str:
    editor, hover = shell.editor, shell.editor.hover
    if hover.what == "turn":
        return "Drag to turn."
    if hover.what == "size":
        return "Drag to resize."
    if hover.what == "bend":
        return "Drag to bend the track; onto the next point takes this one out."
    if hover.what == "split":
        return "Drag to put a point in here."
    if hover.what == "port":
        return f"{title_in(editor.design, hover.id)}: drag from this port to another to join them."
    if hover.what == "link":
        return f"{title_in(editor.design, hover.id)}. Click to select, Del takes it away."
    if hover.what == "part" and hover.id in editor.design.part_by_id:
        title = title_in(editor.design, hover.id)
        if not editor.running and editor.design.part_by_id[hover.id].locked:
            return f"{title} is locked: select it, and {shell.actions.key_of('lock')} unlocks it."
        if not editor.running:
            if hover.id in editor.selection.ids and len(groups.members(editor.design, hover.id)) > 1:
                return f"{title} is in a group: a double click selects it alone."
            return f"{title}. {help_in(editor.design, editor.design.part_by_id[hover.id])}"
        machine = editor.machine
        assert machine is not None
        if hover.id in shell.view.stuck:
            return f"{title} can't turn: its gears block each other, or what it drives is too heavy for it."
        if hover.id in machine.parts and machine.parts[hover.id].kind.pressable:
            return f"{title}: click to press it." if editor.hand.may_press(hover.id) else title
        return f"{title}: drag to pull it." if editor.hand.may_grab(hover.id) else title
    if (
        not hover
        and not editor.running
        and editor.pointer is not None
        and area_at(editor.design.no_build, *editor.pointer)
    ):
        return f"{NOT_THERE} Ropes, belts and wires may run through the hatched area."
    if shell.toasts.in_status or shell.workspace.document.design not in (Design(), new_design()):
        return shell.toasts.in_status
    return f"Drag a part from the left into the scene. {shell.actions.key_of('run')} runs the machine."
