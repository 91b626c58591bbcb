"""Pages in which a level is played: what is in them, and one played in a real browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.levels.library import bundled_dir
from sandbox.verify.verify import verify
from sandbox.web.page import filling, play
from sandbox.web.page.play import PlayOptions
from sandbox.web.runtime import build
from sandbox.web.runtime.shared import SharedPlace
from tests import chromium
from tests.chromium import Browser
from tests.web.page.unpacking import unpacked

DROP, ON_THE_HOOK = bundled_dir() / "drop.toml", bundled_dir() / "harbour/on-the-hook.toml"
HOSTILE = "</script><script>alert(1)</script><!--DATA-->"
START_S = 120.0  # s for the engine to start, on a busy machine


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder like that of `build`, with one small file."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    (folder / "boot.mjs").write_bytes(b"export {}")
    listed = {"boot.mjs": {"sha256": hashlib.sha256(b"export {}").hexdigest()}}
    (folder / "built.json").write_text(json.dumps({"files": listed}), "utf-8")
    return folder


def test_all_that_the_script_asks_for_stands_in_the_page(runtime: Path) -> None:
    text, script = play.page(levels.read(DROP), "drop", runtime, PlayOptions()), filling.script_of(play.SCRIPTS)
    wanted = {*re.findall(r'\$\("([\w-]+)"\)', script), *re.findall(r'on\("([\w-]+)"', script)}
    assert len(wanted) > 25
    assert [name for name in wanted if f'id="{name}"' not in text] == []


def test_no_text_of_a_level_is_markup_in_its_page(runtime: Path) -> None:
    level = replace(levels.read(DROP), title=HOSTILE, text=HOSTILE, insight=HOSTILE)
    text = play.page(level, "x", runtime, PlayOptions(home='a"b'))
    assert "alert(" not in re.sub(r"<title>.*?</title>", "", text)
    assert "<title>&lt;/script&gt;" in text and 'href="a&quot;b"' in text
    assert text.count("<script>") == 1


def test_the_rule_of_content_names_the_script_and_the_style_and_nothing_else(runtime: Path) -> None:
    text = play.page(levels.read(DROP), "drop", runtime, PlayOptions())
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    script, style = (re.findall(f"<{tag}>(.*?)</{tag}>", text, re.S)[-1] for tag in ("script", "style"))
    for part in (script, style):
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'") and "connect-src" not in policy and "frame-src" not in policy


def test_the_waves_of_all_that_may_be_heard_are_in_the_page(runtime: Path) -> None:
    def sounds(name: str) -> set[str]:
        text = play.page(levels.read(bundled_dir() / f"{name}.toml"), name, runtime, PlayOptions())
        (numbers,) = re.findall(r'id="recording">(.*?)</script>', text)
        head = unpacked(numbers)
        assert sorted(head["waveOf"].values()) == list(range(len(head["waves"])))
        return set(head["waveOf"])

    assert sounds("demolition") >= {"cue bang", "desk won", "desk placed"}
    assert "cue bang" not in sounds("drop"), "nothing explodes there"


def test_an_engine_that_is_shared_stays_out_of_the_page(runtime: Path) -> None:
    place = SharedPlace("../engine/", "'self'")
    text = play.page(levels.read(DROP), "drop", runtime, PlayOptions(shared=place))
    assert "frame-src 'self'" in text and 'data-document="boot.mjs-' in text


def test_what_no_page_can_be_made_of_is_refused(runtime: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="choose a puzzle"):
        play.page(Design(), "free", runtime, PlayOptions())
    with pytest.raises(Refused, match="is no theme"):
        play.page(levels.read(DROP), "drop", runtime, PlayOptions(theme="pink"))
    with pytest.raises(BadFile, match="there is no folder"):
        play.write(DROP, tmp_path / "no/x.html", runtime, PlayOptions())


@pytest.mark.skipif(chromium.PROGRAM is None, reason=chromium.WHY_NOT)
def test_a_level_is_won_in_a_browser_by_its_pointer(tmp_path: Path) -> None:
    ready = build.ready()
    if ready is None:
        pytest.skip("the runtime for a browser is not built here (sandbox web build)")
    play.write(DROP, tmp_path / "drop.html", ready, PlayOptions())
    with chromium.browser() as browser:
        browser.size(640, 480)
        browser.open(tmp_path / "drop.html", ready='typeof game === "object"')
        browser.wait("game.ready && game.link.idle", START_S)
        _click(browser, *browser.evaluate(_middle('document.querySelector("#items button")')))
        _click(browser, *browser.evaluate(_PLACE % (1.8, 1.9)))
        assert browser.evaluate("game.state.stock[0].left") == 0
        browser.evaluate('document.getElementById("run").click()')
        browser.wait('document.body.dataset.outcome === "won" && game.link.idle', START_S)
        assert "3 of 3 stars" in browser.evaluate('document.getElementById("win-facts").textContent')
        letters = browser.evaluate('game.link.fetched("recording").then((all) => btoa(String.fromCharCode(...all)))')
        address = (tmp_path / "drop.html").as_uri()
        assert [url for url in browser.requests if not url.startswith((address, "blob:"))] == []
        assert browser.errors == []
    (tmp_path / "mine.replay").write_bytes(base64.b64decode(letters))
    assert verify(tmp_path / "mine.replay").verdict in ("pass", "drift")  # drift: of the stock engine, another class


@pytest.mark.skipif(chromium.PROGRAM is None, reason=chromium.WHY_NOT)
def test_two_fingers_zoom_and_a_rope_is_dragged_out_of_the_stock_on_a_phone(tmp_path: Path) -> None:
    ready = build.ready()
    if ready is None:
        pytest.skip("the runtime for a browser is not built here (sandbox web build)")
    play.write(ON_THE_HOOK, tmp_path / "hook.html", ready, PlayOptions())
    with chromium.browser() as browser:
        browser.size(390, 844, touch=True)
        browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        browser.open(tmp_path / "hook.html", ready='typeof game === "object"')
        browser.wait("game.ready && game.link.idle", START_S)
        before, (x, y) = browser.evaluate("game.camera.zoom"), browser.evaluate(_middle("game.canvas"))
        _touch(
            browser, [(x - 20, y)], [(x - 20, y), (x + 20, y)], [(x - 30, y), (x + 30, y)], [(x - 40, y), (x + 40, y)]
        )
        assert browser.evaluate("game.camera.zoom") == pytest.approx(2.0 * before, rel=0.01)
        assert browser.evaluate("[visualViewport.scale, game.pointers.size, game.state.held]") == [1, 0, False]
        browser.evaluate("game.look((camera) => camera.fit())")
        item, port = (
            browser.evaluate(_middle('document.querySelector("#items button")')),
            browser.evaluate(_PLACE % (1.52, 1.61)),
        )
        _touch(browser, [item], [((item[0] + port[0]) / 2, (item[1] + port[1]) / 2)], [port])
        assert browser.evaluate("game.state.held"), "it begins at the port on which it was dropped"
        _touch(browser, [browser.evaluate(_PLACE % (2.4, 2.58))])
        assert browser.evaluate("[game.state.held, game.state.stock[0].left]") == [False, 0]
        assert browser.errors == []


def _touch(browser: Browser, *steps: list[tuple[float, float]]) -> None:
    """Put fingers at these places, one step after the other, and lift them; wait until the engine has answered."""
    fingers = 0
    for step in steps:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(step)]
        kind = "touchStart" if len(step) > fingers else "touchMove"
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        fingers = len(step)
        browser.wait("game.link.idle", START_S)
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    browser.wait("game.link.idle", START_S)


_PLACE = (
    "(([x, y]) => { const {camera} = game, box = game.canvas.getBoundingClientRect(), ratio = devicePixelRatio;"
    "return [box.left + ((x - camera.x) * camera.zoom + camera.width / 2) / ratio,"
    "box.top + (camera.height / 2 - (y - camera.y) * camera.zoom) / ratio]; })([%s, %s])"
)


def _middle(element: str) -> str:
    return (
        f"(({{left, top, width, height}}) => [left + width / 2, top + height / 2])({element}.getBoundingClientRect())"
    )


def _click(browser: Browser, x: float, y: float) -> None:
    """Move the pointer to a place of the page, press and let go; wait until the engine has answered."""
    for kind, count in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 1)):
        button = "left" if count else "none"
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=count)
    browser.wait("game.link.idle", START_S)
