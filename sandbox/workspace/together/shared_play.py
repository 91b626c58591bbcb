"""Playing together: the open session is shared with others, as their host or as the guest of one of them.

What `sandbox.together` knows of hosts, guests and the network meets the open document here. `gate.Turns` says how. It
is imported when somebody hosts or joins: most windows never need the network.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from sandbox.commands.commands import AnyCommand, Join
from sandbox.design.design import Design
from sandbox.editing.document import Notice, Tell, sentence
from sandbox.errors import BadFile, Refused
from sandbox.recording.recorder import Recorder
from sandbox.workspace.clock import NS
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.journal import Journal, SessionLog
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.files.opening import Opening, level_path
from sandbox.workspace.files.recovery import Recovery
from sandbox.workspace.files.session_files import Claim
from sandbox.workspace.gate import Gate
from sandbox.workspace.pacing import Pacing
from sandbox.workspace.together import doors
from sandbox.workspace.together.back_in_time import BackInTime
from sandbox.workspace.together.host_controls import HostControls
from sandbox.workspace.together.joint_record import JournalRecord
from sandbox.workspace.together.own_commands import OwnCommands
from sandbox.workspace.together.race_play import RacePlay
from sandbox.workspace.together.side import Side
from sandbox.workspace.watchdog import Broken, WatchedSession

if TYPE_CHECKING:
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost
    from sandbox.together.joint_session import JointSession

Game = Literal["together", "dealt", "race"]  # all build one machine, from the whole stock or their shares; or a race
_HEARD_NS = NS // 120  # between two looks at what has come from the others
_FASTEST = 16.0  # as fast as possible, for a session of several machines


class SharedPlay(Side):
    """The session with others. Between sessions `host` and `guest` are None.

    Attributes:
        controls: what only a host decides.
        version: grows with all that can be seen here.
    """

    def __init__(
        self, document: OpenDocument, pacing: Pacing, gate: Gate, recording: LiveRecording, opening: Opening,
        recovery: Recovery,
    ) -> None:  # fmt: skip
        super().__init__(document, gate, RacePlay(document, recording, opening))
        self._pacing = pacing
        self._recording, self._opening, self._recovery = recording, opening, recovery
        self.version = 0
        self._own_speed = pacing.speed  # until it is a host's
        self._claim: Claim | None = None  # on the recording of a session that is being joined
        self._own = OwnCommands(document)
        self.controls = HostControls(lambda: self.host, lambda: self.race.host)
        self._back = BackInTime(document, opening, self._gone_back)
        gate.turns = self

    @property
    def line(self) -> str:
        """The line that guests need now; empty for a guest."""
        host = self.host or self.race.host
        return host.door.invitation.line if host is not None else ""

    # -- beginning and ending

    def why_not_open(self) -> str:
        """Say why this session can't be shared now; empty if it can."""
        return "you play together already" if self.is_open else doors.why_not_shared(self._document)

    def open_to_guests(self, name: str, address: str = doors.LOCAL, port: int = 0, game: Game = "together") -> bool:
        """Let others join the open session, or a race in its level; `line` is what they need for that."""
        why = self.why_not_open() or (self.race.why_not_host() if game == "race" else "")
        if why:
            self._document.messages.say(why, "refused")
            return False
        try:
            open_door = doors.door(address, port)
            open_door.begin()
        except Refused as refused:
            self._document.messages.say(str(refused), "refused")
            return False
        if game == "race":
            self._news.begin(self._document.now())
            self.race.open_door(open_door, name)
            return True
        from sandbox.together.host import JointHost
        from sandbox.together.joint_session import JointSession

        self._gate.settle()
        document = self._document
        joint = JointSession(document.session, JournalRecord(document.journal))
        self.host = JointHost(joint, open_door, name, clock=time.thread_time, deals=game == "dealt")
        self.host.paused = False
        self._begin(joint, 0)
        self.host.do(Join(self.host.name))
        return True

    def join(self, line: str, name: str) -> bool:
        """Ask to join a session; the open document is replaced once this machine has caught up."""
        if self.is_open:
            self._document.messages.say("you play together already", "refused")
            return False
        claim = None
        try:
            claim = self._recording.sessions.new()
            self.guest = doors.call(line, name, claim.path)
        except (Refused, BadFile, OSError) as error:
            self._document.messages.fail(error)
            if claim is not None:
                claim.path.unlink(missing_ok=True)
                claim.release()
            return False
        self._claim = claim
        self._news.begin(self._document.now())
        return True

    def _begin(self, joint: JointSession, player: int) -> None:
        joint.carry_out, joint.pass_ticks = self._gate.carry_out, self._gate.pass_ticks
        joint.run_again = self._back.way(joint)
        self._joint = joint
        self._gate.player = player
        self._own.begin(joint.session, player)
        self._pointers.clear()
        self._news.begin(self._document.now())
        self._own_speed = self._pacing.speed
        self._pacing.turn_ns = round(joint.turn_seconds * NS)
        self._pacing.retime()
        self.version += 1

    def leave(self, go_on: bool = False) -> None:
        """Leave the session with the others; a host ends it for all, and has it open as before.

        `go_on`: a guest goes on by himself with what was built; else another document takes its place.
        """
        hosts_race = self.race.host is not None
        self.race.leave()
        if hosts_race:
            self._end("you have ended the race", False, [])
        elif self.host is not None:
            self._own.give_drag(self.host, None)
            self.host.close()
            self._end_host()
        elif self.guest is not None:
            self.guest.leave()
            self._end_guest(go_on)

    def _end_host(self) -> None:
        host, self.host = self.host, None
        assert host is not None
        self._end(host.over, host.parted, list(host.news))

    def _end_guest(self, go_on: bool) -> None:
        guest, self.guest = self.guest, None
        assert guest is not None
        was_in, claim = self._joint is not None, self._claim
        self.race.leave()
        document = self._document
        self._claim = None
        self._end(guest.over, guest.parted, list(guest.news))
        if was_in:
            self._pacing.speed = self._own_speed
            document.journal.session_log.detach()
            document.journal.end(document.session, guest.over)
            if go_on:
                self._recovery.resume(guest.path)
        elif claim is not None:
            claim.path.unlink(missing_ok=True)
            claim.release()

    def _play_race(self) -> None:
        """Take part in a race; the session is this user's own."""
        host, here = self.race.host, self.race.look()
        if host is not None:
            host.advance(self._document.now() / NS)
            self.version += self._news.take(host, [])
        if not here:
            self.leave()

    def _end(self, why: str, parted: bool, news: list[str]) -> None:
        self._joint = None
        self._pacing.turn_ns = 0
        self._pacing.retime()
        self._news.end(news, why, parted)
        self.version += 1

    def go_back(self, tick: int, commands: int) -> bool:
        """Go back to an earlier moment with everybody, as a host; a guest leaves the session first."""
        if self.host is None:
            why = (
                "only the host goes back in time with everybody: leave the session, then resume from there by yourself"
            )
            self._document.messages.say(why, "refused")
            return False
        try:
            self.host.go_back(tick, commands)
        except Refused as refused:
            self._document.messages.say(str(refused), "refused")
            return False
        return True

    def _gone_back(self) -> None:
        """Go on in the session that has taken the place of the one before."""
        document, guest = self._document, self.guest
        player = guest.player if guest is not None else 0
        self._gate.player = player
        self._own.begin(document.session, player)
        if guest is not None and document.journal.claimed is not None:
            self._claim, guest.path = document.journal.claim, document.journal.claimed
        self.version += 1

    # -- commands: `gate.Turns`

    def give(self, command: AnyCommand, tell: Tell | None) -> bool:
        """Carry out a command of this user's now, or ask the host for it."""
        try:
            if self.host is not None:
                self.version += 1
                return self._own.give_as_host(self.host, command)
            assert self.guest is not None
            self.version += 1
            return self._own.give_as_guest(self.guest, command)
        except (Refused, BadFile) as refused:
            (tell or self._document.messages.tell)(Notice(sentence(str(refused)), "refused"))
        except Broken as error:
            self._broken(error)
        return False

    @property
    def reaching(self) -> bool:
        """True while the hand of this user is to take hold, and the host has not ordered it yet."""
        return self._own.reaching

    def design_ahead(self, kept: tuple[int, ...]) -> Design:
        """Return the design with all that this guest has asked for; things that have a stand-in for an id in `kept`
        have it there, though their own may be known by now."""
        return self._own.design_ahead(self._gate.player, kept)

    def id_of(self, id_: int) -> int:
        """Return the id that a stand-in for one has got by now."""
        return self._own.id_of(self._gate.player, id_)

    @property
    def due_ns(self) -> int | None:
        """Nanoseconds until `play` is to be called again; None if nobody else is in the session."""
        return _HEARD_NS if self.is_open else None

    def ask(self, what: Literal["pause", "go on"]) -> None:
        """Ask the host to pause, or to go on."""
        if self.guest is not None:
            self.guest.ask(what)
            self._document.messages.say(f"you have asked the host to {what}")

    # -- ticks: `gate.Turns`

    def play(self) -> int:
        """Hear the others, and carry out the turns that are due; return how many ticks have passed."""
        if not self.is_open:
            return 0
        recorded = self._document.journal.session_log.commands
        before = self._document.session.tick
        try:
            if self.host is not None:
                self._play_as_host(self.host)
            elif self.guest is not None:
                self._play_as_guest(self.guest)
            if self.race.side is not None:
                self._play_race()
        except Refused as refused:
            self._document.messages.say(str(refused), "refused")
        except Broken as error:
            self._broken(error, recorded)
            return 0
        if not self.in_turns:
            return 0
        if self._joint is not None:
            self._pacing.turn_ns = round(self._joint.turn_seconds * NS)
        passed = self._document.session.tick - before
        if passed:
            self._pacing.turned()
        if self.guest is not None:
            self.version += self._news.watch_host(self.guest, passed > 0, self._document.now())
        self._document.look()
        self._pacing.retime()
        return passed

    def _play_as_host(self, host: JointHost) -> None:
        pacing, now = self._pacing, self._document.now() / NS
        due = pacing.due()
        speed, chosen = pacing.clock.speed, pacing.speed
        host.use_speed(float(speed) if speed is not None else _FASTEST)
        self.controls.show_speed(float(chosen) if chosen is not None else _FASTEST)
        if host.paused != pacing.paused:
            host.paused = pacing.paused
            if self._document.session.running:  # a machine that stands is paused by nobody
                host.announce(f"{host.name} has {'paused the machine' if pacing.paused else 'let the machine go on'}")
        self._own.give_drag(host, None)
        if host.paused:
            host.step(due)
        host.advance(now)
        self._take_news(host)
        if host.over:
            self._end_host()

    def _play_as_guest(self, guest: JointGuest) -> None:
        if self._joint is not None:
            self._pacing.due()
            self._own.give_drag(None, guest)
        guest.advance(self._document.now() / NS)
        if guest.race is not None and self.race.side is None and not guest.over:
            self.race.join(guest.race)
        if not guest.over and guest.joint is not None and guest.joint is not self._joint:
            self._move_in(guest, guest.joint)
        if self._joint is not None:
            self._joint.use_speed(guest.speed)
            if self._pacing.speed != guest.speed:
                self._pacing.speed = Fraction(guest.speed)
            if self._document.session.running:
                self._pacing.paused = guest.paused
        self._own.hear(guest)
        self._take_news(guest)
        if guest.over:
            self._end_guest(go_on=True)

    def _move_in(self, guest: JointGuest, joint: JointSession) -> None:
        """Show the session that has been joined."""
        session, claim = joint.session, self._claim
        assert isinstance(session, WatchedSession)
        if claim is None:
            return
        if self._joint is not None:  # after a long time away; the recording has been begun anew under its name
            self._document.journal.session_log.detach()
            self._joint = None
        journal = Journal(SessionLog())
        assert isinstance(joint.recorder, Recorder)
        journal.go_on_with(claim, joint.recorder)
        self._opening.take_in(session, joint.first, journal)
        joint.write_to(journal.session_log)
        self._document.file.path = level_path(joint.first)
        self._begin(joint, guest.player)
        self._document.messages.say(f"you play together with {self._named(guest)}", "good")

    def _named(self, guest: JointGuest) -> str:
        names = [name for player, name in self._document.session.players.items() if player != guest.player]
        return ", ".join(names) or "others"

    def _broken(self, error: Broken, recorded: int | None = None) -> None:
        """End the session with the others: a step has failed on this machine."""
        if recorded is None:
            recorded = self._document.journal.session_log.commands
        was_host = self.host is not None
        self.leave()
        if was_host:
            self._gate.broken(error, recorded)
        else:
            self._document.messages.say(str(error), "bad")

    def _take_news(self, side: JointHost | JointGuest) -> None:
        asked = [request.text for request in self.host.requests] if self.host is not None else []  # gets a button
        self.version += self._news.take(side, asked) + self._pointers.hear(side.pointers)
