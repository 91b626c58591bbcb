"""The commands of a session in a world of another program: its own inputs, and a step of another length."""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

from sandbox.commands.command import Command
from sandbox.errors import BadFile
from sandbox.worlds.program import Values, check_step, checked


class Input(Command, frozen=True, tag="input"):
    """Something that the program does to its world: the world's `do` gets the name and the values."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    values: Values = ()

    @property
    def phrase(self) -> str:
        return " ".join(("Input", self.name, *map(str, self.values)))


class StepLength(Command, frozen=True, tag="dt"):
    """The length of the steps from here on (s)."""

    seconds: float


_ANY = Union[Input, StepLength]  # noqa: UP007


def from_plain(plain: Any) -> Input | StepLength:
    """Read a command from its array.

    Raises:
        BadFile: it is none.
    """
    try:
        command: Input | StepLength = msgspec.convert(plain, _ANY)
    except msgspec.ValidationError as error:
        raise BadFile(f"a command of a world: {error}") from None
    if isinstance(command, StepLength):
        check_step(command.seconds)
        return command
    return msgspec.structs.replace(command, values=checked(command.values))
