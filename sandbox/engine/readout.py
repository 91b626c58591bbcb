"""Reading the engine's numbers cheaply enough for every tick: of every body of a space at once, or of one body, which
can be given another velocity as cheaply.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pymunk
from pymunk import batch
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.engine import arrays
from sandbox.engine.callbacks import callback_of
from sandbox.engine.engine import set_motion
from sandbox.engine.layout import DOUBLE, HERE, addresses_in


def own_buffer() -> batch.Buffer:
    """Make a buffer that frees its memory when it is dropped: pymunk's own never do that (7.3.1)."""
    buffer = batch.Buffer()
    buffer._float_arr = ffi.gc(buffer._float_arr, lib.pmFloatArrayFree)
    buffer._int_arr = ffi.gc(buffer._int_arr, lib.pmIntArrayFree)
    return buffer


def gathering(fields: batch.BodyFields | batch.ArbiterFields, buffer: batch.Buffer) -> Any:
    """Make the argument of the engine's iterators: the fields to add to a buffer, which must outlive it."""
    argument = ffi.new("pmBatchedData *")
    argument.fields = fields.value
    argument.floatArray, argument.intArray = buffer._float_arr, buffer._int_arr
    return argument


class Readout:
    """The same fields of all bodies of one space, again and again.

    While nothing sleeps, they are gathered from where the engine keeps them (1.3 us at 200 bodies, 5 at 1,000), in the
    order of its own lists. Else this is `pymunk.batch.get_space_bodies` without what need not be made anew each time
    (4.3 and 19 us). It uses pymunk's inner names, which is safe as its version is pinned.

    `order`: the address of each body that the last `read` told of, one after the other, if it has been gathered.
    """

    def __init__(self, space: pymunk.Space, fields: batch.BodyFields) -> None:
        self.order: bytes | None = None
        self._lists = _Lists(space) if _LISTED else None
        self._known: bytes | None = None
        self._places = [place for field, places in _PLACES for place in places if field in fields]
        self._span = (1, 0)  # the addresses of the first and the last body of `_memory`
        self._memory = arrays.zeros(0)  # all between them, which the engine keeps until the end
        self._gather: Callable[[], Any] = bytes  # what is where the last order says
        self._space = space  # keeps alive what the next line points to
        self._engine_space = space._space
        self._buffer = own_buffer()
        self._numbers, self._ids = self._buffer._float_arr, self._buffer._int_arr
        self._has_ids = batch.BodyFields.BODY_ID in fields
        self._wanted = gathering(fields, self._buffer)
        self._read_one = ffi.addressof(lib, "pmSpaceBodyGetIteratorFuncBatched")
        self._count = -1
        self._view: Any = None

    def read(self) -> Any:
        """Return the present numbers, body after body in the engine's order: doubles, good until the next call."""
        self.order = order = self._lists.order() if self._lists is not None else None
        if order is not None:
            if order != self._known:
                self._line_up(order)
            return self._gather()
        return self._ask()

    def _ask(self) -> Any:
        """Return the numbers as the engine hands them out, which is quicker than to gather them in plain Python."""
        numbers = self._numbers
        numbers.num = 0
        if self._has_ids:
            self._ids.num = 0
        lib.cpSpaceEachBody(self._engine_space, self._read_one, self._wanted)
        if numbers.num != self._count:  # only then may the engine have moved its array
            self._count = numbers.num
            self._view = self._buffer.float_buf()
        return self._view

    def ids(self) -> bytes:
        """Return the engine's id of each body that the last `read` told of, if that had no `order` and the id is among
        the fields."""
        return bytes(self._buffer.int_buf())

    def again(self) -> Any:
        """Return the same as `read`, provided that no body has been added or removed since then."""
        if self.order is None or self._lists is None or self._lists.asleep:
            return self.read()
        return self._gather()

    def _line_up(self, order: bytes) -> None:
        """Work out where all these numbers are, counted in doubles from the first body."""
        self._known = order
        if not arrays.HAS_NUMPY:
            self._gather = self._ask
            return
        addresses = arrays.frombuffer(order, arrays.uintp)
        if not len(addresses):
            self._gather = bytes
            return
        first, last = int(addresses.min()), int(addresses.max())
        if not self._span[0] <= first <= last <= self._span[1]:
            self._span = first, last
            memory = ffi.buffer(ffi.cast("char *", first), last - first + DOUBLE * HERE.body)
            self._memory = arrays.frombuffer(memory, arrays.float64)
        starts = (addresses - arrays.uintp(self._span[0])) >> arrays.uintp(3)
        at = (starts[:, None] + arrays.array(self._places, arrays.uintp)).astype(arrays.intp).ravel()
        take, gathered = self._memory.take, arrays.empty(len(at))
        numbers = ffi.buffer(ffi.from_buffer(gathered))

        def gather() -> Any:
            # All places are within the memory. With the usual mode, which would look for others, numpy gathers into an
            # array of its own first.
            take(at, None, gathered, "wrap")
            return numbers

        self._gather = gather


