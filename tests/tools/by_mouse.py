"""The levels solved in the real window by mouse and keys, as a person does it, with every action counted.

``python -m tests.tools.by_mouse`` plays the whole campaign, from its first level to its last by *Next level*; ``drop
snip`` plays these two. What is to be built comes from each level's recorded solution, how it is built from what a
person can do: tiles are dragged out of the palette, turned and flipped in hand or by handle, numbers are typed, links
are drawn from port to port. The window is where a window manager puts it, if one is installed. A click, a drag, a key
and a typed word are one action each. A win counts if the recording that the program has written of the session says
so, and if `sandbox verify` finds every tick of it again.

It exits with 1 if a level was not solved. `--pictures FOLDER` keeps a picture of each win.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from PIL import ImageGrab

from sandbox.design.design import End, Link, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing import handles, picking, snapping
from sandbox.editing.editor import TAP
from sandbox.levels import library
from sandbox.levels.run_facts import Solution
from sandbox.levels.solution_places import solution_beside
from sandbox.levels.solutions import solution
from sandbox.parts import KINDS, LINKS
from sandbox.recording import reader
from tests.displays import x_server
from tests.real_window import State, Window

NEAR = 0.001  # m: a part that lies so near to its place is left there
SEEN = 0.03  # m: so much a person sees that it is off, and mends it before the first run
STRAIGHT = 0.0005  # rad
WAYS = ("drag", "click", "port")  # how a link begins: its tile is dragged or clicked, or its first port is dragged
BY_KEY = 3  # steps of 15 degrees: more are turned with the handle
TRIES = 2  # runs of one level
LATER = 1.5  # times as long as the recorded solution takes a run may take
MANAGERS = ("openbox", "metacity", "xfwm4", "icewm", "twm")  # window managers; a bare X server does without
SLOWEST = 300.0  # s that a run may take on a busy machine, where simulated time is slower than real time


class Score(NamedTuple):
    """What one level took. `off`: how far beside its place the worst part came to lie at first, in m."""

    level: str
    actions: int
    seconds: float
    tries: int
    off: float
    recording: Path
    won: bool


class Person:
    """Hands that know the window by sight, and count what they do."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.actions = 0

    @property
    def state(self) -> State:
        return self.window.state

    # -- single actions

    def click(self, spot: str | Point) -> None:
        self.actions += 1
        self.window.click(spot)

    def drag(self, *way: str | Point, held: str = "") -> None:
        """Drag along a way; `held` is a key that is down meanwhile."""
        self.actions += 2 if held else 1
        if held:
            self.window.do("keydown", held)
        self.window.carry(*way)
        if held:
            self.window.do("keyup", held)

    def key(self, name: str) -> None:
        self.actions += 1
        self.window.key(name)

    def type(self, text: str) -> None:
        self.actions += 1
        self.window.type(text)

    # -- looking

    def spec(self, id_: int) -> PartSpec:
        """A part as it stands now."""
        _, kind, x, y, angle = next(part for part in self.state["parts"] if part[0] == id_)
        flip = id_ in self.state["flipped"]
        return PartSpec(id_, kind, x, y, angle, flip=flip, props=self.state["sizes"][str(id_)])

    def port(self, end: End) -> Point:
        socket = next(socket for socket in picking.sockets(self.spec(end.part)) if socket.end.port == end.port)
        return socket.x, socket.y

    @property
    def _stand_off(self) -> float:
        return float(self.state["stand_off"])

    def _beyond(self, point: Point) -> Point:
        """A point some pixels beside another: the pointer slows down there."""
        return point[0] + 0.2 * self._stand_off, point[1] + 0.2 * self._stand_off

    # -- placing

    def take(self, tile: str) -> str:
        """Bring a tile of the palette into sight; its widget."""
        widget = f"part.{tile}"
        bottom = self.window.fresh()["rects"]["advice"][1]
        if widget not in self.state["rects"] or self.state["rects"][widget][3] > bottom:
            self.click("search")
            self.type(KINDS[tile].title if tile in KINDS else LINKS[tile].title)
            self.window.until(lambda state: state["rects"].get(widget, (0, 0, 0, bottom + 1))[3] <= bottom)
        return widget

    def place(self, spec: PartSpec) -> tuple[int, float]:
        """Build one part; its id here, and how far beside its place it came to lie at first."""
        tile, before = self.take(spec.item or spec.kind), len(self.state["parts"])
        to = (spec.x, spec.y)
        steps = round(math.degrees(spec.angle) / snapping.TURN)
        turns = math.isclose(spec.angle, math.radians(steps * snapping.TURN), abs_tol=1e-6) and 0 < abs(steps) <= BY_KEY
        if turns or spec.flip:  # in hand, so that it snaps as it will lie
            self.click(tile)
            self.window.until(lambda state: state["armed"])
            self.window.move(to)
            if spec.flip:
                self.key("f")
            for _ in range(abs(steps) if turns else 0):
                self.key("q" if steps > 0 else "e")
            self.click(to)
        else:
            self.drag(tile, self._beyond(to), to, to)
        id_: int = self.window.until(lambda state: len(state["parts"]) > before)["parts"][-1][0]
        off = math.dist((self.spec(id_).x, self.spec(id_).y), to)
        self._turn(id_, spec.angle)
        if off > SEEN:
            self.put(id_, to)
        assert self.spec(id_).flip == spec.flip, f"{spec.kind} {id_} is not flipped as it was to be"
        return id_, off

    def _turn(self, id_: int, angle: float) -> None:
        """Turn a part by its handle; an angle between the steps of 15 degrees is typed."""
        if abs(math.remainder(self.spec(id_).angle - angle, math.tau)) < STRAIGHT:
            return
        steps = math.degrees(angle) / snapping.TURN
        if abs(steps - round(steps)) < 1e-6:
            spec = self.spec(id_)
            handle = next(spot for spot in handles.of_part(spec, self._stand_off) if spot.target.what == "turn")
            at, arm = (handle.x, handle.y), math.dist((handle.x, handle.y), (spec.x, spec.y))
            up = math.atan2(at[1] - spec.y, at[0] - spec.x) + angle - spec.angle
            to = spec.x + arm * math.cos(up), spec.y + arm * math.sin(up)
            self.drag(at, self._beyond(to), to)
        else:
            self.number("value.angle", f"{math.degrees(angle):.1f}")
        self.window.until(lambda _: abs(math.remainder(self.spec(id_).angle - angle, math.tau)) < 0.001)

    def put(self, id_: int, to: Point) -> None:
        """Put a part exactly where it belongs, by typing what differs."""
        if math.dist((self.spec(id_).x, self.spec(id_).y), to) > NEAR:
            self._choose(id_)
        for name, value in zip("xy", to, strict=True):
            if abs(getattr(self.spec(id_), name) - value) > NEAR:
                self.number(f"value.{name}", f"{value:.3f}")
                self.window.until(lambda _, name=name, value=value: abs(getattr(self.spec(id_), name) - value) < NEAR)

    def number(self, widget: str, text: str) -> None:
        """Set a number of the inspector."""
        self.click(widget)
        self.window.until(lambda state: state["typing"])
        self.type(text)
        self.key("Return")

    # -- joining

    def join(self, link: Link, way: str) -> None:
        """Draw a link in one of the `WAYS`. Over pulleys it goes by clicks."""
        before = len(self.state["links"])
        a, b = self.port(link.a), self.port(link.b)
        if way == "click" or link.via:
            self.click(self.take(link.kind))
            self.window.until(lambda state: state["armed"] == link.kind)
            self.click(a)
            for part in link.via:
                wheel = picking.wheel_of(self.spec(part))
                assert wheel is not None
                self.click((wheel.x, wheel.y + 0.8 * wheel.r))
            self.click(b)
        elif way == "port":
            self._choose(link.a.part)
            self.drag(self._tap(link.a), self._beyond(b), b, b)
        else:
            self.drag(self.take(link.kind), self._beyond(a), a, self._beyond(b), b, b)
        state = self.window.until(lambda state: len(state["links"]) > before)
        id_, kind = state["links"][-1][:2]
        assert kind == link.kind, state["links"][-1]
        usual = {prop.name: prop.default for prop in LINKS[link.kind].properties}
        for name in (name for name, value in link.props.items() if value != usual[name]):
            self._switch(id_, link.a.part, name)

    def _switch(self, link: int, part: int, name: str) -> None:
        """Switch over a property of a link, such as whether a belt is crossed, in its panel."""
        if self.state["selection"] != [link]:
            self._choose(part)
            self.click(f"link.{link}")
            self.window.until(lambda state: state["selection"] == [link])
        steps = self.state["steps"]
        self.click(f"prop.{name}")
        self.window.until(lambda state: state["steps"] > steps)

    def _choose(self, id_: int) -> None:
        """Select a part, so that it shows its ports."""
        self.click((self.spec(id_).x, self.spec(id_).y))
        self.window.until(lambda state: state["selection"] == [id_])

    def _tap(self, end: End) -> Point:
        taps = picking.taps(self.spec(end.part), self._stand_off * TAP)
        return next((tap.x, tap.y) for tap in taps if tap.socket.end.port == end.port)


