"""A counter that goes when it is told to, and what a workspace does and leaves while it goes."""

from __future__ import annotations

from pathlib import Path

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.levels import levels
from sandbox.recording import reader, recording
from sandbox.workspace.clock import NS
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.workspace import Workspace

BALL = c.Place("soccer_ball", 1.0, 1.0)


class Time:
    """A counter that goes when it is told to."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns

    def sleep(self, seconds: float) -> None:
        self.ns += round(seconds * NS)


def play(workspace: Workspace, time: Time, seconds: float, frame: float = 1 / 64) -> None:
    """What the loop does for so long."""
    for _ in range(round(seconds / frame)):
        time.sleep(frame)
        workspace.gate.catch_up()


def replayed(path: Path) -> tuple[recording.Recording, Session, SessionLog]:
    """A recording run again, each hash compared with the file's."""
    found = reader.read(path)
    session_log = SessionLog(found.hashes)
    session = Session(found.head.design, found.head.seed, session_log)
    for tick, command in found.commands:
        session.advance(tick - session.tick)
        assert session.do(command)
    session.advance(found.ticks - session.tick)
    session.flush()
    return found, session, session_log


def falling(height: float = 0.5) -> Design:
    """Won when the ball has fallen below y = `height`."""
    goal = Goal("the ball falls", Beyond(1, "y", "less", height))
    return Design(title="Fall", parts=(PartSpec(1, "soccer_ball", 1.0, 1.0),), goals=(goal,), next_id=2)


def level_file(folder: Path, name: str = "fall") -> Path:
    path = folder / f"{name}.toml"
    levels.write(path, falling())
    return path


def recordings_of(workspace: Workspace) -> list[recording.Recording]:
    return [reader.read(path) for path in sorted((workspace.data / "sessions").glob("*.replay"))]
