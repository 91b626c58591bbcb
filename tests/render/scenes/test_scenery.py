"""Scenes as they are drawn: each compiles, moves with time and view, lights the parts, and lets them be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec, World
from sandbox.design.geometry import Box
from sandbox.design.scenes import PAPER, SCENES
from sandbox.machine.machine import Machine
from sandbox.render.camera import Camera
from sandbox.render.colours import PALETTES
from sandbox.render.scenes import scenery
from tests.contraptions import Builder
from tests.render.scenes import contrast

NAMES = [name for name in SCENES if name != PAPER]
EMPTY = Design(title="Empty", world=World(width=4.0, height=2.25))
Pixels = npt.NDArray[np.int16]


class Stage:
    """A canvas of its own, so that no other test's scene stays on it."""

    def __init__(self, width: int = 320, height: int = 180) -> None:
        from sandbox.render.canvas import Canvas
        from sandbox.render.pictures.offscreen import Target

        self.canvas, self.target, self.camera = Canvas(), Target(width, height), Camera(width, height)
        self.canvas.grid = False
        self.camera.fit(Box(0.0, 0.0, 4.0, 2.25), 0.0)
        self.scenery = self.canvas.scenery

    def draw(self, design: Design | None = None, moment: float = 0.0) -> Pixels:
        if design is not None:
            self.canvas.show_design(design)
        self.scenery.moment = moment
        with self.target as target:
            self.canvas.draw(0.0, self.camera)
            return target.read()[:, :, :3].astype(np.int16)


@pytest.fixture
def stage(gl_window: Any) -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.target.delete()


def moved(a: Pixels, b: Pixels) -> float:
    """Share of the pixels that differ visibly."""
    return float((np.abs(a - b).max(axis=2) > 3).mean())


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_draws_and_moves_and_stands_still_if_asked(stage: Stage, name: str) -> None:
    level = replace(EMPTY, scene=name)
    first = stage.draw(level)
    assert first.std() > 8, "something is to be seen"
    assert moved(first, stage.draw(replace(EMPTY, scene=PAPER))) > 0.5
    assert moved(first, stage.draw(level, moment=4.0)) > 0.001, "something in it is alive"
    assert moved(first, stage.draw(level)) == 0.0, "the same moment is the same picture"
    stage.scenery.still = True
    assert moved(stage.draw(moment=0.0), stage.draw(moment=4.0)) == 0.0


def test_far_layers_stay_behind_when_the_view_moves(stage: Stage) -> None:
    stage.draw(replace(EMPTY, scene="harbour"))
    with_view = []
    for still in (False, True):
        stage.scenery.still = still
        stage.camera.x = 2.0
        before = stage.draw()
        stage.camera.x = 2.5
        after = stage.draw()
        shift = round(0.5 * stage.camera.zoom)
        sky = np.s_[10:60, 20:-60]
        with_view.append(float(np.abs(before[:, shift:][sky] - after[:, :-shift][sky]).mean()))
    follows, fixed = with_view
    assert fixed < 1.0 < follows, "under less motion the scene moves as the paper does"


def test_two_levels_in_one_scene_look_different(stage: Stage) -> None:
    level = replace(EMPTY, scene="mill")
    assert moved(stage.draw(level), stage.draw(replace(level, title="Another"))) > 0.1


def test_graph_paper_is_drawn_for_every_level_if_the_user_wants_that(stage: Stage) -> None:
    paper = stage.draw(EMPTY)
    stage.scenery.mode = PAPER
    assert moved(paper, stage.draw(replace(EMPTY, scene="circus"))) == 0.0


def test_a_plain_scene_is_drawn_once_for_one_view(stage: Stage) -> None:
    backdrop = stage.scenery.backdrop
    stage.draw(replace(EMPTY, scene="rink"))
    for mode, more in (("full", 3), ("plain", 1)):
        stage.scenery.mode = mode
        before = backdrop.drawn
        for moment in (1.0, 2.0, 3.0):
            stage.draw(moment=moment)
        assert backdrop.drawn - before == more


