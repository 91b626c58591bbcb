"""The gestures that move, turn, size and select parts; and the steps and edits that end by themselves."""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandbox.commands import commands
from sandbox.commands.commands import Delete, Move, Resize, SingleEdit
from sandbox.design import groups
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Point, localise, place
from sandbox.editing import snapping
from sandbox.editing.arranging import middle, mirrored, shifted, turned
from sandbox.editing.gestures.gesture import Gesture, GestureContext, KeyOf, Preview, refusal
from sandbox.editing.handles import stretch_of
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Pick, box_around, box_of, local_box, parts_within
from sandbox.editing.snapping import GuideLine, Rim, Snap
from sandbox.errors import BadFile
from sandbox.parts import KINDS, fit_part, pose_of
from sandbox.parts.turning.gearing import TOOTH, Turning


def drawable(spec: PartSpec, otherwise: PartSpec) -> PartSpec:
    """A part as it may be drawn, though a level would refuse it; the other one if its numbers make no part."""
    try:
        return fit_part(spec)
    except BadFile:
        return otherwise


def moves(before: tuple[PartSpec, ...], after: tuple[PartSpec, ...]) -> tuple[Move, ...]:
    """The commands that take parts from one arrangement to another."""
    return tuple(
        Move(new.id, new.x, new.y, new.angle, new.flip)
        for old, new in zip(before, after, strict=True)
        if (new.x, new.y, new.angle, new.flip) != (old.x, old.y, old.angle, old.flip)
    )


def rim_of(spec: PartSpec) -> Rim | None:
    """The pitch circle of a part that others can mesh with."""
    kind = KINDS[spec.kind]
    teeth = kind.teeth(kind.values(spec.props)) if isinstance(kind, Turning) else 0
    return Rim(spec.x, spec.y, TOOTH * teeth) if teeth else None


def meshed(spec: PartSpec, shift: Point, rims: list[Rim], reach: float) -> Snap | None:
    """Return the snap that makes a part dragged by `shift` mesh; None without teeth on it and near it."""
    rim = rim_of(spec)
    return snapping.mesh((spec.x, spec.y), shift, rim.radius, rims, reach) if rim else None


class Rearrange(Gesture):
    """Parts going to new places and angles. `before` is how the design has them, `after` how they would be."""

    def __init__(self, specs: tuple[PartSpec, ...]) -> None:
        self.before = self.after = specs

    def edits(self) -> tuple[SingleEdit, ...]:
        return moves(self.before, self.after)

    def preview(self, design: Design) -> Preview:
        parts = tuple(drawable(new, old) for old, new in zip(self.before, self.after, strict=True))
        return Preview(parts, refusal(design, self.edits()), self.guides)


class MoveParts(Rearrange):
    """Dragging the selection; the part that was pressed is the one that snaps. Shift keeps to one axis."""

    carries = True

    def __init__(self, specs: tuple[PartSpec, ...], pressed: int, start: Point) -> None:
        super().__init__(specs)
        self._base = specs  # turned and mirrored, but not shifted
        self._pressed = [spec.id for spec in specs].index(pressed)
        self._start = self._to = start
        self._held = Modifiers()

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self._to, self._held = to, held
        dragged = (to[0] - self._start[0], to[1] - self._start[1])
        across = abs(dragged[0]) >= abs(dragged[1])
        if held.shift:
            dragged = (dragged[0], 0.0) if across else (0.0, dragged[1])
        moving = {spec.id for spec in self.before}
        pressed = self._base[self._pressed]
        on = scene.snaps(held)
        hinted = scene.hinted(pressed.kind, (pressed.x + dragged[0], pressed.y + dragged[1]), held)
        if hinted is not None and not held.shift:
            self.guides = ()
            self.after = self._onto(hinted)
            return
        rims = [rim for spec in scene.design.parts if spec.id not in moving and (rim := rim_of(spec))]
        snap = meshed(pressed, dragged, rims, scene.reach) if on.edges and not held.shift else None
        if snap is None:
            others = scene.neighbours(moving)
            snap = snapping.shift((pressed.x, pressed.y), box_of(pressed), dragged, others, scene.reach, on)
        dx, dy = snap.dx, snap.dy
        if held.shift:  # the grid must not push it off its axis
            dx, dy = (dx, 0.0) if across else (0.0, dy)
            snap = snap._replace(guides=tuple(line for line in snap.guides if (line.x0 == line.x1) == across))
        self.guides = snap.guides
        self.after = tuple(shifted(spec, dx, dy) for spec in self._base)

    def _onto(self, place: PartSpec) -> tuple[PartSpec, ...]:
        """The parts moved so that the pressed one is at a hint's place; if it is alone, turned as the hint has it."""
        pressed = self._base[self._pressed]
        if len(self._base) == 1:
            return (replace(pressed, x=place.x, y=place.y, angle=place.angle, flip=place.flip),)
        return tuple(shifted(spec, place.x - pressed.x, place.y - pressed.y) for spec in self._base)

    def turn(self, degrees: float, scene: GestureContext) -> bool:
        pressed = self._base[self._pressed]
        self._base = turned(self._base, degrees, (pressed.x, pressed.y))
        self.follow(self._to, self._held, scene)
        return True

    def flip(self, scene: GestureContext) -> bool:
        self._base = mirrored(self._base, self._base[self._pressed].x)
        self.follow(self._to, self._held, scene)
        return True

    def put_back(self) -> tuple[SingleEdit, ...]:
        return tuple(Delete(spec.id) for spec in self.before)

    def advice(self, key_of: KeyOf) -> str:
        return "Alt suspends snapping, Shift keeps to one axis; drop it on the parts list to delete it."


