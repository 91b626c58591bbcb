"""The sheet from which a session is opened to others or joined, and the one to send a line of text."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sandbox.editing.document import sentence
from sandbox.window.together.people_list import person_line
from sandbox.window.ui.dialog import FLAGS, Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled
from sandbox.workspace.messages import Messages
from sandbox.workspace.together.doors import LOCAL
from sandbox.workspace.together.people import LONGEST_NAME
from sandbox.workspace.together.shared_play import Game, SharedPlay

_LABELS = 150.0  # px: the column of what is asked
_MOST_LINE = 400  # characters of an invitation
_MOST_SAID = 200
_PORTS = 65535
_GUEST = "You are a guest here. The host runs, stops and pauses the machine; your buttons for that ask for it."
_RACER = "You take part in a race. When the host lets it begin, the level opens here."
_TONES = {  # the icon of a message, and its colour by name: the theme may change
    "refused": (Icon.WARNING, "ACCENT_DEEP"), "bad": (Icon.FAILED, "BAD"), "good": (Icon.DONE, "GOOD")
}  # fmt: skip
_LINES = 6  # of what was said and has happened


# What is played, with the words of the choice, and what they mean.
_GAMES: dict[Game, tuple[str, str]] = {
    "together": ("Together", "All build one machine from the whole stock of the level"),
    "dealt": ("Stock dealt out", "All build one machine, and each places only from his share of the stock"),
    "race": ("Race", "Each plays the level in his own window, and the first win counts"),
}


class TogetherForm:
    """What is filled in; it stays as it is until the program ends."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.address, self.port = "", ""
        self.line = ""
        self.reach = False  # whether other computers can join
        self.game: Game = "together"

    @property
    def why_not_host(self) -> str:
        """A sentence about what is missing for a host; empty if nothing is."""
        if not self.name.strip():
            return "Your name is missing: the others see it."
        if self.reach and not self.address.strip():
            return "The address is missing: one of this computer that the others reach."
        if self.reach and self.port.strip() and not self._has_port:
            return f"A port is a whole number from 1 to {_PORTS}; without one, any free port is taken."
        return ""

    @property
    def _has_port(self) -> bool:
        text = self.port.strip()
        return text.isdecimal() and 1 <= int(text) <= _PORTS

    @property
    def place(self) -> tuple[str, int]:
        """The address and the port to listen on; port 0: any."""
        if not self.reach:
            return LOCAL, 0
        return self.address.strip(), int(self.port) if self._has_port else 0

    @property
    def why_not_join(self) -> str:
        """A sentence about what is missing for a guest; empty if nothing is."""
        if not self.name.strip():
            return "Your name is missing: the others see it."
        return "" if self.line.strip() else "The line is missing: the host gets one to copy, and gives it to you."


