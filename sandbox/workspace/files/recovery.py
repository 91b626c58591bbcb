"""Going on after a failure: with a session that was cut off, or without the run in which a step has failed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.editing.document import WORKING
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.recording.recording import SUFFIX, Recording
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.error_reports import say_broken
from sandbox.workspace.files.files import shortened
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.files.opening import Opening, level_path
from sandbox.workspace.files.session_files import Unfinished
from sandbox.workspace.gate import Gate
from sandbox.workspace.pacing import Pacing
from sandbox.workspace.past import branches
from sandbox.workspace.past.history import History
from sandbox.workspace.past.jobs import Jobs
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Job, Rerun
from sandbox.workspace.watchdog import Broken


class Recovery:
    """Resumes sessions that were cut off, and ends runs that can't go on."""

    def __init__(
        self, document: OpenDocument, pacing: Pacing, gate: Gate, recording: LiveRecording, jobs: Jobs,
        opening: Opening,
    ) -> None:  # fmt: skip
        self._document = document
        self._pacing = pacing
        self._gate = gate
        self._recording = recording
        self._sessions = recording.sessions
        self._jobs = jobs
        self._opening = opening

    # -- sessions that were cut off

    def unfinished(self) -> list[Unfinished]:
        """List earlier sessions that were cut off, the newest first: `resume` continues one, `set_aside` hides it."""
        return self._sessions.unfinished()

    @property
    def left_out(self) -> tuple[str, ...]:
        """A sentence for each session that was cut off and that `unfinished` does not list."""
        return self._sessions.left_out

    def set_aside(self, path: Path) -> bool:
        """Stop offering an unfinished session; its file is kept."""
        try:
            self._sessions.set_aside(path)
        except OSError as error:
            return self._document.messages.fail(error)
        return True

    def crashed(self, path: Path) -> bool:
        """Tell whether a recording has ended the program, so that another process must try it first."""
        return path.suffix == SUFFIX and self._sessions.crashed(path)

    def forgive(self, path: Path) -> None:
        """Forget that a recording has ended the program: another process has run it to its end."""
        self._sessions.forgive(path)

    def resume(self, path: Path, given_up: Callable[[], object] | None = None, kept: int | None = None) -> bool:
        """Continue where a recording ends: its commands are run again, as fast as possible, into a new recording.

        This is a job: the open document stays open until it is done, and for good if it is cancelled (then `given_up`
        is called). A machine that was running is paused. An unfinished session that was resumed is set aside. `kept`:
        only this many of its commands, because the next one ends the program.
        """
        document = self._document
        if document.working:
            document.messages.tell(WORKING)
            return False
        try:
            source = shortened(reader.read(path), kept)
        except (BadFile, OSError) as error:
            return document.messages.fail(error)
        document.past.leave()
        self._gate.pause()
        self._recording.begin_attempt(path, "it was gone on with, and that came to no end\n")
        head = source.head
        rerun = Rerun(
            head.design, head.seed, source.commands, source.ticks, SessionLog(source.hashes), History(head.design)
        )
        title = f"Resuming '{head.design.title}'"

        def over() -> None:
            self._recording.end_attempt(failed=rerun.broken is not None)
            if given_up is not None:
                given_up()

        return self._jobs.begin(Job(title, rerun, lambda: self._resumed(source, path, rerun), given_up=over))

    def _resumed(self, source: Recording, path: Path, rerun: Rerun) -> None:
        """Replace the open document by a session that was run again to its end."""
        document = self._document
        document.generation += 1
        note = branches.read(path)
        origin = self._sessions.origin(path)
        assert rerun.history is not None
        self._opening.replace(source.head.design, source.head.seed, rerun.session_log)
        document.session, document.past = rerun.session, Past(rerun.history)
        document.expect_outcome()
        document.session.take_events()  # they were seen and heard the first time
        document.file.path = origin or level_path(source.head.design)
        self._recording.begin()
        document.tree.succeed(path, note, document.journal.claimed)
        document.look()
        if origin is not None:
            document.file.look(document.contents)
        self._pacing.paused = True
        self._pacing.retime()
        self._jobs.arrived(rerun, "resumed where the session was cut off")
        self._recording.force()
        if source.end is None:
            self.set_aside(path)

    # -- failures that end the program, or a run

    def abandon(self) -> None:
        """Leave the recording without an end, because the program fails: the next start offers to resume it."""
        self._recording.end_attempt()
        self._recording.abandon()

    def end_run(self, error: Broken, recorded: int) -> None:
        """End a run in which a step has failed, and keep everything else. `recorded`: commands before that step.

        The recording would fail again wherever it is run, so the session continues in another one, without the run.
        """
        document, session = self._document, self._document.session
        unrecorded = document.unrecorded is not None
        if unrecorded or (not session.running and document.journal.session_log.commands == recorded):
            document.end_unrecorded()
            self._pacing.retime()
            say_broken(document, error, "the run was ended" if unrecorded else "it was not carried out")
            return
        commands, run = document.past.history.commands, document.past.history.run
        tick = session.start_tick if session.running else session.tick
        if session.running and run is not None:
            commands = commands[: run.commands - 1]  # all before its Start
        say_broken(document, error, "the run was ended, and nothing else has changed")
        session.drop_machine()
        old = self._recording.abandon(f"{error}\n")
        first, expected = document.first, SessionLog(document.journal.session_log.digests)
        rerun = Rerun(first, session.seed, commands, tick, expected, History(first))
        self._pacing.stop()
        job = Job(
            "Going back to before the run",
            rerun,
            lambda: self._without_run(rerun, old),
            given_up=lambda: self._afresh(old),
        )
        self._jobs.begin(job)

    def _without_run(self, rerun: Rerun, old: Path | None) -> None:
        """Continue with the session as it was before the run; the recording that has failed is set aside."""
        document = self._document
        assert rerun.history is not None
        self._opening.go_on_as(rerun, Past(rerun.history))
        if old is not None:
            document.tree.succeed(old, document.tree.note, document.journal.claimed)
            self.set_aside(old)

    def _afresh(self, old: Path | None) -> None:
        """Continue with the design alone, in a new session: what was before the run could not be run again."""
        document = self._document
        self._opening.open(document.session.document, document.file)
        document.fresh = False
        if old is not None:
            self.set_aside(old)
