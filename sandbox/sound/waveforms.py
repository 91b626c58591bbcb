"""Synthesises every sound: knocks by materials and force, cues of devices, hums, the editor's sounds.

Pure: the name of an effect in, a wave out (mono, `RATE` samples a second, within -1 and 1). No files, no clock, and
nothing random except by a seed derived from the name. A knock is a sum of decaying partials, as of any struck body; the
softer of the two materials limits how high a partial can be excited.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.parts import sounds
from sandbox.sound import ambience, music

Wave = npt.NDArray[np.float32]
_Samples = npt.NDArray[np.float64]

RATE = 32_000  # samples a second: the highest partials below are at 13 kHz
LEVELS = (0.16, 0.32, 0.56, 0.9)  # the peaks of the waves of a knock, from faint to hard
TAKES = 3  # variations of each knock
GRAIN = 0.8  # s: a hum is many such, each beginning in the middle of the one before
_FADE_IN, _FADE_OUT = 0.0008, 0.012  # s


class SoundName(NamedTuple):
    """Name of a sound. `kind`: "knock" (of `name` and `other`, as hard as `level`), "cue", "hum", "desk", "scene" or
    "music" (of the scene `name`: bar `take` at `level` where `other` is "bar", otherwise its end at a win).
    """

    kind: str
    name: str
    other: str = "none"
    level: int = len(LEVELS) - 1
    take: int = 0


def knock(one: str, other: str, level: int, take: int = 0) -> SoundName | None:
    """Effect of two materials of `sounds.KNOCKS` that meet, in either order. None if neither makes a sound."""
    first, second = sorted((one, other), key=sounds.KNOCKS.index)
    return None if first == "none" else SoundName("knock", first, second, level, take)


def known(effect: SoundName) -> bool:
    """Tell whether `wave` can synthesise an effect."""
    if effect.kind == "knock":
        return effect.name in _STUFFS and (effect.other in _STUFFS or effect.other == "none")
    if effect.kind == "scene":
        return ambience.known(effect.name)
    if effect.kind == "music":
        return music.known(effect.name)
    return effect.name in _TABLES.get(effect.kind, {})


def seconds(effect: SoundName) -> float:
    """Length of an effect's wave in seconds, without computing it."""
    if effect.kind == "knock":
        return max(_STUFFS[name].seconds for name in (effect.name, effect.other) if name in _STUFFS)
    if effect.kind == "scene":
        return ambience.LENGTH
    if effect.kind == "music":
        return music.bar_seconds(effect.name) + music.TAIL if effect.other == "bar" else music.CADENCE
    return GRAIN if effect.kind == "hum" else _TABLES[effect.kind][effect.name].seconds


def wave(effect: SoundName) -> Wave:
    """Synthesise the samples of an effect: a few milliseconds of work, the same result each time."""
    seed = zlib.crc32(repr(effect[:3]).encode()) + effect.take
    if effect.kind == "knock":
        return _finish(_knock(effect, np.random.default_rng(seed)), LEVELS[effect.level])
    if effect.kind == "scene":
        return ambience.grain(effect.name, RATE, np.random.default_rng(seed))
    if effect.kind == "music" and effect.other == "bar":
        return music.bar_wave(effect.name, effect.take, effect.level, RATE)
    if effect.kind == "music":
        return music.cadence_wave(effect.name, RATE)
    recipe = _TABLES[effect.kind][effect.name]
    raw = recipe.make(_time(seconds(effect)), np.random.default_rng(seed))
    if effect.kind == "hum":
        # Two grains that overlap by half add up to an even loudness: sin^2 + cos^2.
        grain: Wave = (_peak_one(raw) * recipe.peak * np.sin(np.linspace(0.0, math.pi, raw.size)) ** 2).astype("<f4")
        return grain
    return _finish(raw, recipe.peak)


# -- building blocks of waves


def _time(length: float) -> _Samples:
    return np.arange(round(length * RATE)) / RATE


def _peak_one(raw: _Samples) -> _Samples:
    raw = raw - raw.mean()
    return raw / max(1e-9, float(np.abs(raw).max()))


