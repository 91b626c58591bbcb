"""Write the pages of the manual that are made from the program itself: `python -m tests.tools.manual_pages`.

The format of level files and commands comes from the structs that read them, the command line from its options. The
words about a field are the comment beside it in the code, or stand in `WORDS`.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import itertools
import json
import re
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import click
import msgspec
from msgspec import NODEFAULT, Struct

from sandbox.cli import app
from sandbox.commands.commands import COMMANDS
from sandbox.design.conditions import CONDITIONS, AnyCondition, Condition
from sandbox.design.design import OLDEST_RULES, RULES, Design, End, Hint, HintEnd, Link, StockItem
from sandbox.design.no_build import NoBuildArea
from sandbox.design.objectives import Goal, Par
from sandbox.design.open_puzzle import MOST_AIMS, Clues, PuzzleAim
from sandbox.design.scenes import SCENES
from sandbox.design.values import MAX_PLAYERS, GroupNumber, Id, Layers, PartSpec, Value, Values
from sandbox.design.world import RANGES, World
from sandbox.manual import manual
from sandbox.parts import KINDS, LINKS
from sandbox.reading import quantities

if TYPE_CHECKING:
    from sandbox.window.ui.action import Actions

FOLDER = Path(manual.__file__).parent
# What a field means, where the code has no comment beside it: by the tag or name of its struct, or for all of them.
WORDS = {
    "Design.title": "the name of the level",
    "Design.text": "what the player is to do, in a sentence or two",
    "Design.world": "gravity, size, contacts: see the next section",
    "Design.parts": "all parts that stand there at the start",
    "Design.links": "ropes, belts, wires and fuses between them",
    "Design.goals": "what has to be true to win: all of them at once",
    "Design.fails": "what loses the level: any of them",
    "Design.stock": (
        "what the player gets; left out: free building. An item is a number of plain parts or links of the kind that "
        "it is named as, or a table with a name of its own"
    ),
    "Design.scene": f"what it looks and sounds like, one of {', '.join(SCENES)}; nothing that happens depends on it",
    "Design.rules": f"{OLDEST_RULES} to {RULES}: [the rules](levels.md#the-rules-of-a-level) that it is played by",
    "Design.allow": "what the player may do while the machine runs: `press`, `grab`; the rest has to wait for the win",
    "Design.hints": "the solution, one part or link each",
    "Design.next_id": "the id that the next part or link gets; it may be left out",
    "Design.par": "what a good run reaches, for stars",
    "PartSpec.flip": "mirrored left to right",
    "PartSpec.props": "what differs from the defaults of its kind; `sandbox parts` lists the properties",
    "Link.kind": "a kind of link: `rope`, `belt`, `wire`, `fuse`, ...; `sandbox parts` lists them",
    "Link.a": "one end",
    "Link.b": "the other end",
    "Link.props": "what differs from the defaults of its kind",
    "Link.fixed": "belongs to the level",
    "Link.via": "the ids of the pulleys that a rope runs over, in order",
    "End.part": "the id of the part",
    "End.port": "the name of a port of it; `sandbox parts --json` lists the ports",
    "End.at": "any point of it instead, in metres from its own middle as it is when not turned and not flipped",
    "HintEnd.port": "the name of a port",
    "HintEnd.at": "any point of it instead, as for links",
    "Hint.text": "what the player reads",
    "Hint.kind": "the kind of part or link",
    "Hint.x": "m: where its middle belongs, to the right",
    "Hint.y": "m: upwards",
    "Hint.angle": "rad",
    "Hint.flip": "mirrored",
    "Hint.props": "its properties",
    "Hint.a": "of a link: one end",
    "Hint.b": "of a link: the other end",
    "Hint.via": "of a rope: the pulleys that it runs over",
    "StockItem.kind": "the kind of part or link",
    "StockItem.count": "how many the player has",
    "StockItem.props": "properties that all of them have",
    "StockItem.angle": "rad: as it comes out of the stock",
    "StockItem.turns": "the player may turn them",
    "Goal.text": "what the player reads",
    "Goal.when": "a condition",
    "Par.parts": "so many parts and links that the player places, or fewer; 0: not asked for",
    "Par.seconds": "so many seconds from the start to the win, or fewer; 0: not asked for",
    "Par.challenge": "a sentence with a condition that holds on the tick of the win",
    "NoBuildArea.x0": "m: the left edge",
    "NoBuildArea.y0": "m: the lower edge",
    "NoBuildArea.x1": "m: the right edge",
    "NoBuildArea.y1": "m: the upper edge",
    "Clues.goal": "which goal to begin with, in a sentence",
    "Clues.family": "which family of parts helps, in a sentence",
    "Clues.piece": "the number of the hint, from 1, whose part is shown where it belongs; 0: none",
    "PuzzleAim.text": "what the player reads",
    "PuzzleAim.seconds": "from the start to the win, at most",
    "World.gravity_x": "m/s^2: to the right",
    "World.gravity_y": "m/s^2: upwards",
    "World.height": "m: how high that is",
    "World.friction_mixing": (
        "how two surfaces that touch share their friction: the product, or `root`, the square root of it, as in Box2D"
    ),
    "World.restitution_mixing": "how they share their restitution: the product, or `greater` of the two, as in Box2D",
    "World.slop": "m: an overlap that is left alone, so that resting contacts stay contacts",
    "World.iterations": "passes of the solver for velocities; 16 are enough for a pyramid of 55 crates to stand",
    "World.bounce_from": "m/s: what closes in more slowly than this does not bounce at all",
    "id": "its own number, from 1; parts and links share the numbers",
    "kind": "a kind of part: `sandbox parts` lists them",
    "part": "the id of a part",
    "other": "the id of another part",
    "container": "the id of a basket, box, funnel, ...",
    "link": "the id of a link",
    "x": "m: its middle, to the right",
    "y": "m: its middle, upwards",
    "angle": "rad, anticlockwise",
    "x0": "m: left edge",
    "y0": "m: lower edge",
    "x1": "m: right edge",
    "y1": "m: upper edge",
    "at_least": "how many",
    "value": "m",
    "by": "m",
    "speed": "m/s",
    "seconds": "s",
    "state": "one of the states of that kind; the author's panel lists them",
    "on": "false: the state has ended, or not begun",
    "origin": "ask where the part was placed by, and not its centre of mass",
    "of": "the condition, or the conditions, that it is made of",
}  # fmt: skip
# A value for each field of a condition or command, to make examples of.
SAMPLES: dict[str, Any] = {
    "part": 3, "other": 4, "container": 2, "link": 5, "kind": "tennis_ball", "x0": 1.0, "y0": 0.1, "x1": 1.4, "y1": 0.5,
    "axis": "y", "side": "more", "value": 0.8, "by": 0.3, "angle": 1.57, "speed": 2.0, "state": "popped",
    "link_state.state": "burnt out", "seconds": 0.5, "tally.kind": "balloon", "place.angle": 0.0,
    "x": 1.2, "y": 0.9, "a": 3, "a_port": "shaft", "b": 4, "b_port": "shaft", "connect.kind": "belt",
    "size": {"width": 0.8}, "name": "width", "configure.value": 0.8, "id": 3, "parts": (3, 4), "dx": 0.1,
    "paste.parts": ({"id": 3, "kind": "crate", "x": 1.0, "y": 0.25},),
    "goals": ({"text": "It pops", "when": {"is": "state", "part": 3, "state": "popped"}},),
    "stock": {"ramp": 2}, "hints": ({"text": "Above the gap.", "kind": "ramp", "x": 1.0, "y": 0.9},),
    "title": "Drop", "text": "A ball falls.", "insight": "What hangs falls.", "par": {"parts": 2},
    "scene": "harbour", "areas": ({"x0": 0.0, "y0": 0.1, "x1": 4.0, "y1": 1.0},), "names": ("press",),
    "forecast": True, "open": True, "fixed": True, "join.name": "Ann", "edits": (["move", 3, 1.2, 0.9], ["delete", 4]),
}  # fmt: skip
_INNER = {"is": "contained", "part": 3, "container": 2}
_MANY = [_INNER, {"is": "gone", "part": 4}]
_TYPES: list[tuple[Any, str]] = [
    (Id, "id"), (GroupNumber, "whole number"), (Layers, "whole number"), (Value, "value"), (Values, "properties"),
    (bool, "true or false"), (int, "whole number"), (float, "number"), (str, "text"), (AnyCondition, "condition"),
    (tuple[AnyCondition, ...], "list of conditions"), (tuple[float, float] | None, "[x, y]"), (World, "table"),
    (tuple[PartSpec, ...], "list of parts"), (tuple[Link, ...], "list of links"), (tuple[Goal, ...], "list of goals"),
    (tuple[Hint, ...], "list of hints"), (tuple[str, ...], "list of texts"), (tuple[Id, ...], "list of ids"),
    (tuple[NoBuildArea, ...], "list of areas"), (Par | None, "table"),
    (Clues | None, "table"), (tuple[PuzzleAim, ...], "list of aims"),
    (Goal | None, "goal"), (End, "end"),
    (HintEnd | None, "end"), (tuple[HintEnd, ...], "list of ends"), (dict[str, int | StockItem] | None, "table"),
]  # fmt: skip
# Names of the code in docstrings, and what a reader of files knows them by.
_IN_FILES = {
    "`Beyond`": "`beyond`", "`TryOut`": "`try_out`", "`Author`": "`author`", " (of `design.RUNNING_COMMANDS`)": "",
    "`design.End`": "the end of a link", " (of `scenes.SCENES`)": "", "`design.World`": "the table `world`",
    "None": "null",
}  # fmt: skip
_WARNING = "<!-- Made by python -m tests.tools.manual_pages; the code is what to change. -->"


# -- what is known about a struct


def comments(cls: type[Struct]) -> dict[str, str]:
    """Return the comment beside or above each field of a class, by the field's name."""
    source = textwrap.dedent(inspect.getsource(cls))
    lines = source.split("\n")
    found = {}
    for node in ast.parse(source).body[0].body:  # type: ignore[attr-defined]
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            beside = re.search(r"  # (.*)$", lines[node.lineno - 1])
            above: list[str] = []
            for line in reversed(lines[: node.lineno - 1]):
                if not line.strip().startswith("# "):
                    break
                above.insert(0, line.strip()[2:])
            if beside:
                found[node.target.id] = beside[1]
            elif above:
                found[node.target.id] = " ".join(above)
    return found


