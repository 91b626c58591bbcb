"""Run the command line, and interrupt it while it reads a module: `python -m tests.cli.interrupted WHEN COMMAND ...`.

WHEN is the module's name, after `the classes of `, `a text that is run before ` or `an object that ends before `.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
from importlib.abc import MetaPathFinder
from typing import Any

import sandbox.__main__ as program


def interrupt(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)


class Interrupting(MetaPathFinder):
    """Finds no module, and interrupts this process when the one that is meant is looked for."""

    def __init__(self, when: str) -> None:
        self.when = when

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname == self.when:
            interrupt()
        if f"the classes of {fullname}" == self.when:
            setattr(dataclasses.Field, "__set_name__", interrupt)  # noqa: B010, which a type checker lets pass
        if f"a text that is run before {fullname}" == self.when:
            exec("interrupt()", {"interrupt": interrupt})
        if f"an object that ends before {fullname}" == self.when:
            type("Ends", (), {"__del__": interrupt})()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.meta_path.insert(0, Interrupting(sys.argv.pop(1)))
    program.main()
