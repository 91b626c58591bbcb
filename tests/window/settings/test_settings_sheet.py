"""The sheet of settings: what is clicked or chosen by keys holds at once and is remembered."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui
from pyglet.window import key

from sandbox.workspace.settings import Store
from tests.window.driver import Driver, shared

__all__ = ["shared"]  # a fixture


@pytest.fixture
def driver(shared: Driver) -> Driver:
    """With nothing chosen yet, and the sheet open."""
    shared.app.dialog = None
    shared.frames()
    shared.workspace.control.stop()
    shared.key(key.COMMA, key.MOD_CTRL)
    assert shared.app.dialog is not None
    return shared


def test_everything_on_it_holds_at_once_and_is_remembered(driver: Driver) -> None:
    driver.click("settings.theme.dark", "settings.motion", "settings.grid", "settings.snap.angles")
    driver.click("settings.sound", "settings.larger")
    app = driver.app
    assert (app.features.appearance.palette.name, app.features.appearance.still, app.features.appearance.percent) == (
        "dark",
        True,
        110,
    )
    assert (app.features.view.grid, app.features.sound.on) == (False, False)
    assert app.editor.snap._asdict() == {"grid": True, "edges": True, "angles": False}
    kept = Store(driver.workspace.data).now
    assert (kept.theme, kept.reduced_motion, kept.scale, kept.grid) == ("dark", True, 110, False)
    assert (kept.sound, kept.snap) == (False, ("grid", "edges"))
    driver.click("settings.motion", "settings.usual_size")
    assert not app.features.appearance.still
    assert app.features.appearance.percent == 100
    driver.wheel("settings.percent", -40.0)
    driver.click("sheet.close")
    assert app.dialog is None


def test_the_music_is_turned_off_by_one_key_and_has_a_volume_of_its_own(driver: Driver) -> None:
    sound = driver.app.features.sound
    driver.workspace.settings.remember(music=True, music_volume=50)
    driver.click("settings.music")
    assert (sound.music_volume, sound.sounds.music) == (0, 0)
    driver.key(key.ESCAPE)
    driver.key(key.M, key.MOD_ALT)
    assert sound.sounds.music == 50
    driver.key(key.BRACKETRIGHT, key.MOD_ALT)
    assert sound.sounds.music == 75 and Store(driver.workspace.data).now.music_volume == 75
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.click("settings.music_down", "settings.music")
    latest = driver.workspace.messages.latest
    assert latest is not None and latest.text.startswith("Music is off")


def test_it_has_nothing_about_ticks_and_loops(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    drawn = imgui.text_unformatted
    monkeypatch.setattr(imgui, "text_unformatted", lambda text: (texts.append(text), drawn(text)))
    driver.frames()
    assert "Those of scenes" in texts
    assert not [text for text in texts if "tick" in text.lower() or "loop" in text.lower()]


def test_it_is_worked_by_keys_alone(driver: Driver) -> None:
    """Tab reaches it all, Space chooses; after it the arrow keys are the parts' again."""
    driver.workspace.settings.remember(theme="light")
    driver.frames()
    for _ in range(30):
        driver.key(key.TAB)
        driver.key(key.SPACE)
        if driver.app.features.appearance.palette.name == "dark":
            break
    assert driver.app.features.appearance.palette.name == "dark"
    driver.key(key.ESCAPE)
    assert driver.app.dialog is None
    driver.click((1.0, 0.25))
    x = driver.part(2).x
    driver.key(key.RIGHT)
    assert driver.part(2).x == pytest.approx(x + 0.001)
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running


def test_what_is_wrong_with_the_files_stands_on_it(driver: Driver) -> None:
    driver.wheel("settings.percent", -40.0)
    driver.click("settings.write_keys")
    assert driver.app.features.keymap.path.exists()
    assert not driver.shows("settings.write_keys"), "there is one now"
    driver.app.features.keymap.path.write_text("what = 3")
    driver.app.inputs.on_activate()
    driver.frames(3)
    assert driver.app.features.keymap.problems