def words(cls: type[Struct], field: str) -> str:
    """Return what a field means. Raises KeyError if neither the code nor `WORDS` says it."""
    named = f"{cls.__name__}.{field}"
    said = WORDS[named] if named in WORDS else comments(cls).get(field) or WORDS[field]
    return said.replace("|", r"\|")


def type_name(cls: type[Struct], field: str) -> str:
    """Return the type of a field in the words of the page."""
    hint = get_type_hints(cls, include_extras=True)[field]
    bare = get_type_hints(cls)[field]
    return next(name for known, name in _TYPES if known in (hint, bare))


def ranges(cls: type[Struct], field: str) -> str:
    """Return what numbers a field takes, if that is limited."""
    known: Mapping[str, tuple[float, float, str]] = {}
    if issubclass(cls, Condition):
        known = cls.ranges
    elif cls is World:
        known = RANGES
    if field not in known:
        return ""
    low, high, unit = known[field]
    return f"; {low:g} to {high:g} {unit}".rstrip()


def default(field: msgspec.structs.FieldInfo) -> str:
    """Return the default of a field as it is written in a file; "needed" if it has none."""
    if field.required or field.name == "rules":  # a file without rules is refused
        return "needed"
    value = field.default_factory() if field.default is NODEFAULT else field.default
    if value is None or value in ("", (), {}) or isinstance(value, Struct):
        return "none"
    return f"`{_toml(value)}`"


