"""The command line. Each command imports what it needs when it runs, so that a quick answer stays quick.

Exit codes: 0 done; 1 the answer is no (a recording differs, an outcome was not the expected one); 2 bad input, with one
line on stderr that says what, where and what to do, or one for each mistake of a level; 3 a recording drifts on this
machine; 70 a step of the simulation in the window did not come back; 130 interrupted; 141 whoever read the output has
closed it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from sandbox import __version__
from sandbox.cli.command import CliCommand, CliGroup
from sandbox.cli.options import OWN_PROCESS
from sandbox.cli.output import READER_GONE, Loudness, complain, flush, open_missing_streams, print_line, set_loudness
from sandbox.errors import BadFile, Mistakes, Refused, is_interrupt
from sandbox.reading.files import Missing
from sandbox.reading.near_files import meant_file
from sandbox.tasks import programs
from sandbox.tasks.interrupts import end_by_exit_code, keep_interrupts

# Each command, with the module below this package and the function in it that carry it out.
PLACES = {
    "play": "play.play",
    "run": "run.run",
    "verify": "verify.verify",
    "bless": "bless.bless",
    "engine": "engine.engine",
    "web": "web.web",
    "diff": "show.diff",
    "show": "show.show",
    "export": "recordings.export.export",
    "bisect": "recordings.bisect.bisect",
    "shrink": "recordings.shrink.shrink",
    "coverage": "recordings.coverage.coverage",
    "check": "levels.check.check",
    "author": "levels.author.author",
    "daily": "levels.daily.daily",
    "solve": "levels.solve.solve",
    "difficulty": "levels.difficulty.difficulty",
    "agents": "levels.agents.agents",
    "overview": "levels.overview.overview",
    "ways": "levels.ways.ways",
    "cluster": "cluster.cluster",
    "host": "together.sessions.host",
    "join": "together.sessions.join",
    "share": "levels.share.share",
    "unpack": "levels.share.unpack",
    "import": "levels.convert.convert",
    "render": "render.render",
    "reel": "levels.reel.reel",
    "page": "page.page",
    "site": "site.site",
    "parts": "parts.parts",
    "schema": "schema.schema",
    "help": "help.help",
    "loops": "loops.loops",
    "bench": "bench.bench",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code.

    Args:
        arguments: by default those that this process was started with; it is the program's own then.
    """
    # numpy's library for matrices starts a thread for each core when it is loaded; nothing here multiplies matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    programs.leave_out_current_folder()
    open_missing_streams()
    if arguments is None:
        keep_interrupts()
    code = flush(_exit_code(arguments))
    end_by_exit_code()
    sys.exit(code)


def _exit_code(arguments: Sequence[str] | None) -> int:
    own = OWN_PROCESS if arguments is None else None
    set_loudness(Loudness.NORMAL)
    try:
        return app.main(args=arguments, prog_name="sandbox", standalone_mode=False, obj=own) or 0
    except Mistakes as error:
        return complain(*error.lines)
    except Missing as error:
        return complain(f"{error}{meant_file(error.path)}")
    except (BadFile, Refused) as error:
        return complain(str(error))
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "sandbox"
        sentence = error.format_message().rstrip(".")
        return complain(sentence if sentence.endswith("?") else f"{sentence}; see {command} --help")
    except click.ClickException as error:
        return complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except ReaderGone:
        return READER_GONE
    except OSError as error:
        return complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except Exception as error:
        if is_interrupt(error):
            return 130
        raise


class ReaderGone(Exception):
    """The reader of the output has closed it, as `head` does."""


@contextlib.contextmanager
def _reader_watched() -> Iterator[None]:
    """Raise `ReaderGone` where click would leave with 1, which is another answer, as rich does."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):
            raise ReaderGone from None
        raise


class LazyGroup(CliGroup):
    """A group that knows its commands by name, and imports the module of one when it is asked for."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _reader_watched():
            return super().make_context(*arguments, **more)

    def invoke(self, context: click.Context) -> Any:
        with _reader_watched():
            return super().invoke(context)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in PLACES:
            return None
        module, _, function = PLACES[name].rpartition(".")
        command: click.Command = getattr(importlib.import_module(f"sandbox.cli.{module}"), function)
        return command


def _print_version(context: click.Context, param: click.Parameter, given: bool) -> None:
    """Print what runs here. (The engine is not loaded for that: `sandbox engine` also knows how it was built.)"""
    if given and not context.resilient_parsing:
        import importlib.metadata  # which takes a tenth of the time of a start

        engine = importlib.metadata.version("pymunk")
        print_line(f"sandbox {__version__}; engine: pymunk {engine}; Python {platform.python_version()}")
        context.exit()


@click.group(
    cls=LazyGroup,
    commands={name: CliCommand(name) for name in PLACES},
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of the program, its engine and Python, and exit.",
)
@click.pass_context
def app(context: click.Context) -> int | None:
    """A deterministic contraption sandbox: build, run, record, replay, prove.

    Without a command it opens the window with the level chooser.

    \b
    Example:
      sandbox                     choose a level and play
      sandbox play drop           open one level
      sandbox verify replays      does every recording still end in exactly the same state?
    """
    if context.invoked_subcommand is not None:
        return None
    from sandbox.cli.play import open_window

    return open_window(None)
