"""The runtime in node: to compile a parcel there, to look at what runs, and to verify recordings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sandbox.verify.verdicts import Report
from sandbox.web.engine import tools

SCRIPT = Path(__file__).resolve().with_name("node.mjs")


def compile_parcel(runtime: Path, sources: Path, target: Path) -> None:
    """Compile all sources of a parcel by the very Python that will run them, and pack them together.

    Raises:
        Refused: node is not installed, or it can't run the runtime.
    """
    tools.run(tools.NODE, str(SCRIPT), str(runtime), "compile", str(sources), str(target))


def compile_library(runtime: Path, sources: Path, target: Path) -> None:
    """Compile those modules of the standard library that the core loads, and pack them with the sources of the others.

    Raises:
        Refused: as for `compile_parcel`.
    """
    tools.run(tools.NODE, str(SCRIPT), str(runtime), "library", str(sources), str(target))


def facts(runtime: Path) -> dict[str, str]:
    """Return what runs there: the hashes of code and engine, the class of arithmetic, and the machine in words.

    Raises:
        Refused: as for `compile_parcel`.
    """
    answers: dict[str, str] = json.loads(tools.run(tools.NODE, str(SCRIPT), str(runtime), "facts"))
    return answers


def verified(runtime: Path, files: Sequence[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Verify recordings in WebAssembly, one after the other; yield each file with its report as `--json` has it.

    The verdict of a report is None if the recording does not hold its end for the portable class.

    Raises:
        Refused: as for `compile_parcel`.
    """
    for line in tools.lines(tools.NODE, str(SCRIPT), str(runtime), "verify", *map(str, files)):
        plain = json.loads(line)
        yield Path(plain["file"]), plain


def report_of(plain: dict[str, Any]) -> Report | None:
    """Return a report from its JSON; None if there was nothing to compare with."""
    return None if plain["verdict"] is None else Report.from_json(plain)
