"""The open document with its duties around it: all that the window needs and that needs no window.

The interface reads the document and calls the duties. None of their methods raises for mistakes of a user or in a file:
they return False and leave a sentence in `messages`. Time comes from the counter passed in at creation.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from sandbox.design.design import Design
from sandbox.levels import library
from sandbox.recording import atomic_files
from sandbox.workspace.control import Control
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.events import Events
from sandbox.workspace.files.files import DocumentFiles
from sandbox.workspace.files.kept_tries import KeptTries
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.files.opening import Opening
from sandbox.workspace.files.recovery import Recovery
from sandbox.workspace.gate import Gate
from sandbox.workspace.messages import Messages
from sandbox.workspace.pacing import Pacing
from sandbox.workspace.past.jobs import Jobs
from sandbox.workspace.past.time_travel import TimeTravel
from sandbox.workspace.settings import Store
from sandbox.workspace.solved_levels import Campaign, SolvedLevels
from sandbox.workspace.together.shared_play import SharedPlay
from sandbox.workspace.watchdog import Watchdog


class Workspace:
    """The open document, and one owner for each duty.

    Attributes:
        document: what is open.
        gate: the one door to its session, for commands and ticks.
        pacing: the clock, the speed, the pause.
        control: start, stop, step, on to the next event, once more.
        files: open, save, save as.
        tries: a player's unsolved try, kept when its puzzle is left.
        recording: the recording of the session as it goes.
        recovery: sessions that were cut off, and runs that have failed.
        travel: the playhead, and going on from the past or from a recording.
        jobs: resimulation in the background.
        together: the session with others, as host or guest.
        opening: another session in the place of the open one.
        messages, happenings, wins, settings: what is told, what has happened, what is solved, what is chosen.
        campaign: which chapters are open, which level comes next, which were skipped.
    """

    def __init__(
        self, data: Path, now: Callable[[], int] = time.perf_counter_ns, config: Path | None = None,
        watchdog: Watchdog | None = None,
    ) -> None:  # fmt: skip
        """Open an empty document. `data` is the user's folder (`user_folders.data_dir()`); `now` any steady nanosecond
        counter; `config` the folder of settings and keys (`user_folders.config_dir()`), None: the same as `data`;
        `watchdog` notes what ends the process."""
        self.data = data
        self.now = now
        self.messages = Messages()
        self.events = Events()
        self.wins = SolvedLevels(data)
        self.settings = Store(config or data, data, self.messages.fail)
        self.campaign = Campaign(self.wins, lambda: self.settings.now.all_chapters)
        self.document = document = OpenDocument(data, now, self.messages, self.events, self.wins)
        self.pacing = pacing = Pacing(document, self.settings)
        self.gate = gate = Gate(document, pacing, lambda error, recorded: self.recovery.end_run(error, recorded))
        self.jobs = jobs = Jobs(document)
        self.recording = recording = LiveRecording(document, gate, watchdog)
        self.opening = opening = Opening(document, pacing, gate, recording)
        self.files = DocumentFiles(document, opening, recording)
        self.tries = KeptTries(document, gate)
        self.recovery = Recovery(document, pacing, gate, recording, jobs, opening)
        self.travel = travel = TimeTravel(document, pacing, gate, recording, jobs, opening)
        self.together = SharedPlay(document, pacing, gate, recording, opening, self.recovery)
        self.control = Control(document, pacing, gate, opening, travel)
        opening.open(Design())
        for folder in {
            library.user_dir(data): None,
            data: None,
            data / "sessions": None,
            data / "tries": None,
            config or data: None,
        }:
            atomic_files.tidy_folder(folder, time.time())
        for problem in self.settings.problems:
            self.messages.say(problem, "bad")

    def close(self, reason: str = "quit") -> None:
        """End the session and its recording: the program quits."""
        self.together.leave()
        self.recording.end(reason)
