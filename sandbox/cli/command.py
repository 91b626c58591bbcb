"""The form of every command: the options that all of them have, and the answer to a name that is mistyped."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import Any

import click

from sandbox.cli import output
from sandbox.reading.nearest import meant


def _make(loudness: output.Loudness) -> Any:
    def callback(context: click.Context, param: click.Parameter, given: bool) -> None:
        if given and not context.resilient_parsing:
            output.set_loudness(loudness)

    return callback


# Every command takes them, so that a script need not know which has something to leave out or to add.
_LOUDNESS = (
    click.Option(
        ["-q", "--quiet"], is_flag=True, expose_value=False, callback=_make(output.Loudness.QUIET),
        help="Print results and errors only.",
    ),
    click.Option(
        ["-v", "--verbose"], is_flag=True, expose_value=False, callback=_make(output.Loudness.VERBOSE),
        help="Say more on stderr: which files, how long.",
    ),
)  # fmt: skip


class _InOneForm(click.Command):
    """A command with the options -q and -v before --help, which names the option that a wrong one may stand for."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        at = len(params) - 1 if self.get_help_option(ctx) in params else len(params)
        return [*params[:at], *_LOUDNESS, *params[at:]]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            names = [name for param in self.get_params(ctx) for name in param.opts if name.startswith("--")]
            near = meant(error.option_name, names)
            raise click.UsageError(f"there is no option '{error.option_name:.40}'{near}", ctx) from None


class CliCommand(_InOneForm):
    """A command of the program. With -v it says in the end how long it has taken."""

    def invoke(self, ctx: click.Context) -> Any:
        began, process = time.monotonic(), os.getpid()
        answer = super().invoke(ctx)
        if os.getpid() == process:  # a copy of this process that has done the work says nothing
            output.print_detail(f"{ctx.command_path} took {time.monotonic() - began:.2f} s")
        return answer


class CliGroup(_InOneForm, click.Group):
    """A command that consists of others."""

    command_class = CliCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            raise click.UsageError(f"there is no command '{name:.40}'{meant(name, self.commands)}", ctx)
        return super().resolve_command(ctx, args)


class OneOf(click.Choice[str]):
    """One of a few words; a wrong one is answered with the nearest, and with all of them."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(list(words))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            words = ", ".join(self.choices)
            self.fail(f"'{value:.40}' is none of {words}{meant(str(value), self.choices)}", param, ctx)
        return super().convert(value, param, ctx)
