"""A level that is played by messages, as a page sends them, here without a browser."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.commands.commands import Connect, Place, Press
from sandbox.design.design import Design, End
from sandbox.levels import levels, sharing
from sandbox.levels.library import bundled_dir
from sandbox.recording import reader
from sandbox.render.effects.falling_rope import FallingRope
from sandbox.render.instances import pieces
from sandbox.render.overlay import MARK_INSTANCE
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.render.scenes import lamps
from sandbox.verify.verify import verify
from sandbox.web.page.page_canvas import PageCanvas, cord_rows
from sandbox.web.tab import picture_layout
from sandbox.web.tab.live import LiveLevel, level_message
from sandbox.web.tab.picture_layout import ByteBlock, Polygons
from tests.contraptions import Builder
from tests.for_each import for_each

FRAME = 1000 / 60  # ms
REPLAYS = Path(__file__).parents[3] / "replays"
VIEW = {"pixel": 0.004, "bounds": [0.0, 0.0, 4.8, 2.7], "coarse": 1.0, "still": False}


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


def test_it_says_what_would_lose_what_has_lost_and_what_earns_stars(tmp_path: Path) -> None:
    page = Page("rink/parade", tmp_path)
    level = page.live.level
    assert page.state["rules"]["fails"] == ["A penguin has come to grief"], "said once, of all three"
    assert page.state["rules"]["broken"] == "" and level.par is not None
    assert page.state["rules"]["aims"][0] == f"With {level.par.parts} pieces or fewer"
    assert page.run_until_decided() == "lost"
    assert page.state["rules"]["broken"] == "A penguin has come to grief"


def test_what_a_given_part_does_and_weighs_is_said_as_it_is(tmp_path: Path) -> None:
    page = Page("greenhouse/light-luggage", tmp_path)
    gate = next(spec for spec in page.live.level.parts if spec.name == "the gate")
    page.click(gate.x, gate.y)
    chosen = page.state["chosen"]
    assert chosen["title"] == "The gate" and chosen["help"].startswith("A piece of metal.")
    assert chosen["help"].endswith("It weighs 2.6 kg.")


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


def fields(page: Page) -> dict[str, dict[str, Any]]:
    return {field["name"]: field for field in page.state["chosen"]["fields"]}


def test_values_of_a_part_are_set_in_its_fields(page: Page) -> None:
    page.do("arm", name=page.state["stock"][0]["name"])
    hint = page.live.level.hints[0]
    page.click(hint.x, hint.y)
    page.do("cancel")
    page.click(hint.x, hint.y)
    part = page.state["chosen"]["id"]
    page.do("set", id=part, name="x", value=hint.x + 0.012)
    assert fields(page)["x"]["value"] == pytest.approx(hint.x + 0.012) and fields(page)["x"]["open"]
    assert page.live.editor.design.part_by_id[part].y == pytest.approx(hint.y)
    page.do("undo")
    assert fields(page)["x"]["value"] == pytest.approx(hint.x)
    page.do("run")
    assert not fields(page)["x"]["open"], "nothing is moved while it runs"


def choose_link(page: Page, kind: str, a: End, b: End) -> int:
    """Tie two ports with a link from the stock, and choose it."""
    assert page.live.host.gate.do(Connect(kind, a.part, a.port, b.part, b.port)), page.live.host.gate.notices
    link = page.live.editor.design.links[-1]
    page.live.editor.selection.ids = (link.id,)
    page.do("frame")
    return link.id


def test_how_a_belt_is_laid_is_set(tmp_path: Path) -> None:
    page = Page("mill/in-a-hurry", tmp_path)
    link = choose_link(page, "belt", End(8, "shaft"), End(9, "shaft"))
    assert fields(page)["crossed"] | {"help": ""} == {
        "name": "crossed", "title": "Crossed", "type": "switch", "value": False, "open": True, "help": "",
    }  # fmt: skip
    page.do("set", id=link, name="crossed", value=True)
    assert fields(page)["crossed"]["value"] and page.live.editor.design.link_by_id[link].props["crossed"]
    page.do("undo")
    assert not fields(page)["crossed"]["value"] and page.said == []


def test_what_comes_with_the_stock_is_shown_and_not_set(tmp_path: Path) -> None:
    page = Page("harbour/over-the-wheel", tmp_path)
    link = choose_link(page, "rope", End(12, "middle"), End(30, "ring"))
    assert not fields(page)["slack"]["open"]
    page.do("set", id=link, name="slack", value=0.1)
    assert page.said == ["Links from the stock come as they are; slack of a rope can't be set."]
    assert fields(page)["slack"]["value"] == 0.0


def test_a_blast_is_drawn_and_a_pause_holds_it(tmp_path: Path) -> None:
    page = Page("demolition", tmp_path)
    for kind, x, y in (("domino", 1.3, 2.0), ("domino", 1.6, 2.0), ("dynamite", 2.25, 0.69)):
        assert page.live.host.gate.do(Place(kind, x, y))
    dynamite = page.live.editor.design.parts[-1].id
    choose_link(page, "wire", End(14, "signal"), End(dynamite, "signal"))
    page.do("run")

    def effects(message: str = "frame") -> int | None:
        """How many marks of effects there are now; None: as before."""
        marks = page.do(message, view=VIEW).get("marks", {})
        return marks["effects"]["count"] // MARK_INSTANCE.itemsize if "effects" in marks else None

    heard: list[Any] = []
    seen = [(effects(), heard.extend(page.state.pop("sounds", ())))[0] for _ in range(720)]
    blast = next(number for number, count in enumerate(seen) if count)
    assert blast > 60, "nothing has happened before"
    assert max(count or 0 for count in seen) > 10
    named = [tuple(sound[:2]) for sound in heard]
    assert (named.count(("cue", "bang")), named.count(("desk", "won"))) == (1, 1)
    page.do("run", view=VIEW)
    assert effects() is None and effects() is None, "while it is paused nothing moves"
    assert effects("stop") in (0, None) and page.live.picture._effects.overlay.packed() == b""


@for_each(("let-there-be-light", "tea-time"))
def test_lamps_light_as_on_a_desktop(name: str) -> None:
    (file,) = REPLAYS.rglob(f"{name}.replay")
    script = film_plan.read(file)
    player, canvas = FilmPlayer(script), PageCanvas("full")
    player.to(script.ticks // 2)
    machine = player.session.machine
    assert machine is not None
    machine.read_rows()
    canvas.show_machine(machine)
    lit, tints = lamps.shining(canvas.pieces, canvas.body_rows(), 0.0)
    mine = picture_layout.of_machine(machine, Polygons()).lamps(machine)
    assert len(mine) > 0
    np.testing.assert_allclose(np.array(mine), np.hstack([lit, tints]), atol=1e-5)
    layout = picture_layout.of_machine(machine, Polygons())
    machine.states[:] = 0.0
    always = [lamp for lamp in mine if min(lamp[4:]) > 0.7]  # a table lamp, whose shade is nearly white
    assert [lamp[:2] for lamp in layout.lamps(machine)] == [lamp[:2] for lamp in always], "those that are off are dark"


def falling(page: Page) -> list[FallingRope]:
    return [effect for effect in page.live.picture._effects._going if isinstance(effect, FallingRope)]


def test_a_rope_that_is_cut_falls_from_both_its_ends(tmp_path: Path) -> None:
    b = Builder()
    anchor, weight = b.part("anchor", 3.2, 2.0), b.part("weight", 3.2, 1.0)
    b.part("floor", 2.0, 0.05, width=4.0)
    scissors = b.part("scissors", 3.05, 1.5)
    rope = b.link("rope", anchor, "hook", weight, "ring")
    page = Page("drop", tmp_path)
    level = b.design()
    page.live = LiveLevel(level_message(level, levels.dumps(level), levels.digest(level)), tmp_path)
    page.do("run")
    for _ in range(20):
        page.do("frame", view=VIEW)
    assert not falling(page) and page.live.picture._effects.overlay.packed() == b"", "it still hangs"
    assert page.live.host.gate.do(Press(scissors))
    for _ in range(60):
        count = page.do("frame", view=VIEW).get("marks", {}).get("effects", {}).get("count", 0)
        if falling(page):
            break
    machine = page.live.session.machine
    assert machine is not None and rope not in machine.links
    (fallen,) = falling(page)
    upper, lower = fallen.halves
    assert upper[-1] == lower[-1] == pytest.approx((3.2, 1.5), abs=0.1), "where the blades are"
    assert upper[0][1] > 1.8 > 1.3 > lower[0][1]
    assert count // MARK_INSTANCE.itemsize >= len(upper) + len(lower)
    for _ in range(round(60 * fallen.life) + 2):
        page.do("frame", view=VIEW)
    assert not falling(page), "it is over"


@for_each(("over-the-wheel", "snip"))
def test_ropes_are_where_a_desktop_draws_them(name: str) -> None:
    (file,) = REPLAYS.rglob(f"{name}.replay")
    player = FilmPlayer(film_plan.read(file))
    player.to(player.script.ticks // 2)
    machine = player.session.machine
    assert machine is not None
    rows, states = np.array(machine.read_rows()), np.array(machine.states)
    cords = pieces.of_machine(machine).behind
    shown = cords.drawn(cord_rows(cords, rows, states))
    mine = picture_layout.of_machine(machine, Polygons()).drawn(rows.tobytes(), states.tobytes())
    assert len(mine) == len(shown) and any(piece.arc for piece in mine) and any(any(piece.anchors) for piece in mine)
    for one, other in zip(mine, shown, strict=True):
        assert (one.owner, one.rows, one.arc) == (other.owner, other.rows, other.arc)
        assert one.anchors == pytest.approx(other.anchors, abs=1e-6)
        assert one.moving == pytest.approx(other.moving, rel=1e-5, abs=1e-5)


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
