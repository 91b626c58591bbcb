"""The menu of a click with the right button: what can be done with the thing there, and what else is there."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.design.design import Design
from sandbox.editing import picking
from sandbox.editing.stock_names import name_of_part
from sandbox.parts import LINKS
from sandbox.parts.titles import mention
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, labelled

Names = tuple[str | None, ...]
PART: Names = (
    "cut", "copy", "duplicate", "delete", None, "flip", "flip_over", "turn_left", "turn_right", None, "to_front",
    "to_back", "lock", "group", "ungroup", None, "link_here", None, "belongs", "to_stock", "hint_here", None,
    "why", "trails", "plot", None, "what_sets_it_off", "what_it_sets_off", "favourite", "about_part",
)  # fmt: skip
LINK: Names = ("delete", None, "belongs", "hint_here", None, "favourite", "about_part")
RUNNING: Names = ("press", None, "why", "trails", "plot", None, "about_part")
GROUND: Names = ("paste", "select_all", None, "fit", "grid", "snap", None, "run", "stop")
_POPUP = "context"
_AROUND = 2.0  # times the reach: what is so near to the pointer may have been meant, too
_MOST_OTHERS = 8


class ContextMenu:
    """Opens at the pointer and draws the menu. Actions that can't be done now are left out."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self._asked = False
        self._names: Names = ()
        self._others: tuple[int, ...] = ()  # parts and links at the same place

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("scene", self.draw, 60),), forget=self.close)

    def ask(self) -> None:
        """Open the menu with the next frame, for the part or link under the pointer, which is selected."""
        editor = self.shell.editor
        target = editor.hover if editor.hover.what in ("part", "port", "link") else None
        if target is None:
            fitting = GROUND
        else:
            editor.selection.choose(target.id, False)
            still = not editor.running and not self.shell.workspace.document.in_past
            fitting = RUNNING if not still else LINK if target.what == "link" else PART
        self._others = self._also_there(target.id if target is not None else 0)
        self._names = self._possible(fitting)
        self._asked = bool(self._names)

    def close(self) -> None:
        """Close the menu, and forget one that was asked for: it was about another document."""
        self._asked, self._names, self._others = False, (), ()

    def _also_there(self, chosen: int) -> tuple[int, ...]:
        """Return the other parts and links at the pointer, from which one can choose while building."""
        editor = self.shell.editor
        if editor.pointer is None or editor.running or self.shell.workspace.document.in_past:
            return ()
        ids = picking.all_at(editor.design, editor.pointer, _AROUND * self.shell.view.reach)
        return tuple(id_ for id_ in ids if id_ != chosen)[:_MOST_OTHERS]

    def _possible(self, names: Names) -> Names:
        """Leave out actions that are impossible now, and lines that then part nothing."""
        left: list[str | None] = []
        for name in names:
            if name is None and (not left or left[-1] is None):
                continue
            if name is None or self.ui.actions[name].enabled():
                left.append(name)
        return tuple(left[:-1] if left and left[-1] is None else left)

    def draw(self, _canvas: Rect) -> None:
        if self._asked:
            self._asked = False
            imgui.open_popup(_POPUP)
        if not imgui.begin_popup(_POPUP):
            return
        if not self._names:
            imgui.close_current_popup()
        self.ui.cover()
        chosen = self.ui.items(self._names, "context")
        self._draw_others()
        imgui.end_popup()
        if chosen is not None:
            chosen.run()

    def _draw_others(self) -> None:
        """Draw an item for each other thing at the pointer, which selects it."""
        design = self.shell.editor.design
        others = [id_ for id_ in self._others if id_ in design.part_by_id or id_ in design.link_by_id]
        if not others:
            return
        imgui.separator()
        imgui.push_style_color(imgui.Col_.text, Colour.TEXT)
        for id_ in others:
            if imgui.menu_item(labelled(f"{Icon.POINTER}  Select: {_name(design, id_)}", f"other{id_}"), "", False)[0]:
                self.shell.editor.selection.ids = (id_,)
            self.ui.mark(f"context.select.{id_}")
            if imgui.is_item_hovered():
                self.ui.tip("It is here, too. By keys: Tab goes through all parts, and then all links")
        imgui.pop_style_color()


def _name(design: Design, id_: int) -> str:
    """Return the name of a part or link by which one chooses it: "Wire, button 3 to the bell"."""
    spec = design.part_by_id.get(id_)
    if spec is not None:
        return name_of_part(design, spec)
    link = design.link_by_id[id_]
    a, b = (mention(design.part_by_id[end.part]) for end in (link.a, link.b))
    return f"{LINKS[link.kind].title}, {a} to {b}"
