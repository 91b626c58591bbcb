"""The author's tabs for the stock, the hints and the texts."""

from __future__ import annotations

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.commands.commands import Allow, AllowForecast, SetInsight, SetStock, SetTexts
from sandbox.design.design import PULLING, StockItem, items_of
from sandbox.editing import snapping
from sandbox.editing.authoring import hints
from sandbox.parts import FAMILIES, KINDS, LINKS
from sandbox.window.author.author_view import AuthorView
from sandbox.window.author.par import ParFields
from sandbox.window.shell.shell import Shell
from sandbox.window.shell.world_panel import WorldPanel
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.widgets import labelled

TICK_RATES = (60, 120, 240, 480, 960)
_MAY = {"press": "press buttons and switches", PULLING: "pull things by hand"}
_MAY_TIPS = {
    "press": "With a click, while the machine runs",
    PULLING: "A hand reaches most goals without any machine: the first goal of a level unticks this",
}


class StockTab:
    """The player's stock: counts, and what the player may do with each item."""

    def __init__(self, view: AuthorView, shell: Shell) -> None:
        self.view, self.shell, self.ui = view, shell, view.ui

    def draw(self) -> None:
        ui, view, design = self.ui, self.view, self.view.design
        if design.stock is None:
            ui.faint("The player builds freely, with every part. With a stock, only what is in it can be placed, and "
                     "what you have built belongs to the level.")  # fmt: skip
            if ui.button("stock.begin", f"{Icon.GIVE}  Give a stock", "An empty one to begin with", primary=True):
                view.editor.set(SetStock({}))
            return
        items = items_of(design.stock)
        if not items:
            ui.faint("Nothing yet. Shift+click a part in the list at the left, or choose one here.")
        for name, item in items.items():
            self._row(name, item)
        self._add()
        ui.space(2)
        if ui.button("stock.end", f"{Icon.CLOSE}  Without a stock", "The player builds freely, with every part"):
            view.editor.set(SetStock(None))

    def _row(self, name: str, item: StockItem) -> None:
        ui, view = self.ui, self.view
        imgui.push_id(labelled("", name))
        size = ui.px(30)
        plain = item.kind in LINKS or not item.props
        picture = self.shell.pictures.kind(item.kind) if plain else self.shell.pictures.item(item)
        imgui.image(imgui.ImTextureRef(picture.texture), (size, size), picture.uv0, picture.uv1)
        imgui.same_line(0.0, ui.px(8))
        title = item.title or (KINDS.get(item.kind) or LINKS[item.kind]).title
        room = imgui.get_content_region_avail().x - ui.px(102)
        imgui.push_style_var(imgui.StyleVar_.selectable_text_align, (0.0, 0.5))
        pressed = imgui.selectable(labelled(title, "row"), view.item == name, 0, (room, size))[0]
        imgui.pop_style_var()
        if pressed:
            view.item = "" if view.item == name else name
        ui.mark(f"stock.{name}")
        ui.tip("Click to say what may be done with it")
        imgui.same_line()
        if ui.button(
            f"stock.less.{name}", "\N{MINUS SIGN}", "One less", size=(ui.px(28), size), enabled=item.count > 0
        ):
            view.set_item(name, replace(item, count=item.count - 1))
        imgui.same_line(0.0, ui.px(6))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(8), ui.px(7)))
        imgui.align_text_to_frame_padding()
        imgui.pop_style_var()
        ui.bold(f"{item.count}")
        imgui.same_line(0.0, ui.px(4))
        if ui.button(f"stock.more.{name}", "+", "One more", size=(ui.px(28), size)):
            view.set_item(name, replace(item, count=item.count + 1))
        if view.item == name:
            self._details(name, item)
        imgui.pop_id()

    def _details(self, name: str, item: StockItem) -> None:
        """Draw an item's name and angle, and whether it may be resized and turned."""
        ui, view = self.ui, self.view
        imgui.indent(ui.px(12))
        if item.kind in KINDS:
            kind = KINDS[item.kind]
            title = view.text_field("stock.title", item.title, f"Its name ({kind.title})")
            if title is not None:
                view.set_item(name, replace(item, title=title))
            changed, turns = imgui.checkbox("may be turned", item.turns)
            ui.mark("stock.turns")
            if changed:
                view.set_item(name, replace(item, turns=turns))
            for resized in kind.resizes:
                prop = kind.property(resized)
                changed, on = imgui.checkbox(f"{(prop.title if prop else resized).lower()} may be changed",
                                             resized in item.resizes)  # fmt: skip
                ui.mark(f"stock.resizes.{resized}")
                if changed:
                    resizes = {*item.resizes, resized} if on else {*item.resizes} - {resized}
                    view.set_item(
                        name, replace(item, resizes=tuple(field for field in kind.resizes if field in resizes))
                    )
            if kind.turns:
                imgui.set_next_item_width(-1.0)
                now = snapping.degrees(item.angle)
                _, angle = imgui.input_float("##angle", now, 15.0, 0.0, "comes at %.0f\N{DEGREE SIGN}")
                ui.mark("stock.angle")
                if angle != now and not imgui.is_item_active():
                    view.set_item(name, replace(item, angle=snapping.radians(round(angle, 3))))
            same = [spec for spec in view.editor.selection.parts if spec.kind == item.kind]
            if same and ui.button("stock.like", f"{Icon.COPY}  Like the selected one", "Take over its properties"):
                view.set_item(name, replace(item, props=same[0].props))
        if ui.button("stock.delete", f"{Icon.TRASH}  Out of the stock", "Not one of them for the player"):
            view.set_item(name, None)
        imgui.unindent(ui.px(12))

    def _add(self) -> None:
        """Draw a list of all kinds, by family."""
        imgui.set_next_item_width(-1.0)
        is_open = imgui.begin_combo("##add", f"{Icon.GIVE}  Add a part \N{HORIZONTAL ELLIPSIS}")
        self.ui.mark("stock.add")
        if not is_open:
            return
        self.ui.cover()
        for family, module in FAMILIES.items():
            imgui.text_disabled(family)
            for kind in (*module.KINDS, *getattr(module, "LINKS", ())):
                if imgui.selectable(labelled(f"  {kind.title}", kind.name), False)[0]:
                    self.view.give(kind.name)
                self.ui.mark(f"stock.add.{kind.name}")
        imgui.end_combo()


