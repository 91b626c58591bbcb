"""Skipping levels of the campaign, opening all of its chapters at once, and the end of a chapter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.levels.campaign import SKIPS, CampaignEnding
from sandbox.recording.plain_text import printable
from sandbox.render.pictures.reel import ReelChapter
from sandbox.window.levels.ending_sheet import EndingSheet
from sandbox.window.levels.parade import Parade
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.reload_resume import quoted
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.messages import MOST_TITLE
from sandbox.workspace.records import LevelRecord, Records


class CampaignControls:
    """Skips the level that is open or, in the chooser, the one in hand there; shows the end of a chapter."""

    def __init__(
        self, shell: Shell, documents: Documents, records: Records, film_all: Callable[[list[ReelChapter]], object]
    ) -> None:
        """`film_all` draws runs of chapters as one film."""
        self.shell, self.documents, self.records, self.film_all = shell, documents, records, film_all
        self.parade = Parade(shell)
        self.in_hand: Path | None = None  # the level in hand in the chooser, which keeps this up to date

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        everything = Setting.switch(
            "chapters", "Chapters", "All open", "Every level at once, whatever has been solved",
            lambda: self.shell.workspace.settings.now.all_chapters, self.toggle_all,
        )  # fmt: skip
        skip = Action("skip_level", lambda: self.label, self.skip,
                      f"It counts for opening the next chapter, as if it were solved. Up to {SKIPS} levels at a time",
                      keys("Ctrl+Shift+K"), Icon.FASTER, lambda: self.can_skip, why=self._why_not_skipped)  # fmt: skip
        return Feature(actions=(skip,), settings=(everything,), before_frame=self.parade.look)

    def record_of(self, path: Path, level: Design) -> LevelRecord:
        """Return the best runs and the stars of the user in a level."""
        return self.records.of(path, level, library.key_of(path) in self.shell.workspace.wins.solved)

    def _why_not_skipped(self) -> str:
        path = self.shell.workspace.document.file.path
        if path is None:
            return "this is no level of the program"
        return self.shell.workspace.campaign.why_not_skipped(path)

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

    # -- the end of a chapter

    @property
    def next_words(self) -> tuple[str, str]:
        """The label and the tooltip of the button that goes on after a win."""
        path, following = self.shell.workspace.document.file.path, self.documents.next_level
        order = [puzzle for chapter in self.shell.workspace.campaign.chapters for puzzle in chapter.puzzles]
        if following in order and path in order and order.index(following) < order.index(path):
            return f"Still open: {_title(following)}", "No level after this one is left; this one before it is"
        return "Next level", "The next level"

    @property
    def ending(self) -> CampaignEnding | None:
        """The end of a chapter, or of all, that the present win has brought; None until it is proven."""
        win = self.records.win(self.shell.workspace)
        return win.ending if win is not None else None

    def show_ending(self) -> None:
        """Show the machines of the chapter that has just been solved, and the way on."""
        ending = self.ending
        if ending is not None:
            self._show(ending, self.documents.next_level if not ending.is_whole else None)

    def _show(self, ending: CampaignEnding, following: Path | None) -> None:
        documents = self.documents

        def go_on() -> None:
            if following is not None:
                documents.open_path(following)

        chapters = self._reel(ending)
        runs = [run for chapter in chapters for run in chapter.recordings]

        def watch_all() -> None:
            documents.guard(lambda: self.parade.begin(runs, lambda: self._show(ending, following)))

        self.shell.dialog = EndingSheet(
            self.shell, ending, self.record_of, go_on if following is not None else None, documents.new,
            watch_all if runs else None, documents.open_path, (lambda: self.film_all(chapters)) if runs else None,
        )  # fmt: skip

    def _reel(self, ending: CampaignEnding) -> list[ReelChapter]:
        """Return the fastest runs of the machines of an ending, by chapter."""
        reel = []
        for chapter in self.shell.workspace.campaign.chapters:
            best = (self.records.best_run(path, "time") for path in chapter.puzzles if path in ending.puzzles)
            runs = tuple(run[0] for run in best if run is not None)
            if runs:
                reel.append(ReelChapter(chapter.title, runs))
        return reel

    # -- chapters

    def toggle_all(self) -> None:
        """Open all chapters, or lock again those that are not yet earned."""
        settings = self.shell.workspace.settings
        settings.remember(all_chapters=not settings.now.all_chapters)


def _title(path: Path) -> str:
    try:
        return printable(levels.read(path).title, MOST_TITLE)
    except BadFile:
        return printable(path.stem, MOST_TITLE)
