"""Imports point only downwards, engines and clocks stay in their places, and headless commands load no window.

Each rule is a function from source text to sentences, so that a module that breaks it can be shown to be caught.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import sandbox
from sandbox import parts
from sandbox.levels import levels, library

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(sandbox.__file__).resolve().parent
# Each may import only those before it. A name that ends in "/" is a folder whose modules may import each other.
ORDER = (
    "errors", "beside", "verdicts", "geometry", "engine", "readout", "values", "conditions/", "design", "parts/",
    "levels", "library", "guard", "contacts", "rows", "hand", "building", "removals", "assembly", "machine",
    "overlaps", "goals", "design_history", "commands_base", "commands_links", "commands_building", "commands_author",
    "commands_time", "commands_live", "commands", "session", "driver", "filebytes", "framing", "snapshots",
    "recording", "fingerprint", "compare", "explain", "verify", "suite/", "clock", "chart", "loops", "formats/",
    "window/", "bench", "bench_program", "pytest_plugin", "cli", "__main__",
)  # fmt: skip
# Who may import what at all. Everything else may not.
PLACES = {
    "pymunk": {
        "bench", "bench_program", "engine", "readout", "guard", "contacts", "rows", "hand", "building", "removals",
        "assembly", "machine", "parts/", "fingerprint",
    },
    "msgpack": {"framing", "commands"},
    "pyglet": {"window/", "bench_program"},
    "imgui_bundle": {"window/"},
    "time": {"window/", "bench", "bench_program", "cli"},
    "datetime": {"window/", "bench", "pytest_plugin", "cli"},
    "random": set(),
    "secrets": set(),
    "uuid": set(),
    "pickle": set(),
}  # fmt: skip
# The modules of `sandbox/window` that can be imported without a display: neither they nor what they import loads pyglet
# or the interface library.
DISPLAY_FREE = (
    "action", "actions", "advice", "alike", "app", "appearance", "areas", "arranging", "author_actions", "belts",
    "bindings", "branches", "bygone", "camera", "chronicle", "clipboard", "crowding", "desk", "disk", "drawing",
    "editor", "encore", "export", "files", "film_form", "frame_rate", "gallery", "gesture", "gestures", "ghost",
    "hand", "handles", "happenings", "hearing", "hints", "icons", "impacts", "joining", "jumps", "keys", "labels",
    "level_file", "logbook", "messages", "offscreen", "operations", "palettes", "past", "picking", "picture",
    "pieces", "playback", "pointing", "preferences", "pressure", "quantities", "rerun", "rules", "script", "seeking",
    "selection", "sessions", "settings", "shaders", "snapping", "sound", "speaker", "synth", "telling",
    "time_actions", "toasts", "toolbox", "travel", "trial", "unrecorded", "wins", "workspace",
)  # fmt: skip


def layer(module: str) -> str:
    """The entry of ORDER that a dotted module below `sandbox` belongs to."""
    first = module.split(".")[0]
    return first + "/" if first + "/" in ORDER else first


def imports(source: str) -> Iterator[str]:
    """Every absolute module name that a text imports, also for type checkers only."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            assert node.module is not None
            for alias in node.names:
                # `from sandbox import parts` imports a module; a name out of a module says the same about layers
                yield f"{node.module}.{alias.name}"


def upward(module: str, source: str) -> list[str]:
    """The imports of a module below `sandbox` that point upwards in ORDER."""
    mine = layer(module)
    found = []
    for name in imports(source):
        head, _, rest = name.partition(".")
        if head != "sandbox" or not rest:
            continue
        theirs = layer(rest)
        if theirs not in ORDER:
            if rest.startswith("__version__"):
                continue
            found.append(f"{module} imports {name}, which has no place in the order")
        elif ORDER.index(theirs) > ORDER.index(mine):
            found.append(f"{module} imports {name}, which stands above it")
        elif theirs == mine and not mine.endswith("/"):
            found.append(f"{module} imports itself")
    return found


