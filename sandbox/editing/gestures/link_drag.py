"""Drag a link out of the palette: to the port where it begins, and on to the one where it ends."""

from __future__ import annotations

import math

from sandbox.commands.commands import SingleEdit
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.editing.gestures.gesture import END, GestureContext, KeyOf, Outcome, Preview
from sandbox.editing.gestures.link_gestures import ChoosePort, ConnectPorts
from sandbox.editing.gestures.link_starts import out_of_palette
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Socket
from sandbox.parts import blueprint, port_of

_PULLED = "rope"  # the type of the ports at which ropes, rods and springs pull


class DragLinkIn(ChoosePort):
    """A link is dragged out of the palette with the button held: it begins at the first port that the pointer comes to,
    and letting go at another one ends it. Let go earlier, it stays in hand, to go on with by clicks.

    If it would then pull between two things of which neither can move, it has only passed the first one on its way: it
    begins where it was let go.
    """

    held_down = True

    def __init__(self, design: Design, kind: str) -> None:
        super().__init__(design, kind)
        self._link: ConnectPorts | None = None  # from the port that it has come to

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        if self._link is not None:
            self._link.follow(to, held, scene)
            return
        super().follow(to, held, scene)
        plug = self.plug
        if plug is not None and not plug.why_not and math.dist((plug.socket.x, plug.socket.y), to) <= scene.reach:
            self._link = self.begun(plug.socket, self.beside(plug.socket))

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        if at is not None:
            self.follow(at, held, scene)
        link = self._link
        if link is not None and link.plug is not None and not link.plug.why_not:
            if self._is_held(link.start) and self._is_held(link.plug.socket):
                return Outcome(self.begun(link.plug.socket))
            return END
        if link is not None:
            return Outcome(link, why_not=link.plug.why_not if link.plug is not None else "")
        if self.plug is not None and not self.plug.why_not:
            return Outcome(self.begun(self.plug.socket, self.beside(self.plug.socket)))
        return Outcome(ChoosePort(self.design, self.kind), why_not=self.plug.why_not if self.plug is not None else "")

    def _is_held(self, socket: Socket) -> bool:
        """Tell whether a link that pulls at a port pulls at something fixed."""
        spec = self.design.part_by_id[socket.end.part]
        port = port_of(spec, socket.end)
        return socket.type == _PULLED and port is not None and blueprint(spec).bodies[port.body].kind == "static"

    def edits(self) -> tuple[SingleEdit, ...]:
        return self._link.edits() if self._link is not None else ()

    def note(self, design: Design) -> str:
        return self._link.note(design) if self._link is not None else ""

    def selects(self, design: Design) -> tuple[int, ...] | None:
        return self._link.selects(design) if self._link is not None else None

    def advice(self, key_of: KeyOf) -> str:
        return self._link.advice(key_of) if self._link is not None else super().advice(key_of)

    def preview(self, design: Design) -> Preview:
        return self._link.preview(design) if self._link is not None else super().preview(design)


def dragged_out_of_palette(design: Design, kind: str) -> DragLinkIn:
    """A link of a kind, to be dragged to the port where it begins.

    Raises:
        Refused: there is none, or nothing to join.
    """
    return DragLinkIn(design, out_of_palette(design, kind).kind)
