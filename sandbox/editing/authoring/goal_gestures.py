"""An author's gestures: making a condition by pointing at parts and drawing, and dragging the area of a condition.

Each can be done by keys alone as well: Tab walks through what can be pointed at, the arrows move the point, Enter is
a click.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandbox.commands.commands import SetGoals, SetHints, SetNoBuild, SingleEdit
from sandbox.design.conditions.condition import Form
from sandbox.design.design import AnyCondition, Design, Hint, Link, PartSpec
from sandbox.design.geometry import Box, Point
from sandbox.editing import picking, snapping
from sandbox.editing.authoring import goal_forms, hints
from sandbox.editing.authoring.goal_areas import LEAST, STEP, dragged
from sandbox.editing.gestures.gesture import END, GHOST, Gesture, GestureContext, KeyOf, Outcome, Preview, refusal
from sandbox.editing.gestures.link_gestures import ChoosePort, ConnectPorts
from sandbox.editing.gestures.placing import PlacePart
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Socket
from sandbox.editing.snapping import GRID, GuideLine
from sandbox.parts import KINDS, hinted

REACH = 0.5  # m: the first value of a distance, before anything is pointed at
_OF_PARTS = ("part", "other", "container", "link", "kind")  # the steps that a click on a part or link answers
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_ASKS = {
    "part": "Click the part that it is about",
    "other": "Click the other part",
    "container": "Click the container: a basket, a box, a chest, a funnel",
    "link": "Click the link that it is about: a fuse",
    "kind": "Click a part of the kind that it is about",
    "region": "Draw the region: press in one corner, let go in the opposite one",
    "line": "Click where the line is, on the side that the part has to get to",
    "reach": "Click how far",
}
_BY_KEYS = dict.fromkeys(_OF_PARTS, "Tab, Enter")

Make = Callable[[AnyCondition], SingleEdit]
MakeEdits = Callable[[AnyCondition], tuple[SingleEdit, ...]]


class PointOut(Gesture):
    """The making of a condition of a form, by pointing at its subjects one after the other."""

    advice_first = True

    def __init__(self, design: Design, form: Form, make: MakeEdits) -> None:
        self.form = form
        self._make = make
        self._design = design
        self._pointed: dict[str, Any] = {}
        self._at: Point | None = None
        self._corner: Point | None = None  # of a region, once it has been begun
        self._over: int | None = None  # the part or link pointed at
        self._done: AnyCondition | None = None

    # -- what it waits for

    @property
    def step(self) -> str:
        """The name of the next thing to point at; empty after the last one."""
        return next((name for name in self.form.points if name not in self._pointed), "")

    def advice(self, key_of: KeyOf) -> str:
        keys = _BY_KEYS.get(self.step, "arrows, Enter")
        return f"{self.form.title}: {_ASKS.get(self.step, '')} (or {keys}; Esc gives up)."

    @property
    def asks(self) -> str:
        return _ASKS.get(self.step, "")

    @property
    def asks_for_part(self) -> bool:
        return self.step in _OF_PARTS

    @property
    def _why_not(self) -> str:
        if self._over is None or not self.asks_for_part:
            return ""
        if self.step in ("other", "container") and self._over == self._pointed.get("part"):
            return "this is the same part; click another one"
        return goal_forms.unfit(self._design, self.form, self._over, self.step)

    # -- hands

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self._at = on_grid(to, scene, held)
        if self.step == "link":
            self._over = picking.link_at(scene.design, to, scene.reach)
        elif self.asks_for_part:
            self._over = picking.part_at(scene.design, to, 0.0) or picking.part_at(scene.design, to, scene.reach)

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        if self.asks_for_part:
            self._take_part()
        elif self.step == "region":
            self._corner = self._at
        else:
            self._take_place()
        return self._outcome()

    def _outcome(self) -> Outcome:
        """Stay in hand for the next thing to point at; end after the last one."""
        return self.stay() if self.step else END

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        if self.step == "region" and self._corner is not None:
            if at is not None:
                self.follow(at, held, scene)
            self._take_region()
        return self._outcome()

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        """Tab goes through the parts, the arrows move the point, Enter is a click."""
        if self.asks_for_part and name == "tab":
            self._walk(-1 if held.shift else 1)
            return self.stay()
        if name in _ARROWS and not self.asks_for_part and not held.ctrl:
            x, y = self._at if self._at is not None else self._home()
            dx, dy = _ARROWS[name]
            step = STEP if held.shift else GRID
            self._at = (snapping.fine(x + dx * step), snapping.fine(y + dy * step))
            return self.stay()
        if name != "enter":
            return None
        if self.asks_for_part:
            self._take_part()
        elif self.step == "region" and self._corner is None:
            self._corner = self._at = self._at if self._at is not None else self._home()
        elif self.step == "region":
            self._take_region()
        else:
            self._at = self._at if self._at is not None else self._home()
            self._take_place()
        return self._outcome()

    def _walk(self, by: int) -> None:
        things = self._design.links if self.step == "link" else self._design.parts
        fit = [
            id_ for id_ in (item.id for item in things) if not goal_forms.unfit(self._design, self.form, id_, self.step)
        ]
        if fit:
            index = fit.index(self._over) if self._over in fit else -1 if by > 0 else 0
            self._over = fit[(index + by) % len(fit)]

    def _home(self) -> Point:
        """Return the first place of the point that keys move: beside the part."""
        if "part" not in self._pointed:
            return self._design.world.width / 2, self._design.world.height / 2
        spec = self._design.part_by_id[self._pointed.get("other", self._pointed["part"])]
        return snapping.to_grid(spec.x + REACH), snapping.to_grid(spec.y)

    # -- what was pointed at

    def _take_part(self) -> None:
        if self._over is None or self._why_not:
            return
        if self.step == "kind":
            self._pointed["kind"] = self._design.part_by_id[self._over].kind
        else:
            self._pointed[self.step] = self._over
        self._over = None

    def _take_region(self) -> None:
        box = self._box
        if box is not None and box.x1 - box.x0 >= LEAST and box.y1 - box.y0 >= LEAST:
            self._pointed["region"] = self._pointed["box"] = box
        self._corner = None

    def _take_place(self) -> None:
        assert self._at is not None
        if self.step == "line":
            axis, side, value = self._line(self._at)
            self._pointed |= {"line": True, "axis": axis, "side": side, "value": value}
        else:
            away = self._away(self._at)
            self._pointed |= {"reach": True, "value": away, "side": self._side(away)}

    @property
    def _box(self) -> Box | None:
        if self._corner is None or self._at is None:
            return None
        (x0, y0), (x1, y1) = self._corner, self._at
        return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def _line(self, at: Point) -> tuple[str, str, float]:
        """The line through a point, upright or level, whichever lies more across the way from the part to the point."""
        spec = self._design.part_by_id[self._pointed["part"]]
        dx, dy = at[0] - spec.x, at[1] - spec.y
        if abs(dx) >= abs(dy):
            return "x", "more" if dx >= 0 else "less", at[0]
        return "y", "more" if dy >= 0 else "less", at[1]

    def _about(self) -> Point:
        spec = self._design.part_by_id[self._pointed.get("other", self._pointed["part"])]
        return spec.x, spec.y

    def _away(self, at: Point) -> float:
        x, y = self._about()
        return max(LEAST, snapping.to_grid(math.hypot(at[0] - x, at[1] - y), STEP))

    def _side(self, away: float) -> str:
        """Return the side of a distance: parts that are farther apart now are to come nearer, and vice versa."""
        if "other" not in self._pointed:
            return "more"
        a, b = (self._design.part_by_id[self._pointed[name]] for name in ("part", "other"))
        return "less" if math.hypot(a.x - b.x, a.y - b.y) > away else "more"

    # -- what comes of it

    @property
    def condition(self) -> AnyCondition | None:
        """The new condition; None until everything has been pointed at."""
        return None if self.step else goal_forms.made(self.form, self._design, self._pointed)

    def edits(self) -> tuple[SingleEdit, ...]:
        condition = self.condition
        return () if condition is None else self._make(condition)

    def preview(self, design: Design) -> Preview:
        if self.asks_for_part:
            boxed = [self._pointed["part"]] if "part" in self._pointed else []
            band = _box_about(design, self._over)
            return Preview(why_not=self._why_not, band=band, guides=_boxed(design, boxed))
        if self.step == "region":
            box = self._box
            text = f"{box.x1 - box.x0:.2f} \N{MULTIPLICATION SIGN} {box.y1 - box.y0:.2f} m" if box is not None else ""
            lines = (GuideLine(box.x0, box.y0, box.x1, box.y0, text),) if box is not None else self._cross()
            return Preview(band=box, guides=lines)
        if self._at is None or not self.step:
            return Preview()
        if self.step == "line":
            axis, side, value = self._line(self._at)
            sign = ">" if side == "more" else "<"
            text = f"{axis} {sign} {value:.2f} m"
            far = design.world.height if axis == "x" else design.world.width
            line = GuideLine(value, 0.0, value, far, text) if axis == "x" else GuideLine(0.0, value, far, value, text)
            return Preview(guides=(line,))
        away = self._away(self._at)
        return Preview(guides=(GuideLine(*self._about(), *self._at, f"{away:.2f} m"),))

    def _cross(self) -> tuple[GuideLine, ...]:
        """Return a cross at the point that the arrow keys move."""
        if self._at is None:
            return ()
        x, y = self._at
        return GuideLine(x - GRID, y, x + GRID, y), GuideLine(x, y - GRID, x, y + GRID)


def _box_about(design: Design, id_: int | None) -> Box | None:
    """Return the box around a part or link that is there."""
    if id_ in design.part_by_id:
        return picking.box_of(design.part_by_id[id_])
    return picking.box_of_link(design, design.link_by_id[id_]) if id_ in design.link_by_id else None


def _boxed(design: Design, ids: list[int]) -> tuple[GuideLine, ...]:
    """The boxes of parts that were pointed at already."""
    lines = []
    for id_ in ids:
        x0, y0, x1, y1 = picking.box_of(design.part_by_id[id_])
        lines += [
            GuideLine(x0, y0, x1, y0),
            GuideLine(x1, y0, x1, y1),
            GuideLine(x1, y1, x0, y1),
            GuideLine(x0, y1, x0, y0),
        ]
    return tuple(lines)


def on_grid(to: Point, scene: GestureContext, held: Modifiers) -> Point:
    step = GRID if scene.snaps(held).grid else STEP
    return snapping.to_grid(to[0], step), snapping.to_grid(to[1], step)


# -- dragging what is there


class Reshape(Gesture):
    """Dragging a handle of a goal's region, line or circle."""

    shows_rules = True

    def __init__(self, design: Design, condition: AnyCondition, name: str, start: Point, make: Make) -> None:
        self._design, self._before, self._name, self._start, self._make = design, condition, name, start, make
        self._after = condition

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        if self._name == "all":
            by = on_grid((to[0] - self._start[0], to[1] - self._start[1]), scene, held)
            to = (self._start[0] + by[0], self._start[1] + by[1])
        else:
            to = on_grid(to, scene, held)
        self._after = dragged(self._design, self._before, self._name, self._start, to)

    def edits(self) -> tuple[SingleEdit, ...]:
        return (self._make(self._after),) if self._after != self._before else ()


