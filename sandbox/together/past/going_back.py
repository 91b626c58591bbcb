"""Going back in a session: to a moment of its recording, from which it goes on; the later part is kept in a file.

Everybody has the same recording up to any turn, so everybody comes to the same state by running it again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from sandbox.commands.commands import Start, Stop
from sandbox.commands.driver import count_before, runs
from sandbox.commands.session import Session, state_every
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import Back
from sandbox.together.past import catching_up, editing_only
from sandbox.together.past.editing_only import EditingSession


def moment(recording: Recording, tick: int, commands: int | None = None) -> Back:
    """Return a moment of a recording: a tick, and how many commands are before it; by default all before the tick.

    Raises:
        BadFile: there is no such moment.
    """
    given = recording.commands
    count = count_before(given, tick) if commands is None else commands
    if not 0 <= tick <= recording.ticks or count > len(given):
        raise BadFile(f"there is no tick {tick} in this session; its last one is {recording.ticks}")
    if any(at > tick for at, _ in given[:count][-1:]) or any(at < tick for at, _ in given[count : count + 1]):
        raise BadFile(f"tick {tick} does not come after {count} commands")
    return Back(tick, count)


def back(
    joint: JointSession, to: Back, make: Callable[[Design, int], Session] = Session
) -> Iterator[JointSession | float]:
    """Run a session again up to a moment, into a new recording; yield the share that is done, in the end the session.

    What has been recorded so far is kept beside the new recording, under a name with a number.

    Raises:
        BadFile: there is no such moment, or a file can't be read or written.
    """
    if isinstance(joint, EditingSession):
        given, first, seed = joint.history[: to.commands], joint.first, joint.session.seed
        _put_aside(joint, to)
        yield from editing_only.again(given, to.tick, joint.recorder.path, joint.turn, first, seed, make)
        return
    recording = reader.parse(joint.recorded())
    moment(recording, to.tick, to.commands)
    _put_aside(joint, to)
    cut = until(recording, to)
    yield from catching_up.again(cut, joint.recorder.path, joint.turn, make, _last_states(cut))


class GoingBack:
    """The way of one machine back to a moment, step by step. `share` is how much of it is done."""

    begun = False

    def __init__(self, joint: JointSession, to: Back, make: Callable[[Design, int], Session] = Session) -> None:
        self.to, self.share = to, 0.0
        self.session: JointSession | None = None  # once it is there
        self._steps = joint.run_again(to) if joint.run_again is not None else back(joint, to, make)

    def step(self) -> bool:
        """Go one step; tell whether the session is there.

        Raises:
            BadFile: it can't be run again.
        """
        self.begun = True
        if self.session is None:
            step = next(self._steps)
            if isinstance(step, float):
                self.share = step
            else:
                self.session, self.share = step, 1.0
        return self.session is not None


def until(recording: Recording, to: Back) -> Recording:
    """Return what a recording says up to a moment."""
    return recording._replace(
        commands=recording.commands[: to.commands],
        ticks=to.tick,
        marks=[mark for mark in recording.marks if mark.tick <= to.tick],
        end=None,
    )


def _last_states(cut: Recording) -> int:
    """Count the states that a session has recorded on the last tick of what is left of its recording."""
    begun = [span.begin.tick for span in runs(cut.commands, cut.ticks) if span.begin.tick < cut.ticks <= span.end.tick]
    decided = any(mark.tick == cut.ticks and mark.what != "note" for mark in cut.marks)
    fresh = bool(begun) and ((cut.ticks - begun[-1]) % state_every(cut.head.tick_rate) == 0 or decided)
    count = int(fresh)
    for _, command in cut.commands[count_before(cut.commands, cut.ticks) :]:
        if isinstance(command, Start) or (isinstance(command, Stop) and not fresh):
            count, fresh = count + 1, True
    return count


def _put_aside(joint: JointSession, to: Back) -> None:
    """End the recording of a session, and give it another name."""
    joint.close(f"went back to tick {to.tick}")
    path = joint.recorder.path
    try:
        os.replace(path, _free(path))
    except OSError as error:
        raise BadFile(f"can't keep the recording so far: {error.strerror or error}") from None


def _free(path: Path) -> Path:
    return next(
        free
        for number in range(2, 10**6)
        if not (free := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists()
    )