class Building(NamedTuple):
    """What a person has built: the ids of the solution's own parts with those that they have here, and how far beside
    its place the worst of them came to lie at first, in m."""

    ids: dict[int, int]
    off: float


def build(person: Person, wanted: Solution, ways: Sequence[str]) -> Building:
    """Build what a solution has built; its links in these ways, in turn."""
    ids: dict[int, int] = {}
    worst = 0.0
    for id_ in wanted.placed:
        ids[id_], off = person.place(wanted.design.part_by_id[id_])
        worst = max(worst, off)
    links = [link for link in wanted.design.links if not link.fixed]
    for link, way in zip(links, itertools.cycle(ways)):
        a, b = (End(ids.get(end.part, end.part), end.port) for end in (link.a, link.b))
        person.join(Link(0, link.kind, a, b, link.props, via=tuple(ids.get(part, part) for part in link.via)), way)
    return Building(ids, worst)


def won(person: Person, wanted: Solution) -> bool:
    """Run what is built until it has won, or for longer than it should take."""
    person.click("run")
    start = person.window.until(lambda state: state["running"])["tick"]
    end = start + LATER * wanted.ticks + 240
    state = person.window.until(lambda state: state["outcome"] != "open" or state["tick"] > end, SLOWEST)
    return bool(state["outcome"] == "won")