class _Lists:
    """The engine's own lists of the bodies of a space."""

    def __init__(self, space: pymunk.Space) -> None:
        self._space = space
        dynamic, static, _, asleep = _words(int(ffi.cast("uintptr_t", space._space)) + HERE.lists, 4)
        self._dynamic, self._static = _words(dynamic, HERE.list_words), _words(static, HERE.list_words)
        self._counts = self._dynamic.cast("B").cast("i")  # of that list: how long it is, and may be
        self._groups = _words(asleep, 1).cast("B").cast("i")  # that sleep
        self._heads: tuple[bytes, bytes] | None = None  # where the lists were last, and how long
        self._members = _words(dynamic, 0), _words(static, 0)

    @property
    def asleep(self) -> bool:
        """True if any body sleeps."""
        return self._groups[0] != 0

    def order(self) -> bytes | None:
        """The addresses of all bodies, in the order in which the engine goes through them; None if one sleeps."""
        if self._groups[0]:
            return None
        heads = self._dynamic.tobytes(), self._static.tobytes()
        dynamic, static = self._members if heads == self._heads else self._follow()
        return dynamic.tobytes() + static.tobytes()

    def awake(self) -> bytes:
        """The addresses of the dynamic bodies that are awake, in the engine's order."""
        return self._follow()[0].tobytes()

    def count_awake(self) -> int:
        """The number of the same, without following where the engine keeps them."""
        return self._counts[0]

    def _follow(self) -> tuple[memoryview, memoryview]:
        """Return both lists, wherever the engine has moved them to."""
        heads = self._dynamic.tobytes(), self._static.tobytes()
        if heads != self._heads:
            self._heads = heads
            lists = ((int.from_bytes(words[:4], sys.byteorder), words[8:]) for words in heads)
            dynamic, static = (_words(int.from_bytes(where, sys.byteorder), count) for count, where in lists)
            self._members = dynamic, static
        return self._members


class AwakeBodies:
    """A reader of the awake and the driven bodies of one space: 0.3 us a call, however many there are."""

    def __init__(self, space: pymunk.Space) -> None:
        self._space = space
        self._lists = _Lists(space) if _LISTED else None
        # How many bodies are awake or driven, in a fraction of the time that `read` takes.
        self.count: Callable[[], int] = self._lists.count_awake if self._lists is not None else self._count_read

    @property
    def all_awake(self) -> bool:
        """True if surely no body sleeps."""
        return self._lists is not None and not self._lists.asleep

    def _count_read(self) -> int:
        return len(self.read()) // HERE.address

    def read(self) -> bytes:
        """Return the addresses of the awake bodies, one after the other, in an order that depends on more than the
        design."""
        if self._lists is not None:
            return self._lists.awake()
        bodies = (body for body in self._space.bodies if body.body_type != pymunk.Body.STATIC)
        return arrays.array([address_of(body) for body in bodies if not body.is_sleeping], arrays.uintp).tobytes()


def _words(address: int, count: int) -> memoryview:
    """Return a read-only view of addresses in memory. Nothing checks that they exist."""
    if not count:
        return addresses_in(b"")
    return addresses_in(ffi.buffer(ffi.cast("char *", address), HERE.address * count)).toreadonly()


def _doubles(address: int, count: int) -> memoryview[float]:
    """Return a read-only view of doubles in memory. Nothing checks that they exist."""
    return memoryview(ffi.buffer(ffi.cast("char *", address), DOUBLE * count)).cast("B").cast("d").toreadonly()


