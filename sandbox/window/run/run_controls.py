"""Running the machine: start, pause and single steps, the speed, the smoothing between ticks, and the press key."""

from __future__ import annotations

from sandbox.editing.document import Notice
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.clock import FLAT_OUT
from sandbox.workspace.pacing import SPEEDS


class RunControls:
    """Runs the machine, for the actions of the Run menu."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        building, workspace = self.shell.building, self.shell.workspace

        def title() -> str:
            if workspace.pacing.moving:
                return "Pause"
            return "Go on" if workspace.document.session.running or workspace.document.watching else "Run"

        def under_way() -> bool:
            return building() and (workspace.document.session.running or workspace.document.watching)

        def can_stop() -> bool:
            return under_way() or (building() and workspace.document.in_past)

        def can_press() -> bool:
            return under_way() and not workspace.document.watching and self.pressable() is not None

        actions = (
            Action("run", title, self.run_or_pause, "Run the machine, or let it rest", keys("Space"),
                   lambda: Icon.PAUSE if workspace.pacing.moving else Icon.PLAY, building),
            Action("step", "Single step", self.step, "Exactly one tick, 1/240 of a second", keys("."), Icon.STEP,
                   building),
            Action("stop", "Stop", workspace.control.stop, "Back to the start; all parts stand as built", keys("R"),
                   Icon.STOP, can_stop, why=lambda: "the machine is not running"),
            Action("press", "Press", self.press_selected, "Press the button under the pointer, or the selected one",
                   keys("B"), Icon.PRESS, can_press, why=self._why_not_pressed),
            Action("slower", "Slower", lambda: self.change_speed(-1), "Half the speed", keys("["), Icon.SLOWER,
                   building),
            Action("faster", "Faster", lambda: self.change_speed(1), "Twice the speed", keys("]"), Icon.FASTER,
                   building),
            Action("take_over", "Take over", workspace.travel.take_over,
                   "Stop watching the recording and go on from here yourself", keys("T"), Icon.EDIT,
                   lambda: building() and workspace.document.watching,
                   why=lambda: "this is no recording that is being watched"),
        )  # fmt: skip
        return Feature(actions=actions, clickable=lambda: self.pressable() == self.shell.editor.hover.id)

    def _why_not_pressed(self) -> str:
        if self.shell.workspace.document.watching:
            return "this is a recording: take over to press something yourself"
        if not self.shell.editor.running:
            return "only a running machine can be pressed: run it first"
        return "no button or switch is under the pointer, and none is selected"

    # -- start and pause

    def run_or_pause(self) -> None:
        editor, workspace = self.shell.editor, self.shell.workspace
        editor.settle()
        if workspace.pacing.moving:
            workspace.control.pause()
        else:
            editor.cancel()
            if self._may_start():
                workspace.control.run()

    def step(self) -> None:
        self.shell.editor.settle()
        if self._may_start():
            self.shell.workspace.control.step()

    def _may_start(self) -> bool:
        """Refuse a start that would tear overlapping parts apart: False, with the reason and a way to the place."""
        workspace = self.shell.workspace
        if workspace.document.session.running or workspace.document.watching:
            return True
        why = self.shell.editor.overlap_watch.why_not_run()
        if why:
            self.shell.toasts.tell(Notice(why, "refused", "show_overlap"))
        return not why

    # -- speed

    def change_speed(self, by: int) -> None:
        """Choose the next slower or faster speed of the list; the fastest is without a limit."""
        workspace = self.shell.workspace
        if workspace.gate.follows:
            workspace.messages.say("only the host of this session changes the speed", "refused")
            return
        speed, flat_out = workspace.pacing.speed, len(SPEEDS)
        nearest = flat_out if speed is FLAT_OUT else min(range(flat_out), key=lambda i: abs(SPEEDS[i] - speed))
        chosen = min(flat_out, max(0, nearest + by))
        workspace.pacing.speed = FLAT_OUT if chosen == flat_out else SPEEDS[chosen]

    # -- the press key

    def pressable(self) -> int | None:
        """Find the part that the press key acts on: the part under the pointer, else the selected one."""
        editor, machine = self.shell.editor, self.shell.workspace.document.session.machine
        if machine is None:
            return None
        for id_ in (editor.hover.id, *editor.selection.ids):
            if id_ in machine.parts and machine.parts[id_].kind.pressable:
                return id_
        return None

    def press_selected(self) -> None:
        part = self.pressable()
        if part is not None:
            self.shell.editor.hand.press(part)
