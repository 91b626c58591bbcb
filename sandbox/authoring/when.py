"""The conditions of goals in a script: `when.held(1.0, when.inside(ball, basket))`.

Every condition of level files is there by its name in them, with its fields in their order: ids are the script's parts,
and for links what `join` returns; lengths m, times s, angles rad. A part in the place of a region means the box around
it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sandbox import parts as catalogue
from sandbox.authoring.placing import Joined, Part
from sandbox.design.conditions import CONDITIONS, Condition
from sandbox.design.design import AnyCondition
from sandbox.errors import Refused

_REGION = ("x0", "y0", "x1", "y1")


class Conditions:
    """Makes conditions by name; `not_`, `all_` and `any_` may be written for those that Python has words for."""

    def __getattr__(self, name: str) -> Callable[..., Condition]:
        if name.startswith("__"):
            raise AttributeError(name)
        cls = CONDITIONS.get(name.rstrip("_"))
        if cls is None:
            raise Refused(f"there is no condition '{name}'; known are {', '.join(sorted(CONDITIONS))}")
        return lambda *values, **more: make(cls, values, more)


def make(cls: type[Condition], values: tuple[Any, ...], more: dict[str, Any]) -> Condition:
    """Make a condition of its fields' values in order, and by name.

    Raises:
        Refused: they are too many, too few, or do not fit.
    """
    tag, names = str(cls.__struct_config__.tag), list(cls.__struct_fields__)
    fields: dict[str, Any] = {}
    if names == ["of"] and len(values) > 1:
        values = (values,)  # `all` and `any` take their conditions one by one
    waiting = list(names)
    for value in values:
        if isinstance(value, Part) and waiting[:4] == list(_REGION):
            fields |= dict(zip(_REGION, value.box, strict=True))
            waiting = waiting[4:]
        elif not waiting:
            raise Refused(f"the condition '{tag}' has the fields {', '.join(names)}: these are too many values")
        else:
            fields[waiting.pop(0)] = value
    plain = {name: _plain(value, tag) for name, value in (fields | more).items()}
    try:
        condition: Condition = msgspec.convert({"is": tag, **plain}, AnyCondition)
    except msgspec.ValidationError as error:
        raise Refused(f"the condition '{tag}' has the fields {', '.join(names)}: {error}") from None
    return condition


def _plain(value: Any, tag: str) -> Any:
    """Return a field's value as level files have it."""
    if isinstance(value, Part):
        if value.given is not None:
            raise Refused(f"'{tag}' is about the {value.title}, which the player places; take a part of the level")
        return value.number
    if isinstance(value, Joined):
        if not value.number:
            title = catalogue.LINKS[value.kind].title.lower()
            raise Refused(f"'{tag}' is about the {title}, which the player draws; take a link of the level")
        return value.number
    if isinstance(value, Condition):
        return msgspec.to_builtins(value)
    if isinstance(value, tuple | list):
        return [_plain(item, tag) for item in value]
    return value


when = Conditions()
