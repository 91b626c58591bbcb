"""Pages in a real browser: they look like the window, ask for nothing, and do what their keys say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from sandbox.design.scenes import PAPER, SCENES
from sandbox.levels import levels
from sandbox.render import shaders
from sandbox.render.effects.air_flow import BRIGHT, streaks
from sandbox.render.effects.air_flow import STREAKS as STREAKS_OF_A_JET
from sandbox.render.effects.air_streams import of_run
from sandbox.render.instances import pieces as instances
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.tasks.progress import unseen
from sandbox.web.page import make
from sandbox.web.page.chapters import Cut, plan
from sandbox.web.page.make import PageOptions
from tests import chromium
from tests.chromium import Browser
from tests.contraptions import Builder
from tests.tools import page_pictures

REPLAYS = Path(__file__).parents[3] / "replays"
GEARS = REPLAYS / "gears.replay"
SECOND = PageOptions(cut=Cut(end=1.0), scenes=PAPER)
SMALL = (320, 240)  # px: drawing without a graphics card takes its time for each of them
pytestmark = pytest.mark.skipif(chromium.PROGRAM is None, reason=chromium.WHY_NOT)

COMPILE = """
(() => {
  const gl = document.createElement("canvas").getContext("webgl2"), faults = [];
  for (const [name, sources] of Object.entries(%s)) {
    const program = gl.createProgram();
    sources.forEach((source, i) => {
      const shader = gl.createShader(i ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) faults.push(name + ": " + gl.getShaderInfoLog(shader));
    });
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) faults.push(name + ": " + gl.getProgramInfoLog(program));
  }
  return faults;
})()
"""

UNHINDERED = "player.air.stop = () => {}; for (const jet of player.chapter.air) jet.frame = -1;"
STREAKS = """
(() => {
  let marks = [];
  player.go(0, player.chapter.ticks[%d] / player.head.rate);
  const { air: mesh } = player.painter.marks;
  mesh.setFixed = (bytes, count) => { marks = Array.from({ length: count }, (_, i) => {
    const at = bytes.byteOffset + 56 * i;
    return [...new Float32Array(bytes.buffer, at, 4), bytes[56 * i + 35]];
  }); };
  %s
  player.show();
  delete player.air.stop;
  delete mesh.setFixed;
  return marks;
})()
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.browser() as started:
        started.size(*SMALL)
        yield started


