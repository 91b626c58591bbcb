"""The loudspeaker: waves are played in its own thread; where there is nothing to play them on it says so, quietly."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyglet.media
import pytest
from pyglet.media.drivers.silent.adaptation import SilentDriver
from pyglet.window import key

from sandbox.sound import speaker as module
from sandbox.sound import waveforms
from sandbox.sound.speaker import Order, Speaker
from sandbox.sound.waveforms import SoundName
from tests.window.driver import data, drive, shop  # noqa: F401  (fixtures)

CLICK = Order(1, SoundName("cue", "click"), 0.5, 1.0, 0.3)
PATIENCE = 20.0  # s


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    """One that believes there is a device; pyglet's silent driver takes what it plays."""
    monkeypatch.setattr(module, "_missing", lambda: "")
    speaker = Speaker()
    yield speaker
    speaker.close()


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A driver that is not called silent; the players that were started on it."""
    driver = type("Device", (SilentDriver,), {})()
    monkeypatch.setattr(pyglet.media, "get_audio_driver", lambda: driver)
    started: list[Any] = []
    play = pyglet.media.Player.play

    def heard(self: Any) -> None:
        started.append(self)
        play(self)

    monkeypatch.setattr(pyglet.media.Player, "play", heard)
    return started


def test_without_a_device_it_is_silent_starts_nothing_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYGLET_AUDIO", "silent")
    speaker = Speaker()
    before = threading.active_count()
    speaker.play(CLICK)
    assert speaker.silent and speaker.why_not.startswith("no sound: ")
    assert threading.active_count() == before
    speaker.close()


def test_without_a_library_it_says_what_to_install(speaker: Speaker) -> None:
    assert not speaker.silent
    speaker.play(CLICK)
    until(lambda: speaker.silent)
    assert "apt-get install libopenal1" in speaker.why_not
    speaker.play(CLICK)


def test_a_process_without_sound_prints_nothing() -> None:
    code = (
        "from sandbox.sound.speaker import Order, Speaker\nfrom sandbox.sound.waveforms import SoundName\nimport time\n"
        "s = Speaker()\ns.play(Order(1, SoundName('cue', 'pop'), 0.1, 1.0, 0.0))\ntime.sleep(0.5)\ns.close()"
    )
    environment = {**os.environ, "PYGLET_AUDIO": "openal,pulse,silent", "ALSOFT_DRIVERS": "null"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_what_is_ordered_is_played_as_it_was_ordered(speaker: Speaker, device: list[Any]) -> None:
    speaker.play(CLICK)
    speaker.play(Order(2, SoundName("hum", "belt"), 0.25, 0.5, -1.0))
    until(lambda: len(device) == 2)
    click, hum = device
    assert (click.volume, click.pitch) == (0.5, 1.0) and click.position[0] > 0.1
    assert (hum.volume, hum.pitch) == (0.25, 0.5) and hum.position[0] < -0.5
    assert hum.source.duration == pytest.approx(waveforms.GRAIN, abs=0.01)
    assert speaker.why_not == ""


def test_a_voice_can_be_stopped_and_what_has_ended_is_taken_away(speaker: Speaker, device: list[Any]) -> None:
    speaker.play(CLICK._replace(effect=SoundName("desk", "won")))
    speaker.play(CLICK._replace(voice=2))
    until(lambda: len(device) == 2)
    speaker.stop(1)
    until(lambda: device[0]._audio_player is None)
    until(lambda: device[1]._audio_player is None)


def test_a_device_that_goes_is_told_and_looked_for_again(
    speaker: Speaker, device: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Any) -> None:
        raise RuntimeError("the plug was pulled")

    monkeypatch.setattr(module, "RETRY_S", 0.0)
    monkeypatch.setattr(module.importlib, "reload", lambda module: module)
    with monkeypatch.context() as unplugged:
        unplugged.setattr(pyglet.media.Player, "play", fail)
        speaker.play(CLICK)
        until(lambda: speaker.why_not)
        assert not speaker.silent, "or nothing would be ordered any more, and the device not looked for"
        assert speaker.why_not == "no sound now, and the device is looked for again: the plug was pulled"
    speaker.play(CLICK._replace(voice=2))
    until(lambda: not speaker.why_not and device)


def test_a_sound_server_that_does_not_answer_keeps_nobody_waiting(
    speaker: Speaker, device: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, left = threading.Event(), []
    monkeypatch.setattr(module, "ANSWER_S", 0.1)
    monkeypatch.setattr(module, "_leave_driver", lambda: left.append(True))
    monkeypatch.setattr(pyglet.media.Player, "play", lambda self: answers.wait(PATIENCE))
    speaker.play(CLICK)
    until(lambda: speaker._stuck)
    for _ in range(100):
        speaker.play(CLICK)
    assert speaker._orders.qsize() == 0, "they would all be heard at once, and much later"
    thread = speaker._thread
    speaker.close()
    assert left and thread is not None and thread.is_alive()
    answers.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()


# -- in the window


def test_it_is_muted_by_one_key_and_that_is_remembered(drive: Callable[..., Any]) -> None:  # noqa: F811
    driver = drive(shop())
    assert driver.app.features.sound.on
    driver.key(key.M, key.MOD_SHIFT)
    assert not driver.app.features.sound.on
    volume = driver.app.features.sound.volume
    driver.key(key.BRACKETLEFT, key.MOD_CTRL)
    assert driver.app.features.sound.volume < volume and not driver.app.features.sound.on
    driver = drive(shop())
    assert not driver.app.features.sound.on and driver.app.features.sound.volume < volume
    driver.click("menu.View", "menu.louder")
    assert driver.app.features.sound.volume == volume
    assert driver.app.features.sound.on, "who turns it up wants to hear it"


def test_the_window_says_why_nothing_is_heard(drive: Callable[..., Any]) -> None:  # noqa: F811
    driver = drive(shop())
    assert driver.workspace.messages.latest is None, "nobody has asked yet"
    driver.key(key.M, key.MOD_SHIFT)
    assert driver.said == "No sound: PYGLET_AUDIO is set to silent"
    driver.click("menu.Help", "menu.about")
    assert driver.app.dialog.sound == "No sound: PYGLET_AUDIO is set to silent."
