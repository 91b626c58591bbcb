"""The waves: there is one for everything that can be heard, and each is fit to be played."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from sandbox.parts import KINDS, LINKS, sounds
from sandbox.sound import waveforms
from sandbox.sound.waveforms import LEVELS, RATE, SoundName

LOUDEST_STEP = 0.11  # between two samples next to an end: more is a click
STUFFS = [name for name in sounds.KNOCKS if name != "none"]
EVERY = [
    *(SoundName("cue", name) for name in sounds.CUES),
    *(SoundName("hum", name) for name in sounds.HUMS),
    *(SoundName("desk", name) for name in waveforms.DESK),
    *(waveforms.knock(name, "none", level) for name in STUFFS for level in range(len(LEVELS))),
]


def loudness(wave: waveforms.Wave) -> float:
    return float(np.sqrt(np.mean(wave.astype(float) ** 2)))


def clicks(wave: waveforms.Wave) -> bool:
    """Whether it begins or ends with a jump."""
    framed = np.concatenate([[0.0], wave, [0.0]])
    steps = np.abs(np.diff(framed))
    return float(max(steps[:4].max(), steps[-4:].max())) > LOUDEST_STEP


@pytest.mark.parametrize("kind", [*KINDS.values(), *LINKS.values()], ids=lambda kind: kind.name)
def test_all_that_a_kind_can_sound_like_has_an_effect(kind: sounds.Kind | sounds.LinkKind) -> None:
    for name in kind.cues.values():
        assert waveforms.known(SoundName("cue", name))
    assert not kind.hum or waveforms.known(SoundName("hum", kind.hum))
    stuff = sounds.knock(kind)
    assert stuff == "none" or all(waveforms.known(waveforms.knock(stuff, other, 3)) for other in STUFFS)


def test_a_name_that_nobody_has_made_is_not_known() -> None:
    assert not waveforms.known(SoundName("cue", "yodel"))
    assert not waveforms.known(SoundName("knock", "cheese"))
    assert waveforms.knock("none", "none", 1) is None


@pytest.mark.parametrize("effect", EVERY, ids=lambda effect: "-".join(map(str, effect[:4])))
def test_a_wave_is_finite_short_within_bounds_and_begins_and_ends_in_silence(effect: SoundName) -> None:
    wave = waveforms.wave(effect)
    assert wave.dtype == np.float32 and wave.ndim == 1
    assert np.isfinite(wave).all()
    assert 0.05 < np.abs(wave).max() <= 1.0
    assert len(wave) == round(waveforms.seconds(effect) * RATE) < 2 * RATE
    assert abs(wave.mean()) < 0.02, "no offset that would push the membrane to one side"
    assert not clicks(wave)


def test_a_wave_cut_out_of_another_would_click() -> None:
    assert clicks(waveforms.wave(SoundName("cue", "bang"))[400:])


@pytest.mark.parametrize("stuff", STUFFS)
@pytest.mark.parametrize("other", ["stone", "wood", "cloth"])
def test_what_strikes_harder_is_louder_and_not_duller(stuff: str, other: str) -> None:
    waves = [waveforms.wave(waveforms.knock(stuff, other, level)) for level in range(len(LEVELS))]
    assert all(b > 1.2 * a for a, b in zip(map(loudness, waves), map(loudness, waves[1:]), strict=False))
    assert brightness(waves[-1]) > 0.95 * brightness(waves[0])


def brightness(wave: waveforms.Wave) -> float:
    """The middle of its spectrum, in Hz."""
    spectrum = np.abs(np.fft.rfft(wave)) ** 2
    return float((spectrum * np.fft.rfftfreq(wave.size, 1 / RATE)).sum() / spectrum.sum())


def test_stuffs_sound_as_they_do() -> None:
    bright = {name: brightness(waveforms.wave(waveforms.knock(name, "stone", 3))) for name in STUFFS}
    assert bright["felt"] < bright["rubber"] < bright["wood"] < bright["metal"] < bright["glass"]
    # A felt thing that falls on metal does not make it ring as another metal thing does.
    soft, hard = (brightness(waveforms.wave(waveforms.knock("metal", other, 3))) for other in ("felt", "metal"))
    assert soft < 0.7 * hard
    rings = {name: energy_after(waveforms.wave(waveforms.knock(name, "none", 3)), 0.15) for name in ("metal", "stone")}
    assert rings["metal"] > 10 * rings["stone"]


def energy_after(wave: waveforms.Wave, seconds: float) -> float:
    squares = wave.astype(float) ** 2
    return float(squares[round(seconds * RATE) :].sum() / squares.sum())


def test_the_same_name_is_the_same_wave_and_another_take_a_little_another_one() -> None:
    one, again, other = (waveforms.wave(waveforms.knock("wood", "stone", 2, take)) for take in (0, 0, 1))
    assert (one == again).all()
    assert (one != other).any()
    assert loudness(other) == pytest.approx(loudness(one), rel=0.25)
    assert waveforms.knock("stone", "wood", 2) == waveforms.knock("wood", "stone", 2)


def hummed(name: str) -> npt.NDArray[np.float64]:
    """Four grains of a hum, each begun in the middle of the last."""
    half = round(waveforms.GRAIN / 2 * RATE)
    whole = np.zeros(5 * half)
    for index in range(4):
        whole[index * half : (index + 2) * half] += waveforms.wave(SoundName("hum", name, take=index % waveforms.TAKES))
    return whole


STEADY = {kind.hum for kind in [*KINDS.values(), *LINKS.values()] if kind.hum} - {"ticking"}


@pytest.mark.parametrize("name", sorted(STEADY))
def test_grains_of_a_hum_follow_each_other_evenly(name: str) -> None:
    half, whole = round(waveforms.GRAIN / 2 * RATE), hummed(name)
    loud = [loudness(whole[start : start + half // 4]) for start in range(half, 4 * half - half // 4, half // 4)]
    assert max(loud) < 2.2 * min(loud)


def test_a_clock_ticks_evenly_from_grain_to_grain() -> None:
    half = round(waveforms.GRAIN / 2 * RATE)
    middle = np.abs(hummed("ticking")[half // 4 : 4 * half + half // 4])
    starts = np.flatnonzero(middle > 0.3 * middle.max())
    starts = starts[np.diff(starts, prepend=-RATE) > RATE // 20]
    assert len(starts) == 8
    assert np.diff(starts) / RATE == pytest.approx(np.full(7, 0.2), abs=0.01)
