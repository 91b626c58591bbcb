"""The sound of a scene: each has one of its own, soft and without seams, at its own volume, and off with all sound."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sandbox.design.scenes import PAPER, SCENES
from sandbox.sound import ambience, waveforms
from sandbox.sound.scene_voice import Ambience
from sandbox.sound.waveforms import SoundName

NAMES = [name for name in SCENES if name != PAPER]
SECOND = 1_000_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_has_a_soft_sound_that_fades_at_both_ends(name: str) -> None:
    effect = SoundName("scene", name)
    wave = waveforms.wave(effect)
    assert waveforms.known(effect) and len(wave) == round(waveforms.seconds(effect) * waveforms.RATE)
    assert 0.05 < float(np.abs(wave).max()) <= ambience.PEAK and abs(float(wave[0])) + abs(float(wave[-1])) < 1e-6
    assert np.array_equal(wave, waveforms.wave(effect)), "the same each time"
    assert not np.array_equal(wave, waveforms.wave(effect._replace(take=1))), "but each take is another"


def test_scenes_sound_different() -> None:
    waves = [waveforms.wave(SoundName("scene", name)) for name in NAMES]
    tones = [np.abs(np.fft.rfft(wave)).argmax() for wave in waves]
    assert len(set(tones)) == len(NAMES)
    assert not waveforms.known(SoundName("scene", PAPER)) and not waveforms.known(SoundName("scene", "moon"))


def test_grains_follow_each_other_at_half_their_length() -> None:
    voice, began = Ambience(), []
    for frame in range(60 * 20):
        now = frame * SECOND // 60
        orders, ended = voice.frame(now, "harbour", 2500)
        assert not ended
        began += [now / SECOND for _ in orders]
    gaps = np.diff(began)
    assert len(began) >= 6 and np.allclose(gaps, ambience.LENGTH / 2, atol=0.02)


def test_another_scene_ends_the_one_before_and_graph_paper_is_silent() -> None:
    voice = Ambience()
    (first,), _ = voice.frame(0, "harbour", 10_000)
    orders, ended = voice.frame(SECOND, "rink", 10_000)
    assert ended == [first.voice] and [order.effect.name for order in orders] == ["rink"]
    assert first.gain == 1.0
    orders, ended = voice.frame(2 * SECOND, PAPER, 10_000)
    assert (orders, len(ended)) == ([], 1)


def test_the_mixer_plays_the_scene_of_the_level_unless_sound_is_off(tmp_path: Path) -> None:
    from msgspec.structs import replace

    from tests.sound.test_mixer import Room, drop

    room = Room(tmp_path)
    room.open(replace(drop(), scene="mill"))
    room.pass_(1.0)
    played = [order for order in room.ear.orders if order.effect.kind == "scene"]
    assert [order.effect.name for order in played] == ["mill"]
    assert played[0].gain == pytest.approx((room.sounds.volume * room.sounds.ambience / 10_000) ** 2)
    room.sounds.muted = True
    room.frame()
    assert room.ear.stopped == [played[0].voice]
    room.workspace.close()
