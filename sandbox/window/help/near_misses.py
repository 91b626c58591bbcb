"""The card "So close!": after a failed try, worker processes look for a part that would win a few millimetres away."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from sandbox.commands.commands import Move
from sandbox.design.design import Design
from sandbox.editing.stock_names import name_of_part
from sandbox.parts.titles import title_in
from sandbox.trials.search.near_miss import NearMiss, NearMissJob
from sandbox.trials.search.try_service import TryService
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Option, Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.workspace.past.runs import PastRun
from sandbox.workspace.playback import live_commands

MODES = {  # of the setting: title, and what it does
    "off": ("Say nothing", "A failed try is not looked at"),
    "say": ("Say which part", "After a failed try: which part is almost right, if one is"),
    "help": ("Offer help", "Also say in which direction the part would have to go, or put it there, if you ask for it"),
}
_NOT_NOW = "this is for after a try that has failed by a little"
_YOURS = "in an open puzzle you put each part in its place yourself; ask which way it would have to go"


class NearMisses:
    """The hint after a failed try. Nothing is computed without an event loop, which shows what comes later."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.service = TryService()
        self.shown: NearMiss | None = None
        self.points = False  # the way is shown, too
        self._job: NearMissJob | None = None
        self.looking = False  # places are being tried, or their outcome has not been taken
        self._last: PastRun | None = None  # the last run that has been looked at

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        building = self.shell.building
        return Feature(
            actions=(
                Action("which_way", "Which way?", self.point,
                       "After a try that was close: where the part would have to go", keys("Alt+W"), Icon.POINTER,
                       lambda: building() and self.may_point, why=lambda: _NOT_NOW),
                Action("do_near_miss", "Do it", self.do_it, "After a try that was close: put the part where it wins",
                       keys("Alt+D"), Icon.DONE, lambda: building() and self.may_do,
                       why=lambda: _YOURS if self._is_open else _NOT_NOW),
            ),
            settings=(self._setting(),),
            document_changed=self._begin_anew,
            before_frame=self.look,
            before_scene=self._show_way,
            card=self._draw_card,
            close=self.close,
            state=self._state,
        )  # fmt: skip

    def _setting(self) -> Setting:
        settings = self.shell.workspace.settings

        def option(mode: str, title: str, tip: str) -> Option:
            return Option(
                f"so_close.{mode}", title, tip, lambda: self.mode == mode, lambda: settings.remember(so_close=mode)
            )

        options = tuple(option(mode, *words) for mode, words in MODES.items())
        return Setting("so_close", "After a failed try", options, one_of=True, why_not=self.why_not)

    @property
    def mode(self) -> str:
        """The setting: off, say (that it was close) or help (say in which direction, and do it)."""
        return self.shell.workspace.settings.now.so_close

    def look(self) -> None:
        """Begin after a failed try, forget what an edit or a start has outdated, take an answer."""
        if self.mode == "off" or self.shell.loop is None:
            self.forget()
            return
        document = self.shell.workspace.document
        if document.session.running:
            self.forget()
            return
        last = self._last_run
        if last is not self._last:
            self._last = last
            if last is not None and self._has_failed(last):
                self._begin(document.design)
        if self._job is not None:
            if document.design != self._job.design or document.watching:
                self.forget()
            elif self._job.done:
                self.shown, self.looking = self._job.result, False

    @property
    def _last_run(self) -> PastRun | None:
        runs = self.shell.workspace.document.past.history.runs
        return runs[-1] if runs else None

    def _begin_anew(self) -> None:
        """Leave the runs alone that came with a document."""
        self._last = self._last_run
        self.forget()

    def why_not(self) -> str:
        """Return why nothing is said after a try in this level, as a sentence; empty if something may be."""
        document = self.shell.workspace.document
        if not document.design.goals:
            return "the level has no goals, so no try of it can fail"
        return "this is for the level's players" if document.design.author else ""

    def _has_failed(self, run: PastRun) -> bool:
        """Tell whether a run is a player's try that did not win, and whose machine ran alone."""
        document = self.shell.workspace.document
        is_try = bool(document.design.goals) and not document.design.author and not document.watching
        return is_try and run.won is None and not live_commands(document.past.history)

    def _begin(self, design: Design) -> None:
        self.forget()
        self._job, self.looking = NearMissJob(design), True
        self.service.start(self._job)
        self.shell.watch(self._goes_on)

    def _goes_on(self) -> bool:
        return self._job is not None and not self._job.done

    def forget(self) -> None:
        """Hide the card, and look for nothing."""
        if self._job is not None:
            self.service.drop()
            self._job, self.shown, self.points, self.looking = None, None, False, False

    # -- the card, and the way in the scene

    def _draw_card(self, x: float, y: float) -> None:
        """Draw the card after a failed try that was close."""
        ui, miss = self.shell.ui, self.shown
        if miss is None:
            return
        with ui.floating("near", x, y, (0.5, 0.0), Colour.WARM):
            ui.icon(Icon.HINT, Colour.ACCENT_DEEP, 34.0)
            imgui.begin_group()
            ui.bold("So close!", 22.0)
            imgui.text_unformatted(self.sentence)
            if self.points:
                ui.icon(Icon.POINTER, Colour.LINK)
                imgui.text_unformatted(f"{miss.words.capitalize()}.")  # unwrapped: the card fits it at once
                ui.mark("near.words")
            imgui.end_group()
            ui.space(2)
            for name in ("which_way", "do_near_miss"):
                if ui.actions[name].enabled():
                    ui.action(name, 0, f"{ui.actions[name].symbol}  {ui.actions[name].label}", as_=f"near.{name}")
                    imgui.same_line()
            if ui.button("near.close", Icon.CLOSE, "Close this; the settings can turn it off", size=(0.0, ui.px(30))):
                self.forget()

    def _show_way(self) -> None:
        self.shell.view.arrow = self.arrow

    @property
    def sentence(self) -> str:
        """The sentence of the card."""
        miss = self.shown
        if miss is None or not miss.part:
            return "This machine wins, if it is left to run."
        design = self.shell.workspace.document.design
        spec = design.part_by_id[miss.part]
        title = name_of_part(design, spec)
        alike = [other for other in design.parts if not other.fixed and other.kind == spec.kind]
        return f"Almost right: {'the' if len(alike) == 1 else 'one'} {title[:1].lower()}{title[1:]}."

    @property
    def arrow(self) -> tuple[float, float, float, float] | None:
        """The arrow to draw (m): from the middle of the part towards the place where it wins; None for none."""
        miss, design = self.shown, self.shell.workspace.document.design
        if miss is None or miss.pose is None or not self.points or miss.part not in design.part_by_id:
            return None
        spec = design.part_by_id[miss.part]
        return spec.x, spec.y, miss.pose.x - spec.x, miss.pose.y - spec.y

    @property
    def may_point(self) -> bool:
        """True if there is a way to show, and the player may ask for it."""
        return self._has_way and not self.points

    @property
    def may_do(self) -> bool:
        """True if there is a part to move, and the player may have it moved."""
        return self._has_way and not self._is_open

    @property
    def _has_way(self) -> bool:
        return self.shown is not None and self.shown.pose is not None and self.mode == "help"

    @property
    def _is_open(self) -> bool:
        """True in an open puzzle, which leaves all of the building to its player."""
        return self.shell.workspace.document.design.open

    def point(self) -> None:
        """Show in which direction the part would have to go."""
        self.points = True
        self.shell.host.stir()  # the card grows
        self.shell.stir()

    def do_it(self) -> None:
        """Move the part to where it wins, in one step that can be undone."""
        miss, workspace = self.shown, self.shell.workspace
        if miss is None or miss.pose is None:
            return
        title = title_in(workspace.document.design, miss.part)
        pose = miss.pose
        if workspace.gate.do(Move(pose.part, pose.x, pose.y, pose.angle, pose.flip)):
            workspace.messages.say(f"{title}: {miss.words}; Undo takes it back")

    def close(self) -> None:
        """End the processes that try places."""
        self.service.close()

    def _state(self) -> dict[str, Any]:
        """Collect what is said after a failed try: while places are tried nothing, then a sentence or an empty text."""
        miss = self.shown
        near = {
            "looking": self.looking,
            "says": self.sentence if miss is not None else "",
            "words": miss.words if miss is not None and miss.part else "",
            "arrow": self.arrow,
        }
        return {"near": near}
