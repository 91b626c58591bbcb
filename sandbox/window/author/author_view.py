"""The author's view: the goals, the stock, the hints and the texts of a level, and trying the level out.

It is shown while the document is in authoring mode (`Design.author`). This module holds what the author has selected
and the operations on it; `panel` draws.
"""

from __future__ import annotations

from collections.abc import Iterable

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.commands.commands import Allow, Author, SetFixed, SetGoals, SetHints, SetStock, SingleEdit, Stop, TryOut
from sandbox.design.conditions import ConditionGroup
from sandbox.design.conditions.condition import Form
from sandbox.design.design import PULLING, AnyCondition, Design, Goal, Hint, StockItem, Values, items_of
from sandbox.design.geometry import Point
from sandbox.editing.authoring import goal_areas, goal_forms, puzzles
from sandbox.editing.authoring import hints as lists
from sandbox.editing.authoring.goal_forms import Path
from sandbox.editing.authoring.goal_gestures import MoveHint, PointOut, Reshape, ShowHint, ShowLinkFrom
from sandbox.editing.document import Notice
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gesture import Gesture
from sandbox.editing.handles import Handle
from sandbox.editing.picking import Pick
from sandbox.parts import KINDS, LINKS
from sandbox.render.marks.hint_marks import STEPS
from sandbox.window.author.areas import NoBuildAreas
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.widgets import Ui
from sandbox.workspace import tryout
from sandbox.workspace.tryout import PutBack

TABS = ("goals", "stock", "hints", "puzzle", "level")


