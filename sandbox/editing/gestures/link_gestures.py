"""Gestures that draw a link: from a port, over pulleys, to another port.

How one is taken in hand, see `link_starts`.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandbox.commands.commands import Configure, Connect, SingleEdit
from sandbox.commands.links import connection_refusal
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.editing.document import sentence
from sandbox.editing.gestures import switching
from sandbox.editing.gestures.aiming import next_plug, plug_at, wheel_at
from sandbox.editing.gestures.gesture import (
    END,
    DrawnLink,
    Gesture,
    GestureContext,
    KeyOf,
    Outcome,
    Plug,
    Preview,
    refusal,
)
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Round, Socket, segment_distance, sockets, wheel_of
from sandbox.editing.ropes_against import AGAINST, wheels_held
from sandbox.errors import Refused
from sandbox.parts import KINDS, LINKS
from sandbox.parts.electric.power.balance import power_balance
from sandbox.parts.titles import definite

_BESIDE = 3.0  # times the reach: what is let go so near to a part that has a port was meant for it


class _AtPort(Gesture):
    """A link in hand that begins or ends at the port that is pointed at, or that keys have come to: Tab and the arrows
    go through the ports, Up and Down lay it over one pulley less or more, Enter takes the port."""

    keys_first = True
    plug: Plug | None = None  # the port

    @property
    def port(self) -> Point | None:
        return (self.plug.socket.x, self.plug.socket.y) if self.plug is not None else None

    def step(self, by: int) -> None:
        """Go on to the next port."""
        raise NotImplementedError

    def step_pulley(self, on: bool) -> None:
        """Lay the rope over one more pulley, or over one fewer."""

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        if name == "enter":
            if self.plug is None or self.plug.why_not:
                return self.stay(self.plug.why_not if self.plug is not None else "")
            return self._taken(self.plug)
        if held.ctrl or name not in ("tab", "left", "right", "up", "down"):
            return None
        if name in ("up", "down"):
            self.step_pulley(name == "down")
        else:
            self.step(-1 if held.shift or name == "left" else 1)
        return self.stay()

    def _taken(self, plug: Plug) -> Outcome:
        """Enter takes a port that fits."""
        return END


class ConnectPorts(_AtPort):
    """Drawing a link from a port; ports where it may end pull it, the others say why not.

    A click on a pulley leads a rope over it, and another click takes it off. A click right on the hook of the pulley
    ends it there, and with Shift one anywhere near, also at an axle in the middle of the wheel. A drum is the other way
    round: a rope is tied to it, and with Shift led over it. While the button is held and nothing can be clicked, the
    rope is laid over each pulley that the pointer crosses, and crossing the last one again takes it off there.
    `dragged`: the button is held, and letting go ends it. `others` are further ports of the part at which it begins:
    of all of them it comes out of the first that fits where it would end.
    """

    def __init__(
        self, design: Design, start: Socket, kind: str = "", dragged: bool = False, others: tuple[Socket, ...] = ()
    ) -> None:
        self._starts = {socket.end: (socket, kind or kind_for(design, socket.type)) for socket in (start, *others)}
        self._first, self._design = start.end, design
        self._dragged = dragged
        self.button_held = dragged
        self.plugs = tuple(
            self._plug(design, socket)
            for spec in design.parts
            for socket in sockets(spec)
            if socket.end not in self._starts
        )
        self.over: list[Round] = []  # the pulleys that were crossed, in order
        self.wheel: Round | None = None  # the pulley that a click would lead it over, or take it off
        self._kept: list[int] = []  # the pulleys that were clicked
        self._to = (start.x, start.y)
        bends = any(LINKS[kind].bends for _, kind in self._starts.values())
        wheels = [wheel_of(spec) for spec in design.parts] if bends else []
        self._wheels = [wheel for wheel in wheels if wheel is not None]
        self._on = self._under(self._to)
        self._led = [wheel for wheel in self.wheels if not wheel.winds]  # those that a click leads it over

    def _plug(self, design: Design, socket: Socket) -> Plug:
        """Return a port as an end of the link from the first start that fits, or the reason why no start does."""
        plugs = [plug_for(design, kind, start, socket) for start, kind in self._starts.values()]
        return next((plug for plug in plugs if not plug.why_not), plugs[0])

    @property
    def _begun(self) -> tuple[Socket, str]:
        """Return the port at which the link begins (the one that fits its other end) and the kind of link."""
        fitting = self.plug.start if self.plug is not None and not self.plug.why_not else None
        return self._starts[fitting or self._first]

    @property
    def start(self) -> Socket:
        return self._begun[0]

    @property
    def kind(self) -> str:
        return self._begun[1]

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        if self.button_held:
            self._cross(to)
        self._to = to
        self.plug = plug_at(self.plugs, to, scene.reach, scene.design, self.start.end.part)
        self._led = [wheel for wheel in self.wheels if wheel.winds == held.shift]
        self.wheel = wheel_at(self._led, to, scene.reach, self.plug, scene.design, axles=self._dragged)
        if self.wheel is not None:
            self.plug = None

    @property
    def wheels(self) -> tuple[Round, ...]:
        """The pulleys and drums that it can be led over."""
        bends = LINKS[self.kind].bends
        return tuple(wheel for wheel in self._wheels if bends and wheel.part != self.start.end.part)

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        self.button_held = True
        self._on = self._under(self._to)
        if self.wheel is not None:
            return self._click_wheel(self.wheel)
        if self.plug is None:
            title = LINKS[self.kind].title.lower()
            return self.stay(f"the {title} can't end here: click a dot, or the part around one; Esc drops it")
        return self.stay(self.plug.why_not) if self.plug.why_not else END  # else it stays in hand for another port

    def _click_wheel(self, wheel: Round) -> Outcome:
        """Keep the rope on a pulley, or take it off a pulley that was clicked before."""
        if wheel.part in self._kept:
            self._kept.remove(wheel.part)
            self.over = [other for other in self.over if other != wheel]
        else:
            self._kept.append(wheel.part)
            self.over += [] if wheel in self.over else [wheel]
        return self.stay()

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        self.button_held = False
        if not self._dragged and (self.plug is None or self.plug.why_not):
            return self.stay()  # a click took it in hand: the next click ends it
        if self._dragged and self.wheel is not None:
            self._dragged = False
            return self.stay() if self.wheel.part in self._kept else self._click_wheel(self.wheel)
        outcome = super().release(at, held, scene)
        if self.plug is not None:
            return outcome
        title = LINKS[self.kind].title.lower()
        if self._has_just_missed(scene):
            self._dragged = False
            return self.stay(f"the {title} has just missed a port: click the dot; Esc drops it")
        return outcome._replace(why_not=f"the {title} was let go where no port is; let go at a dot")

    def _has_just_missed(self, scene: GestureContext) -> bool:
        """Tell whether the loose end is beside a part with a port where it may end."""
        parts = {plug.socket.end.part for plug in self.plugs if not plug.why_not}
        return picking.part_at(scene.design, self._to, _BESIDE * scene.reach, among=parts) is not None

    def step(self, by: int) -> None:
        """Let the link's loose end go on to the next port: first those where it may end, from the nearest to the
        farthest, then those where it may not, so that the reason is shown."""
        start = (self.start.x, self.start.y)
        self.plug = next_plug(
            sorted(self.plugs, key=lambda plug: math.dist((plug.socket.x, plug.socket.y), start)), self.plug, by
        )
        if self.plug is not None:
            self._to = (self.plug.socket.x, self.plug.socket.y)

    def step_pulley(self, on: bool) -> None:
        """Lay the rope over the nearest pulley that it is not on yet; or take it off the last one."""
        if not on:
            self.over = self.over[:-1]
            return
        last = self.over[-1] if self.over else self.start
        others = [wheel for wheel in self.wheels if wheel not in self.over]
        if others:
            self.over.append(min(others, key=lambda wheel: math.dist((wheel.x, wheel.y), (last.x, last.y))))

    def _cross(self, to: Point) -> None:
        """Lay the rope over the pulleys that the pointer crosses on a straight line from its last place, in their
        order."""
        met = [(_crossed(wheel, self._to, to), wheel) for wheel in self._wheels]
        for _, wheel in sorted((along, wheel) for along, wheel in met if along is not None and not wheel.winds):
            if wheel.part in self._on:
                continue  # it has been over this one all the time
            if wheel.part in self._kept:
                continue
            if self.over and self.over[-1] == wheel:
                self.over.pop()
            elif wheel not in self.over and (self.over or wheel.part != self.start.end.part):
                self.over.append(wheel)
        self._on = self._under(to)

    def _under(self, at: Point) -> list[int]:
        """Return the pulleys under a point."""
        return [wheel.part for wheel in self._wheels if _crossed(wheel, at, at) is not None]

    def _between(self) -> tuple[Round, ...]:
        """The pulleys on the rope's way: not the one that it ends at."""
        if not LINKS[self.kind].bends:
            return ()
        if self.plug is not None and self.over and self.over[-1].part == self.plug.socket.end.part:
            return tuple(self.over[:-1])
        return tuple(self.over)

    def edits(self) -> tuple[SingleEdit, ...]:
        if self.plug is None:
            return ()
        (start, kind), end = self._begun, self.plug.socket.end
        via = tuple(wheel.part for wheel in self._between())
        connect = Connect(kind, start.end.part, start.end.port, end.part, end.port, via=via)
        return (connect, *self._laid_to_rest())

    def _laid_to_rest(self) -> tuple[Configure, ...]:
        """The edit that lets the part at the end of a wire rest until that is on: what runs from the start because its
        kind usually does would be switched off by its first button. Parts are as they are in a puzzle, and at a further
        wire, and where somebody has chosen it."""
        if self.plug is None or not self._design.free:
            return ()
        ends = [socket for socket in (self.start, self.plug.socket) if socket.type == switching.SWITCH]
        return tuple(
            Configure(socket.end.part, name, False)
            for socket in ends
            if (name := switching.running_unasked(self._design, socket.end.part))
        )

    def note(self, design: Design) -> str:
        rests = self._laid_to_rest()
        if not rests:
            return self._without_power(design) or self._held_wheel(design)
        kind = KINDS[design.part_by_id[rests[0].id].kind]
        prop = kind.property(rests[0].name)
        assert prop is not None
        return (
            f"the {kind.title.lower()} now rests until the wire switches it on: '{prop.title}' was unticked. "
            "Undo takes both back"
        )

    def _without_power(self, design: Design) -> str:
        """Say why the part at the end of a new cable will not run: it stays off, or its source is asked for too much;
        empty if it may run."""
        off = self._staying_off()
        if off is not None:
            return f"{definite(design.part_by_id[off])} stays off: power alone does not start it, a wire does"
        return self._shortage(design)

    def _held_wheel(self, design: Design) -> str:
        """Say that the new rope turns a wheel against another rope; empty if it does not."""
        if self.plug is None or not self._between():
            return ""
        over = tuple(wheel.part for wheel in self._between())
        rope = Link(design.next_id, self.kind, self.start.end, self.plug.socket.end, via=over)
        held = wheels_held(replace(design, links=(*design.links, rope)))
        return AGAINST if any(part in held for part in over) else ""

    def _shortage(self, design: Design) -> str:
        """Say that with this cable more watts are asked for than its sources have; empty if they may do."""
        if self.plug is None or switching.PLUG not in (self.start.type, self.plug.socket.type):
            return ""
        start, end = self.start.end, self.plug.socket.end
        cable = Link(design.next_id, self.kind, start, end)
        balance = power_balance(replace(design, links=(*design.links, cable)), end.part)
        return balance.sentence() if balance is not None and balance.is_short else ""

    def _staying_off(self) -> int | None:
        """The part at the end of a cable that is switched off, and stays so, as no wire leads to it; None if there is
        none."""
        ends = () if self.plug is None else (self.start, self.plug.socket)
        loads = (socket.end.part for socket in ends if socket.type == switching.PLUG)
        return next((part for part in loads if switching.stays_off(self._design, part)), None)

    def selects(self, design: Design) -> tuple[int, ...] | None:
        return (design.next_id,) if self.plug is not None else None

    def advice(self, key_of: KeyOf) -> str:
        why = self.plug.why_not if self.plug else ""
        title = LINKS[self.kind].title.lower()
        if self.wheel is not None or (self.plug is not None and not why):
            return f"{sentence(self._meant())} Esc drops it."
        over = ", or click the wheel of a pulley to lead it over" if self._led else ""
        return sentence(why) or f"A {title}: end it at a port with a dot{over}; a cross says that it can't end there."

    def _meant(self) -> str:
        """Say in words the effect of a click at the pulley or port that is pointed at."""
        if self.wheel is not None:
            click = "takes it off" if self.wheel.part in self._kept else "leads it over"
            wheel = "drum" if self.wheel.winds else "pulley"
            ends = (plug.socket for plug in self.plugs if plug.socket.end.part == self.wheel.part and not plug.why_not)
            port = next(ends, None)
            other = "click" if self.wheel.winds else "Shift+click"
            tie = f", {other} ties it to its {port.title.lower()}" if port is not None else ""
            return f"{'Shift+' if self.wheel.winds else ''}click {click} the {wheel}{tie}"
        if self.plug is None:
            return ""
        rests = "; it rests until the wire switches it on" if self._laid_to_rest() else ""
        if self._staying_off() is not None:
            rests = "; it is off, and power alone does not start it"
        elif short := self._shortage(self._design):
            rests = f"; {short}"
        on_pulley = any(wheel.part == self.plug.socket.end.part for wheel in self._led)
        beside = "; a click beside it leads it over the pulley" if on_pulley else ""
        return f"ends at: {self.plug.socket.title.lower()}{beside}{rests}"

    def preview(self, design: Design) -> Preview:
        over = self._between()
        if self.wheel is not None and self.wheel.part not in self._kept and self.wheel in over:
            over = tuple(wheel for wheel in over if wheel != self.wheel)  # the pointer is on it: no bend yet
        wire = DrawnLink(self.kind, (self.start.x, self.start.y), self.port or self._to, over)
        why = (self.plug.why_not or refusal(design, self.edits())) if self.plug else ""
        meant = "" if why else self._meant()
        return Preview(
            why_not=why, wire=wire, plugs=self.plugs, chosen=self.port, wheels=tuple(self._led), wheel=self.wheel,
            says=meant,
        )  # fmt: skip


