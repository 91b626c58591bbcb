"""After a win the way to the goal is watched in the scene, with a camera of its own, and can be saved as a film."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyglet.window import key

from sandbox.render.pictures.film_options import FilmOptions
from sandbox.sound.waveforms import SoundName
from sandbox.window.film.film_screen import FilmScreen
from sandbox.window.ui.file_dialog import FileDialog
from tests.loudspeaker import Loudspeaker
from tests.window.driver import data, drive, puzzle  # noqa: F401  (fixtures)

PATIENCE = 60.0  # s


@pytest.fixture
def won(drive: Callable[..., Any]) -> Any:  # noqa: F811
    driver = drive(puzzle())
    driver.key(key.SPACE)
    driver.seconds(1.5)
    assert driver.workspace.document.session.outcome == "won"
    return driver


def planned(driver: Any) -> None:
    """Wait until the film begins."""
    end = time.monotonic() + PATIENCE
    while not driver.app.features.watching.planned and time.monotonic() < end:
        time.sleep(0.01)
        driver.frames(1)
    assert driver.app.features.watching.planned


def test_it_plays_in_the_scene_and_esc_goes_back_to_the_present(won: Any) -> None:
    camera = won.app.view.camera
    before = camera.x, camera.y, camera.zoom
    won.click("card.watch")
    assert isinstance(won.app.dialog, FilmScreen)
    planned(won)
    document, run = won.workspace.document, won.workspace.document.past.history.runs[0]
    won.seconds(1.0)
    assert document.past.moment.tick == run.start and won.app.features.watching.title_opacity == 1.0, "the title"
    won.seconds(2.0)
    assert won.app.features.watching.title_opacity == 0.0
    ticks, zooms = [], []
    for _ in range(6):
        won.seconds(0.2)
        ticks.append(document.past.moment.tick if document.past.moment is not None else run.last)
        zooms.append(camera.zoom)
    assert ticks == sorted(ticks) and ticks[-1] > ticks[0] >= run.start
    assert max(zooms) > before[2], "it goes closer"
    won.key(key.ESCAPE)
    won.frames(2)
    assert won.app.dialog is None and not document.in_past
    assert (camera.x, camera.y, camera.zoom) == before
    assert document.session.running


class FilmSpeaker(Loudspeaker):
    """Tells the film's sounds from the others."""

    @property
    def effects(self) -> list[SoundName]:
        """What the film has played; the scene's own sound goes on beside it."""
        return [order.effect for order in self.orders if order.effect.kind != "scene"]


@pytest.fixture
def loudspeaker(won: Any) -> FilmSpeaker:
    """The window's sound, on at full volume, and heard by nobody else."""
    heard, sound_controls = FilmSpeaker(), won.app.features.sound
    sound_controls.speaker = sound_controls.sounds.speaker = heard
    sound_controls.sounds.muted, sound_controls.sounds.volume = False, 100
    return heard


def watched(driver: Any) -> None:
    """Begin the film, and watch it to its end."""
    driver.key(key.W, key.MOD_SHIFT)
    planned(driver)
    while driver.app.features.watching.progress < 1.0:
        driver.seconds(0.1)


def test_the_film_is_heard_as_it_goes_and_heard_again(won: Any, loudspeaker: FilmSpeaker) -> None:
    won.key(key.W, key.MOD_SHIFT)
    loudspeaker.orders.clear()  # the machine was running until then
    planned(won)
    won.seconds(1.0)
    assert loudspeaker.effects == [], "the title is silent"
    watched_now = won.app.features.watching
    while watched_now.progress < 1.0:
        won.seconds(0.1)
    first = loudspeaker.effects
    assert SoundName("desk", "won") in first and "knock" in {effect.kind for effect in first}
    won.click("film_screen.again")
    while watched_now.progress < 1.0:
        won.seconds(0.1)
    assert loudspeaker.effects == [*first, *first]
    won.key(key.ESCAPE)
    won.seconds(1.0)
    assert loudspeaker.effects == [*first, *first], "it has ended with the film"


def test_muted_the_film_is_silent_and_a_key_turns_the_sound_on(won: Any, loudspeaker: FilmSpeaker) -> None:
    won.app.features.sound.toggle()
    watched(won)
    assert loudspeaker.effects == []
    won.key(key.M)
    won.seconds(0.1)
    assert won.app.features.sound.on
    won.click("film_screen.again")
    while won.app.features.watching.progress < 1.0:
        won.seconds(0.1)
    assert SoundName("desk", "won") in loudspeaker.effects
    before = len(loudspeaker.effects)
    won.click("film_screen.sound", "film_screen.again")
    won.seconds(4.0)
    assert not won.app.features.sound.on and len(loudspeaker.effects) == before


def test_a_key_saves_it_as_a_film(won: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(won.app.features.filming.export, "begin", lambda *given: begun.append(given))
    won.key(key.W, key.MOD_SHIFT)
    planned(won)
    won.frames(3)
    won.key(key.S)
    won.frames(3)
    assert isinstance(won.app.dialog, FileDialog)
    won.key(key.A, key.MOD_CTRL)
    won.type(str(tmp_path / "way.gif"))
    won.click("files.accept")
    assert begun == [(tmp_path / "way.gif", FilmOptions(run=1, watch=True))]


def test_without_a_win_there_is_nothing_to_watch(drive: Callable[..., Any]) -> None:  # noqa: F811
    driver = drive(puzzle())
    assert not driver.app.actions["watch_it"].enabled()
    driver.key(key.SPACE)
    driver.seconds(0.1)
    assert not driver.app.actions["watch_it"].enabled()
