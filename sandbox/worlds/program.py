"""The start of a session in a world of another program, in place of a level: which function makes it, and from what."""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec
from msgspec import Struct

from sandbox.design.design import MAX_TEXT, Design
from sandbox.design.world import World
from sandbox.errors import BadFile

PROGRAM = "program"  # the one key of a head's level that is a world of another program
COUNTS = ("the number of shapes", "the number of joints")  # the first running states; the world's own follow
MAX_VALUES = 64  # of one input or factory, in lists within it, too
_MOST_NESTED = 4
_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)
_MOST_NAME = 200  # characters
_MOST_STEP = 10.0  # s

Values = tuple[Any, ...]  # numbers, texts, truth values, None, and lists of them


class WorldProgram(Struct, frozen=True, forbid_unknown_fields=True):
    """A world of another program.

    `factory` is the function that makes it, as "module:function", or empty if nobody has named one; `values` are its
    arguments. `dt` is the usual length of a step (s).
    """

    factory: str = ""
    values: Values = ()
    dt: float = 1 / 60


class WorldDesign(Design, frozen=True):
    """The document of such a session: a level without parts, which nobody edits, and the program of its world."""

    program: WorldProgram = WorldProgram()

    def to_head(self) -> dict[str, Any]:
        """Return the plain data that the head of a recording holds in place of a level."""
        return {PROGRAM: msgspec.to_builtins(self.program)}


def design_of(program: WorldProgram) -> WorldDesign:
    """Return the document for a program's world; its ticks a second are the whole number next to 1 / dt."""
    rate = max(1, round(1 / program.dt))
    return WorldDesign(title=program.factory or "a pymunk space", world=World(tick_rate=rate), program=program)


def from_head(plain: dict[str, Any]) -> WorldDesign:
    """Read what `to_head` has made.

    Raises:
        BadFile: it is no such thing.
    """
    try:
        program = msgspec.convert(plain[PROGRAM], WorldProgram)
    except (KeyError, msgspec.ValidationError) as error:
        raise BadFile(f"the head holds neither a level nor the world of a program: {error}") from None
    check_factory(program.factory)
    check_step(program.dt)
    return design_of(msgspec.structs.replace(program, values=checked(program.values)))


def check_factory(name: str) -> None:
    """Check the name of a factory.

    Raises:
        BadFile: it is none.
    """
    if name and (len(name) > _MOST_NAME or not _NAME.fullmatch(name)):
        raise BadFile(f"{name!r:.80} names no function that makes a world; it is like 'mygame.world:make'")


def check_step(dt: float) -> None:
    """Check the length of a step.

    Raises:
        BadFile: it is not above 0 and at most ten seconds.
    """
    if not (math.isfinite(dt) and 0 < dt <= _MOST_STEP):
        raise BadFile(f"a step of {dt} s; it is longer than 0 and lasts at most {_MOST_STEP:g} s")


def checked(values: Values | list[Any]) -> Values:
    """Return values as a recording gives them back: numbers and texts, in tuples.

    Raises:
        BadFile: there is something else among them, or too much.
    """
    count = 0

    def one(value: Any, depth: int) -> Any:
        nonlocal count
        count += 1
        if count > MAX_VALUES:
            raise BadFile(f"more than {MAX_VALUES} values; give them in several inputs")
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise BadFile(f"the whole number {value!s:.30} has more than 64 bits")
        if isinstance(value, float) and not math.isfinite(value):
            raise BadFile(f"the number {value} is not finite")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise BadFile(f"a text of {len(value)} characters; a value holds up to {MAX_TEXT}")
        if isinstance(value, int | float | str):
            return value if type(value) in (int, float, str) else _plain(value)
        if isinstance(value, list | tuple) and depth < _MOST_NESTED:
            return tuple(one(inner, depth + 1) for inner in value)
        kind = type(value).__name__
        raise BadFile(f"a value of the type {kind}; inputs hold numbers, texts, True, False, None and lists of them")

    return tuple(one(value, 0) for value in values)


def _plain(value: int | float | str) -> int | float | str:
    """Return a value of a subclass, such as numpy's numbers or the members of an enumeration, as a plain one."""
    return next(base(value) for base in (int, float, str) if isinstance(value, base))
