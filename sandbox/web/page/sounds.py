"""The sound of a page: what the window's own mixer orders in a run, and the waves of it, small enough for a page.

A wave is kept as eight bits a sample on a logarithmic scale, so faint tails stay clear, and at half the usual rate;
that of a scene, which is long and soft, at a quarter. Of the takes of a sound there is one: pitch makes them differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.commands.session import Session
from sandbox.design.geometry import Box
from sandbox.design.scenes import PAPER
from sandbox.machine.machine import Event
from sandbox.render.pictures.soundtrack import HeardRun
from sandbox.sound import waveforms
from sandbox.sound.cue_sheet import CueSheet
from sandbox.sound.mixer import Sounds
from sandbox.sound.speaker import SIDE, Order
from sandbox.sound.waveforms import RATE, SoundName
from sandbox.web.page.pack import Ints, Pack
from sandbox.workspace.settings import USUAL_AMBIENCE

_MU = 255.0  # of the logarithmic scale (ITU-T G.711)
_SILENT = 0.002  # a tail that is fainter is left out
_TAPS = 31  # of the filter before every second sample is left out
_MOST_CUES = 20_000

Samples = npt.NDArray[np.float64]


class SoundTake:
    """The sounds of one run, as they are ordered."""

    def __init__(self, session: Session, scenes: str, seen: Box) -> None:
        """`seen` is the box of the world (m) from which sounds are heard."""
        self._run = HeardRun(session)
        self._run.pacing.moving = True
        self._sheet = CueSheet()
        self._seen = seen
        # On graph paper there is no scene to be heard either, as in the window.
        self._sounds = Sounds(self._sheet, volume=100, ambience=USUAL_AMBIENCE if scenes != PAPER else 0)

    def hear(self, events: Sequence[Event], seconds: float) -> None:
        """Hear what has happened since the picture before this one, which is at a time of the run (s)."""
        if len(self._sheet.cues) < _MOST_CUES:
            self._run.seconds = self._sheet.now = seconds
            self._run.events.add(events)
            self._sounds.frame(self._run, (), self._seen)

    def described(self, pack: Pack, waves: Waves) -> dict[str, Any]:
        """Add all cues to a pack: time, voice, wave, gain, pitch and place, the first two as steps from cue to cue.

        One that stops a voice has the wave -1.
        """
        cues: Ints = np.zeros((len(self._sheet.cues), 6), np.int32)
        for row, (seconds, order) in zip(cues, self._sheet.cues, strict=True):
            if isinstance(order, Order):
                of_it = round(255 * order.gain), round(1000 * order.pitch), round(127 * order.pan * SIDE)
                row[:] = (round(1000 * seconds), order.voice, waves.number(order.effect), *of_it)
            else:
                row[:3] = round(1000 * seconds), order, -1
        cues[1:, :2] = np.diff(cues[:, :2], axis=0)
        return {"count": len(cues), **pack.folded(cues)}


class Waves:
    """The waves that a page needs."""

    def __init__(self) -> None:
        self._numbers: dict[SoundName, int] = {}

    def number(self, effect: SoundName) -> int:
        """Return the number of a wave, which is in the page from now on."""
        return self._numbers.setdefault(effect._replace(take=0), len(self._numbers))

    def described(self, pack: Pack) -> list[dict[str, Any]]:
        """Add the waves to a pack."""
        described = []
        for effect in self._numbers:
            halvings = 2 if effect.kind == "scene" else 1
            wave = waveforms.wave(effect).astype(np.float64)
            for _ in range(halvings):
                wave = _halved(wave)
            loud = np.flatnonzero(np.abs(wave) > _SILENT)
            wave = wave[: int(loud[-1]) + 1] if len(loud) else wave[:1]
            described.append({"rate": RATE >> halvings, "samples": pack.array(_logarithmic(wave))})
        return described


def _halved(wave: Samples) -> Samples:
    """Leave out every second sample, and before that what the others could not tell apart."""
    n = np.arange(_TAPS) - _TAPS // 2
    taps = 0.5 * np.sinc(n / 2) * np.hamming(_TAPS)
    halved: Samples = np.convolve(wave, taps / taps.sum(), "same")[::2]
    return halved


def _logarithmic(wave: Samples) -> npt.NDArray[np.uint8]:
    """Return samples on the scale of G.711's mu-law, from 0 to 255."""
    level = np.sign(wave) * np.log1p(_MU * np.minimum(np.abs(wave), 1.0)) / np.log1p(_MU)
    bits: npt.NDArray[np.uint8] = np.rint((level + 1.0) * 127.5).astype(np.uint8)
    return bits
