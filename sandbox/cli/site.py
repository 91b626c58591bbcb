"""`sandbox site`: a static site of a folder of levels."""

from __future__ import annotations

from pathlib import Path

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import FILE
from sandbox.cli.options import limited
from sandbox.cli.output import print_line, print_note, progress
from sandbox.errors import Refused


@click.command(cls=CliCommand)
@click.argument("folder", required=False, type=FILE, metavar="[DIR]")
@click.option("-o", "--out", "output", type=FILE, required=True, metavar="DIR", help="Write the site into this folder.")
@click.option("--title", default="Contraption sandbox", metavar="TITLE", help="What the site is called.")
@click.option("--no-verify", is_flag=True, help="Leave the engine out: runs are shown, and not verified.")
@limited(3600, 4096)
def site(folder: Path | None, output: Path, title: str, no_verify: bool) -> int:
    """Make a static site of all levels in a folder, or of those that come with the program.

    The site has an overview of all chapters with pictures, a page of each level, and the run of each solution behind a
    "show me", which the visitor's browser can verify: the engine is there once for all of them. It can be put on any
    web server, or opened from a disk. What a visitor has solved stays in his browser.

    Made again in the same folder, only what has changed is made: a level, its recording, or the program. The pictures
    need OpenGL, the engine needs what `sandbox web build` needs.

    \b
    Example:
      sandbox site -o public
      sandbox site levels/harbour -o public --title "The harbour"
      sandbox site -o public --no-verify
    """
    from sandbox.web.runtime import build
    from sandbox.web.site import builder

    if folder is not None and not folder.is_dir():
        raise Refused(f"{folder} is no folder: name one of levels, or none for those that come with the program")
    runtime: Path | None = None
    if not no_verify:
        with progress("making the runtime for a browser", in_lines=True) as advance:
            runtime = build.build(progress=advance)
    with progress(f"making {output}") as advance:
        done = builder.make(folder, output, builder.SiteOptions(title, runtime), advance)
    if no_verify:
        print_note("its runs can be watched and not verified, as --no-verify was given")
    print_line(f"{output}: {done.made} files made, {done.kept} as they were; begin at {output / 'index.html'}")
    return 0
