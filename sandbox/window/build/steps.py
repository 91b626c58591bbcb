"""The steps of a session by name, worked out from the designs before and after each; and the list to jump about in.

Nothing is stored beside the session: a step that leaves the design as it was has no name.
"""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.commands.session import Session
from sandbox.design.design import Design, Link, PartSpec, items_of
from sandbox.design.scenes import SCENES
from sandbox.parts import KINDS, LINKS
from sandbox.parts.titles import mention
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, labelled

WIDTH, MOST_HIGH = 250.0, 380.0  # px
_KEPT = 4096  # names


def step_name(before: Design, after: Design) -> str:
    """Name the step between two designs by the change."""
    if before.stock != after.stock:
        return _stocked(before, after)
    gone = [spec for spec in before.parts if spec.id not in after.part_by_id]
    new = [spec for spec in after.parts if spec.id not in before.part_by_id]
    if gone or new:
        return _several("Delete", gone) if gone else _several("Place", new)
    cut = [link for link in before.links if link.id not in after.link_by_id]
    tied = [link for link in after.links if link.id not in before.link_by_id]
    if tied:
        return _joined(after, tied)
    if cut:
        return f"Take away {_link(cut[0])}" if len(cut) == 1 else f"Take away {len(cut)} links"
    pairs = [(old, new) for old, new in zip(before.parts, after.parts, strict=True) if old != new]
    if pairs and before.world == after.world:  # a world that grows takes its walls along
        return _changed(pairs)
    for old, changed in zip(before.links, after.links, strict=True):
        if old != changed:
            return f"Set {_props(old, changed)} of {_link(changed)}"
    return _about_the_level(before, after)


def _about_the_level(before: Design, after: Design) -> str:
    """Name a step that changes neither parts nor links."""
    if before.author != after.author:
        return "Take the level in hand" if after.author else "Try the level out"
    if (before.goals, before.fails) != (after.goals, after.fails):
        return _listed(before, after, "goals", "goal") or _listed(before, after, "fails", "fail condition")
    if before.hints != after.hints:
        return _listed(before, after, "hints", "hint")
    if before.no_build != after.no_build:
        return _areas(len(after.no_build) - len(before.no_build))
    if before.world != after.world:
        fields = [
            name for name in after.world.__struct_fields__ if getattr(before.world, name) != getattr(after.world, name)
        ]
        return f"Set the world's {_words(fields)}"
    if before.par != after.par:
        return "Change the par"
    if before.scene != after.scene:
        return f"Set the scene: {SCENES[after.scene].title.lower()}"
    if before.insight != after.insight:
        return "Change the insight"
    if before.open != after.open:
        return "Make it an open puzzle" if after.open else "Make it an ordinary level"
    if before.aims != after.aims:
        return _listed(before, after, "aims", "aim")
    if before.forecast != after.forecast:
        return "Allow the forecast" if after.forecast else "Allow no forecast"
    fields_changed = [name for name in after.__struct_fields__ if getattr(before, name) != getattr(after, name)]
    return (
        f"Change the {_words([name for name in fields_changed if name != 'next_id'])}" if fields_changed else "Nothing"
    )


def _listed(before: Design, after: Design, field: str, noun: str) -> str:
    """Name a change to a list of goals, fail conditions, hints or aims; empty if it has not changed."""
    old, new = getattr(before, field), getattr(after, field)
    if old == new:
        return ""
    verb = "Add" if len(new) > len(old) else "Delete" if len(new) < len(old) else "Change"
    entry = next((item for item in new if item not in old), None) if verb != "Delete" else None
    return f"{verb} the {noun} \N{LEFT DOUBLE QUOTATION MARK}{entry.text}\N{RIGHT DOUBLE QUOTATION MARK}" if (
        entry is not None and entry.text
    ) else f"{verb} {'an' if noun[0] in 'aeiou' else 'a'} {noun}"  # fmt: skip


def _areas(more: int) -> str:
    """Name a change to the areas in which the player may put no part."""
    return f"{'Add' if more > 0 else 'Delete' if more < 0 else 'Change'} a no-build area"


def _stocked(before: Design, after: Design) -> str:
    """Name a change to the player's stock."""
    if before.stock is None or after.stock is None:
        return "Give a stock" if before.stock is None else "Take the stock away"
    old, new = items_of(before.stock), items_of(after.stock)
    name = next((name for name in {**old, **new} if old.get(name) != new.get(name)), "")
    kind = (new.get(name) or old[name]).kind if name else ""
    title = ((KINDS.get(kind) or LINKS.get(kind)) or KINDS["crate"]).title.lower()
    return f"Change the stock: {title}"


def _title(spec: PartSpec) -> str:
    return mention(spec)


def _link(link: Link) -> str:
    return mention(link)


