"""The author's tab of goals: what has to happen, what must not, and a form with fitting widgets for the one in hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.design.conditions import GROUPS, WRAPPERS, Condition, ConditionGroup, Wrapper
from sandbox.design.conditions.condition import ChoiceField, Form, NumberField
from sandbox.design.design import Goal
from sandbox.editing.authoring import goal_forms
from sandbox.editing.authoring.goal_forms import FORMS, Path
from sandbox.parts import LevelFacts
from sandbox.window.author.author_view import AuthorView
from sandbox.window.shell.number_entry import Edits, Number, NumberEntry
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import icons
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled, plain
from sandbox.workspace.messages import MOST_TITLE


class ChooseForm(Dialog):
    """The list of kinds of conditions, for mouse and arrow keys."""

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
        moved = False
        for key, by in ((imgui.Key.down_arrow, 1), (imgui.Key.up_arrow, -1)):
            if imgui.is_key_pressed(key):
                self._at = (self._at + by) % len(FORMS)
                moved = True
        for index, form in enumerate(FORMS):
            size = (0.0, ui.px(34))
            chosen = imgui.selectable(f"##{form.name}", index == self._at, 0, size)[0]
            ui.mark(f"form.{form.name}")
            if moved and index == self._at:
                imgui.set_scroll_here_y(0.5)
            low = imgui.get_item_rect_min()
            draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
            draw.add_text((low.x + ui.px(8), low.y + ui.px(9)), colour(Colour.ACCENT_DEEP), icons.of_form(form))
            with ui.theme.font(ui.theme.bold):
                draw.add_text((low.x + ui.px(36), low.y + ui.px(1)), colour(Colour.TEXT), form.title)
            draw.add_text((low.x + ui.px(36), low.y + ui.px(17)), colour(Colour.FAINT), form.about)
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
    """Draws the tab, and the form of the goal in hand."""

    def __init__(self, view: AuthorView, shell: Shell) -> None:
        self.view, self.shell, self.ui = view, shell, view.ui
        self._numbers = NumberEntry(view.ui, shell)

    def ask_new(self, fails: bool) -> None:
        """Ask which kind of goal or fail condition to make."""
        title = "The level is lost if ..." if fails else "The level is solved when ..."
        self.shell.dialog = ChooseForm(title, lambda form: self.view.begin(form, fails))

    def draw(self) -> None:
        ui, view = self.ui, self.view
        design = view.design
        self._numbers.tidy()
        if not design.goals:
            ui.faint("What has to happen? A level is solved once all its goals are met on the same tick.")
        for fails, goals in ((False, design.goals), (True, design.fails)):
            if fails:
                ui.space(2)
                ui.heading("Lost if", Icon.WARNING)
            name, noun = ("new_fail", "a fail condition") if fails else ("new_goal", "a goal")
            label = f"{Icon.FLAG}  Add {noun}"
            ui.action(name, 0, label, as_=f"author.{name}")
            for index, goal in enumerate(goals):
                self._row(fails, index, goal)

    def _row(self, fails: bool, index: int, goal: Goal) -> None:
        """Draw a goal in the list; the one in hand with its form below it."""
        ui, view = self.ui, self.view
        word = "fail" if fails else "goal"
        chosen = view.chosen == (fails, index)
        imgui.push_id(f"{word}{index}")
        text = goal.text or goal_forms.text_of(view.design, goal.when)
        if imgui.selectable(labelled(f"{icons.of_condition(goal.when)}  {_short(text, ui)}", "row"), chosen)[0]:
            view.choose(None if chosen else (fails, index))
        ui.mark(f"rule.{word}.{index}")
        if _short(text, ui) != text:
            ui.tip(text)
        if chosen:
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

    def _node(self, condition: Condition, path: Path) -> None:
        """Draw a condition with its modifiers (held, once, not), and below it the ones it is made of."""
        wrappers, core = goal_forms.unwrapped(condition)
        deep = path + (0,) * len(wrappers)
        imgui.push_id(f"node{path}")
        if isinstance(core, ConditionGroup):
            self._group(core, deep)
        else:
            assert core.form is not None
            self.ui.bold(core.form.title)
            self._fields(core, deep, lambda new: new)
            self._variants(core, deep)
        self._around(wrappers, core, path)
        imgui.pop_id()

    def _variants(self, condition: Condition, path: Path) -> None:
        """Draw a button for each condition that the author may have meant by this one."""
        for index, variant in enumerate(condition.variants(LevelFacts(self.view.design))):
            label = f"{Icon.CONTAINER}  {variant.title}"
            if self.ui.button(f"rule.variant.{index}.{path}", label, variant.tip, size=(-1.0, 0.0)):
                self._set(path, variant.condition)

    def _group(self, group: ConditionGroup, path: Path) -> None:
        """Draw the conditions of a group, and the choice whether all or one of them is meant."""
        way = _choice(self.ui, "way", [kind.title for kind in GROUPS], GROUPS.index(type(group)))
        if way is not None:
            self._set(path, GROUPS[way](group.of))
        for index, inner in enumerate(group.of):
            imgui.indent(self.ui.px(10))
            self._node(inner, (*path, index))
            imgui.unindent(self.ui.px(10))

    def _set(self, path: Path, condition: Condition) -> None:
        self.view.editor.set(self.view.set_condition(path, condition))

    def _ask_beside(self, path: Path, way: type[ConditionGroup]) -> None:
        fails = self.view.chosen is not None and self.view.chosen[0]
        self.shell.dialog = ChooseForm(way.asks, lambda form: self.view.begin(form, fails, (path, way)))

    def _around(self, wrappers: list[Wrapper], core: Condition, path: Path) -> None:
        """Draw a row of buttons to modify a condition, to take it out, and to put another one beside it."""
        ui = self.ui
        gap = ui.px(4)
        for kind in WRAPPERS:
            on = any(type(wrapper) is kind for wrapper in wrappers)
            label = f"{Icon.CHECK} {kind.title}" if on else kind.title  # colour is not the only sign
            if ui.button(f"rule.{kind.__struct_config__.tag}.{path}", label, kind.tip, on=on):
                self._set(path, goal_forms.switched(wrappers, kind, core))
            imgui.same_line(0.0, gap)
        if path and ui.button(f"rule.drop.{path}", Icon.CLOSE, "Take this condition out"):
            self.view.drop_condition(path)
        if path:
            imgui.same_line()
        imgui.new_line()
        for wrapper in wrappers:
            self._fields(wrapper, path, lambda new: goal_forms.wrapped([new, *wrappers], core))
        if isinstance(core, ConditionGroup):
            return
        for way in GROUPS:
            label = f"{way.word} \N{HORIZONTAL ELLIPSIS}"
            if ui.button(f"rule.{way.word}.{path}", label, f"Another condition beside it: {way.tip}"):
                self._ask_beside(path, way)
            imgui.same_line(0.0, gap)
        imgui.new_line()

    def _fields(self, condition: Condition, path: Path, place: Callable[[Any], Condition]) -> None:
        """Draw the values of a condition; `place` puts a changed condition where the path leads."""
        for field in condition.fields(LevelFacts(self.view.design)):
            if isinstance(field, NumberField):
                self._number(field, path, place)
            else:
                self._choose(field, path, place)

    def _choose(self, field: ChoiceField, path: Path, place: Callable[[Any], Condition]) -> None:
        chosen = _choice(self.ui, f"rule.{field.name}.{path}", field.titles, field.chosen)
        if chosen is not None:
            self._set(path, place(field.make(chosen)))

    def _number(self, field: NumberField, path: Path, place: Callable[[Any], Condition]) -> None:
        """Draw a number with its unit, to drag or to type; the scene shows it meanwhile. Letting go makes one step."""
        gap, mark = self.ui.px(6), f"rule.{field.name}.{path}"
        imgui.set_next_item_width((imgui.get_content_region_avail().x - gap) / 2 if field.half else -1.0)

        def edit(value: float) -> Edits:
            return (self.view.set_condition(path, place(field.make(round(value, 4)))),)

        number = Number(
            field.value,
            field.unit,
            field.decimals,
            field.low,
            field.high,
            field.step,
            field.title,
            field.title or "this number",
        )
        self._numbers.draw(mark, mark, number, edit, edit)
        if field.half:
            imgui.same_line(0.0, gap)


def _choice(ui: Ui, name: str, titles: Sequence[str], now: int) -> int | None:
    """Draw a list to choose from; return the index of another choice, or None."""
    imgui.set_next_item_width(-1.0)
    changed, chosen = imgui.combo(f"##{name}", now, [plain(title) for title in titles])
    ui.mark(name)
    return chosen if changed and chosen != now else None


def _short(text: str, ui: Ui) -> str:
    room = imgui.get_content_region_avail().x - ui.px(30)
    text = text[:MOST_TITLE]  # a page of it would be measured anew in each frame
    while len(text) > 1 and imgui.calc_text_size(text).x > room:
        text = text[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    return text
