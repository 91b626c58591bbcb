"""Results of measurements, kept from check to check in the user's cache folder: only what has changed is run again.

A result is known by all that it depends on: the design as it runs, the measure and its parameters, the simulation's
code, engine and arithmetic, and the code that measures. So nothing has to be declared out of date. One that this
program has not kept for this very user is not believed, and measured again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from sandbox.design.design import Design, canonical_text
from sandbox.levels import levels, solutions
from sandbox.recording import fingerprint, user_folders
from sandbox.recording.cache_folder import CacheFolder
from sandbox.recording.user_seal import user_seal

MOST_BYTES = 16 * 1024 * 1024  # of the folder; when there are more, the results that were not used for longest go
MOST_FILES = 4000
_DIGEST_SIZE = 16
_T = TypeVar("_T")


def folder() -> Path:
    """Return the user's folder for results; SANDBOX_CHECKS names another one."""
    return Path(os.environ.get("SANDBOX_CHECKS") or user_folders.cache_dir() / "checks")


class Results:
    """Results in a folder; without one, everything is measured anew. `hits` and `misses` count both cases."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.hits = self.misses = 0

    def measured(
        self,
        bar: str,
        design: Design,
        parameters: Any,
        type_: type[_T],
        measure: Callable[[], _T],
        lasts: Callable[[_T], bool] = lambda _: True,
    ) -> _T:
        """Return a result, from the folder if it is there, else measured and kept.

        Args:
            bar: the name of the measure.
            design: what is run.
            parameters: everything else that it depends on, as plain values.
            lasts: tells whether a result may be kept.
        """
        name = f"{_key(bar, design, parameters)}.json"
        stored = self._stored(name, type_)
        if stored is not None:
            self.hits += 1
            return stored
        self.misses += 1
        result = self._run(measure)
        if lasts(result):
            self.keep({name: msgspec.json.encode(result)})
        return result

    def _stored(self, name: str, type_: type[_T]) -> _T | None:
        content = None if self.folder is None else _kept_in(self.folder).read(name)
        return None if content is None else _decoded(content, type_)

    def _run(self, measure: Callable[[], _T]) -> _T:
        return measure()

    def keep(self, files: dict[str, bytes]) -> None:
        """Keep results, which may have been measured elsewhere, by the names of their files in the folder."""
        for name, content in files.items():
            if self.folder is not None:
                _kept_in(self.folder).write(name, content)


class CollectedResults(Results):
    """Results in memory, as the contents of files by their names: whoever has asked for them keeps them, sealed."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, bytes] = {}

    def _stored(self, name: str, type_: type[_T]) -> _T | None:
        return _decoded(self.files[name], type_) if name in self.files else None

    def keep(self, files: dict[str, bytes]) -> None:
        self.files |= files


class Unmeasured(Exception):
    """A result that is needed has not been measured yet."""


class KeptResults(Results):
    """The results that are in a folder; `measured` raises `Unmeasured` for any other one."""

    def _run(self, measure: Callable[[], _T]) -> _T:
        raise Unmeasured


def as_measured(level: Design) -> Design:
    """Return the part of a design that a run depends on; beyond `levels.as_run`, that is all but the words of goals."""
    level = levels.as_run(level)
    goals = tuple(replace(goal, text="") for goal in level.goals)
    return replace(level, goals=goals, fails=tuple(replace(goal, text="") for goal in level.fails))


def _key(bar: str, design: Design, parameters: Any) -> str:
    state = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    text = canonical_text(as_measured(design)).encode("utf-8", "surrogatepass")
    for field in (bar.encode(), _code().encode(), fingerprint.arithmetic().encode(), msgspec.json.encode(parameters)):
        state.update(len(field).to_bytes(8, "little") + field)
    state.update(text)
    return state.hexdigest()


@lru_cache(maxsize=1)
def _code() -> str:
    """Return the digest of the code that runs and measures."""
    trials = Path(__file__).parents[1]
    files = [*sorted(trials.rglob("*.py")), Path(str(solutions.__file__))]
    names = (path.relative_to(trials.parent).as_posix() for path in files)
    digest = fingerprint.digest(zip(names, map(Path.read_bytes, files), strict=True))
    return f"{fingerprint.code()} {fingerprint.engine()} {digest}"


def _decoded(content: bytes, type_: type[_T]) -> _T | None:
    try:
        return msgspec.json.decode(content, type=type_)
    except msgspec.MsgspecError:
        return None


def _kept_in(folder: Path) -> CacheFolder:
    return CacheFolder(folder, ".json", MOST_BYTES, MOST_FILES, user_seal(user_folders.data_dir()))
