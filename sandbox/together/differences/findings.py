"""What each machine finds when digests differ: on which tick, in which parts, by how much, and whose machine it is.

By the end of a turn a single wrong bit may be in every part, so states are kept for each tick until all have agreed.
Whether a machine is to be trusted its own recording tells: run again, it leads to the same hash, or it does not.
"""

from __future__ import annotations

import zlib

import numpy as np

from sandbox.commands.session import Snapshot
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.reading import deflated
from sandbox.recording import reader
from sandbox.recording.plain_text import one_line
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import MAX_MESSAGE, Findings, Halt, SentState
from sandbox.together.past import catching_up
from sandbox.verify import explain

_MOST_STATE = MAX_MESSAGE - 4096  # bytes of a state that can be sent
_MOST_LINES = 12
_COLUMNS = 6


def of_turn(joint: JointSession, halt: Halt) -> Findings:
    """Look at a turn about which the host has another opinion."""
    trace = joint.trace(halt.turn)
    if trace is None or (trace.digest == halt.digest and trace.hashes == halt.hashes):
        return Findings(halt.turn, True)
    tick = trace.first_difference(halt.hashes)
    _, snapshot = trace.at(tick)
    return Findings(halt.turn, False, tick, packed(snapshot), repeats(joint, halt.turn, tick))


def repeats(joint: JointSession, turn: int, tick: int) -> bool:
    """Run the recording of this machine again up to a tick, and tell whether that has the hash that it had live."""
    trace = joint.trace(turn)
    live, _ = trace.at(tick) if trace is not None else (b"", None)
    return not live or catching_up.hash_of(reader.parse(joint.recorded()), tick) == live


def packed(snapshot: Snapshot | None) -> SentState:
    """Return a state as it is sent; an empty one if there is none, or it is too large."""
    if snapshot is None:
        return SentState()
    ids, *numbers = snapshot
    arrays = (ids.astype("<i4"), *(array.astype("<f8") for array in numbers))
    deflated_ = zlib.compress(b"".join(array.tobytes() for array in arrays), 1)
    sizes = (len(ids), len(snapshot.states), len(snapshot.goals))
    return SentState(*sizes, deflated_) if len(deflated_) < _MOST_STATE else SentState()


def unpacked(state: SentState) -> Snapshot | None:
    """Read a state that was sent; None if it is none."""
    rows = state.bodies * _COLUMNS
    try:
        data = deflated.inflate(state.numbers, 4 * state.bodies + 8 * (rows + state.states + state.goals))
    except BadFile:
        return None
    numbers = np.frombuffer(data, "<f8", offset=4 * state.bodies)
    return Snapshot(
        np.frombuffer(data, "<i4", state.bodies),
        numbers[:rows].reshape(state.bodies, _COLUMNS),
        numbers[rows : rows + state.states],
        numbers[rows + state.states :],
    )


def lines(findings: Findings, joint: JointSession, names: tuple[str, str], sides: dict[str, bool]) -> list[str]:
    """Say what has come out, for people.

    Args:
        names: of the host and of the guest whose digest differs.
        sides: of all who have looked: whether their machine repeats what it has done.
    """
    host, guest = names
    rate = joint.session.tick_rate
    trace = joint.trace(findings.turn)
    tick = findings.tick
    if not tick:
        texts = [f"turn {findings.turn}: the hashes of {host} and {guest} are equal, and their designs differ"]
    else:
        texts = [f"the machines of {host} and {guest} differ from tick {explain.at(tick, rate)} on"]
        _, mine = trace.at(tick) if trace is not None else (b"", None)
        theirs = unpacked(findings.state)
        design = _running_design(joint)
        if mine is None or theirs is None:
            texts.append("which parts differ is not known: their state of this tick was not kept, or is too large")
        else:
            differences = explain.differences(mine, theirs, design)
            texts += [one_line(line, 380) for line in differences[:_MOST_LINES]]
    wrong = [name for name, repeated in sides.items() if not repeated]
    for name in wrong:
        texts.append(f"the machine of {name} differs from a re-run of its own recording: the fault is on that machine")
    if not wrong:
        texts.append("each machine repeats what it has done: they do not compute alike, though both say so")
    return texts


def _running_design(joint: JointSession) -> Design:
    session = joint.session
    return session.machine.design if session.machine is not None else session.design
