"""All actions of the window in one table: menus, toolbar, keys and the sheet of keys are all made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.editing import arranging
from sandbox.editing.arranging import aligned, centred, distributed
from sandbox.editing.editor import TURN_KEY
from sandbox.render.colours import PALETTES, ColourScheme
from sandbox.window.actions import author_actions, time_actions
from sandbox.window.actions.action import Action, keys
from sandbox.window.actions.icons import Icon
from sandbox.workspace.clock import SCHEMES, Scheme, Smoothing
from sandbox.workspace.settings import LARGEST_SCALE, SMALLEST_SCALE, SMOOTHINGS

if TYPE_CHECKING:
    from sandbox.window.application import Application


MENUS: dict[str, tuple[str | None, ...]] = {
    "File": ("new", "open", "levels", None, "save", "save_as", "save_recording", "export", None, "quit"),
    "Edit": (
        "undo", "redo", "steps", None, "cut", "copy", "paste", "duplicate", "delete", None, "flip", "turn_left",
        "turn_right", "turn_left_fine", "turn_right_fine", None, "select_all", "select_none", "next_part",
        "previous_part", None, "link_here", None, "find_part", "favourite", None, "cursor", "next_panel",
        "previous_panel",
    ),
    "Arrange": (
        "align_left", "align_right", "align_top", "align_bottom", "align_middle", "align_centre", None, "distribute_x",
        "distribute_y", None, "flip_over", "to_front", "to_back", None, "lock",
    ),
    "View": (
        "zoom_in", "zoom_out", "fit", "show_overlap", None, "grid", None, "snap", "snap_grid", "snap_edges",
        "snap_angles", None, "smooth_none", "smooth_interpolate", "smooth_extrapolate", "next_smoothing", None,
        "sound", "louder", "quieter", None, *(f"theme_{name}" for name in PALETTES), "next_theme", None, "larger",
        "smaller", "usual_size", "reduced_motion", None, "settings",
    ),
    "Time": time_actions.MENU,
    "Run": ("run", "step", "stop", None, "press", None, "slower", "faster", "take_over"),
    "Level": author_actions.MENU,
    "Loop": tuple(f"loop_{scheme.name}" for scheme in SCHEMES),
    "Help": ("commander", "keys", "write_keys", None, "about_part", "about"),
}  # fmt: skip


def fill(app: Application) -> None:
    """Fill an application's table of actions."""
    groups = (
        _file(app), _edit(app), _arrange(app), _view(app), _looks(app), _run(app), time_actions.rows(app, app.time),
        author_actions.rows(app, app.author, app.author_panel, app.checking), _loop(app), _sound(app), _help(app),
    )  # fmt: skip
    app.actions.fill(tuple(action for group in groups for action in group), MENUS)


def _file(app: Application) -> tuple[Action, ...]:
    building, documents, filming = app.building, app.documents, app.filming

    def export() -> str:
        return "Stop drawing" if filming.export.active else "Draw film or picture\N{HORIZONTAL ELLIPSIS}"

    return (
        Action("new", "New", documents.new, "An empty contraption", keys("Ctrl+N"), Icon.NEW),
        Action("open", "Open\N{HORIZONTAL ELLIPSIS}", documents.open, "A level or a recording from a file",
               keys("Ctrl+O"), Icon.OPEN),
        Action("levels", "Levels\N{HORIZONTAL ELLIPSIS}", app.show_chooser, "Choose a level", keys("Ctrl+L"),
               Icon.LEVELS),
        Action("save", "Save", documents.save, "Save the level with all its parts", keys("Ctrl+S"), Icon.SAVE,
               building),
        Action("save_as", "Save as\N{HORIZONTAL ELLIPSIS}", documents.save_as, "Save under another name",
               keys("Ctrl+Shift+S"), enabled=building),
        Action("save_recording", "Save recording as\N{HORIZONTAL ELLIPSIS}", documents.save_recording,
               "Keep all that was done in this session, to be watched and verified", keys("Ctrl+Shift+R"),
               Icon.FILM, building),
        Action("export", export, filming.ask, "A film of the run (.gif, .mp4), or a picture of this moment (.png)",
               keys("Ctrl+E"), Icon.CAMERA, building),
        Action("quit", "Quit", app.quit, "Leave the program", keys("Ctrl+Q"), Icon.QUIT),
    )  # fmt: skip


