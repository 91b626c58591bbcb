"""The marks of an editor: ports, handles and guides, the link or outline in hand, groups, locks and overlaps."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.design import groups
from sandbox.design.geometry import Box, Point
from sandbox.editing import picking
from sandbox.editing.editor import TAP, Editor
from sandbox.editing.gestures.gesture import Preview
from sandbox.editing.picking import Socket
from sandbox.render.mark_list import ACCENT, ILLEGAL, INK, LEGAL, LOCK, PAPER, MarkList
from sandbox.render.marks import strike_marks

REACH = 7.0  # interface pixels beside a thing that still mean it
STAND_OFF = 34.0  # interface pixels from a part to the handle that turns it
_KNOT, _CASING = 4.0, 1.6  # px: the radius of a disc at the end of a link, and its light border
GROUP_GAP = 7.0  # interface pixels between parts and the outline of their group


class ViewScale(NamedTuple):
    """The view in which marks are shown: metres of an interface pixel, of the handles' stand-off, and what is seen."""

    pixel: float
    stand_off: float
    bounds: Box


def show(overlay: MarkList, editor: Editor, preview: Preview, look: ViewScale) -> None:
    """Draw all marks of an editor, with the effect that its gesture would have."""
    if not editor.running:
        chosen = [editor.design.part_by_id[id_] for id_ in editor.selection.ids if id_ in editor.design.part_by_id]
        strike_marks.show(overlay, preview.parts or chosen)
    for line in preview.guides:
        overlay.guide(*line[:4])
    if preview.band is not None:
        overlay.band(*preview.band)
    _overlaps(overlay, editor, preview)
    _corners(overlay, preview)
    if preview.plugs:
        _plugs(overlay, preview, look)
    elif not editor.running:
        if editor.gesture is None or editor.gesture.settles:
            _ports(overlay, editor, look)
        _link_ends(overlay, editor, look)
        _handles(overlay, editor, look)
        for handle in editor.extras.handles() if editor.extras is not None else ():
            overlay.handle(handle.x, handle.y, handle.target == editor.hover)
    if not editor.running:
        _groups(overlay, editor, look)
        _locks(overlay, editor, look)


def _overlaps(overlay: MarkList, editor: Editor, preview: Preview) -> None:
    pairs = editor.overlap_watch.look(preview.parts)
    if pairs:
        specs = {**editor.design.part_by_id, **{spec.id: spec for spec in preview.parts}}
        overlay.overlaps(
            [(picking.box_of(specs[pair.a]), picking.box_of(specs[pair.b]), (pair.x, pair.y)) for pair in pairs]
        )


def _corners(overlay: MarkList, preview: Preview) -> None:
    colour = ILLEGAL if preview.why_not else ACCENT
    overlay.polyline(preview.stroke, colour)
    overlay.polyline(preview.corners, colour)
    if len(preview.corners) > 3:  # how it will be closed
        overlay.dashed(*preview.corners[-1], *preview.corners[0], colour)
    for index, (x, y) in enumerate(preview.corners):
        overlay.handle(x, y, hot=index == 0)


def _groups(overlay: MarkList, editor: Editor, look: ViewScale) -> None:
    """Draw one outline around each group with a part that is selected or hovered."""
    design, hover = editor.design, editor.hover
    near = [*editor.selection.ids, *([hover.id] if hover.what in ("part", "port") else [])]
    moved = {spec.id: spec for spec in editor.preview.parts}
    for ids in dict.fromkeys(groups.members(design, id_) for id_ in near if id_ in design.part_by_id):
        if len(ids) > 1:
            box = picking.box_around(moved.get(id_, design.part_by_id[id_]) for id_ in ids)
            overlay.group(box, GROUP_GAP * look.pixel)


def _locks(overlay: MarkList, editor: Editor, look: ViewScale) -> None:
    """Draw a sign at each locked part that is selected or hovered; for authors, at all of them."""
    design, hover = editor.design, editor.hover
    near = {*editor.selection.ids, hover.id} if hover.what in ("part", "port") else {*editor.selection.ids}
    seen, room = look.bounds, 1.5 * LOCK * look.pixel
    for spec in design.parts:
        if spec.locked and (design.author or spec.id in near):
            x, y = picking.upper_left(spec)
            box = picking.box_of(spec)
            if box.x0 < seen.x1 and box.x1 > seen.x0 and box.y0 < seen.y1 and box.y1 > seen.y0:
                # A floor may begin far outside: its sign stays where it is seen.
                x = min(max(x, seen.x0 + room), seen.x1 - room)
                y = min(max(y, seen.y0 + room), seen.y1 - room)
            overlay.lock(x, y)


