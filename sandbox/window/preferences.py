"""What the user has chosen for building: what snaps, which parts are favourites. Kept in the settings."""

from __future__ import annotations

from sandbox.parts import KINDS, LINKS
from sandbox.window.snapping import NO_SNAPS, Snaps
from sandbox.window.workspace import Workspace


class Preferences:
    """Read once; each change is written at once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        chosen = workspace.settings.now
        self.snaps = Snaps(*(name in chosen.snap for name in Snaps._fields))
        known = {**KINDS, **LINKS}
        self.favourites = tuple(name for name in chosen.favourites if name in known)
        self._last_snaps = self.snaps or Snaps()

    def switch_snap(self, name: str) -> Snaps:
        """One kind of snapping on or off; with an empty name all of them: off, or as they were before."""
        if name:
            self.snaps = self.snaps._replace(**{name: not getattr(self.snaps, name)})
        else:
            self.snaps = NO_SNAPS if self.snaps else self._last_snaps
        if self.snaps:
            self._last_snaps = self.snaps
        self._workspace.remember(snap=tuple(field for field in Snaps._fields if getattr(self.snaps, field)))
        return self.snaps

    def switch_favourite(self, kind: str) -> bool:
        """A kind of part or link into the favourites, or out of them; whether it is one now."""
        kept = tuple(name for name in self.favourites if name != kind)
        self.favourites = kept if len(kept) < len(self.favourites) else (*kept, kind)
        self._workspace.remember(favourites=self.favourites)
        return kind in self.favourites


__all__ = ["Preferences"]
