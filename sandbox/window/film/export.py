"""Pictures, films and pages of the open document, made by another process, so that the window stays responsive."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, sharing
from sandbox.recording import atomic_files
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film import USUAL, DrawFilm
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.render.pictures.reel import ReelChapter, order_of
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Failure, Progress
from sandbox.tasks.task_process import Setup
from sandbox.web.page.make import MakePage
from sandbox.workspace.workspace import Workspace

SUFFIXES = (".gif", ".mp4", ".png")
PAGE = ".html"
LIMITS = Limits(3600, 4096)
PATIENCE_S = 5.0  # for a child that was asked to end


class Export:
    """One export at a time. Call `look` regularly: it reports when one is done.

    A film shows the last run of this session (or the requested one), or, if nothing has run, the run of the level as it
    is built now; a picture shows this moment, or the requested one; a page shows the whole session.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._films, self._pages, self._reels = (
            Background(Setup(f"sandbox.{module}", LIMITS, quiet=True))
            for module in ("render.pictures.film", "web.page.make", "render.pictures.reel")
        )
        self._work = self._films  # or the pages, or the reels: what was begun last
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._out = Path()
        self._share = 0.0

    @property
    def active(self) -> bool:
        return self._work.busy

    @property
    def share(self) -> float:
        """The share that is done, 0 to 1."""
        return self._share

    def begin(self, out: Path, options: FilmOptions = USUAL, shared: str = "") -> bool:
        """Begin to write this file (`SUFFIXES`, or a `PAGE`); False, with a message, if it can't be begun.

        Args:
            shared: a text that a picture is to hold, as of `levels.sharing`.
        """
        if self._is_busy():
            return False
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-export-")
        kept = Path(self._folder.name, f"level{sharing.SUFFIX}") if shared else None
        try:
            source, options = self._source(Path(self._folder.name), out, options)
            if kept is not None:
                levels.write_text(kept, shared)
        except (BadFile, Refused, OSError) as error:
            return self._fail(str(error))
        try:
            if out.suffix.lower() == PAGE:
                self._work = self._pages
                self._work.begin(MakePage(str(source), str(out), options.theme, options.scenes))
            else:
                self._work = self._films
                self._work.begin(DrawFilm(str(source), str(out), options, str(kept or "")))
        except OSError as error:
            return self._fail(_no_process(error))
        return self._begun(out)

    def begin_reel(self, out: Path, chapters: Sequence[ReelChapter], options: FilmOptions = USUAL) -> bool:
        """Begin to write the films of many recordings as one; False, with a message, if it can't be begun."""
        if self._is_busy():
            return False
        try:
            self._work = self._reels
            self._work.begin(order_of(chapters, out, options))
        except OSError as error:
            return self._fail(_no_process(error))
        return self._begun(out)

    def _is_busy(self) -> bool:
        if self.active:
            self.workspace.messages.say("one export at a time: stop the other one first, or wait for it", "refused")
        return self.active

    def _begun(self, out: Path) -> bool:
        self._out, self._share = out, 0.0
        self.workspace.messages.say(f"drawing {out.name}; you can go on meanwhile")
        return True

    def _source(self, folder: Path, out: Path, options: FilmOptions) -> tuple[Path, FilmOptions]:
        """Write a file with what is to be drawn, for the child process; return it with the options that fit it."""
        workspace, still = self.workspace, out.suffix.lower() == ".png"
        recorded = workspace.recording.copy(folder / "session.replay")
        if recorded is not None and (still or film_plan.runs(film_plan.read(recorded))):
            if still and options.tick is None:
                options = replace(options, tick=workspace.document.session.tick)
            return recorded, options
        level = folder / "level.toml"
        levels.write(level, workspace.document.design)
        return level, replace(options, run=None, tick=None, trails=())

    def look(self) -> None:
        """Take in the news of an export; report one that has ended."""
        for message in self._work.poll():
            if isinstance(message, Progress):
                self._share = message.share
                continue
            self._tidy()
            if isinstance(message, Failure):
                self.workspace.messages.say(message.sentence(f"drawing {self._out.name}", optional=False), "bad")
            else:
                self._share = 1.0
                self.workspace.messages.say(f"saved as {self._out}", "info")

    def stop(self) -> None:
        """Cancel the export and remove its unfinished file; one that is done by now stays."""
        self.look()
        pid = self._work.pid
        if pid is None:
            return
        self._work.cancel(PATIENCE_S)
        atomic_files.place(self._out, pid).unlink(missing_ok=True)  # where nobody can be asked to tidy up
        self._tidy()
        self.workspace.messages.say(f"drawing {self._out.name} was cancelled")

    def _tidy(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _fail(self, why: str) -> bool:
        self._tidy()
        self.workspace.messages.say(why, "bad")
        return False


def _no_process(error: OSError) -> str:
    return f"no other process can be started to draw it: {error.strerror or error}"