def _words(names: list[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)


def _several(verb: str, specs: list[PartSpec]) -> str:
    return f"{verb} {_title(specs[0])}" if len(specs) == 1 else f"{verb} {len(specs)} parts"


def _joined(design: Design, links: list[Link]) -> str:
    if len(links) > 1:
        return f"Join {len(links)} pairs"
    ends = [_title(design.part_by_id[end.part]) for end in (links[0].a, links[0].b)]
    return f"{LINKS[links[0].kind].title} from {ends[0]} to {ends[1]}"


def _changed(pairs: list[tuple[PartSpec, PartSpec]]) -> str:
    """Name a change to parts that exist before and after."""
    verbs = {_verb(old, new) for old, new in pairs}
    if len(pairs) == 1:
        old, new = pairs[0]
        verb = verbs.pop()
        return f"Set {_props(old, new)} of {_title(new)}" if verb == "Set" else f"{verb} {_title(new)}"
    if verbs == {"Group", "Ungroup"}:  # a new group has left single parts of others
        pairs, verbs = [pair for pair in pairs if pair[1].group], {"Group"}
    verb = verbs.pop() if len(verbs) == 1 else "Arrange"
    return f"{'Change' if verb == 'Set' else verb} {len(pairs)} parts"


def _verb(old: PartSpec, new: PartSpec) -> str:
    if old.fixed != new.fixed:
        return "Keep" if new.fixed else "Hand over"
    if old.props != new.props:
        names = {name for name in {*old.props, *new.props} if old.props.get(name) != new.props.get(name)}
        return "Resize" if names <= set(KINDS[new.kind].resizes) else "Set"
    if old.name != new.name:
        return "Name" if new.name else "Take the name away:"
    if old.locked != new.locked:
        return "Lock" if new.locked else "Unlock"
    if old.group != new.group:
        return "Group" if new.group else "Ungroup"
    if old.layer != new.layer:
        return "Bring forward" if new.layer > old.layer else "Send back"
    if old.flip != new.flip:
        return "Flip"
    return "Move" if (old.x, old.y) != (new.x, new.y) else "Turn"


def _props(old: PartSpec | Link, new: PartSpec | Link) -> str:
    """List the titles of the properties that differ, in small letters."""
    kind = KINDS[new.kind] if isinstance(new, PartSpec) else LINKS[new.kind]
    changed = [prop.title for prop in kind.properties if old.props.get(prop.name) != new.props.get(prop.name)]
    return ", ".join(changed).lower()


class Steps:
    """Cached names of a session's steps."""

    def __init__(self) -> None:
        self._names: dict[tuple[int, int], tuple[Design, Design, str]] = {}

    def name(self, before: Design, after: Design) -> str:
        key = id(before), id(after)
        entry = self._names.get(key)
        if entry is None:  # the designs are kept too, so that their addresses stay theirs
            if len(self._names) >= _KEPT:
                self._names.clear()
            entry = self._names[key] = before, after, step_name(before, after)
        return entry[2]


class StepsPanel:
    """The list of steps over the lower left corner of the canvas, while it is open."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self.open = False
        self._steps = Steps()
        self._at = -1  # the step that was shown as the present one

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("scene", self.draw, 10),), escape=self.close, forget=self.forget)

    def toggle(self) -> None:
        self.open = not self.open

    def close(self) -> bool:
        """Close the list; False if it is not open."""
        was_open, self.open = self.open, False
        return was_open

    def forget(self) -> None:
        """Forget the steps of the document before, and scroll to the present one of another."""
        self._steps, self._at = Steps(), -1

    def draw(self, canvas: Rect) -> None:
        """Draw a line for each step: those that can be undone, the current one marked, those that can be redone."""
        if not self.open:
            return
        ui, session = self.ui, self.shell.workspace.document.session
        pad = ui.px(14)
        with ui.floating("steps", canvas[0] + pad, canvas[3] - pad, (0.0, 1.0), width=ui.px(WIDTH)):
            ui.icon(Icon.HISTORY, Colour.LINK)
            ui.bold("Steps")
            imgui.same_line(imgui.get_window_width() - ui.px(44))
            if ui.button("steps.close", Icon.CLOSE, "Close this list", ui.actions["steps"].shortcut):
                self.open = False
            chosen = self._list(session)
        if chosen is not None:
            player, now = self.shell.workspace.gate.player, len(session.past)
            between = range(min(chosen, now) + 1, max(chosen, now) + 1)
            own = sum(1 for number in between if session.step(number).player == player)
            if own:
                self.shell.editor.jump(own if chosen > now else -own)

    def _list(self, session: Session) -> int | None:
        """Draw the lines; return the number of the step that was clicked."""
        ui, past, future = self.ui, session.past, session.future
        count, current = len(past) + 1 + len(future), len(past)
        line = imgui.get_text_line_height_with_spacing()
        high = min(self.ui.px(MOST_HIGH), line * count + ui.px(10), self.shell.window.height / 2)
        imgui.begin_child("list", (0.0, high), imgui.ChildFlags_.nav_flattened)
        if current != self._at:
            self._at = current
            imgui.set_scroll_y(max(0.0, line * current - high / 2))
        chosen = None
        clipper = imgui.ListClipper()
        clipper.begin(count, line)
        while clipper.step():
            for number in range(clipper.display_start, clipper.display_end):
                if self._row(session, number, current):
                    chosen = number
        imgui.end_child()
        return chosen

    def _row(self, session: Session, number: int, current: int) -> bool:
        """Draw the line of one step and return whether it was clicked; 0 is the session's beginning."""
        icon = Icon.NEXT if number == current else Icon.REDO if number > current else Icon.CHECK
        name = self._name(session, number) if number else "As it was opened"
        if number > current:
            imgui.push_style_color(imgui.Col_.text, Colour.FAINT)
        clicked = imgui.selectable(labelled(f"{icon}  {name}", f"step{number}"), number == current)[0]
        if number > current:
            imgui.pop_style_color()
        self.ui.mark(f"step.{number}")
        self.ui.tip(
            "Go back to this step" if number < current else "Do it again up to here" if number > current else "Now"
        )
        return bool(clicked)

    def _name(self, session: Session, number: int) -> str:
        """Name a step, and where there are several players, whose it is."""
        step = session.step(number)
        name = self._steps.name(step.before, step.after)
        return f"{name} ({session.name_of(step.player)})" if session.players else name
