"""The user's preferences for building: kinds of snapping, favourite parts. Stored in the settings."""

from __future__ import annotations

from sandbox.editing.snapping import NO_SNAPS, Snaps
from sandbox.parts import KINDS, LINKS
from sandbox.workspace.workspace import Workspace


class Preferences:
    """The preferences of one window: read once; each change is written at once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        chosen = workspace.settings.now
        self.snaps = Snaps(*(name in chosen.snap for name in Snaps._fields))
        kinds = {**KINDS, **LINKS}
        self.favourites = tuple(name for name in chosen.favourites if name in kinds)
        self._last_snaps = self.snaps or Snaps()

    def switch_snap(self, name: str) -> Snaps:
        """Switch one kind of snapping on or off; with an empty name all kinds: off, or as they were before."""
        if name:
            self.snaps = self.snaps._replace(**{name: not getattr(self.snaps, name)})
        else:
            self.snaps = NO_SNAPS if self.snaps else self._last_snaps
        if self.snaps:
            self._last_snaps = self.snaps
        self._workspace.remember(snap=tuple(field for field in Snaps._fields if getattr(self.snaps, field)))
        return self.snaps

    def switch_favourite(self, kind: str) -> bool:
        """Add a kind of part or link to the favourites, or remove it; return whether it is one now."""
        others = tuple(name for name in self.favourites if name != kind)
        self.favourites = others if len(others) < len(self.favourites) else (*others, kind)
        self._workspace.remember(favourites=self.favourites)
        return kind in self.favourites


__all__ = ["Preferences"]
