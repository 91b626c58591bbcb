"""The consequences of a win: its proof beside the window, and the solved level opened again with a kept run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.commands.commands import Together
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.recording import reader
from sandbox.recording.plain_text import printable
from sandbox.window.run.solved_level import SolvedLevel, figures_of
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.reload_resume import quoted
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.messages import MOST_TITLE
from sandbox.workspace.records import KeptRun, Records
from sandbox.workspace.tryout import Before, put_back


class WinProofs:
    """Has wins proven, and asks how a solved level is to be opened."""

    def __init__(
        self, shell: Shell, documents: Documents, records: Records, race: Callable[[Path, str], object]
    ) -> None:
        """`race` shows a recorded run, under a title, as a ghost in the document that is open."""
        self.shell, self.documents, self.records, self._race = shell, documents, records, race
        documents.before_opening = self.offer

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        see = Action("see_ways", "See the ways", self.see_ways,
                     "The level once more: watch the other ways, race them, or begin with their parts", keys("Alt+V"),
                     Icon.FILM, lambda: self.shell.building() and self.are_ways,
                     why=lambda: "this is for after a win of a level to which more than one way is known")  # fmt: skip
        return Feature(actions=(see,), before_frame=self.look)

    @property
    def are_ways(self) -> bool:
        """True after a win that has been proven, if more than one way to it is known."""
        win = self.records.win(self.shell.workspace)
        return win is not None and win.ways > 1 and self.shell.workspace.document.file.path is not None

    def see_ways(self) -> None:
        """Ask how the level that was won is to be opened: with any of the ways that are known."""
        path = self.shell.workspace.document.file.path
        if path is not None:
            self.documents.open_path(path)

    def look(self) -> None:
        """Have a new win proven, and look for the answer now and then."""
        if self._goes_on():
            self.shell.watch(self._goes_on)

    def _goes_on(self) -> bool:
        return self.records.look(self.shell.workspace)

    def offer(self, path: Path, open_now: Callable[[], object]) -> bool:
        """Ask how a solved level is to be opened; False: there is no kept run of it, and nothing to ask."""
        runs = self.records.kept(path) if path.suffix == ".toml" else ()
        if not runs:
            return False
        title = quoted(printable(levels.read(path).title, MOST_TITLE))
        self.shell.dialog = SolvedLevel(title, runs, _Opening(self.shell, self._race, open_now))
        return True


class _Opening:
    """A solved level that is about to be opened (it is what `SolvedLevel` asks for)."""

    def __init__(self, shell: Shell, race: Callable[[Path, str], object], open_now: Callable[[], object]) -> None:
        self._shell, self._race, self._open_now = shell, race, open_now

    def empty(self) -> None:
        self._open_now()

    def mine(self, run: KeptRun) -> None:
        """Open the level with the parts of a run."""
        self._open_now()
        workspace = self._shell.workspace
        try:
            built = solutions.built(reader.read(run.path))
        except (BadFile, Refused) as error:
            workspace.messages.say(str(error), "bad")
            return
        back = put_back(Before(workspace.document.design, built), workspace.document.design)
        if back.edits and workspace.gate.do(Together(back.edits)):
            workspace.messages.say(f"this is your solution ({figures_of(run)}); Undo takes it away")

    def race(self, run: KeptRun) -> None:
        """Open the level as it is, with a run as a ghost."""
        self._open_now()
        self._race(run.path, f"your run ({figures_of(run)})")

    def watch(self, run: KeptRun) -> None:
        """Open the recording of a run, which holds the level as it was."""
        if self._shell.workspace.files.open_recording(run.path, None):
            self._shell.hide_chooser()
