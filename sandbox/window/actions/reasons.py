"""Why an action does nothing now: a sentence for each that is not always possible, for its key and its tooltip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sandbox.editing.document import why_closed
from sandbox.window.actions import arrange_actions
from sandbox.window.author import moments
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action

Reason = str | Callable[[], str]

_ARRANGED_AT_LEAST = {"distribute_x": "three parts", "distribute_y": "three parts"}
_ONE_OR_MORE = ("flip_over", "to_front", "to_back", "lock")
_NO_SELECTION = "nothing is selected: click a part, or press Tab"
_NO_PARTS = "no part is selected: click one, or press Tab"
_NO_KIND = "no part is pointed at or selected whose kind this could be about"


def explained(actions: tuple[Action, ...], shell: Shell) -> tuple[Action, ...]:
    """Give each action the reason why it does nothing, for the moments in which that is so."""
    edits = {*_EDITS, *(name for name in arrange_actions.MENU if name is not None)}
    reasons = {
        **_of_editing(shell), **_of_arranging(), **_of_authors(shell), "show_overlap": "no parts overlap here",
    }  # fmt: skip

    def why(name: str) -> str:
        closed = why_closed(shell.workspace.document) if name in edits else None
        if closed is not None:
            return closed.text
        reason = reasons.get(name, "")
        return reason if isinstance(reason, str) else reason()

    return tuple(replace(action, why=partial(why, action.name)) for action in actions)


_EDITS = (  # what can't be done while the machine runs, in the past or in a recording
    "undo", "redo", "cut", "duplicate", "delete", "group", "ungroup", "flip", "turn_left", "turn_right",
    "turn_left_fine", "turn_right_fine", "turn_left_square", "turn_right_square", "link_here",
)  # fmt: skip


def _of_editing(shell: Shell) -> dict[str, Reason]:
    turning = ("flip", "turn_left", "turn_right", "turn_left_fine", "turn_right_fine", "turn_left_square",
               "turn_right_square")  # fmt: skip
    return {
        "undo": "there is no step to take back",
        "redo": "there is no step to do again",
        **dict.fromkeys(("cut", "copy", "duplicate", *turning), _NO_PARTS),
        "delete": _NO_SELECTION,
        "select_none": "nothing is selected",
        "group": "a group needs at least two parts: select more of them, with Shift",
        "ungroup": "no selected part is in a group",
        **dict.fromkeys(("select_all", "next_part", "previous_part"), "there are no parts here yet"),
        "link_here": lambda: _NO_PARTS if not shell.editor.selection.parts else "a link begins at one part: select one",
        **dict.fromkeys(("favourite", "what_sets_it_off", "what_it_sets_off"), _NO_KIND),
    }


def _of_arranging() -> dict[str, Reason]:
    names = [name for name in arrange_actions.MENU if name is not None]
    least = {name: _ARRANGED_AT_LEAST.get(name, "one part" if name in _ONE_OR_MORE else "two parts") for name in names}
    return {name: f"this needs at least {parts}: select them first, with Shift" for name, parts in least.items()}


def _of_authors(shell: Shell) -> dict[str, Reason]:
    def unless_author(otherwise: str) -> Callable[[], str]:
        return moments.unless_author(shell, otherwise)

    return {
        "author": moments.WATCHED,
        **dict.fromkeys(("new_goal", "new_fail", "new_no_build", "next_tab"), unless_author("")),
        "next_goal": unless_author("the level has no goals yet"),
        "delete_goal": unless_author("no goal is in hand: choose one on the right"),
        "next_no_build": unless_author("the level has no areas without building"),
        "delete_no_build": unless_author("no area is selected: choose one on the level's tab"),
        **dict.fromkeys(("belongs", "hint_here"), unless_author(_NO_SELECTION)),
        "to_stock": unless_author(_NO_PARTS),
        "put_back": "there is nothing to put back: nothing was placed in a try before this one",
        "keep_hints": "there is nothing to keep: nothing has been placed while the level is tried out",
    }