def table(cls: type[Struct], but: Iterable[str] = ()) -> str:
    """Return the fields of a struct as a table."""
    rows = ["| key | what it holds | default | meaning |", "|---|---|---|---|"]
    for field in msgspec.structs.fields(cls):
        if field.name not in but:
            meaning = words(cls, field.name) + ranges(cls, field.name)
            rows.append(f"| `{field.encode_name}` | {type_name(cls, field.name)} | {default(field)} | {meaning} |")
    return "\n".join(rows)


def _about(cls: type[Struct]) -> str:
    """Return the docstring of a struct as one paragraph, in the words of files."""
    about = " ".join((inspect.getdoc(cls) or "").split())
    for code, plain in _IN_FILES.items():
        about = about.replace(code, plain)
    return about


# -- examples


def example(cls: type[Struct], tag: str) -> dict[str, Any]:
    """Return a sample of a tagged struct: its fields without a default."""
    sample: dict[str, Any] = {}
    for field in msgspec.structs.fields(cls):
        if field.required:
            sample[field.name] = SAMPLES.get(f"{tag}.{field.name}", SAMPLES.get(field.name))
            if type_name_of_condition(cls, field.name):
                sample[field.name] = _MANY if tag in ("all", "any") else _INNER
    return sample


def type_name_of_condition(cls: type[Struct], field: str) -> bool:
    """Whether a field holds one condition or several."""
    return issubclass(cls, Condition) and field == "of"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value)


