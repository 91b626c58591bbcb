"""The rows of the Edit menu: undoing, copying, turning, selecting; and the keyboard in place of the mouse."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.editor import TURN_KEY
from sandbox.window.controls.features import Features
from sandbox.window.controls.keyboard import Keyboard
from sandbox.window.controls.view_controls import ViewControls
from sandbox.window.panels.palette.palette import PalettePanel
from sandbox.window.panels.steps import StepsPanel
from sandbox.window.share.sharing import Sharing
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon

_BY_KEYS = "with Shift by 1\N{DEGREE SIGN}, with Alt by 90\N{DEGREE SIGN}"

MENU: tuple[str | None, ...] = (
    "undo", "redo", "steps", None, "cut", "copy", "paste", "duplicate", "delete", None, "group", "ungroup", None,
    "flip", "turn_left", "turn_right", "turn_left_fine", "turn_right_fine", "turn_left_square", "turn_right_square",
    None, "select_all", "select_none",
    "next_part", "previous_part", None, "link_here", None, "find_part", "favourite",
    "what_sets_it_off", "what_it_sets_off", None, "cursor", "next_panel",
    "previous_panel",
)  # fmt: skip


def rows(shell: Shell, features: Features, palette: PalettePanel, steps: StepsPanel) -> tuple[Action, ...]:
    """List the actions of the Edit menu."""
    return (
        *_editing(shell, features.sharing, steps), *_grouping(shell), *_turning(shell),
        *_selecting(shell, features.view, palette),
        *_by_keyboard(shell, features.keyboard),
    )  # fmt: skip


def _selected(shell: Shell) -> Callable[[], bool]:
    return lambda: shell.building() and bool(shell.editor.selection.ids)


def _parts_in_hand(shell: Shell) -> Callable[[], bool]:
    """Return the condition for actions that parts are selected, or about to be placed."""
    return lambda: shell.building() and (bool(shell.editor.selection.parts) or shell.editor.dragging)


def _editing(shell: Shell, sharing: Sharing, steps: StepsPanel) -> tuple[Action, ...]:
    """List what changes the document as a whole, or copies and deletes the selection."""
    operations, selected, parts_in_hand = shell.operations, _selected(shell), _parts_in_hand(shell)

    def can_undo() -> bool:
        return shell.building() and shell.workspace.document.session.can_undo

    def can_redo() -> bool:
        return shell.building() and shell.workspace.document.session.can_redo

    return (
        Action("undo", "Undo", operations.undo, "Take back the last step", keys("Ctrl+Z"), Icon.UNDO, can_undo),
        Action("redo", "Redo", operations.redo, "Do again what was taken back", keys("Ctrl+Y", "Ctrl+Shift+Z"),
               Icon.REDO, can_redo),
        Action("steps", "Steps", steps.toggle, "All that was done, by name: a click goes there", keys("Ctrl+H"),
               Icon.HISTORY, shell.building, lambda: steps.open),
        Action("cut", "Cut", operations.cut, "Copy the selection and delete it", keys("Ctrl+X"), Icon.CUT,
               parts_in_hand),
        Action("copy", "Copy", operations.copy, "Remember the selection", keys("Ctrl+C"), Icon.COPY, parts_in_hand),
        Action("paste", "Paste", sharing.paste_or(operations.paste),
               "Put what was copied at the pointer; or open a shared level that is on the clipboard", keys("Ctrl+V"),
               Icon.PASTE, lambda: shell.dialog is None),
        Action("duplicate", "Duplicate", operations.duplicate, "The selection once more, beside itself", keys("Ctrl+D"),
               Icon.CLONE, parts_in_hand),
        Action("delete", "Delete", operations.delete, "Delete the selected part, or cut the selected link",
               keys("Del", "Backspace"), Icon.TRASH, selected),
    )  # fmt: skip


def _grouping(shell: Shell) -> tuple[Action, ...]:
    """List what makes and dissolves groups of parts."""
    editor, operations = shell.editor, shell.operations

    def at_rest() -> bool:
        return shell.building() and not editor.running

    return (
        Action("group", "Group", operations.group,
               "Select, move and turn these parts together from now on; a double click selects one alone",
               keys("Ctrl+G"), Icon.GROUP, lambda: at_rest() and editor.selection.can_group),
        Action("ungroup", "Ungroup", operations.ungroup, "Each part by itself again", keys("Ctrl+Shift+G"),
               Icon.UNGROUP, lambda: at_rest() and bool(editor.selection.grouped)),
    )  # fmt: skip


def _turning(shell: Shell) -> tuple[Action, ...]:
    """List what turns or mirrors the parts in hand, or the selected ones."""
    operations, parts_in_hand = shell.operations, _parts_in_hand(shell)
    return (
        Action("flip", "Flip", operations.flip, "Mirror left to right", keys("F"), Icon.FLIP, parts_in_hand),
        Action("turn_left", "Turn left 15\N{DEGREE SIGN}", lambda: operations.turn(TURN_KEY),
               f"Counter-clockwise; {_BY_KEYS}", keys("Q"), Icon.TURN_LEFT, parts_in_hand),
        Action("turn_right", "Turn right 15\N{DEGREE SIGN}", lambda: operations.turn(-TURN_KEY),
               f"Clockwise; {_BY_KEYS}", keys("E"), Icon.TURN_RIGHT, parts_in_hand),
        Action("turn_left_fine", "Turn left 1\N{DEGREE SIGN}", lambda: operations.turn(1.0), "Counter-clockwise",
               keys("Shift+Q"), enabled=parts_in_hand),
        Action("turn_right_fine", "Turn right 1\N{DEGREE SIGN}", lambda: operations.turn(-1.0), "Clockwise",
               keys("Shift+E"), enabled=parts_in_hand),
        Action("turn_left_square", "Turn left 90\N{DEGREE SIGN}", lambda: operations.turn(90.0), "Counter-clockwise",
               keys("Alt+Q"), enabled=parts_in_hand),
        Action("turn_right_square", "Turn right 90\N{DEGREE SIGN}", lambda: operations.turn(-90.0), "Clockwise",
               keys("Alt+E"), enabled=parts_in_hand),
    )  # fmt: skip


def _selecting(shell: Shell, view: ViewControls, palette: PalettePanel) -> tuple[Action, ...]:
    """List what chooses a part, to work on or to place."""
    operations, selected = shell.operations, _selected(shell)

    def has_parts() -> bool:
        return shell.building() and bool(shell.editor.design.parts)

    def in_question() -> bool:
        return shell.building() and palette.kind_in_question is not None

    return (
        Action("select_all", "Select all", operations.select_all, "Every part", keys("Ctrl+A"), enabled=has_parts),
        Action("select_none", "Select none", operations.select_none, "Let go of the selection", keys("Ctrl+Shift+A"),
               enabled=selected),
        Action("next_part", "Next part", lambda: view.walk(1), "Select the next part", keys("Tab"), enabled=has_parts),
        Action("previous_part", "Previous part", lambda: view.walk(-1), "Select the part before", keys("Shift+Tab"),
               enabled=has_parts),
        Action("link_here", "Join", lambda: shell.toolbox.begin_link_here(),
               "Draw a link from the selected part: Tab goes to the next port, Enter takes it", keys("L"), Icon.LINK,
               lambda: shell.building() and not shell.editor.running and len(shell.editor.selection.parts) == 1),
        Action("find_part", "Find a part", palette.find,
               "Search the parts: Up and Down choose one of those found, Enter takes it", keys("Ctrl+F"), Icon.SEARCH,
               shell.building),
        Action("favourite", lambda: "Out of the favourites" if palette.is_favourite else "Into the favourites",
               lambda: palette.switch_favourite(palette.kind_in_question or ""),
               "Keep this kind of part at the top of the palette, or no longer", keys("Ctrl+B"), Icon.STAR,
               in_question),
        Action("what_sets_it_off", "What sets it off", lambda: palette.filter.before(palette.kind_in_question or ""),
               "Leave in the palette only what can set off this kind of part; once more: all parts", keys("U"),
               Icon.BEFORE, in_question),
        Action("what_it_sets_off", "What it sets off", lambda: palette.filter.behind(palette.kind_in_question or ""),
               "Leave in the palette only what this kind of part can set off; once more: all parts", keys("Shift+U"),
               Icon.BEHIND, in_question),
    )  # fmt: skip


def _by_keyboard(shell: Shell, keyboard: Keyboard) -> tuple[Action, ...]:
    """List what puts the keyboard in the mouse's place."""
    return (
        Action("cursor", "Keyboard pointer", keyboard.toggle,
               "Arrow keys move it, Enter clicks, Ctrl+Enter holds the button down", keys("C"), Icon.POINTER,
               shell.building, lambda: keyboard.at is not None),
        Action("next_panel", "Next panel", lambda: keyboard.next_panel(1),
               "Give the keys to the next panel: arrows go through it, Enter uses; Esc goes back to the canvas",
               keys("F6"), enabled=shell.building),
        Action("previous_panel", "Previous panel", lambda: keyboard.next_panel(-1), "The other way round",
               keys("Shift+F6"), enabled=shell.building),
    )  # fmt: skip
