"""Somebody who presses anything, anywhere: the program stands it, and what was recorded meanwhile replays bit for bit.

A few short sessions with every run of the tests; more and longer ones with, for example,

    SANDBOX_WILD=100:140 pytest tests/window/test_wild_hands.py      (seeds 100 to 139, ten times as long)
"""

from __future__ import annotations

import os
import random  # noqa: TID251  (what the hands do; nothing random reaches a session)
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyglet.window import key, mouse

from sandbox import parts
from sandbox.commands.commands import Place, Start, unpack
from sandbox.levels import levels, library
from sandbox.levels.solution_places import solution_beside
from sandbox.recording.recorder import Recorder
from sandbox.verify.verdicts import Verdict
from sandbox.verify.verify import verify
from tests.contraptions import everything
from tests.window.driver import Driver

CTRL, SHIFT = key.MOD_CTRL, key.MOD_SHIFT
WILD = os.environ.get("SANDBOX_WILD", "")
SEEDS = range(*map(int, WILD.split(":"))) if WILD else (5, 6, 8)  # who come to run what they build
DEEDS = 600 if WILD else 60

BUTTONS = [mouse.LEFT] * 8 + [mouse.RIGHT, mouse.MIDDLE]
# What an editor is full of, with running and the past in between ...
USUAL = [
    *[(key.SPACE, 0)] * 6, *[(key.ESCAPE, 0)] * 3, *[(key.Z, CTRL)] * 3, (key.Y, CTRL), (key.DELETE, 0), (key.A, CTRL),
    (key.C, CTRL), (key.X, CTRL), (key.V, CTRL), (key.D, CTRL), (key.K, CTRL), (key.TAB, 0), (key.ENTER, 0),
    (key.LEFT, 0), (key.RIGHT, SHIFT), (key.COMMA, 0), (key.PERIOD, 0), (key.HOME, CTRL),
]  # fmt: skip
# ... and all that there is on a keyboard.
KEYS = [
    *range(key.A, key.Z + 1), *range(key._0, key._9 + 1), *range(key.F1, key.F12 + 1), key.LEFT, key.RIGHT, key.UP,
    key.DOWN, key.TAB, key.ENTER, key.ESCAPE, key.DELETE, key.BACKSPACE, key.SPACE, key.HOME, key.END, key.PAGEUP,
    key.PAGEDOWN, key.COMMA, key.PERIOD, key.PLUS, key.MINUS, key.BRACKETLEFT, key.BRACKETRIGHT, key.SLASH, key.EQUAL,
]  # fmt: skip
MODIFIERS = [0] * 6 + [SHIFT] * 2 + [CTRL] * 3 + [CTRL | SHIFT] * 2 + [key.MOD_ALT]
QUIT = (key.Q, CTRL)

Pixel = tuple[int, int]


