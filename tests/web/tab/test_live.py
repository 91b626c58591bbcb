"""A level that is played by messages, as a page sends them, here without a browser."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.design.design import Design
from sandbox.levels import levels, sharing
from sandbox.levels.library import bundled_dir
from sandbox.recording import reader
from sandbox.render.instances import pieces
from sandbox.verify.verify import verify
from sandbox.web.tab import picture_layout
from sandbox.web.tab.live import LiveLevel, level_message
from sandbox.web.tab.picture_layout import ByteBlock, Polygons
from tests.for_each import for_each

FRAME = 1000 / 60  # ms
WAYS = ("drop", "harbour/over-the-wheel", "mill/overdrive", "signalbox/first-wire")


def level_of(name: str) -> Design:
    return levels.read(bundled_dir() / f"{name}.toml")


class Page:
    """What a page does: it sends messages, and keeps what it is answered."""

    def __init__(self, name: str, folder: Path) -> None:
        level = level_of(name)
        self.live = LiveLevel(level_message(level, levels.dumps(level), levels.digest(level)), folder)
        self.now = 0.0
        self.state: dict[str, Any] = {}
        self.said: list[str] = []
        self.live.pictures()
        self._take()

    def _take(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.live.text)
        self.state |= answer
        self.said += [text for text, _ in answer.get("notices", ())]
        return answer

    def do(self, name: str, /, **more: object) -> dict[str, Any]:
        self.now += FRAME
        self.live.answer(json.dumps({"do": name, "now": self.now, **more}))
        return self._take()

    def click(self, x: float, y: float) -> None:
        for name in ("point", "press", "release"):
            self.do(name, x=x, y=y)

    def run_until_decided(self, seconds: float = 30.0) -> str:
        self.do("run")
        for _ in range(int(60 * seconds)):
            if self.do("frame") and self.state["run"]["outcome"] != "open":
                break
        return str(self.state["run"]["outcome"])

    def numbers(self, reference: dict[str, Any]) -> array[float]:
        kind = {"f4": "f", "f8": "d", "u4": "I", "u1": "B"}[reference["type"]]
        size = int(reference["type"][1]) * reference["count"]
        return array(kind, self.live.block[reference["at"] : reference["at"] + size])


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    return Page("drop", tmp_path)


def test_a_level_is_won_and_its_recording_passes(page: Page, tmp_path: Path) -> None:
    assert page.state["stock"][0]["left"] == 1
    page.do("arm", name=page.state["stock"][0]["name"])
    hint = page.live.level.hints[0]
    page.click(hint.x, hint.y)
    assert page.state["stock"][0]["left"] == 0
    assert page.run_until_decided() == "won"
    win = page.state["win"]
    assert win["stars"] >= 1 and win["insight"] == page.live.level.insight
    file = tmp_path / "mine.replay"
    file.write_bytes(page.live.recording())
    assert verify(file).verdict == "pass"
    assert reader.read(file).marks[0].what == "won"


def test_what_is_shared_is_read_and_proven(page: Page) -> None:
    page.do("arm", name=page.state["stock"][0]["name"])
    hint = page.live.level.hints[0]
    page.click(hint.x, hint.y)
    page.run_until_decided()
    shared = sharing.from_text(page.live.share())
    assert shared.solution is not None and sharing.prove(page.live.level, shared.solution).holds
    assert sharing.design_of(shared) == page.live.level


def test_a_refusal_is_said_and_changes_nothing(page: Page) -> None:
    page.do("arm", name=page.state["stock"][0]["name"])
    page.click(-50.0, -50.0)
    assert page.said == ["That is outside of the level; place it within the border."]
    assert page.state["stock"][0]["left"] == 1
    assert page.do("key", key="ctrl")["used"] is False


def test_by_keys_alone(page: Page) -> None:
    page.do("arm", name=page.state["stock"][0]["name"], by_key=True)
    assert page.state["pointer"] is not None
    before = tuple(page.state["pointer"])
    page.do("key", key="right")
    assert page.state["pointer"][0] == pytest.approx(before[0] + 0.05)
    page.do("key", key="enter")
    assert page.state["stock"][0]["left"] == 0
    page.do("key", key="esc")
    page.do("key", key="z", held=[False, True, False])
    assert page.state["stock"][0]["left"] == 1
    page.do("key", key="space")
    assert page.state["run"]["running"]
    page.do("key", key="r")
    assert not page.state["run"]["running"]


def test_nothing_is_done_in_the_past(page: Page) -> None:
    page.do("run")
    page.do("past", past=True)
    tick = page.state["tick"]
    page.do("frame")
    assert page.state["tick"] == tick
    page.do("key", key=" ")
    page.do("stop")
    assert not page.state["run"]["running"]


def test_time_is_that_of_the_page(page: Page) -> None:
    page.do("run")
    begin = page.state["tick"]
    for _ in range(30):
        page.do("frame")
    assert page.state["tick"] - begin in (119, 120, 121)
    page.do("speed", speed=0.25)
    begin = page.state["tick"]
    for _ in range(60):
        page.do("frame")
    assert page.state["tick"] - begin in (59, 60, 61)
    page.do("step")
    begin = page.state["tick"]
    page.do("frame")
    assert page.state["tick"] == begin and page.state["run"]["paused"]


def test_an_unknown_message_is_no_command(page: Page) -> None:
    with pytest.raises(ValueError, match="nothing that can be done"):
        page.do("format_disk")


@for_each(("drop", "harbour/over-the-wheel", "harbour/cargo", "nightshift", "gears", "draught"))
def test_the_picture_is_the_desktops(name: str) -> None:
    level = level_of(name)
    layout, block = picture_layout.of_design(level, polygons := Polygons()), ByteBlock()
    described, shown = layout.described(block), pieces.of_design(level)
    data = block.bytes

    def bytes_of(reference: dict[str, Any]) -> bytes:
        size = int(reference["type"][1]) * reference["count"]
        return data[reference["at"] : reference["at"] + size]

    mine = np.frombuffer(bytes_of(described["table"]), shown.bodies.dtype)
    for field in ("place", "size", "look", "ball", "tint"):
        assert (mine[field] == shown.bodies[field]).all(), field
    assert bytes_of(described["rows"]) == shown.body_rows.astype("u4").tobytes()
    assert layout.motions() == shown.rows.tobytes()
    for side, cords in (("behind", shown.behind), ("front", shown.front)):
        assert bytes_of(described[side]["table"]) == cords.static.tobytes()
        assert bytes_of(described[side]["lengths"]) == cords.lengths.tobytes()
    assert polygons.described(block) is not None and polygons.described(block) is None