def _ports(overlay: MarkList, editor: Editor, look: ViewScale) -> None:
    hover = editor.hover
    near = set(editor.selection.ids) | ({hover.id} if hover.what in ("part", "port") else set())
    moved, types = {spec.id: spec for spec in editor.preview.parts}, picking.port_types(editor.design)
    for id_ in sorted(near & editor.design.part_by_id.keys()):
        for tap in picking.taps(moved.get(id_, editor.design.part_by_id[id_]), look.stand_off * TAP, types):
            hot = hover.what == "port" and (hover.id, hover.name) == (tap.socket.end.part, tap.socket.end.port)
            overlay.line(tap.socket.x, tap.socket.y, tap.x, tap.y, INK, 1.5, casing=1.0)
            overlay.disc(tap.socket.x, tap.socket.y, 2.5, INK)
            _port(overlay, editor, tap.socket._replace(x=tap.x, y=tap.y), "hovered" if hot else "open")


def _port(overlay: MarkList, editor: Editor, socket: Socket, state: str) -> None:
    spec = editor.design.part_by_id[socket.end.part]
    overlay.port(socket.x, socket.y, socket.type, state, spec.angle)


def _link_ends(overlay: MarkList, editor: Editor, look: ViewScale) -> None:
    """Draw where each selected link ends, as discs, and around each wheel that it runs over a ring: a rope that is tied
    to a pulley looks like one that is led over it."""
    chosen = [link for id_ in editor.selection.ids if (link := editor.design.link_by_id.get(id_)) is not None]
    for link in chosen:
        for end in (link.a, link.b):
            socket = picking.socket_of(editor.design, end)
            if socket is not None:
                overlay.ring(socket.x, socket.y, _KNOT, PAPER, _CASING, ACCENT)
        for part in link.via:
            wheel = picking.wheel_of(editor.design.part_by_id[part])
            if wheel is not None:
                overlay.ring(wheel.x, wheel.y, wheel.r / look.pixel + _KNOT, PAPER, 2.0 + _CASING)
                overlay.ring(wheel.x, wheel.y, wheel.r / look.pixel + _KNOT, ACCENT, 2.0)


def _plugs(overlay: MarkList, preview: Preview, look: ViewScale) -> None:
    if preview.wire is not None:
        legal = preview.chosen is not None and not preview.why_not
        wire = preview.wire
        pieces = picking.course(wire.a, wire.over, wire.b)
        overlay.wire_in_hand([point for piece in pieces for point in piece], legal)
    # Over the wire: at its end, too, one sees whether it may be there. What fits is drawn last, on top.
    for plug in sorted(preview.plugs, key=lambda plug: not plug.why_not):
        state = "illegal" if plug.why_not else "legal"
        overlay.port(plug.socket.x, plug.socket.y, plug.socket.type, state, plug.angle)
    if preview.chosen is not None:
        overlay.ring(*preview.chosen, 13.0, ACCENT, 2.4)
    for wheel in preview.wheels:
        colour, width = (ACCENT, 2.4) if wheel == preview.wheel else (LEGAL, 1.4)
        overlay.ring(wheel.x, wheel.y, wheel.r / look.pixel + 4.0, colour, width)


def _handles(overlay: MarkList, editor: Editor, look: ViewScale) -> None:
    for handle in editor.handles(look.stand_off):
        hovered = handle.target == editor.hover
        spec = editor.design.part_by_id.get(handle.target.id)
        if handle.target.what == "size" and spec is not None:
            overlay.handle(handle.x, handle.y, hovered, spec.angle)
        elif handle.target.what in ("bend", "split"):
            # A point that is there is larger than one that may be dragged out.
            radius = 5.5 if handle.target.what == "bend" else 3.0
            fill = ACCENT if hovered else PAPER
            overlay.figure("circle", handle.x, handle.y, radius, ACCENT, 1.8, fill, casing=1.0)
        else:
            overlay.rotate_handle(handle.x, handle.y, *_stalk(editor, (handle.x, handle.y), look), hovered)


def _stalk(editor: Editor, handle: Point, look: ViewScale) -> Point:
    """Return the point where the line from the turning handle meets the part or selection it turns."""
    parts = editor.preview.parts or editor.selection.parts
    angle = parts[0].angle if len(parts) == 1 else editor.turned_by
    return handle[0] + math.sin(angle) * look.stand_off, handle[1] - math.cos(angle) * look.stand_off
