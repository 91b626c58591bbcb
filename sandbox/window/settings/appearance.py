"""The look of the whole window: theme, interface scale, motion. Chosen live, applied from the next frame on,
remembered."""

from __future__ import annotations

from typing import Any

from sandbox.render.colours import LIGHT, PALETTES, ColourScheme
from sandbox.render.scenes.scenery import FULL
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.workspace.settings import LARGEST_SCALE, SCENES, SMALLEST_SCALE, USUAL_SCALE

ROOM = (640.0, 360.0)  # px at scale 1: what the interface needs at least, so that there is a scene left
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)  # percent: what one key press goes to
assert (SCALES[0], SCALES[-1]) == (SMALLEST_SCALE, LARGEST_SCALE)


class Appearance:
    """The look that is applied, and the one to apply from the next frame on.

    Nothing changes in the middle of a frame: colours and sizes that the interface has pushed would come back.
    """

    def __init__(self, shell: Shell, density: float) -> None:
        """`density` is how many pixels the screen has for one at scale 1."""
        self.shell = shell
        self.density = density
        self._worn: tuple[ColourScheme, float, str] = (LIGHT, density, FULL)

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""

        def theme(palette: ColourScheme, key: int) -> Action:
            return Action(
                f"theme_{palette.name}", f"{palette.title} theme", lambda: self.use(palette), palette.about,
                keys(f"Ctrl+Alt+{key}"), checked=lambda: self.palette is palette,
            )  # fmt: skip

        actions = (
            *(theme(palette, key) for key, palette in enumerate(PALETTES.values(), 1)),
            Action("next_theme", "Next theme", self.next_theme, "Light, dark, safe for colour-blind eyes", keys("F9")),
            Action("next_scenes", "Next look of scenes", self.next_scenes,
                   "Scenes in full, plain and still, or graph paper for every level", keys("Ctrl+F9")),
            Action("larger", "Larger interface", lambda: self.resize(1),
                   "Text, buttons and marks, up to twice the size", keys("Ctrl++", "Ctrl+Shift++"),
                   enabled=lambda: self.percent < LARGEST_SCALE, why=lambda: "the interface can't be larger"),
            Action("smaller", "Smaller interface", lambda: self.resize(-1), "More room for the scene", keys("Ctrl+-"),
                   enabled=lambda: self.percent > SMALLEST_SCALE, why=lambda: "the interface can't be smaller"),
            Action("usual_size", "Usual size", lambda: self.resize(0), "The interface at 100 %", keys("Ctrl+0")),
            Action("reduced_motion", "Reduced motion", self.toggle_motion,
                   "No confetti, no flashes: nothing moves but the machine", keys("Shift+F9"),
                   checked=lambda: self.still),
        )  # fmt: skip
        return Feature(actions=actions, restyle=self.update, rescaled=self._take_density, state=self._state)

    def _take_density(self, density: float) -> None:
        self.density = density

    def _state(self) -> dict[str, Any]:
        return {"theme": self.palette.name, "scale": self.percent, "calm": self.still}

    @property
    def palette(self) -> ColourScheme:
        return PALETTES[self.shell.workspace.settings.now.theme]

    @property
    def percent(self) -> int:
        """The size of the interface, of the usual one."""
        return self.shell.workspace.settings.now.scale

    @property
    def scale(self) -> float:
        """Framebuffer pixels for each pixel at scale 1: no more than the window has room for."""
        sides = zip(self.shell.window.get_size(), ROOM, strict=True)
        room = USUAL_SCALE * min(has / (self.density * needs) for has, needs in sides)
        fitting = max((size for size in SCALES if size <= room), default=SCALES[0])
        return self.density * min(self.percent, fitting) / USUAL_SCALE

    @property
    def still(self) -> bool:
        """True if nothing may move or flash but the machine itself."""
        return self.shell.workspace.settings.now.reduced_motion

    def update(self) -> bool:
        """Apply, before a frame, the look chosen since the last one; return whether it differs."""
        shell, chosen = self.shell, (self.palette, self.scale, self.scenes)
        shell.view.run_scene.still = self.still
        if chosen == self._worn:
            return False
        self._worn = palette, scale, scenes = chosen
        shell.view.scale = shell.view.canvas.scale = scale
        shell.ui.theme.wear(palette, scale)
        shell.view.canvas.wear(palette)
        shell.view.use_scenes(scenes)
        shell.pictures.redraw(scale, palette, scenes)
        return True

    def use(self, palette: ColourScheme) -> None:
        """Choose a theme."""
        self.shell.workspace.settings.remember(theme=palette.name)

    def next_theme(self) -> None:
        """Choose the next theme."""
        names = list(PALETTES)
        self.use(PALETTES[names[(names.index(self.palette.name) + 1) % len(names)]])
        self.shell.workspace.messages.say(f"theme: {self.palette.title.lower()}")

    def resize(self, by: int) -> None:
        """Choose the next larger (1) or smaller (-1) size of the list; 0: the usual one."""
        now = self.percent
        others = [size for size in SCALES if (size - now) * by > 0]
        self.use_percent(USUAL_SCALE if by == 0 else min(others, key=lambda size: abs(size - now), default=now))
        self.shell.workspace.messages.say(f"interface at {self.percent} %")

    def use_percent(self, percent: int) -> None:
        """Choose a size of the interface."""
        self.shell.workspace.settings.remember(scale=min(LARGEST_SCALE, max(SMALLEST_SCALE, percent)))

    @property
    def scenes(self) -> str:
        """Name of how scenes are drawn (of `settings.SCENES`)."""
        return self.shell.workspace.settings.now.scenes

    def use_scenes(self, mode: str) -> None:
        """Choose how scenes are drawn."""
        self.shell.workspace.settings.remember(scenes=mode)

    def next_scenes(self) -> None:
        """Choose the next way to draw scenes."""
        modes = list(SCENES)
        self.use_scenes(modes[(modes.index(self.scenes) + 1) % len(modes)])
        self.shell.workspace.messages.say(f"scenes: {SCENES[self.scenes][0].lower()}")

    def toggle_motion(self) -> None:
        """Switch between reduced and usual motion."""
        self.shell.workspace.settings.remember(reduced_motion=not self.still)