def _edit(app: Application) -> tuple[Action, ...]:
    def selected() -> bool:
        return app.building() and bool(app.editor.selection.ids)

    def parts_selected() -> bool:
        return app.building() and (bool(app.editor.selection.parts) or app.editor.dragging)

    def can_undo() -> bool:
        return app.building() and app.workspace.session.can_undo

    def can_redo() -> bool:
        return app.building() and app.workspace.session.can_redo

    def has_parts() -> bool:
        return app.building() and bool(app.editor.design.parts)

    def do(name: str) -> Callable[[], object]:
        return lambda: getattr(app.operations, name)()

    return (
        Action("undo", "Undo", do("undo"), "Take back the last step", keys("Ctrl+Z"), Icon.UNDO, can_undo),
        Action("redo", "Redo", do("redo"), "Do again what was taken back", keys("Ctrl+Y", "Ctrl+Shift+Z"),
               Icon.REDO, can_redo),
        Action("steps", "Steps", app.toggle_steps, "All that was done, by name: a click goes there", keys("Ctrl+H"),
               Icon.HISTORY, app.building, lambda: app.steps.open),
        Action("cut", "Cut", do("cut"), "Copy the selection and delete it", keys("Ctrl+X"), Icon.CUT, parts_selected),
        Action("copy", "Copy", do("copy"), "Remember the selection", keys("Ctrl+C"), Icon.COPY, parts_selected),
        Action("paste", "Paste", do("paste"), "Put what was copied at the pointer", keys("Ctrl+V"), Icon.PASTE,
               lambda: app.building() and app.operations.clip is not None),
        Action("duplicate", "Duplicate", do("duplicate"), "The selection once more, beside itself", keys("Ctrl+D"),
               Icon.CLONE, parts_selected),
        Action("delete", "Delete", do("delete"), "Delete the selected part, or cut the selected link",
               keys("Del", "Backspace"), Icon.TRASH, selected),
        Action("flip", "Flip", do("flip"), "Mirror left to right", keys("F"), Icon.FLIP, parts_selected),
        Action("turn_left", "Turn left 15\N{DEGREE SIGN}", lambda: app.operations.turn(TURN_KEY),
               "Counter-clockwise; with Shift by 1\N{DEGREE SIGN}", keys("Q"), Icon.TURN_LEFT, parts_selected),
        Action("turn_right", "Turn right 15\N{DEGREE SIGN}", lambda: app.operations.turn(-TURN_KEY),
               "Clockwise; with Shift by 1\N{DEGREE SIGN}", keys("E"), Icon.TURN_RIGHT, parts_selected),
        Action("turn_left_fine", "Turn left 1\N{DEGREE SIGN}", lambda: app.operations.turn(1.0), "Counter-clockwise",
               keys("Shift+Q"), enabled=parts_selected),
        Action("turn_right_fine", "Turn right 1\N{DEGREE SIGN}", lambda: app.operations.turn(-1.0), "Clockwise",
               keys("Shift+E"), enabled=parts_selected),
        Action("select_all", "Select all", do("select_all"), "Every part", keys("Ctrl+A"), enabled=has_parts),
        Action("select_none", "Select none", do("select_none"), "Let go of the selection", keys("Ctrl+Shift+A"),
               enabled=selected),
        Action("next_part", "Next part", lambda: app.walk(1), "Select the next part", keys("Tab"), enabled=has_parts),
        Action("link_here", "Join", lambda: app.toolbox.begin_link_here(),
               "Draw a link from the selected part: Tab goes to the next port, Enter takes it", keys("L"), Icon.LINK,
               lambda: app.building() and not app.editor.running and len(app.editor.selection.parts) == 1),
        Action("find_part", "Find a part", app.find_part,
               "Search the parts: Up and Down choose one of those found, Enter takes it", keys("Ctrl+F"), Icon.SEARCH,
               app.building),
        Action("favourite", lambda: "Out of the favourites" if app.is_favourite else "Into the favourites",
               app.switch_favourite, "Keep this kind of part at the top of the palette, or no longer", keys("Ctrl+B"),
               Icon.STAR, lambda: app.building() and app.favourite_in_question is not None),
        Action("cursor", "Keyboard pointer", app.keyboard_pointer,
               "Arrow keys move it, Enter clicks, Ctrl+Enter holds the button down", keys("C"), Icon.POINTER,
               app.building, lambda: app.keyboard.at is not None),
        Action("next_panel", "Next panel", lambda: app.keyboard.next_panel(1),
               "Give the keys to the next panel: arrows go through it, Enter uses; Esc goes back to the canvas",
               keys("F6"), enabled=app.building),
        Action("previous_panel", "Previous panel", lambda: app.keyboard.next_panel(-1), "The other way round",
               keys("Shift+F6"), enabled=app.building),
        Action("previous_part", "Previous part", lambda: app.walk(-1), "Select the part before", keys("Shift+Tab"),
               enabled=has_parts),
    )  # fmt: skip


