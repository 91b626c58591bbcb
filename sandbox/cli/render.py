"""`sandbox render`: draw a recording or a level to a file, without a window."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from sandbox.cli.command import CliCommand, OneOf
from sandbox.cli.names import FILE, LEVEL_OR_RECORDING, Word, find, kinds
from sandbox.cli.options import THEME, as_json, limited
from sandbox.cli.output import print_written, progress
from sandbox.errors import Refused


def _read_by(reader: str) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return a callback that reads an option by a function of `film_options`; one that is not given stays None."""

    def read(context: click.Context, param: click.Parameter, value: str | None) -> Any:
        from sandbox.render.pictures import film_options

        try:
            return getattr(film_options, reader)(value) if value is not None else None
        except Refused as refused:
            raise click.BadParameter(str(refused)) from None

    return read


# Options that films of one run and of many have in common.
SIZE = click.option("--size", callback=_read_by("size_of"), metavar="WxH", help="Pixels, as in 1280x720.")
FPS = click.option("--fps", type=int, metavar="N", help="Frames a second of a film.")
CHAIN = click.option("--chain", is_flag=True, help="Show what set off what: the longest chain of the run.")
NO_SOUND = click.option("--no-sound", "sound", flag_value=False, default=True, help="An .mp4 without sound.")
VOLUME = click.option(
    "--volume", type=int, default=100, metavar="PERCENT", help="Of the sound, 0 to 100; default: 100."
)
MUSIC = click.option(
    "--music", type=int, default=0, metavar="PERCENT", help="With the scene's piece of music, 0 to 100."
)


@click.command(cls=CliCommand)
@click.argument("file", metavar="LEVEL|REPLAY", type=LEVEL_OR_RECORDING)
@click.option(
    "-o",
    "--out",
    "output",
    type=FILE,
    required=True,
    metavar="OUT",
    help="Write this file: a .png picture, a .gif or .mp4 film, or its sound alone as .wav.",
)
@click.option("--at", type=float, metavar="S", help="The moment of a picture, in seconds of the run.")
@click.option("--tick", type=int, metavar="N", help="The moment of a picture as a tick of the session, for testers.")
@SIZE
@FPS
@click.option("--speed", metavar="X", help="Of a film, times real time: 2, 0.5, 1/4.")
@click.option(
    "--camera",
    type=Word(lambda context: ["fit", *kinds(context)]),
    callback=_read_by("aim_of"),
    metavar="WHERE",
    help="fit; the number or kind of a part to follow; or x,y,width in metres.",
)
@click.option("--from", "begin", type=float, metavar="S", help="Where it begins, in seconds of the run.")
@click.option("--to", "end", type=float, metavar="S", help="Where it ends, in seconds of the run.")
@click.option("--run", type=int, metavar="N", help="Which run of a recording, from 1; default: the last.")
@click.option(
    "--follow", "watch", is_flag=True, help="Make a film of the way to the goal: the camera follows what leads to it."
)
@click.option(
    "--trails",
    type=Word(kinds, ","),
    callback=_read_by("parts_of"),
    metavar="PARTS",
    help="Draw the ways of these parts: numbers or kinds, as in 3,volleyball.",
)
@CHAIN
@THEME
@click.option(
    "--reduced-motion", "still", is_flag=True, help="No flashes and no confetti: nothing moves but the machine."
)
@click.option(
    "--scenes",
    type=OneOf(["full", "plain", "paper"]),
    default="full",
    help="As in the window's settings: plain scenes stand still, paper is graph paper for every level.",
)
@NO_SOUND
@VOLUME
@MUSIC
@as_json("a line on how far it is")
@limited(3600, 4096)
def render(file: str, output: Path, as_json: bool, **options: Any) -> int:
    """Draw a recording or a level, without a window, as the window shows it.

    A picture shows the last frame of a recording's last run, or a level at rest; a film the whole of that run, or a
    level's run until it is decided. It needs OpenGL, but no display. An .mp4 has sound, and needs ffmpeg; a .wav is
    the sound alone, and needs neither.

    All times are seconds of the run; --tick counts from the start of the session, as `sandbox show` does.

    --follow makes a film of a run that was won by itself: a title, the camera on what leads to the goal, in the order
    of causes, slow at bangs and at the goal.

    --json prints {"done", "total"}, frames, for each frame of a film.

    --camera 7 follows part 7, and --camera 7,1.5 shows 1.5 m around it; --camera volleyball follows the first one;
    --camera 1.2,0.8,1.5 looks at a region 1.5 m wide around a point.

    \b
    Example:
      sandbox render replays/drop.replay -o drop.png
      sandbox render replays/demolition.replay -o flash.png --at 4.56
      sandbox render replays/topple.replay -o topple.gif --size 640x360
      sandbox render replays/circus.replay -o slow.mp4 --camera volleyball,2 --from 2.5 --to 3.5 --speed 1/4
      sandbox render replays/demolition.replay -o bang.wav
      sandbox render replays/strike.replay --follow --chain -o strike.mp4
    """
    from sandbox.render.pictures import film
    from sandbox.render.pictures.film_options import FilmOptions

    chosen = FilmOptions(**{name: value for name, value in options.items() if value is not None})
    with film.terminating_tidily(), progress(f"drawing {output.name}", as_json) as advance:
        film.render(find(file), output, chosen, print_progress if as_json else advance)
    print_written(output)
    return 0


def print_progress(done: float, total: float = 1.0, what: str = "") -> None:
    print(json.dumps({"done": done, "total": total}), flush=True)
