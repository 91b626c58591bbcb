"""`sandbox import`: drawings and levels of other programs, converted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL_SUFFIX, FileName, NewFile
from sandbox.cli.options import as_json, limited
from sandbox.cli.output import MAX_SENTENCE, print_json, print_line, print_written, progress
from sandbox.errors import BadFile, Refused

if TYPE_CHECKING:
    from sandbox.levels.formats.imported import Imported


@click.command("import", cls=CliCommand)
@click.argument("file", type=FileName(".xml", ".svg", ".nph"), metavar="FILE.svg|FILE.nph|FILE.xml")
@click.option(
    "-o",
    "--out",
    "output",
    type=NewFile(LEVEL_SUFFIX),
    required=True,
    metavar="OUT.toml",
    help="Write the level to this file.",
)
@click.option(
    "--hints",
    "solution",
    type=NewFile(".jsonl"),
    metavar="OUT.jsonl",
    help="Write the level's own hints as commands, too.",
)
@click.option("--strict", is_flag=True, help="Be strict: write nothing if anything has no counterpart here.")
@click.option(
    "--scale",
    type=click.FloatRange(1e-6, 1000.0),
    metavar="METRES",
    help="Make one unit of a drawing so long; default: such that it is 4 m wide.",
)
@click.option(
    "--accuracy",
    type=click.FloatRange(0.01, 1000.0),
    metavar="MM",
    help="Keep a drawing's outlines this near to its curves; default: 1.",
)
@click.option(
    "--loose",
    metavar="WORD|COLOUR|all|none",
    help="Let parts of a drawing fall that have this word in a name, or this fill; default: loose.",
)
@as_json()
@limited(20)
def convert(
    file: Path,
    output: Path,
    solution: Path | None,
    strict: bool,
    scale: float | None,
    accuracy: float | None,
    loose: str | None,
    as_json: bool,
) -> int:
    """Convert a drawing, or a level of another program, into a level.

    The suffix says what it is: a drawing in SVG, a level of NumptyPhysics (.nph), or one of The Butterfly Effect
    (.xml). What has no counterpart is named on stderr. `sandbox help foreign` tells what is kept.

    Each shape of an SVG becomes a fixed part, or a loose one if its id, its class, its label or that of a group around
    it has the word loose; --loose chooses another word or a colour as '#c83e34', or all, or none. Upright and pinned
    are such words, too, and so are fixed, and wood, stone, metal, rubber and foam.

    --hints writes the commands that place the hints of a level of The Butterfly Effect and start the machine, for
    `sandbox run --commands`.

    --json prints {"objects", "converted", "unknown"}: how many objects the file has, how many of them have become
    parts or links, and what has no counterpart, by name, with how often it is there.

    \b
    Example:
      sandbox import hills.svg -o hills.toml --loose '#c83e34'
      sandbox import L4_see_saw.nph -o seesaw.toml
      sandbox import picnic.xml -o picnic.toml --hints picnic.jsonl
      sandbox run picnic.toml --commands picnic.jsonl --seconds 30 --expect won
    """
    from sandbox.commands import commands
    from sandbox.levels import levels
    from sandbox.levels.formats import foreign
    from sandbox.levels.formats.drawing import choices

    _refuse_foreign_options(file, solution, {"--scale": scale, "--accuracy": accuracy, "--loose": loose})
    if output.exists() and file.exists() and output.samefile(file):
        raise BadFile(f"{output}: is the file to convert; give the level another name")
    with progress(f"converting {file.name}", as_json):
        imported = foreign.read(file, choices(scale, accuracy, loose))
    lacking = _lacking(imported)
    if lacking and strict:
        raise BadFile(f"{file}: has no counterpart here: {lacking}; without --strict it is left out")
    if lacking:
        left = f"{file}: left out, as it has no counterpart here: {lacking}"
        print_line(f"sandbox: {left}; build what the level needs of it by hand, or write it into {output}", err=True)
    levels.write(output, imported.design)
    if solution is not None:
        lines = (json.dumps(commands.to_json(0, command), ensure_ascii=False) for command in imported.solution)
        levels.write_text(solution, "\n".join(lines) + "\n")
        print_written(solution)
    if as_json:
        print_written(output)
        summary = {"objects": imported.objects, "converted": imported.converted, "unknown": imported.unknown}
        print_json(summary)
    else:
        print_line(f"{output}: {imported.converted} of {imported.objects} objects, {_about(imported)}")
    return 0


def _refuse_foreign_options(file: Path, solution: Path | None, of_drawings: dict[str, object]) -> None:
    """Refuse an option that means nothing for the kind of a file."""
    from sandbox.levels.formats import foreign

    is_drawing = file.suffix.lower() in foreign.DRAWINGS
    if is_drawing and solution is not None:
        raise Refused(f"{file}: only levels of The Butterfly Effect have hints; leave out --hints")
    given = [name for name, value in of_drawings.items() if value is not None]
    for name in given:
        if of_drawings[name] != of_drawings[name]:  # click's ranges let it pass
            raise Refused(f"{name} is nan, which is no length")
    if given and not is_drawing:
        raise Refused(f"{file}: {given[0]} is for drawings, whose names end in .svg or .nph; leave it out")


def _about(imported: Imported) -> str:
    """Say what the level of a file has, or still lacks."""
    design = imported.design
    if imported.solution:
        return f"{len(imported.solution) - 1} hints"
    loose = sum(1 for part in design.parts if part.props.get("body", "fixed") != "fixed")
    size = f"{len(design.parts)} parts, {loose} of them loose, in {design.world.width:g} by {design.world.height:g} m"
    lacking = "a stock is" if design.goals else "a goal and a stock are"
    return f"{size}; {lacking} still to be added, in the window"


def _lacking(imported: Imported) -> str:
    """List the objects without a counterpart here, with the line of the first of each; empty if there is nothing."""
    names = (f"line {imported.lines[name]}: {name} ({count})" for name, count in imported.unknown.items())
    return ", ".join(names)[:MAX_SENTENCE]