def _finish(raw: _Samples, peak: float) -> Wave:
    """Scale a wave to its peak and fade it in and out, so that it clicks at neither end."""
    shaped = raw - raw.mean()
    rise, fall = round(_FADE_IN * RATE), round(_FADE_OUT * RATE)
    shaped[:rise] *= np.linspace(0.0, 1.0, rise)
    shaped[-fall:] *= np.cos(np.linspace(0.0, math.pi / 2, fall)) ** 2
    finished: Wave = (shaped * (peak / max(1e-9, float(np.abs(shaped).max())))).astype("<f4")
    return finished


def _partials(t: _Samples, hz: float, ratios: tuple[float, ...], decay: float, cut: float, tilt: float) -> _Samples:
    """Sum of decaying partials. Higher ones decay faster; those above `cut` (Hz) are weak."""
    total = np.zeros_like(t)
    for number, ratio in enumerate(ratios):
        at = hz * ratio
        gain = tilt**number / (1.0 + (at / cut) ** 4)
        total += gain * np.sin(2 * math.pi * at * t + 0.4 * number) * np.exp(-t * decay * ratio**0.5)
    return total


def _noise(t: _Samples, rng: np.random.Generator, low: float, high: float) -> _Samples:
    """Noise between two frequencies (Hz), with soft edges; its peak is about 1."""
    spectrum = np.fft.rfft(rng.standard_normal(t.size))
    hz = np.fft.rfftfreq(t.size, 1.0 / RATE)
    spectrum *= 1.0 / (1.0 + (hz / high) ** 4) * (1.0 - 1.0 / (1.0 + (hz / low) ** 4))
    return _peak_one(np.fft.irfft(spectrum, t.size))


def _glide(t: _Samples, start: float, end: float, haste: float = 0.0) -> _Samples:
    """A tone that goes from one frequency (Hz) to another, evenly or by an exponential of `haste` (1/s)."""
    length = t[-1] + 1.0 / RATE
    hz = end + (start - end) * np.exp(-t * haste) if haste else start + (end - start) * t / length
    return np.sin(2 * math.pi * np.cumsum(hz) / RATE)


def _late(t: _Samples, when: float) -> _Samples:
    """Time since `when`; before it, a time so large that everything has decayed."""
    since = t - when
    return np.where(since >= 0.0, since, 1e3)


def _ticks(
    t: _Samples, rng: np.random.Generator, times: tuple[float, ...], hz: float, decay: float, hiss: float = 0.4
) -> _Samples:
    """Short dry strokes, one at each time."""
    total = np.zeros_like(t)
    grain = _noise(t, rng, hz * 0.5, hz * 4)
    for number, when in enumerate(times):
        since = _late(t, when)
        tone = np.sin(2 * math.pi * hz * (1 + 0.07 * (number % 3)) * since)
        total += (tone + hiss * grain) * np.exp(-since * decay)
    return total


def _tones(t: _Samples, notes: tuple[tuple[float, float], ...], decay: float, soft: float = 0.3) -> _Samples:
    """Plucked notes, (start in s, Hz), with their octaves."""
    total = np.zeros_like(t)
    for when, hz in notes:
        since = _late(t, when)
        envelope = np.exp(-since * decay) * (1.0 - np.exp(-since * 900.0))
        total += envelope * (np.sin(2 * math.pi * hz * since) + soft * np.sin(4 * math.pi * hz * since))
    return total


# -- knocks


class _Stuff(NamedTuple):
    """The sound of a material when struck. `hz` is for a body as big as a football."""

    hz: float
    ratios: tuple[float, ...]
    decay: float  # 1/s, of the lowest partial
    noise: float  # level of the stroke's noise, relative to the tone
    low: float  # Hz, of that noise
    high: float
    hard: float  # Hz: highest frequency that a hard stroke with it can excite
    seconds: float
    tilt: float = 0.6


