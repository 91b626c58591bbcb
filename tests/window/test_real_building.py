"""A contraption built by hand in the real window: every way of building, with real mouse and keys, in one session."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox.commands.commands import Together
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing import handles, picking
from sandbox.editing.editor import TAP
from sandbox.levels import levels
from sandbox.recording.reader import read
from sandbox.render.marks.editing_marks import STAND_OFF
from sandbox.verify.verify import Verdict, verify
from tests.contraptions import Builder
from tests.real_window import State, Window, window

__all__ = ["window"]  # a fixture


def shop() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 0.8, 0.7)  # 2
    b.part("crate", 1.4, 1.0, width=0.2, height=0.2)  # 3
    b.part("crate", 2.2, 0.8, width=0.25, height=0.25)  # 4
    b.part("bowling_ball", 2.8, 1.4)  # 5
    b.part("anchor", 3.6, 1.2)  # 6
    b.part("pulley", 3.2, 2.0)  # 7
    return b.design()


def part(state: State, id_: int) -> list[Any]:
    """x, y and angle of a part."""
    return next(found[2:] for found in state["parts"] if found[0] == id_)


def spec_of(child: Window, id_: int) -> PartSpec:
    kind = next(found[1] for found in child.state["parts"] if found[0] == id_)
    return PartSpec(id_, kind, *part(child.state, id_), props=child.state["sizes"][str(id_)])


def stand_off(child: Window) -> float:
    return STAND_OFF / child.state["camera"][6]


def handle(child: Window, id_: int, what: str, name: str = "") -> Point:
    spots = handles.of_part(spec_of(child, id_), stand_off(child))
    return next((spot.x, spot.y) for spot in spots if (spot.target.what, spot.target.name) == (what, name))


def tap(child: Window, id_: int) -> Point:
    found = picking.taps(spec_of(child, id_), stand_off(child) * TAP)[0]
    return found.x, found.y


def test_everything_is_built_with_real_mouse_and_keys(window: Callable[..., Window], tmp_path: Path) -> None:
    levels.write(tmp_path / "shop.toml", shop())
    child = window(tmp_path / "shop.toml")

    def steps(more: int) -> State:
        """Wait until so many steps have been made since the last time."""
        nonlocal done
        done += more
        return child.until(lambda state: state["steps"] == done)

    done = 0

    # select: click, Shift, rubber band, all; a group is moved, turned, mirrored, duplicated, deleted in one step each
    child.click((0.8, 0.7))
    child.until(lambda state: state["selection"] == [2])
    child.do("keydown", "shift")
    child.click((1.4, 1.0))
    child.do("keyup", "shift")
    child.until(lambda state: state["selection"] == [2, 3])
    child.key("Escape")
    child.carry((0.5, 1.3), (1.0, 0.6), (2.45, 0.4))
    child.until(lambda state: state["selection"] == [2, 3, 4])
    child.carry((0.8, 0.7), (0.85, 0.75), (0.9, 0.8))
    state = steps(1)
    assert part(state, 4)[0] > 2.25
    for key in ("q", "f", "shift+f", "ctrl+d", "Delete"):
        child.key(key)
        state = steps(1)
    assert len(state["parts"]) == 7
    child.key("ctrl+a")
    child.until(lambda state: len(state["selection"]) == 7)

    # align and distribute, from the menu and by key; back by the list of steps
    child.key("Escape")
    child.carry((0.4, 1.6), (1.0, 0.6), (2.6, 0.3))
    child.until(lambda state: state["selection"] == [2, 3, 4])
    child.click("menu.Arrange")
    child.click("menu.align_bottom")
    state = steps(1)
    boxes = [picking.box_of(spec_of(child, id_)) for id_ in (2, 3, 4)]
    assert max(box.y0 for box in boxes) - min(box.y0 for box in boxes) < 1e-6
    child.key("ctrl+shift+h")
    steps(1)
    child.key("ctrl+z")
    done -= 1
    child.until(lambda state: state["steps"] == done)
    child.key("ctrl+y")
    steps(1)
    child.key("ctrl+h")
    child.click(f"step.{done - 6}")
    child.until(lambda state: state["steps"] == done - 6)
    child.click(f"step.{done}")
    child.until(lambda state: state["steps"] == done)
    child.click("steps.close")

    # several at once in the inspector; the handle of the group
    child.click("prop.height")
    child.until(lambda state: state["typing"])
    child.type("22 cm")
    child.key("Return")
    state = steps(1)
    assert [state["sizes"][id_]["height"] for id_ in ("2", "3", "4")] == [0.22] * 3
    box = picking.box_around(spec_of(child, id_) for id_ in (2, 3, 4))
    x, y = (box.x0 + box.x1) / 2, box.y1 + stand_off(child)
    before = [part(state, id_)[2] for id_ in (2, 3, 4)]
    child.carry((x, y), (x + 0.2, y), (x + 0.5, y))
    state = steps(1)
    by = {round((part(state, id_)[2] - angle) % math.tau, 6) for id_, angle in zip((2, 3, 4), before, strict=True)}
    assert len(by) == 1 and math.pi < by.pop() < math.tau, "all of them, clockwise"
    child.key("ctrl+z")
    done -= 1
    child.until(lambda state: state["steps"] == done)

    # copy, cut and paste; nudged by keys; Tab
    child.key("Escape")
    for key, selected in (("Tab", 1), ("Tab", 2), ("Tab", 3), ("shift+Tab", 2)):
        child.key(key)
        child.until(lambda state, selected=selected: state["selection"] == [selected])
    before = part(child.state, 2)
    child.key("Right")
    child.key("shift+Right")
    state = steps(2)
    assert abs(part(state, 2)[0] - before[0] - 0.011) < 1e-9
    child.key("ctrl+c")
    child.move((0.4, 1.9))
    child.key("ctrl+v")
    steps(1)
    child.key("ctrl+x")
    steps(1)

    # typed with a unit, several at once, reset; resized and turned by the handles; locked, and in front
    child.click((2.8, 1.4))
    child.until(lambda state: state["selection"] == [5])
    child.click("value.x")
    child.until(lambda state: state["typing"])
    child.type("2750 mm")
    child.key("Return")
    state = steps(1)
    assert part(state, 5)[0] == 2.75
    for widget, text in (("value.y", "1.45"), ("value.angle", "1/4 turn")):
        child.click(widget)
        child.until(lambda state: state["typing"])
        child.type(text)
        child.key("Return")
        state = steps(1)
    assert part(state, 5)[1] == 1.45 and 1.57 < part(state, 5)[2] < 1.5709
    # what snaps is switched by keys, and suspended by Alt
    for key, left in (("shift+g", [False, True, True]), ("shift+s", [False, False, True]), ("shift+g", None),
                      ("shift+s", [True] * 3)):  # fmt: skip
        child.key(key)
        child.until(lambda state, left=left: left is None or state["snap"] == left)
    child.do("keydown", "alt")
    child.carry((2.75, 1.45), (2.71, 1.46), (2.733, 1.473))
    child.do("keyup", "alt")
    state = steps(1)
    assert part(state, 5)[:2] != [2.75, 1.45] and abs(part(state, 5)[0] * 20 % 1 - 0.5) < 0.49, "on no line of the grid"
    child.key("ctrl+z")
    done -= 1
    child.until(lambda state: state["steps"] == done)
    crate = spec_of(child, 3)
    child.click((crate.x, crate.y))
    child.until(lambda state: state["selection"] == [3])
    x, y = handle(child, 3, "size", "width")
    out = (0.5 * (x - crate.x), 0.5 * (y - crate.y))  # away from its middle: half as long again on this side
    child.carry((x, y), (x + out[0] / 2, y + out[1] / 2), (x + out[0], y + out[1]))
    state = steps(1)
    assert state["sizes"]["3"]["width"] > 0.22
    x, y = handle(child, 3, "turn")
    child.carry((x, y), (x - 0.1, y), (x - 0.3, y - 0.15))
    state = steps(1)
    assert part(state, 3)[2] > 0.5
    child.click("reset.width")
    state = steps(1)
    assert "width" not in state["sizes"]["3"]
    child.key("ctrl+Prior")
    child.key("ctrl+k")
    state = steps(2)
    assert state["locked"] == [3] and state["layers"] == {"3": 1}
    crate = spec_of(child, 3)
    child.carry((crate.x, crate.y), (crate.x, crate.y + 0.2), (crate.x, crate.y + 0.3))
    child.until(lambda state: "is locked" in state["message"])

    # out of the palette by its search, by drag, and back again; a favourite
    child.key("ctrl+f")
    child.until(lambda state: state["typing"])
    child.type("domino")
    child.until(lambda state: state["search"] == "domino")
    child.carry("part.domino", (1.0, 1.8), (1.0, 1.9))
    state = steps(1)
    domino = state["parts"][-1][0]
    child.key("ctrl+b")
    child.until(lambda state: "now one of your favourites" in state["message"])
    child.carry((1.0, 1.9), (0.5, 1.9), "search")
    state = steps(1)
    assert domino not in [found[0] for found in state["parts"]]

    # a polygon, point by point
    child.key("ctrl+f")
    child.until(lambda state: state["typing"])
    child.key("ctrl+a")
    child.type("free shape")
    child.until(lambda state: state["search"] == "free shape")
    child.key("Return")
    child.until(lambda state: state["armed"] == "polygon")
    for corner in ((0.3, 1.2), (0.6, 1.2), (0.45, 1.5), (0.3, 1.2)):  # back at the first one it ends
        child.click(corner)
    steps(1)

    # joined by a rope that is drawn over a pulley
    child.click((2.75, 1.45))
    child.until(lambda state: state["selection"] == [5])
    child.carry(tap(child, 5), (2.8, 1.7), (3.2, 2.0), (3.5, 1.6), _hook(child))
    state = steps(1)
    assert state["links"][-1][1] == "rope" and list(state["via"].values()) == [[7]]

    # a group with its rope: duplicated, mirrored, turned, cut, pasted, deleted, each in one step; then none of it
    child.key("Escape")
    child.carry((2.5, 2.22), (3.0, 1.5), (3.9, 1.0))
    child.until(lambda state: state["selection"] == [5, 6, 7])
    for key, links in (("ctrl+d", 2), ("f", 2), ("q", 2), ("ctrl+x", 1), ("ctrl+v", 2), ("Delete", 1)):
        child.key(key)
        state = steps(1)
        assert len(state["links"]) == links, key
    for _ in range(6):
        child.key("ctrl+z")
    done -= 6
    child.until(lambda state: state["steps"] == done)

    # an overlap is marked at once, refuses the start, and is gone to
    child.key("Escape")
    crate = spec_of(child, 4)
    child.carry((crate.x, crate.y), (crate.x, 0.3), (crate.x, 0.12))
    child.until(lambda state: state["overlaps"])
    steps(1)
    child.key("space")
    child.until(lambda state: "would be torn apart" in state["message"])
    assert not child.state["running"]
    child.click("toast.show_overlap")
    child.until(lambda state: len(state["selection"]) == 2)
    child.key("ctrl+z")
    done -= 1
    child.until(lambda state: not state["overlaps"] and state["steps"] == done)

    # and it runs
    child.key("space")
    child.until(lambda state: state["running"] and state["tick"] > 0)
    start = child.state["tick"]
    child.until(lambda state: state["tick"] > start + 240)
    child.key("r")
    child.until(lambda state: not state["running"])
    path = Path(child.state["session_file"])
    child.key("ctrl+q")
    child.click("question.discard")
    assert child.ends() == 0

    groups = [command for _, command in read(path).commands if isinstance(command, Together)]
    assert len(groups) >= 5 and all(len(group.edits) > 1 for group in groups)
    report = verify(path)
    assert report.verdict is Verdict.PASS, report
    assert report.compared > 200


def _hook(child: Window) -> Point:
    found = next(picking.sockets(spec_of(child, 6)))
    return found.x, found.y
