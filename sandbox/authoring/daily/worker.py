"""A process that makes the machine of a day for a caller that must not wait: JSON lines of progress, last the file.

python -m sandbox.authoring.daily.worker DATE LEVEL
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from sandbox.authoring.daily import maker
from sandbox.authoring.daily.day import Day
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels


def main(arguments: list[str]) -> int:
    """Make a machine and write its level; print JSON lines of progress, and last its path or an error."""
    day, path = Day.read(arguments[0]), Path(arguments[1])
    threading.Thread(target=_end_with_caller, name="caller", daemon=True).start()

    def say(what: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()

    try:
        machine = maker.make(day, lambda share, what: say({"done": share, "what": what}))
        path.parent.mkdir(parents=True, exist_ok=True)
        levels.write(path, machine.design)
    except (BadFile, Refused, OSError) as error:
        say({"error": str(error)})
        return 2
    say({"level": str(path)})
    return 0


def _end_with_caller() -> None:
    """End this process when its standard input ends: the window is gone then."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