class MoveHint(Gesture):
    """Dragging a hint to another place."""

    shows_rules = True

    def __init__(self, hints: tuple[Hint, ...], index: int, start: Point) -> None:
        self._before = self._after = hints
        self._index, self._start = index, start

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        hint = self._before[self._index]
        step = GRID if scene.snaps(held).grid else 0.001
        x, y = (snapping.to_grid(at + to[n] - self._start[n], step) for n, at in enumerate((hint.x, hint.y)))
        self._after = (*self._before[: self._index], replace(hint, x=x, y=y), *self._before[self._index + 1 :])

    def edits(self) -> tuple[SingleEdit, ...]:
        return (SetHints(self._after),) if self._after != self._before else ()


class ShowHint(PlacePart):
    """A part of the stock put where it belongs: it becomes a hint, and is not placed."""

    advice_first = True

    def __init__(self, hints: tuple[Hint, ...], item: str, made: PartSpec) -> None:
        super().__init__(made.kind, False, item, made)
        self._hints = hints

    def advice(self, key_of: KeyOf) -> str:
        title = KINDS[self.kind].title.lower()
        return f"Click where the {title} belongs: it becomes a hint. Q and E turn it; Esc ends."

    def edits(self) -> tuple[SingleEdit, ...]:
        spec = self.spec
        if spec is None:
            return ()
        item = "" if self.item == spec.kind else self.item
        hint = Hint("", spec.kind, spec.x, spec.y, spec.angle, spec.flip, spec.props, item)
        return (SetHints((*self._hints, hint)),)

    def preview(self, design: Design) -> Preview:
        if self.spec is None:
            return Preview()
        return Preview((self.spec,), refusal(design, self.edits()), self.guides)


