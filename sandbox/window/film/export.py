"""Pictures and films of the open document, drawn by another process, so that the window stays responsive."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from pathlib import Path

from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.recording import atomic_files
from sandbox.render.pictures import film_plan as scripts
from sandbox.tasks import child
from sandbox.window.film.film_form import How
from sandbox.workspace.workspace import Workspace

SUFFIXES = (".gif", ".mp4", ".png")
PATIENCE_S = 5.0  # for a child that was asked to end
USUAL = How()


class Export:
    """One export at a time. Call `look` regularly: it reports when one is done.

    A film shows the last run of this session (or the requested one), or, if nothing has run, the run of the level as it
    is built now; a picture shows this moment, or the requested one.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._out = Path()
        self._share = 0.0
        self._listener: threading.Thread | None = None
        self._said: list[str] = []  # the child's stderr

    @property
    def active(self) -> bool:
        return self._process is not None

    @property
    def share(self) -> float:
        """The share that is done, 0 to 1."""
        return self._share

    def begin(self, out: Path, theme: str, how: How = USUAL, still: bool = False) -> bool:
        """Begin to write this file (`SUFFIXES`); False, with a message, if it can't be begun. `still`: nothing flashes
        or flies but the machine.
        """
        if self.active:
            self.workspace.messages.say("one export at a time: stop the other one first, or wait for it", "refused")
            return False
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-export-")
        try:
            source, options = self._source(Path(self._folder.name), out, how)
        except (BadFile, Refused, OSError) as error:
            return self._fail(str(error))
        command = ["render", str(source), "-o", str(out), "--json", "--theme", theme.replace("_", "-"), *options]
        command += ["--reduced-motion"] if still else []
        try:
            self._process = child.start(
                "sandbox", *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            return self._fail(f"no other process can be started to draw it: {error.strerror or error}")
        self._out, self._share, self._said = out, 0.0, []
        self._listener = threading.Thread(target=self._listen, args=(self._process,), name="export", daemon=True)
        self._listener.start()
        self.workspace.messages.say(f"drawing {out.name}; you can go on meanwhile")
        return True

    def _source(self, folder: Path, out: Path, how: How) -> tuple[Path, list[str]]:
        """Write a file with what is to be drawn, for the child process; return it with the options."""
        workspace, suffix = self.workspace, out.suffix.lower()
        still = suffix == ".png"
        recorded = workspace.recording.copy(folder / "session.replay")
        if recorded is not None and (still or scripts.runs(scripts.read(recorded))):
            if how.tick is None:
                how = how._replace(tick=workspace.document.session.tick)
            return recorded, how.options(suffix, recorded=True)
        level = folder / "level.toml"
        levels.write(level, workspace.document.design)
        return level, how.options(suffix, recorded=False)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Read the child's progress and its final error output, in a thread."""
        assert process.stdout is not None and process.stderr is not None
        for line in process.stdout:
            progress = json.loads(line)
            self._share = progress["done"] / max(1, progress["total"])
        self._said.append(process.stderr.read().decode("utf-8", "replace"))

    def look(self) -> None:
        """Report an export that has ended."""
        process, listener = self._process, self._listener
        if process is None or listener is None or listener.is_alive() or process.poll() is None:
            return
        error_text = " ".join("".join(self._said).split()).removeprefix("sandbox: ")
        code = process.returncode
        self._tidy()
        if code == 0:
            self.workspace.messages.say(f"saved as {self._out}", "info")
        else:
            ending = f"{self._out.name} could not be drawn: the process that drew it {child.ending(code)}"
            self.workspace.messages.say(error_text or ending, "bad")

    def stop(self) -> None:
        """Cancel the export and remove what it has written."""
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        atomic_files.place(self._out, process.pid).unlink(missing_ok=True)  # where nobody can be asked to tidy up
        if self._listener is not None:
            self._listener.join(PATIENCE_S)
        self._tidy()
        self.workspace.messages.say(f"drawing {self._out.name} was cancelled")

    def _tidy(self) -> None:
        process, self._process, self._listener = self._process, None, None
        if process is not None and process.stdout is not None and process.stderr is not None:
            process.stdout.close()
            process.stderr.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _fail(self, why: str) -> bool:
        self._tidy()
        self.workspace.messages.say(why, "bad")
        return False
