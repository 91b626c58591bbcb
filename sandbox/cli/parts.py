"""`sandbox parts`: the catalogue, as text, JSON or a picture."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.options import FILE
from sandbox.cli.output import print_json, print_line

if TYPE_CHECKING:
    from sandbox.authoring.magnitudes import Magnitudes
    from sandbox.parts.base import Kind, LinkKind, Property

_LEAST_WIDTH = 110  # characters of the table of magnitudes: any narrower, its numbers are cut off


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, for each kind.")
@click.option("--magnitudes", is_flag=True, help="Masses, throws, lifts, torques, ...: what the parts really do.")
@click.option("--picture", type=FILE, metavar="OUT.png", help="Draw them all, with their names, to this file.")
def parts(as_json: bool, magnitudes: bool, picture: Path | None) -> int:
    """List every kind of part and link, with its properties, their units and their ranges.

    \b
    Example:
      sandbox parts
      sandbox parts --json
      sandbox parts --magnitudes
      sandbox parts --picture parts.png

    A line of --json is {"kind", "family", "properties", "ports", "help", "title", "sound", "source", ...}; a kind of
    link has "joins" besides: the types of port that it joins. A property is {"name", "type", "default", ...}: a switch;
    a number or whole number with "unit" and "range" [low, high]; a choice with "choices"; a text or an outline.

    "magnitudes" are figures of the part with its default properties, with their units in their names: the sides of the
    box around what is solid ("left_m" to "top_m", from the part's middle), its ports with their places and the
    direction that their surface faces ("faces_deg"), mass and moment of inertia. With --magnitudes there are those
    besides that only running it can tell. They are measured with a tennis ball (58 g): how much of its height it
    regains on the part ("rebound"; of the part itself on a floor: "own_rebound"), how high and how far the part throws
    it ("throw_m", "throw_far_m"), to what speed it pushes it ("push_m_s"); what a part lifts ("lift_kg"), how fast and
    how strongly a shaft turns ("free_rpm", "stall_torque_nm": there its speed has halved), how far a wind reaches.
    "throw_when" and the like say what has set the part off. Measuring takes some seconds, once for each version of the
    program.
    """
    from sandbox import parts as catalogue

    if picture is not None:
        from sandbox.render.pictures import gallery

        gallery.draw(picture)
        return 0
    if magnitudes and not as_json:
        _print_magnitudes()
        return 0

    measured = _measured() if magnitudes else {}
    for family, module in catalogue.FAMILIES.items():
        if not as_json:
            click.secho(family, bold=True)
        for kind in module.KINDS:
            _tell_kind(_kind_plain(kind, family, measured.get(kind.name)), as_json)
        for link in getattr(module, "LINKS", ()):
            _tell_kind(_link_plain(link, family), as_json)
    return 0


def _tell_kind(kind: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(kind)
    else:
        _echo_kind(kind)


def _measured() -> dict[str, Magnitudes]:
    """Return the table of magnitudes; say on a terminal that measuring takes a while."""
    from sandbox.authoring import table

    if table.read() is None and sys.stderr.isatty():
        print_line("measuring every part, once for this version ...", err=True)
    return table.read_or_measure()


def _print_magnitudes() -> None:
    """Print the main figures of every part as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from sandbox.authoring.magnitudes import COLUMNS, row
    from sandbox.parts import FAMILIES

    measured = _measured()
    console = Console(highlight=False, width=max(_LEAST_WIDTH, shutil.get_terminal_size().columns))
    shown = Table(box=box.SIMPLE_HEAD, title="Magnitudes of the parts, with a tennis ball (58 g)")
    shown.add_column("part", no_wrap=True)
    for title in COLUMNS:
        shown.add_column(title, justify="right")
    for family, module in FAMILIES.items():
        shown.add_row(f"[bold]{family}[/]")
        for kind in module.KINDS:
            shown.add_row(f"  {kind.name}", *row(measured[kind.name]))
    console.print(shown)


def _kind_plain(kind: Kind, family: str, measured: Magnitudes | None = None) -> dict[str, Any]:
    import msgspec

    from sandbox.authoring.magnitudes import build_figures
    from sandbox.parts import sounds

    ports = kind.blueprint(kind.values({})).ports
    return {
        "kind": kind.name,
        "family": family,
        "properties": [_property_plain(prop) for prop in kind.properties],
        "ports": [{"name": port.name, "type": port.type, "title": port.title} for port in ports],
        "help": kind.help,
        "title": kind.title,
        "link": False,
        "flips": kind.flips,
        "turns": kind.turns,
        "pressable": kind.pressable,
        "resizes": list(kind.resizes),
        "states": list(kind.goal_states),
        "sound": sounds.plain(kind),
        "source": kind.source,
        "magnitudes": msgspec.to_builtins(measured or build_figures(kind)),
    }


def _link_plain(kind: LinkKind, family: str) -> dict[str, Any]:
    from sandbox.parts import sounds

    return {
        "kind": kind.name,
        "family": family,
        "properties": [_property_plain(prop) for prop in kind.properties],
        "ports": [],
        "help": kind.help,
        "title": kind.title,
        "link": True,
        "joins": list(kind.ends),
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
    can = [word for word in ("flips", "pressable") if kind.get(word)]
    if kind.get("resizes"):
        can.append(f"resizes in {' and '.join(kind['resizes'])}")
    if kind.get("joins"):
        can.append(f"joins {kind['joins'][0]} and {kind['joins'][1]}")
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
    if prop["type"] == "outline":
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
