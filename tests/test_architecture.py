"""Imports point only downwards, engines and clocks stay in their places, and headless commands load no window.

Each rule is a function from source text to sentences, so that a module that breaks it can be shown to be caught.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import sandbox
from sandbox import cli
from sandbox.levels import levels, library
from sandbox.levels.solution_places import places_of_solution
from sandbox.manual import manual
from tests.for_each import for_each
from tests.manual import fences

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(sandbox.__file__).resolve().parent
# Each may import only those before it. A name that ends in "/" is a package.
ORDER = (
    "errors", "loading", "reading/", "manual/", "tasks/", "design/", "engine/", "parts/", "machine/", "commands/",
    "causes/", "worlds/", "recording/", "levels/", "verify/", "together/", "editing/", "trials/", "trials/search/",
    "trials/checks/", "trials/maps/", "workspace/", "sound/", "render/", "authoring/", "web/", "api/", "environment/",
    "loops/",
    "window/x11/", "window/ui/", "window/shell/", "window/build/", "window/run/", "window/time/", "window/help/",
    "window/author/", "window/levels/", "window/share/", "window/together/", "window/film/", "window/settings/",
    "window/frame/", "window/events/", "window/", "cluster/", "bench/", "cli/", "__main__",
)  # fmt: skip
# The order inside packages: when it runs, each module imports only those before it. Families of parts know each other.
INSIDE = {
    "design/": (
        "scenes.scene", "scenes.indoors", "scenes.outdoors", "scenes",
        "geometry", "values", "conditions.condition", "conditions.nearness",
        "conditions.changes", "conditions.containers", "conditions.places",
        "conditions.around", "conditions", "objectives", "no_build", "open_puzzle", "world", "design",
        "groups",
        "differences", "design_history",
    ),
    "reading/": ("nearest", "near_files", "quantities", "files", "deflated", "shared_pictures", "json_text",
                 "toml_lines", "toml_faults", "toml_text"),
    "engine/": (
        "plain_arrays", "plain_functions", "arrays", "knock_watch", "layout", "joint_ties", "engine", "readout",
        "shape_queries",
        "touch_log",
    ),
    "machine/": (
        "contacts", "guard", "rows", "sleep_watch", "alarms", "link_ends", "signals", "power", "sightlines", "building",
        "hand", "removals", "assembly", "answers", "machine", "stillness", "repetition", "goals", "overlaps",
        "touching", "work",
    ),
    "commands/": (
        "names", "command", "author", "links", "live", "control", "building", "grouping", "commands", "session",
        "driver",
    ),
    "causes/": (
        "cause_tree", "traced_kinds", "ledger", "call_tracer", "motion_watch", "start_tracer", "traced_run",
        "cause_text",
    ),
    "worlds/": ("program", "inputs", "factories", "sources", "space_rows", "world_session"),
    "recording/": (
        "arithmetic_classes", "atomic_files", "user_folders", "user_seal", "sealed_tree", "cache_folder", "filebytes",
        "plain_text", "framing", "snapshots", "fingerprint", "recording", "sessions", "code_graph",
        "kept_digests", "used_code", "run_reader", "recorder", "reader", "assembling",
    ),
    "levels/": (
        "formats.markup", "formats.imported", "formats.tbe_types", "format_fields", "handwriting", "mistakes",
        "finding_lines", "levels", "schema",
        "formats.tbe_read", "level_rules", "chapter_index", "library", "kept_table",
        "difficulty", "decisions",
        "run_facts", "prices", "open_figures", "solutions", "kept_files", "ways", "best_runs", "campaign",
        "solution_places", "solution_files",
        "shared_text", "sharing",
        "formats.tbe_goals", "formats.tbe_parts", "formats.tbe",
        "formats.drawing", "formats.flattening", "formats.regions", "formats.svg_style", "formats.svg_read",
        "formats.svg", "formats.nph", "formats.drawn_level", "formats.foreign",
    ),
    "verify/": (
        "compare", "old_run", "world_run", "old_code",
        "verdicts", "judgement", "explain", "junit", "orders", "verifier", "diff",
        "engines", "engine_build", "page", "verify", "bless", "verify_worker", "postmortem", "item_worker",
        "pytest_plugin", "coverage", "repeating",
        "narrowing.history", "former", "narrowing.cases", "narrowing.old_program", "narrowing.bisection",
        "narrowing.reducer", "narrowing.shrinking", "trace",
    ),
    "together/": (
        "shape", "messages", "invitation", "certificate", "program", "pacing", "wire", "host_wire", "guest_wire",
        "past.sent_past", "joint_session", "waiting_turns", "past.catching_up", "past.editing_only", "past.arrival",
        "past.going_back", "differences.findings",
        "rules.budget", "rules.cost", "rules.deal", "seats", "admission", "ordering", "differences.desync",
        "rules.wishes", "back_for_all", "host", "own_wishes", "race.run", "race.judge", "race.race_guest",
        "race.race_host", "guest",
    ),
    "tasks/": (
        "cores", "limits", "endings", "lifeline", "programs", "child", "forking", "messages", "progress", "serving",
        "version_process", "task_process", "pool", "background", "latest", "child_main",
    ),
    "editing/": (
        "keys", "keystrokes", "stimuli", "belt_path", "trains", "picking", "ropes_against", "snapping", "arranging",
        "clipboard", "document", "gestures.gesture",
        "handles", "selection", "gestures.gestures", "gestures.placing", "gestures.hand", "gestures.aiming",
        "gestures.switching", "gestures.link_gestures", "gestures.link_starts", "gestures.link_drag",
        "gestures.outline_gesture", "stroke", "gestures.track_gestures", "gestures.drags", "jumps", "lesson",
        "overlap_watch", "stock_names", "offers", "editor",
        "authoring.goal_forms", "authoring.goal_areas", "authoring.hints", "authoring.goal_gestures",
        "authoring.border", "authoring.no_build_gestures", "operations",
        "toolbox",
    ),
    "trials/": ("judging", "variations", "candidate", "win_store", "solved_run"),
    "trials/search/": (
        "numbers", "simplify", "scene", "places", "ties", "chains", "growth", "archive", "proposals",
        "island", "random_tries", "search_worker", "workers", "try_service", "near_miss", "search", "random_share",
    ),
    "trials/checks/": (
        "kept_results", "presentation", "empty_run", "solving", "margins", "grid", "open_puzzles", "hunt", "check",
        "checker", "check_worker", "search_process", "measured", "overview",
    ),
    "trials/maps/": ("refinement", "tolerance_map", "subjects", "zones"),
    "workspace/": (
        "clock", "events", "forecast.forecast", "forecast.forecaster", "forecast",
        "messages", "solved_levels", "settings", "files.session_files", "watchdog", "files.file_watch",
        "files.journal", "files.level_file", "past.branches", "past.contact_history", "past.runs", "past.history",
        "past.past_machine", "past.chain_record",
        "past.cause_reading", "past.cause_reader", "past.playhead", "past.resimulation", "past.ghost",
        "playback", "tryout",
        "variable_step", "document", "pacing", "error_reports", "gate", "past.jobs", "files.live_recording",
        "files.opening", "files.files", "files.kept_tries", "files.recovery", "past.time_travel",
        "together.people", "together.host_controls", "together.news", "together.joint_record",
        "together.design_ahead", "together.own_commands", "together.doors", "together.race_play",
        "together.side", "together.back_in_time", "together.shared_play",
        "control",
        "workspace", "records",
    ),
    "web/": (
        "engine.tools", "engine.wasm_file", "engine.headers", "engine.modules",
        "runtime.pieces", "runtime.stdlib", "runtime.shared", "runtime.parcel", "runtime.node", "runtime.build",
        "tab.verdict", "tab.verifier",
        "tab.picture_layout", "tab.play_host", "tab.play_picture", "tab.key_pointer", "tab.chosen", "tab.winning",
        "tab.play_sounds",
        "tab.live",
        "page.pack", "page.mark_film", "page.tables", "page.page_canvas", "page.takes", "page.sounds", "page.chapters",
        "page.ghosts", "page.filling", "page.themes", "page.looks", "page.play", "page.make", "page.report_film",
        "site.plan", "site.pictures", "site.pages", "site.builder",
    ),
    "render/": (
        "camera", "colours", "gl_objects", "gl_mesh", "instances.forms", "instances.shape_records", "instances.ties",
        "instances.layout", "instances.bodies", "instances.cords",
        "instances.link_cords", "instances.pieces", "instances.instance_diff", "instances", "pictures.film_options",
        "pictures.film_plan",
        "pictures.graphics_advice", "pictures.offscreen",
        "shaders", "players", "mark_list", "overlay", "gl_overlay", "effects.effect", "effects.air_streams",
        "effects.animal_signs", "effects.burning_cord",
        "effects.confetti", "effects.explosions", "effects.falling_rope",
        "effects.live_effects", "effects.past_effects", "effects", "scenes.lamps", "effects.air_flow",
        "effects.planned_rays", "effects.light_rays", "effects.planned_flights", "effects.range_marks",
        "effects.planned_effects", "scenes.backdrop", "scenes.scenery",
        "marks.goal_figures", "marks.goal_marks", "marks.goal_signs", "marks.hint_marks",
        "marks.forecast_marks", "marks.zone_marks", "marks.turning_marks", "marks.strain_marks", "marks.traces",
        "marks.strike_marks", "marks.editing_marks", "marks.residents", "marks.resident_marks", "marks",
        "layers", "canvas",
        "past_scene", "run_scene", "pictures.film_camera", "pictures.film_player", "pictures.causes",
        "pictures.watch_plan", "pictures.title_card", "pictures.soundtrack", "pictures.thumbnails",
        "pictures.chain_ribbon",
        "pictures.studio",
        "pictures.loop_player", "pictures.encoders",
        "pictures.film", "pictures.reel",
        "pictures.map_picture", "pictures.check_pictures", "pictures.sheet", "pictures.gallery",
        "pictures.contact_sheet",
    ),
    "sound/": (
        "ambience", "instruments", "pieces", "music", "impact_detector", "waveforms", "speaker", "cue_sheet",
        "scene_voice", "music_voice", "event_sounds", "mixer", "controls",
    ),
    "authoring/": (
        "stage", "experiments", "demonstrations.demo_stage", "demonstrations.acts", "demonstrations.stagings",
        "demonstrations.demonstration",
        "interplay.interplay_stage", "interplay.causes", "interplay.effects", "interplay.chain_scene",
        "interplay.chains", "interplay.meetings",
        "magnitudes", "table", "figures", "contact", "script_run", "placing", "given", "when", "saving",
        "script_level", "script", "runner", "sweep",
        "daily.day", "daily.half", "daily.starts", "daily.ends", "daily.maker", "__init__",
    ),
    "api/": ("pictures", "run", "level", "solving", "blessing", "tape"),
    "environment/": ("task", "actions", "episode", "observations", "camera", "contraption", "__init__",
                     "agents.variants", "agents.experience", "agents.agents", "agents.agent_worker",
                     "agents.benchmark", "agents.page"),
    "window/x11/": ("screens", "selections", "drops", "x11_keyboard", "input_method", "window"),
    "window/ui/": (
        "icons", "action", "keymap", "imgui_host", "label_layout", "level_pictures", "textures", "theme",
        "widgets", "dot_plot", "dialog", "text_field", "file_list", "file_dialog", "badges", "card_place",
    ),
    "window/settings/": ("appearance", "settings_sheet", "sound", "advanced"),
    "window/levels/": (
        "parade", "ending_sheet", "campaign_controls", "daily_sheet", "daily", "card_choice", "shelf", "level_cards",
        "chooser", "level_text",
    ),
    "window/time/": (
        "timeline_marks", "time_dialogs", "time_controls", "chain", "time_cards", "timeline", "time_actions",
    ),
    "window/run/": ("open_win", "rest_notice", "run_controls", "solved_level", "somebody_at_home", "win_proofs"),
    "window/share/": ("importing", "sharing"),
    "window/together/": (
        "player_signs", "people_list", "line_sheets", "name_tags", "host_switches", "race_view", "together_sheet",
        "playing_together",
    ),
    "window/film/": ("film_form", "export", "film_screen", "film_sheet", "filming", "watching"),
    "window/author/": (
        "moments", "level_check", "shortcut_sheet", "shortcuts", "areas", "author_view", "goals", "par", "puzzle",
        "lists", "panel", "author_actions",
    ),
    "window/build/": (
        "forecasting", "snapping", "keyboard", "viewing", "filter_menu", "part_card", "palette", "inspector",
        "steps", "context_menu", "scene_labels", "bill", "edit_actions", "arrange_actions",
    ),
    "window/frame/": ("features", "weighed_scene", "toast_card", "cards", "layout", "status_line", "toolbar", "panels"),
    "window/help/": (
        "hints", "green_zone", "near_misses", "lesson_card", "lesson", "command_palette", "sheets", "keys_page",
        "page_layout", "page_view", "manual_sheet", "pages",
    ),
    "window/shell/": (
        "setting", "feature", "loop", "outcome", "toasts", "view", "shell", "recent", "recovery", "reload_resume",
        "save_level", "documents", "number_entry", "value_rows", "world_panel",
    ),
    "window/events/": ("pasting", "mouse", "inputs"),
    "window/": ("frame_drawer", "application", "state", "desktop"),
    "loops/": ("rig", "loops", "report", "chart"),
    "bench/": (
        "scenes", "figures", "timing", "circumstances", "checkouts", "against", "chart", "calls", "bare_side",
        "callback_cost", "growth", "growth_table", "local_cluster", "cluster_cost", "forecast_cost", "search_cost",
        "environment_cost",
        "bench", "drawing", "bench_program", "kind_meter", "kind_costs", "kind_table", "kind_against",
    ),
    "cluster/": (
        "keys", "address", "jobs", "children", "remote", "launch", "dask_process", "connection", "machines", "dispatch",
        "checking", "searching", "verifying",
    ),
    "cli/": (
        "output", "command", "names", "options", "play", "run", "verify", "bless", "engine", "show",
        "levels.level_map", "levels.check",
        "levels.convert", "render", "levels.reel", "page", "site", "web", "parts", "schema", "loops", "bench",
        "levels.share",
        "levels.author",
        "levels.solve", "levels.difficulty", "levels.agents", "levels.overview", "levels.ways",
        "levels.daily", "recordings.bisect",
        "recordings.shrink", "recordings.export",
        "recordings.coverage", "cluster", "together.sides", "together.race", "together.sessions",
        "help",
        "__init__",
    ),
}  # fmt: skip
# The folders of the window that are each a feature: what one shares with another stands in the shell.
FEATURES = ("build", "run", "time", "help", "author", "levels", "share", "film", "settings")
# Who may import what at all. Everything else may not. The engine's private parts: in as few modules as can be.
PLACES = {
    "pymunk": {"engine/", "machine/", "causes/", "parts/", "worlds/", "recording.fingerprint", "api.tape", "bench/"},
    "pymunk._chipmunk_cffi": {
        "engine.callbacks", "engine.engine", "engine.readout", "engine.shape_queries", "engine.touch_log",
        "engine.joint_ties",
        "machine.machine", "machine.sightlines", "parts.air.balloon", "parts.ropes.reeving", "parts.sight",
    },
    "pymunk._chipmunk": {"recording.fingerprint"},
    "msgpack": {"recording.framing", "commands/"},
    "pyglet": {"render/", "sound/", "window/", "bench.drawing"},
    "imgui_bundle": {"window/"},
    "distributed": {"cluster/", "bench.local_cluster"},
    "dask": {"cluster/"},
    "time": {
        "bench/", "cli/", "cluster/", "sound/", "tasks/", "window/levels/", "window/shell/", "window/ui/", "workspace/",
    },
    "datetime": {"together.certificate", "verify.bless"},
    "asyncio": {"cluster.remote", "together.wire", "together.host_wire", "together.guest_wire"},
    "ssl": {"together.certificate", "together.host_wire", "together.guest_wire"},
    "socket": {"bench.local_cluster", "together.wire", "together.host_wire"},
    "cryptography": {"cluster.keys", "together.certificate"},
    "gymnasium": {"environment/"},
    "shapely": {"levels.formats/"},
    "svgelements": {"levels.formats/"},
    "random": set(),
    "secrets": set(),
    "uuid": set(),
    "pickle": set(),
}  # fmt: skip


def layer(module: str) -> str:
    """The entry of ORDER that a dotted module below `sandbox` belongs to."""
    path = module.replace(".", "/") + "/"
    inside = [entry for entry in ORDER if entry.endswith("/") and path.startswith(entry)]
    return max(inside, key=len, default=module)


@cache
def imports(source: str) -> tuple[tuple[str, bool], ...]:
    """Every absolute module name that a text imports, and whether that is for type checkers only."""
    return tuple(_imports(ast.parse(source), False))


def _imports(node: ast.AST, typing_only: bool) -> Iterator[tuple[str, bool]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, typing_only
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        assert node.module is not None
        for alias in node.names:
            # `from sandbox import parts` imports a module; a name out of a module says the same about layers
            yield f"{node.module}.{alias.name}", typing_only
    else:
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for field, value in ast.iter_fields(node):
            for inner in value if isinstance(value, list) else (value,):
                if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):  # no expression holds an import
                    yield from _imports(inner, typing_only or (guarded and field == "body"))


def upward(module: str, source: str) -> list[str]:
    """The imports of a module below `sandbox` that point upwards in ORDER, or in that of its package."""
    mine = layer(module)
    found = []
    for name, typing_only in imports(source):
        head, _, rest = name.partition(".")
        if head != "sandbox" or not rest or rest.startswith("__version__"):
            continue
        theirs = layer(rest)
        if theirs not in ORDER:
            theirs = layer(rest.rpartition(".")[0])  # a name out of a module that is in no package
        if theirs not in ORDER:
            found.append(f"{module} imports {name}, which has no place in the order")
        elif ORDER.index(theirs) > ORDER.index(mine):
            found.append(f"{module} imports {name}, which stands above it")
        elif theirs == mine and not mine.endswith("/"):
            found.append(f"{module} imports itself")
        elif theirs == mine in INSIDE and not typing_only:
            found += inside_upward(module, rest, INSIDE[mine])
    return found


def inside_upward(module: str, imported: str, order: tuple[str, ...]) -> list[str]:
    """What is wrong with an import between two modules of one package."""
    package = layer(module).replace("/", ".")
    names = (module, imported if imported in MODULES else imported.rpartition(".")[0])
    inside = (f"{name}.".removeprefix(package).rstrip(".") or "__init__" for name in names)
    mine, theirs = (order.index(name) if name in order else None for name in inside)
    if theirs is None:
        return []  # a name out of the package itself
    if mine is None:
        return [f"{module} has no place in the order of its package"]
    return [f"{module} imports {imported}, which stands above it"] if theirs >= mine else []


def between_features(module: str, source: str) -> list[str]:
    """The imports of a module below `sandbox` that lead from one feature of the window to another."""

    def feature(name: str) -> str:
        places = name.split(".")
        return places[1] if places[0] == "window" and places[1:2] and places[1] in FEATURES else ""

    mine, wanted = feature(module), {name.removeprefix("sandbox.") for name, _ in imports(source)}
    others = sorted(name for name in wanted if feature(name) not in ("", mine))
    return [f"{module} imports {name}, of another feature" for name in others] if mine else []


def misplaced(module: str, source: str) -> list[str]:
    """The imports of a module below `sandbox` that belong elsewhere."""
    found = set()
    for name, _ in imports(source):
        for thing in PLACES:
            if f"{name}.".startswith(f"{thing}.") and not any(
                f"{module}.".startswith(place.replace("/", ".")) if place.endswith("/") else module == place
                for place in PLACES[thing]
            ):
                found.add(f"{module} imports {thing}, which only {', '.join(sorted(PLACES[thing])) or 'nobody'} may")
    return sorted(found)


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name below `sandbox`."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts_ = list(path.relative_to(PACKAGE).with_suffix("").parts)
        if parts_[-1] == "__init__":
            parts_.pop()
        if parts_[:1] == ["plugin"]:  # a folder of its own on the path, not in the package
            continue
        if parts_:
            found[".".join(parts_)] = path
    return found


MODULES = modules()


@cache
def sources() -> dict[str, str]:
    """The text of every module."""
    return {module: path.read_text("utf-8") for module, path in MODULES.items()}


def test_the_order_of_a_tick_is_written_once() -> None:
    calls = re.compile(r"\bmachine\.(act|react|tidy)\(|\bfast_forward\(")
    callers = {module for module, source in sources().items() if calls.search(source)}
    bare = "bench.search_cost"  # measures what judging costs
    assert callers == {"machine.machine", "machine.goals", bare}, "others call Machine.tick or Judge.advance"


@for_each(MODULES)
def test_a_module_has_a_place_and_imports_only_downwards(module: str) -> None:
    assert layer(module) in ORDER, f"{module} has no place in the order"
    found = [*upward(module, sources()[module]), *misplaced(module, sources()[module])]
    assert found == [], found


@for_each(
    [
        ("design.geometry", "from sandbox.commands import session", "above"),
        ("design.design", "from sandbox.machine.machine import Machine", "above"),
        ("commands.session", "def late():\n    import sandbox.window.desktop", "above"),
        ("parts.balls", "from sandbox.machine.machine import Machine", "above"),
        ("recording.recording", "from sandbox.cli import main", "above"),
        ("recording.framing", "from sandbox.recording.recording import load", "above"),
        ("editing.editor", "from sandbox.workspace.workspace import Workspace", "above"),
        ("workspace.workspace", "from sandbox.render import canvas", "above"),
        ("window.frame.panels", "from sandbox.window.frame_drawer import FrameDrawer", "above"),
        ("window.ui.widgets", "if TYPE_CHECKING:\n    from sandbox.window.shell.shell import Shell", "above"),
        ("recording.another", "from sandbox.recording.framing import Reader", "has no place"),
        ("cli.run", "from sandbox.cli.verify import verify", "above"),
        ("cli.run", "from sandbox.cli import main", "above"),
        ("verify.verify", "from sandbox.helpers import thing", "no place"),
    ],
)
def test_an_upward_import_is_caught(module: str, source: str, said: str) -> None:
    (sentence,) = upward(module, source)
    assert said in sentence


@for_each(
    [
        ("commands.session", "import pymunk"),
        ("commands.session", "from time import monotonic"),
        ("machine.machine", "import random"),
        ("verify.verify", "from pyglet import gl"),
        ("workspace.workspace", "import pyglet"),
        ("render.canvas", "from imgui_bundle import imgui"),
        ("cli", "import imgui_bundle"),
        ("design.design", "import msgpack"),
        ("parts.balls", "from pymunk._chipmunk_cffi import lib"),
        ("engine.engine", "from pymunk import _chipmunk"),
    ],
)
def test_a_misplaced_import_is_caught(module: str, source: str) -> None:
    assert len(misplaced(module, source)) == 1


@for_each(module for module in MODULES if module.startswith("window."))
def test_a_feature_never_imports_another_feature(module: str) -> None:
    found = between_features(module, sources()[module])
    assert found == [], found


@for_each(
    [
        ("window.help.near_misses", "from sandbox.window.film.watching import Watching", 1),
        ("window.author.hunting", "if TYPE_CHECKING:\n    from sandbox.window import film", 1),
        ("window.help.near_misses", "from sandbox.window.help.hints import Hints", 0),
        ("window.help.near_misses", "from sandbox.window.shell.shell import Shell", 0),
        ("window.application", "from sandbox.window.film.watching import Watching", 0),
    ],
)
def test_an_import_of_another_feature_is_caught(module: str, source: str, count: int) -> None:
    assert len(between_features(module, source)) == count


# What draws the frame for all features, and names none: what one gives to the frame is in its row.
NAMELESS = (
    "window.frame_drawer",
    "window.state",
    *(f"window.frame.{name}" for name in ("layout", "status_line", "toolbar")),
)


def features_named(source: str) -> list[str]:
    """Return the features of the window that a text imports something from."""
    found = {name.removeprefix("sandbox.window.").partition(".")[0] for name, _ in imports(source)}
    return sorted(found & {*FEATURES})


@pytest.mark.parametrize("module", NAMELESS)
def test_what_draws_the_frame_names_no_feature(module: str) -> None:
    assert features_named(MODULES[module].read_text("utf-8")) == []


def test_a_feature_that_the_frame_names_is_caught() -> None:
    assert features_named("from sandbox.window.time.timeline import HEIGHT") == ["time"]
    assert features_named("from sandbox.window.shell.shell import Shell") == []


def test_only_the_frame_loop_asks_whether_another_document_is_open() -> None:
    askers = [name for name in MODULES if name.startswith("window.") and asks_for_generation(sources()[name])]
    assert askers == ["window.frame_drawer"], "features are told: `Feature.document_changed`"
    assert asks_for_generation("if document.generation != self._seen:\n    self.forget()\n")


def asks_for_generation(source: str) -> bool:
    """Whether a text reads the counter of the documents that have been open."""
    return "generation" in source and any(
        isinstance(node, ast.Attribute) and node.attr == "generation" for node in ast.walk(ast.parse(source))
    )


def idle_list_of_names(source: str) -> str:
    """Return what is wrong with the `__all__` of a text: nothing unless it lists only names that the text defines."""
    tree = ast.parse(source)
    lists = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
    taken = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    if not lists or taken & {name for node in lists for name in ast.literal_eval(node.value)}:
        return ""
    return "its __all__ hands on nothing from other modules, and nobody imports *: delete it"


@for_each(module for module in MODULES if "__all__" in sources()[module])
def test_only_modules_that_hand_on_names_list_them(module: str) -> None:
    assert idle_list_of_names(sources()[module]) == ""


def test_an_idle_list_of_names_is_caught() -> None:
    assert "delete it" in idle_list_of_names('__all__ = ["near"]\ndef near(): ...\n')
    assert idle_list_of_names('from a import near\n__all__ = ["near"]\n') == ""


def namesakes(modules: Iterable[str]) -> list[str]:
    """Return the names that two of some modules share; a package is no module."""
    names = Counter(module.rpartition(".")[2] for module in modules)
    return sorted(name for name, count in names.items() if count > 1)


def test_no_two_modules_of_a_package_share_a_name() -> None:
    modules = [module for module, path in MODULES.items() if path.name != "__init__.py" and "." in module]
    packages = sorted({module.partition(".")[0] for module in modules})
    assert len(packages) > 10
    shared = {name: namesakes(module for module in modules if module.startswith(f"{name}.")) for name in packages}
    assert {name: names for name, names in shared.items() if names} == {}


def test_no_two_public_classes_share_a_name() -> None:
    classes = [
        f"{module}.{node.name}"
        for module, source in sources().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert namesakes(classes) == []


def test_namesakes_are_caught() -> None:
    assert namesakes(["parts.sharp", "parts.classics.sharp", "parts.classics.rules"]) == ["sharp"]


def test_the_tables_hold_nothing_that_is_gone() -> None:
    named = {
        (entry.replace("/", ".") + name).removesuffix(".__init__") for entry, names in INSIDE.items() for name in names
    }
    assert sorted(named - set(MODULES)) == []
    of_packages = {layer(module) for module in MODULES}
    assert sorted(set(ORDER) - of_packages) == []


def past_the_gate(source: str) -> bool:
    """Whether a text starts or stops the machine of a session past `Session.do`, which logs it."""
    return re.search(r"\.(start|stop)_machine\(", source) is not None


def test_only_commands_start_and_stop_machines() -> None:
    assert [name for name, source in sources().items() if past_the_gate(source)] == [
        "commands.control", "commands.session",
    ]  # fmt: skip
    assert past_the_gate("session.start_machine()") and not past_the_gate("session.do(Start())")


# -- other processes

# Who may start programs that are no Python; what works for this program is started by `tasks.child`.
STARTERS = {"web.engine.tools", "tasks.child", "tasks.forking", "render.pictures.encoders", "verify.old_code"}
_STARTS = re.compile(
    r"\bsubprocess\.(?:Popen|run|call|check_\w+|get\w*output)\(|\bcreate_subprocess_\w+|\bpty\."
    r"|\bos\.(?:system|popen|fork\w*|spawn\w+|exec\w+|posix_spawn\w*)\("
    r"|\b(?:from|import) (?:multiprocessing|concurrent\.futures\.process)|ProcessPoolExecutor"
)
# A command line whose program has no folder: Windows looks for it in the current one. `tasks.programs` finds them.
_BY_NAME = re.compile(r"""\[\s*["'][a-z][\w+.]*["']\s*[,\]]""")


def starts_processes(module: str, source: str) -> list[str]:
    """How a module below `sandbox` starts processes that it should have started by `tasks.child`."""
    found = _BY_NAME.findall(source) if module in STARTERS else _STARTS.findall(source)
    if not module.startswith("tasks."):
        found += re.findall(r"\bsys\.executable\b|\bshutil\.which\b", source)
    return found


def test_children_are_started_in_one_place() -> None:
    found = {name: starts_processes(name, source) for name, source in sources().items()}
    # (It becomes another program, by a command line of `tasks.child`.)
    assert {name: hows for name, hows in found.items() if hows} == {"cluster.launch": ["os.execve("]}


# What lets a program work beside itself, and who may import it except `tasks`: work for the user is a task, which has
# limits, ends with its starter, and has a reason why it died.
WAYS_BESIDE = ("subprocess", "multiprocessing", "concurrent", "threading", "_thread", "asyncio", "dask", "distributed")
FFMPEG, GIT, DASK = "ffmpeg, which encodes films", "git, which has the program that made a recording", "Dask"
BESIDE = {
    "render.pictures.encoders": (FFMPEG, "subprocess"),
    "verify.old_code": (GIT, "subprocess"),
    "web.engine.tools": ("clang, npm and node, which make and run WebAssembly", "subprocess"),
    "cluster.address": (DASK, "dask", "distributed"),
    "cluster.children": (f"{DASK}: the threads of a worker share its children", "threading"),
    "cluster.connection": (DASK, "dask", "distributed", "threading"),
    "cluster.keys": (DASK, "distributed"),
    "cluster.remote": (DASK, "asyncio", "distributed"),
    "bench.local_cluster": (DASK, "distributed", "subprocess"),
    "cli.together.sides": ("a line of standard input, which may never come", "threading"),
    "together.wire": ("the network, which must not hold up a tick", "asyncio", "threading"),
    "together.host_wire": ("the event loop of `together.wire`", "asyncio"),
    "together.guest_wire": ("the event loop of `together.wire`", "asyncio"),
    "cli.output": ("signs of life, which a command must give whatever it waits for", "threading"),
    "recording.recorder": ("a lock: the journal's thread flushes while the session writes", "threading"),
    "workspace.files.journal": ("a slow disk", "concurrent"),
    "workspace.watchdog": ("a step of the engine that does not come back in this very process", "threading"),
    "trials.search.try_service": ("deals tries to a pool for a caller that does not wait", "threading"),
    "sound.speaker": ("a sound server that does not answer", "threading"),
    "window.film.watching": ("plans a film out of the runs that this process holds", "threading"),
    "window.x11.input_method": ("Xlib, which waits without a limit", "threading"),
}


def works_beside(module: str, source: str) -> list[str]:
    """The imports of a module by which it could work beside itself, and which are neither `tasks` nor named."""
    wanted = {name.partition(".")[0] for name, typing_only in imports(source) if not typing_only}
    return sorted(wanted.intersection(WAYS_BESIDE).difference(BESIDE.get(module, ("",))[1:]))


def test_only_tasks_work_beside() -> None:
    others = {name: source for name, source in sources().items() if not name.startswith("tasks.")}
    found = {name: ways for name, source in others.items() if (ways := works_beside(name, source))}
    assert found == {}, "make it a task: sandbox.tasks"


def test_each_exception_still_works_beside() -> None:
    wanted = {name: set(BESIDE[name][1:]) - set(works_beside("", sources()[name])) for name in BESIDE}
    assert {name: ways for name, ways in wanted.items() if ways} == {}, "take them out of the list"


@for_each(
    [
        ("window.help.hints", "import threading", ["threading"]),
        ("window.help.hints", "from concurrent.futures import ThreadPoolExecutor", ["concurrent"]),
        (
            "verify.verifier",
            "def late():\n    import subprocess, multiprocessing.pool",
            ["multiprocessing", "subprocess"],
        ),
        ("verify.old_code", "import subprocess\nimport threading", ["threading"]),
        ("trials.judging", "from sandbox.tasks.pool import Pool", []),
    ],
)
def test_who_works_beside_in_its_own_way_is_caught(module: str, source: str, ways: list[str]) -> None:
    assert works_beside(module, source) == ways


@for_each(
    [
        "subprocess.run([sys.executable, '-c', ''])",
        "subprocess.Popen(['cc'])",
        "os.system('cc')",
        "pid = os.fork()",
        "from multiprocessing import Pool",
        "    import multiprocessing",
        "await asyncio.create_subprocess_exec('cc')",
        "with ProcessPoolExecutor() as pool: pass",
        "path = shutil.which('cc')",
    ],
)
def test_a_child_that_is_started_elsewhere_is_caught(source: str) -> None:
    assert starts_processes("verify.verify", source)


def test_a_program_that_is_started_by_its_bare_name_is_caught() -> None:
    assert starts_processes("verify.old_code", 'command = ["git", "-C", folder]')
    assert not starts_processes("verify.old_code", 'command = [git, "-C", folder]')


# -- circles


def circle(texts: dict[str, str]) -> list[str]:
    """The modules of a circle of imports, also of one that is for type checkers only; empty if there is none."""
    graph = {}
    for module, source in texts.items():
        names = {name.removeprefix("sandbox.") for name, _ in imports(source)}
        graph[module] = ({*names, *(name.rpartition(".")[0] for name in names)} & texts.keys()) - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_window_has_no_circle_even_for_type_checkers() -> None:
    of_window = {name: source for name, source in sources().items() if name.startswith("window")}
    assert circle(of_window) == []
    upwards = "if TYPE_CHECKING:\n    from sandbox.window.application import Application\n"
    caught = circle({**of_window, "window.frame.panels": upwards})
    assert {"window.frame.panels", "window.application"} <= set(caught)


# -- what headless commands load


# One process carries out all commands, as what one has loaded stays loaded: first those that may load least.
_ALL_COMMANDS = """
import json, sys
from sandbox import __main__, cli

lines, answers = json.loads(sys.argv[1]), open(sys.argv[2], "w")
for arguments in lines:
    if arguments[0] == "import":
        __import__(arguments[1])
        code = 0
    else:
        try:
            cli.main(arguments)
        except SystemExit as left:
            code = left.code or 0
    print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=answers)
"""


def loaded(folder: Path, *lines: tuple[str, ...]) -> list[set[str]]:
    """The top-level modules that a process has imported after each of some command lines."""
    file = folder / "loaded.jsonl"
    ran = subprocess.run(
        [sys.executable, "-c", _ALL_COMMANDS, json.dumps(lines), file], capture_output=True, text=True, timeout=100
    )
    assert "Traceback" not in ran.stderr, ran.stderr[-2000:]
    answers = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [code for code, _ in answers] == [0] * len(lines), ran.stderr[-300:]
    return [set(names) for _, names in answers]


def test_headless_commands_load_no_window_nor_what_they_do_not_need(tmp_path: Path) -> None:
    recorded, page, moves = (str(tmp_path / name) for name in ("drop.replay", "page.html", "moves.jsonl"))
    Path(moves).write_text('{"tick": 0, "do": "start"}')
    with pytest.raises(SystemExit) as left:
        cli.main(["run", "drop", "--seconds", "0.5", "--record", recorded])
    assert not left.value.code
    lines = (
        ("--version",),
        ("verify", recorded),
        ("verify", "--report", page, recorded),
        ("--help",),
        ("parts", "--json"),
        ("run", "drop", "--seconds", "0.1", "--json"),
        ("show", recorded, "--json"),
        ("check", "workshop"),
        ("bench", "--help"),
        ("host", "drop", "--seconds", "0.1", "--commands", moves),
        ("loops", "--profile", "steady-30", "--seconds", "0.1"),
        ("import", "pyglet"),
    )
    after = dict(zip(lines, loaded(tmp_path, *lines), strict=True))
    version, verified, with_page = (after[line] for line in lines[:3])
    assert not version & {"numpy", "pymunk", "rich", "msgspec"} and "click" in version
    assert not verified & {"numpy", "pymunk"}, "verify leaves the engine to its children"
    assert with_page >= {"numpy", "pymunk"}, "the page needs it"
    window = {"pyglet", "imgui_bundle", "OpenGL", "PIL", "distributed", "dask"}
    seen = [(line, sorted(names & window)) for line, names in after.items() if names & window]
    assert seen == [(("import", "pyglet"), ["pyglet"])], seen


# -- what needs no display: the open document, and editing it by hand

DISPLAY_FREE = ("workspace", "editing", "web")
_WITHOUT_DISPLAY = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pyglet", "imgui_bundle"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
for name in sys.argv[1:]:
    try:
        importlib.import_module(f"sandbox.{name}")
    except ImportError as error:
        print(f"{name}: {error}")
"""


def unimportable(*names: str) -> list[str]:
    """Which modules a fresh process can't import without pyglet and the interface library, and why."""
    ran = subprocess.run(
        [sys.executable, "-c", _WITHOUT_DISPLAY, *names], capture_output=True, text=True, timeout=60, check=True
    )
    return ran.stdout.splitlines()


def test_what_is_free_of_the_display_is_imported_without_it_and_what_needs_it_would_be_caught() -> None:
    names = [module for module in MODULES if module.split(".")[0] in DISPLAY_FREE]
    assert {"editing.editor", "workspace.workspace", "editing.keys"} < set(names)
    drawn = ["render.gl_overlay", "window.ui.theme", "render.canvas", "window.ui.widgets"]
    found = unimportable(*names, *drawn)
    assert [line.partition(":")[0] for line in found] == drawn, found


# -- tests


def passed_over(folders: Iterable[Path], patterns: Iterable[str]) -> list[str]:
    """Return the folders that a run of all tests does not look into, because of their names."""
    return sorted(folder.name for folder in folders if any(fnmatch(folder.name, pattern) for pattern in patterns))


def test_a_run_of_all_tests_looks_into_every_folder_of_them(pytestconfig: pytest.Config) -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert passed_over(folders, pytestconfig.getini("norecursedirs")) == []


def test_a_folder_that_pytest_passes_over_is_caught() -> None:
    assert passed_over([Path("tests/window/build"), Path("tests/window/run")], ["build", "dist", ".*"]) == ["build"]


# -- levels


def test_every_bundled_level_has_a_recorded_solution() -> None:
    to_solve = [path for path in library.bundled_levels() if levels.read(path).goals]
    assert {path.stem for path in to_solve} >= {"drop", "roll", "topple", "bounce", "lift", "press"}
    assert [path for path in to_solve if not places_of_solution(path)[0].is_file()] == []


# -- style and types, so that they hold wherever the tests run


@pytest.mark.parametrize("tool", ["ruff check .", "ruff format --check ."])
def test_style(tool: str) -> None:
    assert complaints(*tool.split()) == ""


def test_types(tmp_path: Path) -> None:
    """Those of the program, and those that its users see: the examples of the manual are checked by the same run."""
    wrong = 'import sandbox\n\nrun = sandbox.load("drop").start()\nrun.stop(1)\nsandbox.lode("drop")\n'
    scripts = [*fences.scripts(manual.text("library")), *fences.scripts(manual.text("scripts")), wrong]
    for number, script in enumerate(scripts):
        (tmp_path / f"example_{number}.py").write_text(script, "utf-8")
    said = complaints("mypy", "sandbox", str(tmp_path)).splitlines()
    assert len(said) == 3, "\n".join(said)
    assert f'example_{len(scripts) - 1}.py:4: error: "Run" has no attribute "stop"' in said[0]
    assert f'example_{len(scripts) - 1}.py:5: error: Module has no attribute "lode"' in said[1]


def complaints(tool: str, *arguments: str) -> str:
    """Return what a tool says of what it finds; empty if it finds nothing."""
    command = [sys.executable, "-m", tool, *arguments]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    return ran.stdout[-4000:] + ran.stderr[-1000:] if ran.returncode else ""