def solve(window: Window, level: str, picture: Callable[[str], None], ways: Sequence[str] = WAYS) -> Score:
    """Solve the level that is open: parts are left where they snap, and put right to the millimetre if that does not
    win."""
    wanted, person, start = solution(solutions_by_name()[level]), Person(window), time.monotonic()
    recording = Path(window.state["session_file"])
    built, tries = build(person, wanted, ways), 1
    while not won(person, wanted) and tries < TRIES:
        person.key("r")
        window.until(lambda state: not state["running"])
        for id_, here in built.ids.items():
            spec = wanted.design.part_by_id[id_]
            person.put(here, (spec.x, spec.y))
        tries += 1
    done = window.state["outcome"] == "won"
    seconds = time.monotonic() - start
    if done:
        window.until(lambda state: "card.stars" in state["rects"])
        picture(level)
    return Score(level, person.actions, seconds, tries, built.off, recording, done)


def campaign(
    window: Window, levels: Sequence[str], picture: Callable[[str], None], ways: Sequence[str] = WAYS
) -> Iterator[Score]:
    """Solve levels that follow one another, from the one that is open, as far as they are solved; each is yielded when
    it has been left, so that its recording is whole."""
    for level, following in zip(levels, [*levels[1:], None], strict=True):
        try:
            score = solve(window, level, picture, ways)
        except AssertionError:
            picture(f"{level}-failed")
            raise
        if score.won and following is not None:
            _go_on(window, score.recording)
        else:
            window.key("ctrl+q")
            if window.until(lambda state: state["dialog"] == "question" or window.closed)["dialog"]:
                window.click("question.discard")
            window.ends()
        yield score
        if not score.won:
            return


