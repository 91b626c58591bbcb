"""`sandbox help`: the pages of the manual, in a pager where there is a terminal."""

from __future__ import annotations

import io
import re
import shutil
import sys

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import Word
from sandbox.cli.output import complain, print_line
from sandbox.errors import Refused
from sandbox.reading.nearest import meant

_WIDTH = 100  # characters: longer lines are hard to read
_MOST_HITS = 8
# What a terminal can't follow: links to other pages, links to files of the program, pictures, remarks.
_FOR_TERMINALS = (
    (re.compile(r"<!--.*?-->\n?"), ""),
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), r"(Picture: \1.)"),
    (re.compile(r"\[([^\]]+)\]\((\w+)\.md[^)]*\)"), r"\1 (`sandbox help \2`)"),
    (re.compile(r"\[([^\]]+)\]\((?!\w+://)[^)]*\)"), r"\1"),
)


def _topics(context: click.Context) -> list[str]:
    from sandbox.manual import manual

    root = context.find_root().command
    return sorted({*manual.TOPICS, *(root.commands if isinstance(root, click.Group) else ())})


@click.command(cls=CliCommand)
@click.argument("topic", required=False, metavar="[TOPIC]", type=Word(_topics))
@click.option("--search", metavar="WORDS", help="List the sections that have all of these words, the best first.")
@click.pass_context
def help(context: click.Context, topic: str | None, search: str | None) -> int:  # noqa: A001
    """Show a page of the manual; without TOPIC, list the pages.

    TOPIC is a page of the manual or a command. In a terminal the page is shown by the program that PAGER names, or by
    less: there / searches and q leaves. Elsewhere it is printed.

    \b
    Example:
      sandbox help
      sandbox help testing
      sandbox help --search drift
    """
    from sandbox.manual import manual

    if search is not None:
        return _list_hits(search)
    if topic is None:
        for name in manual.TOPICS:
            print_line(f"{name:12} {manual.title(name)}")
        print_line("")
        print_line("sandbox help TOPIC shows a page, sandbox help --search WORDS finds words in all of them.")
        return 0
    commands = context.find_root().command
    if topic not in manual.TOPICS and isinstance(commands, click.Group):
        command = commands.get_command(context, topic)
        if command is not None:
            with click.Context(command, info_name=topic, parent=context.find_root()) as its:
                click.echo_via_pager(command.get_help(its) + "\n")
            return 0
    if topic not in manual.TOPICS and (near := meant(topic, _topics(context))):
        raise Refused(f"the manual has no page '{topic:.40}'{near}")
    page = manual.text(topic)
    click.echo_via_pager(_rendered(page), color=sys.stdout.isatty())
    return 0


def _list_hits(words: str) -> int:
    from sandbox.manual import manual

    hits = manual.search(words)
    for hit in hits[:_MOST_HITS]:
        print_line(f"{hit.section.topic}: {hit.section.title}")
        if hit.line:
            print_line(f"    {hit.line[:_WIDTH]}")
    if not hits:
        return complain(f"the manual has no section with '{words}'; try fewer words, or `sandbox help`")
    return 0


def _rendered(markdown: str) -> str:
    """Return a page as it is to be printed: in colours for a terminal."""

    from rich.console import Console
    from rich.markdown import Markdown

    for pattern, instead in _FOR_TERMINALS:
        markdown = pattern.sub(instead, markdown)
    terminal = sys.stdout.isatty()
    width = min(shutil.get_terminal_size((_WIDTH, 24)).columns, _WIDTH)
    text = io.StringIO()
    Console(file=text, force_terminal=terminal, width=width, color_system="auto" if terminal else None).print(
        Markdown(markdown, hyperlinks=False)
    )
    return "\n".join(line.rstrip() for line in text.getvalue().split("\n"))
