"""How the interface looks: colours, fonts, icons, sizes. One place, so that panels only say what they show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

from imgui_bundle import imgui

Rgba = tuple[float, float, float, float]


class Icon:
    """Code points of Font Awesome 6 Free Solid."""

    PLAY, PAUSE, STEP, STOP = "\uf04b", "\uf04c", "\uf051", "\uf04d"
    UNDO, REDO, CLONE, TRASH = "\uf3e5", "\uf064", "\uf24d", "\uf1f8"
    TURN_LEFT, TURN_RIGHT = "\uf2ea", "\uf2f9"
    CUT, COPY, PASTE, FLIP = "\uf0c4", "\uf0c5", "\uf0ea", "\uf07e"
    SNAP, GRID, ZOOM_IN, ZOOM_OUT, FIT = "\uf076", "\uf84c", "\uf00e", "\uf010", "\uf065"
    NEW, OPEN, SAVE, LEVELS, FILM, QUIT = "\uf15b", "\uf07c", "\uf0c7", "\uf009", "\uf008", "\uf2f5"
    FOLDER, UP, HOME, FILE = "\uf07b", "\uf062", "\uf015", "\uf15c"
    SEARCH, CLOSE, CHECK, RESET = "\uf002", "\uf00d", "\uf00c", "\uf0e2"
    DONE, FAILED, INFO, WARNING = "\uf058", "\uf057", "\uf05a", "\uf071"
    HINT, NEXT, REPEAT, PARTS, PART = "\uf0eb", "\uf061", "\uf363", "\uf1b3", "\uf12e"
    GOALS, LINK, UNLINK, LOCK, CLOCK, KEYS = "\uf140", "\uf0c1", "\uf127", "\uf023", "\uf017", "\uf11c"
    WORLD, POINTER, PRESS, SLIDERS, EDIT = "\uf0ac", "\uf245", "\uf25a", "\uf1de", "\uf7d9"
    SLOWER, FASTER = "\uf04a", "\uf04e"


class Colour:
    """The palette: warm paper for panels, slate for the menu bar, one amber accent, green and red for outcomes."""

    PAPER: Rgba = (0.965, 0.955, 0.935, 1.0)
    CARD: Rgba = (0.995, 0.992, 0.985, 1.0)
    SLATE: Rgba = (0.205, 0.215, 0.260, 1.0)
    SLATE_TEXT: Rgba = (0.93, 0.93, 0.95, 1.0)
    TEXT: Rgba = (0.17, 0.16, 0.18, 1.0)
    FAINT: Rgba = (0.43, 0.41, 0.42, 1.0)
    LINE: Rgba = (0.0, 0.0, 0.0, 0.12)
    ACCENT: Rgba = (0.98, 0.76, 0.40, 1.0)
    ACCENT_DEEP: Rgba = (0.72, 0.40, 0.05, 1.0)
    GOOD: Rgba = (0.16, 0.50, 0.25, 1.0)
    GOOD_PALE: Rgba = (0.87, 0.95, 0.87, 1.0)
    BAD: Rgba = (0.72, 0.18, 0.14, 1.0)
    BAD_PALE: Rgba = (0.99, 0.90, 0.88, 1.0)
    LINK: Rgba = (0.13, 0.38, 0.66, 1.0)
    SHADE: Rgba = (0.10, 0.11, 0.14, 0.55)


TEXT_SIZE = 15.0  # px at scale 1
ICON_SIZE = 13.0


class Theme:
    """Fonts loaded into the current ImGui context and its style set, for a window of this scale (1.0, 2.0, ...)."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.regular = self._font("Roboto-Regular.ttf")
        self.bold = self._font("Roboto-Bold.ttf")
        self._style()

    def rescale(self, scale: float) -> None:
        """For a screen of another density; fonts are drawn at any size as they are needed."""
        self.scale = scale
        self._style()

    def px(self, value: float) -> float:
        """A length in framebuffer pixels from one at scale 1, on a whole pixel so that edges stay crisp."""
        return float(round(value * self.scale))

    @contextmanager
    def font(self, font: imgui.ImFont, size: float = 0.0) -> Iterator[None]:
        """Draw text in another font; `size` at scale 1, 0 for the current one."""
        imgui.push_font(font, size)
        yield
        imgui.pop_font()

    def _font(self, name: str) -> imgui.ImFont:
        """A text font with the icons merged into it."""
        assets = files(__package__) / "assets"
        fonts = imgui.get_io().fonts
        font = fonts.add_font_from_file_ttf(str(assets / name), TEXT_SIZE)
        merged = imgui.ImFontConfig()
        merged.merge_mode = True
        merged.glyph_min_advance_x = 16.0
        fonts.add_font_from_file_ttf(str(assets / "Font_Awesome_6_Free-Solid-900.otf"), ICON_SIZE, merged)
        return font

    def _style(self) -> None:
        imgui.style_colors_light()
        style = imgui.get_style()
        style.font_size_base = TEXT_SIZE
        style.font_scale_dpi = self.scale
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
        # ImGui's own figures, set because scaling works in place and is done again for another screen.
        style.indent_spacing = 21.0
        style.grab_min_size = 12.0
        style.log_slider_deadzone = 4.0
        style.columns_min_spacing = 6.0
        style.cell_padding = imgui.ImVec2(4.0, 2.0)
        style.disabled_alpha = 0.45
        style.hover_delay_normal = 0.35
        style.scale_all_sizes(self.scale)
        col = imgui.Col_
        amber = Colour.ACCENT[:3]
        for which, colour in {
            col.text: Colour.TEXT,
            col.text_disabled: Colour.FAINT,
            col.window_bg: Colour.PAPER,
            col.popup_bg: Colour.CARD,
            col.child_bg: (0, 0, 0, 0),
            col.menu_bar_bg: Colour.SLATE,
            col.border: Colour.LINE,
            col.separator: Colour.LINE,
            col.frame_bg: (1, 1, 1, 1),
            col.frame_bg_hovered: (1, 0.97, 0.90, 1),
            col.frame_bg_active: (1, 0.95, 0.84, 1),
            col.button: (1, 1, 1, 1),
            col.button_hovered: (1.0, 0.93, 0.80, 1),
            col.button_active: (0.98, 0.80, 0.50, 1),
            col.header: (*amber, 0.35),
            col.header_hovered: (*amber, 0.60),
            col.header_active: (*amber, 0.90),
            col.slider_grab: (0.99, 0.82, 0.55, 1),  # pale: the value is written over it
            col.slider_grab_active: (0.98, 0.74, 0.38, 1),
            col.check_mark: (0.80, 0.44, 0.08, 1),
            col.plot_histogram: (0.90, 0.62, 0.22, 1),
            col.text_selected_bg: (*amber, 0.55),
            col.scrollbar_bg: (0, 0, 0, 0.03),
            col.scrollbar_grab: (0, 0, 0, 0.18),
            col.scrollbar_grab_hovered: (0, 0, 0, 0.28),
            col.scrollbar_grab_active: (0, 0, 0, 0.38),
            col.modal_window_dim_bg: Colour.SHADE,
        }.items():
            style.set_color_(which, colour)
