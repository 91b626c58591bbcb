"""Run recordings under other releases of the engine, to decide about an upgrade: each in a folder of its own.

Only the engine differs: interpreter, package and all other libraries are those of this program, so it is the cause of
any drift.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sandbox.errors import Refused
from sandbox.reading.files import resolved
from sandbox.recording import user_folders
from sandbox.recording.sealed_tree import is_sealed, seal_tree
from sandbox.recording.user_seal import user_seal
from sandbox.tasks import child
from sandbox.verify.old_code import is_private
from sandbox.verify.verdicts import Report, Verdict

_EXACT = re.compile(r"pymunk *== *([0-9][0-9A-Za-z.]{0,30})")


def prepare(requirement: str) -> Path:
    """Return the folder with this release of the engine. It is downloaded once, into the user's cache folder.

    Raises:
        Refused: not one exact release, it can't be had, or this program does not run with it.
    """
    match = _EXACT.fullmatch(requirement.strip())
    if match is None:
        raise Refused(f"--engine {requirement}: name one release, as in --engine pymunk==7.2.0")
    name = f"pymunk-{match[1]}-{sys.implementation.cache_tag}-{sysconfig.get_platform()}"
    folder = user_folders.cache_dir() / "engines" / name
    if not (is_private(folder) and is_sealed(folder, user_seal(user_folders.data_dir()))):
        shutil.rmtree(folder, ignore_errors=True)  # what is there is nobody's that this program knows
        _install(f"pymunk=={match[1]}", folder)
    _try(requirement, folder)
    return folder


def _install(requirement: str, folder: Path) -> None:
    beside = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    done = child.run_pip("install", "--quiet", "--no-deps", "--target", str(beside), requirement)
    if done.returncode:
        shutil.rmtree(beside, ignore_errors=True)
        last = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise Refused(f"--engine {requirement}: can't be installed: {last.removeprefix('ERROR: ')}")
    seal_tree(beside, folder.name, user_seal(user_folders.data_dir()))
    beside.rename(folder)


def _try(requirement: str, folder: Path) -> None:
    """Check that this program runs with a release, and that no other one stands before it on the path."""
    script = "import pathlib, pymunk, sandbox.verify.verify; print(pathlib.Path(pymunk.__file__).parent.parent)"
    done = child.run("-c", script, env=child.environment(folder))
    if done.returncode:
        last = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
        raise Refused(f"--engine {requirement}: this program does not run with it: {last}")
    loaded_from = os.fsdecode(done.stdout.strip())
    if resolved(Path(loaded_from)) != resolved(folder):
        raise Refused(f"--engine {requirement}: another pymunk stands before it on the path: {loaded_from}")


def cell(report: Report) -> str:
    """Summarise a report about an engine in a few words."""
    if report.verdict is Verdict.PASS:
        return "equal"
    if report.verdict is Verdict.REFUSED or report.difference is None:
        return f"{report.verdict}: {report.reason:.60}"
    change = report.difference
    seen = "not visible" if change.visible_tick is None else f"visible by {change.visible_tick}"
    outcome = "outcome kept" if change.then == change.now else f"{change.then} -> {change.now}"
    named = "" if report.verdict is Verdict.DRIFT else f" ({report.verdict})"
    return f"from tick {report.first_bad_tick}, {seen}, {outcome}{named}"


def table(files: Sequence[str], columns: Mapping[str, Mapping[str, Report]]) -> Iterator[str]:
    """Write a table: a line for each recording with a cell for each engine, and the counts of equal ones."""
    rows = [["recording", *columns]]
    rows += [[file, *(cell(reports[file]) for reports in columns.values())] for file in files]
    equal = [sum(report.verdict is Verdict.PASS for report in reports.values()) for reports in columns.values()]
    rows.append(["equal", *(f"{count} of {len(files)}" for count in equal)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