_BAR = (1.0, 2.76, 5.40, 8.93)  # a free bar
_BELL = (1.0, 1.92, 2.91, 4.40, 6.34, 8.1)
_PLATE = (1.0, 1.73, 2.33, 3.91, 5.2)
_STUFFS = {
    "wood": _Stuff(330.0, _BAR, 26.0, 0.35, 300.0, 2400.0, 2600.0, 0.32),
    "metal": _Stuff(820.0, _BELL, 7.0, 0.15, 1500.0, 9000.0, 9000.0, 0.8, 0.72),
    "iron": _Stuff(310.0, _BELL, 9.0, 0.25, 500.0, 5000.0, 6000.0, 0.7, 0.7),
    "rubber": _Stuff(125.0, (1.0, 1.6), 22.0, 0.12, 100.0, 700.0, 500.0, 0.26),
    "stone": _Stuff(880.0, _PLATE, 60.0, 0.8, 700.0, 5000.0, 7000.0, 0.2, 0.65),
    "felt": _Stuff(90.0, (1.0, 2.1), 34.0, 0.4, 60.0, 500.0, 320.0, 0.22),
    "leather": _Stuff(165.0, (1.0, 1.59, 2.14), 26.0, 0.45, 150.0, 1500.0, 1100.0, 0.24),
    "cloth": _Stuff(110.0, (1.0,), 48.0, 1.4, 120.0, 1300.0, 700.0, 0.18),
    "glass": _Stuff(2100.0, (1.0, 2.32, 4.25, 6.0), 12.0, 0.2, 3000.0, 11000.0, 11000.0, 0.55, 0.7),
    "foam": _Stuff(140.0, (1.0,), 60.0, 1.0, 80.0, 600.0, 350.0, 0.16),
    "card": _Stuff(210.0, (1.0, 1.5, 2.3), 38.0, 0.9, 250.0, 2600.0, 1700.0, 0.22),
    "wicker": _Stuff(420.0, _PLATE, 46.0, 1.1, 600.0, 4200.0, 2600.0, 0.26),
    "ball": _Stuff(190.0, (1.0, 2.2, 3.3), 20.0, 0.2, 200.0, 1600.0, 1400.0, 0.3),
    "ivory": _Stuff(2600.0, (1.0, 1.5, 2.4), 110.0, 0.5, 2000.0, 9000.0, 9500.0, 0.14),
}  # fmt: skip


def _knock(effect: SoundName, rng: np.random.Generator) -> _Samples:
    stuffs = [_STUFFS[name] for name in (effect.name, effect.other) if name in _STUFFS]
    t = _time(seconds(effect))
    softest = min(stuff.hard for stuff in stuffs)
    # The harder the stroke, the shorter the contact and the brighter the ringing.
    force = (effect.level + 1) / len(LEVELS)
    total = np.zeros_like(t)
    for stuff in stuffs:
        cut = (softest * stuff.hard) ** 0.5 * (0.35 + 0.65 * force)
        hz = stuff.hz * (1.0 + 0.03 * (rng.random() - 0.5))
        stroke = _noise(t, rng, stuff.low, min(stuff.high, 2.5 * cut)) * np.exp(-t * (70.0 + 4.0 * stuff.decay))
        ring = _partials(t, hz, stuff.ratios, stuff.decay, cut, stuff.tilt)
        # A material whose partials lie far above those that the other can excite stays nearly silent.
        total += (ring + stuff.noise * (0.6 + 0.4 * force) * stroke) * min(1.0, (2.0 * softest / stuff.hz) ** 0.5)
    return total


# -- cues of devices


class _Made(NamedTuple):
    seconds: float
    peak: float
    make: Callable[[_Samples, np.random.Generator], _Samples]


def _bang(t: _Samples, rng: np.random.Generator) -> _Samples:
    blast = _noise(t, rng, 30.0, 3500.0) * np.exp(-t * 16.0)
    rumble = 0.8 * _noise(t, rng, 25.0, 260.0) * np.exp(-t * 4.5)
    bang: _Samples = np.tanh(2.2 * (blast + rumble + 1.2 * _glide(t, 110.0, 34.0, 14.0) * np.exp(-t * 6.0)))
    return bang


def _creak(t: _Samples, rng: np.random.Generator) -> _Samples:
    rub: _Samples = np.sign(_glide(t, 34.0, 62.0)) * 0.5 + 0.5
    rub *= np.sin(math.pi * t / t[-1])
    return rub * (np.sin(2 * math.pi * 640.0 * t) + 0.5 * _noise(t, rng, 500.0, 2400.0))


