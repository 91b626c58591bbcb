"""The parade at the end of a chapter: the user's fastest runs, watched one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sandbox.window.shell.shell import Shell
from sandbox.workspace.clock import NS
from sandbox.workspace.playback import Playback

REST_S = 1.5  # from the end of a run to the next one


class Parade:
    """Plays a list of recordings. Whatever else is opened meanwhile, or taken over, ends it. Call `look` each frame."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self._left: list[Path] = []
        self._total = 0
        self._played: Playback | None = None  # the recording that is played
        self._ended_ns: int | None = None  # when that has come to its end
        self._after: Callable[[], object] = lambda: None

    @property
    def under_way(self) -> bool:
        return self._played is not None

    def begin(self, recordings: Sequence[Path], after: Callable[[], object]) -> None:
        """Play recordings in their order; `after` is called when the last one is over."""
        self._left, self._total, self._after = [*recordings], len(recordings), after
        self._next()

    def look(self) -> None:
        """Go on to the next recording when one is over, after a moment."""
        if not self.under_way:
            return
        workspace = self.shell.workspace
        playback = workspace.document.playback
        if playback is None or playback is not self._played:
            self._played = None
            return
        if not playback.finished:
            self._ended_ns = None
        elif self._ended_ns is None:
            self._ended_ns = workspace.now()
            loop = self.shell.loop
            if loop is not None:  # nothing else may ask for a frame then
                loop.clock.schedule_once(lambda _seconds: self.shell.stir(), REST_S + 0.05)
        elif workspace.now() - self._ended_ns >= REST_S * NS:
            self._next()

    def _next(self) -> None:
        """Play the next recording that can be read; after the last one it is over."""
        workspace = self.shell.workspace
        self._ended_ns = self._played = None
        while self._left:
            number = self._total - len(self._left) + 1
            if workspace.files.open_recording(self._left.pop(0)):
                self._played = workspace.document.playback
                self.shell.hide_chooser()
                workspace.control.run()
                title = workspace.document.design.title
                workspace.messages.say(f"your fastest run, {number} of {self._total}: {title}")
                return
        self._after()
