"""The ways in: for each form of files what reads it, and the command lines that take it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sandbox.cli import run as run_command
from sandbox.cli import show as show_command
from sandbox.commands.commands import to_json
from sandbox.editing.keys import chord
from sandbox.errors import BadFile
from sandbox.levels import difficulty, levels, library, sharing, solution_files, solutions
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.formats import tbe
from sandbox.recording import framing, reader, recording
from sandbox.recording.cache_folder import CacheFolder
from sandbox.recording.user_seal import UserSeal
from sandbox.trials import win_store
from sandbox.trials.checks import measured
from sandbox.window.levels.shelf import shelf
from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.keymap import Keymap
from sandbox.workspace.files.session_files import Sessions
from sandbox.workspace.past import branches
from sandbox.workspace.settings import Store
from sandbox.workspace.workspace import Workspace
from tests.tools.attack.forms import FORMS


class Door(NamedTuple):
    """A way in: the form of files it takes, the place of the file in a fresh folder, and what reads it there."""

    name: str
    form: str
    place: str
    enter: Callable[[Path], object]


def _level(folder: Path) -> None:
    path = folder / "x.toml"
    level = levels.read(path)
    list(show_command._level_lines(path, level, show_command._plain_level(level)))
    levels.digest(level)
    if levels.loads(levels.dumps(level)) != level:
        raise AssertionError("written and read again, it is another level")


def _recording(folder: Path) -> None:
    path = folder / "x.replay"
    framing.finished(path)
    reader.is_recording(path)
    reader.arithmetic_of(reader.load(path))
    read = reader.read(path)
    list(recording.describe(read))
    list(show_command._recording_lines(path, read))
    list(read.states)
    for other in read.others:
        list(other.states)
    solutions.built(read)


def _share(folder: Path) -> None:
    shared = sharing.read(folder / "x.share")
    sharing.design_of(shared)
    if shared.solution is not None:
        shared.solution.timed()


def _xml(folder: Path) -> None:
    imported = tbe.read(folder / "x.xml")
    levels.loads(levels.dumps(imported.design))
    for command in imported.solution:
        to_json(0, command)


def _script(folder: Path) -> None:
    path = folder / "x.jsonl"
    try:
        list(solution_files._moves(path))
    except BadFile:
        pass
    run_command.read_script(str(path))


def _index(folder: Path) -> None:
    for name in "abc":
        (folder / f"{name}.toml").write_text("format = 1\nrules = 3\n")
    library.bundled_chapters(folder)


def _keys(folder: Path) -> None:
    rows = (("save", "Ctrl+S"), ("quit", "Ctrl+Q"), ("undo", "Ctrl+Z"), ("run", "Space"))
    actions = Actions(tuple(Action(name, name, run=lambda: None, tip="", keys=(chord(key),)) for name, key in rows))
    keymap = Keymap(actions, folder)
    keymap.load()
    _sentences(keymap.problems)


def _settings(folder: Path) -> None:
    store = Store(folder, folder)
    _sentences(store.problems)
    store.change(volume=7)
    if Store(folder, folder).now.volume != 7:
        raise AssertionError("what was chosen is not read again")


def _progress(folder: Path) -> None:
    library.solved(folder), library.skipped(folder)
    library.remember_solved(folder, "roll")
    store = BestRuns(folder)
    store.take_over()
    store.result(_DROP, "drop")
    if "roll" not in library.solved(folder):
        raise AssertionError("what was solved is not read again")


_DROP = levels.read(library.bundled_levels()[0])


def _best(folder: Path) -> None:
    digest = levels.digest(_DROP)
    (folder / "best" / digest).mkdir(parents=True)
    shutil.move(folder / "x.json", folder / "best" / digest / "index.json")
    store = BestRuns(folder)
    store.of(_DROP)
    store.of_older(_DROP, "drop")


def _branch(folder: Path) -> None:
    branches.read(folder / "x.replay")
    branches.of_tree(folder, "2026-01-01")


def _notes(folder: Path) -> None:
    sessions = Sessions(folder)
    sessions.folder.mkdir()
    shutil.move(folder / "x.lock", sessions.folder / "x.lock")
    path = sessions.folder / "x.replay"
    sessions.origin(path)
    sessions.crashed(path)


def _sealed(folder: Path) -> None:
    seal = UserSeal(b"0" * 32)
    CacheFolder(folder, ".json", 2**20, 10, seal).read("x.json")
    win_store.read(folder)


def _sessions(folder: Path) -> None:
    sessions = Sessions(folder)
    sessions.folder.mkdir()
    shutil.move(folder / "x.replay", sessions.folder / "x.replay")
    sessions.unfinished()
    _sentences(sessions.left_out)
    sessions.prune(0)


def _sentences(texts: tuple[str, ...]) -> None:
    for text in texts:
        if not text.strip():
            raise AssertionError("a sentence without a word")


def _starts(place: str) -> Callable[[Path], object]:
    """The window's start, but for the window: with a data folder in which one file is another."""

    def start(folder: Path) -> None:
        data = folder / "data"
        (data / place).parent.mkdir(parents=True)
        (moved,) = (path for path in folder.iterdir() if path.name.startswith("x."))
        shutil.move(moved, data / place)
        workspace = Workspace(data)
        found = shelf(data, workspace.recovery.unfinished(), workspace.recovery.left_out)
        _sentences(found.problems)
        _sentences(tuple(message.text for message in workspace.messages))
        workspace.close()

    return start


