"""The base of all commands, with written form, checks and effects in one class; and the bases of two families.

A new command is a class in one of the modules beside this one, and an entry in the tuple at the end of that module.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Protocol, Self

import msgspec
from msgspec import Meta, Struct

from sandbox import parts
from sandbox.commands.names import Names, resolved
from sandbox.design.design import MAX_ID, MAX_PARTS, Design
from sandbox.design.design_history import DesignHistory
from sandbox.design.values import MAX_PLAYERS
from sandbox.errors import BadFile, Refused
from sandbox.machine.machine import Machine

Coordinate = Annotated[float, Meta(ge=-1e6, le=1e6)]
# The id of a part or link; below 0 the number, with a minus, that the player of the command has given to it (`names`).
Named = Annotated[int, Meta(ge=-MAX_ID, le=MAX_ID)]
BY = "by"  # what the written form of a command starts with that is not player 0's, or numbers what it makes
RUNNING = "the machine is running; stop it to edit"


class SessionState(Protocol):
    """The session as commands see it, and the changes that commands make once `Session.do` has logged them."""

    @property
    def history(self) -> DesignHistory: ...
    @property
    def names(self) -> Names: ...
    @property
    def players(self) -> dict[int, str]: ...
    def name_of(self, player: int) -> str: ...
    @property
    def machine(self) -> Machine | None: ...
    @property
    def won(self) -> bool: ...
    @property
    def may_run_longer(self) -> bool: ...
    def start_machine(self) -> None: ...
    def stop_machine(self) -> None: ...


class Command(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True, repr_omit_defaults=True):
    """A frozen value, written as an array that starts with the command's name: ``["press", 7]``.

    The name in files is the struct's tag, and the order of the fields is their order in files. A command of another
    player than 0 is written within one more array, ``["by", 1, ["press", 7]]``; so is one that numbers what it makes,
    ``["by", 1, ["place", ...], 5]``.
    """

    player: Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)] = 0
    number: Annotated[int, Meta(ge=0, le=MAX_ID)] = 0  # of the first thing that it makes (`names`); 0: the next one

    id_fields: ClassVar[tuple[str, ...]] = ()  # its fields that hold ids of parts and links, one each or several
    live: ClassVar[bool] = False  # done to the running machine
    changes_design: ClassVar[bool] = False
    for_authors: ClassVar[bool] = False  # changes the level itself: no player can
    mark: ClassVar[str] = ""  # kind of its mark in the time line; empty: it gets none
    sound: ClassVar[str] = ""  # name in `waveforms.DESK` of what is heard when it is carried out; empty: nothing

    # -- what refuses it, and what it does

    def check(self, session: SessionState) -> Design:
        """Return the design after this command (the same one if it does not edit).

        Raises:
            Refused: it can't be carried out now; nothing has changed.
        """
        raise NotImplementedError

    def is_idle(self, session: SessionState, after: Design) -> bool:
        """Return whether the command would change nothing; then it is neither logged nor carried out."""
        return False

    def carry_out(self, session: SessionState, after: Design) -> None:
        """Carry the command out; `after` is what `check` has returned."""
        raise NotImplementedError

    # -- whose it is, and what it makes

    @property
    def makes(self) -> int:
        """The number of parts and links that it adds to a design."""
        return 0

    def with_ids(self, names: Names, first: int) -> Self:
        """Return the command with ids for all numbers of its player's; `first`: the id of the first thing it makes.

        Raises:
            Refused: a number stands for nothing.
        """
        return resolved(self, self.id_fields, lambda number: names.id_of(self.player, number))

    @property
    def has_names(self) -> bool:
        """True if it names anything by its player's number, and not by the id."""
        return any(value < 0 for single in self.singles for value in single.named_values())

    def named_values(self) -> Iterator[int]:
        """Yield the ids, and the numbers with a minus, of all parts and links that it names."""
        for field in self.id_fields:
            value = getattr(self, field)
            yield from value if isinstance(value, tuple) else (value,)

    # -- how people and files know it

    @property
    def verb(self) -> str:
        """The command's name in files."""
        return str(self.__struct_config__.tag)

    @property
    def part_id(self) -> int:
        """The id of the part that the command names; 0 if none."""
        return getattr(self, "part", 0)

    @property
    def phrase(self) -> str:
        """The command in a few words, of which its name in files is the first."""
        kind = getattr(self, "kind", "").replace("_", " ")
        return f"{self.verb.replace('_', ' ').capitalize()} {kind or self.part_id or ''}".rstrip()

    @property
    def singles(self) -> tuple[Command, ...]:
        """The commands that it is made of: itself, if it is not several edits together."""
        return (self,)

    @classmethod
    def own_fields(cls) -> tuple[str, ...]:
        """The names of its fields, but for those that all commands have."""
        return cls.__struct_fields__[: -len(Command.__struct_fields__)]

    def to_plain(self) -> list[Any]:
        """The command as an array of plain values, its name first; that within another one where its player counts."""
        plain = self.to_array()
        if not self.player and not self.number:
            return plain
        return [BY, self.player, plain, self.number][: 4 if self.number else 3]

    def to_array(self) -> list[Any]:
        """The name and the fields of its own, as plain values."""
        plain: list[Any] = _with_lists(msgspec.to_builtins(self))
        return plain[: -len(Command.__struct_fields__)]

    def to_fields(self) -> dict[str, Any]:
        """The fields of its own by name, as plain values."""
        return {name: msgspec.to_builtins(getattr(self, name)) for name in self.own_fields()}