def _fizz(t: _Samples, rng: np.random.Generator) -> _Samples:
    crackle = (rng.random(t.size) > 0.992) * rng.standard_normal(t.size)
    return (_noise(t, rng, 3000.0, 12000.0) + 0.6 * crackle) * (np.exp(-t * 5.0) + 0.4 * np.exp(-t * 40.0))


def _flap(t: _Samples, rng: np.random.Generator) -> _Samples:
    beats = np.abs(np.sin(2 * math.pi * 11.0 * t)) ** 3
    return beats * _noise(t, rng, 200.0, 1800.0) * np.exp(-t * 5.0)


def _cheer(t: _Samples, rng: np.random.Generator) -> _Samples:
    return _tones(t, ((0.0, 659.3), (0.09, 784.0), (0.18, 1046.5)), 9.0)


def _pop(t: _Samples, rng: np.random.Generator) -> _Samples:
    return _glide(t, 900.0, 220.0, 60.0) * np.exp(-t * 34.0) + 0.9 * _noise(t, rng, 700.0, 7000.0) * np.exp(-t * 90.0)


def _shake(t: _Samples, rng: np.random.Generator) -> _Samples:
    swings = np.maximum(0.0, np.sin(2 * math.pi * 9.0 * t)) ** 2
    return swings * _noise(t, rng, 900.0, 5000.0) * np.exp(-t * 3.0)


def _twang(t: _Samples, rng: np.random.Generator) -> _Samples:
    wobble = 1.0 + 0.02 * np.sin(2 * math.pi * 17.0 * t) * np.exp(-t * 5.0)
    total = np.zeros_like(t)
    for number in range(1, 8):
        total += np.sin(2 * math.pi * 146.8 * number * t * wobble) * np.exp(-t * (5.0 + 3.0 * number)) / number
    return total


def _voice(t: _Samples, pitches: tuple[float, ...], rough: float = 0.0) -> _Samples:
    """A voice that goes through some pitches (Hz), evenly; `rough` makes it hoarse."""
    hz = np.interp(t, np.linspace(0.0, t[-1], len(pitches)), pitches)
    phase = 2 * math.pi * np.cumsum(hz) / RATE
    total = np.zeros_like(t)
    for number in range(1, 7):
        total += np.sin(number * phase + rough * np.sin(0.5 * phase)) / number**0.8
    swell: _Samples = np.sin(math.pi * np.power(t / t[-1], 0.6))
    return total * swell


def _whoosh(t: _Samples, rng: np.random.Generator) -> _Samples:
    swell: _Samples = np.sin(math.pi * np.power(t / t[-1], 0.6))
    return swell * (_noise(t, rng, 250.0, 2600.0) + 0.4 * _noise(t, rng, 60.0, 300.0))


