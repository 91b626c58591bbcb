"""Somebody at home: an animal or a person at the edge of the scene looks on, and takes part in how a run goes."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Point
from sandbox.editing import picking
from sandbox.machine.machine import Machine
from sandbox.parts import blueprint, hollow
from sandbox.render.marks.resident_marks import HEAD, Mood, ResidentMarks, place, space
from sandbox.render.marks.residents import RESIDENTS, Resident
from sandbox.render.overlay import Overlay
from sandbox.sound.controls import SoundControls
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.clock import NS

_TIP = "Somebody who lives in the scene looks at what moves, and minds how it ends"
_SLOW = 0.05  # m/s: what is slower is not looked at
_LOUD = ("broken", "exploded", "fired", "overloaded", "popped", "shot")  # events that startle
_STARTLED_NS = int(0.9 * NS)
_ROOM = 3.0 * HEAD  # px: nearer than this to its head it makes room for what is done there
_SMALLEST = 420.0  # px of the interface: in a narrower view nobody is shown
_SOUNDS = {"startled": "gasp", "sad": "sigh", "cheering": "yay"}


class SomebodyAtHome:
    """The resident of the level's scene. It reads the run and never touches it."""

    def __init__(self, shell: Shell, sound: SoundControls, was_close: Callable[[], bool]) -> None:
        """`was_close` tells whether the last try has failed by a little."""
        self.shell, self.sound, self.was_close = shell, sound, was_close
        self.mood: Mood = "looking"
        self._events_seen = 0
        self._startled_until = 0  # ns
        self._began = 0  # ns: when the mood began
        self._at_right = False  # the corner where it stands
        self._stands_for: tuple[Design, Box, float] | None = None  # the design and view for which that was chosen

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            actions=(
                Action("resident", "Somebody at home", self.toggle, _TIP, keys("Alt+R"), Icon.RESIDENT,
                       checked=lambda: self.on),
            ),
            settings=(
                Setting.switch("resident", "Somebody at home", "Looks on", _TIP, lambda: self.on, self.toggle),
            ),
            document_changed=self._forget,
            before_scene=self._look,
            advice=self._introduced,
            state=lambda: {"resident": [self.resident.name, self.mood] if self.on else None},
        )  # fmt: skip

    @property
    def on(self) -> bool:
        return self.shell.workspace.settings.now.resident

    @property
    def resident(self) -> Resident:
        return RESIDENTS[self.shell.workspace.document.design.scene]

    @property
    def _foot(self) -> float:
        """How much of the scene's lower edge other things cover (px)."""
        return sum(foot() for foot in self.shell.hooks.foot)

    def toggle(self) -> None:
        """Show the resident, or nobody."""
        workspace = self.shell.workspace
        workspace.settings.remember(resident=not self.on)
        workspace.messages.say(self.resident.words if self.on else "nobody looks on")

    def _introduced(self) -> str:
        """Return who looks on, where the pointer is on the resident; empty elsewhere."""
        return self.resident.words if self.shell.view.company is not None and self._is_pointed_at(HEAD) else ""

    def _is_pointed_at(self, within: float) -> bool:
        """Tell whether the pointer is so near (px of the interface) to the middle of the resident's head."""
        view, pointer = self.shell.view, self.shell.editor.pointer
        if pointer is None:
            return False
        x, y = place(view.camera, view.scale, self._foot, self._at_right)
        return math.hypot(pointer[0] - x, pointer[1] - y) <= within * view.scale * view.camera.pixel

    @property
    def _is_in_the_way(self) -> bool:
        """True while something is done where the resident stands: with what is in hand, a port, or the selection."""
        editor = self.shell.editor
        hover = editor.hover
        busy = editor.gesture is not None or hover.what not in ("", "part") or hover.id in editor.selection.ids
        return busy and self._is_pointed_at(_ROOM)

    # -- once a frame

    def _forget(self) -> None:
        self._events_seen, _ = self.shell.workspace.events.after(0)
        self._startled_until = 0

    def _look(self) -> None:
        """Take up what has happened since the last frame, and hand the view what to draw."""
        view, workspace = self.shell.view, self.shell.workspace
        wide = view.camera.width >= _SMALLEST * view.scale
        if not (self.on and wide) or self._is_in_the_way:
            view.company = None
            return
        self._choose_corner()
        now = workspace.now()
        self._events_seen, events = workspace.events.after(self._events_seen)
        if any(event.what in _LOUD for event in events):
            self._startled_until = now + _STARTLED_NS
        mood = self._mood(now)
        if mood != self.mood:
            self.mood, self._began = mood, now
            if mood in _SOUNDS:
                self.sound.sounds.sign(_SOUNDS[mood], now)
        view.company = self._draw
        if mood in ("cheering", "startled") and not view.run_scene.still:
            self.shell.stir()

    def _choose_corner(self) -> None:
        """Stand in the left corner, or in the right one if only the left one has things of the machine in it."""
        view, document = self.shell.view, self.shell.workspace.document
        here = document.design, view.camera.bounds, self._foot
        if document.session.running or here == self._stands_for:
            return
        self._stands_for = here
        things = [picking.box_of(spec) for spec in document.design.parts if _is_of_use(spec)]
        corners = (space(view.camera, view.scale, self._foot, at_right) for at_right in (False, True))
        hides_left, hides_right = (any(corner.overlaps(box) for box in things) for corner in corners)
        self._at_right = hides_left and not hides_right

    def _mood(self, now: int) -> Mood:
        document = self.shell.workspace.document
        session = document.session
        if document.in_past or not session.running:
            return "worried" if self.was_close() else "looking"
        if session.outcome == "won":
            return "cheering"
        if session.outcome == "lost":
            return "sad"
        return "startled" if now < self._startled_until else "looking"

    def _draw(self, overlay: Overlay) -> None:
        view, workspace = self.shell.view, self.shell.workspace
        still = view.run_scene.still
        seconds = 0.0 if still else (workspace.now() - self._began) / NS
        marks = ResidentMarks(overlay, view.camera, view.scale, self._foot, self._at_right)
        marks.draw(self.resident, self.mood, self._gaze(), seconds)

    def _gaze(self) -> Point | None:
        """Return the point (m) that is looked at: the fastest thing of a run, otherwise the pointer."""
        document = self.shell.workspace.document
        machine = document.session.machine if not document.in_past else None
        fastest = _fastest(machine) if machine is not None else None
        return fastest if fastest is not None else self.shell.editor.pointer


def _is_of_use(spec: PartSpec) -> bool:
    """Tell whether a part moves, holds things or has ports: what a player looks at, unlike walls and scenery."""
    return picking.loose(spec) or hollow(spec) is not None or bool(blueprint(spec).ports)


def _fastest(machine: Machine) -> Point | None:
    """Return where the fastest body is; None if all are slow. `machine.rows` must be up to date."""
    rows = machine.rows[:-1]
    if not len(rows):
        return None
    speeds = np.hypot(rows[:, 3], rows[:, 4])
    row = int(speeds.argmax())
    return (float(rows[row, 0]), float(rows[row, 1])) if speeds[row] > _SLOW else None