def _with_lists(value: Any) -> Any:
    """A plain value with lists for tuples."""
    if isinstance(value, list | tuple):
        return [_with_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_lists(item) for key, item in value.items()}
    return value


class Edit(Command, frozen=True):
    """A command that makes another design of the present one; it is one step for undo."""

    changes_design = True
    mark = "edit"
    sound = "moved"

    def edited(self, design: Design) -> Design:
        """Return the design after this command; `edit` is for callers from outside.

        Raises:
            Refused: it can't be done; the sentence for the user.
            BadFile: a rule of levels or of the catalogue is broken.
        """
        raise NotImplementedError

    def check(self, session: SessionState) -> Design:
        refuse_while_running(session)
        after = edit(session.history.present, self)
        refuse_stretched(after)
        return after

    def is_idle(self, session: SessionState, after: Design) -> bool:
        return after == session.history.present

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.edit(after, self.player)


class SingleEdit(Edit, frozen=True):
    """An edit that may be one of several in a step."""


class Live(Command, frozen=True):
    """A command for the running machine. It is heard by what it does to that."""

    live = True
    of_hand: ClassVar[bool] = False  # a part of pulling with the hand
    is_touch: ClassVar[bool] = True  # counts as one more touch of the machine
    permission: ClassVar[str] = ""  # the word in a level's `allow` without which it waits for the win; empty: none

    def refuse(self, machine: Machine, design: Design) -> None:
        """Raise `Refused` with the sentence why it can't be done to the machine now, if so."""
        raise NotImplementedError

    def apply(self, machine: Machine) -> None:
        """Carry the command out on the machine."""
        raise NotImplementedError

    def check(self, session: SessionState) -> Design:
        machine, design = running_machine(session), session.history.present
        if self.permission and self.permission not in design.allow and not session.won:
            once = ", until it is solved" if design.goals else ""
            raise Refused(f"this level does not let you {self.permission} things{once}")
        self.refuse(machine, design)
        return session.history.present

    def carry_out(self, session: SessionState, after: Design) -> None:
        self.apply(running_machine(session))


def edit(design: Design, command: Edit) -> Design:
    """The design after an editing command; a preview calls this and drops the result.

    Raises:
        Refused: it cannot be done; the sentence for the user.
    """
    try:
        return command.edited(design)
    except BadFile as error:  # a check of the design or the catalogue
        raise Refused(str(error)) from None


def refuse_stretched(design: Design) -> None:
    """Refuse a design with a link that is too short; several edits together may pass through such designs."""
    why = parts.stretched(design)
    if why:
        raise Refused(why)


def refuse_while_running(session: SessionState) -> None:
    if session.machine is not None:
        raise Refused(RUNNING)


def running_machine(session: SessionState) -> Machine:
    if session.machine is None:
        raise Refused("the machine is not running; start it first")
    return session.machine


# -- what commands that add something ask of a design


def new_ids(design: Design, count: int) -> int:
    """Return the first of `count` free ids in a row."""
    if len(design.parts) + len(design.links) + count > MAX_PARTS:
        raise Refused(f"a level holds up to {MAX_PARTS} parts and links")
    if design.next_id + count > MAX_ID:
        raise Refused("the level has used up its ids; copy its parts into a new level")
    return design.next_id


def stock_refusal(design: Design, item: str, title: str) -> str:
    """Say that the stock has no more of an item; empty if it has."""
    left = design.left_in_stock(item)
    return f"no {title.lower()} is left in the stock of this level" if left is not None and left < 1 else ""


def take_from_stock(design: Design, item: str, title: str) -> None:
    """Refuse an item of which the stock has no more."""
    why = stock_refusal(design, item, title)
    if why:
        raise Refused(why)
