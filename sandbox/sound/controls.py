"""The user's sound settings: on or off, and the volume. Choices outlive the program."""

from __future__ import annotations

from typing import Any

from sandbox.design.geometry import Box
from sandbox.design.scenes import PAPER
from sandbox.sound.mixer import VOLUMES, Listens, Sounds
from sandbox.sound.speaker import Speaker
from sandbox.workspace.workspace import Workspace


class SoundControls:
    """The sounds of one window, and its loudspeaker."""

    def __init__(self, workspace: Workspace, speaker: Listens | None = None) -> None:
        self.workspace = workspace
        self.speaker = Speaker() if speaker is None else speaker
        chosen = workspace.settings.now
        self.sounds = Sounds(self.speaker, not chosen.sound, chosen.volume, chosen.ambience, self.music_volume)

    @property
    def on(self) -> bool:
        return not self.sounds.muted

    @property
    def volume(self) -> int:
        """Volume in percent."""
        return self.sounds.volume

    @property
    def heard_volume(self) -> int:
        """Volume in percent at which sounds are heard now; 0 while sound is off."""
        return self.volume if self.sounds.heard else 0

    def frame(self, guides: object, seen: Box | None) -> None:
        """Play the sounds of a frame; see `Sounds.frame`."""
        self.sounds.scenes_shown = self.workspace.settings.now.scenes != PAPER
        self.sounds.frame(self.workspace, guides, seen)

    def toggle(self) -> None:
        """Turn sound off or on."""
        self.sounds.muted = not self.sounds.muted
        self.workspace.settings.remember(sound=self.on)
        self._tell()

    def change_volume(self, by: int) -> None:
        """Go up or down by `by` steps of `VOLUMES`; turning the volume up also turns sound on."""
        self.sounds.volume = _changed(self.volume, by)
        self.workspace.settings.remember(volume=self.volume)
        if by > 0 and self.sounds.muted:
            self.sounds.muted = False
            self.workspace.settings.remember(sound=True)
        self._tell()
        self.sounds.sign("placed", self.workspace.now())

    def change_ambience(self, by: int) -> None:
        """Go up or down by `by` steps of `VOLUMES` with the sound of scenes, of the volume of all sounds."""
        self.sounds.ambience = _changed(self.sounds.ambience, by)
        self.workspace.settings.remember(ambience=self.sounds.ambience)
        self.workspace.messages.say(f"sound of scenes at {self.sounds.ambience} %")

    @property
    def music_on(self) -> bool:
        return self.workspace.settings.now.music

    @property
    def music_volume(self) -> int:
        """Volume of the music in percent of that of all sounds; 0 while it is off."""
        chosen = self.workspace.settings.now
        return chosen.music_volume if chosen.music else 0

    def toggle_music(self) -> None:
        """Turn the music off or on."""
        self._remember_music(music=not self.music_on)

    def change_music(self, by: int) -> None:
        """Go up or down by `by` steps of `VOLUMES` with the music; turning it up also turns it on."""
        chosen = self.workspace.settings.now
        self._remember_music(music=chosen.music or by > 0, music_volume=_changed(chosen.music_volume, by))

    def _remember_music(self, **values: Any) -> None:
        self.workspace.settings.remember(**values)
        self.sounds.music = self.music_volume
        music = f"music at {self.music_volume} %" if self.music_on else "music is off"
        self.workspace.messages.say(music if self.on else f"{music}; all sound is off")

    @property
    def state(self) -> str:
        """The state of the sound in a sentence for the user: the volume, that sound is off, or the reason why there is
        none."""
        if self.speaker.why_not:
            return self.speaker.why_not
        return f"sound at {self.volume} %" if self.on else "sound is off"

    def _tell(self) -> None:
        self.workspace.messages.say(self.state)

    def close(self) -> None:
        """Stop all sounds; the program ends."""
        self.speaker.close()


def _changed(volume: int, by: int) -> int:
    """Return the volume that is `by` steps of `VOLUMES` from the one nearest to `volume`."""
    nearest = min(range(len(VOLUMES)), key=lambda index: abs(VOLUMES[index] - volume))
    return VOLUMES[min(len(VOLUMES) - 1, max(0, nearest + by))]