@pytest.fixture(scope="module")
def gears(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "gears.html"
    make.write(GEARS, path, SECOND, unseen)
    return path


def programs() -> dict[str, shaders.Source]:
    """All programs of the window."""
    programs = (shaders.paper, shaders.bodies, shaders.body_shadows, shaders.halos, shaders.cords, shaders.cord_shadows,
            shaders.overlay)  # fmt: skip
    every = {make_one.__name__: make_one() for make_one in programs}
    return every | {name: shaders.scene(name) for name in SCENES if name != PAPER}


def faults(browser: Browser, sources: dict[str, shaders.Source]) -> list[str]:
    """What a browser's compiler says against programs."""
    texts = {name: list(shaders.for_web(source)) for name, source in sources.items()}
    found: list[str] = browser.evaluate(COMPILE % json.dumps(texts))
    return found


def test_a_browser_compiles_every_program_of_the_window(browser: Browser) -> None:
    assert faults(browser, programs()) == []


def test_what_only_a_desktop_compiles_is_caught(browser: Browser) -> None:
    vertex, fragment = shaders.paper()
    loose = shaders.Source(vertex, fragment.replace("void main() {", "void main() { float x = 1;"))
    (fault,) = {line.partition(":")[0] for line in faults(browser, {"loose": loose})}
    assert fault == "loose"


def test_a_page_asks_for_nothing_and_looks_like_the_window(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "gears.html"
    make.write(GEARS, path, PageOptions(cut=Cut(end=0.5)), unseen)
    first = plan(film_plan.read(GEARS), 60, Cut(end=0.5))[0].shots[0].tick
    (difference,) = page_pictures.differences(browser, path, GEARS, tmp_path, [first + 96])
    browser.size(*SMALL)
    assert difference.alike, difference
    assert [url.partition("?")[0] for url in browser.requests] == [path.as_uri()] and browser.errors == []


def test_places_are_those_of_the_run_to_a_sixty_fourth_of_a_pixel(browser: Browser, gears: Path) -> None:
    browser.open(gears)
    shown = np.array(
        browser.evaluate(
            "Array.from({length: player.chapter.frames}, (_, frame) => "
            "(player.chapter.fillRows(frame), Array.from(player.chapter.rows)))"
        )
    ).reshape(61, -1, 6)
    step = browser.evaluate("player.chapter.fine")
    script = film_plan.read(GEARS)
    (chapter,) = plan(script, 60, SECOND.cut)
    player = FilmPlayer(script)
    for frame, (session, _) in enumerate(player.play(chapter.shots, lambda session, events: None)):
        assert session.machine is not None
        rows = session.machine.read_rows()
        assert np.abs(shown[frame, :, :2] - rows[:, :2]).max() <= 0.51 * step + 1e-6
        assert np.abs(shown[frame, :, 2] - rows[:, 2]).max() <= 0.01


def test_air_ends_where_that_of_the_window_ends(browser: Browser, tmp_path: Path) -> None:
    """A fan behind a turned wall and a falling ball, and a pad, whose air is even; a page has its own code for both."""
    b = Builder()
    b.part("fan", 0.5, 1.0, speed=10.0, reach=2.0)
    b.part("wall", 1.6, 1.15, angle=0.4, width=0.08, height=0.4)
    b.part("bowling_ball", 1.1, 1.5)
    b.part("antigravity", 3.0, 1.0, width=0.6, height=1.0)
    level, path = tmp_path / "air.toml", tmp_path / "air.html"
    levels.write(level, b.design())
    make.write(level, path, SECOND, unseen)
    browser.open(path)
    script = film_plan.read(level)
    (chapter,) = plan(script, 60, SECOND.cut)
    for frame, (session, _) in enumerate(FilmPlayer(script).play(chapter.shots[:31], lambda session, events: None)):
        if frame % 10 == 0:
            assert session.machine is not None
            streams = of_run(session.machine)
            pieces, rows = instances.of_machine(session.machine), session.machine.read_rows()
            moving = np.concatenate((rows[pieces.body_rows], np.zeros((len(pieces.body_rows), 1))), axis=1)
            ends, strength = zip(*(streaks(one, pieces, moving, session.tick / script.rate) for one in streams))
            shown = np.array(browser.evaluate(STREAKS % (frame, "")))
            assert len(streams) == 2 and shown.shape == (2 * STREAKS_OF_A_JET, 5)
            off = np.abs(shown[:, :4] - np.concatenate(ends)).max(axis=1)
            assert np.quantile(off, 0.97) < 0.004, "m; a streak may pass a corner by a hair, or not"
            assert np.quantile(np.abs(shown[:, 4] - BRIGHT * np.concatenate(strength)), 0.97) <= 2.0
            unhindered = np.array(browser.evaluate(STREAKS % (frame, UNHINDERED)))
            assert np.quantile(np.abs(shown - unhindered).max(axis=1), 0.9) > 0.1, "something stands in the way"


def test_it_is_played_by_keys_alone(browser: Browser, gears: Path) -> None:
    browser.open(gears)

    def now() -> Any:
        return browser.evaluate("[player.chapter.find(player.time)[0], player.playing, player.speed, player.theme]")

    browser.key(".", 190)
    browser.key(".", 190)
    browser.key(",", 188)
    assert now() == [1, False, 1, 0]
    browser.key("]", 221)
    browser.key("F9", 120)
    assert now() == [1, False, 2, 1]
    browser.key("End", 35)
    assert now()[0] == 60
    browser.key("r", 82)
    browser.key(" ", 32)
    assert now()[1]
    browser.key(" ", 32)
    browser.key("PageDown", 34)
    assert now()[:2] == [60, False]
    assert browser.evaluate("document.documentElement.classList.contains('dark')")


def test_the_name_of_what_is_pointed_at_is_shown(browser: Browser, gears: Path) -> None:
    browser.open(gears)
    name = browser.evaluate(
        "(({x, y, zoom, width, height}) => { const part = 6, row = 6 * player.chapter.bodyRows["
        "player.chapter.owners.indexOf(part)], at = player.chapter.rows;"
        "player.show(); player.point((at[row] - x) * zoom + width / 2, height / 2 - (at[row + 1] - y) * zoom);"
        "return [$('name').textContent, $('name').hidden, player.stage.hovered]; })(player.camera)"
    )
    assert name == ["Gear", False, 6]


def touch(browser: Browser, kind: str, *points: tuple[float, float]) -> None:
    """Dispatch a touch with fingers at these points."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)


def test_one_finger_moves_the_view_and_two_zoom_it(browser: Browser, gears: Path) -> None:
    browser.open(gears)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    x, y = browser.evaluate(
        "(({x, y, width, height}) => [x + width / 2, y + height / 2])($('canvas').getBoundingClientRect())"
    )
    before = browser.evaluate("({...player.camera})")
    touch(browser, "touchStart", (x, y))
    for way in (10, 20, 30):
        touch(browser, "touchMove", (x - way, y))
    touch(browser, "touchEnd")
    moved = browser.evaluate("({...player.camera})")
    assert moved["x"] > before["x"] and moved["zoom"] == before["zoom"]
    touch(browser, "touchStart", (x - 20, y))
    touch(browser, "touchStart", (x - 20, y), (x + 20, y))
    for way in (30, 50, 70):
        touch(browser, "touchMove", (x - way, y), (x + way, y))
    touch(browser, "touchEnd")
    browser.call("Emulation.setTouchEmulationEnabled", enabled=False)
    assert browser.evaluate("player.camera.zoom") > 1.5 * moved["zoom"]
    assert browser.errors == []


LOUDEST = """
(async (due) => {
  const { sound, chapter } = player, rate = 44100;
  sound.context = new OfflineAudioContext(2, rate / 2, rate);
  sound.out = sound.context.destination;
  sound.on = true;
  const first = sound.list(chapter.at.cues).find((cue) => cue[2] >= 0 && cue[3] > 0)[0];
  sound.goOn(chapter.at, due ? first - 0.01 : first + 1e6, due ? first + 0.01 : first + 1e6, 1);
  const samples = (await sound.context.startRendering()).getChannelData(0);
  return samples.reduce((most, level) => Math.max(most, Math.abs(level)), 0);
})(%s)
"""


def test_what_is_due_is_heard_and_where_nothing_is_due_all_is_silent(browser: Browser, gears: Path) -> None:
    browser.open(gears)
    assert browser.evaluate(LOUDEST % "true") > 0.005
    assert browser.evaluate(LOUDEST % "false") == 0.0


def test_markup_in_texts_stays_text(browser: Browser, tmp_path: Path) -> None:
    script = film_plan.read(GEARS)
    evil = "</script><img src=x onerror='window.hacked=1'><script>window.hacked=1</script>" + "x" * 4000
    goals = tuple(replace(goal, text=evil) for goal in script.design.goals)
    design = replace(script.design, title=evil, text=evil, goals=goals)
    path = tmp_path / "evil.html"
    path.write_text(make.page(script._replace(design=design), SECOND, unseen), "utf-8")
    browser.open(path)
    assert browser.evaluate("[typeof window.hacked, document.images.length, document.scripts.length]") == [
        "undefined", 0, 2,
    ]  # fmt: skip
    assert browser.evaluate("$('title').textContent.length") > 4000
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), "long texts are wrapped, or cut off"
    assert len(browser.requests) == 1 and browser.errors == []
