"""The author's tab of goals: what has to happen, what must not, and a form with fitting widgets for the one in hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Count,
    Distance,
    Faster,
    Goal,
    Held,
    Inside,
    Latched,
    Moved,
    Not,
    State,
    Tally,
    Turned,
)
from sandbox.parts import KINDS
from sandbox.window import rules
from sandbox.window.author import AuthorView
from sandbox.window.dialogs import Dialog
from sandbox.window.messages import MOST_TITLE
from sandbox.window.rules import FORMS, HELD, Form, Path
from sandbox.window.theme import Colour, Icon
from sandbox.window.ui import Ui, labelled

if TYPE_CHECKING:
    from sandbox.window.application import Application

_MOST = 1e6
_SIDES = {
    "to the right of": ("x", "more"),
    "to the left of": ("x", "less"),
    "above": ("y", "more"),
    "below": ("y", "less"),
}
_AXES = {"any way": "any", "to the side": "x", "up or down": "y"}
_NEAR = {"nearer than": "less", "farther than": "more"}


class ChooseForm(Dialog):
    """What kind of condition: a list for mouse and arrow keys."""

    name = "new_goal"
    width = 460.0

    def __init__(self, title: str, then: Callable[[Form], object]) -> None:
        super().__init__()
        self._title, self._then = title, then
        self._at = 0

    def draw(self, ui: Ui) -> None:
        ui.bold(self._title, 19.0)
        ui.faint("Then point at what it is about.")
        ui.space(2)
        for key, by in ((imgui.Key.down_arrow, 1), (imgui.Key.up_arrow, -1)):
            if imgui.is_key_pressed(key):
                self._at = (self._at + by) % len(FORMS)
        for index, form in enumerate(FORMS):
            size = (0.0, ui.px(38))
            chosen = imgui.selectable(f"##{form.name}", index == self._at, 0, size)[0]
            ui.mark(f"form.{form.name}")
            low = imgui.get_item_rect_min()
            draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
            draw.add_text((low.x + ui.px(8), low.y + ui.px(11)), colour(Colour.ACCENT_DEEP), form.icon)
            with ui.theme.font(ui.theme.bold):
                draw.add_text((low.x + ui.px(36), low.y + ui.px(2)), colour(Colour.TEXT), form.title)
            draw.add_text((low.x + ui.px(36), low.y + ui.px(20)), colour(Colour.FAINT), form.about)
            if chosen:
                self._at = index
                self.accept()
        ui.space(4)
        if ui.button("new_goal.accept", f"{Icon.POINTER}  Point it out", primary=True, size=(0.0, ui.px(32))):
            self.accept()
        imgui.same_line()
        if ui.button("new_goal.cancel", "Cancel", size=(0.0, ui.px(32))):
            self.cancel()

    def accept(self) -> None:
        self.done = True
        self._then(FORMS[self._at])


class GoalsTab:
    """Draws it."""

    def __init__(self, view: AuthorView, app: Application) -> None:
        self.view, self.app, self.ui = view, app, view.ui
        self._draft: tuple[str, float] | None = None  # the number in hand, and what it shows meanwhile

    def _drafted(self, name: str, now: float) -> float:
        """What a number's widget shows: its own draft while it is in hand."""
        return self._draft[1] if self._draft is not None and self._draft[0] == name else now

    def ask_new(self, fails: bool) -> None:
        """Ask what kind of goal or fail condition it is to be."""
        title = "The level is lost if ..." if fails else "The level is solved when ..."
        self.app.dialog = ChooseForm(title, lambda form: self.view.begin(form, fails))

    def draw(self) -> None:
        ui, view = self.ui, self.view
        design = view.design
        if not design.goals:
            ui.faint("What has to happen? A level is solved once all its goals are met on the same tick.")
        for fails, goals in ((False, design.goals), (True, design.fails)):
            if fails:
                ui.space(2)
                ui.heading("Lost if", Icon.WARNING)
            name, what = ("new_fail", "a fail condition") if fails else ("new_goal", "a goal")
            label = f"{Icon.FLAG}  Add {what}"
            ui.action(name, 0, label, as_=f"author.{name}")
            for index, goal in enumerate(goals):
                self._row(fails, index, goal)

    def _row(self, fails: bool, index: int, goal: Goal) -> None:
        """A goal in the list; the one in hand with its form below it."""
        ui, view = self.ui, self.view
        word = "fail" if fails else "goal"
        mine = view.chosen == (fails, index)
        imgui.push_id(f"{word}{index}")
        text = goal.text or rules.told(view.design, goal.when)
        if imgui.selectable(labelled(f"{rules.icon_of(goal.when)}  {_short(text, ui)}", "row"), mine)[0]:
            view.choose(None if mine else (fails, index))
        ui.mark(f"rule.{word}.{index}")
        if _short(text, ui) != text:
            ui.tip(text)
        if mine:
            imgui.indent(ui.px(8))
            new = view.text_field(f"rule.{word}.text", goal.text, "What the player reads")
            if new is not None:
                view.editor.set(view.replaced(replace(goal, text=new)))
            self._node(goal.when, ())
            small = (ui.px(32), 0.0)
            if ui.button("rule.up", Icon.UP, "Earlier in the list", size=small, enabled=index > 0):
                view.move_goal(-1)
            imgui.same_line()
            if ui.button("rule.delete", Icon.TRASH, "Take it out", ui.actions["delete_goal"].shortcut, size=small):
                view.delete_goal()
            imgui.unindent(ui.px(8))
            imgui.separator()
        imgui.pop_id()

    # -- the form of a condition

    def _node(self, condition: AnyCondition, path: Path) -> None:
        """A condition with what is around it (held, once, not), and below it the ones it is made of."""
        ui, view = self.ui, self.view
        around, core = _unwrapped(condition)
        deep = path + (0,) * len(around)
        imgui.push_id(f"node{path}")
        if isinstance(core, All | AnyOf):
            way = _choice(ui, "way", ["All of these", "One of these"], int(isinstance(core, AnyOf)))
            if way is not None:
                view.editor.set(view.set_condition(deep, AnyOf(core.of) if way else All(core.of)))
            for index, inner in enumerate(core.of):
                imgui.indent(ui.px(10))
                self._node(inner, (*deep, index))
                imgui.unindent(ui.px(10))
        else:
            self._fields(core, deep)
        self._around(around, core, path)
        imgui.pop_id()

    def _ask_beside(self, path: Path, way: type[All] | type[AnyOf]) -> None:
        fails = self.view.chosen is not None and self.view.chosen[0]
        title = "... and at the same time" if way is All else "... or instead"
        self.app.dialog = ChooseForm(title, lambda form: self.view.begin(form, fails, (path, way)))

    def _around(self, around: Sequence[AnyCondition], core: AnyCondition, path: Path) -> None:
        """In one row: held for a time, once is enough, the opposite; another one beside it; without it."""
        ui, view = self.ui, self.view
        held = next((one for one in around if isinstance(one, Held)), None)
        kinds = {type(one) for one in around}
        seconds = held.seconds if held is not None else HELD
        gap = ui.px(4)
        for kind, title, tip in (
            (Held, "for a time", "It must be so for this long without a gap"),
            (Latched, "once", "Once is enough: it counts from the first time on, also when it is over"),
            (Not, "not", "The opposite: it must not be so"),
        ):
            on = kind in kinds
            label = f"{Icon.CHECK} {title}" if on else title  # colour is not the only sign
            if ui.button(f"rule.{kind.__struct_config__.tag}.{path}", label, tip, on=on):
                view.editor.set(view.set_condition(path, _wrapped(kinds ^ {kind}, seconds, core)))
            imgui.same_line(0.0, gap)
        if path and ui.button(f"rule.drop.{path}", Icon.CLOSE, "Take this condition out"):
            view.drop_condition(path)
        if path:
            imgui.same_line()
        imgui.new_line()
        if held is not None:
            self._number("seconds", path, held.seconds, 0.05, "for %.2f s",
                         lambda value: _wrapped(kinds, max(0.01, value), core))  # fmt: skip
        if isinstance(core, All | AnyOf):
            return
        for word, way in (("and", All), ("or", AnyOf)):
            tip = "both must be true" if way is All else "one of them is enough"
            label = f"{word} \N{HORIZONTAL ELLIPSIS}"
            if ui.button(f"rule.{word}.{path}", label, f"Another condition beside it: {tip}"):
                self._ask_beside(path, way)
            imgui.same_line(0.0, gap)
        imgui.new_line()

    def _fields(self, condition: AnyCondition, path: Path) -> None:
        """The parts and the numbers of a simple condition."""
        ui, view = self.ui, self.view
        form = rules.form_of(condition)
        assert form is not None
        ui.bold(form.title)
        for name in ("part", "other"):
            if hasattr(condition, name):
                self._part(name, condition, path)
        if isinstance(condition, Count | Tally):
            self._kind(condition, path)
        if isinstance(condition, Inside | Count):
            self._region(condition, path)
        elif isinstance(condition, Beyond):
            now = [*_SIDES.values()].index((condition.axis, condition.side))
            side = _choice(ui, f"side.{path}", [*_SIDES], now)
            if side is not None:
                axis, way = [*_SIDES.values()][side]
                view.editor.set(view.set_condition(path, replace(condition, axis=axis, side=way)))
            self._field("value", path, condition, "value", 0.01, "%.3f m")
        elif isinstance(condition, Distance):
            near = _choice(ui, f"near.{path}", [*_NEAR], [*_NEAR.values()].index(condition.side))
            if near is not None:
                view.editor.set(view.set_condition(path, replace(condition, side=[*_NEAR.values()][near])))
            self._field("value", path, condition, "value", 0.01, "%.3f m")
        elif isinstance(condition, Moved):
            axis_ = _choice(ui, f"axis.{path}", [*_AXES], [*_AXES.values()].index(condition.axis))
            if axis_ is not None:
                view.editor.set(view.set_condition(path, replace(condition, axis=[*_AXES.values()][axis_])))
            self._field("by", path, condition, "by", 0.01, "%.3f m")
        elif isinstance(condition, Turned):
            self._number("angle", path, math.degrees(condition.angle), 1.0, "%.1f\N{DEGREE SIGN}",
                         lambda v: replace(condition, angle=math.radians(round(v, 3))))  # fmt: skip
        elif isinstance(condition, Faster):
            self._field("speed", path, condition, "speed", 0.02, "%.2f m/s")
        if isinstance(condition, State | Tally):
            self._state(condition, path)

    def _part(self, name: str, condition: AnyCondition, path: Path) -> None:
        """Which part it is about: a list of all of them; the one that is pointed at in the list is shown."""
        view = self.view
        ids = [spec.id for spec in view.design.parts]
        titles = [view.editor.title_of(id_) for id_ in ids]
        chosen = _choice(self.ui, f"rule.{name}.{path}", titles, ids.index(getattr(condition, name)))
        if chosen is not None:
            new = replace(condition, **{name: ids[chosen]})
            if isinstance(new, State):  # the other kind of part has other states
                states = KINDS[view.design.part_by_id[new.part].kind].goal_states
                new = new if new.state in states else replace(new, state=states[0] if states else "")
            view.editor.set(view.set_condition(path, new))

    def _kind(self, condition: Count | Tally, path: Path) -> None:
        view = self.view
        any_ = isinstance(condition, Count)
        names = [name for name, kind in KINDS.items() if any_ or kind.goal_states]
        chosen = _choice(
            self.ui, f"rule.kind.{path}", [KINDS[name].title for name in names], names.index(condition.kind)
        )
        if chosen is not None:
            new = replace(condition, kind=names[chosen])
            if isinstance(new, Tally) and new.state not in KINDS[new.kind].goal_states:
                new = replace(new, state=KINDS[new.kind].goal_states[0])
            view.editor.set(view.set_condition(path, new))
        self._number("at_least", path, float(condition.at_least), 0.05, "at least %.0f",
                     lambda v: replace(condition, at_least=max(1, round(v))))  # fmt: skip

    def _region(self, condition: Inside | Count, path: Path) -> None:
        """By its lower left corner and its size: numbers that mean something to people."""
        c = condition
        for name, title, value, make in (
            ("left", "left", c.x0, lambda v: replace(c, x0=v, x1=round(v + c.x1 - c.x0, 4))),
            ("bottom", "bottom", c.y0, lambda v: replace(c, y0=v, y1=round(v + c.y1 - c.y0, 4))),
            ("width", "wide", c.x1 - c.x0, lambda v: replace(c, x1=round(c.x0 + max(0.02, v), 4))),
            ("height", "high", c.y1 - c.y0, lambda v: replace(c, y1=round(c.y0 + max(0.02, v), 4))),
        ):
            half = (imgui.get_content_region_avail().x - self.ui.px(6)) / 2 if name in ("left", "width") else -1.0
            self._number(name, path, value, 0.01, f"{title} %.2f m", make, half)
            if name in ("left", "width"):
                imgui.same_line(0.0, self.ui.px(6))

    def _state(self, condition: State | Tally, path: Path) -> None:
        view = self.view
        kind = condition.kind if isinstance(condition, Tally) else view.design.part_by_id[condition.part].kind
        states = [*KINDS[kind].goal_states]
        if condition.state not in states:
            return
        words = [f"{'' if on else 'not '}{state}" for state in states for on in (True, False)]
        chosen = _choice(self.ui, f"rule.state.{path}", words, 2 * states.index(condition.state) + (not condition.on))
        if chosen is not None:
            new = replace(condition, state=states[chosen // 2], on=chosen % 2 == 0)
            view.editor.set(view.set_condition(path, new))

    def _field(self, name: str, path: Path, condition: AnyCondition, field: str, speed: float, shown: str) -> None:
        """A number that is a field of the condition as it is."""
        self._number(name, path, getattr(condition, field), speed, shown, lambda v: replace(condition, **{field: v}))

    def _number(
        self, name: str, path: Path, now: float, speed: float, shown: str, make: Callable[[float], AnyCondition],
        width: float = -1.0,
    ) -> None:  # fmt: skip
        """A number with its unit, to drag or to type: shown in the scene meanwhile, one step when it is let go."""
        editor = self.view.editor
        imgui.set_next_item_width(width)
        changed, value = imgui.drag_float(f"##{name}", self._drafted(f"{name}{path}", now), speed,
                                          -_MOST, _MOST, shown, imgui.SliderFlags_.always_clamp)  # fmt: skip
        self.ui.mark(f"rule.{name}.{path}")
        self.ui.tip("Drag sideways, or double-click to type a number")
        if changed:
            value = round(value, 4)
            self._draft = (f"{name}{path}", value)
            editor.adjust(self.view.set_condition(path, make(value)))
        if imgui.is_item_deactivated():
            self._draft = None
            editor.settle()


def _choice(ui: Ui, name: str, titles: list[str], now: int) -> int | None:
    """A list to choose from; the index of another choice, or None."""
    imgui.set_next_item_width(-1.0)
    changed, chosen = imgui.combo(f"##{name}", now, titles)
    ui.mark(name)
    return chosen if changed and chosen != now else None


def _short(text: str, ui: Ui) -> str:
    room = imgui.get_content_region_avail().x - ui.px(30)
    text = text[:MOST_TITLE]  # a page of it would be measured anew in each frame
    while len(text) > 1 and imgui.calc_text_size(text).x > room:
        text = text[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    return text


def _unwrapped(condition: AnyCondition) -> tuple[list[AnyCondition], AnyCondition]:
    """What is around a condition, from outside in, and the condition itself."""
    around: list[AnyCondition] = []
    while isinstance(condition, Held | Latched | Not):
        around.append(condition)
        condition = condition.of
    return around, condition


def _wrapped(kinds: set[type], seconds: float, core: AnyCondition) -> AnyCondition:
    """Around a condition: not, then held, then latched."""
    if Not in kinds:
        core = Not(core)
    if Held in kinds:
        core = Held(seconds, core)
    return Latched(core) if Latched in kinds else core


__all__ = ["ChooseForm", "GoalsTab"]