def _arrange(app: Application) -> tuple[Action, ...]:
    """Actions that put several parts in order."""

    def selected(least: int) -> Callable[[], bool]:
        return lambda: app.building() and not app.editor.running and len(app.editor.selection.parts) >= least

    def act(
        name: str, title: str, tip: str, key: str, least: int, how: arranging.How, edge_or_axis: int, icon: str = ""
    ) -> Action:
        return Action(
            name, title, lambda: app.operations.arrange(how, edge_or_axis), tip, keys(key), icon, selected(least)
        )

    return (
        act("align_left", "Align left", "The left edges in one line", "Ctrl+Left", 2, aligned, arranging.LEFT,
            Icon.ALIGN_LEFT),
        act("align_right", "Align right", "The right edges in one line", "Ctrl+Right", 2, aligned, arranging.RIGHT,
            Icon.ALIGN_RIGHT),
        act("align_top", "Align tops", "The upper edges in one line", "Ctrl+Up", 2, aligned, arranging.TOP,
            Icon.ALIGN_TOP),
        act("align_bottom", "Align bottoms", "The lower edges in one line", "Ctrl+Down", 2, aligned, arranging.BOTTOM,
            Icon.ALIGN_BOTTOM),
        act("align_middle", "Align on an upright line", "The middles above each other", "Ctrl+Shift+Up", 2, centred,
            arranging.ACROSS, Icon.ALIGN_MIDDLE),
        act("align_centre", "Align on a level line", "The middles side by side", "Ctrl+Shift+Right", 2, centred,
            arranging.UP, Icon.ALIGN_CENTRE),
        act("distribute_x", "Distribute across", "The same gap from one to the next, from left to right",
            "Ctrl+Shift+H", 3, distributed, arranging.ACROSS, Icon.SPREAD),
        act("distribute_y", "Distribute upwards", "The same gap from one to the next, from bottom to top",
            "Ctrl+Shift+V", 3, distributed, arranging.UP, Icon.SPREAD_UP),
        Action("flip_over", "Flip over", lambda: app.operations.flip_over(), "Mirror top to bottom", keys("Shift+F"),
               Icon.FLIP_OVER, lambda: app.building() and (bool(app.editor.selection.parts) or app.editor.dragging)),
        Action("to_front", "Bring to the front", lambda: app.operations.raise_(True), "Draw it over all other parts",
               keys("Ctrl+PageUp"), Icon.FRONT, selected(1)),
        Action("to_back", "Send to the back", lambda: app.operations.raise_(False), "Draw it behind all other parts",
               keys("Ctrl+PageDown"), Icon.BACK, selected(1)),
        Action("lock", lambda: "Unlock" if app.editor.selection.any_locked else "Lock", lambda: app.operations.lock(),
               "A locked part can't be moved, changed or deleted by mistake", keys("Ctrl+K"), Icon.LOCK, selected(1)),
    )  # fmt: skip


