"""The menu Advanced: the main loops known from the literature, what is drawn between two ticks, a tester's figures."""

from __future__ import annotations

from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.workspace.clock import SCHEMES, Scheme, Smoothing
from sandbox.workspace.settings import SMOOTHINGS


class Advanced:
    """Chooses how the machine is stepped and drawn, which is an experiment and no taste."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        settings = self.shell.workspace.settings
        actions = (
            *(self._smoothing(smoothing, number) for number, smoothing in enumerate(Smoothing, 1)),
            Action("next_smoothing", "Next smoothing", self.next_smoothing,
                   "Another way to draw between two ticks, while it runs", keys("M"), enabled=self.shell.building,
                   for_testers=True),
            *(self._scheme(scheme, number) for number, scheme in enumerate(SCHEMES, 1)),
            Action("tester_view", "Tester's view", lambda: settings.remember(tester=not settings.now.tester),
                   "Also show ticks, the time of the session, time lost and frames a second, at the lower right",
                   keys("F12"), enabled=self.shell.building, checked=lambda: settings.now.tester),
        )  # fmt: skip
        return Feature(actions=actions)

    def _smoothing(self, smoothing: Smoothing, number: int) -> Action:
        title, tip = SMOOTHINGS[smoothing]
        workspace = self.shell.workspace

        def use() -> None:
            workspace.pacing.smoothing = smoothing
            workspace.messages.say(f"between two ticks: {title.lower()}")

        return Action(
            f"smooth_{smoothing}", title, use, tip, keys(f"Ctrl+{number}"), enabled=self.shell.building,
            checked=lambda: workspace.pacing.smoothing is smoothing, for_testers=True,
        )  # fmt: skip

    def _scheme(self, scheme: Scheme, number: int) -> Action:
        workspace = self.shell.workspace

        def use() -> None:
            if workspace.pacing.use_scheme(scheme):
                workspace.messages.say(f"main loop: {scheme.title[:1].lower()}{scheme.title[1:]}")

        return Action(
            f"loop_{scheme.name}", scheme.title, use, scheme.about, keys(f"Alt+{number}"), enabled=self.shell.building,
            checked=lambda: workspace.pacing.scheme is scheme, for_testers=True,
        )  # fmt: skip

    def next_smoothing(self) -> None:
        """Choose the next of the three smoothings."""
        workspace, ways = self.shell.workspace, list(Smoothing)
        workspace.pacing.smoothing = ways[(ways.index(workspace.pacing.smoothing) + 1) % len(ways)]
        workspace.messages.say(f"between two ticks: {SMOOTHINGS[workspace.pacing.smoothing][0].lower()}")
