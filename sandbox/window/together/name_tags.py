"""The names of the others beside where they point, in the scene."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.render.players import sign_of
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import label_layout
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, shown

_BESIDE = 12.0  # px from the point to the name
_PAD = 5.0  # px around the name
_SIZE = 12.0  # px: smaller than what the program says itself


class NameTags:
    """Draws the names, each on the ground of its player's colour."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.together = shell, shell.workspace.together

    def draw(self, canvas: Rect) -> None:
        """Draw a name for everybody who points into the scene."""
        names = self.shell.workspace.document.session.players
        taken: list[Rect] = []
        for pointing in self.together.pointers:
            across, up = self.shell.view.camera.to_screen(*pointing.at)
            x, y = across, self.shell.window.height - up
            if canvas[0] <= x < canvas[2] and canvas[1] <= y < canvas[3]:
                taken.append(self._tag(canvas, names.get(pointing.player, ""), x, y, pointing.player, taken))

    def _tag(self, canvas: Rect, name: str, x: float, y: float, player: int, taken: list[Rect]) -> Rect:
        ui = self.shell.ui
        beside, pad = ui.px(_BESIDE), ui.px(_PAD)
        with ui.theme.font(ui.theme.bold, _SIZE):
            size = imgui.calc_text_size(shown(name))
            width, height = size.x + 2 * pad, size.y + pad
            spots = [(x + beside, y + beside), (x - beside - width, y + beside), (x + beside, y - beside - height)]
            box = label_layout.settle(spots, (width, height), canvas, pad, taken)
            red, green, blue = (part / 255 for part in sign_of(player).colour)
            colour, lines = imgui.color_convert_float4_to_u32, imgui.get_background_draw_list()
            lines.add_rect_filled(box[:2], box[2:], colour((red, green, blue, 1.0)), pad)
            lines.add_text((box[0] + pad, box[1] + pad / 2), colour(Colour.ON_STRONG), shown(name))
        ui.note({f"tag.{player}": box})
        return box