class HintsTab:
    """The author's solution, part by part, in the order in which hints appear."""

    def __init__(self, view: AuthorView, shell: Shell) -> None:
        self.view, self.shell, self.ui = view, shell, view.ui

    def draw(self) -> None:
        ui, view = self.ui, self.view
        design = view.design  # the design before any of these buttons was pressed
        shown_hints = design.hints
        if not shown_hints:
            ui.faint("Show where a part or link belongs: take it here and put it there. It becomes a hint, in three "
                     "steps: which it is, where about, exactly where.")  # fmt: skip
        for index, hint in enumerate(shown_hints):
            imgui.push_id(index)
            kind = KINDS.get(hint.kind) or LINKS[hint.kind]
            size = ui.px(26)
            picture = self.shell.pictures.kind(hint.kind)
            imgui.align_text_to_frame_padding()
            ui.bold(f"{index + 1}.")
            imgui.same_line()
            imgui.image(imgui.ImTextureRef(picture.texture), (size, size), picture.uv0, picture.uv1)
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            ui.text(kind.title)
            imgui.same_line(imgui.get_content_region_avail().x + imgui.get_cursor_pos_x() - ui.px(66))
            sooner = hints.earlier(shown_hints, index)
            tip = (
                "Show this hint earlier"
                if sooner is not None or not index
                else "It is tied to the part of the hint before"
            )
            if ui.button(f"hint.up.{index}", Icon.UP, tip, size=(ui.px(30), 0.0), enabled=sooner is not None):
                view.set_hints(sooner or ())
            imgui.same_line(0.0, ui.px(4))
            tip = "Take this hint away, and links that are tied to its part"
            if ui.button(f"hint.delete.{index}", Icon.TRASH, tip, size=(ui.px(30), 0.0)):
                view.set_hints(hints.without(shown_hints, index))
            if hint.ends:
                ui.faint(hints.in_words(design, replace(hint, text="")))
            text = view.text_field(f"hint.text.{index}", hint.text, "What it says, from the second step on")
            if text is not None:
                view.set_hints((*shown_hints[:index], replace(hint, text=text), *shown_hints[index + 1 :]))
            imgui.pop_id()
        self._show()

    def _show(self) -> None:
        """Draw a button for each part and link of the stock."""
        ui, view = self.ui, self.view
        items = items_of(view.design.stock or {})
        ui.space(2)
        if not items:
            ui.faint("Hints are about parts and links of the stock; give the player one first.")
            return
        ui.text("Show where it belongs:")
        for name, item in items.items():
            title = item.title or (KINDS.get(item.kind) or LINKS[item.kind]).title
            how = "where it belongs" if item.kind in KINDS else "the two ports that it joins"
            if ui.button(f"hint.show.{name}", f"{Icon.HINT}  {title}", f"Click it, then click {how}", size=(-1.0, 0.0)):
                view.show_hint(name)


