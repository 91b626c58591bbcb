"""Everything the mouse can do, done by keyboard alone: one session, in which no mouse event ever happens. Metres."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui
from pyglet.window import key

from sandbox.commands import commands as c
from sandbox.design.design import Design, new_design
from sandbox.editing import picking
from sandbox.editing.snapping import Snaps
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify
from sandbox.window.shell.view import View
from sandbox.workspace.clock import SCHEMES
from tests.contraptions import Builder
from tests.window.driver import Driver

SHIFT, CTRL, ALT = key.MOD_SHIFT, key.MOD_CTRL, key.MOD_ALT
PLAYERS = {  # every command that a hand on the mouse can give
    c.Place, c.Move, c.Resize, c.Configure, c.Connect, c.Disconnect, c.Delete, c.Paste, c.SetWorld, c.Undo, c.Redo,
    c.Start, c.Press, c.Grab, c.Drag, c.Release, c.Stop, c.Layer, c.Lock, c.Name, c.Together, c.Group,
    c.Ungroup,
}  # fmt: skip


class Typist(Driver):
    """A user without a mouse."""

    def _event(self, name: str, *args: Any, frames: int = 2) -> None:
        assert "mouse" not in name, "there is none"
        super()._event(name, *args, frames=frames)

    def keys(self, *pressed: int | tuple[int, int]) -> None:
        for one in pressed:
            self.key(*(one if isinstance(one, tuple) else (one, 0)))

    def go(self, x: float, y: float) -> None:
        """The keyboard's pointer to a point: in steps of 5 cm, then 1 cm, then 1 mm."""
        if self.app.features.keyboard.at is None:
            self.keys(key.C)
        for axis, (back, on) in enumerate(((key.LEFT, key.RIGHT), (key.DOWN, key.UP))):
            for step, held in ((0.05, 0), (0.01, SHIFT), (0.001, ALT)):
                for _ in range(120):
                    at = self.app.features.keyboard.at
                    assert at is not None
                    far = (x, y)[axis] - at[axis]
                    if abs(far) < step / 2 or (step > 0.001 and abs(far) < step):
                        break
                    self.step(on if far > 0 else back, held)

    def step(self, symbol: int, held: int) -> None:
        """An arrow key, quickly."""
        self.hold(held)
        self.window.dispatch_event("on_key_press", symbol, held)
        self.frames(1)
        self.window.dispatch_event("on_key_release", symbol, held)
        self.frames(1)
        self.hold(0)

    def take(self, name: str) -> None:
        """A part or link out of the palette, by its search."""
        self.keys((key.F, CTRL), (key.A, CTRL))
        self.type(name)
        self.keys(key.RETURN)

    def choose(self, *ids: int) -> None:
        """Select parts: one by walking to it, others by the pointer."""
        self.keys(key.ESCAPE, key.ESCAPE)
        while self.app.editor.selection.ids != ids[:1]:
            self.keys(key.TAB)
        for id_ in ids[1:]:
            box = picking.box_of(self.part(id_))
            self.go((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
            self.keys((key.RETURN, SHIFT))
        if self.app.features.keyboard.at is not None:
            self.keys(key.C)
        assert self.app.editor.selection.ids == ids

    def panel(self, name: str) -> None:
        """Step into a panel."""
        while self.app.features.keyboard.panel != name:
            self.keys(key.F6)

    def widget(self, name: str) -> None:
        """Go through a panel, downwards, until the keys have come to a widget."""
        self.keys(key.HOME)
        for _ in range(60):
            if self.app.ui.focused == name:
                return
            self.keys(key.DOWN)
        raise AssertionError(f"the keys do not come to {name}")

    def find(self, title: str) -> None:
        """Do something by its name."""
        self.keys((key.P, CTRL))
        self.type(title)
        self.keys(key.RETURN)


def shop() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 0.25)  # 2
    b.part("bowling_ball", 2.0, 1.0)  # 3
    b.part("button", 3.0, 0.136)  # 4
    b.part("conveyor", 3.0, 1.5)  # 5
    b.part("anchor", 3.5, 2.1)  # 6
    b.part("pulley", 2.75, 2.1)  # 7
    return b.design()


@pytest.fixture
def typist(gl_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typist]:
    # Thousands of pictures that nobody looks at.
    monkeypatch.setattr(View, "draw", lambda *_: None)
    monkeypatch.setattr(imgui.backends, "opengl3_render_draw_data", lambda _: None)
    levels.write(tmp_path / "shop.toml", shop())
    typist = Typist(gl_window, tmp_path / "data", library.bundled_dir() / "drop.toml")
    yield typist
    typist.close()


def test_everything_the_mouse_can_do_is_done_by_keyboard_alone(typist: Typist, tmp_path: Path) -> None:
    app, editor = typist.app, lambda: typist.app.editor

    # a file is opened
    typist.keys((key.O, CTRL), (key.A, CTRL))
    typist.type(str(tmp_path / "shop.toml"))
    typist.keys(key.RETURN)
    assert len(typist.design.parts) == 7

    # parts are placed: found by search, by stepping through the palette; a polygon corner by corner
    typist.take("tennis")
    typist.go(0.5, 1.5)
    typist.keys(key.RETURN)
    ball = typist.design.parts[-1]
    assert (ball.kind, ball.x, ball.y) == ("tennis_ball", 0.5, 1.5)
    typist.panel("palette")
    typist.keys(key.DOWN, key.DOWN, key.DOWN, key.RIGHT, key.RETURN)
    typist.go(0.8, 2.0)
    typist.keys(key.Q, (key.RETURN, SHIFT), *[key.RIGHT] * 5, key.RETURN)  # turned, and two of them
    assert len(typist.design.parts) == 10 and typist.design.parts[-1].angle > 0.0
    typist.take("free shape")
    for corner in ((3.2, 0.6), (3.6, 0.6), (3.4, 0.9)):
        typist.go(*corner)
        typist.keys(key.RETURN)
    typist.keys(key.RETURN)
    polygon = typist.design.parts[-1]
    assert polygon.kind == "polygon" and len(polygon.props["outline"][0]) == 3
    typist.keys(key.DELETE)

    # selected: one by one, all, by a rectangle, one more
    typist.choose(2, 3)
    typist.keys((key.A, CTRL))
    assert len(editor().selection.ids) == 10
    typist.keys(key.ESCAPE)
    typist.go(0.4, 1.4)
    typist.keys((key.RETURN, CTRL))
    typist.go(0.6, 1.6)
    typist.keys((key.RETURN, CTRL))
    assert editor().selection.ids == (ball.id,)
    typist.keys((key.X, CTRL), key.C)

    # moved: nudged, dragged, put in order; turned and resized by the handles
    typist.choose(2)
    typist.keys(key.RIGHT, (key.RIGHT, SHIFT))
    assert typist.part(2).x == pytest.approx(1.011)
    typist.go(1.011, 0.25)
    typist.keys((key.RETURN, CTRL))
    typist.go(1.2, 0.6)
    typist.keys((key.RETURN, CTRL), key.C)
    assert (typist.part(2).x, typist.part(2).y) == pytest.approx((1.2, 0.6), abs=0.011)
    for what, name, far in (("turn", "", (-0.4, 0.0)), ("size", "width", (0.1, 0.0))):
        typist.choose(2)
        handle = next(h for h in editor().handles(app.view.stand_off) if h.target[0] == what and h.target.name == name)
        typist.go(handle.x, handle.y)
        typist.keys((key.RETURN, CTRL))
        at = app.features.keyboard.at or (0.0, 0.0)
        typist.go(at[0] + far[0], at[1] + far[1])
        typist.keys((key.RETURN, CTRL), key.C)
        if what == "turn":
            assert typist.part(2).angle > 0.5
            typist.keys((key.Z, CTRL))
    assert typist.part(2).props["width"] > 0.3
    typist.choose(2, 3)
    typist.keys((key.LEFT, CTRL), (key.F, SHIFT), (key.PAGEUP, CTRL), (key.K, CTRL), (key.K, CTRL))
    typist.keys((key.G, CTRL), (key.G, CTRL | SHIFT))
    assert picking.box_of(typist.part(2)).x0 == pytest.approx(picking.box_of(typist.part(3)).x0)
    typist.keys((key.Z, CTRL), (key.Y, CTRL), (key.D, CTRL), key.DELETE, (key.C, CTRL), (key.V, CTRL))

    # joined: from a port of what is selected over a pulley, and with a link out of the palette; taken away
    typist.choose(3)
    typist.keys(key.L, key.DOWN, key.RETURN)
    (rope,) = typist.design.links
    assert rope.a.part == 3 and rope.via == (7,)
    typist.take("wire")
    typist.keys(key.RETURN, key.RETURN)
    wire = typist.design.links[-1]
    assert wire.kind == "wire"
    typist.keys(key.DELETE)
    assert typist.design.links == (rope,)
    assert typist.part(5).props["running"] is False, "the conveyor rests since a wire was joined to it"
    typist.keys((key.Z, CTRL), (key.Z, CTRL))
    assert typist.design.links == (rope,) and "running" not in typist.part(5).props

    # its values: typed, slid, switched, chosen, reset; the world's too
    typist.choose(3)
    typist.panel("side")
    typist.widget("value.x")
    typist.keys(key.RETURN)
    typist.type("205 cm")
    typist.keys(key.RETURN)
    assert typist.part(3).x == 2.05
    typist.keys(key.ESCAPE, (key.F2, CTRL))
    typist.type("the keg")
    typist.keys(key.RETURN)
    assert typist.part(3).name == "the keg"
    typist.choose(5)
    typist.panel("side")
    typist.widget("prop.running")
    typist.keys(key.SPACE)
    assert typist.part(5).props.get("running") is not None
    typist.keys(key.RIGHT, key.RETURN)  # the arrow that resets it
    assert "running" not in typist.part(5).props
    typist.keys(key.ESCAPE)
    typist.choose(4)
    typist.panel("side")
    typist.widget("prop.mode")
    typist.keys(key.RETURN, key.DOWN, key.RETURN)
    assert typist.part(4).props["mode"] == "hold"
    typist.keys(key.ESCAPE, key.ESCAPE, key.ESCAPE)
    typist.panel("side")
    typist.widget("world.air")
    typist.keys(key.SPACE, key.RIGHT, key.RIGHT, key.SPACE)
    assert typist.design.world.air > 0.0
    typist.keys(key.ESCAPE)

    # what is seen, what snaps, what is liked, what has no key
    typist.keys(key.ESCAPE, key.G, (key.G, SHIFT), key.PLUS, key.RIGHT, key.HOME, key.F1, key.RETURN)
    assert editor().snap == Snaps(grid=False)
    typist.choose(2)
    typist.keys((key.B, CTRL), key.F2, key.RETURN)
    assert app.features.preferences.favourites == ("crate",)
    typist.find("stall with sleep")
    assert typist.workspace.pacing.scheme.name != SCHEMES[0].name
    typist.find("accumulator")

    # back to an earlier step by its name
    done = len(typist.workspace.document.session.past)
    typist.keys((key.H, CTRL))
    typist.panel("steps")
    typist.widget(f"step.{done - 2}")
    typist.keys(key.RETURN)
    assert len(typist.workspace.document.session.past) == done - 2
    typist.keys(key.ESCAPE, (key.H, CTRL))

    # an overlap is gone to, and mended
    typist.choose(3)
    ball_at = typist.part(3).x, typist.part(3).y
    typist.panel("side")
    typist.widget("value.y")
    typist.keys(key.RETURN)
    typist.type("0.1")
    typist.keys(key.RETURN, key.ESCAPE, key.SPACE)
    assert not typist.workspace.document.session.running and "overlap" in typist.said
    typist.keys(key.O, (key.Z, CTRL))
    assert (typist.part(3).x, typist.part(3).y) == ball_at

    # run: a button is pressed, a ball pulled, a tick done; stopped
    typist.keys(key.PERIOD, key.SPACE, key.SPACE)  # a tick, on, and a rest: what one wants to take hold of stands still
    typist.go(3.0, 0.136)
    typist.keys(key.RETURN)
    machine = typist.workspace.document.session.machine
    assert machine is not None
    x, y, *_ = machine.motion(3)
    typist.go(round(x, 3), round(y, 3))
    typist.keys((key.RETURN, CTRL), key.SPACE)
    assert editor().hand.part == 3
    typist.keys(*[key.LEFT] * 4, (key.RETURN, CTRL), key.BRACKETRIGHT, key.BRACKETLEFT, key.C)
    typist.seconds(1.0)
    typist.keys(key.R)
    assert not typist.workspace.document.session.running

    # saved, and left without saving what came after
    typist.keys((key.S, CTRL | SHIFT), (key.A, CTRL))
    typist.type(str(tmp_path / "mine.toml"))
    typist.keys(key.RETURN)
    assert levels.read(tmp_path / "mine.toml") == typist.design
    path = typist.workspace.document.recording_path
    assert path is not None
    typist.keys((key.A, CTRL), key.UP, (key.R, CTRL | SHIFT), (key.A, CTRL))
    typist.type(str(tmp_path / "mine.replay"))
    typist.keys(key.RETURN, (key.N, CTRL), key.TAB, key.TAB, key.RETURN)
    assert typist.design == new_design()

    told: set[type] = set()
    for _, command in reader.read(tmp_path / "mine.replay").commands:
        told |= {type(command), *(type(edit) for edit in getattr(command, "edits", ()))}
    assert told >= PLAYERS
    report = verify(tmp_path / "mine.replay")
    assert report.verdict is Verdict.PASS and report.compared > 100