class TurnParts(Rearrange):
    """Dragging the handle that turns: 15 degree steps, Shift 1 degree, Alt (or no snapping) a tenth."""

    def __init__(self, specs: tuple[PartSpec, ...], start: Point) -> None:
        super().__init__(specs)
        self.turned_by = 0.0
        self._about = middle(specs)
        self._from = self._bearing(start)

    def _bearing(self, point: Point) -> float:
        return math.degrees(math.atan2(point[1] - self._about[1], point[0] - self._about[0]))

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        step = 1.0 if held.shift else snapping.TURN if scene.snaps(held).angles else 0.1
        by = math.remainder(self._bearing(to) - self._from, 360.0)
        if len(self.before) == 1:  # a lone part comes to lie on whole steps, whatever its angle was
            angle = math.degrees(self.before[0].angle)
            by = snapping.to_grid(angle + by, step) - angle
        else:
            by = snapping.to_grid(by, step)
        self.turned_by = by
        self.after = turned(self.before, by, self._about)
        degrees = math.degrees(self.after[0].angle) if len(self.before) == 1 else by
        self.guides = (self._arm(degrees),)

    def _arm(self, degrees: float) -> GuideLine:
        """Return the guide line from the middle along the turned parts, with the angle."""
        box = box_around(self.before)
        far = max(box.x1 - box.x0, box.y1 - box.y0) / 2 + snapping.GRID
        x, y = self._about
        along = (far * math.cos(math.radians(degrees)), far * math.sin(math.radians(degrees)))
        return GuideLine(x, y, x + along[0], y + along[1], f"{degrees:.4g}\N{DEGREE SIGN}")

    def advice(self, key_of: KeyOf) -> str:
        return "Steps of 15\N{DEGREE SIGN}; Shift for 1\N{DEGREE SIGN}, Alt for free turning."


class Nudge(Rearrange):
    """Steps by arrow keys or wheel that count as one change: it ends when the key is up or the wheel rests."""

    settles = True

    def nudge(self, dx: float, dy: float) -> None:
        self.after = tuple(shifted(spec, dx, dy) for spec in self.after)

    def turn(self, degrees: float, scene: GestureContext) -> bool:
        self.after = turned(self.after, degrees, middle(self.after))
        return True


