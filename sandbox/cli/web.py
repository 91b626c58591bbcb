"""`sandbox web`: make what a browser needs to run the core, and verify recordings with it."""

from __future__ import annotations

from pathlib import Path

import click

from sandbox.cli.command import CliGroup
from sandbox.cli.names import FILE, RECORDING
from sandbox.cli.options import as_json
from sandbox.cli.output import print_json, print_line, progress

HELP = """Make what a browser needs to run recordings again by itself, and try it here.

The runtime is this very program's core and its engine with portable mathematics, both for WebAssembly, and Python: some
eight megabytes as a server sends them. In it recordings end in the same bits as on every machine of the portable class.

\b
Example:
  sandbox web build
  sandbox web build -o public/runtime
  sandbox web verify replays
"""
_HEADERS = click.option(
    "--headers", type=FILE, metavar="DIR", help="The C headers of Python 3.14 or 3.13, if they are not found."
)


@click.group(cls=CliGroup, help=HELP)
def web() -> None:
    pass


@web.command()
@click.option("-o", "--out", "folder", type=FILE, metavar="DIR", help="Write it there, not into the cache folder.")
@_HEADERS
def build(folder: Path | None, headers: Path | None) -> int:
    """Make the runtime and check it; what is there already is not made again.

    It takes a minute, clang and lld 22 (Debian: clang-22 lld-22), the headers of Python 3.14 or 3.13, node and npm, and
    for the first time a network. Each piece that is fetched is used only if its SHA-256 is the one that this program
    names. The result is tried in node: it has to be of the portable class, and to run this very code. In a checkout it
    is copied to build/runtime as well: a wheel carries it from there, and who installs that needs nothing of all this.

    \b
    Example:
      sandbox web build
      sandbox web build -o public/runtime
    """
    from sandbox.web.runtime import build as building

    with progress("making the runtime for a browser", in_lines=True) as advance:
        runtime = building.build(folder, headers, advance)
    for line in building.described(runtime):
        print_line(line)
    if (place := building.offer_to_wheel(runtime)) is not None:
        print_line(f"a wheel that is built here takes it from {place}")
    return 0


@web.command()
@click.argument("paths", nargs=-1, required=True, type=RECORDING, metavar="PATH...")
@as_json("a line for each file")
@_HEADERS
def verify(paths: tuple[Path, ...], as_json: bool, headers: Path | None) -> int:
    """Run recordings again in WebAssembly, in node, and compare every tick.

    Verdicts and exit codes are those of sandbox verify. What a recording expects in the portable class is compared; one
    that does not hold that gets no verdict, and exits 3. The runtime is made first, if it is not there.

    --json prints what sandbox verify --json prints; "verdict" is null where there is nothing to compare with.

    \b
    Example:
      sandbox web verify replays/drop.replay
      sandbox web verify --json replays
    """
    from sandbox.verify.verdicts import find, worst_exit
    from sandbox.web.runtime import build as building
    from sandbox.web.runtime import node

    files = find(paths)
    with progress("making the runtime for a browser", in_lines=True) as advance:
        runtime = building.build(None, headers, advance)
    exits, equal = [], 0
    with progress(f"verifying {len(files)} in WebAssembly", in_lines=True) as advance:
        for number, (_, plain) in enumerate(node.verified(runtime, files), 1):
            advance(number, len(files))
            exits.append(plain["exit"])
            equal += plain["verdict"] == "pass"
            if as_json:
                print_json(plain)
                continue
            print_line(f"{plain['verdict'] or 'no verdict':<17} {plain['file']}: {plain['reason']}")
            for line in plain["explanation"]:
                print_line(f"    {line}")
    if len(files) > 1 and not as_json:
        print_line(f"{len(files)} recordings: {equal} pass in WebAssembly")
    return worst_exit(exits)
