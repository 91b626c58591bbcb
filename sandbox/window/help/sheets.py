"""Pages to read: one kind of part, the program itself."""

from __future__ import annotations

from pathlib import Path

import sandbox
from sandbox.authoring import figures
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import Kind, LinkKind
from sandbox.window.ui.dialog import Sheet
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui


class PartSheet(Sheet):
    """Everything about a kind of part."""

    name = "part"
    width = 620.0

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind: Kind | LinkKind = KINDS.get(kind) or LINKS[kind]

    def body(self, ui: Ui) -> None:
        kind = self.kind
        ui.bold(kind.title, 19.0)
        ui.text(kind.help)
        if isinstance(kind, Kind):
            ui.line_of(Icon.RULER, Colour.GOOD, figures.of_parts.sentence(kind, measure=True))
        for line in self._abilities():
            ui.line_of(Icon.CHECK, Colour.GOOD, line)
        if kind.properties:
            ui.space(2)
            ui.heading("What can be changed", Icon.SLIDERS)
            for prop in kind.properties:
                ui.text(f"{prop.title}: {prop.allowed}." + (f" {prop.help}." if prop.help else ""))
        if kind.source:
            ui.space(2)
            ui.heading("Where its figures come from", Icon.INFO)
            ui.faint(kind.source)

    def _abilities(self) -> list[str]:
        kind = self.kind
        can = []
        if isinstance(kind, LinkKind):
            can.append(f"Joins {kind.ends[0]} and {kind.ends[1]}.")
        elif kind.flips:
            can.append("It can be flipped.")
        if isinstance(kind, Kind) and kind.pressable:
            can.append("It can be pressed while the machine runs: click it.")
        if kind.goal_states:
            can.append(f"A goal can ask whether it is {' or '.join(kind.goal_states)}.")
        return can


class About(Sheet):
    """The program, its version and its folders."""

    name = "about"
    width = 560.0

    def __init__(self, folders: tuple[tuple[str, Path | None], ...], sound: str = "") -> None:
        super().__init__()
        self.folders = folders
        self.sound = sound

    def body(self, ui: Ui) -> None:
        ui.bold("Contraption sandbox", 19.0)
        ui.faint(f"Version {sandbox.__version__}")
        ui.text(
            "Build contraptions, run them, play with them while they run. Every session is recorded from its first "
            "moment, and a recording always ends in exactly the same state."
        )
        ui.space(2)
        for title, path in self.folders:
            ui.faint(title)
            ui.text(str(path) if path is not None else "nothing is being written")
        if self.sound:
            ui.faint("Sound")
            ui.text(self.sound)
        ui.space(2)
        ui.faint("Fonts: Roboto (Apache License 2.0), Roboto Mono and Font Awesome 6 Free (SIL Open Font License 1.1).")
