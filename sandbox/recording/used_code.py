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
from collections.abc import Iterable, Iterator
from typing import Any

from sandbox import parts
from sandbox.commands.commands import AnyCommand, Live
from sandbox.design.conditions import CONDITIONS, Condition
from sandbox.design.design import Design, conditions
from sandbox.parts.kind import Kind, LinkKind
from sandbox.recording import fingerprint
from sandbox.recording.code_graph import CodeGraph, Name, Sources, sources
from sandbox.recording.recording import Fingerprint, Recording

CORE = "core"
_PART, _LINK, _GOAL = "part", "link", "goal"
# Where a session and what it is made from begin; all the rest of the core is reached from there.
ROOTS: tuple[Name, ...] = (
    ("commands.session", "Session"),
    ("commands.commands", "from_plain"),
    ("commands.driver", "Driver"),
    ("design.design", "from_plain"),
    ("parts", "check"),
)


class UsedCode:
    """The digests of the core and of all kinds in some sources, each worked out when it is first asked for."""

    def __init__(self, files: Sources) -> None:
        self.graph = CodeGraph(files)
        self._digests: dict[str, str | None] = {}

    @functools.cached_property
    def core(self) -> frozenset[Name]:
        """The definitions that every session can reach."""
        return self.graph.reach(ROOTS)

    def of(self, name: str) -> frozenset[Name]:
        """Return the definitions that something used stands for; none if there is no such thing."""
        if name == CORE:
            return self.core
        cls = _class_of(name)
        if cls is None:
            return frozenset()
        return self.graph.reach([(cls.__module__.removeprefix("sandbox."), cls.__qualname__)]) - self.core

    def digest(self, name: str) -> str | None:
        """Return the digest of the code of something used; None if there is no such thing."""
        if name not in self._digests:
            exists = name == CORE or _class_of(name) is not None
            self._digests[name] = self.graph.digest(self.of(name)) if exists else None
        return self._digests[name]


@functools.lru_cache(maxsize=1)
def here() -> UsedCode:
    """Return the digests of this program. They are worked out once, in about half a second of processor time."""
    return UsedCode(sources(fingerprint.PACKAGE))


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


def title(name: str) -> str:
    """Return the words by which people know something used."""
    group, _, kind_name = name.partition(":")
    if group == CORE:
        return "the core (session, machine, commands)"
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
    pairs = ((name, here().digest(name)) for name in sorted(set(used)))
    return taken._replace(uses=tuple((name, digest) for name, digest in pairs if digest is not None))


def changed_since(taken: Fingerprint) -> tuple[str, ...]:
    """Return the names of what is used and has other code in this program."""
    return tuple(name for name, digest in taken.uses if here().digest(name) != digest)
