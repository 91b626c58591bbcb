"""Solutions: runs that win a level, given as commands; their recordings, and the parts and the hands that they use.

Whether commands win a level is asked in one place, `solve`: it gives them to the level as a player has it, and looks at
the outcome on this machine. Nothing that a file says of itself counts, as its marks and the flags of its design might
have been written by anybody, or on a machine that computes otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.commands import AnyCommand, Start
from sandbox.commands.driver import Driver, Timed, live_commands, runs
from sandbox.commands.session import MAX_COMMANDS_A_TICK, Session
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library
from sandbox.levels.run_facts import Solution
from sandbox.recording import atomic_files, fingerprint, reader
from sandbox.recording.arithmetic_classes import name_of
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import Recording

PATIENCE = 30.0  # s that a run gets to win after its last command
SLICE = 24  # ticks between two looks at the outcome


def author_in(commands: Iterable[tuple[int, AnyCommand]]) -> str | None:
    """Explain in a sentence why commands can't be a player's; None if they can."""
    for tick, command in commands:
        for single in command.singles:
            if single.for_authors:
                return f"it changes the level itself ({single.verb} at tick {tick}), which no player can"
    return None


def end_of(level: Design, commands: Sequence[tuple[int, AnyCommand]], recorded: int = 0) -> int:
    """Return the tick up to which commands may win a level: some time after the last one.

    Args:
        recorded: the length in ticks of the recording that they are from; it may take all of it.
    """
    last = commands[-1][0] if commands else 0
    return max(recorded, last + round(PATIENCE * level.world.tick_rate))


def solve(
    level: Design,
    commands: Iterable[tuple[int, AnyCommand]],
    end: int | None = None,
    begin: Callable[[Design], Session] = Session,
) -> Solution:
    """Give commands to a level as a player has it, and return the solution that they are.

    Args:
        end: the last tick on which they may win; by default `end_of` them.
        begin: makes the session that they are given to; one that is read for its causes takes three times as long.

    Raises:
        Refused: they do not win it; the sentence says why.
    """
    commands = tuple(commands)
    why = author_in(commands)
    if why:
        raise Refused(why)
    level = levels.as_player(level)
    session = begin(level)
    refused: list[str] = []

    def note(tick: int, command: AnyCommand, refusal: Refused | None) -> None:
        if refusal is not None:
            refused.append(f"; {command.__struct_config__.tag} at tick {tick} is refused: {refusal}")

    driver = Driver(session, commands, note)
    for _ in driver.steps(end_of(level, commands) if end is None else end, len(commands), SLICE):
        if session.won_tick is not None:
            break
    if session.won_tick is None:
        raise Refused(f"it ends {session.outcome} and not won{''.join(refused[:1])}")
    given_commands = commands[: driver.given]
    start, first = runs(given_commands, session.tick)[-1].begin
    live = tuple(live_commands(given_commands[first:], start))
    return Solution(session.design, live, session.won_tick - start)


def solution(path: Path) -> Solution:
    """Return the solution in a recording, of the level that the recording holds.

    Raises:
        BadFile: it can't be read.
        Refused: it does not win.
    """
    read = reader.read(path)
    return solve(read.head.design, read.commands, end_of(read.head.design, read.commands, read.ticks))


class RecordedSolution(NamedTuple):
    """A solution that has been recorded, and what became of the recording that was there before, in a sentence."""

    solved: Solution
    remark: str = ""  # empty: there was none, or it is as it was, or nothing that it knew is lost


def record_solution(path: Path, level: Design, commands: Iterable[tuple[int, AnyCommand]]) -> RecordedSolution:
    """Record commands that win a level in a file of their own: beside its place first, then renamed.

    A recording that is there already and holds the same commands for a level that runs alike stays as it is, with all
    that it knows of other classes of arithmetic: if its bits are others here, approving that is for `bless`. Any other
    one is replaced. Its history of approved changes is kept, and `remark` says what else it knew.

    Raises:
        Refused: they do not win it.
        BadFile, OSError: it can't be written.
    """
    commands = tuple(commands)
    level = levels.as_player(level)
    last = commands[-1][0] if commands else 0
    solved = solve(level, commands)
    before = _whole(path)
    with library.folder_for(path.parent), atomic_files.replacing(path) as new:
        recorder = Recorder(new, level, 0, fingerprint.current(), before.blessings if before is not None else ())
        session = Session(level, log=recorder)
        for _ in Driver(session, commands).steps(last, len(commands)):
            if session.won_tick is not None:
                break
        won = session.start_tick + solved.ticks
        session.advance(max(0, won + session.tick_rate - session.tick))
        recorder.close(session, "solved", fingerprint.current())
        remark = ""
        if before is not None:
            now = reader.read(new)
            if holds(before, level, now.commands) and before.ticks >= won:
                remark = _changed(before, now)
                new.write_bytes(path.read_bytes())
            else:
                remark = _lost(before)
    return RecordedSolution(solved, remark)


def _whole(path: Path) -> Recording | None:
    """Read the recording in a place; None if there is none, or none that is whole."""
    try:
        read = reader.read(path)
    except (BadFile, OSError):
        return None
    return read if read.end is not None else None


def holds(read: Recording, level: Design, commands: Iterable[Timed]) -> bool:
    """Tell whether a recording holds these commands, for a level that runs like this one; texts have no say in that."""
    same_level = levels.as_run(read.head.design) == levels.as_run(level)
    return same_level and read.head.seed == 0 and read.commands == [*commands]


def _changed(before: Recording, now: Recording) -> str:
    """Say that a recording runs otherwise here than it says; empty if it runs alike, as far as both go, or can't say.

    How long they go on after the win makes no difference.
    """
    before = before.seen_from(now.head.fingerprint.arithmetic)
    if before.head.fingerprint.arithmetic != now.head.fingerprint.arithmetic:
        return ""
    alike = before.hashes.keys() == now.hashes.keys()
    for first in before.hashes if alike else ():
        common = min(len(before.hashes[first]), len(now.hashes[first]))
        alike = alike and before.hashes[first][:common] == now.hashes[first][:common]
    if alike and not before.stale:
        return ""
    return (
        "its recording stays, but what it expects of this machine is out of date: sandbox verify shows the difference, "
        "and sandbox bless approves it"
    )


def _lost(before: Recording) -> str:
    """Say what a recording knew that does not hold for another session in its place; empty if that is nothing."""
    names = "; ".join(name_of(other.fingerprint.arithmetic) for other in before.others)
    if not names:
        return ""
    return (
        f"its recording was replaced, and holds no longer what it ends in elsewhere ({names}); "
        "sandbox bless --add-class on such machines adds that again"
    )


def condensed(commands: Sequence[Timed], start: int) -> tuple[Timed, ...]:
    """Drop all runs but the one that begins at an index, and all ticks on which nothing ran.

    The design at its start is the same, and so is the run: it depends on nothing else.
    """
    edits = [command for _, command in commands[:start] if command.changes_design]
    timed = [(index // MAX_COMMANDS_A_TICK, command) for index, command in enumerate(edits)]
    begin, first = -(-len(edits) // MAX_COMMANDS_A_TICK), commands[start][0]
    return (*timed, (begin, commands[start][1]), *live_commands(commands[start + 1 :], first - begin))


def start_of(commands: Iterable[Timed]) -> int:
    """Return the tick of the first start among commands."""
    return next(tick for tick, command in commands if isinstance(command, Start))


class WinningRun(NamedTuple):
    """The last winning run of a recording: its commands alone, as early as can be, and the facts of the solution."""

    commands: tuple[Timed, ...]
    start: int  # the tick in the recording on which it was started
    solved: Solution


def winning_run(read: Recording, level: Design, begin: Callable[[Design], Session] = Session) -> WinningRun:
    """Find the last run in a recording that wins a level here.

    The marks of the file only say where to look first. A run that they say nothing of may win all the same: another
    machine has written them.

    Args:
        begin: makes the session of each run that is tried, as in `solve`; the last one is that of the win.

    Raises:
        Refused: there is none, or it is not a player's; the sentence says why.
    """
    marks = [*read.marks, *(mark for other in read.others for mark in other.marks)]
    won = [mark.tick for mark in marks if mark.what == "won"]
    spans = runs(read.commands, read.ticks)[::-1]
    marked = [any(span.begin.tick < tick <= span.end.tick for tick in won) for span in spans]
    refusals = []
    for span, _ in sorted(zip(spans, marked, strict=True), key=lambda pair: not pair[1]):
        commands = read.commands[: span.end.commands]
        why = author_in(commands)
        if why:
            refusals.append(why)
            continue
        alone = condensed(commands, span.begin.commands - 1)
        start = start_of(alone)
        try:
            solved = solve(level, alone, start + span.ticks, begin)
        except Refused as refused:
            refusals.append(str(refused))
            continue
        end = start + solved.ticks
        return WinningRun(tuple(timed for timed in alone if timed[0] < end), span.begin.tick, solved)
    raise Refused(f"no run in it wins the level{f': {refusals[0]}' if refusals else ''}")


def built(read: Recording) -> Design:
    """Return what has been built at the last start in a recording; nothing is run.

    Raises:
        Refused: a command in it is not a player's.
    """
    session = Session(levels.as_player(read.head.design))
    last = max((n for n, (_, command) in enumerate(read.commands) if isinstance(command, Start)), default=0)
    for tick, command in condensed(read.commands, last)[:-1] if read.commands else ():
        if command.changes_design:
            session.advance(max(0, tick - session.tick))
            session.do(command)
    return session.design


# -- what was built


def used_of_stock(design: Design) -> dict[str, int]:
    """Count what a design uses of its stock, by the names of the stock's items in their order."""
    used = Counter(part.item or part.kind for part in design.parts if not part.fixed)
    used += Counter(link.kind for link in design.links if not link.fixed)
    return {name: used[name] for name in design.stock_items if used[name]}
