"""The loudspeaker: waves are synthesised and played in a thread of their own, so that no frame waits for either.

Sound is optional. Where there is no device or no library, or sound is off, nothing is loaded or printed, and `why_not`
holds the reason as a sentence.
"""

from __future__ import annotations

import atexit
import ctypes
import importlib
import io
import math
import os
import queue
import sys
import threading
import time
import wave
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.sound import waveforms
from sandbox.sound.waveforms import SoundName

ANSWER_S = 1.0  # for a sound server to carry out an order
RETRY_S = 3.0  # between two looks for a device that went away
_TAIL = 0.4  # s after its end until a voice is removed: the device still holds that much in its buffer
_KEPT = 200  # effects, of some 40 kB each; those of scenes and bars of music have up to 0.4 MB
SIDE = 0.8  # of a right angle: how far to the side a sound at the edge of the picture is
_LIBRARY = "no sound: found no device, or no library to play it with (Debian, Ubuntu: apt-get install libopenal1)"
_NO_DEVICE = "no sound: this machine has no device to play it on"


class Order(NamedTuple):
    """A sound to play now: `gain` 0 to 1, `pitch` times as high, `pan` -1 (left) to 1; `voice` is its number."""

    voice: int
    effect: SoundName
    gain: float
    pitch: float
    pan: float


class Speaker:
    """Plays sounds in a thread; each call only puts an order into a queue."""

    def __init__(self) -> None:
        self.why_not = _missing()  # a sentence; empty where something can be heard
        self._lost = False  # the device went away; it is looked for again with each order
        self._began: float | None = None  # when the thread took the order that it is carrying out
        self._orders: queue.SimpleQueue[Order | SoundName | int | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def silent(self) -> bool:
        """True if no order can be played, now or later."""
        return bool(self.why_not) and not self._lost

    def play(self, order: Order) -> None:
        """Play a sound; the first one loads the library.

        While the sound server does not answer, which only the thread waits for, sounds are left out.
        """
        if self.silent or self._stuck:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="speaker", daemon=True)
            self._thread.start()
        self._orders.put(order)

    def prepare(self, effect: SoundName) -> None:
        """Synthesise a sound that is likely to be played soon, so that it then begins at once."""
        if self._thread is not None and not (self.silent or self._stuck):
            self._orders.put(effect)

    def stop(self, voice: int) -> None:
        """Stop one sound early."""
        if self._thread is not None:
            self._orders.put(voice)

    def close(self) -> None:
        """Stop all sounds; call it before the program ends."""
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join(ANSWER_S)
            if self._thread.is_alive():
                _leave_driver()
            self._thread = None

    @property
    def _stuck(self) -> bool:
        began = self._began
        return began is not None and time.monotonic() - began > ANSWER_S

    # -- in the thread

    def _work(self) -> None:
        play: _Player | None = None
        tried = -math.inf
        while (order := self._next(play)) is not None:
            self._began = now = time.monotonic()
            try:
                if play is None and now - tried >= RETRY_S:
                    tried = now
                    play = _Player(again=self._lost)
                    self.why_not, self._lost = "", False
                if play is not None and isinstance(order, Order):
                    play.start(order)
                elif play is not None and isinstance(order, SoundName):
                    play.prepare(order)
                elif play is not None and isinstance(order, int):
                    play.stop(order)
            except _Silence as why:
                if not self._lost:
                    self.why_not = str(why)
                    return
            except Exception as error:  # any driver's error: sound is optional and must not stop the program
                self.why_not = f"no sound now, and the device is looked for again: {_what(error)}"
                self._lost, tried, play = True, now, None
            finally:
                self._began = None
        if play is not None:
            play.close()

    def _next(self, play: _Player | None) -> Order | SoundName | int | None:
        """Wait for the next order; meanwhile remove the voices that have ended."""
        while True:
            try:
                return self._orders.get(timeout=_tidied(play))
            except queue.Empty:
                continue


class _Silence(Exception):
    """Raised with the reason why no sound can be played."""


