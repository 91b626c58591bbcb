"""The running machine: the steps of one tick in their order, and the effects of the player's commands on it.

The determinism contract (each line is a fact measured on the pinned engine):
- bodies, shapes and joints are added in id order to a fresh Space; a Space is never copied or used twice;
- collision callbacks only take notes; notes are sorted by our own ids and acted on after the step;
- a part that need not act on every tick acts on every second, fourth, ..., counted in ticks, never by time;
- alarms are running states that hold the tick on which they are due; those of one tick go by moment, then by id;
- a body's own law of motion (a balloon's) may be a callback too: it sees and changes that body alone;
- parts are removed after the step, in id order, joints first, then shapes, then bodies, together;
- the engine is written to only by commands, behaviours and the guard: writing a value back, even the same, wakes
  sleepers;
- one thread, a constant dt; no clock, no `random`, no set or address order. A run by steps of other lengths is
  possible (see `act`), but nothing repeats it, so nothing records it.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from operator import length_hint
from typing import Any

import pymunk
import xxhash
from pymunk._chipmunk_cffi import lib

from sandbox.design.design import Design
from sandbox.engine import arrays, knock_watch
from sandbox.engine.readout import Readout
from sandbox.machine.alarms import ROUNDING
from sandbox.machine.answers import AskedAssembly
from sandbox.machine.assembly import Event
from sandbox.machine.joining import joining_of
from sandbox.machine.removals import WORLD_MARGIN
from sandbox.machine.rows import MOTION
from sandbox.machine.sleep_watch import LOOK_EVERY, SleepWatch
from sandbox.parts.kind import Kind, LinkAct
from sandbox.parts.pace import ticks_of
from sandbox.parts.world import Rows, Running, RunningLink

LEFT_EVERY = 60  # ticks between two looks for parts that have left
_ROUSED_EVERY = 24  # ticks: several times in the time after which bodies at rest fall asleep


class Machine(AskedAssembly):
    """A machine that runs, built from a design. The same design always gives the same run, bit for bit."""

    def __init__(self, design: Design, seed: int = 0) -> None:
        super().__init__(design, joining_of(design))
        self.seed = seed
        self.version = 0
        self._rest_speed = self.space.idle_speed_threshold  # m/s, where the world has a measure of its own; else 0
        self._motion = Readout(self.space, MOTION)
        self._moved: bytes | None = None  # the last reading of it, until something else may have changed it
        self._acting: list[list[Running]] = []  # by tick, in turns; each in id order
        self._acting_links: list[LinkAct] = []  # in id order
        self._roused: dict[int, Running] = {}  # parts that act only for a while
        self._turn: Iterator[Running] | None = None  # over the parts that act now
        self._late: list[Running] = []  # roused while they act, by one whose turn comes after theirs
        self._engine = self.space._space
        self._sleep_watch = SleepWatch(self.space, self._body_rows) if design.world.sleep else None
        self._knocks: knock_watch.KnockWatch | None = None
        self.knocked = False  # by a body whose velocity has jumped; who keeps a state of it sets it back
        self.start()
        self.read_rows()
        self._line_up()

    def watch_knocks(self) -> None:
        """Take note of hard knocks in `knocked` from now on. It has no say in the run."""
        self._knocks = knock_watch.watch(self.tick_length, (self.world.gravity_x, self.world.gravity_y))

    def _look_for_knocks(self, moved: Any) -> bool:
        knocks = self._knocks
        if knocks is None or self.ticks % knocks.every:
            return False
        self.knocked = self.knocked or knocks.sees(moved)
        return self.knocked

    # -- who acts when

    def _line_up(self) -> None:
        """List the parts that act before each step, then the links, in id order; and the parts that want hits."""
        self._take_turns()
        self.list_acting_links()
        self._contacts.line_up(self.parts, self.row_of, len(self._body_rows.all))
        self._see_whether_quiet()

    @property
    def is_quiet(self) -> bool:
        """True if no part or link acts and none wants hits: `fast_forward` may have ticks to run."""
        return self._quiet

    def _see_whether_quiet(self) -> None:
        self._quiet = not (self._acting_links or any(self._acting)) and self._contacts.silent

    def list_acting_links(self) -> None:
        """Ask each link anew for what it does before a step."""
        acting = (link.kind.acting(link, self) for link in self.links.values())
        self._acting_links = [act for act in acting if act is not None]

    def _take_turns(self) -> None:
        acting = [run for run in self.parts.values() if type(run.kind).act is not Kind.act]
        # How many steps of any length come before a moment, nobody can tell: then each acts before each of them.
        rate = self.design.world.tick_rate if self._dt == self.tick_length else 0
        every = {run.id: ticks_of(run.kind.act_interval, rate) for run in acting}
        self._roused = {run.id: run for run in acting if run.kind.acts_while and run[run.kind.acts_while]}
        awake = [run for run in acting if not run.kind.acts_while or run.id in self._roused]
        self._acting = [
            # Parts that act more rarely take turns, so that no tick has to wait for all of them.
            [run for run in awake if tick % every[run.id] == run.id % every[run.id]]
            for tick in range(max(every.values(), default=1))
        ]
        for run in acting:
            run.lapse = every[run.id] * self._dt

    def rouse(self, run: Running) -> None:
        """Let a part act on each tick from now on, in id order, until the state that its `acts_while` names is 0."""
        if run.id in self._roused:
            return
        self._roused[run.id], self._quiet = run, False
        now = self._acting[self.ticks % len(self._acting)] if self._turn is not None else None
        for acting in self._acting:
            at = bisect_left(acting, run.id, key=_id_of)
            if acting is now and at < len(acting) - length_hint(self._turn):
                self._late.append(run)  # the part's turn is over in this tick, and nothing may move under the iterator
            else:
                acting.insert(at, run)

    def _let_rest(self) -> None:
        """Let roused parts rest that have nothing to do any more."""
        for run in [run for run in self._roused.values() if not run[run.kind.acts_while]]:
            del self._roused[run.id]
            for acting in self._acting:
                del acting[bisect_left(acting, run.id, key=_id_of)]
            self._see_whether_quiet()

    # -- ticks

    def tick(self, seconds: float | None = None) -> None:
        """Let one tick pass, in the order that every run keeps; `seconds` is its length, else the world's."""
        self.act(seconds)
        self.step()
        self.react()
        self.tidy()

    def fast_forward(
        self, most: int, digests: bytearray | None, memory: Rows, decides: Callable[[], bool] | None
    ) -> int:
        """Run up to `most` whole ticks on which no part acts, none wants hits and no alarm is due; return how many.

        Each of them is a `tick` and a `digest`: `act` and `react` have nothing to do; `step` goes straight to the
        engine; `tidy` is called when it is time to look around; and the digest, with the goals' `memory`, is added to
        `digests`, if there are to be any.
        `decides` is asked after each tick, and ends this call by True, as a hard knock does. Returns 0, with nothing
        done, if the next tick needs more than that. The guard needs no reading: no velocity has changed since the last
        digest.
        """
        if not self._quiet or self._flows or self._doomed:
            return 0
        most = min(most, self._alarms.free_ticks(self.elapsed))
        if self.space.unsettled:
            self.space.settle()
        if self._dt != self.tick_length:
            self._retime(self.tick_length)
        motion, guard = self._motion, self._guard
        step, engine, dt, may_be_fast = lib.cpSpaceStep, self._engine, self._dt, guard.may_be_fast
        alone = not (len(self.states) or len(memory))
        moved, self._moved = self._moved, None
        knocks = self._knocks
        # Ticks between two calls of `tidy` that find something to do, of which all its looks are multiples.
        looks_every = LOOK_EVERY if self._rest_speed or self._sleep_watch is not None else LEFT_EVERY
        passed = 0
        ended, same = False, False  # the bodies as at the last reading
        while passed < most and not ended:
            if may_be_fast(moved):
                guard.hold_back_fast(moved, motion.order)
                if guard.astray or guard.fixed_astray:
                    break  # the next tick is none of these
            # Not by pymunk's own `step`: without callbacks there is nothing that it need put off or tidy up.
            step(engine, dt)
            self.ticks += 1
            passed += 1
            if self.ticks % looks_every == 0:
                self.tidy()
                ended, same = not self._quiet, False
                most = min(most, passed + self._alarms.free_ticks(self.elapsed))
            if decides is not None and decides():
                ended = True
            moved = motion.again() if same else motion.read()
            same = True
            if digests is not None:
                # Not by `xxh64_digest`, which takes 5 us for 1,000 bodies where this takes 3.4.
                digests += xxhash.xxh64(moved).digest() if alone else self._digest(moved, memory.data)
            if knocks is not None and self.ticks % knocks.every == 0 and self._look_for_knocks(moved):
                ended = True
        self._moved = moved if moved is None else moved[:]
        self.dt_before = self._dt
        return passed

    def act(self, seconds: float | None = None) -> None:
        """Work off the alarms that are due; then let parts, then links, act in id order, before a step of so many
        seconds, or of a tick.
        """
        dt = self.tick_length if seconds is None else seconds
        if dt != self._dt:
            self._retime(dt)
        if self._roused:
            self._let_rest()
        alarms = self._alarms.heap
        if alarms and alarms[0][0] <= self.elapsed + ROUNDING:
            self._alarms.work_off(self.elapsed, self, self._doomed)
        acting = self._acting[self.ticks % len(self._acting)]
        self._turn = iter(acting)
        for run in self._turn:
            run.kind.act(run, self)
        self._turn = None
        while self._late:
            run = self._late.pop()
            acting.insert(bisect_left(acting, run.id, key=_id_of), run)
        for act_link in self._acting_links:
            act_link(self, dt)
        if self._flows:
            self._advance_flows()

    def step(self) -> None:
        """Let the engine make a step; its callbacks only take notes. What is fast does not jump through things."""
        if self.space.unsettled:
            self.space.settle()
        self._guard.hold_back()
        if self._guard.astray or self._guard.fixed_astray:
            self._let_go_of_what_blew_up()
        self.space.step_straight(self._dt)
        self.ticks += 1
        self.dt_before = self._dt
        if self._dt != self.tick_length:
            self._ahead += self._dt / self.tick_length - 1.0

    def _let_go_of_what_blew_up(self) -> None:
        """Take out bodies that are too fast for the engine to compute with much longer, and stop fixed ones that move.

        Parts and links that acted since the last step may have worked with velocities that are not finite, and may
        have written what came out into their running numbers: those are 0 from now on, as what made them is gone.
        """
        while self._guard.astray:
            self._removals.doom_bodies(self._guard.astray, self.tell)
            self._carry_out_removals()
            self.space.settle()
            self._guard.hold_back()
        if self._guard.fixed_astray:
            self.space.still_fixed_bodies()
        self.states[~arrays.isfinite(self.states)] = 0.0

    def react(self) -> None:
        """Hand the notes of the step to the parts that were struck, sorted by our own ids."""
        if not self._contacts.wanted:
            return
        self._contacts.gather(self.parts, self.row_part, self.row_of, self._body_rows.rows_of)
        if not self._contacts.notes:
            return
        for hit in self._contacts.take():
            run = self.parts.get(hit.part)
            if run is not None and hit.part not in self._doomed:
                run.kind.struck(run, hit, self)

    def tidy(self) -> None:
        """Carry out removals, in id order, and look for parts that have left the world."""
        if self.ticks % LEFT_EVERY == 0 and self._removals.doom_leavers(self._motion.read(), self.tell):
            self.list_acting_links()
        if self._rest_speed and (self.ticks % _ROUSED_EVERY == 0 or self._dt != self.tick_length):
            self._rouse()
        if self._sleep_watch is not None and (self.ticks % LOOK_EVERY == 0 or self._dt != self.tick_length):
            self._sleep_watch.look(LOOK_EVERY * self._dt)
        if self._doomed:
            self._carry_out_removals()

    def _carry_out_removals(self) -> None:
        gone = self._removals.carry_out()
        for run in gone:
            self._alarms.forget(run)
            for name in run.kind.states_of(run.p):
                self.flow(run, name, 0.0, 0.0)
        if self._sleep_watch is not None:
            self._sleep_watch.wake_beside([shape for run in gone for shape in run.solid])
        self.version += 1
        self.fixed_cache.clear()
        self._line_up()
        self._power.regroup(self)
        for run in self.parts.values():
            if type(run.kind).on_neighbour_removed is not Kind.on_neighbour_removed:
                run.kind.on_neighbour_removed(run, self)

    def _retime(self, dt: float) -> None:
        """Change all that depends on the length of the step, which is `dt` seconds from now on."""
        self._dt, self._flowing, self._flowing_few = dt, None, None
        self._guard.retime(dt)
        # The engine takes for rest what is slower than a fall of one step: of a long one, that is fast.
        gx, gy = self.world.gravity_x, self.world.gravity_y
        fall = 0.0 if dt == self.tick_length else math.sqrt(gx * gx + gy * gy) * self.tick_length
        self.space.idle_speed_threshold = self._rest_speed or fall
        lapses = {run.id: run.lapse for run in self.parts.values()}
        self._take_turns()
        for run in self.parts.values():
            run.kind.retimed(run, lapses[run.id], self)
        for link in self.links.values():
            link.kind.retimed(link, self)

    def digest(self, more: bytes | memoryview = b"") -> bytes:
        """Return eight bytes (XXH64) of every body's motion, every running state, and `more` (the goals')."""
        moved = self._motion.read()
        self._moved = moved[:] if self._quiet else None  # nobody else asks for it
        self._look_for_knocks(moved)
        return self._digest(moved, more)

    def _digest(self, moved: Any, more: bytes | memoryview) -> bytes:
        # Not XXH3: its AVX-512 code takes 5 us too, but makes the engine's next step slower: at 200 bodies a hashed
        # step costs 1.106 times a bare one with XXH3, 1.030 times with XXH64 (medians of 7 pairs).
        state = xxhash.xxh64(moved)
        state.update(self._state_values)
        if more:
            state.update(more)
        return state.digest()

    def take_back(self, run: Running, index: int) -> None:
        """Take one body out of the machine, with the links that end at it; do nothing if it is out already."""
        if run.bodies[index].space is None:
            return
        links, watch = len(self.links), self._sleep_watch
        if watch is not None and watch.all_awake:  # and what goes puts nothing to sleep
            watch = None
        shapes = [shape for shape in run.shapes_of(index) if shape in run.solid] if watch is not None else []
        super().take_back(run, index)
        if run.plan.bodies[index].kind == "static":
            self.fixed_cache.clear()
            self._listed.clear()
        if len(self.links) < links:  # a flame or a drop has none; at Start, what it would bring power to waits
            self.list_acting_links()
            self._power.regroup(self)
        if watch is not None:
            watch.wake_beside(shapes)

    # -- for running commands

    def press(self, part: int) -> None:
        """Let a part be pressed."""
        run, self._moved = self.parts[part], None
        run.kind.press(run, self)

    def grab(self, part: int, x: float, y: float, player: int = 0) -> None:
        """Tie the player's soft hand at world point x, y to the part's nearest dynamic body."""
        run, self._moved = self.parts[part], None
        self._hands.of(player).grab(run, x, y)
        run.kind.grabbed(run, self)

    def drag(self, x: float, y: float, player: int = 0) -> None:
        """Move the player's hand to world point x, y (m)."""
        self._moved = None
        self._hands.of(player).drag(x, y)

    def release(self, player: int = 0) -> None:
        """Let go of the part in the player's hand."""
        self._moved = None
        self._hands.of(player).release()

    def _rouse(self) -> None:
        """Begin the time of rest anew for bodies that move or turn faster than the world takes for rest.

        The engine's own measure is the energy of both together: a ball may roll at 3 cm/s and a long bar may not stir.
        """
        world, rows = self.design.world, self.read_rows()
        squares = rows[:, 3] * rows[:, 3] + rows[:, 4] * rows[:, 4]
        moving = (squares > world.rest_speed * world.rest_speed) | (abs(rows[:, 5]) > world.rest_turn)
        for row in arrays.flatnonzero(moving[:-1]):
            body = self._body_rows.bodies[row]
            if body is not None and body.body_type == pymunk.Body.DYNAMIC and not body.is_sleeping:
                body.activate()


def _id_of(run: Running) -> int:
    return run.id


__all__ = ["WORLD_MARGIN", "Event", "Machine", "Rows", "Running", "RunningLink"]