class LevelTab:
    """The level's texts, its no-build areas, what the player may do while it runs, its par, and its world."""

    def __init__(self, view: AuthorView, shell: Shell, world: WorldPanel) -> None:
        self.world, self.par = world, ParFields(view)
        self.view, self.shell, self.ui = view, shell, view.ui

    def draw(self) -> None:
        ui, view, design = self.ui, self.view, self.view.design
        title = view.text_field("level.title", design.title, "Its title")
        if title is not None and title.strip():
            view.editor.set(SetTexts(title.strip(), design.text))
        text = view.text_field("level.text", design.text, lines=4)
        if text is not None:
            view.editor.set(SetTexts(design.title, text))
        insight = view.text_field("level.insight", design.insight, "The one idea, shown after the win")
        ui.tip(
            "The one idea that the level is about. One sentence. "
            "The player reads it on the card of the win, and never before."
        )
        if insight is not None:
            view.editor.set(SetInsight(insight.strip()))
        ui.space(2)
        view.no_build.draw()
        ui.space(2)
        ui.text("While it runs the player may")
        for name, label in _MAY.items():
            changed, on = imgui.checkbox(label, name in design.allow)
            ui.mark(f"level.allow.{name}")
            ui.tip(_MAY_TIPS[name])
            if changed:
                allowed = {*design.allow, name} if on else {*design.allow} - {name}
                view.editor.set(Allow(tuple(action for action in _MAY if action in allowed)))
        ui.text("While building the player may")
        changed, on = imgui.checkbox("see where things will move", design.forecast)
        ui.mark("level.forecast")
        ui.tip("The paths of the next three seconds. In free building they are always there.")
        if changed:
            view.editor.set(AllowForecast(on))
        ui.space(2)
        self.par.draw()
        ui.space(2)
        self._tick_rate()
        self.world.draw()

    def _tick_rate(self) -> None:
        """Draw the choice of tick rate. A session's tick rate never changes: another one begins another session."""
        ui, now = self.ui, self.view.design.world.tick_rate
        rates = sorted({*TICK_RATES, now})
        imgui.set_next_item_width(-1.0)
        changed, index = imgui.combo("##tick_rate", rates.index(now), [f"{rate} ticks a second" for rate in rates])
        ui.mark("level.tick_rate")
        ui.tip("How finely time is divided. Another tick rate begins a new session: steps up to now can't be undone "
               "there; they stay in the recording of this session.")  # fmt: skip
        if changed and rates[index] != now:
            self.shell.workspace.control.use_tick_rate(rates[index])
