"""A lively recording, and what follows when somebody goes back to ticks of it and on from there."""

from __future__ import annotations

import json
import random  # noqa: TID251  (which ticks; nothing random reaches a session)
import sys
from pathlib import Path

from sandbox.commands import commands as c
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.workspace.workspace import Workspace
from tests.contraptions import everything

TICKS = 300  # of the run


def record(folder: Path) -> Path:
    """Balls are thrown about among everything that there is, a button is pressed, and it is run a second time."""
    workspace = Workspace(folder, lambda: 0)
    workspace.opening.open(everything())
    chance = random.Random(5)
    workspace.gate.do(c.Place("bowling_ball", 1.6, 1.9))
    workspace.gate.do(c.Start())
    workspace.gate.advance(40)
    workspace.gate.do(c.Stop())
    workspace.gate.do(c.Place("crate", 2.4, 1.8))
    workspace.gate.do(c.Start())
    session = workspace.document.session
    loose = [spec.id for spec in session.design.parts if session.machine.grabbable(spec.id)]
    while workspace.document.session.machine.ticks < TICKS:
        workspace.gate.advance(chance.randint(1, 20))
        machine = workspace.document.session.machine
        if machine.held_by() is not None:
            x, y = machine.hand_of()
            command = chance.choice(
                (c.Drag(x + chance.uniform(-0.3, 0.3), y + chance.uniform(-0.1, 0.3)),) * 3 + (c.Release(),)
            )
        else:
            part = chance.choice([part for part in loose if part in machine.parts])
            x, y, *_ = machine.motion(part)
            command = chance.choice((c.Grab(part, x, y), c.Grab(part, x, y), c.Press(10)))
        workspace.gate.do(command)
    path = folder / "lively.replay"
    assert workspace.files.save_recording_as(path)
    workspace.close()
    return path


def hashes(found: Recording | dict[int, bytes]) -> dict[int, bytes]:
    """Each tick's own."""
    stretches = found.hashes if isinstance(found, Recording) else found
    return {
        first + nth: bytes(digests[8 * nth : 8 * nth + 8])
        for first, digests in stretches.items()
        for nth in range(len(digests) // 8)
    }


def some_ticks(found: Recording, count: int, seed: int) -> list[int]:
    """Of those that ran, in no order."""
    return random.Random(seed).sample(sorted(hashes(found)), count)


def watching(folder: Path, path: Path) -> Workspace:
    """A recording, opened and run ahead to its end."""
    workspace = Workspace(folder, lambda: 0)
    assert workspace.files.open_recording(path)
    workspace.jobs.work(10**9)  # all of it: this counter stands still
    return workspace


def resume(workspace: Workspace, tick: int) -> None:
    """Scrub to a tick and resume there."""
    assert workspace.travel.look_at(workspace.document.past.history.place_of(tick))
    assert workspace.document.past.moment.tick == tick
    assert workspace.travel.resume_here()
    workspace.jobs.finish()
    assert workspace.document.session.tick == tick
    assert not workspace.document.watching


def go_on(workspace: Workspace, found: Recording, leave_out: int = 0) -> dict[int, bytes]:
    """Do what the recording goes on with; returns the hashes of the whole session."""
    done = len(workspace.document.past.history.commands)
    for tick, command in found.commands[done + leave_out :]:
        workspace.gate.advance(tick - workspace.document.session.tick)
        workspace.gate.do(command)
    workspace.gate.advance(found.ticks - workspace.document.session.tick)
    workspace.document.flush()
    return hashes(workspace.document.journal.session_log.digests)


if __name__ == "__main__":
    data, path, ticks = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])
    found = reader.read(path)
    equal = 0
    workspace = watching(data, path)
    for tick in ticks:
        resume(workspace, tick)
        equal += go_on(workspace, found) == hashes(found)
    workspace.close()
    print(equal)
