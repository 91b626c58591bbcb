"""`sandbox parts`: the catalogue, as text, JSON or a picture."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import FILE, Word
from sandbox.cli.options import THEME, as_json, picture
from sandbox.cli.output import complain, print_json, print_line, print_written, progress
from sandbox.errors import BadFile
from sandbox.reading.nearest import meant, meant_or_all
from sandbox.recording.plain_text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from sandbox.authoring.interplay.chains import Chain
    from sandbox.authoring.magnitudes import Magnitudes
    from sandbox.parts.kind import Kind, LinkKind, Property

ALL = "; `sandbox parts` lists all"
_LEAST_WIDTH = 110  # characters of a table: any narrower, its numbers are cut off

HELP = """List every kind of part and link, with its properties, their units and their ranges.

\b
Example:
  sandbox parts
  sandbox parts fan rope
  sandbox parts --json
  sandbox parts --magnitudes
  sandbox parts --interplay
  sandbox parts --interplay --of heat --out chains
  sandbox parts --picture parts.png --theme dark

A line of --json is {"kind", "family", "properties", "ports", "help", "title", "sound", "source", ...}; a kind of
link has "joins" besides: the types of port that it joins. A property is {"name", "type", "default", ...}: a switch;
a number or whole number with "unit" and "range" [low, high]; a choice with "choices"; a text or an outline.

"takes" and "gives" name what sets the part off and what it hands on: a knock, a weight, a pull, a turning shaft, a
signal, ...

