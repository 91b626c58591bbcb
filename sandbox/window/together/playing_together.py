"""Playing together in the window: its actions, the list of who is there, and what the others point at.

The session itself is the workspace's (`workspace.together`); this only shows it and asks for it.
"""

from __future__ import annotations

from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.editing import picking
from sandbox.editing.document import Notice, sentence
from sandbox.render.overlay import Overlay
from sandbox.render.players import sign_of
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.together.line_sheets import PartedSheet, SayLine
from sandbox.window.together.name_tags import NameTags
from sandbox.window.together.people_list import PeopleList
from sandbox.window.together.together_sheet import TogetherForm, TogetherSheet
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.together.people import user_name

_GAP = 4.0  # interface pixels between a part and the frame around it
_DOES = {"start": "run", "go on": "run", "pause": "run", "stop": "stop"}  # the action that does what is asked for


class PlayingTogether:
    """Hosts and joins sessions for the File menu, and shows who is there."""

    def __init__(self, shell: Shell, documents: Documents) -> None:
        self.shell, self.documents = shell, documents
        self.together = shell.workspace.together
        self.people, self.tags = PeopleList(shell.ui, self.together), NameTags(shell)
        self.form = TogetherForm(shell.workspace.settings.now.player_name or user_name())
        self._told: tuple[str, ...] = ()
        self._seen = 0
        self._joins = False  # from asking to join on, until it has come to something

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        building = self.shell.building

        def shared() -> bool:
            return building() and (self.together.in_turns or self.together.race.side is not None)

        def why() -> str:
            return "nobody else is in this session: host it, or join one, by Play together"

        actions = (
            Action("together", "Play together\N{HORIZONTAL ELLIPSIS}", self.ask,
                   "Host this session for others, or join one; later, who is there", keys("Ctrl+Alt+P"), Icon.GROUP,
                   lambda: self.shell.dialog is None),
            Action("say_line", "Say something\N{HORIZONTAL ELLIPSIS}", self.ask_line,
                   "Send a line of text to all who play together", keys("Ctrl+Alt+M"), Icon.INFO, shared, why=why),
            Action("leave_together", "Leave the session", self.leave,
                   "A guest goes on alone with what was built; a host ends the session for all",
                   keys("Ctrl+Alt+L"), Icon.QUIT, shared, why=why),
        )  # fmt: skip
        return Feature(
            actions=actions, panels=(
                Panel("scene", self.people.draw, 15, lambda: self.together.in_turns and self.shell.dialog is None),
                Panel("scene", self.tags.draw, 14, lambda: self.together.in_turns),
            ),
            before_frame=self.look, before_scene=self.show_others, close=self.together.leave, state=self.state,
        )  # fmt: skip

    def state(self) -> dict[str, object]:
        """Return who is there, and what was said last."""
        return {
            "people": [(person.name, person.is_here) for person in self.together.people],
            "invitation": self.together.line,
            "said": list(self.together.lines)[-8:],
        }

    # -- actions

    def ask(self) -> None:
        """Show the sheet."""
        host = self._host if self.shell.screen == "editor" else None
        self.shell.dialog = TogetherSheet(
            self.together,
            self.form,
            self.shell.workspace.messages,
            host=host,
            join=self._join,
            copy=self._copy,
            leave=self.leave,
        )

    def ask_line(self) -> None:
        """Ask for a line of text."""
        self.shell.dialog = SayLine(self.together.say)

    def leave(self) -> None:
        """Leave the session, and the sheet that shows it."""
        self.together.leave(go_on=True)

    def _host(self) -> None:
        self._remember_name()
        address, port = self.form.place
        if self.together.open_to_guests(self.form.name, address, port, self.form.game):
            self._copy(self.together.line)

    def _join(self) -> None:
        self._remember_name()
        self.documents.guard(self._join_now)

    def _join_now(self) -> None:
        self._joins = self.together.join(self.form.line, self.form.name)
        if self._joins:
            self.ask()

    def _remember_name(self) -> None:
        self.form.name = self.form.name.strip()
        self.shell.workspace.settings.remember(player_name=self.form.name)

    def _copy(self, line: str) -> None:
        self.shell.host.clipboard = line
        self.shell.workspace.messages.say("the line is on the clipboard: give it to those who may join", "good")

    # -- each frame

    def look(self) -> None:
        """Tell the others where this user points; take in what they ask for."""
        together, editor = self.together, self.shell.editor
        is_in = together.in_turns or together.race.side is not None
        if self._joins and (is_in or not together.is_open):
            self._joins = False
            if is_in:
                self.shell.hide_chooser()
        if together.in_turns:
            together.point(editor.pointer, editor.selection.ids if not editor.running else ())
        for asked in together.controls.take_requests():
            self.shell.toasts.tell(Notice(sentence(asked.text), "info", _DOES[asked.what]))
        if together.version != self._seen:  # others change what is shown, without any input here
            self._seen = together.version
            self.shell.host.stir()
        if together.ending and together.ending != self._told and self.shell.dialog is None:
            self._told = together.ending
            self.shell.dialog = PartedSheet(together.ending)

    def show_others(self) -> None:
        """Give the view what the others point at."""
        self.shell.view.others = self._paint if self.together.pointers else None

    def _paint(self, overlay: Overlay) -> None:
        editor, view = self.shell.editor, self.shell.view
        gap = _GAP * view.scale * view.camera.pixel
        held = {one.player for one in editor.machine.held} if editor.machine is not None else set()
        for pointing in self.together.pointers:
            sign = sign_of(pointing.player)
            for box in _boxes(editor.design, pointing.selected) if not editor.running else ():
                overlay.chosen_by(sign, box, gap)
            if pointing.player not in held:  # else his hand is seen
                overlay.player(sign, *pointing.at)


def _boxes(design: Design, ids: tuple[int, ...]) -> list[Box]:
    """Return the boxes around parts and links; what is gone has none."""
    parts = [picking.box_of(design.part_by_id[id_]) for id_ in ids if id_ in design.part_by_id]
    links = [picking.box_of_link(design, design.link_by_id[id_]) for id_ in ids if id_ in design.link_by_id]
    return [*parts, *(box for box in links if box is not None)]