def misplaced(module: str, source: str) -> list[str]:
    """The imports of a module below `sandbox` that belong elsewhere."""
    heads = {name.split(".")[0] for name in imports(source)}
    return [
        f"{module} imports {head}, which only {', '.join(sorted(PLACES[head])) or 'nobody'} may"
        for head in sorted(heads & set(PLACES))
        if layer(module) not in PLACES[head]
    ]


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name below `sandbox`."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts_ = list(path.relative_to(PACKAGE).with_suffix("").parts)
        if parts_[-1] == "__init__":
            parts_.pop()
        if parts_:
            found[".".join(parts_)] = path
    return found


MODULES = modules()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_a_place_and_imports_only_downwards(module: str) -> None:
    assert layer(module) in ORDER, f"{module} has no place in the order"
    source = MODULES[module].read_text("utf-8")
    assert upward(module, source) == []
    assert misplaced(module, source) == []


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("geometry", "from sandbox.design import design", "above"),
        ("design", "from sandbox.machine.machine import Machine", "above"),
        ("session", "def late():\n    import sandbox.window.app", "above"),
        ("parts.balls", "from sandbox.machine.machine import Machine", "above"),
        ("parts.balls", "if TYPE_CHECKING:\n    from sandbox.machine.machine import Machine", "above"),
        ("recording", "from sandbox.cli import main", "above"),
        ("verify", "from sandbox.helpers import thing", "no place"),
    ],
)
def test_an_upward_import_is_caught(module: str, source: str, said: str) -> None:
    (sentence,) = upward(module, source)
    assert said in sentence


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("session", "import pymunk"),
        ("session", "from time import monotonic"),
        ("machine", "import random"),
        ("verify", "from pyglet import gl"),
        ("cli", "import imgui_bundle"),
        ("design", "import msgpack"),
    ],
)
def test_a_misplaced_import_is_caught(module: str, source: str) -> None:
    assert len(misplaced(module, source)) == 1


def past_the_gate(source: str) -> bool:
    """Whether a text starts or stops the machine of a session past `Session.do`, which logs it."""
    return re.search(r"\.(start|stop)_machine\(", source) is not None


def test_only_commands_start_and_stop_machines() -> None:
    assert [name for name, path in MODULES.items() if past_the_gate(path.read_text("utf-8"))] == [
        "commands_time", "session",
    ]  # fmt: skip
    assert past_the_gate("session.start_machine()") and not past_the_gate("session.do(Start())")


# -- circles


def circle(sources: dict[str, str]) -> list[str]:
    """The modules of a circle of imports, also of one that is for type checkers only; empty if there is none."""
    graph = {}
    for module, source in sources.items():
        names = {name.removeprefix("sandbox.") for name in imports(source)}
        graph[module] = ({*names, *(name.rpartition(".")[0] for name in names)} & sources.keys()) - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_window_has_no_circle_even_for_type_checkers() -> None:
    sources = {name: path.read_text("utf-8") for name, path in MODULES.items() if layer(name) == "window/"}
    assert circle(sources) == []
    upwards = "if TYPE_CHECKING:\n    from sandbox.window.application import Application\n"
    caught = circle({**sources, "window.panels": upwards})
    assert {"window.panels", "window.application"} <= set(caught)


# -- what headless commands load


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "drop.replay"
    loaded("run", "drop", "--seconds", "0.5", "--record", str(path))
    return path