"magnitudes" are figures of the part with its default properties, with their units in their names: the sides of the
box around what is solid ("left_m" to "top_m", from the part's middle), its ports with their places and the
direction that their surface faces ("faces_deg"), mass and moment of inertia. With --magnitudes there are those
besides that only running it can tell. They are measured with a tennis ball (58 g): how much of its height it
regains on the part ("rebound"; of the part itself on a floor: "own_rebound"), how high and how far the part throws
it ("throw_m", "throw_far_m"), to what speed it pushes it ("push_m_s"); what a part lifts ("lift_kg"), how fast and
how strongly a shaft turns ("free_rpm", "stall_torque_nm": there its speed has halved), how far a wind reaches.
"throw_when" and the like say what has set the part off. Measuring takes a minute or two, once for each version of the
program.

--interplay prints a table: its rows are the stimuli that set a part off, its columns those that a part hands on,
and each cell is the number of kinds that do both. Below it there is an example for each cell: what sets a part off,
that part, and the one that this sets off in turn. Kinds in brackets do both, but not the one because of the
other. With --json a line is {"takes", "gives", "kinds", "chain"}; a chain is null, or {"cause", "middle",
"effect", "target"}. With --of there is one for each two families, from one that hands on to one that takes.
"""


def _kinds_and_links(context: click.Context) -> Iterable[str]:
    from sandbox.parts import KINDS, LINKS

    return *KINDS, *LINKS


def _stimuli(context: click.Context) -> Iterable[str]:
    from sandbox.editing.stimuli import STIMULI

    return STIMULI


@click.command(cls=CliCommand, help=HELP)
@click.argument("names", nargs=-1, type=Word(_kinds_and_links), metavar="[KIND...]")
@as_json("a line for each kind")
@click.option("--magnitudes", is_flag=True, help="Masses, throws, lifts, torques, ...: what the parts really do.")
@click.option("--interplay", is_flag=True, help="Which stimulus leads to which: through what kinds, with an example.")
@click.option(
    "--of",
    "stimulus",
    type=Word(_stimuli),
    metavar="STIMULUS",
    help="Of --interplay, how families of parts hand this one on.",
)
@click.option(
    "-o",
    "--out",
    "scenes",
    type=FILE,
    metavar="DIR",
    help="Write each example of --interplay to this folder, as a level.",
)
@picture("all kinds, with their names,")
@THEME
def parts(
    names: tuple[str, ...],
    as_json: bool,
    magnitudes: bool,
    interplay: bool,
    stimulus: str | None,
    scenes: Path | None,
    picture: Path | None,
    theme: str,
) -> int:
    """List the kinds of parts; `HELP` describes the command."""
    if names and (interplay or picture is not None or (magnitudes and not as_json)):
        return complain("a KIND is for the list; leave it out, or leave out --interplay, --picture and --magnitudes")
    if interplay:
        return _tell_interplay(as_json, stimulus, scenes)
    if scenes is not None or stimulus is not None:
        return complain("--of and --out are about --interplay: ask for it, too")
    if picture is not None:
        from sandbox.render.pictures import gallery

        with progress(f"drawing {picture.name}", as_json):
            gallery.draw(picture, theme)
        print_written(picture)
    elif magnitudes and not as_json:
        _print_magnitudes()
    else:
        _print_kinds(names, as_json, _measured() if magnitudes else {})
    return 0


def _print_kinds(names: tuple[str, ...], as_json: bool, measured: dict[str, Magnitudes]) -> None:
    """Print the kinds of these names, or all, each family below its name."""
    from sandbox import parts as catalogue

    known = [*catalogue.KINDS, *catalogue.LINKS]
    for name in names:
        if name not in known:
            raise BadFile(f"there is no kind of part or link '{printable(name)}'{meant(name, known) or ALL}")
    for family, module in catalogue.FAMILIES.items():
        kinds = [kind for kind in module.KINDS if not names or kind.name in names]
        links = [link for link in getattr(module, "LINKS", ()) if not names or link.name in names]
        if not as_json and (kinds or links):
            click.secho(family, bold=True)
        for kind in kinds:
            _tell_kind(_kind_plain(kind, family, measured.get(kind.name)), as_json)
        for link in links:
            _tell_kind(_link_plain(link, family), as_json)


def _tell_kind(kind: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(kind)
    else:
        _echo_kind(kind)


def _measured() -> dict[str, Magnitudes]:
    """Return the table of magnitudes; show that it is being measured, which takes a while."""
    from sandbox.authoring import table

    with progress("measuring every part, once for this version") as advance:
        return table.read_or_measure(progress=advance)


def _print_magnitudes() -> None:
    """Print the main figures of every part as a table."""
    from rich import box
    from rich.table import Table

    from sandbox.authoring.magnitudes import COLUMNS, row
    from sandbox.parts import FAMILIES

    measured = _measured()
    shown = Table(box=box.SIMPLE_HEAD, title="Magnitudes of the parts, with a tennis ball (58 g)")
    shown.add_column("part", no_wrap=True)
    for title in COLUMNS:
        shown.add_column(title, justify="right")
    for family, module in FAMILIES.items():
        shown.add_row(f"[bold]{family}[/]")
        for kind in module.KINDS:
            shown.add_row(f"  {kind.name}", *row(measured[kind.name]))
    _print_table(shown)


def _tell_interplay(as_json: bool, stimulus: str | None, scenes: Path | None) -> int:
    """Print which stimulus leads to which other, or how families hand one stimulus on; write the examples if there is a
    folder."""
    from sandbox.authoring.interplay import meetings
    from sandbox.authoring.interplay.chains import CHAINS
    from sandbox.editing.stimuli import STIMULI

    if stimulus is None:
        _print_cells(as_json)
        return 0 if scenes is None else _write_scenes(scenes, CHAINS)
    if stimulus not in STIMULI:
        return complain(f"there is no stimulus {stimulus!r:.40}{meant_or_all(stimulus, STIMULI)}")
    pairs = meetings.by_families(stimulus)
    if as_json:
        for (giver, taker), chain in pairs.items():
            print_json({"from": giver, "to": taker, "takes": chain.takes, "gives": stimulus, "chain": _plain(chain)})
    else:
        _print_table(_chain_list(pairs.values(), f"From family to family by {stimulus}"))
    return 0 if scenes is None else _write_scenes(scenes, pairs.values())


def _print_cells(as_json: bool) -> None:
    """Print which stimulus leads to which: as a table with an example for each cell, or a line of JSON for each."""
    from sandbox.authoring.interplay import chains

    if not as_json:
        order = chains.cells()
        examples = sorted(chains.CHAINS, key=lambda chain: order.index((chain.takes, chain.gives)))
        _print_table(_interplay_table())
        _print_table(_chain_list(examples, "An example of each"))
        return
    for takes, gives in chains.cells():
        chain, kinds = chains.by_cell().get((takes, gives)), list(chains.kinds_of(takes, gives))
        print_json({"takes": takes, "gives": gives, "kinds": kinds, "chain": _plain(chain) if chain else None})


def _plain(chain: Chain) -> dict[str, str]:
    return {name: getattr(chain, name) for name in ("cause", "middle", "effect", "target")}


def _print_table(table: Table) -> None:
    from rich.console import Console

    Console(highlight=False, width=max(_LEAST_WIDTH, shutil.get_terminal_size().columns)).print(table)


def _interplay_table() -> Table:
    from rich import box
    from rich.table import Table

    from sandbox.authoring.interplay import chains
    from sandbox.editing.stimuli import STIMULI

    table = Table(box=box.SIMPLE_HEAD, title="How many kinds are set off by a stimulus (row) and then hand on another")
    table.add_column("set off by", no_wrap=True)
    for name in STIMULI:
        table.add_column(name, justify="right")
    for takes in STIMULI:
        counts = [(len(chains.kinds_of(takes, gives)), (takes, gives) in chains.by_cell()) for gives in STIMULI]
        table.add_row(takes, *((str(n) if proven else f"({n})") if n else "·" for n, proven in counts))
    return table


def _chain_list(chains: Iterable[Chain], title: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title)
    for column in ("set off by", "by way of", "this part", "hands on", "by way of", "to this"):
        table.add_column(column, no_wrap=True)
    for chain in chains:
        table.add_row(chain.takes, chain.cause, f"[bold]{chain.middle}[/]", chain.gives, chain.effect, chain.target)
    return table


def _write_scenes(folder: Path, chains: Collection[Chain]) -> int:
    """Write each chain as a level that can be opened and run."""
    from msgspec.structs import replace

    from sandbox.levels import levels, library

    try:
        with library.folder_for(folder):
            for chain in chains:
                title = f"{chain.takes} to {chain.gives}: {chain.middle} sets off {chain.target}"
                name = f"{chain.takes}-{chain.gives}-{chain.middle}-{chain.target}.toml"
                levels.write(folder / name, replace(chain.scene().design, title=title))
    except OSError as error:
        return complain(f"{folder}: no folder can be made there: {error.strerror or error}")
    print_line(f"{len(chains)} levels in {folder}")
    return 0


def _kind_plain(kind: Kind, family: str, measured: Magnitudes | None = None) -> dict[str, Any]:
    import msgspec

    from sandbox.authoring.magnitudes import build_figures
    from sandbox.editing import stimuli
    from sandbox.parts import sounds

    ports = kind.blueprint(kind.values({})).ports
    return {
        "kind": kind.name,
        "family": family,
        "properties": [_property_plain(prop) for prop in kind.properties],
        "ports": [{"name": port.name, "type": port.type, "title": port.title} for port in ports],
        "help": kind.help,
        "title": kind.title,
        "price": kind.price,
        "link": False,
        "flips": kind.flips,
        "turns": kind.turns,
        "pressable": kind.pressable,
        **stimuli.of(kind)._asdict(),
        "resizes": list(kind.resizes),
        "states": list(kind.goal_states),
        "sound": sounds.plain(kind),
        "source": kind.source,
        "magnitudes": msgspec.to_builtins(measured or build_figures(kind)),
    }


def _link_plain(kind: LinkKind, family: str) -> dict[str, Any]:
    from sandbox.editing import stimuli
    from sandbox.parts import sounds

    return {
        "kind": kind.name,
        "family": family,
        "properties": [_property_plain(prop) for prop in kind.properties],
        "ports": [],
        "help": kind.help,
        "title": kind.title,
        "price": kind.price,
        "link": True,
        "joins": list(kind.ends),
        "states": list(kind.goal_states),
        **stimuli.of(kind)._asdict(),
        "sound": sounds.plain(kind),
        "source": kind.source,
    }


def _property_plain(prop: Property) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "name": prop.name,
        "title": prop.title,
        "type": prop.type,
        "default": prop.default,
        "help": prop.help,
    }
    if prop.choices:
        plain["choices"] = list(prop.choices)
    elif prop.type != "switch":
        plain |= {"unit": prop.unit, "range": [prop.low, prop.high]}
    return plain


def _echo_kind(kind: dict[str, Any]) -> None:
    indent = " " * 19
    name = f"  {kind['kind']:<16} "
    for line in click.wrap_text(kind["help"], _width(), initial_indent=name, subsequent_indent=indent).split("\n"):
        print_line(line)
    can = [f"{kind['price']} coin{'s' if kind['price'] != 1 else ''}"]
    can += [word for word in ("flips", "pressable") if kind.get(word)]
    if kind.get("resizes"):
        can.append(f"resizes in {' and '.join(kind['resizes'])}")
    if kind.get("joins"):
        can.append(f"joins {kind['joins'][0]} and {kind['joins'][1]}")
    for does, names in (("is set off by", kind["takes"]), ("hands on", kind["gives"])):
        if names:
            can.append(f"{does}: {', '.join(names)}")
    if kind.get("states"):
        can.append(f"goals may ask for: {', '.join(kind['states'])}")
    if kind.get("ports"):
        can.append("ports: " + ", ".join(f"{port['name']} ({port['type']})" for port in kind["ports"]))
    sounds = kind["sound"]
    heard = [sounds["knock"], *([sounds["hum"]] if "hum" in sounds else []), *sounds.get("cues", {}).values()]
    can.append("sounds: " + ", ".join(dict.fromkeys(heard)))
    for line in click.wrap_text("; ".join(can), _width(), indent, indent + "  ").split("\n"):
        print_line(line)
    for prop in kind["properties"]:
        print_line(f"{indent}{prop['name']} = {_shown(prop)} {_range(prop)}".rstrip())


def _width() -> int:
    return min(120, shutil.get_terminal_size().columns)


def _shown(prop: dict[str, Any]) -> str:
    value = prop["default"]
    if prop["type"] in ("outline", "line"):
        return " and ".join(f"{len(points)} points" for points in value)
    if prop["type"] == "text":
        return json.dumps(value)
    return f"{value:g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)


def _range(prop: dict[str, Any]) -> str:
    if "choices" in prop:
        return f"({', '.join(prop['choices'])})"
    if "range" not in prop:
        return "(true, false)"
    low, high = prop["range"]
    if prop["type"] == "text":
        return f"(a text of up to {high:g} characters)"
    return f"{prop['unit']} ({low:g} to {high:g})".lstrip()
