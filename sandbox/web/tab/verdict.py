"""The verification of a recording in a browser: what `verify` does, in a worker that has no processes.

Where ticks differ, the page starts two fresh workers, and hands what they end in back to this one: a worker has no
other way to wait for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile
from sandbox.recording.arithmetic_classes import name_of
from sandbox.verify.compare import Comparison
from sandbox.verify.judgement import here
from sandbox.verify.verdicts import Report, refusal
from sandbox.verify.verify import compare, judge, rerun_here

EVERY = 120  # ticks between two signs of progress


def facts() -> str:
    """Return what runs here, as JSON: the hashes of engine and code, and the class of arithmetic."""
    plain = here()._asdict()
    named = {name: plain[name] for name in ("code", "engine", "env")}
    return json.dumps({**named, "class": name_of(here().arithmetic)})


def fresh(file: str) -> bytes:
    """Run a recording again, as one of the two fresh workers; return all digests and the end hash."""
    return rerun_here(file)


class TabVerification:
    """The verification of one recording: first `compare`, then `report`, with what two fresh workers found if need
    be."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._comparison: Comparison | None = None
        self._refusal: Report | None = None

    def compare(self, tell: Callable[[float, float], object]) -> bool:
        """Compare every tick; tell whether two fresh workers are needed. `tell` takes the ticks done, and all ticks."""
        try:
            self._comparison = compare(self._file, lambda done, total=1.0, what="": tell(done, total), EVERY)
        except BadFile as error:
            self._refusal = refusal(self._file, str(error))
            return False
        return self._holds(self._comparison) and self._comparison.bad_tick is not None

    @staticmethod
    def _holds(comparison: Comparison) -> bool:
        """Tell whether a recording holds its end for the class of arithmetic of this browser."""
        return comparison.recording.head.fingerprint.arithmetic == here().arithmetic

    def report(self, first: bytes = b"", second: bytes = b"") -> str:
        """Return the report as JSON, as `sandbox verify --json` has it. Its verdict is null if there is nothing to
        compare with.

        Args:
            first, second: what the two fresh workers returned.
        """
        comparison = self._comparison
        if comparison is None:
            assert self._refusal is not None
            return json.dumps(self._refusal.as_json())
        if not self._holds(comparison):
            return json.dumps(self._incomparable(comparison))
        # (From JavaScript come buffers.)
        report = judge(self._file, comparison, lambda path: (bytes(first), bytes(second)))
        return json.dumps(report.as_json())

    def _incomparable(self, comparison: Comparison) -> dict[str, Any]:
        head = comparison.recording.head.fingerprint
        reason = (
            f"here it ends in {comparison.end_hash}, and there is nothing to compare with: its recorder is of another "
            f"class ({name_of(head.arithmetic)})"
        )
        plain = refusal(str(Path(self._file)), reason).as_json()
        return {**plain, "verdict": None, "exit": 3, "end_hash": comparison.end_hash}
