"""`sandbox schema`: the JSON schema of level files."""

from __future__ import annotations

import json

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.output import print_line


@click.command(cls=CliCommand)
def schema() -> int:
    """Print a JSON schema of level files, by which editors complete and check what is typed.

    A level whose first line is "#:schema level.schema.json" is checked by it where an editor knows Taplo, as VS Code
    does with the extension Even Better TOML. What a schema can't see, as an id that no part has, `sandbox check` says.

    \b
    Example:
      sandbox schema >level.schema.json
    """
    from sandbox.levels import levels
    from sandbox.levels.schema import schema as schema_of

    for line in json.dumps(schema_of(levels.FORMAT), indent=1, ensure_ascii=True).split("\n"):
        print_line(line)
    return 0