class AuthorView:
    """The author's selection, and the operations on goals, stock, hints and texts."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self.tab = "goals"
        self.chosen: tuple[bool, int] | None = None  # the goal in hand: whether it is a fail condition, and its index
        self.no_build = NoBuildAreas(self)
        self.item = ""  # the stock item in hand
        self.turning = ""  # the tab to show next
        self._draft: tuple[str, str] | None = None  # the text that is being typed, and its field
        self._back: tuple[tuple[object, int, Design], PutBack] | None = None

    def forget(self) -> None:
        """Forget what was in hand or half typed: another document has been opened."""
        self.choose(None)
        self.no_build.selected, self.item, self._draft = 0, "", None
        self.turn_to(TABS[0])

    # -- state

    @property
    def editor(self) -> Editor:
        return self.shell.editor

    @property
    def design(self) -> Design:
        return self.shell.editor.design

    @property
    def active(self) -> bool:
        """True in authoring mode."""
        return self.design.author

    @property
    def goal(self) -> Goal | None:
        """The selected goal or fail condition."""
        if self.chosen is None:
            return None
        goals = self.design.fails if self.chosen[0] else self.design.goals
        return goals[self.chosen[1]] if self.chosen[1] < len(goals) else None

    @property
    def can_edit(self) -> bool:
        return self.active and not self.editor.running and not self.shell.workspace.document.watching

    # -- authoring, trying out

    def toggle(self) -> None:
        """Switch from building to trying out, or back; a machine that runs is stopped first."""
        workspace, session = self.shell.workspace, self.shell.workspace.document.session
        self.editor.settle()
        self.editor.cancel()
        if session.running and not workspace.gate.do(Stop()):
            return
        was = session.design.author
        self.editor.selection.ids = ()
        if workspace.gate.do(TryOut() if was else Author()):
            self.chosen = None
            if was:
                workspace.messages.say("you are trying your level out as a player; F5 goes back to building it")
            elif not session.trying_out:
                workspace.messages.say("you are the author: goals, stock and hints are on the right")

    def keep_as_hints(self) -> None:
        """Turn the parts and links of this try into the hints of the level."""
        hints = lists.of_what_was_placed(self.design)
        texts = {index: hint.text for index, hint in enumerate(self.design.hints)}
        hints = tuple(replace(hint, text=hint.text or texts.get(index, "")) for index, hint in enumerate(hints))
        self.toggle()
        if self.active and self.editor.carry_out(*puzzles.hint_edits(self.design, hints)):
            self.turn_to("hints")

    @property
    def placed(self) -> int:
        """The number of parts and links that a try has placed so far."""
        return len(lists.player_built(self.design)) if self.shell.workspace.document.session.trying_out else 0

    @property
    def to_put_back(self) -> PutBack:
        """The edits that bring back all that the try before this one had placed; none if all of it is in place."""
        history = self.shell.workspace.document.past.history
        key = (history, len(history.commands), self.design)
        if self._back is None or self._back[0] != key:
            last = tryout.before(history) if self.shell.workspace.document.session.trying_out else None
            self._back = key, tryout.put_back(last, self.design) if last is not None else PutBack((), 0, ())
        return self._back[1]

    def put_back(self) -> None:
        """Place all that was placed in the try before this one again, where it was, in one step."""
        back = self.to_put_back
        self.editor.settle()
        self.editor.cancel()
        if self.editor.carry_out(*back.edits) and back.refused:
            left = len(back.refused)
            self.editor.tell(Notice(f"Put back, except {left}: {back.refused[0]}", "refused"))

    def hints_to_show(self, asked: int) -> int:
        """Return the number of hint steps shown in the scene: all of them on the author's hints tab."""
        if not self.active:
            return asked
        return STEPS * len(self.design.hints) if self.tab == "hints" else 0

    # -- goals

    def choose(self, chosen: tuple[bool, int] | None) -> None:
        """Select a goal."""
        self.chosen = chosen
        self.shell.view.chosen_rule = chosen

    def begin(self, form: Form, fails: bool, beside: tuple[Path, type[ConditionGroup]] | None = None) -> None:
        """Point out a new goal (or fail condition), or another condition beside one of the goal in hand."""
        self.editor.settle()
        if not self.can_edit:
            self.editor.locked()
            return
        lacking = goal_forms.lacking(self.design, form)
        if lacking:
            self.editor.tell(Notice(lacking, "refused"))
            return
        self.editor.cancel()
        self.editor.selection.ids = ()
        goal = self.goal
        if beside is not None and goal is not None:
            path, way = beside
            self.editor.gesture = PointOut(
                self.design, form, lambda more: (self._with(goal_forms.joined(goal.when, path, more, way)),)
            )
            return
        number = len(self.design.fails if fails else self.design.goals)
        self.choose((fails, number))
        self.editor.gesture = PointOut(self.design, form, lambda condition: self._added(condition, fails))

    def _added(self, condition: AnyCondition, fails: bool) -> tuple[SingleEdit, ...]:
        """Return the edits that add a goal. With the first one pulling by hand is no longer allowed, as a hand would
        reach most goals without any machine; the author may tick it again."""
        goal, design = Goal(goal_forms.text_of(self.design, condition), condition), self.design
        if fails:
            return (SetGoals(design.goals, (*design.fails, goal)),)
        added = SetGoals((*design.goals, goal), design.fails)
        if design.goals or PULLING not in design.allow:
            return (added,)
        return added, Allow(tuple(name for name in design.allow if name != PULLING))

    def _with(self, when: AnyCondition) -> SingleEdit:
        """Give the selected goal another condition; a text generated from the old one is generated anew."""
        goal = self.goal
        assert goal is not None
        text = (
            goal_forms.text_of(self.design, when)
            if goal.text == goal_forms.text_of(self.design, goal.when)
            else goal.text
        )
        return self.replaced(Goal(text, when))

    def replaced(self, goal: Goal | None) -> SingleEdit:
        """Return the edit that replaces the selected goal, or removes it."""
        assert self.chosen is not None
        fails, index = self.chosen
        goals = list(self.design.fails if fails else self.design.goals)
        goals[index : index + 1] = [] if goal is None else [goal]
        lists = (self.design.goals, tuple(goals)) if fails else (tuple(goals), self.design.fails)
        return SetGoals(*lists)

    def set_condition(self, path: Path, condition: AnyCondition) -> SingleEdit:
        """Return the edit that replaces the condition at a path of the selected goal."""
        goal = self.goal
        assert goal is not None
        return self._with(goal_forms.put(goal.when, path, condition))

    def drop_condition(self, path: Path) -> None:
        """Remove a condition from the selected goal, or the goal if nothing else is in it."""
        goal = self.goal
        if goal is not None:
            left = goal_forms.without(goal.when, path)
            self.editor.set(self._with(left) if left is not None else self.replaced(None))

    def delete_goal(self) -> None:
        """Delete the selected goal."""
        if self.goal is not None and self.editor.set(self.replaced(None)):
            self.choose(None)

    def move_goal(self, by: int) -> None:
        """Move the selected goal up or down the list."""
        if self.chosen is None or self.goal is None:
            return
        fails, index = self.chosen
        goals = list(self.design.fails if fails else self.design.goals)
        to = min(max(0, index + by), len(goals) - 1)
        goals.insert(to, goals.pop(index))
        self.editor.set(SetGoals(*((self.design.goals, tuple(goals)) if fails else (tuple(goals), self.design.fails))))
        self.choose((fails, to))

    # -- stock

    def give(self, kind: str, props: Values | None = None, angle: float = 0.0, by: int = 1) -> None:
        """Add `by` of a kind to the player's stock (take some out if negative), with these properties."""
        items = items_of(self.design.stock or {})
        item = StockItem(kind, 0, "", props or {}, angle, KINDS[kind].resizes if props and kind in KINDS else ())
        same = [
            name
            for name, stocked in items.items()
            if stocked.kind == kind and (kind in LINKS or (stocked.props, stocked.angle) == (item.props, angle))
        ]
        name = same[0] if same else kind if not (props or angle) and kind not in items else _free_name(items, kind)
        stocked = items.get(name, replace(item, resizes=()))
        self.set_item(name, replace(stocked, count=max(0, stocked.count + by)))
        self.item = name

    def set_item(self, name: str, item: StockItem | None) -> bool:
        """Replace a stock item; None removes it."""
        stock: dict[str, int | StockItem] = dict(self.design.stock or {})
        if item is None:
            stock.pop(name, None)
        else:
            plain = name == item.kind and item == StockItem(item.kind, item.count)
            stock[name] = item.count if plain else item
        return self.editor.set(SetStock(stock))

    def give_selected(self) -> None:
        """Add parts like the selected ones to the player's stock; the level keeps its own."""
        for spec in self.editor.selection.parts:
            self.give(spec.kind, spec.props, spec.angle)
        self.turn_to("stock")

    def belongs(self) -> bool:
        """Tell whether everything selected belongs to the level."""
        link = self.editor.selection.link
        fixed = [spec.fixed for spec in self.editor.selection.parts] + ([link.fixed] if link is not None else [])
        return bool(fixed) and all(fixed)

    def toggle_belongs(self) -> None:
        """Make the selected parts belong to the level, or free for the player to move."""
        fixed = not self.belongs()
        self.editor.settle()
        self.editor.carry_out(*(SetFixed(id_, fixed) for id_ in self.editor.selection.ids))

    # -- hints

    def show_hint(self, name: str) -> None:
        """Start placing a part or link of the stock, to show where it belongs."""
        self.editor.settle()
        if not self.can_edit:
            self.editor.locked()
            return
        self.editor.cancel()
        item = items_of(self.design.stock or {})[name]
        if item.kind in KINDS:
            self.editor.gesture = ShowHint(self.design.hints, name, tryout.out_of(item, name))
            return
        choose, title = ShowLinkFrom(self.design, item.kind), LINKS[item.kind].title.lower()
        if len(choose.sockets) < 2:
            self.editor.tell(Notice(f"A {title} joins two ports, and no parts here or in hints have ports for it.",
                                  "refused"))  # fmt: skip
        else:
            self.editor.gesture = choose

    def hint_selected(self) -> None:
        """Turn the selection into hints: parts where they stand, with the links among them; or one link."""
        self.editor.settle()
        parts, link = self.editor.selection.parts, self.editor.selection.link
        ids = {spec.id for spec in parts}
        among = (
            [candidate for candidate in self.design.links if ids.issuperset(candidate.parts)]
            if link is None
            else [link]
        )
        if self.editor.carry_out(SetHints(lists.with_built(self.design, parts, among))):
            self.turn_to("hints")

    def set_hints(self, hints: Iterable[Hint]) -> None:
        self.editor.set(*puzzles.hint_edits(self.design, tuple(hints)))

    # -- handles in the scene

    def handles(self) -> list[Handle]:
        """List the handles of the selected goal, or of the areas or the hints while they are shown."""
        if not self.can_edit or self.editor.gesture is not None:
            return []
        if self.tab == "level":
            return self.no_build.handles()
        if self.tab == "hints":
            hints = enumerate(self.design.hints, 1)  # hints about links go where their parts go
            return [Handle(Pick("hint", n), hint.x, hint.y) for n, hint in hints if not hint.ends]
        goal = self.goal if self.tab == "goals" else None
        if goal is None:
            return []
        paths = goal_forms.simple_paths(goal.when)
        return [
            handle
            for index, path in enumerate(paths)
            for handle in goal_areas.handles(self.design, goal_forms.at(goal.when, path), index)
        ]

    def select(self, target: Pick) -> None:
        """Select the area whose handle is clicked; the handles of a goal or hint have nothing more to select."""
        if target.what == "no_build":
            self.no_build.select(target)

    def drag(self, target: Pick, start: Point) -> Gesture | None:
        """Return the gesture that drags one of these handles."""
        if target.what == "hint":
            return MoveHint(self.design.hints, target.id - 1, start)
        if target.what == "no_build":
            return self.no_build.drag(target, start)
        goal = self.goal
        if goal is None:
            return None
        path = goal_forms.simple_paths(goal.when)[target.id - 1]
        condition = goal_forms.at(goal.when, path)
        return Reshape(self.design, condition, target.name, start, lambda after: self.set_condition(path, after))

    # -- tabs

    def turn_to(self, tab: str) -> None:
        """Show a tab."""
        self.tab = self.turning = tab

    def next_tab(self) -> None:
        self.turn_to(TABS[(TABS.index(self.tab) + 1) % len(TABS)])

    def next_goal(self) -> None:
        """Select the next goal or fail condition."""
        goals = [
            (fails, n) for fails, of in ((False, self.design.goals), (True, self.design.fails)) for n in range(len(of))
        ]
        if goals:
            index = goals.index(self.chosen) if self.chosen in goals else -1
            self.choose(goals[(index + 1) % len(goals)])
            self.turn_to("goals")

    # -- widgets that the tabs share

    def text_field(self, name: str, now: str, hint: str = "", lines: int = 1) -> str | None:
        """Draw a text field; return its text once it has been left and has changed."""
        draft_text = self._draft[1] if self._draft is not None and self._draft[0] == name else now
        imgui.set_next_item_width(-1.0)
        if lines > 1:
            size = (-1.0, self.ui.px(18 * lines))
            flags = imgui.InputTextFlags_.word_wrap
            changed, value = imgui.input_text_multiline(f"##{name}", draft_text, size, flags)
        else:
            changed, value = imgui.input_text_with_hint(f"##{name}", hint, draft_text)
        self.ui.mark(name)
        if changed:
            self._draft = (name, value)
        if imgui.is_item_deactivated():
            draft, self._draft = self._draft, None
            if draft is not None and draft[0] == name and draft[1] != now:
                return draft[1][:2000]
        return None


def _free_name(items: dict[str, StockItem], kind: str) -> str:
    number = 2
    while f"{kind}-{number}" in items:
        number += 1
    return f"{kind}-{number}"
