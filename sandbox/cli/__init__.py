"""The command line. Each command imports what it needs when it runs, so that a quick answer stays quick.

Exit codes: 0 done; 1 the answer is no (a recording differs, an outcome was not the expected one); 2 bad input, with one
line on stderr that says what, where and what to do; 3 a recording drifts on this machine; 70 a step of the simulation
in the window did not come back; 130 interrupted.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from sandbox import __version__
from sandbox.cli.output import complain
from sandbox.errors import BadFile, Refused
from sandbox.tasks import programs

# Each command, with the module below this package and the function in it that carry it out.
PLACES = {
    "play": "play.play",
    "run": "run.run",
    "verify": "verify.verify",
    "bless": "bless.bless",
    "engine": "engine.engine",
    "diff": "show.diff",
    "show": "show.show",
    "check": "levels.check.check",
    "author": "levels.author.author",
    "daily": "levels.daily.daily",
    "solve": "levels.solve.solve",
    "difficulty": "levels.difficulty.difficulty",
    "overview": "levels.overview.overview",
    "cluster": "cluster.cluster",
    "share": "levels.share.share",
    "unpack": "levels.share.unpack",
    "import": "levels.convert.convert",
    "render": "render.render",
    "parts": "parts.parts",
    "loops": "bench.loops",
    "bench": "bench.bench",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    # numpy's library for matrices starts a thread for each core when it is loaded; nothing here multiplies matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    programs.leave_out_current_folder()
    try:
        code = app.main(args=arguments, prog_name="sandbox", standalone_mode=False) or 0
        sys.stdout.flush()
    except (BadFile, Refused) as error:
        code = complain(str(error))
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "sandbox"
        code = complain(f"{error.format_message().rstrip('.')}; see {command} --help")
    except click.ClickException as error:
        code = complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # The reader of our output has closed it; python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        code = complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
    sys.exit(code)


class LazyGroup(click.Group):
    """A group that knows its commands by name, and imports the module of one when it is asked for."""

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in PLACES:
            return None
        module, _, function = PLACES[name].rpartition(".")
        command: click.Command = getattr(importlib.import_module(f"sandbox.cli.{module}"), function)
        return command


@click.group(
    cls=LazyGroup,
    commands={name: click.Command(name) for name in PLACES},
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sandbox")
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