class TogetherSheet(Dialog):
    """Asks whether to host or to join, and shows how it goes on; later, who is there."""

    name = "together"
    width = 640.0
    flags = FLAGS & ~imgui.WindowFlags_.no_nav
    enter_accepts = False
    shows_messages = True

    def __init__(
        self, together: SharedPlay, form: TogetherForm, messages: Messages, *, host: Callable[[], object] | None,
        join: Callable[[], object], copy: Callable[[str], object], leave: Callable[[], object],
    ) -> None:  # fmt: skip
        """`host` opens what is open here to others; None where nothing is."""
        super().__init__()
        self.together, self.form = together, form
        self._messages = messages
        self._known = messages.latest  # what was said before the sheet was opened
        self._host, self._join, self._copy, self._leave = host, join, copy, leave

    def draw(self, ui: Ui) -> None:
        imgui.get_io().config_flags |= imgui.ConfigFlags_.nav_enable_keyboard
        ui.bold("Play together", 19.0)
        ui.space(2)
        if not self.together.is_open:
            self._ask(ui)
        elif not self.together.in_turns and self.together.race.side is None:
            self._joining(ui)
        else:
            self._going_on(ui)
        latest = self._messages.latest
        if latest is not None and latest is not self._known:
            icon, colour = _TONES.get(latest.kind, (Icon.INFO, "LINK"))
            ui.space(4)
            ui.line_of(icon, getattr(Colour, colour), sentence(latest.text))
            ui.mark("together.message")

    def ended(self) -> None:
        imgui.get_io().config_flags &= ~imgui.ConfigFlags_.nav_enable_keyboard

    # -- before

    def _ask(self, ui: Ui) -> None:
        form = self.form
        ui.text("Several people build and play in one session, each in a window of their own.")
        ui.space(4)
        form.name = self._field(ui, "name", "Your name", form.name, "as the others see it", LONGEST_NAME)
        ui.space(6)
        if self._host is not None:
            self._ask_host(ui, self._host)
        else:
            ui.faint("To host a session, open a level first: it is what the others see.")
        ui.space(6)
        ui.heading("Join")
        form.line = self._field(
            ui, "line", "The host's line", form.line, "sandbox://\N{HORIZONTAL ELLIPSIS}", _MOST_LINE
        )
        why = form.why_not_join
        if ui.button("together.join", f"{Icon.GROUP}  Join", why or "The host's session takes the place of this one",
                     size=(ui.px(190), ui.px(32)), enabled=not why, primary=bool(form.line)):  # fmt: skip
            self._join()
        imgui.same_line()
        self._close(ui, "Cancel")

    def _ask_host(self, ui: Ui, host: Callable[[], object]) -> None:
        form = self.form
        ui.heading("Host")
        for game, (label, tip) in _GAMES.items():
            if imgui.radio_button(labelled(label, game), form.game == game):
                form.game = game
            ui.mark(f"together.game.{game}")
            ui.tip(tip)
            imgui.same_line(0.0, ui.px(16))
        imgui.new_line()
        _, form.reach = imgui.checkbox(labelled("Other computers can join, too", "reach"), form.reach)
        ui.mark("together.reach")
        ui.tip("The way there is encrypted. Without this, only other windows on this computer can join")
        if form.reach:
            form.address = self._field(ui, "address", "Address", form.address, "as 192.0.2.7", 64)
            form.port = self._field(ui, "port", "Port", form.port, "any free one", 5)
        why = form.why_not_host
        tip = why or "You get one line to copy, for the others"
        if ui.button("together.host", f"{Icon.HOME}  Host this session", tip,
                     size=(ui.px(190), ui.px(32)), enabled=not why, primary=not form.line):  # fmt: skip
            host()

    def _field(self, ui: Ui, name: str, label: str, now: str, hint: str, most: int) -> str:
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(label)
        imgui.same_line(ui.px(_LABELS))
        imgui.set_next_item_width(-1.0)
        _, text = imgui.input_text_with_hint(f"##{name}", hint, now)
        ui.mark(f"together.{name}")
        return str(text)[:most]

    def _close(self, ui: Ui, label: str) -> None:
        if ui.button("together.close", label, size=(ui.px(90), ui.px(32))):
            self.cancel()

    # -- meanwhile and then

    def _joining(self, ui: Ui) -> None:
        ui.text("Calling the host, and running what has happened in the session so far.")
        ui.space(2)
        imgui.progress_bar(self.together.share, (-1.0, ui.px(10)), "")
        ui.mark("together.progress")
        ui.space(6)
        if ui.button("together.leave", "Stop", size=(ui.px(90), ui.px(32))):
            self._leave()

    def _going_on(self, ui: Ui) -> None:
        line = self.together.line
        if line:
            ui.text("Give this line to those who may join. Whoever has it can, and nobody else.")
            ui.space(2)
            imgui.set_next_item_width(-1.0)
            imgui.input_text("##invitation", line, imgui.InputTextFlags_.read_only)
            ui.mark("together.invitation")
            ui.space(2)
            if ui.button("together.copy", f"{Icon.COPY}  Copy the line", "Put it on the clipboard",
                         size=(ui.px(160), ui.px(32)), primary=True):  # fmt: skip
                self._copy(line)
        else:
            ui.text(_RACER if self.together.race.side is not None else _GUEST)
        ui.space(6)
        if self.together.race.host is not None:
            ui.action("begin_race", 0, ui.actions["begin_race"].label, as_="together.begin_race")
        if self.together.in_turns:
            ui.heading("Who is here")
        for person in self.together.people:
            person_line(ui, person)
        if line:
            for name in ("guests_start", "guests_author", "editors") if self.together.in_turns else ():
                _switch(ui, name)
            for name in ("remove_guest", "allow_guest"):
                ui.action(name, 0, as_=f"together.{name}", label=ui.actions[name].label)
        ui.space(6)
        ui.heading("What was said and has happened")
        for text in list(self.together.lines)[-_LINES:]:
            ui.faint(text)
        ui.space(6)
        what = "End it for all" if line else "Leave"
        tip = (
            "What you have built stays open here"
            if line
            else "What was built stays open here, and you go on by yourself"
        )
        if ui.button("together.leave", f"{Icon.QUIT}  {what}", tip, size=(ui.px(160), ui.px(32))):
            self._leave()
        imgui.same_line()
        self._close(ui, "Close")


def _switch(ui: Ui, name: str) -> None:
    """Draw the switch of an action, with its words beside it."""
    action = ui.actions[name]
    is_on = action.checked is not None and action.checked()
    changed, _ = imgui.checkbox(labelled(action.label, f"together.{name}"), is_on)
    ui.mark(f"together.{name}")
    ui.tip(action.tip, action.shortcut)
    if changed:
        action.run()