def condition_examples() -> dict[str, str]:
    """Return an example of each condition, as a line of a level file."""
    found = {}
    for cls in CONDITIONS.values():
        tag = str(cls.__struct_config__.tag)
        found[tag] = f"when = {_toml({'is': tag, **example(cls, tag)})}"
    return found


def command_examples() -> dict[str, str]:
    """Return an example of each command, as a line of a file of commands."""
    found = {}
    for tag, cls in COMMANDS.items():
        extra = {"gravity_y": -1.62} if tag == "set_world" else {"layer": 1} if tag == "layer" else {}
        found[tag] = json.dumps({"tick": 0, "do": tag, **example(cls, tag), **extra})
    return found


# -- the pages


_PLAYERS_EXAMPLE = """\
```json
{"tick": 0, "do": "join", "name": "Ann", "player": 1}
{"tick": 0, "do": "place", "kind": "crate", "x": 1.0, "y": 0.5, "player": 1, "number": 1}
{"tick": 0, "do": "move", "part": -1, "x": 1.2, "y": 0.5, "player": 1}
```"""
_FORMAT_INTRO = """\
# The format of level files

A level is a text file in TOML. Lengths are metres, angles radians (90 degrees are 1.5708), times seconds, masses
kilograms; x goes to the right, y upwards. [Levels](levels.md#make-a-level-with-a-text-editor) has a whole one,
`sandbox show FILE` says whether the program reads it, and `sandbox check FILE` whether it is a good level.
`sandbox parts` lists the kinds of parts and links with their properties. `sandbox schema` prints a JSON schema of all
this, by which an editor completes and checks what is typed.

The first line is `format = 1`. It also has to say `rules = 3`: see [rules](levels.md#the-rules-of-a-level).
"""

_PARTS_EXAMPLE = """\
```toml
parts = [
    { id = 1, kind = "floor", x = 2.0, y = 0.05, props = { width = 4.0 }, fixed = true },
    { id = 2, kind = "bar", x = 1.0, y = 0.6, angle = 0.2618, fixed = true },
]
```"""

_OPEN_EXAMPLE = """\
```toml
open = true
stock = { ramp = 2, fan = 1, bowling_ball = 3 }
hints = [{ text = "", kind = "ramp", x = 1.0, y = 0.9 }, { text = "", kind = "bowling_ball", x = 0.9, y = 1.6 }]
clues = { goal = "Wake the cat first", family = "Something that rolls", piece = 2 }
aims = [
    { text = "Without the fan", without = ["fan"] },
    { text = "For 40 coins at most", price = 40 },
]
```"""

_GOALS_EXAMPLE = """\
```toml
[[goals]]
text = "The ball is in the basket"
when = { is = "contained", part = 3, container = 2 }

[[fails]]
text = "The vase breaks"
when = { is = "gone", part = 4 }
```"""

_LINKS_EXAMPLE = """\
```toml
links = [
    { id = 5, kind = "rope", a = { part = 3, port = "hook" }, b = { part = 4, at = [0.0, 0.1] }, via = [6, 7] },
]
```"""

_STOCK_EXAMPLE = """\
```toml
[stock]
ramp = 2                                                      # two plain ramps
rope = { kind = "rope", props = { slack = 0.2 } }             # a rope that is longer than its way
long_bar = { kind = "bar", count = 3, title = "Long bar", props = { width = 0.5 }, turns = false, resizes = ["width"] }
```"""

