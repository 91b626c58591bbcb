"""The design as it will be once the host has carried out what a guest has asked for.

A guest's edit takes as long as the way to the host and back. He goes on building meanwhile: he selects, drags and
changes what he has just placed. Its id is not known yet, as others may place theirs before. Until then it has a
stand-in for an id, from `STAND_IN` on, which holds the number that the guest has given to it (`commands.names`). A
command that goes to the host names it by that number, so it is never about another part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from sandbox.commands import commands
from sandbox.commands.command import Command, refuse_stretched
from sandbox.commands.commands import AnyCommand, Together
from sandbox.commands.session import Session
from sandbox.design.design import Design, Link
from sandbox.errors import Refused

STAND_IN = 2**30  # no id of a real part is so large
_Mapping = Callable[[int], int]


class DesignAhead:
    """Keeps the edits that have no answer yet, and makes the design that they lead to."""

    def __init__(self) -> None:
        self._asked: list[tuple[int, AnyCommand]] = []  # with the numbers of their wishes
        self._known: tuple[Design, int, Design] | None = None  # what was made last: of which design, with which number

    def clear(self) -> None:
        """Forget everything: another session begins."""
        self._asked.clear()
        self._known = None

    def ask(self, wish: int, command: AnyCommand) -> None:
        """Take note of a command that is on its way to the host."""
        if command.changes_design and hasattr(command, "edited"):
            self._asked.append((wish, command))
            self._known = None

    def answered(self, waiting: Collection[int]) -> None:
        """Forget what has an answer; `waiting` are the numbers of the wishes that have none."""
        left = [(wish, command) for wish, command in self._asked if wish in waiting]
        if len(left) != len(self._asked):
            self._asked, self._known = left, None

    def design(self, session: Session, player: int, number: int, kept: tuple[int, ...] = ()) -> Design:
        """Return the design ahead. `number` is the one that this player gives to the next thing that he makes; things
        whose stand-ins are `kept` have these for ids, though their own may be known by now."""
        known = self._known
        if known is None or known[0] is not session.design or known[1] != number:
            design = session.design
            for _, command in self._asked:
                design = _edited(design, command, session, player)
            known = self._known = session.design, number, replace(design, next_id=STAND_IN + number)
        return _renamed(known[2], {id_of(session, player, id_): id_ for id_ in kept if id_ >= STAND_IN})

    def why_not(self, command: AnyCommand, session: Session, player: int, number: int) -> str:
        """Say why an edit can't be made in the design ahead; empty if it can."""
        try:
            after = commands.edit(self.design(session, player, number), _with_stand_ins(command, session, player))
            refuse_stretched(after)
        except Refused as refused:
            return str(refused)
        return ""


def id_of(session: Session, player: int, id_: int) -> int:
    """Return the id that a stand-in has got, or the stand-in itself if that is not known; any other id is itself."""
    return (session.names.id_of(player, id_ - STAND_IN) or id_) if id_ >= STAND_IN else id_


def by_number(command: AnyCommand) -> Any:
    """Return a command that names by their numbers what it has named by stand-ins."""
    return _mapped(command, lambda id_: STAND_IN - id_ if id_ >= STAND_IN else id_)


def _with_stand_ins(command: AnyCommand, session: Session, player: int) -> Any:
    """Return a command with ids for numbers, where they are known, and with stand-ins for the others."""
    return _mapped(command, lambda id_: id_of(session, player, STAND_IN - id_) if id_ < 0 else id_)


def _edited(design: Design, command: AnyCommand, session: Session, player: int) -> Design:
    """Return the design after a command; what can't be done in it changes nothing."""
    if command.makes:
        design = replace(design, next_id=STAND_IN + command.number)
    try:
        return commands.edit(design, _with_stand_ins(command, session, player))
    except Refused:  # somebody else has changed what it is about: the host will say so
        return design


def _mapped(command: Any, mapping: _Mapping) -> Any:
    if isinstance(command, Together):
        return replace(command, edits=tuple(_mapped_one(single, mapping) for single in command.edits))
    return _mapped_one(command, mapping)


def _mapped_one(command: Command, mapping: _Mapping) -> Any:
    """Return a single command with other ids in its fields for ids."""
    values = {name: getattr(command, name) for name in command.id_fields}
    others = {
        name: tuple(map(mapping, value)) if isinstance(value, tuple) else mapping(value)
        for name, value in values.items()
    }
    return replace(command, **others) if others != values else command


def _renamed(design: Design, names: dict[int, int]) -> Design:
    """Return a design in which some parts and links have other ids; in their old order, which is that of their ids."""
    names = {old: new for old, new in names.items() if old != new}
    if not names:
        return design
    parts = tuple(replace(spec, id=names.get(spec.id, spec.id)) for spec in design.parts)
    return replace(design, parts=parts, links=tuple(_joined(link, names) for link in design.links))


def _joined(link: Link, names: dict[int, int]) -> Link:
    ends = {end: replace(getattr(link, end), part=names.get(getattr(link, end).part, getattr(link, end).part))
            for end in ("a", "b")}  # fmt: skip
    via = tuple(names.get(part, part) for part in link.via)
    return replace(link, id=names.get(link.id, link.id), via=via, **ends)