def _view(app: Application) -> tuple[Action, ...]:
    building = app.building
    return (
        Action("zoom_in", "Zoom in", lambda: app.zoom(1.25), "Closer; or turn the wheel", keys("+", "Shift++"),
               Icon.ZOOM_IN, building),
        Action("zoom_out", "Zoom out", lambda: app.zoom(0.8), "Farther away; or turn the wheel", keys("-"),
               Icon.ZOOM_OUT, building),
        Action("fit", "Show everything", app.fit, "The whole level", keys("0", "Home"), Icon.FIT, building),
        Action("show_overlap", "Show the overlap", app.show_overlap,
               "Go to parts that overlap and would be torn apart; once more: to the next", keys("O"), Icon.WARNING,
               lambda: app.building() and bool(app.overlaps)),
        Action("grid", "Grid", app.toggle_grid, "Show the grid", keys("G"), Icon.GRID, building,
               lambda: app.grid),
        Action("snap", "Snap", app.toggle_snap, "Line up with the grid and with other parts (Alt suspends it)",
               keys("S"), Icon.SNAP, building, lambda: bool(app.editor.snap)),
        Action("snap_grid", "Snap to the grid", lambda: app.toggle_snap("grid"),
               "Positions and sizes in whole steps", keys("Shift+G"), "", building, lambda: app.editor.snap.grid),
        Action("snap_edges", "Snap to edges and middles", lambda: app.toggle_snap("edges"),
               "Line up with the edges and middles of other parts; gears come into mesh", keys("Shift+S"), "", building,
               lambda: app.editor.snap.edges),
        Action("snap_angles", "Snap to angles", lambda: app.toggle_snap("angles"),
               "The turning handle goes in steps of 15\N{DEGREE SIGN}", keys("Shift+A"), "", building,
               lambda: app.editor.snap.angles),
        *(_smoothing(app, smoothing, number) for number, smoothing in enumerate(Smoothing, 1)),
        Action("next_smoothing", "Next smoothing", app.next_smoothing,
               "Another way to draw between two ticks, while it runs", keys("M"), enabled=building),
    )  # fmt: skip


def _smoothing(app: Application, smoothing: Smoothing, number: int) -> Action:
    title, tip = SMOOTHINGS[smoothing]

    def use() -> None:
        app.workspace.smoothing = smoothing

    return Action(
        f"smooth_{smoothing}", title, use, tip, keys(f"Ctrl+{number}"),
        enabled=app.building, checked=lambda: app.workspace.smoothing is smoothing,
    )  # fmt: skip


def _looks(app: Application) -> tuple[Action, ...]:
    looks = app.appearance

    def theme(palette: ColourScheme, key: int) -> Action:
        return Action(
            f"theme_{palette.name}", f"{palette.title} theme", lambda: looks.use(palette), palette.about,
            keys(f"Ctrl+Alt+{key}"), checked=lambda: looks.palette is palette,
        )  # fmt: skip

    return (
        *(theme(palette, key) for key, palette in enumerate(PALETTES.values(), 1)),
        Action("next_theme", "Next theme", looks.next_theme, "Light, dark, safe for colour-blind eyes", keys("F9")),
        Action("larger", "Larger interface", lambda: looks.resize(1), "Text, buttons and marks, up to twice the size",
               keys("Ctrl++", "Ctrl+Shift++"), enabled=lambda: looks.percent < LARGEST_SCALE),
        Action("smaller", "Smaller interface", lambda: looks.resize(-1), "More room for the scene", keys("Ctrl+-"),
               enabled=lambda: looks.percent > SMALLEST_SCALE),
        Action("usual_size", "Usual size", lambda: looks.resize(0), "The interface at 100 %", keys("Ctrl+0")),
        Action("reduced_motion", "Reduced motion", looks.toggle_motion,
               "No confetti, no flashes: nothing moves but the machine", keys("Shift+F9"), checked=lambda: looks.still),
        Action("settings", "Settings\N{HORIZONTAL ELLIPSIS}", app.show_settings,
               "Everything that can be chosen, on one sheet", keys("Ctrl+,"), Icon.SLIDERS),
    )  # fmt: skip