_HINTS_EXAMPLE = """\
```toml
[[hints]]
text = "A weight beside the wall."
kind = "weight"
x = 2.6
y = 1.5

[[hints]]
text = "Over the pulley, to the weight."
kind = "rope"
a = { part = 1, port = "hook" }   # of the level
b = { hint = 1, port = "ring" }   # of the part that the first hint places
via = [{ part = 2 }]              # the pulleys, in order
```"""


def format_page() -> str:
    """Return the page about level files and commands."""
    return "\n\n".join((_FORMAT_INTRO.strip(), _WARNING, *_format_sections())) + "\n"


# What is measured in each unit that can be written in several ways.
_MEASURED = {
    "m": "lengths and places", "rad": "angles of parts, hints and conditions", "\N{DEGREE SIGN}": "angles in `props`",
    "kg": "masses", "s": "times", "m/s": "speeds", "\N{DEGREE SIGN}/s": "speeds of turning",
    "rad/s": "speeds of turning", "rpm": "speeds of shafts", "kg/s": "flows", "N": "forces", "J": "energies",
    "W": "powers",
}  # fmt: skip
_UNITS_INTRO = """\
A number without quotes is in the unit that the tables here and `sandbox parts` name. In quotes it may have another unit
behind it:

```toml
parts = [
    { id = 1, kind = "bar", x = "70 cm", y = "1,5 m", angle = "30 deg", props = { width = "1 ft" } },
    { id = 2, kind = "weight", x = "5/4 m", y = 0.5, props = { mass = "1500 g" } },
]
```

A comma stands for a point, and a fraction for its quotient. When the program saves the level, it writes the number
without quotes, in its own unit."""


def spellings() -> dict[str, tuple[str, ...]]:
    """Return all that may stand behind a number, by the unit that is meant: of those with several spellings."""
    used = {"rad", *(prop.unit for kind in (*KINDS.values(), *LINKS.values()) for prop in kind.properties)}
    several = {unit: quantities.units(unit) for unit in used if len(quantities.units(unit)) > 1}
    return {unit: several[unit] for unit in sorted(several, key=list(_MEASURED).index)}


def _units() -> str:
    rows = ["| what | in | also read |", "|---|---|---|"]
    for unit, (own, *others) in spellings().items():
        rows.append(f"| {_MEASURED[unit]} | {own} | {', '.join(f'`{other}`' for other in others)} |")
    return "\n".join(rows)


