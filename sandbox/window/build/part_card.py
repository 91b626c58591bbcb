"""The card of a part that is pointed at: a loop of the part at work, its use, its causes, and how to place it."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.authoring.demonstrations import demo_stage, demonstration
from sandbox.parts.kind import Kind, LinkKind
from sandbox.render.canvas import Canvas
from sandbox.render.gl_objects import Texture
from sandbox.render.pictures.loop_player import Loop, LoopPlayer
from sandbox.render.pictures.offscreen import replace_area, upload
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import TIP_WIDTH, Ui

_EVERY = 0.05  # s from one picture to the next
_MIDDLE = 0.4  # of a loop: the moment that a still picture shows
_SHRUNK = 0.6  # of the interface's scale: a part is small on its stage


class PartCard:
    """Draws the card as a tooltip. Nothing runs or is drawn while no card is shown."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self._player: LoopPlayer | None = None
        self._looks: tuple[object, ...] = ()  # the looks for which the player was made
        self._texture: Texture | None = None
        self._kind: Kind | LinkKind | None = None
        self._loop: Loop | None = None
        self._since = 0  # ns, when this kind was first shown
        self._drawn = -1.0  # s in the loop, of the picture in the texture
        self._shown = False  # in this frame

    def draw(self, kind: Kind | LinkKind, title: str, more: str, right_of: float) -> None:
        """Draw the card of a kind, for the widget drawn last, which is pointed at; `right_of` a place (px)."""
        self._shown = True
        self.ui.tip(kind.help, more=more, title=title, above=lambda: self._film(kind), right_of=right_of)

    def end_frame(self) -> None:
        """Note that a frame of the interface is laid out: a loop that was not in it begins anew the next time."""
        if not self._shown:
            self._kind = None
        self._shown = False

    def _film(self, kind: Kind | LinkKind) -> None:
        shell, now = self.shell, self.shell.workspace.now()
        player = self._player_now()
        if kind is not self._kind or self._loop is None:
            scene = demonstration.of_kind(kind)
            self._loop = Loop(scene.design, demonstration.SECONDS, scene.pressed, demonstration.PRESSED)
            self._kind, self._since, self._drawn = kind, now, -1.0
        still = shell.workspace.settings.now.reduced_motion
        seconds = _MIDDLE * demonstration.SECONDS if still else (now - self._since) / 1e9
        if self._drawn < 0.0 or seconds >= self._drawn + _EVERY:
            pixels = player.picture(self._loop, seconds, still)
            self._drawn = seconds
            if self._texture is None:
                self._texture = upload(pixels)
            else:
                replace_area(self._texture, 0, 0, pixels)
        assert self._texture is not None  # a kind that is shown anew is drawn at once
        size = self.ui.px(TIP_WIDTH)
        imgui.image(imgui.ImTextureRef(self._texture.name), (size, size * player.height / player.width))
        if not still:
            shell.stir()

    def _player_now(self) -> LoopPlayer:
        """Return the player for the theme and the scale of now."""
        scale, palette = self.ui.px(1.0), Colour.palette
        if self._player is None or self._looks != (scale, palette):
            self._looks = (scale, palette)
            if self._player is not None:
                self._player.close()
            width = round(TIP_WIDTH * scale)
            canvas = Canvas(scale * _SHRUNK)
            canvas.wear(palette)
            self._player = LoopPlayer(canvas, width, round(width * demo_stage.HEIGHT / demo_stage.WIDTH))
            if self._texture is not None:
                self.shell.pictures.drop(self._texture)
            self._texture = self._kind = None
        return self._player
