"""The rows of the Edit menu: undoing, copying, turning, selecting."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial

from sandbox.editing.document import why_closed
from sandbox.editing.editor import TURN_KEY
from sandbox.editing.operations import Operations
from sandbox.window.build.palette import PalettePanel
from sandbox.window.build.steps import StepsPanel
from sandbox.window.build.viewing import Viewing
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, explained, keys
from sandbox.window.ui.icons import Icon

_BY_KEYS = "with Shift by 1\N{DEGREE SIGN}, with Alt by 90\N{DEGREE SIGN}"

MENU: tuple[str | None, ...] = (
    "undo", "redo", "steps", None, "add_player", "next_player", None,
    "cut", "copy", "paste", "duplicate", "delete", None, "name_part", "group", "ungroup", None,
    "flip", "turn_left", "turn_right", "turn_left_fine", "turn_right_fine", "turn_left_square", "turn_right_square",
    None, "select_all", "select_none",
    "next_part", "previous_part", None, "link_here", "draw_track", None, "find_part", "favourite",
    "what_sets_it_off", "what_it_sets_off", None, "cursor", "next_panel",
    "previous_panel",
)  # fmt: skip


_NO_SELECTION = "nothing is selected: click a part, or press Tab"
_NO_PARTS = "no part is selected: click one, or press Tab"
_NO_KIND = "no part is pointed at or selected whose kind this could be about"
_TURNING = ("flip", "turn_left", "turn_right", "turn_left_fine", "turn_right_fine", "turn_left_square",
            "turn_right_square")  # fmt: skip
_REASONS = {
    "undo": "there is no step to take back",
    "redo": "there is no step to do again",
    **dict.fromkeys(("cut", "copy", "duplicate", *_TURNING), _NO_PARTS),
    "delete": _NO_SELECTION,
    "select_none": "nothing is selected",
    "draw_track": "the stock of this level has no track",
    "group": "a group needs at least two parts: select more of them, with Shift",
    "ungroup": "no selected part is in a group",
    **dict.fromkeys(("select_all", "next_part", "previous_part"), "there are no parts here yet"),
    **dict.fromkeys(("favourite", "what_sets_it_off", "what_it_sets_off"), _NO_KIND),
}
_EDITS = (  # actions that are impossible while the machine runs, in the past or in a recording
    "undo", "redo", "cut", "duplicate", "delete", "group", "ungroup", *_TURNING, "link_here",
    "draw_track",
)  # fmt: skip


def feature(
    shell: Shell,
    operations: Operations,
    view: Viewing,
    palette: PalettePanel,
    steps: StepsPanel,
    paste: Callable[[], object],
) -> Feature:
    """Return the actions of the Edit menu as a feature; `paste` is what pastes parts or whatever was copied."""
    rows = (
        *_editing(shell, operations, steps, paste), *_grouping(shell, operations), *_turning(shell, operations),
        *_selecting(shell, operations, view, palette),
    )  # fmt: skip

    def why_not_joined() -> str:
        return _NO_PARTS if not shell.editor.selection.parts else "a link begins at one part: select one"

    reasons: dict[str, str | Callable[[], str]] = {**_REASONS, "link_here": why_not_joined}
    return Feature(actions=edits(shell, explained(rows, reasons), _EDITS))


def edits(shell: Shell, actions: Iterable[Action], names: Collection[str]) -> tuple[Action, ...]:
    """Let the actions with these names first say that nothing can be built now, where that is so."""

    def why(action: Action) -> str:
        closed = why_closed(shell.workspace.document)
        return closed.text if closed is not None else action.why()

    return tuple(replace(each, why=partial(why, each)) if each.name in names else each for each in actions)


def _selected(shell: Shell) -> Callable[[], bool]:
    return lambda: shell.building() and bool(shell.editor.selection.ids)


def _parts_in_hand(shell: Shell) -> Callable[[], bool]:
    """Return the condition for actions that parts are selected, or about to be placed."""
    return lambda: shell.building() and (bool(shell.editor.selection.parts) or shell.editor.dragging)


def _editing(
    shell: Shell, operations: Operations, steps: StepsPanel, paste: Callable[[], object]
) -> tuple[Action, ...]:
    """List the actions that change the document as a whole, or copy and delete the selection."""
    selected, parts_in_hand = _selected(shell), _parts_in_hand(shell)

    def can_undo() -> bool:
        return shell.building() and shell.workspace.document.session.can_undo(shell.workspace.gate.player)

    def can_redo() -> bool:
        return shell.building() and shell.workspace.document.session.can_redo(shell.workspace.gate.player)

    return (
        Action("undo", "Undo", operations.undo, "Take back the last step", keys("Ctrl+Z"), Icon.UNDO, can_undo),
        Action("redo", "Redo", operations.redo, "Do again what was taken back", keys("Ctrl+Y", "Ctrl+Shift+Z"),
               Icon.REDO, can_redo),
        Action("steps", "Steps", steps.toggle, "All that was done, by name: a click goes there", keys("Ctrl+H"),
               Icon.HISTORY, shell.building, lambda: steps.open),
        Action("cut", "Cut", operations.cut, "Copy the selection and delete it", keys("Ctrl+X"), Icon.CUT,
               parts_in_hand),
        Action("copy", "Copy", operations.copy, "Remember the selection", keys("Ctrl+C"), Icon.COPY, parts_in_hand),
        Action("paste", "Paste", paste,
               "Put what was copied at the pointer; or open a shared level that is on the clipboard", keys("Ctrl+V"),
               Icon.PASTE, lambda: shell.dialog is None),
        Action("duplicate", "Duplicate", operations.duplicate, "The selection once more, beside itself", keys("Ctrl+D"),
               Icon.CLONE, parts_in_hand),
        Action("delete", "Delete", operations.delete, "Delete the selected part, or cut the selected link",
               keys("Del", "Backspace"), Icon.TRASH, selected),
    )  # fmt: skip


def _grouping(shell: Shell, operations: Operations) -> tuple[Action, ...]:
    """List the actions that make and dissolve groups of parts."""
    editor = shell.editor

    def at_rest() -> bool:
        return shell.building() and not editor.running

    return (
        Action("group", "Group", operations.group,
               "Select, move and turn these parts together from now on; a double click selects one alone",
               keys("Ctrl+G"), Icon.GROUP, lambda: at_rest() and editor.selection.can_group),
        Action("ungroup", "Ungroup", operations.ungroup, "Each part by itself again", keys("Ctrl+Shift+G"),
               Icon.UNGROUP, lambda: at_rest() and bool(editor.selection.grouped)),
    )  # fmt: skip


def _turning(shell: Shell, operations: Operations) -> tuple[Action, ...]:
    """List the actions that turn or mirror the parts in hand, or the selected ones."""
    parts_in_hand = _parts_in_hand(shell)
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


def _selecting(shell: Shell, operations: Operations, view: Viewing, palette: PalettePanel) -> tuple[Action, ...]:
    """List the actions that choose a part, to work on or to place."""
    selected = _selected(shell)

    def has_parts() -> bool:
        return shell.building() and bool(shell.editor.design.parts)

    def in_question() -> bool:
        return shell.building() and palette.kind_in_question is not None

    return (
        Action("select_all", "Select all", operations.select_all, "Every part", keys("Ctrl+A"), enabled=has_parts),
        Action("select_none", "Select none", operations.select_none, "Let go of the selection", keys("Ctrl+Shift+A"),
               enabled=selected),
        Action("next_part", "Next part", lambda: view.walk(1), "Select the next part; after the parts come the links",
               keys("Tab"), enabled=has_parts),
        Action("previous_part", "Previous part", lambda: view.walk(-1), "Select the part before", keys("Shift+Tab"),
               enabled=has_parts),
        Action("link_here", "Join", palette.toolbox.begin_link_here,
               "Draw a link from the selected part: Tab goes to the next port, Enter takes it", keys("L"), Icon.LINK,
               lambda: shell.building() and not shell.editor.running and len(shell.editor.selection.parts) == 1),
        Action("draw_track", "Draw a track", palette.toolbox.draw_track,
               "A track along a line drawn with the mouse; drag its points to bend it", keys("D"), Icon.TRACK,
               lambda: shell.building() and not shell.editor.running and palette.toolbox.track is not None),
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