def _sound(app: Application) -> tuple[Action, ...]:
    hearing = app.hearing
    return (
        Action("sound", "Sound", hearing.toggle, "Hear the machine and the editor, or mute them", keys("Shift+M"),
               lambda: Icon.SOUND if hearing.on else Icon.MUTED, checked=lambda: hearing.on),
        Action("louder", "Louder", lambda: hearing.change_volume(1), "Turn the sound up", keys("Ctrl+]"), Icon.LOUDER),
        Action("quieter", "Quieter", lambda: hearing.change_volume(-1), "Turn the sound down", keys("Ctrl+["),
               Icon.QUIETER),
    )  # fmt: skip


def _loop(app: Application) -> tuple[Action, ...]:
    """Actions that choose one of the main loops known from the literature, to try out on one's own machine."""

    workspace = app.workspace

    def action(scheme: Scheme, number: int) -> Action:
        return Action(
            f"loop_{scheme.name}", scheme.title, lambda: workspace.use_scheme(scheme), scheme.about,
            keys(f"Alt+{number}"), enabled=app.building, checked=lambda: workspace.scheme is scheme,
        )  # fmt: skip

    return tuple(action(scheme, number) for number, scheme in enumerate(SCHEMES, 1))


def _run(app: Application) -> tuple[Action, ...]:
    building, workspace = app.building, app.workspace

    def title() -> str:
        if workspace.moving:
            return "Pause"
        return "Go on" if workspace.session.running or workspace.watching else "Run"

    def under_way() -> bool:
        return building() and (workspace.session.running or workspace.watching)

    def can_press() -> bool:
        return under_way() and not workspace.watching and app.pressable() is not None

    return (
        Action("run", title, app.run_or_pause, "Run the machine, or let it rest", keys("Space"),
               lambda: Icon.PAUSE if workspace.moving else Icon.PLAY, building),
        Action("step", "Single step", app.step, "Exactly one tick, 1/240 of a second", keys("."), Icon.STEP, building),
        Action("stop", "Stop", workspace.stop, "Back to the start; all parts stand as built", keys("R"), Icon.STOP,
               under_way),
        Action("press", "Press", app.press_selected, "Press the button under the pointer, or the selected one",
               keys("B"), Icon.PRESS, can_press),
        Action("slower", "Slower", lambda: app.change_speed(-1), "Half the speed", keys("["), Icon.SLOWER, building),
        Action("faster", "Faster", lambda: app.change_speed(1), "Twice the speed", keys("]"), Icon.FASTER, building),
        Action("take_over", "Take over", workspace.take_over,
               "Stop watching the recording and go on from here yourself",
               keys("T"), Icon.EDIT, lambda: building() and workspace.watching),
    )  # fmt: skip


def _help(app: Application) -> tuple[Action, ...]:
    return (
        Action("commander", "Find an action\N{HORIZONTAL ELLIPSIS}", app.show_commander,
               "All that can be done, by name: type some letters, Up and Down choose, Enter does it",
               keys("Ctrl+P", "F10"), Icon.SEARCH, app.building),
        Action("keys", "Keys and mouse", app.show_keys, "All keys on one page", keys("F1", "Shift+/"), Icon.KEYS),
        Action("write_keys", "Make a file of keys", app.write_keys,
               "A file with all keys, in which they can be changed; it is read when you come back", keys("Ctrl+F1"),
               Icon.KEYS),
        Action("about_part", "About this part", app.about_part, "What the selected part does, and its figures",
               keys("F2"), Icon.INFO, lambda: app.building() and app.part_in_question() is not None),
        Action("about", "About", app.about, "This program, its version and its folders", keys("Shift+F1"), Icon.INFO),
    )  # fmt: skip
