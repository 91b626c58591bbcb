"""The user's key bindings: a file that gives actions other keys than their default ones.

No mistake in it is fatal: it is reported in a sentence with its line, and everything else applies.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from sandbox.editing.keys import Chord, chord
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.reading import files, toml_lines, toml_text
from sandbox.reading.nearest import meant
from sandbox.reading.toml_faults import BadToml
from sandbox.window.ui.action import Actions

FILE = "keys.toml"
MAX_BYTES = 256 * 1024
_ARROWS = {"left", "right", "up", "down"}
_HEAD = """\
# Keys of the contraption sandbox.
#
# To give an action other keys, take away the # before its line and write what you like, for example
#     save = ["Ctrl+S", "F12"]
#     quit = []
# for two keys, or none. A key is a character of any alphabet, or one of F1 to F24, Space, Enter, Tab, Del, Backspace,
# Insert, Home, End, Page Up, Page Down, Left, Right, Up, Down, or a place: [KeyQ] is the key that types a Q in the
# USA, whatever it types here; others are [Digit1], [Minus], [Equal], [BracketLeft], [BracketRight], [Backslash],
# [Semicolon], [Quote], [Backquote], [Comma], [Period], [Slash], [IntlBackslash]. Before it may stand Ctrl+ (the
# command key on a Mac), Shift+, Alt+.
# The file is read when the program starts, and when you come back to its window.
"""


class KeymapLine(NamedTuple):
    """The file's entry for an action."""

    number: int
    action: str
    chords: tuple[Chord, ...]


class Keymap:
    """The effective keys: the actions' default keys, changed by the user's file once that has been loaded.

    Attributes to read: `path` of the file, which need not exist; `problems`, a sentence for each.
    """

    def __init__(self, actions: Actions, folder: Path) -> None:
        self.actions = actions
        self.path = folder / FILE
        self.problems: tuple[str, ...] = ()
        self._read: object = None

    def load(self) -> bool:
        """Read the file if it has changed since the last time; return whether it had."""
        stamp = self._stamp()
        if stamp == self._read:
            return False
        self._read = stamp
        problems: list[str] = []
        lines = self._lines(problems)
        self.actions.rebind(self._keys(lines, problems))
        self.problems = tuple(problems)
        return True

    def write_usual(self) -> None:
        """Create the file with every action's default keys, all of it comments.

        Raises:
            BadFile: the file exists, or it can't be written.
        """
        if self.path.exists():
            raise BadFile(f"{self.path} exists already; open it in a text editor")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"{self.path}: can't be written: {error.strerror or error}") from None
        levels.write_text(self.path, template(self.actions))
        self._read = self._stamp()

    def _stamp(self) -> object:
        try:
            stat = self.path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    # -- from the text to keys

    def _lines(self, problems: list[str]) -> list[KeymapLine]:
        try:
            text = files.read_text(self.path, MAX_BYTES, "file of keys")
        except files.Missing:
            return []
        except files.Unreadable as error:
            problems.append(f"{error}; the usual keys hold")
            return []
        try:
            plain = toml_text.loads(text)
        except BadToml as error:
            problems.append(self._at(error.line, f"{error.why}; the usual keys hold until that is put right"))
            return []
        lines = toml_lines.lines_of(text)
        entries = [self._line(lines[path], str(path[-1]), value, problems) for path, value in _flat(plain)]
        return sorted(line for line in entries if line is not None)

    def _line(self, number: int, name: str, value: Any, problems: list[str]) -> KeymapLine | None:
        if name not in self.actions.by_name:
            near = meant(name, self.actions.by_name)
            problems.append(self._at(number, f"there is no action '{name}'{near}"))
            return None
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(key, str) for key in value):
            problems.append(self._at(number, f"the keys of '{name}' are a list, as in {name} = [\"Ctrl+K\"]"))
            return None
        chords = []
        for key in value:
            try:
                binding = chord(key)
                _refuse_reserved(binding)
                chords.append(binding)
            except ValueError as error:
                problems.append(self._at(number, f"{error}"))
        if value and not chords:
            return None  # none of the keys can be used: the action's own stay
        return KeymapLine(number, name, tuple(dict.fromkeys(chords)))

    def _keys(self, lines: list[KeymapLine], problems: list[str]) -> dict[str, tuple[Chord, ...]]:
        """Return the keys of all actions with changed keys; of two lines that want a key, the first gets it."""
        taken: dict[Chord, KeymapLine] = {}
        keys: dict[str, tuple[Chord, ...]] = {}
        for line in lines:
            free = []
            for key in line.chords:
                first = taken.setdefault(key, line)
                if first is line:
                    free.append(key)
                else:
                    problems.append(
                        self._at(line.number, f"{key} is the key of '{first.action}' already, by line {first.number}; "
                                 f"'{line.action}' goes without it")
                    )  # fmt: skip
            keys[line.action] = tuple(free)
        for action in self.actions.usual:
            lost = [key for key in action.keys if key in taken]
            if action.name not in keys and lost:
                keys[action.name] = tuple(key for key in action.keys if key not in taken)
                for key in lost:
                    line = taken[key]
                    problems.append(
                        self._at(line.number, f"{key} is '{line.action}' now; '{action.name}', whose usual key it is, "
                                 "goes without it")
                    )  # fmt: skip
        return keys

    def _at(self, line: int, text: str) -> str:
        return f"in {self.path.name}, line {line}: {text}" if line else f"in {self.path.name}: {text}"


def template(actions: Actions) -> str:
    """Return the text of the file with nothing changed in it yet."""
    menus = {title: [name for name in names if name is not None] for title, names in actions.menus.items()}
    listed = {name for names in menus.values() for name in names}
    menus["In no menu"] = [action.name for action in actions.usual if action.name not in listed]
    usual = {action.name: action for action in actions.usual}
    lines = [_HEAD]
    for title, names in menus.items():
        if names:
            lines.append(f"\n# -- {title}\n")
        for name in names:
            keys = ", ".join(f'"{key.plain}"' for key in usual[name].keys)
            lines.append(f"# {f'{name} = [{keys}]':<52}# {usual[name].label}: {usual[name].tip}".rstrip() + "\n")
    return "".join(lines)


def _flat(plain: dict[str, Any]) -> list[tuple[toml_lines.Path, Any]]:
    """List the paths of names with their values, also those under a heading."""
    rows: list[tuple[toml_lines.Path, Any]] = []
    for name, value in plain.items():
        rows += [((name, below), of) for below, of in value.items()] if isinstance(value, dict) else [((name,), value)]
    return rows


def _refuse_reserved(binding: Chord) -> None:
    """Refuse keys that mean the same everywhere.

    Raises:
        ValueError: with the reason.
    """
    if binding.key == "esc":
        raise ValueError("Esc always goes back a step; it can't be the key of anything else")
    if binding.key in _ARROWS and not binding.held.ctrl:
        raise ValueError(f"{binding} moves the selection; with Ctrl it is free")