# What the engine keeps of a body, as doubles from the start of its struct (see `layout`): mass, its inverse, moment,
# its inverse, centre of gravity (2), position (2), velocity (2), force (2), angle, spin, torque, and the transform
# a b c d tx ty (a point of the body's own frame is at a x + c y + tx, b x + d y + ty). No body here has a centre of
# gravity of its own: its frame begins there.
_M = HERE.mass
INERTIA = slice(_M, _M + 4)  # mass, its inverse, moment of inertia, its inverse: kg, kg m^2
SPEED_X, SPEED_Y, ANGLE, SPIN = _M + 8, _M + 9, _M + 12, _M + 13  # where in all of them: m/s, rad, rad/s
MASS_TO_VELOCITY = slice(_M, _M + 10)  # these, the centre of gravity (2), the place and the velocity
INERTIA_TO_SPIN = slice(_M, _M + 14)  # these, the centre of gravity (2), and all down to the spin
_PLACE = slice(_M + 6, _M + 8)  # x, y: m
MOVING = slice(_M + 6, _M + 10)  # x, y, vx, vy: m, m/s
MOTION = slice(_M + 6, _M + 17)  # the same, the force (2), angle, spin, torque, and cosine and sine of the angle
TURNED = slice(_M + 12, _M + 14)  # angle, spin: rad, rad/s
FRAME = slice(_M + 15, _M + 21)  # the transform
WHOLE = slice(_M, _M + 21)  # all of these, for who needs most of them
# An address of a group, and perhaps of the next body in it, which has one only while it sleeps: 0 is awake.
ASLEEP = HERE.group // DOUBLE
# What the batch interface tells of a body, in its order, and where that is.
_PLACES = (
    (batch.BodyFields.POSITION, (_M + 6, _M + 7)),
    (batch.BodyFields.ANGLE, (ANGLE,)),
    (batch.BodyFields.VELOCITY, (SPEED_X, SPEED_Y)),
    (batch.BodyFields.ANGULAR_VELOCITY, (SPIN,)),
)
_SETTINGS = slice(1, 8)  # of a space: gravity (2), damping, two bounds for sleeping, slop, bias


class _Asked:
    """The same numbers, asked of pymunk one by one: where its structs are laid out in another way."""

    def __init__(self, body: pymunk.Body) -> None:
        self._body = body

    def __getitem__(self, wanted: Any) -> Any:
        body = self._body
        (x, y), (vx, vy), (c, s) = body.position, body.velocity, body.rotation_vector
        mass, moment = body.mass, body.moment
        light, slewable = (1 / mass if mass else 0.0, 1 / moment if moment else 0.0)
        asleep = 1.0 if body.is_sleeping else 0.0
        all_ = [
            *_M * (0.0,), mass, light, moment, slewable, 0.0, 0.0, x, y, vx, vy, *body.force, body.angle,
            body.angular_velocity, body.torque, c, s, -s, c, x, y, *(ASLEEP - _M - 21) * (0.0,), asleep,
        ]  # fmt: skip
        return all_[wanted]


Numbers = Any  # a memoryview of doubles, or an `_Asked`: to be sliced with the names above, and only read


def numbers_of(body: pymunk.Body) -> Numbers:
    """A live view of a body's numbers: 0.2 us for a slice, where each property takes 0.6.

    Good as long as the body is there. They are read where the engine keeps them, if it keeps them where it should.
    """
    return _seen(body) if _LAID_OUT else _Asked(body)


class _AskedPlace(Sequence[float]):
    """The place of a body, asked of pymunk."""

    def __init__(self, body: pymunk.Body) -> None:
        self._body = body

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: Any) -> Any:
        return self._body.position[index]


def place_of(body: pymunk.Body) -> Sequence[float]:
    """Return a live view of x and y of a body (m): 0.03 us for each; see `numbers_of`."""
    return _seen(body)[_PLACE] if _LAID_OUT else _AskedPlace(body)


def mover_of(body: pymunk.Body) -> Callable[[float, float, float], None]:
    """Return a function that gives a body a velocity (m/s) and a spin (rad/s): for use on every tick, in half the time
    of `set_motion`.
    """
    if not _LAID_OUT:
        return functools.partial(set_motion, body)
    velocity, set_spin, pointer = _all_of(body)[SPEED_X : SPEED_Y + 1], lib.cpBodySetAngularVelocity, body._body

    def move(vx: float, vy: float, w: float) -> None:
        set_spin(pointer, w)  # it also wakes the body
        velocity[0] = vx
        velocity[1] = vy

    return move


