"""The music of a scene: waves of single bars, with as many voices as are asked for, and the cadence at a win.

Pure, as `waveforms`. The voices come in one after another: chords and chimes alone while nothing happens, then the
bass, the melody, its echo a third higher, and the beat.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.sound.instruments import RING, Tone, tone
from sandbox.sound.pieces import PIECES, MusicPiece

BARS = 16  # of a piece until it begins anew: its form twice, the second time always with the melody
MOST = 4  # the highest level of `bar_wave`
TAIL = RING  # s by which the wave of a bar is longer than the bar
CADENCE = 3.0  # s
PEAK = 0.5  # of the loudest sum of voices; more is bent
_BASS_KEYS = 24  # two octaves below the melody
_BASS, _ECHO = 1, 3  # the levels from which on they are heard; the melody lies between them
_MELODY = 2
_STROKE = 0.001  # s that a brush needs to come down


class _Part(NamedTuple):
    """One tone in a bar."""

    instrument: str
    key: int
    at: float  # s
    seconds: float
    gain: float


def known(name: str) -> bool:
    """Tell whether a scene has a piece."""
    return name in PIECES


def bar_seconds(name: str) -> float:
    return PIECES[name].bar_seconds


def bar_wave(name: str, bar: int, level: int, rate: int) -> npt.NDArray[np.float32]:
    """Return a bar of a scene's piece, `bar_seconds` and `TAIL` long.

    Args:
        bar: from 0 to `BARS` - 1.
        level: from 0 to `MOST`: how many voices join the chords.
        rate: samples a second.
    """
    piece = PIECES[name]
    parts = [*_pad(piece, bar), *_chimes(piece, bar, level)]
    if level >= _BASS:
        parts += _bass(piece, bar)
    if level >= _MELODY or bar >= BARS // 2:
        parts += _melody(piece, bar, 0.34 if level >= _MELODY else 0.16)
    if level >= _ECHO:
        parts += _echo(piece, bar)
    total = _sum(parts, piece.bar_seconds + TAIL, rate)
    if level >= MOST:
        _add_beat(total, piece, bar, rate)
    return _bent(total)


def cadence_wave(name: str, rate: int) -> npt.NDArray[np.float32]:
    """Return the end of a scene's piece for a win, `CADENCE` long: the dominant, and the tonic that rings on."""
    piece = PIECES[name]
    beat = min(0.5, 60.0 / piece.tempo)
    parts = [_Part(piece.pad, piece.key(step), 0.0, beat, 0.12) for step in (4, 6, 8)]
    parts += [
        _Part(piece.lead, piece.key(step), index * beat / 4, beat / 4, 0.3) for index, step in enumerate(range(4, 8))
    ]
    parts += [_Part(piece.pad, piece.key(step), beat, 1.2, 0.14) for step in (0, 2, 4, 7)]
    parts += [_Part(piece.chimes, piece.key(step), beat + 0.08 * index, 0.6, 0.25)
              for index, step in enumerate((7, 9, 11, 14))]  # fmt: skip
    parts += [_Part("bass", piece.key(step) - _BASS_KEYS, at, 0.8, 0.4) for step, at in ((4, 0.0), (0, beat))]
    return _bent(_sum(parts, CADENCE, rate))


# -- the voices


def _pad(piece: MusicPiece, bar: int) -> list[_Part]:
    keys = [piece.key(step % 7) for step in piece.chord(bar % 8)]
    return [_Part(piece.pad, key, 0.0, piece.bar_seconds, 0.06) for key in keys]


def _chimes(piece: MusicPiece, bar: int, level: int) -> list[_Part]:
    """The broken chord: each second tone of it while nothing happens."""
    tones = (*piece.chord(bar % 8), piece.chord(bar % 8)[0] + 7)
    half = 30.0 / piece.tempo
    every = 1 if level >= _BASS else 2
    return [
        _Part(piece.chimes, piece.key(tones[degree]) + (12 if piece.tonic < 62 else 0), index * half, half, 0.11)
        for index, degree in enumerate(piece.figure)
        if index % every == 0
    ]


def _bass(piece: MusicPiece, bar: int) -> list[_Part]:
    root, _, fifth = piece.chord(bar % 8)
    beat = 60.0 / piece.tempo
    second = [_Part("bass", piece.key(fifth) - _BASS_KEYS, 2 * beat, beat, 0.24)] if piece.beats == 4 else []
    return [_Part("bass", piece.key(root) - _BASS_KEYS, 0.0, 2 * beat, 0.3), *second]


def _melody(piece: MusicPiece, bar: int, gain: float) -> list[_Part]:
    beat = 60.0 / piece.tempo
    return [
        _Part(piece.lead, piece.key(note.step), note.at * beat, note.beats * beat, gain)
        for note in piece.notes(bar % 8)
        if note.step is not None
    ]


def _echo(piece: MusicPiece, bar: int) -> list[_Part]:
    """The longer tones of the melody once more, half a beat later and a third higher."""
    half = 30.0 / piece.tempo
    return [
        _Part(piece.chimes, piece.key(note.step + 2), note.at * 2 * half + half, half, 0.13)
        for note in piece.notes(bar % 8)
        if note.step is not None and note.beats >= 1.0
    ]


def _add_beat(total: Tone, piece: MusicPiece, bar: int, rate: int) -> None:
    """Add soft brushes on the beats, the first of a bar the lowest."""
    beat = 60.0 / piece.tempo
    t = np.arange(round(0.09 * rate)) / rate
    noise = np.random.default_rng(bar).standard_normal(t.size)
    for index in range(piece.beats):
        low = 0.5 * np.sin(math.tau * 85.0 * t) if index == 0 else 0.0
        stroke = (0.05 * noise + 0.3 * low) * np.exp(-t * 55.0) * np.minimum(t / _STROKE, 1.0)
        first = round(index * beat * rate)
        total[first : first + t.size] += stroke


# -- sums


def _sum(parts: list[_Part], seconds: float, rate: int) -> Tone:
    total = np.zeros(round(seconds * rate))
    for part in parts:
        wave = tone(part.instrument, part.key, round(part.seconds, 6), rate)
        first = round(part.at * rate)
        room = total[first : first + wave.size]
        room += part.gain * wave[: room.size]
    return total


def _bent(total: Tone) -> npt.NDArray[np.float32]:
    """Bend what would exceed `PEAK`, and fade the very end, so that nothing clicks."""
    bent = PEAK * np.tanh(total / PEAK)
    fade = min(bent.size, 600)
    bent[-fade:] *= np.linspace(1.0, 0.0, fade)
    finished: npt.NDArray[np.float32] = bent.astype("<f4")
    return finished
