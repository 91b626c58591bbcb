"""Causes by calls: whose behaviour was at work when something was done to a part or a link.

A signal, power, light, heat, wind, a blast, a bell or an animal reaches a part by a call to its kind. Whose behaviour
makes that call is the cause, provided that the part answers: it reports an event, sets an alarm, does something to
another part, or goes on or off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sandbox.causes.cause_tree import BY_HAND, NOTHING
from sandbox.causes.ledger import ALONE, Ledger, Origin
from sandbox.causes.traced_kinds import HOOKS
from sandbox.design.geometry import Point
from sandbox.parts.world import Running, RunningLink

if TYPE_CHECKING:
    from sandbox.causes.traced_run import TracedMachine

_BY_HAND = {"press": BY_HAND, "grabbed": BY_HAND}  # calls that a command of the player makes
NOTICED = "noticed"  # the event of an animal that begins to run to something, or away from it
_SETTLES = 0.01  # m
_HIDDEN_S = 0.3  # of an animal's looks: what hid something so lately may have let it be seen


class Act:
    """The behaviour of a part or a link that is at work now.

    Attributes:
        part: its part; 0 for a link.
        link: its link, or the wire over which a signal is handed out; 0 for none.
        other: the part that it has named in an event.
        noticed: the part that it has noticed from afar, as an animal does.
        woken_by: the step in which the alarm was set that has called it; None if no such alarm has.
        reached: how, and over which link, it has reached each part that it has called, by part.
    """

    def __init__(self, find: Callable[[Act], int], part: int = 0, link: int = 0, woken_by: int | None = None) -> None:
        self.part, self.link, self.other, self.noticed, self.answered = part, link, 0, 0, False
        self.woken_by = woken_by
        self.reached: dict[int, tuple[str, int]] = {}
        self._find = find
        self._number: int | None = None

    def step(self) -> int:
        """Return the number of the step that stands for what is done here, which sets the part off."""
        if self._number is None:
            self._number = NOTHING  # while it is looked for
            self._number = self._find(self)
        return self._number


class CallTracer:
    """Notes causes by calls in a ledger. `touched_by` names what touches a part and may have set it off."""

    def __init__(self, machine: TracedMachine, ledger: Ledger) -> None:
        self.acts: list[Act] = []  # the innermost last
        self.links: dict[int, tuple[int, int]] = {}  # by link: the step that has cut or lit it, and when (ticks)
        self.touched_by: Callable[[Running], Origin] = lambda run: ALONE
        self.before_act: Callable[[], None] = lambda: None
        self.after_act: Callable[[Act], None] = lambda act: None
        self.blown: Callable[[int, Act], None] = lambda part, act: None  # wind has reached a part
        self._machine, self._ledger = machine, ledger
        self._alarms: dict[tuple[int, str], int] = {}  # the steps in which alarms of parts were set
        # By who looks: when something last stood between it and a place, which part that was, and the place.
        self._blocked: dict[int, list[tuple[int, int, Point]]] = {}

    # -- calls

    def part_called(self, hook: str, run: Running, arguments: tuple[Any, ...], call: Callable[[], Any]) -> Any:
        """Carry out a call to the kind of a part, and return its result."""
        caller = self.acts[-1] if self.acts else None
        if caller is not None and caller.part == run.id:
            return call()  # it calls itself
        if caller is not None:
            for act in self.acts:
                act.reached.setdefault(run.id, (_how(hook, caller), caller.link))
            if hook == "on_wind":
                self.blown(run.id, caller)
        else:
            self.before_act()
        before = _outcome(run)
        woken_by = self._alarms.get((run.id, arguments[0])) if hook == "due" else None
        act = Act(lambda act: self._step_of_call(hook, run, arguments, act, caller), run.id, woken_by=woken_by)
        self.acts.append(act)  # without `at_work`, which takes as long as all the rest of this
        try:
            result = call()
        finally:
            self.acts.pop()
        if act.answered or _outcome(run) != before:
            act.step()
        if caller is None:
            self.after_act(act)
        return result

    def link_called(self, hook: str, run: RunningLink, arguments: tuple[Any, ...], call: Callable[[], Any]) -> Any:
        """Carry out a call to the kind of a link: what it does to parts, it does because of who cut or lit it."""
        caller = self.acts[-1] if self.acts else None
        if caller is not None and not caller.link:
            self.links.setdefault(run.id, (caller.step(), self._machine.ticks))
        with self.at_work(Act(lambda act: self.links.get(run.id, (NOTHING, 0))[0], link=run.id)):
            return call()

    @contextmanager
    def at_work(self, act: Act) -> Iterator[None]:
        """Let a behaviour be the innermost one."""
        if not self.acts:
            self.before_act()
        self.acts.append(act)
        try:
            yield
        finally:
            self.acts.pop()

    def _step_of_call(self, hook: str, run: Running, arguments: tuple[Any, ...], act: Act, caller: Act | None) -> int:
        ledger = self._ledger
        if caller is not None:
            return ledger.set_off(run.id, Origin(caller.step(), _how(hook, caller), caller.link))
        if hook in _BY_HAND:
            return ledger.set_off(run.id, Origin(NOTHING, BY_HAND))
        noticed = self._noticing(run, act)
        if noticed is not None:
            return ledger.set_off(run.id, noticed)
        if act.woken_by is not None:
            return ledger.resume(run.id, act.woken_by)
        if hook == "struck" and ledger.is_active(arguments[0].other):
            return ledger.set_off(run.id, Origin(ledger.current[arguments[0].other], HOOKS[hook]))
        return self._step_of_own(run, act)

    def _noticing(self, run: Running, act: Act) -> Origin | None:
        """Return what has let a part notice another one: that other one, if it moves or acts, or else what stood
        between the two just now and has gone on since."""
        ledger = self._ledger
        if act.noticed in (0, run.id):
            return None
        if ledger.is_active(act.noticed):
            return Origin(ledger.current[act.noticed], "notice")
        thing = self._machine.parts.get(act.noticed)
        for tick, blocker, end in self._blocked.get(run.id, ()):
            is_of_it = thing is not None and _is_near(end, thing.place)
            if is_of_it and self._is_recent(tick) and ledger.is_active(blocker):
                return Origin(ledger.current[blocker], "sight")
        return None

    def _step_of_own(self, run: Running, act: Act) -> int:
        """Return the step in which a part does something by its own behaviour: it may have noticed another one."""
        ledger, id_ = self._ledger, run.id
        if act.other != id_ and ledger.is_active(act.other):
            return ledger.set_off(id_, Origin(ledger.current[act.other], "notice"))
        if ledger.is_active(id_):
            return ledger.set_off(id_, ALONE)
        origin = self.touched_by(run)
        if origin.cause == NOTHING and id_ in ledger.current:
            return ledger.resume(id_, ledger.current[id_])
        return ledger.set_off(id_, origin)

    # -- what behaviours do to the machine

    def told(self, what: str, run: Running, other: int) -> None:
        """Note that an event at a part has been reported."""
        if self.acts and self.acts[-1].part == run.id:
            self.acts[-1].answered = True
            self.acts[-1].other = other or self.acts[-1].other
            if what == NOTICED:
                self.acts[-1].noticed = other
        elif self.acts:
            self._ledger.set_off(run.id, Origin(self.acts[-1].step(), "push", self.acts[-1].link))

    def alarm_set(self, run: Running | RunningLink, alarm: str) -> None:
        """Note that an alarm has been set: what its owner does then, it does because of what it does now.

        Who only looks about, again and again, does nothing by that: its next look is as much due to what came before.
        """
        if isinstance(run, Running) and self.acts and self.acts[-1].part == run.id:
            act = self.acts[-1]
            idle = act.woken_by is not None and not act.answered
            self._alarms[run.id, alarm] = act.woken_by if idle and act.woken_by is not None else act.step()

    def blocked(self, seer: Running, end: Point, blocker: Running) -> None:
        """Note which part stands between another one and a place that it looks at, unless it is what is looked at."""
        if _is_near(end, blocker.place):
            return
        seen = self._blocked.get(seer.id, [])
        kept = [look for look in seen if self._is_recent(look[0]) and not _is_near(look[2], end)]
        self._blocked[seer.id] = [*kept, (self._machine.ticks, blocker.id, end)]

    def _is_recent(self, tick: int) -> bool:
        return (self._machine.ticks - tick) * self._machine.tick_length <= _HIDDEN_S

    def removed(self, id_: int) -> None:
        """Note that a part or link is to leave the machine."""
        if not self.acts:
            return
        if id_ in self._machine.links:
            self.links.setdefault(id_, (self.acts[-1].step(), self._machine.ticks))
        elif self.acts[-1].part == id_:
            self.acts[-1].answered = True
        else:
            self._ledger.set_off(id_, Origin(self.acts[-1].step(), "removal", self.acts[-1].link))

    def sending(self, run: Running) -> Act:
        """Return the behaviour in which a signal of a part is handed out: its sender's, also if that is later."""
        top = self.acts[-1] if self.acts else None
        if top is not None and top.part == run.id:
            number = top.step()
        else:
            number = self._ledger.current.get(run.id, NOTHING)
        return Act(lambda act: number, run.id)


def _how(hook: str, caller: Act) -> str:
    """Return in a word how a behaviour reaches a part by a call; it touches nothing, so a strike is a blast."""
    if hook == "struck":
        return "blast"
    return "fuse" if caller.link and hook == "caught" else HOOKS[hook] or "push"


def _is_near(a: Point, b: Sequence[float]) -> bool:
    """Tell whether two places are one, but for what something at rest settles."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < _SETTLES


def _outcome(run: Running) -> float:
    """Return the running number that the hum of a part goes by: a change of it is an answer."""
    name = run.kind.hums_while
    return run[name] if name in run else 0.0  # noqa: SIM401 - it is no dict
