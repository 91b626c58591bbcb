"""`sandbox render`: draw a recording or a level to a file, without a window."""

from __future__ import annotations

import inspect
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.options import FILE, THEME, find, limited
from sandbox.cli.output import print_line, progress

if TYPE_CHECKING:
    from sandbox.render.pictures.film import Wish
    from sandbox.tasks.serving import Teller


def check_size(context: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Read the size of a picture in pixels."""
    if value is None:
        return None
    width, cross, height = value.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(value) < 12):
        raise click.BadParameter(f"{value!r} is not a size such as 1280x720")
    return int(width), int(height)


@click.command()
@click.argument("file")
@click.option(
    "-o",
    "--output",
    type=FILE,
    required=True,
    metavar="OUT",
    help="A .png picture, a .gif or .mp4 film, or its sound alone as .wav.",
)
@click.option(
    "--at", type=float, metavar="SECONDS", help="The moment of a picture, or where a film ends, in seconds of the run."
)
@click.option("--tick", type=int, metavar="N", help="The moment of a picture as a tick of the session, for testers.")
@click.option("--size", callback=check_size, metavar="WxH", help="Pixels, as in 1280x720.")
@click.option("--fps", type=int, metavar="N", help="Frames a second of a film.")
@click.option("--speed", metavar="X", help="Of a film, times real time: 2, 0.5, 1/4.")
@click.option(
    "--camera",
    default="fit",
    metavar="WHERE",
    help="fit; the number or kind of a part to follow; or x,y,width in metres.",
)
@click.option("--from", "begin", type=float, metavar="SECONDS", help="Where a film begins, in seconds of the run.")
@click.option("--to", "end", type=float, metavar="SECONDS", help="Where it ends.")
@click.option("--run", "number", type=int, metavar="N", help="Which run of a recording, from 1; default: the last.")
@click.option("--watch", is_flag=True, help="A film of the way to the goal: the camera follows what leads to it.")
@click.option("--trails", metavar="PARTS", help="Draw the ways of these parts: numbers or kinds, as in 3,volleyball.")
@THEME
@click.option("--reduced-motion", is_flag=True, help="No flashes and no confetti: nothing moves but the machine.")
@click.option(
    "--scenes",
    type=click.Choice(["full", "plain", "paper"]),
    default="full",
    help="As in the window's settings: plain scenes stand still, paper is graph paper for every level.",
)
@click.option("--no-sound", is_flag=True, help="An .mp4 without sound.")
@click.option("--volume", type=int, default=100, metavar="PERCENT", help="Of the sound, 0 to 100; default: 100.")
@click.option("--json", "as_json", is_flag=True, help="Tell how far it is: one JSON object a line.")
@limited(3600, 4096)
def render(file: str, output: Path, as_json: bool, **options: Any) -> int:
    """Draw a recording or a level, without a window, as the window shows it.

    A picture shows the last frame of a recording's last run, or a level at rest; a film the whole of that run, or a
    level's run until it is decided. It needs OpenGL, but no display. An .mp4 has sound, and needs ffmpeg; a .wav is
    the sound alone, and needs neither.

    All times are seconds of the run; --tick counts from the start of the session, as `sandbox show` does.

    --watch makes a film of a run that was won by itself: a title, the camera on what leads to the goal, in the order of
    causes, slow at bangs and at the goal.

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
      sandbox render replays/strike.replay --watch -o strike.mp4
    """
    wish = _wish(**options)
    with _terminates():
        _draw(find(file), output, wish, as_json)
    return 0


def _wish(
    at: float | None, tick: int | None, size: tuple[int, int] | None, fps: int | None, speed: str | None, camera: str,
    begin: float | None, end: float | None, number: int | None, trails: str | None, theme: str, reduced_motion: bool,
    scenes: str, no_sound: bool, volume: int, watch: bool,
) -> Wish:  # fmt: skip
    """Turn the options into what the film maker takes."""
    from fractions import Fraction

    from sandbox.render.pictures import film_plan
    from sandbox.render.pictures.film import Wish

    return Wish(
        size, at, fps, film_plan.pace(speed) if speed is not None else Fraction(1), film_plan.aim(camera), begin, end,
        number, theme, tick, film_plan.parts_of(trails or ""), reduced_motion, not no_sound, volume,
        scenes, watch,
    )  # fmt: skip


def _draw(source: Path, output: Path, wish: Wish, as_json: bool) -> None:
    """Draw a film or a picture, and show how far the work is: as JSON, in a bar, or by a line now and then."""
    from sandbox.render.pictures import film

    if as_json:
        film.render(source, output, wish=wish, progress=_print_progress)
        return
    with progress(f"drawing {output.name}") as shown:
        film.render(source, output, wish=wish, progress=lambda done, total: shown(done / max(1, total), ""))
    print_line(f"drawn: {output}")


def _print_progress(done: int, total: int) -> None:
    print(json.dumps({"done": done, "total": total}), flush=True)


def carry_out(arguments: list[str], teller: Teller) -> None:
    """Draw for a caller that must not wait; the arguments are those of the command."""
    from sandbox.render.pictures import film

    with render.make_context("render", arguments) as context:
        wanted = {name: context.params[name] for name in inspect.signature(_wish).parameters}
        source, output = find(context.params["file"]), context.params["output"]
        with _terminates():
            film.render(source, output, wish=_wish(**wanted), progress=teller.progress)


@contextmanager
def _terminates() -> Iterator[None]:
    """Treat a request to terminate like Ctrl+C, so that the program tidies up first."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    from sandbox.tasks.serving import serve

    serve(carry_out, list[str])
