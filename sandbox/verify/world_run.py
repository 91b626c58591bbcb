"""A child process that runs a recording in the world of another program again, and writes down where its bodies are.

`page` shows them. The bodies of such a world come and go, so all that there are between two ticks have a column, by
their numbers, and NaN where they are not in the space.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from sandbox.commands.driver import Driver, count_before, ignore_refusal
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.recording.sessions import session_of
from sandbox.worlds.world_session import WorldSession, outline_of


def shoot(recording: Recording, moments: list[int]) -> tuple[dict[str, Any], bytes]:
    """Return the poses (x, y, angle of every body, float32) on some ticks, with a head, as `old_run` does."""
    session = session_of(recording)
    assert isinstance(session, WorldSession)
    driver = Driver(session, recording.commands, ignore_refusal)
    ticks: list[int] = []
    frames: list[dict[int, list[float]]] = []
    outlines: dict[int, list[Any]] = {}
    for tick in moments:
        driver.to(tick, count_before(recording.commands, tick))
        if session.failure:
            break
        ticks.append(tick)
        state = session.snapshot()
        frames.append(dict(zip(state.ids.tolist(), state.rows[:, :3].tolist(), strict=True)))
        for number, body in session.bodies().items():
            if number not in outlines:
                outlines[number] = [outline for shape in body.shapes if (outline := outline_of(shape)) is not None]
    numbers = sorted({number for frame in frames for number in frame})
    absent = [np.nan] * 3
    poses = np.array([[frame.get(number, absent) for number in numbers] for frame in frames], "<f4")
    head = {
        "ticks": ticks,
        "parts": numbers,
        "outlines": [outlines.get(number, []) for number in numbers],
        "faithful": False,  # nobody asks: the code of another program's past is not known
    }
    return head, poses.tobytes()


def main(file: str, moments: str) -> None:
    """Write the poses of one run on some ticks, a JSON list, to stdout, with a head.

    What the program itself prints goes to stderr.
    """
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    head, poses = shoot(reader.read(file, worlds=True), json.loads(moments))
    out.write(json.dumps(head).encode() + b"\n" + poses)
    out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:3])
