"""`sandbox author`: levels written as scripts."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import FILE, FileName
from sandbox.cli.options import JOBS, as_json
from sandbox.cli.output import print_json, print_line, print_written, progress
from sandbox.errors import BadFile, Refused
from sandbox.reading.files import resolved
from sandbox.reading.near_files import meant_file

if TYPE_CHECKING:
    from sandbox.authoring.runner import ScriptProcess
    from sandbox.authoring.script_run import ScriptAnswer

_LOOK_EVERY = 0.1  # s between two looks at the script


@click.command(cls=CliCommand)
@click.argument("scripts", type=FileName(".py"), metavar="SCRIPT.py...", nargs=-1, required=True)
@click.option(
    "-o", "--out", type=FILE, metavar="DIR", help="Write all files to this folder, whatever the script names."
)
@click.option("--watch", is_flag=True, help="Run it again whenever it is saved, until Ctrl+C.")
@click.option("--margins", is_flag=True, help="Find out how exactly one must build, too (takes longer).")
@click.option("--no-picture", is_flag=True, help="Draw nothing.")
@JOBS
@as_json("a line for each level")
def author(
    scripts: tuple[Path, ...], out: Path | None, watch: bool, margins: bool, no_picture: bool, jobs: int | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Run a script that writes a level, and say whether the level is sound.

    The script puts together the solved machine: see `sandbox help scripts`. Saving a level writes
    its file, the recording of its solution (x.replay, in the folder replays beside that of the level, or beside it) and
    a picture of the win (x.png). The script runs in a process of its own, with limits of time and memory; it is a
    program and can do what you can, so run none that you don't trust.

    Where the script leaves numbers free, every place is tried first, on all cores, and the middle of the widest one
    that wins and is not obvious is taken; a map of them is printed, and drawn (x.map.png).

    A folder stands for all scripts in it and in its folders, one after the other. The recording of a solution with the
    same commands for a level that runs alike is left as it is; if the program runs it otherwise now, that is said, and
    is for `sandbox bless` to approve. A new recording keeps the approved changes, and what else is lost is said.

    The exit code is 0 if every level is sound, 1 if not, 2 if the script goes wrong.

    --json prints {"level", "solution", "picture", "title", "sound", "findings", "margins", "chosen"}.

    \b
    Example:
      sandbox author levels/mill/wound-up.py
      sandbox author levels/mill/wound-up.py --watch --out drafts
      sandbox author levels/mill/wound-up.py --margins
      sandbox author levels --no-picture
    """
    from sandbox.authoring.runner import ScriptProcess

    files = [file for path in scripts for file in _scripts_at(path)]
    order = {"out": str(resolved(out)) if out else None, "margins": margins, "picture": not no_picture}
    if watch:
        if len(files) > 1:
            raise Refused("--watch is for one script; name it, as in sandbox author levels/mill/wound-up.py --watch")
        return _watch(files[0], order, jobs, as_json)
    if len(files) == 1:
        return _once(ScriptProcess(draws=not no_picture), files[0], order, jobs, as_json)
    return _all(files, order, jobs, as_json)


def _scripts_at(path: Path) -> list[Path]:
    """Return a script, or all scripts in a folder and its folders, by name.

    Raises:
        BadFile: there is none.
    """
    if path.is_file():
        return [path]
    scripts = sorted(file for file in path.rglob("*.py") if not file.name.startswith("_")) if path.is_dir() else []
    if scripts:
        return scripts
    problem = "holds no scripts" if path.is_dir() else "there is no such file"
    raise BadFile(f"{path}: {problem}{meant_file(path) or '; name a script, as in levels/mill/wound-up.py'}")


def _all(files: list[Path], order: dict[str, Any], jobs: int | None, as_json: bool) -> int:
    """Run scripts one after the other. One that goes wrong is reported, and the others still run."""
    from sandbox.authoring.runner import ScriptProcess

    codes = []
    for file in files:
        try:
            codes.append(_once(ScriptProcess(draws=order["picture"]), file, order, jobs, as_json))
        except (BadFile, Refused) as error:
            print_line(f"sandbox: {error}", err=True)
            codes.append(2)
    return max(codes)