class WildHands:
    """Deeds by chance, the same for the same seed: clicks, drags, keys, turns of the wheel, text, and waiting."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.story: list[str] = []  # for who has to find out what broke it

    def do(self) -> None:
        deeds = (self.click, self.drag, self.usual_key, self.any_key, self.wheel, self.text, self.wait)
        deed = self.chance.choices(deeds, (30, 20, 22, 8, 6, 5, 5))[0]
        self.done[deed.__name__] += 1
        self.story.append(f"{deed.__name__} {deed()}")

    def click(self) -> object:
        at, button = self._somewhere(), self.chance.choice(BUTTONS)
        self._event("on_mouse_motion", *at, 0, 0)
        self._event("on_mouse_press", *at, button, 0)
        self._event("on_mouse_release", *at, button, 0)
        return at, button

    def drag(self) -> object:
        way, button = [self._somewhere() for _ in range(self.chance.randint(2, 5))], self.chance.choice(BUTTONS)
        self._event("on_mouse_motion", *way[0], 0, 0)
        self._event("on_mouse_press", *way[0], button, 0)
        for at in way[1:]:
            self._event("on_mouse_drag", *at, 1, 1, button, 0)
        self._event("on_mouse_release", *way[-1], button, 0)
        return way, button

    def usual_key(self) -> object:
        pressed = self.chance.choice(USUAL)
        self.driver.key(*pressed)
        self.driver.frames(self.chance.choice((1, 1, 2, 20)))
        return key.symbol_string(pressed[0]), pressed[1]

    def any_key(self) -> object:
        pressed = self.chance.choice(KEYS), self.chance.choice(MODIFIERS)
        if pressed != QUIT:
            self.driver.key(*pressed)
        return key.symbol_string(pressed[0]), pressed[1]

    def wheel(self) -> object:
        at, notches = self._somewhere(), self.chance.choice((-3.0, -1.0, 1.0, 3.0))
        self._event("on_mouse_motion", *at, 0, 0)
        self._event("on_mouse_scroll", *at, 0.0, notches)
        return at, notches

    def text(self) -> object:
        text = "".join(self.chance.choices("abcxyz 0123456789.-/é", k=self.chance.randint(1, 8)))
        self.driver.type(text)
        return text

    def wait(self) -> object:
        frames = self.chance.randint(5, 40)
        self.driver.frames(frames)
        return frames

    def _somewhere(self) -> Pixel:
        """Often on a widget or on a part, where there is something to be done."""
        app, window = self.driver.app, self.driver.window
        which = self.chance.random()
        x, y = self.chance.uniform(0, window.width), self.chance.uniform(0, window.height)
        parts_seen = sorted(name for name in app.ui.rects if name.startswith(("part.", "link.")))
        if which < 0.2 and parts_seen:
            x, y = self.driver.at(self.chance.choice(parts_seen))
        elif which < 0.4 and app.ui.rects:
            x, y = self.driver.at(self.chance.choice(sorted(app.ui.rects)))
        elif which < 0.75 and self.driver.design.parts:
            x, y = app.view.camera.to_screen(*self._part())
        return round(min(max(x, 0), window.width - 1)), round(min(max(y, 0), window.height - 1))

    def _part(self) -> tuple[float, float]:
        """Where a part is: as built or, while it runs, now."""
        machine = self.driver.workspace.document.session.machine
        if machine is not None and machine.parts:
            return machine.motion(self.chance.choice(list(machine.parts)))[:2]
        spec = self.chance.choice(self.driver.design.parts)
        return spec.x, spec.y

    def _event(self, name: str, *args: Any) -> None:
        self.driver._event(name, *args)


def something(folder: Path, chance: random.Random) -> Path | None:
    """What to begin with: nothing, a level, a recording, or all sorts of parts."""
    bundled = chance.choice((None, "levels", "replays", "all sorts"))
    if bundled is None:
        return None
    if bundled == "all sorts":
        levels.write(folder / "all.toml", everything())
        return folder / "all.toml"
    chosen = chance.choice(sorted(library.bundled_levels()))
    if bundled == "replays":
        chosen = solution_beside(chosen) or chosen
    return Path(shutil.copy(chosen, folder))


@pytest.fixture
def wild(gl_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], WildHands]]:
    """Sits down at the window. Whatever is saved lands in a folder of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(gl_window, "close", lambda: None)  # it is needed by the tests after this one
    monkeypatch.chdir(home)
    drivers: list[Driver] = []

    def sit_down(seed: int) -> WildHands:
        drivers.append(Driver(gl_window, tmp_path / "data", something(home, random.Random(seed))))
        return WildHands(drivers[-1], seed)

    yield sit_down
    for driver in drivers:
        driver.close()


def recorded(folder: Path, hands: WildHands) -> list[Path]:
    """All recordings there are, once the program has let go of them."""
    hands.driver.workspace.close()
    return sorted(folder.rglob("*.replay"))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_breaks_and_what_was_recorded_replays(
    wild: Callable[[int], WildHands], tmp_path: Path, seed: int
) -> None:
    hands = wild(seed)
    try:
        for _ in range(DEEDS):
            hands.do()
            parts.check(hands.driver.design)
            if hands.driver.app.closed:  # they quit
                break
    except BaseException:
        print(f"seed {seed}:", *hands.story[-30:], sep="\n")
        raise
    for path in recorded(tmp_path, hands):
        report = verify(path)
        assert report.verdict is Verdict.PASS or "nothing ran" in report.reason, (path, report, hands.story)


def test_what_goes_missing_in_a_recording_would_be_noticed(
    wild: Callable[[int], WildHands], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Recorder.command

    def forgetful(recorder: Recorder, tick: int, packed: bytes) -> None:
        if unpack(packed) != Start():
            return
        told(recorder, tick, packed)

    monkeypatch.setattr(Recorder, "command", forgetful)
    hands = wild(5)
    for _ in range(DEEDS):
        hands.do()
    assert not hands.driver.app.closed
    workspace = hands.driver.workspace  # whatever the hands came to: a part whose placing is not written, and a run
    assert workspace.files.new()
    assert workspace.gate.do(Place("soccer_ball", 1.0, 1.5))
    assert workspace.control.run()
    hands.driver.frames(60)
    reports = [verify(path) for path in recorded(tmp_path, hands)]
    assert any(report.verdict is not Verdict.PASS and "nothing ran" not in report.reason for report in reports)
