"""Chooses the sounds to play and their volume: of the machine while it runs in real time, of the editor, of a run's
end.

It only observes; no session knows whether sound is on. The chosen sounds go to a `Speaker`, limited to as many voices
as one can tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.design.geometry import Box
from sandbox.design.scenes import PAPER
from sandbox.machine.machine import Event, Machine
from sandbox.parts import KINDS, sounds
from sandbox.sound import waveforms
from sandbox.sound.event_sounds import CUE_GAIN, DESK_GAIN, cue_of, heard_from
from sandbox.sound.impact_detector import LONGEST, Impact, ImpactDetector
from sandbox.sound.music_voice import Liveliness, MusicVoice
from sandbox.sound.scene_voice import Ambience
from sandbox.sound.speaker import Order
from sandbox.sound.waveforms import SoundName
from sandbox.workspace.clock import FLAT_OUT, NS
from sandbox.workspace.events import Events
from sandbox.workspace.messages import Messages
from sandbox.workspace.settings import USUAL_AMBIENCE, USUAL_VOLUME

VOICES = 24  # at once
FASTEST = 4  # times real time: faster runs are silent
FAINT, LOUD = 1e-4, 20.0  # J: the energy of the faintest audible impact, and of the loudest
AGAIN_NS = 45_000_000  # before the same effect is heard again
SNAP_AGAIN_NS = 90_000_000
VOLUMES = (0, 10, 25, 50, 75, 100)  # percent
USUAL = USUAL_VOLUME
_OFTEN = 3  # of one effect at once
_HUMS_EVERY_NS = int(waveforms.GRAIN / 2 * NS)
_HUM_GAIN = 0.5
_GOLDEN = 0.6180339887498949  # its multiples, without their whole part, are spread evenly, and never repeat


class Listens(Protocol):
    """The interface of a `Speaker`, to which sounds are sent."""

    @property
    def silent(self) -> bool:
        """True if nothing can be played."""

    @property
    def why_not(self) -> str:
        """Reason why nothing can be played, as a sentence; empty if sound works."""

    def play(self, order: Order) -> None:
        """Play a sound now."""

    def prepare(self, effect: SoundName) -> None:
        """Get ready for a sound that is likely to be played soon."""

    def stop(self, voice: int) -> None:
        """Stop one voice."""

    def close(self) -> None:
        """Stop all voices."""


class SessionHolder(Protocol):
    """The owner of the session that is heard, as `Document` is."""

    @property
    def session(self) -> Session: ...


class Pace(Protocol):
    """The pace of a session, as `Pacing` tells it."""

    @property
    def speed(self) -> Fraction | None: ...  # times real time; `FLAT_OUT`: as fast as possible
    @property
    def moving(self) -> bool: ...  # False while it is paused


class Performance(Protocol):
    """A session whose sounds are heard: the open workspace, or the run of a film."""

    @property
    def document(self) -> SessionHolder: ...
    @property
    def pacing(self) -> Pace: ...
    @property
    def events(self) -> Events: ...
    @property
    def messages(self) -> Messages: ...
    def now(self) -> int: ...  # ns


class _Voice(NamedTuple):
    number: int
    effect: SoundName
    gain: float
    began: int  # ns
    ends: int  # ns


class Sounds:
    """The mixer of the window.

    Attributes to set: `muted`, `volume`, `ambience` and `music` (percent), `scenes_shown`.
    """

    def __init__(
        self,
        speaker: Listens,
        muted: bool = False,
        volume: int = USUAL,
        ambience: int = USUAL_AMBIENCE,
        music: int = 0,
    ) -> None:
        self.speaker = speaker
        self.muted = muted
        self.volume = volume
        self.ambience = ambience
        self.music = music
        self.scenes_shown = True
        self._impacts = ImpactDetector()
        self._voices: list[_Voice] = []
        self._count = 0
        self._machine: Machine | None = None
        self._ticks = 0
        self._outcome = "open"
        self._said = 0
        self._guides: object = ()
        self._snapped_ns = self._hummed_ns = -NS
        self._hums: dict[str, npt.NDArray[np.intp]] = {}
        self._knocks: dict[str, str] = {}  # by kind
        self._ambience = Ambience()
        self._music = MusicVoice()
        self._liveliness = Liveliness()

    @property
    def heard(self) -> bool:
        """True if sound is on and can be played now."""
        return not (self.muted or self.volume == 0 or self.speaker.silent)

    # -- once a frame

    def frame(self, performance: Performance, guides: object, seen: Box | None) -> None:
        """Play the sounds of everything since the last frame; costs nothing while sound is off.

        `guides` are the lines that a drag snaps to; `seen` is the visible box of the world (m).
        """
        events, acts = performance.events.take_events(), performance.events.take_acts()
        machine, message = performance.document.session.machine, performance.messages.latest
        refused = message is not None and message.number != self._said and message.kind == "refused"
        self._said = message.number if message is not None else 0
        outcome, self._outcome = self._outcome, performance.document.session.outcome
        guides, self._guides = self._guides, guides
        now = performance.now()
        self._surround(now, performance)
        self._accompany(now, performance, events)
        if not self.heard:
            self._impacts.look(None)
            self._machine = None
            return
        self._voices = [voice for voice in self._voices if voice.began <= now < voice.ends]
        self._sign(now, acts, refused, bool(self._guides) and self._guides != guides)
        if machine is not self._machine:
            self._begin(machine)
        fresh = machine is not None and 0 <= machine.ticks - self._ticks <= LONGEST / machine.dt
        speed = performance.pacing.speed
        in_time = speed is not FLAT_OUT and speed is not None and speed <= FASTEST
        if fresh and in_time and machine is not None:
            since = performance.document.session.start_tick + self._ticks
            self._hear(now, machine, [event for event in events if event.tick >= since], seen)
            if performance.pacing.moving:
                self._hum(now, machine)
        else:
            self._impacts.look(None)
        if machine is not None:
            self._ticks = machine.ticks
        if self._outcome != outcome and self._outcome in ("won", "lost") and performance.document.session.running:
            self._order(now, SoundName("desk", self._outcome), 1.0, priority=1.0)

    def sign(self, name: str, now: int) -> None:
        """Play one of the editor's sounds (`waveforms.DESK`)."""
        if self.heard:
            self._order(now, SoundName("desk", name), DESK_GAIN, priority=0.5)

    def _surround(self, now: int, performance: Performance) -> None:
        """Go on with the ambient sound of the level's scene, or end it."""
        shown = self.scenes_shown and self.heard and self.ambience > 0
        scene = performance.document.session.design.scene if shown else PAPER
        orders, ended = self._ambience.frame(now, scene, self.volume * self.ambience)
        for voice in ended:
            self.speaker.stop(voice)
        for order in orders:
            self.speaker.play(order)

    def _accompany(self, now: int, performance: Performance, events: list[Event]) -> None:
        """Go on with the music of the level's scene, or end it."""
        session = performance.document.session
        level = self._liveliness.level(session, events, performance.pacing.moving)
        scene = session.design.scene if self.heard and self.music > 0 else ""
        won = session.running and session.outcome == "won"
        orders = self._music.frame(now, scene, level, won, self.volume * self.music)
        for voice in orders.stop:
            self.speaker.stop(voice)
        for order in orders.play:
            self.speaker.play(order)
        for effect in orders.prepare:
            self.speaker.prepare(effect)

    # -- the editor

    def _sign(self, now: int, acts: Iterable[AnyCommand], refused: bool, snapped: bool) -> None:
        names = {single.sound for act in acts for single in act.singles} - {""}
        if refused:
            names = {"refused"}
        if len(names) > 1:
            names.discard("moved")  # the other commands of the step say what it was for
        for name in sorted(names):
            self.sign(name, now)
        if snapped and now - self._snapped_ns >= SNAP_AGAIN_NS:
            self._snapped_ns = now
            self.sign("snapped", now)

    # -- the machine

    def _begin(self, machine: Machine | None) -> None:
        """Take over a new machine: its sounds start now, or with its first tick if that has only just passed."""
        self._machine = machine
        self._ticks = machine.ticks if machine is not None and machine.ticks > LONGEST / machine.dt else 0
        self._hummed_ns = -NS
        slots: dict[str, list[int]] = {}
        for run in machine.parts.values() if machine is not None else ():
            if run.kind.hum and run.kind.hums_while in run:
                assert machine is not None
                slots.setdefault(run.kind.hum, []).append(machine.slot_of[run.id, run.kind.hums_while])
        self._hums = {name: np.array(state_slots, np.intp) for name, state_slots in slots.items()}

    def _hear(self, now: int, machine: Machine, events: list[Event], seen: Box | None) -> None:
        for event in events:
            name = cue_of(machine, event)
            if name:
                gain, pan = heard_from(event.x, event.y, seen)
                self._order(now, SoundName("cue", name), CUE_GAIN * gain, self._vary(), pan, priority=0.6)
        for impact in self._impacts.look(machine):
            self._knock(now, machine, impact, seen)

    def _knock(self, now: int, machine: Machine, impact: Impact, seen: Box | None) -> None:
        loud = loudness(impact.energy)
        if loud <= 0.0:
            return
        material, other_material = (self._knock_of(machine, part) for part in (impact.part, impact.other))
        level = level_of(loud)
        effect = waveforms.knock(material, other_material, level, self._count % waveforms.TAKES)
        if effect is None:
            return
        gain, pan = heard_from(impact.x, impact.y, seen)
        small = (0.11 / max(0.01, impact.size)) ** 0.35  # a small thing sounds higher
        pitch = min(1.8, max(0.6, small)) * self._vary()
        self._order(now, effect, gain * amplitude(loud) / waveforms.LEVELS[level], pitch, pan, priority=loud)

    def _knock_of(self, machine: Machine, part: int) -> str:
        kind = machine.design.part_by_id[part].kind
        if kind not in self._knocks:
            self._knocks[kind] = sounds.knock(KINDS[kind])
        return self._knocks[kind]

    def _hum(self, now: int, machine: Machine) -> None:
        """Play a grain of each hum that is on, once every half grain."""
        if now - self._hummed_ns < _HUMS_EVERY_NS:
            return
        late = now - self._hummed_ns > 2 * _HUMS_EVERY_NS
        self._hummed_ns = now if late else self._hummed_ns + _HUMS_EVERY_NS
        for name, slots in self._hums.items():
            on = int(np.count_nonzero(machine.states[slots]))
            if on:
                gain = _HUM_GAIN * min(1.0, 0.6 + 0.15 * on)
                self._order(
                    now, SoundName("hum", name, take=self._count % waveforms.TAKES), gain, priority=0.4, free=True
                )

    # -- the mixer

    def _vary(self) -> float:
        """A pitch a little above or below 1, different each time."""
        return 1.0 + 0.08 * ((self._count * _GOLDEN) % 1.0 - 0.5)

    def _order(
        self,
        now: int,
        effect: SoundName,
        gain: float,
        pitch: float = 1.0,
        pan: float = 0.0,
        priority: float = 0.5,
        free: bool = False,
    ) -> None:
        """Give a sound a free voice, or that of a quieter sound. With `free` it may follow itself closely."""
        alike = [voice for voice in self._voices if voice.effect[:4] == effect[:4]]
        if not free and (len(alike) >= _OFTEN or any(now - voice.began < AGAIN_NS for voice in alike)):
            return
        weight = priority * gain
        if len(self._voices) >= VOICES:
            quietest = min(self._voices, key=lambda voice: voice.gain)
            if quietest.gain >= weight:
                return
            self._voices.remove(quietest)
            self.speaker.stop(quietest.number)
        self._count += 1
        length = int(waveforms.seconds(effect) / pitch * NS)
        self._voices.append(_Voice(self._count, effect, weight, now, now + length))
        # Hearing is logarithmic: half as loud is much less than half the amplitude.
        whole = min(1.0, gain) * (self.volume / 100) ** 2
        self.speaker.play(Order(self._count, effect, whole, pitch, pan))


def loudness(energy: float) -> float:
    """Loudness, 0 (inaudible) to 1, of an impact of `energy` joules. Ten times the energy is one step louder."""
    if energy <= FAINT:
        return 0.0
    return min(1.0, math.log10(energy / FAINT) / math.log10(LOUD / FAINT))


def level_of(loud: float) -> int:
    """Index of the wave of a knock, from `waveforms.LEVELS`, for a loudness."""
    return min(len(waveforms.LEVELS) - 1, int(loud * len(waveforms.LEVELS)))


def amplitude(loud: float) -> float:
    """Peak of the wave for a loudness, within the peak of its level."""
    return min(0.04 + 0.86 * math.pow(loud, 1.6), waveforms.LEVELS[level_of(loud)])