_CUES = {
    "bang": _Made(1.1, 0.95, _bang),
    "bark": _Made(0.2, 0.6, lambda t, _: _voice(t, (210.0, 330.0, 150.0), 1.2)),
    "bell": _Made(1.0, 0.6, lambda t, _: _partials(t, 1318.0, (1.0, 2.0, 2.4, 3.0, 4.5), 5.0, 12000.0, 0.6)),
    "boing": _Made(0.5, 0.55, lambda t, _: (
        np.sin(2 * math.pi * (150.0 * t + 90.0 * t * t + 2.2 * np.sin(2 * math.pi * 13.0 * t) * np.exp(-t * 6.0)))
        * np.exp(-t * 7.0))),
    "chime": _Made(0.9, 0.5, lambda t, _: _tones(t, ((0.0, 1568.0), (0.12, 2093.0)), 6.0, 0.2)),
    "cheer": _Made(0.6, 0.55, _cheer),
    "clack": _Made(0.12, 0.5, lambda t, rng: _ticks(t, rng, (0.0, 0.03), 620.0, 110.0)),
    "click": _Made(0.08, 0.45, lambda t, rng: _ticks(t, rng, (0.0, 0.018), 1900.0, 260.0)),
    "crash": _Made(0.8, 0.75, lambda t, rng: (
        _ticks(t, rng, (0.0, 0.05, 0.11, 0.2, 0.33, 0.5), 480.0, 60.0) + 0.8 * _noise(t, rng, 90.0, 1400.0)
        * np.exp(-t * 9.0))),
    "creak": _Made(0.45, 0.4, _creak),
    "fizz": _Made(0.6, 0.4, _fizz),
    "flap": _Made(0.5, 0.45, _flap),
    "meow": _Made(0.5, 0.4, lambda t, _: _voice(t, (480.0, 720.0, 690.0, 560.0, 380.0), 0.2)),
    "munch": _Made(0.5, 0.4, lambda t, rng: _ticks(t, rng, (0.0, 0.16, 0.32), 700.0, 45.0, 0.9)),
    "peep": _Made(0.22, 0.45, lambda t, _: _glide(t, 1500.0, 2100.0) * np.sin(math.pi * t / t[-1]) ** 2),
    "pop": _Made(0.16, 0.8, _pop),
    "puff": _Made(0.28, 0.4, lambda t, rng: _noise(t, rng, 200.0, 1500.0) * np.exp(-t * 14.0)),
    "punch": _Made(0.24, 0.75, lambda t, rng: (
        _glide(t, 210.0, 60.0, 40.0) * np.exp(-t * 20.0) + 0.5 * _noise(t, rng, 200.0, 3000.0) * np.exp(-t * 70.0))),
    "shake": _Made(0.5, 0.4, _shake),
    "snap": _Made(0.16, 0.65, lambda t, rng: (
        _ticks(t, rng, (0.0,), 900.0, 70.0, 0.9) + 0.6 * _glide(t, 240.0, 90.0, 40.0) * np.exp(-t * 30.0))),
    "snip": _Made(0.14, 0.5, lambda t, rng: _ticks(t, rng, (0.0, 0.055), 3200.0, 180.0, 0.9)),
    "splash": _Made(0.6, 0.6, lambda t, rng: (
        _noise(t, rng, 300.0, 5000.0) * (np.exp(-t * 9.0) + 0.5 * np.exp(-np.abs(t - 0.14) * 22.0)))),
    "squeak": _Made(0.18, 0.35, lambda t, _: _voice(t, (1900.0, 2700.0, 2300.0))),
    "switch": _Made(0.1, 0.4, lambda t, rng: _ticks(t, rng, (0.0, 0.028), 1100.0, 200.0)),
    "thud": _Made(0.3, 0.7, lambda t, rng: (
        _glide(t, 130.0, 58.0, 26.0) * np.exp(-t * 16.0) + 0.3 * _noise(t, rng, 60.0, 600.0) * np.exp(-t * 40.0))),
    "tick": _Made(0.06, 0.4, lambda t, rng: _ticks(t, rng, (0.0,), 2400.0, 300.0)),
    "twang": _Made(0.7, 0.5, _twang),
    "whoosh": _Made(0.7, 0.5, _whoosh),
}  # fmt: skip


# -- hums: grains of GRAIN seconds, which the mixer overlaps


def _hum_of(t: _Samples, hz: float, partials: int, fall: float) -> _Samples:
    """Harmonic tone with whole numbers of waves in half a grain, so that each grain continues the one before."""
    base = round(hz * GRAIN / 2) / (GRAIN / 2)
    total = np.zeros_like(t)
    for number in range(1, partials + 1):
        total += np.sin(2 * math.pi * base * number * t + 0.7 * number) / number**fall
    return total


def _gusts(t: _Samples, rate: float, depth: float) -> _Samples:
    gusts: _Samples = 1.0 + depth * np.sin(2 * math.pi * round(rate * GRAIN) / GRAIN * t)
    return gusts


