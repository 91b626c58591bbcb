"""The user's settings for the window: typed, checked, stored in the configuration folder.

A value that is not valid is reported in a sentence and its default is used; before the file is written again, the
invalid one is kept under another name. Entries of the file that this version does not know stay in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
import tomli_w
from msgspec import Meta, Struct

from sandbox.editing.snapping import NO_SNAPS, Snaps
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.parts import KINDS, LINKS
from sandbox.reading import files, json_text, toml_text
from sandbox.workspace.clock import Smoothing

SMALLEST_SCALE, USUAL_SCALE, LARGEST_SCALE = 80, 100, 200  # percent
USUAL_VOLUME, USUAL_AMBIENCE, USUAL_MUSIC = 50, 50, 50  # percent
RECENT_KINDS = 3  # a row of the palette
FILE = "settings.toml"
MAX_BYTES = 256 * 1024
_OLD = "settings.json"  # in the data folder, where earlier versions kept it
_HEAD = (
    "# What you have chosen in the contraption sandbox. The program writes this file anew; comments do not stay.\n\n"
)

SMOOTHINGS = {  # title, and what it does
    Smoothing.NONE: ("No smoothing", "Draw each tick as it was computed, and nothing between two"),
    Smoothing.INTERPOLATE: (
        "Interpolate", "Draw between the last two ticks: only places that were computed, one tick late",
    ),
    Smoothing.EXTRAPOLATE: ("Extrapolate", "Move what was computed last on by its velocity: no delay"),
}  # fmt: skip
SCENES = {  # title, and what it does
    "full": ("Full", "Scenes move, and follow the view at their distance"),
    "plain": ("Plain", "Scenes stand still and are drawn coarsely: for slow graphics"),
    "paper": ("Graph paper", "Every level on graph paper, whatever its scene"),
}


class Settings(Struct, frozen=True, kw_only=True):
    """All settings that outlive the program. A new one goes to the end, with its default."""

    theme: Literal["light", "dark", "colour_blind"] = "light"
    scale: Annotated[int, Meta(ge=SMALLEST_SCALE, le=LARGEST_SCALE)] = USUAL_SCALE  # percent, of the interface
    reduced_motion: bool = False
    grid: bool = True
    loop: str = ""  # name of a `clock.Scheme`; empty: ours
    smoothing: str = ""  # value of a `clock.Smoothing`; empty: the scheme's
    sound: bool = True
    volume: Annotated[int, Meta(ge=0, le=100)] = USUAL_VOLUME  # percent
    snap: tuple[Literal["grid", "edges", "angles"], ...] = ("grid", "edges", "angles")
    favourites: tuple[str, ...] = ()  # kinds of parts and links
    scenes: Literal["full", "plain", "paper"] = "full"
    forecast: bool = True  # draw, while building, where things will move
    folded: tuple[Literal["palette", "side"], ...] = ()  # panels of which only a strip is shown
    ambience: Annotated[int, Meta(ge=0, le=100)] = USUAL_AMBIENCE  # percent: volume of a scene's own sound
    tester: bool = False  # the status line counts ticks and frames, too
    recent: Annotated[tuple[str, ...], Meta(max_length=20)] = ()  # paths of files, the latest first
    all_chapters: bool = False  # open, whatever is solved
    lesson_over: bool = False  # the first lesson was done or left
    green_zone: bool = False  # draw, while a part is in hand, where the machine would win with it
    so_close: Literal["off", "say", "help"] = "help"  # after a failed try that was close
    recent_kinds: tuple[str, ...] = ()  # kinds of parts and links that were placed last
    player_name: Annotated[str, Meta(max_length=24)] = ""  # of this user, where several play together
    music: bool = True
    forecast_explained: bool = False  # a toast has said what its paths are
    resident: bool = True  # somebody at home in the scene looks on
    music_volume: Annotated[int, Meta(ge=0, le=100)] = USUAL_MUSIC  # percent of the volume of all sounds
    chain: bool = True  # draw what set off what as a ribbon


_TYPES = get_type_hints(Settings, include_extras=True)


class Store:
    """The settings and their file.

    Attributes to read: `now` (the current settings), `path`, `problems` (sentences about a file that could not be used
    as it is).
    """

    def __init__(
        self, folder: Path, data: Path | None = None, on_failure: Callable[[BadFile], object] | None = None
    ) -> None:
        """Read the file in `folder`; if there is none, the one that an earlier version left in the folder `data`.

        `on_failure` gets the errors of `remember`.
        """
        self._on_failure = on_failure
        self.path = folder / FILE
        self.problems: tuple[str, ...] = ()
        plain, problem = _read(self.path)
        if plain is None and not problem and data is not None:
            plain, problem = _read_old(data / _OLD)
        fitting, wrong = _checked(plain or {}, self.path)
        self.now = Settings(**fitting)
        self.problems = (problem, *wrong) if problem else wrong

    def remember(self, **values: Any) -> None:
        """Change settings; they apply at once and are saved. A file that can't be written is reported."""
        try:
            self.change(**values)
        except BadFile as error:
            if self._on_failure is not None:
                self._on_failure(error)

    def change(self, **values: Any) -> None:
        """Change settings and write them; other settings that another window has changed since are kept.

        The change takes effect even if the file can't be written.

        Raises:
            BadFile: it can't be written.
        """
        self.now = msgspec.structs.replace(self.now, **values)
        current = msgspec.to_builtins(self.now)
        plain, problem = _read(self.path)
        if plain is None:  # there is no file yet, or none that can be used
            wrong: tuple[str, ...] = ()
            entries = {name: value for name, value in current.items() if value != _DEFAULTS[name]}
        else:
            fitting, wrong = _checked(plain, self.path)
            entries = {name: value for name, value in plain.items() if name in fitting or name not in current}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if problem or wrong:
                self.path.replace(_free(self.path.with_name(f"{self.path.name}.unreadable")))
        except OSError as error:
            raise BadFile(f"{self.path}: can't be written: {error.strerror or error}") from None
        levels.write_text(self.path, _HEAD + tomli_w.dumps(entries | {name: current[name] for name in values}))


