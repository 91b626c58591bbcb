"""`sandbox page`: one HTML file that plays a recording in any browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand, OneOf
from sandbox.cli.names import FILE, LEVEL_OR_RECORDING, RECORDING, find
from sandbox.cli.options import THEME, as_json, limited
from sandbox.cli.output import print_json, print_note, print_written, progress
from sandbox.errors import Refused
from sandbox.recording.plain_text import SUFFIX

if TYPE_CHECKING:
    from sandbox.web.runtime.shared import SharedPlace


@click.command(cls=CliCommand)
@click.argument("file", metavar="LEVEL|REPLAY", type=LEVEL_OR_RECORDING)
@click.option("-o", "--out", "output", type=FILE, required=True, metavar="OUT.html", help="Write this file.")
@click.option("--fps", type=int, default=60, metavar="N", help="Frames a second of a film; default: 60.")
@click.option("--from", "begin", type=float, metavar="S", help="Where it begins, in seconds of the run.")
@click.option("--to", "end", type=float, metavar="S", help="Where it ends, in seconds of the run.")
@click.option("--run", type=int, metavar="N", help="Which run of a recording, from 1; default: all.")
@THEME
@click.option(
    "--scene",
    type=OneOf(["full", "plain", "paper"]),
    default="full",
    help="As in the window's settings: plain scenes stand still, paper is graph paper for every level.",
)
@click.option("--film", is_flag=True, help="Of a level: show its run instead of having it played.")
@click.option("--verify", is_flag=True, help="Put the engine in, so that the page can verify the recording.")
@click.option(
    "--runtime",
    metavar="DIR|URL",
    help="Leave the engine out; the page finds it in this folder, which is filled, or at this address.",
)
@click.option(
    "--beside", type=RECORDING, metavar="FILE.replay",
    help="Draw another recording's run through the last one, as a ghost, and mark the tick at which they part.",
)  # fmt: skip
@as_json("a line on how far it is")
@limited(3600, 4096)
def page(
    file: str, output: Path, fps: int, begin: float | None, end: float | None, run: int | None, theme: str, scene: str,
    beside: Path | None, film: bool, verify: bool, runtime: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Make one HTML file to play a level, or to watch a recording, in any browser, with nothing installed.

    A level is built, run and won in its page, with its stock, hints and stars, by mouse, by touch and by keys: the
    session and the engine are in the page. What is recorded there passes `sandbox verify`, and `sandbox unpack` reads
    what is shared. The page has ten megabytes, and making it needs what `sandbox web build` needs. Where that is
    missing, or with --film, --from, --to or --run, the page shows the run that nobody touches, until it is decided.

    The page of a recording shows all runs and the steps of building before them, as the window draws them, with goals,
    effects and the marks of what happened. A page asks for nothing but itself, so it can be opened from a disk,
    attached to a message or put on a web site. It needs a browser with WebGL 2; making it needs no OpenGL.

    --from and --to choose a piece of the last run, or of run --run.

    With --verify the page has a button: the engine itself, which is then in the page, runs the recording again in the
    browser, compares every tick, and says the verdict of `sandbox verify`, or the first tick that differs. That makes
    it ten megabytes larger, and needs what `sandbox web build` needs. Many pages share an engine with --runtime: a
    folder, which is filled and has to stay where it is beside the pages, or an address to which it was copied.

    --json prints {"done", "total"}, pictures, for each of them.

    \b
    Example:
      sandbox page drop -o drop.html
      sandbox page replays/demolition.replay -o demolition.html
      sandbox page --verify replays/demolition.replay -o proof.html
      sandbox page --verify --runtime public/engine replays/gears.replay -o public/gears.html
      sandbox page replays/circus.replay -o salto.html --from 2.5 --to 4 --theme dark
      sandbox page mine.replay -o both.html --beside yours.replay
    """
    from sandbox.web.page import make
    from sandbox.web.page.chapters import Cut
    from sandbox.web.runtime import shared

    source, cut = find(file), Cut(run, begin, end)
    plays = source.suffix != SUFFIX and not (film or verify or beside or cut != Cut()) and _is_puzzle(source)
    if runtime is not None and not (verify or plays):
        raise Refused("--runtime says where the engine of a page is that verifies; add --verify, or leave it away")
    place = shared.place(runtime, output) if runtime is not None else None
    built = _runtime(place, runtime, needed=verify or runtime is not None) if verify or plays else None
    if plays and built is not None:
        from sandbox.web.page import play

        play.write(source, output, built, play.PlayOptions(theme, scene, shared=place))
    else:
        options = make.PageOptions(fps, cut, theme, scene, built if verify else None, place, beside=beside)
        with progress(f"making {output.name}", as_json) as advance:
            make.write(source, output, options, _print_progress if as_json else advance)
    print_written(output)
    return 0


def _is_puzzle(level: Path) -> bool:
    """Tell whether a level has a stock; where everything may be built, a page shows the run."""
    from sandbox.levels import levels

    return not levels.read(level).free


def _runtime(place: SharedPlace | None, folder: str | None, needed: bool) -> Path | None:
    """Return the runtime, also written to where pages share it; None, with a note, if it is not needed and can't be
    made."""
    from sandbox.web.runtime import build, shared

    try:
        with progress("making the runtime for a browser", in_lines=True) as advance:
            built = build.build(progress=advance)
    except Refused as refused:
        if needed:
            raise
        print_note(f"the level can't be played in its page, which shows the run that nobody touches: {refused}")
        return None
    if folder is not None and place is not None and place.address != place.allowed:
        shared.write(built, Path(folder))
    return built


def _print_progress(done: float, total: float = 1.0, what: str = "") -> None:
    print_json({"done": done, "total": total})
    sys.stdout.flush()
