"""The instruments of the music: one tone of each, as a sum of partials under an envelope.

Pure, as `waveforms`. A struck or plucked tone decays by itself, its higher partials sooner; a blown or bowed one is
held for its length and then let go. The ratios of the partials of bars and bells are those of N. H. Fletcher and
T. D. Rossing, "The Physics of Musical Instruments" (1998): a bar that is tuned for a marimba 1 : 4 : 9.2, a free bar
1 : 2.76 : 5.40.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Tone = npt.NDArray[np.float64]

RELEASE = 0.25  # s that a held tone needs to fade when it is let go
RING = 1.0  # s that a struck tone is heard beyond its length
_A4, _A4_KEY = 440.0, 69  # Hz, and its number in MIDI
_HIGHEST = 9_000.0  # Hz: partials above would only hiss
_LET_GO = 0.02  # s before its end in which a wave that is cut off fades
_KEPT = 400  # tones, of up to 0.8 MB each; a piece has fewer than a hundred


class Instrument(NamedTuple):
    """The partials of an instrument, with their amplitudes, and how they begin and end."""

    ratios: tuple[float, ...]
    gains: tuple[float, ...]
    attack: float  # s
    decay: float  # 1/s of the first partial; 0 for tones that are held
    vibrato: float = 0.0  # share of the pitch
    beating: float = 0.0  # share of the pitch between two reeds that sound together


INSTRUMENTS: dict[str, Instrument] = {
    "music box": Instrument((1.0, 2.76, 5.40), (1.0, 0.28, 0.12), 0.002, 3.2),
    "bells": Instrument((1.0, 2.0, 2.76, 5.40), (1.0, 0.35, 0.3, 0.1), 0.003, 1.8),
    "marimba": Instrument((1.0, 4.0, 9.2), (1.0, 0.25, 0.06), 0.003, 6.0),
    "lute": Instrument((1.0, 2.0, 3.0, 4.0, 5.0, 6.0), (1.0, 0.6, 0.4, 0.25, 0.15, 0.1), 0.004, 3.0),
    "bass": Instrument((1.0, 2.0, 3.0), (1.0, 0.45, 0.15), 0.008, 2.2),
    "flute": Instrument((1.0, 2.0, 3.0), (1.0, 0.22, 0.06), 0.05, 0.0, vibrato=0.003),
    "accordion": Instrument((1.0, 2.0, 3.0, 4.0, 5.0, 6.0), (1.0, 0.7, 0.5, 0.3, 0.2, 0.12), 0.03, 0.0, beating=0.004),
    "strings": Instrument((1.0, 2.0, 3.0, 4.0, 5.0), (1.0, 0.5, 0.3, 0.18, 0.1), 0.35, 0.0, vibrato=0.002),
}


def hz(key: int) -> float:
    """Frequency of a key's number in MIDI, in equal temperament."""
    return float(_A4 * 2.0 ** ((key - _A4_KEY) / 12.0))


@lru_cache(_KEPT)
def tone(instrument: str, key: int, seconds: float, rate: int) -> Tone:
    """Synthesise a tone that is held for some seconds; its peak is about 1, and the wave is longer by what rings on."""
    played = INSTRUMENTS[instrument]
    length = seconds + (RING if played.decay else RELEASE)
    t = np.arange(round(length * rate)) / rate
    pitch = hz(key) * (t + played.vibrato * np.cos(math.tau * 5.0 * t) / (math.tau * 5.0))  # periods since the start
    wave = np.zeros_like(t)
    for ratio, gain in zip(played.ratios, played.gains, strict=True):
        if hz(key) * ratio <= _HIGHEST:
            fading = np.exp(-t * played.decay * math.sqrt(ratio)) if played.decay else 1.0
            wave += gain * fading * np.sin(math.tau * ratio * pitch)
            if played.beating:
                wave += gain * np.sin(math.tau * ratio * (1.0 + played.beating) * pitch)
    wave *= _envelope(t, played, seconds) / (sum(played.gains) * (2.0 if played.beating else 1.0))
    wave.flags.writeable = False
    return wave


def _envelope(t: Tone, of: Instrument, seconds: float) -> Tone:
    """Loudness over time: the attack, and the end of the tone."""
    rise = np.clip(t / of.attack, 0.0, 1.0)
    fade = RELEASE if not of.decay else _LET_GO
    fall = np.clip((t[-1] - t) / fade, 0.0, 1.0)
    shaped: Tone = np.sin(rise * math.pi / 2) * np.sin(fall * math.pi / 2) ** 2
    return shaped
