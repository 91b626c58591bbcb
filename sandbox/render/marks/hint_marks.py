"""Hints drawn in the scene: where about, as rings and frames; exactly where, as dashed outlines of parts and links.

The parts themselves are drawn translucent by the canvas (`Canvas.show_hints`).
"""

from __future__ import annotations

from sandbox.design.design import Design, Hint, PartSpec
from sandbox.design.geometry import Box, Circle, place_all
from sandbox.editing import picking
from sandbox.editing.authoring import hints
from sandbox.parts import LINKS, blueprint, pose_of
from sandbox.parts.drawing import TURN, arc
from sandbox.render.mark_list import ACCENT, MarkList

STEPS = hints.STEPS
_ABOUT = 0.25  # m: a hint that says where about is true to this grid
_FRAME = 0.04  # m around a part that a link is about


def show(overlay: MarkList, design: Design, shown: int) -> None:
    """Draw the first `shown` steps of the hints, `STEPS` for each hint."""
    for index, hint in enumerate(design.hints):
        step = shown - STEPS * index
        if hints.has_clues(design):  # nothing of the author's machine but one piece
            step = STEPS if hints.is_exact(design, index, shown) else 0
        if not design.author and hints.is_done(design, index):
            continue
        if step > 1 and hint.ends:
            _link(overlay, design, index, exactly=step > 2)
        elif step > 1:
            _about_part(overlay, hint, exactly=step > 2)
    for spec in hints.places(design, shown):
        _outline(overlay, spec)


def _about_part(overlay: MarkList, hint: Hint, exactly: bool) -> None:
    """A ring about the place, unless the part itself is drawn in it."""
    if not exactly:
        x, y = (_ABOUT * round(value / _ABOUT) for value in (hint.x, hint.y))
        overlay.outline(arc(1.5 * _ABOUT, 0.0, TURN, 41, x, y)[:-1])


def _outline(overlay: MarkList, spec: PartSpec) -> None:
    """Dashed lines around the shapes of a part that others can knock against, or around all shapes if nothing can."""
    shapes, pose = blueprint(spec).shapes, pose_of(spec)
    for shape in [shape for shape in shapes if shape.collides] or shapes:
        figure = shape.outline
        if isinstance(figure, Circle):  # its sides are shorter than a dash: every second one is drawn
            points = place_all(pose, arc(figure.r, 0.0, TURN, 33, figure.x, figure.y))
            for a, b in zip(points[::2], points[1::2], strict=False):
                overlay.line(*a, *b, ACCENT, 2.0)
        else:
            overlay.outline(place_all(pose, figure.points), ACCENT, 2.0)


def _link(overlay: MarkList, design: Design, index: int, exactly: bool) -> None:
    """Frames around the two parts, or the link from port to port with a ring at each."""
    hinted = hints.as_link(design, index)
    if hinted is None:
        return
    hinted_design, link = hinted
    sockets = [picking.socket_of(hinted_design, end) for end in (link.a, link.b)]
    if not exactly or None in sockets:
        for end in (link.a, link.b):
            _frame(overlay, hinted_design.part_by_id[end.part], _FRAME)
        return
    if LINKS[link.kind].loops:
        pieces = [picking.cord(hinted_design, link)]
    else:
        wheels = [wheel for part in link.via for wheel in [picking.wheel_of(hinted_design.part_by_id[part])] if wheel]
        a, b = ((socket.x, socket.y) for socket in sockets if socket is not None)
        pieces = picking.course(a, wheels, b)
    overlay.trace([point for piece in pieces for point in piece])
    for socket in sockets:
        if socket is not None:
            overlay.ring(socket.x, socket.y, 8.0, ACCENT, 2.0)


def _frame(overlay: MarkList, spec: PartSpec, beyond: float) -> None:
    """A part's own box, or one that much larger on each side."""
    own, pose = picking.local_box(spec), pose_of(spec)
    box = Box(own.x0 - beyond, own.y0 - beyond, own.x1 + beyond, own.y1 + beyond)
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    overlay.outline(place_all(pose, corners))
