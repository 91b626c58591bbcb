"""The rows of the Time menu: title, key, and when each action is enabled."""

from __future__ import annotations

from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.time.time_controls import TimeControls
from sandbox.window.ui.action import Action, explained, keys
from sandbox.window.ui.icons import Icon

MENU: tuple[str | None, ...] = (
    "step_back", "second_back", "second_on", "previous_mark", "next_mark", "seek", None, "to_start", "to_now",
    "resume_here", "branches", None, "bookmark", "bookmarks", "loop_begin", "loop_end", "loop_off", None, "ghost",
    "ghost_of", None, "trails", "velocities", "contacts", "plot", "next_quantity", None, "chain", "why", None,
    "timeline",
)  # fmt: skip


_NO_PAST = "nothing has been built or run yet that one could go back to"
_NOT_PAST = "this is now: there is nothing after it"
_NO_PARTS = "no part is selected: click one, or press Tab"
_REASONS = {
    **dict.fromkeys(
        ("step_back", "second_back", "previous_mark", "to_start", "bookmark", "loop_begin", "loop_end", "ghost"),
        _NO_PAST,
    ),
    **dict.fromkeys(("second_on", "next_mark", "to_now", "resume_here"), _NOT_PAST),
    "branches": "nothing has been left by going back in time yet",
    "bookmarks": "there are no bookmarks yet",
    "loop_off": "nothing is played over and over",
    **dict.fromkeys(("trails", "plot"), _NO_PARTS),
    "next_quantity": "nothing is plotted: plot a part first",
}


def feature(shell: Shell, time: TimeControls) -> Feature:
    """Return the row that registers the travel through time in the window."""
    return Feature(
        actions=rows(shell, time),
        work=time.work,
        before_frame=time.begin_race,
        scene=time.scene,
        escape=lambda: shell.workspace.document.past.leave(),
        forget=time.forget,
        state=time.state,
    )


def rows(shell: Shell, time: TimeControls) -> tuple[Action, ...]:
    """List the actions of the Time menu."""
    groups = (_moving, _leaving, _marking, _comparing, _showing)
    return explained((action for group in groups for action in group(shell, time)), _REASONS)


def _moving(shell: Shell, time: TimeControls) -> tuple[Action, ...]:
    """List the actions that move the playhead by a stretch, or to a mark."""
    travel = shell.workspace.travel
    return (
        Action("step_back", "One tick back", lambda: travel.look_by(-1), "See the tick before, exactly as it was",
               keys(","), Icon.STEP_BACK, time.any_past),
        Action("second_back", "One second back", lambda: time.by_seconds(-1.0), "A second earlier",
               keys("PageUp"), enabled=time.any_past),
        Action("second_on", "One second on", lambda: time.by_seconds(1.0), "A second later", keys("PageDown"),
               enabled=time.in_past),
        Action("previous_mark", "Mark before", lambda: travel.look_at_mark(-1),
               "To the event, command or bookmark before", keys("Shift+PageUp"), Icon.MARK_BACK, time.any_past),
        Action("next_mark", "Mark after", lambda: travel.look_at_mark(1), "To the event, command or bookmark after",
               keys("Shift+PageDown"), Icon.MARK_ON, time.in_past),
        Action("seek", "Run to the next event", time.seek,
               "As fast as it goes, and pause on the tick on which something pops, breaks, fires or is won",
               keys("N"), Icon.SEEK, shell.building),
    )  # fmt: skip


def _leaving(shell: Shell, time: TimeControls) -> tuple[Action, ...]:
    """List the actions that go to the ends of a run, or go on from another place than the present."""
    return (
        Action("to_start", "Start of the run", time.to_start, "The first tick of this run, or of the one before",
               keys("Ctrl+Home"), enabled=time.any_past),
        Action("to_now", "Back to now", time.to_now, "Leave the past; it stays as it was", keys("End"), Icon.NOW,
               time.in_past),
        Action("resume_here", "Resume here", time.resume_here,
               "Go on from this very tick, bit for bit; what came after it is kept as a branch", keys("Shift+Space"),
               Icon.RESUME, time.in_past),
        Action("branches", "Branches\N{HORIZONTAL ELLIPSIS}", time.show_branches,
               "What was left when going back: compare, rename, return to it", keys("Alt+B"), Icon.BRANCH,
               lambda: shell.building() and shell.workspace.document.tree.note is not None),
    )  # fmt: skip


def _marking(shell: Shell, time: TimeControls) -> tuple[Action, ...]:
    """List the actions that mark places of the session, or a stretch to be played over and over."""
    return (
        Action("bookmark", "Bookmark", time.bookmark, "Mark what is shown, or take its bookmark away", keys("K"),
               Icon.BOOKMARK, time.any_past),
        Action("bookmarks", "Bookmarks\N{HORIZONTAL ELLIPSIS}", time.show_bookmarks, "Name them, jump to them",
               keys("Shift+K"), enabled=lambda: shell.building() and bool(shell.workspace.document.past.bookmarks)),
        Action("loop_begin", "Loop from here", time.begin_loop, "What is played of the past begins again here",
               keys("Alt+I"), enabled=time.any_past),
        Action("loop_end", "Loop up to here", time.end_loop, "Play it over and over, from where the loop begins",
               keys("Alt+O"), Icon.REPEAT, time.any_past),
        Action("loop_off", "No loop", time.drop_loop, "Play on to the end", keys("Alt+L"),
               enabled=lambda: shell.building() and shell.workspace.document.past.loop is not None),
    )  # fmt: skip


def _comparing(shell: Shell, time: TimeControls) -> tuple[Action, ...]:
    """List the actions that draw another run through the shown one."""
    return (
        Action("ghost", "Ghost of the run before", time.toggle_ghost, "Draw it through this one", keys("Shift+H"),
               Icon.GHOST, time.any_past, lambda: time.ghost is not None),
        Action("ghost_of", "Ghost of a recording\N{HORIZONTAL ELLIPSIS}", time.open_ghost,
               "Draw another recording's last run through this one", keys("Alt+H"), enabled=shell.building),
    )  # fmt: skip


def _showing(shell: Shell, time: TimeControls) -> tuple[Action, ...]:
    """List the actions that make visible more of a run than its poses, and the timeline itself."""
    return (
        Action("trails", "Trails", time.toggle_trails, "Show the ways of the selected parts", keys("Shift+T"),
               enabled=lambda: time.selected() or (shell.building() and bool(time.trails)),
               checked=lambda: bool(time.trails)),
        Action("velocities", "Velocities", time.toggle_velocities, "An arrow for each body that moves", keys("V"),
               enabled=shell.building, checked=lambda: time.velocities),
        Action("contacts", "Contacts and forces", time.toggle_contacts,
               "Where things touch in what runs, now or in the past, and how hard they press there", keys("Shift+V"),
               enabled=shell.building, checked=lambda: time.contacts),
        Action("plot", "Plot", time.toggle_plot, "A quantity of the selected part over the run", keys("P"), Icon.PLOT,
               lambda: time.selected() or (shell.building() and time.plotted is not None),
               lambda: time.plotted is not None),
        Action("next_quantity", "Plot another quantity", time.next_quantity,
               "x, y, speed, angle, spin or energy", keys("Shift+P"),
               enabled=lambda: shell.building() and time.plotted is not None),
        Action("timeline", "Timeline", time.toggle_timeline, "Show what has happened, under the scene",
               keys("Ctrl+T"), enabled=shell.building, checked=lambda: time.shown),
    )  # fmt: skip