_DEFAULTS: dict[str, Any] = msgspec.to_builtins(Settings())


def _read(path: Path) -> tuple[dict[str, Any] | None, str]:
    """Return the contents of a file, or None, and the reason why an existing file can't be read."""
    try:
        return toml_text.loads(files.read_text(path, MAX_BYTES, "file of settings")), ""
    except files.Missing:
        return None, ""
    except BadFile as error:
        why = error.why if isinstance(error, files.Unreadable) else str(error)
        return None, f"{path} can't be read ({why}); the default settings are used, and the file is kept"


def _read_old(path: Path) -> tuple[dict[str, Any] | None, str]:
    try:
        chosen = json_text.loads(files.read_text(path, MAX_BYTES, "file of settings"))
    except files.Missing:
        return None, ""
    except BadFile:
        return None, f"{path}, of an earlier version, can't be read; the default settings are used"
    return (chosen, "") if isinstance(chosen, dict) else (None, f"{path}, of an earlier version, holds no settings")


def _checked(plain: dict[str, Any], path: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the valid settings of a file, and a sentence about each of the others."""
    fitting, wrong = {}, []
    for name in Settings.__struct_fields__:
        if name not in plain:
            continue
        try:
            fitting[name] = msgspec.convert(plain[name], _TYPES[name])
            msgspec.json.encode(fitting[name])  # what can't be written again does not fit either
        except ValueError as error:  # msgspec's own error is one, and so is that of half a surrogate pair
            usual = json.dumps(_DEFAULTS[name])
            fitting.pop(name, None)
            wrong.append(f"{path}: '{name}' does not fit ({error}); {usual} is used instead")
    return fitting, tuple(wrong)


def _free(path: Path) -> Path:
    """Return a name that no file has: this one, or with a number."""
    number = 1
    candidate = path
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.name}-{number}")
    return candidate


class Preferences:
    """The user's preferences for building: snapping, favourite and recent parts. Each change is written at once."""

    def __init__(self, settings: Store) -> None:
        self._settings = settings
        chosen = settings.now
        self.snaps = Snaps(*(name in chosen.snap for name in Snaps._fields))
        kinds = {**KINDS, **LINKS}
        self.favourites = tuple(name for name in chosen.favourites if name in kinds)
        self.recent_kinds = tuple(name for name in chosen.recent_kinds if name in kinds)
        self._last_snaps = self.snaps or Snaps()

    def switch_snap(self, name: str) -> Snaps:
        """Switch one kind of snapping on or off; with an empty name all kinds: off, or as they were before."""
        if name:
            self.snaps = self.snaps._replace(**{name: not getattr(self.snaps, name)})
        else:
            self.snaps = NO_SNAPS if self.snaps else self._last_snaps
        if self.snaps:
            self._last_snaps = self.snaps
        self._settings.remember(snap=tuple(field for field in Snaps._fields if getattr(self.snaps, field)))
        return self.snaps

    def switch_favourite(self, kind: str) -> bool:
        """Add a kind of part or link to the favourites, or remove it; return whether it is one now."""
        others = tuple(name for name in self.favourites if name != kind)
        self.favourites = others if len(others) < len(self.favourites) else (*others, kind)
        self._settings.remember(favourites=self.favourites)
        return kind in self.favourites

    def note_use(self, kind: str) -> None:
        """Put a kind of part or link among the recent ones, in place of the oldest; those that are there stay put."""
        if kind not in self.recent_kinds:
            self.recent_kinds = (kind, *self.recent_kinds)[:RECENT_KINDS]
            self._settings.remember(recent_kinds=self.recent_kinds)
