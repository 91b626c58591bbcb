"""The one door to the session: each command of the user, and each tick, goes through here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from msgspec.structs import replace

from sandbox.commands.commands import AnyCommand, Drag, Join, Start
from sandbox.commands.driver import Timed
from sandbox.design.design import Design
from sandbox.editing.document import Notice, Tell, sentence, why_closed
from sandbox.errors import BadFile, Refused
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.error_reports import say_broken
from sandbox.workspace.pacing import Pacing
from sandbox.workspace.playback import Encore, Playback
from sandbox.workspace.watchdog import Broken


class Turns(Protocol):
    """A session that several people share: a second source of ticks, in the place of the clock.

    While `in_turns`, a command of the user goes to `give`, and a frame asks `play` to carry out the turns that are due.
    Both come back on the tick that the host has ordered for everybody, through `Gate.carry_out` and `Gate.pass_ticks`.
    So a command or tick is noted in one place, whoever has given it, and no tick passes that is in no turn.
    """

    version: int  # grows with all that is to be seen

    @property
    def in_turns(self) -> bool: ...
    @property
    def follows(self) -> bool: ...  # somebody else's turns, who has the pause and the speed
    @property
    def reaching(self) -> bool: ...  # a hand is to take hold with one of the next turns
    def design_ahead(self, kept: tuple[int, ...]) -> Design: ...  # as it will be once the host has answered
    def id_of(self, id_: int) -> int: ...  # of what has a stand-in for an id until then

    def give(self, command: AnyCommand, tell: Tell | None) -> bool: ...
    def play(self) -> int: ...  # the ticks that have passed; also called while not in turns yet
    def leave(self) -> None: ...
    def ask(self, what: Literal["pause", "go on"]) -> None: ...  # the host, while it follows
    def go_back(self, tick: int, commands: int) -> bool: ...  # with everybody


class Gate:
    """Carries out commands and ticks, and notes them where they have to be known.

    None of its methods raises for a mistake of the user: they return False and leave a sentence.
    """

    def __init__(self, document: OpenDocument, pacing: Pacing, on_broken: Callable[[Broken, int], None]) -> None:
        """`on_broken` gets an error of the program in a step, and the number of commands recorded before that step."""
        self._document = document
        self._pacing = pacing
        self._on_broken = on_broken
        self._player = 0
        self._drags: dict[int, Drag] = {}  # the last one of each player since the last tick
        self._encore: Encore | None = None  # the last run, while it is watched again
        self.turns: Turns | None = None

    @property
    def player(self) -> int:
        """Who sits here; player 0 in a session that does not know another."""
        return self._player if self._player in self._document.session.players else 0

    @player.setter
    def player(self, player: int) -> None:
        self._player = player

    @property
    def in_turns(self) -> bool:
        """True while others share this session."""
        return self.turns is not None and self.turns.in_turns

    @property
    def follows(self) -> bool:
        """True while the session is on somebody else's machine, who has the pause and the speed."""
        return self.turns is not None and self.turns.follows

    @property
    def reaching(self) -> bool:
        """True while the user's hand is to take hold, and does not yet."""
        return self.turns is not None and self.turns.reaching

    def design(self, kept: tuple[int, ...] = ()) -> Design:
        """Return the design to look at while editing: for a guest, with all that the host has not answered yet.

        What he has placed has a stand-in for an id until its own is known; with `kept` also longer.
        """
        if self.turns is None or not self.turns.follows:
            return self._document.session.design
        return self.turns.design_ahead(kept)

    def id_of(self, id_: int) -> int:
        """Return the id that a stand-in for one has got by now; any other id is itself."""
        return self.turns.id_of(id_) if self.turns is not None and self.turns.follows else id_

    def ask_host(self, what: Literal["pause", "go on"]) -> bool:
        """Ask whoever has the pause."""
        if self.turns is not None:
            self.turns.ask(what)
        return False

    # -- commands

    def do(self, command: AnyCommand, tell: Tell | None = None) -> bool:
        """Carry out a user's command at this moment; False: it was refused, or changes nothing.

        It is a command of `player`, unless it says whose it is.
        Of several drags of a player between two ticks only the last counts. `tell` gets the reason of a refusal;
        without it, the messages do.
        """
        document = self._document
        if self.player and not command.player:
            command = replace(command, player=self.player)
        why = why_closed(document, command.changes_design and not isinstance(command, Join))
        if why is not None:
            (tell or document.messages.tell)(why)
            return False
        if self.turns is not None and self.turns.in_turns:
            return self.turns.give(command, tell)
        self.bring_up_to_date()
        self._encore = None  # the rest is not repeated
        machine = document.session.machine
        if isinstance(command, Drag) and machine is not None and machine.held_by(command.player) is not None:
            self._drags[command.player] = command
            return True
        recorded = document.journal.session_log.commands
        try:
            self._drag_now()
            return self._carry_out(command, tell)
        except Broken as error:
            self._on_broken(error, recorded)
            return False

    def repeat(self, commands: Sequence[Timed]) -> None:
        """Give the run that has just been started these commands, with ticks since its Start."""
        self._encore = Encore(self._document.session, commands, self._carry_out)

    def settle(self) -> None:
        """Carry out all that is due: the session is to be left, or compared. Others go on without this one."""
        if self.turns is not None and self.turns.in_turns:
            self.turns.leave()
        self.bring_up_to_date()
        self._drag_now()

    def clear(self) -> None:
        """Forget what is not carried out yet; another session is open."""
        self._drags.clear()
        self._encore = None
        self._player = 0

    def _carry_out(self, command: AnyCommand, tell: Tell | None = None) -> bool:
        try:
            return self.carry_out(command)
        except (Refused, BadFile) as refused:
            (tell or self._document.messages.tell)(Notice(sentence(str(refused)), "refused"))
            return False

    def carry_out(self, command: AnyCommand) -> bool:
        """Carry out a command and note it, on this very tick; False: it changes nothing.

        Raises:
            Refused, BadFile: it can't be carried out.
        """
        document = self._document
        document.look()  # a Stop throws away what has not been looked at
        starts = isinstance(command, Start)
        if starts and not self._pacing.scheme.fixed and not document.session.running and not self.in_turns:
            document.begin_unrecorded()
            document.messages.say("this run is not recorded: a variable step can't be repeated", "info")
        command = document.session.with_ids(command)
        done = document.session.do(command)
        if starts:
            document.expect_outcome()
        if done:
            if starts:
                document.last_unrecorded = document.unrecorded
            if document.unrecorded is None:
                document.past.history.command(document.session, command)
            else:
                document.unrecorded.note(command)
            document.events.add_act(command)
        if self.turns is not None and self.turns.in_turns:
            self.turns.version += 1
        document.look()
        if not document.session.running:
            document.end_unrecorded()
        self._pacing.retime()
        return done

    def _drag_now(self) -> None:
        """Carry out the last drag of each player, unless the part that he held no longer exists."""
        drags, self._drags = self._drags, {}
        for player, drag in sorted(drags.items()):
            machine = self._document.session.machine
            if machine is not None and machine.held_by(player) is not None:
                self._carry_out(drag)

    # -- ticks

    def catch_up(self) -> int:
        """Carry out the ticks that are due now, once a frame; return how many."""
        ticks = self.turns.play() if self.turns is not None else 0
        if self.in_turns:
            return ticks
        return self._follow_clock()

    def _follow_clock(self) -> int:
        due = self._pacing.due()
        if due:
            self.advance(due)
        return due

    def advance(self, ticks: int) -> None:
        """Advance the session by this many ticks, whatever the time."""
        document = self._document
        recorded = document.journal.session_log.commands
        try:
            if self._pacing.keeps_rows and ticks > 0:
                self._pass(ticks - 1)
                self._pacing.keep_rows()
                self._pass(1)
            else:
                self._pass(ticks)
        except Broken as error:
            self._on_broken(error, recorded)
        document.look()
        self._pacing.retime()

    def pause(self) -> bool:
        """Pause: no ticks pass until `Control.run` or `Control.step`."""
        document, pacing = self._document, self._pacing
        pacing.search = None
        if document.past.playing:
            document.past.pause()
            return True
        if not document.timed or pacing.paused or self.follows:
            return False
        self.catch_up()
        pacing.paused = document.timed
        pacing.retime()
        return True

    def bring_up_to_date(self) -> None:
        """Advance the tick counter to the present: while nothing runs it is wall time, so a command belongs to the tick
        of now.

        Not while something runs: a slow machine would fall further behind with every move of the mouse.
        """
        if not self._document.timed and not self.in_turns:
            self._follow_clock()

    def _pass(self, ticks: int) -> None:
        document, pacing = self._document, self._pacing
        if document.playback is not None:
            document.playback.advance(ticks)
            if document.playback.finished and not pacing.paused:
                self._end_of_playback(document.playback)
            return
        self._drag_now()
        while ticks > 0 and document.session.running and document.unrecorded is None:
            self._advance_session(1)
            ticks -= 1
            if self._note_tick():
                return
        self._advance_session(ticks, document.unrecorded.length if document.unrecorded is not None else None)

    def _note_tick(self) -> bool:
        """Note a tick of the machine that has just passed; True: it was looked for, and the machine is to pause."""
        document, pacing = self._document, self._pacing
        document.events.add(document.take_events())
        document.past.history.note(document.session)
        if pacing.search is None or (ended := pacing.search.look()) is None:
            return False
        pacing.search = None
        pacing.paused = document.session.running
        document.messages.say(ended)
        return True

    def pass_ticks(self, ticks: int) -> None:
        """Let the ticks of a turn pass."""
        session = self._document.session
        while ticks > 0 and session.running:
            session.advance(1)
            self._note_tick()
            ticks -= 1
        session.advance(ticks)

    def broken(self, error: Broken, recorded: int) -> None:
        """Take note of an error of the program in a step of a turn."""
        self._on_broken(error, recorded)

    def _advance_session(self, ticks: int, seconds: float | None = None) -> None:
        """Let ticks pass, with the commands of a run that is watched again."""
        session = self._document.session
        if self._encore is None:
            session.advance(ticks, seconds)
        else:
            self._encore.seconds = seconds
            self._encore.to(session.tick + ticks)

    def _end_of_playback(self, playback: Playback) -> None:
        document = self._document
        self._pacing.paused = True
        document.flush()  # the hashes of the last ticks are compared, too
        parted, say = document.journal.session_log.parted, document.messages.say
        if playback.broken is not None:
            say_broken(document, playback.broken, "the recording can't be played any further")
        elif playback.refused:
            say(f"{len(playback.refused)} commands here no longer apply: {playback.refused[0]}", "bad")
        elif parted is not None:
            say(f"this machine runs the recording differently from tick {parted} on", "bad")
        else:
            say("the recording ends here; take over to go on from here yourself", "info")