def test_a_slow_scene_becomes_plain_by_itself_and_a_quick_one_does_not(stage: Stage) -> None:
    watch = stage.scenery.backdrop.watch
    for nanoseconds, adapts, style in ((9_000_000, True, "plain"), (9_000_000, False, "full"), (900_000, True, "full")):
        watch.nanoseconds = [nanoseconds] * 8
        stage.scenery.adapts = adapts
        assert stage.scenery.style == style
    stage.scenery.adapts, watch.nanoseconds = True, [9_000_000] * 7
    assert stage.scenery.style == "full", "too few to judge by"


# -- light and materials


def test_floors_and_walls_take_the_materials_of_the_scene(stage: Stage) -> None:
    b = Builder()
    b.part("floor", 2.0, 1.0, width=2.0, height=0.4)
    level = replace(b.design(), world=EMPTY.world, scene=PAPER)
    at = np.s_[90:110, 120:200]
    on_paper = stage.draw(level)[at].mean(axis=(0, 1))
    on_ice = stage.draw(replace(level, scene="rink"))[at].mean(axis=(0, 1))
    assert on_paper[0] > on_paper[2] + 40, "wood is brown"
    assert on_ice[2] > on_ice[0], "ice is not"


def test_a_painted_window_shows_the_time_of_day_of_its_scene(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder()
    window = b.part("scenery", 2.0, 1.1, look="window", size=3.0)
    b.part("scenery", 0.5, 0.5, look="plant")
    level = replace(b.design(), world=EMPTY.world)
    x, y = stage.camera.to_screen(2.3, 1.3)  # beside the moon
    at = np.s_[180 - round(y) - 2 : 180 - round(y) + 3, round(x) - 2 : round(x) + 3]
    for name, scene in SCENES.items():
        sky = stage.draw(replace(level, scene=name))[at].mean()
        assert sky < 80 if scene.light.night else sky > 120, (name, sky)
    for share in ("_PALE", "_PALE_NIGHT"):
        monkeypatch.setattr(scenery, share, 0.0)  # how pale pictures are is each scene's own
    by_day, by_night = (_tints(stage, replace(level, scene=name)) for name in ("mill", "signalbox"))
    changed = {owner for owner, tint in by_day ^ by_night}
    assert changed == {window}, "a plant is as green by night, but for the light that falls on it"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_only_a_picture_is_paler_than_what_things_run_into(stage: Stage, name: str) -> None:
    b = Builder()
    crate, plant, lamp = (
        b.part("crate", 1.0, 1.0),
        b.part("scenery", 2.0, 1.0),
        b.part("scenery", 3.0, 1.0, look="lamp"),
    )
    level = replace(b.design(), world=EMPTY.world)
    usual, paler = (_tints(stage, replace(level, scene=scene)) for scene in (PAPER, name))
    assert {tint for owner, tint in usual if owner == crate} == {tint for owner, tint in paler if owner == crate}
    haze = np.array([round(255 * share) for share in SCENES[name].haze])

    def far(tints: set[tuple[int, tuple[int, ...]]], part: int) -> list[float]:
        return sorted(np.abs(np.array(tint[:3]) - haze).sum() for owner, tint in tints if owner == part)

    assert all(pale < 0.9 * full for pale, full in zip(far(paler, plant), far(usual, plant), strict=True))
    bulbs = [{tint for owner, tint in tints if owner == lamp} for tints in (usual, paler)]
    assert bulbs[0] & bulbs[1], "its bulb gives as much light"


def _tints(stage: Stage, level: Design) -> set[tuple[int, tuple[int, ...]]]:
    """The tints of a level's instances, with the parts that they belong to."""
    stage.canvas.show_design(level)
    pieces = stage.canvas._scene.pieces
    tints = pieces.bodies["tint"].tolist()
    return {(int(owner), tuple(tint)) for owner, tint in zip(pieces.owners, tints, strict=True)}


def test_a_lamp_lights_the_night(stage: Stage) -> None:
    """A table lamp among the ornaments is always lit; a dynamite's fuse is only when it burns."""
    crate = PartSpec(2, "crate", 1.6, 1.0)
    night = replace(EMPTY, scene="signalbox", parts=(crate,), next_id=3)
    lamp = PartSpec(1, lamp_kind(), 2.0, 1.0, props={"look": "lamp"})
    dark = stage.draw(night)
    lit = stage.draw(replace(night, parts=(lamp, crate)))
    x, y = stage.camera.to_screen(1.6, 1.0)
    box = np.s_[int(180 - y) - 8 : int(180 - y) + 8, int(x) - 8 : int(x) + 8]
    assert lit[box].mean() > dark[box].mean() + 6
    day = replace(night, scene="quarry")
    without, with_lamp = stage.draw(day), stage.draw(replace(day, parts=(lamp, crate)))
    assert abs(with_lamp[box].mean() - without[box].mean()) < 2, "by day it does not show"


def lamp_kind() -> str:
    from sandbox.parts import KINDS

    return next(name for name, kind in KINDS.items() if "lamp" in getattr(kind.property("look"), "choices", ()))


def test_the_light_of_a_scene_leaves_graph_paper_alone(stage: Stage) -> None:
    b = Builder()
    b.part("crate", 2.0, 1.0)
    level = replace(b.design(), world=EMPTY.world)
    before = stage.draw(level)
    stage.draw(replace(level, scene="signalbox"))
    assert moved(before, stage.draw(level)) == 0.0


def test_a_machine_is_drawn_in_its_scene(stage: Stage) -> None:
    b = Builder()
    b.part("crate", 2.0, 1.0)
    level = replace(b.design(), world=EMPTY.world, scene="harbour")
    built = stage.draw(level)
    machine = Machine(level)
    machine.read_rows()
    stage.canvas.show_machine(machine)
    assert moved(built, stage.draw()) == 0.0


# -- legibility

LOW, USUAL, MARKS, BUSY = 1.5, 2.4, 1.4, 2.4  # see `contrast.Figures`; graph paper has 2.2, 3.1, 1.5 and 1.0


@pytest.fixture(scope="module")
def easel(gl_window: Any) -> Iterator[Any]:
    from sandbox.render.canvas import Canvas
    from sandbox.render.pictures.offscreen import Target

    target = Target(contrast.WIDTH, contrast.HEIGHT)
    yield Canvas(), target
    target.delete()


def faults(figures: contrast.Figures) -> list[str]:
    return [
        name
        for name, fails in (
            ("low", figures.low < LOW),
            ("usual", figures.usual < USUAL),
            ("marks", figures.marks < MARKS),
            ("busy", figures.busy > BUSY),
        )
        if fails
    ]


@pytest.mark.parametrize("theme", PALETTES.values(), ids=list(PALETTES))
@pytest.mark.parametrize("name", NAMES)
def test_parts_and_marks_stand_out_in_every_theme(easel: Any, name: str, theme: Any) -> None:
    figures = contrast.measure(*easel, name, theme)
    assert faults(figures) == [], figures


def test_a_bad_scene_is_found_out(easel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without haze, by night, with the light of noon taken away: a scene in which nothing can be read."""
    from sandbox.render.scenes import scenery

    bad = SCENES["lighthouse"]._replace(light=SCENES["lighthouse"].light._replace(above=(0.2,) * 3, below=(0.1,) * 3))
    monkeypatch.setitem(SCENES, "lighthouse", bad)
    monkeypatch.setattr(scenery, "_OUTLINED", 0.0)
    assert {"low", "usual"} <= set(faults(contrast.measure(*easel, "lighthouse", PALETTES["light"])))
    loud = SCENES["circus"]._replace(clarity=1.0, light=SCENES["circus"].light._replace(night=True))
    monkeypatch.setitem(SCENES, "circus", loud)
    monkeypatch.setattr(scenery, "_NIGHT", (1.0, 0.75, 0.5))
    assert faults(contrast.measure(*easel, "circus", PALETTES["light"]))


def test_no_two_levels_look_alike_in_the_chooser(gl_window: Any) -> None:
    from sandbox.editing import picking
    from sandbox.levels import levels, library

    stage, pictures = Stage(216, 135), []
    for path in library.bundled_levels():
        level = levels.read(path)
        stage.camera.fit(picking.box_of_level(level), 0.02)
        pictures.append(stage.draw(level)[::2, ::2])  # a quarter of the pixels tells the share of those that differ
    differ = [(np.abs(a - b).max(axis=2) > 24).mean() for n, a in enumerate(pictures) for b in pictures[:n]]
    assert min(differ) > 0.15
    stage.target.delete()