_HUMS = {
    "motor": _Made(GRAIN, 0.2, lambda t, rng: _hum_of(t, 95.0, 7, 1.1) + 0.3 * _noise(t, rng, 300.0, 1500.0)),
    "belt": _Made(GRAIN, 0.16, lambda t, rng: (
        _hum_of(t, 60.0, 4, 1.0) + 0.6 * _gusts(t, 12.0, 0.7) * _noise(t, rng, 200.0, 1200.0))),
    "wind": _Made(GRAIN, 0.2, lambda t, rng: _noise(t, rng, 180.0, 900.0) * _gusts(t, 3.0, 0.2)),
    "saw": _Made(GRAIN, 0.24, lambda t, rng: _hum_of(t, 190.0, 12, 0.7) + 0.8 * _noise(t, rng, 1500.0, 6000.0)),
    "wheel": _Made(GRAIN, 0.14, lambda t, rng: (
        _gusts(t, 9.0, 0.8) * (_noise(t, rng, 250.0, 1400.0) + 0.3 * _hum_of(t, 130.0, 3, 1.0)))),
    "ticking": _Made(GRAIN, 0.25, lambda t, rng: _ticks(t, rng, (0.2, 0.4, 0.6), 1800.0, 260.0)),
    "fuse": _Made(GRAIN, 0.2, lambda t, rng: (
        _noise(t, rng, 3000.0, 11000.0) + (rng.random(t.size) > 0.995) * rng.standard_normal(t.size))),
    "jet": _Made(GRAIN, 0.32, lambda t, rng: _noise(t, rng, 90.0, 2200.0) + 0.3 * _noise(t, rng, 30.0, 140.0)),
    "hum": _Made(GRAIN, 0.16, lambda t, _: _hum_of(t, 100.0, 5, 1.4)),
}  # fmt: skip


# -- signs of the editor, all quiet; how a run has ended

_DESK = {
    "placed": _Made(0.12, 0.3, lambda t, rng: _ticks(t, rng, (0.0,), 420.0, 60.0, 0.2)),
    "moved": _Made(0.07, 0.16, lambda t, rng: _ticks(t, rng, (0.0,), 360.0, 90.0, 0.2)),
    "connected": _Made(0.16, 0.28, lambda t, rng: _ticks(t, rng, (0.0, 0.05), 900.0, 90.0, 0.15)),
    "deleted": _Made(0.2, 0.26, lambda t, rng: (
        _glide(t, 480.0, 160.0) * np.exp(-t * 18.0) + 0.2 * _noise(t, rng, 300.0, 1500.0) * np.exp(-t * 40.0))),
    "undone": _Made(0.18, 0.22, lambda t, _: _glide(t, 620.0, 380.0) * np.sin(math.pi * t / t[-1])),
    "redone": _Made(0.18, 0.22, lambda t, _: _glide(t, 380.0, 620.0) * np.sin(math.pi * t / t[-1])),
    "refused": _Made(0.22, 0.3, lambda t, _: _tones(t, ((0.0, 196.0), (0.08, 174.6)), 18.0, 0.5)),
    "snapped": _Made(0.035, 0.14, lambda t, rng: _ticks(t, rng, (0.0,), 2600.0, 420.0, 0.2)),
    "started": _Made(0.14, 0.2, lambda t, _: _glide(t, 300.0, 520.0) * np.sin(math.pi * t / t[-1])),
    "stopped": _Made(0.14, 0.2, lambda t, _: _glide(t, 520.0, 300.0) * np.sin(math.pi * t / t[-1])),
    "gasp": _Made(0.22, 0.3, lambda t, _: _voice(t, (300.0, 520.0, 500.0), 0.3)),
    "sigh": _Made(0.6, 0.22, lambda t, _: _voice(t, (330.0, 300.0, 190.0), 0.4)),
    "yay": _Made(0.55, 0.3, lambda t, _: _voice(t, (392.0, 523.3, 659.3, 640.0))),
    "won": _Made(1.5, 0.6, lambda t, _: _tones(
        t, ((0.0, 523.3), (0.13, 659.3), (0.26, 784.0), (0.39, 1046.5), (0.39, 1318.5), (0.6, 1568.0)), 3.6)),
    "lost": _Made(1.1, 0.45, lambda t, _: _tones(t, ((0.0, 392.0), (0.2, 349.2), (0.4, 311.1), (0.4, 155.6)), 4.0)),
}  # fmt: skip

_TABLES = {"cue": _CUES, "hum": _HUMS, "desk": _DESK}
DESK = tuple(_DESK)
