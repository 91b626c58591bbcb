"""A pointer over the canvas of an editor, and a small workshop to try it on. Metres and radians throughout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.editing.document import Notice
from sandbox.editing.editor import Editor
from sandbox.editing.keys import Modifiers
from sandbox.editing.operations import Operations
from sandbox.editing.picking import Pick
from sandbox.editing.toolbox import Toolbox
from sandbox.levels import levels
from sandbox.workspace.workspace import Workspace
from tests.contraptions import Builder

REACH = 0.02  # m: seven pixels at 350 pixels a metre
OFF = 0.1  # m: where the turning handle is shown
FREE, SHIFT, CTRL, ALT = Modifiers(), Modifiers(shift=True), Modifiers(ctrl=True), Modifiers(alt=True)


class Hands:
    """A pointer over the canvas of an editor."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspace = Workspace(folder, lambda: 0)
        self.notes: list[Notice] = []
        self.editor = Editor(self.workspace, self.notes.append)
        self.operations, self.toolbox = Operations(self.editor), Toolbox(self.editor)

    def open(self, design: Design) -> Hands:
        path = self.folder / "level.toml"
        levels.write(path, design)
        assert self.workspace.files.open(path)
        self.editor.reset()
        return self

    @property
    def design(self) -> Design:
        return self.workspace.document.design

    def part(self, id_: int) -> PartSpec:
        return self.design.part_by_id[id_]

    def point(self, at: Point, held: Modifiers = FREE) -> None:
        self.editor.point(at, held, REACH, OFF)

    def press(self, at: Point, held: Modifiers = FREE) -> None:
        self.editor.press(at, held, REACH, OFF)

    def release(self, at: Point, held: Modifiers = FREE) -> None:
        self.editor.release(at, held, REACH)

    def click(self, at: Point, held: Modifiers = FREE) -> None:
        self.point(at, held)
        self.press(at, held)
        self.release(at, held)

    def drag(self, start: Point, *way: Point, held: Modifiers = FREE) -> None:
        self.point(start, held)
        self.press(start, held)
        for at in way:
            self.point(at, held)
        self.release(way[-1], held)

    def key(self, name: str, held: Modifiers = FREE) -> bool:
        """A key for the gesture in hand."""
        return self.editor.key(name, held, first=True) or self.editor.key(name, held)

    def handle(self, what: str, name: str = "", side: int = 0) -> Point:
        wanted = Pick(what, self.editor.selection.ids[0], name, side)
        return next((h.x, h.y) for h in self.editor.handles(OFF) if h.target == wanted)

    def tap(self, part: int, port: str) -> Point:
        """Where a link is drawn out of a port."""
        taps = picking.taps(self.part(part), OFF * 0.55)
        return next((tap.x, tap.y) for tap in taps if tap.socket.end.port == port)

    def port(self, part: int, port: str) -> Point:
        return next((s.x, s.y) for s in picking.sockets(self.part(part)) if s.end.port == port)

    def commands_in_file(self) -> list[str]:
        """The names of the commands recorded so far."""
        from sandbox.commands.commands import to_plain
        from sandbox.recording import reader

        path = self.workspace.document.recording_path
        assert path is not None
        return [to_plain(command)[0] for _, command in reader.read(path).commands]


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path)
    yield hands
    hands.workspace.close()


def workshop() -> Builder:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1: its top is at 0.1
    b.part("crate", 1.0, 0.25)  # 2: 0.3 wide and high
    b.part("bowling_ball", 2.0, 1.0)  # 3
    return b


def playground() -> Design:
    b = workshop()
    b.part("button", 3.0, 0.136)  # 4
    return b.design()
