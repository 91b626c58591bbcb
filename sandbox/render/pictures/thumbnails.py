"""Small pictures of every part and link kind in one texture, for the palette: drawn by the canvas, from the kinds'
looks.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import End, Link, PartSpec, Values
from sandbox.design.geometry import Box, Point, Pose, place
from sandbox.parts.kind import Kind, LinkKind, Port, pose_of
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.pictures.offscreen import Pixels, Target, replace_area, upload

CELL = 96  # interface pixels
_COLUMNS = 8
_FILL = 0.80  # of a cell, by the biggest parts
_LONGEST = 2.4  # times as long as high: resizable parts are shown at most so long
_BIGGEST = 0.4  # m: and at most this big
_UPRIGHT = Pose(0.0, 0.0, 0.0)

# A frame or a field says little by itself: the kinds in its picture with it, at shares of half its width and height.
_INSIDE: dict[str, tuple[tuple[str, float, float], ...]] = {
    "funnel": (("tennis_ball", -0.12, 0.62), ("tennis_ball", 0.3, 0.98), ("tennis_ball", 0.02, -0.95)),
    "basket": (("soccer_ball", -0.2, -0.06), ("tennis_ball", 0.6, -0.58)),
    "cardboard_box": (("soccer_ball", 0.2, -0.12), ("tennis_ball", -0.6, -0.62), ("tennis_ball", -0.5, -0.2)),
    "straight_tube": (("soccer_ball", -0.35, -0.22),),
    "antigravity": (("tennis_ball", 0.25, 0.45), ("tennis_ball", -0.4, -0.2)),
}


class _Joint(NamedTuple):
    """The two parts that a link is shown with, the points of them that it joins, in their own frames, and the box."""

    a: PartSpec
    b: PartSpec
    at_a: Point
    at_b: Point
    box: Box = Box(-0.17, -0.13, 0.17, 0.15)


_CUBE: Values = {"width": 0.1, "height": 0.1}
_BOARD: Values = {"width": 0.2, "height": 0.05}
_JOINTS = {
    "rod": _Joint(
        PartSpec(1, "crate", -0.12, -0.03, 0.3, props=_CUBE), PartSpec(2, "crate", 0.12, 0.05, -0.2, props=_CUBE),
        (0.0, 0.0), (0.0, 0.0),
    ),
    "glue": _Joint(
        PartSpec(1, "crate", -0.0505, 0.02, props=_CUBE), PartSpec(2, "crate", 0.0505, 0.02, props=_CUBE),
        (0.025, 0.02), (-0.025, 0.02),
    ),
    "pin": _Joint(
        PartSpec(1, "bar", -0.06, 0.05, 0.5, props=_BOARD), PartSpec(2, "bar", 0.06, 0.05, 2.64, props=_BOARD),
        (0.065, 0.0), (0.065, 0.0),
    ),
    "guide": _Joint(
        PartSpec(1, "anchor", -0.15, 0.02), PartSpec(2, "crate", 0.07, 0.02, props=_CUBE), (0.0, 0.0), (0.0, 0.0)
    ),
    # Cords that hang alike are shown with what they are for: without it only colour would tell them apart.
    "apart": _Joint(
        PartSpec(1, "crate", -0.06, -0.04, props=_CUBE), PartSpec(2, "baseball", 0.0, 0.0), (0.0, 0.0), (0.0, 0.0),
        Box(-0.12, -0.1, 0.06, 0.08),
    ),
    "steel_cable": _Joint(
        PartSpec(1, "anchor", 0.0, 0.2), PartSpec(2, "weight", 0.0, -0.13), (0.0, -0.017), (0.0, 0.101),
        Box(-0.11, -0.22, 0.11, 0.265),
    ),
    "cable": _Joint(
        PartSpec(1, "outlet", -0.18, -0.1), PartSpec(2, "lamp", 0.16, 0.06), (0.04, 0.0), (0.03, 0.142),
        Box(-0.31, -0.19, 0.31, 0.26),
    ),
    "fuse": _Joint(
        PartSpec(1, "candle", -0.2, 0.0), PartSpec(2, "bomb", 0.12, -0.013), (0.0, 0.088), (0.121, 0.118),
        Box(-0.285, -0.103, 0.255, 0.17),
    ),
}  # fmt: skip


class Uv(NamedTuple):
    """A cell of the texture: its left, top, right and bottom, as ImGui takes them (0, 0 is the top left)."""

    u0: float
    v0: float
    u1: float
    v1: float


class Thumbnails:
    """One texture for all kinds, with straight alpha, as ImGui blends it.

    Each kind is drawn by the canvas when it is first requested; create and query this only in the canvas's context.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._kinds: dict[str, Kind | LinkKind] = {**catalogue.KINDS, **catalogue.LINKS}
        self._number = {name: number for number, name in enumerate(self._kinds)}
        self._cell = round(CELL * canvas.scale)
        self._rows = math.ceil(len(self._kinds) / _COLUMNS)
        self._drawn: dict[str, Pixels] = {}
        self._texture = upload(np.zeros((self._rows * self._cell, _COLUMNS * self._cell, 4), np.uint8))

    @property
    def texture(self) -> int:
        """The OpenGL name of the texture, which is freed with this object."""
        return self._texture.name

    def uv(self, name: str) -> Uv:
        """Texture coordinates of the picture of a kind."""
        self.cell(name)
        row, column = divmod(self._number[name], _COLUMNS)
        return Uv(column / _COLUMNS, row / self._rows, (column + 1) / _COLUMNS, (row + 1) / self._rows)

    def cell(self, name: str) -> Pixels:
        """The picture of a kind, top row first."""
        if name not in self._drawn:
            row, column = divmod(self._number[name], _COLUMNS)
            self._drawn[name] = self._draw(self._kinds[name])
            replace_area(self._texture, column * self._cell, row * self._cell, self._drawn[name])
        return self._drawn[name]

    def _draw(self, kind: Kind | LinkKind) -> Pixels:
        target = Target(self._cell, self._cell)
        with target:
            target.clear()
            if isinstance(kind, LinkKind):
                box = _show_link(self._canvas, kind)
            else:
                box = _show_part(self._canvas, PartSpec(1, kind.name, 0.0, 0.0))
            self._canvas.draw(0.0, _camera(box, self._cell), transparent=True)
            pixels = target.read().copy()
        self._canvas.show_parts(())
        target.delete()
        _straighten(pixels)
        return pixels


