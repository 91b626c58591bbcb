"""Skipping levels of the campaign, and opening all of its chapters at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.levels.campaign import SKIPS
from sandbox.recording.plain_text import printable
from sandbox.window.dialogs.reload_resume import quoted
from sandbox.workspace.messages import MOST_TITLE

if TYPE_CHECKING:
    from sandbox.window.shell import Shell


class CampaignControls:
    """Skips the level that is open or, in the chooser, the one in hand there."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.in_hand: Path | None = None  # of the chooser; the chooser keeps it

    @property
    def level(self) -> Path | None:
        """The level that would be skipped; None if it can't be."""
        shell = self.shell
        path = self.in_hand if shell.screen == "chooser" else shell.workspace.document.file.path
        return path if path is not None and not shell.workspace.campaign.why_not_skipped(path) else None

    @property
    def can_skip(self) -> bool:
        return self.shell.dialog is None and self.level is not None

    @property
    def label(self) -> str:
        """The name of the action, with the level that it is about."""
        path = self.level
        if path is None:
            return "Skip this level"
        name = quoted(_title(path)) if self.shell.screen == "chooser" else "this level"
        campaign = self.shell.workspace.campaign
        return f"Don't skip {name}" if campaign.is_skipped(path) else f"Skip {name} ({campaign.skips_left} left)"

    def skip(self) -> None:
        """Skip the level, or take that back."""
        path, campaign, messages = self.level, self.shell.workspace.campaign, self.shell.workspace.messages
        if path is None:
            return
        try:
            campaign.skip(path)
        except OSError as error:
            messages.fail(error)
            return
        left = f"{campaign.skips_left} of {SKIPS} left"
        if campaign.is_skipped(path):
            messages.say(f"{quoted(_title(path))} is skipped and counts for the next chapter ({left})")
        else:
            messages.say(f"{quoted(_title(path))} is no longer skipped ({left})")

    def toggle_all(self) -> None:
        """Open all chapters, or lock again those that are not yet earned."""
        settings = self.shell.workspace.settings
        settings.remember(all_chapters=not settings.now.all_chapters)


def _title(path: Path) -> str:
    try:
        return printable(levels.read(path).title, MOST_TITLE)
    except BadFile:
        return printable(path.stem, MOST_TITLE)


__all__ = ["CampaignControls"]
