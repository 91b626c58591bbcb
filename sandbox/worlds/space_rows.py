"""The bodies of any pymunk space as rows of numbers, each body with a number of its own: that of its turn of adding."""

from __future__ import annotations

from collections.abc import Iterable

import pymunk
import xxhash
from pymunk import batch

from sandbox.engine import arrays
from sandbox.engine.readout import Readout, address_of, own_buffer
from sandbox.errors import Refused

_MOTION = (
    batch.BodyFields.POSITION | batch.BodyFields.ANGLE | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
)
_WITH_IDS = batch.BodyFields.BODY_ID | _MOTION
STATIC = 0  # the number of the space's own static body


class _InOrder(dict[object, None]):
    """The objects that a space is to add after its step, in the order in which it was asked to.

    pymunk 7.3.1 keeps them in a set, so their order follows their addresses: nine different ends in ten processes.
    """

    def update(self, objects: Iterable[object]) -> None:  # type: ignore[override]
        for each in objects:
            self[each] = None


class SpaceRows:
    """Read the motion of all bodies of a space, in the order of their numbers.

    A body gets its number when it is first seen, in the order in which the space was given its bodies, and keeps it for
    good. An address is good for finding a row within this process, never for order or hash.
    """

    def __init__(self, space: pymunk.Space) -> None:
        """Begin with a space.

        Raises:
            Refused: it uses several threads, which part from each other.
        """
        if space.threads > 1:
            raise Refused(
                f"this space is solved in {space.threads} threads, and no two runs of it are equal; "
                "make it with Space(threaded=False), or set space.threads = 1"
            )
        if type(space._add_later) is set:
            later = _InOrder(dict.fromkeys(space._add_later))
            space._add_later = later  # type: ignore[assignment]
        self.space = space
        self.ids: arrays.PartIds = arrays.zeros(0, arrays.int32)
        self.rows = arrays.zeros((0, 6))
        self._buffer, self._readout = own_buffer(), Readout(space, _MOTION)
        self._numbers: dict[pymunk.Body, int] = {space.static_body: STATIC}  # also those that are gone: all are kept
        self._order: bytes | None = None  # the bodies of the last reading, as the engine lists them
        self._moved = b""  # the last reading, in that order
        self._ids = b""  # the bytes of `ids`

    def bodies(self) -> dict[int, pymunk.Body]:
        """Return the bodies that are in the space, by their numbers."""
        for body in self.space.bodies:
            self._numbers.setdefault(body, len(self._numbers))
        return {self._numbers[body]: body for body in self.space.bodies}

    def read(self) -> None:
        """Take `ids` and `rows` from the engine: x, y, angle, vx, vy, w of each body."""
        order, moved = self._present()
        if order != self._order:
            self._line_up(order, asleep=self._readout.order is None)
        self._moved = moved
        self.rows = arrays.frombuffer(moved, arrays.float64).reshape(-1, 6)[self._sorting]

    def is_as_read(self) -> bool:
        """Tell whether all bodies are where they were at the last reading, and move as they did, bit for bit."""
        return self._present() == (self._order, self._moved)

    def _present(self) -> tuple[bytes, bytes]:
        """Return the bodies as the engine lists them now, and their motion in that order."""
        moved, order = self._readout.read(), self._readout.order
        if order is not None:
            return order, moved[:]
        self._buffer.clear()  # something sleeps: the engine has to be asked for who is where
        batch.get_space_bodies(self.space, _WITH_IDS, self._buffer)
        return bytes(self._buffer.int_buf()), bytes(self._buffer.float_buf())

    def _line_up(self, order: bytes, asleep: bool) -> None:
        self._order = order
        # With a sleeper in it the engine's list holds pymunk's ids, else addresses.
        mark = _id_of if asleep else address_of
        by_mark = {mark(body): number for number, body in self.bodies().items()}
        by_mark[mark(self.space.static_body)] = STATIC
        marks = arrays.frombuffer(order, arrays.uintp).tolist()
        listed = sorted((by_mark[each], place) for place, each in enumerate(marks))
        self.ids = arrays.array([number for number, _ in listed], arrays.int32)
        self._ids = self.ids.tobytes()
        self._sorting = arrays.array([place for _, place in listed], arrays.intp)

    def digest(self, more: bytes) -> bytes:
        """Return eight bytes (XXH64) of what was last read, and of more."""
        state = xxhash.xxh64(self._ids)
        state.update(self.rows.tobytes())
        state.update(more)
        return state.digest()


def _id_of(body: pymunk.Body) -> int:
    return body.id
