"""The sound of a film: the window's own mixer hears the run, and what it orders is added up instead of played.

Nothing here depends on a clock: the same film gives the same samples. Slow motion puts more time between sounds and
leaves their pitch as it is, as in the window.
"""

from __future__ import annotations

import math
import wave
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.commands.session import Session
from sandbox.design.geometry import Box
from sandbox.render.pictures.film_camera import FilmCamera
from sandbox.render.pictures.film_options import FIT, CameraAim
from sandbox.render.pictures.film_plan import Film, Shot
from sandbox.render.pictures.film_player import LOOK_EVERY, FilmPlayer
from sandbox.sound import waveforms
from sandbox.sound.cue_sheet import CueSheet
from sandbox.sound.mixer import Sounds
from sandbox.sound.speaker import SIDE, Order
from sandbox.sound.waveforms import RATE, SoundName
from sandbox.workspace.clock import NS
from sandbox.workspace.events import Events
from sandbox.workspace.messages import Messages
from sandbox.workspace.settings import USUAL_AMBIENCE

Samples = npt.NDArray[np.float32]  # (N, 2), left and right, within -1 and 1

_CUT_S = 0.005  # fade of a voice that is stopped, and of the end of the film
_KNEE = 0.8  # level from which sums of many voices are compressed


class Volumes(NamedTuple):
    """How loud the sounds of a film are, in percent; 0 leaves them out."""

    whole: int = 100
    ambience: int = USUAL_AMBIENCE  # the scene's own sound, of the whole
    music: int = 0  # the scene's piece, of the whole


class _FilmedSession(NamedTuple):
    """The session of a film (it is a `mixer.SessionHolder`)."""

    session: Session


class _FilmPace:
    """The pace of a film at one of its frames (it is a `mixer.Pace`)."""

    speed: Fraction | None = Fraction(1)
    moving = False  # until its second frame: it may begin with a title


class HeardRun:
    """The run of a film as the mixer hears it (it is a `mixer.Performance`)."""

    def __init__(self, session: Session) -> None:
        self.document = _FilmedSession(session)
        self.pacing = _FilmPace()
        self.events = Events()
        self.messages = Messages()
        self.seconds = 0.0  # of the film

    def now(self) -> int:
        return round(self.seconds * NS)


class _Recording:
    """Plays a film for the mixer, with everything that happens at its exact time."""

    def __init__(self, film: Film, volumes: Volumes, camera: FilmCamera) -> None:
        self._film, self._camera = film, camera
        self._player = FilmPlayer(film.script)
        self.sheet = CueSheet()
        self._stage = HeardRun(self._player.session)
        self._sounds = Sounds(self.sheet, False, *volumes)

    def run(self) -> None:
        film, player = self._film, self._player
        for index, moment in enumerate(film.moments):
            if index == 0:
                player.to(moment.tick, moment.commands)
                player.take_events()  # from before the film
            else:
                self._go_on(index, film.moments[index - 1], moment)
            self._hear(index / film.fps, index, moment.leftover)

    def _go_on(self, index: int, before: Shot, moment: Shot) -> None:
        """Go from one frame to the next; the mixer listens now and then, and on each tick with an event."""
        film, player, stage = self._film, self._player, self._stage
        begin = before.tick + before.leftover
        ticks = moment.tick + moment.leftover - begin
        stage.pacing.moving = ticks > 0
        stage.pacing.speed = Fraction(ticks) * film.fps / film.script.rate
        for tick in range(before.tick + 1, moment.tick):
            player.to(tick)
            events = player.take_events()
            if events or tick % LOOK_EVERY == 0:
                stage.events.add(events)
                self._hear((index - 1 + (tick - begin) / ticks) / film.fps, index)
        player.to(moment.tick, moment.commands)

    def _hear(self, seconds: float, index: int, leftover: float = 0.0) -> None:
        session, stage = self._player.session, self._stage
        stage.events.add(self._player.take_events())
        stage.seconds = self.sheet.now = seconds
        if session.machine is not None:
            session.machine.read_rows()
        self._sounds.frame(stage, (), self._bounds(session, index, leftover))

    def _bounds(self, session: Session, index: int, leftover: float) -> Box:
        view = self._film.views[index] if self._film.views else None
        return self._camera.look(session, leftover / self._film.script.rate, view).bounds


def cue_sheet(film: Film, volumes: Volumes, size: tuple[int, int], aim: CameraAim = FIT, followed: int = 0) -> CueSheet:
    """List the sounds of a film with their times. They come from where the camera of that picture sees them.

    Raises:
        BadFile: a command of the recording is refused here.
    """
    recording = _Recording(film, volumes, FilmCamera(*size, aim, followed))
    recording.run()
    return recording.sheet


def of_film(film: Film, volumes: Volumes, size: tuple[int, int], aim: CameraAim = FIT, followed: int = 0) -> Samples:
    """Return the samples of what `cue_sheet` lists, as long as the film.

    Raises:
        BadFile: a command of the recording is refused here.
    """
    return _mix(cue_sheet(film, volumes, size, aim, followed), len(film.moments) / film.fps)


def _mix(sheet: CueSheet, seconds: float) -> Samples:
    """Add up all voices."""
    total = np.zeros((max(1, round(seconds * RATE)), 2), np.float32)
    waves: dict[SoundName, npt.NDArray[np.float32]] = {}
    stops = {cue.order: cue.seconds for cue in sheet.cues if isinstance(cue.order, int)}
    for start, order in sheet.cues:
        if not isinstance(order, Order):
            continue
        if order.effect not in waves:
            waves[order.effect] = waveforms.wave(order.effect)
        voice = _voice(waves[order.effect], order, stops.get(order.voice, math.inf) - start)
        first = round(start * RATE)
        room = len(total) - first
        if room > 0:
            total[first : first + len(voice)] += voice[:room]
    fade = min(len(total), round(_CUT_S * RATE))
    total[len(total) - fade :] *= np.linspace(1.0, 0.0, fade, dtype=np.float32)[:, None]
    return _compressed(total)


def _voice(sound: npt.NDArray[np.float32], order: Order, seconds: float) -> Samples:
    """Return one voice at its pitch, gain and place, cut off after `seconds`."""
    length = int(len(sound) / order.pitch)
    samples = np.interp(np.arange(length) * order.pitch, np.arange(len(sound)), sound)
    if seconds * RATE < length:
        samples = samples[: max(1, round(seconds * RATE))]
        fade = min(len(samples), round(_CUT_S * RATE))
        samples[len(samples) - fade :] *= np.linspace(1.0, 0.0, fade)
    angle = (1.0 + order.pan * SIDE) * math.pi / 4  # equal power at each place
    sides = np.array([math.cos(angle), math.sin(angle)])
    voice: Samples = (samples[:, None] * sides * order.gain).astype(np.float32)
    return voice


def _compressed(total: Samples) -> Samples:
    """Bend what would exceed 1; quieter samples stay as they are."""
    over = np.maximum(np.abs(total) - _KNEE, 0.0) / (1.0 - _KNEE)
    bent = np.sign(total) * (_KNEE + (1.0 - _KNEE) * np.tanh(over))
    loud: Samples = np.where(over > 0.0, bent, total).astype(np.float32)
    return loud


def write(path: Path, samples: Samples) -> None:
    """Write a WAV file: stereo, 16 bits."""
    with wave.open(str(path), "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        file.writeframes((samples * 32767.0).round().astype("<i2").tobytes())
