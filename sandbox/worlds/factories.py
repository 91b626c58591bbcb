"""The functions that make worlds of other programs. Only those that a person has named are ever imported.

A recording says which function made its world, but a file must never be able to run code. So that name is only compared
with the names that this process was given (`naming`): by `--world`, by `sandbox_worlds` in pytest.ini, or in Python.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from sandbox.errors import BadFile, Refused
from sandbox.worlds.program import WorldProgram, check_factory

WORLDS = "SANDBOX_WORLDS"  # the variable that hands the names on to the processes that this one starts
Factory = Callable[..., Any]
_OURS = "sandbox"


class Named(NamedTuple):
    """The factories that a person has named, as "module:function", and the folders to look for their modules in."""

    worlds: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


def named() -> Named:
    """Return the factories that this process was given."""
    plain = json.loads(os.environ.get(WORLDS, "null"))
    return Named(*map(tuple, plain)) if plain else Named()


def variable(worlds: Iterable[str], folders: Iterable[Path | str] = ()) -> dict[str, str]:
    """Return the variable of the environment that names factories for a process.

    Args:
        folders: where their modules are, if Python would not find them; the current folder unless given.

    Raises:
        Refused: a name is none.
    """
    names = [*worlds]
    for name in names:
        try:
            check_factory(name or ":")
        except BadFile as error:
            raise Refused(str(error)) from None
    places = [os.fspath(Path(folder).resolve()) for folder in folders] or [os.getcwd()]
    return {WORLDS: json.dumps([names, places])} if names else {}


@contextlib.contextmanager
def naming(worlds: Iterable[str | Factory], folders: Iterable[Path | str] = ()) -> Iterator[None]:
    """Name factories for this process and those that it starts, in a `with` block.

    Raises:
        Refused: a name is none.
    """
    before = os.environ.get(WORLDS)
    os.environ.update(variable((each if isinstance(each, str) else name_of(each) for each in worlds), folders))
    try:
        yield
    finally:
        os.environ.pop(WORLDS, None)
        if before is not None:
            os.environ[WORLDS] = before


def name_of(factory: Factory) -> str:
    """Return the name by which another process finds a function.

    Raises:
        Refused: it can't be found by a name.
    """
    module, name = getattr(factory, "__module__", None), getattr(factory, "__qualname__", "")
    in_session = module == "__main__" and not getattr(sys.modules[module], "__file__", None)
    if in_session:
        raise Refused(
            f"the function {name} is typed in a notebook or at a prompt, where no other process finds it; put it into "
            "a file of its own, as worlds.py, and import it from there"
        )
    if not module or not name or "<" in name:
        raise Refused(
            f"{factory!r:.80} can't be found by its name in another process; a world is made by a function of a module"
        )
    return f"{_module_name(module)}:{name}"


def _module_name(name: str) -> str:
    """Return the name of a module for other processes: the one that runs as a script is called `__main__` here."""
    if name != "__main__":
        return name
    main = sys.modules[name]
    spec = getattr(main, "__spec__", None)
    return spec.name if spec is not None else Path(str(getattr(main, "__file__", "") or "?")).stem


def factory_of(program: WorldProgram) -> Factory:
    """Return the function that makes a program's world, if a person has named it.

    Raises:
        BadFile: nobody has, or it can't be imported.
    """
    worlds, wanted = named().worlds, program.factory
    of_what = f"the world {wanted}" if wanted else "a pymunk space"
    if not worlds:
        example = wanted or "mygame.world:make"
        raise BadFile(
            f"is a recording of {of_what} of another program; name the function that makes it: --world {example} "
            "(nothing that a file names is imported by itself)"
        )
    if wanted in worlds:
        return load(wanted)
    if not wanted:
        if len(worlds) == 1:
            return load(worlds[0])
        raise BadFile("does not say which function makes its world, and several are named; name one only")
    loaded = map(load, worlds)
    factory = next((factory for factory in loaded if name_of(factory) == wanted), None)
    if factory is None:
        raise BadFile(f"is a recording of {of_what}; named are {', '.join(worlds)}: name that one too, if you trust it")
    return factory


@functools.lru_cache(maxsize=64)
def load(name: str) -> Factory:
    """Import a factory that a person has named.

    Raises:
        BadFile: it can't be imported, or is no function.
    """
    module, _, attribute = name.partition(":")
    try:
        with _as_in_its_project(named().folders):
            attribute_value: Any = importlib.import_module(module)
    except (Exception, SystemExit) as error:  # whatever the other program does
        raise BadFile(f"the world {name} can't be imported: {type(error).__name__}: {error}") from None
    for part in attribute.split("."):
        attribute_value = getattr(attribute_value, part, None)
    if not callable(attribute_value):
        raise BadFile(f"the module {module} has no function {attribute} that could make a world")
    return attribute_value  # type: ignore[no-any-return]


@contextlib.contextmanager
def _as_in_its_project(folders: Iterable[str]) -> Iterator[None]:
    """Let modules be found as their project finds them, in a `with` block; also its own `sandbox`, if it has one.

    Its modules keep what they have imported; what this program calls `sandbox` is as before afterwards.
    """
    places = [folder for folder in folders if folder not in sys.path]
    sys.path += places  # last: what lies in such a folder hides no module of this program
    try:
        if any(_has_its_own(Path(folder)) for folder in folders):
            with _their_sandbox(folders):
                yield
        else:
            yield
    finally:
        importlib.invalidate_caches()


def _has_its_own(folder: Path) -> bool:
    own = folder / _OURS / "__init__.py"
    return (own.is_file() and own.resolve() != Path(__file__).resolve().parents[1] / "__init__.py") or (
        folder / f"{_OURS}.py"
    ).is_file()


@contextlib.contextmanager
def _their_sandbox(folders: Iterable[str]) -> Iterator[None]:
    ours, path = _taken_out(), sys.path[:]
    sys.path[:0] = folders
    try:
        yield
    finally:
        _taken_out()
        sys.modules.update(ours)
        sys.path[:] = path


def _taken_out() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.partition(".")[0] == _OURS]
    return {name: sys.modules.pop(name) for name in names}
