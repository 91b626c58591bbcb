"""Sound: on or off, and how loud the machine, the surroundings of a level and its music are."""

from __future__ import annotations

from sandbox.sound.controls import SoundControls
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon


def feature(shell: Shell, sound: SoundControls) -> Feature:
    """Return the row that registers the controls of the sound in the window."""
    actions = (
        Action("sound", "Sound", sound.toggle, "Hear the machine and the editor, or mute them", keys("Shift+M"),
               lambda: Icon.SOUND if sound.on else Icon.MUTED, checked=lambda: sound.on),
        Action("louder", "Louder", lambda: sound.change_volume(1), "Turn the sound up", keys("Ctrl+]"), Icon.LOUDER),
        Action("ambience_up", "Louder scenes", lambda: sound.change_ambience(1),
               "Turn up what is heard of the level's surroundings", keys("Ctrl+Alt+]"), Icon.LOUDER),
        Action("ambience_down", "Quieter scenes", lambda: sound.change_ambience(-1),
               "Turn down what is heard of the level's surroundings", keys("Ctrl+Alt+["), Icon.QUIETER),
        Action("music", "Music", sound.toggle_music, "Hear the piece of the level's scene, or leave it out",
               keys("Alt+M"), Icon.MUSIC, checked=lambda: sound.music_on),
        Action("music_up", "Louder music", lambda: sound.change_music(1), "Turn the music up", keys("Alt+]"),
               Icon.LOUDER),
        Action("music_down", "Quieter music", lambda: sound.change_music(-1), "Turn the music down", keys("Alt+["),
               Icon.QUIETER),
        Action("quieter", "Quieter", lambda: sound.change_volume(-1), "Turn the sound down", keys("Ctrl+["),
               Icon.QUIETER),
    )  # fmt: skip

    def play() -> None:
        """Play the sounds of a frame."""
        gesture = shell.editor.gesture
        sound.frame(gesture.guides if gesture is not None else (), shell.view.camera.bounds)

    return Feature(
        actions=actions, after_scene=play, state=lambda: {"sound": [sound.on, sound.volume]}, close=sound.close
    )
