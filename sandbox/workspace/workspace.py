"""The open document with its session, its recording and its files: all that the window needs and that needs no window.

The interface reads it and calls its methods. None of them raises for mistakes of a user or in a file: they return False
and leave a sentence in `messages`. Time comes from the counter passed in at creation.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandbox import atomic_files
from sandbox.commands.commands import AnyCommand, Author, Drag, Start, Stop
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.editing.document import WORKING, Notice, Tell, sentence, why_closed
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library
from sandbox.machine.machine import Event, Machine, Rows
from sandbox.recording import reader
from sandbox.recording.plain_text import printable
from sandbox.recording.recording import SUFFIX, Recording
from sandbox.workspace import reports, tryout
from sandbox.workspace.clock import FLAT_OUT, FREE, NS, OURS, SCHEME_BY_NAME, Clock, Scheme, Smoothing
from sandbox.workspace.events import Happenings
from sandbox.workspace.journal import Logbook, Tape
from sandbox.workspace.level_file import LevelFile, free_path
from sandbox.workspace.messages import MOST_TITLE, Messages
from sandbox.workspace.past import branches, past_machine
from sandbox.workspace.past.branches import Branch, Tree
from sandbox.workspace.past.history import Chronicle, Moment
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.past.seeking import Seeking
from sandbox.workspace.past.time_travel import Job, Travel
from sandbox.workspace.playback import Encore, Playback, live_commands
from sandbox.workspace.results import Wins, result_of
from sandbox.workspace.session_files import Claim, Sessions, Unfinished
from sandbox.workspace.settings import Store
from sandbox.workspace.variable_step import Unrecorded
from sandbox.workspace.watchdog import Broken, Watchdog, WatchedSession

SPEEDS = tuple(Fraction(2) ** power for power in range(-4, 5))  # 1/16 to 16
SEED = 0  # every live session's, so that the same level always runs the same


class Workspace:
    """The open document. There is always one: at first a new one.

    Attributes to read: `session`; `playback` (None unless a recording is being watched); `unrecorded` (None unless a
    run goes on that can't be recorded); `file` (of the level); `paused`; `clock`; `past` (of the session, and the
    playhead if it is there); `travel` (the operations of time travel); `tree` (of branches); `messages`; `happenings`;
    `wins`; `generation` (grows when another document replaces this one); `fresh` (that document has been opened, and
    not returned to); `settings`.
    """

    session: WatchedSession
    past: Past
    tree: Tree

    def __init__(
        self, data: Path, now: Callable[[], int] = time.perf_counter_ns, config: Path | None = None,
        watchdog: Watchdog | None = None,
    ) -> None:  # fmt: skip
        """Open an empty document. `data` is the user's folder (`library.data_dir()`); `now` any steady nanosecond
        counter; `config` the folder of settings and keys (`library.config_dir()`), None: the same as `data`; `watchdog`
        notes what ends the process."""
        self.data = data
        self._watchdog = watchdog
        self._attempt: Claim | None = None  # on a recording of another session that is run here
        self.now = now
        self.playback: Playback | None = None
        self.paused = False
        self.generation = 0
        self.messages = Messages()
        self.wins = Wins(data)
        self.happenings = Happenings()
        self._speed: Fraction | None = Fraction(1)
        self.settings = Store(config or data, data)
        chosen = self.settings.now
        self._scheme = SCHEME_BY_NAME.get(chosen.loop, OURS)
        self._smoothing = self._scheme.smoothing
        if chosen.smoothing in list(Smoothing):
            self._smoothing = Smoothing(chosen.smoothing)
        self._before: tuple[Machine, int, Rows] | None = None  # a machine, its tick then, and its rows then
        self.unrecorded: Unrecorded | None = None  # a run of a copy of the session
        self._last_unrecorded: Unrecorded | None = None  # the last run, if no history knows it
        self.travel = Travel(self)
        self._seeking: Seeking | None = None  # a run to the next event, flat out
        self._looked_ns = 0  # the time at which the clock was last read
        self._sessions = Sessions(data)
        self._logbook = Logbook(Tape())
        self._drag: Drag | None = None
        self._encore: Encore | None = None  # the last run, while it is watched again
        self.solved_try: tryout.Solved | None = None  # the last try of the level's author that won
        self._told_broken: str | None = None
        self._open(Design())
        for folder in {library.user_dir(data): None, data: None, data / "sessions": None, config or data: None}:
            atomic_files.tidy_folder(folder, time.time())
        for problem in self.settings.problems:
            self.say(problem, "bad")

    # -- state

    @property
    def design(self) -> Design:
        return self.session.design

    @property
    def document(self) -> Design:
        """The design that a level file would hold: without what its author has placed to try it out."""
        return self.recorded.document

    @property
    def recorded(self) -> Session:
        """The session that is recorded: the shown one, unless a copy of it runs."""
        return self.unrecorded.recorded if self.unrecorded is not None else self.session

    @property
    def level(self) -> Design:
        """The open level as a player begins it."""
        return levels.as_player(self.document) if self.session.by_author or self._first.free else self._first

    @property
    def watching(self) -> bool:
        """True while a recording is played; the user's commands are refused until `take_over`."""
        return self.playback is not None

    @property
    def working(self) -> bool:
        """Whether a re-run is under way, after which another session may be open."""
        return self.travel.job is not None

    @property
    def in_past(self) -> bool:
        """True while the playhead is in the past; the user's commands are refused meanwhile."""
        return self.past.at is not None

    def part_in_past(self, at: Point, reach: float) -> int | None:
        """Return the part at a world point, or the nearest within reach, at the shown moment of the past."""
        moment = self.past.moment
        return past_machine.part_of_moment(moment, at, reach) if moment is not None else None

    @property
    def dirty(self) -> bool:
        """True if there are changes that no level file holds."""
        return self.playback is None and self.file.differs(self.document)

    @property
    def title(self) -> str:
        """The title of the document."""
        name = self.design.title
        if name == Design().title and self.file.path is not None:
            name = self.file.path.stem
        name = printable(name, MOST_TITLE)  # it goes to the desktop, too, as the window's title
        return f"{name} (recording)" if self.watching else name

    @property
    def recording_path(self) -> Path | None:
        """The file that this session is being written to; None while watching, or if the disk failed."""
        return self._logbook.path

    @property
    def suggested_path(self) -> Path:
        """An unused name for `save_as` in the user's folder of contraptions."""
        return free_path(library.user_dir(self.data), self.design.title)

    @property
    def moving(self) -> bool:
        """True while the picture changes by itself."""
        return (self._timed and not self.paused) or self.past.playing

    @property
    def leftover(self) -> float:
        """Seconds since the last tick, for drawing bodies at their present place; 0: draw the tick as it is."""
        if self.in_past:
            return self.past.leftover if self._smoothing is not Smoothing.NONE else 0.0
        if not (self.moving and self.session.running and self.pacing.fixed) or self._smoothing is Smoothing.NONE:
            return 0.0
        if self._smoothing is Smoothing.INTERPOLATE and self.rows_before is None:
            return 0.0
        return self.clock.leftover

    @property
    def rows_before(self) -> Rows | None:
        """The machine's rows one tick ago, if the picture is interpolated between those and the last; else None."""
        machine = self.session.machine
        if self._smoothing is not Smoothing.INTERPOLATE or self._before is None or machine is None:
            return None
        if not self.moving or self.in_past or self.clock.speed is FLAT_OUT or not self.pacing.fixed:
            return None
        of, ticks, rows = self._before
        return rows if of is machine and ticks == machine.ticks - 1 else None

    @property
    def run_seconds(self) -> float:
        """Seconds that the machine has run."""
        if self.unrecorded is not None:
            return self.unrecorded.seconds
        return (self.session.tick - self.session.start_tick) / self.session.tick_rate

    @property
    def lost_seconds(self) -> float:
        """Seconds of this document that passed while something ran and don't count, after a stop or on a slow
        machine."""
        return self.clock.lost_ns / NS

    @property
    def _timed(self) -> bool:
        """True while ticks are more than a count: a machine runs, or a recording is played."""
        return self.session.running or self.playback is not None

    # -- opening

    def new(self) -> bool:
        """Open an empty contraption."""
        self._open(Design())
        return True

    def open(self, path: Path) -> bool:
        """Open a level, or a recording if the name ends in .replay."""
        return self.open_recording(path) if path.suffix == SUFFIX else self.open_level(path)

    def open_level(self, path: Path) -> bool:
        """Open a level file for editing and running; on failure the old document stays."""
        try:
            design = levels.read(path)
        except (BadFile, OSError) as error:
            return self._fail(error)
        self._open(design, LevelFile(design, path))
        return True

    def open_recording(self, path: Path, kept: int | None = None) -> bool:
        """Open a recording for watching: its commands come at their ticks in real time. No file is written.

        `kept`: only this many of its commands, because the next one ends the program.
        """
        try:
            opened = _shortened(reader.read(path), kept)
        except (BadFile, OSError) as error:
            return self._fail(error)
        self.generation += 1
        self._watch(opened, path)
        if kept is not None:
            self.say(f"{path.name} is shown up to the command that ends the program", "info")
        elif opened.end is None:
            self.say(f"{path.name} has no end: the session that it records was cut off", "info")
        return True

    def crashed(self, path: Path) -> bool:
        """Tell whether a recording has ended the program, so that another process must try it first."""
        return path.suffix == SUFFIX and self._sessions.crashed(path)

    def forgive(self, path: Path) -> None:
        """Forget that a recording has ended the program: another process has run it to its end."""
        self._sessions.forgive(path)

    def _watch(self, opened: Recording, path: Path) -> None:
        before = self.playback if self.playback is not None and opened is self.playback.recording else None
        past = self.past
        self._replace(opened.head.design, opened.head.seed, Tape(opened.hashes))
        self.playback = Playback(opened, path, self.session, before)
        if before is None:
            history = self.playback.history
            past = Past(history, lambda: history.place_of(self.session.tick))
        past.leave()
        self.past = past
        self._begin_attempt(path)
        self._retime()

    def take_over(self) -> bool:
        """Stop watching and continue from this tick as a live session, with a complete recording of its own."""
        if self.playback is None:
            return False
        if self.in_past:
            return self.travel.resume_here()
        if self.travel.job is not None:
            return False
        if self.playback.broken is not None:
            self.say("this run has failed; scrub back to before the failure, then take over", "refused")
            return False
        playback, paused = self.playback, self.paused
        place = playback.here
        if playback.ahead.reached(place):
            return self._taken_over(playback, paused)
        self.pause()
        job = Job("Taking over", playback.ahead, lambda: self._taken_over(playback, paused), place)
        return self.travel.begin(job)

    def _taken_over(self, playback: Playback, paused: bool) -> bool:
        """Turn the watched recording, known up to this tick, into the live session."""
        finished = playback.finished
        self.past = self.past.up_to(playback.end_here())
        self.past.drop_loop()
        self.playback = None
        self._end_attempt()
        self.file.path = self._level_path(self._first)
        self._record()
        self.paused = finished or paused
        self._retime()
        self.say("you have taken over", "info")
        return True

    def unfinished(self) -> list[Unfinished]:
        """List earlier sessions that were cut off, the newest first: `resume` continues one, `set_aside` hides it."""
        return self._sessions.unfinished()

    def set_aside(self, path: Path) -> bool:
        """Stop offering an unfinished session; its file is kept."""
        try:
            self._sessions.set_aside(path)
        except OSError as error:
            return self._fail(error)
        return True

    def resume(self, path: Path, given_up: Callable[[], object] | None = None, kept: int | None = None) -> bool:
        """Continue where a recording ends: its commands are run again, as fast as possible, into a new recording.

        This is a job of `travel`: the open document stays open until the job is done, and for good if it is cancelled
        (then `given_up` is called). A machine that was running is paused. An unfinished session that was resumed is set
        aside. `kept`: only this many of its commands, because the next one ends the program.
        """
        if self.working:
            self._tell(WORKING)
            return False
        try:
            source = _shortened(reader.read(path), kept)
        except (BadFile, OSError) as error:
            return self._fail(error)
        self.past.leave()
        self.pause()
        self._begin_attempt(path, "it was gone on with, and that came to no end\n")
        head = source.head
        rerun = Rerun(
            head.design, head.seed, source.commands, source.ticks, Tape(source.hashes), Chronicle(head.design)
        )
        title = f"Resuming '{head.design.title}'"

        def over() -> None:
            self._end_attempt(failed=rerun.broken is not None)
            if given_up is not None:
                given_up()

        return self.travel.begin(Job(title, rerun, lambda: self._gone_on(source, path, rerun), given_up=over))

    def _gone_on(self, source: Recording, path: Path, rerun: Rerun) -> None:
        """Replace the open document by a session that was run again to its end."""
        self.generation += 1
        note = branches.read(path)
        origin = self._sessions.origin(path)
        assert rerun.history is not None
        self._replace(source.head.design, source.head.seed, rerun.tape)
        self.session, self.past = rerun.session, Past(rerun.history)
        self._outcome = self.session.outcome
        self.session.take_events()  # they were seen and heard the first time
        self.file.path = origin or self._level_path(source.head.design)
        self._record()
        self.tree.succeed(path, note, self._logbook.claimed)
        self._look()
        if origin is not None:
            self.file.look(self.document)
        self.paused = True
        self._retime()
        self.travel.arrived(rerun, "resumed where the session was cut off")
        self._logbook.tape.force()
        self._look()
        if source.end is None:
            self.set_aside(path)

    def again(self, moment: Moment) -> Rerun:
        """Prepare a resimulation of this session from its start to a past moment; its hashes are compared."""
        if self.playback is not None:
            expected = Tape(self.playback.recording.hashes)
        else:
            self._bring_up_to_date()
            self._drag_now()
            self.session.flush(state=False)
            expected = Tape(self._logbook.tape.told)
        commands = self.past.history.commands[: moment.commands]
        return Rerun(self._first, self.session.seed, commands, moment.tick, expected)

    def leave_for(self, rerun: Rerun, past: Past, branch: Branch | str) -> str:
        """Replace this session, which is kept, by one that was run again; return the name under which it is kept.

        `branch`: the branch that it is, or the name of a new one. The new file is written first, so that a program
        killed at any moment leaves at least one of the two whole.
        """
        old, session, watched = self._logbook, self.recorded, self.playback
        left = old.claimed if old.tape.commands else None
        if watched is not None:
            left = watched.path
            self.file.path = self._level_path(rerun.session.design if isinstance(branch, Branch) else self._first)
        self._go_on_as(rerun, past)
        kept_name = self.tree.leave(left, self._logbook.claimed, branch, rerun.tick)
        old.end(session, "left for another branch")
        self._look()
        return kept_name

    def _go_on_as(self, rerun: Rerun, past: Past) -> None:
        """Replace this session by one that was run again, and record it."""
        self._end_attempt()
        self.session, self.past, self._logbook = rerun.session, past, Logbook(rerun.tape)
        self.playback = self.unrecorded = self._last_unrecorded = self._encore = self.solved_try = None
        self.session.take_events()  # they were seen and heard the first time
        self._outcome = self.session.outcome
        self.clock = Clock(self.session.tick_rate, FREE)
        self._record()
        self.session.flush(state=False)  # up to this very tick
        self._logbook.tape.force()
        self.paused = True
        self.fresh = False
        self.generation += 1
        self._retime()

    def close(self, reason: str = "quit") -> None:
        """End the session and its recording: the program quits."""
        self._end(reason)

    def abandon(self) -> None:
        """Leave the recording without an end, because the program fails: the next start offers to resume it."""
        self._end_attempt()
        self._mind(None)
        self._logbook.abandon(self.recorded, "")

    # -- failures that end the program, or a run

    def _mind(self, claim: Claim | None) -> None:
        """Note a crash from now on in this claim."""
        if self._watchdog is not None:
            self._watchdog.mind(claim)

    def _begin_attempt(self, path: Path, mark: str = "") -> None:
        """Claim a recording that is run from now on, so that a crash is noted beside it."""
        self._end_attempt()
        self._attempt = self._sessions.attempt(path, mark)
        self._mind(self._attempt or self._logbook.claim)

    def _end_attempt(self, failed: bool = False) -> None:
        """Release the claim on a recording that is no longer run; if it has failed, its mark stays."""
        attempt, self._attempt = self._attempt, None
        self._mind(self._logbook.claim)
        if attempt is not None:
            attempt.let_go() if failed else attempt.withdraw()

    def say_broken(self, error: Broken, then: str) -> None:
        """Report an error of the program in a step of a session."""
        report = reports.write(self.data, error, self._logbook.claimed)
        self.say(f"{error}, which is a bug; {then}" + (f" ({report} tells more)" if report is not None else ""), "bad")

    def _broke(self, error: Broken, logged: int) -> None:
        """End a run in which a step has failed, and keep everything else. `logged`: commands recorded before that step.

        The recording would fail again wherever it is run, so the session continues in another one, without the run.
        """
        run, session = self.unrecorded, self.session
        if run is not None or (not session.running and self._logbook.tape.commands == logged):
            if run is not None:
                self.session, self.unrecorded = run.end(), None
                self._outcome = self.session.outcome
            self._retime()
            self.say_broken(error, "it was not carried out" if run is None else "the run was ended")
            return
        commands = self.past.history.commands
        start = max((n for n, (_, command) in enumerate(commands) if isinstance(command, Start)), default=0)
        tick = session.start_tick if session.running else session.tick
        commands = commands[:start] if session.running else commands
        self.say_broken(error, "the run was ended, and nothing else has changed")
        self._seeking = self._before = None
        session.drop_machine()
        self._mind(None)
        old = self._logbook.abandon(session, f"{error}\n")
        first, expected = self._first, Tape(self._logbook.tape.told)
        rerun = Rerun(first, session.seed, commands, tick, expected, Chronicle(first))
        self._retime()

        def without() -> None:
            assert rerun.history is not None
            self._go_on_as(rerun, Past(rerun.history))
            if old is not None:
                self.tree.succeed(old, self.tree.note, self._logbook.claimed)
                self.set_aside(old)

        def afresh() -> None:
            self._open(session.document, self.file)
            self.fresh = False
            if old is not None:
                self.set_aside(old)

        self.travel.begin(Job("Going back to before the run", rerun, without, given_up=afresh))

    def _open(self, design: Design, file: LevelFile | None = None) -> None:
        self.generation += 1
        self._replace(design, SEED, Tape(), file)
        self._record()

    def _replace(self, design: Design, seed: int, tape: Tape, file: LevelFile | None = None) -> None:
        self._end("replaced")
        self.unrecorded = self._last_unrecorded = self._before = self._seeking = self.travel.job = None
        self._logbook = Logbook(tape)
        self._first = design
        self.file = LevelFile(design) if file is None else file
        self.past = Past(Chronicle(design))
        self.tree = Tree(self._sessions.folder, self.messages)
        self.fresh = True
        self.playback = self._drag = self._told_broken = None
        self.paused = False
        self.happenings.forget_events()
        self._encore = self.solved_try = None
        self.session = WatchedSession(design, seed, tape)
        self._outcome = self.session.outcome
        self.clock = Clock(self.session.tick_rate, FREE)
        self._retime()

    def use_tick_rate(self, rate: int) -> bool:
        """Continue with the level in a new session with this tick rate: a session's tick rate never changes.

        Earlier steps can't be undone there; the recording of the session up to now is complete.
        """
        if self.playback is not None or self.session.running:
            self.say("stop the machine first: a session has one tick rate for good", "refused")
            return False
        author = self.session.design.author
        document = levels.as_player(self.document)
        self._open(replace(document, world=replace(document.world, tick_rate=rate)), self.file)
        if author:
            self.do(Author())
        self.say(f"a new session began, with {rate} ticks a second")
        return True

    def _level_path(self, design: Design) -> Path | None:
        try:
            return library.level_of(design)
        except BadFile:
            return None

    # -- saving

    def save(self) -> bool:
        """Write the level to its own file."""
        if self.file.path is None or self.file.needs_name:
            self.say("this level needs a file name of its own first; use Save as", "refused")
            return False
        return self.save_as(self.file.path)

    def save_as(self, path: Path) -> bool:
        """Write the level, with all parts as placed, to a file that becomes this document's."""
        try:
            self.file.write(self.document, path)
        except (BadFile, OSError) as error:
            return self._fail(error)
        self._logbook.note(self.file.path)
        assert self.file.path is not None
        self.say(f"saved as {self.file.path.name}", "info")
        return True

    # -- the level file, which other programs may change

    def reload(self) -> bool:
        """Open the level file again, as it is now. What was built here stays in the recording of its session."""
        return self.file.path is not None and self.open_level(self.file.path)

    def keep_mine(self) -> None:
        """Accept that the level file differs: this document counts as having unsaved changes."""
        self.file.look(self.document)

    def save_recording_as(self, path: Path) -> bool:
        """Write a complete recording of this session up to now; the session continues."""
        path = path if path.suffix == SUFFIX else path.with_name(f"{path.name}{SUFFIX}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if self.playback is not None:
                _copy(self.playback.path, path)
            elif self.recorded_copy(path) is None:
                self.say(self._logbook.tape.broken or "this session is not being recorded", "refused")
                return False
        except (BadFile, OSError, Refused) as error:
            return self._fail(error)
        self.say(f"recording saved as {path.name}", "info")
        return True

    def recorded_copy(self, path: Path) -> Path | None:
        """Return a file with all of this session so far, for another program to read; None if it is not being recorded.

        Raises:
            BadFile, Refused, OSError: it can't be written.
        """
        if self.playback is not None:
            return self.playback.path
        if self._logbook.path is None:
            return None
        self._bring_up_to_date()
        return path if self._logbook.save_copy(path, self.recorded) else None

    # -- the one gate

    def do(self, command: AnyCommand, tell: Tell | None = None) -> bool:
        """Carry out a user's command at this moment; False: it was refused, or changes nothing.

        Of several drags between two ticks only the last counts. `tell` gets the reason of a refusal; without it,
        `messages` do.
        """
        why = why_closed(self, command.changes_design)
        if why is not None:
            (tell or self._tell)(why)
            return False
        self._bring_up_to_date()
        self._encore = None  # the rest is not repeated
        machine = self.session.machine
        if isinstance(command, Drag) and machine is not None and machine.held is not None:
            self._drag = command
            return True
        logged = self._logbook.tape.commands
        try:
            self._drag_now()
            return self._gate(command, tell)
        except Broken as error:
            self._broke(error, logged)
            return False

    def _gate(self, command: AnyCommand, tell: Tell | None = None) -> bool:
        self._look()  # a Stop throws away what has not been looked at
        if isinstance(command, Start) and not self._scheme.fixed and not self.session.running:
            self.unrecorded = Unrecorded(self.session)
            self.session = self.unrecorded.session
            self.say("this run is not recorded: a variable step can't be repeated", "info")
        try:
            done = self.session.do(command)
        except (Refused, BadFile) as refused:
            (tell or self._tell)(Notice(sentence(str(refused)), "refused"))
            return False
        if isinstance(command, Start):
            self._outcome = self.session.outcome
        if done:
            if isinstance(command, Start):
                self._last_unrecorded = self.unrecorded
            if self.unrecorded is None:
                self.past.history.command(self.session, command)
            else:
                self.unrecorded.note(command)
            self.happenings.add_act(command)
        self._look()
        if self.unrecorded is not None and not self.session.running:
            self.session, self.unrecorded = self.unrecorded.end(), None
            self._outcome = self.session.outcome
        self._retime()
        return done

    def _drag_now(self) -> None:
        """Carry out the last drag, unless the held part no longer exists."""
        drag, self._drag = self._drag, None
        if drag is not None and self.session.machine is not None and self.session.machine.held is not None:
            self._gate(drag)

    # -- time

    def catch_up(self) -> int:
        """Carry out the ticks that are due now, once a frame; return how many."""
        self._looked_ns = now = self.now()
        self.past.advance(now, self._speed)
        run = self.unrecorded
        due = self.clock.advance(now) if run is None else run.due(self.clock, now, self.paused)
        if due:
            self.advance(due)
        return due

    def advance(self, ticks: int) -> None:
        """Advance the session by this many ticks, whatever the time."""
        logged = self._logbook.tape.commands
        try:
            if self._smoothing is Smoothing.INTERPOLATE and self._timed and ticks > 0:
                self._pass(ticks - 1)
                machine = self.session.machine
                self._before = (machine, machine.ticks, machine.read_rows().copy()) if machine is not None else None
                self._pass(1)
            else:
                self._pass(ticks)
        except Broken as error:
            self._broke(error, logged)
        self._look()
        self._retime()

    def _pass(self, ticks: int) -> None:
        if self.playback is not None:
            self.playback.advance(ticks)
            if self.playback.finished and not self.paused:
                self._end_of_playback(self.playback)
        else:
            self._drag_now()
            while ticks > 0 and self.session.running and self.unrecorded is None:
                self._advance_session(1)
                self.happenings.add(self._heard())
                self.past.history.note(self.session)
                ticks -= 1
                if self._seeking is not None and (sentence := self._seeking.look()) is not None:
                    self._seeking = None
                    self.paused = self.session.running
                    self.say(sentence)
                    return
            length = self.unrecorded.length if self.unrecorded is not None else None
            self._advance_session(ticks, length)

    def _advance_session(self, ticks: int, seconds: float | None = None) -> None:
        """Let ticks pass, with the commands of a run that is watched again."""
        if self._encore is None:
            self.session.advance(ticks, seconds)
        else:
            self._encore.seconds = seconds
            self._encore.to(self.session.tick + ticks)

    def tick_due_ns(self, now_ns: int) -> int:
        """Return nanoseconds until the next tick of what moves."""
        wait = self.clock.ns_to_next()
        return max(0, wait - max(0, now_ns - self._looked_ns)) if wait is not None else 0

    def _bring_up_to_date(self) -> None:
        """Advance the tick counter to the present: while nothing runs it is wall time, so a command belongs to the tick
        of now.

        Not while something runs: a slow machine would fall further behind with every move of the mouse.
        """
        if not self._timed:
            self.catch_up()

    def _retime(self) -> None:
        """Set the clock's policy and speed for what runs now."""
        if not self._timed:
            self.paused = False
        self.clock.policy = self.pacing.policy if self._timed else FREE
        self.clock.speed = self._speed if self._timed else Fraction(1)
        if self._seeking is not None:
            self.clock.speed = FLAT_OUT
        if self.paused:
            self.clock.pause()
        else:
            self.clock.start(self.now())

    @property
    def pacing(self) -> Scheme:
        """The scheme that paces ticks and frames now; our fixed one where the chosen one can't be used."""
        ours = not self._timed or self.in_past or self._seeking is not None
        return self._scheme if not ours and (self._scheme.fixed or self.playback is None) else OURS

    @property
    def scheme(self) -> Scheme:
        """The main loop that the user has chosen."""
        return self._scheme

    def use_scheme(self, scheme: Scheme) -> bool:
        """Choose another main loop, with its own smoothing; a run can't change between fixed and variable steps."""
        if self.session.running and self.playback is None and scheme.fixed != self._scheme.fixed:
            self.say("stop the machine first: a run has either fixed steps or variable ones", "refused")
            return False
        self._scheme = scheme
        self.remember(loop=scheme.name)
        self.smoothing = scheme.smoothing
        self._retime()
        return True

    @property
    def smoothing(self) -> Smoothing:
        """The smoothing of the picture between two ticks."""
        return self._smoothing

    @smoothing.setter
    def smoothing(self, smoothing: Smoothing) -> None:
        self._smoothing = smoothing
        self.remember(smoothing=smoothing.value)

    def remember(self, **values: Any) -> None:
        """Change settings, by their names in `settings.Settings`; they apply at once and are saved."""
        try:
            self.settings.change(**values)
        except BadFile as error:
            self._fail(error)

    @property
    def speed(self) -> Fraction | None:
        """The speed of machines and recordings: one of `SPEEDS`, any ratio that `Clock.speed` takes, or `FLAT_OUT`."""
        return self._speed

    @speed.setter
    def speed(self, speed: Fraction | None) -> None:
        Clock(1).speed = speed  # its ValueError, before anything changes
        self._speed = speed
        self._retime()

    # -- run, pause, step, stop

    def run(self) -> bool:
        """Start the machine, or continue after a pause; a recording that has ended starts again.

        In the past, play from the playhead.
        """
        if self.in_past:
            self.past.play(self.now(), self._speed)
            return True
        if self.working:
            self._tell(WORKING)
            return False
        if self.playback is not None and self.playback.finished:
            self._watch(self.playback.recording, self.playback.path)
            return True
        self.paused = False
        if not self._timed:
            return self.do(Start())
        self._retime()
        return True

    def pause(self) -> bool:
        """Pause: no ticks pass until `run` or `step`."""
        self._seeking = None
        if self.past.playing:
            self.past.pause()
            return True
        if not self._timed or self.paused:
            return False
        self.catch_up()
        self.paused = self._timed
        self._retime()
        return True

    def seek(self) -> bool:
        """Run to the next event: as fast as possible, and pause on its tick. In the past: show the next one."""
        if self.in_past or self.playback is not None:
            return self.travel.look_at_mark(1)
        if self.unrecorded is not None:
            self.say("a run with a variable step can't be run to an event; choose a loop with fixed steps", "refused")
            return False
        if not self.run():
            return False
        self._seeking = Seeking(self.past.history, self.session)
        self._retime()
        return True

    def step(self) -> bool:
        """Advance one tick, then pause; a machine that does not run yet is started."""
        if self.in_past:
            return self.travel.look_by(1)
        if self.playback is not None and self.playback.finished:
            return False
        if not self._timed and not self.do(Start()):
            return False
        self.pause()
        self.clock.step()
        return True

    def stop(self) -> bool:
        """Discard the running machine; a recording goes back to its beginning and waits."""
        self.past.leave()
        if self.playback is not None:
            self._watch(self.playback.recording, self.playback.path)
            return self.pause()
        return self.do(Stop())

    def watch_again(self) -> bool:
        """Run the machine once more from its start, with the presses and pulls of the last run at the same ticks.

        Any command of the user ends the repetition; the run goes on.
        """
        self.past.leave()
        if self.playback is not None or (self.session.running and not self.do(Stop())):
            return False
        last = self._last_unrecorded
        commands = last.live_commands if last is not None else live_commands(self.past.history)
        if not self.do(Start()):
            return False
        self._encore = Encore(self.session, commands, self._gate)
        return True

    def _end_of_playback(self, playback: Playback) -> None:
        self.paused = True
        if playback.broken is not None:
            self.say_broken(playback.broken, "the recording can't be played any further")
        elif playback.refused:
            self.say(f"{len(playback.refused)} commands here no longer apply: {playback.refused[0]}", "bad")
        elif self._logbook.tape.parted is not None:
            self.say(f"this machine runs the recording differently from tick {self._logbook.tape.parted} on", "bad")
        else:
            self.say("the recording ends here; take over to go on from here yourself", "info")

    # -- events and messages

    def say(self, text: str, kind: str = "info") -> None:
        """Leave a message for the user."""
        self.messages.say(text, kind)

    def _tell(self, note: Notice) -> None:
        self.say(note.text, note.tone)

    def _fail(self, error: BadFile | OSError | Refused) -> bool:
        """Leave a message about an error; return False, for the caller to return."""
        self.messages.fail(error)
        return False

    def _heard(self) -> list[Event]:
        """Take the events since the last call, and note them in the history."""
        events = self.session.take_events()
        if self.playback is None and self.unrecorded is None:
            self.past.history.happened(events)
        return events

    def _look(self) -> None:
        """React to what the session has done: events, an outcome, a disk that failed."""
        self.happenings.add(self._heard())
        broken = self._logbook.tape.broken
        if broken is not None and broken != self._told_broken:
            self.say(broken, "bad")
        self._told_broken = broken
        if self.session.outcome != self._outcome:
            self._outcome = self.session.outcome
            if self._outcome == "won":
                self._won()
            elif self._outcome == "lost":
                self.say("level failed; stop and try again", "bad")

    def _won(self) -> None:
        if self.playback is None:
            self.solved_try = tryout.solved(self.session, self.past.history) or self.solved_try
        if self.unrecorded is not None:
            self.say("solved, but not recorded: choose a loop with fixed steps to record a run", "good")
            return
        self.say("solved!", "good")
        if self.playback is not None or self.file.path is None or self.session.by_author:
            return
        try:
            self.wins.won(self.file.path, result_of(self.session))
        except OSError as error:
            self._fail(error)

    # -- the recording

    @property
    def told(self) -> dict[int, bytearray] | None:
        """The hashes of the shown session, as far as they are known; None if it has none."""
        if self.unrecorded is not None:
            return None
        return self.playback.ahead.tape.told if self.playback is not None else self._logbook.tape.told

    def flush(self) -> None:
        """Write what the recording is still missing, so that the file can be compared."""
        self.recorded.flush(state=False)

    def housekeeping(self, now_ns: int) -> None:
        """Force to disk what was written, once a second; to be called when `housekeeping_due_ns` is 0."""
        self._logbook.tape.sync(now_ns)
        self._look()

    def housekeeping_due_ns(self, now_ns: int) -> int | None:
        """Return nanoseconds until `housekeeping` is due; None if nothing is to be written."""
        return self._logbook.tape.sync_due_ns(now_ns)

    def _record(self) -> None:
        """Write this session, from its first tick on, to a file of its own."""
        self._logbook.begin(self._sessions, self._first, self.session.seed, self.file.path)
        self._mind(self._logbook.claim)
        self._look()

    def _end(self, reason: str) -> None:
        """End the recording of the current session."""
        self._end_attempt()
        if self._logbook.claimed is not None:
            self._mind(None)
            self._bring_up_to_date()
            self._drag_now()
            self._logbook.end(self.recorded, reason)
            self._look()


def _shortened(whole: Recording, kept: int | None) -> Recording:
    """Cut a recording down to this many commands, up to the tick of the next one."""
    if kept is None or kept >= len(whole.commands):
        return whole
    return whole._replace(commands=whole.commands[:kept], ticks=whole.commands[kept][0], end=None)


def _copy(source: Path, target: Path) -> None:
    with atomic_files.replacing(target) as new:
        shutil.copyfile(source, new)
        with new.open("r+b") as file:
            os.fsync(file.fileno())
