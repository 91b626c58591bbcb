"""The code that a recording uses: the core, and each kind of part, link and condition in it, each with a digest.

A recording that ends in other bits has been changed by the code that it uses, and by no other. So its end says which
that was, kind by kind; who changes one kind then sees the recordings that have it, and its name.

The *core* is what every session runs: it reads the level, carries out commands and steps the machine. The code of a
kind is all that its class can reach beyond that (see `code_graph`): its bases, its tables, the wind that it makes.
Parts come into being only by the level and by commands (what breaks or is fired are bodies of its part), so these two
tell which kinds a recording uses.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox import parts
from sandbox.commands.commands import AnyCommand, Live
from sandbox.design.conditions import CONDITIONS, Condition
from sandbox.design.design import Design, conditions
from sandbox.errors import BadFile
from sandbox.parts.kind import Kind, LinkKind
from sandbox.recording import code_graph, fingerprint
from sandbox.recording.code_graph import CodeGraph, Name, Sources, sources
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.recording import Recording
from sandbox.worlds import sources as world_sources
from sandbox.worlds.program import WorldDesign

if TYPE_CHECKING:
    from sandbox.recording.kept_digests import KeptDigests

CORE = "core"
WORLDS = "worlds"  # what runs the worlds of other programs, beyond the core
_PART, _LINK, _GOAL = "part", "link", "goal"
# Where a session and what it is made from begin; all the rest of the core is reached from there.
ROOTS: tuple[Name, ...] = (
    ("commands.session", "Session"),
    ("commands.commands", "from_plain"),
    ("commands.driver", "Driver"),
    ("design.design", "from_plain"),
    ("parts", "check"),
)
_CORE_ROOT: Name = (CORE, "")  # stands for all of them
_WORLDS_ROOT: Name = ("worlds.world_session", "WorldSession")


class UsedCode:
    """The digests of the core and of all kinds in some sources, each worked out when it is first asked for."""

    def __init__(self, files: Sources, kept: KeptDigests | None = None) -> None:
        """Begin with what was `kept` of these sources, if there is a place for that."""
        self.graph = CodeGraph(files)
        self._kept = kept
        self._digests: dict[str, str] = {}

    @functools.cached_property
    def core(self) -> frozenset[Name]:
        """The definitions that every session can reach."""
        return self.graph.reach(ROOTS)

    def of(self, name: str) -> frozenset[Name]:
        """Return the definitions that something used stands for; none if there is no such thing."""
        root = _root_of(name)
        if root is None:
            return frozenset()
        return self.core if root is _CORE_ROOT else self.graph.reach([root]) - self.core

    def digests(self, names: Collection[str]) -> dict[str, str | None]:
        """Return the digest of the code of each thing that is used; None where there is no such thing."""
        roots = {name: root for name in names if (root := _root_of(name)) is not None}
        new: dict[str, str] = {}
        for name, root in roots.items():
            key = ":".join(root)
            if key not in self._digests:
                kept = self._kept.get(key) if self._kept is not None else None
                self._digests[key] = kept or new.setdefault(key, self.graph.digest(self.of(name)))
        if new and self._kept is not None:
            self._kept.keep(new)
        return {name: self._digests[":".join(roots[name])] if name in roots else None for name in names}

    def digest(self, name: str) -> str | None:
        """Return the digest of the code of something used; None if there is no such thing."""
        return self.digests([name])[name]


@functools.lru_cache(maxsize=1)
def here() -> UsedCode:
    """Return the digests of this program.

    They are worked out once for each state of its sources, in about half a second of processor time. In a browser that
    is once for each page, which has no folder of the user's to keep them in.
    """
    files = sources(fingerprint.PACKAGE)
    if sys.platform == "emscripten":
        return UsedCode(files, None)
    from sandbox.recording.kept_digests import KeptDigests  # with what seals files: most processes need no digest

    return UsedCode(files, KeptDigests(files, (Path(__file__), Path(str(code_graph.__file__)))))


def _root_of(name: str) -> Name | None:
    """Return the definition from which all the code of something used is reached; None if there is no such thing."""
    if name in (CORE, WORLDS):
        return _CORE_ROOT if name == CORE else _WORLDS_ROOT
    cls = _class_of(name)
    return None if cls is None else (cls.__module__.removeprefix("sandbox."), cls.__qualname__)


def _class_of(name: str) -> type[Kind] | type[LinkKind] | type[Condition] | None:
    """Return the class that is behind a name in a table."""
    group, _, kind_name = name.partition(":")
    if group == _GOAL:
        return CONDITIONS.get(kind_name)
    kind = _kind_of(name)
    return None if kind is None else type(kind)


def _kind_of(name: str) -> Kind | LinkKind | None:
    group, _, kind_name = name.partition(":")
    if group == _PART:
        return parts.KINDS.get(kind_name)
    return parts.LINKS.get(kind_name) if group == _LINK else None


def all_names() -> dict[str, list[str]]:
    """List the names of all kinds of parts and links, and of all conditions, by their group."""
    return {_PART: sorted(parts.KINDS), _LINK: sorted(parts.LINKS), _GOAL: sorted(CONDITIONS)}


def title(name: str) -> str:
    """Return the words by which people know something used."""
    group, _, kind_name = name.partition(":")
    if group == CORE:
        return "the core (session, machine, commands)"
    if group == WORLDS:
        return "what runs the worlds of other programs (sandbox/worlds)"
    if group == _GOAL:
        return f"the condition '{kind_name}'"
    kind = _kind_of(name)
    return kind_name if kind is None else kind.title


# -- what a recording uses


def in_design(design: Design) -> Iterator[str]:
    """List the kinds and conditions that a level uses; a name can come more than once."""
    yield CORE
    for spec in design.parts:
        yield f"{_PART}:{spec.kind}"
    for link in design.links:
        yield f"{_LINK}:{link.kind}"
    for goal in (*design.goals, *design.fails):
        for condition in conditions(goal.when):
            yield f"{_GOAL}:{condition.__struct_config__.tag}"


def in_command(command: AnyCommand) -> Iterator[str]:
    """List the kinds and conditions that a command can bring into a level."""
    if not isinstance(command, Live):
        for single in command.singles:
            yield from _in_plain(single.to_fields())


def _in_plain(value: Any) -> Iterator[str]:
    """List the kinds and conditions that plain data name."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("kind", "is") and isinstance(inner, str):
                yield from (name for group in (_PART, _LINK, _GOAL) if _class_of(name := f"{group}:{inner}"))
            yield from _in_plain(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _in_plain(inner)


def used_by(recording: Recording) -> frozenset[str]:
    """Return the names of all that a recording uses."""
    by_commands = (name for _, command in recording.commands for name in in_command(command))
    return frozenset((*in_design(recording.head.design), *by_commands))


def with_uses(taken: Fingerprint, used: Iterable[str]) -> Fingerprint:
    """Return a fingerprint of this program with the digests of what is used; one of another program as it is."""
    if taken.code != fingerprint.code():
        return taken
    digests = here().digests(sorted(set(used)))
    return taken._replace(uses=tuple((name, digest) for name, digest in digests.items() if digest is not None))


def taken_now(design: Design) -> Fingerprint:
    """Return the present fingerprint for a session in a design.

    In a world of another program the code that counts is that program's: its modules are then what is used.

    Raises:
        BadFile: nobody has named the function that makes the world, or it can't be imported.
    """
    now = fingerprint.current()
    return with_project(now, world_sources.project_here(design.program)) if isinstance(design, WorldDesign) else now


def with_project(taken: Fingerprint, project: world_sources.Project) -> Fingerprint:
    """Return a fingerprint with the code of another program in place of this one's, and with what runs its worlds."""
    uses = {**project.digests(), WORLDS: here().digest(WORLDS)}
    return taken._replace(code=project.code(), uses=tuple((name, each) for name, each in uses.items() if each))


def changed_since(taken: Fingerprint, design: Design | None = None) -> tuple[str, ...]:
    """Return the names of what is used and has other code now.

    Args:
        design: that of the session, which says whose code it is; this program's unless given.
    """
    now: Mapping[str, str | None]
    if isinstance(design, WorldDesign):
        try:
            there = world_sources.project_here(design.program).digests()
        except BadFile:
            there = {}  # nobody has named it: it can't be run either
        now = {name: here().digest(name) if name == WORLDS else there.get(name) for name, _ in taken.uses}
    else:
        now = here().digests([name for name, _ in taken.uses])
    return tuple(name for name, digest in taken.uses if now[name] != digest)
