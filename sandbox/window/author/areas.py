"""The author's list of no-build areas: which one is selected, how one is drawn, and the handles in the scene."""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sandbox.commands.commands import SetNoBuild
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.design.no_build import NoBuildArea
from sandbox.editing.authoring import no_build_gestures
from sandbox.editing.authoring.no_build_gestures import DrawNoBuild, ReshapeNoBuild
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gesture import Gesture
from sandbox.editing.handles import Handle
from sandbox.editing.picking import Pick
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.widgets import Ui, labelled


class AreaEditing(Protocol):
    """The part of the author's view that the areas need."""

    ui: Ui

    @property
    def editor(self) -> Editor: ...
    @property
    def design(self) -> Design: ...
    @property
    def can_edit(self) -> bool: ...
    def turn_to(self, tab: str) -> None: ...


class NoBuildAreas:
    """The areas in which the player may put no part, as their author edits them."""

    def __init__(self, view: AreaEditing) -> None:
        self.view = view
        self.selected = 0  # by its index

    @property
    def areas(self) -> tuple[NoBuildArea, ...]:
        return self.view.design.no_build

    @property
    def area(self) -> NoBuildArea | None:
        """The selected area."""
        return self.areas[self.selected] if self.selected < len(self.areas) else None

    # -- operations

    def begin(self) -> None:
        """Begin to draw a new area."""
        view, editor = self.view, self.view.editor
        editor.settle()
        if not view.can_edit:
            editor.locked()
            return
        editor.cancel()
        view.turn_to("level")
        self.selected = len(self.areas)
        editor.gesture = DrawNoBuild(view.design)

    def next(self) -> None:
        """Select the next area."""
        self.view.turn_to("level")
        self.selected = (self.selected + 1) % max(1, len(self.areas))

    def delete(self) -> None:
        """Delete the selected area."""
        at, areas = self.selected, self.areas
        if self.area is not None and self.view.editor.set(SetNoBuild((*areas[:at], *areas[at + 1 :]))):
            self.selected = max(0, at - 1)

    # -- handles in the scene

    def handles(self) -> list[Handle]:
        return no_build_gestures.handles(self.view.design, self.selected)

    def select(self, target: Pick) -> None:
        """Select the area that a handle belongs to."""
        self.selected = target.id - 1

    def drag(self, target: Pick, start: Point) -> Gesture:
        """Select the area that a handle belongs to, and return the gesture that drags the handle."""
        self.select(target)
        return ReshapeNoBuild(self.areas, self.selected, target.name, start)

    # -- the list

    def draw(self) -> None:
        """Draw the list, and below it the buttons that draw an area and delete the selected one."""
        ui = self.view.ui
        ui.text("The player may put no part in")
        for index, area in enumerate(self.areas):
            size = f"{area.x1 - area.x0:.2f} \N{MULTIPLICATION SIGN} {area.y1 - area.y0:.2f} m"
            label = labelled(f"{Icon.GRID}  Area {index + 1}: {size}", f"area{index}")
            if imgui.selectable(label, index == self.selected)[0]:
                self.selected = index
            ui.mark(f"level.area.{index}")
            ui.tip("Drag its corners in the scene, or its middle to move it")
        ui.action("new_no_build", 0, f"{Icon.GRID}  Draw an area", as_="author.new_no_build")
        if self.area is not None:
            imgui.same_line()
            label = f"{Icon.TRASH}  Delete area {self.selected + 1}"
            ui.action("delete_no_build", 0, label, as_="author.delete_no_build")
