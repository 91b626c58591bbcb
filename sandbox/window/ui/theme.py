"""The look of the interface: colours, fonts, sizes. Panels only name what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from sandbox.render.colours import LIGHT, ColourScheme, Rgba


class _Worn:
    """The colours of the current theme, by the names of `colours.Inks`.

    Read a colour where it is used, each time: a name bound to it at import keeps the colour of another theme.
    """

    def __init__(self) -> None:
        self.wear(LIGHT)

    def wear(self, palette: ColourScheme) -> None:
        """Draw with this theme's colours from the next frame on."""
        self.palette = palette
        vars(self).update(palette.inks._asdict())

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Rgba: ...


Colour = _Worn()

TEXT_SIZE = 15.0  # px at scale 1
ICON_SIZE = 13.0


class _Pixels(dict[float, float]):
    """Lengths at scale 1, each with its framebuffer pixels: a whole number of them, so that edges stay crisp.

    They are asked for some three hundred times a frame, for a few dozen lengths.
    """

    def __init__(self, scale: float) -> None:
        super().__init__()
        self._scale = scale

    def __missing__(self, length: float) -> float:
        pixels = self[length] = float(round(length * self._scale))
        return pixels

    def wear(self, scale: float) -> None:
        """Convert to pixels of another scale from now on."""
        self._scale = scale
        self.clear()


class Theme:
    """Fonts loaded into the current ImGui context, and its style set for a window of this scale (1.0, 2.0, ...)."""

    def __init__(self, scale: float) -> None:
        Colour.wear(LIGHT)
        self.scale = scale
        self._px = _Pixels(scale)
        self.px: Callable[[float], float] = self._px.__getitem__  # a length at scale 1, as whole pixels of this scale
        self.regular = self._font("Roboto-Regular.ttf")
        self.bold = self._font("Roboto-Bold.ttf")
        self.italic = self._font("Roboto-Italic.ttf", icons=False)
        self.fixed = self._font("RobotoMono.ttf", icons=False)
        self._style()

    def wear(self, palette: ColourScheme, scale: float) -> None:
        """Switch the colours or the scale between two frames. Fonts are rasterised anew at their size."""
        Colour.wear(palette)
        self.scale = scale
        self._px.wear(scale)
        self._style()

    @contextmanager
    def font(self, font: imgui.ImFont, size: float = 0.0) -> Iterator[None]:
        """Draw text in another font; `size` at scale 1, 0 for the current one."""
        imgui.push_font(font, size)
        yield
        imgui.pop_font()

    def _font(self, name: str, icons: bool = True) -> imgui.ImFont:
        """Load a text font, by default with the icons merged into it."""
        assets = files("sandbox.render") / "assets"
        fonts = imgui.get_io().fonts
        font = fonts.add_font_from_file_ttf(str(assets / name), TEXT_SIZE)
        if not icons:
            return font
        merged = imgui.ImFontConfig()
        merged.merge_mode = True
        merged.glyph_min_advance_x = 16.0
        fonts.add_font_from_file_ttf(str(assets / "Font_Awesome_6_Free-Solid-900.otf"), ICON_SIZE, merged)
        return font

    def _style(self) -> None:
        (imgui.style_colors_dark if Colour.palette.dark else imgui.style_colors_light)()
        style = imgui.get_style()
        _set_sizes(style, self.scale)
        for item, colour in _colours().items():
            style.set_color_(item, colour)


def _set_sizes(style: imgui.Style, scale: float) -> None:
    _reset(style)
    style.font_size_base = TEXT_SIZE
    style.font_scale_dpi = scale
    style.window_rounding = 0.0
    style.child_rounding = 8.0
    style.frame_rounding = style.grab_rounding = 6.0
    style.popup_rounding = 8.0
    style.frame_padding = imgui.ImVec2(8.0, 5.0)
    style.item_spacing = imgui.ImVec2(8.0, 7.0)
    style.item_inner_spacing = imgui.ImVec2(6.0, 5.0)
    style.window_padding = imgui.ImVec2(12.0, 10.0)
    style.window_border_size = 0.0
    style.popup_border_size = 1.0
    style.frame_border_size = 1.0
    style.scrollbar_size = 11.0
    style.disabled_alpha = 0.45
    style.hover_delay_normal = 0.35
    style.scale_all_sizes(scale)


def _colours() -> dict[imgui.Col_, Rgba]:
    """Map the parts of the interface to the colours of the current theme."""
    col = imgui.Col_
    amber, ink = Colour.ACCENT[:3], Colour.LINE[:3]
    return {
        col.text: Colour.TEXT,
        col.text_disabled: Colour.FAINT,
        col.window_bg: Colour.PAPER,
        col.popup_bg: Colour.CARD,
        col.child_bg: (0, 0, 0, 0),
        col.menu_bar_bg: Colour.SLATE,
        col.border: Colour.LINE,
        col.separator: Colour.LINE,
        col.frame_bg: Colour.FIELD,
        col.frame_bg_hovered: Colour.FIELD_HOT,
        col.frame_bg_active: Colour.FIELD_ACTIVE,
        col.button: Colour.BUTTON,
        col.button_hovered: Colour.BUTTON_HOT,
        col.button_active: Colour.BUTTON_ACTIVE,
        col.header: (*amber, 0.35),
        col.header_hovered: (*amber, 0.60),
        col.header_active: (*amber, 0.90),
        col.tab: (*amber, 0.22),
        col.tab_hovered: (*amber, 0.60),
        col.tab_selected: (*amber, 0.95),
        col.tab_selected_overline: Colour.ACCENT_DEEP,
        col.slider_grab: Colour.GRAB,
        col.slider_grab_active: Colour.GRAB_ACTIVE,
        col.check_mark: Colour.TICK,
        col.plot_histogram: Colour.BAR,
        col.text_selected_bg: (*amber, 0.55),
        col.scrollbar_bg: (*ink, 0.03),
        col.scrollbar_grab: (*ink, 0.18),
        col.scrollbar_grab_hovered: (*ink, 0.28),
        col.scrollbar_grab_active: (*ink, 0.38),
        col.modal_window_dim_bg: Colour.SHADE,
    }


def _reset(style: imgui.Style) -> None:
    """Restore ImGui's own sizes: scaling works in place, and is done anew for each scale."""
    fresh = imgui.Style()
    for name in dir(fresh):
        value = getattr(fresh, name)
        if not name.startswith("_") and isinstance(value, bool | int | float | imgui.ImVec2):
            setattr(style, name, value)
    setattr(style, "_main_scale", 1.0)  # noqa: B010 - ImGui multiplies it with each scaling, and frames the focus by it
