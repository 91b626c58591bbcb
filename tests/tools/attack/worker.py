"""A child process that gives made files to a way in, one after the other, within limits for each.

It reads lines of JSON from standard input: a door, and the seeds of files, or the name of a file that is kept. Before
each file it writes a line, so that whoever started it knows which file has ended it; after each that has shown a
fault, another.
"""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, Refused
from sandbox.tasks import limits
from tests.tools.attack import planted
from tests.tools.attack.doors import DOORS, Door
from tests.tools.attack.forms import FORMS

MEGABYTES, SECONDS = 1024, 20


def enter(door: Door, data: bytes, seconds: int = SECONDS) -> tuple[str, str] | None:
    """Give a file to a way in; return what is wrong with how it went: a signature and a text."""
    folder = Path(tempfile.mkdtemp(prefix="attack-"))
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limits.spent()) + seconds, resource.RLIM_INFINITY))
    try:
        (folder / door.place).write_bytes(data)
        door.enter(folder)
    except (BadFile, Refused) as refused:  # where it is shown it is put on one line, and cut
        if not str(refused).strip():
            return f"a refusal without a word, from {_place(refused)}", ""
    except Exception as error:
        return f"{type(error).__name__} in {_place(error)}", traceback.format_exc()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if used > MEGABYTES:
        return "more than 1 GB of memory", f"{used} MB"
    return None


def _place(error: BaseException) -> str:
    """The innermost function of the program that an error went through."""
    steps = traceback.extract_tb(error.__traceback__)
    ours = [step for step in steps if f"{os.sep}sandbox{os.sep}" in step.filename or "planted" in step.filename]
    last = (ours or steps)[-1]
    return f"{Path(last.filename).name}, {last.name}"


def main() -> None:
    limits.limit_memory(MEGABYTES)
    planted.plant(sys.argv[1:])
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever prints must not disturb the answers

    def answer(what: dict[str, Any]) -> None:
        answers.write(json.dumps(what) + "\n")

    for line in sys.stdin:
        order = json.loads(line)
        door = DOORS[order["door"]]
        for seed in order.get("seeds", ()):
            answer({"begins": seed})
            data = FORMS[door.form].make(seed, frozenset(order.get("dropped", ())))
            fault = enter(door, data, order["seconds"])
            if fault is not None:
                answer({"seed": seed, "fault": fault[0], "text": fault[1]})
        if "file" in order:
            answer({"begins": order["file"]})
            fault = enter(door, Path(order["file"]).read_bytes(), order["seconds"])
            if fault is not None:
                answer({"seed": order["file"], "fault": fault[0], "text": fault[1]})
        answer({"done": True})


if __name__ == "__main__":
    main()
