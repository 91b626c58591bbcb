"""The actions of the Time menu: everything in the window about time except drawing.

The workspace moves through time; this module triggers it, and keeps what is only for display.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.recording.recording import SUFFIX
from sandbox.render.marks import traces
from sandbox.render.overlay import Overlay
from sandbox.render.past_scene import Echo, PastScene
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.file_list import Browser
from sandbox.workspace.past import branches, contact_history
from sandbox.workspace.past import ghost as ghosts
from sandbox.workspace.past.branches import Branch
from sandbox.workspace.past.ghost import Ghost
from sandbox.workspace.past.runs import PastRun

SLICE_NS = 7_000_000  # of a frame, for a re-run while something moves
BUSY_SLICE_NS = 14_000_000  # while nothing does
JOB_SLICE_NS = 40_000_000  # while nothing else can be done: to draw more often would only take longer
MOST_TRAILS = 12


class TimeControls:
    """The window's time travel: playhead, ghost, trails, plots, loop, bookmarks."""

    def __init__(self, shell: Shell, documents: Documents) -> None:
        self.shell = shell
        self.documents = documents
        self.shown = True  # the timeline
        self.ghost: Ghost | None = None
        self.trails: tuple[int, ...] = ()
        self.velocities = self.contacts = False
        self.plotted: tuple[int, str] | None = None  # a part and the name of a quantity
        self._race: tuple[Path, str] | None = None  # the recorded run, with its title, that is to be the ghost

    # -- each frame

    def work(self) -> None:
        """Do a slice of the work beside drawing; the loop goes on drawing as long as there is more."""
        workspace, document, jobs = self.shell.workspace, self.shell.workspace.document, self.shell.workspace.jobs
        budget = SLICE_NS if workspace.pacing.moving else JOB_SLICE_NS if document.working else BUSY_SLICE_NS
        rerun = self.ghost.rerun if self.ghost is not None else None
        if jobs.busy:
            jobs.work(budget)
        elif rerun is not None:
            rerun.work(workspace.now, workspace.now() + budget)
        if jobs.busy or rerun is not None:
            self.shell.stir()
        run, hashes = self.run, workspace.document.hashes
        if self.ghost is not None and run is not None and hashes is not None:
            self.ghost.compare(run, hashes)

    @property
    def run(self) -> PastRun | None:
        """The run that is shown, in the past or now."""
        past = self.shell.workspace.document.past
        if past.at is not None:
            return past.history.at(past.at).run
        return past.history.at(past.present).run

    @property
    def tick(self) -> int:
        """The session tick that is shown."""
        moment = self.shell.workspace.document.past.moment
        return moment.tick if moment is not None else self.shell.workspace.document.session.tick

    @property
    def runs(self) -> bool:
        """True if a running machine is shown, now or in the past."""
        moment = self.shell.workspace.document.past.moment
        return moment.run is not None if moment is not None else self.shell.workspace.document.session.running

    def motion(self, part: int) -> tuple[float, ...] | None:
        """x, y, angle, vx, vy, w of a part in what is shown; None if it is not there (any more)."""
        moment, machine = self.shell.workspace.document.past.moment, self.shell.workspace.document.session.machine
        if moment is None:
            return machine.motion(part) if machine is not None and part in machine.parts else None
        run = moment.run
        row = traces.main_row(run, part) if run is not None and part in run.cast(moment.tick).parts else None
        return tuple(run.rows(moment.tick)[1][row].tolist()) if run is not None and row is not None else None

    def scene(self) -> PastScene:
        """Return the things that the view shows besides the machine, or instead of it."""
        past = self.shell.workspace.document.past
        run = self.run
        echo = self._echo(run.start) if run is not None else None
        paint = self._paint if self.trails or self.velocities or self.contacts else None
        return PastScene(past.moment, echo, paint)

    def _echo(self, start: int) -> Echo | None:
        """Return the ghost at the same time after its Start as the playhead is after this run's."""
        since = self.tick - start
        before = since - (self.shell.workspace.pacing.rows_before is not None)
        poses = self.ghost.at(since, before) if self.ghost is not None else None
        return Echo(*poses) if poses is not None else None

    def _paint(self, overlay: Overlay) -> None:
        workspace, run = self.shell.workspace, self.run
        machine = workspace.document.session.machine if not workspace.document.in_past else None
        if run is not None and self.trails:
            traces.paint_trails(overlay, run, self.trails, self.tick)
        if self.velocities:
            if machine is not None:
                traces.paint_velocities(overlay, machine.rows)
            elif run is not None:
                traces.paint_velocities(overlay, run.rows(self.tick)[1])
        if self.contacts and machine is not None:
            traces.paint_contacts(overlay, contact_history.now(machine))
        elif self.contacts and run is not None and (contacts := run.pressure.at(self._kept_tick(run))) is not None:
            traces.paint_contacts(overlay, contacts[1])

    def _kept_tick(self, run: PastRun) -> int:
        """Return the tick whose poses are shown: the older the past, the fewer ticks are kept."""
        return run.at(self.tick)[0]

    @property
    def contacts_note(self) -> str:
        """A note on the contacts shown in the past: the time they are of, or that they are no longer known."""
        moment = self.shell.workspace.document.past.moment
        if not self.contacts or moment is None or moment.run is None:
            return ""
        run, tick = moment.run, self._kept_tick(moment.run)
        kept_contacts = run.pressure.at(tick)
        if kept_contacts is None:
            return "contacts: no longer kept for a time so long ago"
        return f"contacts: of {(kept_contacts[0] - run.start) * run.dt:.3f} s" if kept_contacts[0] < tick else ""

    def state(self) -> dict[str, Any]:
        """Collect what is shown of time, in plain values."""
        document, past = self.shell.workspace.document, self.shell.workspace.document.past
        return {
            "shown_tick": self.tick,
            "shown_place": past.place,
            "run_place": self.run.place if self.run is not None else None,
            "bookmarks": len(past.bookmarks),
            "loop": past.loop is not None,
            "branch": document.tree.note.name if document.tree.note is not None else None,
            "ghost": self.ghost is not None,
            "trails": list(self.trails),
            "velocities": self.velocities,
            "plotted": list(self.plotted or ()),
        }

    # -- when actions are enabled

    def any_past(self) -> bool:
        document = self.shell.workspace.document
        return self.shell.building() and document.past.history.last > 0 and not document.working

    def in_past(self) -> bool:
        document = self.shell.workspace.document
        return self.shell.building() and document.in_past and not document.working

    def selected(self) -> bool:
        return self.shell.building() and bool(self.shell.editor.selection.parts)

    # -- moving through time

    def by_seconds(self, seconds: float) -> None:
        self.shell.workspace.travel.look_by(round(seconds * self.shell.workspace.document.session.tick_rate))

    def to_start(self) -> None:
        """Go to the Start of the run that is shown; from there to the one before."""
        workspace = self.shell.workspace
        stretches = workspace.document.past.history.stretches()
        begins = [begin for begin, _, run in stretches if run is not None and begin < workspace.document.past.place]
        workspace.travel.look_at(max(begins, default=0))

    def to_now(self) -> None:
        self.shell.workspace.document.past.leave()

    def resume_here(self) -> None:
        self.shell.editor.cancel()
        self.shell.workspace.travel.resume_here()

    def seek(self) -> None:
        self.shell.editor.settle()
        self.shell.editor.cancel()
        self.shell.workspace.control.seek()

    # -- bookmarks and the loop

    def bookmark(self) -> None:
        workspace = self.shell.workspace
        bookmark = workspace.document.past.set_bookmark()
        workspace.messages.say(f"{bookmark.name} is here" if bookmark is not None else "the bookmark here is gone")

    def show_bookmarks(self) -> None:
        from sandbox.window.time.time_dialogs import Bookmarks

        self.shell.dialog = Bookmarks(self.shell)

    def begin_loop(self) -> None:
        self.shell.workspace.document.past.begin_loop()
        self.shell.workspace.messages.say("the loop begins here; now say where it ends")

    def end_loop(self) -> None:
        """End the loop here, and play it from now on."""
        workspace = self.shell.workspace
        past = workspace.document.past
        if not past.end_loop() or past.loop is None:
            workspace.messages.say("a loop must end later than it begins; set its beginning or its end anew", "refused")
            return
        workspace.travel.look_at(past.loop[0])
        workspace.control.run()

    def drop_loop(self) -> None:
        self.shell.workspace.document.past.drop_loop()

    # -- branches and ghosts

    def show_branches(self) -> None:
        from sandbox.window.time.time_dialogs import Branches

        self.shell.dialog = Branches(self.shell, self.enter, self.ghost_of)

    def enter(self, branch: Branch) -> None:
        self.shell.editor.cancel()
        self.shell.workspace.travel.enter(branch)

    def toggle_ghost(self) -> None:
        """Show the run before the shown one as a ghost, or remove the ghost."""
        if self.ghost is not None:
            self.ghost = None
            return
        workspace, run = self.shell.workspace, self.run
        runs = workspace.document.past.history.runs
        before = runs[: runs.index(run)] if run in runs else runs
        hashes = workspace.document.hashes
        if not before or hashes is None:
            why = "there is no run before this one; open a recording as a ghost, or run again"
            workspace.messages.say(why, "refused")
            return
        self._show_ghost(ghosts.of_run(before[-1], hashes, len(before)))

    def forget(self) -> None:
        """Drop the ghost, the trails and the plot of another document."""
        self.ghost, self.trails, self.plotted = None, (), None

    def race(self, path: Path, title: str) -> None:
        """Show a recorded run, under a title, as a ghost from the next frame on: in the document that has just been
        opened, and once what was shown about the one before is gone."""
        self._race = path, title

    def begin_race(self) -> None:
        """Show the ghost that `race` has asked for."""
        race, self._race = self._race, None
        if race is not None and self.ghost_of(*race):
            self.shell.workspace.messages.say(f"the ghost is {race[1]}: start the machine to race it")

    def ghost_of(self, path: Path, title: str = "") -> bool:
        """Show the last run of another recording as a ghost, by default under the recording's name; False if it can't
        be read."""
        try:
            other_recording = reader.read(path)
        except (BadFile, OSError) as error:
            self.shell.workspace.messages.say(str(error), "bad")
            return False
        self._show_ghost(ghosts.of_recording(other_recording, title or branches.name_of(path, other_recording)))
        return True

    def _show_ghost(self, ghost: Ghost) -> None:
        self.ghost = ghost
        # As long as the two are alike, the picture stays as it was.
        self.shell.workspace.messages.say(f"the ghost is {ghost.title}; only what differs is drawn")

    def open_ghost(self) -> None:
        from sandbox.window.ui.file_dialog import FileDialog

        shell = self.shell
        browser = Browser(shell.workspace.data / "sessions", (SUFFIX,), saving=False)
        places = self.documents.places()
        shell.dialog = FileDialog("Show the ghost of a recording", "Show", browser, places, self.ghost_of)

    # -- traces

    def toggle_trails(self) -> None:
        """Show the trails of the selected parts, or remove them; without a selection, remove all."""
        chosen = tuple(spec.id for spec in self.shell.editor.selection.parts)
        if not chosen or set(chosen) <= set(self.trails):
            self.trails = tuple(id_ for id_ in self.trails if chosen and id_ not in chosen)
        else:
            self.trails = tuple(dict.fromkeys((*self.trails, *chosen)))[-MOST_TRAILS:]

    def toggle_velocities(self) -> None:
        self.velocities = not self.velocities
        self._say_when_seen("velocities", self.velocities)

    def toggle_contacts(self) -> None:
        self.contacts = not self.contacts
        self._say_when_seen("contacts and forces", self.contacts)

    def _say_when_seen(self, what: str, on: bool) -> None:
        """Say that something is switched on that can't be seen while no machine runs, or that it is off again."""
        if not self.runs:
            self.shell.workspace.messages.say(f"{what} are drawn once the machine runs" if on else f"no {what}")

    def toggle_plot(self) -> None:
        """Plot a quantity of the selected part; once more, or without a selection, close the plot."""
        parts = self.shell.editor.selection.parts
        chosen = parts[0].id if parts else None
        if chosen is None or (self.plotted is not None and self.plotted[0] == chosen):
            self.plotted = None
        else:
            self.plotted = chosen, self.plotted[1] if self.plotted is not None else "speed"

    def next_quantity(self) -> None:
        if self.plotted is not None:
            names = [quantity.name for quantity in traces.QUANTITIES]
            self.plotted = self.plotted[0], names[(names.index(self.plotted[1]) + 1) % len(names)]

    def toggle_timeline(self) -> None:
        self.shown = not self.shown

    def hand(self) -> tuple[float, float] | None:
        """Return the place of the first hand that held something in the past; None if none did."""
        moment = self.shell.workspace.document.past.moment
        held = moment.run.held(moment.tick) if moment is not None and moment.run is not None else ()
        return (held[0].x, held[0].y) if held else None