def _watch(script: Path, order: dict[str, Any], jobs: int | None, as_json: bool) -> int:
    """Answer each time that the script is saved. The process for the next answer waits, with everything loaded."""
    from sandbox.authoring.runner import ScriptProcess

    before, ready = None, ScriptProcess(draws=order["picture"])
    try:
        while True:
            now = _stamp(script)
            if now is None or now == before:
                time.sleep(_LOOK_EVERY)
                continue
            before, process, ready = now, ready, ScriptProcess(draws=order["picture"])
            try:
                _once(process, script, order, jobs, as_json)
            except (BadFile, Refused) as error:
                print_line(f"sandbox: {error}", err=True)
            sys.stdout.flush()
    finally:
        ready.end()


def _stamp(script: Path) -> tuple[int, int] | None:
    """Return the stamp of a file, which changes with it; None while there is no such file, as when an editor replaces
    it."""
    try:
        stat = script.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _once(process: ScriptProcess, script: Path, order: dict[str, Any], jobs: int | None, as_json: bool) -> int:
    """Run a script with its sweep, if it has free numbers, and print the verdict."""
    from sandbox.authoring.runner import run_script

    with progress(f"running {script.name}", as_json):
        answer, chosen = process.run(script, **order), None
    if answer.free and not answer.error:
        chosen = _sweep(script, answer, order["out"], jobs, as_json)
        if chosen is None:
            return 1
        with progress(f"running {script.name} with the numbers that were chosen", as_json):
            answer = run_script(script, **order, chosen=chosen)
    if answer.error:
        raise Refused(answer.error)
    for saved in answer.saved:
        if as_json:
            print_json({**saved, "chosen": chosen})
        else:
            _print_saved(saved)
    return 0 if all(saved["sound"] for saved in answer.saved) else 1


def _sweep(script: Path, answer: ScriptAnswer, out: str | None, jobs: int | None, as_json: bool) -> list[float] | None:
    """Try all places of the free numbers; return the chosen ones, or None if nothing wins."""
    from sandbox.authoring import sweep

    map_path = (Path(out) if out else script.parent) / f"{script.stem}.map.png"
    with progress(f"trying all places of the free numbers of {script.name}", as_json):
        swept = sweep.sweep(script, answer.free, jobs)
        choice = sweep.choose(swept)
        map_path.parent.mkdir(parents=True, exist_ok=True)
        sweep.draw(swept, choice, map_path)
    if as_json:
        print_written(map_path)
    else:
        won = list(swept.outcomes.values()).count("won")
        print_line(f"{won} of {len(swept.outcomes)} places win ({map_path}):")
        for line in sweep.lines(swept, choice):
            print_line(line)
    if choice is None:
        print_line("no place wins: let the numbers range farther, or change the machine", err=as_json)
        return None
    chosen = list(swept.values(choice.at))
    if not as_json:
        for number, (free, value) in enumerate(zip(answer.free, chosen, strict=True), 1):
            print_line(f"  free number {number} (line {free.line}): {value:g}")
        note = "; every winning place is obvious" if choice.obvious else ""
        print_line(f"  the middle of a place of {choice.tries}, {choice.steps} steps from its edge{note}")
    return chosen


def _print_saved(saved: dict[str, Any]) -> None:
    print_line(f"{saved['level']}: '{saved['title']}' is {'sound' if saved['sound'] else 'not sound'}")
    for finding in saved["findings"]:
        print_line(f"  {finding['grade']:<5} {finding['text']}")
    for row in saved["margins"]:
        print_line(f"        {row}")
    for name in ("solution", "picture"):
        if saved[name]:
            print_line(f"  {name:<9} {saved[name]}")
