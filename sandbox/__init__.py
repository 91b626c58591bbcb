"""A deterministic contraption sandbox: build, run, record, replay, prove.

Everything rests on one idea: a session is a pure function of (level, commands per tick).
Windows, clocks, sound and pictures only look at it.

    import sandbox

    run = sandbox.load("drop").start()
    run.step(seconds=1)
    print(run.parts[2].x, run.outcome)

Lengths are in metres, times in seconds, angles in radians, y points up. What can't be done raises `Refused`, and a file
that can't be used raises `BadFile`. The names in `__all__` stay as they are; `sandbox help library` is their page.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.api.blessing import bless
    from sandbox.api.level import Level, load, replay
    from sandbox.api.pictures import Image, Video, render
    from sandbox.api.run import PartState, Run
    from sandbox.api.solving import solve
    from sandbox.api.tape import Tape, record
    from sandbox.commands.session import Snapshot
    from sandbox.errors import BadFile, Refused
    from sandbox.machine.goals import GoalProgress
    from sandbox.machine.touching import PartContact
    from sandbox.verify.verdicts import Difference, Report, Verdict
    from sandbox.verify.verify import verify

__version__ = "0.1.0"
__all__ = [
    "load", "Level", "Run", "PartState", "PartContact", "GoalProgress", "Snapshot", "replay", "verify", "Report",
    "Verdict", "bless", "Difference", "solve", "render", "Image", "Video", "record", "Tape", "Refused", "BadFile",
]  # fmt: skip
# The modules of these names. Each is imported when one of its names is first asked for.
_MODULES = {
    "bless": "api.blessing", "Level": "api.level", "load": "api.level", "replay": "api.level",
    "Image": "api.pictures", "Video": "api.pictures", "render": "api.pictures", "PartState": "api.run",
    "Run": "api.run", "solve": "api.solving", "record": "api.tape", "Tape": "api.tape",
    "Snapshot": "commands.session", "BadFile": "errors",
    "Refused": "errors", "GoalProgress": "machine.goals", "PartContact": "machine.touching",
    "Difference": "verify.verdicts", "Report": "verify.verdicts", "Verdict": "verify.verdicts",
    "verify": "verify.verify",
}  # fmt: skip


class _Library(ModuleType):
    """This module. Two of its functions, `verify` and `render`, are named like packages in it.

    Python makes each package an attribute of this module once it is imported, whoever imports it; that must not put it
    in the place of a function. Import statements find the packages all the same.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _MODULES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*(name for name in super().__dir__() if name.startswith("__")), *__all__})


_this = sys.modules[__name__]
_this.__class__ = _Library

if not TYPE_CHECKING:  # a checker shall know which names there are

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'sandbox' has no attribute '{name}'")
        if sys.modules.get(__name__) is not _this:
            raise ImportError(
                f"sandbox.{name} is asked for where `sandbox` is another package, that of the project; use it within "
                "`with pytest_contraption.program():`"
            )
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"sandbox.{_MODULES[name]}"), name)
        return value
