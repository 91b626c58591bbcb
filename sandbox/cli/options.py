"""Options and arguments that several commands share, and the check of each."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sandbox.cli.command import OneOf
from sandbox.cli.names import LEVEL, FileName, NewFile, find
from sandbox.errors import Refused
from sandbox.tasks import cores
from sandbox.tasks.limits import Limits

if TYPE_CHECKING:
    from sandbox.cluster.address import ClusterAddress
    from sandbox.design.design import Design

MAX_SECONDS = 36_000.0
OWN_PROCESS = "this process is the program's own"  # the object of a context where that is so
_Command = TypeVar("_Command", bound=Callable[..., Any])


def limits_of(seconds: int, megabytes: int) -> Callable[[_Command], _Command]:
    """Return a decorator that gives a command the options --max-seconds and --max-memory, with these defaults."""

    def with_options(function: _Command) -> _Command:
        for option in reversed(
            (
                click.option(
                    "--max-seconds",
                    type=click.IntRange(min=1),
                    default=seconds,
                    metavar="S",
                    help=f"Refuse what takes more processor time; default: {seconds}.",
                ),
                click.option(
                    "--max-memory",
                    type=click.IntRange(min=64, max=2**20),
                    default=megabytes,
                    metavar="MB",
                    help=f"Refuse what takes more memory; default: {megabytes}.",
                ),
            )
        ):
            function = option(function)
        return function

    return with_options


# For running the recordings of others, in processes that the command itself starts.
MAX = limits_of(600, 2048)


def limited(seconds: int = 600, megabytes: int = 1024) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return a decorator that lets a command for files of others run in a process with limits, which are options."""

    def in_process_with_limits(function: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(function)
        def command(*arguments: Any, max_seconds: int, max_memory: int, **more: Any) -> int:
            return _within(Limits(max_seconds, max_memory), functools.partial(function, *arguments, **more))

        return limits_of(seconds, megabytes)(command)

    return in_process_with_limits


def guarded(megabytes: int = 0) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return a decorator that lets a command run in a process of its own that may take as long as it takes.

    So what it dies of is told. Without a number of megabytes it keeps to limits of its own.
    """

    def in_own_process(function: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(function)
        def command(*arguments: Any, **more: Any) -> int:
            return _within(Limits(0, megabytes), functools.partial(function, *arguments, **more), optional=False)

        return command

    return in_own_process


def _within(limits: Limits, work: Callable[[], int], optional: bool = True) -> int:
    """Carry out a command within limits, in a copy of this process if that is the program's own; return its answer.

    Args:
        optional: the command has options that raise the limits.
    """
    from sandbox.tasks import forking

    context = click.get_current_context()
    subject = _subject(context)
    if not (forking.may_fork() and context.obj == OWN_PROCESS):
        with forking.within(limits, subject, optional):
            return work()
    code = forking.fork(limits, subject, optional)
    if code is not None:
        return code
    with forking.memory_is_reported(limits, subject, optional):
        return work()


def _subject(context: click.Context) -> str:
    """Name a command with the first two of its files, as the subject of a sentence: `sandbox run heap.toml`."""
    names: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if isinstance(parameter, click.Argument) and value:
            names += map(str, value if isinstance(value, tuple) else (value,))
    return " ".join([context.command_path, *names[:2], *(["..."] if names[2:] else [])])


_PEM, _PNG = FileName(".pem"), NewFile(".png")
# The name of a palette (`sandbox.render.colours`).
THEME = click.option(
    "--theme",
    type=OneOf(["light", "dark", "colour-blind"]),
    default="light",
    callback=lambda context, param, name: name.replace("-", "_"),
    help="The colours, as in the window's menu.",
)
JOBS = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes at a time; default: one for each core."
)
SEED = click.option(
    "--seed", type=click.IntRange(0, 2**63), default=1, metavar="N", help="Another number, other tries; default: 1."
)
LEVELS = click.argument("names", nargs=-1, metavar="[LEVEL...]", type=LEVEL)
HUNT = click.option(
    "--hunt", type=click.IntRange(1, 1_000_000), metavar="RUNS", help="Search for shortcuts by so many runs; try 3000."
)
KEEP = click.option(
    "--keep", is_flag=True, help="Keep the figures of the levels that come with the program, beside them."
)


def processes(jobs: int | None) -> int:
    """Return how many processes work at a time: as many as --jobs says, else one for each core that we may use."""
    return jobs or cores.usable()


def refuse_jobs_of_cluster(jobs: int | None, cluster: ClusterAddress | None) -> None:
    """Refuse --jobs together with --cluster.

    Raises:
        Refused: both are given.
    """
    if cluster is not None and jobs:
        raise Refused("--jobs is for processes of this computer; leave it away with --cluster")


def how_many(flag: str, words: str, default: int, least: int, most: int) -> Callable[[_Command], _Command]:
    """Return a decorator that gives a command an option which is a whole number, with its default in its help."""
    words = f"{words}; default: {default}."
    return click.option(flag, type=click.IntRange(least, most), default=default, metavar="N", help=words)


def _name_worlds(context: click.Context, param: click.Parameter, names: tuple[str, ...]) -> None:
    """Name the functions that make worlds of other programs, for this command and the processes that it starts."""
    if names:
        from sandbox.worlds import factories

        try:
            context.with_resource(factories.naming(names))
        except Refused as refused:
            raise Refused(f"--world: {refused}") from None


# Nothing is imported because a file says so: only what is named here.
WORLD = click.option(
    "--world",
    multiple=True,
    callback=_name_worlds,
    expose_value=False,
    metavar="MODULE:FUNCTION",
    help="The function that makes the world of recordings of another program; repeatable.",
)


WAS = click.option("--was", metavar="REV|DIR|WHEEL", help="The program that made it; default: from the history.")


def as_json(lines: str = "") -> Callable[[_Command], _Command]:
    """Return a decorator that gives a command the option --json, as `as_json`.

    Args:
        lines: "a line", if there are several, with what each is about: "a line for each level".
    """
    return click.option("--json", "as_json", is_flag=True, help=f"{f'Print one JSON object {lines}'.rstrip()}.")


def picture(what: str) -> Callable[[_Command], _Command]:
    """Return a decorator that gives a command the option --picture, which is the name of one file."""
    return click.option("--picture", type=_PNG, metavar="OUT.png", help=f"Draw {what} as a picture.")


def seconds(default: str) -> Callable[[_Command], _Command]:
    """Return a decorator that gives a command the option --seconds, with these words for its default."""
    words = f"Run for so many seconds of the machine; default: {default}."
    return click.option("--seconds", type=float, callback=check_seconds, metavar="S", help=words)


_TLS = (
    click.option(
        "--tls-ca-file", "ca_file", type=_PEM, metavar="FILE.pem",
        help="For tls://: whom to trust; default: your own key.",
    ),
    click.option("--tls-cert", "cert", type=_PEM, metavar="FILE.pem", help="For tls://: our certificate."),
    click.option("--tls-key", "key", type=_PEM, metavar="FILE.pem", help="For tls://: the key of the certificate."),
    click.option(
        "--insecure-any-user", "insecure", is_flag=True,
        help="Allow tcp://127.0.0.1, by which any user of this computer can run anything in your name.",
    ),
)  # fmt: skip


def with_tls(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of an encrypted connection: the files `ca_file`, `cert` and `key`, and `insecure`."""
    for option in reversed(_TLS):
        function = option(function)
    return function


def with_cluster(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that name a cluster; it gets a `ClusterAddress` or None as `cluster`."""

    @functools.wraps(function)
    def with_place(
        *arguments: Any,
        address: str | None,
        ca_file: Path | None,
        cert: Path | None,
        key: Path | None,
        insecure: bool,
        **more: Any,
    ) -> int:
        return function(*arguments, cluster=_place(address, ca_file, cert, key, insecure), **more)

    address = click.option("--cluster", "address", metavar="ADDRESS", help="Let a Dask cluster do the work.")
    return address(with_tls(with_place))


def _place(
    address: str | None, ca_file: Path | None, cert: Path | None, key: Path | None, insecure: bool
) -> ClusterAddress | None:  # fmt: skip
    if address is None:
        if ca_file or cert or key or insecure:
            raise Refused("--tls-ca-file, --tls-cert, --tls-key and --insecure-any-user belong to --cluster ADDRESS")
        return None
    from sandbox.cluster.address import ClusterAddress, check_address, require_dask

    check_address(address, insecure)
    require_dask()
    return ClusterAddress(address, ca_file, cert, key, insecure)


def check_seconds(context: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """Check a length of time; click's own range lets nan through."""
    if value is not None and not (math.isfinite(value) and 0 <= value <= MAX_SECONDS):
        raise click.BadParameter(f"{value} is not between 0 and {MAX_SECONDS:g} seconds")
    return value


def check_picture(path: Path | None) -> None:
    """Refuse the name of a chart that is no PNG file's, before anything is measured."""
    if path is not None and path.suffix.lower() != ".png":
        raise Refused(f"can't write '{path.name}': the name of a picture ends in .png")


def read_level(name: str) -> Design:
    """Read the level that a name on the command line means."""
    from sandbox.levels import levels

    return levels.read(find(name))
