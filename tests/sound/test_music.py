"""The music: each scene has a piece of its own that follows the rules of its key, gains voices, and ends at a win."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sandbox.design.scenes import SCENES
from sandbox.sound import music, waveforms
from sandbox.sound.instruments import INSTRUMENTS, hz, tone
from sandbox.sound.pieces import PIECES, MusicPiece
from sandbox.sound.waveforms import RATE, SoundName

FORM = 8  # bars
NEVER_HEARD = 1e-4


def test_each_scene_has_a_piece() -> None:
    assert set(PIECES) == set(SCENES)
    assert not music.known("moon") and not waveforms.known(SoundName("music", "moon"))


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_a_melody_fills_its_bars_keeps_to_its_chords_and_comes_home(piece: MusicPiece) -> None:
    assert len(piece.melody) == len(piece.chords) == FORM and len(piece.figure) == 2 * piece.beats
    assert {piece.lead, piece.chimes, piece.pad} <= set(INSTRUMENTS)
    for bar in range(FORM):
        notes = piece.notes(bar)
        assert sum(note.beats for note in notes) == piece.beats
        first = notes[0].step
        assert first is not None and first % 7 in {step % 7 for step in piece.chord(bar)}, (bar, "a chord's tone")
    last = piece.notes(FORM - 1)[-1].step
    assert last is not None and last % 7 == 0 and piece.chords[-1] == 1
    keys = [piece.key(note.step) for bar in range(FORM) for note in piece.notes(bar) if note.step is not None]
    assert max(keys) - min(keys) <= 24 and max(abs(a - b) for a, b in pairwise(keys)) <= 12


def test_no_two_pieces_have_one_melody_or_one_pace_and_key() -> None:
    assert len({piece.melody for piece in PIECES.values()}) == len(PIECES)
    assert len({(piece.tempo, piece.tonic) for piece in PIECES.values()}) == len(PIECES)


@pytest.mark.parametrize("name", PIECES)
def test_more_voices_are_louder_and_none_clips_or_clicks(name: str) -> None:
    waves = [music.bar_wave(name, 2, level, RATE) for level in range(music.MOST + 1)]
    for wave in waves:
        assert len(wave) == round((music.bar_seconds(name) + music.TAIL) * RATE)
        assert float(np.abs(wave).max()) < music.PEAK and abs(float(wave[0])) + abs(float(wave[-1])) < NEVER_HEARD
    assert not any(np.array_equal(fewer, more) for fewer, more in pairwise(waves))
    loudness = [float(np.sqrt((wave**2).mean())) for wave in waves]
    assert loudness[0] < loudness[1] < loudness[2] and loudness[-1] > 1.5 * loudness[0], loudness


def test_the_second_time_the_melody_is_heard_though_nothing_happens() -> None:
    assert not np.array_equal(music.bar_wave("mill", 1, 0, RATE), music.bar_wave("mill", 1 + FORM, 0, RATE))


def test_the_end_comes_to_rest_on_the_tonic() -> None:
    for name, piece in PIECES.items():
        wave = waveforms.wave(SoundName("music", name, "win"))
        assert len(wave) == round(music.CADENCE * RATE) and float(np.abs(wave).max()) < music.PEAK
        late = wave[RATE : 2 * RATE]
        spectrum = np.abs(np.fft.rfft(late * np.hanning(late.size)))  # 1 Hz a bin
        tonics = [hz(piece.tonic + 12 * octave) for octave in (-2, -1, 0, 1, 2)]
        semitone = [hz(piece.tonic + 12 * octave + 1) for octave in (-2, -1, 0, 1, 2)]
        assert max(spectrum[round(at)] for at in tonics) > 10 * max(spectrum[round(at)] for at in semitone), name


@pytest.mark.parametrize("name", INSTRUMENTS)
def test_an_instrument_plays_the_key_that_is_asked_for(name: str) -> None:
    wave = tone(name, 69, 1.0, RATE)
    spectrum = np.abs(np.fft.rfft(wave[:RATE] * np.hanning(RATE)))
    assert abs(int(spectrum.argmax()) - 440) <= 2
    assert 0.2 < float(np.abs(wave).max()) <= 1.0 and abs(float(wave[-1])) < NEVER_HEARD