class ResizePart(Gesture):
    """Dragging a size handle: the opposite edge stays where it is."""

    def __init__(self, spec: PartSpec, handle: Pick, start: Point) -> None:
        self.before = self.after = spec
        self._handle = handle
        self._axis, self._gain = stretch_of(spec.kind, handle.name)
        self._grabbed = localise(pose_of(spec), start)[self._axis]
        prop = KINDS[spec.kind].property(handle.name)
        assert prop is not None
        self._prop = prop

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        kind, name = KINDS[self.before.kind], self._handle.name
        longer = (localise(pose_of(self.before), to)[self._axis] - self._grabbed) * self._handle.side
        value = float(getattr(kind.values(self.before.props), name)) + longer / self._gain
        snaps = scene.snaps(held)
        step = (self._prop.step or 0.01) if snaps.grid else 0.001
        drawn = self._drawn(self._sized(value), scene) if snaps.edges else None
        if drawn is not None:
            value, step = value + drawn.by * self._outward() / self._gain, 1e-6
        self.after = self._sized(snapping.to_grid(value, step))
        axis = self._world_edge() % 2
        self.guides = (snapping.guide(axis, drawn, box_of(self.after)),) if drawn is not None else ()

    def _sized(self, value: float) -> PartSpec:
        value = min(self._prop.high, max(self._prop.low, value))
        sized = replace(self.before, props={**self.before.props, self._handle.name: value})
        return self._anchored(drawable(sized, self.before))

    def _world_edge(self) -> int:
        """Return which edge of the world box the handle moves, for a part that lies along the axes."""
        quarters = round(self.before.angle / (math.pi / 2)) % 4
        local = self._axis + (2 if self._handle.side > 0 else 0)
        return (2, 3, 0, 1)[((2, 3, 0, 1).index(local) + quarters) % 4]

    def _outward(self) -> int:
        """1 if a larger coordinate of that edge makes the part larger, else -1."""
        return 1 if self._world_edge() >= 2 else -1

    def _drawn(self, sized: PartSpec, scene: GestureContext) -> snapping.Pull | None:
        """Return the pull of neighbours on the moving edge; None if the part lies askew."""
        askew = math.remainder(self.before.angle, math.pi / 2)
        if abs(askew) > 1e-9:
            return None
        edge, box = self._world_edge(), box_of(sized)
        near = [
            part for part in scene.neighbours((self.before.id,)) if snapping.gap(box, part.box) <= snapping.NEIGHBOUR
        ]
        return snapping.pull((box[edge],), near, edge % 2, scene.reach)

    def _anchored(self, sized: PartSpec) -> PartSpec:
        """The resized part where the edge opposite to the handle is where it was."""
        edge = self._axis if self._handle.side > 0 else self._axis + 2
        grown = local_box(sized)[edge] - local_box(self.before)[edge]
        away = (-grown, 0.0) if self._axis == 0 else (0.0, -grown)
        x, y = place(pose_of(self.before), away)
        return replace(sized, x=round(x, 9), y=round(y, 9))

    def edits(self) -> tuple[SingleEdit, ...]:
        if self.after == self.before:
            return ()
        kind, name = KINDS[self.before.kind], self._handle.name
        size = {name: getattr(kind.values(self.after.props), name)}
        return (Resize(self.before.id, self.after.x, self.after.y, size),)

    def preview(self, design: Design) -> Preview:
        return Preview((self.after,), refusal(design, self.edits()), self.guides)

    def advice(self, key_of: KeyOf) -> str:
        return "Alt for free sizes."


class Band(Gesture):
    """A rectangle drawn over empty canvas, to select the parts in it."""

    def __init__(self, start: Point, adds_to: tuple[int, ...]) -> None:
        self._adds_to = adds_to
        self._start = self._to = start

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self._to = to

    @property
    def box(self) -> Box:
        (x0, y0), (x1, y1) = self._start, self._to
        return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def selects(self, design: Design) -> tuple[int, ...]:
        within = [id_ for id_ in parts_within(design, self.box) if not design.part_by_id[id_].locked]
        return groups.with_groups(design, (*self._adds_to, *within))

    def preview(self, design: Design) -> Preview:
        return Preview(band=self.box)


class Adjust(Gesture):
    """Edits that a panel is still making: a slider that moves, a number being typed."""

    settles = True
    shows_rules = True

    def __init__(self, edits: tuple[SingleEdit, ...]) -> None:
        self._edits = edits

    def edits(self) -> tuple[SingleEdit, ...]:
        return self._edits

    def preview(self, design: Design) -> Preview:
        why = refusal(design, self._edits)
        if why:
            return Preview(why_not=why)
        after = design
        for edit in self._edits:
            after = commands.edit(after, edit)
        changed = [spec for spec in after.parts if design.part_by_id.get(spec.id) != spec]
        return Preview(tuple(changed))
