"""Taking a link in hand: out of a port that is pressed, out of the palette, or by key out of the selected part."""

from __future__ import annotations

import math

from sandbox.commands.command import stock_refusal
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing.gestures.link_gestures import ChoosePort, ConnectPorts, kind_for, to_nearest
from sandbox.editing.picking import Pick, sockets
from sandbox.errors import Refused
from sandbox.parts import LINKS
from sandbox.parts.titles import title_in, title_of


def out_of_port(design: Design, at: Pick, dragged: bool) -> ConnectPorts | None:
    """A link from the port that was pressed or clicked; None if its part has no such port any more."""
    start = next((socket for socket in sockets(design.part_by_id[at.id]) if socket.end.port == at.name), None)
    return ConnectPorts(design, start, dragged=dragged) if start is not None else None


def out_of_body(design: Design, spec: PartSpec, at: Point) -> ConnectPorts | None:
    """A link that is dragged from anywhere on a part: from its port nearest to a point that fits where it ends, of
    those for which the player has a link; None if there is none."""
    starts = sorted(
        (math.dist((socket.x, socket.y), at), number, socket)
        for number, socket in enumerate(sockets(spec))
        if design.left_in_stock(kind_for(design, socket.type)) != 0
    )
    if not starts:
        return None
    nearest, *others = (socket for _, _, socket in starts)
    return ConnectPorts(design, nearest, dragged=True, others=tuple(others))


def out_of_palette(design: Design, kind: str) -> ChoosePort:
    """A link of a kind, for a port to be chosen at which it begins.

    Raises:
        Refused: there is none, or nothing to join.
    """
    title = LINKS[kind].title.lower()
    if none_left := stock_refusal(design, kind, title):
        raise Refused(none_left)
    choose = ChoosePort(design, kind)
    if len(choose.sockets) < 2:
        names = [title_in(design, socket.end.part) for socket in choose.sockets]
        reason = f"only {names[0]} has one for it" if names else "no parts here have ports for it"
        raise Refused(f"a {title} joins two ports, and {reason}")
    return choose


def out_of_part(design: Design, spec: PartSpec) -> ChoosePort | ConnectPorts:
    """A link from a part: from the only port that it goes out of to the nearest other, or with one to be chosen.

    Raises:
        Refused: it has no ports, or there is none to go to.
    """
    choose = ChoosePort(design, "", spec)
    if not choose.plugs:
        raise Refused(f"{title_of(spec)} has no ports to join")
    if not choose.sockets:
        raise Refused(choose.plugs[0].why_not)
    if len(choose.sockets) == 1:
        return to_nearest(choose.begun(choose.sockets[0]))
    choose.step(1)
    return choose
