"""The season of sound: what is heard of a level's scene, as a wave from the layers that the scene lists.

Pure, as `waveforms`. A grain is `LENGTH` seconds of it under a window, so that grains which overlap by half go on
without a seam; each take is other noise of the same kind, so that no one hears a loop.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sandbox.design.scenes import SCENES, SoundLayer

Samples = npt.NDArray[np.float64]

LENGTH = 6.0  # s
PEAK = 0.22
_CALL = (0.05, 0.16)  # s: the shortest and the longest call
_LOW = 0.25  # of its loudness: a layer that swells does not fall silent


def known(name: str) -> bool:
    """Tell whether a scene has a sound."""
    return name in SCENES and bool(SCENES[name].sound)


def grain(name: str, rate: int, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Synthesise one grain of a scene's sound, at `rate` samples a second."""
    t = np.arange(round(LENGTH * rate)) / rate
    whole = np.zeros_like(t)
    for layer in SCENES[name].sound:
        sound = _calls(t, layer, rng) if layer.calls else _noise(t, layer, rate, rng) * _swell(t, layer, rng)
        whole += layer.gain * sound / max(1e-9, float(np.abs(sound).max()))
    whole *= PEAK / max(1e-9, float(np.abs(whole).max()))
    window = np.sin(np.linspace(0.0, math.pi, t.size)) ** 2  # two that overlap by half add up to 1
    finished: npt.NDArray[np.float32] = (whole * window).astype("<f4")
    return finished


def _noise(t: Samples, layer: SoundLayer, rate: int, rng: np.random.Generator) -> Samples:
    """Noise in the band of a layer, with soft edges."""
    spectrum = np.fft.rfft(rng.standard_normal(t.size))
    hz = np.fft.rfftfreq(t.size, 1.0 / rate)
    band = 1.0 / (1.0 + (hz / layer.high) ** 4) * (1.0 - 1.0 / (1.0 + (hz / layer.low) ** 4))
    noise: Samples = np.fft.irfft(spectrum * band, t.size)
    return noise


def _swell(t: Samples, layer: SoundLayer, rng: np.random.Generator) -> Samples:
    """The loudness of a layer over time, from `_LOW` to 1."""
    if layer.swell == 0.0:
        return np.ones_like(t)
    phase = math.tau * float(rng.random())
    loudness: Samples = _LOW + (1.0 - _LOW) * (0.5 + 0.5 * np.sin(math.tau * layer.swell * t + phase))
    return loudness


def _calls(t: Samples, layer: SoundLayer, rng: np.random.Generator) -> Samples:
    """Short tones at odd times, each gliding from near one edge of the band towards the other."""
    whole = np.zeros_like(t)
    for _ in range(layer.calls):
        start, length = float(rng.uniform(0.0, LENGTH - _CALL[1])), float(rng.uniform(*_CALL))
        share = (t - start) / length
        inside = (share > 0.0) & (share < 1.0)
        hz = layer.low + (layer.high - layer.low) * (0.3 * float(rng.random()) + 0.7 * share[inside])
        tone = np.sin(math.tau * np.cumsum(hz) * float(t[1]))
        whole[inside] += float(rng.uniform(0.4, 1.0)) * tone * np.sin(math.pi * share[inside]) ** 2
    return whole
