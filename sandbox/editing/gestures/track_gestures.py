"""Drawing a track freehand, and bending it by its points."""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec.structs import replace

from sandbox.commands.commands import Configure, Move, Place, SingleEdit
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Point, Points, localise
from sandbox.editing import snapping
from sandbox.editing.gestures.gesture import DROP, END, GHOST, Gesture, GestureContext, KeyOf, Outcome, Preview, refusal
from sandbox.editing.gestures.gestures import drawable
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Pick
from sandbox.editing.stroke import LEAST_SPAN, TOLERANCE, smoothed
from sandbox.parts import KINDS, pose_of
from sandbox.parts.properties import MAX_LINE_POINTS
from sandbox.parts.slopes.tracks import middles_of

COARSER = 3.0  # times the tolerance, at most, to keep to a level's number of points
_PIXELS = 0.5  # of reach: what is drawn from far away is smoothed by as much
_CLICK = 1.5  # times reach: a stroke that is shorter is a click


class DrawTrack(Gesture):
    """A line drawn with the button down, or clicked point by point: a new part as `new`, or another line for `of`."""

    advice_first = True
    kept_when_refused = True  # the line is not lost: its points can be taken back

    def __init__(self, new: PartSpec, of: PartSpec | None = None) -> None:
        self._new = new
        self._of = of
        self._points: Points = ()  # that were clicked
        self._stroke: Points = ()  # since the button went down
        self._held = False
        self._to: Point | None = None
        self._reach = 0.0

    @property
    def armed(self) -> str:
        return self._new.item or self._new.kind

    @property
    def at_rest(self) -> bool:
        return len(self._points) > 1 and self._to in (None, self._points[-1])

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self._reach = scene.reach
        if self._held:
            if not self._stroke or math.dist(self._stroke[-1], to) > 0.1 * TOLERANCE:
                self._stroke = (*self._stroke, to)
            self._to = to
            return
        self._to = _snapped(to, held, scene, self._points)
        if held.shift and self._points:  # along one axis from the last point
            x, y = self._points[-1]
            across = abs(self._to[0] - x) >= abs(self._to[1] - y)
            self._to = (self._to[0], y) if across else (x, self._to[1])

    def leave(self) -> None:
        if not self._held:
            self._to = None

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        if self._to is not None:
            self._held, self._stroke = True, (self._to,)
        return self.stay()

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        """End the track with the stroke; a click without a stroke adds a point."""
        if not self._held:
            return self.stay()
        self._held, stroke = False, self._stroke
        self._stroke = ()
        length = sum(math.dist(a, b) for a, b in pairwise(stroke))
        if length > max(LEAST_SPAN, _CLICK * scene.reach):
            self._points = self._joined(stroke)
            return END
        if self._points and math.dist(self._points[-1], stroke[0]) < LEAST_SPAN:
            return END if len(self._points) > 1 else self.stay()
        self._points = (*self._points, stroke[0])
        self._to = stroke[0]
        return END if len(self._points) == MAX_LINE_POINTS else self.stay()

    def _joined(self, stroke: Points) -> Points:
        """Return the clicked points and those of a stroke after them, in as many as the level allows if that is near
        enough."""
        before = self._points
        if before and math.dist(before[-1], stroke[0]) < LEAST_SPAN:
            before = before[:-1]
        kind = KINDS[self._new.kind]
        most = int(kind.values(self._new.props).most) - len(before)
        usual = max(TOLERANCE, _PIXELS * self._reach)
        points = smoothed(stroke, usual, MAX_LINE_POINTS - len(before))
        coarser = usual
        while len(points) > most > 1 and coarser < COARSER * usual:
            coarser *= 1.25
            points = smoothed(stroke, coarser, MAX_LINE_POINTS - len(before))
        return (*before, *points)

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        """End a clicked track by Enter; take back the last point by Backspace, or put the track away."""
        if name == "enter":
            return END if len(self._points) > 1 else self.stay()
        if name not in ("backspace", "del"):
            return None
        if not self._points:
            return DROP
        self._points = self._points[:-1]
        return self.stay()

    def edits(self) -> tuple[SingleEdit, ...]:
        if len(self._points) < 2:
            return ()
        spec = self._as_part(self._points)
        name = KINDS[spec.kind].bends
        if self._of is None:
            line = {name: spec.props[name]}
            return (Place(spec.kind, spec.x, spec.y, spec.angle, spec.flip, line, spec.item),)
        move = Move(self._of.id, spec.x, spec.y, spec.angle, spec.flip)
        return (move, Configure(self._of.id, name, spec.props[name]))

    def _as_part(self, points: Points) -> PartSpec:
        """Return the part along points of the world, its middle in the middle of their box."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        x, y = snapping.fine((min(xs) + max(xs)) / 2), snapping.fine((min(ys) + max(ys)) / 2)
        spec = replace(self._new, x=x, y=y, flip=False)
        return replace(spec, props={**spec.props, KINDS[spec.kind].bends: (_local(spec, points),)})

    def selects(self, design: Design) -> tuple[int, ...] | None:
        return (design.next_id,) if self._of is None else None

    def preview(self, design: Design) -> Preview:
        clicked = self._points if self._to is None else (*self._points, self._to)
        line = (*self._points, *self._stroke) if self._held else tuple(dict.fromkeys(clicked))
        if self._held or len(line) < 2 or min(map(math.dist, line, line[1:])) < LEAST_SPAN:
            return Preview(stroke=line)
        spec = self._as_part(line)
        name = KINDS[spec.kind].bends
        edits = (Place(spec.kind, spec.x, spec.y, spec.angle, spec.flip, {name: spec.props[name]}, spec.item),)
        why = refusal(design, edits) if self._of is None else ""
        return Preview((replace(spec, id=GHOST if self._of is None else self._of.id),) if not why else (), why,
                       stroke=line)  # fmt: skip

    def advice(self, key_of: KeyOf) -> str:
        if self._points:
            return "Click point after point, the last one twice; Backspace takes it back, Esc gives up."
        return "Draw the track with the button down; or click point after point, and press Enter. Esc gives up."


class BendTrack(Gesture):
    """Dragging a point of a track, or a new point out of the middle between two; on a neighbour it is taken out."""

    def __init__(self, spec: PartSpec, target: Pick) -> None:
        self.before = self._after = spec
        self._name = KINDS[spec.kind].bends
        self._index = target.side
        self._line: Points = _line_of(spec)
        if target.what == "split":
            self._line = (*self._line[: self._index], (0.0, 0.0), *self._line[self._index :])
        self._gone = False

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        at = _snapped(to, held, scene, (), but=self.before.id)
        local = _local(self.before, (at,))[0]
        near = [self._line[k] for k in (self._index - 1, self._index + 1) if 0 <= k < len(self._line)]
        self._gone = len(self._line) > 2 and any(math.dist(local, other) < scene.reach for other in near)
        line = list(self._line)
        line[self._index] = local
        if self._gone:
            del line[self._index]
        self._after = self._with(tuple(line))

    def _with(self, line: Points) -> PartSpec:
        return replace(self.before, props={**self.before.props, self._name: (line,)})

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        """Take the point out by Del or Backspace while it is dragged."""
        if name not in ("backspace", "del") or len(self._line) < 3:
            return None
        self._after = self._with((*self._line[: self._index], *self._line[self._index + 1 :]))
        return END

    def edits(self) -> tuple[SingleEdit, ...]:
        if _line_of(self._after) == _line_of(self.before):
            return ()
        return (Configure(self.before.id, self._name, self._after.props[self._name]),)

    def preview(self, design: Design) -> Preview:
        says = "Takes this point out" if self._gone else ""
        return Preview((drawable(self._after, self.before),), refusal(design, self.edits()), says=says)

    def advice(self, key_of: KeyOf) -> str:
        return "Dropped on the next point, or with Del, it is taken out. Alt suspends snapping."


def with_point(spec: PartSpec) -> SingleEdit | None:
    """Return the command that puts one more point into a track, where two are farthest apart; None: it has all."""
    line = _line_of(spec)
    if len(line) == MAX_LINE_POINTS:
        return None
    gaps = [math.dist(a, b) for a, b in pairwise(line)]
    index = gaps.index(max(gaps))
    at = middles_of(line)[index]
    line = (*line[: index + 1], _rounded(at), *line[index + 1 :])
    return Configure(spec.id, KINDS[spec.kind].bends, (line,))


def without_point(spec: PartSpec) -> SingleEdit | None:
    """Return the command that takes the point out of a track that bends it least; None if only its ends are left."""
    line = _line_of(spec)
    if len(line) < 3:
        return None
    detours = [
        math.dist(line[k - 1], line[k]) + math.dist(line[k], line[k + 1]) - math.dist(line[k - 1], line[k + 1])
        for k in range(1, len(line) - 1)
    ]
    index = 1 + detours.index(min(detours))
    return Configure(spec.id, KINDS[spec.kind].bends, ((*line[:index], *line[index + 1 :]),))


def _line_of(spec: PartSpec) -> Points:
    kind = KINDS[spec.kind]
    line: Points = getattr(kind.values(spec.props), kind.bends)[0]
    return line


def _local(spec: PartSpec, points: Points) -> Points:
    """Return points of the world in a part's own frame, as it is before it is flipped."""
    local = (localise(pose_of(spec), point) for point in points)
    return tuple(_rounded((-x if spec.flip else x, y)) for x, y in local)


def _rounded(point: Point) -> Point:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _snapped(to: Point, held: Modifiers, scene: GestureContext, others: Points, but: int = 0) -> Point:
    """Return where a point goes that is to line up with the grid, with other parts and with other points."""
    near = scene.neighbours((but,))
    near += [snapping.Neighbour(Box(x, y, x, y), "a point") for x, y in others]
    snap = snapping.shift((0.0, 0.0), Box(0.0, 0.0, 0.0, 0.0), to, near, scene.reach, scene.snaps(held))
    return snapping.fine(snap.dx), snapping.fine(snap.dy)
