"""Verify recordings several times, each time in other circumstances: what repeats itself does not depend on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path

from sandbox.tasks.limits import USUAL, Limits
from sandbox.verify.verdicts import Report, Verdict, exit_of
from sandbox.verify.verifier import verify_all


def circumstances(number: int) -> dict[str, str]:
    """Return the environment of one of the times: other orders of sets, and every second time another allocator."""
    return {"PYTHONHASHSEED": str(number), "PYTHONMALLOC": "malloc" if number % 2 else "pymalloc"}


def verify_repeatedly(
    files: Sequence[Path], times: int, jobs: int = 1, allow_cut: bool = False, limits: Limits = USUAL
) -> Generator[Report]:
    """Verify recordings so many times, and yield a report on all times of each as the last one finishes."""
    reports: dict[str, list[Report]] = {str(file): [] for file in files}
    for number in range(times):
        for report in verify_all(files, jobs, allow_cut, limits, more=circumstances(number)):
            reports[report.file].append(report)
            if number == times - 1:
                yield joined(reports[report.file])


def joined(reports: Sequence[Report]) -> Report:
    """Return the one report on several verifications of a file; where they differ, it is nondeterministic."""
    first = reports[0]
    if all((report.verdict, report.end_hash) == (first.verdict, first.end_hash) for report in reports):
        return first._replace(
            reason=f"{first.reason}; {len(reports)} times alike", seconds=sum(report.seconds for report in reports)
        )
    other = next(report for report in reports if (report.verdict, report.end_hash) != (first.verdict, first.end_hash))
    counts = ", ".join(f"{count} times {verdict}" for verdict, count in Counter(r.verdict for r in reports).items())
    alike = f"{len(reports)} times in processes with other hash seeds and allocators: {counts}"
    verdict = Verdict.NONDETERMINISTIC
    reason = f"it does not repeat itself; {alike}; end hashes {first.end_hash} and {other.end_hash}"
    worst = max(reports, key=lambda report: report.exit)
    return worst._replace(verdict=verdict, exit=exit_of(verdict), reason=reason)