def asleep(numbers: Numbers) -> bool:
    """Tell whether the engine has put a body to sleep."""
    sleeps: bool = numbers[ASLEEP] != 0.0
    return sleeps


def reader_of(numbers: Numbers, wanted: slice) -> Callable[[], list[float]]:
    """Return a function that reads some numbers of a body at the time of the call, for use on every tick: it takes two
    thirds of the time of a new slice.
    """
    if isinstance(numbers, _Asked):
        return functools.partial(numbers.__getitem__, wanted)
    read: Callable[[], list[float]] = numbers[wanted].tolist
    return read


def sleep_group(body: pymunk.Body) -> bytes:
    """Return the mark of the group that a body sleeps in: bodies of one group wake together."""
    if not _LAID_OUT:
        return address_of(body).to_bytes(HERE.address, sys.byteorder)
    return bytes(ffi.buffer(body._body, DOUBLE * HERE.body)[HERE.group : HERE.group + HERE.address])


def _seen(body: pymunk.Body) -> Numbers:
    return _all_of(body).toreadonly()


def _all_of(body: pymunk.Body) -> Any:
    return memoryview(ffi.buffer(body._body, DOUBLE * HERE.body)).cast("B").cast("d")


class Contact(NamedTuple):
    """Two shapes that touch: one of the body in question, and one of another body."""

    mine: pymunk.Shape
    other: pymunk.Shape
    x: float  # m: one point at which they touch
    y: float
    jx: float  # N s on mine, in the last step
    jy: float


def contacts_of(body: pymunk.Body) -> list[Contact]:
    """Return the contacts of a body, in the engine's order, in a fifth of the time that pymunk's arbiters take."""
    _taken_down.clear()
    if _TAKE_DOWN is not None:
        lib.cpBodyEachArbiter(body._body, _TAKE_DOWN, ffi.NULL)
    else:
        body.each_arbiter(lambda arbiter: _take_down(None, arbiter._arbiter, None))
    return _taken_down[:]


_ONE, _TWO = ffi.new("cpShape *[1]"), ffi.new("cpShape *[1]")
_taken_down: list[Contact] = []  # in the call that goes on


# Looked up once, as each look at a belt asks for them again and again.
_get_shapes, _data_of, _from_handle = lib.cpArbiterGetShapes, lib.cpShapeGetUserData, ffi.from_handle
_point_on_second, _impulse_of = lib.cpArbiterGetPointB, lib.cpArbiterTotalImpulse
_new = tuple.__new__  # makes a named tuple in a third of the time that its class takes


def _take_down(_body: object, arbiter: Any, _data: object) -> None:
    _get_shapes(arbiter, _ONE, _TWO)
    first, second = _from_handle(_data_of(_ONE[0])), _from_handle(_data_of(_TWO[0]))
    at, impulse = _point_on_second(arbiter, 0), _impulse_of(arbiter)
    _taken_down.append(_new(Contact, (first, second, at.x, at.y, impulse.x, impulse.y)))


_TAKE_DOWN = callback_of("cpBodyArbiterIteratorFunc", _take_down)


_TOUCHING = batch.ArbiterFields.BODY_A_ID | batch.ArbiterFields.BODY_B_ID


