"""A child process that runs a script once, or once for each place of a sweep, within limits.

What the script prints goes to standard error.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import CodeType
from typing import Any

from sandbox.authoring.script_run import Current, Saved, ScriptAnswer, ScriptOrder, ScriptRun, Tried
from sandbox.errors import BadFile, Refused
from sandbox.reading import files
from sandbox.tasks.limits import USUAL
from sandbox.tasks.serving import Teller, serve

MAX_BYTES = 4 * 1024 * 1024  # of a script


class ScriptFault(Refused):
    """A script can't be run, or goes wrong: the sentence names the file and the line."""


def compile_script(path: Path) -> CodeType:
    """Read and compile a script.

    Raises:
        ScriptFault: it can't be read, or is not Python.
    """
    try:
        return compile(files.read_bytes(path, MAX_BYTES, "script"), str(path), "exec")
    except BadFile as error:
        raise ScriptFault(f"{error}") from None
    except SyntaxError as error:
        raise ScriptFault(f"{path}, line {error.lineno or 0}: not Python: {error.msg}") from None
    except ValueError as error:
        raise ScriptFault(f"{path}: not Python: {error}") from None


def execute(code: CodeType, run: ScriptRun) -> str:
    """Run a compiled script; return the outcome if it is a try.

    Raises:
        ScriptFault: it goes wrong.
    """
    Current.run = run
    path = code.co_filename
    folder = str(files.resolved(Path(path)).parent)
    sys.path.insert(0, folder)  # a script may import what lies beside it
    try:
        exec(code, {"__name__": "__main__", "__file__": path})
    except Tried as tried:
        return tried.outcome
    except SystemExit:
        pass
    except MemoryError:
        raise ScriptFault(f"{path}: needs more than {USUAL.megabytes} MB of memory") from None
    except (Refused, BadFile) as error:
        raise ScriptFault(f"{path}, line {_line(error, path)}: {error}") from None
    except Exception as error:
        words = f"{type(error).__name__}: {error}".rstrip(": ")
        raise ScriptFault(f"{path}, line {_line(error, path)}: {words}") from None
    finally:
        sys.path.remove(folder)
        Current.run = ScriptRun()
    if not run.saved:
        raise ScriptFault(f'{path}: it saves no level; end it with level.save("levels/name.toml")')
    return ""


def _line(error: BaseException, path: str) -> int:
    """Return the line of the script at which an error left it."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == path), 0)


def carry_out(order: ScriptOrder, teller: Teller) -> ScriptAnswer:
    """Run a script.

    Raises:
        ScriptFault: it can't be run, or goes wrong.
    """
    code = compile_script(Path(order.script))
    if order.tries is not None:
        tried = ((number, execute(code, ScriptRun(chosen=chosen, tries=True))) for number, chosen in order.tries)
        return ScriptAnswer(outcomes=tuple(tried))
    out = Path(order.out) if order.out else None
    run = ScriptRun(out, order.chosen, sweeps=True, picture=order.picture, margins=order.margins)
    execute(code, run)
    return ScriptAnswer(free=tuple(run.free), saved=tuple(_plain(saved) for saved in run.saved))


def _plain(saved: object) -> dict[str, Any]:
    assert isinstance(saved, Saved)
    plain = saved._asdict()
    plain |= {name: str(plain[name]) if plain[name] else None for name in ("level", "solution", "picture")}
    return {**plain, "findings": [finding._asdict() for finding in saved.findings]}


def warm_up() -> None:
    """Load the modules that draw pictures, and set up OpenGL, before the first picture is asked for."""
    from sandbox.render.pictures import film, offscreen  # noqa: F401

    try:
        offscreen.ensure_context()
    except Refused:
        return  # the order says then that there is no picture
    from sandbox.render import canvas  # noqa: F401  (it needs the context)


if __name__ == "__main__":
    if "--draws" in sys.argv:
        warm_up()
    serve(carry_out, ScriptOrder)
