"""Actions: what an agent can do in a step, as a `Dict` space or as one flat `Box`, and the commands that they are.

Numbers are from -1 to 1, whatever the level: `at` and `to` from the left and lower edge of the world to the right and
upper one, `angle` half a turn either way from how the part comes out of the stock.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sandbox import parts as catalogue
from sandbox.commands.building import Place
from sandbox.commands.links import Connect
from sandbox.design.design import Design, Value
from sandbox.environment.task import LevelTask, port_places, wheels_of
from sandbox.errors import Refused
from sandbox.reading.nearest import meant_or_all

Action: TypeAlias = "dict[str, Any] | npt.NDArray[np.float32]"
Building: TypeAlias = Place | Connect
FORMS = ("dict", "flat")
_DIGITS = 4  # of lengths in m and angles in rad: an action is a command that can be read


class ActionForm:
    """The action space of a task, and the way from an action to a command and back; `None` is the action to run."""

    def __init__(self, task: LevelTask, form: str = "dict") -> None:
        """Take a task, and one of `FORMS`.

        Raises:
            Refused: there is no such form.
        """
        if form not in FORMS:
            raise Refused(f"there is no form of actions '{form:.40}'{meant_or_all(form, FORMS)}")
        self.task = task
        self._fields = _fields(task)  # in this order, whereas a Dict sorts them by name
        self._dict = spaces.Dict(self._fields)
        self._widths = [(name, _width(name, space)) for name, space in self._fields.items()]
        size = sum(width for _, width in self._widths)
        self._flat = spaces.Box(-1.0, 1.0, (size,), np.float32)
        self.space: spaces.Space[Any] = self._flat if form == "flat" else self._dict

    # -- from an action to a command

    def command_of(self, fields: Mapping[str, Any], design: Design) -> Building | None:
        """Return the command that a checked action is in a design; None: start the run.

        Raises:
            Refused: there is no port to link.
        """
        choice = int(fields["choice"])
        if not choice:
            return None
        item = self.task.items[choice - 1]
        return self._connect(item, fields, design) if item in catalogue.LINKS else self._place(item, fields)

    def checked(self, action: Any) -> dict[str, Any]:
        """Return the fields of an action.

        Raises:
            Refused: it is none of the space; the sentence says what is wrong.
        """
        if self.space is self._flat:
            return self._unflattened(_numbers(action, "the action", self._flat))
        if not isinstance(action, Mapping) or set(action) != set(self._fields):
            raise Refused(f"the action is no dictionary of {', '.join(self._fields)}; see env.action_space")
        fields: dict[str, Any] = {}
        for name, space in self._fields.items():
            if isinstance(space, spaces.Box):
                fields[name] = _numbers(action[name], f"the action's {name}", space)
                continue
            assert isinstance(space, spaces.Discrete)
            if not _is_whole(action[name]) or not 0 <= int(action[name]) < int(space.n):
                raise Refused(f"the action's {name} is {action[name]!s:.40}, and not a whole number below {space.n}")
            fields[name] = int(action[name])
        return fields

    def _unflattened(self, numbers: npt.NDArray[np.float32]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        first = 0
        for name, width in self._widths:
            share = numbers[first : first + width]
            fields[name] = int(np.argmax(share)) if name == "choice" else int(share[0] > 0) if name == "flip" else share
            first += width
        return fields

    def _place(self, name: str, fields: Mapping[str, Any]) -> Place:
        item = self.task.design.stock_items[name]
        kind = catalogue.KINDS[item.kind]
        x, y = self._point(fields["at"])
        turn = math.pi * float(fields["angle"][0]) if kind.turns and item.turns else 0.0
        angle = round(item.angle + turn, _DIGITS) if turn else item.angle
        flip = bool(fields["flip"]) and kind.flips
        return Place(item.kind, x, y, angle, flip, item.props, "" if name == item.kind else name)

    def _point(self, numbers: Sequence[float] | npt.NDArray[np.float32]) -> tuple[float, float]:
        """Return a point of the world (m)."""
        world = self.task.design.world
        x, y = (0.5 + 0.5 * float(number) for number in numbers)
        return round(x * world.width, _DIGITS), round(y * world.height, _DIGITS)

    def _connect(self, name: str, fields: Mapping[str, Any], design: Design) -> Connect:
        kind = catalogue.LINKS[name]
        a = _nearest(port_places(design, kind.ends[0]), self._point(fields["at"]))
        b = _nearest(port_places(design, kind.ends[1]), self._point(fields["to"]), a[0] if a else None)
        if a is None or b is None:
            raise Refused(f"a {kind.title.lower()} joins a {kind.ends[0]} and a {kind.ends[1]} port; one is missing")
        props: dict[str, Value] = {kind.ways[0]: True} if kind.ways and fields["flip"] else {}
        over = fields["over"] if kind.bends and "over" in fields else ()
        wheels = wheels_of(design)
        chosen = sorted((-float(wish), part) for wish, part in zip(over, wheels, strict=False) if wish > 0)
        return Connect(name, a[0], a[1], b[0], b[1], props, tuple(part for _, part in chosen))

    # -- from a command to an action

    def action_of(self, command: Building | None, design: Design) -> Action:
        """Return an action that is a command in a design: what a search or a player has found, as an agent does it."""
        fields: dict[str, Any] = {
            name: np.zeros(space.shape or (), np.float32) if isinstance(space, spaces.Box) else 0
            for name, space in self._fields.items()
        }
        if isinstance(command, Place):
            self._write_place(command, fields)
        elif command is not None:
            self._write_connect(command, fields, design)
        if self.space is self._dict:
            return {name: np.int64(value) if isinstance(value, int) else value for name, value in fields.items()}
        return self._flattened(fields)

    def _write_place(self, command: Place, fields: dict[str, Any]) -> None:
        name = command.item or command.kind
        item = self.task.design.stock_items[name]
        fields["choice"] = 1 + self.task.items.index(name)
        fields["at"][:] = self._shares(command.x, command.y)
        turn = math.remainder(command.angle - item.angle, 2.0 * math.pi) / math.pi
        fields["angle"][0] = max(-1.0, min(1.0, turn))
        fields["flip"] = int(command.flip)

    def _write_connect(self, command: Connect, fields: dict[str, Any], design: Design) -> None:
        kind = catalogue.LINKS[command.kind]
        fields["choice"] = 1 + self.task.items.index(command.kind)
        starts, ends = ({(part, port): (x, y) for part, port, x, y in port_places(design, end)} for end in kind.ends)
        a, b, via = (command.a, command.a_port), (command.b, command.b_port), command.via
        if a not in starts:
            a, b, via = b, a, via[::-1]
        fields["at"][:], fields["to"][:] = self._shares(*starts[a]), self._shares(*ends[b])
        fields["flip"] = int(any(command.props.get(way) is True for way in kind.ways))
        if "over" in fields:
            fields["over"][:] = -1.0
            wheels = wheels_of(design)
            for rank, part in enumerate(via):
                fields["over"][wheels.index(part)] = 1.0 - rank / len(via)

    def _shares(self, x: float, y: float) -> tuple[float, float]:
        world = self.task.design.world
        return (max(-1.0, min(1.0, 2.0 * x / world.width - 1.0)), max(-1.0, min(1.0, 2.0 * y / world.height - 1.0)))

    def _flattened(self, fields: Mapping[str, Any]) -> npt.NDArray[np.float32]:
        numbers = np.zeros(self._flat.shape, np.float32)
        first = 0
        for name, width in self._widths:
            if name == "choice":
                numbers[first : first + width] = -1.0
                numbers[first + fields[name]] = 1.0
            elif name == "flip":
                numbers[first] = 1.0 if fields[name] else -1.0
            else:
                numbers[first : first + width] = fields[name]
            first += width
        return numbers


def _fields(task: LevelTask) -> dict[str, spaces.Space[Any]]:
    """Return the fields of a task's actions; what no piece of its stock needs is left out."""
    fields: dict[str, spaces.Space[Any]] = {
        "choice": spaces.Discrete(1 + len(task.items)),
        "at": spaces.Box(-1.0, 1.0, (2,), np.float32),
        "angle": spaces.Box(-1.0, 1.0, (1,), np.float32),
        "flip": spaces.Discrete(2),
    }
    if task.has_links:
        fields["to"] = spaces.Box(-1.0, 1.0, (2,), np.float32)
    if task.wheels:
        fields["over"] = spaces.Box(-1.0, 1.0, (task.wheels,), np.float32)
    return fields