def _crossed(wheel: Round, a: Point, b: Point) -> float | None:
    """Return a measure, growing along the line from a to b, of a wheel that the line crosses; None if it does not."""
    if segment_distance((wheel.x, wheel.y), a, b) > wheel.r:
        return None
    return (wheel.x - a[0]) * (b[0] - a[0]) + (wheel.y - a[1]) * (b[1] - a[1])


def kind_for(design: Design, port_type: str) -> str:
    """The link kind that ties to a port of this type: the first of which the player has one left, or else the first
    (every port type has one)."""
    names = [name for name, kind in LINKS.items() if port_type in kind.ends]
    return next((name for name in names if design.left_in_stock(name) != 0), names[0])


def plug_for(design: Design, kind: str, start: Socket, other: Socket) -> Plug:
    """Return the port as an end of a link of a kind from the port `start`, or why that can't end there."""
    why = connection_refusal(design, Link(design.next_id, kind, start.end, other.end))
    of_type = (start.type, other.type) in (LINKS[kind].ends, LINKS[kind].ends[::-1])
    return Plug(other, why, design.part_by_id[other.end.part].angle, of_type, start.end)


class ChoosePort(_AtPort):
    """A link is to begin at a port: the next press on one, or a key, chooses it. Ports that it fits light up, the
    others say why not.

    Without a kind it is for the port to say what link it is; `of` offers the ports of one part only, and of those the
    ones from which a link goes somewhere.
    """

    def __init__(self, design: Design, kind: str, of: PartSpec | None = None) -> None:
        self.kind = kind
        self.design = design
        self.plugs = tuple(
            self._plug(socket, spec, of is not None)
            for spec in (design.parts if of is None else (of,))
            for socket in sockets(spec)
        )

    def _plug(self, socket: Socket, spec: PartSpec, lone: bool) -> Plug:
        """Return a port of a part as a beginning, or why it is none; of a `lone` part, where a link goes to as well."""
        why = self._no_way(socket) if lone else _no_beginning(self.kind, socket)
        return Plug(socket, why, spec.angle, not why)

    def _no_way(self, socket: Socket) -> str:
        """Return why no link goes out of a port, as a sentence; empty if one does."""
        try:
            to_nearest(self.begun(socket))
        except Refused as why:
            return str(why)
        return ""

    @property
    def armed(self) -> str:
        return self.kind

    def begun(self, start: Socket, others: tuple[Socket, ...] = ()) -> ConnectPorts:
        """The link, from the port that was chosen, or from `others` of its part if one of those fits where it ends."""
        return ConnectPorts(self.design, start, self.kind, others=others)

    def beside(self, start: Socket) -> tuple[Socket, ...]:
        """The other ports of a port's part that it may begin at, if the part was meant and not that very port."""
        part = start.end.part
        return tuple(socket for socket in self.sockets if socket.end.part == part and socket.end != start.end)

    @property
    def sockets(self) -> tuple[Socket, ...]:
        """The ports at which the link may begin."""
        return tuple(plug.socket for plug in self.plugs if not plug.why_not)

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self.plug = plug_at(self.plugs, to, scene.reach, scene.design)

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        if self.plug is None:
            title = LINKS[self.kind].title.lower() if self.kind else "link"
            return self.stay(f"no {title} can begin here: click a dot, or the part around one; Esc drops it")
        if self.plug.why_not:
            return self.stay(self.plug.why_not)
        start = self.plug.socket
        on_port = math.dist((start.x, start.y), at) <= scene.reach
        link = self.begun(start, () if on_port or not self.kind else self.beside(start))
        link.button_held = True
        return Outcome(link)

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        return self.stay()

    def _taken(self, plug: Plug) -> Outcome:
        try:
            return Outcome(to_nearest(self.begun(plug.socket)))
        except Refused as why:
            return Outcome(why_not=str(why))

    def advice(self, key_of: KeyOf) -> str:
        why = sentence(self.plug.why_not) if self.plug else ""
        title = LINKS[self.kind].title.lower() if self.kind else "link"
        return why or f"Click a port with a dot, where the {title} begins{self._next}; a cross says that it can't."

    @property
    def _next(self) -> str:
        """Say what comes after: the port of a pulley would end a rope that is to run over its wheel."""
        bends = self.kind and LINKS[self.kind].bends and any(wheel_of(spec) is not None for spec in self.design.parts)
        return ", then the wheels that it runs over, then its end" if bends else ""

    def step(self, by: int) -> None:
        """Point at the next port: first the ports at which the link may begin, then the others, so that the reason is
        shown."""
        self.plug = next_plug(self.plugs, self.plug, by)

    def preview(self, design: Design) -> Preview:
        why = self.plug.why_not if self.plug is not None else ""
        begins = f"begins at: {self.plug.socket.title.lower()}" if self.plug is not None and not why else ""
        return Preview(why_not=why, plugs=self.plugs, chosen=self.port, says=begins)


def _no_beginning(kind: str, socket: Socket) -> str:
    """Return why a link of a kind can't begin at a port, as a sentence; empty if it can."""
    if not kind or socket.type in LINKS[kind].ends:
        return ""
    title, ends = LINKS[kind].title.lower(), dict.fromkeys(LINKS[kind].ends)
    return f"a {title} joins {' and '.join(ends)} ports, and this is a {socket.type} port"


def to_nearest(connect: ConnectPorts) -> ConnectPorts:
    """Let a link from a port end at the nearest port where it may.

    Raises:
        Refused: there is none, and why.
    """
    connect.step(1)
    if connect.plug is None or connect.plug.why_not:
        title = LINKS[connect.kind].title.lower()
        others = (plug for plug in connect.plugs if plug.socket.end.part != connect.start.end.part)
        why = sentence(next((plug.why_not for plug in others), "") or "no other part has a port")
        raise Refused(f"there is no port for a {title} from here. {why}")
    return connect
