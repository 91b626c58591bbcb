"""The settings of the world, which hold for the whole level."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from imgui_bundle import imgui

from sandbox.commands.commands import SetScene, SetWorld
from sandbox.design.design import FRICTION_MIXING, RESTITUTION_MIXING, Value
from sandbox.design.scenes import PAPER, SCENES
from sandbox.editing.authoring import border
from sandbox.parts.kind import Property
from sandbox.window.shell.number_entry import Edits
from sandbox.window.shell.shell import Shell
from sandbox.window.shell.value_rows import ValueRows
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.widgets import Ui

_PULL = "m/s\N{SUPERSCRIPT TWO}"
_ASLEEP = "A body that moves and turns more slowly than this for half a second falls asleep; 0: the engine decides"
_WORLD = (
    Property("gravity_y", "Gravity up", -9.81, _PULL, -30.0, 30.0, 0.01, help="Negative pulls down; on Earth -9.81"),
    Property("gravity_x", "Gravity right", 0.0, _PULL, -30.0, 30.0, 0.01,
             help="A pull to the right (or left, if negative)"),
    Property("air", "Thick air", 0.0, "/s", 0.0, 0.99, 0.01,
             help="The share of its speed that everything loses each second"),
    Property("width", "Width", 4.0, "m", 1.0, 20.0, 0.1,
             help="How wide the level is; floors and walls along its border follow"),
    Property("height", "Height", 2.5, "m", 1.0, 20.0, 0.1, help="How high the level is; walls along its border follow"),
)  # fmt: skip
_ADVANCED = (
    Property("bounce_from", "Bounces from", 0.0, "m/s", 0.0, 10.0, 0.01,
             help="Things that meet more slowly than this do not bounce"),
    Property("slop", "Allowed overlap", 0.0005, "m", 0.0001, 0.01, 0.0001,
             help="How far things may sink into each other before they are pushed apart"),
    Property("recovery", "Overlap mended", 0.1, "", 0.01, 0.99, 0.01,
             help="The share of a deeper overlap that is mended in 1/60 s"),
    Property("rest_speed", "Rests below", 0.0, "m/s", 0.0, 1.0, 0.001, help=_ASLEEP),
    Property("rest_turn", "Rests turning below", 0.0, "rad/s", 0.0, 10.0, 0.001, help=_ASLEEP),
    Property("iterations", "Iterations", 16.0, "", 1.0, 100.0, 1.0,
             help="How often forces are worked out in each step: more makes stacks firmer, and everything slower"),
)  # fmt: skip
_WORLD_HELP = {
    "friction_mixing": "For two things that touch: the product of their values, or its square root (Box2D's rule)",
    "restitution_mixing": "For two things that touch: the product of their values, or the greater one (Box2D's rule)",
}


class WorldPanel:
    """Draws the settings, in a panel that is open already."""

    def __init__(self, ui: Ui, shell: Shell, rows: ValueRows) -> None:
        self.ui, self.shell, self.rows = ui, shell, rows

    def draw(self) -> None:
        ui, rows, editor = self.ui, self.rows, self.shell.editor
        world = editor.design.world
        ui.space(4)
        ui.heading("World", Icon.WORLD)

        def changed(name: str, value: Value) -> Edits:
            after = SetWorld.of(world, **{name: type(getattr(world, name))(value)})
            # In this order: what follows the border is where the border was.
            return (*border.following(editor.design, after.width, after.height), after)

        imgui.begin_disabled(editor.running or self.shell.workspace.document.watching)
        imgui.push_id("world")
        if rows.table("world"):
            self._scene()
            self._sliders(_WORLD, changed)
            imgui.end_table()
        is_open = imgui.collapsing_header("Advanced")
        ui.mark("world.advanced")
        ui.tip("How the machine is computed: for experiments. Levels do not need it.")
        if is_open and rows.table("advanced"):
            self._sliders(_ADVANCED, changed)
            for name, title, choices in (
                ("friction_mixing", "Friction", FRICTION_MIXING),
                ("restitution_mixing", "Bounce", RESTITUTION_MIXING),
            ):
                rows.row(title, _WORLD_HELP[name])
                at = choices.index(getattr(world, name))
                picked, at = imgui.combo(f"##{name}", at, [choice.capitalize() for choice in choices])
                ui.mark(f"world.{name}")
                ui.tip(_WORLD_HELP[name])
                if picked:
                    editor.set(*changed(name, choices[at]))
                rows.reset(name, partial(changed, name, choices[0]) if at else None)
            imgui.end_table()
        imgui.pop_id()
        imgui.end_disabled()

    def _sliders(self, props: tuple[Property, ...], changed: Callable[[str, Value], Edits]) -> None:
        rows, world = self.rows, self.shell.editor.design.world
        for prop in props:
            rows.row(prop.title, prop.help)
            now = float(getattr(world, prop.name))
            rows.slider(f"world.{prop.name}", prop, now, partial(changed, prop.name))
            self.ui.button_tip(f"world.{prop.name}", prop.help)
            rows.reset(prop.name, partial(changed, prop.name, prop.default) if now != prop.default else None)

    def _scene(self) -> None:
        """Draw the choice of the level's scene."""
        editor, now = self.shell.editor, self.shell.editor.design.scene
        names = list(SCENES)
        self.rows.row("Scene", f"{SCENES[now].help} In motion: {SCENES[now].motion}.")
        picked, at = imgui.combo("##scene", names.index(now), [scene.title for scene in SCENES.values()])
        self.ui.mark("world.scene")
        if picked:
            editor.set(SetScene(names[at]))
        self.rows.reset("scene", (lambda: (SetScene(PAPER),)) if now != PAPER else None)