DOORS = {
    door.name: door
    for door in (
        Door("level", "level", "x.toml", _level),
        Door("recording", "recording", "x.replay", _recording),
        Door("share", "share", "x.share", _share),
        Door("xml", "xml", "x.xml", _xml),
        Door("script", "script", "x.jsonl", _script),
        Door("index", "index", "index.toml", _index),
        Door("keys", "keys", "keys.toml", _keys),
        Door("settings", "settings", "settings.toml", _settings),
        Door("old settings", "old settings", "settings.json", _settings),
        Door("progress", "progress", "progress.json", _progress),
        Door("best", "best", "x.json", _best),
        Door("branch", "branch", "x.branch.json", _branch),
        Door("notes", "notes", "x.lock", _notes),
        Door("measured", "measured", "measured.json", measured.TABLE.read),
        Door("difficulty", "difficulty", "difficulty.json", difficulty.TABLE.read),
        Door("sealed", "progress", "x.json", _sealed),
        Door("sessions", "recording", "x.replay", _sessions),
        Door("start with a contraption", "level", "x.toml", _starts("contraptions/x.toml")),
        Door("start with settings", "settings", "x.toml", _starts("settings.toml")),
        Door("start with a try", "level", "x.toml", _starts("tries/x.toml")),
        Door("start with a note", "branch", "x.json", _starts("sessions/x.branch.json")),
        Door("start with progress", "progress", "x.json", _starts("progress.json")),
        Door("start with a session", "recording", "x.replay", _starts("sessions/x.replay")),
    )
}

VALID = "{valid}"  # a valid file of the form, for commands that take two
# Command lines by the form of the file that stands for {file}; {out} is a fresh folder.
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "level": (
        ("show", "{file}"), ("show", "--json", "{file}"), ("share", "--text", "{file}"),
        ("run", "{file}", "--seconds", "0.2"), ("render", "{file}", "-o", "{out}/x.png", "--size", "320x200"),
        ("check", "{file}", "--no-cache"), ("solve", "{file}", "--runs", "3", "--jobs", "1"),
        ("difficulty", "{file}", "--tries", "3", "--jobs", "1"), ("overview", "{file}", "--quick", "--jobs", "1"),
        ("run", VALID, "--commands", "{file}"),
    ),
    "recording": (
        ("show", "{file}"), ("show", "--json", "{file}"), ("verify", "{file}", "--max-seconds", "20"),
        ("diff", VALID, "{file}", "--max-seconds", "20"), ("share", "--text", "{file}"),
        ("bless", "{file}", "--yes", "--reason", "x"), ("render", "{file}", "-o", "{out}/x.png", "--size", "320x200"),
    ),
    "share": (("unpack", "{file}", "-o", "{out}", "--max-seconds", "20"), ("show", "{file}")),
    "xml": (("import", "{file}", "-o", "{out}/x.toml"),),
    "script": (("run", VALID, "--commands", "{file}", "--seconds", "2"),),
}  # fmt: skip


def suffix_of(door: str) -> str:
    return FORMS[DOORS[door].form].suffix


__all__ = ["COMMANDS", "DOORS", "VALID", "Door", "suffix_of"]