def part_picture(canvas: Canvas, spec: PartSpec) -> Pixels:
    """Draw one part with its own properties into a cell; top row first, with straight alpha."""
    cell = round(CELL * canvas.scale)
    target = Target(cell, cell)
    with target:
        target.clear()
        canvas.draw(0.0, _camera(_show_part(canvas, spec), cell), transparent=True)
        pixels = target.read().copy()
    canvas.show_parts(())
    target.delete()
    _straighten(pixels)
    return pixels


def _show_part(canvas: Canvas, spec: PartSpec) -> Box:
    """Show a part in a handy size, with a mark that tells its use; return the box to frame."""
    spec = replace(spec, props={**spec.props, **_handy_size(spec)})
    box = catalogue.blueprint(spec).bounds(_UPRIGHT)
    middle, half = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2), ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2)
    inside = [
        PartSpec(number, other, *place(pose_of(spec), (middle[0] + x * half[0], middle[1] + y * half[1])))
        for number, (other, x, y) in enumerate(_INSIDE.get(spec.kind, ()), 2)
    ]
    canvas.show_parts((*inside, spec))
    return catalogue.blueprint(spec).bounds(pose_of(spec))


def _handy_size(spec: PartSpec) -> Values:
    """Sizes of a resizable part that show well in a small square."""
    kind = catalogue.KINDS[spec.kind]
    bounds = catalogue.blueprint(spec).bounds(_UPRIGHT)
    extents = {"width": bounds.x1 - bounds.x0, "height": bounds.y1 - bounds.y0}
    longest = _LONGEST * min(extents.values())
    scale = 1.0
    if max(extents.values()) < longest or set(kind.resizes) >= set(extents):  # the shape of others is only made shorter
        scale = min(1.0, _BIGGEST / min(longest, max(extents.values())))
    handy: Values = {}
    for name in kind.resizes:
        prop = kind.property(name)
        if prop is not None and name in extents:
            handy[name] = max(prop.low, round(scale * min(extents[name], longest), 3))
    return handy


def _show_link(canvas: Canvas, kind: LinkKind) -> Box:
    """Show a link between two ports that it fits, without the parts, or a joint with what it joins; return the box to
    frame.
    """
    joint = _JOINTS.get(kind.name)
    if joint is not None:
        link = Link(3, kind.name, End(1, at=joint.at_a), End(2, at=joint.at_b))
        canvas.show_parts((joint.a, joint.b), (link,))
        return joint.box
    part_by_port_type: dict[str, tuple[PartSpec, Port]] = {}
    for name in catalogue.KINDS:
        spec = PartSpec(1, name, 0.0, 0.0)
        for port in catalogue.blueprint(spec).ports:
            part_by_port_type.setdefault(port.type, (spec, port))
    (a, port_a), (b, port_b) = (part_by_port_type[end] for end in kind.ends)
    a = replace(a, x=-0.11 - port_a.x, y=0.05 - port_a.y)
    b = replace(b, id=2, x=0.11 - port_b.x, y=0.08 - port_b.y)
    props: Values = {"slack": 0.1} if kind.property("slack") is not None else {}
    canvas.show_parts((), (Link(3, kind.name, End(1, port_a.name), End(2, port_b.name), props),), (a, b))
    return Box(-0.17, -0.09, 0.17, 0.15) if kind.loops else Box(-0.12, -0.07, 0.12, 0.10)


def _camera(box: Box, cell: int) -> Camera:
    """Camera for a box in a cell: small things fill less of their cell than big ones, but the difference is reduced."""
    camera = Camera(cell, cell)
    extent = max(box.x1 - box.x0, box.y1 - box.y0)
    share = _FILL * min(1.0, max(0.62, (extent / 0.28) ** 0.3))
    camera.fit(box, (1.0 - share) / 2)
    return camera


def _straighten(pixels: Pixels) -> None:
    """Divide colour by alpha, in place."""
    alpha = np.maximum(pixels[:, :, 3:].astype(np.uint16), 1)
    pixels[:, :, :3] = np.minimum(255, (pixels[:, :, :3].astype(np.uint16) * 255 + alpha // 2) // alpha)
