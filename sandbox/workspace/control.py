"""Start, stop, one step, on to the next event, once more; in a recording and in the past as far as they make sense."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands.commands import Author, Start, Stop
from sandbox.editing.document import WORKING
from sandbox.levels import levels
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.opening import Opening
from sandbox.workspace.gate import Gate
from sandbox.workspace.pacing import EventSearch, Pacing
from sandbox.workspace.past.time_travel import TimeTravel
from sandbox.workspace.playback import live_commands


class Control:
    """Runs the machine of the open document, or plays its recording."""

    def __init__(
        self, document: OpenDocument, pacing: Pacing, gate: Gate, opening: Opening, travel: TimeTravel
    ) -> None:
        self._document = document
        self._pacing = pacing
        self._gate = gate
        self._opening = opening
        self._travel = travel

    def run(self) -> bool:
        """Start the machine, or continue after a pause; a recording that has ended starts again.

        In the past, play from the playhead.
        """
        document, pacing = self._document, self._pacing
        if document.in_past:
            document.past.play(document.now(), pacing.speed)
            return True
        if document.working:
            document.messages.tell(WORKING)
            return False
        if document.playback is not None and document.playback.finished:
            self._opening.watch(document.playback.recording, document.playback.path)
            return True
        if self._gate.follows and document.timed:
            return self._gate.ask_host("go on")
        pacing.paused = False
        if not document.timed:
            return self._gate.do(Start())
        pacing.retime()
        return True

    def pause(self) -> bool:
        """Pause, or ask the host of the session to."""
        if self._gate.follows and not self._document.in_past:
            return self._gate.ask_host("pause")
        return self._gate.pause()

    def _is_hosts(self, alone: bool = False) -> bool:
        """Tell whether something is not for this user, and say why. `alone`: it is for nobody while others are here."""
        if self._gate.follows:
            self._document.messages.say("only the host of this session can do that", "refused")
        elif alone and self._gate.in_turns:
            self._document.messages.say("others are in this session: leave it first, then do that", "refused")
        return self._gate.follows or (alone and self._gate.in_turns)

    def seek(self) -> bool:
        """Run to the next event: as fast as possible, and pause on its tick. In the past: show the next one."""
        document = self._document
        if document.in_past or document.playback is not None:
            return self._travel.look_at_mark(1)
        if self._is_hosts():
            return False
        if document.unrecorded is not None:
            why = "a run with a variable step can't be run to an event; choose a loop with fixed steps"
            document.messages.say(why, "refused")
            return False
        if not self.run():
            return False
        self._pacing.search = EventSearch(document.past.history, document.session)
        self._pacing.retime()
        return True

    def step(self) -> bool:
        """Advance one tick, then pause; a machine that does not run yet is started."""
        document = self._document
        if document.in_past:
            return self._travel.look_by(1)
        if document.playback is not None and document.playback.finished:
            return False
        if self._is_hosts():
            return False
        if not document.timed and not self._gate.do(Start()):
            return False
        self._gate.pause()
        self._pacing.clock.step()
        return True

    def stop(self) -> bool:
        """Discard the running machine; a recording goes back to its beginning and waits. A run that is over is left, if
        the past shows it."""
        document = self._document
        is_over = document.in_past and not document.session.running and document.playback is None
        document.past.leave()
        if is_over:
            return True
        if document.playback is not None:
            self._opening.watch(document.playback.recording, document.playback.path)
            return self._gate.pause()
        return self._gate.do(Stop())

    def watch_again(self) -> bool:
        """Run the machine once more from its start, with the presses and pulls of the last run at the same ticks.

        Any command of the user ends the repetition; the run goes on.
        """
        document, gate = self._document, self._gate
        document.past.leave()
        if self._is_hosts(alone=True):
            return False
        if document.playback is not None or (document.session.running and not gate.do(Stop())):
            return False
        last = document.last_unrecorded
        commands = last.live_commands if last is not None else live_commands(document.past.history)
        if not gate.do(Start()):
            return False
        gate.repeat(commands)
        return True

    def use_tick_rate(self, rate: int) -> bool:
        """Continue with the level in a new session with this tick rate: a session's tick rate never changes.

        Earlier steps can't be undone there; the recording of the session up to now is complete.
        """
        document = self._document
        if self._is_hosts(alone=True):
            return False
        if document.playback is not None or document.session.running:
            document.messages.say("stop the machine first: a session has one tick rate for good", "refused")
            return False
        author = document.design.author
        level = levels.as_player(document.contents)
        self._opening.open(replace(level, world=replace(level.world, tick_rate=rate)), document.file)
        if author:
            self._gate.do(Author())
        document.messages.say(f"a new session began, with {rate} ticks a second")
        return True
