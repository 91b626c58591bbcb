"""`sandbox share` and `sandbox unpack`: levels and solutions as text, for others and from others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand, OneOf
from sandbox.cli.names import FILE, LEVEL_OR_RECORDING, FileName, NewFile, find
from sandbox.cli.options import as_json, limited
from sandbox.cli.output import print_json, print_line, progress
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.levels.shared_text import Shared


@click.command(cls=CliCommand)
@click.argument("name", metavar="LEVEL|REPLAY", type=LEVEL_OR_RECORDING)
@click.option(
    "-o",
    "--out",
    "output",
    type=NewFile(".share", ".png"),
    metavar="OUT",
    help="Write this file: a .share, or a picture (.png) that holds it; default: the name of the level, here.",
)
@click.option("--text", is_flag=True, help="Print it, to be pasted into a message; write no file.")
@click.option("--only", type=OneOf(("level", "solution")), help="Share only one of the two.")
@limited(20)
def share(name: str, output: Path | None, text: bool, only: str | None) -> int:
    """Put a level and its solution into one small file, or into a text for a message.

    LEVEL is a file or the name of a level that comes with the program; its solution is the recording of its name in
    the folder replays beside it, if that wins. Of a REPLAY the last winning run is shared, with its level.

    A solution is shared as its commands and a digest of its run, so whoever gets it can prove it. Without its level
    (--only solution) it is for those who have the level.

    A .png shows the machine and holds the same, for as long as nobody changes the file: messengers and social networks
    take it out of pictures, unless you send the picture as a file. It needs OpenGL, but no display.

    \b
    Example:
      sandbox share gears
      sandbox share --text --only solution gears
      sandbox share replays/drop.replay -o drop.share
      sandbox share replays/drop.replay -o drop.png
    """
    from sandbox.levels import levels, library, shared_text, sharing

    if text and output is not None:
        raise Refused("--text prints what is shared, and writes no file; leave out -o or --text")
    path = find(name)
    with progress(f"running what {path.name} holds"):
        written = shared_text.to_text(_shared(path, only))
    if text:
        for line in written.splitlines():
            print_line(line)
        return 0
    output = output or library.free_path(Path(), path.stem, sharing.SUFFIX)
    if output.suffix.lower() == ".png":
        _draw(path, only, output, written)
        print_line(f"{output}: a picture that is the level; read it with sandbox unpack, or drop it on the window")
        return 0
    levels.write_text(output, written)
    print_line(f"{output}: {len(written)} bytes; read it with sandbox unpack, or drop it on the window")
    return 0


def _draw(path: Path, only: str | None, output: Path, written: str) -> None:
    """Draw what is shared into a picture that holds it: the end of the run that wins, or the level at rest."""
    from sandbox.levels import solution_places
    from sandbox.recording import reader
    from sandbox.render.pictures import film
    from sandbox.render.pictures.film_options import FilmOptions

    options = FilmOptions()
    if reader.is_recording(path):
        options = FilmOptions(tick=0) if only == "level" else options
    elif only != "level":
        path = solution_places.solution_beside(path) or path
    with film.terminating_tidily(), progress(f"drawing {output.name}"):
        film.render(path, output, options, shared=written)


def _shared(path: Path, only: str | None) -> Shared:
    """Read the thing to share from a level with its solution, or from a recording."""
    from sandbox.levels import levels, sharing, solution_places, solutions
    from sandbox.recording import reader

    is_recording = reader.is_recording(path)
    source = path if is_recording else solution_places.solution_beside(path)
    level = reader.read(path).head.design if is_recording else levels.read(path)
    if source is None and only == "solution":
        raise Refused(f"{path}: there is no recording of a solution beside it; {solution_places.how_to_record(path)}")
    if source is None or only == "level":
        return sharing.share(level)
    commands = solutions.winning_run(reader.read(source), level).commands
    return sharing.share(level, commands, with_level=only != "solution")


@click.command(cls=CliCommand)
@click.argument("name", metavar="FILE.share|FILE.png|-", type=FileName(".share", ".png"))
@click.option(
    "-o",
    "--out",
    "output",
    type=FILE,
    default=Path(),
    metavar="DIR",
    help="Write the files to this folder; default: here.",
)
@as_json()
@limited(20)
def unpack(name: Path, output: Path, as_json: bool) -> int:
    """Write the files of a shared level or solution, or of a picture of one, and say whether its proof holds here.

    Its commands are run again in the level. A solution that wins is written as a recording, in the folder replays. A
    level that is here already, or that comes with the program, is not written again. `-` reads a text or a picture from
    stdin.

    The exit code is 1 if there is a solution that does not win here.

    --json prints {"title", "level", "solution", "holds", "text"}: the files, and the result of the run; null if there
    is none.

    \b
    Example:
      sandbox unpack drop.share
      sandbox unpack drop.share -o levels
      sandbox unpack drop.png
      sandbox unpack - < message.txt
    """
    from sandbox.levels import sharing
    from sandbox.recording import user_folders

    with progress("running the solution that was shared", as_json):
        shared = sharing.read_stdin(sys.stdin.buffer) if str(name) == "-" else sharing.read(name)
        files = sharing.unpack(shared, output, user_folders.data_dir())
    proof, solution = files.proof, files.solution
    if as_json:
        answer = {"holds": proof.holds, "text": proof.text} if proof is not None else {"holds": None, "text": None}
        print_json({"title": files.title, "level": files.level, "solution": solution, **answer})
    else:
        print_line(f"{files.level}: '{files.title}'")
        if proof is not None:
            print_line(f"{solution}: {proof.text}" if solution is not None else proof.text)
    return 1 if proof is not None and not proof.holds else 0