def _go_on(window: Window, left: Path) -> None:
    """Click *Next level*, and at the end of a chapter *Go on*, until another recording is written than the one left."""
    window.click("card.next")
    state = window.until(lambda state: state["session_file"] != str(left) or "ending.next" in state["rects"])
    if state["session_file"] == str(left):
        window.click("ending.next")
        window.until(lambda state: state["session_file"] != str(left))


def proven(score: Score) -> bool:
    """Tell whether the session's recording says that it was won, and replays to the same bits."""
    marks = [mark.what for mark in reader.read(score.recording).marks]
    ran = subprocess.run([sys.executable, "-m", "sandbox", "verify", str(score.recording)], capture_output=True)
    return score.won and "won" in marks and ran.returncode == 0


def solutions_by_name() -> dict[str, Path]:
    """The recordings that solve the bundled levels, by the names of these, in the order of the campaign."""
    beside = [(path.stem, solution_beside(path)) for path in library.bundled_levels()]
    return {name: path for name, path in beside if path is not None}


def rows_of_levels(names: list[str]) -> list[list[str]]:
    """The levels asked for, in runs that follow one another in the campaign."""
    order = list(solutions_by_name())
    unknown = [name for name in names if name not in order]
    if unknown:
        sys.exit(f"no level with a solution is called {', '.join(unknown)}; there are {', '.join(order)}")
    rows: list[list[str]] = []
    for name in order if not names else [name for name in order if name in names]:
        if rows and order.index(rows[-1][-1]) + 1 == order.index(name):
            rows[-1].append(name)
        else:
            rows.append([name])
    return rows


@contextmanager
def window_manager(display: str) -> Iterator[str]:
    """A window manager on an X server; its name, or nothing if none is installed."""
    name = next(filter(shutil.which, MANAGERS), "")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([name], env=os.environ | {"DISPLAY": display}, **quiet) if name else None
    try:
        yield name
    finally:
        if process is not None:
            process.terminate()
            process.wait()


@contextmanager
def opened(display: str, level: str, drawn: bool, managed: bool = False) -> Iterator[Window]:
    """A window that has just been opened with a level, for somebody who has never played."""
    with tempfile.TemporaryDirectory() as folder:
        (path,) = [path for path in library.bundled_levels() if path.stem == level]
        window = Window(display, Path(folder), path, drawn, managed)
        try:
            yield window
        finally:
            if window.process.poll() is None:
                window.process.kill()
            window.process.wait()


def main() -> int:
    options = argparse.ArgumentParser(description="The levels solved in the real window by mouse.")
    options.add_argument("levels", nargs="*", help="names; the whole campaign, if none is given")
    options.add_argument("--pictures", type=Path, help="a folder for a picture of each win")
    options.add_argument(
        "--links", choices=WAYS, help="how links are drawn; in each of these ways in turn, if not given"
    )
    asked = options.parse_args()
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    ways = [asked.links] if asked.links else WAYS
    failed = 0
    with x_server() as display, window_manager(display) as manager:
        print(f"window manager: {manager or 'none'}")
        print(f"{'level':<12} {'actions':>7} {'seconds':>7} {'tries':>5} {'off mm':>6}  proof")

        def picture(level: str) -> None:
            if asked.pictures is not None:
                ImageGrab.grab(xdisplay=display).save(asked.pictures / f"{level}.png")

        for levels in rows_of_levels(asked.levels):
            with opened(display, levels[0], asked.pictures is not None, bool(manager)) as window:
                failed += len(levels)
                for score in campaign(window, levels, picture, ways):
                    proof = proven(score)
                    failed -= proof
                    print(
                        f"{score.level:<12} {score.actions:>7} {score.seconds:>7.1f} {score.tries:>5} "
                        f"{score.off * 1000:>6.0f}  {'verified' if proof else 'NOT WON'}", flush=True,
                    )  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
