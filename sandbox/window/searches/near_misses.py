"""So close!: after a failed try, worker processes look for a part that would win a few millimetres away."""

from __future__ import annotations

from sandbox.commands.commands import Move
from sandbox.design.design import Design
from sandbox.editing.selection import title_of
from sandbox.editing.stock_names import name_of_part
from sandbox.trials.search.near_miss import NearMiss, NearMissJob
from sandbox.trials.search.try_service import TryService
from sandbox.window.shell.shell import Shell
from sandbox.workspace.past.runs import Run
from sandbox.workspace.playback import live_commands

LOOK_EVERY_S = 0.1
FRAME_NS = 20_000_000  # long enough for a frame to fall into it


class NearMisses:
    """The hint after a failed try. Nothing is computed without an event loop, which shows what comes later."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.service = TryService()
        self.shown: NearMiss | None = None
        self.points = False  # the way is shown, too
        self._job: NearMissJob | None = None
        self.looking = False  # places are being tried, or their outcome has not been taken
        self._generation = -1
        self._last: Run | None = None  # the last run that has been looked at
        self._waiting = False

    @property
    def mode(self) -> str:
        """The setting: off, say (that it was close) or help (say in which direction, and do it)."""
        return self.shell.workspace.settings.now.so_close

    def look(self) -> None:
        """Begin after a failed try, forget what an edit or a start has outdated, take an answer. Call it each frame."""
        if self.mode == "off" or self.shell.loop is None:
            self.forget()
            return
        document = self.shell.workspace.document
        history = document.past.history
        last = history.runs[-1] if history.runs else None
        if document.generation != self._generation:
            self._generation, self._last = document.generation, last
            self.forget()
        if document.session.running:
            self.forget()
            return
        if last is not self._last:
            self._last = last
            if last is not None and self._has_failed(last):
                self._begin(document.design)
        if self._job is not None:
            if document.design != self._job.design or document.watching:
                self.forget()
            elif self._job.done:
                self.shown, self.looking = self._job.result, False

    def why_not(self) -> str:
        """Return why nothing is said after a try in this level, as a sentence; empty if something may be."""
        document = self.shell.workspace.document
        if not document.design.goals:
            return "the level has no goals, so no try of it can fail"
        return "this is for the level's players" if document.design.author else ""

    def _has_failed(self, run: Run) -> bool:
        """Tell whether a run is a player's try that did not win, and whose machine ran alone."""
        document = self.shell.workspace.document
        is_try = bool(document.design.goals) and not document.design.author and not document.watching
        return is_try and run.won is None and not live_commands(document.past.history)

    def _begin(self, design: Design) -> None:
        self.forget()
        self._job, self.looking = NearMissJob(design), True
        self.service.start(self._job)
        loop = self.shell.loop
        if loop is not None and not self._waiting:
            self._waiting = True
            loop.clock.schedule_interval(self._wait, LOOK_EVERY_S)

    def _wait(self, _seconds: float) -> None:
        """Draw a frame when the answer has come, also while nothing else happens."""
        loop = self.shell.loop
        if loop is not None and (self._job is None or self._job.done):
            self._waiting = False
            loop.clock.unschedule(self._wait)
            self.shell.host.stir()
            loop.stir(FRAME_NS)

    def forget(self) -> None:
        """Hide the card, and look for nothing."""
        if self._job is not None:
            self.service.drop()
            self._job, self.shown, self.points, self.looking = None, None, False, False

    # -- what the card says and does

    @property
    def sentence(self) -> str:
        """The sentence of the card."""
        miss = self.shown
        if miss is None or not miss.part:
            return "This machine wins, if it is left to run."
        design = self.shell.workspace.document.design
        spec = design.part_by_id[miss.part]
        title = name_of_part(design, spec)
        alike = [other for other in design.parts if not other.fixed and other.kind == spec.kind]
        return f"Almost right: {'the' if len(alike) == 1 else 'one'} {title[:1].lower()}{title[1:]}."

    @property
    def arrow(self) -> tuple[float, float, float, float] | None:
        """The arrow to draw (m): from the middle of the part towards the place where it wins; None for none."""
        miss, design = self.shown, self.shell.workspace.document.design
        if miss is None or miss.pose is None or not self.points or miss.part not in design.part_by_id:
            return None
        spec = design.part_by_id[miss.part]
        return spec.x, spec.y, miss.pose.x - spec.x, miss.pose.y - spec.y

    @property
    def may_point(self) -> bool:
        """True if there is a way to show, and the player may ask for it."""
        return self.may_do and not self.points

    @property
    def may_do(self) -> bool:
        """True if there is a part to move, and the player may ask for it."""
        return self.shown is not None and self.shown.pose is not None and self.mode == "help"

    def point(self) -> None:
        """Show in which direction the part would have to go."""
        self.points = True
        self.shell.host.stir()  # the card grows
        self.shell.stir()

    def do_it(self) -> None:
        """Move the part to where it wins, in one step that can be undone."""
        miss, workspace = self.shown, self.shell.workspace
        if miss is None or miss.pose is None:
            return
        title = title_of(workspace.document.design, miss.part)
        pose = miss.pose
        if workspace.gate.do(Move(pose.part, pose.x, pose.y, pose.angle, pose.flip)):
            workspace.messages.say(f"{title}: {miss.words}; Undo takes it back")

    def close(self) -> None:
        """End the processes that try places."""
        self.service.close()
