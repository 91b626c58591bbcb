"""`sandbox import`: levels of other programs, converted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL_SUFFIX, FileName, NewFile
from sandbox.cli.options import as_json, limited
from sandbox.cli.output import MAX_SENTENCE, print_json, print_line, print_written, progress
from sandbox.errors import BadFile

if TYPE_CHECKING:
    from sandbox.levels.formats.tbe import Imported


@click.command("import", cls=CliCommand)
@click.argument("file", type=FileName(".xml"), metavar="FILE.xml")
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
@as_json()
@limited(20)
def convert(file: Path, output: Path, solution: Path | None, strict: bool, as_json: bool) -> int:
    """Convert a level of The Butterfly Effect.

    Sizes, masses, surfaces, joints, goals, the toolbox, texts and hints are kept, and contacts work as they do there;
    pictures and backgrounds are not. What has no counterpart is named on stderr.

    --hints writes the commands that place the hints and start the machine, for `sandbox run --commands`.

    --json prints {"objects", "converted", "unknown"}: how many objects the level has, how many of them have become
    parts or links, and what has no counterpart, by name, with how often it is there.

    \b
    Example:
      sandbox import picnic.xml -o picnic.toml --hints picnic.jsonl
      sandbox run picnic.toml --commands picnic.jsonl --seconds 30 --expect won
    """
    from sandbox.commands import commands
    from sandbox.levels import levels
    from sandbox.levels.formats import tbe

    if output.exists() and file.exists() and output.samefile(file):
        raise BadFile(f"{output}: is the file to convert; give the level another name")
    with progress(f"converting {file.name}", as_json):
        imported = tbe.read(file)
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
        hints = len(imported.solution) - 1
        print_line(f"{output}: {imported.converted} of {imported.objects} objects, {hints} hints")
    return 0


def _lacking(imported: Imported) -> str:
    """List the objects without a counterpart here, with the line of the first of each; empty if there is nothing."""
    names = (f"line {imported.lines[name]}: {name} ({count})" for name, count in imported.unknown.items())
    return ", ".join(names)[:MAX_SENTENCE]