def loaded(*arguments: str) -> set[str]:
    """The top-level modules that the command line imports for these arguments."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "sandbox", *arguments], capture_output=True, text=True, timeout=60
    )
    assert "Traceback" not in ran.stderr, ran.stderr[-2000:]
    assert ran.returncode == 0, ran.stderr[-300:]
    rows = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", ran.stderr, re.MULTILINE)
    assert "click" in rows, "the listing has been read"
    return {name.split(".")[0] for name in rows}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("parts", "--json"),
        ("run", "drop", "--seconds", "0.1", "--json"),
        ("verify", "RECORDED"),
        ("show", "RECORDED", "--json"),
        ("check", "workshop"),
        ("bench", "--help"),
        ("loops", "--profile", "steady-30", "--seconds", "0.1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_headless_commands_load_no_window(arguments: tuple[str, ...], recorded: Path) -> None:
    arguments = tuple(str(recorded) if argument == "RECORDED" else argument for argument in arguments)
    assert not loaded(*arguments) & {"pyglet", "imgui_bundle", "OpenGL", "PIL"}


def test_the_listing_would_show_a_window() -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import pyglet"], capture_output=True, text=True, timeout=60
    )
    assert re.search(r"\|\s+pyglet$", ran.stderr, re.MULTILINE)


def test_help_and_version_need_neither_numpy_nor_the_engine() -> None:
    assert not loaded("--version") & {"numpy", "pymunk", "rich", "msgspec"}


# -- what of the window needs no display

_WITHOUT_DISPLAY = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pyglet", "imgui_bundle"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
for name in sys.argv[1:]:
    try:
        importlib.import_module(f"sandbox.window.{name}")
    except ImportError as error:
        print(f"{name}: {error}")
"""


def unimportable(*names: str) -> list[str]:
    """Which modules of the window a fresh process can't import without pyglet and the interface library, and why."""
    ran = subprocess.run(
        [sys.executable, "-c", _WITHOUT_DISPLAY, *names], capture_output=True, text=True, timeout=60, check=True
    )
    return ran.stdout.splitlines()


def test_what_is_free_of_the_display_is_imported_without_it() -> None:
    assert {"editor", "rules"} <= set(DISPLAY_FREE)
    assert unimportable(*DISPLAY_FREE) == []


def test_what_needs_the_display_would_be_caught() -> None:
    names = [line.partition(":")[0] for line in unimportable("overlay", "rules", "theme", "overlap_marks", "ui")]
    assert names == ["overlay", "theme", "overlap_marks", "ui"]


# -- documents


def test_the_readme_names_only_commands_that_exist() -> None:
    from sandbox.cli import app

    text = (ROOT / "README.md").read_text("utf-8")
    fenced = "\n".join(re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    inline = "\n".join(re.findall(r"`([^`\n]+)`", text))
    named = set(re.findall(r"^\s*(?:\$ )?(?:\.venv/bin/)?sandbox ([a-z]+)\b", fenced + "\n" + inline, re.MULTILINE))
    assert named
    assert named <= set(app.commands)
    assert set(app.commands) <= named, "every command is in the README"
    targets = set(re.findall(r"\bmake ([a-z]+)\b", fenced + "\n" + inline))
    assert {"play", "test"} <= targets
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_the_files_that_the_readme_points_to_exist() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    linked = [target for target in re.findall(r"\]\(([^)]+)\)", text) if "://" not in target]
    assert linked
    assert [target for target in linked if not (ROOT / target.split("#")[0]).exists()] == []


@pytest.mark.parametrize("kind", [*parts.KINDS.values(), *parts.LINKS.values()], ids=lambda kind: kind.name)
def test_every_kind_is_documented(kind: parts.Kind | parts.LinkKind) -> None:
    assert kind.title
    assert kind.help.endswith((".", "!"))
    assert len(kind.help) >= 20
    assert kind.source, "where its physical numbers come from"
    for prop in kind.properties:
        assert prop.title, prop.name
        if prop.choices:
            assert prop.default in prop.choices
        elif prop.type in ("whole", "number"):
            assert prop.low < prop.high, prop.name
            assert prop.refuse(prop.default) is None, prop.name


def test_every_bundled_level_has_a_recorded_solution() -> None:
    to_solve = {path.stem for path in library.bundled_levels() if levels.read(path).goals}
    assert to_solve >= {"drop", "roll", "topple", "bounce", "lift", "press"}
    assert to_solve <= {path.stem for path in ROOT.glob("replays/*.replay")}


# -- style and types, so that they hold wherever the tests run


@pytest.mark.parametrize("tool", ["ruff check .", "ruff format --check .", "mypy"])
def test_style_and_types(tool: str) -> None:
    ran = subprocess.run([sys.executable, "-m", *tool.split()], cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]