class _Player:
    """Wraps pyglet's players, one for each voice. All of it is used from one thread only."""

    def __init__(self, again: bool = False) -> None:
        """`again`: the driver that was there has failed, and another is opened."""
        _hush()
        import pyglet.media

        if again:
            _leave_driver()
            importlib.reload(sys.modules["pyglet.media.drivers"])  # it opens the first that can be opened
        from pyglet.media.drivers.silent.adaptation import SilentDriver

        media: Any = pyglet.media  # its functions have no annotations
        if type(media.get_audio_driver()) is SilentDriver:  # what makes sound may be built upon it
            raise _Silence(_LIBRARY)

        class Voice(pyglet.media.Player):
            """A player that is deleted by `tidy`, not by the window's thread at the end of the sound."""

            def on_eos(self) -> None:
                pass

        self._voice, self._load = Voice, pyglet.media.load
        self._sources: dict[SoundName, Any] = {}
        self._playing: dict[int, tuple[float, Any]] = {}  # by number: when it can be taken away, and the player

    def start(self, order: Order) -> None:
        """Play a sound; synthesise its wave if it is not cached."""
        self.prepare(order.effect)
        player = self._voice()
        player.volume = order.gain
        player.pitch = order.pitch
        aside = order.pan * SIDE * math.pi / 2
        player.position = (math.sin(aside), 0.0, -math.cos(aside))
        player.queue(self._sources[order.effect])
        player.play()
        ends = time.monotonic() + waveforms.seconds(order.effect) / order.pitch + _TAIL
        self._playing[order.voice] = (ends, player)

    def prepare(self, effect: SoundName) -> None:
        """Synthesise and keep a sound's wave."""
        if effect not in self._sources:
            if len(self._sources) >= _KEPT:
                self._sources.pop(next(iter(self._sources)))
            self._sources[effect] = self._load("effect.wav", file=_file(effect), streaming=False)

    def stop(self, voice: int) -> None:
        entry = self._playing.pop(voice, None)
        if entry is not None:
            entry[1].delete()

    def tidy(self) -> float | None:
        """Remove the voices that have ended; return the seconds until the next one ends, or None if none is playing."""
        now = time.monotonic()
        for voice in [voice for voice, (ends, _) in self._playing.items() if ends <= now]:
            self.stop(voice)
        return max(0.01, min(ends for ends, _ in self._playing.values()) - now) if self._playing else None

    def close(self) -> None:
        for voice in list(self._playing):
            self.stop(voice)


def _tidied(play: _Player | None) -> float | None:
    """Remove the voices that have ended; return the seconds until the next one ends, None for no end to wait for."""
    try:
        return play.tidy() if play is not None else None
    except Exception:  # the device is gone, which the next order finds out
        return None


def _leave_driver() -> None:
    """Keep pyglet from closing its sound driver when the program ends: closing a driver that does not answer would
    never end, or end the program with a signal."""
    drivers: Any = sys.modules.get("pyglet.media.drivers")
    if drivers is not None and hasattr(drivers, "_delete_audio_driver"):
        atexit.unregister(drivers._delete_audio_driver)


def _what(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _file(effect: SoundName) -> io.BytesIO:
    """Write an effect's wave as a WAV file in memory."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((1, 2, waveforms.RATE, 0, "NONE", ""))
        out.writeframes((waveforms.wave(effect) * 32767.0).astype("<i2").tobytes())
    file.seek(0)
    return file


def _missing() -> str:
    """Reason why nothing can be played here, as far as known without loading anything; empty if sound may work."""
    if os.environ.get("PYGLET_AUDIO", "").split(",")[0].strip() == "silent":
        return "no sound: PYGLET_AUDIO is set to silent"
    if not sys.platform.startswith("linux"):
        return ""  # always there on a desktop of another kind
    if any(os.environ.get(name) for name in ("PULSE_SERVER", "ALSOFT_CONF", "ALSOFT_DRIVERS")):
        return ""  # the user has named a sound server or driver
    rooms = {Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"), Path(f"/run/user/{os.getuid()}")}
    servers = [room / name for room in rooms for name in ("pulse/native", "pipewire-0")]
    if any(server.exists() for server in servers) or any(Path("/dev/snd").glob("pcm*p")):
        return ""
    return _NO_DEVICE


_handler: Any = None  # ALSA keeps the address for as long as the program runs


def _hush() -> None:
    """Keep OpenAL and ALSA from printing which drivers they did not find: another one may work."""
    global _handler
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    if sys.platform.startswith("linux") and _handler is None:
        say_nothing = ctypes.CFUNCTYPE(
            None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
        )
        try:
            alsa = ctypes.CDLL("libasound.so.2")
            _handler = say_nothing(lambda *_: None)
            alsa.snd_lib_error_set_handler(_handler)
        except (OSError, AttributeError):
            pass