def _format_sections() -> Iterator[str]:
    yield "## Units: 70 cm, 30 deg"
    yield _UNITS_INTRO
    yield _units()
    yield "## The level"
    yield table(Design, but=("author",))
    yield "## World: gravity, size, contacts"
    yield "```toml\n[world]\nwidth = 4.8\nheight = 2.7\n```"
    yield table(World)
    yield "## Parts"
    yield _PARTS_EXAMPLE
    yield table(PartSpec)
    yield "## Links"
    yield "A link joins two parts: a rope, a belt, a wire, a cable, a fuse."
    yield _LINKS_EXAMPLE
    yield table(Link)
    yield "An end of a link:"
    yield table(End)
    yield "## Goals, and what loses the level"
    yield _GOALS_EXAMPLE
    yield table(Goal)
    yield "## Par: stars"
    yield "```toml\npar = { parts = 2, seconds = 6.5 }\n```"
    yield table(Par)
    yield "## Conditions"
    yield "A condition is a table whose `is` names it. Those that have `of` are made of others, which may be nested."
    examples = condition_examples()
    for cls in sorted(CONDITIONS.values(), key=lambda cls: str(cls.__struct_config__.tag)):
        tag = str(cls.__struct_config__.tag)
        yield f"### Condition: {tag}"
        yield _about(cls)
        yield f"```toml\n{examples[tag]}\n```"
        yield table(cls)
    yield "## Stock: what the player gets"
    yield (
        "Without a stock everything may be built. An item is a number of plain parts or links of the kind that it is "
        "named as, or a table with a name of its own."
    )
    yield _STOCK_EXAMPLE
    yield table(StockItem)
    yield "## Hints: the solution"
    yield "Each hint is one part or link of the solution. A link names two ends: parts of the level, or earlier hints."
    yield _HINTS_EXAMPLE
    yield table(Hint)
    yield "An end or a pulley:"
    yield table(HintEnd)
    yield "## No-build areas"
    yield "```toml\nno_build = [{ x0 = 0.0, y0 = 0.1, x1 = 4.0, y1 = 1.0 }]\n```"
    yield "Rectangles in which the player may put no part, up to 64 of them."
    yield table(NoBuildArea)
    yield "## Open puzzles: clues and aims"
    yield _OPEN_EXAMPLE
    yield "A level with `open = true` is a machine to invent. Its clues come in layers, and never tell all of it:"
    yield table(Clues)
    yield f"Its aims, up to {MOST_AIMS} of them, ask for more than the win. A bound of 0 is not asked for:"
    yield table(PuzzleAim)
    yield "## Commands as JSON lines"
    yield (
        "`sandbox run LEVEL --commands FILE.jsonl` carries commands out, and `sandbox show RECORDING --json` prints "
        "them. A line has the tick (240 a second; the lines are in the order of their ticks), the name of the command, "
        "and its fields. Fields that have a default may be left out. Lines with `line` in them are skipped."
    )
    yield (
        f"Up to {MAX_PLAYERS} players can play in one session. A line may end with `player`, the number of the one who "
        "gives the command; without it, that is 0. Each player has a hand of his own, and undoes his own last step. "
        "Before another player than 0 edits anything, he joins:"
    )
    yield _PLAYERS_EXAMPLE
    yield (
        "Who edits together with others may not know yet which id his part has got. So `number` gives a number to the "
        "first part or link that a command makes, and the next ones to what else it makes; in later commands of the "
        "same player the number with a minus stands for the id. The numbers of a player have to grow; without "
        "`number`, they go on after his last one. A recording holds ids only."
    )
    samples = command_examples()
    for tag in sorted(COMMANDS):
        yield f"### Command: {tag}"
        yield _about(COMMANDS[tag])
        yield f"```json\n{samples[tag]}\n```"
        optional = [
            f"`{f.name}` ({default(f)})"
            for f in msgspec.structs.fields(COMMANDS[tag])
            if not f.required and f.name in COMMANDS[tag].own_fields()
        ]
        if optional:
            yield f"May be left out: {', '.join(optional)}."


def root_context() -> click.Context:
    """Return the context of the program as a whole. (Commands remember the options for help of the first one.)"""
    return click.Context(app, info_name="sandbox", **app.context_settings)


def commands_page() -> str:
    """Return the page about the command line."""
    root = root_context()
    sections = ["# The command line", _WARNING, _COMMANDS_INTRO.strip(), _overview(root)]
    for name in sorted(app.commands):
        for context in _contexts(root, name):
            text = context.command.get_help(context).strip()
            sections.append(f"## {context.command_path}\n\n```\n{text}\n```")
    sections += ["## All options", _OPTIONS_INTRO, _options(root)]
    return "\n\n".join(sections) + "\n"


_COMMANDS_INTRO = """\
`sandbox COMMAND --help` says the same as this page. Bad input gets one line that says what, where and what to do, and
exit code 2; all exit codes are in [testing](testing.md#verdicts-and-exit-codes).

Results are printed on standard output, all else on standard error. What takes long says so after two seconds, and then
every 30 seconds, if there is no terminal that shows a bar; each file that is written is named. `-q` leaves all of that
out, and `-v` says more: which files, and how long each step took. Every command takes both. `sandbox --version` names
the program, its engine and Python.
"""


_OPTIONS_INTRO = """\
The same name means the same in every command. Three dots stand for words that each command has of its own: see above.
All commands have `-q, --quiet`, `-v, --verbose` and `-h, --help`, too."""


def _options(root: click.Context) -> str:
    """Return the table of all options with the commands that have them, but for those that every command has."""
    words: dict[str, list[str]] = {}
    users: dict[str, list[str]] = {}
    for name in sorted(app.commands):
        for context in _contexts(root, name):
            for param in context.command.get_params(context):
                if isinstance(param, click.Option) and not {"--quiet", "--verbose", "--help"} & {*param.opts}:
                    named = f"`{', '.join(sorted(param.opts, key=len))}`"
                    words.setdefault(named, []).append((param.help or "").split("; default")[0].rstrip("."))
                    users.setdefault(named, []).append(context.command_path.removeprefix("sandbox "))
    rows = ["| option | what it does | commands |", "|---|---|---|"]
    order = sorted(words, key=lambda named: named.strip("`").rpartition("--")[2])
    rows += [f"| {named} | {_in_cell(_shared(words[named]))} | {', '.join(users[named])} |" for named in order]
    return "\n".join(rows)


