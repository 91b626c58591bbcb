"""The menu bar with the title of the document, and the toolbar below it."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.frame.layout import edge
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui
from sandbox.workspace.clock import FLAT_OUT
from sandbox.workspace.document import OpenDocument

TOOLBAR = (
    ("step", "stop"), ("slower", "faster"), ("undo", "redo"),
    ("duplicate", "delete", "flip", "turn_left", "turn_right"), ("snap", "grid"), ("zoom_out", "fit", "zoom_in"),
)  # fmt: skip
TIGHT = 930.0  # px: below this the toolbar has no room for words


def document_title(document: OpenDocument) -> str:
    """Return the title of a document as the window shows it: with a star while it holds changes that no file has."""
    return f"{document.title}{' *' if document.dirty else ''}"


class Toolbar:
    """Draws the two bars; their buttons run actions."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell

    def menu_bar(self) -> None:
        imgui.push_style_color(imgui.Col_.text, Colour.SLATE_TEXT)
        if imgui.begin_main_menu_bar():
            self.ui.cover()
            for title, names in self.ui.actions.menus.items():
                self.ui.menu(title, names)
            self._document_title()
            imgui.end_main_menu_bar()
        imgui.pop_style_color()

    def _document_title(self) -> None:
        workspace = self.shell.workspace
        title = document_title(workspace.document) if self.shell.screen == "editor" else ""
        imgui.same_line(0.0, self.ui.px(16))
        room = imgui.get_window_width() - imgui.get_cursor_pos_x() - self.ui.px(12)
        while len(title) > 2 and imgui.calc_text_size(title).x > room:
            title = title[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
        width = imgui.calc_text_size(title).x
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), (imgui.get_window_width() - width) / 2))
        imgui.text_unformatted(title)
        if workspace.document.dirty:
            self.ui.tip("There are changes that are not saved as a level file yet. The session itself is recorded.")

    def draw(self, rect: Rect) -> None:
        ui, workspace = self.ui, self.shell.workspace
        with ui.panel("toolbar", rect, imgui.WindowFlags_.no_scrollbar):
            imgui.set_cursor_pos_y(ui.px(8))
            run = ui.actions["run"]
            ui.action("run", 96, f"{run.symbol}  {run.label}", primary=not workspace.pacing.moving)
            narrow = imgui.get_window_width() < ui.px(TIGHT)
            width = 34 if narrow else 108
            last = imgui.get_window_width() - ui.px(width + 12)
            for group in TOOLBAR:
                imgui.same_line(0.0, ui.px(6))
                if imgui.get_cursor_pos_x() + self._length(group) > last:
                    continue  # no room: what is in it is in the menus, and has its keys
                self._gap()
                imgui.same_line(0.0, ui.px(6))
                for index, name in enumerate(group):
                    if index:
                        imgui.same_line(0.0, ui.px(4))
                    if name == "faster":
                        self._speed()
                    ui.action(name, 32)
            imgui.same_line(last)
            ui.action("levels", width, Icon.LEVELS if narrow else f"{Icon.LEVELS}  Levels")
        edge(rect, below=True)

    def _length(self, group: tuple[str, ...]) -> float:
        """Width of a toolbar group in px, with its separator and the speed if it is in it."""
        return self.ui.px(13 + 36 * len(group) + (40 if "faster" in group else 0))

    def _speed(self) -> None:
        """Draw the speed between the buttons that change it, in a field of fixed width so that nothing jumps."""
        ui, text = self.ui, self._speed_text()
        at, width, height = imgui.get_cursor_screen_pos(), ui.px(36), ui.px(30)
        imgui.dummy((width, height))
        ui.mark("speed")
        ui.tip("The speed at which machines and recordings run")
        size = imgui.calc_text_size(text)
        colour = imgui.color_convert_float4_to_u32(Colour.TEXT)
        imgui.get_window_draw_list().add_text((at.x + (width - size.x) / 2, at.y + (height - size.y) / 2), colour, text)
        imgui.same_line(0.0, ui.px(4))

    def _speed_text(self) -> str:
        speed = self.shell.workspace.pacing.speed
        return "max" if speed is FLAT_OUT else f"{speed}\N{MULTIPLICATION SIGN}"

    def _gap(self) -> None:
        """Draw a thin line between groups of the toolbar."""
        at = imgui.get_cursor_screen_pos()
        low, high = at.y + self.ui.px(5), at.y + self.ui.px(25)
        line = imgui.color_convert_float4_to_u32(Colour.LINE)
        imgui.get_window_draw_list().add_line((at.x, low), (at.x, high), line, 1.0)
        imgui.dummy((1.0, 1.0))
