"""The forecast of the machine being built: it is asked for whenever the design changes, and its paths go to the
view."""

from __future__ import annotations

from sandbox.commands import commands
from sandbox.commands.commands import SingleEdit
from sandbox.design.design import Design
from sandbox.editing.document import Notice
from sandbox.editing.gestures.gesture import refusal
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.forecast.forecast import Forecast
from sandbox.workspace.forecast.forecaster import Forecaster

LOOK_EVERY_S = 1 / 60  # while a forecast is awaited
_EXPLAINED = "The faint paths show where things will move in the next three seconds, before you press Run."
_TIP = "While building: faint paths show where things will move in the next three seconds"


class Forecasting:
    """The forecast that is shown. Nothing is computed without an event loop, which shows paths that come later."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.forecaster = Forecaster()
        self.shown: Forecast | None = None
        self._edited: tuple[Design, tuple[SingleEdit, ...]] | None = None  # a document, and the gesture's edits
        self._asked: Design | None = None

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            actions=(
                Action("forecast", "Forecast", self.toggle, _TIP, keys("W"), Icon.FORECAST,
                       lambda: self.shell.building() and self.allowed, lambda: self.on, self.why_not),
            ),
            settings=(
                Setting.switch("forecast", "Forecast", "Draw the next three seconds", _TIP, lambda: self.on,
                               self.toggle, self.why_not),
            ),
            document_changed=self._leave,
            before_scene=self._show,
            close=self.close,
            state=lambda: {"forecast": _ends_of_paths(self.shell.view.forecast)},
        )  # fmt: skip

    @property
    def on(self) -> bool:
        return self.shell.workspace.settings.now.forecast

    @property
    def allowed(self) -> bool:
        """True if the level lets its builder see forecasts."""
        return self.shell.workspace.document.design.shows_forecast

    def why_not(self) -> str:
        """Return why no forecast is drawn in this level, as a sentence; empty if there may be one."""
        return "" if self.allowed else "this level does not allow the forecast: what will happen is for you to find out"

    def toggle(self) -> None:
        self.shell.workspace.settings.remember(forecast=not self.on)
        hidden = self.shell.workspace.document.session.running or self.shell.workspace.document.watching
        sentence = "forecast: the next three seconds are drawn" + (" while you build, not now" if hidden else "")
        self.shell.workspace.messages.say(sentence if self.on else "no forecast")

    def _show(self) -> None:
        self.shell.view.forecast = self.update()
        self._explain()

    def _explain(self) -> None:
        """Say once, in free building, what the paths are that a part has for the first time."""
        settings, shown = self.shell.workspace.settings, self.shown
        free = not self.shell.workspace.document.design.goals
        if shown is not None and shown.paths and free and not settings.now.forecast_explained:
            settings.remember(forecast_explained=True)
            self.shell.toasts.tell(Notice(_EXPLAINED, "info", "forecast"))

    def update(self) -> Forecast | None:
        """Ask for a forecast of changes since the last frame, and return the paths to draw now."""
        document = self.shell.workspace.document
        hidden = document.session.running or document.in_past or document.watching or document.working
        if self.shell.loop is None or hidden or not (self.on and self.allowed):
            self._leave()
            return None
        gesture, design = self.shell.editor.gesture, document.design
        edits = gesture.edits() if gesture is not None else ()
        if self._edited is None or self._edited[0] is not design or self._edited[1] != edits:
            self._edited = design, edits
            self._ask(self._outcome(design, edits))
        self._take()
        return self.shown

    def close(self) -> None:
        """End the process that computes forecasts."""
        self.forecaster.close()

    def _outcome(self, design: Design, edits: tuple[SingleEdit, ...]) -> Design | None:
        """Return the design as it will be when the gesture ends now; None if that can't be run."""
        editor = self.shell.editor
        preview = editor.preview
        if editor.overlap_watch.tears(() if preview.why_not else preview.parts) is not None:
            return None
        if preview.why_not or refusal(design, edits):
            return design  # the gesture will come to nothing
        for edit in edits:
            design = commands.edit(design, edit)
        return design

    def _ask(self, design: Design | None) -> None:
        if design is None:
            self._leave()
        elif design != self._asked:
            self._asked = design
            self.forecaster.ask(design, self.shell.workspace.document.session.seed)
            self.shell.watch(self._goes_on, LOOK_EVERY_S, draws=False)

    def _take(self) -> bool:
        """Show a forecast that has arrived; return whether there is one."""
        news = self.forecaster.poll()
        if news is not None:
            self.shown = news
        return news is not None

    def _goes_on(self) -> bool:
        """Draw a frame if a forecast has arrived; return whether one is still due."""
        due = self.forecaster.waiting  # before what has come is taken: nothing is missed then
        if self._take():
            self.shell.draw_once()
        return due

    def _leave(self) -> None:
        """Hide the paths, and wait for none."""
        if self._asked is not None:
            self.forecaster.drop()
        self.shown = self._edited = self._asked = None


def _ends_of_paths(forecast: Forecast | None) -> dict[int, list[float]]:
    """Return x, y and angle where the paths of a forecast end, by part."""
    return {path.part: path.poses[-1].tolist() for path in forecast.paths} if forecast is not None else {}
