"""Sound as the user has it: on or off, how loud, and what is said of it. Choices outlive the program."""

from __future__ import annotations

from sandbox.geometry import Box
from sandbox.window.sound import VOLUMES, Listens, Sounds
from sandbox.window.speaker import Speaker
from sandbox.window.workspace import Workspace


class Hearing:
    """The sounds of one window, and its loudspeaker."""

    def __init__(self, workspace: Workspace, speaker: Listens | None = None) -> None:
        self.workspace = workspace
        self.speaker = Speaker() if speaker is None else speaker
        chosen = workspace.settings.now
        self.sounds = Sounds(self.speaker, not chosen.sound, chosen.volume)

    @property
    def on(self) -> bool:
        return not self.sounds.muted

    @property
    def volume(self) -> int:
        """Percent."""
        return self.sounds.volume

    def frame(self, guides: object, seen: Box | None) -> None:
        """See `Sounds.frame`."""
        self.sounds.frame(self.workspace, guides, seen)

    def toggle(self) -> None:
        """Mute all of it, or hear it again."""
        self.sounds.muted = not self.sounds.muted
        self.workspace.remember(sound=self.on)
        self._tell()

    def change_volume(self, by: int) -> None:
        """To the next of `VOLUMES`; who turns it up wants to hear it."""
        nearest = min(range(len(VOLUMES)), key=lambda index: abs(VOLUMES[index] - self.volume))
        self.sounds.volume = VOLUMES[min(len(VOLUMES) - 1, max(0, nearest + by))]
        self.workspace.remember(volume=self.volume)
        if by > 0 and self.sounds.muted:
            self.sounds.muted = False
            self.workspace.remember(sound=True)
        self._tell()
        self.sounds.sign("placed", self.workspace.now())

    @property
    def state(self) -> str:
        """A sentence: is it on, how loud, or why there is none."""
        if self.speaker.silent:
            return self.speaker.why_not
        return f"sound at {self.volume} %" if self.on else "sound is off"

    def _tell(self) -> None:
        self.workspace.say(self.state)

    def close(self) -> None:
        """The program ends."""
        self.speaker.close()


__all__ = ["Hearing"]