class ShowLink(ConnectPorts):
    """A link of the stock drawn between the ports where it belongs, also those of parts that hints before it place:
    it becomes a hint, and joins nothing."""

    def __init__(self, level: Design, start: Socket, kind: str, others: tuple[Socket, ...] = ()) -> None:
        super().__init__(hinted(level), start, kind, others=others)
        self._level = level

    def edits(self) -> tuple[SingleEdit, ...]:
        if not super().edits() or self.plug is None:
            return ()
        first, ends = self._level.next_id, (self.start.end, self.plug.socket.end)
        via = tuple(wheel.part for wheel in self._between())
        hint = hints.of_link(Link(GHOST, self.kind, *ends, via=via), lambda part: max(0, part - first + 1))
        return (SetHints((*self._level.hints, hint)),)


class ShowLinkFrom(ChoosePort):
    """The port where a link begins that is to become a hint."""

    def __init__(self, level: Design, kind: str) -> None:
        super().__init__(hinted(level), kind)
        self._level = level

    def begun(self, start: Socket, others: tuple[Socket, ...] = ()) -> ConnectPorts:
        return ShowLink(self._level, start, self.kind, others)


def ruled(design: Design, gesture: Gesture | None) -> Design:
    """The design with the goals, hints and areas that a gesture in progress would give it, to be shown."""
    for edit in gesture.edits() if gesture is not None and gesture.shows_rules else ():
        if isinstance(edit, SetGoals):
            design = replace(design, goals=edit.goals, fails=edit.fails)
        elif isinstance(edit, SetHints):
            design = replace(design, hints=edit.hints)
        elif isinstance(edit, SetNoBuild):
            design = replace(design, no_build=edit.areas)
    return design
