"""Time travel in the open document: scrubbing, resuming from a past moment, leaving and entering branches.

The old future is never lost: its recording is closed as it is and stays, with a name. This module decides when another
session takes the place of the open one; `jobs` resimulates it, and `opening` puts it there.
"""

from __future__ import annotations

from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.files.opening import Opening, level_path
from sandbox.workspace.gate import Gate
from sandbox.workspace.pacing import Pacing
from sandbox.workspace.past.branches import Branch
from sandbox.workspace.past.history import History, Moment
from sandbox.workspace.past.jobs import Jobs
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Job, Rerun
from sandbox.workspace.playback import Playback


class TimeTravel:
    """Moves the playhead of the open document, and continues from where it is."""

    def __init__(
        self, document: OpenDocument, pacing: Pacing, gate: Gate, recording: LiveRecording, jobs: Jobs,
        opening: Opening,
    ) -> None:  # fmt: skip
        self._document = document
        self._pacing = pacing
        self._gate = gate
        self._recording = recording
        self._jobs = jobs
        self._opening = opening

    # -- looking back

    def look_at(self, place: int) -> bool:
        """Show a place of the strip; the machine is paused."""
        if self._document.working:
            return False
        self._gate.pause()  # a guest looks back while the others go on
        self._document.past.scrub(place)
        return True

    def look_by(self, ticks: int) -> bool:
        """Move the playhead by `ticks`; backwards if below 0."""
        document = self._document
        if document.unrecorded is not None:
            document.messages.say("this run is not recorded, so it can't be rewound", "refused")
            return False
        self._gate.pause()
        place = document.past.place + ticks
        if not document.in_past and ticks > 0 and place > document.past.history.last:
            return False
        return self.look_at(place)

    def look_at_mark(self, step: int) -> bool:
        """Move the playhead to the next mark (1) or the one before (-1)."""
        document = self._document
        place = document.past.next_mark(step)
        if place is None:
            if step > 0 and document.playback is None and document.past.leave():
                return True
            why = "there is no mark after this" if step > 0 else "there is no mark before this"
            document.messages.say(why, "refused")
            return False
        return self.look_at(place)

    # -- going back

    def resume_here(self) -> bool:
        """Resume from the shown moment, to the same bits; the later part is kept as a branch.

        A host does so with everybody who shares the session.
        """
        document = self._document
        moment = document.past.moment
        if document.working:
            return False
        if moment is None:
            if document.playback is not None:
                return self.take_over()
            document.messages.say("you are in the present already; scrub back to a past moment first", "refused")
            return False
        if self._gate.turns is not None and self._gate.in_turns:
            document.past.pause()
            return self._gate.turns.go_back(moment.tick, moment.commands)
        document.past.pause()
        rerun = self._again(moment)
        document.job = Job(
            f"Going back to {document.past.history.said(moment)}", rerun, lambda: self._resumed(rerun, moment)
        )
        return True

    def _is_shared(self) -> bool:
        """Tell whether others share this session, and say what to do first, if so."""
        if self._gate.in_turns:
            why = "the past belongs to all who play here: leave the session, then resume from there by yourself"
            self._document.messages.say(why, "refused")
        return self._gate.in_turns

    def _again(self, moment: Moment) -> Rerun:
        """Prepare a resimulation of this session from its start to a past moment; its hashes are compared."""
        document = self._document
        if document.playback is not None:
            expected = SessionLog(document.playback.recording.hashes)
        else:
            self._gate.settle()
            document.session.flush(state=False)
            expected = SessionLog(document.journal.session_log.digests)
        commands = document.past.history.commands[: moment.commands]
        return Rerun(document.first, document.session.seed, commands, moment.tick, expected)

    def _resumed(self, rerun: Rerun, moment: Moment) -> None:
        past, at = self._document.past, self._document.past.history.said(moment)
        past.history.cut(moment, rerun.session)
        branch_name = self._opening.leave_for(rerun, past.up_to(moment), f"From {at}")
        later = f"; the later part is kept as '{branch_name}'" if branch_name else ""
        self._jobs.arrived(rerun, f"resumed from {at}{later}")

    def enter(self, branch: Branch) -> bool:
        """Continue at the end of another branch; this one is kept."""
        document = self._document
        if document.working or self._is_shared():
            return False
        try:
            target = reader.read(branch.path)
        except (BadFile, OSError) as error:
            return document.messages.fail(error)
        document.past.leave()
        self._gate.pause()
        head, history = target.head, History(target.head.design)
        rerun = Rerun(head.design, head.seed, target.commands, target.ticks, SessionLog(target.hashes), history)

        def entered() -> None:
            self._opening.leave_for(rerun, Past(history), branch)
            self._jobs.arrived(rerun, f"switched to the branch '{branch.note.name}'")

        document.job = Job(f"Going to the branch '{branch.note.name}'", rerun, entered)
        return True

    # -- out of a recording

    def take_over(self) -> bool:
        """Stop watching and continue from this tick as a live session, with a complete recording of its own."""
        document, playback = self._document, self._document.playback
        if playback is None:
            return False
        if document.in_past:
            return self.resume_here()
        if document.working:
            return False
        if playback.broken is not None:
            why = "this run has failed; scrub back to before the failure, then take over"
            document.messages.say(why, "refused")
            return False
        paused, place = self._pacing.paused, playback.here
        if playback.ahead.reached(place):
            return self._taken_over(playback, paused)
        self._gate.pause()
        return self._jobs.begin(Job("Taking over", playback.ahead, lambda: self._taken_over(playback, paused), place))

    def _taken_over(self, playback: Playback, paused: bool) -> bool:
        """Turn the watched recording, known up to this tick, into the live session."""
        document = self._document
        finished = playback.finished
        document.past = document.past.up_to(playback.end_here())
        document.past.drop_loop()
        document.playback = None
        self._recording.end_attempt()
        document.file.path = level_path(document.first)
        self._recording.begin()
        self._pacing.paused = finished or paused
        self._pacing.retime()
        document.messages.say("you have taken over", "info")
        return True
