"""`sandbox engine`: name the engine that runs here, say what that means, and build the portable one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from sandbox.cli.command import CliGroup
from sandbox.cli.names import FILE
from sandbox.cli.options import as_json
from sandbox.cli.output import print_json, print_line, progress

HELP = """Show the engine in use, its class of arithmetic and what that means; build the portable one, or go back.

Recordings end in the same bits on all machines of one class of arithmetic. The engine that pip installs takes sines
and powers from the C library, so its class depends on the system and on the processor. The portable engine has these
functions in itself, and is one class everywhere.

--json prints {"engine", "file", "portable", "arithmetic", "class", "machines"}; "machines" is null for a class without
a name.

\b
Example:
  sandbox engine
  sandbox engine build
  sandbox engine build --wheel wheels
  sandbox engine stock
"""


@click.group(cls=CliGroup, help=HELP, invoke_without_command=True)
@as_json()
@click.pass_context
def engine(context: click.Context, as_json: bool) -> int:
    if context.invoked_subcommand is None:
        plain = _state()
        if as_json:
            print_json(plain)
        else:
            for line in _lines(plain):
                print_line(line)
    return 0


@engine.command()
@click.option("--wheel", "folder", type=FILE, metavar="DIR", help="Leave the wheel there instead of installing it.")
def build(folder: Path | None) -> int:
    """Build the portable engine from pymunk's source, and install it into this environment.

    It takes a minute or two, a C compiler, Python's headers, and a network, or pip's settings for a folder of sources.
    The wheel that --wheel leaves is for machines of the same system and Python that have no compiler.

    \b
    Example:
      sandbox engine build
      sandbox engine build --wheel wheels
    """
    from sandbox.verify import engine_build

    doing = f"building {engine_build.pinned()} with portable mathematics, which takes a minute or two"
    with progress(doing), engine_build.built() as build:
        checks = f"{build.commands} compiler commands without flags of others, no mathematics of the C library"
        print_line(f"built and checked: {checks}, arithmetic of the portable class")
        if folder is not None:
            wheel = engine_build.keep(build.wheel, folder)
            print_line(f"the wheel is {wheel}; install it with  pip install --no-deps --force-reinstall {wheel}")
            return 0
        engine_build.install(build.wheel)
    return _print_installed()


@engine.command()
def stock() -> int:
    """Go back to the engine as pymunk's makers build it."""
    from sandbox.verify import engine_build

    with progress("installing the engine as its makers build it"):
        engine_build.install_stock()
    return _print_installed()


def _print_installed() -> int:
    """Report the engine that a new process finds."""
    from sandbox.recording.arithmetic_classes import name_of
    from sandbox.verify import engine_build

    arithmetic, file = engine_build.probe()
    print_line(f"installed: {file}; class of arithmetic: {name_of(arithmetic)}")
    return 0


def _state() -> dict[str, Any]:
    """Describe the engine of this environment."""
    from sandbox.recording import arithmetic_classes, fingerprint

    digest = fingerprint.arithmetic()
    known_class = arithmetic_classes.find(digest)
    return {
        "engine": fingerprint.engine(),
        "file": str(fingerprint.engine_file()),
        "portable": fingerprint.portable_version(fingerprint.engine_file().read_bytes()) is not None,
        "arithmetic": digest,
        "class": arithmetic_classes.name_of(digest),
        "machines": known_class.machines if known_class is not None else None,
    }


def _lines(plain: dict[str, Any]) -> Iterator[str]:
    """Write the description of an engine for people."""
    release = " ".join(plain["engine"].split()[:2])
    yield f"engine: {release}, {'portable' if plain['portable'] else 'as its makers build it'}: {plain['file']}"
    yield f"class of arithmetic: {plain['class']} ({plain['arithmetic']})"
    if plain["machines"] is None:
        yield "This class has no name: whether other machines compute the same is not known."
    else:
        yield f"Recordings made here end in the same bits on {plain['machines']}."
    if plain["portable"] and plain["class"] != "portable":
        yield "This engine was built as the portable one, but it does not compute so in this process: build it again."
    elif not plain["portable"]:
        yield "For the same bits on every machine: sandbox engine build. It makes a class of its own."