def _width(name: str, space: spaces.Space[Any]) -> int:
    """Return how many numbers a field takes in the flat form: a score for each choice, one for a flip."""
    if isinstance(space, spaces.Discrete):
        return int(space.n) if name == "choice" else 1
    return int((space.shape or (1,))[0])


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) or (isinstance(value, np.ndarray) and value.dtype.kind in "iu")


def _numbers(value: Any, what: str, space: spaces.Box) -> npt.NDArray[np.float32]:
    """Return numbers of a box.

    Raises:
        Refused: they are none, too many, too few, or out of range.
    """
    try:
        numbers = np.asarray(value, np.float32)
    except (TypeError, ValueError):
        raise Refused(f"{what} is no array of numbers; see env.action_space") from None
    if numbers.shape != space.shape:
        raise Refused(f"{what} has the shape {numbers.shape}, and not {space.shape}; see env.action_space")
    if not bool(np.all(np.abs(numbers) <= 1.0)):  # also if one is nan
        raise Refused(f"{what} has numbers that are not from -1 to 1; see env.action_space")
    return numbers


def _nearest(
    ports: Sequence[tuple[int, str, float, float]], point: tuple[float, float], other_than: int | None = None
) -> tuple[int, str] | None:
    """Return the part and name of the port nearest to a point, at a part other than one; None if there is none."""
    free = [port for port in ports if port[0] != other_than]
    if not free:
        return None
    part, name, _, _ = min(free, key=lambda port: (port[2] - point[0]) ** 2 + (port[3] - point[1]) ** 2)
    return part, name