class Impulses:
    """The impulses of all contacts of one space in its last step, and which bodies touch there, again and again:
    `pymunk.batch.get_space_arbiters` without what need not be made anew each time.
    """

    def __init__(self, space: pymunk.Space) -> None:
        self._space = space  # keeps alive what the next line points to
        self._engine_space = space._space
        self._buffer = own_buffer()
        self._numbers, self._ids = self._buffer._float_arr, self._buffer._int_arr
        # One after the other: for the ids the engine looks at both bodies of each contact, and they are seldom wanted.
        self._impulses = gathering(batch.ArbiterFields.TOTAL_IMPULSE, self._buffer)
        self._bodies = gathering(_TOUCHING, self._buffer)
        self._read_one = ffi.addressof(lib, "pmSpaceArbiterIteratorFuncBatched")
        self._room = -1  # how many numbers the engine's array can hold: when it moves that, it makes it larger
        self._array: arrays.Floats = arrays.zeros(0)
        self._view = self._array

    def read(self) -> arrays.Floats:
        """Return x and y (N s) of one after the other, in the engine's order; good until the next call."""
        numbers = self._numbers
        numbers.num = 0
        lib.cpSpaceEachCachedArbiter(self._engine_space, self._read_one, self._impulses)
        count = numbers.num
        if numbers.max != self._room:
            self._room = numbers.max
            self._array = arrays.frombuffer(ffi.buffer(numbers.arr, DOUBLE * self._room), arrays.float64)
            self._view = self._array[:count]
        elif count != len(self._view):
            self._view = self._array[:count]
        return self._view

    def touching(self) -> bytes:
        """Return the engine's ids of the two bodies of each contact, one after the other, in the order of `read`."""
        self._ids.num = 0
        lib.cpSpaceEachCachedArbiter(self._engine_space, self._read_one, self._bodies)
        return bytes(self._buffer.int_buf())


def _laid_out() -> bool:
    """Check the struct layout of cpBody, on bodies that move, turn and sleep."""
    space = pymunk.Space()
    space.sleep_time_threshold = 1e-3
    body = pymunk.Body(3.0, 5.0)
    body.position, body.angle, body.velocity, body.angular_velocity = (7.0, 11.0), 13.0, (17.0, -19.0), 23.0
    still = pymunk.Body(29.0, 31.0)
    fixed = pymunk.Body(body_type=pymunk.Body.STATIC)
    fixed.position, fixed.angle = (37.0, 41.0), 43.0
    space.add(body, still, fixed)
    bodies = (body, still, fixed)
    if ffi.sizeof("cpFloat") != 8 or not _same(bodies):
        return False
    still.sleep()
    return still.is_sleeping and _same(bodies)


def _same(bodies: Iterable[pymunk.Body]) -> bool:
    for body in bodies:
        seen, asked = _seen(body), _Asked(body)
        slices = (INERTIA, MOVING, TURNED, FRAME) if body.body_type == body.DYNAMIC else (MOVING, TURNED, FRAME)
        if any(abs(a - b) > 1e-9 for part in slices for a, b in zip(seen[part], asked[part], strict=True)):
            return False
        if asleep(seen) != body.is_sleeping:
            return False
    return True


def _listed() -> bool:
    """Check the struct layout of cpSpace before following any pointer in it."""
    if not _LAID_OUT or ffi.sizeof("uintptr_t") != HERE.address:
        return False
    space = pymunk.Space()
    space.gravity, space.damping, space.idle_speed_threshold = (3.0, 5.0), 0.7, 11.0
    space.sleep_time_threshold, space.collision_slop, space.collision_bias = 13.0, 17.0, 0.19
    bodies = [pymunk.Body(2.0, 3.0) for _ in range(20)]
    fixed = pymunk.Body(body_type=pymunk.Body.STATIC)
    for nth, body in enumerate((*bodies, fixed)):
        body.position = nth, -nth
    space.add(*bodies, fixed)
    space.step(0.125)
    doubles = _doubles(int(ffi.cast("uintptr_t", space._space)), HERE.last_dt + 1)
    if doubles[_SETTINGS].tolist() != [3.0, 5.0, 0.7, 11.0, 13.0, 17.0, 0.19] or doubles[HERE.last_dt] != 0.125:
        return False
    lists = _Lists(space)
    for gone in (None, bodies[3], fixed):
        if gone is not None:
            space.remove(gone)
        buffer = own_buffer()
        batch.get_space_bodies(space, batch.BodyFields.POSITION, buffer)
        order = lists.order()
        if order is None or _places_of(order) != arrays.frombuffer(buffer.float_buf(), arrays.float64).tolist():
            return False
    bodies[5].sleep()
    return lists.order() is None


def _places_of(order: bytes) -> list[float]:
    return [number for at in addresses_in(order) for number in _doubles(at, _PLACE.stop)[_PLACE]]


def address_of(body: pymunk.Body) -> int:
    """Return the engine's address of a body, as in `Readout.order`. (Its id is another number.)"""
    return int(ffi.cast("uintptr_t", body._body))


_LAID_OUT = _laid_out()
_LISTED = _listed()