def _shared(sentences: list[str]) -> str:
    """Return what sentences begin with, up to a whole word; all of it if they are the same."""
    if len(set(sentences)) == 1:
        return sentences[0]
    columns = itertools.takewhile(lambda words: len({*words}) == 1, zip(*map(str.split, sentences), strict=False))
    return " ".join([*(words[0] for words in columns), "..."])


def _overview(root: click.Context) -> str:
    rows = ["| command | what it does |", "|---|---|"]
    for name in sorted(root.command.commands):  # type: ignore[attr-defined]
        command = root.command.get_command(root, name)  # type: ignore[attr-defined]
        rows.append(f"| `sandbox {name}` | {command.get_short_help_str(200)} |")
    return "\n".join(rows)


def _contexts(parent: click.Context, name: str) -> Iterator[click.Context]:
    """Yield the context of a command, and then those of the commands that it consists of."""
    command = parent.command.get_command(parent, name)  # type: ignore[attr-defined]
    context = click.Context(command, info_name=name, parent=parent, max_content_width=100, terminal_width=100)
    yield context
    if isinstance(command, click.Group):
        for inner in sorted(command.commands):
            yield from _contexts(context, inner)


_KEYS_INTRO = """\
# Keys: keyboard and mouse

<kbd>F1</kbd> shows these keys in the window, as they are there, and after them this manual. On a Mac Ctrl is Cmd, and
keys can be changed (see [files](files.md#settings-and-keys)). <kbd>Ctrl+P</kbd> finds each action by its name, also
those that have no key.
"""


def keys_page(actions: Actions) -> str:
    """Return the page of all keys of a window with these actions."""
    from sandbox.window.help import keys_page as of_keys

    sections = [_KEYS_INTRO.strip(), _WARNING]
    for title, group in of_keys.keyed(actions).items():
        rows = [f"## Keys: {title}", "", "| key | action | what it does |", "|---|---|---|"]
        for action in group:
            label = "Run or pause" if action.name == "run" else action.label.rstrip("\N{HORIZONTAL ELLIPSIS}")
            named = " or ".join(_in_cell(key.plain) for key in action.keys)
            rows.append(f"| {named} | {label} | {_in_cell(action.tip)} |")
        sections.append("\n".join(rows))
    rows = ["## Mouse", "", "| mouse and keys | what it does |", "|---|---|"]
    sections.append("\n".join((*rows, *(f"| {what} | {meaning} |" for what, meaning in of_keys.MOUSE))))
    return "\n\n".join(sections) + "\n"


def _in_cell(text: str) -> str:
    return text.replace("|", r"\|").replace("[", r"\[").replace("]", r"\]")


@contextlib.contextmanager
def headless_actions() -> Iterator[Actions]:
    """Yield the actions of a window that nobody sees, with the keys that they have by themselves."""
    from tests import displays  # isort: skip  # noqa: F401  # chooses the kind of window before pyglet makes one

    import pyglet

    from sandbox.render.pictures import offscreen
    from sandbox.window.application import make
    from sandbox.workspace.workspace import Workspace

    window = pyglet.window.Window(1280, 720, config=offscreen.config())
    with tempfile.TemporaryDirectory() as data:
        workspace = Workspace(Path(data), lambda: 0)
        app = make(window, workspace, None, 1.0)
        yield app.actions
        app.host.close()
        workspace.close()
    window.close()


PAGES = {"format": format_page, "commands": commands_page}


def main() -> None:
    """Write the pages that differ."""
    with headless_actions() as actions:
        pages = {"keys": keys_page(actions), **{topic: make() for topic, make in PAGES.items()}}
    for topic, text in pages.items():
        path = FOLDER / f"{topic}.md"
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"written: {path}")


if __name__ == "__main__":
    main()
